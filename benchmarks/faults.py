"""Kill -9 of a worker and of a parameter server at random moments: `python benchmarks/faults.py [--kills 20]`.

A cluster of one ps and two workers (`tests/cluster/replica.py`) trains with a checkpoint every 10 steps. After each kill
both workers must make steps again. Printed are, for each kind of task, how long that took, how far the global step went
back, and the lines of whatever went wrong. The exit code says whether everything resumed within `--timeout` seconds and
went back by no more than the checkpoint interval and the steps that were under way.
"""

import argparse
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
INTERVAL = 10  # steps between checkpoints, in replica.py
UNDER_WAY = 4  # steps that workers make while a checkpoint is written or a line is read


class Cluster:
    """`tf1compat launch` in a process, whose lines are read as they come."""

    def __init__(self, folder, sync):
        command = [sys.executable, "-m", "tf1compat", "launch", "--restarts", "1000"]
        command += [str(REPOSITORY / "tests/cluster/replica.py"), "--steps=1000000000", "--pause=0.02"]
        command += [f"--logdir={folder}", f"--sync={sync}"]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.lines = []
        self.pids = {}
        self.steps = {}  # by worker: when, and the global step
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if found := re.match(r"\[(\w+/\d)\] pid (\d+)", line):
                self.pids[found[1]] = int(found[2])
            elif found := re.match(r"\[(worker/\d)\] step (\d+)", line):
                self.steps.setdefault(found[1], []).append((time.monotonic(), int(found[2])))

    def training_since(self, moment, timeout):
        """Wait until both workers have made three steps after `moment`; the seconds, or None."""
        while time.monotonic() < moment + timeout:
            after = [sum(at > moment for at, _ in self.steps.get(f"worker/{i}", ())[-3:]) for i in (0, 1)]
            if min(after) == 3:
                return time.monotonic() - moment
            time.sleep(0.05)
        return None

    def latest(self):
        return max(steps[-1][1] for steps in self.steps.values())

    def least_since(self, moment):
        return min(step for steps in self.steps.values() for at, step in steps if at > moment)

    def kill(self, task):
        pid = self.pids.pop(task)
        os.kill(pid, signal.SIGKILL)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


def measure(task, options):
    """Kill `task` many times; whether all went well."""
    fine = True
    seconds, back = [], []
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder, options.sync)
        try:
            if cluster.training_since(time.monotonic(), options.timeout) is None:
                print("\n".join(cluster.lines[-40:]))
                return False
            for number in range(options.kills):
                time.sleep(random.uniform(0.2, 4.0))
                before, mark = cluster.latest(), len(cluster.lines)
                cluster.kill(task)
                moment = time.monotonic() + 0.3  # lines that were under way
                time.sleep(0.3)
                took = cluster.training_since(moment, options.timeout)
                if took is None:
                    print(f"{task}, kill {number}: no training after {options.timeout:.0f} seconds")
                    print("\n".join(cluster.lines[mark:][-40:]))
                    return False
                lost = max(0, before - cluster.least_since(moment))
                if lost > INTERVAL + UNDER_WAY:
                    fine = False
                    print(f"{task}, kill {number}: from step {before} back by {lost}")
                seconds.append(took)
                back.append(lost)
        finally:
            code = cluster.end()
    print(
        f"{task}: {len(seconds)} kills; both workers train again after {statistics.median(seconds):.1f} s "
        f"(at most {max(seconds):.1f}); steps back: at most {max(back)}; launch ended with {code} after Ctrl-C",
        flush=True,
    )
    return fine and code == 130


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--timeout", type=float, default=120.0)
    parser.add_argument("--sync", action="store_true")
    parser.add_argument("--task", action="append", help="worker/1, worker/0, ps/0 (default: all three)")
    options = parser.parse_args()
    sys.exit(not all([measure(task, options) for task in options.task or ["worker/1", "worker/0", "ps/0"]]))


if __name__ == "__main__":
    main()
