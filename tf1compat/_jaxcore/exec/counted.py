"""Loops whose number of steps, or a bound of it, is known while tracing: `lax.scan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import regions, scans
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import Region, RegionNode
from tf1compat._jaxcore.ops.stacks import Stack

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator

_LONGEST_SIMULATION = 1_000_000
_ENDLESS = -1


def trip_bound(evaluator: Evaluator, node: RegionNode, env: Env, start: Sequence[Any]) -> tuple[int | None, bool]:
    """At most how often the loop runs, as far as concrete values tell, and whether it is exactly so often.

    Each of the conditions that a loop's condition joins by LogicalAnd ends it: they are run in NumPy one by one.
    """
    counts = [_count(evaluator, node, env, start, part) for part in region.conjuncts(node)]
    counts = [n for n in counts if n != _ENDLESS] or [None]
    known = [n for n in counts if n is not None]
    return (min(known) if known else None), len(known) == len(counts)


def _count(evaluator: Evaluator, node: RegionNode, env: Env, start: Sequence[Any], goes_on: Value) -> int | None:
    params = node.regions[0].params
    variables = region.condition_variables(node, [goes_on])
    values = {p: v for p, v in zip(params, start) if p in variables}
    if not all(is_concrete(v) for v in values.values()):
        return None
    return _simulate(evaluator, node, env, values, goes_on)


def _simulate(evaluator: Evaluator, node: RegionNode, env: Env, values: dict[Value, Any], goes_on: Value) -> int | None:
    condition, body = node.regions
    params = condition.params
    known = {v: x for v, x in env.items() if is_concrete(x)}
    wanted = {p: body.results[params.index(p)] for p in values}
    test = part_of(condition.nodes, [goes_on])
    update = part_of(body.nodes, list(wanted.values()))
    if not all(n.opdef.effect is None and not isinstance(n, RegionNode) for n in (*test, *update)):
        return None
    dry = evaluator.folding()
    for trips in range(_LONGEST_SIMULATION):
        local = {**known, **values}
        try:
            dry.run(test, local, [goes_on])
            if np.ndim(local[goes_on]):
                return None  # what runs it will say so
            if not bool(local[goes_on]):
                return trips
            if not values:  # `lambda *_: True`, beside the maximum of iterations
                return _ENDLESS
            dry.run(update, local, list(wanted.values()))
        except KeyError:
            return None  # depends on something that is not concrete
        values = {p: local[w] for p, w in wanted.items()}
    return None


def part_of(nodes: Sequence[Node], results: Sequence[Value]) -> list[Node]:
    """Those of `nodes` that make `results`."""
    needed = region.depended_on(nodes, results)
    return [n for n in nodes if any(v in needed for v in n.outputs)]


def run(
    evaluator: Evaluator, node: RegionNode, env: Env, start: list[Any], trips: int, *, exact: bool
) -> Sequence[Any]:
    """A loop of `trips` steps, or at most so many: a scan, unrolled if its variables change their shapes.

    Behind its end a loop that is not exactly so long goes on without effect: its variables stay.
    """
    if trips == 0:
        return [*start, np.int32(0)]
    body = node.regions[1]
    start = [v.opened(trips) if isinstance(v, Stack) else v for v in start]
    found = scans.plan(body, start, env, trips, exact)
    kept = [i for i, p in enumerate(body.params) if p not in found.writes]
    scans.prove(evaluator.proven, body, start, env, trips)
    inner = evaluator.in_loop(trips, exact=exact)
    lookups, tangents = inner.lookups.of(body) if inner.lookups is not None else ([], [])
    scanned = _Scanned(inner, node, env, found, kept, lookups)
    xs = tuple(env[n.inputs[2]].data[first : first + trips] for n, first in found.reads.items()), tangents
    old = tuple(regions.rows_of(start[body.params.index(p)], trips) for p in found.writes) if not exact else ()
    some = jax.tree.map(lambda x: x[0], xs)
    carry_start = [*(start[i] for i in kept), np.int32(0)]
    try:
        carry = regions.settled(lambda values: scanned.step(values, some)[0], carry_start)
    except (regions.ShapeChange, errors.OpError):  # shapes that the steps compute
        if not exact:
            raise
        return _unrolled(evaluator.in_loop(None), body, env, start, trips)
    if exact:
        (*final, code), ys = lax.scan(scanned.step, carry, xs, length=trips)
    else:
        (*final, code, _), ys = lax.scan(scanned.masked_step, (*carry, jnp.asarray(True)), (xs, old), length=trips)
    results = dict(zip((body.params[i] for i in kept), final))
    if exact:
        ends = {p: first + trips for p, first in scans.counters(body, start).items()}
        results.update((p, np.asarray(ends[p], np.asarray(v).dtype)) for p, v in zip(body.params, start) if p in ends)
    arrays = {p: start[body.params.index(p)] for p in found.writes}
    results.update({p: arrays[p].plain().with_data(rows, trips) for p, rows in zip(found.writes, ys)})
    if exact:
        known = scans.known_writes(body, start, env, trips)
        results.update((p, results[p].known_by(ledger)) for p, ledger in known.items())
    return [*(results[p] for p in body.params), np.int32(0) if scanned.is_silent else code]


class _Scanned:
    """The step of a loop as a function for `lax.scan`."""

    def __init__(
        self,
        evaluator: Evaluator,
        node: RegionNode,
        env: Env,
        found: scans.ScanPlan,
        kept: list[int],
        lookups: list[Node],
    ) -> None:
        self.evaluator = evaluator
        self.env = env
        self.condition, body = node.regions
        self.found = found
        self.lookups = lookups
        self.count = len(kept)
        self.is_silent = True  # until a check is seen
        self.kept = kept
        self.written = list(found.writes.values())
        results = (*(body.results[i] for i in kept), *(n.inputs[2] for n, _ in self.written))
        self.part = Region(body.nodes, tuple(body.params[i] for i in kept), results)

    def _local(self, rows: Sequence[Any]) -> Env:
        local = {**self.env, **dict(zip((n.outputs[0] for n in self.found.reads), rows))}
        local.update((n.outputs[0], None) for n, _ in self.written)  # these nodes do not run
        return local

    def step(self, values: Sequence[Any], rows: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        read, tangents = rows
        evaluator = self.evaluator
        if evaluator.lookups is not None:
            evaluator = evaluator.with_lookups(evaluator.lookups.with_tangents(self.lookups, tangents))
        evaluated = regions.evaluate(evaluator, self.part, self._local(read), values[:-1])
        self.is_silent = self.is_silent and regions.is_silent(evaluated[-1])
        *results, code = regions.traced(evaluated)
        return (*results[: self.count], regions.first(values[-1], code)), tuple(results[self.count :])

    def masked_step(self, values: Sequence[Any], rows: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        *before, active = values
        (read, tangents), rows_out = rows
        params = tuple(self.condition.params[i] for i in self.kept)
        test = Region(self.condition.nodes, params, self.condition.results)
        on, code = regions.evaluate(self.evaluator, test, self.env, before[:-1])
        self.is_silent = self.is_silent and regions.is_silent(code)
        active = active & jnp.asarray(on) & (code == 0) & (before[-1] == 0)
        tangents = jax.tree.map(lambda x: lax.select(active, x, jnp.zeros_like(x)), tangents)
        after, made = self.step(before, (read, tangents))
        kept = tuple(_chosen(active, a, b) for a, b in zip(after, before))
        written = tuple(_chosen(active, a, jnp.zeros_like(a) if b is None else b) for a, b in zip(made, rows_out))
        return (*kept, active), written


def _chosen(active: Any, new: Any, old: Any) -> Any:
    return jax.tree.map(lambda a, b: a if a is b else lax.select(active, a, b), new, old)


def _unrolled(evaluator: Evaluator, body: Region, env: Env, values: list[Any], trips: int) -> list[Any]:
    code: Any = np.int32(0)
    for _ in range(trips):
        *values, new = regions.evaluate(evaluator, body, env, values, is_traced=False)
        code = regions.first(code, new)
    return [*values, code]
