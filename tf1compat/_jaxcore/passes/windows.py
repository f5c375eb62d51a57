"""`windows`: a slice whose place is computed becomes a block of fixed size at a place that is an argument.

    data[:, i * 35 : (i + 1) * 35]      ->      start, size = Place(i)      (on the host)
                                                Window(data, start, size)   (`size` is static, `start` is not)

The bounds of a slice have to be known while compiling, so a program that walks through its data would be compiled
once per step. Its sizes are the same every time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import is_concrete, shape_tuple
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.ir import infer
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.functional import Expand
from tf1compat._jaxcore.passes.static_inputs import is_shape_arithmetic
from tf1compat._jaxcore.schema import array_shapes, strided
from tf1compat._jaxcore.schema.opdef import OpDef
from tf1compat._jaxcore.schema.signature import Arg


def windows(graph: Graph) -> Graph:
    """The same program with such slices replaced; `graph` itself if it has none."""
    feeds = set(graph.feeds)
    found = {n: place for n in graph.nodes if n.type in _SLICES and (place := _place(n, feeds)) is not None}
    if not found:
        return graph
    work = _Replace(found)
    nodes = work.nodes(graph.nodes)
    fetches = tuple(work.value(v) for v in graph.fetches)
    targets = tuple(work.replaced.get(t, t) for t in graph.targets)
    idle = {n for place in found.values() for n in place.arithmetic} - set(targets)
    return replace(graph, nodes=_without(nodes, idle, fetches), fetches=fetches, targets=targets)


@dataclass(frozen=True)
class _Place:
    """Where a slice lies: small arithmetic (in order) on `leaves`, which are known when the step runs."""

    leaves: tuple[Value, ...]
    arithmetic: tuple[Node, ...]


class _Replace(Expand):
    def __init__(self, found: dict[Node, _Place]) -> None:
        super().__init__()
        self._found = found

    def instead(self, node: Node, inputs: list[Value], control: tuple[Node, ...], before: list[Node]) -> Node | None:
        place = self._found.get(node)
        if place is None:
            return None
        leaves = tuple(self.value(v) for v in place.leaves)
        declared, kept = _declared_place(node, place)
        at = Node(node.id, declared, node.name, leaves, control, {}, node.device, node.frame)
        rank = (len(node.inputs[0].dims or ()),)
        at.outputs = (Value(at, 0, dtypes.int32, rank), Value(at, 1, dtypes.int32, rank))
        before.append(at)
        new = Node(
            node.id, _WINDOW, node.name, (inputs[0], *at.outputs), control, {"kept": kept}, node.device, node.frame
        )
        new.outputs = (Value(new, 0, node.outputs[0].dtype, node.outputs[0].dims),)
        return new


def _place(node: Node, feeds: set[Value]) -> _Place | None:
    """How to find the place of a slice before the step's programs run; None where it should stay as it is."""
    data, *bounds = node.inputs
    if data.dims is None or data.dtype.base in (dtypes.string, dtypes.variant) or is_shape_arithmetic(node):
        return None
    if "begin" not in node.opdef.static_inputs(infer.Inputs(node)) or not _SLICES[node.type].is_simple(node):
        return None
    leaves: dict[Value, None] = {}
    arithmetic: dict[Node, None] = {}

    def visit(value: Value) -> bool:
        producer = value.node
        if producer in arithmetic:
            return True
        if value in feeds or not is_shape_arithmetic(producer):
            leaves[value] = None
            return not producer.opdef.reads_shape
        if not all(visit(v) for v in producer.inputs):
            return False
        arithmetic[producer] = None
        return True

    if not all(visit(v) for v in bounds) or not leaves:
        return None
    return _Place(tuple(leaves), tuple(arithmetic))


def _declared_place(node: Node, place: _Place) -> tuple[OpDef, tuple[int | None, ...]]:
    """The op that computes start and size of one slice."""
    dims = node.inputs[0].dims or ()
    find = _SLICES[node.type].block
    kept = _SLICES[node.type].kept(node)

    def kernel(*leaves: Any) -> tuple[Any, Any]:
        env = {v: np.asarray(x) for v, x in zip(place.leaves, leaves)}
        with jax.ensure_compile_time_eval():
            for inner in place.arithmetic:
                results = inner.opdef([env[v] for v in inner.inputs], inner.kernel_attrs)
                env.update((v, np.asarray(r)) for v, r in zip(inner.outputs, results))
        starts, sizes = find(node, [env[v] for v in node.inputs[1:]], dims)
        return np.asarray(starts, np.int32), np.asarray(sizes, np.int32)

    takes = tuple(Arg(f"leaf{i}", fixed=v.dtype.base) for i, v in enumerate(place.leaves))
    gives = (Arg("start", fixed=dtypes.int32), Arg("size", fixed=dtypes.int32))
    return OpDef(node.type, kernel, takes, gives, {}, {}, host=True, differentiable=False), kept


