"""`order_effects`: make the order of variable reads and writes total, then turn variables into values.

TF1 leaves reads and writes of a variable unordered where no edge orders them; here a read that nothing orders after a
write comes before it. A reference variable's value is read where its *consumer* stands (`v/read` and every other
Identity of a reference is an alias, not a copy), a resource variable's where the ReadVariableOp stands.

    before:  v = VariableV2;  r = Identity(v);  y = Mul(r, x);  a = AssignAdd(v, y);  fetch y, v
    after:   state in v0;     y = Mul(v0, x);   v1 = AssignAdd(v0, y);                fetch y, v1;  state out v1
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.graph import Graph, topological
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode, all_nodes
from tf1compat._jaxcore.ops.stores import store_ops
from tf1compat._jaxcore.passes import array_reads, region_effects, stores
from tf1compat._jaxcore.schema import opdef

# stands for the old value of a variable that is overwritten without being looked at
ABSENT = Value(Node(-1, opdef.OpDef("Absent", lambda: None, (), (), {}, {}), "absent", ()), 0, dtypes.float32, None)


def order_effects(graph: Graph, answers: Mapping[Value, bool] | None = None) -> Graph:
    """The same program without variables: their initial values are inputs, their final values outputs.

    `answers`: whether variables are initialised, where that was known before.
    """
    with_stores = stores.are_needed(graph.nodes)
    tracked = {} if with_stores else array_reads.tracked_reads(graph.nodes)
    variables = Variables(with_stores=with_stores, tracked=tracked, tracked_makers=frozenset(tracked.values()))
    for node in graph.nodes:
        variables.look_at(node)
    return Threading(graph, variables, answers or {}).run(_total_order(graph.nodes, variables))


def variable_key(node: Node) -> str:
    """The name under which a container keeps the variable."""
    shared = node.attrs.get("shared_name") or b""
    name = shared.decode() if isinstance(shared, bytes) else shared
    container = node.attrs.get("container") or b""
    prefix = container.decode() if isinstance(container, bytes) else container
    return f"{prefix}//{name or node.name}" if prefix else name or node.name


# prefix of the keys of random streams among the variables: their values are block numbers, 0 at first
STREAM = "random stream of "


@dataclass
class Variables:
    """Which values denote which variable, and which nodes read or write it."""

    alias: dict[Value, str] = field(default_factory=dict[Value, str])
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    reads: dict[Node, tuple[str, ...]] = field(default_factory=dict[Node, tuple[str, ...]])
    writes: dict[Node, tuple[str, ...]] = field(default_factory=dict[Node, tuple[str, ...]])
    with_stores: bool = False  # tensor arrays and stacks are variables, too
    tracked: dict[Node, Node] = field(default_factory=dict[Node, Node])  # what is gone of arrays is a variable, too
    tracked_makers: frozenset[Node] = frozenset()

    def note_stream(self, node: Node) -> None:
        """A random op inside a region: how far its stream has moved on is a variable that each execution writes."""
        key = STREAM + node.name
        self.nodes[key] = node
        self.reads[node] = self.writes[node] = (key,)

    def look_at(self, node: Node) -> None:
        declared = node.opdef
        if isinstance(node, RegionNode):
            region_effects.look_at(self, node)
            return
        if (self.with_stores and stores.look_at(self, node)) or array_reads.look_at(self, node):
            return
        if declared.variable:
            key = variable_key(node)
            self.nodes.setdefault(key, node)
            self.alias[node.outputs[0]] = key
            return
        if not any(v in self.alias for v in node.inputs):
            return
        if declared.type in ("Identity", "RefIdentity"):
            self.alias[node.outputs[0]] = self.alias[node.inputs[0]]
            return
        written = tuple(self.alias[v] for v in written_inputs(node) if v in self.alias)
        overwritten = written if declared.effect == "overwrite" else ()
        handles = captured_handles(node)
        self.reads[node] = tuple(
            self.alias[v]
            for v in node.inputs
            if v in self.alias and v not in handles and self.alias[v] not in overwritten
        )
        if written:
            self.writes[node] = written
            for out, arg in zip(node.outputs, declared.outputs):
                if arg.is_ref:
                    self.alias[out] = written[0]


def captured_handles(node: Node) -> frozenset[Value]:
    """The handles that a host op passes on to its graph functions, instead of looking at the variables now."""
    if not node.opdef.host:
        return frozenset()
    grouped = zip(node.opdef.inputs, node.opdef.split(node.inputs, node.attrs))
    given = [v for arg, values in grouped if arg.type_list_attr is not None for v in values]
    return frozenset(v for v in given if v.dtype is dtypes.resource)


def written_inputs(node: Node) -> list[Value]:
    """The inputs whose variable the op writes, in the order of `OpDef.writes`."""
    declared = node.opdef
    if not declared.writes:
        return []
    grouped = dict(zip((a.name for a in declared.inputs), declared.split(node.inputs, node.attrs)))
    return [grouped[name] for name in declared.writes]


def _total_order(nodes: tuple[Node, ...], variables: Variables) -> list[Node]:
    """A topological order in which a write waits for all reads that need not come after it.

    Where two writes wait for each other's reads, the one created first goes first.
    """
    writes = [n for n in nodes if n in variables.writes]
    if not writes:
        return list(nodes)
    present = frozenset(nodes)
    position = {n: i for i, n in enumerate(nodes)}
    after = _writes_before(nodes, present, writes)
    bit = {w: 1 << i for i, w in enumerate(writes)}
    waiting: dict[str, set[Node]] = {}
    for node, keys in variables.reads.items():
        if node in present and node not in variables.writes:
            for key in keys:
                waiting.setdefault(key, set()).add(node)
    users, missing = _edges(nodes, present)
    ready = [position[n] for n in nodes if missing[n] == 0 and n not in variables.writes]
    heapq.heapify(ready)
    ready_writes = [n for n in nodes if missing[n] == 0 and n in variables.writes]
    order: list[Node] = []

    def may_go(write: Node) -> bool:
        return not any(not after[r] & bit[write] for key in variables.writes[write] for r in waiting.get(key, ()))

    while ready or ready_writes:
        if ready:
            node = nodes[heapq.heappop(ready)]
        else:
            ready_writes.sort(key=lambda n: n.id)
            node = next((w for w in ready_writes if may_go(w)), ready_writes[0])
            ready_writes.remove(node)
        order.append(node)
        for key in variables.reads.get(node, ()):
            waiting.get(key, set()).discard(node)
        for user in users.get(node, ()):
            missing[user] -= 1
            if missing[user] == 0:
                if user in variables.writes:
                    ready_writes.append(user)
                else:
                    heapq.heappush(ready, position[user])
    return order


def _predecessors(node: Node, present: frozenset[Node]) -> Iterable[Node]:
    return {n for n in (*(v.node for v in node.inputs), *node.control) if n in present}


def _edges(nodes: tuple[Node, ...], present: frozenset[Node]) -> tuple[dict[Node, list[Node]], dict[Node, int]]:
    users: dict[Node, list[Node]] = {}
    missing: dict[Node, int] = {}
    for node in nodes:
        before = _predecessors(node, present)
        missing[node] = len(list(before))
        for other in before:
            users.setdefault(other, []).append(node)
    return users, missing


def _writes_before(nodes: tuple[Node, ...], present: frozenset[Node], writes: list[Node]) -> dict[Node, int]:
    """For each node the set (bit mask) of writes that some path orders before it."""
    bit = {w: 1 << i for i, w in enumerate(writes)}
    masks: dict[Node, int] = {}
    for node in nodes:
        mask = 0
        for other in _predecessors(node, present):
            mask |= masks.get(other, 0) | bit.get(other, 0)
        masks[node] = mask
    return masks


class Threading:
    """Rewrites nodes in order, with the current value of each variable at hand."""

    def __init__(self, graph: Graph, variables: Variables, answers: Mapping[Value, bool]) -> None:
        self.graph = graph
        self.answers = answers
        self.variables = variables
        self.renamed: dict[Value, Value] = {}
        self.current: dict[str, Value] = {}
        self.versions: dict[str, list[Value]] = {}
        self.state_in: dict[str, Value] = {}
        self.written: dict[str, Value] = {}
        self.initialized: dict[Value, str] = {}
        self.nodes: list[Node] = []
        self.effects: dict[Node, Node] = {}

    def run(self, order: list[Node]) -> Graph:
        self.guards = _guards(order)
        for node in order:
            self.rewrite(node)
        graph = self.graph
        fetches = tuple(self.value(v) for v in graph.fetches)
        effects = tuple(self.effects.values())
        kept = _keep(self.nodes, [*fetches, *self.written.values()], effects, graph.feeds)
        needed = {v for n in kept for v in n.inputs} | set(fetches)
        return Graph(
            kept,
            graph.feeds,
            fetches,
            effects,
            {k: v for k, v in self.state_in.items() if v in needed or v in self.written.values()},
            dict(self.written),
            {v: k for v, k in self.initialized.items() if v in needed},
            self.variables.nodes,
        )

    def value(self, value: Value) -> Value:
        key = self.variables.alias.get(value)
        return self.read(key) if key is not None else self.renamed.get(value, value)

    def handle(self, value: Value) -> Value:
        """The handle of a variable as a value, for a graph function that captured it."""
        key = self.variables.alias.get(value)
        if key is None:
            return self.renamed.get(value, value)
        node = self.variables.nodes[key]
        if node not in self.nodes:
            self.nodes.append(node)
        return node.outputs[0]

    def read(self, key: str) -> Value:
        found = self.current.get(key)
        if found is None and stores.is_store(key):
            self.nodes.append(stores.empty(self.variables.nodes[key]))
            found = self.current[key] = self.nodes[-1].outputs[0]
        elif found is None:
            found = self.current[key] = self.state_in[key] = _initial(self.variables.nodes[key])
            self.versions[key] = [found]
        return found

    def order(self, nodes: tuple[Node, ...]) -> list[Node]:
        return _total_order(nodes, self.variables)

    def set_version(self, key: str, version: Value) -> None:
        self.current[key] = version
        if stores.is_store(key):
            return
        self.written[key] = version
        self.versions.setdefault(key, []).append(version)

    def rewrite(self, node: Node) -> None:
        variables, declared = self.variables, node.opdef
        if isinstance(node, RegionNode):
            new = region_effects.rewrite(self, node, variables.writes.get(node, ()))
            self.nodes.append(new)
            if has_host_effect(new):
                new.control = self.guarding(node)
                self.effects[node] = new
            return
        if variables.with_stores and node.type in store_ops():
            stores.rewrite(self, node)
            return
        if node in variables.tracked or node in variables.tracked_makers:
            array_reads.rewrite(self, node)
            return
        if declared.variable or (node.outputs and node.outputs[0] in variables.alias and node not in variables.writes):
            return
        if declared.asks is not None:
            self.ask(node)
            return
        written = variables.writes.get(node, ())
        if declared.type == "Gradient":
            inputs = self.gradient_inputs(node)
        elif written and declared.effect == "overwrite":
            inputs = tuple(ABSENT if variables.alias.get(v) in written else self.value(v) for v in node.inputs)
        else:
            handles = captured_handles(node)
            inputs = tuple(self.handle(v) if v in handles else self.value(v) for v in node.inputs)
        new = node
        if written:
            new = self.write(node, inputs, written)
        elif inputs != node.inputs:
            new = node.rewired(inputs, tuple((o.dtype, o.dims) for o in node.outputs))
            self.renamed.update(zip(node.outputs, new.outputs))
        if written or declared.effect == "io":
            new = self.guarded(node, new)
        self.nodes.append(new)
        makes = declared.host and declared.stateful and node in self.graph.targets  # a queue, run for its own sake
        if declared.effect == "io" or makes:
            self.effects[node] = new

    def guarded(self, node: Node, new: Node) -> Node:
        """An effect keeps, of all control edges, those from the host effects (checks, prints) that come before it."""
        if new is node:
            new = node.rewired(node.inputs, tuple((o.dtype, o.dims) for o in node.outputs))
            self.renamed.update(zip(node.outputs, new.outputs))
        new.control = self.guarding(node)
        return new

    def guarding(self, node: Node) -> tuple[Node, ...]:
        guards = self.guards.get(node)
        return tuple(self.effects[g] for g in self.effects if guards and g in guards)

    def write(self, node: Node, inputs: tuple[Value, ...], written: tuple[str, ...]) -> Node:
        """The node as a function from old to new values: new versions first, then outputs that are no references."""
        if node.opdef.effect == "random":
            return self.advance(node, inputs, written[0])
        plain = [o for o, arg in zip(node.outputs, node.opdef.outputs) if not arg.is_ref]
        versions = [_initial(self.variables.nodes[key]) for key in written]
        new = node.rewired(inputs, tuple((v.dtype, v.dims) for v in (*versions, *plain)))
        for key, version in zip(written, new.outputs):
            self.set_version(key, version)
        self.renamed.update(zip(plain, new.outputs[len(written) :]))
        return new

    def advance(self, node: Node, inputs: tuple[Value, ...], key: str) -> Node:
        """A random op with its stream's position as last input and, moved on, as first output."""
        specs = [(dtypes.uint64, ()), *((o.dtype, o.dims) for o in node.outputs)]
        new = node.rewired((*inputs, self.read(key)), tuple(specs))
        new.attrs = {**node.attrs, "_positioned": True}
        self.set_version(key, new.outputs[0])
        self.renamed.update(zip(node.outputs, new.outputs[1:]))
        return new

    def ask(self, node: Node) -> None:
        key = self.variables.alias[node.inputs[0]]
        out = node.outputs[0]
        answer = True if key in self.written else self.answers.get(out)
        if answer is None:
            self.initialized[out] = key
            return
        attrs = {"value": np.bool_(answer), "dtype": dtypes.bool}
        known = Node(node.id, opdef.get("Const"), node.name, (), (), attrs, frame=node.frame)
        known.outputs = (Value(known, 0, dtypes.bool, ()),)
        self.nodes.append(known)
        self.renamed[out] = known.outputs[0]

    def gradient_inputs(self, node: Node) -> tuple[Value, ...]:
        """A variable to differentiate by stands for the version that the ys were computed from."""
        ys = [self.value(v) for v in node.opdef.split(node.inputs, node.attrs)[0]]
        found: list[Value] = []
        behind: set[Value] | None = None
        for value in node.inputs:
            key = self.variables.alias.get(value)
            new = self.value(value)
            if key is not None and len(self.versions[key]) > 1:
                if behind is None:
                    behind = {v for n in topological([y.node for y in ys]) for v in n.inputs}
                new = next((v for v in reversed(self.versions[key]) if v in behind), new)
            found.append(new)
        return tuple(found)


