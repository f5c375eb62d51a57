"""Arithmetic of two operands: sums, products, quotients, remainders, powers, extrema; sums of many."""

from __future__ import annotations

from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete, namespace
from tf1compat._jaxcore.ops.broadcast import aligned, apply, only_lax, unbroadcast, where
from tf1compat._jaxcore.schema import checks, refusals, rows, shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_BINARY = "x: T, y: T -> z: T"


def _both(inputs: Any, gx: Any, gy: Any) -> list[Any]:
    """Cotangents of two broadcast operands."""
    return [unbroadcast(g, np.shape(x)) for g, x in zip((gx, gy), inputs)]


def _is_integer(x: Any) -> bool:
    return np.dtype(x.dtype).kind in "iu"


@op("Add", _BINARY, shape=shape_rules.broadcast)
def add(x: Any, y: Any) -> Any:
    """x + y; joins strings."""
    return apply(np.add, lax.add, x, y)


@op("AddV2", _BINARY, shape=shape_rules.broadcast)
def add_v2(x: Any, y: Any) -> Any:
    """x + y."""
    return apply(np.add, lax.add, x, y)


@op("Sub", _BINARY, shape=shape_rules.broadcast)
def sub(x: Any, y: Any) -> Any:
    """x - y."""
    return apply(np.subtract, lax.sub, x, y)


@op("Mul", _BINARY, shape=shape_rules.broadcast)
def mul(x: Any, y: Any) -> Any:
    """x * y."""
    return apply(np.multiply, lax.mul, x, y)


def _divide(x: Any, y: Any) -> Any:
    """The quotient, truncated towards zero for integers."""
    if _is_integer(x):
        return apply(_truncated, lax.div, x, y)
    return apply(np.divide, lax.div, x, y)


def _truncated(x: Any, y: Any) -> Any:
    """Integer quotient towards zero: exact, unlike a detour through floats."""
    zero = np.equal(y, 0)
    divisor = np.where(zero, np.ones((), y.dtype), y)
    quotient = np.floor_divide(x, divisor)
    quotient = quotient + ((quotient < 0) & (quotient * divisor != x)).astype(quotient.dtype)
    # TF1: RealDiv alone does not check for zero
    return np.where(zero, np.asarray(-1).astype(quotient.dtype), quotient)


@op("Div", _BINARY, shape=shape_rules.broadcast, check=checks.divisor)
def div(x: Any, y: Any) -> Any:
    """x / y; truncated for integers."""
    return _divide(x, y)


@op("RealDiv", _BINARY, shape=shape_rules.broadcast)
def real_div(x: Any, y: Any) -> Any:
    """x / y."""
    return _divide(x, y)


@op("TruncateDiv", _BINARY, shape=shape_rules.broadcast, check=checks.truncating_divisor, grad="none")
def truncate_div(x: Any, y: Any) -> Any:
    """x / y rounded towards zero."""
    return _divide(x, y)


def _floor_quotient(x: Any, y: Any) -> Any:
    if not _is_integer(x):
        return lax.floor(lax.div(x, y))
    if np.dtype(x.dtype).kind == "u":
        return lax.div(x, y)
    quotient, rest = lax.div(x, y), lax.rem(x, y)
    zero = np.zeros((), x.dtype)
    uneven = lax.bitwise_and(lax.ne(rest, zero), lax.ne(lax.lt(rest, zero), lax.lt(y, zero)))
    return lax.sub(quotient, lax.convert_element_type(uneven, x.dtype))


@op("FloorDiv", _BINARY, shape=shape_rules.broadcast, check=checks.divisor, grad="none")
def floor_div(x: Any, y: Any) -> Any:
    """The largest whole number below x / y."""
    return apply(np.floor_divide if _is_integer(x) else lambda a, b: np.floor(a / b), _floor_quotient, x, y)


def _floor_rest(x: Any, y: Any) -> Any:
    rest = lax.rem(x, y)
    if np.dtype(x.dtype).kind == "u":
        return rest
    zero = np.zeros((), x.dtype)
    wrong_sign = lax.bitwise_and(lax.ne(rest, zero), lax.ne(lax.lt(rest, zero), lax.lt(y, zero)))
    return where(wrong_sign, lax.add(rest, y), rest)


def _floor_mod_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    x, y = aligned(*inputs)
    (g,) = cotangents
    return _both(inputs, g, lax.neg(lax.mul(g, _floor_quotient(x, y))))


@op("FloorMod", _BINARY, shape=shape_rules.broadcast, check=checks.divisor, grad=_floor_mod_grad)
def floor_mod(x: Any, y: Any) -> Any:
    """x - floor(x / y) * y: has the sign of y."""
    return apply(np.mod, _floor_rest, x, y)


