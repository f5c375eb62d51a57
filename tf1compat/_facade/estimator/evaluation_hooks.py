"""Hooks that evaluate while training, and that stop by the checkpoint's step; more metrics for an Estimator."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context, framework, state_ops
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator import estimator as estimator_lib
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.graph import Graph
from tf1compat._facade.grouping import group
from tf1compat._facade.train import evaluation, training_util
from tf1compat._facade.train.basic_session_run_hooks import StopAtStepHook
from tf1compat._facade.train.hook_timers import SecondOrStepTimer
from tf1compat._facade.train.scaffold import Scaffold
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunHook


class InMemoryEvaluatorHook(SessionRunHook):
    """Evaluates the model in training every so many steps, without a checkpoint.

    Args:
      estimator: a `tf.estimator.Estimator` that runs on one machine.
      input_fn: as for `Estimator.evaluate`.
      steps: how many batches; to the end of the input if absent.
      hooks: SessionRunHooks for the evaluation.
      name: tells several evaluations apart.
      every_n_iter: how often.

    Raises:
      ValueError: the interval is not positive, or the estimator runs on several machines.
    """

    def __init__(
        self,
        estimator: Any,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Any = None,
        name: str | None = None,
        every_n_iter: int | None = 100,
    ) -> None:
        if every_n_iter is None or every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if estimator.config.num_ps_replicas > 0 or estimator.config.num_worker_replicas > 1:
            raise ValueError("InMemoryEvaluator supports only single machine (aka Local) setting.")
        self._estimator = estimator
        self._input_fn = input_fn
        self._eval_dir = estimator.eval_dir(name)
        self._hooks = estimator_lib._check_hooks_type(hooks)
        if steps is not None:
            self._hooks.append(evaluation._StopAfterNEvalsHook(num_evals=steps))
        self._timer = SecondOrStepTimer(every_steps=every_n_iter)

    def begin(self) -> None:
        self._timer.reset()
        self._iter_count = 0
        self._graph = Graph()
        with self._graph.as_default():
            found = self._estimator._evaluate_build_graph(self._input_fn, self._hooks, checkpoint_path=None)
            self._scaffold, self._update_op, self._eval_dict, self._all_hooks = found
            if self._scaffold.saver is not None:
                raise ValueError("InMemoryEvaluator does not support custom saver")
            if self._scaffold.init_fn is not None:
                raise ValueError("InMemoryEvaluator does not support custom init_fn")
            variables = self._graph.get_collection(GraphKeys.GLOBAL_VARIABLES)
            self._eval_variables = {v.name: v for v in variables}
            self._placeholders = {v.name: framework.placeholder(v.dtype.base_dtype) for v in variables}

    def after_create_session(self, session: Any, coord: Any) -> None:
        graph = context.get_default_graph()
        if graph.get_collection(GraphKeys.SAVEABLE_OBJECTS):
            raise ValueError("InMemoryEvaluator does not support saveables other than global variables.")
        trained = {v.name: v for v in graph.get_collection(GraphKeys.GLOBAL_VARIABLES)}
        self._train_variables = {name: v for name, v in trained.items() if name in self._eval_variables}
        with self._graph.as_default():
            self._transfer = group(
                *(state_ops.assign(self._eval_variables[n], self._placeholders[n]) for n in self._train_variables)
            )
        self._evaluate(session)

    def _evaluate(self, train_session: Any) -> None:
        values = train_session.run(self._train_variables)
        feeds = {self._placeholders[name]: value for name, value in values.items()}
        scaffold = Scaffold(
            init_fn=lambda scaffold, session: session.run(self._transfer, feed_dict=feeds),
            copy_from_scaffold=self._scaffold,
        )
        with self._graph.as_default():
            self._estimator._evaluate_run(
                checkpoint_path=None,
                scaffold=scaffold,
                update_op=self._update_op,
                eval_dict=self._eval_dict,
                all_hooks=self._all_hooks,
                output_dir=self._eval_dir,
            )
        self._timer.update_last_triggered_step(self._iter_count)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        self._iter_count += 1
        if self._timer.should_trigger_for_step(self._iter_count):
            self._evaluate(run_context.session)

    def end(self, session: Any) -> None:
        self._evaluate(session)


class _StopAtCheckpointStepHook(SessionRunHook):
    """Stops a worker when a checkpoint of `last_step` is written, so that it does not leave the chief alone."""

    def __init__(self, model_dir: Any, last_step: Any, wait_after_file_check_secs: float = 30) -> None:
        if last_step is None:
            raise ValueError("last_step must be specified.")
        if model_dir is None:
            raise ValueError("model_dir must be specified.")
        self._model_dir = model_dir
        self._last_step = last_step
        self._wait_after_file_check_secs = wait_after_file_check_secs

    def begin(self) -> None:
        self._global_step_tensor = training_util._get_or_create_global_step_read()
        if self._global_step_tensor is None:
            raise RuntimeError("Global step should be created to use StopAtCheckpointStepHook.")

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._global_step_tensor)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        if run_values.results + 1 < self._last_step:
            return
        if estimator_lib._load_global_step_from_checkpoint_dir(self._model_dir) >= self._last_step:
            run_context.request_stop()
        else:
            time.sleep(self._wait_after_file_check_secs)


def make_stop_at_checkpoint_step_hook(
    estimator: Any, last_step: int, wait_after_file_check_secs: float = 30
) -> SessionRunHook:
    """A hook that stops at `last_step`; on workers not before the checkpoint of that step is there."""
    if estimator.config.is_chief:
        return StopAtStepHook(last_step=last_step)
    return _StopAtCheckpointStepHook(estimator.model_dir, last_step, wait_after_file_check_secs)


def add_metrics(estimator: Any, metric_fn: Callable[..., dict[str, Any]]) -> Any:
    """An Estimator that evaluates more metrics.

    Args:
      estimator: a `tf.estimator.Estimator`.
      metric_fn: takes some of `features`, `labels`, `predictions` and `config`; returns name -> metric.

    Raises:
      ValueError: `metric_fn` takes other arguments.
    """
    takes = fn_args(metric_fn)
    unknown = [name for name in takes if name not in ("features", "labels", "predictions", "config")]
    if unknown:
        raise ValueError(f"metric_fn ({metric_fn}) has following not expected args: {unknown}")

    def new_model_fn(features: Any, labels: Any, mode: Any, config: Any) -> Any:
        spec = estimator.model_fn(features, labels, mode, config)
        if mode != ModeKeys.EVAL:
            return spec
        given = {"features": features, "labels": labels, "predictions": spec.predictions, "config": config}
        added = metric_fn(**{name: value for name, value in given.items() if name in takes})
        return spec._replace(eval_metric_ops={**(spec.eval_metric_ops or {}), **added})

    return estimator_lib.Estimator(
        model_fn=new_model_fn,
        model_dir=estimator.model_dir,
        config=estimator.config,
        warm_start_from=estimator._warm_start_settings,
    )
