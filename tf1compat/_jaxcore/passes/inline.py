"""`inline`: calls of graph functions are replaced by the functions' bodies.

    y = f(x); z = Neg(y)        ->      f/Mul = Mul(x, 2); z = Neg(f/Mul)

What has effects in a body runs although nobody needs its values, and before whoever waits for the call. A graph
without calls passes unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from tf1compat._jaxcore.ir.function import Function, Instance, arguments, called, instantiate
from tf1compat._jaxcore.ir.graph import Graph, topological
from tf1compat._jaxcore.ir.node import Node, Value

_DEEPEST = 100


def inline(graph: Graph) -> Graph:
    """The same program without calls.

    Raises:
      ValueError: a function calls itself.
    """
    if not any(called(n) for n in graph.nodes):
        return graph
    whole = Function("", graph.nodes, graph.feeds, graph.fetches, graph.targets)
    copy = instantiate(whole, graph.feeds)
    targets = copy.effects[: len(graph.targets)]
    flat = _Flat()
    flat.add(copy.nodes, 0)
    fetches = tuple(flat.value(v) for v in copy.results)
    wanted = tuple(dict.fromkeys(n for t in targets for n in flat.runs(t)))
    roots = [*(v.node for v in fetches if v not in graph.feeds), *wanted, *flat.effects]
    nodes = topological(roots, frozenset(graph.feeds))
    return Graph(tuple(nodes), graph.feeds, fetches, tuple(dict.fromkeys((*wanted, *flat.effects))))


class _Flat:
    """The nodes without calls, and what took the place of the calls and of their outputs."""

    def __init__(self) -> None:
        self.values: dict[Value, Value] = {}
        self.bodies: dict[Node, tuple[Node, ...]] = {}
        self.effects: list[Node] = []

    def add(self, nodes: Sequence[Node], depth: int) -> None:
        for node in nodes:
            function = called(node)
            if function is None:
                continue
            if depth > _DEEPEST:
                raise ValueError(f"function {function.name!r} calls itself, which would never end")
            body = instantiate(function, arguments(node), node.name + "/")
            for inner in body.nodes:
                inner.control = (*inner.control, *node.control)
            self.values.update(zip(node.outputs, body.results))
            self.bodies[node] = _ends(body, node)
            self.add(body.nodes, depth + 1)
            self.effects.extend(n for e in body.effects for n in self.runs(e))
        for node in nodes:
            node.inputs = tuple(self.value(v) for v in node.inputs)
            node.control = tuple(dict.fromkeys(n for c in node.control for n in self.runs(c)))

    def value(self, value: Value) -> Value:
        """What `value` is computed as, behind any number of calls."""
        while value in self.values:
            value = self.values[value]
        return value

    def runs(self, node: Node) -> tuple[Node, ...]:
        """The nodes that have run when `node` has."""
        found = self.bodies.get(node)
        return (node,) if found is None else tuple(n for inner in found for n in self.runs(inner))


def _ends(body: Instance, call: Node) -> tuple[Node, ...]:
    inside = set(body.nodes)
    results = [v.node for v in body.results]
    return tuple(dict.fromkeys((*body.effects, *(n for n in results if n in inside), *call.control)))
