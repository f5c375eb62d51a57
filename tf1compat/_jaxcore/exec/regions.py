"""Conditions and loops: `lax.cond`; `lax.scan` where the number of steps is known, else a while loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.core import jaxpr_as_fun

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import growing, scans
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import DEAD, Region, RegionNode
from tf1compat._jaxcore.ops.elements import Elements
from tf1compat._jaxcore.passes.order_effects import ABSENT

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator

_LONGEST_SIMULATION = 1_000_000
_CHECKPOINTS = 64


def run(evaluator: Evaluator, node: RegionNode, env: Env) -> None:
    """Evaluate a control flow node into `env`."""
    *results, code = _run_cond(evaluator, node, env) if node.opdef is region.COND else _run_while(evaluator, node, env)
    env.update(zip(node.outputs, results))
    if node.alarm is not None:
        env[node.alarm] = code


def _evaluate(evaluator: Evaluator, part: Region, env: Env, values: Sequence[Any], *, traced: bool = True) -> list[Any]:
    """The results of a region for these values of its parameters, and what its checks say (0: nothing).

    `traced`: what is evaluated here once may run never or often.
    """
    local = {**env, **dict(zip(part.params, values))}
    checked = [n for n in part.nodes if n.opdef.check is not None]
    asked = [v for n in checked for v in n.inputs if v is not ABSENT]
    inner = evaluator.inside(part.nodes)
    inner.is_traced_part = inner.is_traced_part or traced
    inner.run(part.nodes, local, [*(v for v in part.results if v is not DEAD), *asked])
    return [*(None if v is DEAD else local[v] for v in part.results), _alarm(part, checked, local)]


def _alarm(part: Region, checked: Sequence[Node], local: Env) -> Any:
    """1 + the id of the first node that was given what it refuses, or 0."""
    found: Any = np.int32(0)
    for node in checked:
        given = [None if v is ABSENT else local[v] for v in node.inputs]
        check = node.opdef.checked(given, node.kernel_attrs)
        if check is not None and not check.is_known:
            found = _first(
                found, jnp.where(jnp.any(check.refused(*check.looks_at)), np.int32(node.id + 1), np.int32(0))
            )
    for node in part.nodes:
        if isinstance(node, RegionNode) and node.alarm is not None:
            found = _first(found, local[node.alarm])
    return found


def _first(code: Any, other: Any) -> Any:
    return other if is_concrete(code) and code == 0 else jnp.where(code != 0, code, other)


def _run_cond(evaluator: Evaluator, node: RegionNode, env: Env) -> Sequence[Any]:
    predicate = env[node.inputs[0]]
    if np.ndim(predicate) != 0:
        shape = np.shape(predicate)
        raise errors.InvalidArgumentError(
            None, None, f"The predicate of a condition must be a scalar, got shape {shape}"
        )
    if is_concrete(predicate):
        return _evaluate(evaluator, node.regions[bool(predicate)], env, (), traced=False)

    def branch(part: Region) -> Any:
        return lambda: _traced(_evaluate(evaluator, part, env, ()))

    if not any(v is DEAD for part in node.regions for v in part.results):
        return lax.cond(predicate, branch(node.regions[1]), branch(node.regions[0]))
    return _with_exports(predicate, branch(node.regions[0]), branch(node.regions[1]))


def _with_exports(predicate: Any, if_false: Callable[[], Any], if_true: Callable[[], Any]) -> Sequence[Any]:
    """A condition whose branches leave results to each other: zeros stand for them. Each branch is traced once."""
    programs, shapes = zip(*(jax.make_jaxpr(f, return_shape=True)() for f in (if_false, if_true)))

    def completed(program: Any, own: Any, other: Any) -> Callable[[], Any]:
        def run() -> Any:
            results = jax.tree.unflatten(jax.tree.structure(own), jaxpr_as_fun(program)())
            zeros = [jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), s) for s in other]
            return tuple(z if r is None else r for r, z in zip(results, zeros))

        return run

    return lax.cond(predicate, completed(programs[1], shapes[1], shapes[0]), completed(programs[0], *shapes))


def _traced(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(jax.tree.map(jnp.asarray, v.plain() if isinstance(v, Elements) else v) for v in values)


def _run_while(evaluator: Evaluator, node: RegionNode, env: Env) -> Sequence[Any]:
    condition, body = node.regions
    start = [env[v] for v in node.inputs[: len(condition.params)]]
    if evaluator.is_host:
        return _run_on_host(evaluator, node, env, start)
    trips = env.get(node.trips)
    if node in evaluator.growing and trips is None:
        return growing.run(evaluator, node, env, start)
    trips = _trip_count(evaluator, node, env, start) if trips is None else int(trips)
    if trips is not None:
        return _run_counted(evaluator, body, env, start, trips)

    goes_on, step = while_functions(evaluator, node, env)
    carry = settled(step, [*start, np.int32(0)])
    if not evaluator.differentiated:
        return lax.while_loop(goes_on, step, carry)
    from equinox import internal  # reverse mode through an unknown number of steps: checkpoints and recomputation

    return internal.while_loop(goes_on, step, carry, kind="checkpointed", checkpoints=_CHECKPOINTS)


def while_functions(evaluator: Evaluator, node: RegionNode, env: Env) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A loop's condition and step as functions of its variables and what its checks have said so far."""
    condition, body = node.regions

    def goes_on(values: Any) -> Any:
        on, code = _evaluate(evaluator, condition, env, values[:-1])
        return jnp.asarray(on) & (values[-1] == 0) & (code == 0)  # what was refused ends the loop

    def step(values: Any) -> Any:
        *results, code = _traced(_evaluate(evaluator, body, env, values[:-1]))
        return (*results, _first(values[-1], code))

    return goes_on, step


