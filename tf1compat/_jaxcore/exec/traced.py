"""`TracedStep`: a step that says how long each of its parts took, for `RunOptions.FULL_TRACE`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax

from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.exec.parts import HostPart, Part
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.exec.step import Step, check_placeholders, make_plan
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.inline import inline
from tf1compat._jaxcore.passes.own_gradients import own_gradients
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.questions import questions
from tf1compat._jaxcore.passes.sections import sections


class Timing(NamedTuple):
    """When a part ran, in nanoseconds since the epoch; `compiled` parts are one XLA program."""

    nodes: tuple[Node, ...]
    compiled: bool
    start: int
    end: int


class TracedStep:
    """Runs like the step of `make_step`, waits for each part, and keeps its times in `timings`.

    Compilation happens in the first call: its time is part of that.
    """

    def __init__(
        self,
        fetches: Sequence[Value],
        targets: Sequence[Node],
        feeds: Sequence[Value],
        container: Container,
        streams: RandomStreams,
    ) -> None:
        self.timings: list[Timing] = []
        self._pruned = sections(inline(own_gradients(prune(fetches, targets, feeds))))
        check_placeholders(self._pruned)
        self._questions = {v: None if k is None else container.slot(k) for v, k in questions(self._pruned).items()}
        self._container, self._streams = container, streams
        self._plans: dict[tuple[bool, ...], Callable[[Sequence[Any]], Sequence[Any]]] = {}

    def __call__(self, feeds: Sequence[Any]) -> Sequence[Any]:
        self.timings = []
        answers = tuple(slot is None or slot.value is not None for slot in self._questions.values())
        plan = self._plans.get(answers)
        if plan is None:
            known = dict(zip(self._questions, answers)) if self._questions else None
            plan = self._plans[answers] = make_plan(self._pruned, self._container, self._streams, known)
            if isinstance(plan, Step):
                plan.parts = [_Timed(part, self) for part in plan.parts]
                plan.keep_parts()
        if isinstance(plan, Step):
            return plan(feeds)
        start = time.time_ns()
        results = plan(feeds)
        self.timings.append(Timing(self._pruned.nodes, False, start, time.time_ns()))
        return results


class _Timed(Part):
    """A part, timed from its start to when its results are there."""

    def __init__(self, part: Part, owner: TracedStep) -> None:
        super().__init__(part.inputs, part.outputs, part.container)
        self.loads, self.stores = part.loads, part.stores
        self._part, self._owner = part, owner

    def run(self, env: Env) -> None:
        start = time.time_ns()
        self._part.run(env)
        jax.block_until_ready([env[v] for v in self.outputs if isinstance(env.get(v), jax.Array)])
        nodes: Any = getattr(self._part, "nodes", ())
        compiled = not isinstance(self._part, HostPart)
        self._owner.timings.append(Timing(tuple(nodes), compiled, start, time.time_ns()))
