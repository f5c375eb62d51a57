"""`tf.contrib.slim.evaluation`: the metrics of a checkpoint, once or for each new one."""

from __future__ import annotations

import time
from typing import Any

from tf1compat._facade import context, grouping, summary, variables
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.checkpoint_waiting import checkpoints_iterator as checkpoints_iterator
from tf1compat._facade.contrib.checkpoint_waiting import wait_for_new_checkpoint as wait_for_new_checkpoint
from tf1compat._facade.contrib.slim.queues import QueueRunners
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.session import Session
from tf1compat._facade.summary_writer import FileWriterCache
from tf1compat._facade.train import training_util
from tf1compat._facade.train.saver import Saver
from tf1compat._jaxcore.base import errors

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
      logdir: folder for the summaries, which are written once at the end.
      initial_op, initial_op_feed_dict: accepted; TF1: not run, since the variables come from the checkpoint.
      eval_op, eval_op_feed_dict: what to run each time.
      final_op, final_op_feed_dict: what to run at the end.
      summary_op, summary_op_feed_dict: the summaries, all of the graph's by default; None for none.
      variables_to_restore: what to restore; None for all.

    Raises:
      UnsupportedError: a master, or hooks.
    """
    evaluation = _Evaluation(master, logdir, summary_op, summary_op_feed_dict, variables_to_restore, hooks)
    steps = (num_evals, eval_op, eval_op_feed_dict)
    return evaluation.run(checkpoint_path, steps, final_op, final_op_feed_dict, session_config)


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
      initial_op, initial_op_feed_dict, init_fn: accepted; TF1: not run, since the variables come from the checkpoint.
      eval_interval_secs: least time between two evaluations.
      max_number_of_evaluations: None for no limit.
      timeout, timeout_fn: as of `tf.contrib.training.checkpoints_iterator`.
      Others: as of `evaluate_once`.
    """
    evaluation = _Evaluation(master, logdir, summary_op, summary_op_feed_dict, variables_to_restore, hooks)
    steps = (num_evals, eval_op, eval_op_feed_dict)
    value = None
    paths = checkpoints_iterator(checkpoint_dir, eval_interval_secs, timeout, timeout_fn)
    for done, path in enumerate(paths, start=1):
        value = evaluation.run(path, steps, final_op, final_op_feed_dict, session_config)
        if max_number_of_evaluations is not None and done >= max_number_of_evaluations:
            break
    return value


class _Evaluation:
    """What does not change from one checkpoint to the next."""

    def __init__(self, master: str, logdir: Any, summary_op: Any, summary_feed: Any, to_restore: Any, hooks: Any):
        for name, found in (("master", bool(master)), ("hooks", bool(hooks))):
            if found:
                raise errors.unsupported(
                    f"slim.evaluation with {name} is not supported: it runs in one process, in a plain session.",
                    advice="Leave the argument out, or restore the checkpoint and run the metrics in a tf.Session.",
                )
        self.logdir = logdir
        self.summary_op = summary.merge_all() if summary_op == _USE_DEFAULT else summary_op
        self.summary_feed = summary_feed
        self.global_step = training_util.get_or_create_global_step()
        tables = context.get_default_graph().get_collection(GraphKeys.TABLE_INITIALIZERS)
        self.local_init_op = grouping.group(variables.local_variables_initializer(), *tables)
        self.saver = Saver(to_restore)

    def run(self, path: str, steps: tuple[int, Any, Any], final_op: Any, final_feed: Any, config: Any) -> Any:
        """Evaluate one checkpoint."""
        num_evals, eval_op, eval_feed = steps
        tf_logging.info("Starting evaluation at " + _now())
        with Session(config=config) as session:
            self.saver.restore(session, path)
            session.run(self.local_init_op)
            with QueueRunners(session):
                for i in range(num_evals):
                    if eval_op is not None:
                        session.run(eval_op, eval_feed)
                    tf_logging.info("Evaluation [%d/%d]", i + 1, num_evals)
                value = None if final_op is None else session.run(final_op, final_feed)
                tf_logging.info("Finished evaluation at " + _now())
                if self.summary_op is not None:
                    self._summarize(session)
        return value

    def _summarize(self, session: Any) -> None:
        text, step = session.run([self.summary_op, self.global_step], self.summary_feed)
        writer = FileWriterCache.get(self.logdir)
        writer.add_graph(session.graph)
        writer.add_summary(text, step)
        writer.flush()


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.localtime())
