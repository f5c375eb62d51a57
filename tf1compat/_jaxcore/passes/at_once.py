"""`at_once`: which nodes of a step have to wait at the same time, because one puts where another one takes.

TensorFlow starts what nothing orders at once: a step that takes from an empty queue and puts into it ends, as does one
that puts into a full queue and takes from it. Run one after the other, the first would wait for ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tf1compat._jaxcore.ir.node import Node

_PUTS: Final = re.compile(
    r"QueueEnqueue|(Ordered)?(Map)?Stage$|BarrierInsert|(Resource|Sparse)?AccumulatorApplyGradient"
)
_TAKES: Final = re.compile(
    r"QueueDequeue|(Ordered)?(Map)?(Unstage|Peek)|StagePeek|BarrierTake|(Resource|Sparse)?AccumulatorTakeGradient"
)


@dataclass(frozen=True)
class AtOnce:
    """What a step runs at once.

    Attributes:
      pairs: a node that puts and one that takes, each from the same place, in no order.
      after: for each node those that put or may wait, and that come before it on some path.
    """

    pairs: tuple[tuple[Node, Node], ...]
    after: Mapping[Node, frozenset[Node]]


def at_once(nodes: Sequence[Node]) -> AtOnce | None:
    """What of `nodes`, in an order in which they can run, has to wait at the same time; None: nothing."""
    puts: dict[object, list[Node]] = {}
    takes: dict[object, list[Node]] = {}
    for node in nodes:
        if not node.opdef.host:
            continue
        if _PUTS.match(node.type):
            puts.setdefault(_place(node), []).append(node)
        elif _TAKES.match(node.type):
            takes.setdefault(_place(node), []).append(node)
    if puts.keys().isdisjoint(takes):
        return None
    after = _before(nodes)
    pairs = [
        (put, take)
        for place, found in puts.items()
        for put in found
        for take in takes.get(place, ())
        if put not in after[take] and take not in after[put]
    ]
    return AtOnce(tuple(pairs), after) if pairs else None


def _place(node: Node) -> object:
    """What tells one queue, staging area or barrier from others."""
    named = node if "tage" in node.type else node.inputs[0].node  # areas have no handles
    return named.attrs.get("shared_name") or named


def _before(nodes: Sequence[Node]) -> dict[Node, frozenset[Node]]:
    after: dict[Node, frozenset[Node]] = {}
    for node in nodes:
        found: frozenset[Node] = frozenset()
        for before in (*(v.node for v in node.inputs), *node.control):
            found |= after.get(before, frozenset())
            if before.opdef.waits or _PUTS.match(before.type):
                found |= {before}
        after[node] = found
    return after
