"""Loops with an unknown number of steps that write to arrays of dynamic size: a while loop over arrays with room.

How long the arrays get is known when the loop has run. So such a loop ends its segment: `DeviceProgram` looks at the
lengths, runs the loop again with more room where there was not enough, and cuts the arrays to their lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.exec import counted, regions
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.region import Region, RegionNode
from tf1compat._jaxcore.ops.elements import Elements
from tf1compat._jaxcore.ops.stacks import Stack

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator


def run(evaluator: Evaluator, node: RegionNode, env: Env, start: list[Any]) -> Sequence[Any]:
    """The results of the loop, and what its checks say; `env` gets the number of steps."""
    if node in evaluator.counted_only:
        env[node.trips] = _count(evaluator, node, env, start)
        return [*start, np.int32(0)]
    opened = [v.opened(evaluator.room) if isinstance(v, Elements | Stack) and v.grows else v for v in start]
    *results, code, trips = _loop(evaluator, node, env, opened)
    env[node.trips] = trips
    return [*results, code]


def _count(evaluator: Evaluator, node: RegionNode, env: Env, start: list[Any]) -> Any:
    """The number of steps alone, from the part of the loop that decides it."""
    condition, body = node.regions
    params = region.condition_variables(node)
    at = [condition.params.index(p) for p in params]
    results = tuple(body.results[i] for i in at)
    regions_of_part = (
        Region(condition.nodes, tuple(params), condition.results),
        Region(tuple(counted.part_of(body.nodes, results)), tuple(params), results),
    )
    part = region.make(node.opdef, node, node.name, [node.inputs[i] for i in at], regions_of_part, (), ())
    values = [start[i] for i in at]
    values = [v.opened(evaluator.room) if isinstance(v, Elements | Stack) and v.grows else v for v in values]
    return _loop(evaluator, part, env, values)[-1]


def _loop(evaluator: Evaluator, node: RegionNode, env: Env, start: list[Any]) -> Sequence[Any]:
    steps = regions.Steps(evaluator, node, env)
    evaluator.endless.append(node)
    carry = regions.settled(steps.step, [*start, np.int32(0)])
    *results, trips = lax.while_loop(
        lambda values: steps.goes_on(values[:-1]) & _has_room(values),
        lambda values: (*steps.step(values[:-1]), values[-1] + 1),
        (*carry, jnp.int32(0)),
    )
    evaluator.enough.append(_has_room(results))
    return [*steps.told(results), trips]


def _has_room(values: Sequence[Any]) -> Any:
    """Did everything that was written fit into the arrays? What does not ends the loop."""
    enough: Any = np.True_
    for v in values:
        if isinstance(v, Elements | Stack) and v.length is not None:
            enough = enough & (v.length <= v.size)
    return enough