def _run_on_host(evaluator: Evaluator, node: RegionNode, env: Env, values: list[Any]) -> list[Any]:
    condition, body = node.regions
    trips = 0
    while bool(np.asarray(_evaluate(evaluator, condition, env, values, traced=False)[0])):
        values = _evaluate(evaluator, body, env, values, traced=False)[:-1]
        trips += 1
    env[node.trips] = np.int32(trips)
    return [*values, np.int32(0)]  # on the host a check raises at once


def _run_counted(evaluator: Evaluator, body: Region, env: Env, start: list[Any], trips: int) -> Sequence[Any]:
    """A loop of `trips` steps: a scan, unrolled if its variables change their shapes."""
    if trips == 0:
        return [*start, np.int32(0)]
    found = scans.plan(body, start, env, trips)
    kept = [i for i, p in enumerate(body.params) if p not in found.writes]
    part = Region(body.nodes, tuple(body.params[i] for i in kept), tuple(body.results[i] for i in kept))
    written = list(found.writes.values())

    def step(values: Sequence[Any], rows: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        local = {**env, **dict(zip((n.outputs[0] for n in found.reads), rows))}
        local.update((n.outputs[0], None) for n, _ in written)  # these nodes do not run
        asked = Region(part.nodes, part.params, (*part.results, *(n.inputs[2] for n, _ in written)))
        *results, code = _traced(_evaluate(evaluator, asked, local, values[:-1]))
        return (*results[: len(kept)], _first(values[-1], code)), tuple(results[len(kept) :])

    xs = tuple(env[n.inputs[2]].data[first : first + trips] for n, first in found.reads.items())
    some = [x[0] for x in xs]
    try:
        carry = settled(lambda values: step(values, some)[0], [*(start[i] for i in kept), np.int32(0)])
    except (_ShapeChange, errors.OpError):  # shapes that the steps compute
        return _unrolled(evaluator, body, env, start, trips)
    (*final, code), ys = lax.scan(step, carry, xs, length=trips)
    results = dict(zip(part.params, final))
    arrays = {p: start[body.params.index(p)] for p in found.writes}
    results.update({p: arrays[p].plain().with_data(rows, trips) for p, rows in zip(found.writes, ys)})
    return [*(results[p] for p in body.params), code]


def _unrolled(evaluator: Evaluator, body: Region, env: Env, values: list[Any], trips: int) -> list[Any]:
    code: Any = np.int32(0)
    for _ in range(trips):
        *values, new = _evaluate(evaluator, body, env, values, traced=False)
        code = _first(code, new)
    return [*values, code]


class _ShapeChange(Exception):
    """A loop variable has another shape or type after a step than before."""


def settled(step: Callable[[Any], Any], start: list[Any]) -> tuple[Any, ...]:
    """Initial values as arrays, with what only a first step decides (a TensorArray's element shape) filled in."""
    carry = _traced(start)
    after = jax.eval_shape(step, carry)
    filled = tuple(_filled(v, like) for v, like in zip(carry, after))
    if jax.tree.structure(filled) != jax.tree.structure(carry):
        carry = filled
        after = jax.eval_shape(step, carry)
    before = jax.tree.map(lambda x: (x.shape, x.dtype), jax.tree.leaves(carry))
    if before != jax.tree.map(lambda x: (x.shape, x.dtype), jax.tree.leaves(after)):
        raise _ShapeChange
    return carry


def _filled(value: Any, like: Any) -> Any:
    """`value`, or zeros in its place where it has no content yet and a step gives it some."""
    if jax.tree.structure(value) == jax.tree.structure(like):
        return value
    if isinstance(value, Elements) and value.data is None and value.size == like.size:
        return value.with_data(_filled(value.data, like.data))
    return jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), like)


def _trip_count(evaluator: Evaluator, node: RegionNode, env: Env, start: list[Any]) -> int | None:
    """How often the loop runs, if that follows from concrete values: the condition's own part is run in NumPy."""
    condition, _ = node.regions
    params = condition.params
    counters = region.condition_variables(node)
    concrete = {p: v for p, v in zip(params, start) if p in counters}
    if not all(is_concrete(v) for v in concrete.values()):
        return None
    return _simulate(evaluator, node, env, concrete)


def _simulate(evaluator: Evaluator, node: RegionNode, env: Env, values: dict[Value, Any]) -> int | None:
    condition, body = node.regions
    params = condition.params
    known = {v: x for v, x in env.items() if is_concrete(x)}
    wanted = {p: body.results[params.index(p)] for p in values}
    update = part_of(body.nodes, list(wanted.values()))
    if not all(n.opdef.effect is None and not isinstance(n, RegionNode) for n in (*condition.nodes, *update)):
        return None
    dry = evaluator.folding()
    for trips in range(_LONGEST_SIMULATION):
        local = {**known, **values}
        try:
            dry.run(condition.nodes, local, condition.results)
            if not bool(local[condition.results[0]]):
                return trips
            dry.run(update, local, list(wanted.values()))
        except KeyError:
            return None  # depends on something that is not concrete
        values = {p: local[w] for p, w in wanted.items()}
    return None


def part_of(nodes: Sequence[Node], results: Sequence[Value]) -> list[Node]:
    needed = region.depended_on(nodes, results)
    return [n for n in nodes if any(v in needed for v in n.outputs)]
