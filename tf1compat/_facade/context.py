"""The only mutable globals: the stacks of default graphs and default sessions, one pair per thread."""

from __future__ import annotations

import contextlib
import itertools
import threading
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from tf1compat._facade.graph import Graph


class _Stacks(threading.local):
    def __init__(self) -> None:
        self.graphs: list[Any] = []
        self.sessions: list[Any] = []


class _Summaries(threading.local):
    """What `tf.contrib.summary` writes to in this thread, and when."""

    def __init__(self) -> None:
        self.writer: Any = None
        self.recording: Any = None


class _Keras(threading.local):
    """What `tf.keras` keeps per thread: its session, the layers being called (innermost last), the models of tests."""

    def __init__(self) -> None:
        self.session: Any = None
        self.calls: list[Any] = []
        self.model_type: Any = None


_STACKS = _Stacks()
KERAS = _Keras()
SUMMARIES = _Summaries()
_GLOBAL: dict[str, Any] = {"graph": None, "use_resource": False}
_LOCK = threading.Lock()
# rows (priority, types, function) of tf.register_tensor_conversion_function, lowest priority first
# rows (type, function) of register_session_run_conversion_functions
FETCH_EXPANSIONS: list[tuple[type, Any]] = []
FEED_EXPANSIONS: list[tuple[type, Any]] = []
FEED_PARTS: list[tuple[type, Any]] = []
DISPATCHERS: list[Any] = []  # what answers for functions that fail on composite tensors: `dispatch.dispatched`
CONVERSIONS: list[tuple[int, tuple[type, ...], Any]] = []
# distributions.RegisterKL: (class, class) -> function
DIVERGENCES: dict[tuple[type, type], Any] = {}
# linear_operator_algebra.RegisterMatmul and its like: function -> {classes: its implementation}
OPERATOR_FUNCTIONS: dict[str, dict[tuple[type, ...], Any]] = {
    name: {} for name in ("adjoint", "cholesky", "inverse", "matmul", "solve")
}
# FileWriterCache: folder -> FileWriter
WRITERS: dict[Any, Any] = {}
# contrib arg_scope: the open scopes {function: {argument: default}}, innermost last; function -> its arguments
ARG_SCOPES: list[dict[str, dict[str, Any]]] = [{}]
ARG_SCOPED: dict[str, tuple[str, ...]] = {}
# collection -> ProtoFunctions, for those that programs register
PROTO_FUNCTIONS: dict[Any, Any] = {}
# tf.RegisterGradient: name -> function, None for tf.NotDifferentiable
GRADIENTS: dict[str, Any] = {}
# ops.RegisterStatistics: "op type,statistic" -> function
OP_STATISTICS: dict[str, Any] = {}
# tf.py_func: token -> function; graphs keep those that they use alive
PYTHON_FUNCTIONS: weakref.WeakValueDictionary[bytes, Any] = weakref.WeakValueDictionary()
# numbers in the names of graph functions and of py_func's tokens
NUMBERS = itertools.count(1)
# tf.logging.log_every_n: (file, line) -> number of calls
LOG_COUNTS: dict[tuple[str, int], int] = {}
# tf.keras: settings of ~/.keras/keras.json, read at the first use
KERAS_SETTINGS: dict[str, Any] = {}
# tf.keras.utils.custom_object_scope: name -> class or function
KERAS_OBJECTS: dict[str, Any] = {}
# register_symbolic_tensor_type: classes whose objects stand for tensors
SYMBOLIC_TENSOR_TYPES: list[type] = []
# the workers that average gradients among themselves (all_reduce.join), once this process is one of them
WORKERS: dict[str, Any] = {}
# tf.config: settings for sessions without a ConfigProto
CONFIG: dict[str, Any] = {}
# deprecations that are reported once: what was; and whether a block silences them
REPORTED: set[Any] = set()
DEPRECATIONS: dict[str, bool] = {"silent": False}
# what `tf.compat.forward_compatible` takes for the date of those who read the graphs
FORWARD_COMPATIBILITY: dict[str, tuple[int, int, int]] = {"until": (2019, 8, 29)}
# sessions that are stopped at the end of the process
SESSIONS: weakref.WeakSet[Any] = weakref.WeakSet()
# tensorboard_logging: the least level written to events files, and the writer once one is set
EVENT_LOG: dict[str, Any] = {"verbosity": "WARN"}
# tf.train.Server: target -> server, of all servers of this process
SERVERS: dict[str, Any] = {}
# name -> address of the tasks that are told, at the end of this process, that the training is over
PARAMETER_SERVERS: dict[str, str] = {}


