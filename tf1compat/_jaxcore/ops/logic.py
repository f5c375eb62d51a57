"""Comparisons, Boolean and bitwise operations, and choices by condition."""

from __future__ import annotations

from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.ops.broadcast import apply, where
from tf1compat._jaxcore.schema import refusals, rows, shape_rules
from tf1compat._jaxcore.schema.opdef import op

_COMPARISON = "x: T, y: T -> z: bool"


def _compared(numpy_function: Any, lax_function: Any, x: Any, y: Any, strict: bool) -> Any:
    """Equality; TF1: with `strict` off, shapes that do not broadcast are simply not equal."""
    if not strict:
        try:
            np.broadcast_shapes(np.shape(x), np.shape(y))
        except ValueError:
            return np.asarray(numpy_function is np.not_equal)
    return apply(numpy_function, lax_function, x, y)


def _equality_shape(x: Any) -> Any:
    if x.attrs.get("incompatible_shape_error", True):
        return shape_rules.broadcast(x)
    a, b = x.shape(0), x.shape(1)
    if a is None or b is None or None in a or None in b:
        return ((),) if a == () and b == () else (None,)
    try:
        return shape_rules.broadcast(x)
    except shapes.ShapeError:
        return ((),)


@op("Equal", _COMPARISON, shape=_equality_shape, grad="none", refusal=refusals.broadcast)
def equal(x: Any, y: Any, *, incompatible_shape_error: bool = True) -> Any:
    """x == y."""
    return _compared(np.equal, lax.eq, x, y, incompatible_shape_error)


@op("NotEqual", _COMPARISON, shape=_equality_shape, grad="none", refusal=refusals.broadcast)
def not_equal(x: Any, y: Any, *, incompatible_shape_error: bool = True) -> Any:
    """x != y."""
    return _compared(np.not_equal, lax.ne, x, y, incompatible_shape_error)


@op("Less", _COMPARISON, shape=shape_rules.broadcast, grad="none")
def less(x: Any, y: Any) -> Any:
    """x < y."""
    return apply(np.less, lax.lt, x, y)


@op("LessEqual", _COMPARISON, shape=shape_rules.broadcast, grad="none")
def less_equal(x: Any, y: Any) -> Any:
    """x <= y."""
    return apply(np.less_equal, lax.le, x, y)


@op("Greater", _COMPARISON, shape=shape_rules.broadcast, grad="none")
def greater(x: Any, y: Any) -> Any:
    """x > y."""
    return apply(np.greater, lax.gt, x, y)


@op("GreaterEqual", _COMPARISON, shape=shape_rules.broadcast, grad="none")
def greater_equal(x: Any, y: Any) -> Any:
    """x >= y."""
    return apply(np.greater_equal, lax.ge, x, y)


@op("ApproximateEqual", _COMPARISON, shape=lambda x: shape_rules.merged(x), grad="none")
def approximate_equal(x: Any, y: Any, *, tolerance: float = 9.9999997e-06) -> Any:
    """|x - y| < tolerance."""
    limit = np.asarray(tolerance, x.dtype)
    return apply(lambda a, b: np.abs(a - b) < limit, lambda a, b: lax.lt(lax.abs(lax.sub(a, b)), limit), x, y)


@op("LogicalAnd", "x: bool, y: bool -> z: bool", shape=shape_rules.broadcast, grad="none")
def logical_and(x: Any, y: Any) -> Any:
    """x and y."""
    return apply(np.logical_and, lax.bitwise_and, x, y)


@op("LogicalOr", "x: bool, y: bool -> z: bool", shape=shape_rules.broadcast, grad="none")
def logical_or(x: Any, y: Any) -> Any:
    """x or y."""
    return apply(np.logical_or, lax.bitwise_or, x, y)


@op("LogicalNot", "x: bool -> y: bool", shape=shape_rules.unchanged, grad="none", rows=rows.each)
def logical_not(x: Any) -> Any:
    """not x."""
    return apply(np.logical_not, lax.bitwise_not, x)