@op("Mod", _BINARY, shape=shape_rules.broadcast, check=checks.divisor)
def mod(x: Any, y: Any) -> Any:
    """The remainder of the truncated quotient: has the sign of x."""
    return apply(np.fmod, lax.rem, x, y)


@op("TruncateMod", _BINARY, shape=shape_rules.broadcast, check=checks.truncating_divisor)
def truncate_mod(x: Any, y: Any) -> Any:
    """The remainder of the truncated quotient: has the sign of x."""
    return apply(np.fmod, lax.rem, x, y)


def _safe(y: Any) -> tuple[Any, Any]:
    """Where y is zero, and y with ones there."""
    zero = lax.eq(y, np.zeros((), y.dtype))
    return zero, where(zero, 1, y)


def _quotient_no_nan(x: Any, y: Any) -> Any:
    zero, divisor = _safe(y)
    return where(zero, 0, lax.div(x, to_same(divisor, x)))


def to_same(y: Any, x: Any) -> Any:
    """`y` broadcast to the shape of `x`."""
    return aligned(x, y)[1]


def _div_no_nan_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    x, y = aligned(*inputs)
    (g,) = cotangents
    gy = lax.mul(g, _quotient_no_nan(_quotient_no_nan(lax.neg(x), y), y))
    return _both(inputs, _quotient_no_nan(g, y), gy)


@op("DivNoNan", _BINARY, shape=shape_rules.broadcast, grad=_div_no_nan_grad)
def div_no_nan(x: Any, y: Any) -> Any:
    """x / y, and 0 where y is 0."""
    return apply(lambda a, b: np.where(b == 0, np.zeros((), a.dtype), np.divide(a, b)), _quotient_no_nan, x, y)


def _product_no_nan(x: Any, y: Any) -> Any:
    return where(lax.eq(y, np.zeros((), y.dtype)), 0, lax.mul(x, y))


def _mul_no_nan_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    x, y = aligned(*inputs)
    (g,) = cotangents
    return _both(inputs, _product_no_nan(g, y), _product_no_nan(x, g))


@op("MulNoNan", _BINARY, shape=shape_rules.broadcast, grad=_mul_no_nan_grad)
def mul_no_nan(x: Any, y: Any) -> Any:
    """x * y, and 0 where y is 0 even if x is infinite or NaN."""
    return apply(lambda a, b: np.where(b == 0, np.zeros((), a.dtype), np.multiply(a, b)), _product_no_nan, x, y)


def _times_function(function: Any) -> Any:
    """x * function(y), and 0 where x is 0."""

    def product(x: Any, y: Any) -> Any:
        zero = lax.eq(x, np.zeros((), x.dtype))
        return where(zero, 0, lax.mul(x, function(where(zero, 1, y))))

    return product


_X_OVER_Y = _times_function(lambda y: lax.integer_pow(y, -1))
_X_LOG_Y = _times_function(lax.log)


def _xdivy_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    x, y = aligned(*inputs)
    (g,) = cotangents
    nonzero = lax.convert_element_type(lax.ne(x, np.zeros((), x.dtype)), x.dtype)
    gx = lax.mul(g, _X_OVER_Y(nonzero, y))
    gy = lax.mul(g, _X_OVER_Y(lax.neg(x), lax.mul(y, y)))
    return _both(inputs, gx, gy)


@op("Xdivy", _BINARY, shape=shape_rules.broadcast, grad=_xdivy_grad)
def xdivy(x: Any, y: Any) -> Any:
    """x / y, and 0 where x is 0."""
    return apply(only_lax(_X_OVER_Y), _X_OVER_Y, x, y)


def _xlogy_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    x, y = aligned(*inputs)
    (g,) = cotangents
    nonzero = lax.convert_element_type(lax.ne(x, np.zeros((), x.dtype)), x.dtype)
    return _both(inputs, lax.mul(g, _X_LOG_Y(nonzero, y)), lax.mul(g, _X_OVER_Y(x, y)))


@op("Xlogy", _BINARY, shape=shape_rules.broadcast, grad=_xlogy_grad)
def xlogy(x: Any, y: Any) -> Any:
    """x * log(y), and 0 where x is 0."""
    return apply(only_lax(_X_LOG_Y), _X_LOG_Y, x, y)


def _power(x: Any, y: Any) -> Any:
    """x ** y of equal shapes; small whole exponents known beforehand become products."""
    if _is_integer(x):
        from jax import numpy as jnp

        return jnp.power(x, y)
    if is_concrete(y) and np.ndim(y) == 0 and np.dtype(x.dtype).kind == "f" and y in (1, 2, 3, 4, -1, -2):
        return lax.integer_pow(x, int(y))
    return lax.pow(*_full(x, y))


