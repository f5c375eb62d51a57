"""`sections`: critical sections of one step run one after the other, as if each waited for the mutex.

    lock a ─ … ─ consume a          lock b gets a control edge from consume a
    lock b ─ … ─ consume b

Sections inside conditions and loops are left as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.frames import is_back_edge
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.task_groups import inside_of


def sections(graph: Graph) -> Graph:
    """`graph` (pruned), with the sections of each mutex in a row."""
    locks = [n for n in graph.nodes if n.type == "MutexLock"]
    if len(locks) < 2:
        return graph
    inside = inside_of(graph.nodes, graph.feeds)
    ends = {n.inputs[0].node: n for n in graph.nodes if n.type == "ConsumeMutexLock"}
    last: dict[object, Node] = {}
    after: dict[Node, Node] = {}
    for lock in locks:
        end = ends.get(lock)
        if end is None or lock in inside:
            continue
        mutex = lock.inputs[0].node
        key = mutex.attrs.get("shared_name") or mutex
        before = last.get(key)
        if before is not None and not _needs(before, lock):
            after[lock] = before
        last[key] = end
    return _rebuilt(graph, after) if after else graph


def _needs(node: Node, other: Node) -> bool:
    seen: set[Node] = set()
    todo = [node]
    while todo:
        found = todo.pop()
        if found is other:
            return True
        if found not in seen:
            seen.add(found)
            todo += [*(v.node for v in found.inputs if not is_back_edge(found, v)), *found.control]
    return False


def _rebuilt(graph: Graph, after: Mapping[Node, Node]) -> Graph:
    """A copy of the graph in which each key of `after` waits for its value."""
    made = {n: Node(n.id, n.opdef, n.name, (), (), n.attrs, n.device, n.frame) for n in graph.nodes}
    values: dict[Value, Value] = {}
    for node, copy in made.items():
        copy.outputs = tuple(Value(copy, v.index, v.dtype, v.dims) for v in node.outputs)
        values.update(zip(node.outputs, copy.outputs))
    values.update((v, v) for v in graph.feeds)
    for node, copy in made.items():
        control = [*node.control, after[node]] if node in after else list(node.control)
        copy.inputs = tuple(values[v] for v in node.inputs)
        copy.control = tuple(made[c] for c in control if c in made)
    return prune(_of(values, graph.fetches), [made[n] for n in graph.targets], graph.feeds)


def _of(values: Mapping[Value, Value], wanted: Sequence[Value]) -> list[Value]:
    return [values[v] for v in wanted]
