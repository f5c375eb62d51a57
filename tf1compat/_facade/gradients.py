"""`tf.gradients`: one `Gradient` node per call; here is decided which xs are connected, and which by gathers only."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._facade import context, gradient_registry
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.own_gradients import own_gradient
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.own_gradient import OwnGradient, WithOwnGradients
from tf1compat._jaxcore.passes.lookups import is_lookup
from tf1compat._jaxcore.schema import opdef


class AggregationMethod:
    """How gradients of several paths are added up; here XLA decides, so every method gives the same."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


class UnconnectedGradients(enum.Enum):
    """What `tf.gradients` gives for an x that no y depends on."""

    NONE = "none"
    ZERO = "zero"


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """Derivatives of the sum of `ys` with respect to each of `xs`.

    Args:
      ys, xs: tensors (or variables), one or a list.
      grad_ys: derivatives with respect to `ys` to start from; ones where absent.
      name: name scope of the nodes.
      colocate_gradients_with_ops, gate_gradients, aggregation_method: accepted; scheduling is XLA's.
      stop_gradients: tensors not to differentiate through.
      unconnected_gradients: `"none"` or `"zero"` for xs that no y depends on.

    Returns:
      For each x a tensor of its shape, an `IndexedSlices` where x is used through gathers only, or None.

    Raises:
      ValueError: lengths or dtypes do not fit.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(3.0)
    ...     print(sess.run(tf.gradients(x * x, x)[0]))
    6.0
    """
    ys, xs = _as_list(ys), _as_list(xs)
    stops = [] if stop_gradients is None else _as_list(stop_gradients)
    given = [None] * len(ys) if grad_ys is None else _as_list(grad_ys)
    if len(given) != len(ys):
        raise ValueError(f"Must pass one grad_y for each y in ys: {len(given)} for {len(ys)}")
    try:
        unconnected = UnconnectedGradients(unconnected_gradients)
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: {unconnected_gradients!r}") from None
    graph = context.graph_of([*ys, *xs])
    with contextlib.ExitStack() as stack:
        stack.enter_context(graph.as_default())
        stack.enter_context(graph.name_scope(name or "gradients"))
        y_tensors = [convert(y, name=f"y_{i}") for i, y in enumerate(ys)]
        x_tensors = [_differentiable_handle(x, i) for i, x in enumerate(xs)]
        stop_tensors = [_differentiable_handle(s, i) for i, s in enumerate(stops)]
        seeds = _seeds(y_tensors, given)
        y_tensors, seeds = _without_integers(y_tensors, seeds)
        stop_tensors += _not_differentiated_loops(y_tensors, x_tensors, stop_tensors)
        found = _through_registered(y_tensors, x_tensors, seeds, stop_tensors)
        if unconnected is UnconnectedGradients.ZERO:
            found = [
                apply_op("ZerosLike", convert(x), name="zeros_like") if g is None else g for g, x in zip(found, xs)
            ]
        return found


def _as_list(x: Any) -> list[Any]:
    return list(x) if isinstance(x, (list, tuple)) else [x]


def _differentiable_handle(x: Any, position: int) -> Tensor:
    """The tensor to differentiate by: a variable's reference or handle, so that all its reads count."""
    handle = getattr(x, "handle", None)
    if isinstance(handle, Tensor):
        return handle
    if isinstance(x, IndexedSlices):
        return x.values
    return convert(x, name=f"x_{position}", as_ref=True)


def _seeds(ys: Sequence[Tensor], given: Sequence[Any]) -> list[Tensor]:
    """grad_ys as tensors; an empty list stands for all ones."""
    for y in ys:
        if not (y.dtype.base.is_floating or y.dtype.base.is_complex or y.dtype.base.is_integer):
            raise TypeError(
                f"Gradients of tensors of dtype {y.dtype.name} are not defined: {y.name} must be integer, real or "
                "complex floating point"
            )
    for y, g in zip(ys, given):
        if g is None and y.dtype.base.is_complex:
            raise TypeError(f"Gradients of complex tensors must set grad_ys (y.dtype = {y.dtype!r})")
    if all(g is None for g in given):
        return []
    seeds: list[Tensor] = []
    for i, (y, g) in enumerate(zip(ys, given)):
        if g is None:
            g = apply_op("OnesLike", y, name=f"grad_ys_{i}")
        seed = convert(g, name=f"grad_ys_{i}")
        if seed.dtype.base is not y.dtype.base:
            raise ValueError(
                f"Gradient type {seed.dtype.name} generated for real or integer-valued tensor {y} with type "
                f"{y.dtype.name} must be the same"
            )
        seeds.append(seed)
    return seeds


