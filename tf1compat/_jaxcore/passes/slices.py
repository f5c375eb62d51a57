"""Which nodes a `Gradient` node differentiates: its slice, and groups of gradients that share one linearisation.

The slice of Gradient(ys, xs) is what lies on differentiable paths from xs to ys. Gradients whose slices overlap (a
GAN's two losses) form a group, so that what they share is evaluated once. A group is evaluated as one function; nodes
that lie between its nodes without being differentiated (an argmax that selects) belong to it as well.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.lookups import Inside, lookups


@dataclass(frozen=True)
class Gradient:
    """The parts of one `Gradient` node."""

    node: Node
    ys: tuple[Value, ...]
    xs: tuple[Value, ...]
    grad_ys: tuple[Value, ...]  # none: ones
    stops: tuple[Value, ...]
    slice: frozenset[Node]
    tables: tuple[Value, ...]  # the xs whose gradients are wanted by row


@dataclass(frozen=True)
class Group:
    """Gradients that are taken of one linearisation of `members` (in order of execution)."""

    gradients: tuple[Gradient, ...]
    members: tuple[Node, ...]

    @property
    def ys(self) -> tuple[Value, ...]:
        return tuple(dict.fromkeys(y for g in self.gradients for y in g.ys))

    @property
    def xs(self) -> tuple[Value, ...]:
        return tuple(dict.fromkeys(x for g in self.gradients for x in g.xs))

    @property
    def stops(self) -> frozenset[Value]:
        return frozenset(s for g in self.gradients for s in g.stops)

    def outside(self) -> list[Value]:
        """Values that must be there before the group runs."""
        inside = set(self.members)
        needed = [v for n in self.members for v in n.inputs if v.node not in inside]
        for g in self.gradients:
            needed += [v for v in (*g.ys, *g.xs, *g.grad_ys) if v.node not in inside]
        return list(dict.fromkeys(needed))


def lookups_of(group: Group) -> dict[Value, tuple[Inside, ...]]:
    """Of the tables whose gradients are wanted by row, the lookups in loops and conditions; they have no other use."""
    whole = {x for g in group.gradients for x in g.xs if x not in g.tables}
    differentiated = frozenset(n for g in group.gradients for n in g.slice)
    nodes = [n for n in group.members if n in differentiated]
    tables = dict.fromkeys(x for g in group.gradients for x in g.tables if x not in whole)
    found = {x: lookups(nodes, x) for x in tables}
    return {x: items for x, items in found.items() if items is not None}


def parse(node: Node, order: Sequence[Node]) -> Gradient:
    """Read a `Gradient` node and find its slice among `order` (all nodes, inputs first)."""
    ys, xs, grad_ys, stops = (tuple(part) for part in node.opdef.split(node.inputs, node.attrs))
    tables = tuple(xs[i] for i in node.attrs["by_row"])
    return Gradient(node, ys, xs, grad_ys, stops, _slice(ys, xs, frozenset(stops), order), tables)


def _slice(ys: Sequence[Value], xs: Sequence[Value], stops: frozenset[Value], order: Sequence[Node]) -> frozenset[Node]:
    present = set(order)
    behind = _ancestors((y.node for y in ys), present)
    depends: set[Value] = set(xs)  # TF1: an x among `stops` has a gradient; what lies behind it has none
    found: set[Node] = set()
    for node in order:
        if node not in behind or not node.opdef.differentiable:
            continue
        if any(v in depends for v in node.inputs):
            found.add(node)
            depends.update(v for v in node.outputs if v not in stops)
    return frozenset(found)


def _ancestors(roots: Iterable[Node], present: set[Node]) -> set[Node]:
    found: set[Node] = set()
    todo = [n for n in roots if n in present]
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo.extend(v.node for v in node.inputs if v.node in present)
    return found


def _closure(nodes: frozenset[Node], order: Sequence[Node]) -> tuple[Node, ...]:
    """`nodes` and all that lies on a path between two of them, in order."""
    present = set(order)
    behind = _ancestors(nodes, present)
    ahead: set[Node] = set()
    for node in order:
        if node in nodes or any(v.node in ahead for v in node.inputs):
            ahead.add(node)
    return tuple(n for n in order if n in behind and n in ahead)


def schedule(nodes: Sequence[Node], order: Sequence[Node]) -> list[Node | Group]:
    """`nodes` with every group of gradients contracted to one item, in an order that can be executed.

    `order` is the whole segment that `nodes` are a part of: a gradient inside another one's slice differentiates nodes
    that the outer one has no reason to look at.
    """
    groups = _groups(nodes, order)
    shared = _contracted(nodes, groups, [(*g.members, *(x.node for x in g.gradients)) for g in groups])
    if shared is not None:
        return shared
    # Gradients that need each other's values (one starts from another's result, a stop lies between them): what they
    # differentiate runs on its own, and once more inside each of them.
    single = [Group((g,), _closure(g.slice, order)) for g in (parse(n, order) for n in nodes if n.type == "Gradient")]
    items = _contracted(nodes, single, [(g.gradients[0].node,) for g in single])
    if items is None:
        raise ValueError("gradients that depend on each other cannot be put in order")
    return items


def _contracted(
    nodes: Sequence[Node], groups: Sequence[Group], owned: Sequence[tuple[Node, ...]]
) -> list[Node | Group] | None:
    """`nodes` with the nodes that each group owns replaced by it, sorted; None if there is no such order."""
    owner: dict[Node, Any] = {node: group for group, mine in zip(groups, owned) for node in mine}
    items: list[Node | Group] = []
    for node in nodes:
        item = owner.get(node, node)
        if item is node or item not in items:
            items.append(item)
    return in_order(items, owner)


def _groups(nodes: Sequence[Node], order: Sequence[Node]) -> list[Group]:
    """Outermost gradients, those with overlapping slices together; a gradient inside another's slice stays inside."""
    all_gradients = [parse(n, order) for n in nodes if n.type == "Gradient"]
    groups: list[Group] = []
    taken: set[Node] = set()
    for gradient in reversed(all_gradients):
        if gradient.node in taken:
            continue
        group = Group((gradient,), _closure(gradient.slice, order))
        taken.update((gradient.node, *(n for n in group.members if n.type == "Gradient")))
        groups.append(group)
    merged: list[Group] = []
    for group in reversed(groups):
        for i, other in enumerate(merged):
            joined = _join(other, group, order)
            if joined is not None:
                merged[i] = joined
                break
        else:
            merged.append(group)
    return merged


