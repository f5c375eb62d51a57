"""The checks of one traced program: which values they look at, whether they failed, and the error they make."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.exec.lower import Env, kernel_attrs
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.schema.checks import Check


class Checks:
    """Checks of `nodes` while a program is traced; afterwards they tell what the program's report means.

    What a caller gives as NumPy arrays (fed indices and labels) is checked by NumPy before the program runs and costs it
    nothing. The other checks are part of the program. However many there are, a program has one reduction for them, and one vector per dtype of what they looked at: XLA's
    compilation time goes by the number of its loops. Which of them failed is found from these vectors on the host.
    """

    def __init__(self, nodes: Sequence[Node], traced_args: Sequence[Any], args: Sequence[Any]) -> None:
        """`args`: the arguments that the program, traced for `traced_args`, is about to be called with."""
        self._waiting = list(nodes)
        self._args = list(args)
        self._position = {id(t): i for i, (t, a) in enumerate(zip(traced_args, args)) if isinstance(a, np.ndarray)}
        self._given: list[tuple[Node, Check, list[int]]] = []
        self._traced: list[tuple[Node, Check]] = []
        self._masks: list[Any] = []  # what is not in `_failed` yet
        self._failed: Any = None
        self._layout: list[tuple[Node, Check, list[_Place]]] = []

    def look(self, env: Env) -> None:
        """Trace the checks of all nodes whose inputs are there. What is known was checked when the kernel ran."""
        waiting: list[Node] = []
        for node in self._waiting:
            if not all(v is ABSENT or v in env for v in node.inputs):
                waiting.append(node)
                continue
            given = [None if v is ABSENT else env[v] for v in node.inputs]
            check = node.opdef.checked(given, kernel_attrs(node))
            if check is None or check.is_known:
                continue
            places = [self._position.get(id(x)) for x in check.looks_at]
            if None not in places:
                self._given.append((node, check._replace(looks_at=()), [p for p in places if p is not None]))
                _refuse(*self._given[-1], self._args)
            else:
                self._traced.append((node, check))
                self._masks.append(jnp.ravel(check.refused(*check.looks_at)))
        self._waiting = waiting

    def refuse_given(self, args: Sequence[Any]) -> None:
        """Raise for the first check that fails by arguments alone."""
        for item in self._given:
            _refuse(*item, args)

    def failed(self) -> Any:
        """Whether one of those seen so far fails (a traced boolean); None where there is none."""
        if self._masks:
            found = lax.reduce_or(lax.concatenate(self._masks, 0), (0,))
            self._failed = found if self._failed is None else lax.bitwise_or(self._failed, found)
            self._masks = []
        return self._failed

    def report(self) -> Any:
        """What the program returns: whether a check failed, and what all of them looked at, left on the device."""
        failed = self.failed()
        self._args, self._position = [], {}
        if failed is None:
            return None
        parts: dict[str, list[Any]] = {}
        sizes: dict[str, int] = {}
        for node, check in self._traced:
            places: list[_Place] = []
            for x in check.looks_at:
                key = np.dtype(x.dtype).str
                start = sizes.get(key, 0)
                parts.setdefault(key, []).append(jnp.ravel(jnp.asarray(x)))
                sizes[key] = start + int(np.size(x))
                places.append(_Place(key, start, tuple(np.shape(x))))
            self._layout.append((node, check._replace(looks_at=()), places))
        self._traced, self._failed = [], None  # tracers end with the trace
        return failed, {key: lax.concatenate(found, 0) for key, found in parts.items()}

    def raise_failed(self, report: Any) -> None:
        """Raise for the first check that failed according to `report`."""
        failed, looked_at = report
        if not failed:
            return
        vectors = {key: np.asarray(x) for key, x in looked_at.items()}
        for node, check, places in self._layout:
            values = [vectors[p.key][p.start : p.start + math.prod(p.shape)].reshape(p.shape) for p in places]
            if np.any(check.refused(*values)):
                raise failures.with_node(check.error(values), node)


def _refuse(node: Node, check: Check, places: list[int], args: Sequence[Any]) -> None:
    values = [np.asarray(args[p]) for p in places]
    if np.any(check.refused(*values)):
        raise failures.with_node(check.error(values), node)


class _Place(NamedTuple):
    """Where a report has a value."""

    key: str
    start: int
    shape: tuple[int, ...]


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
