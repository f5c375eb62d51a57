"""Hooks that end training when evaluations, read from their event files, say so."""

from __future__ import annotations

import operator
import os
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tf1compat._facade import init_ops, state_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.train import training_util
from tf1compat._facade.train.hook_timers import SecondOrStepTimer
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunHook
from tf1compat._jaxcore.base import dtypes


def make_early_stopping_hook(
    estimator: Any,
    should_stop_fn: Callable[[], bool],
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that stops training, on all workers, when `should_stop_fn()` is true.

    Args:
      estimator: a `tf.estimator.Estimator`.
      should_stop_fn: called on the chief.
      run_every_secs, run_every_steps: how often, one of the two.

    Raises:
      TypeError: `estimator` is none.
      ValueError: both intervals are given.
    """
    if not isinstance(estimator, Estimator):
        raise TypeError(f"`estimator` must have type `tf.estimator.Estimator`. Got: {type(estimator)}")
    if run_every_secs is not None and run_every_steps is not None:
        raise ValueError("Only one of `run_every_secs` and `run_every_steps` must be set.")
    if estimator.config.is_chief:
        return _StopOnPredicateHook(should_stop_fn, run_every_secs, run_every_steps)
    return _CheckForStoppingHook()


def stop_if_higher_hook(
    estimator: Any,
    metric_name: str,
    threshold: float,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that stops training when a metric is above `threshold`.

    Args:
      estimator: a `tf.estimator.Estimator`.
      metric_name: the metric.
      threshold: the limit.
      eval_dir: folder of the evaluation's event files; the estimator's if absent.
      min_steps: evaluations before this step do not count.
      run_every_secs, run_every_steps: how often, one of the two.
    """
    return _at_threshold(estimator, metric_name, threshold, True, eval_dir, min_steps, run_every_secs, run_every_steps)


def stop_if_lower_hook(
    estimator: Any,
    metric_name: str,
    threshold: float,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that stops training when a metric is below `threshold`; arguments as for `stop_if_higher_hook`."""
    return _at_threshold(estimator, metric_name, threshold, False, eval_dir, min_steps, run_every_secs, run_every_steps)


def stop_if_no_increase_hook(
    estimator: Any,
    metric_name: str,
    max_steps_without_increase: int,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that stops training when a metric has not risen above its best for so many steps."""
    return _without_improvement(
        estimator, metric_name, max_steps_without_increase, True, eval_dir, min_steps, run_every_secs, run_every_steps
    )


def stop_if_no_decrease_hook(
    estimator: Any,
    metric_name: str,
    max_steps_without_decrease: int,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that stops training when a metric has not fallen below its best for so many steps."""
    return _without_improvement(
        estimator, metric_name, max_steps_without_decrease, False, eval_dir, min_steps, run_every_secs, run_every_steps
    )


def read_eval_metrics(eval_dir: str) -> OrderedDict[int, dict[str, float]]:
    """Step -> metrics, from the event files of a folder, in order of steps."""
    from tf1compat.train import summary_iterator

    found: dict[int, dict[str, float]] = {}
    paths = file_io.get_matching_files(os.path.join(eval_dir, "events.out.tfevents.*"))
    for path in paths if file_io.file_exists(eval_dir) else ():
        for event in summary_iterator(path):
            values = event.summary.value if event.HasField("summary") else ()
            metrics = {v.tag: v.simple_value for v in values if v.HasField("simple_value")}
            if metrics:
                found.setdefault(event.step, {}).update(metrics)
    return OrderedDict(sorted(found.items()))


def _at_threshold(
    estimator: Any, name: str, threshold: float, higher: bool, eval_dir: Any, min_steps: int, secs: Any, steps: Any
) -> SessionRunHook:
    folder = estimator.eval_dir() if eval_dir is None else eval_dir
    is_beyond, word = (operator.gt, "greater than") if higher else (operator.lt, "less than")

    def should_stop() -> bool:
        for step, metrics in read_eval_metrics(folder).items():
            if step >= min_steps and is_beyond(metrics[name], threshold):
                tf_logging.info(
                    'At step %s, metric "%s" has value %s which is %s the configured threshold (%s) for early '
                    "stopping.",
                    step,
                    name,
                    metrics[name],
                    word,
                    threshold,
                )
                return True
        return False

    return make_early_stopping_hook(estimator, should_stop, secs, steps)


def _without_improvement(
    estimator: Any, name: str, patience: int, higher: bool, eval_dir: Any, min_steps: int, secs: Any, steps: Any
) -> SessionRunHook:
    folder = estimator.eval_dir() if eval_dir is None else eval_dir
    is_better, word = (operator.gt, "increase") if higher else (operator.lt, "decrease")

    def should_stop() -> bool:
        best: Any = None
        best_step = 0
        for step, metrics in read_eval_metrics(folder).items():
            if step < min_steps:
                continue
            if best is None or is_better(metrics[name], best):
                best, best_step = metrics[name], step
            if step - best_step >= patience:
                tf_logging.info(
                    'No %s in metric "%s" for %s steps, which is greater than or equal to max steps (%s) configured '
                    "for early stopping.",
                    word,
                    name,
                    step - best_step,
                    patience,
                )
                return True
        return False

    return make_early_stopping_hook(estimator, should_stop, secs, steps)


def _get_or_create_stop_var() -> Any:
    """The variable by which the chief tells the workers."""
    with variable_scope.variable_scope("signal_early_stopping", values=[], reuse=variable_scope.AUTO_REUSE):
        return variable_scope.get_variable(
            "STOP",
            shape=[],
            dtype=dtypes.bool,
            initializer=init_ops.constant_initializer(False),
            collections=[GraphKeys.GLOBAL_VARIABLES],
            trainable=False,
        )


class _StopOnPredicateHook(SessionRunHook):
    """Asks a function and stops; tells the workers by a variable."""

    def __init__(self, should_stop_fn: Any, run_every_secs: Any = 60, run_every_steps: Any = None) -> None:
        if not callable(should_stop_fn):
            raise TypeError("`should_stop_fn` must be callable.")
        self._should_stop_fn = should_stop_fn
        self._timer = SecondOrStepTimer(every_secs=run_every_secs, every_steps=run_every_steps)

    def begin(self) -> None:
        self._global_step_tensor = training_util.get_global_step()
        self._stop_op = state_ops.assign(_get_or_create_stop_var(), True)

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._global_step_tensor)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        step = run_values.results
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._should_stop_fn():
                tf_logging.info("Requesting early stopping at global step %d", step)
                run_context.session.run(self._stop_op)
                run_context.request_stop()


class _CheckForStoppingHook(SessionRunHook):
    """Stops when the chief's variable says so."""

    def begin(self) -> None:
        self._stop_var = _get_or_create_stop_var()

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._stop_var)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        if run_values.results:
            tf_logging.info("Early stopping requested, suspending run.")
            run_context.request_stop()
