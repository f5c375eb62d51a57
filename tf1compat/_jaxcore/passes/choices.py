"""`decided`: what is left of a graph once it is known which branches of its conditions are taken.

    switch ─ then ─┐                                  identity ─ then ─ identity
           └ else ─┴ merge       known {p: True}  ->

A condition that uses the state of several tasks of a cluster has no task of its own: the session learns its predicate,
cuts the branch that is taken by tasks, as if it were a whole graph, and runs that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.frames import MERGE, SWITCH, is_back_edge
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.schema import opdef


def predicates(graph: Graph) -> list[Value]:
    """The fed values that conditions of `graph` ask."""
    fed = set(graph.feeds)
    return list(dict.fromkeys(n.inputs[1] for n in graph.nodes if n.type in SWITCH and n.inputs[1] in fed))


def decided(graph: Graph, known: Mapping[Value, bool]) -> Graph:
    """The graph for given values of some predicates; constant ones are known anyway.

    Args:
      graph: nodes in topological order, back edges of loops left out.
      known: values of predicates.

    Raises:
      UnimplementedError: no condition can be decided, as their predicates depend on each other.
      InvalidArgumentError: a value is wanted of a branch that is not taken.
    """
    return _Decision(graph, known).run()


class _Decision:
    """Copies what is alive. Switches and Merges of decided conditions become identities, or nothing for references."""

    def __init__(self, graph: Graph, known: Mapping[Value, bool]) -> None:
        self.graph = graph
        self.known = known
        self.values: dict[Value, Value] = {v: v for v in graph.feeds}
        self.made: dict[Node, tuple[Node, ...]] = {}  # what stands for each live node
        self.decisions = 0

    def run(self) -> Graph:
        open_edges: list[tuple[Node, Node]] = []
        for node in self.graph.nodes:
            if node.type in SWITCH and self._answer(node) is not None:
                self._switch(node)
            elif node.type in MERGE and not any(is_back_edge(node, v) for v in node.inputs):
                self._merge(node)
            elif self._is_alive(node):
                copy = self._copy(node, node.inputs, node.outputs)
                if any(is_back_edge(node, v) for v in node.inputs):
                    open_edges.append((copy, node))
        for copy, node in open_edges:
            copy.inputs = tuple(self.values[v] for v in node.inputs)
        if not self.decisions:
            raise errors.unsupported(
                "conditions that use the state of several tasks and wait for each other", node=self.graph.nodes[0]
            )
        fetches = [self._fetch(v, i) for i, v in enumerate(self.graph.fetches)]
        targets = [t for n in self.graph.targets for t in self.made.get(n, ())]
        return prune(fetches, targets, self.graph.feeds)

    def _answer(self, switch: Node) -> bool | None:
        """The value of a Switch's predicate, if it is known."""
        predicate = switch.inputs[1]
        if predicate.node.type == "Const" and predicate not in self.known:
            return bool(np.asarray(predicate.node.attrs["value"]))
        return self.known.get(predicate)

    def _is_alive(self, node: Node) -> bool:
        if node.type == "ControlTrigger":
            return True
        if any(v not in self.values and not is_back_edge(node, v) for v in node.inputs):
            return False
        return all(c in self.made for c in node.control)

    def _switch(self, node: Node) -> None:
        self.decisions += 1
        if self._is_alive(node):
            self._pass_on(node, node.inputs[0], node.outputs[bool(self._answer(node))])

    def _merge(self, node: Node) -> None:
        """The input that is alive; a Merge of a condition that stays open has several, and stays."""
        alive = [i for i, v in enumerate(node.inputs) if v in self.values]
        if len(alive) > 1:
            self._copy(node, node.inputs, node.outputs)
        elif alive:
            self._pass_on(node, node.inputs[alive[0]], node.outputs[0])
            index = Node(node.id, opdef.get("Const"), f"{node.name}/index", (), (), _constant(alive[0]), node.device)
            index.outputs = (Value(index, 0, dtypes.int32, ()),)
            self.values[node.outputs[1]] = index.outputs[0]

    def _pass_on(self, node: Node, given: Value, output: Value) -> None:
        if _is_bound(given):
            self.values[output] = self.values[given]
            self.made[node] = (*self.made.get(given.node, ()), *self._controls(node))
            return
        self._copy(node, (given,), (output,), identity=True)

    def _copy(self, node: Node, inputs: Iterable[Value], outputs: Sequence[Value], identity: bool = False) -> Node:
        declared, attrs = (opdef.get("Identity"), {}) if identity else (node.opdef, node.attrs)
        given = tuple(self.values.get(v, v) for v in inputs)
        copy = Node(node.id, declared, node.name, given, self._controls(node), attrs, node.device, node.frame)
        copy.outputs = tuple(Value(copy, i, v.dtype, v.dims) for i, v in enumerate(outputs))
        self.values.update(zip(outputs, copy.outputs))
        self.made[node] = (copy,)
        return copy

    def _controls(self, node: Node) -> tuple[Node, ...]:
        return tuple(dict.fromkeys(m for c in node.control for m in self.made.get(c, ())))

    def _fetch(self, value: Value, position: int) -> Value:
        found = self.values.get(value)
        if found is None:
            raise errors.InvalidArgumentError(None, None, f"Retval[{position}] does not have value")
        return found


def _is_bound(value: Value) -> bool:
    """A reference or handle, or a read of a reference, which happens where its consumer stands."""
    if value.dtype.is_ref or value.dtype in (dtypes.resource, dtypes.variant):
        return True
    return value.node.type == "Identity" and value.node.inputs[0].dtype.is_ref


def _constant(number: int) -> dict[str, object]:
    return {"value": np.asarray(number, np.int32), "dtype": dtypes.int32}
