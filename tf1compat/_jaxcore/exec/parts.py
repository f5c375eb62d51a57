"""Parts of a step: each takes variables from their slots, runs a piece of the graph, and puts new values back.

Other threads may run steps on the same variables in between, and give their buffers away. So a part reads variables
when it starts, under the container's lock, and holds the lock as long as it uses them; only what may wait for other
threads (queues) runs without it, on copies.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import numpy as np

from tf1compat._formats import own_memory
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.exec import host
from tf1compat._jaxcore.exec.host_plan import HostPlan, is_choice, is_handle
from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.exec.program import DeviceProgram
from tf1compat._jaxcore.exec.roomy import RoomyProgram
from tf1compat._jaxcore.exec.state import Container, RandomStreams, Slot
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode, all_nodes
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.split_host import Segment

Bound = list[tuple[Value, Slot]]


def as_state(value: Any) -> Any:
    """A variable's value in a buffer of its own: what a later step gives away must be nobody else's."""
    if isinstance(value, jax.Array):
        return value
    array = np.asarray(value)
    if array.dtype == object:
        return array
    if own_memory.is_own(array):
        array.flags.writeable = False  # JAX keeps it as it is; a program that uses it up copies it
        return jax.device_put(array)
    if array.ctypes.data % 64 == 0:
        array = np.array(array)  # jax 0.10 shares such memory, whatever `may_alias` says
    # one copy, where `jnp.array` makes two; the caller may write to the array once it has been read
    return jax.device_put(array, may_alias=False).block_until_ready()


def own_copy(value: Any) -> Any:
    """A NumPy array that stays what it is when the variable's buffer is given away."""
    return np.array(value)


class Part:
    """A piece of a step; `loads` and `stores` are the variables that it takes and puts back."""

    def __init__(self, inputs: Iterable[Value], outputs: Iterable[Value], container: Container) -> None:
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self.container = container
        self.loads: Bound = []
        self.stores: Bound = []

    def run(self, env: Env) -> None:
        """Run on `env`, where the values of earlier parts are."""
        raise NotImplementedError

    def _lock(self) -> Any:
        return self.container.lock if self.loads or self.stores else contextlib.nullcontext()

    def _store(self, env: Env) -> None:
        for value, slot in self.stores:
            slot.value = as_state(env[value])


_FEW_ELEMENTS = 1 << 14
_FEW_NODES = 8
_MOMENTARY_NODES = 64


class DevicePart(Part):
    """A compiled segment. `given_away`: new values of variables whose old buffers the call uses up.

    Between host parts, a little arithmetic on a few elements (a record's pixels, the global step) is done by NumPy: that
    takes less time than it takes to start a program.
    """

    def __init__(
        self,
        segment: Segment,
        program: DeviceProgram,
        given_away: frozenset[Value],
        container: Container,
        streams: RandomStreams,
        roomy: RoomyProgram | None = None,
        device: Any = None,
    ) -> None:
        super().__init__(segment.inputs, segment.outputs, container)
        self.program = program
        self.roomy = roomy
        self.device = device  # of a step that uses several
        self.given_away = given_away
        self.streams = streams
        self.nodes = segment.nodes
        self.was_small = False
        self.small: HostPlan | None = None
        if len(self.nodes) <= _MOMENTARY_NODES and all(_is_plain(n) for n in self.nodes):
            self.small = HostPlan(self.nodes, segment.inputs, segment.outputs, streams, container)

    def run(self, env: Env) -> None:
        program = self.program
        if self.small is not None and not self.stores and (not self.loads or self._load_small(env)):
            if self._run_small(self.small, env):
                return
        with self._lock():
            for value, slot in self.loads:
                env[value] = slot.value
            static = [np.asarray(env[v]) for v in program.static]
            args = [env[v] for v in program.inputs]
            if self.device is not None:
                args = jax.device_put(args, self.device)
            sizes = None
            if self.roomy is not None:
                fitted = self.roomy.fit(args, static)
                if fitted is not None:
                    program, (args, static, sizes) = self.roomy.roomy, fitted
            if program.has_checks:
                program.refuse_given(args, static)
            results = program(args, static, self.streams)
            if self.roomy is not None and sizes is not None:
                results = self.roomy.cut(results, sizes)
            env.update(zip(program.outputs, results))
            if self.device is not None and self.stores:
                self._bring_home(env)
            if program.has_checks:
                try:
                    program.raise_failed(results, args, static)
                except errors.OpError:
                    for value, slot in self.stores:
                        if value in self.given_away:
                            slot.value = env[value]
                    raise
            self._store(env)

    def _bring_home(self, env: Env) -> None:
        """Variables are on the first device, where other programs look for them."""
        for value, _ in self.stores:
            env[value] = jax.device_put(env[value], jax.local_devices()[0])

    def _load_small(self, env: Env) -> bool:
        """Take copies of variables of a few elements, if there is little to do with them."""
        if len(self.nodes) > _FEW_NODES:
            return False
        with self.container.lock:
            if any(slot.value.size > _FEW_ELEMENTS for _, slot in self.loads):
                return False
            for value, slot in self.loads:
                env[value] = own_copy(slot.value)
        return True

    def _run_small(self, small: HostPlan, env: Env) -> bool:
        """Whether NumPy could do it. Results of earlier programs stay where they are."""
        args = [env[v] for v in self.inputs]
        if not all(isinstance(x, (np.ndarray, np.generic)) for x in args):
            return False
        if sum(x.size for x in args) > _FEW_ELEMENTS:
            return False
        results = small.attempt(args)
        if results is None:
            self.small = None
            return False
        self.was_small = True
        env.update(zip(self.outputs, results))
        return True


