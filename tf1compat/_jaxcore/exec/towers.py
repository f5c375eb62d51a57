"""Towers: the first is traced, and runs for the inputs of all of them: one after the other, or each on its device.

    on one device:       lax.map(tower_0, stacked inputs)
    on several devices:  shard_map(tower_0, stacked inputs), over a mesh of all devices of the process

What all towers read alike (variables) is not stacked. What the graph stacks of their results (gradients, to take the
mean) stays stacked, so that the mean over devices is an all-reduce.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from tf1compat._jaxcore.exec import conv_layout
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes import replicate, slices
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.replicate import Towers

if TYPE_CHECKING:
    from tf1compat._jaxcore.exec.lower import Env, Evaluator
    from tf1compat._jaxcore.passes.slices import Group

RunGroup = Callable[["Evaluator", "Group", "Env", set[Value]], None]


@dataclass
class _Inputs:
    """What the first tower gets: values that are known or alike for all, and for each of the others one per tower."""

    alike: Env
    differing: list[tuple[Value, list[Any]]]
    words: list[tuple[Node, list[Any]]]  # of random nodes: what tells their streams apart, an array for each word


def run(evaluator: Evaluator, towers: Towers, env: Env, needed: set[Value], run_group: RunGroup) -> None:
    """Evaluate `towers` into `env`; where their values turn out to differ in shape, each by itself."""
    for node in towers.shared:
        evaluator.run_node(node, env)
    inputs = _gather(evaluator, towers, env)
    if inputs is None:
        for tower in towers.towers:
            run_group(evaluator, tower.group, env, needed)
        return
    wanted, asked = _wanted(towers, env, needed)
    known: Env = {}

    def first_tower(values: Any) -> dict[int, Any]:
        given, words = values
        local: Env = {**inputs.alike, **dict(zip([v for v, _ in inputs.differing], given))}
        inner = evaluator.replaying(dict(zip([n for n, _ in inputs.words], words)))
        run_group(inner, towers.towers[0].group, local, asked)
        known.update({v: local[v] for v in wanted if isinstance(local[v], np.ndarray)})
        return {i: local[v] for i, v in enumerate(wanted) if v not in known}

    stacked = [_stack(arrays) for _, arrays in inputs.differing], [words for _, words in inputs.words]
    if not jax.tree.leaves(stacked):  # made of constants: all towers are the first one
        first = first_tower(stacked)
        results = jax.tree.map(lambda x: jnp.stack([x] * len(towers.towers)), first)
    else:
        results = _on_mesh(first_tower, stacked, len(towers.towers), _mesh(towers))
    _scatter(towers, {v: known.get(v, results.get(i)) for i, v in enumerate(wanted)}, known, env)


def _gather(evaluator: Evaluator, towers: Towers, env: Env) -> _Inputs | None:
    """The inputs of all towers; None if they differ in more than the values of arrays."""
    if not all(evaluator.may_share(t.nodes) for t in towers.towers):
        return None
    rows = [_given(evaluator, t.group, (*t.outside, *t.made), env) for t in towers.towers]
    first = rows[0]
    if any([at for at, _ in row] != [at for at, _ in first] for row in rows):
        return None
    inputs = _Inputs({}, [], [])
    names = (*towers.towers[0].outside, *towers.towers[0].made)
    for k, (at, _) in enumerate(first):
        values = [env[row[k][1]] for row in rows]
        if all(v is values[0] for v in values):
            inputs.alike[names[at]] = values[0]
        elif all(isinstance(v, np.ndarray | np.generic) for v in values):
            if any(not _equal(v, values[0]) for v in values):
                return None
            inputs.alike[names[at]] = values[0]
        elif all(isinstance(v, jax.Array) and (v.shape, v.dtype) == (values[0].shape, values[0].dtype) for v in values):
            inputs.differing.append((names[at], values))
        else:
            return None
    for nodes in zip(*(t.nodes for t in towers.towers)):
        words = [evaluator.words(n) for n in nodes]
        if words[0]:
            inputs.words.append((nodes[0], [_stack(column) for column in zip(*words)]))
    return inputs


def _given(evaluator: Evaluator, group: Group, values: Sequence[Value], env: Env) -> list[tuple[int, Value]]:
    """Those of `values` that are there before the group runs, and where they stand."""
    members = set(group.members)
    evaluated = {n for g in group.gradients for n in g.slice if n in members and not _is_done(n, env)}
    return [(i, v) for i, v in enumerate(values) if v in env and v is not ABSENT and v.node not in evaluated]


def _is_done(node: Node, env: Env) -> bool:
    """Has a host op or a draw been made already?"""
    return node.opdef.host or (node.opdef.effect == "random" and all(v in env for v in node.outputs))


def _equal(a: Any, b: Any) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def _wanted(towers: Towers, env: Env, needed: set[Value]) -> tuple[list[Value], set[Value]]:
    """What to bring out of the first tower (whatever is needed of any), and that without the gradients."""
    first = towers.towers[0]
    names = dict.fromkeys(first.gradients)
    asked: set[Value] = set()
    for tower in towers.towers:
        for name, value in zip(first.made, tower.made):
            if value in needed and value not in env:
                names[name] = None
                asked.add(name)
    top = {v for n in first.group.members for v in n.made}
    return [v for v in names if v in top or v in first.gradients], asked & top


def _scatter(towers: Towers, results: dict[Value, Any], known: Env, env: Env) -> None:
    """Give each tower its results; what the graph would stack again stays stacked."""
    for node, value in towers.joins:
        if value in results and value not in known:
            env[node.outputs[0]] = results[value]
    first = towers.towers[0]
    for i, tower in enumerate(towers.towers):
        for name, value in zip((*first.made, *first.gradients), (*tower.made, *tower.gradients)):
            if name in results and value not in env:
                env[value] = results[name] if name in known else lax.index_in_dim(results[name], i, keepdims=False)


def _stack(values: Sequence[Any]) -> Any:
    if all(isinstance(v, np.ndarray | np.generic) for v in values):
        return np.stack(values)
    return lax.concatenate([lax.expand_dims(jnp.asarray(v), (0,)) for v in values], 0)


def mesh_of(nodes: Sequence[Node]) -> Mesh | None:
    """All devices of this process, if `nodes` are a program with towers that are to be spread over them."""
    devices = {n.device for n in nodes if n.type == "Gradient"}
    if len(devices) < 2 or len(jax.local_devices()) == 1:
        return None
    items = replicate.replicate(slices.schedule(nodes, nodes))
    found = [_mesh(item) for item in items if isinstance(item, Towers)]
    return next((mesh for mesh in found if mesh is not None), None)


def _mesh(towers: Towers) -> Mesh | None:
    """All devices of this process, if the towers ask for different ones: rows for the towers, copies in a row.

    All devices, so that variables which one step leaves on them can be used by every other.
    """
    devices = jax.local_devices()
    if len(devices) == 1 or len(set(towers.devices)) == 1:
        return None
    rows = _rows(len(towers.towers), len(devices))
    return Mesh(np.array(devices).reshape(rows, -1), ("tower", "copy"))


def _rows(towers: int, devices: int) -> int:
    """How many devices work on different towers: the least divisor of `devices` that needs no second round."""
    return next((r for r in range(1, devices + 1) if devices % r == 0 and r >= towers), devices)


def _on_mesh(function: Callable[[Any], Any], stacked: Any, count: int, mesh: Mesh | None) -> Any:
    """`lax.map(function, stacked)`, the rows of `stacked` spread over `mesh`."""
    if mesh is None:
        return _one_by_one(function, stacked)
    missing = -count % mesh.shape["tower"]  # devices without a tower repeat the last one
    if missing:
        stacked = jax.tree.map(lambda x: jnp.concatenate([x, jnp.repeat(x[-1:], missing, 0)]), stacked)

    def part(rows: Any) -> Any:
        if (count + missing) == mesh.shape["tower"]:
            return jax.tree.map(lambda x: x[None], function(jax.tree.map(lambda x: x[0], rows)))
        return _one_by_one(function, rows)

    by_tower = PartitionSpec("tower")
    spread = jax.shard_map(part, mesh=mesh, in_specs=by_tower, out_specs=by_tower, check_vma=False)
    results = spread(stacked)
    return jax.tree.map(lambda x: x[:count], results) if missing else results


def _one_by_one(function: Callable[[Any], Any], stacked: Any) -> Any:
    first = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape[1:], x.dtype), stacked)
    return lax.map(conv_layout.for_loops(function, first), stacked)


def on_all_devices(mesh: Mesh, values: Sequence[Any]) -> list[Any]:
    """Results of a program that used `mesh`: each device has all of them, so that the next step finds them there."""
    everywhere = NamedSharding(mesh, PartitionSpec())
    return [lax.with_sharding_constraint(v, everywhere) if isinstance(v, jax.Array) else v for v in values]
