"""Sums, products, extremes and means of RaggedTensors, along dimensions and over segments of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, check_ops, math_ops, string_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.ragged.elementwise import map_flat_values
from tf1compat._facade.ragged.partitions import ROW_TYPES, positive_axis, row_splits_to_segment_ids
from tf1compat._facade.ragged.ranges import range as ragged_range
from tf1compat._facade.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    match_row_splits_dtypes,
)
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import partial

# ---- over segments --------------------------------------------------------------------------------------------------


def _segments(
    op: Callable[..., Any], data: Any, ids: Any, count: Any, separator: Any = None, name: str | None = None
) -> Any:
    """`op` (an unsorted segment op) of the rows that have one id, value by value."""
    more = () if separator is None else (separator,)
    if not (is_ragged(data) or is_ragged(ids)):
        return op(data, ids, count, *more, name=name)
    with name_scope(name, "RaggedSegment"):
        data = convert_to_tensor_or_ragged_tensor(data, name="data")
        ids = convert_to_tensor_or_ragged_tensor(ids, name="segment_ids")
        data, ids = match_row_splits_dtypes(data, ids)
        if ids.dtype not in ROW_TYPES:
            raise ValueError("segment_ids must have dtype int32 or int64.")
        if is_ragged(ids):
            message = "segment_ids.shape must be a prefix of data.shape"
            if not is_ragged(data):
                raise ValueError(f"{message}, but segment_ids is ragged and data is not.")
            with control_dependencies([check_ops.assert_equal(ids.row_splits, data.row_splits, message=message)]):
                return _segments(op, data.values, ids.values, count, separator)
        lengths = data.row_splits[1:] - data.row_splits[:-1]
        longest = math_ops.maximum(math_ops.unsorted_segment_max(lengths, ids, count), 0)
        splits = array_ops.concat([array_ops.zeros([1], longest.dtype), math_ops.cumsum(longest)], axis=0)
        starts = array_ops.gather(splits, ids)
        places = ragged_range(starts, starts + lengths).values
        values = _segments(op, data.values, places, splits[-1], separator)
        return RaggedTensor.from_row_splits(values, splits, validate=False)


def segment_sum(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Sums of the rows with one id; as `tf.math.unsorted_segment_sum`."""
    return _segments(math_ops.unsorted_segment_sum, data, segment_ids, num_segments, name=name or "RaggedSegmentSum")


