"""`HostFunction`: a graph function that host ops (datasets) call, planned once and run for every record.

The plan is that of a step: feeds are the parameters, fetches the results. Device segments of few nodes on few elements
run in NumPy (`exec.parts`), so that a record does not cost the start of a program.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._jaxcore.exec.host import to_host
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.function import Function, called, instantiate, references
from tf1compat._jaxcore.ir.node import Node

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
        self._instances: list[tuple[Any, RandomStreams, _Plan]] = []

    def instance(self, key: Any) -> _Plan:
        """The function from arguments to results; draws go on for one `key` and begin anew for another."""
        with self._lock:
            for i, (owner, streams, plan) in enumerate(self._instances):
                mine = owner()
                if mine is key or not self._has_streams:
                    return plan
                if mine is None:  # a plan that is not in use any more is taken over: planning compiles
                    streams.restart()
                    self._instances[i] = (weakref.ref(key), streams, plan)
                    return plan
            streams = RandomStreams()
            plan = self._plan(streams)
            self._instances.append((weakref.ref(key), streams, plan))
            return plan

    def _plan(self, streams: RandomStreams) -> _Plan:
        from tf1compat._jaxcore.exec.step import make_step  # steps run host ops, which run functions

        container = self._container()
        function = self.function
        body = instantiate(function, function.params)
        step = make_step(body.results, list(body.effects), function.params, container, streams)

        def run(arguments: Sequence[Any]) -> list[Any]:
            return [to_host(x) for x in step(arguments)]

        return run


def _draws(node: Node) -> bool:
    """May the node, or a function that it refers to, draw random numbers?"""
    inner = called(node)
    if node.opdef.effect == "random" or (inner is not None and any(_draws(n) for n in inner.nodes)):
        return True
    return any(_draws(n) for r in references(node) for n in r.body.nodes)
