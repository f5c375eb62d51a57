"""`tf.sort`, `tf.argsort`, histograms, and special functions composed of others."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, clip_ops, constants, math_ops, nn_ops, tensor_util
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def sort(values: Any, axis: Any = -1, direction: str = "ASCENDING", name: str | None = None) -> Any:
    """The values in order along `axis` (a constant), "ASCENDING" or "DESCENDING"."""
    with name_scope(name, "sort"):
        return _sorted(values, axis, direction, 0)


def argsort(
    values: Any, axis: Any = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Any:
    """Where the values stand that `sort` puts in order; equal ones stay in order, with `stable` or without."""
    with name_scope(name, "argsort"):
        return _sorted(values, axis, direction, 1)


def _sorted(values: Any, axis: Any, direction: str, which: int) -> Any:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"{direction} should be one of ASCENDING, DESCENDING")
    at = convert(axis, None, "axis")
    known = tensor_util.constant_value(at)
    if at.shape.ndims != 0 or known is None:
        raise ValueError("axis must be a constant scalar")
    values = convert(values, None, "values")
    if direction == "DESCENDING":
        return _descending(values, int(known), which)
    found = _descending(-values, int(known), which)
    return found if which else -found


def _descending(values: Any, axis: int, which: int) -> Any:
    sizes: Any = array_ops.shape(values)
    count = sizes[axis]
    rank: Any = array_ops.rank(values)
    static = values.shape.ndims
    order: Any = None
    if not (axis == -1 or (static is not None and axis + 1 == static)):
        at: Any = axis if axis >= 0 else axis + (static or rank)
        if static is not None:
            places = np.r_[np.arange(at), [static - 1], np.arange(at + 1, static - 1), [at]]
            order = constants.constant(places, name="transposition")
        else:
            order = array_ops.concat([math_ops.range(at), [rank - 1], math_ops.range(at + 1, rank - 1), [at]], axis=0)
        values = array_ops.transpose(values, order)
    found = nn_ops.top_k(values, count)[which]
    return found if order is None else array_ops.transpose(found, order)


def histogram_fixed_width(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = dtypes.int32, name: str | None = None
) -> Tensor:
    """How many of `values` are in each of `nbins` equal parts of a range; those outside count to the ends."""
    with name_scope(name, "histogram_fixed_width", [values, value_range, nbins]) as scope:
        return apply_op("HistogramFixedWidth", values, value_range, nbins, dtype=dtypes.as_dtype(dtype), name=scope)


def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = dtypes.int32, name: str | None = None
) -> Tensor:
    """Which part of the range each value is in; see `histogram_fixed_width`. TF1: always int32, whatever `dtype`."""
    del dtype
    with name_scope(name, "histogram_fixed_width_bins", [values, value_range, nbins]):
        values = convert(values, None, "values")
        shape = array_ops.shape(values)
        flat: Any = array_ops.reshape(values, [-1])
        limits: Any = convert(value_range, None, "value_range")
        bins = convert(nbins, dtypes.int32, "nbins")
        count: Any = math_ops.cast(bins, flat.dtype)
        scaled = math_ops.truediv(flat - limits[0], limits[1] - limits[0], name="scaled_values")
        indices = math_ops.floor(count * scaled, name="indices")
        indices = math_ops.cast(clip_ops.clip_by_value(indices, 0, count - 1), dtypes.int32)
        return array_ops.reshape(indices, shape)


def lbeta(x: Any, name: str | None = None) -> Any:
    """The logarithm of the multivariate beta function of the last dimension."""
    with name_scope(name, "lbeta", [x]):
        x = convert(x, None, "x")
        product: Any = math_ops.reduce_sum(math_ops.lgamma(x), axis=[-1])
        total = math_ops.reduce_sum(x, axis=[-1])
        return product - math_ops.lgamma(total)


def bessel_i0(x: Any, name: str | None = None) -> Any:
    """The modified Bessel function of order 0."""
    with name_scope(name, "bessel_i0", [x]):
        scale: Any = math_ops.exp(math_ops.abs(x))
        return scale * apply_op("BesselI0e", x)


def bessel_i1(x: Any, name: str | None = None) -> Any:
    """The modified Bessel function of order 1."""
    with name_scope(name, "bessel_i1", [x]):
        scale: Any = math_ops.exp(math_ops.abs(x))
        return scale * apply_op("BesselI1e", x)


def nextafter(x1: Any, x2: Any, name: str | None = None) -> Tensor:
    """The next number after `x1` towards `x2`."""
    return apply_op("NextAfter", x1, x2, name=name)
