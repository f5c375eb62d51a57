"""`Step`: everything one `Session.run` signature needs, prepared once: pruned, ordered, split, compiled."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from tf1compat._jaxcore.base import errors, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec import host, towers
from tf1compat._jaxcore.exec.host_plan import HostPlan
from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.exec.parts import DevicePart, HostPart, Part, as_state, bind, host_parts, own_copy
from tf1compat._jaxcore.exec.program import DeviceProgram
from tf1compat._jaxcore.exec.roomy import RoomyProgram
from tf1compat._jaxcore.exec.state import Container, RandomStreams, Slot
from tf1compat._jaxcore.exec.waiting_parts import waiting_parts
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import all_nodes
from tf1compat._jaxcore.passes.by_device import by_device
from tf1compat._jaxcore.passes.functional import functional
from tf1compat._jaxcore.passes.functionalize import functionalize
from tf1compat._jaxcore.passes.inline import inline
from tf1compat._jaxcore.passes.order_effects import STREAM, order_effects
from tf1compat._jaxcore.passes.own_gradients import own_gradients
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.questions import questions
from tf1compat._jaxcore.passes.sections import sections
from tf1compat._jaxcore.passes.split_host import Segment, split_host
from tf1compat._jaxcore.passes.static_inputs import Statics, static_inputs
from tf1compat._jaxcore.passes.varying_rows import varying_rows
from tf1compat._jaxcore.passes.windows import windows


def make_step(
    fetches: Sequence[Value],
    targets: Sequence[Node],
    feeds: Sequence[Value],
    container: Container,
    streams: RandomStreams,
    once: bool = False,
    per_record: bool = False,
) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """A function from fed values (in the order of `feeds`) to fetched values (in the order of `fetches`).

    `once`: it is part of an initialiser, and not worth a program of its own. `per_record`: it runs for every record of a
    pipeline, where NumPy may be done before a program has started.

    Raises:
      InvalidArgumentError: a placeholder is needed and not fed.
    """
    pruned = sections(inline(own_gradients(prune(fetches, targets, feeds))))
    check_placeholders(pruned)
    asked = questions(pruned)
    if once and not asked:
        return OneOffStep(pruned, order_effects(functional(functionalize(pruned, None)), None), container, streams)
    if asked:
        return StepByAnswers(pruned, asked, container, streams)
    return _prepared(pruned, container, streams, per_record=per_record)


def _prepared(
    pruned: Graph,
    container: Container,
    streams: RandomStreams,
    answers: Mapping[Value, bool] | None = None,
    per_record: bool = False,
) -> Callable[[Sequence[Any]], Sequence[Any]]:
    plan = make_plan(pruned, container, streams, answers)
    if not isinstance(plan, Step) or (per_record and plan.watch()):
        return plan
    return plan.fast() or plan


def make_plan(
    pruned: Graph, container: Container, streams: RandomStreams, answers: Mapping[Value, bool] | None = None
) -> OneOffStep | Step:
    """The passes after pruning, and what runs their result."""
    graph = order_effects(windows(functional(functionalize(pruned, answers))), answers)
    if _is_one_off(graph) or _only_moves(graph):
        return OneOffStep(pruned, graph, container, streams)
    statics = static_inputs(graph)
    segments = spread(split_host(graph, statics), statics)
    return Step(pruned, graph, statics, segments, container, streams)


def spread(segments: Sequence[Segment], statics: Statics) -> list[Segment]:
    """`segments`, cut by device where this process has several, and their programs do not share these out themselves."""
    if len(jax.local_devices()) == 1:
        return list(segments)
    return [
        piece
        for segment in segments
        for piece in ([segment] if towers.mesh_of(segment.nodes) is not None else by_device(segment, statics))
    ]


def check_placeholders(pruned: Graph) -> None:
    for node in pruned.nodes:
        if node.type in ("Placeholder", "PlaceholderV2"):
            out = node.outputs[0]
            dims = node.attrs.get("shape")
            shape = f" and shape {shapes.debug_text(dims)}" if dims else ""  # TF1: no word of a scalar's
            raise errors.InvalidArgumentError(
                None,
                node,
                f"You must feed a value for placeholder tensor '{node.name}' with dtype {_cpp_name(out.dtype)}{shape}\n"
                f"\t {errors.describe_node(node)}",
            )


def _cpp_name(dtype: DType) -> str:
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.name, dtype.name)


def _is_one_off(graph: Graph) -> bool:
    """Plans that only set variables from constants and draws (initialisers) are not worth a program of their own.

    Nor are those that set a variable to a large array that is fed: a program would copy it once more than needed.
    """
    return (
        bool(graph.state_out)
        and not (graph.state_in or graph.initialized)
        and (not graph.feeds or _only_sets_large_feeds(graph))
        and not any(n.type == "Gradient" or n.opdef.waits for n in all_nodes(graph.nodes))
    )


_LARGE = 1 << 22  # elements


def _only_sets_large_feeds(graph: Graph) -> bool:
    sizes = [shapes.num_elements(v.dims) for v in graph.feeds]
    plain = all(n.opdef.effect == "overwrite" or n.opdef.moves or not n.inputs for n in graph.nodes)
    return plain and any(n is not None and n >= _LARGE for n in sizes)


def _only_moves(graph: Graph) -> bool:
    """Plans that bring variables to files or back, and compute nothing, have nothing to compile either."""

    def moves(node: Node) -> bool:
        declared = node.opdef
        return declared.host or declared.moves or declared.effect in ("overwrite", "read", "io") or not node.inputs

    effects = [n for n in graph.nodes if n.opdef.effect == "io"]
    return bool(effects) and not graph.initialized and all(moves(n) and not n.opdef.waits for n in graph.nodes)


def _device(name: str) -> Any:
    """The device of this process that `"GPU:3"` is; the first one where no name is given."""
    local = jax.local_devices()
    return local[int(name.partition(":")[2] or 0) % len(local)]


SMALL_FEED = 1 << 14  # bytes; of what is no larger, the one who feeds gives steps a copy of their own


def _is_callers(feed: Any) -> bool:
    """Is it an array that the caller may write to after the step? A program may read it as long as it runs."""
    return feed.__class__ is np.ndarray and feed.nbytes > SMALL_FEED


class StepByAnswers:
    """A step whose branches depend on which variables are initialised: one plan for each set of answers."""

    def __init__(
        self, pruned: Graph, asked: Mapping[Value, str | None], container: Container, streams: RandomStreams
    ) -> None:
        self.pruned = pruned
        self.asked = {value: None if key is None else container.slot(key) for value, key in asked.items()}
        self.container = container
        self.streams = streams
        self.plans: dict[tuple[bool, ...], Callable[[Sequence[Any]], Sequence[Any]]] = {}

    def __call__(self, feeds: Sequence[Any]) -> Sequence[Any]:
        answers = tuple(slot is None or slot.value is not None for slot in self.asked.values())
        plan = self.plans.get(answers)
        if plan is None:
            known = dict(zip(self.asked, answers))
            plan = self.plans[answers] = _prepared(self.pruned, self.container, self.streams, known)
        return plan(feeds)


class _Plan:
    """What all kinds of steps share: slots of the variables, and errors about them."""

    def __init__(self, pruned: Graph, graph: Graph, container: Container, streams: RandomStreams) -> None:
        self.pruned = pruned
        self.graph = graph
        self.container = container
        self.streams = streams
        self.read_slots: list[tuple[Value, Slot, str]] = [
            (value, container.slot(key), key) for key, value in graph.state_in.items()
        ]
        for _, slot, key in self.read_slots:
            if slot.value is None and key.startswith(STREAM):
                slot.value = np.uint64(0)
        self.write_slots: list[tuple[Value, Slot]] = [
            (value, container.slot(key)) for key, value in graph.state_out.items()
        ]

    def uninitialized(self) -> Exception:
        """The error for the first variable that is read and has no value (TF1's words)."""
        key = next(key for _, slot, key in self.read_slots if slot.value is None)
        variable = self.graph.variables[key]
        out = variable.outputs[0]
        reader = next((n for n in self.pruned.nodes if out in n.inputs and n.type != "Assign"), variable)
        where = errors.describe_node(reader)
        if variable.type == "VarHandleOp":
            if reader.type.startswith(_LOOKING_UP):
                missing = f"Resource localhost/{key}/N10tensorflow3VarE does not exist."
                return errors.NotFoundError(None, reader, f"{missing}\n\t {where}")
            return errors.FailedPreconditionError(
                None,
                reader,
                f"Error while reading resource variable {key} from Container: localhost. This could mean that the "
                f"variable was uninitialized. Not found: Resource localhost/{key} does not exist.\n\t {where}",
            )
        if any(v is out for v in self.pruned.fetches):
            # TF1: a fetched reference is read by a node of the runtime's own
            where = f"[[{{{{node _retval_{variable.name}_0_0}}}}]]"
        return errors.FailedPreconditionError(
            None, reader, f"Attempting to use uninitialized value {variable.name}\n\t {where}"
        )


# TF1: these do not find a variable without a value; others read it
_LOOKING_UP = ("AssignAddVariableOp", "AssignSubVariableOp", "ResourceGather", "ResourceScatter")


class OneOffStep(_Plan):
    """Runs every node by itself on NumPy arrays: no compilation, and rounding after every operation as in TF1."""

    def __call__(self, feeds: Sequence[Any]) -> Sequence[Any]:
        env: Env = dict(zip(self.graph.feeds, feeds))
        # what writes variables to files keeps others from giving their buffers away meanwhile
        lock = self.container.lock if self.read_slots else contextlib.nullcontext()
        with lock, compiling.x64():
            for value, slot, _ in self.read_slots:
                if slot.value is None:
                    raise self.uninitialized()
                env[value] = slot.value
            host.run_on_host(self.graph.nodes, env, self.streams, self.container, self.graph.outputs)
            for value, slot in self.write_slots:
                slot.value = as_state(env[value])
        return [env[v] for v in self.graph.fetches]


class Step(_Plan):
    """Runs device and host parts in turn; a step without host parts is alone with the variables."""

    def __init__(
        self,
        pruned: Graph,
        graph: Graph,
        statics: Statics,
        segments: Sequence[Segment],
        container: Container,
        streams: RandomStreams,
    ) -> None:
        super().__init__(pruned, graph, container, streams)
        uses: dict[Value, int] = {}
        for segment in segments:
            for value in segment.inputs:
                uses[value] = uses.get(value, 0) + 1
        fetched = set(graph.fetches)
        again = [s for s in segments if any(n in statics.growing for n in s.nodes)]  # may be called once more
        donated = {
            value: graph.state_out[key]
            for key, value in graph.state_in.items()
            if key in graph.state_out
            and uses.get(value) == 1
            and value not in fetched
            and graph.state_out[key] is not value
            and shapes.is_fully_defined(value.dims)
            and any(value in s.inputs and graph.state_out[key] in s.outputs for s in segments if s not in again)
        }
        self.given_away = frozenset(donated.values())
        self.has_host = any(s.on_host for s in segments)
        is_spread = any(s.device for s in segments)
        self.varies = False  # numbers of rows may differ from step to step
        self.program: DeviceProgram | None = None
        self.parts: list[Part] = []
        for segment in segments:
            if segment.at_once is not None:
                self.parts.extend(waiting_parts(segment, segment.at_once, container, streams))
                continue
            if segment.on_host:
                self.parts.extend(host_parts(segment, container, streams))
                continue
            program = self.program = DeviceProgram(segment, statics.folded, donated, streams, statics.growing)
            varying = None if is_spread else varying_rows(segment, graph, statics)
            roomy = None
            if varying is not None:
                folded = statics.folded - varying.unfolded
                other = DeviceProgram(varying.segment, folded, donated, streams, varying=varying)
                roomy = RoomyProgram(program, other, varying, streams, container)
            self.varies = self.varies or roomy is not None
            device = _device(segment.device) if is_spread else None
            self.parts.append(DevicePart(segment, program, self.given_away, container, streams, roomy, device))
        self.stored = bind(self.parts, graph, container)
        current = {v: container.slot(k) for k, v in graph.state_in.items() if graph.state_out.get(k, v) is v}
        current.update((v, slot) for v, slot in self.write_slots if v in self.stored)
        self.fetched_slots = [(v, current[v]) for v in graph.fetches if v in current]
        self.whole: Callable[[Sequence[Any]], Sequence[Any]] | None = None
        self._may_join = self.has_host and not (self.read_slots or self.write_slots or graph.initialized)

    def fast(self) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
        """For the usual plan, one device segment that computes everything: a function with nothing to decide."""
        program = self.program
        if len(self.parts) != 1 or self.graph.initialized or self.varies:
            return None
        if program is None or program.static or program.growing:
            return None
        function = program.simple() or (lambda *args: program(args, (), self.streams))
        outputs = list(program.outputs)
        fetches = self.graph.fetches
        if not all(v in outputs for v in (*fetches, *(v for v, _ in self.write_slots))):
            return None
        feeds = {v: i for i, v in enumerate(self.graph.feeds)}
        slots = {v: s for v, s, _ in self.read_slots}
        sources = [slots.get(v, feeds.get(v)) for v in program.inputs]
        if any(s is None for s in sources):
            return None
        fetched = [outputs.index(v) for v in fetches]
        checks = (program.refuse_given, program.raise_failed) if program.has_checks else (None, None)
        alone = bool(self.write_slots) or program.has_draws
        return self._fast(function, *checks, sources, fetched, outputs, alone)

    def _fast(
        self,
        function: Any,
        refuse: Any,
        verify: Any,
        sources: list[Any],
        fetched: list[int],
        outputs: list[Value],
        alone: bool,
    ) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """`refuse` and `verify` look at the checks before and after; `alone`: variables or random streams move on."""
        read = [s for s in sources if isinstance(s, Slot)]
        written = [(slot, outputs.index(value)) for value, slot in self.write_slots]
        kept = [(slot, i) for slot, i in written if outputs[i] in self.given_away]
        stored = {i for _, i in written}  # another thread may give these away at once
        scope, lock = compiling.x64, self.container.lock

        def gather(feeds: Sequence[Any]) -> list[Any]:
            return [s.value if s.__class__ is Slot else feeds[s] for s in sources]

        def run(feeds: Sequence[Any]) -> Sequence[Any]:
            args = gather(feeds)
            if any(slot.value is None for slot in read):
                raise self.uninitialized()
            if refuse is not None:
                refuse(args)
            with scope():
                results = function(*args)
            if verify is not None:
                verify(results, args)
            return [results[i] for i in fetched]

        def run_writing(feeds: Sequence[Any]) -> Sequence[Any]:
            with lock:
                args = gather(feeds)
                for slot in read:
                    if slot.value is None:
                        raise self.uninitialized()
                if refuse is not None:
                    refuse(args)
                with scope():
                    results = function(*args)
                if any(map(_is_callers, feeds)):
                    jax.block_until_ready(results[0])
                if verify is not None:
                    try:
                        verify(results, args)
                    except errors.OpError:
                        for slot, i in kept:
                            slot.value = results[i]
                        raise
                for slot, i in written:
                    slot.value = results[i]
                return [own_copy(results[i]) if i in stored else results[i] for i in fetched]

        def run_reading(feeds: Sequence[Any]) -> Sequence[Any]:
            with lock:  # or another thread might give a buffer away before it is used
                return run(feeds)

        return run_writing if alone else run_reading if read else run

    def __call__(self, feeds: Sequence[Any]) -> Sequence[Any]:
        if self.whole is not None:
            return self.whole(feeds)
        env: Env = dict(zip(self.graph.feeds, feeds))
        with compiling.x64():
            with contextlib.nullcontext() if self.has_host else self.container.lock:
                self._run(env)
                with self.container.lock:
                    if any(map(_is_callers, feeds)):
                        jax.block_until_ready([slot.value for _, slot in self.write_slots])
                    for value, slot in self.fetched_slots:
                        env[value] = own_copy(slot.value)
        if self._may_join:
            self._join()
        return [env[v] for v in self.graph.fetches]

    def watch(self) -> bool:
        """Let the first run tell whether NumPy can do all of it, if it may be asked."""
        reads = self.read_slots or self.write_slots or self.graph.initialized
        self._may_join = not reads and all(
            isinstance(p, HostPart) or (isinstance(p, DevicePart) and p.small is not None) for p in self.parts
        )
        return self._may_join

    def keep_parts(self) -> None:
        """Never join the parts: somebody looks at them one by one."""
        self._may_join = False

    def _join(self) -> None:
        """Where NumPy did all of it, there need be no parts from now on."""
        self._may_join = False
        nodes: dict[Node, None] = {}
        for part in self.parts:
            if not (isinstance(part, HostPart) and part.plan or isinstance(part, DevicePart) and part.was_small):
                self.whole = self.fast()
                return
            nodes.update(dict.fromkeys(part.nodes))
        plan = HostPlan(tuple(nodes), self.graph.feeds, self.graph.fetches, self.streams, self.container)
        self.whole = functools.partial(compiling.in_x64, plan)

    def _run(self, env: Env) -> None:
        for value, slot, _ in self.read_slots:
            if slot.value is None:
                raise self.uninitialized()
            env[value] = slot.value
        for value, key in self.graph.initialized.items():
            env[value] = np.bool_(self.container.slot(key).value is not None)
        for part in self.parts:
            part.run(env)
        for value, slot in self.write_slots:
            if value not in self.stored and value in env:
                slot.value = as_state(env[value])
