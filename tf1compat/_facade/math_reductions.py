"""Reductions of `tf.math`: over some axes or all, with the argument names of every 1.x version."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import is_finite, maximum, minimum
from tf1compat._facade.math_ranges import range
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


def reduction_axes(x: Any, axis: Any) -> Any:
    """The axes as an argument of the op; all of them where none are named."""
    if axis is not None:
        return axis
    if isinstance(x, Tensor) and x.dims is not None:
        return constant(np.arange(len(x.dims)), dtype=dtypes.int32)
    if isinstance(x, SparseTensor) and shapes.is_fully_defined(x.dense_shape.dims):
        return constant(np.arange(x.dense_shape.shape[0].value), dtype=dtypes.int32)
    return range(0, array_ops.rank(x))


def _reduce(op_type: str, x: Any, axis: Any, keepdims: Any, name: str | None) -> Tensor:
    keep = False if keepdims is None else bool(keepdims)
    output = apply_op(op_type, x, reduction_axes(x, axis), name=name, keep_dims=keep)
    return _scalar_if_all(output, axis, keep)


def _scalar_if_all(output: Tensor, axis: Any, keep: bool) -> Tensor:
    if axis is None and not keep and output.dims != ():
        output.set_shape(())
    return output


def _arguments(axis: Any, keepdims: Any, reduction_indices: Any, keep_dims: Any) -> tuple[Any, Any]:
    """The values behind the old and new names of the two options."""
    axis = renamed_argument("axis", axis, "reduction_indices", reduction_indices)
    return axis, renamed_argument("keepdims", keepdims, "keep_dims", keep_dims)


@dispatched
def reduce_sum(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """The sum over `axis` (an int, a list, or all); `keepdims` leaves reduced dimensions at size 1.

    `reduction_indices` and `keep_dims` are older names of the two.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.reduce_sum(tf.ones([2, 3]), 1).shape.as_list()
    [2]
    """
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("Sum", input_tensor, axis, keepdims, name)


@dispatched
def reduce_mean(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """The mean over `axis`; truncated for integers. Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("Mean", input_tensor, axis, keepdims, name)


