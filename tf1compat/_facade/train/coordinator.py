"""`tf.train.Coordinator` and `LooperThread`: threads that stop together."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import errors


class Coordinator:
    """Asks threads to stop, waits for them, and raises in the main thread what one of them could not handle.

    Args:
      clean_stop_exception_types: exceptions that end the work without being an error; OutOfRangeError if absent.

    >>> import threading
    >>> import tf1compat as tf
    >>> coord = tf.train.Coordinator()
    >>> thread = threading.Thread(target=coord.wait_for_stop)
    >>> thread.start()
    >>> coord.request_stop()
    >>> coord.join([thread])
    >>> coord.should_stop()
    True
    """

    def __init__(self, clean_stop_exception_types: Sequence[type[BaseException]] | None = None) -> None:
        if clean_stop_exception_types is None:
            clean_stop_exception_types = (errors.OutOfRangeError,)
        self._clean_stop_exception_types = tuple(clean_stop_exception_types)
        self._lock = threading.Lock()
        self._stop_event = threading.Event()
        self._exc_info_to_raise: Any = None
        self._joined = False
        self._registered_threads: set[threading.Thread] = set()

    def request_stop(self, ex: Any = None) -> None:
        """Ask all threads to stop.

        Args:
          ex: an exception, or what `sys.exc_info()` gave; the first one is raised by `join`. Called after `join`, it is
            raised here.
        """
        with self._lock:
            error = ex[1] if isinstance(ex, tuple) else ex
            if isinstance(error, self._clean_stop_exception_types):
                ex = error = None
            if self._joined and error is not None:
                raise error
            if self._stop_event.is_set():
                return
            if ex and self._exc_info_to_raise is None:
                self._exc_info_to_raise = _reported(ex)
            self._stop_event.set()

    def clear_stop(self) -> None:
        """Forget that a stop was requested, and any exception."""
        with self._lock:
            self._joined = False
            self._exc_info_to_raise = None
            self._stop_event.clear()

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._stop_event.is_set()

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """A context in which an exception becomes a request to stop."""
        try:
            yield
        except BaseException:
            self.request_stop(ex=sys.exc_info())

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Wait until a stop is requested, at most `timeout` seconds; whether it is."""
        return self._stop_event.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Add a thread to those that `join` waits for."""
        with self._lock:
            self._registered_threads.add(thread)

    def join(
        self,
        threads: Any = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Wait for the threads to end, and after a request to stop for some seconds at most.

        Args:
          threads: threads to wait for besides the registered ones.
          stop_grace_period_secs: how long they may take after a request to stop.
          ignore_live_threads: do not fail if some still run then.

        Raises:
          RuntimeError: some threads still run.
          Exception: what a thread reported by `request_stop`.
        """
        with self._lock:
            waiting = list(self._registered_threads.union(threads or ()))
        while any(t.is_alive() for t in waiting) and not self._stopped_or_ended(waiting):
            pass
        deadline = time.monotonic() + stop_grace_period_secs
        for thread in waiting:
            if thread.is_alive():
                thread.join(max(deadline - time.monotonic(), 0.0))
        stragglers = [t.name for t in waiting if t.is_alive()]
        with self._lock:
            self._joined = True
            self._registered_threads = set()
            self._raise_requested()
            if not stragglers:
                return
            message = f"Coordinator stopped with threads still running: {' '.join(stragglers)}"
            if not ignore_live_threads:
                raise RuntimeError(message)
            tf_logging.info(message)

    def _stopped_or_ended(self, threads: list[threading.Thread]) -> bool:
        """Wait a while for the first of the living threads to end, or for a request to stop."""
        first = next((t for t in threads if t.is_alive()), None)
        if first is not None and not self._stop_event.is_set():
            first.join(0.02)
        return self._stop_event.is_set()

    @property
    def joined(self) -> bool:
        """Whether `join` has returned."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raise what a thread reported, if anything."""
        with self._lock:
            self._raise_requested()

    def _raise_requested(self) -> None:
        if self._exc_info_to_raise:
            _, error, trace = self._exc_info_to_raise
            raise error.with_traceback(trace)


def _reported(ex: Any) -> Any:
    """What `sys.exc_info()` would say about a reported exception; logged."""
    if isinstance(ex, tuple):
        info: Any = ex
        if len(info) == 3 and info[1] is not None:
            tf_logging.info("Error reported to Coordinator: %s", str(info[1]), exc_info=info)
    else:
        tf_logging.info("Error reported to Coordinator: %s, %s", type(ex), str(ex))
        info = sys.exc_info()
        if info[1] is None and isinstance(ex, BaseException):
            info = (type(ex), ex, ex.__traceback__)
    if len(info) == 3 and info[0] and info[1]:
        return info
    wrong = ValueError(f"ex must be a tuple or sys.exc_info must return the current exception: {info}")
    return (ValueError, wrong, None)


class LooperThread(threading.Thread):
    """A thread that runs something again and again until its coordinator stops.

    Args:
      coord: the Coordinator, which it registers with.
      timer_interval_secs: from one beginning to the next; without pause if None.
      target: the function to call; `run_loop` may be overridden instead.
      args, kwargs: its arguments.

    Raises:
      ValueError: `coord` is none, or there are arguments without a target.
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        if not target and (args or kwargs):
            raise ValueError("'args' and 'kwargs' argument require that you also pass 'target'")
        super().__init__()
        self.daemon = True
        self._coord = coord
        self._timer_interval_secs = timer_interval_secs
        self._function = target
        self._arguments = (tuple(args or ()), dict(kwargs or {}))
        self._coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """A started thread that calls `target(*args, **kwargs)` every `timer_interval_secs` seconds."""
        looper = LooperThread(coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        looper.start()
        return looper

    def run(self) -> None:
        with self._coord.stop_on_exception():
            self.start_loop()
            if self._timer_interval_secs is None:
                while not self._coord.should_stop():
                    self.run_loop()
            else:
                next_time = time.time()
                while not self._coord.wait_for_stop(next_time - time.time()):
                    next_time += self._timer_interval_secs
                    self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called once before the loop."""

    def stop_loop(self) -> None:
        """Called once after the loop."""

    def run_loop(self) -> None:
        """Called in each round: calls the target."""
        if self._function:
            args, kwargs = self._arguments
            self._function(*args, **kwargs)
