"""`HostFunction`: a graph function that host ops (datasets) call, planned once and run for every record.

The plan is that of a step: feeds are the parameters, fetches the results. Device segments of few nodes on few elements
run in NumPy (`exec.parts`), so that a record does not cost the start of a program.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base.host_context import VariableHandle
from tf1compat._jaxcore.exec.host import to_host
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.function import Function, called, instantiate, references
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema import opdef

_Plan = Callable[[Sequence[Any]], Sequence[Any]]
_CACHE: weakref.WeakKeyDictionary[Container, dict[Function, HostFunction]] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()


def host_function(function: Function, container: Container) -> HostFunction:
    """The one `HostFunction` of a function in a session."""
    with _LOCK:
        known = _CACHE.setdefault(container, {})
        found = known.get(function)
        if found is None:
            found = known[function] = HostFunction(function, container)
        return found


class HostFunction:
    """See `base.host_context.HostFunction`."""

    def __init__(self, function: Function, container: Container) -> None:
        self.function = function
        self._container: Any = weakref.ref(container)
        self._lock = threading.Lock()
        self._has_streams = any(_draws(n) for n in function.nodes)
        self._instances: list[tuple[Any, RandomStreams, tuple[Any, ...], _Plan]] = []
        self.has_effects = any(_has_effects(n) for n in function.nodes)

    def instance(self, key: Any, captured: Sequence[Any] = ()) -> _Plan:
        """The function of the arguments before `captured`; draws go on for one `key` and begin anew for another."""
        handles = tuple(x if isinstance(x, VariableHandle) else None for x in captured)
        values = [x for x in captured if not isinstance(x, VariableHandle)]
        plan = self._instance(key, handles)
        return (lambda arguments: plan([*arguments, *values])) if values else plan

    def _instance(self, key: Any, handles: tuple[Any, ...]) -> _Plan:
        with self._lock:
            for i, (owner, streams, known, plan) in enumerate(self._instances):
                if known != handles:
                    continue
                mine = owner()
                if mine is key or not self._has_streams:
                    return plan
                if mine is None:  # a plan that is not in use any more is taken over: planning compiles
                    streams.restart()
                    self._instances[i] = (weakref.ref(key), streams, known, plan)
                    return plan
            streams = RandomStreams()
            plan = self._plan(streams, handles)
            self._instances.append((weakref.ref(key), streams, handles, plan))
            return plan

    def _plan(self, streams: RandomStreams, handles: tuple[Any, ...]) -> _Plan:
        from tf1compat._jaxcore.exec.step import make_step  # steps run host ops, which run functions

        container, function = self._container(), self.function
        first = len(function.params) - len(handles)
        arguments = list(function.params)
        for i, handle in enumerate(handles, first):
            if handle is not None:
                arguments[i] = _variable(handle, function.params[i])
        body = instantiate(function, arguments)
        feeds = [a for a, p in zip(arguments, function.params) if a is p]
        step = make_step(body.results, list(body.effects), feeds, container, streams, per_record=True)

        def run(arguments: Sequence[Any]) -> list[Any]:
            return [x if x.__class__ is np.ndarray else to_host(x) for x in step(arguments)]

        return run


def _variable(handle: VariableHandle, param: Value) -> Value:
    """The output of a node that makes the handle of a variable."""
    attrs = {"dtype": handle.dtype, "shape": handle.shape, "shared_name": handle.key.encode(), "container": b""}
    node = Node(-1, opdef.get("VarHandleOp"), param.node.name, (), (), attrs)
    node.outputs = (Value(node, 0, param.dtype, ()),)
    return node.outputs[0]


def _has_effects(node: Node) -> bool:
    inner = called(node)
    if inner is not None and any(_has_effects(n) for n in inner.nodes):
        return True
    effect = node.opdef.effect
    return (
        effect == "io"
        or bool(node.opdef.writes)
        or any(_has_effects(n) for r in references(node) for n in r.body.nodes)
    )


def _draws(node: Node) -> bool:
    """May the node, or a function that it refers to, draw random numbers?"""
    inner = called(node)
    if node.opdef.effect == "random" or (inner is not None and any(_draws(n) for n in inner.nodes)):
        return True
    return any(_draws(n) for r in references(node) for n in r.body.nodes)
