"""Sparse tensors that wait, by number, while their numbers are in a queue."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors


class SparseTensorsMap:
    """Sparse tensors (indices, values, dense shape) by number; each is taken once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._kept: dict[int, Any] = {}
        self._next = 0
        self._lock = threading.Lock()

    def add(self, tensors: Sequence[Any]) -> Any:
        """Keep them; their numbers."""
        with self._lock:
            first, self._next = self._next, self._next + len(tensors)
            self._kept.update(enumerate(tensors, first))
        return np.arange(first, first + len(tensors), dtype=np.int64)

    def take(self, numbers: Sequence[int]) -> list[Any]:
        """Take them out.

        Raises:
          InvalidArgumentError: one is not there.
        """
        with self._lock:
            for number in numbers:
                if number not in self._kept:
                    raise errors.InvalidArgumentError(
                        None, None, f"Unable to find SparseTensor: {number} in map: {self.name}"
                    )
            return [self._kept.pop(number) for number in numbers]

    def cancel(self) -> None:
        """Nobody waits here."""

    def check_spec(self, made: dict[str, Any], wanted: dict[str, Any]) -> None:
        """All of them are alike."""


KINDS: dict[str, Callable[..., SparseTensorsMap]] = {"SparseTensorsMap": SparseTensorsMap}
