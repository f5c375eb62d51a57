"""Gradients: the slice between xs and ys is evaluated once, inside `jax.vjp`; all else it computes comes out as aux."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.exec import array_ledger, looked_up, towers
from tf1compat._jaxcore.exec.looked_up import Lookups, Tables, Tangents
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes import replicate, slices
from tf1compat._jaxcore.passes.lookups import nodes_of
from tf1compat._jaxcore.passes.own_gradients import Backward
from tf1compat._jaxcore.passes.replicate import Towers
from tf1compat._jaxcore.passes.slices import Gradient, Group
from tf1compat._jaxcore.schema.opdef import OpDef

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator


def run(evaluator: Evaluator, nodes: Sequence[Node], env: Env, wanted: Sequence[Value]) -> None:
    """Evaluate `nodes`, among them `Gradient` nodes, into `env`."""
    items = replicate.replicate(slices.schedule(nodes, evaluator.order))
    needed = set(wanted)
    for item in items:
        groups = [t.group for t in item.towers] if isinstance(item, Towers) else [item]
        for each in groups:
            needed.update(each.inputs if isinstance(each, Node) else _from_outside(each))
    for item in items:
        if isinstance(item, Node):
            evaluator.run_node(item, env)
        elif isinstance(item, Towers):
            towers.run(evaluator, item, env, needed, _run_group)
        else:
            _run_group(evaluator, item, env, needed)


def _from_outside(group: Group) -> set[Value]:
    """What a group needs: inputs of its gradients, and what its members take from others (other groups, too)."""
    made = {v for n in group.members for v in n.made}
    taken = {v for n in group.members for v in n.inputs if v not in made}
    return taken.union(v for g in group.gradients for v in g.node.inputs)


def _run_group(evaluator: Evaluator, group: Group, env: Env, needed: set[Value]) -> None:
    done = {n for g in group.gradients for n in g.slice if n.opdef.host or _is_drawn(n, env)}
    made = {v for g in group.gradients for n in g.slice if n not in done for v in n.made}
    deltas, tables = _tangents(evaluator, group, env, made)
    given = [x for x in group.xs if x not in deltas and x not in tables.items]
    exports = [v for n in group.members for v in n.made if v in needed and v not in env]
    known: Env = {}
    inner = evaluator.derived()

    def forward(values: list[Any], deltas: dict[Value, Any], rows: list[Tangents]) -> tuple[list[Any], list[Any]]:
        local = {v: x for v, x in env.items() if v not in made}  # what is differentiated is evaluated here
        local = array_ledger.renewed(local, group.members)
        local.update(zip(given, values))
        for value in group.stops.difference(given):
            if value in local:
                local[value] = lax.stop_gradient(local[value])
        _evaluate_members(inner.with_lookups(tables.lookups(rows)), group, local, deltas, needed)
        known.update({v: local[v] for v in exports if isinstance(local[v], np.ndarray)})
        return [jnp.asarray(local[y]) for y in group.ys], [local[v] for v in exports if v not in known]

    primals = ([jnp.asarray(env[x]) for x in given], deltas, list(tables.tangents.values()))
    if len({g.ys for g in group.gradients}) == 1:
        ys, pull, aux = jax.vjp(forward, *primals, has_aux=True)
        pulls = [pull] * len(group.gradients)
    else:
        ys, pulls, aux = _several_pullbacks(forward, group, primals)
    env.update(known)
    env.update(zip([v for v in exports if v not in known], aux))
    y_values = dict(zip(group.ys, ys))
    for gradient, pull in zip(group.gradients, pulls):
        x_bars, delta_bars, row_bars = pull(_cotangents(gradient, y_values, env))
        by_x = {**dict(zip(given, x_bars)), **delta_bars}
        _give(gradient, by_x, tables.by_row(row_bars), env)


def _give(gradient: Gradient, by_x: dict[Value, Any], by_row: dict[Value, tuple[Any, Any]], env: Env) -> None:
    """The outputs of a `Gradient` node."""
    gradients, indices = dict(by_x), []
    for table in gradient.tables:
        gradients[table], which = by_row.get(table) or looked_up.whole(by_x[table])
        indices.append(which)
    for out, x in zip(gradient.node.outputs, gradient.xs):
        env[out] = _conjugate(gradients[x])
    for out, which in zip(gradient.node.outputs[len(gradient.xs) :], indices):
        env[out] = which.astype(out.dtype.base.as_numpy_dtype)


def _evaluate_members(inner: Evaluator, group: Group, local: Env, taps: dict[Value, Any], needed: set[Value]) -> None:
    """Evaluate a group's nodes; values in `taps` get a tangent of their own, values in `stops` lose theirs."""
    special = {v.node for v in taps} | {v.node for v in group.stops}
    if not special:
        inner.run(group.members, local, [*group.ys, *needed])
        return
    for batch in _batches(group.members, special):
        inner.run(batch, local, [*group.ys, *needed, *(v for n in group.members for v in n.inputs)])
        for value in batch[-1].outputs:
            if value in group.stops:
                local[value] = lax.stop_gradient(local[value])
            if value in taps:
                local[value] = tap(local[value], taps[value])


