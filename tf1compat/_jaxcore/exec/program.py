"""`DeviceProgram`: one device segment as a compiled function of arrays."""

from __future__ import annotations

import copy
import functools
import operator
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.exec import checking, replay, rng, towers
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec.by_length import ByLength, SharedPieces
from tf1compat._jaxcore.exec.checking import Checks
from tf1compat._jaxcore.exec.host import to_host
from tf1compat._jaxcore.exec.interrupts import interruptible
from tf1compat._jaxcore.exec.lower import Env, Evaluator
from tf1compat._jaxcore.exec.state import RandomStreams
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import WHILE, RegionNode, all_nodes
from tf1compat._jaxcore.ops.elements import Elements
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.ops.stacks import Stack
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.split_host import Segment
from tf1compat._jaxcore.passes.varying_rows import Varying

_FIRST_ROOM, _MORE = 64, 4  # elements that arrays of unknown size get at first; how many times more then


class DeviceProgram:
    """Compiles a segment once per value of its static inputs (and, by jit, per shape of the others).

    Attributes:
      inputs: the values to call it with, in order; static ones are given apart.
      static: values that must be concrete.
      outputs: what a call returns, in order.
    """

    def __init__(
        self,
        segment: Segment,
        folded: frozenset[Node],
        donated: Mapping[Value, Value],
        session: RandomStreams,
        growing: frozenset[Node] = frozenset(),
        varying: Varying | None = None,
    ) -> None:
        """`session` knows the seeds of random ops.

        `donated`: initial values of variables whose buffers are given away, and the final values made of them.
        `growing`: loops whose arrays may grow. `varying`: what to do about rows too many; its segment is this one.
        """
        self.varying = varying
        loops = [n for n in segment.nodes if isinstance(n, RegionNode) and n in growing]
        self.growing = frozenset(n for n in loops if n.trips not in segment.static)
        used = {*segment.outputs, *(v for n in segment.nodes for v in n.inputs)}
        self._counted_only = frozenset(n for n in self.growing if not any(v in used for v in n.outputs))
        self._room = _FIRST_ROOM
        self.segment = segment
        self.folded = folded
        self.session = session
        self.static = tuple(v for v in segment.inputs if v in segment.static)
        self.inputs = tuple(v for v in segment.inputs if v not in segment.static)
        self.outputs = segment.outputs
        self._alarms = [n.alarm for n in segment.nodes if isinstance(n, RegionNode) and n.alarm is not None]
        self.has_checks = bool(self._alarms) or any(n.opdef.check is not None for n in segment.nodes)
        self.has_draws = any(n.opdef.effect == "random" for n in segment.nodes)
        checked_before: tuple[Node, ...] = () if varying is None else (*varying.checked, *varying.counts)
        self._checked = [n for n in segment.nodes if n.opdef.check is not None and n not in checked_before]
        self._checks: dict[Any, Checks] = {}  # by `_key`
        self._call = threading.local()  # `args` of a call that may have to be traced; its draws
        self._donated = [i for i, v in enumerate(self.inputs) if v in donated]
        mine = [(i, v, donated[v]) for i, v in enumerate(self.inputs) if v in donated] if self.has_checks else []
        by_rows = {new: checking.sparse_writes(old, new) for _, old, new in mine}
        self._sparse = frozenset(n for nodes in by_rows.values() for n in nodes)
        self._dense = [(i, self.outputs.index(new)) for i, _, new in mine if not by_rows[new]]
        self._unchanged = [(i, self.outputs.index(new)) for i, _, new in mine]  # where a check failed
        self._endless: list[Node] = []  # loops with an unknown number of steps, once they are traced
        self._mesh = towers.mesh_of(segment.nodes)
        self._pieces = SharedPieces()
        self._compiled: dict[Any, tuple[Callable[..., Any], list[rng.Draw]]] = {}

    def simple(self) -> Callable[..., Any] | None:
        """The compiled function itself, where a call needs nothing but the inputs."""
        if self.static or self.has_draws:
            return None
        return self._jit(self._function({}, []))

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
        if self._alarms:
            self._call.draws = draws, drawn
        if self.growing:
            return self._call_with_room(key, static, draws, [*args, *drawn])
        return function(*args, *drawn)

    def _call_with_room(self, key: Any, static: Sequence[Any], draws: list[rng.Draw], args: list[Any]) -> Sequence[Any]:
        """Call with more and more room for the arrays that grow, until it is enough."""
        while True:
            sized = (key, self._room)
            if sized not in self._compiled:
                function = self._function(dict(zip(self.static, static)), draws, self._room)
                self._compiled[sized] = self._jit(function), draws
            *results, enough = self._compiled[sized][0](*args)
            if enough:
                return [r.closed() if isinstance(r, Elements | Stack) else r for r in results]
            self._room *= _MORE

    def _jit(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not any(n.opdef is WHILE for n in all_nodes(self.segment.nodes)):
            return compiling.jit(function, self._donated, self._mesh)
        sized = [i for i, v in enumerate(self.inputs) if not shapes.is_fully_defined(v.dims)]
        if (sized or self.static) and self._mesh is None and not self.growing:
            return interruptible(ByLength(function, self._donated, sized, self._pieces), self._endless)
        return interruptible(compiling.jit(function, self._donated, self._mesh), self._endless)

    def _compile(self, args: Sequence[Any], static: Env) -> tuple[Callable[..., Any], list[rng.Draw]]:
        draws: list[rng.Draw] = []
        if self.has_draws:
            draws = rng.find_draws(self.segment.nodes, self.folded, self.inputs, args, static)
        return self._jit(self._function(static, draws)), draws

    def _function(self, static: Env, draws: list[rng.Draw], room: int = 0) -> Callable[..., Any]:
        """The segment as a pure function: inputs, then for each draw its array or the three words of its stream."""
        inputs, outputs, nodes, n = self.inputs, self.outputs, self.segment.nodes, len(self.inputs)

        def run(*args: Any) -> list[Any]:
            env: Env = {**static, **dict(zip(inputs, args))}
            streams = _take_draws(draws, args[n:], env)
            checks = Checks(self._checked, args[:n], getattr(self._call, "args", ()))
            evaluator = StepEvaluator(self.folded, self.session, streams, checks, self._sparse)
            evaluator.growing, evaluator.counted_only, evaluator.room = self.growing, self._counted_only, room
            evaluator.varying = self.varying
            evaluator.endless = self._endless
            asked = [v for node in self._checked for v in node.inputs if v is not ABSENT]
            evaluator.run(nodes, env, [*outputs, *asked, *self._alarms])
            results = [env[v] for v in outputs]
            if self._mesh is not None:
                results = towers.on_all_devices(self._mesh, results)
            room_report = [functools.reduce(operator.and_, evaluator.enough)] if self.growing else []
            if not self.has_checks:
                return [*_separate(results, args[:n]), *room_report]
            checks.look(env)
            checks.look_inside(nodes, env)
            results = _separate(self._keep(checks.failed, results, args[:n]), args[:n])
            report = checks.report()
            self._checks[_key(args[:n], static.values())] = checks
            return [*results, report, *room_report]

        return run

    def refuse_given(self, args: Sequence[Any], static: Sequence[Any] = ()) -> None:
        """Before a call: raise where arguments alone make a check fail. A call that has to be traced does it then."""
        checks = self._checks.get(_key(args, static))
        if checks is None:
            self._call.args = args
        else:
            checks.refuse_given(args)

    def raise_failed(self, results: Sequence[Any], args: Sequence[Any], static: Sequence[Any] = ()) -> None:
        """Raise for the first check that failed in the call with `args` and `static` that gave `results`."""
        report = results[-1]
        if report is not None:
            again = functools.partial(self._raise_again, results, args, static)
            self._checks[_key(args, static)].raise_failed(report, again)

    def _raise_again(
        self, results: Sequence[Any], args: Sequence[Any], static: Sequence[Any], refusing: RegionNode
    ) -> None:
        """Let the kernel in `refusing` that refused its inputs say so, in a second run on the host."""
        given = list(args)
        for at, new in self._unchanged:
            given[at] = results[new]
        env: Env = {**dict(zip(self.static, static)), **dict(zip(self.inputs, given))}
        draws, drawn = getattr(self._call, "draws", ((), ()))
        streams = _take_draws(draws, drawn, env)
        evaluator = _OnceMore(self.folded, self.session, streams, None, frozenset())
        evaluator.varying = self.varying
        with compiling.x64():
            replay.raise_again(evaluator, self.segment.nodes, refusing, env)

    def _keep(self, failed: Any, results: list[Any], args: Sequence[Any]) -> list[Any]:
        """Variables whose buffers were given away keep their values where a check failed."""
        if failed is None:
            return results
        kept = list(results)
        for at, new in self._dense:
            kept[new] = lax.select(failed, jnp.asarray(args[at]), jnp.asarray(results[new]))
        return kept


def _take_draws(draws: Sequence[rng.Draw], given: Sequence[Any], env: Env) -> dict[Node, Stream]:
    """The streams that `given` tells of; what was drawn before goes into `env`."""
    rest = iter(given)
    streams: dict[Node, Stream] = {}
    for item in draws:
        if item.inputs is not None:
            env[item.node.outputs[0]] = next(rest)
        else:
            streams[item.node] = Stream(next(rest), next(rest), next(rest))
    return streams


def _key(args: Sequence[Any], static: Iterable[Any]) -> tuple[Any, ...]:
    """What a trace depends on."""
    return tuple(np.shape(a) for a in args), tuple((v.dtype.str, v.shape, v.tobytes()) for v in static)


class StepEvaluator(Evaluator):
    """An evaluator inside a step.

    Random nodes that were not drawn before have a stream of their own. Behind a failed check `sparse` nodes write
    nothing.
    """

    def __init__(
        self,
        folded: frozenset[Node],
        session: RandomStreams,
        streams: dict[Node, Stream],
        checks: Checks | None,
        sparse: frozenset[Node],
    ) -> None:
        super().__init__(folded)
        self.session = session
        self.streams = streams
        self.checks = checks
        self.sparse = sparse
        self.given_seeds: dict[Node, tuple[Any, Any]] = {}
        self.varying: Varying | None = None

    def run_node(self, node: Node, env: Env) -> None:
        if self.varying is not None and node in self.varying.outside:
            self._run_without_rest(self.varying, node, env)
        else:
            self._run_node(node, env)

    def _run_without_rest(self, varying: Varying, node: Node, env: Env) -> None:
        """Run `node` with row numbers that, in the rows too many, point to no place."""
        if node in self.sparse and not self.differentiated:
            assert self.checks is not None
            self.checks.look(env)  # at the rows as they are
        before = {value: env[value] for value, _ in varying.outside[node]}
        for value, group in varying.outside[node]:
            env[value] = _without_rest(before[value], env[varying.sizes[group]])
        found = varying.counts.get(node)
        if found is None:
            self._run_node(node, env)
        elif not all(v in env for v in node.outputs):
            groups = int(env[found[1]])
            env.update(zip(node.outputs, node.opdef([env[v] for v in node.inputs], node.kernel_attrs, groups=groups)))
        env.update(before)

    def _run_node(self, node: Node, env: Env) -> None:
        if node not in self.sparse or self.differentiated:
            super().run_node(node, env)
            return
        assert self.checks is not None
        self.checks.look(env)
        failed = self.checks.failed
        where = checking.index_input(node, node.outputs[0])
        assert where is not None
        indices = env[where]
        if failed is not None:
            env[where] = jnp.where(failed, np.asarray(-1, indices.dtype), indices)  # no row: nothing is written
        super().run_node(node, env)
        env[where] = indices

    def may_share(self, nodes: Sequence[Node]) -> bool:
        changed = () if self.varying is None else self.varying.outside
        return not any(n in self.growing or n in changed for n in nodes)

    def words(self, node: Node) -> list[Any]:
        if node in self.streams:
            return list(self.streams[node])
        return list(self.seeds(node)) if node.attrs.get("_positioned") else []

    def replaying(self, words: Mapping[Node, Sequence[Any]]) -> Self:
        other = copy.copy(self)
        other.streams = {**self.streams, **{n: Stream(*w) for n, w in words.items() if n in self.streams}}
        other.given_seeds = {**self.given_seeds, **{n: (w[0], w[1]) for n, w in words.items() if n not in self.streams}}
        return other

    def seeds(self, node: Node) -> tuple[Any, Any]:
        return self.given_seeds.get(node) or self.session.seeds(node)

    def extra(self, node: Node, inputs: list[Any]) -> dict[str, Any]:
        return {"stream": self.streams[node]} if node in self.streams else {}


class _OnceMore(StepEvaluator):
    """Runs what a compiled step did node by node, on NumPy arrays."""

    is_host = True

    def run_node(self, node: Node, env: Env) -> None:
        super().run_node(node, env)
        env.update((v, to_host(env[v])) for v in node.outputs)


def _without_rest(x: Any, rows: Any) -> Any:
    """Row numbers `x`, of which all after the first `rows` rows point to no place."""
    x = jnp.asarray(x)
    real = lax.lt(lax.broadcasted_iota(np.int32, x.shape, 0), lax.broadcast(rows, x.shape))
    return lax.select(real, x, lax.full_like(x, np.iinfo(x.dtype).max))


def _separate(results: list[Any], args: Sequence[Any]) -> list[Any]:
    """Results that are an argument or the same value twice are copied: each owns its buffer, so that the state that
    is given away by the next step is nobody else's."""
    seen = {id(a) for a in args}
    separate: list[Any] = []
    for r in results:
        if id(r) in seen and not isinstance(r, np.ndarray):
            r = jax.tree.map(jnp.copy, r)  # tensor arrays and stacks are trees
        seen.add(id(r))
        separate.append(r)
    return separate
