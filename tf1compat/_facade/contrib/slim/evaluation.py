"""`tf.contrib.slim.evaluation`: the metrics of a checkpoint, once or for each new one."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import summary
from tf1compat._facade.contrib.checkpoint_waiting import checkpoints_iterator as checkpoints_iterator
from tf1compat._facade.contrib.checkpoint_waiting import wait_for_new_checkpoint as wait_for_new_checkpoint
from tf1compat._facade.contrib.training_loops import SummaryAtEndHook, evaluate_repeatedly
from tf1compat._facade.train import evaluation
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.train.scaffold import Scaffold

_USE_DEFAULT = 0


def evaluate_once(
    master: str,
    checkpoint_path: str,
    logdir: Any,
    num_evals: int = 1,
    initial_op: Any = None,
    initial_op_feed_dict: Any = None,
    eval_op: Any = None,
    eval_op_feed_dict: Any = None,
    final_op: Any = None,
    final_op_feed_dict: Any = None,
    summary_op: Any = _USE_DEFAULT,
    summary_op_feed_dict: Any = None,
    variables_to_restore: Any = None,
    session_config: Any = None,
    hooks: Any = None,
) -> Any:
    """Restores a checkpoint, runs `eval_op` `num_evals` times and gives the value of `final_op`.

    Args:
      master: target of the session.
      logdir: folder for the summaries, which are written once at the end.
      initial_op, initial_op_feed_dict: TF1: not run where a checkpoint is restored.
      eval_op, eval_op_feed_dict: what to run each time.
      final_op, final_op_feed_dict: what to run at the end.
      summary_op, summary_op_feed_dict: the summaries, all of the graph's by default; None for none.
      variables_to_restore: what to restore; None for all.
      session_config: a ConfigProto.
      hooks: further hooks of the session.
    """
    return evaluation._evaluate_once(
        checkpoint_path,
        master=master,
        scaffold=Scaffold(
            init_op=initial_op, init_feed_dict=initial_op_feed_dict, saver=_saver_of(variables_to_restore)
        ),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        hooks=_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
    )


def evaluation_loop(
    master: str,
    checkpoint_dir: Any,
    logdir: Any,
    num_evals: int = 1,
    initial_op: Any = None,
    initial_op_feed_dict: Any = None,
    init_fn: Any = None,
    eval_op: Any = None,
    eval_op_feed_dict: Any = None,
    final_op: Any = None,
    final_op_feed_dict: Any = None,
    summary_op: Any = _USE_DEFAULT,
    summary_op_feed_dict: Any = None,
    variables_to_restore: Any = None,
    eval_interval_secs: float = 60,
    max_number_of_evaluations: int | None = None,
    session_config: Any = None,
    timeout: float | None = None,
    timeout_fn: Any = None,
    hooks: Any = None,
) -> Any:
    """`evaluate_once` for each new checkpoint of a folder; gives the last value of `final_op`.

    Args:
      init_fn: TF1: not run where a checkpoint is restored.
      eval_interval_secs: least time between two evaluations.
      max_number_of_evaluations: None for no limit.
      timeout, timeout_fn: as of `tf.contrib.training.checkpoints_iterator`.
      Others: as of `evaluate_once`.
    """
    return evaluate_repeatedly(
        checkpoint_dir,
        master=master,
        scaffold=Scaffold(
            init_op=initial_op,
            init_feed_dict=initial_op_feed_dict,
            init_fn=init_fn,
            saver=_saver_of(variables_to_restore),
        ),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        eval_interval_secs=eval_interval_secs,
        hooks=_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
        max_number_of_evaluations=max_number_of_evaluations,
        timeout=timeout,
        timeout_fn=timeout_fn,
    )


def _hooks(num_evals: int, logdir: Any, summary_op: Any, summary_feed: Any, hooks: Any) -> list[Any]:
    """Those that end the evaluation and write its summaries, then the program's own."""
    if isinstance(summary_op, int) and summary_op == _USE_DEFAULT:
        summary_op = summary.merge_all()
    found: list[Any] = [evaluation._StopAfterNEvalsHook(num_evals)]
    if summary_op is not None:
        found.append(SummaryAtEndHook(log_dir=logdir, summary_op=summary_op, feed_dict=summary_feed))
    return [*found, *(hooks or ())]


def _saver_of(variables_to_restore: Any) -> Saver | None:
    return None if variables_to_restore is None else Saver(variables_to_restore)
