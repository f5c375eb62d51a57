"""Which nodes run in Python and NumPy: host ops, what holds them, and what is differentiated through them."""

from __future__ import annotations

import dataclasses

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import COND, RegionNode
from tf1compat._jaxcore.passes import growth, slices
from tf1compat._jaxcore.passes.order_effects import is_device_check
from tf1compat._jaxcore.passes.static_inputs import Statics


def is_host(node: Node, statics: Statics) -> bool:
    """Host ops, ops on strings, and shape arithmetic on fed values."""
    return not is_device_check(node) and _is_host(node, statics)


def _is_host(node: Node, statics: Statics) -> bool:
    if node in statics.taped:
        return True
    if isinstance(node, RegionNode):
        values = (*(v for v in node.inputs if v.node.type != "Const"), *node.outputs)
        if any(v.dtype.base in _HOST_TYPES for v in values):
            return True
        if _branches_differ(node):
            return True
        # a text by itself asks for nothing: it may be the message of an assertion that is checked on the device
        inside = (n for r in node.regions for n in r.nodes if n.type != "Const")
        return node in statics.unbounded or any(is_host(n, statics) for n in inside)
    if node in statics.folded:
        return False
    if node.opdef.host or node.opdef.effect == "io" or node in statics.on_host or growth.holds_strings(node):
        return True
    if any(v.dtype.base in _HOST_TYPES for v in (*node.inputs, *node.outputs)):
        return True
    return any(_is_host_object(v) for v in node.inputs)


def _is_host_object(value: Value) -> bool:
    """A dataset, a queue or another object of the host; lists of tensors are variants, too, but live in programs."""
    if value.dtype.base not in (dtypes.variant, dtypes.resource):
        return False
    node = value.node
    if node.opdef.host or (node.type == "Placeholder" and value.dtype.base is dtypes.variant):
        return True
    return not isinstance(node, RegionNode) and any(_is_host_object(v) for v in node.inputs)


_HOST_TYPES = frozenset({dtypes.string})


def _branches_differ(node: RegionNode) -> bool:
    """Is it a condition whose branches give arrays of different known shapes? XLA has no such thing."""
    if node.opdef is not COND:
        return False
    pairs = [
        (a, b) for a, b in zip(*(r.results for r in node.regions)) if isinstance(a, Value) and isinstance(b, Value)
    ]
    known = [(a.dims, b.dims) for a, b in pairs if a.dims is not None and b.dims is not None]
    return any(a != b and None not in (*a, *b) for a, b in known)


def taped(graph: Graph, statics: Statics) -> Statics:
    """`statics` with the gradients of conditions and loops that run in Python, and what they differentiate.

    Such a loop is recorded while it runs: all of the slice is evaluated once, op by op, inside `jax.vjp`. A gradient
    that shares differentiated nodes with it has to take part.
    """
    waiting = [slices.parse(n, graph.nodes) for n in graph.nodes if n.type == "Gradient"]
    found: set[Node] = set()
    while True:
        taking_part = [
            g
            for g in waiting
            if any(n in found or (isinstance(n, RegionNode) and is_host(n, statics)) for n in g.slice)
        ]
        if not taking_part:
            return dataclasses.replace(statics, taped=frozenset(found)) if found else statics
        waiting = [g for g in waiting if g not in taking_part]
        for gradient in taking_part:
            found.update((gradient.node, *(n for n in gradient.slice if n.type != "Const")))
