"""`tf.contrib.slim.learning`: training steps and the training loop."""

from __future__ import annotations

import time
from typing import Any

from tf1compat._facade import context, grouping, math_ops, summary, variables
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.constants import constant
from tf1compat._facade.contrib import train_op as training
from tf1compat._facade.contrib.slim.training_folder import TrainingFolder
from tf1compat._facade.contrib.train_op import clip_gradient_norms as clip_gradient_norms
from tf1compat._facade.framework import name_scope
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.session import Session
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import training_util
from tf1compat._facade.train.coordinator import Coordinator
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.train.saver import Saver
from tf1compat._jaxcore.base import errors

_USE_GLOBAL_STEP = 0
_USE_DEFAULT = 0


def multiply_gradients(grads_and_vars: Any, gradient_multipliers: Any) -> list[tuple[Any, Any]]:
    """`tf.contrib.training.multiply_gradients`."""

    def factor(number: Any, dtype: Any) -> Tensor:
        return number if isinstance(number, Tensor) else constant(number, dtype=dtype)

    return training.multiplied(grads_and_vars, gradient_multipliers, factor)


def add_gradients_summaries(grads_and_vars: Any) -> list[Tensor]:
    """A histogram and the norm of each gradient."""
    return training.gradients_summaries(grads_and_vars, "/")


def create_train_op(
    total_loss: Any,
    optimizer: Any,
    global_step: Any = _USE_GLOBAL_STEP,
    update_ops: Any = None,
    variables_to_train: Any = None,
    clip_gradient_norm: Any = 0,
    summarize_gradients: bool = False,
    gate_gradients: int = Optimizer.GATE_OP,
    aggregation_method: Any = None,
    colocate_gradients_with_ops: bool = False,
    gradient_multipliers: Any = None,
    check_numerics: bool = True,
) -> Tensor:
    """`tf.contrib.training.create_train_op` with arguments for clipping and multiplying gradients.

    Args:
      clip_gradient_norm: the greatest norm of a gradient; 0 for any.
      gradient_multipliers: factors by variable or by its op's name.
    """

    def transform_grads_fn(grads: Any) -> Any:
        if gradient_multipliers:
            with name_scope("multiply_grads"):
                grads = multiply_gradients(grads, gradient_multipliers)
        if clip_gradient_norm > 0:
            with name_scope("clip_grads"):
                grads = clip_gradient_norms(grads, clip_gradient_norm)
        return grads

    return training.create_train_op(
        total_loss=total_loss,
        optimizer=optimizer,
        global_step=global_step,
        update_ops=update_ops,
        variables_to_train=variables_to_train,
        transform_grads_fn=transform_grads_fn,
        summarize_gradients=summarize_gradients,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
        check_numerics=check_numerics,
    )


