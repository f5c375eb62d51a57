"""`Graph`: what passes take and return, an immutable list of nodes with its inputs and outputs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tf1compat._jaxcore.ir.node import Node, Value


class StateRef(NamedTuple):
    """A variable as the core knows it: its key in a container, dtype name and static shape text for messages."""

    key: str
    node: Node


@dataclass(frozen=True)
class Graph:
    """A part of a program, in an order that can be executed.

    Attributes:
      nodes: in topological order; after `order_effects` in the order of execution.
      feeds: values given from outside; their producers are not among `nodes`.
      fetches: values wanted.
      targets: nodes that must run although nobody wants their values.
      state_in: initial value of each variable that is read, `{key: value}` (after `order_effects`).
      state_out: final value of each variable that is written.
      initialized: flags wanted, `{value: key}`: is the variable initialised when the step begins?
      variables: the variable's node for each key, for messages.
    """

    nodes: tuple[Node, ...]
    feeds: tuple[Value, ...] = ()
    fetches: tuple[Value, ...] = ()
    targets: tuple[Node, ...] = ()
    state_in: dict[str, Value] = field(default_factory=dict[str, Value])
    state_out: dict[str, Value] = field(default_factory=dict[str, Value])
    initialized: dict[Value, str] = field(default_factory=dict[Value, str])
    variables: dict[str, Node] = field(default_factory=dict[str, Node])

    @property
    def inputs(self) -> tuple[Value, ...]:
        """All values that come from outside: feeds, variables, flags."""
        return (*self.feeds, *self.state_in.values(), *self.initialized)

    @property
    def outputs(self) -> tuple[Value, ...]:
        return (*self.fetches, *self.state_out.values())


def topological(roots: Iterable[Node], cut: frozenset[Value] | set[Value] = frozenset()) -> list[Node]:
    """The nodes that `roots` need, inputs first, not looking behind the values in `cut`.

    Deterministic: among the inputs of a node, earlier ones come first. Iterative, so depth is no limit. A while
    loop's back edge (NextIteration to Merge) orders nothing, but what it needs is there. Other cycles raise ValueError.
    """
    done: dict[Node, bool] = {}
    order: list[Node] = []
    waiting = list(roots)
    waiting.reverse()
    while waiting:
        root = waiting.pop()
        if root in done:
            continue
        stack = [(root, iter(_needs(root, cut)))]
        done[root] = False
        while stack:
            node, needs = stack[-1]
            for other in needs:
                state = done.get(other)
                if state is None:
                    done[other] = False
                    stack.append((other, iter(_needs(other, cut))))
                    break
                if state is False:
                    raise ValueError(f"the graph has a cycle through {other.name!r} and {node.name!r}")
            else:
                stack.pop()
                done[node] = True
                order.append(node)
                if node.type in _LOOP_MERGES:
                    waiting.extend(v.node for v in node.inputs if v.node.type in _BACK)
    return order


_LOOP_MERGES = frozenset({"Merge", "RefMerge"})
_BACK = frozenset({"NextIteration", "RefNextIteration"})


def _needs(node: Node, cut: frozenset[Value] | set[Value]) -> list[Node]:
    if cut and node.outputs and all(v in cut for v in node.outputs):
        return []
    inputs = [v.node for v in node.inputs if v not in cut]
    if node.type in _LOOP_MERGES:
        inputs = [n for n in inputs if n.type not in _BACK]
    return [*inputs, *node.control]


def consumers(nodes: Iterable[Node]) -> dict[Value, list[Node]]:
    """Who uses each value, among `nodes`."""
    users: dict[Value, list[Node]] = {}
    for node in nodes:
        for value in node.inputs:
            users.setdefault(value, []).append(node)
    return users
