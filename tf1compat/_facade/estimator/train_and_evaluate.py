"""`tf.estimator.train_and_evaluate`: training with an evaluation after each checkpoint, alone or in a cluster."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator import estimator as estimator_lib
from tf1compat._facade.estimator.exporters import Exporter
from tf1compat._facade.estimator.run_config import TaskType
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.platform.compat import as_str_any
from tf1compat._facade.train.hook_timers import SecondOrStepTimer
from tf1compat._facade.train.saver_hooks import CheckpointSaverListener
from tf1compat._facade.train.session_run_hook import SessionRunHook

_MAX_DELAY_SECS = 60
_DELAY_SECS_PER_WORKER = 5
_TRAINERS = (TaskType.CHIEF, TaskType.MASTER, TaskType.WORKER)


def _check_input_fn(input_fn: Any) -> None:
    if not callable(input_fn):
        raise TypeError(f"`input_fn` must be callable, given: {input_fn}")


def _checked_hooks(hooks: Any) -> tuple[Any, ...]:
    found = tuple(hooks or ())
    for hook in found:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be `SessionRunHook` instances, given: {hook}")
    return found


def _checked_exporters(exporters: Any) -> tuple[Any, ...]:
    if not exporters:
        return ()
    found: list[Any]
    try:
        found = [exporters] if isinstance(exporters, Exporter) else list(exporters)
    except TypeError:
        found = [None]
    if not all(isinstance(e, Exporter) for e in found):
        raise TypeError(f"`exporters` must be an Exporter, an iterable of Exporter, or `None`, found {exporters}.")
    names = [e.name for e in found]
    for i, name in enumerate(names):
        if not name:
            raise ValueError(f"An Exporter cannot have a name that is `None` or empty. All exporter names: {names}")
        if not isinstance(name, str):
            raise ValueError(f"An Exporter must have a string name. Given: {type(name)}")
        if name in names[:i]:
            raise ValueError(
                f"`exporters` must have unique names. Such a name cannot be `None`. All exporter names: {names}"
            )
    return tuple(found)


class _TrainFields(NamedTuple):
    input_fn: Any
    max_steps: Any
    hooks: Any


class TrainSpec(_TrainFields):
    """The training part of `train_and_evaluate`.

    Args:
      input_fn: gives `(features, labels)` or a dataset of them.
      max_steps: up to which global step; to the end of the input if absent.
      hooks: SessionRunHooks.

    Raises:
      TypeError: `input_fn` or a hook is none.
      ValueError: `max_steps` is not positive.
    """

    __slots__ = ()

    def __new__(cls, input_fn: Callable[..., Any], max_steps: int | None = None, hooks: Any = None) -> Any:
        _check_input_fn(input_fn)
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        return super().__new__(cls, input_fn, max_steps, _checked_hooks(hooks))


class _EvalFields(NamedTuple):
    input_fn: Any
    steps: Any
    name: Any
    hooks: Any
    exporters: Any
    start_delay_secs: Any
    throttle_secs: Any


class EvalSpec(_EvalFields):
    """The evaluation part of `train_and_evaluate`.

    Args:
      input_fn: gives `(features, labels)` or a dataset of them.
      steps: how many batches; to the end of the input if None.
      name: tells several evaluations apart.
      hooks: SessionRunHooks.
      exporters: Exporters, called after each evaluation.
      start_delay_secs: how long an evaluator waits at first.
      throttle_secs: least time between two evaluations.

    Raises:
      TypeError: something is of the wrong type.
      ValueError: a number is out of range, or exporters share a name.
    """

    __slots__ = ()

    def __new__(
        cls,
        input_fn: Callable[..., Any],
        steps: int | None = 100,
        name: str | None = None,
        hooks: Any = None,
        exporters: Any = None,
        start_delay_secs: float = 120,
        throttle_secs: float = 600,
    ) -> Any:
        _check_input_fn(input_fn)
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be string, given: {name}")
        hooks = _checked_hooks(hooks)
        exporters = _checked_exporters(exporters)
        if start_delay_secs < 0:
            raise ValueError(f"Must specify start_delay_secs >= 0, given: {start_delay_secs}")
        if throttle_secs < 0:
            raise ValueError(f"Must specify throttle_secs >= 0, given: {throttle_secs}")
        return super().__new__(cls, input_fn, steps, name, hooks, exporters, start_delay_secs, throttle_secs)


class _EvalStatus:
    EVALUATED = "evaluated"
    MISSING_CHECKPOINT = "missing checkpoint"
    NO_NEW_CHECKPOINT = "no new checkpoint"


class _EvalResult(NamedTuple):
    status: str
    metrics: dict[str, Any] | None = None
    checkpoint_path: str | None = None


class _ContinuousEvalListener:
    """Asked around each evaluation; a false answer ends it."""

    def before_eval(self) -> bool:
        return True

    def after_eval(self, eval_result: _EvalResult) -> bool:
        return True


class _Evaluator:
    """Evaluates the newest checkpoint, if it is new, and calls the exporters."""

    def __init__(self, estimator: Any, eval_spec: EvalSpec, max_training_steps: int | None) -> None:
        self._estimator = estimator
        self._eval_spec = eval_spec
        self._max_training_steps = max_training_steps
        self.is_final_export_triggered = False
        self._previous: str | None = None
        self._last_warning_time = 0.0

    def evaluate_and_export(self) -> tuple[_EvalResult, list[Any]]:
        path = self._estimator.latest_checkpoint()
        if not path:
            self._warn("Estimator is not trained yet. Will start an evaluation when a checkpoint is ready.")
            return _EvalResult(_EvalStatus.MISSING_CHECKPOINT), []
        if path == self._previous:
            self._warn(
                "No new checkpoint ready for evaluation. Skip the current evaluation pass as evaluation results are "
                "expected to be same for the same checkpoint."
            )
            return _EvalResult(_EvalStatus.NO_NEW_CHECKPOINT), []
        spec = self._eval_spec
        metrics = self._estimator.evaluate(
            input_fn=spec.input_fn, steps=spec.steps, name=spec.name, checkpoint_path=path, hooks=spec.hooks
        )
        _check_metrics(metrics)
        is_final = bool(self._max_training_steps) and metrics[GraphKeys.GLOBAL_STEP] >= self._max_training_steps
        folder = os.path.join(as_str_any(self._estimator.model_dir), "export")
        exported = [
            exporter.export(
                estimator=self._estimator,
                export_path=os.path.join(folder, as_str_any(exporter.name)),
                checkpoint_path=path,
                eval_result=metrics,
                is_the_final_export=is_final,
            )
            for exporter in spec.exporters
        ]
        if is_final:
            tf_logging.debug("Calling exporter with the `is_the_final_export=True`.")
            self.is_final_export_triggered = True
        self._last_warning_time = 0
        self._previous = path
        return _EvalResult(_EvalStatus.EVALUATED, metrics, path), exported

    def _warn(self, message: str) -> None:
        now = time.time()
        if now - self._last_warning_time > 600:
            tf_logging.warning(message)
            self._last_warning_time = now


def _check_metrics(metrics: Any) -> None:
    if not metrics:
        raise ValueError("Internal error: `Estimator.evaluate` should never return empty metrics.")
    if not isinstance(metrics, dict):
        raise TypeError(f"`Estimator.evaluate` should return dict. Given {type(metrics)}.")
    if GraphKeys.GLOBAL_STEP not in metrics:
        raise ValueError(
            f"Internal error: `Estimator.evaluate` result should have `global_step` in result. Given {metrics}"
        )


class _NewCheckpointListenerForEvaluate(CheckpointSaverListener):
    """Evaluates when a checkpoint is written, not more often than `eval_throttle_secs`."""

    def __init__(self, evaluator: Any, eval_throttle_secs: float, continuous_eval_listener: Any) -> None:
        self._evaluator = evaluator
        self._eval_throttle_secs = eval_throttle_secs
        self._continuous_eval_listener = continuous_eval_listener
        self.eval_result: Any = None
        self.export_results: Any = None

    def begin(self) -> None:
        self._timer = SecondOrStepTimer(every_secs=self._eval_throttle_secs)
        self._is_first_run = True

    def after_save(self, session: Any, global_step_value: int) -> Any:
        if self._is_first_run:  # the checkpoint before the first step
            self._is_first_run = False
            return None
        if not self._continuous_eval_listener.before_eval():
            tf_logging.info(
                "Exiting training and evaluation loop, as requested by _ContinuousEvalListener.before_eval."
            )
            return True
        if not self._timer.should_trigger_for_step(global_step_value):
            tf_logging.info(f"Skip the current checkpoint eval due to throttle secs ({self._eval_throttle_secs} secs).")
            return None
        self._evaluate(global_step_value)
        if not self._continuous_eval_listener.after_eval(self.eval_result):
            tf_logging.info("Exiting evaluation, as requested by _ContinuousEvalListener.after_eval.")
            return True
        return None

    def end(self, session: Any, global_step_value: int) -> None:
        if global_step_value != self._timer.last_triggered_step() and self._continuous_eval_listener.before_eval():
            self._evaluate(global_step_value)
            self._continuous_eval_listener.after_eval(self.eval_result)

    def _evaluate(self, global_step_value: int) -> None:
        self._timer.update_last_triggered_step(global_step_value)
        self.eval_result, self.export_results = self._evaluator.evaluate_and_export()
        if self.eval_result.status != _EvalStatus.EVALUATED:
            raise RuntimeError(
                f"There was no new checkpoint after the training. Eval status: {self.eval_result.status}"
            )


def train_and_evaluate(estimator: Any, train_spec: TrainSpec, eval_spec: EvalSpec) -> Any:
    """Train, and evaluate after each checkpoint; in a cluster, do this task's part.

    Args:
      estimator: a `tf.estimator.Estimator`.
      train_spec: a `tf.estimator.TrainSpec`.
      eval_spec: a `tf.estimator.EvalSpec`.

    Returns:
      The last evaluation's metrics and what the exporters gave; None in a cluster.

    Raises:
      TypeError: an argument is none of these.
      ValueError: this task's type is unknown, or there are several evaluators.
    """
    _check_eval_spec(eval_spec)
    executor = _TrainingExecutor(estimator, train_spec, eval_spec)
    config = estimator.config
    tf_logging.info("Not using Distribute Coordinator.")
    if config.task_type == TaskType.EVALUATOR and config.task_id > 0:
        raise ValueError(
            "For distributed training, there can only be one `evaluator` task (with task id 0).  Given task id "
            f"{config.task_id}"
        )
    return executor.run()


class _TrainingExecutor:
    """One task's part: `run_<task type>`, or `run_local` without a cluster."""

    def __init__(
        self,
        estimator: Any,
        train_spec: Any,
        eval_spec: Any,
        train_hooks: Any = None,
        continuous_eval_listener: Any = None,
    ) -> None:
        if not isinstance(estimator, estimator_lib.Estimator):
            raise TypeError(f"`estimator` must have type `tf.estimator.Estimator`. Got: {type(estimator)}")
        if not isinstance(train_spec, TrainSpec):
            raise TypeError(f"`train_spec` must have type `tf.estimator.TrainSpec`. Got: {type(train_spec)}")
        if eval_spec and not isinstance(eval_spec, EvalSpec):
            raise TypeError(
                f"`eval_spec` must be either `None` or have type `tf.estimator.EvalSpec`. Got: {type(eval_spec)}"
            )
        if continuous_eval_listener and not isinstance(continuous_eval_listener, _ContinuousEvalListener):
            raise TypeError("`continuous_eval_listener` must have type `_ContinuousEvalListener`.")
        self._estimator = estimator
        self._train_spec = train_spec
        self._eval_spec = eval_spec
        self._train_hooks = _checked_hooks(train_hooks)
        self._continuous_eval_listener = continuous_eval_listener or _ContinuousEvalListener()

    @property
    def estimator(self) -> Any:
        return self._estimator

    def run(self) -> Any:
        config = self._estimator.config
        if not config.cluster_spec and config.task_type != TaskType.EVALUATOR:
            tf_logging.info("Running training and evaluation locally (non-distributed).")
            return self.run_local()
        if not config.task_type:
            raise ValueError(
                "`estimator.config` must have task_type set. This usually means TF_CONFIG environment is not set "
                "correctly."
            )
        if config.task_type == "local":
            raise ValueError(
                "`task.type` in TF_CONFIG cannot be `local`. Leaving `cluster` and `task` properties in TF_CONFIG "
                "absent triggers train and evaluate `Estimator` locally (non-distributed)."
            )
        tasks = [name[4:] for name in dir(self) if name.startswith("run_") and name != "run_local"]
        if config.task_type not in tasks:
            raise ValueError(f"Task type {config.task_type} is not supported. Supported task types are {tasks}")
        getattr(self, f"run_{config.task_type}")()
        return None

    def run_chief(self) -> Any:
        return self._start_distributed_training()

    def run_worker(self) -> Any:
        return self._start_distributed_training()

    def run_master(self) -> None:
        """A chief that evaluates, too."""
        _check_eval_spec(self._eval_spec)
        evaluator = _Evaluator(self._estimator, self._eval_spec, self._train_spec.max_steps)
        listener = _NewCheckpointListenerForEvaluate(
            evaluator, self._eval_spec.throttle_secs, _ContinuousEvalListener()
        )
        self._start_distributed_training([listener])

    def run_evaluator(self) -> None:
        self._start_continuous_evaluation()

    def run_ps(self) -> None:
        self._start_std_server(self._estimator.config).join()

    def run_local(self) -> Any:
        _check_eval_spec(self._eval_spec)
        config = self._estimator.config
        tf_logging.info(
            "Start train and evaluate loop. The evaluate will happen after every checkpoint. Checkpoint frequency is "
            f"determined based on RunConfig arguments: save_checkpoints_steps {config.save_checkpoints_steps} or "
            f"save_checkpoints_secs {config.save_checkpoints_secs}."
        )
        evaluator = _Evaluator(self._estimator, self._eval_spec, self._train_spec.max_steps)
        listener = _NewCheckpointListenerForEvaluate(
            evaluator, self._eval_spec.throttle_secs, self._continuous_eval_listener
        )
        self._train([listener])
        found = listener.eval_result or _EvalResult(_EvalStatus.MISSING_CHECKPOINT)
        return found.metrics, listener.export_results

    def _train(self, listeners: Any) -> None:
        self._estimator.train(
            input_fn=self._train_spec.input_fn,
            max_steps=self._train_spec.max_steps,
            hooks=[*self._train_spec.hooks, *self._train_hooks],
            saving_listeners=listeners,
        )

    def _start_std_server(self, config: Any) -> Any:
        """This task's `tf.train.Server`; None where it is alone."""
        from tf1compat._formats import protos
        from tf1compat.train import Server

        if not config.cluster_spec or not config.task_type or config.task_id is None:
            raise RuntimeError(
                "Could not start server; be sure to specify cluster_spec, task_type, and task in RunConfig or set the "
                "TF_CONFIG environment variable."
            )
        if not config.master:
            jobs = config.cluster_spec.jobs
            alone = len(jobs) == 1 and len(config.cluster_spec.job_tasks(jobs[0])) == 1
            if alone and config.task_type in _TRAINERS:
                tf_logging.info("Skip starting Tensorflow server as there is only one node in the cluster.")
                return None
            raise RuntimeError(
                "Could not start server; be sure to specify master in RunConfig or set the TF_CONFIG environment "
                "variable."
            )
        tf_logging.info("Start Tensorflow server.")
        given = config.session_config
        session_config = protos.ConfigProto(log_device_placement=False)
        if given is not None:
            session_config.gpu_options.CopyFrom(given.gpu_options)
        server = Server(
            config.cluster_spec,
            job_name=config.task_type,
            task_index=config.task_id,
            config=session_config,
            start=False,
            protocol=config.protocol,
        )
        server.start()
        return server

    def _start_distributed_training(self, saving_listeners: Any = None) -> None:
        config = self._estimator.config
        if json.loads(os.environ.get("TF_CONFIG") or "{}").get("environment") != "google":
            self._start_std_server(config)
        if config.task_type == TaskType.WORKER:
            longest = config.experimental_max_worker_delay_secs
            longest = _MAX_DELAY_SECS if longest is None else int(longest)
            delay = min(longest, (config.task_id + 1) * _DELAY_SECS_PER_WORKER)
            if delay > 0:
                tf_logging.info("Waiting %d secs before starting training.", delay)
                time.sleep(delay)
        self._train(saving_listeners)

    def _start_continuous_evaluation(self) -> None:
        """Evaluate each new checkpoint until one is of the last step."""
        _check_eval_spec(self._eval_spec)
        delay = self._eval_spec.start_delay_secs
        if delay:
            tf_logging.info("Waiting %f secs before starting eval.", delay)
            time.sleep(delay)
        evaluator = _Evaluator(self._estimator, self._eval_spec, self._train_spec.max_steps)
        latest: _EvalResult | None = None
        should_stop = False
        while not should_stop:
            if latest is not None and latest.status == _EvalStatus.EVALUATED and self._train_spec.max_steps:
                step = (latest.metrics or {}).get(GraphKeys.GLOBAL_STEP)
                if step and step >= self._train_spec.max_steps:
                    tf_logging.info(
                        "Exiting evaluation, global_step=%s >= train max_steps=%s", step, self._train_spec.max_steps
                    )
                    return
            latest, should_stop = self._execute_evaluator_once(evaluator)

    def _execute_evaluator_once(self, evaluator: _Evaluator) -> tuple[Any, bool]:
        start = time.time()
        throttle = self._eval_spec.throttle_secs
        if not self._continuous_eval_listener.before_eval():
            tf_logging.info("Exiting evaluation, as requested by _ContinuousEvalListener.before_eval.")
            return None, True
        found, _ = evaluator.evaluate_and_export()
        if not self._continuous_eval_listener.after_eval(found):
            tf_logging.info("Exiting evaluation, as requested by _ContinuousEvalListener.after_eval.")
            return found, True
        rest = throttle - (time.time() - start)
        if rest > 0:
            tf_logging.info("Waiting %f secs before starting next eval run.", rest)
            time.sleep(rest)
        elif throttle == 0 and found.status != _EvalStatus.EVALUATED:
            tf_logging.warning(
                "EvalSpec.throttle_secs is set as 0. This might overload the job before finding (next) new "
                "checkpoint. Please consider to increase it."
            )
        return found, False


def _check_eval_spec(eval_spec: Any) -> None:
    if not isinstance(eval_spec, EvalSpec):
        raise TypeError(f"`eval_spec` must have type `tf.estimator.EvalSpec`. Got: {type(eval_spec)}")
