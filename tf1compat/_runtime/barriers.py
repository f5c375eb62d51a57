"""Barriers: values under keys whose components come one by one; who takes gets complete ones, the earliest first.

A key's place in the line is that of the insertion that first named it, whenever its last component comes. Complete
elements wait in a queue by priority, so that taking, waiting and cancelling are the queue's.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._runtime.queue_specs import DIFFERENCES, type_text
from tf1compat._runtime.queues import PriorityQueue

_FIRST = -(2**63)


def _invalid(text: str) -> errors.OpError:
    return errors.InvalidArgumentError(None, None, text)


def _cancelled(text: str) -> errors.OpError:
    return errors.CancelledError(None, None, text)


class Barrier:
    """Elements of the components `component_types` and `shapes`, under keys."""

    kind = "Barrier"

    def __init__(
        self, name: str, component_types: Sequence[DType], shapes: Sequence[Shape], capacity: int = -1
    ) -> None:
        if len(shapes) != len(component_types):
            raise _invalid("All of the component shapes must be specified")
        if capacity != -1:
            raise _invalid(
                "Barrier only accepts capacity=-1.  Feed the inputs to your Barrier through a queue to enforce a "
                "limited capacity."
            )
        self.name = name
        self.types = tuple(component_types)
        self._lock = threading.RLock()
        self._incomplete: dict[bytes, tuple[int, dict[int, Any]]] = {}
        self._next = _FIRST
        self._closed = False
        self._cancelled = False
        self._shapes = tuple(shapes)
        self._ready = PriorityQueue(f"{name}_queue", (dtypes.string, *self.types), ((), *shapes), -1)

    @property
    def ready_size(self) -> int:
        """Number of complete elements."""
        return self._ready.size()

    @property
    def incomplete_size(self) -> int:
        """Number of keys that lack components."""
        return len(self._incomplete)

    def insert_many(self, index: int, keys: Any, values: Any, dtype: DType) -> None:
        """Set component `index` of each of `keys` to the row of `values`.

        Raises:
          InvalidArgumentError: there is no such component, it is of another type, or a key has it already.
          CancelledError: the barrier is closed, and a key is new or closing has cancelled what is incomplete.
        """
        keys, values = np.atleast_1d(np.asarray(keys, object)).ravel(), np.atleast_1d(np.array(values))
        self._check_values(index, keys, values, dtype)
        with self._lock:
            if self._closed and (self._cancelled or (len(keys) and not self._incomplete)):
                raise _cancelled(
                    f"Barrier {self.name} is closed.  Pending enqueues cancelled: {int(self._cancelled)}.  "
                    f"Number of new insertions: {len(keys)}.  Number of incomplete keys: {len(self._incomplete)}."
                )
            ready: list[tuple[Any, ...]] = []
            place, is_new = self._next, False
            for i, key in enumerate(keys):
                is_new = self._insert(index, i, key, values[i], place, ready) or is_new
            self._next += is_new  # TF1: what fails halfway leaves its keys, but takes no place
            if ready:
                self._ready.enqueue_many(self._columns(ready))
                if self._closed and not self._incomplete:
                    self._close_queue()

    def take_many(self, n: int, fewer: bool = False) -> tuple[Any, Any, list[Any]]:
        """Places, keys and components of the first `n` complete elements, waiting for them.

        With `fewer`, a closed barrier gives what is complete.

        Raises:
          OutOfRangeError: the barrier is closed and too few elements are left.
          CancelledError: the session is closed.
        """
        with self._lock:
            if self._closed:
                available = self.ready_size
                if fewer:
                    n = min(n, available)
                else:
                    available += len(self._incomplete)
                if available < max(n, 1):
                    raise errors.OutOfRangeError(
                        None,
                        None,
                        f"Barrier '{self.name}' is closed and has insufficient elements (requested {n}, "
                        f"total size {available})",
                    )
        places, keys, *values = self._ready.dequeue_many(n, fewer)
        return places, keys, values

    def close(self, cancel_pending_enqueues: bool = False) -> None:
        """Refuse new keys, and with `cancel_pending_enqueues` the missing components of others, too.

        Raises:
          CancelledError: the barrier is closed already, in this way.
        """
        with self._lock:
            if self._closed and (self._cancelled or not cancel_pending_enqueues):
                raise _cancelled(f"Barrier '{self.name}' is already closed.")
            self._closed = True
            self._cancelled = cancel_pending_enqueues
            if cancel_pending_enqueues or not self._incomplete:
                self._incomplete.clear()
                self._close_queue()

    def cancel(self) -> None:
        """End everything that waits: the session is closed."""
        self._ready.cancel()

    def _check_values(self, index: int, keys: Any, values: Any, dtype: DType) -> None:
        if index >= len(self.types):
            raise _invalid(f"The component ID is out of range {index} > num_components (= {len(self.types)})")
        if dtype is not self.types[index]:
            raise _invalid(
                f"Signature mismatch, have: string_ref, string, {type_text(dtype)}-> expected: string_ref, string, "
                f"{type_text(self.types[index])}->"
            )
        if len(keys) and not values.size:
            raise _invalid(
                f"Tensors with no elements are not supported {self.name}: received shape "
                f"{shapes.debug_text(values.shape)}"
            )
        if len(values) < len(keys):
            raise _invalid(f"{len(keys)} keys need as many values, but received {len(values)}")

    def _insert(self, index: int, i: int, key: bytes, value: Any, place: int, ready: list[tuple[Any, ...]]) -> bool:
        """Set one component; is the key new?"""
        found = self._incomplete.get(key)
        is_new = found is None
        if found is None:
            if self._closed:
                raise _cancelled(
                    f"Barrier {self.name} is closed, but attempted to insert a brand new key: {key.decode()}.  "
                    f"Pending enqueues cancelled: {int(self._cancelled)}.  Insertion index: {i}.  "
                    f"Number of incomplete keys: {len(self._incomplete)}."
                )
            found = self._incomplete[key] = (place, {})
        first, components = found
        if index in components:
            raise _invalid(f"Key {key.decode()} already has a value for component {index} in barrier {self.name}")
        components[index] = value
        if len(components) == len(self.types):
            del self._incomplete[key]
            ready.append((np.int64(first), key, *(components[j] for j in range(len(self.types)))))
        return is_new

    def _columns(self, elements: list[tuple[Any, ...]]) -> list[Any]:
        """The elements as batches of their components."""
        keys = np.empty(len(elements), object)
        keys[:] = [e[1] for e in elements]
        found = [np.array([e[0] for e in elements], np.int64), keys]
        for i, (dtype, shape) in enumerate(zip(self.types, self._shapes), 2):
            size: Any = (len(elements), *(shape or ()))
            column = np.empty(size, dtype.np)
            for j, element in enumerate(elements):
                if np.shape(element[i]) != shape:
                    raise _invalid(
                        f"Shape mismatch in tuple component {i}. Expected {shapes.debug_text(shape)}, "
                        f"got {shapes.debug_text(np.shape(element[i]))}"
                    )
                column[j] = element[i]
            found.append(column)
        return found

    def _close_queue(self) -> None:
        if not self._ready.closed:
            self._ready.close(self._cancelled)

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """Refuse a second node of the same shared name that wants another barrier (TF1's words)."""
        for key in ("component_types", "shapes"):
            if made[key] != asked[key]:
                text = DIFFERENCES[key](made[key], asked[key])
                raise _invalid(f"Shared barrier '{self.name}' has {text}")


KINDS = {Barrier.kind: Barrier}
