"""Evaluation of a checkpoint: run the metrics' updates until the input ends or a number of steps is reached."""

from __future__ import annotations

import math
import time
from typing import Any, cast

from tf1compat._facade import array_ops, context, framework, init_ops, state_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.basic_session_run_hooks import FinalOpsHook
from tf1compat._facade.train.monitored_session import ChiefSessionCreator, MonitoredSession
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunHook
from tf1compat._jaxcore.base import dtypes


def _get_or_create_eval_step() -> Any:
    """The local variable that counts evaluation steps.

    Raises:
      ValueError: the graph has several.
    """
    found = context.get_default_graph().get_collection(GraphKeys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    return variable_scope.get_variable(
        "eval_step",
        shape=[],
        dtype=dtypes.int64,
        initializer=init_ops.zeros_initializer(),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.EVAL_STEP],
    )


def _get_latest_eval_step_value(update_ops: Any) -> Any:
    """The number of steps after `update_ops`."""
    ops = list(update_ops.values()) if isinstance(update_ops, dict) else update_ops
    with framework.control_dependencies(ops):
        return array_ops.identity(_get_or_create_eval_step().read_value())


class _StopAfterNEvalsHook(SessionRunHook):
    """Logs progress and stops after `num_evals` steps; None for no end."""

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        self._num_evals = num_evals
        self._evals_completed: Any = None
        self._log_progress = log_progress
        self._log_frequency = 1 if num_evals is None or num_evals < 20 else math.floor(num_evals / 10.0)

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        self._evals_completed = updated_eval_step

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs({"evals_completed": self._evals_completed})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        done = run_values.results["evals_completed"]
        if self._log_progress:
            if self._num_evals is None:
                tf_logging.info("Evaluation [%d]", done)
            elif done % self._log_frequency == 0 or self._num_evals == done:
                tf_logging.info("Evaluation [%d/%d]", done, self._num_evals)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()


def _evaluate_once(
    checkpoint_path: str | None,
    master: str = "",
    scaffold: Any = None,
    eval_ops: Any = None,
    feed_dict: Any = None,
    final_ops: Any = None,
    final_ops_feed_dict: Any = None,
    hooks: Any = None,
    config: Any = None,
) -> Any:
    """Run `eval_ops` on a checkpoint until a hook stops it or the input ends; the values of `final_ops` then.

    Args:
      checkpoint_path: the checkpoint; variables are initialised without one.
      master: a server's target.
      scaffold: a Scaffold.
      eval_ops: an operation, or a list or dictionary of operations.
      feed_dict: fed to each step.
      final_ops: what is fetched at the end.
      final_ops_feed_dict: fed to it.
      hooks: SessionRunHooks.
      config: a ConfigProto.
    """
    eval_step = _get_or_create_eval_step()
    all_hooks = cast("list[Any]", list(hooks or ()))
    if eval_ops is not None:
        update = state_ops.assign_add(eval_step, 1, use_locking=True)
        if isinstance(eval_ops, dict):
            eval_ops["update_eval_step"] = update
        elif isinstance(eval_ops, (tuple, list)):
            eval_ops = [*eval_ops, update]
        else:
            eval_ops = [eval_ops, update]
        step_value = _get_latest_eval_step_value(eval_ops)
        for hook in all_hooks:
            if isinstance(hook, _StopAfterNEvalsHook):
                hook._set_evals_completed_tensor(step_value)
    tf_logging.info("Starting evaluation at " + time.strftime("%Y-%m-%dT%H:%M:%SZ", time.localtime()))
    creator = ChiefSessionCreator(
        scaffold=scaffold, checkpoint_filename_with_path=checkpoint_path, master=master, config=config
    )
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    all_hooks.append(final)
    with MonitoredSession(session_creator=creator, hooks=all_hooks) as session:
        if eval_ops is not None:
            while not session.should_stop():
                session.run(eval_ops, feed_dict)
    tf_logging.info("Finished evaluation at " + time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime()))
    return final.final_ops_values
