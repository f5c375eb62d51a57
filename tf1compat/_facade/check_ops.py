"""`tf.assert_equal` and its like: element-wise checks, made at once where the graph tells, else by an Assert node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import reshape
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.logging_ops import Assert, assert_static
from tf1compat._facade.math_reductions import reduce_all
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.partial import constant_value

NUMERIC_TYPES = frozenset(
    {dtypes.float32, dtypes.float64, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8}
    | {dtypes.qint8, dtypes.qint32, dtypes.quint8, dtypes.complex64}
)
Data = Sequence[Any] | None
Summarize = int | None


def assert_equal(
    x: Any, y: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x == y` holds for all elements (`y` may broadcast).

    Args:
      x: numeric tensor.
      y: numeric tensor of the same dtype.
      data: shown on failure, both tensors if absent.
      summarize: entries shown of each tensor, 3 if absent.
      message: shown in front of `data`.
      name: name scope of the nodes.

    Raises:
      InvalidArgumentError: now, if both values follow from the graph; else when the operation runs.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.assert_equal(tf.constant([1, 2]), [1, 2]).type
    'Assert'
    """
    with name_scope(name, "assert_equal", [x, y, data]):
        if x is y:
            return no_op()
    return _binary("==", "assert_equal", "Equal", np.equal, x, y, data, summarize, message, name)


def assert_none_equal(
    x: Any, y: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x != y` holds for all elements; see `assert_equal`."""
    return _binary("!=", "assert_none_equal", "NotEqual", np.not_equal, x, y, data, summarize, message, name)


def assert_less(
    x: Any, y: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x < y` holds for all elements; see `assert_equal`."""
    return _binary("<", "assert_less", "Less", np.less, x, y, data, summarize, message, name)


def assert_less_equal(
    x: Any, y: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x <= y` holds for all elements; see `assert_equal`."""
    return _binary("<=", "assert_less_equal", "LessEqual", np.less_equal, x, y, data, summarize, message, name)


def assert_greater(
    x: Any, y: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x > y` holds for all elements; see `assert_equal`."""
    return _binary(">", "assert_greater", "Greater", np.greater, x, y, data, summarize, message, name)


def assert_greater_equal(
    x: Any, y: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x >= y` holds for all elements; see `assert_equal`."""
    return _binary(">=", "assert_greater_equal", "GreaterEqual", np.greater_equal, x, y, data, summarize, message, name)


def assert_negative(
    x: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x < 0` holds for all elements; see `assert_equal`."""

    def check(x: Tensor, zero: Tensor, shown: Sequence[Any]) -> Operation:
        return assert_less(x, zero, shown, summarize)

    return _sign("assert_negative", "< 0", x, data, message, name, check)


def assert_positive(
    x: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x > 0` holds for all elements; see `assert_equal`."""

    def check(x: Tensor, zero: Tensor, shown: Sequence[Any]) -> Operation:
        return assert_less(zero, x, shown, summarize)

    return _sign("assert_positive", "> 0", x, data, message, name, check)


def assert_non_negative(
    x: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x >= 0` holds for all elements; see `assert_equal`."""

    def check(x: Tensor, zero: Tensor, shown: Sequence[Any]) -> Operation:
        return assert_less_equal(zero, x, shown, summarize)

    return _sign("assert_non_negative", ">= 0", x, data, message, name, check)


def assert_non_positive(
    x: Any, data: Data = None, summarize: Summarize = None, message: str | None = None, name: str | None = None
) -> Operation:
    """An operation that fails unless `x <= 0` holds for all elements; see `assert_equal`."""

    def check(x: Tensor, zero: Tensor, shown: Sequence[Any]) -> Operation:
        if data is None:
            # TF1: the two texts in front of the values are one
            prefix, condition, which, value = shown
            shown = [prefix, condition + which, value]
        return assert_less_equal(x, zero, shown, summarize)

    return _sign("assert_non_positive", "<= 0", x, data, message, name, check)


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Data = None,
    summarize: Summarize = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """An operation that fails unless `|x - y| < atol + rtol * |y|` holds for all elements; see `assert_equal`.

    Both tolerances are 10 times the machine epsilon of `x`'s dtype if absent.
    """
    with name_scope(name, "assert_near", [x, y, rtol, atol, data]):
        x = convert(x, None, "x")
        y = convert(y, x.dtype.base, "y")
        default = 10 * np.finfo(x.dtype.as_numpy_dtype).eps
        rtol = convert(default if rtol is None else rtol, x.dtype.base, "rtol")
        atol = convert(default if atol is None else atol, x.dtype.base, "atol")
        if data is None:
            tolerances = f"x and y not equal to tolerance rtol = {rtol}, atol = {atol}"
            data = [message or "", tolerances, f"x ({x.name}) = ", x, f"y ({y.name}) = ", y]
        tolerance = atol + rtol * apply_op("Abs", y)
        difference = apply_op("Abs", x - y)
        return Assert(reduce_all(apply_op("Less", difference, tolerance)), data, summarize=summarize)


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether `tensor` is a Tensor of numbers (TF1: float16, bfloat16, unsigned 16 bits and more are not)."""
    return isinstance(tensor, Tensor) and tensor.dtype in NUMERIC_TYPES


def is_non_decreasing(x: Any, name: str | None = None) -> Tensor:
    """Whether no element of `x`, in row-major order, is smaller than the one before it; a bool scalar."""
    with name_scope(name, "is_non_decreasing", [x]):
        differences = _differences(x)
        zero = convert(0, differences.dtype.base)
        return reduce_all(apply_op("LessEqual", zero, differences))


def is_strictly_increasing(x: Any, name: str | None = None) -> Tensor:
    """Whether each element of `x`, in row-major order, is larger than the one before it; a bool scalar."""
    with name_scope(name, "is_strictly_increasing", [x]):
        differences = _differences(x)
        zero = convert(0, differences.dtype.base)
        return reduce_all(apply_op("Less", zero, differences))


def _differences(x: Any) -> Tensor:
    """x[1:] - x[:-1] of the flattened tensor; empty where it has fewer than two elements."""
    flat = reshape(x, [-1])
    if not is_numeric_tensor(flat):
        raise TypeError(f"Expected x to be numeric, instead found: {flat}")
    return flat[1:] - flat[:-1]


def _binary(
    symbol: str,
    function: str,
    op_type: str,
    compare: Callable[[Any, Any], Any],
    x: Any,
    y: Any,
    data: Data,
    summarize: Summarize,
    message: str | None,
    name: str | None,
) -> Operation:
    with name_scope(name, function, [x, y, data]):
        x = convert(x, None, "x")
        y = convert(y, None, "y")
        if data is None:
            condition = f"Condition x {symbol} y did not hold element-wise:"
            data = [condition, f"x ({x.name}) = ", x, f"y ({y.name}) = ", y]
        if message is not None:
            data = [message, *data]
        holds = reduce_all(apply_op(op_type, x, y))
        known_x, known_y = constant_value(x), constant_value(y)
        if known_x is not None and known_y is not None:
            assert_static(bool(np.all(compare(known_x, known_y))), data)
        return Assert(holds, data, summarize=summarize)


def _sign(
    function: str,
    condition: str,
    x: Any,
    data: Data,
    message: str | None,
    name: str | None,
    check: Callable[[Tensor, Tensor, Sequence[Any]], Operation],
) -> Operation:
    with name_scope(name, function, [x, data]):
        x = convert(x, None, "x")
        if data is None:
            data = [message or "", f"Condition x {condition} did not hold element-wise:", f"x ({x.name}) = ", x]
        return check(x, convert(0, x.dtype.base), data)
