"""`Threads`: an executor whose threads do not keep the process alive."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent import futures
from typing import Any


class Threads(futures.Executor):
    """Runs calls in up to `limit` threads, made as they are needed.

    The pools of the standard library wait for all their calls when the process ends; a call that waits for a queue
    would keep a parameter server from ending.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._work: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0
        self._count = 0
        self._stopped = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> futures.Future[Any]:
        """See `concurrent.futures.Executor`."""
        future: futures.Future[Any] = futures.Future()
        with self._lock:
            if self._stopped:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if self._idle:
                self._idle -= 1
            elif self._count < self._limit:
                self._count += 1
                threading.Thread(target=self._loop, daemon=True, name="tf1compat-task").start()
            self._work.put((future, fn, args, kwargs))
        return future

    def _loop(self) -> None:
        while True:
            item = self._work.get()
            if item is None:
                return
            future, fn, args, kwargs = item
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(fn(*args, **kwargs))
                except BaseException as e:
                    future.set_exception(e)
            del item, future, fn, args, kwargs
            with self._lock:
                self._idle += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; those that run go on."""
        with self._lock:
            self._stopped = True
            for _ in range(self._count):
                self._work.put(None)
