"""Sums, means, products and extrema of groups of rows."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_elementwise import maximum, sqrt
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import errors


def segment_sum(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The sum of each group of rows; `segment_ids` are sorted group numbers, one per row."""
    return apply_op("SegmentSum", data, segment_ids, name=name)


def segment_mean(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The mean of each group of rows; `segment_ids` are sorted."""
    return apply_op("SegmentMean", data, segment_ids, name=name)


def segment_prod(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The product of each group of rows; `segment_ids` are sorted."""
    return apply_op("SegmentProd", data, segment_ids, name=name)


def segment_max(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The largest of each group of rows; `segment_ids` are sorted."""
    return apply_op("SegmentMax", data, segment_ids, name=name)


def segment_min(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The smallest of each group of rows; `segment_ids` are sorted."""
    return apply_op("SegmentMin", data, segment_ids, name=name)


@dispatched
def unsorted_segment_sum(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The sum of the rows with each number; rows with a negative number are left out."""
    return apply_op("UnsortedSegmentSum", data, segment_ids, num_segments, name=name)


@dispatched
def unsorted_segment_prod(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The product of the rows with each number; 1 where there are none."""
    return apply_op("UnsortedSegmentProd", data, segment_ids, num_segments, name=name)


@dispatched
def unsorted_segment_max(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The largest of the rows with each number; the lowest value of the type where there are none."""
    return apply_op("UnsortedSegmentMax", data, segment_ids, num_segments, name=name)


@dispatched
def unsorted_segment_min(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The smallest of the rows with each number; the highest value of the type where there are none."""
    return apply_op("UnsortedSegmentMin", data, segment_ids, num_segments, name=name)


@dispatched
def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The mean of the rows with each number; 0 where there are none."""
    with name_scope(name, "UnsortedSegmentMean"):
        data, segment_ids = convert(data), convert(segment_ids)
        number = _rows_per_segment(data, segment_ids, num_segments)
        return unsorted_segment_sum(data, segment_ids, num_segments) / number  # type: ignore[operator]


@dispatched
def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The sum of the rows with each number over the square root of how many they are."""
    with name_scope(name, "UnsortedSegmentSqrtN"):
        data, segment_ids = convert(data), convert(segment_ids)
        number = _rows_per_segment(data, segment_ids, num_segments)
        return unsorted_segment_sum(data, segment_ids, num_segments) / sqrt(number)  # type: ignore[operator]


def _rows_per_segment(data: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor:
    ones = array_ops.ones(array_ops.shape_internal(segment_ids), dtype=data.dtype.base)
    number = unsorted_segment_sum(ones, segment_ids, num_segments)
    rank = len(data.dims or ()) - len(segment_ids.dims or ())
    return maximum(array_ops.reshape(number, [num_segments] + [1] * rank), 1)


def _sparse(op_type: str, data: Any, indices: Any, segment_ids: Any, name: str | None, num_segments: Any) -> Tensor:
    if num_segments is not None:
        return apply_op(op_type + "WithNumSegments", data, indices, segment_ids, num_segments, name=name)
    return apply_op(op_type, data, indices, segment_ids, name=name)


def sparse_segment_sum(
    data: Any, indices: Any, segment_ids: Any, name: str | None = None, num_segments: Any = None
) -> Tensor:
    """The sum of each group of the rows chosen by `indices`."""
    return _sparse("SparseSegmentSum", data, indices, segment_ids, name, num_segments)


def sparse_segment_mean(
    data: Any, indices: Any, segment_ids: Any, name: str | None = None, num_segments: Any = None
) -> Tensor:
    """The mean of each group of the rows chosen by `indices`."""
    return _sparse("SparseSegmentMean", data, indices, segment_ids, name, num_segments)


def sparse_segment_sqrt_n(
    data: Any, indices: Any, segment_ids: Any, name: str | None = None, num_segments: Any = None
) -> Tensor:
    """The sum of each group of the chosen rows over the square root of how many they are."""
    return _sparse("SparseSegmentSqrtN", data, indices, segment_ids, name, num_segments)
