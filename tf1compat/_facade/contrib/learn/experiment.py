"""`tf.contrib.learn.Experiment`: an Estimator and its inputs; trains, evaluates and exports in turn."""

from __future__ import annotations

import contextlib
import functools
import math
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.learn import run_config
from tf1compat._facade.contrib.learn.evaluating_listener import _EvalAndExportListener
from tf1compat._facade.contrib.learn.export_strategy import ExportStrategy
from tf1compat._facade.contrib.learn.interfaces import Evaluable, Trainable
from tf1compat._facade.contrib.learn.monitor_hooks import replace_monitors_with_hooks
from tf1compat._facade.contrib.learn.validation_monitor import ValidationMonitor
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import estimator as core_estimator
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.platform.compat import as_bytes
from tf1compat._facade.train.basic_session_run_hooks import GlobalStepWaiterHook
from tf1compat._facade.train.checkpoint_management import latest_checkpoint
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook
from tf1compat._facade.train.server import Server

_MODULE = "tensorflow.contrib.learn.python.learn.experiment"
_SECONDS_BETWEEN_WARNINGS = 600
_LONGEST_DELAY_SECONDS, _DELAY_SECONDS_PER_TASK = 60, 5
_WAITER_STEPS = 8000.0
_DEFAULT_STEPS_PER_ITERATION = 1000


def _predicate(fn: Any) -> Callable[..., Any] | None:
    """A function of `eval_results` and `checkpoint_path`, whichever of them `fn` takes."""
    if fn is None:
        return None
    if not callable(fn):
        raise ValueError("`continuous_eval_predicate_fn` must be a callable, or None.")
    if "checkpoint_path" in fn_args(fn):
        return fn
    return lambda eval_results, checkpoint_path: fn(eval_results)


