"""Conditions and loops: `lax.cond`; `lax.scan` where the number of steps is known, else a while loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.core import jaxpr_as_fun

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import counted, failures, growing, scans
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.ir.region import DEAD, Region, RegionNode
from tf1compat._jaxcore.ops.elements import Elements
from tf1compat._jaxcore.ops.stacks import Stack
from tf1compat._jaxcore.passes.order_effects import ABSENT

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator

_CHECKPOINTS = 64
_POPS = frozenset({"StackPop", "StackPopV2", "TensorListPopBack"})
_LONGEST_MASK = 4096  # steps that a loop with a bound runs to its end for a gradient


def run(evaluator: Evaluator, node: RegionNode, env: Env) -> None:
    """Evaluate a control flow node into `env`."""
    *results, code = _run_cond(evaluator, node, env) if node.opdef is region.COND else _run_while(evaluator, node, env)
    env.update(zip(node.outputs, results))
    if node.alarm is not None:
        env[node.alarm] = code


def evaluate(
    evaluator: Evaluator, part: Region, env: Env, values: Sequence[Any], *, is_traced: bool = True
) -> list[Any]:
    """The results of a region for these values of its parameters, and what its checks say (0: nothing).

    `is_traced`: what is evaluated here once may run never or often.
    """
    local = {**env, **dict(zip(part.params, values))}
    checked = [n for n in part.nodes if n.opdef.check is not None and n not in evaluator.proven]
    asked = [v for n in checked for v in n.inputs if v is not ABSENT]
    inner = evaluator.inside(part.nodes)
    inner.is_traced_part = inner.is_traced_part or is_traced
    inner.run(part.nodes, local, [*(v for v in part.results if v is not DEAD), *asked])
    return [*(None if v is DEAD else local[v] for v in part.results), _alarm(part, checked, local)]


def _alarm(part: Region, checked: Sequence[Node], local: Env) -> Any:
    """1 + the id of the first node that was given what it refuses, or 0."""
    found: Any = np.int32(0)
    for node in checked:
        given = [None if v is ABSENT else local[v] for v in node.inputs]
        check = node.opdef.checked(given, node.kernel_attrs)
        if check is None:
            continue
        refused = check.refused(*check.looks_at)
        if check.is_known:
            found = first(found, np.int32(node.id + 1 if np.any(refused) else 0))
        else:
            found = first(found, jnp.where(jnp.any(refused), np.int32(node.id + 1), np.int32(0)))
    for node in part.nodes:
        if isinstance(node, RegionNode) and node.alarm is not None:
            found = first(found, local[node.alarm])
    return found


def first(code: Any, other: Any) -> Any:
    if is_silent(code) or is_silent(other):
        return other if is_silent(code) else code
    return jnp.where(code != 0, code, other)


def is_silent(code: Any) -> bool:
    """Is it known that nothing was refused?"""
    return is_concrete(code) and int(code) == 0


def _run_cond(evaluator: Evaluator, node: RegionNode, env: Env) -> Sequence[Any]:
    predicate = env[node.inputs[0]]
    _check_scalar(predicate, node)
    if is_concrete(predicate):
        taken = node.regions[bool(predicate)]
        other = _Outline(evaluator, node.regions[not predicate], env)
        results = evaluate(evaluator, taken, env, (), is_traced=False)
        if evaluator.is_host or not any(v is DEAD for v in taken.results):
            return results
        shapes = jax.eval_shape(other)  # a later segment looks at both branches
        return [_filled(other.known.get(i, r) if r is None else r, s) for i, (r, s) in enumerate(zip(results, shapes))]
    outlines = [_Outline(evaluator.perhaps(), part, env) for part in node.regions]
    if any(v is DEAD or v.dtype in _STORES for part in node.regions for v in part.results):
        results = list(_with_exports(predicate, *outlines))
    else:
        results = list(lax.cond(predicate, outlines[1], outlines[0]))
    if all(o.is_silent for o in outlines):
        results[-1] = np.int32(0)
    return results


def _check_scalar(predicate: Any, node: RegionNode) -> None:
    if np.ndim(predicate) != 0:
        shape = ",".join(map(str, np.shape(predicate)))
        text = f"The second input must be a scalar, but it has shape [{shape}]"  # of TF1's Switch
        raise failures.with_node(errors.InvalidArgumentError(None, None, text), node)


class _Outline:
    """A branch as a function; when it has been traced, `known` are those of its results that are known then.

    `is_silent`: nothing in it can refuse what it is given.
    """

    def __init__(self, evaluator: Evaluator, part: Region, env: Env) -> None:
        self.part = part
        self.known: dict[int, Any] = {}
        self.is_silent = False
        self._evaluate = lambda: evaluate(evaluator, part, env, ())

    def __call__(self) -> tuple[Any, ...]:
        results = self._evaluate()
        self.known = {i: r for i, r in enumerate(results[:-1]) if isinstance(r, np.ndarray | np.generic)}
        self.is_silent = is_silent(results[-1])
        return traced(results)


def _with_exports(predicate: Any, if_false: _Outline, if_true: _Outline) -> Sequence[Any]:
    """A condition whose branches leave results to each other: zeros stand for them. Each branch is traced once.

    What only one branch makes and is known there (the size of something) stays known: nobody else looks at it.
    """
    programs, shapes = zip(*(jax.make_jaxpr(f, return_shape=True)() for f in (if_false, if_true)))

    def completed(program: Any, own: Any, other: Any) -> Callable[[], Any]:
        def run() -> Any:
            results = jax.tree.unflatten(jax.tree.structure(own), jaxpr_as_fun(program)())
            return tuple(_filled(r, s) for r, s in zip(results, other))

        return run

    results = list(lax.cond(predicate, completed(programs[1], shapes[1], shapes[0]), completed(programs[0], *shapes)))
    for own, other in ((if_false, if_true), (if_true, if_false)):
        results = [
            own.known.get(i, r) if v is DEAD else r
            for i, (r, v) in enumerate(zip(results, (*other.part.results, None)))
        ]
    return results


_STORES = frozenset({dtypes.resource, dtypes.variant})


def traced(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(jax.tree.map(jnp.asarray, v.plain() if isinstance(v, Elements | Stack) else v) for v in values)


def _run_while(evaluator: Evaluator, node: RegionNode, env: Env) -> Sequence[Any]:
    condition, _ = node.regions
    start = [env[v] for v in node.inputs[: len(condition.params)]]
    if evaluator.is_host:
        return _run_on_host(evaluator, node, env, start)
    trips = env.get(node.trips)
    if node in evaluator.growing and trips is None:
        return growing.run(evaluator, node, env, start)
    if trips is not None:
        return counted.run(evaluator, node, env, start, int(trips), exact=True)
    if _pops_nothing(node, start):
        return [*start, np.int32(0)]
    bound, exact = counted.trip_bound(evaluator, node, env, start)
    if bound is not None and (exact or (evaluator.differentiated and bound <= _LONGEST_MASK)):
        return counted.run(evaluator, node, env, start, bound, exact=exact)
    if bound is not None:
        start = [v.opened(bound) if isinstance(v, Stack) else v for v in start]
    if bound is not None:
        scans.prove(evaluator.proven, node.regions[1], start, env, bound)
    steps = Steps(evaluator, node, env)
    carry = settled(steps.step, [*start, np.int32(0)])
    evaluator.endless.append(node)
    if not evaluator.differentiated:
        return steps.told(lax.while_loop(steps.goes_on, steps.step, carry))
    from equinox import internal  # reverse mode through an unknown number of steps: checkpoints and recomputation

    ended = internal.while_loop(steps.goes_on, steps.step, carry, kind="checkpointed", checkpoints=_CHECKPOINTS)
    return steps.told(ended)


def _pops_nothing(node: RegionNode, start: Sequence[Any]) -> bool:
    """Does every step take something from a stack that nothing was ever put on? Then there is no step."""
    body = node.regions[1]
    empty = {p for p, v in zip(body.params, start) if isinstance(v, Stack) and v.data is None and v.known is None}
    return any(n.type in _POPS and n.inputs[0] in empty for n in body.nodes)


class Steps:
    """A loop's condition and step as functions of its variables and what its checks have said so far."""

    def __init__(self, evaluator: Evaluator, node: RegionNode, env: Env) -> None:
        self.evaluator = evaluator.in_loop(None)
        self.node = node
        self.condition, self.body = node.regions
        self.env = env
        self.is_silent = True  # until a check is seen

    def goes_on(self, values: Any) -> Any:
        on, code = evaluate(self.evaluator, self.condition, self.env, values[:-1])
        _check_scalar(on, self.node)
        self.is_silent = self.is_silent and is_silent(code)
        return jnp.asarray(on) & (values[-1] == 0) & (code == 0)  # what was refused ends the loop

    def step(self, values: Any) -> Any:
        evaluated = evaluate(self.evaluator, self.body, self.env, values[:-1])
        self.is_silent = self.is_silent and is_silent(evaluated[-1])
        *results, code = traced(evaluated)
        return (*results, first(values[-1], code))

    def told(self, ended: Sequence[Any]) -> list[Any]:
        """The loop's final values; what its checks say is known if there are none."""
        return [*ended[:-1], np.int32(0) if self.is_silent else ended[-1]]


