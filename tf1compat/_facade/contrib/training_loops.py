"""`tf.contrib.training.train`, `evaluate_repeatedly` and the hook that writes summaries at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tf1compat._facade import state_ops, summary
from tf1compat._facade.contrib.checkpoint_waiting import checkpoints_iterator
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriterCache
from tf1compat._facade.train import training_util
from tf1compat._facade.train.basic_session_run_hooks import FinalOpsHook
from tf1compat._facade.train.evaluation import _get_or_create_eval_step, _StopAfterNEvalsHook
from tf1compat._facade.train.monitored_session import ChiefSessionCreator, MonitoredSession, MonitoredTrainingSession
from tf1compat._facade.train.session_run_hook import SessionRunHook


def train(
    train_op: Any,
    logdir: str | None,
    master: str = "",
    is_chief: bool = True,
    scaffold: Any = None,
    hooks: Any = None,
    chief_only_hooks: Any = None,
    save_checkpoint_secs: float | None = 600,
    save_summaries_steps: int | None = 100,
    config: Any = None,
    max_wait_secs: float = 7200,
    run_metadata: Any = None,
) -> Any:
    """Run `train_op` until a hook stops it or the input ends; its last value.

    Args:
      train_op: a tensor whose evaluation makes a step.
      logdir: folder for checkpoints and summaries.
      master, is_chief, scaffold, hooks, chief_only_hooks, save_checkpoint_secs, save_summaries_steps, config,
        max_wait_secs: as for `tf.train.MonitoredTrainingSession`.
      run_metadata: filled at each step.

    Raises:
      ValueError: something is to be saved and there is no folder.
    """
    if logdir is None and is_chief:
        if save_summaries_steps:
            raise ValueError("logdir cannot be None when save_summaries_steps is not None")
        if save_checkpoint_secs:
            raise ValueError("logdir cannot be None when save_checkpoint_secs is not None")
    with MonitoredTrainingSession(
        master=master,
        is_chief=is_chief,
        checkpoint_dir=logdir,
        scaffold=scaffold,
        hooks=hooks,
        chief_only_hooks=chief_only_hooks,
        save_checkpoint_secs=save_checkpoint_secs,
        save_summaries_steps=save_summaries_steps,
        config=config,
        max_wait_secs=max_wait_secs,
    ) as session:
        loss = None
        while not session.should_stop():
            loss = session.run(train_op, run_metadata=run_metadata)
    return loss


class SummaryAtEndHook(SessionRunHook):
    """Writes summaries at the end of an evaluation.

    Args:
      log_dir: folder for event files; or
      summary_writer: a FileWriter.
      summary_op: the summaries; all of the graph if absent.
      feed_dict: fed to them.

    Raises:
      ValueError: there is neither a folder nor a writer.
    """

    def __init__(
        self, log_dir: str | None = None, summary_writer: Any = None, summary_op: Any = None, feed_dict: Any = None
    ) -> None:
        self._summary_op = summary_op
        self._replace_summary_op = summary_op is None
        self._feed_dict = feed_dict
        self._summary_writer = summary_writer
        self._log_dir = log_dir
        if log_dir is None and summary_writer is None:
            raise ValueError("One of log_dir or summary_writer should be used.")

    def begin(self) -> None:
        if self._replace_summary_op:
            self._summary_op = summary.merge_all()
        self._global_step = training_util.get_or_create_global_step()

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._summary_writer is None and self._log_dir:
            self._summary_writer = FileWriterCache.get(self._log_dir)

    def end(self, session: Any) -> None:
        if self._summary_op is not None:
            step = training_util.global_step(session, self._global_step)
            found = session.run(self._summary_op, self._feed_dict)
            if self._summary_writer:
                self._summary_writer.add_summary(found, step)
        if self._summary_writer:
            self._summary_writer.flush()


def evaluate_repeatedly(
    checkpoint_dir: str,
    master: str = "",
    scaffold: Any = None,
    eval_ops: Any = None,
    feed_dict: Any = None,
    final_ops: Any = None,
    final_ops_feed_dict: Any = None,
    eval_interval_secs: float = 60,
    hooks: Any = None,
    config: Any = None,
    max_number_of_evaluations: int | None = None,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Any:
    """Evaluate each new checkpoint of a folder; the last values of `final_ops`.

    Args:
      checkpoint_dir: the folder.
      master, scaffold, eval_ops, feed_dict, final_ops, final_ops_feed_dict, hooks, config: as for `evaluate_once`.
      eval_interval_secs: least time between two evaluations.
      max_number_of_evaluations: how many; no end if absent.
      timeout: how long to wait for a checkpoint.
      timeout_fn: called then; a true result ends the evaluation.
    """
    eval_step = _get_or_create_eval_step()
    all_hooks = hooks or []
    if eval_ops is not None:
        update = state_ops.assign_add(eval_step, 1)
        for hook in all_hooks:
            if isinstance(hook, _StopAfterNEvalsHook):
                hook._set_evals_completed_tensor(update)
        if isinstance(eval_ops, dict):
            eval_ops["update_eval_step"] = update
        else:
            eval_ops = [*(eval_ops if isinstance(eval_ops, (tuple, list)) else [eval_ops]), update]
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    all_hooks.append(final)
    checkpoints = checkpoints_iterator(
        checkpoint_dir, min_interval_secs=eval_interval_secs, timeout=timeout, timeout_fn=timeout_fn
    )
    for count, path in enumerate(checkpoints, 1):
        creator = ChiefSessionCreator(
            scaffold=scaffold, checkpoint_filename_with_path=path, master=master, config=config
        )
        with MonitoredSession(session_creator=creator, hooks=all_hooks) as session:
            tf_logging.info("Starting evaluation at " + time.strftime("%Y-%m-%d-%H:%M:%S", time.gmtime()))
            if eval_ops is not None:
                while not session.should_stop():
                    session.run(eval_ops, feed_dict)
            tf_logging.info("Finished evaluation at " + time.strftime("%Y-%m-%d-%H:%M:%S", time.gmtime()))
        if max_number_of_evaluations is not None and count >= max_number_of_evaluations:
            break
    return final.final_ops_values