def _batches(nodes: Sequence[Node], last: set[Node]) -> list[list[Node]]:
    """Cut `nodes` behind every node of `last`."""
    found: list[list[Node]] = [[]]
    for node in nodes:
        found[-1].append(node)
        if node in last:
            found.append([])
    return [b for b in found if b]


def _tangents(evaluator: Evaluator, group: Group, env: Env, made: set[Value]) -> tuple[dict[Value, Any], Tables]:
    """Zero tangents for the xs that the group itself computes, and for rows that are looked up in loops and conditions.

    Their shapes are found by abstract evaluation; lookups are seen where `made`, what is differentiated, is evaluated anew.
    """
    inside = set(group.members)
    inner_xs = [x for x in group.xs if x.node in inside]
    items = {} if evaluator.is_host else slices.lookups_of(group)
    if not inner_xs and not items:
        return {}, Tables()
    dry = Lookups(frozenset(n for each in items.values() for n in nodes_of(each)))
    differentiated = evaluator.derived() if items else evaluator
    shapes: Env = {}

    def values(given: Env) -> list[Any]:
        local = array_ledger.renewed(given, group.members)
        everything = (v for n in group.members for v in n.inputs)
        differentiated.with_lookups(dry).run(group.members, local, [*inner_xs, *group.ys, *everything])
        shapes.update((x, jax.ShapeDtypeStruct(np.shape(local[x]), local[x].dtype)) for x in (*inner_xs, *items))
        return [local[x] for x in inner_xs]

    jax.eval_shape(lambda: values({v: x for v, x in env.items() if v not in made} if items else env))
    tables = Tables.of(items, shapes, dry.found)
    return {x: jnp.zeros(shapes[x].shape, shapes[x].dtype) for x in inner_xs if x not in tables.items}, tables


@jax.custom_jvp
def tap(x: Any, delta: Any) -> Any:
    """`x`, whose derivative by `delta` is the identity: a way to differentiate by an intermediate value."""
    return x


@tap.defjvp
def _tap_jvp(primals: Any, tangents: Any) -> Any:
    return primals[0], lax.add(tangents[0], tangents[1])


def _several_pullbacks(forward: Any, group: Group, primals: tuple[Any, ...]) -> Any:
    """One linearisation, a transposition for each gradient that looks at its own ys only."""
    ys, push, aux = jax.linearize(forward, *primals, has_aux=True)
    position = {y: i for i, y in enumerate(group.ys)}
    pulls: list[Any] = []
    for gradient in group.gradients:
        mine = [position[y] for y in gradient.ys]

        def some(*tangents: Any, mine: list[int] = mine) -> list[Any]:
            out = push(*tangents)
            return [out[i] for i in mine]

        transposed = jax.linear_transpose(some, *primals)
        pulls.append(lambda cotangents, t=transposed, m=mine: t([cotangents[i] for i in m]))
    return ys, pulls, aux


def _cotangents(gradient: Gradient, y_values: dict[Value, Any], env: Env) -> list[Any]:
    """What to pull back: grad_ys, or ones; zeros for the group's other ys."""
    given: dict[Value, Any] = dict.fromkeys(y_values)
    for i, y in enumerate(gradient.ys):
        seed = _conjugate(env[gradient.grad_ys[i]]) if gradient.grad_ys else jnp.ones_like(y_values[y])
        if seed.shape != y_values[y].shape:
            seed = jnp.broadcast_to(seed, y_values[y].shape)
        given[y] = seed if given[y] is None else given[y] + seed
    return [jnp.zeros_like(v) if given[y] is None else given[y] for y, v in y_values.items()]


