"""`questions`: which "is this variable initialised?" decide about control flow, so that a step is prepared per answer.

A branch that reads a variable may only be taken where the variable has a value (`Variable.initialized_value()`). With
the answers known while a step is prepared, the other branch and all it reads disappear (`functionalize`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tf1compat._jaxcore.ir.graph import Graph, topological
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.frames import SWITCH
from tf1compat._jaxcore.passes.order_effects import Variables

_LOGIC = {"LogicalNot": lambda a: not a, "LogicalAnd": lambda a, b: a and b, "LogicalOr": lambda a, b: a or b}


def questions(graph: Graph) -> dict[Value, str | None]:
    """The variable that each question is about, None where a write comes before it (the answer is yes).

    Empty for graphs without conditions: there the answers are ordinary inputs of the step.
    """
    asking = [n for n in graph.nodes if n.opdef.asks is not None]
    if not asking or not any(n.type in SWITCH for n in graph.nodes):
        return {}
    variables = Variables()
    for node in graph.nodes:
        variables.look_at(node)
    found: dict[Value, str | None] = {}
    cut = frozenset(graph.feeds)
    for node in asking:
        key = variables.alias.get(node.inputs[0])
        if key is not None:
            before = topological([node], cut)
            written = any(key in variables.writes.get(n, ()) for n in before)
            found[node.outputs[0]] = None if written else key
    return found


def known_truth(value: Value, answers: Mapping[Value, bool], feeds: Collection[Value] = ()) -> bool | None:
    """The truth of a predicate as far as constants and answers tell; of `feeds` nothing is known."""
    if value in answers:
        return answers[value]
    if value in feeds:
        return None
    node: Node = value.node
    if node.type == "Const" and node.attrs["value"].size == 1:
        return bool(node.attrs["value"])
    if node.type == "Identity":
        return known_truth(node.inputs[0], answers, feeds)
    if node.type in _LOGIC:
        operands = [known_truth(v, answers, feeds) for v in node.inputs]
        if None not in operands:
            return _LOGIC[node.type](*operands)
    return None