def segment_prod(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Products of the rows with one id."""
    return _segments(math_ops.unsorted_segment_prod, data, segment_ids, num_segments, name=name or "RaggedSegmentProd")


def segment_min(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The least of the rows with one id."""
    return _segments(math_ops.unsorted_segment_min, data, segment_ids, num_segments, name=name or "RaggedSegmentMin")


def segment_max(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The greatest of the rows with one id."""
    return _segments(math_ops.unsorted_segment_max, data, segment_ids, num_segments, name=name or "RaggedSegmentMax")


def _sum_and_count(data: Any, ids: Any, count: Any) -> tuple[Any, Any]:
    return segment_sum(data, ids, count), segment_sum(_ones(data), ids, count)


def _ones(x: Any) -> Any:
    return map_flat_values(array_ops.ones_like, x)


def segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Means of the rows with one id."""
    with name_scope(name, "RaggedSegmentMean"):
        total, count = _sum_and_count(data, segment_ids, num_segments)
        return _divided(total, count)


def segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Sums of the rows with one id, divided by the square root of their number."""
    with name_scope(name, "RaggedSegmentSqrtN"):
        total, count = _sum_and_count(data, segment_ids, num_segments)
        return _divided(total, map_flat_values(math_ops.sqrt, count))


def _divided(total: Any, count: Any) -> Any:
    if not is_ragged(total):
        return total / count
    return total.with_flat_values(total.flat_values / count.flat_values)


# ---- along dimensions -----------------------------------------------------------------------------------------------


def _reduced(
    op: Callable[..., Any],
    segment_op: Callable[..., Any],
    x: Any,
    axis: Any,
    keepdims: Any,
    name: str | None = None,
    separator: Any = None,
) -> Any:
    """`op` along `axis`: the values of a row are a segment of `segment_op`."""
    if not is_ragged(x):
        return op(x, axis, name=name) if separator is None else op(x, axis, name=name, separator=separator)
    if keepdims:
        raise ValueError("keepdims=True is not supported for RaggedTensors.")
    if isinstance(axis, Tensor):
        axis = partial.constant_value(axis)
        if axis is None:
            raise ValueError("axis must be known at graph construction time.")
        axis = np.asarray(axis).tolist()
    if axis is None:
        return op(x.flat_values, None, name=name) if separator is None else op(x.flat_values, None, separator=separator)
    with name_scope(name, "RaggedReduce"):
        if isinstance(axis, (tuple, list)):
            if not axis:
                return x
            *outer, axis = sorted(positive_axis(a, x.shape.ndims) for a in axis) if len(axis) > 1 else list(axis)
            if outer:
                x = _reduced(op, segment_op, x, axis, keepdims, separator=separator)
                return _reduced(op, segment_op, x, outer, keepdims, separator=separator)
        x = convert_to_tensor_or_ragged_tensor(x, name="rt_input")
        axis = positive_axis(axis, x.shape.ndims)
        if axis == 0:
            lengths = x.row_splits[1:] - x.row_splits[:-1]
            count = math_ops.maximum(math_ops.reduce_max(lengths), 0)
            return _segments(segment_op, x.values, ragged_range(lengths).values, count, separator)
        if axis == 1:
            count = array_ops.shape(x.row_splits)[0] - 1
            return _segments(segment_op, x.values, row_splits_to_segment_ids(x.row_splits), count, separator)
        return x.with_values(_reduced(op, segment_op, x.values, axis - 1, keepdims, separator=separator))


def reduce_sum(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """Sums along `axis`."""
    name = name or "RaggedReduceSum"
    return _reduced(math_ops.reduce_sum, math_ops.unsorted_segment_sum, input_tensor, axis, keepdims, name)


def reduce_prod(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """Products along `axis`."""
    name = name or "RaggedReduceProd"
    return _reduced(math_ops.reduce_prod, math_ops.unsorted_segment_prod, input_tensor, axis, keepdims, name)


def reduce_min(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """The least along `axis`."""
    name = name or "RaggedReduceMin"
    return _reduced(math_ops.reduce_min, math_ops.unsorted_segment_min, input_tensor, axis, keepdims, name)


def reduce_max(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """The greatest along `axis`."""
    name = name or "RaggedReduceMax"
    return _reduced(math_ops.reduce_max, math_ops.unsorted_segment_max, input_tensor, axis, keepdims, name)


def reduce_mean(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """Means along `axis`; NaN of no values."""
    with name_scope(name, "RaggedReduceMean"):
        total = reduce_sum(input_tensor, axis, keepdims)
        return _divided(total, reduce_sum(_ones(input_tensor), axis, keepdims))


def reduce_all(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """Are all along `axis` True?"""
    with name_scope(name, "RaggedReduceAll"):
        found = reduce_prod(map_flat_values(math_ops.cast, input_tensor, dtypes.int32), axis, keepdims)
        return map_flat_values(math_ops.cast, found, dtypes.bool)


def reduce_any(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """Is one along `axis` True?"""
    with name_scope(name, "RaggedReduceAny"):
        found = reduce_sum(map_flat_values(math_ops.cast, input_tensor, dtypes.int32), axis, keepdims)
        return map_flat_values(math_ops.cast, found, dtypes.bool)


def reduce_join(
    inputs: Any, axis: Any = None, keepdims: Any = None, separator: str = "", name: str | None = None
) -> Any:
    """Strings along `axis` joined."""
    join = string_ops.reduce_join_v2, string_ops.unsorted_segment_join
    return _reduced(*join, inputs, axis, keepdims, name or "RaggedSegmentJoin", separator)
