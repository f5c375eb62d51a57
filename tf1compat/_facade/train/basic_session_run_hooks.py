"""Hooks for training: stopping, logging, counting, checking and feeding."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriterCache
from tf1compat._facade.train import training_util
from tf1compat._facade.train.hook_timers import NeverTriggerTimer as NeverTriggerTimer
from tf1compat._facade.train.hook_timers import SecondOrStepTimer as SecondOrStepTimer
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunHook
from tf1compat._jaxcore.base import errors


def global_step_read(hook: str) -> Any:
    """The tensor that reads the global step.

    Raises:
      RuntimeError: there is none.
    """
    found = training_util._get_or_create_global_step_read()
    if found is None:
        raise RuntimeError(f"Global step should be created to use {hook}.")
    return found


class LoggingTensorHook(SessionRunHook):
    """Logs tensors every so many steps or seconds, or at the end.

    Args:
      tensors: a dictionary from tags to tensors or names of tensors, or a list of them.
      every_n_iter, every_n_secs: how often, one of the two.
      at_end: also (or, alone, only) at the end.
      formatter: a function from the dictionary of values to the text.

    Raises:
      ValueError: it is not said when, or both ways.
    """

    def __init__(
        self,
        tensors: Any,
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[Any], str] | None = None,
    ) -> None:
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        self._tag_order = sorted(tensors) if isinstance(tensors, dict) else tensors
        self._tensors = tensors if isinstance(tensors, dict) else {item: item for item in tensors}
        self._formatter = formatter
        self._timer = NeverTriggerTimer() if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)
        self._log_at_end = at_end

    def begin(self) -> None:
        self._timer.reset()
        self._iter_count = 0
        self._current_tensors = {tag: _as_graph_element(t) for tag, t in self._tensors.items()}

    def before_run(self, run_context: Any) -> Any:
        self._should_trigger = self._timer.should_trigger_for_step(self._iter_count)
        return SessionRunArgs(self._current_tensors) if self._should_trigger else None

    def _log_tensors(self, values: Any) -> None:
        elapsed, _ = self._timer.update_last_triggered_step(self._iter_count)
        with np.printoptions(suppress=True):
            if self._formatter:
                tf_logging.info(self._formatter(values))
                return
            # str of a NumPy number has as many digits as tell it apart; formatting would turn it into a Python float
            text = ", ".join(f"{tag} = {values[tag]!s}" for tag in self._tag_order)
            if elapsed is None:
                tf_logging.info("%s", text)
            else:
                tf_logging.info("%s (%.3f sec)", text, elapsed)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        if self._should_trigger:
            self._log_tensors(run_values.results)
        self._iter_count += 1

    def end(self, session: Any) -> None:
        if self._log_at_end:
            self._log_tensors(session.run(self._current_tensors))


def _as_graph_element(x: Any) -> Any:
    """A tensor or operation of the default graph, also by name (of the one output of an operation)."""
    graph = context.get_default_graph()
    if not isinstance(x, str):
        if getattr(x, "graph", None) is not graph:
            raise ValueError(f"Passed {x} should have graph attribute that is equal to current graph {graph}.")
        return x
    if ":" in x:
        return graph.as_graph_element(x)
    element = graph.as_graph_element(x + ":0")
    if len(element.op.outputs) > 1:
        raise ValueError(f"Name {x} is ambiguous, as this `Operation` has multiple outputs (at least 2).")
    return element


class StopAtStepHook(SessionRunHook):
    """Stops after `num_steps` steps, or when the global step reaches `last_step`.

    Raises:
      ValueError: not exactly one of the two is given.
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps = num_steps
        self._last_step = last_step

    def begin(self) -> None:
        self._global_step_tensor = global_step_read("StopAtStepHook")

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._last_step is None:
            self._last_step = session.run(self._global_step_tensor) + self._num_steps

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._global_step_tensor)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        # the step may have read the counter before it was increased: look again where that matters
        if run_values.results + 1 >= self._last_step:
            if run_context.session.run(self._global_step_tensor) >= self._last_step:
                run_context.request_stop()


