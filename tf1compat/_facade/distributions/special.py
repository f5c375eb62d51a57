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

# where `log_ndtr` changes from one formula to another
LOGNDTR_FLOAT64_LOWER = np.array(-20, np.float64)
LOGNDTR_FLOAT32_LOWER = np.array(-10, np.float32)
LOGNDTR_FLOAT64_UPPER = np.array(8, np.float64)
LOGNDTR_FLOAT32_UPPER = np.array(5, np.float32)


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
    z = math_ops.abs(w)
    is_near, near = math_ops.less(z, half), 1.0 + math_ops.erf(w)
    is_above, above = math_ops.greater(w, 0.0), 2.0 - math_ops.erfc(z)
    y = array_ops.where_v2(is_near, near, array_ops.where_v2(is_above, above, math_ops.erfc(z)))
    return 0.5 * y


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
        lower = LOGNDTR_FLOAT64_LOWER if double else LOGNDTR_FLOAT32_LOWER
        upper = LOGNDTR_FLOAT64_UPPER if double else LOGNDTR_FLOAT32_UPPER
        # TF1: the nodes in this order
        is_high, high = math_ops.greater(x, upper), -_ndtr(-x)  # type: ignore[operator]
        is_middle, middle = math_ops.greater(x, lower), math_ops.log(_ndtr(math_ops.maximum(x, lower)))
        low = _log_ndtr_lower(math_ops.minimum(x, lower), series_order)
        return array_ops.where_v2(is_high, high, array_ops.where_v2(is_middle, middle, low))


def _log_ndtr_lower(x: Any, series_order: int) -> Any:
    square = math_ops.square(x)
    scale = -0.5 * square - math_ops.log(-x) - 0.5 * np.log(2.0 * np.pi)
    return scale + math_ops.log(_log_ndtr_asymptotic_series(x, series_order))


def _log_ndtr_asymptotic_series(x: Any, series_order: int) -> Any:
    """1 - 1/x^2 + 3/x^4 - 15/x^6…, so many terms."""
    kind = x.dtype.as_numpy_dtype
    if series_order <= 0:
        return np.array(1, kind)
    square = math_ops.square(x)
    even, odd = array_ops.zeros_like(x), array_ops.zeros_like(x)
    power = square
    for n in range(1, series_order + 1):
        term = np.array(np.prod(np.arange(2 * n - 1, 1, -2)), kind) / power
        odd, even = (odd + term, even) if n % 2 else (odd, even + term)
        power = power * square
    return 1.0 + even - odd


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
