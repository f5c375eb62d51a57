"""Work on files that goes on behind a training loop: done one after the other, waited for by readers and at exit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any


class PendingSaves:
    """A queue of tasks and the thread that works on it, started by the first task.

    After a task that fails nothing is done (what follows may speak of what it made) until its error has been raised, by
    the next `wait` or `check`.
    """

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._unfinished = 0
        self._changed = threading.Condition()
        self._errors: list[BaseException] = []
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Is anything still to do?"""
        return self._unfinished > 0

    def submit(self, task: Callable[[], None]) -> None:
        """Do `task` later, after those submitted before."""
        with self._changed:
            self._unfinished += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="checkpoints", daemon=True)
                self._thread.start()
                _before_exit(self._wait_quietly)
        self._tasks.put(task)

    def check(self) -> None:
        """Raise the error of a task that has failed, if there is one."""
        with self._changed:
            errors, self._errors = self._errors, []
        if errors:
            raise errors[0]

    def wait(self) -> None:
        """Return when everything submitted is done; raises the first error among it."""
        if threading.current_thread() is self._thread:
            return  # a task looks at files: what it needs was done before it
        with self._changed:
            self._changed.wait_for(lambda: self._unfinished == 0)
        self.check()

    def _work(self) -> None:
        while True:
            task = self._tasks.get()
            try:
                if not self._errors:
                    task()
            except BaseException as e:
                self._errors.append(e)
            with self._changed:
                self._unfinished -= 1
                self._changed.notify_all()

    def _wait_quietly(self) -> None:
        try:
            self.wait()
        except BaseException as e:
            import sys

            print(f"a checkpoint was not written: {e}", file=sys.stderr)


def _before_exit(function: Callable[[], None]) -> None:
    """Call `function` at exit, before thread pools close (Orbax writes with such pools)."""
    import atexit
    import concurrent.futures.thread as pools

    del pools  # imported for its own exit function, which then runs after ours
    register: Any = getattr(threading, "_register_atexit", None) or atexit.register
    register(function)