def _conjugate(x: Any) -> Any:
    """TF's gradient of a complex value is the conjugate of JAX's."""
    x = jnp.asarray(x)
    return jnp.conj(x) if jnp.issubdtype(x.dtype, jnp.complexfloating) else x


def _is_drawn(node: Node, env: Env) -> bool:
    """Has a random op made its draw before the step?"""
    return node.opdef.effect == "random" and all(v in env for v in node.outputs)


def attach_gradient(node: Node, env: Env) -> None:
    """A host op, or a draw, that is made already, in a slice: its declared gradient joins its inputs to its outputs."""
    declared, known = node.opdef, [jnp.asarray(env[v]) for v in node.outputs]
    outputs = _with_gradient(declared, lambda inputs: known, [env[v] for v in node.inputs], node.kernel_attrs)
    env.update(zip(node.outputs, outputs))


def call_with_gradient(node: Node, inputs: list[Any], attrs: Any, **extra: Any) -> Sequence[Any]:
    """Run a kernel whose gradient is declared (`OpDef.grad`), as a `jax.custom_vjp`."""
    return _with_gradient(node.opdef, lambda given: node.opdef(given, attrs, **extra), inputs, attrs)


def _with_gradient(declared: OpDef, kernel: Callable[[list[Any]], Any], inputs: list[Any], attrs: Any) -> Sequence[Any]:
    traced = [i for i, x in enumerate(inputs) if isinstance(x, jax.Array)]

    def merge(values: Sequence[Any]) -> list[Any]:
        full = list(inputs)
        for i, v in zip(traced, values):
            full[i] = v
        return full

    @jax.custom_vjp
    def function(*values: Any) -> tuple[Any, ...]:
        return tuple(kernel(merge(values)))

    def forward(*values: Any) -> Any:
        outputs = function(*values)
        return outputs, (values, outputs)

    def backward(saved: Any, cotangents: Any) -> Any:
        values, outputs = saved
        if isinstance(declared.grad, Backward):
            grads = _own_gradients(declared.grad, merge(values), outputs, cotangents)
            return tuple(_usable(grads[i], v) for i, v in zip(traced, values))
        assert declared.grad is not None
        grads = declared.grad(merge(values), list(outputs), list(cotangents), **gradient_attrs(declared, attrs))
        return tuple(_usable(grads[i], v) for i, v in zip(traced, values))

    function.defvjp(forward, backward)
    return function(*[inputs[i] for i in traced])


def _own_gradients(
    backward: Backward, inputs: list[Any], outputs: Sequence[Any], cotangents: Sequence[Any]
) -> list[Any]:
    """What the program's own function makes of the gradients of a node's outputs: by its inputs, None where nothing."""
    from tf1compat._jaxcore.exec.lower import Evaluator  # which evaluates gradients with this module

    further = iter(inputs[backward.count :])
    captured = [next(further) if i is None else outputs[i] for i in backward.outputs]
    grads = [
        _conjugate(c) if jnp.issubdtype(y.dtype, jnp.inexact) else jnp.zeros_like(y)
        for y, c in zip(outputs, cotangents)
    ]
    graph = backward.graph
    env: Env = dict(zip(graph.feeds, [*grads, *captured]))
    evaluator = Evaluator()
    evaluator.differentiated = True  # there may be gradients of higher order
    evaluator.run(graph.nodes, env, graph.fetches)
    found: list[Any] = [None] * len(inputs)
    for i, v in zip(backward.given_for, graph.fetches):
        found[i] = _conjugate(env[v])
    return found


def gradient_attrs(declared: Any, attrs: Any) -> dict[str, Any]:
    """The attrs a gradient function gets: those that the kernel gets."""
    return {name: attrs[name] for name in declared.kernel_attrs if name in attrs}


def _usable(grad: Any, value: Any) -> Any:
    """None (no gradient) for integer inputs, zeros where the gradient function says None."""
    if not jnp.issubdtype(value.dtype, jnp.inexact):
        return None
    return jnp.zeros_like(value) if grad is None else grad
