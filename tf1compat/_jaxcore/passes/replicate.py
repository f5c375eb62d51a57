"""`replicate`: find the towers among groups of gradients, so that n copies of a model are traced and compiled once.

    [tower_0] [tower_1] … [mean of gradients]   ->   [Towers(tower_0, tower_1, …)] [mean of gradients]

Groups are towers if they have the same nodes joined in the same way and none needs another. Their devices, names and
the streams of their random operations may differ, and so may all values that come from outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import DEAD, RegionNode, all_nodes
from tf1compat._jaxcore.passes import slices
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.slices import Group


@dataclass(frozen=True)
class Tower:
    """A group in a form that does not depend on names or on the order of other nodes.

    Attributes:
      outside: values that come from outside, in order of first use.
      nodes: its nodes and those inside their regions.
    """

    group: Group
    outside: tuple[Value, ...]
    nodes: tuple[Node, ...]

    @property
    def made(self) -> tuple[Value, ...]:
        """All values that it makes, in an order that is the same for all towers."""
        return tuple(v for n in self.nodes for v in n.made)

    @property
    def gradients(self) -> tuple[Value, ...]:
        return tuple(v for g in self.group.gradients for v in g.node.outputs)


@dataclass(frozen=True)
class Towers:
    """Towers, which are evaluated together.

    Attributes:
      shared: nodes that belong to all of them (reads of variables).
      joins: nodes that only stack what the towers give: for each, one value of the first tower.
      device: the device that each tower asks for.
    """

    towers: tuple[Tower, ...]
    shared: tuple[Node, ...]
    joins: tuple[tuple[Node, Value], ...]

    @property
    def devices(self) -> tuple[str, ...]:
        return tuple(t.group.gradients[0].node.device for t in self.towers)

    def outside(self) -> list[Value]:
        """Values that must be there before the towers run."""
        inside = set(self.nodes())
        return [v for v in dict.fromkeys(v for t in self.towers for v in t.group.outside()) if v.node not in inside]

    def nodes(self) -> Iterable[Node]:
        """All nodes that run when the towers run, gradients among them."""
        return (n for t in self.towers for n in owned(t.group))


Item = Node | Group | Towers


def owned(group: Group) -> Iterator[Node]:
    yield from group.members
    yield from (g.node for g in group.gradients)


def replicate(items: Sequence[Node | Group]) -> list[Item]:
    """`items` with every set of towers contracted to one item, in an order that can be executed."""
    kinds: dict[Any, list[Tower]] = {}
    groups = [i for i in items if isinstance(i, Group)]
    if len(groups) > 1:
        for group in groups:
            key, tower = describe(group)
            kinds.setdefault(key, []).append(tower)
    found: list[Item] = list(items)
    for towers in kinds.values():
        if len(towers) > 1:
            found = _contracted(found, towers) or found
    return found


def _contracted(items: Sequence[Item], towers: Sequence[Tower]) -> list[Item] | None:
    """`items` with `towers` as one item; None if one of them needs another."""
    common = frozenset.intersection(*(frozenset(t.group.members) for t in towers))
    shared = tuple(n for n in towers[0].group.members if n in common)
    if any(len({*t.group.members} & {*u.group.members}) > len(shared) for t in towers for u in towers if t is not u):
        return None
    whole = Towers(tuple(towers), shared, tuple(_joins(towers, [i for i in items if isinstance(i, Node)])))
    mine = {id(t.group) for t in towers}
    first = next(i for i, item in enumerate(items) if id(item) in mine)
    rest = [item for item in items if id(item) not in mine]
    rest.insert(first, whole)
    return slices.in_order(rest, _owners(rest))


def _owners(items: Iterable[Item]) -> dict[Node, Any]:
    """Which item runs a node; nodes that are items run by themselves."""
    items = list(items)
    found: dict[Node, Any] = {}
    for item in items:
        if not isinstance(item, Node):
            found.update(dict.fromkeys(item.nodes() if isinstance(item, Towers) else owned(item), item))
    found.update((item, item) for item in items if isinstance(item, Node))
    return found


def _joins(towers: Sequence[Tower], nodes: Sequence[Node]) -> Iterator[tuple[Node, Value]]:
    """Nodes that stack one value of each tower, in the order of the towers, along a new first axis."""
    place: dict[Value, tuple[int, Value]] = {}
    for i, tower in enumerate(towers):
        for first, mine in zip((*towers[0].made, *towers[0].gradients), (*tower.made, *tower.gradients)):
            place[mine] = (i, first)
    for node in nodes:
        if node.type == "Pack" and not node.attrs.get("axis", 0):
            parts = [_source(v) for v in node.inputs]
        elif node.type == "ConcatV2" and _is_zero(node.inputs[-1]):
            parts = [_expanded(v) for v in node.inputs[:-1]]
        else:
            continue
        found = [place.get(v) if v is not None else None for v in parts]
        if len(found) == len(towers) and None not in found:
            if [f[0] for f in found if f] == list(range(len(towers))) and len({f[1] for f in found if f}) == 1:
                yield node, found[0][1]  # type: ignore[index]


def _source(value: Value) -> Value:
    while value.node.type == "Identity":
        value = value.node.inputs[0]
    return value


def _expanded(value: Value) -> Value | None:
    """What `value` is with a new first axis, if it is."""
    node = _source(value).node
    return _source(node.inputs[0]) if node.type == "ExpandDims" and _is_zero(node.inputs[1]) else None


def _is_zero(value: Value) -> bool:
    node = _source(value).node
    return node.type == "Const" and np.size(node.attrs["value"]) == 1 and not np.any(node.attrs["value"])


def describe(group: Group) -> tuple[Any, Tower]:
    """A key that is equal for groups that do the same, and the group in its order."""
    order = _canonical(group)
    references: dict[Value, Any] = {ABSENT: "absent", DEAD: "dead"}
    outside: list[Value] = []

    def refer(value: Value) -> Any:
        if value not in references:
            references[value] = ("outside", len(outside), value.dtype.name)
            outside.append(value)
        return references[value]

    lines: list[Any] = []
    for node in order:
        lines.append(_line(node, refer, references))
    for gradient in group.gradients:
        parts = (gradient.ys, gradient.xs, gradient.grad_ys, gradient.stops)
        lines.append(
            (*(tuple(refer(v) for v in part) for part in parts), gradient.node.opdef, _key(gradient.node.attrs))
        )
    return tuple(lines), Tower(group, tuple(outside), tuple(all_nodes(order)))


def _canonical(group: Group) -> list[Node]:
    """The members in an order that follows from how they are joined: depth first from the ys."""
    inside = set(group.members)
    done: set[Node] = set()
    order: list[Node] = []
    for root in (y.node for g in group.gradients for y in g.ys if y.node in inside):
        stack = [] if root in done else [(root, iter(root.inputs))]
        done.add(root)
        while stack:
            node, needs = stack[-1]
            for value in needs:
                if value.node in inside and value.node not in done:
                    done.add(value.node)
                    stack.append((value.node, iter(value.node.inputs)))
                    break
            else:
                stack.pop()
                order.append(node)
    return [*order, *(n for n in group.members if n not in done)]


def _line(node: Node, refer: Any, references: dict[Value, Any]) -> Any:
    """What `node` does, in terms of the values before it; notes the values that it makes."""
    inputs = tuple(refer(v) for v in node.inputs)
    inner: list[Any] = []
    for region in node.regions if isinstance(node, RegionNode) else ():
        for value in region.params:
            references[value] = ("inside", len(references))
        lines = tuple(_line(n, refer, references) for n in region.nodes)
        inner.append((lines, tuple(refer(v) for v in region.results)))
    for value in node.made:
        references[value] = ("inside", len(references), value.dtype.name)
    return node.opdef, inputs, _key(node.attrs), tuple(inner)  # one with a gradient of its own is an opdef of its own


# where it is and what it is called; its stream
_NAMES = frozenset({"_class", "_output_shapes", "seed", "seed2", "tensor_array_name", "stack_name", "frame_name"})


def _key(attrs: Any) -> Any:
    return tuple(sorted((name, _plain(value)) for name, value in attrs.items() if name not in _NAMES))


def _plain(value: Any) -> Any:
    """Something that is equal for equal values."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes() if value.dtype != object else repr(value.tolist())
    if isinstance(value, (list, tuple)):
        return tuple(_plain(v) for v in value)
    return f"{type(value).__name__} {value!r}"