@dataclass(frozen=True)
class _Kind:
    """What one op type means by a slice.

    Attributes:
      is_simple: whether a node takes consecutive elements of dimensions whose sizes are known.
      kept: for each dimension of the result the one of the input that it comes from, None for a new one.
      block: start and size of each dimension, for known bounds.
    """

    is_simple: Callable[[Node], bool]
    kept: Callable[[Node], tuple[int | None, ...]]
    block: Callable[[Node, list[Any], Sequence[int | None]], tuple[list[int], list[int]]]


def _plan(node: Node, strides: Any, begin: Any = None, end: Any = None) -> strided.Plan:
    masks = {name: node.attrs.get(name, 0) for name in array_shapes.MASKS}
    return strided.plan(len(node.inputs[0].dims or ()), begin, end, strides.tolist(), masks)


def _is_simple_strided(node: Node) -> bool:
    strides = infer.Inputs(node).value(3)
    if strides is None:
        return False
    pairs = zip(_plan(node, strides).bounds, node.inputs[0].dims or ())
    return all(b.stride == 1 and (d is not None or (b.begin_masked and b.end_masked)) for b, d in pairs)


def _strided_kept(node: Node) -> tuple[int | None, ...]:
    return tuple(_plan(node, infer.Inputs(node).value(3)).kept)


def _strided_block(node: Node, bounds: list[Any], dims: Sequence[int | None]) -> tuple[list[int], list[int]]:
    begin, end, strides = bounds
    spread = _plan(node, strides, begin.tolist(), end.tolist())
    starts: list[int] = []
    sizes: list[int] = []
    for axis, (b, size) in enumerate(zip(spread.bounds, dims)):
        if size is None:
            starts.append(0)
            sizes.append(_WHOLE)
            continue
        try:
            first, last = strided.interval(b, axis, size)
        except ShapeError as e:
            raise errors.InvalidArgumentError(None, None, str(e)) from None
        starts.append(first)
        sizes.append(max(0, last - first))
    return starts, sizes


def _is_simple_block(node: Node) -> bool:
    return all(d is not None for d in node.inputs[0].dims or ())


def _slice_block(node: Node, bounds: list[Any], dims: Sequence[int | None]) -> tuple[list[int], list[int]]:
    starts, sizes = (shape_tuple(x) for x in bounds)
    try:
        ends = strided.block_ends(starts, sizes, [int(d or 0) for d in dims])
    except ShapeError as e:
        raise errors.InvalidArgumentError(None, None, str(e)) from None
    return list(starts), [b - a for a, b in zip(starts, ends)]


_SLICES = {
    "StridedSlice": _Kind(_is_simple_strided, _strided_kept, _strided_block),
    "Slice": _Kind(_is_simple_block, lambda n: tuple(range(len(n.inputs[0].dims or ()))), _slice_block),
}
_WHOLE = -1


def _window(input: Any, start: Any, size: Any, *, kept: tuple[int | None, ...]) -> Any:
    """The block of shape `size` at `start`, which lies inside; then dimensions are dropped and inserted."""
    sizes = [n if s == _WHOLE else s for s, n in zip(shape_tuple(size), np.shape(input))]
    if is_concrete(input, start):
        part = np.asarray(input)[tuple(slice(a, a + n) for a, n in zip(shape_tuple(start), sizes))]
        return part.reshape([1 if axis is None else sizes[axis] for axis in kept])
    starts = [lax.index_in_dim(start, i, keepdims=False) for i in range(len(sizes))]
    part = lax.dynamic_slice(input, starts, sizes, allow_negative_indices=False)
    return lax.reshape(part, [1 if axis is None else sizes[axis] for axis in kept])


_WINDOW = OpDef(
    "Window",
    _window,
    (Arg("input", type_attr="T"), Arg("start", fixed=dtypes.int32), Arg("size", fixed=dtypes.int32)),
    (Arg("output", type_attr="T"),),
    {"kept": ()},
    {},
    static=frozenset({"size"}),
    moves=True,
    kernel_attrs=("kept",),
)


def _without(nodes: Sequence[Node], idle: set[Node], fetches: Sequence[Value]) -> tuple[Node, ...]:
    """`nodes` without those of `idle` whose values nobody uses any more."""
    used = {v.node for v in fetches}
    left: list[Node] = []
    for node in reversed(nodes):
        if node in idle and node not in used:
            continue
        used.update(v.node for v in node.inputs)
        used.update(node.control)
        left.append(node)
    return tuple(reversed(left))
