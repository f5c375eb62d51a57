"""Checks (`tf.Assert`) in a loop of values that no step changes stand before the loop.

loop:  Assert(0 < lengths); …      ->      Assert(0 < lengths)
                                           loop:  …

Inside, such a check would make each step wait for the host, and the loop could not be differentiated. A loop that makes
no step at all is checked, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode


def invariant_checks(nodes: list[Node], params: Sequence[Value]) -> tuple[list[Node], list[Node]]:
    """(the loop's nodes without the checks that need not stand there, nodes for before the loop: checks come last)."""
    asserts = [n for n in nodes if n.type == "Assert"]
    if not asserts:
        return nodes, []
    position = {n: i for i, n in enumerate(nodes)}
    changing = _changing(nodes, params)
    found = [a for a in asserts if a not in changing and _only_shows_constants(a)]
    wanted: set[Node] = set()
    todo = list(found)
    while todo:
        node = todo.pop()
        if node not in wanted:
            wanted.add(node)
            todo.extend(v.node for v in node.inputs if v.node in position)
    copies: dict[Node, Node] = {}
    renamed: dict[Value, Value] = {}
    for node in sorted(wanted, key=lambda n: (n in found, position[n])):
        inputs = tuple(renamed.get(v, v) for v in node.inputs)
        copy = node.rewired(inputs, tuple((o.dtype, o.dims) for o in node.outputs))
        copy.control = ()
        copies[node] = copy
        renamed.update(zip(node.outputs, copy.outputs))
    gone = set(found)
    rest = [n for n in nodes if n not in gone]
    for node in rest:
        if gone & set(node.control):
            node.control = tuple(c for c in node.control if c not in gone)
    return rest, list(copies.values())


def _changing(nodes: list[Node], params: Sequence[Value]) -> set[Node]:
    """The nodes whose values may differ from step to step."""
    variable = set(params)
    found: set[Node] = set()
    for node in nodes:
        fixed = node.type == "Assert" or (node.opdef.effect is None and not node.opdef.host and not node.opdef.stateful)
        if isinstance(node, RegionNode) or not fixed or any(v in variable or v.node in found for v in node.inputs):
            found.add(node)
    return found


def _only_shows_constants(node: Node) -> bool:
    return all(v.node.type == "Const" for v in node.inputs if v.dtype.base is dtypes.string)
