"""Conditions and loops: `Cond` by `lax.cond`, `While` by `lax.scan` where its trip count is known, else `lax.while_loop`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import Region, RegionNode

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator

_LONGEST_SIMULATION = 1_000_000


def run(evaluator: Evaluator, node: RegionNode, env: Env) -> None:
    """Evaluate a control flow node into `env`."""
    results = _run_cond(evaluator, node, env) if node.opdef is region.COND else _run_while(evaluator, node, env)
    env.update(zip(node.outputs, results))


def _evaluate(evaluator: Evaluator, part: Region, env: Env, values: Sequence[Any]) -> list[Any]:
    """The results of a region for these values of its parameters."""
    local = {**env, **dict(zip(part.params, values))}
    evaluator.inside(part.nodes).run(part.nodes, local, part.results)
    return [local[v] for v in part.results]


def _run_cond(evaluator: Evaluator, node: RegionNode, env: Env) -> Sequence[Any]:
    predicate = env[node.inputs[0]]
    if np.ndim(predicate) != 0:
        raise errors.InvalidArgumentError(None, None, f"The predicate of a condition must be a scalar, got shape {np.shape(predicate)}")
    if is_concrete(predicate):
        return _evaluate(evaluator, node.regions[bool(predicate)], env, ())

    def branch(part: Region) -> Any:
        return lambda: _traced(_evaluate(evaluator, part, env, ()))

    return lax.cond(predicate, branch(node.regions[1]), branch(node.regions[0]))


def _traced(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(jax.tree.map(jnp.asarray, v) for v in values)


def _run_while(evaluator: Evaluator, node: RegionNode, env: Env) -> Sequence[Any]:
    condition, body = node.regions
    start = [env[v] for v in node.inputs[: len(condition.params)]]
    if evaluator.is_host:
        return _run_on_host(evaluator, node, env, start)
    trips = _trip_count(evaluator, node, env, start)
    if trips is not None:
        return _run_counted(evaluator, body, env, start, trips)
    carry = _settled(evaluator, body, env, start)
    if evaluator.differentiated:
        raise errors.unsupported(
            "the gradient of a while loop whose number of steps depends on computed values",
            node=node,
            advice="bound it by a Python number or a static shape (a counter compared with a constant)",
        )
    return lax.while_loop(
        lambda values: jnp.asarray(_evaluate(evaluator, condition, env, values)[0]),
        lambda values: _traced(_evaluate(evaluator, body, env, values)),
        carry,
    )


def _run_on_host(evaluator: Evaluator, node: RegionNode, env: Env, values: list[Any]) -> list[Any]:
    condition, body = node.regions
    while bool(np.asarray(_evaluate(evaluator, condition, env, values)[0])):
        values = _evaluate(evaluator, body, env, values)
    return values


def _run_counted(evaluator: Evaluator, body: Region, env: Env, start: list[Any], trips: int) -> Sequence[Any]:
    """A loop of `trips` steps: a scan, unrolled if its variables change their shapes."""
    if trips == 0:
        return start
    try:
        carry = _settled(evaluator, body, env, start)
    except _ShapeChange:
        values = start
        for _ in range(trips):
            values = _evaluate(evaluator, body, env, values)
        return values

    def step(values: Any, _: None) -> tuple[Any, None]:
        return _traced(_evaluate(evaluator, body, env, values)), None

    return lax.scan(step, carry, None, length=trips)[0]


class _ShapeChange(Exception):
    """A loop variable has another shape or type after a step than before."""


def _settled(evaluator: Evaluator, body: Region, env: Env, start: list[Any]) -> tuple[Any, ...]:
    """Initial values as arrays, with what only a first step decides (the shape of a TensorArray's elements) filled in."""
    carry = _traced(start)
    for _ in range(2):
        after = jax.eval_shape(lambda values: _traced(_evaluate(evaluator, body, env, values)), carry)
        filled = tuple(_filled(v, like) for v, like in zip(carry, after))
        if jax.tree.structure(filled) == jax.tree.structure(carry):
            break
        carry = filled
    before = jax.tree.map(lambda x: (x.shape, x.dtype), jax.tree.leaves(carry))
    if before != jax.tree.map(lambda x: (x.shape, x.dtype), jax.tree.leaves(after)):
        raise _ShapeChange
    return carry


def _filled(value: Any, like: Any) -> Any:
    """`value`, or zeros in its place where it has no content yet and a step gives it some."""
    if jax.tree.structure(value) == jax.tree.structure(like):
        return value
    return jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), like)


def _trip_count(evaluator: Evaluator, node: RegionNode, env: Env, start: list[Any]) -> int | None:
    """How often the loop runs, if that follows from concrete values: the condition's own part is run in NumPy."""
    condition, body = node.regions
    params = condition.params
    counters = _variables_of(condition.nodes, condition.results, set(params))
    while True:
        wanted = [body.results[params.index(p)] for p in counters]
        more = _variables_of(body.nodes, wanted, set(params))
        if more <= counters:
            break
        counters |= more
    concrete = {p: v for p, v in zip(params, start) if p in counters}
    if not all(is_concrete(v) for v in concrete.values()):
        return None
    return _simulate(evaluator, node, env, concrete)


def _variables_of(nodes: Sequence[Node], results: Sequence[Value], params: set[Value]) -> set[Value]:
    """The loop variables that `results` depend on."""
    needed = set(results)
    for node in reversed(nodes):
        if any(v in needed for v in node.outputs):
            needed.update(node.inputs)
    return needed & params


def _simulate(evaluator: Evaluator, node: RegionNode, env: Env, values: dict[Value, Any]) -> int | None:
    condition, body = node.regions
    params = condition.params
    known = {v: x for v, x in env.items() if is_concrete(x)}
    wanted = {p: body.results[params.index(p)] for p in values}
    update = _slice(body.nodes, list(wanted.values()))
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


def _slice(nodes: Sequence[Node], results: Sequence[Value]) -> list[Node]:
    needed = set(results)
    found: list[Node] = []
    for node in reversed(nodes):
        if any(v in needed for v in node.outputs):
            needed.update(node.inputs)
            found.append(node)
    return found[::-1]