_READS = frozenset({"Identity", "ReadVariableOp"})


def _join(a: Group, b: Group, order: Sequence[Node]) -> Group | None:
    """Both as one group, if they share nodes, stop at the same values, and neither needs the other's gradients.

    Reads of variables cost nothing: that towers have these in common makes them no group.
    """
    if a.stops != b.stops or all(n.type in _READS for n in set(a.members) & set(b.members)):
        return None
    members = _closure(frozenset(a.members) | frozenset(b.members), order)
    gradients = (*a.gradients, *b.gradients)
    inside = set(members)
    if any(g.node in inside for g in gradients):
        return None
    behind = _ancestors((v.node for g in gradients for v in g.grad_ys), set(order))
    if any(g.node in behind for g in gradients):
        return None
    return Group(gradients, members)


def in_order(items: list[Any], owner: dict[Node, Any]) -> list[Any] | None:
    """`items` (nodes, and what says by `outside` what it needs) so that each comes behind what it needs.

    `owner`: the item that runs a node. None if there is no such order.
    """
    position = {id(item): i for i, item in enumerate(items)}
    users: dict[int, list[int]] = {}
    missing = [0] * len(items)
    for i, item in enumerate(items):
        values = item.inputs if isinstance(item, Node) else item.outside()
        before = {position.get(id(owner.get(v.node, v.node))) for v in values} - {None, i}
        missing[i] = len(before)
        for j in before:
            users.setdefault(j, []).append(i)  # type: ignore[arg-type]
    ready = [i for i, m in enumerate(missing) if m == 0]
    heapq.heapify(ready)
    result: list[Any] = []
    while ready:
        i = heapq.heappop(ready)
        result.append(items[i])
        for user in users.get(i, ()):
            missing[user] -= 1
            if missing[user] == 0:
                heapq.heappush(ready, user)
    return result if len(result) == len(items) else None
