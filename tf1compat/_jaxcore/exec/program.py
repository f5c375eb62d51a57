"""`DeviceProgram`: one device segment as a compiled function of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec import failures, rng
from tf1compat._jaxcore.exec.lower import Env, Evaluator
from tf1compat._jaxcore.exec.state import RandomStreams
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.passes.split_host import Segment
from tf1compat._jaxcore.schema.checks import Check


class DeviceProgram:
    """Compiles a segment once per value of its static inputs (and, by jit, per shape of the others).

    Attributes:
      inputs: the values to call it with, in order; static ones are given apart.
      static: values that must be concrete.
      outputs: what a call returns, in order.
    """

    def __init__(self, segment: Segment, folded: frozenset[Node], donated: frozenset[Value]) -> None:
        self.segment = segment
        self.folded = folded
        self.static = tuple(v for v in segment.inputs if v in segment.static)
        self.inputs = tuple(v for v in segment.inputs if v not in segment.static)
        self.outputs = segment.outputs
        self.has_checks = any(n.opdef.check is not None for n in segment.nodes)
        self.has_draws = any(n.opdef.effect == "random" for n in segment.nodes)
        self._checked = [n for n in segment.nodes if n.opdef.check is not None]
        self._checks: dict[Any, list[tuple[Node, Check]]] = {}  # by the shapes of the arguments
        self._donated = [i for i, v in enumerate(self.inputs) if v in donated]
        self._compiled: dict[Any, tuple[Callable[..., Any], list[rng.Draw]]] = {}

    def simple(self) -> Callable[..., Any] | None:
        """The compiled function itself, where a call needs nothing but the inputs."""
        if self.static or self.has_draws:
            return None
        return compiling.jit(self._function({}, []), self._donated)

    def __call__(self, args: Sequence[Any], static: Sequence[Any], streams: RandomStreams) -> Sequence[Any]:
        """Run on `args` (in the order of `inputs`) and `static` values. Call inside `compile.x64()`."""
        key = tuple((v.dtype.str, v.shape, v.tobytes()) for v in static)
        if self.has_draws:
            key = (key, *[a.shape for a in args])
        found = self._compiled.get(key)
        if found is None:
            found = self._compiled[key] = self._compile(args, dict(zip(self.static, static)))
        function, draws = found
        drawn: list[Any] = []
        for item in draws:
            drawn.extend([rng.draw(item, streams)] if item.inputs is not None else streams.take(item.node, item.blocks))
        return function(*args, *drawn)

    def _compile(self, args: Sequence[Any], static: Env) -> tuple[Callable[..., Any], list[rng.Draw]]:
        draws: list[rng.Draw] = []
        if self.has_draws:
            draws = rng.find_draws(self.segment.nodes, self.folded, self.inputs, args, static)
        return compiling.jit(self._function(static, draws), self._donated), draws

    def _function(self, static: Env, draws: list[rng.Draw]) -> Callable[..., Any]:
        """The segment as a pure function: inputs, then for each draw its array or the three words of its stream."""
        inputs, outputs, nodes, n = self.inputs, self.outputs, self.segment.nodes, len(self.inputs)

        def run(*args: Any) -> list[Any]:
            env: Env = {**static, **dict(zip(inputs, args))}
            rest = iter(args[n:])
            streams: dict[Node, Stream] = {}
            for item in draws:
                if item.inputs is not None:
                    env[item.node.outputs[0]] = next(rest)
                else:
                    streams[item.node] = Stream(next(rest), next(rest), next(rest))
            asked = [v for node in self._checked for v in node.inputs]
            StepEvaluator(self.folded, streams).run(nodes, env, [*outputs, *asked])
            results = _separate([env[v] for v in outputs], args[:n])
            return [*results, self._run_checks(env, _shapes(args[:n]))] if self._checked else results

        return run


    def _run_checks(self, env: Env, key: Any) -> Any:
        """One row per check: whether it failed, and the numbers of its message."""
        checks = self._checks[key] = []
        for node in self._checked:
            declared = node.opdef
            assert declared.check is not None
            check = declared.check(*declared.split([env[v] for v in node.inputs], node.attrs))
            if check is not None:
                checks.append((node, check))
        rows = [[c.failed, *c.details, *[0] * (_DETAILS - len(c.details))] for _, c in checks]
        numbers = [jnp.asarray(x).astype(jnp.int64) for row in rows for x in row]
        return jnp.reshape(jnp.stack(numbers) if numbers else jnp.zeros(0, jnp.int64), (-1, 1 + _DETAILS))

    def raise_failed(self, report: Any, args: Sequence[Any]) -> None:
        """Raise for the first check that failed in the call with `args` that gave `report`."""
        rows = np.asarray(report)
        if not rows[:, 0].any():
            return
        for (node, check), row in zip(self._checks[_shapes(args)], rows.tolist()):
            if row[0]:
                text = check.text(*row[1 : 1 + len(check.details)])
                raise failures.with_node(errors.InvalidArgumentError(None, None, text), node)


_DETAILS = 3


def _shapes(args: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(np.shape(a) for a in args)


class StepEvaluator(Evaluator):
    """An evaluator inside a step: random nodes that were not drawn before have a stream of their own."""

    def __init__(self, folded: frozenset[Node], streams: dict[Node, Stream]) -> None:
        super().__init__(folded)
        self.streams = streams

    def extra(self, node: Node, inputs: list[Any]) -> dict[str, Any]:
        return {"stream": self.streams[node]} if node in self.streams else {}


def _separate(results: list[Any], args: Sequence[Any]) -> list[Any]:
    """Results that are an argument or the same value twice are copied: each owns its buffer, so that the state that
    is given away by the next step is nobody else's."""
    seen = {id(a) for a in args}
    separate: list[Any] = []
    for r in results:
        if id(r) in seen and not isinstance(r, np.ndarray):
            r = jnp.copy(r)
        seen.add(id(r))
        separate.append(r)
    return separate