def _run_on_host(evaluator: Evaluator, node: RegionNode, env: Env, values: list[Any]) -> list[Any]:
    condition, body = node.regions
    evaluator = evaluator.in_loop(None)
    trips = 0
    while True:
        goes_on = evaluate(evaluator, condition, env, values, is_traced=False)[0]
        _check_scalar(goes_on, node)
        if not bool(np.asarray(goes_on)):
            break
        values = evaluate(evaluator, body, env, values, is_traced=False)[:-1]
        trips += 1
    env[node.trips] = np.int32(trips)
    return [*values, np.int32(0)]  # on the host a check raises at once


class ShapeChange(Exception):
    """A loop variable has another shape or type after a step than before."""


def settled(step: Callable[[Any], Any], start: list[Any]) -> tuple[Any, ...]:
    """Initial values as arrays, with what only a first step decides (a TensorArray's element shape) filled in."""
    carry = traced(start)
    after = jax.eval_shape(step, carry)
    filled = tuple(_filled(v, like) for v, like in zip(carry, after))
    if jax.tree.structure(filled) != jax.tree.structure(carry):
        carry = filled
        after = jax.eval_shape(step, carry)
    before = jax.tree.map(lambda x: (x.shape, x.dtype), jax.tree.leaves(carry))
    if before != jax.tree.map(lambda x: (x.shape, x.dtype), jax.tree.leaves(after)):
        raise ShapeChange
    return carry


def rows_of(array: Any, count: int) -> Any:
    """What lies in an array's first elements, None if nothing does."""
    return None if array.data is None else jnp.asarray(array.data)[:count]


def _filled(value: Any, like: Any) -> Any:
    """`value`, or zeros in its place where it has no content yet and a step gives it some."""
    if like is None or jax.tree.structure(value) == jax.tree.structure(like):
        return value
    if isinstance(value, Elements | Stack) and isinstance(like, Elements | Stack):
        return value.filled(like)  # type: ignore[arg-type]
    return jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), like)
