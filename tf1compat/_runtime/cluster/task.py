"""`TaskRuntime`: what one task of a cluster owns, and the parts of steps that sessions have registered there."""

from __future__ import annotations

import itertools
import os
import random
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

from tf1compat._jaxcore.base import errors, shapes, waiting
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.exec.step import make_step
from tf1compat._jaxcore.ir.build import GraphBuilder
from tf1compat._jaxcore.ir.import_graph import import_graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes.order_effects import variable_key
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._runtime.resources import LocalResources, SharedResources

Step = Callable[[Sequence[Any]], Sequence[Any]]
# ops that call functions of the Python process that built the graph, or write where the task's user may not expect it
_CODE = frozenset({"PyFunc", "PyFuncStateless", "EagerPyFunc"})


class TaskSession:
    """What one session has in one task: random streams, queues of its own, and its prepared parts."""

    def __init__(self, container: Container, task: LocalResources) -> None:
        self.resources = SharedResources(task)
        self.container = container.with_resources(self.resources)
        self._reason: errors.OpError = errors.CancelledError(None, None, "Session has been closed.")
        self.streams = RandomStreams()
        self._lock = threading.Lock()
        self._running: set[waiting.Cancellation] = set()
        self.closed = False

    def step(
        self, fetches: Sequence[Value], targets: Sequence[Node], feeds: Sequence[Value], once: bool = False
    ) -> Step:
        """A function from fed to fetched values, which ends when the session is closed."""
        inner = make_step(fetches, targets, feeds, self.container, self.streams, once)
        self._check_shapes(prune(fetches, targets, feeds).nodes)

        def run(values: Sequence[Any], cancellation: waiting.Cancellation | None = None) -> Sequence[Any]:
            own = cancellation or waiting.Cancellation()
            with self._lock:
                if self.closed:
                    raise self._reason
                self._running.add(own)
            try:
                with waiting.listening(own.cancel), waiting.cancelled_by(own):
                    return inner(values)
            except errors.CancelledError:
                if self.closed:
                    raise errors.CancelledError(
                        None, None, "Step was cancelled by an explicit call to `Session::Close()`."
                    ) from None
                raise
            finally:
                with self._lock:
                    self._running.discard(own)

        return run

    def _check_shapes(self, nodes: Sequence[Node]) -> None:
        """Refuse to give a variable that another graph has made a value of another shape."""
        for node in nodes:
            if node.type != "Assign" or not node.attrs.get("validate_shape", True):
                continue
            variable = node.inputs[0].node
            value = self.container.slot(variable_key(variable)).value
            given = node.inputs[1].dims
            if value is not None and not shapes.is_compatible(given, value.shape):
                raise errors.InvalidArgumentError(
                    None,
                    node,
                    "Assign requires shapes of both tensors to match. "
                    f"lhs shape= {_plain(value.shape)} rhs shape= {_plain(given or ())}",
                )

    def close(self, reason: errors.OpError | None = None) -> None:
        """Cancel what waits; variables and shared queues stay. Later steps raise `reason`."""
        with self._lock:
            self.closed = True
            self._reason = reason or self._reason
            running = list(self._running)
        for cancellation in running:
            cancellation.cancel()
        self.resources.close()


class TaskRuntime:
    """The variables, queues and sessions of one task.

    Attributes:
      incarnation: a number that tells this task from the one that was there before it was restarted.
      allows_code: whether graphs from other processes may call Python functions of this one.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.incarnation = random.SystemRandom().getrandbits(63) | 1
        self.allows_code = os.environ.get("TF1COMPAT_REMOTE_PY_FUNC") == "1"
        self._resources = LocalResources()
        self._container = Container(self._resources)
        self._lock = threading.Lock()
        self._sessions: dict[str, TaskSession] = {}
        self._parts: dict[tuple[str, int], Step] = {}
        self._numbers = itertools.count()
        self._last_run = time.monotonic()
        compiling.use_persistent_cache()

    @property
    def has_sessions(self) -> bool:
        """Whether somebody has a session here now."""
        return bool(self._sessions)

    def session(self, handle: str, isolated: bool = False) -> TaskSession:
        """The session called `handle`, made at its first use; an `isolated` one shares nothing with others."""
        with self._lock:
            found = self._sessions.get(handle)
            if found is None:
                shared = (Container(), LocalResources()) if isolated else (self._container, self._resources)
                found = self._sessions[handle] = TaskSession(*shared)
            return found

    def register(
        self,
        handle: str,
        graph_def: Any,
        feeds: Any,
        fetches: Any,
        targets: Any,
        isolated: bool = False,
        once: bool = False,
    ) -> int:
        """Prepare a part from another process; returns its number."""
        self._refuse_code(graph_def)
        builder = GraphBuilder()
        nodes = import_graph(graph_def.node, _adder(builder), {}, {}).nodes

        def value(name: str) -> Value:
            node, _, index = name.rpartition(":")
            return nodes[node].outputs[int(index)]

        step = self.session(handle, isolated).step(
            [value(v) for v in fetches], [nodes[t] for t in targets], [value(v) for v in feeds], once
        )
        number = next(self._numbers)
        self._parts[handle, number] = step
        return number

    @property
    def idle_seconds(self) -> float:
        """How long nobody has run a step here."""
        return time.monotonic() - self._last_run

    def run(self, handle: str, number: int, values: Sequence[Any], cancellation: waiting.Cancellation) -> Sequence[Any]:
        """Run a registered part."""
        self._last_run = time.monotonic()
        step: Any = self._parts.get((handle, number))
        if step is None:
            raise self.unknown_session(handle)
        return step(values, cancellation)

    def unknown_session(self, handle: str) -> errors.OpError:
        return errors.AbortedError(
            None,
            None,
            f'Session handle is not found: {handle}. Possibly this worker ("{self.name}") just restarted.',
        )

    def close_session(self, handle: str, reason: errors.OpError | None = None) -> None:
        """Cancel what the session runs, and forget it."""
        with self._lock:
            session = self._sessions.pop(handle, None)
            for key in [k for k in self._parts if k[0] == handle]:
                del self._parts[key]
        if session is not None:
            session.close(reason)

    def reset(self, containers: Collection[str]) -> None:
        """Forget variables and queues (see `tf.Session.reset`), and end all sessions."""
        for handle in list(self._sessions):
            self.close_session(handle, errors.AbortedError(None, None, f"Session {handle} has been reset."))
        names = {"" if c == "localhost" else c for c in containers}
        self._container.reset(names)
        self._resources.reset(names)

    def _refuse_code(self, graph_def: Any) -> None:
        if self.allows_code:
            return
        for node in graph_def.node:
            if node.op in _CODE:
                raise errors.PermissionDeniedError(
                    None,
                    None,
                    f"Node {node.name!r} ({node.op}) would call a Python function in {self.name}, which runs graphs of "
                    "other processes. Place it on the task that builds the graph, or start this task with "
                    "TF1COMPAT_REMOTE_PY_FUNC=1",
                )


def _adder(builder: GraphBuilder) -> Any:
    def add(declared: Any, name: str, inputs: Any, control: Any, attrs: Any, device: str) -> Node:
        return builder.add_node(declared, name, inputs, attrs, control, device)

    return add


def _plain(shape: Sequence[int | None]) -> str:
    """A shape as TF1's kernels write it: `[2,3]`."""
    return f"[{','.join('?' if d is None else str(d) for d in shape)}]"
