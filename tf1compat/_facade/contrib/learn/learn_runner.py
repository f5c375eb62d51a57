"""`tf.contrib.learn.learn_runner`: makes an Experiment and runs the part of it that this task has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.contrib.hparams import HParams
from tf1compat._facade.contrib.learn.experiment import Experiment
from tf1compat._facade.contrib.learn.run_config import RunConfig, TaskType
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import tf_logging

_MODULE = "tensorflow.contrib.learn.python.learn.learn_runner"
_INSTEAD = "Use tf.estimator.train_and_evaluate."
_SCHEDULES = {TaskType.MASTER: "train_and_evaluate", TaskType.PS: "run_std_server", TaskType.WORKER: "train"}


@deprecated(None, _INSTEAD, _MODULE)
def run(
    experiment_fn: Callable[..., Any],
    output_dir: str | None = None,
    schedule: str | None = None,
    run_config: Any = None,
    hparams: Any = None,
) -> Any:
    """Makes an Experiment and calls one of its methods.

    Args:
      experiment_fn: a function of `run_config` and `hparams`, or of `output_dir`, that gives an Experiment.
      output_dir: the folder of the model, or
      run_config: a RunConfig with a `model_dir`, which the Estimator must have as its configuration.
      schedule: the method; by default `train_and_evaluate`, in a cluster what the task's type asks for.
      hparams: hyperparameters for the function, with `run_config`.

    Raises:
      ValueError: wrong combinations of arguments, or no such method.
      TypeError: `experiment_fn` is no function or gives no Experiment; `schedule` is no method.
      RuntimeError: the Estimator has another configuration.
    """
    if output_dir is not None and run_config is not None:
        raise ValueError("Cannot provide both `output_dir` and `run_config`")
    if output_dir is None and run_config is None:
        raise ValueError("Must set value for `output_dir` or `run_config`")
    if not callable(experiment_fn):
        raise TypeError(f'Experiment builder "{experiment_fn}" is not callable.')
    if run_config is not None:
        experiment = _with_uid_check(experiment_fn)(run_config=run_config, hparams=hparams)
    else:
        if not output_dir:
            raise ValueError("Must specify an output directory")
        if hparams is not None:
            raise ValueError("Must set `hparams` as None for `experiment_fn` with `output_dir`.")
        experiment = _checked_experiment(experiment_fn(output_dir=output_dir))
    config = run_config or experiment.estimator.config
    return _execute(experiment, schedule or _default_schedule(config))


@deprecated(None, _INSTEAD, _MODULE)
def tune(experiment_fn: Callable[..., Any], tuner: Any) -> None:
    """Runs the trials of a tuner: as long as `next_trial()` is true, `run_experiment(experiment_fn)`."""
    while tuner.next_trial():
        tuner.run_experiment(_with_uid_check(experiment_fn, require_hparams=True))


def _checked_experiment(experiment: Any) -> Any:
    if not isinstance(experiment, Experiment):
        raise TypeError(f"Experiment builder did not return an Experiment instance, got {type(experiment)} instead.")
    return experiment


def _with_uid_check(experiment_fn: Callable[..., Any], require_hparams: bool = False) -> Callable[..., Any]:
    """The function, which must hand its `run_config` to the Estimator."""

    def make(run_config: Any, hparams: Any) -> Any:
        if not isinstance(run_config, RunConfig):
            raise ValueError("`run_config` must be `tf.contrib.learn.RunConfig` instance")
        if not run_config.model_dir:
            raise ValueError("Must specify a model directory `model_dir` in `run_config`.")
        if hparams is not None and not isinstance(hparams, HParams):
            raise ValueError("`hparams` must be `HParams` instance")
        if require_hparams and hparams is None:
            raise ValueError("`hparams` cannot be `None`.")
        expected = run_config.uid()
        experiment = _checked_experiment(experiment_fn(run_config, hparams))
        found = experiment.estimator.config
        if not hasattr(found, "uid"):
            raise RuntimeError(
                "Pass `run_config` argument of the `experiment_fn` to the Estimator in Experiment. It is likely a "
                "different `RunConfig` is passed to `Estimator` or the `config` constructor argument in `Estimator` "
                "is not set."
            )
        if found.uid() != expected:
            raise RuntimeError(
                "`RunConfig` instance is expected to be used by the `Estimator` inside the `Experiment`. expected "
                f"{expected}, but got {found.uid()}"
            )
        return experiment

    return make


def _execute(experiment: Any, schedule: str) -> Any:
    task = getattr(experiment, schedule, None)
    if callable(task):
        return task()
    is_missing = not hasattr(experiment, schedule)
    what = "non-existent task" if is_missing else "non-callable member"
    valid = [x for x in dir(experiment) if not x.startswith("_") and callable(getattr(experiment, x))]
    tf_logging.error("Schedule references %s %s", what, schedule)
    tf_logging.error("Allowed values for this experiment are: %s", valid)
    raise (ValueError if is_missing else TypeError)(f"Schedule references {what} {schedule}")


def _default_schedule(config: Any) -> str:
    cluster = config.cluster_spec if config else None
    if not cluster or sum(len(cluster.job_tasks(job)) for job in cluster.jobs) <= 1:
        return "train_and_evaluate"
    if not config.task_type:
        raise ValueError("Must specify a schedule")
    if config.task_type not in _SCHEDULES:
        raise ValueError(f"No default schedule for task type: {config.task_type}")
    return _SCHEDULES[config.task_type]
