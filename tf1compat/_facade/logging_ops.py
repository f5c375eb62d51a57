"""`tf.Print`, `tf.Assert`, `tf.timestamp` and the checks for finite numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import guarded_assert
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import group, with_dependencies
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.partial import constant_value


@deprecated(
    "2018-08-20",
    "tf.print makes an operation without outputs, which runs where it is fetched or a control dependency.",
    "tensorflow.python.ops.logging_ops",
)
def Print(
    input_: Any,
    data: Sequence[Any],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`input_` unchanged; each time it is computed, `message` and the values of `data` go to the standard error stream.

    Args:
      input_: the tensor that is passed on.
      data: tensors to show.
      message: text in front of them.
      first_n: print this many times per session only.
      summarize: entries shown of each tensor, 3 if absent, all where negative.
      name: name of the node.
    """
    return apply_op("Print", input_, data, name=name, **_given(message=message, first_n=first_n, summarize=summarize))


def Assert(condition: Any, data: Sequence[Any], summarize: int | None = None, name: str | None = None) -> Operation:
    """An operation that fails with an InvalidArgumentError showing `data` unless the scalar `condition` is true.

    Args:
      condition: a bool scalar.
      data: tensors or values to show.
      summarize: entries shown of each tensor, 3 if absent.
      name: name scope of the nodes.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.int32)
    ...     with tf.control_dependencies([tf.Assert(tf.less(x, 10), ["too large:", x])]):
    ...         y = tf.identity(x)
    ...     print(sess.run(y, {x: 3}))
    3
    """
    return guarded_assert(condition, data, summarize, name)


def assert_static(condition: bool, data: Sequence[Any]) -> None:
    """Fail at once where the graph alone tells that a check fails.

    Raises:
      InvalidArgumentError: `condition` is false; its message is `data`, constants with their values.
    """
    from tf1compat._jaxcore.base import errors

    if not condition:
        raise errors.InvalidArgumentError(None, None, "\n".join(_shown(x) for x in data))


def timestamp(name: str | None = None) -> Tensor:
    """Seconds since the epoch, float64, at the time the node runs."""
    return apply_op("Timestamp", name=name)


def verify_tensor_all_finite(
    t: Any = None, msg: str | None = None, name: str | None = None, x: Any = None, message: str | None = None
) -> Tensor:
    """`t`, checked to have neither NaN nor infinite elements: otherwise an InvalidArgumentError with `msg`.

    `x` and `message` are later names of `t` and `msg`.
    """
    x = renamed_argument("x", x, "t", t)
    message = renamed_argument("message", message, "msg", msg)
    with name_scope(name, "VerifyFinite", [x]):
        x = convert(x, None, "x")
        with context.get_default_graph().colocate_with(x.op):
            return with_dependencies([check_numerics(x, message)], x)


@dispatched
def check_numerics(tensor: Any, message: str | None, name: str | None = None) -> Tensor:
    """`tensor`, checked to have neither NaN nor infinite elements: otherwise an InvalidArgumentError with `message`."""
    return apply_op("CheckNumerics", tensor, message=(message or "").encode(), name=name)


def add_check_numerics_ops() -> Operation:
    """An operation that checks every floating-point tensor of the default graph, in order of creation."""
    graph = context.get_default_graph()
    checks: list[Any] = []
    for op in graph.get_operations():
        for output in op.outputs:
            if output.dtype in (dtypes.float16, dtypes.float32, dtypes.float64):
                with graph.control_dependencies(checks):
                    checks = [check_numerics(output, output.name)]
    return group(*checks)


def _given(**attrs: Any) -> dict[str, Any]:
    """The arguments that are not None, texts as bytes: the others keep the op's defaults."""
    return {k: v.encode() if isinstance(v, str) else v for k, v in attrs.items() if v is not None}


def _shown(x: Any) -> str:
    value = constant_value(x) if isinstance(x, Tensor) else None
    return str(x if value is None else value)