class StepCounterHook(SessionRunHook):
    """Logs, and writes as a summary, how many steps are made in a second.

    Args:
      every_n_steps, every_n_secs: how often, one of the two.
      output_dir: folder for event files.
      summary_writer: a FileWriter instead.

    Raises:
      ValueError: not exactly one interval is given.
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
    ) -> None:
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_secs=every_n_secs, every_steps=every_n_steps)
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._last_global_step: int | None = None
        self._steps_per_run = 1

    def _set_steps_per_run(self, steps_per_run: int) -> None:
        self._steps_per_run = steps_per_run

    def begin(self) -> None:
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._global_step_tensor = global_step_read("StepCounterHook")
        self._summary_tag = training_util.get_global_step().op.name + "/sec"

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._global_step_tensor)

    def _log_and_record(self, elapsed_steps: Any, elapsed_time: Any, global_step: Any) -> None:
        steps_per_sec = elapsed_steps / elapsed_time
        if self._summary_writer is not None:
            from tf1compat._formats import protos

            value = protos.Summary.Value(tag=self._summary_tag, simple_value=steps_per_sec)
            self._summary_writer.add_summary(protos.Summary(value=[value]), global_step)
        tf_logging.info("%s: %g", self._summary_tag, steps_per_sec)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        stale = run_values.results
        if self._timer.should_trigger_for_step(stale + self._steps_per_run):
            step = run_context.session.run(self._global_step_tensor)
            if self._timer.should_trigger_for_step(step):
                seconds, steps = self._timer.update_last_triggered_step(step)
                if seconds is not None:
                    self._log_and_record(steps, seconds, step)
        if self._last_global_step is not None and stale == self._last_global_step:
            tf_logging.log_first_n(
                tf_logging.WARN,
                "It seems that global step (tf.train.get_global_step) has not been increased. Current value (could be "
                "stable): %s vs previous value: %s. You could increase the global step by passing "
                "tf.train.get_global_step() to Optimizer.apply_gradients or Optimizer.minimize.",
                5,
                stale,
                self._last_global_step,
            )
        self._last_global_step = stale


class NanLossDuringTrainingError(RuntimeError):
    """The loss is not a number."""

    def __str__(self) -> str:
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Stops when the loss is not a number.

    Args:
      loss_tensor: the loss.
      fail_on_nan_loss: raise NanLossDuringTrainingError; otherwise training ends as if it were done.
    """

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss_tensor = loss_tensor
        self._fail_on_nan_loss = fail_on_nan_loss

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._loss_tensor)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        if not np.isnan(run_values.results):
            return
        message = "Model diverged with loss = NaN."
        if self._fail_on_nan_loss:
            tf_logging.error(message)
            raise NanLossDuringTrainingError
        tf_logging.warning(message)
        run_context.request_stop()


class GlobalStepWaiterHook(SessionRunHook):
    """Waits with the first step until others have brought the global step to `wait_until_step`."""

    def __init__(self, wait_until_step: int) -> None:
        self._wait_until_step = wait_until_step

    def begin(self) -> None:
        self._worker_is_started = False
        self._global_step_tensor = global_step_read("_GlobalStepWaiterHook")

    def before_run(self, run_context: Any) -> Any:
        if self._worker_is_started or self._wait_until_step <= 0:
            self._worker_is_started = True
            return None
        tf_logging.info("Waiting for global step %d before starting training.", self._wait_until_step)
        last_logged = 0
        while True:
            step = run_context.session.run(self._global_step_tensor)
            if step >= self._wait_until_step:
                self._worker_is_started = True
                return None
            if step - last_logged > 1000:
                tf_logging.info(
                    "Waiting for global step %d before starting training. Current step is %d.",
                    self._wait_until_step,
                    step,
                )
                last_logged = step
            time.sleep(0.5)


class FinalOpsHook(SessionRunHook):
    """Runs `final_ops` at the end and keeps their values."""

    def __init__(self, final_ops: Any, final_ops_feed_dict: Mapping[Any, Any] | None = None) -> None:
        self._final_ops = final_ops
        self._final_ops_feed_dict = final_ops_feed_dict
        self._final_ops_values: Any = None

    @property
    def final_ops_values(self) -> Any:
        """The values, None before the end."""
        return self._final_ops_values

    def end(self, session: Any) -> None:
        if self._final_ops is None:
            return
        try:
            self._final_ops_values = session.run(self._final_ops, feed_dict=self._final_ops_feed_dict)
        except (errors.OutOfRangeError, StopIteration):
            tf_logging.warning(
                "An OutOfRangeError or StopIteration exception is raised by the code in FinalOpsHook. This typically "
                "means the Ops running by the FinalOpsHook have a dependency back to some input source, which should "
                "not happen: they should only read variables. Please fix that."
            )
            raise


class FeedFnHook(SessionRunHook):
    """Feeds each step with what `feed_fn()` returns, a feed dictionary."""

    def __init__(self, feed_fn: Callable[[], Mapping[Any, Any]]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())
