"""Which TensorArray reads and writes of a counted loop become the scan's `xs` and `ys`.

An array that every step reads at the loop's counter, and one that every step writes at it, are not carried: a carried
array would make the backward pass quadratic in the number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.partial import plus_constant
from tf1compat._jaxcore.ir.region import Region, all_nodes, free_values
from tf1compat._jaxcore.ops.elements import Elements, Ledger

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env


@dataclass
class ScanPlan:
    """Reads whose values come in with each step, and loop variables whose writes go out with each step.

    Attributes:
      reads: `{read node: first index}` of arrays from outside the loop.
      writes: `{loop variable: (the node that writes it, first index)}`.
    """

    reads: dict[Node, int] = field(default_factory=dict[Node, int])
    writes: dict[Value, tuple[Node, int]] = field(default_factory=dict[Value, "tuple[Node, int]"])


def plan(body: Region, start: Sequence[Any], env: Env, trips: int, exact: bool) -> ScanPlan:
    """What of `body` can be scanned over, for these initial values of its variables.

    `exact`: there are `trips` steps; otherwise there may be fewer.
    """
    counted = counters(body, start)
    found = ScanPlan()
    outside = set(free_values([body]))
    uses: dict[Value, int] = {}
    for value in (*(v for n in body.nodes for v in n.inputs), *body.results):
        uses[value] = uses.get(value, 0) + 1
    for node in body.nodes:
        if node.type == "TensorArrayReadV3" and node.inputs[1] in counted and node.inputs[2] in outside:
            first = counted[node.inputs[1]]
            array = env.get(node.inputs[2])
            readable = isinstance(array, Elements) and array.data is not None and not array.is_ragged
            if array is not None and readable and 0 <= first <= array.size - trips:
                found.reads[node] = first
        if node.type == "TensorArrayWriteV3" and node.inputs[1] in counted:
            flow, first = node.inputs[3], counted[node.inputs[1]]
            if flow in body.params and uses[flow] == 1 and uses.get(node.outputs[0]) == 1:
                position = body.params.index(flow)
                array = start[position]
                if first == 0 and _is_filled(array, trips, exact) and body.results[position] is node.outputs[0]:
                    found.writes[flow] = (node, first)
    return found


def _is_filled(array: Any, trips: int, exact: bool) -> bool:
    """Do writes at 0, 1, … trips - 1 leave nothing of what was there before?"""
    if not isinstance(array, Elements):
        return False
    return array.size == trips or (exact and array.grows and array.size < trips)


def counters(body: Region, start: Sequence[Any]) -> dict[Value, int]:
    """Loop variables that start at a known whole number and grow by one: `{variable: start}`."""
    found: dict[Value, int] = {}
    for param, value, result in zip(body.params, start, body.results):
        node = result.node
        if not is_concrete(value) or np.ndim(value) != 0 or node.type not in ("Add", "AddV2"):
            continue
        if not np.issubdtype(np.asarray(value).dtype, np.integer):
            continue
        others = [v for v in node.inputs if v is not param]
        if len(others) == 1 and others[0].node.type == "Const" and int(others[0].node.attrs["value"]) == 1:
            found[param] = int(value)
    return found


def prove(proven: set[Node], body: Region, start: Sequence[Any], env: Env, trips: int) -> None:
    """Note which reads and writes of arrays find their places, in a loop of at most `trips` steps: a counter shows it."""
    moves = {p: (result, value) for p, result, value in zip(body.params, body.results, start)}
    for node in all_nodes(body.nodes):
        if node.type not in ("TensorArrayReadV3", "TensorArrayWriteV3"):
            continue
        param, offset = plus_constant(node.inputs[1])
        if param not in moves:
            continue
        proven.discard(node)
        source, step = plus_constant(moves[param][0])
        first = moves[param][1]
        array = _array(node.inputs[-1], body, start, env)
        if source is param and is_concrete(first) and np.ndim(first) == 0 and isinstance(array, Elements):
            ends = [int(first) + offset, int(first) + offset + step * (trips - 1)]
            if min(ends) >= 0 and (max(ends) < array.size or (array.grows and node.type == "TensorArrayWriteV3")):
                proven.add(node)


def _array(flow: Value, body: Region, start: Sequence[Any], env: Env) -> Any:
    """The array that `flow` stands for, as it was before the loop: its size stays, if it does not grow."""
    while flow not in body.params and flow.node.type == "TensorArrayWriteV3":
        flow = flow.node.inputs[3]
    return start[body.params.index(flow)] if flow in body.params else env.get(flow)


def known_writes(body: Region, start: Sequence[Any], env: Env, trips: int) -> dict[Value, Ledger]:
    """Of arrays that every step writes at its counter: what is known of their elements behind exactly `trips` steps."""
    counted = counters(body, start)
    found: dict[Value, Ledger] = {}
    for param, array, flow in zip(body.params, start, body.results):
        if not isinstance(array, Elements) or array.ledger is None or array.grows:
            continue
        ledger = array.ledger.without(frozenset())
        while flow is not param and flow.node.type == "TensorArrayWriteV3":
            value, offset = plus_constant(flow.node.inputs[1])
            if value not in counted:
                break
            first = counted[value] + offset
            ledger.writes.update(dict.fromkeys(range(first, first + trips), flow.node))
            flow = flow.node.inputs[3]
        if flow is param:
            found[param] = ledger
    return found
