"""Accumulators: gradients from several sides are added up until there are enough of them.

A gradient that was computed for an earlier step than the accumulator's own is dropped. Who takes the result waits for
enough gradients; the accumulator then begins anew, one step later.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors, shapes, waiting
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import Shape

_LOG = logging.getLogger("tensorflow")


def _invalid(text: str) -> errors.OpError:
    return errors.InvalidArgumentError(None, None, text)


class _Accumulator:
    """What accumulators of dense and sparse gradients share."""

    kind = ""

    def __init__(self, name: str, dtype: DType, shape: Shape, reduction_type: bytes | str) -> None:
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.is_mean = _text(reduction_type) == "MEAN"
        self.count = 0
        self.step = 0
        self._changed = threading.Condition()
        self._line: deque[tuple[object, int]] = deque()  # who waits, and for how many
        self._cancelled = False

    def set_global_step(self, step: int) -> None:
        """Begin with `step`: earlier gradients are dropped from now on."""
        with self._changed:
            if step < self.step:
                _LOG.warning("Attempt to set current_global_step_ to smaller value: current_global_step_ = %d "
                             ">= %d = new_global_step.", self.step, step)  # fmt: skip
            self.step = step

    def take(self, num_required: int) -> Any:
        """The sum or mean of all gradients, once there are `num_required`, in the order in which was asked.

        Raises:
          InvalidArgumentError: `num_required` is not positive.
          CancelledError: the session is closed.
        """
        if num_required <= 0:
            raise _invalid(f"Argument num_required must be positive, but was {num_required}")
        with self._changed:
            if not self._line and self.count >= num_required and not self._cancelled:
                return self._begin_anew()
        mine = (object(), num_required)
        gone: list[bool] = []

        def give_up() -> None:
            with self._changed:
                gone.append(True)
                self._changed.notify_all()

        with self._changed:
            self._line.append(mine)
        try:
            with waiting.listening(give_up), self._changed:
                while self._line[0] is not mine or self.count < num_required:
                    if gone or self._cancelled:
                        raise errors.CancelledError(None, None, "TakeGrad operation was cancelled")
                    self._changed.wait()
                return self._begin_anew()
        finally:
            with self._changed:
                self._line.remove(mine)
                self._wake()

    def cancel(self) -> None:
        """End everything that waits."""
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    def _begin_anew(self) -> Any:
        result = self._take()
        self.count = 0
        self.step += 1
        return result

    def _wake(self) -> None:
        """Wake those who wait, if there is enough for the first of them."""
        if self._line and self.count >= self._line[0][1]:
            self._changed.notify_all()

    def _add(self, local_step: int, add: Callable[[], None]) -> None:
        with self._changed:
            if local_step < self.step:
                return  # a gradient of an earlier step
            add()
            self.count += 1
            self._wake()

    def _take(self) -> Any:
        raise NotImplementedError

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """Refuse a second node of the same shared name that wants another accumulator (TF1's words)."""
        if made["dtype"] is not asked["dtype"]:
            raise _invalid(
                f"Shared conditional accumulator '{self.name}' has component types {made['dtype'].name} but requested "
                f"component types were {asked['dtype'].name}"
            )
        if made["shape"] != asked["shape"]:
            raise _invalid(
                f"Shared conditional accumulator '{self.name}' has component shapes "
                f"{shapes.debug_text(made['shape'])} but requested component shapes were "
                f"{shapes.debug_text(asked['shape'])}"
            )


class DenseAccumulator(_Accumulator):
    """Adds up arrays of one shape."""

    kind = "ConditionalAccumulator"

    def __init__(self, name: str, dtype: DType, shape: Shape, reduction_type: bytes | str) -> None:
        super().__init__(name, dtype, shape, reduction_type)
        self._sum: Any = None

    def apply(self, local_step: int, gradient: Any) -> None:
        """Add a gradient of `local_step`; InvalidArgumentError where its shape is wrong."""

        def add() -> None:
            expected = self.shape if self._sum is None else self._sum.shape
            if not shapes.is_compatible(expected, gradient.shape):
                raise _invalid(
                    f"Shape mismatch: expected {shapes.debug_text(expected)}, got {shapes.debug_text(gradient.shape)}"
                )
            if self._sum is None:
                self._sum = np.array(gradient)
            else:
                self._sum += gradient

        self._add(local_step, add)

    def _take(self) -> Any:
        total, self._sum = self._sum, None
        if self.is_mean and self.count > 1:
            if total.dtype.kind == "f":
                return np.divide(total, np.asarray(self.count, total.dtype), out=total)
            total = np.asarray(total / np.asarray(self.count, total.dtype), total.dtype)
        return total


class SparseAccumulator(_Accumulator):
    """Adds up rows of a table; the mean of a row is over the gradients that have it."""

    kind = "SparseConditionalAccumulator"

    def __init__(self, name: str, dtype: DType, shape: Shape, reduction_type: bytes | str) -> None:
        super().__init__(name, dtype, shape, reduction_type)
        self._indices: Any = None
        self._values: Any = None
        self._counts: Any = None

    def apply(self, local_step: int, indices: Any, values: Any, shape: Any, has_known_shape: bool) -> None:
        """Add the rows `values` at `indices`.

        Raises:
          InvalidArgumentError: their shapes do not fit together, or not to the accumulator.
        """

        def add() -> None:
            self._check(indices, values, shape, has_known_shape)
            if self._indices is None:
                self._indices, self._values = np.array(indices), np.array(values)
                self._counts = np.ones(len(indices), np.int64)
            else:
                self._merge(indices, values)

        self._add(local_step, add)

    def _merge(self, indices: Any, values: Any) -> None:
        """TF1: both lists are merged as if they were sorted; a row that both have at that moment is added."""
        out: list[tuple[int, Any, int]] = []
        i = j = 0
        old, old_values, counts = self._indices, self._values, self._counts
        while i < len(old) or j < len(indices):
            if j == len(indices) or (i < len(old) and old[i] < indices[j]):
                out.append((old[i], old_values[i], counts[i]))
                i += 1
            elif i == len(old) or indices[j] < old[i]:
                out.append((indices[j], values[j], 1))
                j += 1
            else:
                out.append((old[i], old_values[i] + values[j], counts[i] + 1))
                i, j = i + 1, j + 1
        self._indices = np.array([o[0] for o in out], np.int64)
        self._values = np.array([o[1] for o in out], values.dtype).reshape((-1, *values.shape[1:]))
        self._counts = np.array([o[2] for o in out], np.int64)

    def _check(self, indices: Any, values: Any, shape: Any, has_known_shape: bool) -> None:
        if indices.ndim != 1:
            raise _invalid(f"Input indices should be vector but received shape: {shapes.debug_text(indices.shape)}")
        if not values.ndim:
            raise _invalid("Values cannot be 0-dimensional.")
        if len(values) != len(indices):
            raise _invalid(f"Expected {len(indices)} non-empty input values, got {len(values)}.")
        if has_known_shape and shape.size and values.ndim != len(shape):
            raise _invalid(f"Number of dimensions of values {values.ndim} does not match that of shape {len(shape)}.")
        if has_known_shape and shape.size and self.shape:
            if not shapes.is_compatible(self.shape, tuple(int(d) for d in shape)):
                raise _invalid(
                    f"Shape mismatch: expected {shapes.debug_text(self.shape)}, "
                    f"got {shapes.debug_text(tuple(int(d) for d in shape))}"
                )
        rows = None if self._values is None else self._values.shape[1:]
        if rows is None and self.shape:
            rows = self.shape[1:]
        if rows is not None and not shapes.is_compatible(rows, values.shape[1:]):
            raise _invalid(
                f"Shape mismatch: expected values of shape {shapes.debug_text((None, *rows))}, "
                f"got {shapes.debug_text(values.shape)}"
            )

    def _take(self) -> Any:
        indices, values, counts = self._indices, self._values, self._counts
        self._indices = self._values = self._counts = None
        if self.is_mean:
            values = np.asarray(
                values / counts.astype(values.dtype).reshape((-1,) + (1,) * (values.ndim - 1)), values.dtype
            )
        known = self.shape or ()
        first = known[0] if known and known[0] is not None else -1
        return indices, values, np.array([first, *values.shape[1:]], np.int64)


def _text(x: bytes | str) -> str:
    return x.decode() if isinstance(x, bytes) else x


KINDS: dict[str, Callable[..., Any]] = {a.kind: a for a in (DenseAccumulator, SparseAccumulator)}
