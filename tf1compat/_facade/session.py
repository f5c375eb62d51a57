"""`tf.Session`: runs parts of a graph; each signature (fetches, feeds) is planned and compiled once."""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade import context, device_options, session_exit, session_feed, session_target
from tf1compat._facade.config import session_config
from tf1compat._facade.graph import Graph
from tf1compat._facade.session_fetch import FetchPlan
from tf1compat._jaxcore.base import errors, host_services
from tf1compat._jaxcore.passes.prune import prune


def _checkpoints() -> Any:
    from tf1compat._runtime import checkpoint

    return checkpoint.store()


def _files() -> Any:
    from tf1compat._runtime import whole_files

    return whole_files


def _datasets() -> Any:
    from tf1compat._runtime import datasets

    return datasets


def _workers() -> Any:
    return context.WORKERS["group"]


host_services.provide("workers", _workers)
host_services.provide("checkpoints", _checkpoints)
host_services.provide("files", _files)
host_services.provide("datasets", _datasets)


class BaseSession:
    """What `Session` and `InteractiveSession` share."""

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        from tf1compat._jaxcore.exec import compile as compiling

        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(f"graph must be a tf.Graph, but got {type(graph)}")
        if target and not isinstance(target, (str, bytes)):
            raise TypeError(f"target must be a string, but got {type(target)}")
        config = session_target.config_of(target, session_config() if config is None else config)
        _check_config(config)
        device_options.apply(config)
        self._graph = graph if graph is not None else context.get_default_graph()
        self._config = config
        self._target = target
        self._closed: bool | str = False
        self._timeout = 0 if config is None else config.operation_timeout_in_ms
        self._engine = session_target.open_target(target, self._graph, config)
        self._plans: dict[Any, Callable[[Any], Any]] = {}
        self._partial: dict[str, Any] = {}  # handle -> what partial_run_setup declared, None when it is done
        self._version = self._graph.version
        self._placed = 0  # how many of the graph's nodes are known to have a device
        self._places_pruned_graph = config is not None and config.graph_options.place_pruned_graph
        if config is not None and config.log_device_placement:
            from tf1compat._facade import placement_log

            placement_log.log_devices(self.list_devices())
        compiling.use_persistent_cache()
        session_exit.watch(self)

    @property
    def graph(self) -> Graph:
        """The graph that this session runs."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef message."""
        config = self._config
        return self._graph.as_graph_def(add_shapes=config is not None and config.graph_options.infer_shapes)

    @property
    def sess_str(self) -> Any:
        return self._target

    def run(
        self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Compute `fetches`, with the tensors of `feed_dict` replaced by its values.

        Args:
          fetches: a tensor, operation, name, variable, or a nested list, tuple, namedtuple or dict of them.
          feed_dict: values for tensors; any tensor may be fed, which cuts the graph there.
          options: a `RunOptions` message; with a trace level, times go to `run_metadata`; `timeout_in_ms` ends what
            waits for queues or other tasks.
          run_metadata: a `RunMetadata` message to fill.

        Returns:
          The same structure with values in place of tensors (NumPy arrays and scalars, bytes) and None for operations.

        Raises:
          tf.errors.OpError: an operation failed.
          RuntimeError: the session is closed, or its graph is empty.
          ValueError, TypeError: fetches or feeds do not fit the graph.
        """
        if self._closed:
            self._refuse()
        if options is not None or run_metadata is not None:
            traced = self._traced(fetches, feed_dict, options, run_metadata)
            if traced is not None:
                return traced[0]
        kind = fetches.__class__
        try:
            key = (
                kind,
                tuple(fetches) if kind is list or kind is tuple else fetches,
                tuple(feed_dict) if feed_dict else (),
            )
            plan = self._plans.get(key) if self._graph.version == self._version else None
        except TypeError:  # nested structures are no keys
            key = plan = None
        if plan is None:
            plan = self._make_plan(fetches, feed_dict or {}, key)
        timeout = options.timeout_in_ms if options is not None and options.timeout_in_ms else self._timeout
        try:
            return plan(feed_dict) if not timeout else self._within(timeout, plan, feed_dict)
        except errors.OpError as e:
            raise self._first_failure(e, feed_dict) from None

    @staticmethod
    def _within(timeout_in_ms: int, plan: Callable[[Any], Any], feed_dict: Any) -> Any:
        """Run `plan`; what waits for queues or other tasks ends after the timeout."""
        from tf1compat._jaxcore.base import waiting

        with waiting.limited(timeout_in_ms / 1000.0) as limit:
            try:
                return plan(feed_dict)
            except errors.CancelledError:
                if limit.cancelled:
                    raise errors.DeadlineExceededError(None, None, "Timed out waiting for notification") from None
                raise

    def _traced(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> tuple[Any] | None:
        """The result of a step that is traced; None if nothing is to be traced."""
        from tf1compat._facade import run_trace

        if not run_trace.is_asked_for(options, run_metadata):
            return None
        try:
            return (run_trace.run(self, fetches, feed_dict or {}, options, run_metadata),)
        except errors.OpError as e:
            raise self._in_users_terms(e) from None

    def _make_plan(self, fetches: Any, feed_dict: Any, key: Any) -> Callable[[Any], Any]:
        """Resolve a new signature; structures that are no keys share the compiled step below them."""
        if not self._graph.nodes:
            raise RuntimeError("The Session graph is empty.  Add operations to the graph before calling run().")
        if not isinstance(feed_dict, Mapping):
            raise TypeError("input must be a dictionary")
        if self._graph.version != self._version:
            self._plans.clear()
            self._version = self._graph.version
            self._placed = 0
        if not self._places_pruned_graph:
            self._engine.check(self._graph.nodes[self._placed :])
        if self._placed < len(self._graph.nodes) and self._config is not None and self._config.log_device_placement:
            from tf1compat._facade import placement_log

            placement_log.log_placement(self._graph.nodes, self.list_devices())
        self._placed = len(self._graph.nodes)
        plan = FetchPlan(self._graph, fetches)
        tensors, values = session_feed.expand_feeds(self._graph, feed_dict)
        converters = [session_feed.converter(t) for t in tensors]
        for convert, value in zip(converters, values):
            convert(value)  # a bad value is the first thing to complain about
        step = self._step(plan, tensors)
        build = plan.build
        direct = all(k is t for k, t in zip(feed_dict, tensors)) and len(tensors) == len(feed_dict)

        def run(feeds: Any) -> Any:
            if not feeds:
                return build(step(()))
            values = feeds.values() if direct else session_feed.expand_feeds(self._graph, feeds)[1]
            return build(step([convert(v) for convert, v in zip(converters, values)]))

        if key is not None:
            with contextlib.suppress(TypeError):  # a list in the structure is no key
                self._plans[key] = run
        return run

    def _step(self, plan: FetchPlan, feeds: Sequence[Any]) -> Callable[[Any], Any]:
        key = ("step", tuple(plan.tensors), tuple(plan.targets), tuple(feeds))
        found = self._plans.get(key)
        if found is None:
            try:
                if self._places_pruned_graph:
                    self._engine.check(prune(plan.tensors, list(plan.targets), feeds).nodes)
                found = self._engine.make_step(plan.tensors, list(plan.targets), feeds)
            except errors.OpError as e:
                raise self._in_users_terms(e) from None
            self._plans[key] = found
        return found

    def _in_users_terms(self, error: errors.OpError) -> errors.OpError:
        """The error with the user's operation in place of the compiled graph's node, and where it was created."""
        node = error.op
        op: Any = self._graph.by_name.get(getattr(node, "name", ""))
        return errors.exception_from_status(None if op is None else op.node_def, op, error.message, error.error_code)

    def _first_failure(self, error: errors.OpError, feed_dict: Any) -> errors.OpError:
        """The error in the user's terms, or that of a check (`tf.Assert`) which TF1 would have come to before."""
        found = self._in_users_terms(error)
        if found.op is None or found.op.type == "Assert" or not isinstance(found, errors.InvalidArgumentError):
            return found
        from tf1compat._facade import session_guards

        return session_guards.failed_check(self, found.op, feed_dict or {}) or found

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function of the values of `feed_list` that does what `run(fetches, …)` does, with less to look up."""
        if not isinstance(feed_list, (list, tuple, type(None))):
            raise TypeError("`feed_list` must be a list or tuple.")
        feeds = list(feed_list or ())
        plan: Callable[[Any], Any] | None = None
        version = None  # of the graph that the plan belongs to

        def call(*values: Any, options: Any = None, run_metadata: Any = None) -> Any:
            nonlocal plan, version
            if not (values or feeds or self._timeout) and options is None and run_metadata is None:
                if self._closed:
                    self._refuse()
                if plan is None or self._graph.version != version:
                    plan = self._make_plan(fetches, {}, None)
                    version = self._graph.version
                try:
                    return plan(None)
                except errors.OpError as e:
                    raise self._first_failure(e, None) from None
            if accept_options and len(values) > len(feeds):
                values = values[: len(feeds)]
            if len(values) != len(feeds):
                raise TypeError(f"the callable takes {len(feeds)} values, got {len(values)}")
            return self.run(fetches, dict(zip(feeds, values)) if feeds else None, options, run_metadata)

        FetchPlan(self._graph, fetches)
        return call

    def _make_callable_from_options(self, callable_options: Any) -> Callable[..., list[Any]]:
        """A function of the feeds that a CallableOptions message names, which gives the values of its fetches."""
        fetches, targets = list(callable_options.fetch), list(callable_options.target)
        feeds = [self._graph.as_graph_element(name, allow_operation=False) for name in callable_options.feed]

        def call(*values: Any, run_metadata: Any = None) -> list[Any]:
            if len(values) != len(feeds):
                raise errors.InvalidArgumentError(
                    None, None, f"Expected {len(feeds)} feed tensors, but got {len(values)}."
                )
            results = self.run(
                [*fetches, *targets], dict(zip(feeds, values)), callable_options.run_options, run_metadata
            )
            return results[: len(fetches)]

        return call

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        """Declare a step that `partial_run` does in parts; gives the handle that `partial_run` takes.

        Args:
          fetches: all that will be fetched.
          feeds: the tensors that will be fed.
        """
        from tf1compat._facade.session_partial import PartialStep

        if self._closed:
            self._refuse()
        keys = list(feeds) if isinstance(feeds, (list, tuple)) else [] if feeds is None else [feeds]
        step = PartialStep(self._graph, fetches, session_feed.feed_tensors(self._graph, keys))
        handle = f"{step.signature};{len(self._partial)}"
        self._partial[handle] = step
        return handle

    def partial_run(self, handle: str | None, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Do a part of a declared step: feed some of its feeds, fetch some of its fetches.

        >>> import tf1compat as tf
        >>> with tf.Graph().as_default(), tf.Session() as sess:
        ...     a, b = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        ...     double = a * 2.0
        ...     product = double * b
        ...     step = sess.partial_run_setup([double, product], [a, b])
        ...     first = sess.partial_run(step, double, {a: 1.0})
        ...     print(sess.partial_run(step, product, {b: first}))
        4.0
        """
        if handle is None:
            return self.run(fetches, feed_dict)
        if self._closed:
            self._refuse()
        step = self._partial.get(handle)
        if step is None:
            raise errors.InvalidArgumentError(None, None, "Must run 'setup' before performing partial runs!")

        def run(plan: FetchPlan, feeds: list[Any], values: list[Any]) -> Any:
            return self._step(plan, feeds)(values)

        try:
            result = step.run(fetches, feed_dict or {}, run)
        except errors.OpError as e:
            raise self._in_users_terms(e) from None
        if step.is_over:
            self._partial[handle] = None
        return result

    def as_default(self) -> Any:
        """A context manager that makes this the session of `Tensor.eval` and `Operation.run`; it does not close it."""
        return context.default_session(self)

    def list_devices(self) -> list[Any]:
        """The devices that this session can use."""
        return self._engine.list_devices()

    def _refuse(self) -> None:
        if self._closed == session_exit.EXITING and threading.current_thread().daemon:
            session_exit.park()
        raise RuntimeError("Attempted to use a closed Session.")

    def close(self) -> None:
        """Free the variables and end what waits for queues; the session cannot be used afterwards."""
        self._closed = True
        self._plans.clear()
        self._engine.close()


class Session(BaseSession):
    """Runs operations of a graph and keeps its variables.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32)
    ...     print(sess.run(x * 2.0, {x: 3.0}))
    6.0
    """

    _entered: contextlib.ExitStack | None = None

    def __enter__(self) -> Session:
        if self._entered is not None:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to enter a session "
                "multiple times."
            )
        stack = contextlib.ExitStack()
        stack.enter_context(self._graph.as_default())
        stack.enter_context(context.default_session(self))
        self._entered = stack
        return self

    def __exit__(self, *error: Any) -> None:
        entered, self._entered = self._entered, None
        if entered is not None:
            entered.close()
        self.close()

    @staticmethod
    def reset(target: str, containers: Any = None, config: Any = None) -> None:
        """Forget the variables and queues of a server's cluster, or of some of its containers; ends its sessions."""
        session_target.reset(target, containers, config)


class InteractiveSession(BaseSession):
    """A session that installs itself as the default one when it is made."""

    _active_session_count = 0

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._places_pruned_graph = True  # TF1: an operation that cannot run anywhere does not hinder the others
        if InteractiveSession._active_session_count > 0:
            warnings.warn(
                "An interactive session is already active. This can cause out-of-memory errors in some cases. You must "
                "explicitly call `InteractiveSession.close()` to release resources held by the other session(s).",
                stacklevel=2,
            )
        InteractiveSession._active_session_count += 1
        self._stack = contextlib.ExitStack()
        self._stack.callback(self._leave)
        if graph is not None:
            self._stack.enter_context(graph.as_default())
        self._stack.enter_context(context.default_session(self))

    @staticmethod
    def _leave() -> None:
        InteractiveSession._active_session_count -= 1

    def close(self) -> None:
        super().close()
        self._stack.close()


def _check_config(config: Any) -> None:
    if config is not None and type(config).__name__ != "ConfigProto":
        raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
