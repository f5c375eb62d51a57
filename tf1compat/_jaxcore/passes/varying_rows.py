"""`varying_rows`: which inputs of a device segment may have more rows than they should, and what follows from it.

How many entries a sparse tensor has, how many distinct ids a batch, differs from step to step; a segment that takes
them would be compiled for each number. If all that it does with such rows can be done with more of them (`schema.rows`),
it is compiled for a few sizes instead:

    indices (n, 2), values (n,) ── SparseTensorDenseMatMul      ->  indices (1024, 2), values (1024,), n

Inputs that must have the same number of rows form a group. If one use of a group's rows does not allow for rows too
many, the group stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir import infer
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode
from tf1compat._jaxcore.passes import slices
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.split_host import Segment
from tf1compat._jaxcore.passes.static_inputs import Statics
from tf1compat._jaxcore.schema.opdef import OpDef
from tf1compat._jaxcore.schema.rows import Group, Rows, Varied


@dataclass(frozen=True)
class Varying:
    """What `varying_rows` found.

    Attributes:
      segment: the segment with more inputs: for each group its number of rows, and for each sorted list of group
        numbers how many groups there are (static).
      unfolded: nodes that are folded no longer, for they have rows.
      inputs: the inputs that have rows, and their groups.
      outputs: the outputs that have them.
      sizes: for each group the input that is its number of rows.
      outside: inputs of nodes whose rows too many must point to no place, and their groups.
      counts: of nodes whose group numbers are counted, these numbers and the input that is how many groups there are.
      within: row numbers, and the group that has these rows.
      single: inputs that must have one element in each row.
      checked: nodes whose checks are made before the program runs, of which inputs.
      known: nodes that the host runs before, to know `asked`.
      asked: values that the host looks at before.
      known_inputs: the inputs that it needs for this.
    """

    segment: Segment
    unfolded: frozenset[Node]
    inputs: Mapping[Value, Group]
    outputs: Mapping[Value, Group]
    sizes: Mapping[Group, Value]
    outside: Mapping[Node, tuple[tuple[Value, Group], ...]]
    counts: Mapping[Node, tuple[Value, Value]]
    within: tuple[tuple[Value, Group], ...]
    single: tuple[Value, ...]
    checked: Mapping[Node, tuple[int, ...]]
    known: tuple[Node, ...]
    asked: tuple[Value, ...]
    known_inputs: tuple[Value, ...]


def varying_rows(segment: Segment, graph: Graph, statics: Statics) -> Varying | None:
    """The plan for `segment`; None where there is nothing that varies, or nothing to be done about it."""
    if segment.on_host or any(n in statics.growing for n in segment.nodes):
        return None
    kept = set(graph.state_in.values()) | set(graph.state_out.values())
    candidates = [v for v in segment.inputs if v not in kept and _may_vary(v)]
    feeds = frozenset(graph.feeds)
    takes_entries = any(n.opdef.rows is not None and n.opdef.rows.takes_entries for n in segment.nodes)
    if not takes_entries and feeds.issuperset(candidates):
        return None  # batches of dense examples
    differentiated = _differentiated(segment)
    while candidates:
        sweep = _Sweep(segment, differentiated, frozenset(kept), feeds)
        sweep.run(candidates)
        remaining = [v for v in candidates if sweep.is_worth_it(v)]
        if len(remaining) == len(candidates):
            return _plan(segment, sweep, candidates)
        candidates = remaining
    return None


def _may_vary(value: Value) -> bool:
    dims = value.dims
    if value is ABSENT or not dims or dims[0] is not None:
        return False
    return value.dtype.base not in (dtypes.string, dtypes.variant, dtypes.resource)


@dataclass(frozen=True)
class _Differentiated:
    nodes: frozenset[Node] = frozenset()
    xs: frozenset[Value] = frozenset()


def _differentiated(segment: Segment) -> _Differentiated:
    found = [slices.parse(n, segment.nodes) for n in segment.nodes if n.type == "Gradient"]
    nodes = frozenset(n for g in found for n in g.slice)
    return _Differentiated(nodes, frozenset(x for g in found for x in g.xs))


class _Asked(infer.Inputs):
    """What a rule may ask about a node (`schema.rows.Question`)."""

    def __init__(self, node: Node, sweep: _Sweep) -> None:
        super().__init__(node)
        self._sweep = sweep

    @property
    def differentiated(self) -> bool:
        return self.node in self._sweep.differentiated.nodes

    def varied(self, i: int) -> Varied | None:
        return self._sweep.varied.get(self.node.inputs[i])

    def rows(self, i: int) -> Group | None:
        found = self.varied(i)
        return found.group if found is not None and found.kind == "rows" else None

    def out(self, i: int) -> Shape:
        return self.node.outputs[i].dims


@dataclass
class _Sweep:
    """One walk through a segment, on the assumption that all rows of some inputs may be too many."""

    segment: Segment
    differentiated: _Differentiated
    kept: frozenset[Value]
    feeds: frozenset[Value]
    varied: dict[Value, Varied] = field(default_factory=dict[Value, Varied])
    answers: dict[Node, Rows] = field(default_factory=dict[Node, Rows])
    parents: dict[Group, Group] = field(default_factory=dict[Group, Group])
    refused: set[Group] = field(default_factory=set[Group])
    useful: set[Group] = field(default_factory=set[Group])

    def run(self, candidates: Sequence[Value]) -> None:
        for i, value in enumerate(candidates):
            self.parents[i] = i
            self.varied[value] = Varied("rows", i)
            if value not in self.feeds:
                self.useful.add(i)  # found by the step itself
        for node in self.segment.nodes:
            mine = [self.varied[v] for v in node.inputs if v in self.varied]
            if not mine and not (isinstance(node, RegionNode) and self._captures(node)):
                continue
            answer = self._answer(node)
            if answer is None:
                self._refuse(node)
                continue
            self.answers[node] = answer
            for other in answer.together[1:]:
                self._join(answer.together[0], other)
            if node.opdef.rows is not None and node.opdef.rows.takes_entries:
                self.useful.update(answer.together)
            self.varied.update((v, found) for v, found in zip(node.outputs, answer.outputs) if found is not None)
        for value in self.segment.outputs:
            found = self.varied.get(value)
            if found is not None and (found.kind != "rows" or value in self.kept):
                self.refused.add(found.group)

    def _refuse(self, node: Node) -> None:
        """Shapes, and whatever must be known, have no rows too many; without them the others may do."""
        varied = [(i, self.varied[v].group) for i, v in enumerate(node.inputs) if v in self.varied]
        static = _static_positions(node)
        self.refused.update(
            [g for i, g in varied if i in static or self._is_out_of_place(node, i)] or [g for _, g in varied]
        )

    def _is_out_of_place(self, node: Node, i: int) -> bool:
        rule = node.opdef.rows
        return rule is not None and bool(rule.only) and i not in rule.only and node.inputs[i] in self.varied

    def _captures(self, node: RegionNode) -> bool:
        inside = (v for r in node.regions for n in r.nodes for v in n.inputs)
        touched = [self.varied[v] for v in inside if v in self.varied]
        self.refused.update(v.group for v in touched)
        return bool(touched)

    def _answer(self, node: Node) -> Rows | None:
        if node.type == "Gradient":
            return self._of_gradient(node)
        rule = node.opdef.rows
        if rule is None or isinstance(node, RegionNode) or node.attrs.get("_positioned"):
            return None
        if any(self._is_out_of_place(node, i) for i in range(len(node.inputs))):
            return None
        answer = rule.answer(_Asked(node, self))
        if answer is None or not self._is_sound(node, answer):
            return None
        return answer

    def _is_sound(self, node: Node, answer: Rows) -> bool:
        if any(list(node.inputs).count(node.inputs[i]) > 1 for i in answer.outside):
            return False  # changed in one place, and not in the other
        if any(node.inputs[i] not in self.segment.inputs for i in answer.single):
            return False  # its shape is not known before
        differentiated = self.differentiated
        if any(
            node.inputs[i].node in differentiated.nodes or node.inputs[i] in differentiated.xs for i in answer.spread
        ):
            return False
        static = _static_positions(node) - {answer.counted}
        return all(i not in static or self.varied.get(v, _SIZE).kind != "rows" for i, v in enumerate(node.inputs))

    def _of_gradient(self, node: Node) -> Rows | None:
        """A gradient has the rows of what it is taken by. That of rows themselves would begin with ones."""
        gradient = slices.parse(node, self.segment.nodes)
        if any(v in self.varied for v in (*gradient.ys, *gradient.grad_ys)):
            return None
        return Rows(tuple(self.varied.get(x) for x in gradient.xs))

    def root(self, group: Group) -> Group:
        while self.parents[group] != group:
            group = self.parents[group]
        return group

    def _join(self, a: Group, b: Group) -> None:
        self.parents[self.root(b)] = self.root(a)

    def is_worth_it(self, value: Value) -> bool:
        """May its rows be too many, and is it likely that their number differs?"""
        group = self.root(self.varied[value].group)
        return group not in map(self.root, self.refused) and group in map(self.root, self.useful)


_SIZE = Varied("size", -1)


def _static_positions(node: Node) -> set[int | None]:
    needed = node.opdef.static_inputs(infer.Inputs(node)) if node.opdef.static else frozenset[str]()
    found: set[int | None] = set()
    at = 0
    for arg, size in zip(node.opdef.inputs, node.opdef.input_sizes(len(node.inputs), node.attrs)):
        if arg.name in needed:
            found.update(range(at, at + size))
        at += size
    return found


def _plan(segment: Segment, sweep: _Sweep, candidates: Sequence[Value]) -> Varying | None:
    groups = {v: sweep.root(found.group) for v, found in sweep.varied.items() if found.kind == "rows"}
    sizes = {g: _pseudo(f"rows_{g}") for g in sorted({groups[v] for v in candidates})}
    outside: dict[Node, tuple[tuple[Value, Group], ...]] = {}
    counts: dict[Node, tuple[Value, Value]] = {}
    within: dict[tuple[Value, Group], None] = {}
    for node, answer in sweep.answers.items():
        if answer.outside:
            outside[node] = tuple((node.inputs[i], groups[node.inputs[i]]) for i in answer.outside)
        if answer.counted is not None:
            counts[node] = node.inputs[answer.counted], _pseudo(f"groups_of_{node.name}")
        for i, rows in answer.within:
            within[node.inputs[i], sweep.root(sweep.varied[node.inputs[rows]].group)] = None
    checked = {n: a.checked for n, a in sweep.answers.items() if a.checked}
    asked = dict.fromkeys([ids for ids, _ in counts.values()])
    asked.update(dict.fromkeys(v for v, _ in within))
    asked.update(dict.fromkeys(n.inputs[i] for n, positions in checked.items() for i in positions))
    known = _known_before(segment, asked)
    if known is None:
        return None
    nodes, needed = known
    return Varying(
        segment=replace(
            segment,
            inputs=(*segment.inputs, *sizes.values(), *(n for _, n in counts.values())),
            static=segment.static - set(candidates) | {n for _, n in counts.values()},
        ),
        unfolded=frozenset(n for n in sweep.answers if any(v in groups for v in n.outputs)),
        inputs={v: groups[v] for v in candidates},
        outputs={v: groups[v] for v in segment.outputs if v in groups},
        sizes=sizes,
        outside=outside,
        counts=counts,
        within=tuple(within),
        single=tuple(n.inputs[i] for n, a in sweep.answers.items() for i in a.single),
        checked=checked,
        known=nodes,
        asked=tuple(asked),
        known_inputs=needed,
    )


def _pseudo(name: str) -> Value:
    """An input that no node of the graph makes."""
    return Value(Node(-1, OpDef("RowCount", lambda: None, (), (), {}, {}), name, ()), 0, dtypes.int32, ())


def _known_before(segment: Segment, asked: Iterable[Value]) -> tuple[tuple[Node, ...], tuple[Value, ...]] | None:
    """The nodes that make `asked`, and the inputs that they start from; None if the host cannot run them."""
    inputs = set(segment.inputs)
    nodes: set[Node] = set()
    needed: dict[Value, None] = {}
    todo = list(asked)
    while todo:
        value = todo.pop()
        if value in inputs:
            needed[value] = None
        elif value.node not in nodes:
            nodes.add(value.node)
            todo.extend(value.node.inputs)
    plain = all(
        not isinstance(n, RegionNode) and n.opdef.effect is None and n.type != "Gradient" and not n.opdef.host
        for n in nodes
    )
    return (tuple(n for n in segment.nodes if n in nodes), tuple(needed)) if plain and len(nodes) <= 64 else None
