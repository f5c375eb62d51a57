"""`prune`: keep what the fetches and targets need, cutting at fed values."""

from __future__ import annotations

from collections.abc import Sequence

from tf1compat._jaxcore.ir.graph import Graph, topological
from tf1compat._jaxcore.ir.node import Node, Value


def prune(fetches: Sequence[Value], targets: Sequence[Node], feeds: Sequence[Value]) -> Graph:
    """The nodes that `fetches` and `targets` need, in topological order; what is behind `feeds` is left out.

    a ─ b ─ c      prune([c], [], [])  -> a b c
                   prune([c], [], [b]) -> c, with b an input
    """
    cut = frozenset(feeds)
    roots = [v.node for v in fetches if v not in cut]
    nodes = topological([*roots, *targets], cut)
    # who only waits for a fed node has nothing to wait for
    fed = {n for n in nodes if n.outputs and all(v in cut for v in n.outputs)}.difference(targets)
    nodes = [n for n in nodes if n not in fed]
    return Graph(tuple(nodes), tuple(feeds), tuple(fetches), tuple(targets))
