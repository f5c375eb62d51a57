"""`task_groups`: which nodes of a graph run together, and in which task of a cluster each group runs.

Most groups are single nodes. A loop or a condition with everything in it is one group, and so are values that cannot
travel (TensorArrays) with whoever uses them. A node that takes a reference or a resource handle runs where the
variable or queue lives; other nodes run where their device says. A condition that uses the state of several tasks
runs nowhere: the session decides it (`CHOICE`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes import slices
from tf1compat._jaxcore.passes.frames import ENTER, EXIT, NEXT, SWITCH, Structure

Task = tuple[str, int]  # job and index
Home = Callable[[Node], Task | None]
_ALIASES = frozenset({"Identity", "RefIdentity"})
CHOICE: Task = ("", 0)  # the session itself: it decides a condition and runs a branch


@dataclass(eq=False)
class Group:
    """Nodes that run in one part of one task, in topological order."""

    nodes: list[Node]
    task: Task


@dataclass
class Places:
    """Who runs where.

    Attributes:
      group: the group of each node; constants, handles, aliases of variables and NoOps belong to none.
      variable: the node of the variable that a reference, handle, or read of it denotes.
      home: the task of each variable and handle.
      slices: the nodes that each `Gradient` node differentiates.
    """

    group: dict[Node, Group]
    variable: dict[Value, Node]
    home: dict[Node, Task]
    slices: dict[Node, frozenset[Node]]


def is_handle(node: Node) -> bool:
    """Does it only say which variable, queue, table or reader is meant?"""
    if node.opdef.variable:
        return True
    if node.inputs or not node.outputs or not node.opdef.stateful:
        return False
    return all(v.dtype is dtypes.resource or v.dtype.is_ref for v in node.outputs) and node.opdef.host


def is_alias(node: Node, variable: dict[Value, Node]) -> bool:
    """Does it read a variable and nothing else?"""
    if node.type == "ReadVariableOp":
        return node.inputs[0] in variable
    return node.type in _ALIASES and node.inputs[0] in variable


def task_groups(nodes: Sequence[Node], feeds: Sequence[Value], home: Home, default: Task) -> Places:
    """Group `nodes` (in topological order, back edges left out).

    Args:
      nodes: what is to be run.
      feeds: values given from outside.
      home: the task that a node asks for, None where it does not say.
      default: the task of those that do not say.

    Raises:
      UnimplementedError: a loop uses variables of several tasks, or a gradient goes through a condition that does.
    """
    places = Places({}, {}, {}, {})
    members: list[Node] = []
    for node in nodes:
        if is_handle(node):
            places.home[node] = home(node) or default
            if node.opdef.variable:
                places.variable[node.outputs[0]] = node
        elif is_alias(node, places.variable):
            places.variable[node.outputs[0]] = places.variable[node.inputs[0]]
        elif node.type != "Const":
            members.append(node)
    for group in _grouped(members, nodes, feeds):
        if len(group) == 1 and group[0].type == "NoOp":
            continue
        made = Group(group, _task(group, places, home, default))
        for node in group:
            places.group[node] = made
    for node in nodes:
        if node.type == "Gradient":
            places.slices[node] = slices.parse(node, nodes).slice
            if any(n in places.group and places.group[n].task == CHOICE for n in places.slices[node]):
                raise errors.unsupported(
                    "a gradient through a condition that uses the state of several tasks",
                    node=node,
                    advice="place the variables that the condition uses on one task",
                )
            places.group[node].task = _gradient_task(node, places)
    return places


def _task(group: list[Node], places: Places, home: Home, default: Task) -> Task:
    anchors: dict[Task, Node] = {}
    inside = set(group)
    for node in group:
        for value in bound_inputs(node):
            if value.node not in inside:
                owner = places.variable.get(value, value.node)
                where = places.home.get(owner) or places.group[owner].task
                anchors.setdefault(where, node)
    if len(anchors) > 1:
        if _is_choice(group):
            return CHOICE
        (a, x), (b, y) = list(anchors.items())[:2]
        raise errors.unsupported(
            f"a loop that uses the state of two tasks ({x.name!r} of /job:{a[0]}/task:{a[1]}, "
            f"{y.name!r} of /job:{b[0]}/task:{b[1]})",
            node=group[0],
            advice="place both on one task, or take one of them out of the loop",
        )
    if anchors:
        return next(iter(anchors))
    homes = Counter(h for h in map(home, group) if h is not None)
    return homes.most_common(1)[0][0] if homes else default


def _is_choice(group: list[Node]) -> bool:
    """A condition, no loop takes variables in."""
    if any(n.type in ENTER and bound_inputs(n) for n in group):
        return False
    return any(n.type in SWITCH and n.inputs[1].node.type != "LoopCond" for n in group)


def bound_inputs(node: Node) -> list[Value]:
    """Inputs taken as references or handles, which only mean something in the task that owns what they denote."""
    if node.type == "Gradient":
        return []
    found = [v for v in node.inputs if v.dtype in (dtypes.resource, dtypes.variant)]
    if node.opdef.has_refs:
        for arg, given in zip(node.opdef.inputs, node.opdef.split(node.inputs, node.attrs)):
            if arg.is_ref:
                found += given if isinstance(given, list) else [given]
    return found


def _gradient_task(node: Node, places: Places) -> Task:
    """Where most of what is differentiated runs."""
    own = places.group[node].task
    votes = Counter(places.group[n].task for n in places.slices[node] if n in places.group)
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] > votes[own] else own


def _grouped(members: list[Node], nodes: Sequence[Node], feeds: Sequence[Value]) -> list[list[Node]]:
    """`members` in groups, in an order in which inputs come first."""
    together = _Sets(members)
    position = {n: i for i, n in enumerate(members)}
    inside = inside_of(nodes, feeds)
    for node in members:
        for value in node.inputs:
            other = value.node
            if other in position and (other in inside or _cannot_travel(value)):
                together.join(node, other)
        # what a constant waits for says in which branch it is
        of_constants = [c for v in node.inputs if v.node.type == "Const" for c in v.node.control]
        for other in (*node.control, *of_constants):
            if other in position and other in inside:
                together.join(node, other)
    return _in_order(together, members, position)


def inside_of(nodes: Sequence[Node], feeds: Sequence[Value]) -> set[Node]:
    """The nodes whose values exist inside a loop or a branch only."""
    if not any(n.type in SWITCH or n.type in ENTER for n in nodes):
        return set()
    structure = Structure(nodes, feeds)
    found: set[Node] = set()
    for node in nodes:
        frame = structure.frame[node]
        if node.type in EXIT and frame.parent is not None:
            frame = frame.parent
        if node.type in SWITCH or node.type in NEXT or frame.parent is not None or structure.literals.get(node):
            found.add(node)
    return found


def _cannot_travel(value: Value) -> bool:
    return value.dtype in (dtypes.resource, dtypes.variant) and not is_handle(value.node)


class _Sets:
    """Disjoint sets of nodes."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.parent = {n: n for n in nodes}

    def root(self, node: Node) -> Node:
        parent = self.parent
        while parent[node] is not node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def join(self, a: Node, b: Node) -> None:
        a, b = self.root(a), self.root(b)
        if a is not b:
            self.parent[a] = b


