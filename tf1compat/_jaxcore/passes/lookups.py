"""`lookups`: where loops and conditions look up rows of a table that they use for nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tf1compat._jaxcore.ir import partial, region
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode

_READS = frozenset({"Identity", "ReadVariableOp"})


@dataclass(frozen=True)
class Inside:
    """The lookups in a loop or condition, in order."""

    node: RegionNode
    items: tuple[Inside | Node, ...]

    @property
    def is_loop(self) -> bool:
        return self.node.opdef is region.WHILE


def is_lookup(node: Node) -> bool:
    """Does `node` take rows (slices along the first axis) of its first input?"""
    if node.type in ("Gather", "ResourceGather"):
        return not node.attrs.get("batch_dims", 0)
    if node.type != "GatherV2" or node.attrs.get("batch_dims", 0):
        return False
    axis = partial.constant_value(node.inputs[2])
    return axis is not None and int(axis) == 0


def lookups(nodes: Iterable[Node], table: Value) -> tuple[Inside, ...] | None:
    """The lookups of `table` in the loops and conditions among `nodes`; None if these use it otherwise, too."""
    found = _within(nodes, {table})
    return None if found is None else tuple(item for item in found if isinstance(item, Inside))


def _within(nodes: Iterable[Node], same: set[Value]) -> list[Inside | Node] | None:
    """`same`: values that are the table; what reads of it give is added."""
    found: list[Inside | Node] = []
    for node in nodes:
        used = [i for i, v in enumerate(node.inputs) if v in same]
        if isinstance(node, RegionNode):
            items = _inside(node, used, same)
            if items is None:
                return None
            if items:
                found.append(Inside(node, tuple(items)))
        elif not used:
            continue
        elif node.type in _READS:
            same.update(node.outputs)
        elif used == [0] and is_lookup(node):
            found.append(node)
        elif node.opdef.differentiable:
            return None
    return found


def _inside(node: RegionNode, used: Sequence[int], same: set[Value]) -> list[Inside | Node] | None:
    given = len(node.regions[0].params) if node.opdef is region.WHILE else 1
    if any(i < given for i in used):
        return None  # a loop variable
    found: list[Inside | Node] = []
    for part in node.regions if node.opdef is region.WHILE else reversed(node.regions):  # as programs make them
        items = _within(part.nodes, same)
        if items is None or any(v in same for v in part.results):
            return None
        found += items
    return found


def nodes_of(items: Iterable[Inside | Node]) -> Iterator[Node]:
    """The lookups themselves."""
    for item in items:
        if isinstance(item, Inside):
            yield from nodes_of(item.items)
        else:
            yield item
