"""Variables in conditions and loops: what a region writes becomes results of its node, in a loop loop variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.node import Value
from tf1compat._jaxcore.ir.region import Region, RegionNode

if TYPE_CHECKING:
    from tf1compat._jaxcore.passes.order_effects import Threading, Variables


def look_at(variables: Variables, node: RegionNode) -> None:
    """Note which variables the regions of `node` read and write; a written one is read too (by the other branch)."""
    reads: dict[str, None] = {}
    writes: dict[str, None] = {}
    for part in node.regions:
        for inner in part.nodes:
            variables.look_at(inner)
            if inner.opdef.effect == "random":
                variables.note_stream(inner)
            reads.update(dict.fromkeys(variables.reads.get(inner, ())))
            writes.update(dict.fromkeys(variables.writes.get(inner, ())))
        reads.update(dict.fromkeys(variables.alias[v] for v in part.results if v in variables.alias))
    reads.update(dict.fromkeys(variables.alias[v] for v in node.inputs if v in variables.alias))
    reads.update(writes)
    if reads:
        variables.reads[node] = tuple(reads)
    if writes:
        variables.writes[node] = tuple(writes)


def rewrite(threading: Threading, node: RegionNode, written: tuple[str, ...]) -> RegionNode:
    """`node` without variables inside; new versions of the written ones follow its own outputs."""
    for key in threading.variables.reads.get(node, ()):
        threading.read(key)
    is_loop = node.opdef is region.WHILE
    count = len(node.regions[0].params) if is_loop else 1
    first = [threading.value(v) for v in node.inputs[:count]]
    old = [threading.read(key) for key in written]
    carried = [Value(v.node, v.index, v.dtype, v.dims) for v in old] if is_loop else []
    regions = tuple(
        _rewrite_region(threading, r, written, carried, is_loop and i == 0) for i, r in enumerate(node.regions)
    )
    specs = [(v.dtype, v.dims) for v in (*node.outputs, *old)]
    new = region.make(node.opdef, node, node.name, [*first, *(old if is_loop else [])], regions, specs, node.control)
    threading.renamed.update(zip(node.outputs, new.outputs))
    for key, version in zip(written, new.outputs[len(node.outputs) :]):
        threading.set_version(key, version)
    return new


def _rewrite_region(
    threading: Threading, part: Region, written: tuple[str, ...], carried: list[Value], is_condition: bool
) -> Region:
    outer_nodes, outer_versions = threading.nodes, dict(threading.current)
    threading.nodes = []
    threading.current.update(zip(written, carried))
    for inner in threading.order(part.nodes):
        threading.rewrite(inner)
    results = [threading.value(v) for v in part.results]
    if not is_condition:
        results += [threading.read(key) for key in written]
    nodes = tuple(threading.nodes)
    threading.nodes, threading.current = outer_nodes, outer_versions
    return Region(nodes, (*part.params, *carried), tuple(results))