@op("BitwiseAnd", "x: T, y: T -> z: T", shape=shape_rules.broadcast, grad="none")
def bitwise_and(x: Any, y: Any) -> Any:
    """The bits set in both."""
    return apply(np.bitwise_and, lax.bitwise_and, x, y)


@op("BitwiseOr", "x: T, y: T -> z: T", shape=shape_rules.broadcast, grad="none")
def bitwise_or(x: Any, y: Any) -> Any:
    """The bits set in either."""
    return apply(np.bitwise_or, lax.bitwise_or, x, y)


@op("BitwiseXor", "x: T, y: T -> z: T", shape=shape_rules.broadcast, grad="none")
def bitwise_xor(x: Any, y: Any) -> Any:
    """The bits set in exactly one."""
    return apply(np.bitwise_xor, lax.bitwise_xor, x, y)


@op("Invert", "x: T -> y: T", shape=shape_rules.unchanged, grad="none", rows=rows.each)
def invert(x: Any) -> Any:
    """The bits that are not set."""
    return apply(np.invert, lax.bitwise_not, x)


def _shift_limit(y: Any) -> Any:
    """TF1: shifts are clamped to the number of bits less one."""
    return np.clip(y, 0, y.dtype.itemsize * 8 - 1).astype(y.dtype)


def _lax_limit(y: Any) -> Any:
    bits = np.dtype(y.dtype).itemsize * 8 - 1
    return lax.clamp(np.asarray(0, y.dtype), y, np.asarray(bits, y.dtype))


@op("LeftShift", "x: T, y: T -> z: T", shape=shape_rules.broadcast, grad="none")
def left_shift(x: Any, y: Any) -> Any:
    """x * 2 ** y."""
    return apply(lambda a, b: np.left_shift(a, _shift_limit(b)), lambda a, b: lax.shift_left(a, _lax_limit(b)), x, y)


@op("RightShift", "x: T, y: T -> z: T", shape=shape_rules.broadcast, grad="none")
def right_shift(x: Any, y: Any) -> Any:
    """x / 2 ** y, rounded down."""
    signed = np.dtype(x.dtype).kind == "i"
    shift = lax.shift_right_arithmetic if signed else lax.shift_right_logical
    return apply(lambda a, b: np.right_shift(a, _shift_limit(b)), lambda a, b: shift(a, _lax_limit(b)), x, y)


def _select_shape(x: Any) -> Any:
    condition, found = x.shape(0), shapes.merge(x.shape(1), x.shape(2))
    if condition is None or found is None or len(condition) == 0:
        return (found,)
    if len(condition) == 1:
        if len(found) > 0:
            shapes.merge(condition, found[:1])
        return (found,)
    return (shapes.merge(found, condition),)


@op("Select", "condition: bool, t: T, e: T -> output: T", shape=_select_shape, rows=rows.each, refusal=refusals.select)
def select(condition: Any, t: Any, e: Any) -> Any:
    """Elements of t where the condition holds, else of e; a vector condition chooses rows, a scalar all."""
    if is_concrete(condition, t, e):
        rows = np.reshape(condition, np.shape(condition) + (1,) * (np.ndim(t) - np.ndim(condition)))
        return np.where(rows, t, e)
    if np.shape(condition) not in ((), np.shape(t)):
        condition = lax.broadcast_in_dim(condition, np.shape(t), (0,))
    return lax.select(condition, t, e)


@op(
    "SelectV2",
    "condition: bool, t: T, e: T -> output: T",
    shape=lambda x: (shapes.broadcast(x.shape(0), shapes.broadcast(x.shape(1), x.shape(2))),),
    rows=rows.each,
    refusal=refusals.select_broadcast,
)
def select_v2(condition: Any, t: Any, e: Any) -> Any:
    """Elements of t where the condition holds, else of e; all three broadcast."""
    return where(condition, t, e)
