"""The training loop of an Estimator: hooks, checkpoints and summaries around `train_op`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, summary
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator.run_config import TaskType
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.basic_session_run_hooks import LoggingTensorHook, NanTensorHook, StepCounterHook
from tf1compat._facade.train.monitored_session import MonitoredTrainingSession
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook, SummarySaverHook
from tf1compat._facade.train.warm_start import warm_start


def train_with_spec(
    estimator: Any, spec: Any, worker_hooks: list[Any], hooks: list[Any], global_step: Any, listeners: list[Any]
) -> Any:
    """Run `spec.train_op` until a hook stops it or the input ends; the last loss.

    Raises:
      ValueError: `listeners` are given and nothing saves checkpoints.
    """
    config = estimator._config
    if estimator._warm_start_settings:
        tf_logging.info(f"Warm-starting with WarmStartSettings: {estimator._warm_start_settings}")
        warm_start(*estimator._warm_start_settings)
    graph = context.get_default_graph()
    if not any(t.op.name == "loss" for t in graph.get_collection(GraphKeys.SUMMARIES)):
        summary.scalar("loss", spec.loss)
    graph.add_to_collection(GraphKeys.LOSSES, spec.loss)
    worker_hooks.extend(hooks)
    worker_hooks.append(NanTensorHook(spec.loss))
    if config.log_step_count_steps is not None:
        shown = {"loss": spec.loss, "step": global_step}
        worker_hooks.append(LoggingTensorHook(shown, every_n_iter=config.log_step_count_steps))
    worker_hooks.extend(spec.training_hooks)
    _add_saver(graph, spec, config)
    chief_hooks = _checkpoint_hooks(estimator._model_dir, spec, worker_hooks, listeners, config)
    summary_steps, count_steps = config.save_summary_steps, config.log_step_count_steps
    if _summaries_come_from_worker(config):
        summary_steps, count_steps = 0, None
        worker_hooks.extend(_first_worker_hooks(spec, config))
    with MonitoredTrainingSession(
        master=config.master,
        is_chief=config.is_chief,
        checkpoint_dir=estimator._model_dir,
        scaffold=spec.scaffold,
        hooks=worker_hooks,
        chief_only_hooks=[*chief_hooks, *spec.training_chief_hooks],
        save_checkpoint_secs=0,  # a hook does that
        save_summaries_steps=summary_steps,
        config=estimator._session_config,
        max_wait_secs=config.session_creation_timeout_secs,
        log_step_count_steps=count_steps,
    ) as session:
        loss = None
        any_step_done = False
        while not session.should_stop():
            _, loss = session.run([spec.train_op, spec.loss])
            any_step_done = True
    if not any_step_done:
        tf_logging.warning("Training with estimator made no steps. Perhaps input is empty or misspecified.")
    return loss


def _add_saver(graph: Any, spec: Any, config: Any) -> None:
    if spec.scaffold.saver or graph.get_collection(GraphKeys.SAVERS):
        return
    saver = Saver(
        sharded=True,
        max_to_keep=config.keep_checkpoint_max,
        keep_checkpoint_every_n_hours=config.keep_checkpoint_every_n_hours,
        defer_build=True,
        save_relative_paths=True,
    )
    graph.add_to_collection(GraphKeys.SAVERS, saver)


def _checkpoint_hooks(model_dir: str, spec: Any, worker_hooks: list[Any], listeners: list[Any], config: Any) -> Any:
    """The hook that saves, unless the user has one; the listeners join the first."""
    saving: list[Any] = [h for h in [*worker_hooks, *spec.training_chief_hooks] if isinstance(h, CheckpointSaverHook)]
    made: list[Any] = []
    if not saving and (config.save_checkpoints_secs or config.save_checkpoints_steps):
        made = saving = [
            CheckpointSaverHook(
                model_dir,
                save_secs=config.save_checkpoints_secs,
                save_steps=config.save_checkpoints_steps,
                scaffold=spec.scaffold,
            )
        ]
    if listeners and not saving:
        raise ValueError(
            "There should be a CheckpointSaverHook to use saving_listeners. Please set one of the "
            "RunConfig.save_checkpoints_steps or RunConfig.save_checkpoints_secs."
        )
    for listener in listeners:
        if listener not in saving[0]._listeners:
            saving[0]._listeners.append(listener)
    return made


def _summaries_come_from_worker(config: Any) -> bool:
    """Where a master evaluates between steps, a worker writes the summaries, so that they come regularly."""
    jobs = config.cluster_spec.jobs if config.cluster_spec else ()
    return TaskType.WORKER in jobs and TaskType.MASTER in jobs


def _first_worker_hooks(spec: Any, config: Any) -> list[Any]:
    if config.task_type != TaskType.WORKER or config.task_id != 0:
        return []
    made: list[Any] = []
    if config.save_summary_steps:
        made.append(SummarySaverHook(config.save_summary_steps, output_dir=config.model_dir, scaffold=spec.scaffold))
    if config.log_step_count_steps:
        made.append(StepCounterHook(every_n_steps=config.log_step_count_steps, output_dir=config.model_dir))
    return made
