"""`show`: a graph as text, one node a line, for people, docs and test failures."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node


def show(graph: Graph) -> str:
    """The nodes of `graph` in order, with what comes in and goes out.

    in    x
    state v
    mul:0 float32[?,3] = Mul(x:0, v:0)
    out   mul:0
    """
    lines = [f"in    {v.name}" for v in graph.feeds]
    lines += [f"state {key}" for key in graph.state_in]
    lines += [_line(n) for n in graph.nodes]
    lines += [f"out   {v.name}" for v in graph.fetches]
    lines += [f"state {key} := {v.name}" for key, v in graph.state_out.items()]
    return "\n".join(lines)


def _line(node: Node) -> str:
    outputs = ", ".join(f"{v.name} {v.dtype.name}{shapes.debug_text(v.dims)}" for v in node.outputs) or node.name
    arguments = [v.name for v in node.inputs] + [f"^{c.name}" for c in node.control]
    value = node.attrs.get("value")
    if isinstance(value, np.ndarray):
        arguments.append(_value(value))
    return f"{outputs} = {node.type}({', '.join(arguments)})"


def _value(array: np.ndarray[Any, Any]) -> str:
    return str(array.tolist()) if array.size <= 4 else f"<{array.size} values>"