@dispatched
def reduce_prod(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """The product over `axis`. Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("Prod", input_tensor, axis, keepdims, name)


@dispatched
def reduce_max(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """The largest element over `axis`. Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("Max", input_tensor, axis, keepdims, name)


@dispatched
def reduce_min(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """The smallest element over `axis`. Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("Min", input_tensor, axis, keepdims, name)


@dispatched
def reduce_all(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """Are all booleans over `axis` true? Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("All", input_tensor, axis, keepdims, name)


@dispatched
def reduce_any(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """Is any boolean over `axis` true? Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    return _reduce("Any", input_tensor, axis, keepdims, name)


def reduce_logsumexp(
    input_tensor: Any, axis: Any = None, keepdims: Any = None, name: str | None = None,
    reduction_indices: Any = None, keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """log(sum(exp(x))) over `axis` without overflow. Arguments as for `reduce_sum`."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    keep = False if keepdims is None else bool(keepdims)
    x = convert(input_tensor)
    with name_scope(name, "ReduceLogSumExp", [x]):
        largest = reduce_max(x, axis=axis, keepdims=True)
        finite = array_ops.where(is_finite(largest), largest, array_ops.zeros_like(largest))
        shift = array_ops.stop_gradient(finite)
        shifted = apply_op("Exp", apply_op("Sub", x, shift))
        result = apply_op("Log", reduce_sum(shifted, axis, keepdims=keep))
        if not keep:
            shift = array_ops.reshape(shift, array_ops.shape(result))
        return _scalar_if_all(apply_op("Add", result, shift), axis, keep)


def reduce_euclidean_norm(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of the sum of squares over `axis`."""
    return _reduce("EuclideanNorm", input_tensor, axis, keepdims, name)


def reduce_variance(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The mean squared deviation from the mean over `axis`."""
    with name_scope(name or "reduce_variance"):
        means = reduce_mean(input_tensor, axis=axis, keepdims=True)
        return reduce_mean(apply_op("Square", input_tensor - means), axis=axis, keepdims=keepdims)


def reduce_std(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The square root of `reduce_variance`."""
    with name_scope(name or "reduce_std"):
        return apply_op("Sqrt", reduce_variance(input_tensor, axis=axis, keepdims=keepdims))


def count_nonzero(
    input_tensor: Any = None, axis: Any = None, keepdims: Any = None, dtype: Any = dtypes.int64,
    name: str | None = None, reduction_indices: Any = None, keep_dims: Any = None, input: Any = None,
) -> Tensor:  # fmt: skip
    """How many elements over `axis` are not zero (for strings: not empty)."""
    axis, keepdims = _arguments(axis, keepdims, reduction_indices, keep_dims)
    x = renamed_argument("input", input, "input_tensor", input_tensor)
    with name_scope(name, "count_nonzero", [x]):
        x = convert(x, None, "input")
        zero = array_ops.zeros([], dtype=x.dtype.base)
        there = cast(apply_op("NotEqual", x, zero), dtypes.int64)
        return cast(reduce_sum(there, axis=axis, keepdims=keepdims), dtype)


def argmax(
    input: Any, axis: Any = None, name: str | None = None, dimension: Any = None, output_type: Any = dtypes.int64
) -> Tensor:
    """Where along `axis` (0 by default) the largest element stands, the first of equal ones."""
    axis = renamed_argument("axis", axis, "dimension", dimension)
    return arg_max(input, 0 if axis is None else axis, output_type, name)


def argmin(
    input: Any, axis: Any = None, name: str | None = None, dimension: Any = None, output_type: Any = dtypes.int64
) -> Tensor:
    """Where along `axis` (0 by default) the smallest element stands, the first of equal ones."""
    axis = renamed_argument("axis", axis, "dimension", dimension)
    return arg_min(input, 0 if axis is None else axis, output_type, name)


def arg_max(input: Any, dimension: Any, output_type: Any = dtypes.int64, name: str | None = None) -> Tensor:
    """The old name of `argmax`."""
    return apply_op("ArgMax", input, dimension, name=name, output_type=dtypes.as_dtype(output_type).base)


def arg_min(input: Any, dimension: Any, output_type: Any = dtypes.int64, name: str | None = None) -> Tensor:
    """The old name of `argmin`."""
    return apply_op("ArgMin", input, dimension, name=name, output_type=dtypes.as_dtype(output_type).base)


def cumsum(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """The running sum along `axis`; `exclusive` leaves the element itself out, `reverse` starts at the end."""
    with name_scope(name, "Cumsum", [x]) as scope:
        return apply_op("Cumsum", convert(x, None, "x"), axis, name=scope, exclusive=exclusive, reverse=reverse)


def cumprod(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """The running product along `axis`; options as for `cumsum`."""
    with name_scope(name, "Cumprod", [x]) as scope:
        return apply_op("Cumprod", convert(x, None, "x"), axis, name=scope, exclusive=exclusive, reverse=reverse)


def cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running log of the sum of exponentials along `axis`; options as for `cumsum`."""
    with name_scope(name, "CumulativeLogsumexp", [x]) as scope:
        given = convert(x, None, "x")
        return apply_op("CumulativeLogsumexp", given, axis, name=scope, exclusive=exclusive, reverse=reverse)


def bincount(
    arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None, dtype: Any = dtypes.int32
) -> Tensor:
    """How often each number from 0 to the largest one occurs in `arr`, or the sum of its weights."""
    with name_scope("bincount"):
        arr = convert(arr, dtypes.int32, "arr")
        is_nonempty = reduce_prod(array_ops.shape(arr)) > 0
        size = cast(is_nonempty, dtypes.int32) * (reduce_max(arr) + 1)  # type: ignore[operator]
        if minlength is not None:
            size = maximum(convert(minlength, dtypes.int32, "minlength"), size)
        if maxlength is not None:
            size = minimum(convert(maxlength, dtypes.int32, "maxlength"), size)
        if weights is not None:
            return apply_op("UnsortedSegmentSum", convert(weights, None, "weights"), arr, size)
        return apply_op("Bincount", arr, size, constant([], dtypes.as_dtype(dtype).base))
