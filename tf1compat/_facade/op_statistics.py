"""`ops.RegisterStatistics` and `ops.RegisterShape`: what TF lets programs say about op types, beside gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context, op_flops


class OpStats:
    """A figure of one or several ops, such as `flops`; `+` adds figures of one kind."""

    def __init__(self, statistic_type: str, value: Any = None) -> None:
        self.statistic_type = statistic_type
        self.value = value

    def __iadd__(self, other: OpStats) -> OpStats:
        if other.statistic_type != self.statistic_type:
            raise ValueError(f"Can't add an OpStat of type {self.statistic_type} to one of {other.statistic_type}.")
        if self.value is None:
            self.value = other.value
        elif other.value is not None:
            self.value += other.value
        return self


class RegisterStatistics:
    """A decorator: the function `(graph, node) -> OpStats` gives a figure of ops of this type.

    Raises:
      TypeError: the type is no string, or has a comma.
      KeyError: there is such a function already.
    """

    def __init__(self, op_type: str, statistic_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string.")
        if "," in op_type:
            raise TypeError("op_type must not contain a comma.")
        if not isinstance(statistic_type, str):
            raise TypeError("statistic_type must be a string.")
        if "," in statistic_type:
            raise TypeError("statistic_type must not contain a comma.")
        self._key = f"{op_type},{statistic_type}"

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        if self._key in context.OP_STATISTICS:
            raise KeyError(f"Registering two statistical functions with name '{self._key}'!")
        context.OP_STATISTICS[self._key] = f
        return f


def get_stats_for_node_def(graph: Any, node: Any, statistic_type: str) -> OpStats:
    """The figure of one NodeDef, without a value where nobody knows it (`flops` are known of TF1's usual ops)."""
    function = context.OP_STATISTICS.get(f"{node.op},{statistic_type}")
    if function is not None:
        return function(graph, node)
    return OpStats(statistic_type, op_flops.flops(graph.by_name[node.name]) if statistic_type == "flops" else None)


class RegisterShape:
    """A decorator that leaves the function as it is: shapes are declared with the ops."""

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        return f


def _set_call_cpp_shape_fn(call_cpp_shape_fn: Any) -> None:
    """Nothing: shapes are declared with the ops."""