def _without_integers(ys: list[Tensor], seeds: list[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
    """Integers may stand among the ys; nothing comes of them."""
    kept = [i for i, y in enumerate(ys) if not y.dtype.base.is_integer]
    return [ys[i] for i in kept], [seeds[i] for i in kept] if seeds else seeds


def _not_differentiated_loops(ys: list[Tensor], xs: list[Tensor], stops: list[Tensor]) -> list[Any]:
    """The results of loops with `back_prop=False`: gradients do not go through them."""
    behind = _behind(ys, set(stops), set())
    return [v for v in behind if v.node.type in ("Exit", "RefExit") and v not in xs and not _has_gradient(v.node)]


def _has_gradient(leaving: Any) -> bool:
    context = leaving.inputs[0].node._control_flow_context
    return getattr(context, "back_prop", True)


def _through_registered(ys: list[Tensor], xs: list[Tensor], seeds: list[Tensor], stops: list[Tensor]) -> list[Any]:
    """`_build`, cut at the nodes with registered gradients: their functions make the gradients behind them."""
    found = gradient_registry.registered_between(ys, xs, set(stops))
    nodes = [n for n in found if n._control_flow_context is None]  # type: ignore[attr-defined]
    inner = tuple(g for n in found if n not in nodes and (g := own_gradient(n)) is not None)
    return _between(nodes, ys, xs, seeds, stops, inner) if nodes else _build(ys, xs, seeds, stops, inner)


def _between(
    nodes: list[Any],
    ys: list[Tensor],
    xs: list[Tensor],
    seeds: list[Tensor],
    stops: list[Tensor],
    inner: tuple[OwnGradient, ...],
) -> list[Any]:
    outputs: list[Any] = [v for n in nodes for v in n.outputs]
    cuts = [*stops, *(v for v in outputs if v not in stops)]
    ys, seeds = list(ys), seeds or [apply_op("OnesLike", y, name="grad_ys") for y in ys]
    for node in nodes:
        own: list[Any] = list(node.outputs)
        grads = _build(ys, own, seeds, cuts, inner)
        if all(g is None for g in grads):
            continue
        given = [apply_op("ZerosLike", y) if g is None else g for y, g in zip(own, grads)]
        for x, grad in gradient_registry.input_gradients(node, given):
            ys.append(x)
            seeds.append(grad)
    return _build(ys, xs, seeds, cuts, inner)


def _build(
    ys: list[Tensor], xs: list[Tensor], seeds: list[Tensor], stops: list[Tensor], inner: tuple[OwnGradient, ...] = ()
) -> list[Any]:
    """`inner`: the gradients of nodes in conditions and loops that the program gives."""
    own = {g.node for g in inner}
    connected = _behind(ys, set(stops), own)
    users = _users(connected, own)
    wanted: dict[Value, None] = {}
    tables: dict[Value, None] = {}
    plans: list[_Lookups | bool | None] = []
    for x in xs:
        if x not in connected:
            plans.append(None)
            continue
        found = _lookups_only(x, users, set(ys))
        plans.append(found or True)
        wanted.update(dict.fromkeys(g.outputs[0] for g in found.outside) if found else {x: None})
        if found is not None and found.inside:
            wanted[x] = tables[x] = None
    zeros = _zeros_by_loops(xs, plans, connected, set(stops), own)
    if not wanted:
        return [zeros.get(i) for i in range(len(xs))]
    index_types = [_index_type(plan.inside) for x, plan in zip(xs, plans) if isinstance(plan, _Lookups) and x in tables]
    grads, which = _gradient_node(ys, list(wanted), seeds, stops, inner, dict(zip(tables, index_types)))
    return [
        zeros.get(i) if plan is None else grads[x] if plan is True else _slices(x, plan, grads, which)  # type: ignore[arg-type]
        for i, (x, plan) in enumerate(zip(xs, plans))
    ]


def _zeros_by_loops(
    xs: list[Tensor], plans: Sequence[Any], connected: dict[Value, None], stops: set[Value], own: set[Node]
) -> dict[int, Tensor]:
    """TF1: what all variables of a loop depend on has a gradient if one of them has, and be it zero."""
    missing = [i for i, plan in enumerate(plans) if plan is None and not xs[i].dtype.base.is_integer]
    if not missing or not any(v.node.type == "Exit" for v in connected):
        return {}
    found = _behind(list(connected), stops, own, all_variables=True)
    return {i: apply_op("ZerosLike", convert(xs[i]), name="zeros_like") for i in missing if xs[i] in found}


def _behind(ys: Sequence[Value], stops: set[Value], own: set[Node], all_variables: bool = False) -> dict[Value, None]:
    """The values that some y depends on along differentiable paths (ordered set).

    `all_variables`: through a loop, with all of its variables.
    """
    found: dict[Value, None] = {}
    todo = list(ys)
    while todo:
        value = todo.pop()
        if value in found:
            continue
        found[value] = None
        node = value.node
        if value in stops or not (node.opdef.differentiable or node in own):
            continue
        todo.extend(v for v in node.inputs if _carries_gradient(v))
        if all_variables and node.type == "Exit":
            around: Any = node.inputs[0].node._control_flow_context  # type: ignore[attr-defined]
            todo.extend(v for v in getattr(around, "loop_exits", ()) if _carries_gradient(v))
    return found


def _carries_gradient(value: Value) -> bool:
    dtype = value.dtype.base
    return dtype.is_floating or dtype.is_complex or dtype is dtypes.resource


def _users(connected: dict[Value, None], own: set[Node]) -> dict[Value, list[Node]]:
    users: dict[Value, list[Node]] = {}
    for node in dict.fromkeys(v.node for v in connected):
        if not (node.opdef.differentiable or node in own):
            continue
        for value in node.inputs:
            if value in connected:
                users.setdefault(value, []).append(node)
    return users


class _Lookups(NamedTuple):
    """The lookups of a table that is used for nothing else."""

    outside: list[Node]
    inside: list[Node]  # loops and conditions


def _lookups_only(x: Value, users: dict[Value, list[Node]], ys: set[Any]) -> _Lookups | None:
    """The lookups (gathers along the first axis) that `x` is used by, if it is used by nothing else."""
    found = _Lookups([], [])
    todo = [(x, False)]
    while todo:
        value, is_inside = todo.pop()
        if value in ys:
            return None
        for node in users.get(value, ()):
            if node.type in ("Identity", "ReadVariableOp"):
                todo.append((node.outputs[0], is_inside))
            elif _takes_inside(node, value):
                todo.extend((v, True) for v in node.outputs)
            elif is_lookup(node) and node.inputs[0] is value:
                (found.inside if is_inside else found.outside).append(node)
            else:
                return None
    return found if found.inside or found.outside else None


def _takes_inside(node: Node, value: Value) -> bool:
    """Is a value taken into a loop that does not change it, or into a condition?"""
    if node.type in ("Enter", "RefEnter"):
        return bool(node.attrs["is_constant"])
    return node.type in ("Switch", "RefSwitch") and node.inputs[0] is value and not _is_of_loop(node)


def _is_of_loop(switch: Node) -> bool:
    """Does it decide whether a loop variable goes into the next step?"""
    return switch.inputs[1].node.type == "LoopCond"


def _index_type(lookups: Sequence[Node]) -> Any:
    found = {g.inputs[1].dtype.base for g in lookups}
    return found.pop() if len(found) == 1 else dtypes.int64


def _gradient_node(
    ys: Sequence[Value],
    xs: Sequence[Value],
    seeds: Sequence[Value],
    stops: Sequence[Value],
    inner: tuple[OwnGradient, ...],
    tables: dict[Value, Any],
) -> tuple[dict[Value, Tensor], dict[Value, Tensor]]:
    """The gradients by `xs`; of `tables` by row, and which rows these are (of the types that are given)."""
    declared = opdef.get("Gradient")
    if inner:
        declared = dataclasses.replace(declared, kernel=WithOwnGradients(inner))
    attrs = {
        "Ty": [v.dtype.base for v in ys],
        "Tx": [v.dtype.base for v in xs],
        "Tg": [v.dtype.base for v in seeds],
        "Ts": [v.dtype.base for v in stops],
        "Tout": [*(_gradient_dtype(x) for x in xs), *tables.values()],
        "by_row": [i for i, x in enumerate(xs) if x in tables],
    }
    op = context.get_default_graph().create(declared, "Gradient", (*ys, *xs, *seeds, *stops), attrs)
    outputs: Any = op.outputs
    return dict(zip(xs, outputs)), dict(zip(tables, outputs[len(xs) :]))


def _gradient_dtype(x: Value) -> Any:
    if x.dtype.base is dtypes.resource:
        return x.node.attrs["dtype"]
    return x.dtype.base


def _slices(x: Value, lookups: _Lookups, grads: dict[Value, Tensor], which: dict[Value, Tensor]) -> IndexedSlices:
    """The gradient of a table that is only looked up: the gradients of the looked-up rows, and which rows they are."""
    from tf1compat._facade import array_ops

    rows: list[Any] = []
    indices: list[Any] = []
    shape = _table_shape(x)
    for gather in lookups.outside:
        rows.append(array_ops.reshape(grads[gather.outputs[0]], array_ops.concat([[-1], shape[1:]], 0)))
        indices.append(array_ops.reshape(gather.inputs[1], [-1]))
    if x in which:
        rows.append(grads[x])
        indices.append(which[x])
    if len(rows) > 1:
        index_types = {i.dtype for i in indices}
        if len(index_types) > 1:
            indices = [apply_op("Cast", i, DstT=dtypes.int64) for i in indices]
        return IndexedSlices(array_ops.concat(rows, 0), array_ops.concat(indices, 0), shape)
    return IndexedSlices(rows[0], indices[0], shape)


def _table_shape(x: Value) -> Any:
    from tf1compat._facade import array_ops

    if x.dtype.base is dtypes.resource:
        return apply_op("VariableShape", x)
    return array_ops.shape(x)
