"""The divisions of `tf.math`, which settle types as Python 2 and 3 do."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_casts
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType

# what true division makes of integers; other types stay
_TRUE_DIVISION: dict[DType, DType | None] = {
    dtypes.uint8: dtypes.float32,
    dtypes.int8: dtypes.float32,
    dtypes.uint16: dtypes.float32,
    dtypes.int16: dtypes.float32,
    dtypes.int32: dtypes.float64,
    dtypes.int64: dtypes.float64,
    **dict.fromkeys((dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)),
    **dict.fromkeys((dtypes.complex64, dtypes.complex128)),
}


@dispatched
def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y as Python 3 divides: small integers become float32, int32 and int64 become float64.

    Raises:
      TypeError: the dtypes differ.
    """
    with name_scope(name, "truediv", [x, y]) as scope:
        x, y = as_real(convert(x, None, "x"), convert(y, None, "y"))
        return apply_op("RealDiv", x, y, name=scope)


def as_real(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """What `x / y` divides: both as the type that quotients of their type have."""
    _same_type(x, y)
    if x.dtype.base not in _TRUE_DIVISION:
        raise TypeError(f"Invalid dtype {x.dtype.base!r} in __truediv__")
    wanted = _TRUE_DIVISION[x.dtype.base]
    return (x, y) if wanted is None else (math_casts.cast(x, wanted), math_casts.cast(y, wanted))


def div_python2(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y as Python 2 divides: rounded down for integers."""
    with name_scope(name, "div", [x, y]) as scope:
        x = convert(x, None, "x")
        y = convert(y, x.dtype.base, "y")
        _same_type(x, y)
        real = x.dtype.is_floating or x.dtype.is_complex
        return apply_op("RealDiv" if real else "FloorDiv", x, y, name=scope)


@dispatched
@deprecated(None, "Deprecated in favor of operator or tf.math.divide.", "tensorflow.python.ops.math_ops")
def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y as Python 2 divides: rounded down for integers."""
    return div_python2(x, y, name)


@dispatched
def divide(x: Any, y: Any, name: str | None = None) -> Any:
    """x / y by Python's operator; with a name, by `truediv`."""
    return x / y if name is None else truediv(x, y, name)


@dispatched
def div_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y, and 0 where y is 0."""
    return _settled("DivNoNan", "div_no_nan", x, y, name)


def multiply_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x * y, and 0 where y is 0 even if x is NaN or infinite."""
    return _settled("MulNoNan", "multiply_no_nan", x, y, name)


def _settled(op_type: str, default_name: str, x: Any, y: Any, name: str | None) -> Tensor:
    with name_scope(name, default_name, [x, y]) as scope:
        x = convert(x, None, "x")
        y = convert(y, x.dtype.base, "y")
        return apply_op(op_type, x, y, name=scope)


def reciprocal_no_nan(x: Any, name: str | None = None) -> Tensor:
    """1 / x, and 0 where x is 0."""
    with name_scope(name, "reciprocal_no_nan", [x]) as scope:
        x = convert(x, None, "x")
        return apply_op("DivNoNan", constant(1, x.dtype.base, name="one"), x, name=scope)


@dispatched
def floordiv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y rounded down."""
    with name_scope(name, "floordiv", [x, y]) as scope:
        return apply_op("FloorDiv", x, y, name=scope)


def _same_type(x: Tensor, y: Tensor) -> None:
    if x.dtype.base is not y.dtype.base:
        raise TypeError(f"x and y must have the same dtype, got {x.dtype.base!r} != {y.dtype.base!r}")
