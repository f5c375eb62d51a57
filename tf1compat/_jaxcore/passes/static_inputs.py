"""`static_inputs`: find which values must be concrete while tracing, and how each becomes concrete.

Starting at inputs that ops declare `static` (axes, shapes, paddings), walk back through small shape arithmetic:

    x ── Shape ── StridedSlice ──┐
    n (fed) ─────────────────────┴─ Pack ── Reshape.shape (static)

`Shape` ends the walk (shapes are concrete while tracing). What depends on shapes and constants only is *folded* while
tracing; what depends on feeds and constants only is computed *on the host* before; the values where those two meet
(`n`) are *static*: they join the compile key. A value that is computed on the device ends a segment and is read back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import infer
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import COND, WHILE, RegionNode, all_nodes, conjuncts, loop_bounds
from tf1compat._jaxcore.passes import growth, slices


@dataclass(frozen=True)
class Statics:
    """What `static_inputs` found.

    Attributes:
      folded: nodes evaluated on concrete values while tracing.
      on_host: nodes evaluated before tracing, from fed values and constants.
      static: values that enter a segment concretely and belong to its compile key.
      growing: loops that write to arrays of dynamic size, as often or at places that nothing known tells.
      unbounded: conditions and loops that contain such loops and arrays; they run on the host.
      taped: gradients of what runs on the host, and what they differentiate: it runs there, too.
    """

    folded: frozenset[Node] = frozenset()
    on_host: frozenset[Node] = frozenset()
    static: frozenset[Value] = frozenset()
    growing: frozenset[Node] = frozenset()
    unbounded: frozenset[Node] = frozenset()
    taped: frozenset[Node] = frozenset()


def static_inputs(graph: Graph) -> Statics:
    """The values that must be concrete in `graph`; empty for most graphs."""
    return _Walk(graph).run()


@dataclass
class _Walk:
    graph: Graph
    folded: set[Node] = field(default_factory=set[Node])
    static: set[Value] = field(default_factory=set[Value])
    from_feeds: dict[Node, bool] = field(default_factory=dict[Node, bool])

    def run(self) -> Statics:
        everything = list(all_nodes(self.graph.nodes))
        present = set(everything)
        demanded: list[Value] = []
        known: dict[Node, bool] = {}
        bounded: set[Node] = set()
        differentiated = set(_differentiated_loops(self.graph))
        arrays = growth.growing_arrays(self.graph)
        for loop in dict.fromkeys((*differentiated, *arrays)):
            bounds = [self._known_bounds(loop, present, [part]) for part in conjuncts(loop)]
            known[loop] = None not in bounds
            if any(b is not None for b in bounds):
                bounded.add(loop)
            demanded.extend(v for b in bounds for v in b or ())
        growing, unbounded = growth.sort_out(self.graph, arrays, known, bounded)
        for top in self.graph.nodes:
            sizes = self._computed_sizes(top, present) if isinstance(top, RegionNode) and top not in unbounded else []
            if isinstance(top, RegionNode) and sizes:
                bounds = self._known_bounds(top, present, None)
                # elements of a TensorArray are arrays of the program, however often the loop runs
                if bounds is None or any(v.node.type == "TensorArrayReadV3" for v in sizes):
                    unbounded |= {top}
                else:
                    demanded.extend(bounds)
        growing -= unbounded
        for node in everything:
            if node.opdef.static and not node.opdef.host:
                demanded.extend(_static_values(node))
        chain, leaves = self._reach(demanded, present)
        chain |= self._foldable(everything, present)
        self._part(chain, leaves, demanded)
        on_host = frozenset(n for n in chain if self.from_feeds.get(n))
        return Statics(frozenset(chain - on_host), on_host, frozenset(self.static), growing, unbounded)

    def _known_bounds(self, node: RegionNode, present: set[Node], parts: Sequence[Value] | None) -> list[Value] | None:
        """What decides how often a loop runs, if it follows from constants, shapes, and single fed numbers.

        `parts` of its condition may decide that alone.
        """
        if node.opdef is not WHILE:
            return None
        bounds = loop_bounds(node, parts)
        leaves = self._reach(bounds, present)[1]
        fed = all(v.dims == () and v in self.graph.feeds for v in leaves)  # a vector of lengths is never the same
        return bounds if fed and all(_counts(v) for v in bounds) else None

    def _computed_sizes(self, node: RegionNode, present: set[Node]) -> list[Value]:
        """Values that the inside of a condition or loop computes and makes shapes (axes, sizes) of."""
        inside = [n for n in all_nodes([node]) if n is not node]
        made = {v for n in inside for v in n.outputs}
        params = {p for n in (node, *inside) if isinstance(n, RegionNode) for r in n.regions for p in r.params}
        found: list[Value] = []
        for inner in inside:
            if inner.opdef.static and not inner.opdef.host:
                leaves = self._reach(_static_values(inner), present)[1]
                found.extend(v for v in leaves if (v in made or v in params) and self._is_data(v, params))
        return found

    def _is_data(self, value: Value, params: set[Value]) -> bool:
        """Does it depend on the variables of a loop, or on what is fed, other than by shapes?"""
        data = {*params, *self.graph.inputs}
        seen: set[Value] = set()
        todo = [value]
        while todo:
            v = todo.pop()
            if v in seen:
                continue
            seen.add(v)
            if v in data:
                return True
            if not v.node.opdef.reads_shape:
                todo.extend(v.node.inputs)
        return False

    def _reach(self, demanded: list[Value], present: set[Node]) -> tuple[set[Node], set[Value]]:
        """The shape arithmetic behind `demanded`, and the values where it begins."""
        inputs = set(self.graph.inputs)
        chain: set[Node] = set()
        leaves: set[Value] = set()
        todo = list(demanded)
        while todo:
            value = todo.pop()
            node = value.node
            if node in chain or value in leaves:
                continue
            if value in inputs or node not in present or _reads_host_value(node):
                leaves.add(value)
            elif node.type == "Const" or node.opdef.reads_shape:
                chain.add(node)
            elif is_shape_arithmetic(node):
                chain.add(node)
                todo.extend(node.inputs)
            else:
                leaves.add(value)
        return chain, leaves

    def _foldable(self, everything: list[Node], present: set[Node]) -> set[Node]:
        """Host ops and conditions that shapes and constants decide, with what they need.

        There is no reason to leave the program for such an op, and of such a condition only one branch is traced: the
        other may be impossible for these shapes.
        """
        found: set[Node] = set()
        # what something is differentiated by is traced, even a constant
        inputs = {*self.graph.inputs, *(v for n in everything if n.type == "Gradient" for v in n.inputs)}
        for node in everything:
            if not node.opdef.folds and node.opdef is not COND:
                continue
            needed: set[Node] = {node} if node.opdef.folds else set()
            todo = list(node.inputs) if node.opdef.folds else [node.inputs[0]]
            while todo:
                value = todo.pop()
                if value.node in needed:
                    continue
                if value in inputs or value.node not in present or _reads_host_value(value.node):
                    break
                needed.add(value.node)
                if value.node.type != "Const" and not value.node.opdef.reads_shape:
                    if not is_shape_arithmetic(value.node):
                        break
                    todo.extend(value.node.inputs)
            else:
                found |= needed
        return found

    def _part(self, chain: set[Node], leaves: set[Value], demanded: list[Value]) -> None:
        """Tell host nodes (feeds and constants only, no shapes) from folded ones, and mark where they meet."""
        feeds = set(self.graph.feeds)
        outer = set(self.graph.nodes)
        reachable = {*self.graph.inputs, *(v for n in self.graph.nodes for v in n.outputs)}
        constant: set[Node] = set()
        for node in all_nodes(self.graph.nodes):
            if node not in chain:
                continue
            if node.type == "Const":
                constant.add(node)
                continue
            if node.opdef.reads_shape:
                continue
            if all(v.node in constant and v not in leaves for v in node.inputs):
                constant.add(node)  # folded, and no reason to go to the host
                continue
            self.from_feeds[node] = node in outer and all(
                v in feeds or (v not in leaves and (v.node in constant or self.from_feeds.get(v.node, False)))
                for v in node.inputs
            )
        folded = [n for n in chain if not self.from_feeds.get(n) and not n.opdef.reads_shape]
        for value in [*demanded, *(v for n in folded for v in n.inputs)]:
            if value in reachable and (value in leaves or self.from_feeds.get(value.node)):
                self.static.add(value)


def _differentiated_loops(graph: Graph) -> list[RegionNode]:
    """Loops that a gradient is taken through: if what bounds them is known, they become scans."""
    if not any(n.opdef is WHILE for n in all_nodes(graph.nodes)):
        return []
    inside = [n for g in graph.nodes if g.type == "Gradient" for n in slices.parse(g, graph.nodes).slice]
    return [n for n in all_nodes(dict.fromkeys(inside)) if isinstance(n, RegionNode) and n.opdef is WHILE]


def _static_values(node: Node) -> list[Value]:
    grouped = zip(node.opdef.inputs, node.opdef.split(node.inputs, node.attrs))
    found: list[Value] = []
    needed = node.opdef.static_inputs(infer.Inputs(node))
    for arg, given in grouped:
        if arg.name in needed:
            found.extend(given if arg.is_list else [given])
    return found


def _reads_host_value(node: Node) -> bool:
    """The shape of strings is known where the strings are: on the host."""
    if not node.opdef.reads_shape:
        return False
    return growth.holds_strings(node) or any(v.dtype.base in (dtypes.string, dtypes.variant) for v in node.inputs)


def is_shape_arithmetic(node: Node) -> bool:
    """Pure, on the device, and all operands are small: few integers or booleans, or float scalars."""
    declared = node.opdef
    if declared.host or declared.effect is not None or declared.type == "Gradient":
        return False
    return all(_is_small(v) for v in node.inputs) and all(_is_small(v) for v in node.outputs)


def _counts(value: Value) -> bool:
    """May a loop's bound be part of a compile key? Integers are few, measured values are many."""
    return value.node.type == "Const" or (value.dtype.base.is_integer and _is_small(value))


def _is_small(value: Value) -> bool:
    if value.node.type == "Const":
        return True
    dtype = value.dtype.base
    if value.dims is None:
        return dtype in (dtypes.int32, dtypes.int64)
    if dtype.is_floating:
        return len(value.dims) == 0
    few = len(value.dims) <= 1 or (len(value.dims) == 2 and value.dims[1] in (1, 2))  # shapes, columns made of them
    return few and (dtype.is_integer or dtype.is_bool)
