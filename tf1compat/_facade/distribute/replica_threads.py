"""Calls a function once for each replica, in threads of which only one runs at a time.

    replica 0: gradients ──┐ merge_call             ┌── rest
    replica 1: gradients ──┘ one call for all, here └── rest

Replicas run one after the other up to a `merge_call`; there the function that they all give is called once, with the
values of all, and they go on. Variables are made by replica 0, and found by the others.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context, framework, variable_scope
from tf1compat._facade.constants import constant
from tf1compat._facade.distribute import distribute_context, values
from tf1compat._facade.graph_scopes import Stacks
from tf1compat._facade.variable_base import variable_creator_scope


def call_for_each(strategy: Any, devices: Sequence[str], function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What `function` gives for each replica, as one structure of PerReplica values."""
    graph = context.get_default_graph()
    made: dict[str, list[Any]] = {}
    outside = _State(graph)
    threads = [_Replica(strategy, i, device, function, args, kwargs, made) for i, device in enumerate(devices)]
    try:
        while not all(t.done for t in threads):
            for thread in threads:
                thread.resume()
                if thread.error is not None:
                    raise thread.error
            waiting = [t for t in threads if t.call is not None]
            if waiting and len(waiting) < len(threads):
                raise RuntimeError("Some replicas call merge_call, and others have ended: all must do the same")
            if waiting:
                _merge(strategy, threads)
    finally:
        outside.restore()
    outside.keep_counts(threads[0].counts)
    return values.regroup([t.result for t in threads])


def _merge(strategy: Any, threads: Sequence[_Replica]) -> None:
    """One call of the function that all replicas wait for."""
    calls = [t.call for t in threads]
    function = calls[0][0]
    args, kwargs = values.regroup([c[1] for c in calls]), values.regroup([c[2] for c in calls])
    first = threads[0].state
    first.restore()
    with distribute_context.entered(strategy, None), framework.name_scope(first.scope):
        result = function(strategy, *args, **kwargs)
    for i, thread in enumerate(threads):
        thread.answer, thread.call = values.select(i, result), None