def _full(x: Any, y: Any) -> list[Any]:
    """Both operands as arrays of one shape, concrete scalars too."""
    shape = np.broadcast_shapes(np.shape(x), np.shape(y))
    return [lax.broadcast(v, shape) if np.shape(v) == () and shape else v for v in (x, y)]


def _pow_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    # TF1: the derivative by the exponent is 0 where the base is not positive
    x, y = aligned(*inputs)
    (g,), (z,) = cotangents, outputs
    gx = lax.mul(g, lax.mul(to_same(y, z), _power(x, y - np.ones((), y.dtype)) if is_concrete(y) else _lower(x, y)))
    known = lax.ne(x, np.zeros((), x.dtype)) if np.dtype(x.dtype).kind == "c" else lax.gt(x, np.zeros((), x.dtype))
    log = where(known, lax.log(where(known, x, 1)), 0)
    return _both(inputs, gx, lax.mul(g, lax.mul(to_same(log, z), z)))


def _lower(x: Any, y: Any) -> Any:
    return lax.pow(*_full(x, lax.sub(y, np.ones((), y.dtype))))


@op("Pow", _BINARY, shape=shape_rules.broadcast, check=checks.exponent, grad=_pow_grad)
def pow(x: Any, y: Any) -> Any:
    """x ** y."""
    return apply(np.power, _power, x, y)


def _squared(x: Any, y: Any) -> Any:
    difference = lax.sub(x, y)
    return lax.mul(difference, difference)


@op("SquaredDifference", _BINARY, shape=shape_rules.broadcast)
def squared_difference(x: Any, y: Any) -> Any:
    """(x - y) ** 2."""
    return apply(lambda a, b: np.square(np.subtract(a, b)), _squared, x, y)


def _extremum_grad(chooses_x: Any) -> Any:
    def grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
        # TF1: where the operands are equal, all of the gradient goes to x
        x, y = aligned(*inputs)
        (g,) = cotangents
        mask = chooses_x(x, y)
        return _both(inputs, where(mask, g, 0), where(mask, 0, g))

    return grad


@op("Maximum", _BINARY, shape=shape_rules.broadcast, grad=_extremum_grad(lax.ge))
def maximum(x: Any, y: Any) -> Any:
    """The larger one."""
    return apply(np.maximum, lax.max, x, y)


@op("Minimum", _BINARY, shape=shape_rules.broadcast, grad=_extremum_grad(lax.le))
def minimum(x: Any, y: Any) -> Any:
    """The smaller one."""
    return apply(np.minimum, lax.min, x, y)


@op("Atan2", "y: T, x: T -> z: T", shape=shape_rules.broadcast)
def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y)."""
    return apply(np.arctan2, lambda a, b: lax.atan2(*_full(a, b)), y, x)


@op("AddN", "inputs: N*T -> sum: T", shape=shape_rules.merged, rows=rows.each, refusal=refusals.same_sizes)
def add_n(inputs: Any) -> Any:
    """The sum of tensors of one shape."""
    total = inputs[0]
    for x in inputs[1:]:
        total = add(total, x)
    return total


@op("AccumulateNV2", "inputs: N*T -> sum: T", shape=shape_rules.from_attr, attrs={"shape": REQUIRED})
def accumulate_n_v2(inputs: Any) -> Any:
    """The sum of tensors of one shape, which need not all be ready at once."""
    return add_n(inputs)


def _clip_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    t, low, high = inputs
    (g,) = cotangents
    below, above = lax.lt(*aligned(t, low)), lax.gt(*aligned(t, high))
    grads = where(lax.bitwise_or(below, above), 0, g), where(below, g, 0), where(above, g, 0)
    return [unbroadcast(d, np.shape(x)) for d, x in zip(grads, inputs)]


@op(
    "ClipByValue",
    "t: T, clip_value_min: T, clip_value_max: T -> output: T",
    shape=shape_rules.unchanged,
    grad=_clip_grad,
)
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any) -> Any:
    """t, at least the minimum and at most the maximum."""
    return minimum(maximum(t, clip_value_min), clip_value_max)


@op("Cross", "a: T, b: T -> product: T", shape=shape_rules.unchanged)
def cross(a: Any, b: Any) -> Any:
    """The vector product along the last dimension, of size 3."""
    if np.shape(a)[-1] != 3:
        raise errors.FailedPreconditionError(None, None, "Cross-products are only defined for 3-element vectors.")
    return namespace(a, b).cross(a, b)
