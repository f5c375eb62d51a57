"""`by_device`: cut a device segment where its nodes ask for different accelerators, so that these work at the same time.

    split ─ tower(gpu:0) ─ mean      ->   [split] [tower, gpu:0] [other tower, gpu:1] [mean]
         └─ other tower(gpu:1) ─┘

What is differentiated together stays together; it runs on a device of its own if all of it asks for the same one.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from tf1compat._jaxcore.base import devices
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import all_nodes
from tf1compat._jaxcore.passes import slices
from tf1compat._jaxcore.passes.slices import Group
from tf1compat._jaxcore.passes.split_host import Segment, completed
from tf1compat._jaxcore.passes.static_inputs import Statics

_HOME = None  # what asks for no accelerator, or for several


def by_device(segment: Segment, statics: Statics) -> list[Segment]:
    """`segment` in pieces, each with its `device` (`"GPU:1"`, or nothing), in an order in which they can run."""
    if segment.on_host or any(n in statics.growing for n in segment.nodes):
        return [segment]
    if len({_asked(n.device) for n in segment.nodes} - {_HOME}) < 2:
        return [segment]
    items = slices.schedule(segment.nodes, segment.nodes)
    places = {id(item): _place(item) for item in items}
    if len(set(places.values()) - {_HOME}) < 2:
        return [segment]
    position = {n: i for i, n in enumerate(segment.nodes)}
    pieces = _pieces(items, places)
    placed = [(place, sorted(_nodes(piece), key=position.__getitem__)) for place, piece in pieces]
    cut = completed(segment, [nodes for _, nodes in placed], statics)
    return [replace(piece, device=place or "") for piece, (place, _) in zip(cut, placed)]


@functools.cache
def _asked(device: str) -> str | None:
    """The accelerator that a device string names by its number."""
    found = devices.parse(device)
    if found.device_type is None or found.device_index is None or (found.device_type, found.device_index) == ("CPU", 0):
        return _HOME
    return f"{found.device_type}:{found.device_index}"


def _place(item: Node | Group) -> str | None:
    found = {_asked(n.device) for n in all_nodes(_nodes([item])) if n.type != "Const"} - {_HOME}
    return found.pop() if len(found) == 1 else _HOME


def _nodes(items: Sequence[Node | Group]) -> list[Node]:
    found: dict[Node, None] = {}
    for item in items:
        found.update(
            dict.fromkeys((item,) if isinstance(item, Node) else (*item.members, *(g.node for g in item.gradients)))
        )
    return list(found)


def _pieces(
    items: Sequence[Node | Group], places: dict[int, str | None]
) -> list[tuple[str | None, list[Node | Group]]]:
    """Items of one place together, as many as can run without another place's."""
    owner = {n: id(item) for item in items for n in _nodes([item])}
    order = dict.fromkeys([_HOME, *(places[id(item)] for item in items)])
    done: set[int] = set()
    found: list[tuple[str | None, list[Node | Group]]] = []
    remaining = list(items)
    while remaining:
        for place in order:
            taken: list[Node | Group] = []
            for item in remaining:
                if places[id(item)] == place and all(
                    owner.get(v.node) in done or owner.get(v.node) in (None, id(item)) for v in _needed(item)
                ):
                    taken.append(item)
                    done.add(id(item))
            if taken:
                found.append((place, taken))
                remaining = [item for item in remaining if id(item) not in done]
    return found


def _needed(item: Node | Group) -> Sequence[Value]:
    return item.inputs if isinstance(item, Node) else item.outside()
