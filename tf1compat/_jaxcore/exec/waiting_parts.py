"""Parts of a step that wait at the same time: nodes that put where others take, each in a thread of its own."""

from __future__ import annotations

import contextvars
import dataclasses
import queue
import threading
from collections.abc import Sequence
from typing import Any

from tf1compat._jaxcore.base import waiting
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec.host_plan import HostPlan
from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.exec.parts import Part, from_outside, host_parts, own_copy
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.passes.at_once import AtOnce
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.split_host import Segment

_Outcome = tuple[Node, Sequence[Any], BaseException | None]


def waiting_parts(segment: Segment, at_once: AtOnce, container: Container, streams: RandomStreams) -> list[Part]:
    """What does not depend on a wait of the segment comes first; then all the rest, at once where nothing orders it."""
    waits = {n for n in segment.nodes if n.opdef.waits}
    rest = [n for n in segment.nodes if n in waits or at_once.after[n] & waits]
    first = tuple(n for n in segment.nodes if n not in rest)
    parts = host_parts(dataclasses.replace(segment, nodes=first), container, streams) if first else []
    return [*parts, _WaitingPart(rest, at_once, container, streams)]


class _WaitingPart(Part):
    """Nodes that run as soon as what they need is there; those that may wait are in threads."""

    def __init__(self, nodes: Sequence[Node], at_once: AtOnce, container: Container, streams: RandomStreams) -> None:
        super().__init__(from_outside(nodes), [v for n in nodes for v in n.outputs], container)
        self.nodes = nodes
        waits = {n for n in nodes if n.opdef.waits}
        self._after = {n: at_once.after[n] & waits for n in nodes}
        self._plans = {n: HostPlan([n], _inputs(n), n.outputs, streams, container) for n in nodes}

    def run(self, env: Env) -> None:
        """Run on `env`; the first node that fails ends the waiting of the others."""
        with self._lock():
            for value, slot in self.loads:
                env[value] = own_copy(slot.value)
        own = waiting.Cancellation()
        outcomes: queue.SimpleQueue[_Outcome] = queue.SimpleQueue()
        with waiting.listening(own.cancel), waiting.cancelled_by(own):
            try:
                self._run(env, outcomes)
            except BaseException:
                own.cancel()
                raise
        with self._lock():
            self._store(env)

    def _run(self, env: Env, outcomes: queue.SimpleQueue[_Outcome]) -> None:
        todo, done, running = list(self.nodes), set[Node](), 0
        while True:
            later: list[Node] = []
            for node in todo:
                if self._after[node] - done:
                    later.append(node)
                elif node.opdef.waits:
                    self._start(node, env, outcomes)
                    running += 1
                else:
                    env.update(zip(node.outputs, self._plans[node]([env[v] for v in _inputs(node)])))
            todo = later
            if not running:
                return
            finished, results, error = outcomes.get()
            running -= 1
            if error is not None:
                raise error
            env.update(zip(finished.outputs, results))
            done.add(finished)

    def _start(self, node: Node, env: Env, outcomes: queue.SimpleQueue[_Outcome]) -> None:
        args = [env[v] for v in _inputs(node)]

        def work() -> None:
            try:
                outcomes.put((node, compiling.in_x64(self._plans[node], args), None))
            except BaseException as e:
                outcomes.put((node, (), e))

        threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True).start()


def _inputs(node: Node) -> list[Any]:
    return [v for v in dict.fromkeys(node.inputs) if v is not ABSENT]
