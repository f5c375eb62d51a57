"""`partition`: cut a graph by task into parts that run one stage after the other.

    w (ps) ─ matmul (worker) ─ loss (worker) ─ Gradient (worker) ─ ApplyGradientDescent (ps)

    ->  stage 0, ps:      read w
        stage 1, worker:  matmul, loss, Gradient
        stage 2, ps:      ApplyGradientDescent

Each part is a small graph of its own: what comes from other tasks or stages enters it as fed placeholders. Constants
and reads of variables are copied to whoever needs them, so a variable travels once. A gradient's part has all of its
slice; what ran elsewhere is evaluated again there, in order to be differentiated.

A variable that another task reads has the value that it had after those writes that some edge orders before the
reader. Within a part, `order_effects` decides. A part of the task `CHOICE` holds conditions that the session decides
(`choices`); it has the handles of all tasks, and what it writes can be read a stage later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.frames import ENTER, SWITCH
from tf1compat._jaxcore.passes.task_groups import (
    CHOICE,
    Group,
    Home,
    Places,
    Task,
    bound_inputs,
    is_alias,
    is_handle,
    task_groups,
)
from tf1compat._jaxcore.schema import opdef

Key = tuple[Value, int]  # a value of the whole graph, and the stage that made it
FEED = -1  # the stage of fed values
_ROUNDS = 4


@dataclass(eq=False)
class Part:
    """What one task does in one stage.

    Attributes:
      nodes: the part's own copies, in topological order, its placeholders left out.
      feeds: placeholders for what comes from outside; `sources`: what to feed them with.
      fetches: values that are wanted outside; `results`: what they are there.
      targets: nodes that must run.
    """

    task: Task
    stage: int
    nodes: list[Node] = field(default_factory=list[Node])
    feeds: list[Value] = field(default_factory=list[Value])
    sources: list[Key] = field(default_factory=list[Key])
    fetches: list[Value] = field(default_factory=list[Value])
    results: list[Key] = field(default_factory=list[Key])
    targets: list[Node] = field(default_factory=list[Node])


@dataclass
class Partition:
    """The parts in order of stages, and where each fetch of the whole graph comes from.

    `once`: it only sets variables, from constants and draws.
    """

    parts: list[Part]
    fetches: list[Key]
    once: bool = False


def partition(graph: Graph, home: Home, default: Task) -> Partition:
    """Cut `graph` (pruned) by the task that `home` gives for each node."""
    places = task_groups(graph.nodes, graph.feeds, home, default)
    stages = Stages(graph, places)
    return _Cutter(graph, places, stages, home, default).run()


class Stages:
    """The stage of each group: as early as possible, except that what a gradient differentiates waits for it."""

    def __init__(self, graph: Graph, places: Places) -> None:
        self.graph = graph
        self.places = places
        self.fed = frozenset(graph.feeds)
        self.control = {n: _beyond_no_ops(n, places) for n in graph.nodes}
        self.writes = [n for n in graph.nodes if n.opdef.writes]
        self.written = [_written(n, places) for n in self.writes]
        self.before = self._writes_before()
        self.stage: dict[Group, int] = {}
        self.least: dict[Group, int] = {}
        groups = list(dict.fromkeys(places.group.values()))
        for _ in range(_ROUNDS):
            self.stage = {}
            for group in groups:
                self.stage[group] = max(self.least.get(group, 0), self._earliest(group))
            if not self._hold_slices():
                break

    def of(self, node: Node) -> int:
        return self.stage[self.places.group[node]]

    def version(self, variable: Node, reader: Node) -> int:
        """The stage after which `reader` sees the variable."""
        mask = self.before.get(reader, 0)
        key = variable.outputs[0]
        found = 0
        for i, write in enumerate(self.writes):
            own = self.places.group[write] is self.places.group.get(reader)
            if mask >> i & 1 and key.node in self.written[i] and not own:
                found = max(found, self._seen(write))
        return found

    def last(self, variable: Node) -> int:
        """The stage after which no choice changes the variable."""
        changes = [w for w, found in zip(self.writes, self.written) if variable in found]
        return max((self._seen(w) for w in changes if self.places.group[w].task == CHOICE), default=0)

    def _seen(self, write: Node) -> int:
        group = self.places.group[write]
        return self.stage.get(group, 0) + (group.task == CHOICE)

    def _earliest(self, group: Group) -> int:
        """The first stage in which all that the group needs is there."""
        inside = set(group.nodes)
        found = 0
        for node in group.nodes:
            nodes = [node]
            if node.type == "Gradient":
                nodes += [n for n in self.places.slices[node] if n in self.places.group]
            for other in nodes:
                for value in other.inputs:
                    if value not in self.fed and value.node not in inside and value.node not in nodes:
                        found = max(found, self.arrival(value, other, group.task))
                if other is node:
                    for c in self.control[node]:
                        if c not in inside:
                            found = max(found, self._after(c, group.task))
        return found

    def arrival(self, value: Value, reader: Node, task: Task) -> int:
        """When `value` can be used in `task`."""
        variable = self.places.variable.get(value)
        if variable is not None:
            home = self.places.home[variable]
            waits = [self._after(c, home) for c in self.control.get(value.node, ())]
            stage = max([0, *waits, self.version(variable, reader)])
            return stage + (home != task)
        if value.node not in self.places.group:
            return 0  # a constant or a handle
        return self._after(value.node, task)

    def _after(self, node: Node, task: Task) -> int:
        group = self.places.group.get(node)
        if group is None or group not in self.stage:  # what is not there yet is the end of a loop
            return 0
        return self.stage[group] + (group.task != task)

    def _hold_slices(self) -> bool:
        moved = False
        for gradient, members in self.places.slices.items():
            own = self.places.group[gradient]
            for node in members:
                group = self.places.group.get(node)
                if group is not None and group.task == own.task and self.stage[group] < self.stage[own]:
                    self.least[group] = self.stage[own]
                    moved = True
        return moved

    def _writes_before(self) -> dict[Node, int]:
        """For each node the set (bit mask) of writes that some path orders before it."""
        if not self.writes:
            return {}
        bit = {w: 1 << i for i, w in enumerate(self.writes)}
        masks: dict[Node, int] = {}
        for node in self.graph.nodes:
            mask = 0
            for other in (*(v.node for v in node.inputs), *node.control):
                mask |= masks.get(other, 0) | bit.get(other, 0)
            masks[node] = mask
        return masks


def _written(node: Node, places: Places) -> set[Node]:
    """The variables that `node` changes, also inside of loops and conditions."""
    found: set[Node] = set()
    for value in bound_inputs(node):
        while value not in places.variable and (value.node.type in SWITCH or value.node.type in ENTER):
            value = value.node.inputs[0]
        if value in places.variable:
            found.add(places.variable[value])
    return found


def _beyond_no_ops(node: Node, places: Places) -> tuple[Node, ...]:
    """What `node` waits for: its control inputs and those of its constants, with those of NoOps in the place of these."""
    todo = [*node.control, *(c for v in node.inputs if v.node not in places.group for c in v.node.control)]
    found: dict[Node, None] = {}
    seen: set[Node] = set()
    while todo:
        other = todo.pop(0)
        if other in seen:
            continue
        seen.add(other)
        if other in places.group:
            found[other] = None
        else:  # a NoOp, a constant, a read of a variable
            todo += [*(v.node for v in other.inputs), *other.control]
    return tuple(found)


class _Cutter:
    """Builds the parts, later ones first, since these say what earlier ones have to give."""

    def __init__(self, graph: Graph, places: Places, stages: Stages, home: Home, default: Task) -> None:
        self.graph = graph
        self.places = places
        self.stages = stages
        self.home = home
        self.default = default
        self.owned: dict[tuple[int, Task], list[Node]] = {}
        self.wanted: dict[tuple[int, Task], dict[Key, None]] = {}
        for node in graph.nodes:
            group = places.group.get(node)
            if group is not None:
                self.owned.setdefault((stages.stage[group], group.task), []).append(node)

    def run(self) -> Partition:
        fetches = [self._fetch(v) for v in self.graph.fetches]
        parts: list[Part] = []
        last = max((stage for stage, _ in (*self.owned, *self.wanted)), default=-1)
        for stage in range(last, -1, -1):
            tasks = [task for s, task in (*self.owned, *self.wanted) if s == stage]
            parts += [self._build(stage, task) for task in dict.fromkeys(tasks)]
        parts.reverse()
        return Partition(parts, fetches, self._only_sets())

    def _only_sets(self) -> bool:
        effects = [n.opdef.effect for n in self.graph.nodes]
        choices = any(task == CHOICE for _, task in self.owned)
        if self.graph.feeds or choices or "overwrite" not in effects:
            return False
        variables = self.places.variable
        for node in self.graph.nodes:
            if node.type == "Gradient" or node.opdef.waits or node.opdef.effect == "io":
                return False
            if node.opdef.effect != "overwrite" and any(v in variables for v in node.inputs):
                return False
        return True

    def _fetch(self, value: Value) -> Key:
        if value in self.stages.fed:
            return value, FEED
        variable = self.places.variable.get(value)
        if variable is not None:
            task = self.places.home[variable]
            # a fetched reference is read at the end, a fetched read of a resource where it stands
            at = max((s for s, t in self.owned if t == task), default=0)
            at = max(at, self.stages.last(variable))
            if value.node.type == "ReadVariableOp":
                at = min(at, self.stages.arrival(value, value.node, task))
            return self._want(value, at, task)
        group = self.places.group.get(value.node)
        if group is not None:
            return self._want(value, self.stages.stage[group], group.task)
        return self._want(value, 0, self.places.home.get(value.node) or self.home(value.node) or self.default)

    def _want(self, value: Value, stage: int, task: Task) -> Key:
        self.wanted.setdefault((stage, task), {})[value, stage] = None
        return value, stage

    def _build(self, stage: int, task: Task) -> Part:
        wanted = self.wanted.get((stage, task), {})
        owned = self.owned.get((stage, task), [])
        builder = _PartBuilder(self, stage, task, owned, wanted)
        return builder.run()


class _PartBuilder:
    """Copies the nodes of one part."""

    def __init__(self, cutter: _Cutter, stage: int, task: Task, owned: Sequence[Node], wanted: dict[Key, None]) -> None:
        self.cutter = cutter
        self.places = cutter.places
        self.stages = cutter.stages
        self.part = Part(task, stage)
        self.owned = owned
        self.wanted = wanted
        self.included: set[Node] = set()
        self.copies: dict[Value, Value] = {}
        self.made: dict[Node, Node] = {}
        self.names: set[str] = set()

    def run(self) -> Part:
        self._include()
        order = [n for n in self.cutter.graph.nodes if n in self.included]
        self.names = {n.name for n in order}
        open_edges: list[Node] = []
        for node in order:
            if self._copy(node):
                open_edges.append(node)
        for node in open_edges:
            self.made[node].inputs = tuple(self.copies[v] for v in node.inputs)
        part = self.part
        for key in self.wanted:
            part.fetches.append(self._input(key[0], key[0].node))
            part.results.append(key)
        ends = {v.node for n in self.owned for v in n.inputs}
        targets = set(self.cutter.graph.targets)
        part.targets = [
            self.made[n]
            for n in self.owned
            if n in targets or n.opdef.effect is not None or n.opdef.stateful or n not in ends
        ]
        return part

    def _include(self) -> None:
        """The owned nodes, the slices of their gradients, and what is copied to wherever it is needed."""
        todo: list[Node] = list(self.owned)
        for node in self.owned:
            if node.type == "Gradient":
                for other in self.places.slices[node]:
                    group = self.places.group.get(other)
                    todo += [other] if group is None else group.nodes
        todo += [v.node for v, _ in self.wanted]
        while todo:
            node = todo.pop()
            if node in self.included:
                continue
            self.included.add(node)
            for value in node.inputs:
                if value not in self.stages.fed and self._is_copied(value.node):
                    todo.append(value.node)

    def _is_copied(self, node: Node) -> bool:
        if node.type == "Const":
            return True
        if is_handle(node):
            return not self._is_elsewhere(node)
        if is_alias(node, self.places.variable):  # a resource is read where it stands, a reference by its consumers
            return self.part.task != CHOICE or node.type != "ReadVariableOp"
        return False

    def _is_elsewhere(self, handle: Node) -> bool:
        return self.part.task not in (CHOICE, self.places.home[handle])

    def _copy(self, node: Node) -> bool:
        """Make the part's copy of `node`; returns whether an input comes around a loop and is not there yet."""
        if is_handle(node) and self._is_elsewhere(node):
            return False  # its value is fed
        waits = any(v.node in self.included and v.node not in self.made and not self._is_remote(v) for v in node.inputs)
        inputs = tuple(
            v if waits and v.node in self.included and v.node not in self.made and not self._is_remote(v)
            else self._input(v, node)
            for v in node.inputs
        )  # fmt: skip
        control = tuple(self.made[c] for c in self.stages.control[node] if c in self.made)
        declared, attrs = node.opdef, node.attrs
        read = self.places.variable.get(node.outputs[0]) if node.type == "ReadVariableOp" else None
        if read is not None and self._is_elsewhere(read):
            declared, attrs = opdef.get("Identity"), {}
        copy = Node(node.id, declared, node.name, inputs, control, attrs, node.device, node.frame)
        copy.outputs = tuple(Value(copy, v.index, v.dtype, v.dims) for v in node.outputs)
        self.made[node] = copy
        self.part.nodes.append(copy)
        self.copies.update((v, c) for v, c in zip(node.outputs, copy.outputs) if v not in self.copies)
        return waits

    def _is_remote(self, value: Value) -> bool:
        return value in self.stages.fed or (is_handle(value.node) and self._is_elsewhere(value.node))

    def _input(self, value: Value, reader: Node) -> Value:
        """What stands for `value` in this part: a copy, or a placeholder that is fed."""
        found = self.copies.get(value)
        if found is not None:
            return found
        key = self._source(value, reader)
        if value.node.opdef.variable and value.dtype.name == "resource":
            dtype, dims = value.node.attrs["dtype"], value.node.attrs["shape"]
        else:
            dtype, dims = value.dtype.base, value.dims
        holder = Node(
            value.node.id, opdef.get("Placeholder"), self._name(value), (), (), {"dtype": dtype, "shape": dims}
        )
        placeholder = Value(holder, 0, dtype, dims)
        holder.outputs = (placeholder,)
        self.copies[value] = placeholder
        self.part.feeds.append(placeholder)
        self.part.sources.append(key)
        return placeholder

    def _source(self, value: Value, reader: Node) -> Key:
        if value in self.stages.fed:
            return value, FEED
        variable = self.places.variable.get(value)
        if variable is not None:
            home = self.places.home[variable]
            stage = min(self.stages.version(variable, reader), self.part.stage - 1)
            waits = [
                self.stages.of(c) for c in self.stages.control.get(value.node, ()) if self.places.group[c].task == home
            ]
            return self.cutter._want(variable.outputs[0], max([stage, *waits]), home)
        group = self.places.group[value.node]
        return self.cutter._want(value, self.stages.stage[group], group.task)

    def _name(self, value: Value) -> str:
        name = value.node.name if value.index == 0 else f"{value.node.name}_{value.index}"
        while name in self.names:
            name += "_fed"
        self.names.add(name)
        return name
