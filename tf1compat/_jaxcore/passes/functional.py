"""`functional`: If, While and Case nodes, whose branches are graph functions, become `Cond` and `While` with regions.

y = If(p, x, then_branch=f, else_branch=g)     ->      y = Cond(p, x)  False: g's body on x;  True: f's body on x
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir import region
from tf1compat._jaxcore.ir.function import Function, instantiate
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import Region, RegionNode, all_nodes
from tf1compat._jaxcore.passes.functionalize import functionalize
from tf1compat._jaxcore.passes.inline import inline
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.schema import opdef

_IFS = frozenset({"If", "StatelessIf"})
_LOOPS = frozenset({"While", "StatelessWhile"})
_FUNCTIONAL = _IFS | _LOOPS | {"Case", "For"}


def functional(graph: Graph) -> Graph:
    """The same program without functions; `graph` itself if it has none."""
    if not any(_is_functional(n) for n in all_nodes(graph.nodes)):
        return graph
    work = Expand()
    nodes = tuple(work.nodes(graph.nodes))
    fetches = tuple(work.value(v) for v in graph.fetches)
    targets = tuple(work.replaced.get(t, t) for t in graph.targets)
    return replace(graph, nodes=nodes, fetches=fetches, targets=targets)


def _is_functional(node: Node) -> bool:
    return node.type in _FUNCTIONAL and not isinstance(node, RegionNode)


class Expand:
    """Puts nodes in place of others, inside regions too: here bodies in place of those that refer to functions."""

    def __init__(self) -> None:
        self.renamed: dict[Value, Value] = {}
        self.replaced: dict[Node, Node] = {}

    def value(self, value: Value) -> Value:
        while value in self.renamed:
            value = self.renamed[value]
        return value

    def nodes(self, nodes: Sequence[Node]) -> list[Node]:
        made: list[Node] = []
        for node in nodes:
            inputs = [self.value(v) for v in node.inputs]
            control = tuple(self.replaced.get(c, c) for c in node.control)
            if node.type == "OptionalGetValue" and inputs[0].dtype.base is not dtypes.variant:
                self.renamed[node.outputs[0]] = inputs[0]
                continue
            if isinstance(node, RegionNode):
                new: Node = self.again(node, inputs, control)
            elif (other := self.instead(node, inputs, control, made)) is not None:
                new = other
            elif inputs != list(node.inputs) or control != node.control:
                new = node.rewired(tuple(inputs), tuple((o.dtype, o.dims) for o in node.outputs))
                new.control = control
            else:
                made.append(node)
                continue
            self.replaced[node] = new
            for old, value in zip(node.outputs, new.outputs):
                self.renamed.setdefault(old, value)
            made.append(new)
        return made

    def instead(self, node: Node, inputs: list[Value], control: tuple[Node, ...], before: list[Node]) -> Node | None:
        """What takes the place of `node`, if anything; more nodes may go to `before`."""
        return self.expanded(node, inputs, control, before) if node.type in _FUNCTIONAL else None

    def again(self, node: RegionNode, inputs: list[Value], control: tuple[Node, ...]) -> RegionNode:
        regions = tuple(
            Region(tuple(self.nodes(r.nodes)), r.params, tuple(self.value(v) for v in r.results)) for r in node.regions
        )
        count = len(node.regions[0].params) if node.opdef is region.WHILE else 1
        specs = [(v.dtype, v.dims) for v in node.outputs]
        return region.make(node.opdef, node, node.name, inputs[:count], regions, specs, control)

    def expanded(self, node: Node, inputs: list[Value], control: tuple[Node, ...], before: list[Node]) -> RegionNode:
        if node.type in _LOOPS:
            return self.loop(node, inputs, control)
        if node.type == "For":
            return self.counted_loop(node, inputs, control, before)
        first, *arguments = inputs
        if node.type in _IFS:
            functions = [node.attrs["else_branch"].body, node.attrs["then_branch"].body]
            predicate = _as_bool(node, first, before)
            regions = [self.body(f, arguments, node) for f in functions]
            return _condition(node, predicate, regions, control)
        return self.case(node, first, arguments, control, before)

    def body(self, function: Function, arguments: Sequence[Value], node: Node) -> Region:
        """The function's body on these values from outside."""
        body = instantiate(function, arguments, node.name + "/")
        graph = functionalize(inline(prune(body.results, body.effects, tuple(dict.fromkeys(arguments)))))
        nodes = self.nodes(graph.nodes)
        results = [_source(self.value(v)) for v in graph.fetches]
        used = {v for n in nodes for v in n.inputs}
        boxes = {v.node for v in results if v.node.type in _BOXES and v not in used}
        return Region(
            tuple(n for n in nodes if n not in boxes), (), tuple(_unboxed(v) if v.node in boxes else v for v in results)
        )

    def loop(self, node: Node, inputs: list[Value], control: tuple[Node, ...]) -> RegionNode:
        condition, body = node.attrs["cond"].body, node.attrs["body"].body
        if len(condition.results) != 1:
            raise _invalid(
                node, f"Expected a single scalar return value from WhileOp cond, got {len(condition.results)} tensors."
            )
        _check_count(node, "While", body, len(inputs))
        varies = [i for i, v in enumerate(body.results) if _source(v) is not body.params[i]]
        params = {i: Value(node, i, inputs[i].dtype.base, body.params[i].dims) for i in varies}
        arguments = [params.get(i, v) for i, v in enumerate(inputs)]
        order = tuple(params.values())
        test = self.body(condition, arguments, node)
        step = self.body(body, arguments, node)
        regions = (
            Region(test.nodes, order, test.results),
            Region(step.nodes, order, tuple(step.results[i] for i in varies)),
        )
        specs = [(v.dtype, v.dims) for v in order]
        new = region.make(region.WHILE, node, node.name, [inputs[i] for i in varies], regions, specs, control)
        for i, out in enumerate(node.outputs):
            self.renamed[out] = new.outputs[varies.index(i)] if i in params else inputs[i]
        return new

    def counted_loop(
        self, node: Node, inputs: list[Value], control: tuple[Node, ...], before: list[Node]
    ) -> RegionNode:
        start, limit, delta, *values = inputs
        body = node.attrs["body"].body
        _check_count(node, "For", body, len(values))
        _check_range(node, start, limit, delta)
        counter = Value(node, len(values), dtypes.int32, ())
        params = [Value(node, i, v.dtype.base, v.dims) for i, v in enumerate(values)]
        step = self.body(body, [counter, *params], node)
        ends, test = [], []
        zero = _made(node, "Const", (), {"value": np.int32(0), "dtype": dtypes.int32}, dtypes.int32, (), before)
        up = _made(node, "Greater", (delta, zero), {}, dtypes.bool, (), before)
        below = _made(node, "Less", (counter, limit), {}, dtypes.bool, (), test)
        above = _made(node, "Greater", (counter, limit), {}, dtypes.bool, (), test)
        goes_on = _made(node, "Select", (up, below, above), {}, dtypes.bool, (), test)
        following = _made(node, "AddV2", (counter, delta), {}, dtypes.int32, (), ends)
        order = (counter, *params)
        regions = (
            Region(tuple(test), order, (goes_on,)),
            Region((*step.nodes, *ends), order, (following, *step.results)),
        )
        specs = [(v.dtype, v.dims) for v in order]
        new = region.make(region.WHILE, node, node.name, [start, *values], regions, specs, control)
        self.renamed.update(zip(node.outputs, new.outputs[1:]))
        return new

    def case(
        self, node: Node, index: Value, arguments: list[Value], control: tuple[Node, ...], before: list[Node]
    ) -> RegionNode:
        """Conditions one in the other; the last branch is for all other indices."""
        branches = [f.body for f in node.attrs["branches"]]
        chosen = self.body(branches[-1], arguments, node)
        new: RegionNode | None = None
        for i in reversed(range(max(1, len(branches) - 1))):
            predicate = _equals(node, index, i, before)
            taken = self.body(branches[i], arguments, node)
            new = _condition(node, predicate, [chosen, taken], control)
            chosen = Region((new,), (), new.outputs)
        assert new is not None  # there is one condition at least
        return new


