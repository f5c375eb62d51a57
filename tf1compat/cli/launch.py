"""`tf1compat launch`: a cluster of one script on this machine, each task a process of its own."""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

_GRACE_SECONDS = 10.0
_POLL_SECONDS = 0.1


@dataclass
class _Task:
    """One task: its command, and the process that runs it now."""

    job: str
    index: int
    command: list[str]
    env: dict[str, str]
    process: Any = None
    restarts: int = 0
    code: int | None = None
    threads: list[threading.Thread] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.job}/{self.index}"


def launch(argv: Sequence[str]) -> int:
    """Run `tf1compat launch [options] script.py [arg] …`; returns the exit code.

    That is 0 when all workers have ended well, else the code of the first worker that failed for good.
    """
    options = _parse(argv)
    addresses = _addresses(options)
    meeting = {"TF1COMPAT_ALLREDUCE": _free_addresses(options.host, 1)[0]} if options.all_reduce else {}
    tasks = [
        _Task(job, i, _command(options, addresses, job, i), {**_environment(addresses, job, i), **meeting})
        for job, hosts in addresses.items()
        for i in range(len(hosts))
    ]
    stopped: list[int] = []
    old = {s: signal.signal(s, lambda number, frame: stopped.append(number)) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        for task in tasks:
            _start(task)
        return _watch(tasks, options.restarts, stopped, options.all_reduce)
    finally:
        _end(tasks)
        for number, handler in old.items():
            signal.signal(number, handler)


def _parse(argv: Sequence[str]) -> Any:
    parser = argparse.ArgumentParser(
        prog="tf1compat launch",
        description="Start a cluster of an unmodified script on this machine. Each task gets --job_name, --task_index, "
        "--ps_hosts and --worker_hosts, and TF_CONFIG in its environment.",
    )
    parser.add_argument("--ps", type=int, default=1, help="number of parameter servers (default 1)")
    parser.add_argument("--workers", type=int, default=2, help="number of workers (default 2)")
    parser.add_argument("--restarts", type=int, default=3, help="how often a task that fails is started again")
    parser.add_argument("--host", default="127.0.0.1", help="address that the tasks listen on")
    parser.add_argument(
        "--all-reduce",
        action="store_true",
        help="workers of SyncReplicasOptimizer average gradients among themselves; they start again together",
    )
    parser.add_argument(
        "--flags",
        choices=["all", "task", "none"],
        default="all",
        help="which flags the script gets: all four, only --job_name and --task_index, or none (it reads TF_CONFIG)",
    )
    parser.add_argument("script", help="a Python file")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    options = parser.parse_args(list(argv))
    if options.workers < 1 or options.ps < 0:
        parser.error("there must be at least one worker, and no negative number of parameter servers")
    if not os.path.exists(options.script):
        parser.error(f"no such file: {options.script}")
    return options


def _addresses(options: Any) -> dict[str, list[str]]:
    found = _free_addresses(options.host, options.ps + options.workers)
    jobs = {"ps": found[: options.ps], "worker": found[options.ps :]}
    return {job: hosts for job, hosts in jobs.items() if hosts}


def _free_addresses(host: str, count: int) -> list[str]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for s in sockets:
            s.bind((host, 0))
        return [f"{host}:{s.getsockname()[1]}" for s in sockets]
    finally:
        for s in sockets:
            s.close()


def _command(options: Any, addresses: dict[str, list[str]], job: str, index: int) -> list[str]:
    flags = [f"--job_name={job}", f"--task_index={index}"] if options.flags != "none" else []
    if options.flags == "all":
        flags += [f"--{name}_hosts={','.join(hosts)}" for name, hosts in addresses.items()]
    return [sys.executable, "-u", "-m", "tf1compat", options.script, *flags, *options.arguments]


def _environment(addresses: dict[str, list[str]], job: str, index: int) -> dict[str, str]:
    config = {"cluster": addresses, "task": {"type": job, "index": index}}
    return {**os.environ, "TF_CONFIG": json.dumps(config), "PYTHONUNBUFFERED": "1"}


def _start(task: _Task) -> None:
    task.process = subprocess.Popen(
        task.command, env=task.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    task.code = None
    for source, target in ((task.process.stdout, sys.stdout), (task.process.stderr, sys.stderr)):
        thread = threading.Thread(target=_copy, args=(f"[{task.name}] ", source, target), daemon=True)
        thread.start()
        task.threads.append(thread)


def _stop(task: _Task) -> None:
    task.process.kill()
    task.process.wait()


def _copy(prefix: str, source: Any, target: Any) -> None:
    for line in source:
        target.write(prefix + line.decode("utf-8", "replace").rstrip("\n") + "\n")
        target.flush()


def _watch(tasks: Sequence[_Task], restarts: int, stopped: Sequence[int], together: bool = False) -> int:
    """Wait for the workers; start what fails again, as often as allowed (`together`: with all other workers)."""
    workers = [t for t in tasks if t.job == "worker"]
    while not stopped:
        for task in tasks:
            if task.code is not None or task.process.poll() is None:
                continue
            code = task.process.returncode
            if code == 0 or (task.job != "worker" and all(w.code is not None for w in workers)):
                task.code = code
            elif task.restarts < restarts:
                task.restarts += 1
                _say(f"{task.name} ended with {_meaning(code)}; start {task.restarts} of {restarts} again")
                for other in workers if together and task in workers else ():
                    _stop(other)
                    if other is not task:
                        _start(other)
                _start(task)
            else:
                task.code = code
                _say(f"{task.name} ended with {_meaning(code)}, and is not started again")
                return _exit_code(code)
        if all(w.code is not None for w in workers):
            return 0
        time.sleep(_POLL_SECONDS)
    return 128 + stopped[0]


def _end(tasks: Sequence[_Task]) -> None:
    """End what still runs: politely first."""
    for task in tasks:
        if task.process is not None and task.process.poll() is None:
            task.process.terminate()
    deadline = time.monotonic() + _GRACE_SECONDS
    for task in tasks:
        if task.process is None:
            continue
        try:
            task.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            task.process.kill()
            task.process.wait()
        for thread in task.threads:
            thread.join(1.0)


def _meaning(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"code {code}"


def _exit_code(code: int) -> int:
    return 128 - code if code < 0 else code


def _say(text: str) -> None:
    print(f"[launch] {text}", file=sys.stderr, flush=True)
