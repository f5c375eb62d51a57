"""`functionalize`: v1 control flow (Switch, Merge, Enter, Exit…) becomes `Cond` and `While` nodes.

p ─ Switch(x, p) ─ false: Neg ┐                    p ─ Cond(p, x)
                 └ true: Mul  ┴ Merge      ->            False: Neg(x)
                                                         True:  Mul(x, …)
"""

from __future__ import annotations

import functools
import heapq
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.graph import Graph, consumers
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import Region
from tf1compat._jaxcore.passes.frames import ENTER, EXIT, MERGE, NEXT, SWITCH, Frame, Structure, before, hoisted, waits
from tf1compat._jaxcore.passes.loop_checks import invariant_checks
from tf1compat._jaxcore.passes.questions import known_truth
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.checks import Check


@dataclass(eq=False)
class Choice:
    """A condition of the graph: one predicate at one merge rank, with the blocks of its two branches."""

    predicate: Value
    branches: tuple[Block, Block]
    merges: list[tuple[Node, bool]] = field(default_factory=list["tuple[Node, bool]"])  # with the first input's branch


@dataclass(eq=False)
class Block:
    """What runs together: plain nodes, conditions and loops."""

    nodes: list[Node] = field(default_factory=list[Node])
    choices: dict[tuple[Value, int], Choice] = field(default_factory=dict["tuple[Value, int]", Choice])
    loops: list[Frame] = field(default_factory=list[Frame])


Item = Node | Choice | Frame


def functionalize(graph: Graph, answers: Mapping[Value, bool] | None = None) -> Graph:
    """The same program with structured control flow; `graph` itself if it has none.

    Of a condition whose predicate is known, from constants and `answers`, only the branch taken is left.
    """
    if not any(n.type in SWITCH or n.type in ENTER or n.type in MERGE for n in graph.nodes):
        return graph
    structure = Structure(graph.nodes, graph.feeds)
    return _Functionalize(graph, structure, answers or {}).run()