def _invalid(node: Node, message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, node, f"{message}\n\t {errors.describe_node(node)}")


def _check_count(node: Node, kind: str, body: Function, count: int) -> None:
    if len(body.results) != count:
        raise _invalid(node, f"{kind} loop body returned {len(body.results)} arguments. Expected: {count}")


def _check_range(node: Node, start: Value, limit: Value, delta: Value) -> None:
    """What is known of a counted loop's numbers."""
    for name, value in (("start", start), ("limit", limit), ("delta", delta)):
        if value.dims:
            raise _invalid(node, f"{name} must be a scalar")
    if all(v.node.type == "Const" for v in (start, limit, delta)):
        first, last, step = (int(v.node.attrs["value"]) for v in (start, limit, delta))
        if (last - first) * step < 0 or (step == 0 and first != last):
            raise _invalid(node, f"Invalid start/limit/delta: {first} {last} {step}")


def _source(value: Value) -> Value:
    while value.node.type == "Identity":
        value = value.node.inputs[0]
    return value


# TF hands what only one branch computes to the gradient in a box that the other branch leaves empty
_BOXES = frozenset({"OptionalFromValue", "OptionalNone"})


def _unboxed(value: Value) -> Value:
    if value.node.type == "OptionalNone":
        return region.DEAD
    return value.node.inputs[0] if len(value.node.inputs) == 1 else value


def _condition(node: Node, predicate: Value, regions: list[Region], control: tuple[Node, ...]) -> RegionNode:
    alive = [a if b is region.DEAD else b for a, b in zip(*(r.results for r in regions))]
    specs = [(v.dtype.base, o.dims) for v, o in zip(alive, node.outputs)]
    return region.make(region.COND, node, node.name, (predicate,), tuple(regions), specs, control)


def _as_bool(node: Node, value: Value, before: list[Node]) -> Value:
    if value.dtype.base is dtypes.bool:
        return value
    return _made(node, "Cast", (value,), {"DstT": dtypes.bool}, dtypes.bool, value.dims, before)


def _equals(node: Node, index: Value, number: int, before: list[Node]) -> Value:
    attrs = {"value": np.asarray(number, index.dtype.base.np), "dtype": index.dtype.base}
    constant = _made(node, "Const", (), attrs, index.dtype.base, (), before)
    return _made(node, "Equal", (index, constant), {}, dtypes.bool, index.dims, before)


def _made(
    like: Node, type: str, inputs: tuple[Value, ...], attrs: Any, dtype: Any, dims: Any, before: list[Node]
) -> Value:
    node = Node(like.id, opdef.get(type), like.name, inputs, (), attrs, like.device, like.frame)
    node.outputs = (Value(node, 0, dtype, dims),)
    before.append(node)
    return node.outputs[0]
