"""Clusters of real processes on this machine: training, restarts after kill -9, truthful exit codes."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

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