class _State:
    """The open blocks of a graph, and the name and variable scopes of a thread."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self.save()

    def save(self) -> None:
        graph = self._graph
        self.scope = graph._scope.name + "/" if graph._scope.name else ""
        self._stacks = graph._stacks
        self._rest = graph._control_flow_context, graph._default_class, graph._attr_scopes
        self._creators = list(graph.scoped_state("variable_creators", list))

    def save_shared(self) -> None:
        """Where the thread has stopped; its name scope is its own."""
        scope = self.scope
        self.save()
        self.scope = scope

    def restore(self) -> None:
        graph = self._graph
        graph._stacks = self._stacks
        graph._control_flow_context, graph._default_class, graph._attr_scopes = self._rest
        graph.scoped_state("variable_creators", list)[:] = self._creators

    def copied_stacks(self) -> Stacks:
        found = Stacks()
        found.control, found.device, found.colocation = (
            list(self._stacks.control),
            self._stacks.device,
            self._stacks.colocation,
        )
        return found

    def keep_counts(self, counts: dict[str, int]) -> None:
        """Scopes that replica 0 has opened are open names no more."""
        variable_scope._scopes().counts.update(counts)


class _Replica(threading.Thread):
    """One replica; `resume` lets it run up to its next `merge_call` or its end."""

    def __init__(
        self, strategy: Any, index: int, device: str, function: Any, args: Any, kwargs: Any, made: dict[str, list[Any]]
    ) -> None:
        super().__init__(daemon=True, name=f"replica_{index}")
        self._strategy, self._index, self._device = strategy, index, device
        self._function = function
        self._args, self._kwargs = values.select(index, args), values.select(index, kwargs)
        self._made = made  # by name, what tf.Variable has made in replica 0
        self._taken: dict[str, int] = {}
        self._graph = context.get_default_graph()
        self.state = _State(self._graph)
        self._variable_scope = variable_scope.get_variable_scope()
        self._counts = dict(variable_scope._scopes().counts)
        self._go, self._stop = threading.Semaphore(0), threading.Semaphore(0)
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None
        self.call: Any = None
        self.answer: Any = None
        self.counts: dict[str, int] = {}

    def resume(self) -> None:
        """Run until the next `merge_call` or the end."""
        if self.done:
            return
        if not self.is_alive():
            self._graph._stacks = self.state.copied_stacks()
            self.start()
        else:
            self.state.restore()
            self._go.release()
        self._stop.acquire()
        self.state.save_shared()

    def run(self) -> None:
        """The thread: the function in the scopes that the caller was in, on this replica's device."""
        try:
            with contextlib.ExitStack() as stack:
                self._enter(stack)
                self.result = self._function(*self._args, **self._kwargs)
                self.counts = dict(variable_scope._scopes().counts)
        except BaseException as e:  # raised where the strategy was asked
            self.error = e
        self.done = True
        self._stop.release()

    def _enter(self, stack: contextlib.ExitStack) -> None:
        stack.enter_context(self._graph.as_default())
        scopes = variable_scope._scopes()
        scopes.current_scope, scopes.counts = self._variable_scope, dict(self._counts)
        self._graph._scope.name = self.state.scope.rstrip("/")
        stack.enter_context(
            distribute_context.entered(self._strategy, ReplicaContext(self._strategy, self._index, self))
        )
        stack.enter_context(framework.device(self._device))
        if self._index:
            stack.enter_context(framework.name_scope(f"replica_{self._index}"))
            stack.enter_context(
                variable_scope.variable_scope(self._variable_scope, reuse=True, auxiliary_name_scope=False)
            )
        stack.enter_context(variable_creator_scope(self._create))

    def _create(self, following: Callable[..., Any], **kwargs: Any) -> Any:
        """A variable: made by replica 0, the same one for all others."""
        name = str(kwargs.get("name"))
        if not self._index:
            found = following(**kwargs)
            self._made.setdefault(name, []).append(found)
            return found
        number = self._taken.get(name, 0)
        self._taken[name] = number + 1
        made = self._made.get(name, [])
        if number >= len(made):
            raise RuntimeError(f"Replica {self._index} makes a variable {name!r} that replica 0 has not made")
        return made[number]

    def merge(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Called in the thread: wait for the others, and for one call with the values of all."""
        self.state.scope = self._graph._scope.name + "/" if self._graph._scope.name else ""
        self.call = (function, args, kwargs)
        self._stop.release()
        self._go.acquire()
        return self.answer


class ReplicaContext:
    """What code that runs for one replica can ask.

    Args:
      strategy: whose replica it is.
      replica_id_in_sync_group: which one.
    """

    def __init__(self, strategy: Any, replica_id_in_sync_group: int, thread: _Replica | None = None) -> None:
        self._strategy = strategy
        self._index = replica_id_in_sync_group
        self._thread = thread

    def __enter__(self) -> None:
        self._entered = distribute_context.entered(self._strategy, self)
        self._entered.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._entered.__exit__(*error)

    @property
    def strategy(self) -> Any:
        """The strategy."""
        return self._strategy

    distribution_strategy = strategy

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> Any:
        """Which replica this is, as a constant."""
        return constant(self._index, name="replica_id_in_sync_group")

    @property
    def devices(self) -> tuple[str, ...]:
        """The device of this replica."""
        return (self._strategy.extended.worker_devices[self._index],)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Call `merge_fn(strategy, …)` once for all replicas, with values that hold those of all of them."""
        if self._thread is not None:
            return self._thread.merge(merge_fn, tuple(args), dict(kwargs or {}))
        with distribute_context.entered(self._strategy, None):
            return merge_fn(self._strategy, *args, **(kwargs or {}))

    def all_reduce(self, reduce_op: Any, value: Any) -> Any:
        """`value` of all replicas, reduced; all must call this."""
        return self.merge_call(lambda strategy, x: strategy.reduce(reduce_op, x), (value,))
