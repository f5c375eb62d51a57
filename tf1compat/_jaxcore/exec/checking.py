"""The checks of one traced program: which values they look at, whether they failed, and the error they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.exec.lower import Env, kernel_attrs
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.schema.checks import Check


class Checks:
    """Checks of `nodes` while a program is traced; afterwards they tell what the program's report means."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._waiting = list(nodes)
        self._traced: list[tuple[Node, Check]] = []
        self._flags: list[Any] = []

    def look(self, env: Env) -> None:
        """Trace the checks of all nodes whose inputs are there. What is known was checked when the kernel ran."""
        waiting: list[Node] = []
        for node in self._waiting:
            if not all(v is ABSENT or v in env for v in node.inputs):
                waiting.append(node)
                continue
            given = [None if v is ABSENT else env[v] for v in node.inputs]
            check = node.opdef.checked(given, kernel_attrs(node))
            if check is not None and not check.is_known:
                self._traced.append((node, check))
                self._flags.append(jnp.any(check.refused(*check.looks_at)))
        self._waiting = waiting

    def failed(self) -> Any:
        """Whether one of those seen so far fails (a traced boolean); None where there is none."""
        if len(self._flags) < 2:
            return self._flags[0] if self._flags else None
        return lax.reduce_or(jnp.stack(self._flags), (0,))

    def report(self) -> Any:
        """What the program returns about them: which failed, and what their messages are made of, left on the device."""
        if not self._flags:
            return None
        shown = [[] if isinstance(c.text, str) else [jnp.asarray(x) for x in c.looks_at] for _, c in self._traced]
        flags = jnp.stack(self._flags)
        self._flags = []  # tracers end with the trace
        self._traced = [(n, c._replace(looks_at=())) for n, c in self._traced]
        return flags, shown

    def raise_failed(self, report: Any) -> None:
        """Raise for the first one that failed according to `report`."""
        flags = np.asarray(report[0])
        if not flags.any():
            return
        first = int(np.argmax(flags))
        node, check = self._traced[first]
        raise failures.with_node(check.error([np.asarray(x) for x in report[1][first]]), node)


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
