"""The checks of one traced program: which values they look at, whether they failed, and the error they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode, all_nodes
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.schema.checks import Check


class Checks:
    """Checks of `nodes` while a program is traced; afterwards they tell what the program's report means.

    What a caller gives as NumPy arrays (fed indices and labels) is checked by NumPy before the program runs and costs
    it nothing. The other checks are part of the program, which tells whether one of them failed; which one it is shows
    on the host, from what they looked at.
    """

    def __init__(self, nodes: Sequence[Node], traced_args: Sequence[Any], args: Sequence[Any]) -> None:
        """`args`: the arguments that the program, traced for `traced_args`, is about to be called with."""
        self.failed: Any = None  # while tracing: whether one of those seen so far fails
        self._waiting = list(nodes)
        self._args = list(args)
        self._position = {id(t): i for i, (t, a) in enumerate(zip(traced_args, args)) if isinstance(a, np.ndarray)}
        self._given: list[tuple[Node, Check, list[tuple[int, tuple[int, ...]]]]] = []
        self._traced: list[tuple[Node, Check]] = []
        self._alarms: list[tuple[RegionNode, Any]] = []

    def look_inside(self, nodes: Sequence[Node], env: Env) -> None:
        """Look at what conditions and loops say of the checks inside of them."""
        for node in nodes:
            if isinstance(node, RegionNode) and node.alarm is not None and not is_concrete(env[node.alarm]):
                code = env[node.alarm]
                self._alarms.append((node, code))
                self.failed = code != 0 if self.failed is None else lax.bitwise_or(self.failed, code != 0)

    def look(self, env: Env) -> None:
        """Look at all nodes whose inputs are there. What is known was checked when the kernel ran."""
        waiting: list[Node] = []
        for node in self._waiting:
            if not all(v is ABSENT or v in env for v in node.inputs):
                waiting.append(node)
                continue
            given = [None if v is ABSENT else env[v] for v in node.inputs]
            for v in node.inputs:
                self._follow(v, env)
            check = node.opdef.checked(given, node.kernel_attrs)
            if check is not None and not check.is_known:
                self._add(node, check)
        self._waiting = waiting

    def _follow(self, value: Value, env: Env) -> None:
        """A reshaped argument is that argument: the gradient of a lookup scatters by its flattened ids."""
        source = value
        while source.node.type in ("Reshape", "Identity"):
            source = source.node.inputs[0]
        place = self._position.get(id(env.get(source)))
        if place is not None:
            self._position[id(env[value])] = place

    def _add(self, node: Node, check: Check) -> None:
        places = [(self._position[id(x)], np.shape(x)) for x in check.looks_at if id(x) in self._position]
        if len(places) == len(check.looks_at):
            self._given.append((node, check._replace(looks_at=()), places))
            self.refuse_given(self._args)
            return
        self._traced.append((node, check))
        found = jnp.any(check.refused(*check.looks_at))
        self.failed = found if self.failed is None else lax.bitwise_or(self.failed, found)

    def report(self) -> Any:
        """What the program returns: whether a check failed, and what all of them looked at, left on the device."""
        report = None
        if self.failed is not None:
            looked_at = [[jnp.asarray(x) for x in check.looks_at] for _, check in self._traced]
            report = self.failed, looked_at, [code for _, code in self._alarms]
        self._alarms = [(node, None) for node, _ in self._alarms]
        self.failed, self._args, self._position = None, [], {}  # tracers end with the trace
        self._traced = [(node, check._replace(looks_at=())) for node, check in self._traced]
        return report

    def refuse_given(self, args: Sequence[Any]) -> None:
        """Raise for the first check that fails by arguments alone."""
        for node, check, places in self._given:
            _refuse(node, check, [np.reshape(args[i], shape) for i, shape in places])

    def raise_failed(self, report: Any, again: Callable[[RegionNode], None]) -> None:
        """Raise for the first check that failed according to `report`.

        `again` raises what a node inside a condition or a loop said, if it can.
        """
        failed, looked_at, codes = report
        if not failed:
            return
        for (node, check), values in zip(self._traced, looked_at):
            _refuse(node, check, [np.asarray(x) for x in values])
        for (node, _), code in zip(self._alarms, codes):
            if int(code):
                again(node)
            refusing = [n for n in all_nodes([node]) if n.id + 1 == int(code)]
            if refusing:
                text = f"{refusing[0].type}, inside a condition or a loop, was given values that it refuses"
                raise failures.with_node(errors.InvalidArgumentError(None, None, text), refusing[0])


def _refuse(node: Node, check: Check, values: list[Any]) -> None:
    if np.any(check.refused(*values)):
        raise failures.with_node(check.error(values), node)


def index_input(node: Node, value: Value) -> Value | None:
    """The row numbers by which `node` makes `value`, the new value of a variable; None where it makes all of it."""
    declared = node.opdef
    names = [a.name for a in declared.inputs]
    if declared.effect != "write" or value.index >= len(declared.writes) or "indices" not in names:
        return None
    return node.inputs[names.index("indices")]


def sparse_writes(old: Value, new: Value) -> list[Node]:
    """The nodes that make a variable's value `new` out of `old`, if all of them write by row numbers."""
    found: list[Node] = []
    while new is not old:
        node = new.node
        if index_input(node, new) is None:
            return []
        found.append(node)
        names = [a.name for a in node.opdef.inputs]
        new = node.inputs[names.index(node.opdef.writes[new.index])]
    return found
