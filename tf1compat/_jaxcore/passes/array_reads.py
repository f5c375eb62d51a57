"""Which TensorArrays need to know what was read of them, because an element might be read twice.

With `clear_after_read` TensorFlow refuses the second read. Most loops read at their counter, which shows that they never
do it. For the other arrays `order_effects` hands on, from read to read, which elements are gone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.partial import constant_value, plus_constant
from tf1compat._jaxcore.ir.region import WHILE, Region, RegionNode
from tf1compat._jaxcore.ops import array_checks
from tf1compat._jaxcore.ops.array_checks import READS
from tf1compat._jaxcore.passes import stores

if TYPE_CHECKING:
    from tf1compat._jaxcore.passes.order_effects import Threading, Variables


class _Loop(NamedTuple):
    """A loop around a node: its region that has the node, and the initial values of its variables."""

    part: Region
    body: Region
    inits: Sequence[Value]


class _Read(NamedTuple):
    """A node that reads an array, with the conditions (None) and loops between it and the array's creation."""

    node: Node
    around: tuple[_Loop | None, ...]


class _Span(NamedTuple):
    """Elements that a node reads, each once: `base` + `first` and, from a loop's counter, those that follow it."""

    base: Value | None
    first: int
    step: int  # 1 or -1 for a loop, else 0

    def differs(self, other: _Span) -> bool:
        """Is it known that no element is among those of both?"""
        if self.base is not other.base:
            return False
        low, high = sorted((self, other), key=lambda s: s.first)
        return low.first < high.first and low.step <= 0 and high.step >= 0


def tracked_reads(nodes: Iterable[Node]) -> dict[Node, Node]:
    """`{reading node: the node that makes the array}` for arrays of which an element might be read twice."""
    nodes = tuple(nodes)
    if not any(isinstance(n, RegionNode) for n in nodes):
        return {}  # what runs once, and in order, is looked at while it runs
    places: dict[Node, tuple[_Loop | None, ...]] = {}
    reads: dict[Node, list[_Read]] = {}
    for node, around in _placed(nodes, ()):
        if node.type == "TensorArrayV3":
            places[node] = around
        maker = node.inputs[0].node if node.type in READS else None
        if maker in places and maker.attrs.get("clear_after_read", True) and not maker.attrs.get("dynamic_size"):
            reads.setdefault(maker, []).append(_Read(node, around[len(places[maker]) :]))
    return {r.node: maker for maker, found in reads.items() if _may_repeat(found) for r in found}


def _placed(nodes: Iterable[Node], around: tuple[_Loop | None, ...]) -> Iterator[tuple[Node, tuple[_Loop | None, ...]]]:
    for node in nodes:
        yield node, around
        if isinstance(node, RegionNode):
            is_loop = node.opdef is WHILE
            for part in node.regions:
                loop = _Loop(part, node.regions[1], node.inputs) if is_loop else None
                yield from _placed(part.nodes, (*around, loop))


def _may_repeat(reads: list[_Read]) -> bool:
    if not any(r.around for r in reads) or (len(reads) == 1 and not any(reads[0].around)):
        return False
    spans = [_span(r) for r in reads]
    known = [s for s in spans if s is not None]
    return len(known) < len(spans) or not all(a.differs(b) for a, b in itertools.combinations(known, 2))


def _span(read: _Read) -> _Span | None:
    """What a read of single elements reads, if it is known to read none of them twice."""
    if read.node.type != "TensorArrayReadV3":
        return None
    loops = [loop for loop in read.around if loop is not None]
    value, offset = _known_part(read.node.inputs[1])
    if not loops:
        return _Span(value, offset, 0)
    if len(loops) > 1 or value not in loops[0].part.params:
        return None
    position = loops[0].part.params.index(value)
    source, step = plus_constant(loops[0].body.results[position])
    if source is not loops[0].body.params[position] or step not in (1, -1):
        return None
    base, first = _known_part(loops[0].inits[position])
    return _Span(base, first + offset, step)


def _known_part(value: Value) -> tuple[Value | None, int]:
    """A whole number as a value, None for nothing, plus a constant."""
    source, offset = plus_constant(value)
    known = constant_value(source)
    return (source, offset) if known is None or known.ndim else (None, offset + int(known))


# ---- in `order_effects` -------------------------------------------------------------------------------------------


def look_at(variables: Variables, node: Node) -> bool:
    """Note that `node` makes or reads a tracked array; False if it does not."""
    maker = variables.tracked.get(node, node if node in variables.tracked_makers else None)
    if maker is None:
        return False
    key = f"{stores.STORE}what is gone of {maker.name}"
    variables.nodes[key] = maker
    variables.reads[node] = () if node is maker else (key,)
    variables.writes[node] = (key,)
    return True


def rewrite(threading: Threading, node: Node) -> None:
    """A tracked array begins with nothing gone; a read takes what is gone and gives it anew."""
    key = threading.variables.writes[node][0]
    inputs = tuple(threading.value(v) for v in node.inputs)
    if node not in threading.variables.tracked:
        new = node.rewired(inputs, tuple((o.dtype, o.dims) for o in node.outputs))
        nothing = stores.empty(node)
        threading.nodes += [new, nothing]
        threading.set_version(key, nothing.outputs[0])
    else:
        declared = array_checks.once(node.type)
        inputs = (*inputs, threading.read(key))
        new = Node(node.id, declared, node.name, inputs, node.control, node.attrs, node.device, node.frame)
        specs = [*((o.dtype, o.dims) for o in node.outputs), (dtypes.resource, None)]
        new.outputs = tuple(Value(new, i, dtype, dims) for i, (dtype, dims) in enumerate(specs))
        threading.nodes.append(new)
        threading.set_version(key, new.outputs[-1])
    threading.renamed.update(zip(node.outputs, new.outputs))
