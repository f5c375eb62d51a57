"""Structured control flow: nodes that contain nodes.

`Cond` has two regions, for False and True; `While` has a condition and a body. The nodes of a region use values from
outside freely; whatever they use stands among the inputs of the node that contains them (`free_values`), so that a
pass that only follows inputs sees all dependencies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema.opdef import OpDef


@dataclass(frozen=True)
class Region:
    """A part of the graph with parameters (a loop's variables) and results."""

    nodes: tuple[Node, ...]
    params: tuple[Value, ...]
    results: tuple[Value, ...]


def _not_a_kernel(*_: Any) -> Any:
    raise AssertionError("control flow is evaluated by exec.regions")


COND = OpDef("Cond", _not_a_kernel, (), (), {}, {})
WHILE = OpDef("While", _not_a_kernel, (), (), {}, {})


# what a branch gives for a value that only the other branch makes; nobody looks at it where this branch is taken
DEAD = Value(Node(-1, OpDef("Dead", _not_a_kernel, (), (), {}, {}), "dead", ()), 0, dtypes.float32, None)


class RegionNode(Node):
    """A `Cond` (inputs: predicate, free values) or a `While` (inputs: initial values of its variables, free values).

    `alarm` is one more value that it makes where nodes inside check what they are given: 0, or 1 + the id of the first
    node that refused it. `trips` is how many steps a loop made, for whoever evaluates it once more.
    """

    __slots__ = ("regions", "alarm", "trips")

    regions: tuple[Region, ...]
    alarm: Value | None
    trips: Value

    @property
    def made(self) -> tuple[Value, ...]:
        return self.outputs if self.alarm is None else (*self.outputs, self.alarm)


def make(
    opdef: OpDef,
    like: Node,
    name: str,
    first: Sequence[Value],
    regions: tuple[Region, ...],
    outputs: Iterable[tuple[dtypes.DType, Shape]],
    control: tuple[Node, ...],
) -> RegionNode:
    """A control flow node that stands where `like` stood."""
    free = [v for v in free_values(regions) if v not in first]
    node = RegionNode(like.id, opdef, name, (*first, *free), control, {}, like.device, like.frame)
    node.regions = regions
    node.outputs = tuple(Value(node, i, dtype, dims) for i, (dtype, dims) in enumerate(outputs))
    checks = any(n.opdef.check is not None for r in regions for n in all_nodes(r.nodes))
    node.alarm = Value(node, len(node.outputs), dtypes.int32, ()) if checks else None
    node.trips = Value(node, len(node.outputs) + 1, dtypes.int32, ())
    return node


def free_values(regions: Sequence[Region]) -> list[Value]:
    """Values that the regions use and do not make, in order of use."""
    found: dict[Value, None] = {}
    for region in regions:
        made = {*region.params, *(v for n in region.nodes for v in n.outputs)}
        used = [*(v for n in region.nodes for v in n.inputs), *region.results]
        found.update(dict.fromkeys(v for v in used if v not in made and v is not DEAD))
    return list(found)


def conjuncts(loop: RegionNode) -> list[Value]:
    """The conditions that the loop's condition joins by LogicalAnd: each of them ends the loop."""
    condition = loop.regions[0]
    inside = set(condition.nodes)
    found: list[Value] = []
    todo = list(condition.results)
    while todo:
        value = todo.pop()
        if value.node.type == "LogicalAnd" and value.node in inside:
            todo.extend(value.node.inputs)
        else:
            found.append(value)
    return found


def condition_variables(loop: RegionNode, parts: Sequence[Value] | None = None) -> list[Value]:
    """The loop variables that decide when the loop ends: those of its condition and those that these are made from.

    `parts`: some of the conditions (`conjuncts`) instead of all.
    """
    condition, body = loop.regions
    found = depended_on(condition.nodes, parts or condition.results) & set(condition.params)
    while True:
        updates = [body.results[condition.params.index(p)] for p in found]
        more = depended_on(body.nodes, updates) & set(condition.params)
        if more <= found:
            return [p for p in condition.params if p in found]
        found |= more


def loop_bounds(loop: RegionNode, parts: Sequence[Value] | None = None) -> list[Value]:
    """Values from outside that decide when the loop ends, or when some `parts` of its condition end it."""
    condition, body = loop.regions
    variables = condition_variables(loop, parts)
    updates = [body.results[condition.params.index(p)] for p in variables]
    inside = depended_on(condition.nodes, parts or condition.results) | depended_on(body.nodes, updates)
    free = set(free_values(loop.regions))
    return [loop.inputs[condition.params.index(p)] for p in variables] + [v for v in loop.inputs if v in inside & free]


def depended_on(nodes: Sequence[Node], results: Iterable[Value]) -> set[Value]:
    """All values that `results` depend on by way of `nodes`."""
    needed = set(results)
    for node in reversed(nodes):
        if any(v in needed for v in node.outputs):
            needed.update(node.inputs)
    return needed


def all_nodes(nodes: Iterable[Node]) -> Iterable[Node]:
    """`nodes` and, depth first, the nodes of their regions."""
    for node in nodes:
        yield node
        if isinstance(node, RegionNode):
            for region in node.regions:
                yield from all_nodes(region.nodes)