def train_step(sess: Any, train_op: Any, global_step: Any, train_step_kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """One step: the loss, and whether to stop.

    Args:
      train_step_kwargs: the tensors `should_stop` and `should_log`, both optional.

    Raises:
      ValueError: `should_trace` without `logdir`.
      UnsupportedError: `should_trace` is true.
    """
    started = time.time()
    if "should_trace" in train_step_kwargs:
        if "logdir" not in train_step_kwargs:
            raise ValueError("logdir must be present in train_step_kwargs when should_trace is present")
        if sess.run(train_step_kwargs["should_trace"]):
            raise errors.unsupported(
                "tracing in slim.learning.train is not supported.", advice="Leave trace_every_n_steps at None."
            )
    total_loss, step = sess.run([train_op, global_step])
    elapsed = time.time() - started
    if "should_log" in train_step_kwargs and sess.run(train_step_kwargs["should_log"]):
        tf_logging.info("global step %d: loss = %.4f (%.3f sec/step)", step, total_loss, elapsed)
    should_stop = sess.run(train_step_kwargs["should_stop"]) if "should_stop" in train_step_kwargs else False
    return total_loss, should_stop


def train(
    train_op: Any,
    logdir: Any,
    train_step_fn: Any = train_step,
    train_step_kwargs: Any = _USE_DEFAULT,
    log_every_n_steps: int = 1,
    graph: Any = None,
    master: str = "",
    is_chief: bool = True,
    global_step: Any = None,
    number_of_steps: int | None = None,
    init_op: Any = _USE_DEFAULT,
    init_feed_dict: Any = None,
    local_init_op: Any = _USE_DEFAULT,
    init_fn: Any = None,
    ready_op: Any = _USE_DEFAULT,
    summary_op: Any = _USE_DEFAULT,
    save_summaries_secs: int = 600,
    summary_writer: Any = _USE_DEFAULT,
    startup_delay_steps: int = 0,
    saver: Any = None,
    save_interval_secs: int = 600,
    sync_optimizer: Any = None,
    session_config: Any = None,
    session_wrapper: Any = None,
    trace_every_n_steps: int | None = None,
    ignore_live_threads: bool = False,
) -> Any:
    """Runs a training loop in one process, with the graph's queue runners, and gives the last loss.

    Args:
      train_op: what `create_train_op` gave.
      logdir: folder for checkpoints (the newest one is restored first) and summaries; None for neither.
      train_step_fn, train_step_kwargs: what makes a step, and its last argument.
      log_every_n_steps: how often to log the loss; 0 for never.
      number_of_steps: None to run until `train_step_fn` says stop or the input ends.
      init_op, init_feed_dict, local_init_op, init_fn, ready_op: how to initialise and to check what is not.
      summary_op, summary_writer, save_summaries_secs, saver, save_interval_secs: what is written, how, how often.
      session_config, session_wrapper: the session's configuration, and a function that replaces the session.

    Raises:
      ValueError: arguments that do not go together, as in TF1.
      RuntimeError: a variable is not initialised.
      UnsupportedError: a master, a worker that is not the chief, a `sync_optimizer`, or tracing.
    """
    _check(train_op, logdir, summary_op, saver, trace_every_n_steps, number_of_steps)
    _check_supported(master, is_chief, sync_optimizer, startup_delay_steps, trace_every_n_steps)
    run = _Run(graph or context.get_default_graph(), train_op, train_step_fn, ignore_live_threads)
    run.build(global_step, (init_op, ready_op, local_init_op), train_step_kwargs, number_of_steps, log_every_n_steps)
    if logdir is not None:
        writer = "default" if summary_writer == _USE_DEFAULT else summary_writer
        run.keep_in(logdir, saver, summary_op, writer, save_interval_secs, save_summaries_secs)
    return run.run(session_config, session_wrapper, init_feed_dict, init_fn)


class _Run:
    """One call of `train`."""

    def __init__(self, graph: Any, train_op: Any, train_step_fn: Any, ignore_live_threads: bool) -> None:
        self.graph = graph
        self.train_op = train_op
        self.train_step_fn = train_step_fn
        self.ignore_live_threads = ignore_live_threads
        self.folder: TrainingFolder | None = None

    def build(
        self, global_step: Any, init_ops: tuple[Any, Any, Any], step_kwargs: Any, number_of_steps: Any, log_every: int
    ) -> None:
        """Make the operations that are not given."""
        init_op, ready_op, local_init_op = init_ops
        with self.graph.as_default():
            self.global_step = training_util.get_or_create_global_step() if global_step is None else global_step
            with name_scope("init_ops"):
                self.init_op = variables.global_variables_initializer() if init_op == _USE_DEFAULT else init_op
                self.ready_op = variables.report_uninitialized_variables() if ready_op == _USE_DEFAULT else ready_op
                if local_init_op == _USE_DEFAULT:
                    tables = self.graph.get_collection(GraphKeys.TABLE_INITIALIZERS)
                    local_init_op = grouping.group(variables.local_variables_initializer(), *tables)
                self.local_init_op = local_init_op
            if step_kwargs == _USE_DEFAULT:
                step_kwargs = _step_arguments(self.global_step, number_of_steps, log_every)
            self.step_kwargs = step_kwargs

    def keep_in(
        self, logdir: Any, saver: Any, summary_op: Any, writer: Any, save_secs: float, summaries_secs: float
    ) -> None:
        """Write checkpoints and summaries into a folder."""
        with self.graph.as_default():
            merged = summary.merge_all() if summary_op == _USE_DEFAULT else summary_op
            saver = saver or Saver()
        self.folder = TrainingFolder(
            logdir, self.graph, saver, merged, writer, self.global_step, save_secs, summaries_secs
        )
        if self.folder.writer is not None:
            self.step_kwargs["summary_writer"] = self.folder.writer

    def run(self, config: Any, session_wrapper: Any, init_feed_dict: Any, init_fn: Any) -> Any:
        """Initialise or restore, then make steps until the end."""
        with Session(graph=self.graph, config=config) as sess:
            if self.folder is None or not self.folder.restore(sess):
                if self.init_op is not None:
                    sess.run(self.init_op, feed_dict=init_feed_dict)
                if init_fn is not None:
                    init_fn(sess)
            if self.local_init_op is not None:
                sess.run(self.local_init_op)
            self._check_ready(sess, init_fn)
            tf_logging.info("Starting Session.")
            if session_wrapper is not None:
                tf_logging.info("Wrapping session with wrapper function: %s", session_wrapper)
            return self._with_queues(sess if session_wrapper is None else session_wrapper(sess))

    def _check_ready(self, sess: Any, init_fn: Any) -> None:
        missing = () if self.ready_op is None else sess.run(self.ready_op)
        if len(missing):
            names = ", ".join(name.decode() for name in missing)
            local = getattr(self.local_init_op, "name", None)
            raise RuntimeError(
                f"Init operations did not make model ready.  Init op: {getattr(self.init_op, 'name', None)}, "
                f"init fn: {init_fn}, local_init_op: {local}, error: Variables not initialized: {names}"
            )

    def _with_queues(self, sess: Any) -> Any:
        coord = Coordinator()
        threads: list[Any] = []
        for runner in self.graph.get_collection(GraphKeys.QUEUE_RUNNERS):
            threads.extend(runner.create_threads(sess, coord=coord, daemon=True, start=True))
        tf_logging.info("Starting Queues.")
        try:
            total_loss = self._loop(sess, coord)
            if self.folder is not None:
                self.folder.finish(sess)
        finally:
            coord.request_stop()
        coord.join(threads, ignore_live_threads=self.ignore_live_threads)
        return total_loss

    def _loop(self, sess: Any, coord: Any) -> Any:
        total_loss = None
        try:
            while not coord.should_stop():
                if self.folder is not None:
                    self.folder.write_what_is_due(sess)
                total_loss, should_stop = self.train_step_fn(sess, self.train_op, self.global_step, self.step_kwargs)
                if should_stop:
                    tf_logging.info("Stopping Training.")
                    break
        except errors.OutOfRangeError as e:
            tf_logging.info("Caught OutOfRangeError. Stopping Training. %s", e)
        return total_loss


def _step_arguments(global_step: Any, number_of_steps: int | None, log_every_n_steps: int) -> dict[str, Any]:
    with name_scope("train_step"):
        stop = math_ops.greater_equal(global_step, number_of_steps) if number_of_steps else constant(False)
        arguments = {"should_stop": stop}
        if log_every_n_steps > 0:
            arguments["should_log"] = math_ops.equal(math_ops.mod(global_step, log_every_n_steps), 0)
    return arguments


def _check(train_op: Any, logdir: Any, summary_op: Any, saver: Any, trace_every: Any, number_of_steps: Any) -> None:
    if train_op is None:
        raise ValueError("train_op cannot be None.")
    if logdir is None:
        if summary_op != _USE_DEFAULT:
            raise ValueError("Cannot provide summary_op because logdir=None")
        if saver is not None:
            raise ValueError("Cannot provide saver because logdir=None")
        if trace_every is not None:
            raise ValueError("Cannot provide trace_every_n_steps because logdir=None")
    if number_of_steps is not None and number_of_steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")


def _check_supported(
    master: str, is_chief: bool, sync_optimizer: Any, startup_delay_steps: int, trace_every: Any
) -> None:
    given = {
        "master": bool(master),
        "is_chief=False": not is_chief,
        "sync_optimizer": sync_optimizer is not None,
        "startup_delay_steps": startup_delay_steps != 0,
        "trace_every_n_steps": trace_every is not None,
    }
    for name, found in given.items():
        if found:
            raise errors.unsupported(
                f"slim.learning.train with {name} is not supported: it trains in one process.",
                advice="Leave the argument out, or write the loop with a tf.Session.",
            )
