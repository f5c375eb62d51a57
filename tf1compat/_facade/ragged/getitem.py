"""Indexing RaggedTensors: rows by number or slice, inner dimensions by slice."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged.ranges import range as ragged_range
from tf1compat._facade.ragged.tensor import RaggedTensor
from tf1compat._facade.tensor import Tensor

_ALL = slice(None, None, None)


def getitem(self: RaggedTensor, key: Any) -> Any:
    """`rt[key]`: integers for rows, slices, `...` and `tf.newaxis` for all dimensions.

    Raises:
      ValueError: an integer for an inner ragged dimension.
      IndexError: more keys than dimensions.
    """
    keys = list(key) if isinstance(key, (list, tuple)) else [key]
    with name_scope(None, "RaggedGetItem", [self.flat_values]):
        return _rows(self, keys)


def _rows(rt: Any, keys: list[Any]) -> Any:
    if not keys:
        return rt
    first, rest = keys[0], keys[1:]
    if first is Ellipsis:
        return _rows(rt, _spelled_out(keys, rt.shape.ndims))
    if first is array_ops.newaxis:
        inner = _rows(rt, rest)
        n = array_ops.shape(inner.row_splits, out_type=inner.row_splits.dtype)[0]
        return RaggedTensor.from_row_splits(inner, array_ops.stack([0, n - 1]), validate=False)
    if isinstance(first, slice):
        return _inner(_sliced_rows(rt, first), rest)
    row = rt.values[rt.row_splits[:-1][first] : rt.row_splits[1:][first]]
    return row.__getitem__(rest) if rest else row


def _sliced_rows(rt: Any, key: slice) -> Any:
    if key == _ALL:
        return rt
    starts, limits = rt.row_splits[:-1][key], rt.row_splits[1:][key]
    if key.step is not None and not (isinstance(key.step, int) and key.step == 1):
        return _of_ranges(starts, limits, 1, rt.values)
    # where no row is left, the splits are a single 0
    zero = array_ops.zeros([1], rt.row_splits.dtype)[array_ops.size(starts) :]
    splits = array_ops.concat([zero, starts[:1], limits], axis=0)
    return RaggedTensor.from_row_splits(rt.values[splits[0] : splits[-1]], splits - splits[0], validate=False)


def _inner(rt: Any, keys: list[Any]) -> Any:
    """Keys of the dimensions behind the first."""
    if not keys:
        return rt
    if isinstance(rt, Tensor):
        return rt.__getitem__([_ALL, *keys])
    key, rest = keys[0], keys[1:]
    if key is Ellipsis:
        return _inner(rt, _spelled_out(keys, rt.values.shape.ndims))
    if key is array_ops.newaxis:
        inner = _inner(rt, rest)
        n = array_ops.shape(inner.row_splits, out_type=inner.row_splits.dtype)[0]
        return RaggedTensor.from_row_splits(inner, math_ops.range(n), validate=False)
    if not isinstance(key, slice):
        raise ValueError("Cannot index into an inner ragged dimension.")
    if key != _ALL:
        starts, limits = rt.row_splits[:-1], rt.row_splits[1:]
        first = starts if _is_zero(key.start) else _moved(key.start, starts, limits)
        last = limits if _is_zero(key.stop) else _moved(key.stop, starts, limits)
        rt = _of_ranges(first, last, key.step, rt.values)
    return rt.with_values(_inner(rt.values, rest))


def _is_zero(offset: Any) -> bool:
    return offset is None or (isinstance(offset, int) and offset == 0)  # TF1: `[:, :0]` is everything


def _spelled_out(keys: list[Any], remaining: int | None) -> list[Any]:
    """`...` replaced by one whole dimension more, or left out."""
    if remaining is None:
        raise ValueError("Ellipsis not supported for unknown shape RaggedTensors")
    used = sum(1 for key in keys if key is not array_ops.newaxis)
    if used > remaining + 1:
        raise IndexError("Too many indices for RaggedTensor")
    return keys[1:] if used == remaining + 1 else [_ALL, *keys]


def _of_ranges(starts: Any, limits: Any, step: Any, values: Any) -> Any:
    """Rows of the values from each start to its limit."""
    step = convert_to_tensor(1 if step is None else step, name="step")
    if not step.dtype.is_integer:
        raise TypeError("slice strides must be integers or None")
    places = ragged_range(starts, limits, math_ops.cast(step, starts.dtype), row_splits_dtype=starts.dtype)
    return places.with_values(array_ops.gather(values, places.values))


def _moved(offset: Any, starts: Any, limits: Any) -> Any:
    """Each row's place `offset` from its start, or from its end where it is negative."""

    def from_start() -> Any:
        return math_ops.minimum(starts + offset, limits)

    def from_end() -> Any:
        return math_ops.maximum(limits + offset, starts)

    if isinstance(offset, Tensor):
        offset = math_ops.cast(offset, starts.dtype)
        return cond(offset >= 0, from_start, from_end)
    if isinstance(offset, int):
        return from_start() if offset > 0 else from_end()
    raise TypeError("slice offsets must be integers or None")