def _in_order(together: _Sets, members: list[Node], position: dict[Node, int]) -> list[list[Node]]:
    """The sets in topological order; those that wait for each other become one."""
    while True:
        groups: dict[Node, list[Node]] = {}
        for node in members:
            groups.setdefault(together.root(node), []).append(node)
        if len(groups) == len(members):
            return list(groups.values())
        needs = {
            root: dict.fromkeys(
                together.root(p)
                for n in group
                for p in (*(v.node for v in n.inputs), *n.control)
                if p in position and together.root(p) is not root
            )
            for root, group in groups.items()
        }
        order, cycle = _sorted_or_cycle(needs)
        if not cycle:
            return [groups[root] for root in order]
        for other in cycle[1:]:
            together.join(cycle[0], other)


def _sorted_or_cycle(needs: dict[Node, dict[Node, None]]) -> tuple[list[Node], list[Node]]:
    """The keys with what they need first, or a cycle among them."""
    state: dict[Node, bool] = {}
    order: list[Node] = []
    for start in needs:
        if start in state:
            continue
        path = [start]
        stack = [iter(needs[start])]
        state[start] = False
        while stack:
            for other in stack[-1]:
                if other not in state:
                    state[other] = False
                    path.append(other)
                    stack.append(iter(needs[other]))
                    break
                if state[other] is False:
                    return [], path[path.index(other) :]
            else:
                stack.pop()
                done = path.pop()
                state[done] = True
                order.append(done)
    return order, []
