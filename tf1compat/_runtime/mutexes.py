"""Mutexes that steps hold while they run a critical section."""

from __future__ import annotations

import threading
from typing import Any

from tf1compat._jaxcore.base import errors, waiting


class Lock:
    """Says that a section is entered, until it is released, or forgotten by a step that failed."""

    def __init__(self, mutex: Mutex) -> None:
        self._mutex: Mutex | None = mutex

    def release(self) -> None:
        """Leave the section; once."""
        mutex, self._mutex = self._mutex, None
        if mutex is not None:
            mutex.leave()

    def __del__(self) -> None:
        self.release()


class Mutex:
    """One thread at a time is inside; a step, which is one thread, may be inside several times."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._owner: int | None = None
        self._depth = 0
        self._cancelled = False
        # the lock is re-entrant since a Lock that is forgotten may be released anywhere
        self._changed = threading.Condition(threading.RLock())

    def enter(self) -> Lock:
        """Wait until nobody else is inside.

        Raises:
          CancelledError: the session is closed.
        """
        me = threading.get_ident()
        given_up: list[bool] = []

        def is_free() -> bool:
            return self._owner in (None, me)

        def give_up() -> None:
            given_up.append(True)
            with self._changed:
                self._changed.notify_all()

        with self._changed:
            if not is_free():
                with waiting.listening(give_up):
                    self._changed.wait_for(lambda: is_free() or self._cancelled or bool(given_up))
            if not is_free():
                raise errors.CancelledError(None, None, "Lock acquisition cancelled.")
            self._owner = me
            self._depth += 1
        return Lock(self)

    def leave(self) -> None:
        """The last to leave lets another thread in."""
        with self._changed:
            self._depth -= 1
            if not self._depth:
                self._owner = None
                self._changed.notify_all()

    def cancel(self) -> None:
        """End all waiting, now and later."""
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """Nothing: mutexes have no specification."""


KINDS = {"Mutex": Mutex}
