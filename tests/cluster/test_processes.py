"""Clusters of real processes on this machine: training, restarts after kill -9, truthful exit codes."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
_SECONDS = 150


class Launched:
    """`tf1compat launch` in a process, whose lines are read as they come."""

    def __init__(self, *arguments, options=(), **env):
        command = [sys.executable, "-m", "tf1compat", "launch", *options, *map(str, arguments)]
        path = os.pathsep.join([str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": path, **env},
        )
        self.lines = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append((time.monotonic(), line.rstrip()))

    def text(self):
        return "\n".join(line for _, line in self.lines)

    def wait_for(self, pattern, count=1, seconds=_SECONDS):
        """The matches of `pattern`, once there are `count`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = re.findall(pattern, self.text(), re.M)
            if len(found) >= count:
                return found
            if self.process.poll() is not None and not self._thread.is_alive():
                break
            time.sleep(0.05)
        raise AssertionError(f"no {pattern!r} in\n{self.text()[-4000:]}")

    def kill(self, task):
        """kill -9 the process of a task."""
        pid = int(re.findall(rf"^\[{task}\] pid (\d+)", self.text(), re.M)[-1])
        os.kill(pid, signal.SIGKILL)

    def steps(self):
        return [int(s) for s in re.findall(r"\] step (\d+)", self.text())]

    def end(self):
        try:
            return self.process.wait(_SECONDS)
        finally:
            self.process.kill()
            self._thread.join(5)


@pytest.fixture
def launched():
    running = []

    def start(*arguments, **options):
        running.append(Launched(*arguments, **options))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.process.terminate()
            one.end()


@pytest.mark.parametrize("sync", [False, True])
def test_replicas_train_and_everything_ends(launched, sync):
    run = launched(HERE / "replica.py", f"--sync={sync}")
    assert run.end() == 0
    ends = re.findall(r"^\[worker/(\d)\] done first ([\d.]+) last ([\d.]+)", run.text(), re.M)
    assert {index for index, _, _ in ends} == {"0", "1"}
    assert all(float(last) < 0.8 * float(first) for _, first, last in ends)
    assert "[ps/0]" in run.text() and max(run.steps()) >= 60


def test_workers_average_among_themselves(launched):
    """The same numbers as one process that averages, whatever the workers started from."""
    run = launched(HERE / "averaged.py", options=["--all-reduce"])
    assert run.end() == 0, run.text()
    found = [json.loads(text) for text in re.findall(r"^\[worker/\d\] found (.*)", run.text(), re.M)]
    assert len(found) == 2 and found[0]["done"] == found[1]["done"] == 15
    assert sorted(f["device"] for f in found) == ["/job:worker/task:0", "/job:worker/task:1"]
    assert {f["shared"] for f in found} == {"/job:ps/task:0"}  # what is not trained stays where it was
    w, b, speed_w, speed_b = np.float32([0.1, 0.2, 0.3]), np.float32(0), np.zeros(3, np.float32), np.float32(0)
    for step in range(15):
        gradients = []
        for worker in (0, 1):
            r = np.random.RandomState(10 * step + worker)
            x = r.rand(8, 3).astype(np.float32)
            error = (x * w).sum(1) + b - (x.sum(1) + worker)
            gradients.append((2 * (x * error[:, None]).mean(0), 2 * error.mean()))
        speed_w = 0.9 * speed_w + np.mean([g for g, _ in gradients], 0)
        speed_b = 0.9 * speed_b + np.mean([g for _, g in gradients])
        w, b = w - 0.05 * speed_w, b - 0.05 * speed_b
        if step == 13:
            seen = {"before": (w, b)}
    for one in found:  # the fetch of a step may see a variable before or after its change
        near = [np.allclose(one["w"], v, atol=1e-5) for v in (w, seen["before"][0])]
        assert any(near), (one, w, seen)
    assert found[0]["w"] == found[1]["w"]


def test_a_killed_worker_continues(launched, tmp_path):
    run = launched(HERE / "replica.py", "--steps=120", "--pause=0.03", f"--logdir={tmp_path}")
    run.wait_for(r"^\[worker/1\] step", 5)
    before = max(run.steps())
    run.kill("worker/1")
    assert run.end() == 0
    assert "[launch] worker/1 ended with signal SIGKILL; start 1 of 3 again" in run.text()
    assert len(re.findall(r"^\[worker/\d\] done", run.text(), re.M)) == 2
    after = run.steps()[run.steps().index(before) :]
    assert min(after) >= before - 2  # the others went on


def test_a_killed_ps_is_restored_from_the_last_checkpoint(launched, tmp_path):
    run = launched(HERE / "replica.py", "--steps=80", "--pause=0.03", f"--logdir={tmp_path}")
    run.wait_for(r"^\[worker/0\] step", 15)
    before = max(run.steps())
    run.kill("ps/0")
    assert run.end() == 0
    assert "[launch] ps/0 ended with signal SIGKILL; start 1 of 3 again" in run.text()
    steps = run.steps()
    again = steps[len(steps) - steps[::-1].index(max(steps)) - 1 :]
    assert max(steps) >= 80 and again
    lowest_after = min(s for i, s in enumerate(steps) if i > steps.index(before))
    assert lowest_after >= before - 10 - 2  # checkpoints are written every 10 steps


def test_exit_codes_and_interrupts(launched, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import sys, os, json; print(json.loads(os.environ['TF_CONFIG'])['task']); sys.exit(7)\n")
    run = launched(script, options=["--ps", "0", "--workers", "1", "--restarts", "1", "--flags", "none"])
    assert run.end() == 7
    assert run.text().count("{'type': 'worker', 'index': 0}") == 2
    assert "[launch] worker/0 ended with code 7, and is not started again" in run.text()
    script.write_text("import time; print('up', flush=True); time.sleep(60)\n")
    run = launched(script, options=["--flags", "none"])
    run.wait_for(r"\] up", 3)
    begin = time.monotonic()
    run.process.send_signal(signal.SIGINT)
    assert run.end() == 130
    assert time.monotonic() - begin < 15
