"""Which strategy is in force, and whether code runs for one replica or for all: a stack kept with each graph."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.distribute.reduce_op import ReduceOp


class _Modes(threading.local):
    """The open strategies of a graph in this thread, innermost last: (strategy, replica or None)."""

    def __init__(self) -> None:
        self.stack: list[tuple[Any, Any]] = []


def _stack() -> list[tuple[Any, Any]]:
    return context.get_default_graph().scoped_state("distribute", _Modes).stack


@contextlib.contextmanager
def entered(strategy: Any, replica: Any) -> Iterator[None]:
    """Code inside runs for `replica`, or for all together where that is None."""
    stack = _stack()
    stack.append((strategy, replica))
    try:
        yield
    finally:
        stack.pop()


def _default() -> tuple[Any, Any]:
    from tf1compat._facade.distribute import strategy

    return strategy.default()


def get_strategy() -> Any:
    """The strategy whose scope is open; the default one, which has one replica, outside of all scopes."""
    stack = _stack()
    return stack[-1][0] if stack else _default()[0]


def has_strategy() -> bool:
    """Whether the scope of a strategy is open."""
    return bool(_stack())


def get_replica_context() -> Any:
    """The replica that code runs for; None inside of a scope, but outside of `experimental_run_v2`."""
    stack = _stack()
    return stack[-1][1] if stack else _default()[1]


def in_cross_replica_context() -> bool:
    """Whether code runs for all replicas together."""
    return get_replica_context() is None


def get_cross_replica_context() -> Any:
    """The strategy, if code runs for all replicas together, else None."""
    return get_strategy() if in_cross_replica_context() else None


def require_replica_context(replica: Any) -> None:
    """Raise RuntimeError where code does not run for `replica`."""
    if get_replica_context() is not replica:
        raise RuntimeError("Need to be inside `with strategy.scope()` and in this replica's context")


def experimental_set_strategy(strategy: Any) -> None:
    """Open a strategy's scope for good; None closes it.

    Raises:
      RuntimeError: a scope is open.
    """
    stack = _stack()
    if strategy is None and len(stack) == 1:
        stack.pop()
    elif stack:
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    elif strategy is not None:
        stack.append((strategy, None))


def get_loss_reduction() -> ReduceOp:
    """How losses of replicas become one: in an Estimator MEAN, unless the last loss of `tf.losses` was a sum."""
    if not get_strategy()._scale_loss_for_estimator:
        return ReduceOp.SUM  # TF1: outside of Estimators nobody divides; a program does so itself
    last = context.get_default_graph().scoped_state("last_loss_reduction", dict).get("value")
    return ReduceOp.SUM if last in ("weighted_sum", "sum") else ReduceOp.MEAN


def several_replicas() -> Any:
    """The replica that code runs for, if there are others beside it, else None."""
    stack = _stack()
    replica = stack[-1][1] if stack else None
    return replica if replica is not None and replica.num_replicas_in_sync > 1 else None
