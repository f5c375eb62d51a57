"""The distribution function of normal deviates and its logarithm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.quantiles import ndtri as ndtri
from tf1compat._facade.formulas import array_ops, constants, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._jaxcore.base import dtypes


def ndtr(x: Any, name: str = "ndtr") -> Any:
    """The probability that a standard normal deviate is at most `x`."""
    with name_scope(name, values=[x]):
        return _ndtr(_checked(x))


def _checked(x: Any) -> Any:
    x = convert(x, None, "x")
    if x.dtype.base not in (dtypes.float32, dtypes.float64):
        raise TypeError(f"x.dtype={x.dtype!r} is not handled, see docstring for supported types.")
    return x


def _ndtr(x: Any) -> Any:
    half = constants.constant(0.5 * math.sqrt(2.0), dtype=x.dtype, name="half_sqrt_2")
    w = x * half
    z: Any = math_ops.abs(w)
    inner: Any = math_ops.erf(w)
    outer: Any = math_ops.erfc(z)
    tail = array_ops.where_v2(math_ops.greater(w, 0.0), 2.0 - outer, outer)
    return 0.5 * array_ops.where_v2(math_ops.less(z, half), 1.0 + inner, tail)


def log_ndtr(x: Any, series_order: int = 3, name: str = "log_ndtr") -> Any:
    """The logarithm of `ndtr`, by an asymptotic series where that underflows."""
    if not isinstance(series_order, int):
        raise TypeError("series_order must be a Python integer.")
    if series_order < 0:
        raise ValueError("series_order must be non-negative.")
    if series_order > 30:
        raise ValueError("series_order must be <= 30.")
    with name_scope(name, values=[x]):
        x = convert(x, None, "x")
        if x.dtype.base not in (dtypes.float32, dtypes.float64):
            raise TypeError(f"x.dtype={x.dtype!r} is not supported.")
        double = x.dtype.base is dtypes.float64
        kind = x.dtype.as_numpy_dtype
        lower, upper = (kind(-20), kind(8)) if double else (kind(-10), kind(5))
        middle: Any = math_ops.log(_ndtr(math_ops.maximum(x, lower)))
        low = _log_ndtr_lower(math_ops.minimum(x, lower), series_order)
        below = array_ops.where_v2(math_ops.greater(x, lower), middle, low)
        return array_ops.where_v2(math_ops.greater(x, upper), -_ndtr(-x), below)


def _log_ndtr_lower(x: Any, series_order: int) -> Any:
    square: Any = math_ops.square(x)
    scale = -0.5 * square - math_ops.log(-x) - 0.5 * math.log(2.0 * math.pi)
    total: Any = 1.0
    power: Any = square
    for n in range(1, series_order + 1):
        term = float(np.prod(np.arange(2 * n - 1, 0, -2))) / power
        total = total - term if n % 2 else total + term
        power = power * square
    return scale + math_ops.log(total)


def erfinv(x: Any, name: str = "erfinv") -> Any:
    """The inverse of the error function."""
    with name_scope(name, values=[x]):
        x = _checked(x)
        return ndtri((x + 1.0) / 2.0) / np.sqrt(2)


def log_cdf_laplace(x: Any, name: str = "log_cdf_laplace") -> Any:
    """The logarithm of the probability that a standard Laplace deviate is at most `x`."""
    with name_scope(name, values=[x]):
        x = convert(x, None, "x")
        below = -np.log(2.0) + x  # type: ignore[operator]
        above: Any = math_ops.log1p(-0.5 * math_ops.exp(-math_ops.abs(x)))
        return array_ops.where_v2(math_ops.less(x, 0.0), below, above)
