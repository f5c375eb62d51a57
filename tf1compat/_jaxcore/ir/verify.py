"""`verify`: which graphs are legal between passes."""

from __future__ import annotations

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value


def verify(graph: Graph, *, pure: bool = False) -> Graph:
    """Check `graph` and return it.

    Every input of a node is an input of the graph or an output of an earlier node; fetches and final states exist; a
    node stands in the list once. With `pure` (after `order_effects`): no variable ops are left, and no value is a
    reference.

    Raises:
      InternalError: a pass made an illegal graph; names node and value.
    """
    known: set[Value] = set(graph.inputs)
    seen: set[Node] = set()
    for node in graph.nodes:
        if node in seen:
            raise _illegal(node, "stands in the list twice")
        seen.add(node)
        for value in node.inputs:
            if value not in known and value.node.id >= 0:
                raise _illegal(node, f"uses {value.name}, which nothing before it makes")
        if pure and (node.opdef.variable or any(v.dtype.is_ref for v in node.outputs)):
            raise _illegal(node, "is a variable in a graph that should have none")
        known.update(node.outputs)
    for value in graph.outputs:
        if value not in known:
            raise _illegal(value.node, f"is asked for {value.name}, which nothing makes")
    return graph


def _illegal(node: Node, problem: str) -> errors.InternalError:
    return errors.InternalError(None, node, f"{node.type} {node.name!r} {problem}\n\t {errors.describe_node(node)}")
