"""Graph, session and learning phase of `tf.keras`; variables are initialised when a session is asked for."""

from __future__ import annotations

import collections
import contextlib
import weakref
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import context, variables
from tf1compat._facade.framework import name_scope as plain_name_scope
from tf1compat._facade.framework import placeholder_with_default
from tf1compat._facade.session import Session
from tf1compat._facade.variable_base import Variable


class _GraphState:
    """What Keras knows of one graph: counts of names, the learning phase, variables to initialise."""

    def __init__(self) -> None:
        self.counts: dict[Any, int] = collections.defaultdict(int)
        self.phase: Any = None
        self.variables: list[weakref.ref[Any]] = []
        self.optimizers: weakref.WeakSet[Any] = weakref.WeakSet()  # of tf.train, whose variables are initialised, too
        self.conditional: set[Any] = set()  # updates and losses that depend on a layer's inputs


def state_of(graph: Any) -> _GraphState:
    """Keras' state of `graph`."""
    return graph.scoped_state("keras", _GraphState)


def get_graph() -> Any:
    """The graph that layers build into: the default one."""
    return context.get_default_graph()


def name_scope(name: str) -> Any:
    """A scope of node names, as `tf.name_scope`."""
    return plain_name_scope(name)


# ---- names ----------------------------------------------------------------------------------------------------------


def get_uid(prefix: str = "") -> int:
    """How often this was called with `prefix` in the default graph, this time included."""
    counts = state_of(get_graph()).counts
    counts[prefix] += 1
    return counts[prefix]


def reset_uids() -> None:
    """Forget all counts of the default graph."""
    state_of(get_graph()).counts.clear()


def unique_object_name(name: str, zero_based: bool = False) -> str:
    """`name_1`, `name_2`… or, zero based, `name`, `name_1`…"""
    counts = state_of(get_graph()).counts
    number = counts[("", name)]
    counts[("", name)] += 1
    if zero_based:
        return f"{name}_{number}" if number else name
    return f"{name}_{number + 1}"


# ---- learning phase -------------------------------------------------------------------------------------------------


def _new_phase() -> Any:
    with name_scope(""):
        return placeholder_with_default(False, shape=(), name="keras_learning_phase")


def symbolic_learning_phase() -> Any:
    """The learning phase of the default graph: a bool placeholder, or the number that was set."""
    state = state_of(get_graph())
    if state.phase is None:
        state.phase = _new_phase()
    return state.phase


def learning_phase() -> Any:
    """1 or True while training, 0 or False else: a bool placeholder, or the number that was set."""
    return symbolic_learning_phase()


def set_learning_phase(value: int) -> None:
    """Fix the learning phase to 0 or 1."""
    if value not in {0, 1}:
        raise ValueError("Expected learning phase to be 0 or 1.")
    state_of(get_graph()).phase = value


@contextlib.contextmanager
def learning_phase_scope(value: int) -> Iterator[None]:
    """Fix the learning phase inside the block."""
    if value not in {0, 1}:
        raise ValueError("Expected learning phase to be 0 or 1.")
    state = state_of(get_graph())
    before, state.phase = state.phase, value
    try:
        yield
    finally:
        state.phase = before


def is_learning_phase(value: Any) -> bool:
    """Is it the placeholder of its graph's learning phase?"""
    graph = getattr(value, "graph", None)
    return graph is not None and state_of(graph).phase is value


# ---- sessions -------------------------------------------------------------------------------------------------------


def clear_session() -> None:
    """Start anew: an empty default graph, no session, no counts of names."""
    context.reset_default_graph()
    context.KERAS.session = None
    state_of(get_graph()).phase = _new_phase()


def set_session(session: Any) -> None:
    """Make `session` the one that Keras runs in."""
    context.KERAS.session = session


def get_session(op_input_list: Any = ()) -> Any:
    """The default session, else the one that was set, else a new one; variables made by Keras have values in it."""
    session = context.get_default_session()
    if session is None:
        session = context.KERAS.session
        if session is None or session.graph is not context.graph_of(list(op_input_list)):
            session = context.KERAS.session = Session()
    if not context.KERAS_SETTINGS.get("manual_initialization"):
        with session.graph.as_default():
            _initialize_variables(session)
    return session


def manual_variable_initialization(value: bool) -> None:
    """True: leave the initialisation of variables to the program."""
    context.KERAS_SETTINGS["manual_initialization"] = value


def track_variable(variable: Any) -> None:
    """Initialise the variable in the next session that Keras asks for."""
    state_of(getattr(variable, "graph", None) or get_graph()).variables.append(weakref.ref(variable))


def track_tf_optimizer(tf_optimizer: Any) -> None:
    """Initialise the variables of an optimizer of `tf.train` in the next session that Keras asks for."""
    state_of(get_graph()).optimizers.add(tf_optimizer)


def _initialize_variables(session: Any) -> None:
    state = state_of(get_graph())
    found = [ref() for ref in state.variables]
    found += [variable for wrapped in state.optimizers for variable in wrapped.optimizer.variables()]
    fresh = list(dict.fromkeys(v for v in found if v is not None and not getattr(v, "_keras_initialized", False)))
    fresh = [v for v in fresh if isinstance(v, Variable)]
    if not fresh:
        return
    flags = session.run([variables.is_variable_initialized(v) for v in fresh])
    for variable in fresh:
        variable._keras_initialized = True  # pyright: ignore[reportAttributeAccessIssue]
    missing = [v for v, flag in zip(fresh, flags) if not flag]
    if missing:
        session.run(variables.variables_initializer(missing))
