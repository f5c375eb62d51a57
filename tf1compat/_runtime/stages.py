"""Staging areas: tuples of arrays that wait between steps, with room for so many of them, or so many bytes."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors, waiting

Element = tuple[Any, ...]


class StagingArea:
    """Elements leave in the order in which they came; a limit of 0 is none."""

    def __init__(self, name: str, capacity: int, memory_limit: int) -> None:
        self.name = name
        self._capacity = capacity
        self._memory_limit = memory_limit
        self._elements: deque[Element] = deque()
        self._bytes = 0
        self._cancelled = False
        self._changed = threading.Condition()

    def put(self, values: Sequence[Any]) -> None:
        """Add one element, waiting for room.

        Raises:
          ResourceExhaustedError: it is larger than the limit of bytes by itself.
          CancelledError: the session is closed.
        """
        element = tuple(np.array(v) for v in values)
        size = sum(v.nbytes for v in element)
        if 0 < self._memory_limit < size:
            raise errors.ResourceExhaustedError(
                None,
                None,
                f"Attempted to insert tensors with combined size of '{size}' bytes into Staging Area with a memory "
                f"limit of '{self._memory_limit}'.",
            )
        with self._changed:
            self._wait(lambda: self._has_room(size))
            self._elements.append(element)
            self._bytes += size
            self._changed.notify_all()

    def get(self) -> Element:
        """Take the oldest element, waiting for one; errors as in `put`."""
        with self._changed:
            self._wait(lambda: bool(self._elements))
            element = self._elements.popleft()
            self._bytes -= sum(v.nbytes for v in element)
            self._changed.notify_all()
        return element

    def peek(self, index: int) -> Element:
        """The element at a position, which stays, waiting for it; errors as in `put`."""
        with self._changed:
            self._wait(lambda: index < len(self._elements))
            return self._elements[index]

    def size(self) -> int:
        """How many elements there are."""
        return len(self._elements)

    def clear(self) -> None:
        """Drop all elements."""
        with self._changed:
            self._elements.clear()
            self._bytes = 0
            self._changed.notify_all()

    def cancel(self) -> None:
        """End all waiting, now and later."""
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """Nothing: as in TF, the first node's limits hold for all that share the area."""

    def _has_room(self, size: int) -> bool:
        fits = not self._capacity or len(self._elements) < self._capacity
        return fits and (not self._memory_limit or self._bytes + size <= self._memory_limit)

    def _wait(self, ready: Callable[[], bool]) -> None:
        """Until it is ready; the lock is held."""
        if ready():
            return
        given_up: list[bool] = []

        def give_up() -> None:
            given_up.append(True)
            with self._changed:
                self._changed.notify_all()

        with waiting.listening(give_up):
            self._changed.wait_for(lambda: ready() or self._cancelled or bool(given_up))
        if not ready():
            raise errors.CancelledError(None, None, f"Staging area '{self.name}': the wait was cancelled")


KINDS = {"StagingArea": StagingArea}
