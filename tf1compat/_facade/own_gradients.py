"""Registered gradients of nodes in conditions and loops: their functions are traced apart, for `jax.vjp` to call there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tf1compat._facade.convert import convert
from tf1compat._facade.function_graph import FuncGraph
from tf1compat._facade.gradient_registry import get_gradient_function, is_trainable
from tf1compat._jaxcore.ir.node import Value
from tf1compat._jaxcore.ir.own_gradient import OwnGradient
from tf1compat._jaxcore.schema.opdef import OpDef


def own_gradient(op: Any) -> OwnGradient | None:
    """What the function registered for `op` makes of the gradients of its outputs; None if the function is None.

    Raises:
      ValueError: the function gives another number of gradients than the op has inputs.
    """
    function = get_gradient_function(op)
    if function is None:
        return None
    graph = _GradientGraph(op.name + "_grad")
    graph.inherit()
    with graph.as_default():
        graph.inputs = [graph.placeholder(v.dtype.base, v.dims, f"grad_{i}") for i, v in enumerate(op.outputs)]
        made = function(op, *graph.inputs)
        made = list(made) if isinstance(made, (list, tuple)) else [made]
        if len(made) != len(op.inputs):
            raise ValueError(
                f"Num gradients {len(made)} generated for op {op.name} do not match num inputs {len(op.inputs)}"
            )
        given_for = [i for i, (x, g) in enumerate(zip(op.inputs, made)) if g is not None and is_trainable(x)]
        graph.outputs = [graph.capture(convert(made[i], dtype=op.inputs[i].dtype.base)) for i in given_for]
    body = graph.as_function(graph.name)
    return OwnGradient(op, body, tuple(graph.external_captures), tuple(given_for))


class _GradientGraph(FuncGraph):
    """The graph of a gradient. Variables are read outside of it."""

    def create(self, opdef: OpDef, name: str, inputs: tuple[Value, ...], attrs: Mapping[str, Any]) -> Any:
        if opdef.type == "ReadVariableOp" and all(v.node.graph is not self for v in inputs):  # type: ignore[attr-defined]
            with self.outer_graph.as_default(), self.outer_graph.control_dependencies(None):
                return self.outer_graph.create(opdef, name, inputs, attrs)
        return super().create(opdef, name, inputs, attrs)