def get_default_graph() -> Graph:
    """The graph that new operations join: the innermost `with graph.as_default()` of this thread, or the global one."""
    if _STACKS.graphs:
        return _STACKS.graphs[-1]
    graph = _GLOBAL["graph"]
    if graph is None:
        with _LOCK:
            graph = _GLOBAL["graph"]
            if graph is None:
                from tf1compat._facade.graph import Graph

                graph = _GLOBAL["graph"] = Graph()
    return graph


def has_default_graph() -> bool:
    """Whether a graph has been made the default one, or taken as such."""
    return bool(_STACKS.graphs) or _GLOBAL["graph"] is not None


def reset_default_graph() -> None:
    """Forget the global default graph and start an empty one.

    Raises:
      AssertionError: inside a `with graph.as_default()` block (TF1's message).
    """
    if _STACKS.graphs:
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, "
            "exit the nesting and create a new graph."
        )
    _GLOBAL["graph"] = None


def leave_all_graphs() -> None:
    """Forget the graphs that this thread has entered and not left: each test starts outside of them."""
    _STACKS.graphs.clear()


def leave_all_sessions() -> None:
    """Forget the sessions that this thread has entered and not left."""
    _STACKS.sessions.clear()


def get_default_session() -> Any:
    """The session of the innermost `with session:` block of this thread, or None."""
    return _STACKS.sessions[-1] if _STACKS.sessions else None


@contextlib.contextmanager
def default_graph(graph: Any) -> Iterator[Any]:
    """Make `graph` the default inside the block; blocks must end in order."""
    stack = _STACKS.graphs
    stack.append(graph)
    try:
        yield graph
    finally:
        _leave(stack, graph)


@contextlib.contextmanager
def default_session(session: Any) -> Iterator[Any]:
    """Make `session` the default inside the block; blocks must end in order."""
    stack = _STACKS.sessions
    stack.append(session)
    try:
        yield session
    finally:
        _leave(stack, session)


def _leave(stack: list[Any], item: Any) -> None:
    if not stack:  # forgotten by leave_all_graphs or leave_all_sessions
        return
    if stack[-1] is not item:  # TF1: interactive sessions, too, must end in order
        raise AssertionError(f"Nesting violated for default stack of {type(item)} objects")
    stack.pop()


def graph_of(inputs: Any, graph: Any = None) -> Graph:
    """The graph that `inputs` live in, or the default one.

    Raises:
      ValueError: the inputs are from different graphs.
    """
    current = _STACKS.graphs[-1] if _STACKS.graphs else None
    if current is not None and current.building_function:
        return cast("Graph", current)  # which captures what is from outside
    found: Any = graph
    first: Any = None
    for x in inputs or ():
        mine = getattr(x, "graph", None)
        if mine is None or not hasattr(mine, "by_name"):
            continue
        if found is None:
            found, first = mine, x
        elif mine is not found:
            where = (
                f"{first} and {x} must be from the same graph."
                if first is not None
                else f"{x} is not from the passed-in graph."
            )
            raise ValueError(where if first is None else f"{x} must be from the same graph as {first}.")
    return cast("Graph", found if found is not None else get_default_graph())


def use_resource_variables() -> bool:
    """Whether new variables are resource variables where nobody says."""
    return _GLOBAL["use_resource"]


def set_use_resource_variables(enabled: bool) -> None:
    _GLOBAL["use_resource"] = enabled
