"""How rows are told apart: row splits, ids of rows, lengths, and the checks that they fit."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, check_ops, math_ops
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.ir import partial

ROW_TYPES = (dtypes.int32, dtypes.int64)


def repeat(data: Any, repeats: Any) -> Tensor:
    """Each row of `data` as often as `repeats` says."""
    return array_ops.repeat(data, repeats, axis=0)


def lengths_to_splits(lengths: Any) -> Tensor:
    """Row splits of the lengths of rows."""
    return array_ops.concat([[0], math_ops.cumsum(lengths)], axis=-1)


def row_splits_to_segment_ids(splits: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """For each value the number of its row.

    Args:
      splits: row splits, int32 or int64.
      name: name scope.
      out_type: int32 or int64; that of `splits` where absent.

    Raises:
      ValueError: `splits` are empty or of another type.
    """
    with name_scope(name, "RaggedSplitsToSegmentIds", [splits]):
        splits = convert_to_tensor(splits, name="splits", preferred_dtype=dtypes.int64)
        if splits.dtype not in ROW_TYPES:
            raise ValueError("splits must have dtype int32 or int64")
        splits.shape.assert_has_rank(1)
        if shapes.dimension_value(splits.shape[0]) == 0:
            raise ValueError("Invalid row_splits: []")
        out_type = splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        lengths = splits[1:] - splits[:-1]
        n = array_ops.shape(splits, out_type=out_type)[-1] - 1
        return repeat(math_ops.range(n), lengths)


def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: Any = None, name: str | None = None
) -> Tensor:
    """Row splits of the numbers of the values' rows, which are in order.

    Args:
      segment_ids: int32 or int64 vector.
      num_segments: how many rows there are; one more than the last id where absent.
      out_type: int32 or int64; that of `segment_ids` where absent.
      name: name scope.
    """
    if out_type is None:
        typed = [x for x in (segment_ids, num_segments) if isinstance(x, Tensor)]
        out_type = typed[0].dtype if typed else dtypes.int64
    with name_scope(name, "SegmentIdsToRaggedSplits", [segment_ids]):
        ids = to_int(segment_ids, "segment_ids", dtypes.int32)
        ids.shape.assert_has_rank(1)
        count = None
        if num_segments is not None:
            num_segments = to_int(num_segments, "num_segments", dtypes.int32)
            num_segments.shape.assert_has_rank(0)
            count = partial.constant_value(num_segments)
        lengths = math_ops.bincount(ids, minlength=num_segments, maxlength=num_segments, dtype=out_type)
        splits = array_ops.concat([[0], math_ops.cumsum(lengths)], axis=0)
        if count is not None:
            splits.set_shape([int(count) + 1])
        return splits


def to_int(value: Any, name: str, dtype: Any) -> Tensor:
    """An integer tensor, cast to `dtype`.

    Raises:
      TypeError: it is not of an integer type.
    """
    found = convert(value, None, name, preferred=dtype)
    if not found.dtype.is_integer:
        raise TypeError(f"{name} must be an integer tensor; dtype={found.dtype!r}")
    return math_ops.cast(found, dtype)


def positive_axis(axis: Any, ndims: int | None) -> int:
    """An axis that counts from the front.

    Raises:
      TypeError, ValueError: it is no int, lies outside, or cannot be told for an unknown rank.
    """
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    if ndims is None:
        if axis < 0:
            raise ValueError("axis may only be negative if ndims is statically known.")
        return axis
    if not -ndims <= axis < ndims:
        raise ValueError(f"axis={axis} out of bounds: expected {-ndims}<=axis<{ndims}")
    return axis + ndims if axis < 0 else axis


def assert_splits_match(nested: list[Any]) -> list[Any]:
    """Checks that tensors have the same row splits; none for those that are the very same.

    Raises:
      ValueError: they have different numbers of ragged dimensions.
    """
    message = "Inputs must have identical ragged splits"
    if any(len(splits) != len(nested[0]) for splits in nested):
        raise ValueError(message)
    pairs = [(a, b) for splits in nested[1:] for a, b in zip(nested[0], splits)]
    return [check_ops.assert_equal(a, b, message=message) for a, b in pairs]


def assert_increasing(tensor: Any, message: str) -> Any:
    """A check that a vector never falls."""
    return check_ops.assert_non_negative(tensor[1:] - tensor[:-1], message=message)


def assert_zero(tensor: Any, message: str) -> Any:
    """A check that a tensor is zero."""
    return check_ops.assert_equal(tensor, convert(0, tensor.dtype), message=message)
