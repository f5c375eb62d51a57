"""Which loops write to TensorArrays of dynamic size so that nothing known tells how large these become."""

from __future__ import annotations

from collections.abc import Container, Mapping

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import WHILE, RegionNode, all_nodes

_WRITES = ("TensorArrayWrite", "TensorArrayScatter", "TensorArraySplit", "TensorArrayUnpack")
_PUSHES = ("StackPush", "TensorListPushBack")


def growing_arrays(graph: Graph) -> dict[RegionNode, list[Node]]:
    """The loops that write to arrays of dynamic size from outside, with the nodes that write."""
    found: dict[RegionNode, list[Node]] = {}
    for loop in all_nodes(graph.nodes):
        if isinstance(loop, RegionNode) and loop.opdef is WHILE:
            inside = list(all_nodes([loop]))
            made = set(inside)
            writes = [n for n in inside if _may_grow(n) and n.inputs[0].node not in made]
            if writes:
                found[loop] = writes
    return found


def _may_grow(node: Node) -> bool:
    if node.type.startswith(_PUSHES):
        return True
    return node.type.startswith(_WRITES) and bool(node.inputs[0].node.attrs.get("dynamic_size"))


def sort_out(
    graph: Graph, arrays: Mapping[RegionNode, list[Node]], known: Mapping[Node, bool], bounded: Container[Node]
) -> tuple[frozenset[Node], frozenset[Node]]:
    """(Loops whose arrays may need more room, regions that contain such loops and their arrays).

    `known`: whether the number of steps is known while tracing; `bounded`: loops for which a bound is known.
    """
    unknown = {
        loop
        for loop, writes in arrays.items()
        if not (known.get(loop) and _at_counter(loop, writes)) and not (loop in bounded and _are_pushes(writes))
    }
    growing: set[Node] = set()
    unbounded: set[Node] = set()
    for node in graph.nodes:
        if not isinstance(node, RegionNode):
            continue
        inside = [n for n in all_nodes([node]) if n in unknown]
        if node in unknown:
            growing.add(node)  # it makes room, and loops in it find that
        own = {n for n in all_nodes([node]) if n is not node}
        makes_arrays = any(n is not node and _writes_to(arrays[n], own) for n in inside if isinstance(n, RegionNode))
        if makes_arrays or (inside and node not in unknown):
            unbounded.add(node)
    return frozenset(growing - unbounded), frozenset(unbounded)


def _are_pushes(writes: list[Node]) -> bool:
    """Stacks need room, but nobody asks for their size."""
    return all(n.type.startswith(_PUSHES) for n in writes)


def _writes_to(writes: list[Node], nodes: set[Node]) -> bool:
    return any(n.inputs[0].node in nodes for n in writes)


def _at_counter(loop: RegionNode, writes: list[Node]) -> bool:
    """Does every step write at the number of the step?"""
    body = loop.regions[1]
    counters = {p for p, result in zip(body.params, body.results) if _adds_one(p, result)}
    return all(
        n.type.startswith(_PUSHES)
        or (n in body.nodes and n.type.startswith("TensorArrayWrite") and n.inputs[1] in counters)
        for n in writes
    )


def _adds_one(param: Value, result: Value) -> bool:
    if result.node.type not in ("Add", "AddV2"):
        return False
    others = [v for v in result.node.inputs if v is not param]
    return len(others) == 1 and others[0].node.type == "Const" and bool((others[0].node.attrs["value"] == 1).all())


def holds_strings(node: Node) -> bool:
    """Is it about a TensorArray of strings? Its handle and flow do not show it."""
    if not node.type.startswith("TensorArray"):
        return False
    maker = node.inputs[0].node if node.inputs and node.inputs[0].node.type.startswith("TensorArray") else node
    return maker.attrs.get("dtype") is dtypes.string