def _is_plain(node: Node) -> bool:
    if isinstance(node, RegionNode):
        return is_choice(node)
    return node.opdef.effect is None and node.type != "Gradient"


class HostPart(Part):
    """Nodes that run one by one; they hold the lock while they use variables, unless they wait for other threads."""

    def __init__(
        self,
        nodes: Sequence[Node],
        inputs: Iterable[Value],
        outputs: Iterable[Value],
        container: Container,
        streams: RandomStreams,
    ) -> None:
        super().__init__(inputs, outputs, container)
        self.nodes = nodes
        self.streams = streams
        self.plan: HostPlan | None = None
        if not any(n.type == "Gradient" for n in nodes):
            self.plan = HostPlan(nodes, self.inputs, self.outputs, streams, container)
        self.waits = any(n.opdef.waits for n in all_nodes(nodes))

    def run(self, env: Env) -> None:
        if not self.waits:
            with self._lock():
                self._load(env)
                self._evaluate(env)
                self._store(env)
            return
        with self._lock():
            self._load(env)
        self._evaluate(env)
        with self._lock():
            self._store(env)

    def _load(self, env: Env) -> None:
        for value, slot in self.loads:
            env[value] = own_copy(slot.value)

    def _evaluate(self, env: Env) -> None:
        if self.plan is None:
            host.run_on_host(self.nodes, env, self.streams, self.container, self.outputs)
        else:
            env.update(zip(self.outputs, self.plan([env[v] for v in self.inputs])))


def host_parts(segment: Segment, container: Container, streams: RandomStreams) -> list[Part]:
    """A host segment, cut so that nodes which wait stand apart from those which use variables.

    Constants and handles cost nothing: each piece has those that it uses.
    """
    pieces: list[list[Node]] = []
    if any(n.type == "Gradient" for n in segment.nodes):
        pieces.append(list(segment.nodes))
    else:
        free = {n for n in segment.nodes if n.type == "Const" or is_handle(n)}
        used = {v.node for n in segment.nodes for v in n.inputs} - {v.node for v in segment.outputs}
        last = None
        for node in segment.nodes:
            if node in free and node in used:
                continue
            waits = any(n.opdef.waits for n in all_nodes([node]))
            if waits != last:
                pieces.append([])
                last = waits
            pieces[-1].append(node)
        for piece in pieces:
            given = {v.node for n in piece for v in n.inputs} & free - set(piece)
            piece[:0] = [n for n in segment.nodes if n in given]
    return [
        HostPart(
            piece,
            from_outside(piece),
            [v for n in piece for v in n.outputs],
            container,
            streams,
        )
        for piece in pieces
    ]


def from_outside(nodes: Sequence[Node]) -> list[Value]:
    """What `nodes` take that none of them makes."""
    made = {v for n in nodes for v in n.outputs}
    return [v for v in dict.fromkeys(v for n in nodes for v in n.inputs) if v not in made and v is not ABSENT]


def bind(parts: Sequence[Part], graph: Graph, container: Container) -> frozenset[Value]:
    """Set the `loads` and `stores` of each part; returns the final values of variables that some part stores.

    A part takes the newest value from the slot. Where it overwrites a variable whose old value is still needed later,
    it keeps the old value.
    """
    old = {value: key for key, value in graph.state_in.items()}
    new = {value: key for key, value in graph.state_out.items() if value not in old}
    last_use = {v: i for i, part in enumerate(parts) for v in part.inputs}
    last_use.update((v, len(parts)) for v in graph.fetches)
    written: set[str] = set()
    for i, part in enumerate(parts):
        loads = {v: old[v] for v in part.inputs if v in old and old[v] not in written}
        loads.update((v, new[v]) for v in part.inputs if v in new and new[v] in written)
        stores = {v: new[v] for v in part.outputs if v in new and new[v] not in written}
        for key in stores.values():
            before = graph.state_in.get(key)
            if before is not None and last_use.get(before, -1) > i:
                loads[before] = key
        written.update(stores.values())
        part.loads = [(v, container.slot(k)) for v, k in loads.items()]
        part.stores = [(v, container.slot(k)) for v, k in stores.items()]
    return frozenset(v for part in parts for v, _ in part.stores)
