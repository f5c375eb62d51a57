"""Ending what waits: who runs a step says by what it may be cancelled, and queues listen while they wait."""

from __future__ import annotations

import contextlib
import contextvars
import threading
from collections.abc import Callable, Generator


class Cancellation:
    """Can be cancelled once; runs the callbacks of those who wait at that moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._callbacks: dict[object, Callable[[], None]] = {}
        self.cancelled = False

    def cancel(self) -> None:
        """End everything that waits under this, now and later."""
        with self._lock:
            self.cancelled = True
            callbacks = list(self._callbacks.values())
            self._callbacks.clear()
        for callback in callbacks:
            callback()

    @contextlib.contextmanager
    def listening(self, callback: Callable[[], None]) -> Generator[None]:
        """Run `callback` if this is cancelled while inside (at once, if it has been)."""
        key = object()
        with self._lock:
            late = self.cancelled
            if not late:
                self._callbacks[key] = callback
        if late:
            callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.pop(key, None)


_CURRENT: contextvars.ContextVar[Cancellation | None] = contextvars.ContextVar("cancellation", default=None)


@contextlib.contextmanager
def cancelled_by(cancellation: Cancellation) -> Generator[None]:
    """What waits inside, in this thread, ends when `cancellation` does."""
    token = _CURRENT.set(cancellation)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def is_cancellable() -> bool:
    """Whether somebody may cancel what this thread does."""
    return _CURRENT.get() is not None


@contextlib.contextmanager
def limited(seconds: float) -> Generator[Cancellation]:
    """What waits inside, in this thread, ends after `seconds`; then the result says `cancelled`."""
    own = Cancellation()
    timer = threading.Timer(seconds, own.cancel)
    timer.daemon = True
    timer.start()
    try:
        with listening(own.cancel), cancelled_by(own):
            yield own
    finally:
        timer.cancel()


def listening(callback: Callable[[], None]) -> contextlib.AbstractContextManager[None]:
    """Run `callback` if the step of this thread is cancelled while inside."""
    current = _CURRENT.get()
    return contextlib.nullcontext() if current is None else current.listening(callback)