class Experiment:
    """An Estimator, what it is trained on, evaluated on, and how it is exported.

    Args:
      estimator: one of tf.contrib.learn or tf.estimator.
      train_input_fn, eval_input_fn: functions that give `(features, labels)`.
      eval_metrics: MetricSpecs by name; not for tf.estimator.
      train_steps: the global step to stop training at; None for never.
      eval_steps: how many steps an evaluation has; None for until the input ends.
      train_monitors: monitors and hooks of training.
      eval_hooks: hooks of evaluations.
      local_eval_frequency: `min_eval_frequency` of `local_run`.
      eval_delay_secs: how long `evaluate` and `continuous_eval` wait first.
      continuous_eval_throttle_secs: how long an evaluation takes at least.
      min_eval_frequency: how many steps lie between evaluations at least; 0 for evaluations at the end only.
      delay_workers_by_global_step: whether workers start late by steps instead of seconds.
      export_strategies: an ExportStrategy, or several.
      train_steps_per_iteration: steps of each round of `continuous_train_and_eval`.
      checkpoint_and_export: whether `train_and_evaluate` evaluates and exports every checkpoint.
      saving_listeners: CheckpointSaverListeners, for tf.estimator only.
      check_interval_secs: see ValidationMonitor.

    Raises:
      ValueError: something is of the wrong kind, or not for this kind of Estimator.
    """

    @deprecated(
        None,
        "Please switch to tf.estimator.train_and_evaluate. You will also have to convert to a tf.estimator.Estimator.",
        _MODULE,
    )
    def __init__(
        self,
        estimator: Any,
        train_input_fn: Any,
        eval_input_fn: Any,
        eval_metrics: Any = None,
        train_steps: int | None = None,
        eval_steps: int | None = 100,
        train_monitors: Any = None,
        eval_hooks: Any = None,
        local_eval_frequency: int | None = None,
        eval_delay_secs: float = 120,
        continuous_eval_throttle_secs: float = 60,
        min_eval_frequency: int | None = None,
        delay_workers_by_global_step: bool = False,
        export_strategies: Any = None,
        train_steps_per_iteration: int | None = None,
        checkpoint_and_export: bool = False,
        saving_listeners: Any = None,
        check_interval_secs: float | None = 5,
    ) -> None:
        self._core_estimator_used = isinstance(estimator, core_estimator.Estimator)
        self._check_estimator(estimator, eval_metrics, saving_listeners)
        self._estimator = estimator
        self._train_input_fn = train_input_fn
        self._eval_input_fn = eval_input_fn
        self._eval_metrics = eval_metrics
        self._train_steps = train_steps
        self._eval_steps = eval_steps
        self._local_eval_frequency = local_eval_frequency
        self._eval_delay_secs = eval_delay_secs
        self._continuous_eval_throttle_secs = continuous_eval_throttle_secs
        self._checkpoint_and_export = checkpoint_and_export
        self._saving_listeners = saving_listeners
        self._min_eval_frequency = 1 if min_eval_frequency is None else min_eval_frequency
        self._check_interval_secs = check_interval_secs
        self._delay_workers_by_global_step = delay_workers_by_global_step
        self._train_monitors = train_monitors[:] if train_monitors else []
        self._eval_hooks = eval_hooks[:] if eval_hooks else []
        self._set_export_strategies(export_strategies)
        self._train_steps_per_iteration = train_steps_per_iteration
        if train_steps_per_iteration is not None and not isinstance(train_steps_per_iteration, int):
            raise ValueError("`train_steps_per_iteration` must be an integer.")

    def _check_estimator(self, estimator: Any, eval_metrics: Any, saving_listeners: Any) -> None:
        if self._core_estimator_used:
            if eval_metrics is not None:
                raise ValueError(
                    "`eval_metrics` must be `None` with `tf.estimator.Estimator`. Use `eval_metric_ops` in "
                    "`tf.estimator.EstimatorSpec` instead."
                )
            return
        if not isinstance(estimator, Evaluable):
            raise ValueError("`estimator` must implement `tf.contrib.learn.Evaluable` or `tf.estimator.Estimator`.")
        if not isinstance(estimator, Trainable):
            raise ValueError("`estimator` must implement `tf.contrib.learn.Trainable`or `tf.estimator.`Estimator`.")
        if saving_listeners is not None:
            raise ValueError("`saving_listeners` must be `None` with `tf.contrib.learn.Estimator`.")

    @property
    def estimator(self) -> Any:
        return self._estimator

    @property
    def eval_metrics(self) -> Any:
        return self._eval_metrics

    @property
    def train_steps(self) -> int | None:
        return self._train_steps

    @property
    def eval_steps(self) -> int | None:
        return self._eval_steps

    def _set_export_strategies(self, values: Any) -> None:
        given = [values] if isinstance(values, ExportStrategy) else list(values or ())
        for value in given:
            if not isinstance(value, ExportStrategy):
                raise ValueError(
                    "`export_strategies` must be an ExportStrategy, an iterable of ExportStrategy, or `None`, "
                    f"found {value}."
                )
        self._export_strategies = tuple(given)

    def extend_train_hooks(self, additional_hooks: Any) -> None:
        """Adds hooks of training."""
        self._train_monitors.extend(additional_hooks)

    def reset_export_strategies(self, new_export_strategies: Any = None) -> Any:
        """Sets other strategies and gives the old ones."""
        old = self._export_strategies
        self._set_export_strategies(new_export_strategies)
        return old

    def train(self, delay_secs: float | None = None) -> Any:
        """Trains, in a cluster as this task's part of it.

        Args:
          delay_secs: how long to wait first; by default 5 seconds for each task before this one, 60 at most.
        """
        config = self._estimator.config
        self._maybe_start_server(config)
        extra_hooks = []
        if delay_secs is None:
            task_id = config.task_id or 0
            if self._delay_workers_by_global_step:
                extra_hooks.append(GlobalStepWaiterHook(int(_WAITER_STEPS * math.log(task_id + 1))))
                delay_secs = 0
            else:
                delay_secs = min(_LONGEST_DELAY_SECONDS, task_id * _DELAY_SECONDS_PER_TASK)
        assert delay_secs is not None
        if delay_secs > 0:
            tf_logging.info("Waiting %d secs before starting training.", delay_secs)
            time.sleep(delay_secs)
        return self._call_train(
            input_fn=self._train_input_fn,
            max_steps=self._train_steps,
            hooks=self._train_monitors + extra_hooks,
            saving_listeners=self._saving_listeners,
        )

    def _maybe_start_server(self, config: Any) -> None:
        if not (config.cluster_spec and config.master):
            return
        if not isinstance(config, run_config.RunConfig):
            raise ValueError(
                "For distributed runtime, Experiment class only works with tf.contrib.learn.RunConfig for now, but "
                f"provided {type(config)}"
            )
        if config.environment == run_config.Environment.LOCAL:
            tf_logging.warn(
                "ClusterSpec and master are provided, but environment is set to 'local'. Set environment to 'cloud' "
                "if you intend to use the distributed runtime."
            )
        elif config.environment != run_config.Environment.GOOGLE:
            self._start_server()

    def evaluate(self, delay_secs: float | None = None, name: str | None = None) -> Any:
        """Evaluates the latest checkpoint, after `delay_secs` (`eval_delay_secs` by default)."""
        self._wait(delay_secs, "%d")
        return self._evaluate(self._eval_input_fn, name or "one_pass")

    def _wait(self, delay_secs: float | None, digits: str) -> None:
        delay = self._eval_delay_secs if delay_secs is None else delay_secs
        if delay:
            tf_logging.info(f"Waiting {digits} secs before starting eval.", delay)
            time.sleep(delay)

    @deprecated(
        "2016-10-23",
        "local_run will be renamed to train_and_evaluate and the new default behavior will be to run evaluation every "
        "time there is a new checkpoint.",
        _MODULE,
    )
    def local_run(self) -> Any:
        """`train_and_evaluate` with `local_eval_frequency`."""
        with _restored(self, "_min_eval_frequency"):
            self._min_eval_frequency = self._local_eval_frequency  # type: ignore[assignment]
            return self.train_and_evaluate()

    def _continuous_eval(
        self,
        input_fn: Any,
        name: str,
        delay_secs: float | None,
        throttle_delay_secs: float | None,
        evaluate_checkpoint_only_once: bool = True,
        continuous_eval_predicate_fn: Any = None,
        export: bool = True,
    ) -> None:
        goes_on = _predicate(continuous_eval_predicate_fn)
        throttle = self._continuous_eval_throttle_secs if throttle_delay_secs is None else throttle_delay_secs
        self._wait(delay_secs, "%f")
        eval_result: Any = None
        previous_path, last_warning = None, 0.0
        while goes_on is None or goes_on(eval_result, checkpoint_path=previous_path):
            if self._has_training_stopped(eval_result):
                tf_logging.info(
                    "Exiting continuous eval, global_step=%s >= train_step=%s",
                    eval_result[GraphKeys.GLOBAL_STEP],
                    self._train_steps,
                )
                return
            start = time.time()
            path = latest_checkpoint(self._estimator.model_dir)
            problem = None
            if not path:
                problem = "Estimator is not fitted yet. Will start an evaluation when a checkpoint is ready."
            elif evaluate_checkpoint_only_once and path == previous_path:
                problem = "No new checkpoint ready for evaluation."
            if problem:
                eval_result = {}
                if time.time() - last_warning > _SECONDS_BETWEEN_WARNINGS:
                    tf_logging.warning(problem)
                    last_warning = time.time()
            else:
                eval_result = self._evaluate(input_fn, name, path) or {}
                if export:
                    self._maybe_export(eval_result, checkpoint_path=path)
                last_warning, previous_path = 0.0, path
            rest = throttle - (time.time() - start)
            if rest > 0:
                tf_logging.info("Waiting %f secs before starting next eval run.", rest)
                time.sleep(rest)

    def _has_training_stopped(self, eval_result: Any) -> Any:
        if not eval_result:
            return False
        step = eval_result.get(GraphKeys.GLOBAL_STEP)
        return step and self._train_steps and step >= self._train_steps

    def continuous_eval(
        self,
        delay_secs: float | None = None,
        throttle_delay_secs: float | None = None,
        evaluate_checkpoint_only_once: bool = True,
        continuous_eval_predicate_fn: Any = None,
        name: str = "continuous",
    ) -> None:
        """Evaluates and exports every new checkpoint until training has reached `train_steps`.

        Args:
          delay_secs, throttle_delay_secs: other than the Experiment's.
          evaluate_checkpoint_only_once: whether a checkpoint is evaluated once.
          continuous_eval_predicate_fn: a function of the last evaluation; False ends.
          name: marks the folder of the results.
        """
        self._continuous_eval(
            self._eval_input_fn,
            name,
            delay_secs,
            throttle_delay_secs,
            evaluate_checkpoint_only_once,
            continuous_eval_predicate_fn,
        )

    def continuous_eval_on_train_data(
        self,
        delay_secs: float | None = None,
        throttle_delay_secs: float | None = None,
        continuous_eval_predicate_fn: Any = None,
        name: str = "continuous_on_train_data",
    ) -> None:
        """`continuous_eval` on the training data, without exports."""
        self._continuous_eval(
            self._train_input_fn,
            name,
            delay_secs,
            throttle_delay_secs,
            continuous_eval_predicate_fn=continuous_eval_predicate_fn,
            export=False,
        )

    def train_and_evaluate(self) -> tuple[Any, Any]:
        """Trains with evaluations in between; then the last evaluation and what the exports gave."""
        config = self._estimator.config
        listener = None
        with _restored(self, "_train_monitors"):
            monitors = list(self._train_monitors or [])
            if self._checkpoint_and_export and (config.save_checkpoints_secs or config.save_checkpoints_steps):
                evaluate = functools.partial(self._evaluate, self._eval_input_fn)
                listener = _EvalAndExportListener(evaluate, self._maybe_export, self._estimator.model_dir)
                monitors.append(
                    CheckpointSaverHook(
                        checkpoint_dir=self._estimator.model_dir,
                        save_secs=config.save_checkpoints_secs,
                        save_steps=config.save_checkpoints_steps,
                        listeners=[listener],
                    )
                )
            elif self._min_eval_frequency:
                monitors.append(
                    ValidationMonitor(
                        input_fn=self._eval_input_fn,
                        eval_steps=self._eval_steps,
                        metrics=self._eval_metrics,
                        every_n_steps=self._min_eval_frequency,
                        check_interval_secs=self._check_interval_secs,
                        hooks=self._eval_hooks,
                    )
                )
            self._train_monitors = monitors
            self.train(delay_secs=0)
        if listener is not None:
            return listener.eval_result, listener.export_results
        eval_result = self._evaluate(self._eval_input_fn, None)
        return eval_result, self._maybe_export(eval_result)

    def continuous_train_and_eval(self, continuous_eval_predicate_fn: Any = None) -> tuple[Any, Any]:
        """Trains and evaluates in turn, in one process, until `train_steps` or as long as the predicate is true."""
        goes_on = _predicate(continuous_eval_predicate_fn)
        export_results, path, eval_result = None, None, None
        steps = self._train_steps_per_iteration
        if steps is None:
            steps = _DEFAULT_STEPS_PER_ITERATION if self._train_steps is None else int(self._train_steps / 10)
        while goes_on is None or goes_on(eval_result, checkpoint_path=path if eval_result else None):
            if self._has_training_stopped(eval_result):
                tf_logging.info("Stop training model as max steps reached")
                break
            tf_logging.info("Training model for %s steps", steps)
            self._call_train(
                input_fn=self._train_input_fn,
                steps=steps,
                hooks=self._train_monitors,
                saving_listeners=self._saving_listeners,
            )
            tf_logging.info("Evaluating model now.")
            path = latest_checkpoint(self._estimator.model_dir)
            eval_result = self._evaluate(self._eval_input_fn, "one_pass", path)
            export_results = self._maybe_export(eval_result)
        return eval_result, export_results

    def _maybe_export(self, eval_result: Any, checkpoint_path: Any = None) -> list[Any]:
        folder = os.path.join(as_bytes(self._estimator.model_dir), b"export")
        return [
            strategy.export(
                self._estimator,
                os.path.join(folder, as_bytes(strategy.name)),
                checkpoint_path=checkpoint_path,
                eval_result=eval_result,
            )
            for strategy in self._export_strategies
        ]

    def run_std_server(self) -> None:
        """Starts this task's server and serves for ever."""
        self._start_server().join()

    def test(self) -> Any:
        """One step of training, one of evaluation and all exports."""
        self._call_train(
            input_fn=self._train_input_fn,
            steps=1,
            hooks=self._train_monitors,
            saving_listeners=self._saving_listeners,
        )
        eval_result = self._call_evaluate(
            input_fn=self._eval_input_fn, steps=1, metrics=self._eval_metrics, name="one_pass"
        )
        self._maybe_export(eval_result)
        return eval_result

    def _start_server(self) -> Any:
        config = self._estimator.config
        if not (config.cluster_spec and config.task_type and config.master) or config.task_id is None:
            raise ValueError(
                "Could not start server; be sure to specify cluster_spec, task_type, master, and task in RunConfig or "
                "set the TF_CONFIG environment variable."
            )
        server = Server(
            config.cluster_spec,
            job_name=config.task_type,
            task_index=config.task_id,
            config=config.tf_config,
            start=False,
        )
        server.start()
        return server

    def _call_train(
        self,
        input_fn: Any = None,
        steps: int | None = None,
        hooks: Any = None,
        max_steps: int | None = None,
        saving_listeners: Any = None,
    ) -> Any:
        hooks = replace_monitors_with_hooks(hooks, self._estimator)
        if not self._core_estimator_used:
            return self._estimator.fit(input_fn=input_fn, steps=steps, max_steps=max_steps, monitors=hooks)
        return self._estimator.train(
            input_fn=input_fn, steps=steps, max_steps=max_steps, hooks=hooks, saving_listeners=saving_listeners
        )

    def _evaluate(self, input_fn: Any, name: str | None, checkpoint_path: Any = None) -> Any:
        return self._call_evaluate(
            input_fn=input_fn,
            steps=self._eval_steps,
            metrics=self._eval_metrics,
            name=name,
            checkpoint_path=checkpoint_path,
            hooks=self._eval_hooks,
        )

    def _call_evaluate(self, metrics: Any = None, **arguments: Any) -> Any:
        if not self._core_estimator_used:
            return self._estimator.evaluate(metrics=metrics, **arguments)
        if metrics is not None:
            raise ValueError("`eval_metrics` must be `None` with `tf.estimator.Estimator`")
        return self._estimator.evaluate(**arguments)


@contextlib.contextmanager
def _restored(obj: Any, name: str) -> Iterator[None]:
    """The attribute has its old value again afterwards."""
    saved = getattr(obj, name)
    try:
        yield
    finally:
        setattr(obj, name, saved)