def has_host_effect(node: Node) -> bool:
    """Does the node, or one inside of it, do something that Python sees (print, check, enqueue)?"""
    return not is_device_check(node) and any(n.opdef.effect == "io" for n in all_nodes([node]))


def is_device_check(node: Node) -> bool:
    """Is it an Assert that can be checked in the step's program? Texts to show must be constants."""
    texts = (v for v in node.inputs if v.dtype.base is dtypes.string)
    return node.type == "Assert" and all(v.node.type == "Const" for v in texts)


def _guards(order: list[Node]) -> dict[Node, set[Node]]:
    """For each node the nodes with host effects that some path orders before it; empty where there are none."""
    if not any(has_host_effect(n) or is_device_check(n) for n in order):
        return {}
    guards: dict[Node, set[Node]] = {}
    for node in order:
        found: set[Node] = set()
        for before in (*(v.node for v in node.inputs), *node.control):
            found |= guards.get(before, set())
            if has_host_effect(before) or is_device_check(before):
                found.add(before)
        guards[node] = found
    return guards


def _initial(variable: Node) -> Value:
    out = variable.outputs[0]
    if variable.opdef.effect == "random":
        return Value(variable, 0, dtypes.uint64, ())
    if out.dtype is dtypes.resource:
        return Value(variable, 0, variable.attrs["dtype"], variable.attrs["shape"])
    return Value(variable, 0, out.dtype.base, out.dims)


def _keep(
    nodes: list[Node], outputs: list[Value], effects: tuple[Node, ...], feeds: tuple[Value, ...]
) -> tuple[Node, ...]:
    """Drop what nobody needs any more; the order stays."""
    fed = set(feeds)
    needed = {v.node for v in outputs if v not in fed} | set(effects)
    kept: list[Node] = []
    for node in reversed(nodes):
        if node in needed:
            kept.append(node)
            needed.update(v.node for v in node.inputs if v not in fed)
    return tuple(reversed(kept))
