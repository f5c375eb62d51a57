"""Reductions over axes (sums, products, extrema, positions of extrema) and running sums along one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from jax import lax
from jax import numpy as jnp

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import axis_tuple, is_concrete
from tf1compat._jaxcore.base.quiet import quietly
from tf1compat._jaxcore.schema import checks, refusals, shape_rules
from tf1compat._jaxcore.schema.opdef import op

_REDUCE = "input: T, reduction_indices: Tidx -> output: T"
_OPTIONS: dict[str, Any] = {
    "static": "reduction_indices",
    "shape": shape_rules.reduction,
    "types": {"Tidx": dtypes.int32},
}


def axes_of(x: Any, reduction_indices: Any) -> tuple[int, ...]:
    """The axes to reduce, each once.

    Raises:
      InvalidArgumentError: one is out of range.
    """
    try:
        return tuple(dict.fromkeys(axis_tuple(reduction_indices, np.ndim(x))))
    except ValueError as e:
        raise errors.InvalidArgumentError(None, None, str(e)) from None


def _reduced(numpy_function: Any, lax_function: Callable[..., Any], x: Any, indices: Any, keep_dims: bool) -> Any:
    axes = axes_of(x, indices)
    if is_concrete(x):
        return np.asarray(numpy_function(x, axis=axes, keepdims=keep_dims), x.dtype)
    return kept(lax_function(x, axes), np.shape(x), axes, keep_dims)


def kept(reduced: Any, shape: tuple[int, ...], axes: tuple[int, ...], keep_dims: bool) -> Any:
    """The reduced axes put back with size 1, if wanted."""
    if not keep_dims:
        return reduced
    return lax.reshape(reduced, tuple(1 if i in axes else d for i, d in enumerate(shape)))


def count(x: Any, axes: tuple[int, ...]) -> int:
    """How many elements each result stands for."""
    shape = np.shape(x)
    product = 1
    for a in axes:
        product *= shape[a]
    return product


@op("Sum", _REDUCE, **_OPTIONS)
def sum(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """The sum over the axes."""
    return _reduced(np.sum, lax.reduce_sum, input, reduction_indices, keep_dims)


def _lax_mean(x: Any, axes: tuple[int, ...]) -> Any:
    """Half types are summed in float32."""
    wide = lax.convert_element_type(x, np.float32) if np.dtype(x.dtype).itemsize == 2 and not _is_integer(x) else x
    total = lax.reduce_sum(wide, axes)
    n = np.asarray(count(x, axes), total.dtype)
    mean = lax.div(total, n if np.shape(total) == () else lax.full_like(total, n))
    return lax.convert_element_type(mean, x.dtype)


def _numpy_mean(x: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
    if not _is_integer(x):
        with quietly():
            return np.sum(x, axis, keepdims=keepdims) / np.asarray(count(x, axis), x.dtype)
    return np.trunc(np.mean(x.astype(np.float64), axis, keepdims=keepdims))


def _is_integer(x: Any) -> bool:
    return np.dtype(x.dtype).kind in "iu"


@op("Mean", _REDUCE, **_OPTIONS)
def mean(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """The mean over the axes; truncated for integers."""
    return _reduced(_numpy_mean, _lax_mean, input, reduction_indices, keep_dims)


@op("Prod", _REDUCE, **_OPTIONS)
def prod(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """The product over the axes."""
    return _reduced(np.prod, lax.reduce_prod, input, reduction_indices, keep_dims)


def _limit(x: Any, largest: bool) -> Any:
    """What the extremum of no elements is."""
    dtype = np.dtype(x.dtype)
    if dtype.kind in "iu":
        return np.iinfo(dtype).max if largest else np.iinfo(dtype).min
    return np.inf if largest else -np.inf


def _extremum_grad(inputs: Any, outputs: Any, cotangents: Any, keep_dims: bool = False) -> list[Any]:
    """The elements that attain the extremum share the cotangent evenly."""
    x, indices = inputs
    axes = axes_of(x, indices)
    shape = tuple(1 if i in axes else d for i, d in enumerate(np.shape(x)))
    chosen = lax.eq(x, lax.broadcast_in_dim(lax.reshape(outputs[0], shape), np.shape(x), range(len(shape))))
    chosen = lax.convert_element_type(chosen, x.dtype)
    number = lax.reduce_sum(chosen, axes)
    share = lax.div(lax.reshape(cotangents[0], np.shape(number)), number)
    return [lax.mul(chosen, lax.broadcast_in_dim(lax.reshape(share, shape), np.shape(x), range(len(shape)))), None]


@op("Max", _REDUCE, grad=_extremum_grad, **_OPTIONS)
def max(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """The largest element over the axes."""
    low = _limit(input, False)
    return _reduced(lambda x, **k: np.max(x, initial=low, **k), lax.reduce_max, input, reduction_indices, keep_dims)


@op("Min", _REDUCE, grad=_extremum_grad, **_OPTIONS)
def min(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """The smallest element over the axes."""
    high = _limit(input, True)
    return _reduced(lambda x, **k: np.min(x, initial=high, **k), lax.reduce_min, input, reduction_indices, keep_dims)


_LOGICAL = "input: bool, reduction_indices: Tidx -> output: bool"


@op("All", _LOGICAL, grad="none", **_OPTIONS)
def all(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """Are all elements true?"""
    return _reduced(np.all, lax.reduce_and, input, reduction_indices, keep_dims)


@op("Any", _LOGICAL, grad="none", **_OPTIONS)
def any(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """Is any element true?"""
    return _reduced(np.any, lax.reduce_or, input, reduction_indices, keep_dims)


@op("EuclideanNorm", _REDUCE, grad="none", **_OPTIONS)
def euclidean_norm(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    """The square root of the sum of squares over the axes."""
    if np.size(reduction_indices) == 0:
        return input  # TF1: no axes, no norm: signs are kept

    def norm(x: Any, axes: tuple[int, ...]) -> Any:
        return lax.sqrt(lax.reduce_sum(lax.mul(x, x), axes))

    return _reduced(lambda x, **k: np.sqrt(np.sum(x * x, **k)), norm, input, reduction_indices, keep_dims)


def _single_axis(x: Any, dimension: Any, expected: str = "Expected dimension") -> int:
    rank, axis = np.ndim(x), int(np.ravel(dimension)[0])
    if not -rank <= axis < rank:
        raise errors.InvalidArgumentError(None, None, f"{expected} in the range [{-rank}, {rank}), but got {axis}")
    return axis % rank


_ARG: dict[str, Any] = {
    "static": "dimension",
    "shape": shape_rules.arg_reduction,
    "grad": "none",
    "types": {"Tidx": dtypes.int32},
    "refusal": refusals.reduction_of_nothing,
}


@op("ArgMax", "input: T, dimension: Tidx -> output: output_type", **_ARG)
def arg_max(input: Any, dimension: Any, *, output_type: Any = dtypes.int64) -> Any:
    """Where along the axis the largest element stands (the first of equal ones)."""
    axis = _single_axis(input, dimension)
    if is_concrete(input):
        return np.argmax(input, axis).astype(output_type.np)
    return lax.argmax(input, axis, output_type.np)


@op("ArgMin", "input: T, dimension: Tidx -> output: output_type", **_ARG)
def arg_min(input: Any, dimension: Any, *, output_type: Any = dtypes.int64) -> Any:
    """Where along the axis the smallest element stands (the first of equal ones)."""
    axis = _single_axis(input, dimension)
    if is_concrete(input):
        return np.argmin(input, axis).astype(output_type.np)
    return lax.argmin(input, axis, output_type.np)


def _running(
    numpy_function: Any, lax_function: Any, start: int, x: Any, axis: Any, exclusive: bool, reverse: bool
) -> Any:
    """Running totals; `exclusive` ones leave the element itself out and begin with `start`."""
    place = _single_axis(x, axis, "ScanOp: Expected scan axis")
    if is_concrete(x):
        turned = np.flip(x, place) if reverse else x
        total = np.asarray(numpy_function(turned, place), x.dtype)
        total = np.flip(total, place) if reverse else total
    else:
        total = lax_function(x, place, reverse=reverse)
    size = np.shape(x)[place]
    if not exclusive or size == 0:
        return total
    if is_concrete(x):
        edge = np.full_like(np.take(total, [0], place), start)
        rest = np.take(total, np.arange(1, size) if reverse else np.arange(size - 1), place)
        return np.concatenate([rest, edge] if reverse else [edge, rest], place)
    rest = lax.slice_in_dim(total, 1, size, axis=place) if reverse else lax.slice_in_dim(total, 0, size - 1, axis=place)
    padding = [(0, 0, 0)] * np.ndim(x)
    padding[place] = (0, 1, 0) if reverse else (1, 0, 0)
    return lax.pad(rest, np.asarray(start, x.dtype), padding)


_RUNNING: dict[str, Any] = {"static": "axis", "shape": shape_rules.unchanged, "types": {"Tidx": dtypes.int32}}


@op("Cumsum", "x: T, axis: Tidx -> out: T", **_RUNNING)
def cumsum(x: Any, axis: Any, *, exclusive: bool = False, reverse: bool = False) -> Any:
    """The running sum along the axis."""
    return _running(np.cumsum, lax.cumsum, 0, x, axis, exclusive, reverse)


@op("Cumprod", "x: T, axis: Tidx -> out: T", **_RUNNING)
def cumprod(x: Any, axis: Any, *, exclusive: bool = False, reverse: bool = False) -> Any:
    """The running product along the axis."""
    return _running(np.cumprod, lax.cumprod, 1, x, axis, exclusive, reverse)


def _lowest_start(numpy_dtype: Any) -> Any:
    return jnp.finfo(numpy_dtype).min


@op("CumulativeLogsumexp", "x: T, axis: Tidx -> out: T", **_RUNNING)
def cumulative_logsumexp(x: Any, axis: Any, *, exclusive: bool = False, reverse: bool = False) -> Any:
    """The running log of the sum of exponentials along the axis."""
    return _running(np.logaddexp.accumulate, lax.cumlogsumexp, _lowest_start(x.dtype), x, axis, exclusive, reverse)


@op(
    "Bincount",
    "arr: int32, size: int32, weights: T -> bins: T",
    static="size",
    shape=lambda x: ((None if x.value(1) is None else int(x.value(1)),),),
    check=lambda arr, size, weights: checks.not_negative(arr, "Input arr must be non-negative!"),
)
def bincount(arr: Any, size: Any, weights: Any) -> Any:
    """How often each number below `size` occurs, or the sum of its weights."""
    flat = lax.reshape(arr, (int(np.prod(np.shape(arr))),))
    ones = lax.full_like(flat, 1, dtype=weights.dtype) if np.size(weights) == 0 else lax.reshape(weights, flat.shape)
    bins = jnp.zeros((int(size),), weights.dtype)

    return bins.at[flat].add(ones, mode="drop")