class _Functionalize:
    def __init__(self, graph: Graph, structure: Structure, answers: Mapping[Value, bool]) -> None:
        self.graph = graph
        self.answers = answers
        self.structure = structure
        self.blocks: dict[Frame, Block] = {structure.root: Block()}
        self.renamed: dict[Value, Value] = {}
        self.replaced: dict[Node, Node] = {}
        self.lost: dict[Node, list[Node]] = {}  # structural nodes: whom a control edge to them means
        self.dead: set[Node] = set()  # those of branches that are known not to be taken
        self.users = consumers(graph.nodes)
        self.fetched = {*graph.fetches, *(p for v in graph.fetches for p, _ in structure.of_value(v))}

    def run(self) -> Graph:
        structure = self.structure
        for frame in structure.frames():
            self.blocks[frame] = Block()
        for frame in structure.frames():
            assert frame.parent is not None
            self.block(frame.parent, structure.path(frame.literals, frame.rank)).loops.append(frame)
        for node in self.graph.nodes:
            self.place(node)
        nodes = self.emit(self.blocks[structure.root])
        fetches = tuple(self.fetch(v, nodes) for v in self.graph.fetches)
        targets = tuple(self.replaced[t] for t in self.graph.targets if t in self.replaced)
        return replace(self.graph, nodes=tuple(nodes), fetches=fetches, targets=targets)

    # ---- which block ----------------------------------------------------------------------------------------------

    def block(self, frame: Frame, path: Sequence[tuple[Value, bool, int]]) -> Block:
        found = self.blocks[frame]
        for predicate, branch, rank in path:
            found = self.choice(found, predicate, rank).branches[branch]
        return found

    def choice(self, block: Block, predicate: Value, rank: int) -> Choice:
        key = (predicate, rank)
        if key not in block.choices:
            block.choices[key] = Choice(predicate, (Block(), Block()))
        return block.choices[key]

    def place(self, node: Node) -> None:
        structure = self.structure
        frame = structure.frame[node]
        if hoisted(node):
            self.blocks[structure.root].nodes.append(node)
        elif node in structure.split:
            predicate, rank, first = structure.split[node]
            block = self.block(frame, structure.path(structure.literals[node], structure.rank[node]))
            self.choice(block, predicate, rank).merges.append((node, first))
        elif not (node.type in ENTER or node.type in EXIT or node.type in NEXT or node in structure.loop_merges):
            path = structure.path(structure.literals[node], structure.rank[node])
            self.block(frame, path).nodes.append(node)

    # ---- in which order ---------------------------------------------------------------------------------------------

    def members(self, item: Item) -> set[Node]:
        """The graph's nodes that go into `item`."""
        if isinstance(item, Node):
            return {item}
        if isinstance(item, Choice):
            inner = {m for b in item.branches for i in self.items(b) for m in self.members(i)}
            return inner | {n for n, _ in item.merges}
        inner = {m for i in self.items(self.blocks[item]) for m in self.members(i)}
        return inner | {*item.enters, *item.merges, *item.exits, *self.nexts(item)}

    def nexts(self, frame: Frame) -> list[Node]:
        return [v.node for m in frame.merges for v in m.inputs if v.node.type in NEXT]

    def items(self, block: Block) -> list[Item]:
        return [*block.nodes, *block.choices.values(), *block.loops]

    def ordered(self, block: Block) -> list[Item]:
        items = self.items(block)
        inside = [self.members(i) for i in items]
        owner = {n: k for k, nodes in enumerate(inside) for n in nodes}
        key = [min((n.id for n in nodes), default=0) for nodes in inside]
        users: dict[int, list[int]] = {}
        missing = [0] * len(items)
        for k, item in enumerate(items):
            needs = {owner[b] for n in inside[k] for b in before(n) if b in owner}
            if isinstance(item, Choice) and item.predicate.node in owner:
                needs.add(owner[item.predicate.node])
            for other in needs - {k}:
                users.setdefault(other, []).append(k)
                missing[k] += 1
        ready = [(key[k], k) for k in range(len(items)) if missing[k] == 0]
        heapq.heapify(ready)
        order: list[Item] = []
        while ready:
            _, k = heapq.heappop(ready)
            order.append(items[k])
            for user in users.get(k, ()):
                missing[user] -= 1
                if missing[user] == 0:
                    heapq.heappush(ready, (key[user], user))
        if len(order) != len(items):
            raise errors.InvalidArgumentError(None, None, "control flow that waits for itself")
        return order

    # ---- new nodes --------------------------------------------------------------------------------------------------

    def emit(self, block: Block) -> list[Node]:
        nodes: list[Node] = []
        for item in self.ordered(block):
            if isinstance(item, Choice):
                known = known_truth(self.value(item.predicate), self.answers, self.structure.feeds)
                if known is None and self.is_guard(item):
                    nodes.extend(self.emit_guarded(item))
                else:
                    nodes.extend([self.emit_choice(item)] if known is None else self.emit_branch(item, known))
            elif isinstance(item, Frame):
                nodes.extend(self.emit_loop(item))
            elif item.type in SWITCH:
                for out in item.outputs:
                    self.renamed[out] = self.value(item.inputs[0])
                self.lost[item] = [v.node for v in item.inputs]
            elif self.names_variable(item):
                self.renamed[item.outputs[0]] = self.value(item.inputs[0])
                self.lost[item] = [v.node for v in item.inputs]
            elif item in self.structure.chosen:
                nodes.extend(self.emit_chosen(item))
            else:
                nodes.append(self.emit_node(item))
        return nodes

    def names_variable(self, node: Node) -> bool:
        """Is it the Identity that stands for a loop's variable in its body?"""
        return (
            node.type == "Identity"
            and node.inputs[0].node in self.structure.loop_switches
            and node.inputs[0] not in self.structure.feeds
            and not node.control
        )

    def value(self, value: Value) -> Value:
        while value in self.renamed:
            value = self.renamed[value]
        return value

    def control(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        found: dict[Node, None] = {}
        todo = list(reversed(nodes))
        while todo:
            node = todo.pop()
            if node in self.lost:
                todo.extend(self.lost[node])
            else:
                found[self.replaced.get(node, node)] = None
        return tuple(found)

    def emit_node(self, node: Node) -> Node:
        inputs = tuple(self.value(v) for v in node.inputs)
        control = () if hoisted(node) else self.control(waits(node))
        new = node
        if inputs != node.inputs or control != node.control:
            new = node.rewired(inputs, tuple((o.dtype, o.dims) for o in node.outputs))
            new.control = control
            self.renamed.update(zip(node.outputs, new.outputs))
        self.replaced[node] = new
        return new

    def emit_choice(self, choice: Choice) -> Node:
        bodies = [self.emit(b) for b in choice.branches]
        merged: list[Value] = []
        regions: list[Region] = []
        for branch in (False, True):
            results: list[Value] = []
            nodes = bodies[branch]
            for merge, first in choice.merges:
                position = 0 if first == branch else 1
                results.append(self.value(merge.inputs[position]))
                index = _constant(merge, np.int32(position))
                nodes.append(index)
                results.append(index.outputs[0])
            regions.append(Region(tuple(nodes), (), tuple(results)))
        for merge, _ in choice.merges:
            merged.extend(merge.outputs)
        exported = self.exported(choice, bodies)
        merged.extend(value for value, _ in exported)
        regions = [
            Region(r.nodes, (), (*r.results, *(v if branch == side else region.DEAD for v, side in exported)))
            for branch, r in zip((False, True), regions)
        ]
        like = choice.merges[0][0] if choice.merges else (bodies[0] or bodies[1])[0]
        outside = self.outside(choice)
        predicate = self.value(choice.predicate)
        specs = [(v.dtype.base, v.dims) for v in merged]
        node = region.make(region.COND, like, like.name, (predicate,), (regions[0], regions[1]), specs, outside)
        self.renamed.update(zip(merged, node.outputs))
        self.absorb(choice, node)
        return node

    def exported(self, choice: Choice, bodies: Sequence[Sequence[Node]]) -> list[tuple[Value, bool]]:
        """Values made in a branch, with the branch, that others use besides the condition's merges."""
        inside = self.members(choice)
        found: dict[Value, bool] = {}
        made = {v: branch for branch in (False, True) for n in bodies[branch] for v in n.outputs}
        for node in inside:
            for value in node.outputs:
                used = any(u not in inside for u in self.users.get(value, ())) or value in self.fetched
                new = self.value(value)
                if used and new in made and not hoisted(new.node):
                    found[new] = made[new]
        return list(found.items())

    def emit_chosen(self, merge: Node) -> list[Node]:
        """A Merge that joins no condition: its first input that is alive."""
        sides = self.structure.chosen[merge]
        common = frozenset.intersection(*sides)
        nodes: list[Node] = []
        found: list[Value] = []
        for i in reversed(range(len(sides))):
            index = _constant(merge, np.int32(i))
            nodes.append(index)
            mine = [self.value(merge.inputs[i]), index.outputs[0]]
            for predicate, branch in sorted(sides[i] - common, key=lambda literal: literal[0].name) if found else ():
                parts = (found, mine) if branch else (mine, found)
                regions = tuple(Region((), (), tuple(values)) for values in parts)
                specs = [(v.dtype.base, v.dims) for v in merge.outputs]
                node = region.make(region.COND, merge, merge.name, (self.value(predicate),), regions, specs, ())
                nodes.append(node)
                mine = list(node.outputs)
            found = mine
        self.renamed.update(zip(merge.outputs, found))
        self.replaced[merge] = nodes[-1]
        return nodes

    def emit_branch(self, choice: Choice, branch: bool) -> list[Node]:
        """The nodes of the branch that is taken, as if they stood by themselves."""
        nodes = self.emit(choice.branches[branch])
        self.dead.update(m for i in self.items(choice.branches[not branch]) for m in self.members(i))
        for merge, first in choice.merges:
            position = 0 if first == branch else 1
            chosen = merge.inputs[position]
            index = _constant(merge, np.int32(position))
            nodes.append(index)
            self.renamed.update(zip(merge.outputs, (self.value(chosen), index.outputs[0])))
            self.lost[merge] = [chosen.node]
            if chosen.node in self.replaced:
                self.replaced[merge] = self.replaced[chosen.node]
        return nodes

    def is_guard(self, choice: Choice) -> bool:
        """Is it a branch with nothing but checks of the predicate itself (`tf.Assert`)?"""
        blocks = choice.branches
        if any(b.choices or b.loops for b in blocks):
            return False
        asserts = [n for n in blocks[False].nodes if n.type == "Assert"]
        rest = [n for b in blocks for n in b.nodes if n.type not in SWITCH and n.type not in ("Identity", "NoOp")]
        return bool(asserts) and rest == asserts and all(self._checks(n, choice.predicate) for n in asserts)

    def _checks(self, node: Node, predicate: Value) -> bool:
        switch = node.inputs[0].node
        return switch.type in SWITCH and self.structure.predicate(switch.inputs[0], True) == (predicate, True)

    def emit_guarded(self, choice: Choice) -> list[Node]:
        """The checks by themselves: they do nothing where the predicate is true."""
        nodes = [n for block in choice.branches for n in self.emit(block)]
        for merge, first in choice.merges:
            passed = merge.inputs[0 if first else 1]
            index = _constant(merge, np.int32(0 if first else 1))
            nodes.append(index)
            self.renamed.update(zip(merge.outputs, (self.value(passed), index.outputs[0])))
            self.lost[merge] = [v.node for v in merge.inputs]
            if passed.node in self.replaced:
                self.replaced[merge] = self.replaced[passed.node]
        return nodes

    def zeros_like(self, value: Value, nodes: list[Node]) -> Value:
        node = Node(value.node.id, opdef.get("ZerosLike"), value.node.name, (self.value(value),), ())
        node.outputs = (Value(node, 0, value.dtype.base, value.dims),)
        nodes.append(node)
        return node.outputs[0]

    def emit_once(self, frame: Frame) -> list[Node]:
        """A frame that nothing goes round in: its nodes run once."""
        for enter in frame.enters:
            self.renamed[enter.outputs[0]] = self.value(enter.inputs[0])
            self.lost[enter] = [enter.inputs[0].node, *enter.control]
        nodes = self.emit(self.blocks[frame])
        for end in frame.exits:
            self.renamed[end.outputs[0]] = self.value(end.inputs[0])
            self.lost[end] = [end.inputs[0].node, *end.control]
        return nodes

    def emit_loop(self, frame: Frame) -> list[Node]:
        if frame.condition is None and not frame.merges:
            return self.emit_once(frame)
        if frame.condition is None:
            raise errors.InvalidArgumentError(None, frame.enters[0], f"loop {frame.name!r} has no LoopCond")
        params = [m.outputs[0] for m in frame.merges]
        inits: list[Value] = []
        for enter in frame.enters:
            if not any(enter.outputs[0] in m.inputs for m in frame.merges):
                self.renamed[enter.outputs[0]] = self.value(enter.inputs[0])
        for merge in frame.merges:
            inits.append(self.value(next(v for v in merge.inputs if v.node.type in ENTER).node.inputs[0]))
        for switch in frame.switches:
            for out in switch.outputs:
                self.renamed[out] = switch.inputs[0]
            self.lost[switch] = []
        nodes = self.emit(self.blocks[frame])
        results = [self.value(next(v for v in m.inputs if v.node.type in NEXT).node.inputs[0]) for m in frame.merges]
        predicate = self.value(frame.condition.inputs[0])
        nodes, checks = invariant_checks([n for n in nodes if n.type != "LoopCond"], params)
        ends = {e: self.variable(e.inputs[0], params) for e in frame.exits}
        last = self.control([c for n in self.nexts(frame) for c in n.control])
        condition, body = _partition(nodes, predicate, results, last)
        regions = (Region(condition, tuple(params), (predicate,)), Region(body, tuple(params), tuple(results)))
        specs = [(p.dtype.base, p.dims) for p in params]
        outside = (*self.outside(frame), *(n for n in checks if n.type == "Assert"))
        node = region.make(region.WHILE, frame.enters[0], frame.name, tuple(inits), regions, specs, outside)
        for end in frame.exits:
            self.renamed[end.outputs[0]] = node.outputs[params.index(ends[end])]
        self.absorb(frame, node)
        return [*checks, node]

    def variable(self, value: Value, params: Sequence[Value]) -> Value:
        """The loop variable that leaves a loop as `value`."""
        found = self.value(value)
        while found not in params and found.node.type == "Identity":
            found = self.value(found.node.inputs[0])
        return found

    def outside(self, item: Item) -> tuple[Node, ...]:
        """Control inputs of a control flow node: what its nodes wait for outside of it."""
        inside = self.members(item)
        return self.control([c for n in inside for c in waits(n) if c not in inside])

    def absorb(self, item: Item, node: Node) -> None:
        """For everyone outside, the nodes that went into `node` are `node`."""
        for member in self.members(item):
            self.replaced[member] = node
            self.lost.pop(member, None)

    def fetch(self, value: Value, nodes: list[Node]) -> Value:
        """What is fetched as `value`; for a value of one branch with a check that this branch was taken."""
        found = self.value(value)
        node = value.node
        structure = self.structure
        if node not in structure.position:
            return found
        frame = structure.frame[node]
        if frame.parent is not None and (node.type not in EXIT or frame.parent.parent is not None):
            raise errors.unsupported(
                f"fetching {value.name}, which lives inside a loop",
                node=node,
                advice="fetch a result of tf.while_loop instead",
            )
        literals = structure.of_value(value)
        if not literals:
            return found
        if node.type == "Gradient":  # TF1: alive in any case, and zero where its ys are not
            return (
                self.zeros_like(node.inputs[len(node.attrs["Ty"]) + value.index], nodes) if node in self.dead else found
            )
        order = sorted(v.name for v in self.graph.fetches)
        position = order.index(value.name)
        if node in self.dead:
            raise errors.InvalidArgumentError(None, None, _NO_VALUE.format(position))
        attrs = {"branches": [branch for _, branch in literals], "position": position}
        check = Node(node.id, _RETVAL, node.name, (found, *(self.value(p) for p, _ in literals)), (), attrs)
        check.frame = node.frame
        check.outputs = (Value(check, 0, value.dtype.base, value.dims),)
        nodes.append(check)
        return check.outputs[0]


_NO_VALUE = "Retval[{}] does not have value"


def _is_alive(value: Any, *predicates: Any, branches: Sequence[bool] = (), position: int = 0) -> Check:
    """TF1: fetching a tensor of a branch that is not taken is an error; `position` is that among the sorted names."""

    def dead(*given: Any) -> Any:
        return functools.reduce(operator.or_, [p != b for p, b in zip(given, branches)])

    return Check(predicates, dead, _NO_VALUE.format(position))


_RETVAL = opdef.OpDef(
    "Retval",
    lambda value, *predicates: value,
    (),
    (),
    {"branches": (), "position": 0},
    {},
    check=_is_alive,
    check_attrs=("branches", "position"),
)


def _constant(like: Node, value: np.generic) -> Node:
    dtype = dtypes.as_dtype(value.dtype)
    node = Node(like.id, opdef.get("Const"), like.name, (), (), {"value": np.asarray(value), "dtype": dtype})
    node.outputs = (Value(node, 0, dtype, ()),)
    return node


def _partition(
    nodes: list[Node], predicate: Value, results: Sequence[Value], ends: Sequence[Node]
) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """A loop's nodes for the condition and for the body; what both need stands in both. A step ends after `ends`."""
    condition = _needed(nodes, [predicate.node])
    effects = [n for n in nodes if n not in condition and _has_effect(n)]
    body = _needed(nodes, [*(r.node for r in results), *effects, *ends])
    return tuple(n for n in nodes if n in condition), tuple(n for n in nodes if n in body)


def _needed(nodes: list[Node], roots: Sequence[Node]) -> set[Node]:
    present = set(nodes)
    found: set[Node] = set()
    todo = [r for r in roots if r in present]
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo.extend(n for n in (*(v.node for v in node.inputs), *node.control) if n in present)
    return found


def _has_effect(node: Node) -> bool:
    return any(n.opdef.effect in ("write", "overwrite", "io") for n in region.all_nodes([node]))
