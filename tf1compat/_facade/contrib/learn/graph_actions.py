"""`tf.contrib.learn.graph_actions`: runs parts of a graph in a session of their own."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.framework_variables import get_graph_from_inputs
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.lookup_ops import tables_initializer
from tf1compat._facade.session import Session
from tf1compat._facade.train.coordinator import Coordinator
from tf1compat._facade.train.queue_runner import start_queue_runners
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.variables import global_variables_initializer, local_variables_initializer

_MODULE = "tensorflow.contrib.learn.python.learn.graph_actions"
_INSTEAD = (
    "graph_actions.py will be deleted. Use tf.train.* utilities instead. You can use learn/estimators/estimator.py as "
    "an example."
)
_GRACE_SECONDS = 120


@deprecated("2017-02-15", _INSTEAD, _MODULE)
def run_feeds_iter(
    output_dict: dict[Any, Any], feed_dicts: Iterable[Any], restore_checkpoint_path: str | None = None
) -> Iterator[Any]:
    """The values of tensors for one feed_dict after the other.

    Args:
      output_dict: tensors by name.
      feed_dicts: what to feed; None feeds nothing.
      restore_checkpoint_path: a checkpoint; variables are initialised without one.

    Raises:
      ValueError: there are no tensors or feeds.
    """
    if not output_dict:
        raise ValueError(f"output_dict is invalid: {output_dict}.")
    if not feed_dicts:
        raise ValueError(f"feed_dicts is invalid: {feed_dicts}.")
    with get_graph_from_inputs(output_dict.values()).as_default() as graph, Session("") as session:
        if restore_checkpoint_path:
            savers = graph.get_collection(GraphKeys.SAVERS)
            (savers[0] if savers else Saver()).restore(session, restore_checkpoint_path)
        else:
            session.run(global_variables_initializer())
        session.run(local_variables_initializer())
        session.run(tables_initializer())
        coordinator = Coordinator()
        threads = None
        try:
            threads = start_queue_runners(session, coord=coordinator)
            for feed_dict in feed_dicts:
                yield session.run(output_dict, feed_dict)
        finally:
            coordinator.request_stop()
            if threads:
                coordinator.join(threads, stop_grace_period_secs=_GRACE_SECONDS)


@deprecated("2017-02-15", _INSTEAD, _MODULE)
def run_feeds(*args: Any, **kwargs: Any) -> list[Any]:
    """The list of what `run_feeds_iter` gives."""
    return list(run_feeds_iter(*args, **kwargs))


@deprecated("2017-02-15", _INSTEAD, _MODULE)
def run_n(
    output_dict: dict[Any, Any], feed_dict: Any = None, restore_checkpoint_path: str | None = None, n: int = 1
) -> list[Any]:
    """The values of tensors, `n` times with the same feeds."""
    return run_feeds(output_dict, itertools.repeat(feed_dict, n), restore_checkpoint_path)


@deprecated("2017-02-15", _INSTEAD, _MODULE)
def infer(restore_checkpoint_path: str | None, output_dict: dict[Any, Any], feed_dict: Any = None) -> Any:
    """The values of tensors, with the variables of a checkpoint."""
    return run_feeds(output_dict, [feed_dict], restore_checkpoint_path)[0]


def _refuse(name: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"tf.contrib.learn.graph_actions.{name} is not in tf1compat: use tf.train.MonitoredTrainingSession, or an "
            "Estimator"
        )

    refuse.__name__, refuse.__doc__ = name, "Not in tf1compat: use tf.train.MonitoredTrainingSession, or an Estimator."
    return refuse


train = _refuse("train")
evaluate = _refuse("evaluate")
