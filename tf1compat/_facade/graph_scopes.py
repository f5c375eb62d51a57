"""The scopes of a graph: names, control dependencies, devices, colocation, attrs of ops made inside."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import devices
from tf1compat._jaxcore.ir.node import Node, Value

if TYPE_CHECKING:
    from tf1compat._facade.graph import Graph


class Stacks:
    """The open control, device and colocation blocks of a graph, innermost last; by default all threads share them."""

    def __init__(self) -> None:
        self.control: list[ControlDependencies] = []
        self.device: tuple[Any, ...] = ()
        self.colocation: tuple[Node, ...] = ()


class ThreadStacks(threading.local):
    """The same for each thread on its own, which starts inside the device and colocation blocks that were open."""

    def __init__(self, shared: Stacks) -> None:
        self.control: list[ControlDependencies] = []
        self.device = shared.device
        self.colocation = shared.colocation


class ThreadScope(threading.local):
    """The name scope that a thread is in."""

    name = ""


class NameScope:
    """`with graph.name_scope("hidden") as scope:` gives `"hidden/"`."""

    __slots__ = ("_graph", "_name", "_old")

    def __init__(self, graph: Graph, name: str | None) -> None:
        self._graph = graph
        self._name = name

    def __enter__(self) -> str:
        graph, name = self._graph, self._name
        self._old = graph._scope.name
        if not name:
            new = ""
        elif name.endswith("/"):
            new = name[:-1]
        else:
            new = graph.unique_name(name)
        graph._scope.name = new
        return new + "/" if new else ""

    def __exit__(self, *_: object) -> None:
        self._graph._scope.name = self._old


class ControlDependencies:
    """One `with graph.control_dependencies(...)` block: its control inputs and the ops made inside."""

    def __init__(self, graph: Graph, control_inputs: Sequence[Node] | None) -> None:
        self._graph = graph
        self._clears = control_inputs is None
        self.control_inputs = list(control_inputs or ())
        self.seen: set[Node] = set()

    def __enter__(self) -> ControlDependencies:
        graph = self._graph
        self._old = graph._stacks.control
        self._old_context = graph._control_flow_context
        if self._clears:  # TF1: leaves the enclosing branches and loops, too
            graph._stacks.control = []
            graph._control_flow_context = None
        else:
            graph._stacks.control = [*self._old, self]
        return self

    def __exit__(self, *_: object) -> None:
        self._graph._stacks.control = self._old
        if self._clears:
            self._graph._control_flow_context = self._old_context


def control_inputs(stack: Sequence[ControlDependencies], inputs: Sequence[Value]) -> tuple[Node, ...]:
    """Control inputs of a new op: those of every block, except where a data input already comes from inside it."""
    producers = [v.node for v in inputs]
    found: list[Node] = []
    for block in stack:
        if any(p in block.seen for p in producers):
            continue  # TF1: the input runs after the block's control inputs already
        found.extend(c for c in block.control_inputs if c not in producers and c not in found)
    return tuple(found)


def as_control_input(graph: Graph, c: Any) -> Node:
    """The operation behind a control input: an Operation, a Tensor, a variable, IndexedSlices or a name."""
    op = getattr(c, "op", None)
    if hasattr(c, "_handle") and isinstance(op, Operation):
        return op  # TF1: depending on a resource variable does not read it
    if not isinstance(c, Tensor | Operation) and isinstance(op, Operation):
        c = getattr(c, "_as_graph_element", lambda: op)()
    element = graph.as_graph_element(c)
    return element.op if isinstance(element, Tensor) else element


@contextlib.contextmanager
def device_scope(graph: Graph, device: Any) -> Iterator[None]:
    old = graph._stacks.device
    if device is None:
        graph._stacks.device = ()
    elif callable(device):
        graph._stacks.device = (*old, device)
    else:
        text = device if isinstance(device, str) else device.to_string()
        graph._stacks.device = (*old, devices.parse(text))
    entered = graph._stacks.device
    try:
        yield
    finally:
        if graph._stacks.device is not entered:
            raise RuntimeError("Exiting device scope without proper scope nesting.")
        graph._stacks.device = old


def device_for(stack: Sequence[Any], op: Operation) -> str:
    """The device string of a new op: from the innermost scope outwards, functions are asked, specs are merged."""
    for entry in reversed(stack):
        if callable(entry):
            answer: Any = entry(op)
            op.device = devices.canonical(answer.to_string() if hasattr(answer, "to_string") else answer or "")
        else:
            op.device = devices.merge(entry, devices.parse(op.device)).to_string()
    return op.device


@contextlib.contextmanager
def colocation_scope(graph: Graph, op: Any, ignore_existing: bool) -> Iterator[None]:
    if op is None and not ignore_existing:
        raise ValueError("Trying to colocate with None")
    handle = getattr(op, "handle", None)  # of a resource variable
    nodes = () if op is None else (as_control_input(graph, op if handle is None else handle.op),)
    old, old_devices = graph._stacks.colocation, graph._stacks.device
    # TF1: device scopes do not reach into a colocation block
    graph._stacks.device = ()
    graph._stacks.colocation = nodes if ignore_existing else (*old, *nodes)
    try:
        yield
    finally:
        graph._stacks.colocation, graph._stacks.device = old, old_devices


def colocation_classes(stack: Sequence[Node]) -> list[bytes]:
    """The attr `_class` of an op made inside: the groups of all ops on the stack, sorted."""
    groups: set[bytes] = set()
    for node in stack:
        own = node.attrs.get("_class") or [f"loc:@{node.name}".encode()]
        groups.update(g for g in own if g.startswith(b"loc:@"))
    return sorted(groups)


@contextlib.contextmanager
def class_scope(graph: Graph, name: str) -> Iterator[None]:
    """Ops made inside stand where the operation `name` will stand, which need not exist yet."""
    old, graph._default_class = graph._default_class, [f"loc:@{name}".encode()]
    try:
        yield
    finally:
        graph._default_class = old


@contextlib.contextmanager
def attr_scope(graph: Graph, by_type: Mapping[str, tuple[str, str]]) -> Iterator[None]:
    """Ops of the given types made inside get one more attr (gradient overrides)."""
    old = graph._attr_scopes
    graph._attr_scopes = {**old, **by_type}
    try:
        yield
    finally:
        graph._attr_scopes = old


@contextlib.contextmanager
def container_scope(graph: Graph, name: str) -> Iterator[str]:
    """Ops with the attr `container` made inside get this one, unless they name their own."""
    old, graph._container = graph._container, name
    try:
        yield name
    finally:
        graph._container = old


def attrs_for(scopes: Mapping[str, tuple[str, str]], op_type: str) -> dict[str, Any]:
    found = scopes.get(op_type)
    return {} if found is None else {found[0]: found[1].encode()}
