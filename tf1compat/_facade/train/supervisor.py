"""`tf.train.Supervisor`: initialises or restores a model, saves it and its summaries from threads, and ends them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tf1compat._facade import context, summary
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.framework import no_op
from tf1compat._facade.graph_io import write_graph
from tf1compat._facade.grouping import group
from tf1compat._facade.meta_graph import create_meta_graph_def
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriter
from tf1compat._facade.train import supervisor_threads, training_util
from tf1compat._facade.train.coordinator import Coordinator, LooperThread
from tf1compat._facade.train.end_of_training import chief_is_done
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.train.session_manager import SessionManager
from tf1compat._facade.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from tf1compat._jaxcore.base import dtypes


class Supervisor:
    """A session with checkpoints and summaries around a training loop.

    Args:
      graph: the graph, finalized afterwards; the default one if absent.
      ready_op: names of uninitialised variables; empty when the model is ready.
      ready_for_local_init_op: the same, for when `local_init_op` may run.
      is_chief: whether this task initialises, saves and writes summaries; others wait for it.
      init_op, init_feed_dict, init_fn: initialise the model where there is no checkpoint.
      local_init_op: initialises local variables and tables, in every session.
      logdir: folder for checkpoints and summaries.
      summary_op: a merged summary to write every `save_summaries_secs`.
      saver: a Saver, used every `save_model_secs`.
      global_step: the tensor that counts steps.
      save_summaries_secs, save_model_secs: seconds; 0 for never.
      recovery_wait_secs: between two looks for a checkpoint.
      stop_grace_secs: how long threads may take to stop.
      checkpoint_basename: file name of checkpoints.
      session_manager: makes the sessions.
      summary_writer: a FileWriter; one for `logdir` if not given, none if None.
      local_init_run_options: RunOptions for `local_init_op`.

    What is not given is looked up in the graph's collections, or made.

    Raises:
      ValueError: a variable has no device in a worker's graph.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.train.get_or_create_global_step()
    ...     up = tf.assign_add(step, 1)
    ...     sv = tf.train.Supervisor(logdir=tempfile.mkdtemp())
    ...     with sv.managed_session() as sess:
    ...         while not sv.should_stop():
    ...             if sess.run(up) == 3:
    ...                 break
    ...         print(sess.run(step))
    3
    """

    USE_DEFAULT = 0

    def __init__(
        self,
        graph: Any = None,
        ready_op: Any = USE_DEFAULT,
        ready_for_local_init_op: Any = USE_DEFAULT,
        is_chief: bool = True,
        init_op: Any = USE_DEFAULT,
        init_feed_dict: Any = None,
        local_init_op: Any = USE_DEFAULT,
        logdir: Any = None,
        summary_op: Any = USE_DEFAULT,
        saver: Any = USE_DEFAULT,
        global_step: Any = USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: Any = None,
        summary_writer: Any = USE_DEFAULT,
        init_fn: Any = None,
        local_init_run_options: Any = None,
    ) -> None:
        self._graph = context.get_default_graph() if graph is None else graph
        with self._graph.as_default():
            self._init_ready_ops(ready_op, ready_for_local_init_op)
            self._init_op = _given_or(init_op, GraphKeys.INIT_OP, global_variables_initializer)
            self._init_feed_dict = init_feed_dict
            self._local_init_op = _given_or(local_init_op, GraphKeys.LOCAL_INIT_OP, _local_init)
            self._saver = _given_or(saver, GraphKeys.SAVERS, lambda: Saver() if global_variables() else None)
            self._summary_op = _given_or(summary_op, GraphKeys.SUMMARY_OP, summary.merge_all)
            self._global_step = _given_or(global_step, GraphKeys.GLOBAL_STEP, _default_global_step)
        self._meta_graph_def = create_meta_graph_def(
            graph_def=self._graph.as_graph_def(add_shapes=True),
            saver_def=self._saver.saver_def if self._saver else None,
        )
        self._is_chief = is_chief
        self._coord = Coordinator()
        self._stop_grace_secs = stop_grace_secs
        self._init_fn = init_fn
        self._logdir = logdir if is_chief else None
        self._save_summaries_secs = save_summaries_secs if is_chief else None
        self._save_model_secs = save_model_secs if is_chief else None
        self._save_path = os.path.join(logdir, checkpoint_basename) if is_chief and logdir else None
        self._summary_writer = self._writer(summary_writer) if is_chief else None
        self._graph_added_to_summary = False
        self._session_manager = session_manager or SessionManager(
            local_init_op=self._local_init_op,
            ready_op=self._ready_op,
            ready_for_local_init_op=self._ready_for_local_init_op,
            graph=self._graph,
            recovery_wait_secs=recovery_wait_secs,
            local_init_run_options=local_init_run_options,
        )
        self._verify_setup()
        self._graph.finalize()

    def _init_ready_ops(self, ready_op: Any, ready_for_local_init_op: Any) -> None:
        self._ready_op = _given_or(ready_op, GraphKeys.READY_OP, report_uninitialized_variables)
        self._ready_for_local_init_op = ready_for_local_init_op
        if _is_default(ready_for_local_init_op):
            self._ready_for_local_init_op = _first_of(GraphKeys.READY_FOR_LOCAL_INIT_OP)

    def _writer(self, given: Any) -> Any:
        if not _is_default(given):
            return given
        return FileWriter(self._logdir) if self._logdir else None

    def _verify_setup(self) -> None:
        """Each worker's own variables would never be what the chief's are."""
        if self._is_chief:
            return
        for op in self._graph.get_operations():
            if op.type in ("Variable", "VariableV2") and not op.device:
                raise ValueError(f"When using replicas, all Variables must have their device set: {op}")

    # ---- what there is ------------------------------------------------------------------------------------------

    @property
    def is_chief(self) -> bool:
        """Whether this task initialises and saves."""
        return self._is_chief

    @property
    def session_manager(self) -> Any:
        """What makes the sessions."""
        return self._session_manager

    @property
    def coord(self) -> Coordinator:
        """The coordinator of all threads."""
        return self._coord

    @property
    def init_op(self) -> Any:
        """Initialises the model."""
        return self._init_op

    @property
    def init_feed_dict(self) -> Any:
        """Feeds for `init_op`."""
        return self._init_feed_dict

    @property
    def ready_op(self) -> Any:
        """Says whether the model is ready."""
        return self._ready_op

    @property
    def ready_for_local_init_op(self) -> Any:
        """Says whether the local initialisation may run."""
        return self._ready_for_local_init_op

    @property
    def summary_writer(self) -> Any:
        """The chief's FileWriter, or None."""
        return self._summary_writer

    @property
    def summary_op(self) -> Any:
        """The merged summary, or None."""
        return self._summary_op

    @property
    def save_summaries_secs(self) -> Any:
        """Seconds between summaries; None on workers."""
        return self._save_summaries_secs

    @property
    def global_step(self) -> Any:
        """The tensor that counts steps, or None."""
        return self._global_step

    @property
    def saver(self) -> Any:
        """The Saver, or None."""
        return self._saver

    @property
    def save_model_secs(self) -> Any:
        """Seconds between checkpoints; None on workers."""
        return self._save_model_secs

    @property
    def save_path(self) -> Any:
        """The path of checkpoints; None on workers."""
        return self._save_path

    # ---- sessions -----------------------------------------------------------------------------------------------

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Any:
        """A ready session: the chief restores or initialises the model, others wait for that.

        Args:
          master: a server's target.
          config: a ConfigProto.
          wait_for_checkpoint: wait for a checkpoint instead of initialising.
          max_wait_secs: how long to wait.
          start_standard_services: start the threads for summaries and checkpoints, and the queue runners.
        """
        self._coord.clear_stop()
        if self._summary_writer:
            self._summary_writer.reopen()
        if self._is_chief:
            sess = self._session_manager.prepare_session(
                master,
                init_op=self.init_op,
                saver=self.saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self._init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                tf_logging.info("Starting standard services.")
                self.start_standard_services(sess)
        else:
            sess = self._session_manager.wait_for_session(master, config=config, max_wait_secs=max_wait_secs)
        if start_standard_services:
            tf_logging.info("Starting queue runners.")
            self.start_queue_runners(sess)
        return sess

    @contextlib.contextmanager
    def managed_session(
        self,
        master: str = "",
        config: Any = None,
        start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Any]:
        """A ready session for a `with` block; at its end all threads are stopped and their errors raised.

        The errors of the end of the input (OutOfRangeError) and of the coordinator's stop end the block quietly.
        """
        sess: Any = None
        try:
            sess = self.prepare_or_wait_for_session(
                master=master, config=config, start_standard_services=start_standard_services
            )
            yield sess
            if self._is_chief:
                chief_is_done(sess)
        except Exception as e:
            self.request_stop(e)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                if sess is not None:
                    with contextlib.suppress(Exception):  # TF1: a server that is lost is no error at the end
                        sess.close()

    def _write_graph(self) -> None:
        if self._logdir:
            write_graph(self._graph.as_graph_def(add_shapes=True), self._logdir, "graph.pbtxt")
        if self._summary_writer and not self._graph_added_to_summary:
            self._summary_writer.add_graph(self._graph)
            self._summary_writer.add_meta_graph(self._meta_graph_def)
            self._graph_added_to_summary = True

    # ---- threads ------------------------------------------------------------------------------------------------

    def start_standard_services(self, sess: Any) -> Any:
        """Start the threads that write summaries, the speed and checkpoints; returns them (None without a folder).

        Raises:
          RuntimeError: this is no chief.
        """
        if not self._is_chief:
            raise RuntimeError(
                "Only chief supervisor can start standard services. Because only chief supervisors can write events."
            )
        if not self._logdir:
            tf_logging.warning("Standard services need a 'logdir' passed to the SessionManager")
            return None
        if self._global_step is not None and self._summary_writer:
            step = training_util.global_step(sess, self._global_step)
            self._summary_writer.add_session_log(supervisor_threads.session_log("START"), step)
        threads: list[LooperThread] = []
        if self._save_summaries_secs and self._summary_writer:
            if self._summary_op is not None:
                threads.append(supervisor_threads.SVSummaryThread(self, sess))
            if self._global_step is not None:
                threads.append(supervisor_threads.SVStepCounterThread(self, sess))
        if self.saver and self._save_model_secs:
            threads.append(supervisor_threads.SVTimerCheckpointThread(self, sess))
        for thread in threads:
            thread.start()
        return threads

    def start_queue_runners(self, sess: Any, queue_runners: Any = None) -> list[Any]:
        """Start the threads of `queue_runners` (of the graph's collection, if absent); returns them."""
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        threads: list[Any] = []
        for runner in queue_runners:
            threads.extend(runner.create_threads(sess, coord=self._coord, daemon=True, start=True))
        return threads

    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """A started thread that calls `target(*args, **kwargs)` every `timer_interval_secs` (without a pause if None)."""
        looper = LooperThread(self._coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        looper.start()
        return looper

    def stop(self, threads: Any = None, close_summary_writer: bool = True, ignore_live_threads: bool = False) -> None:
        """Stop all threads and wait for them; raises the error of the first that failed.

        Raises:
          RuntimeError: a thread does not stop in time (unless `ignore_live_threads`).
        """
        self._coord.request_stop()
        try:
            self._coord.join(
                threads, stop_grace_period_secs=self._stop_grace_secs, ignore_live_threads=ignore_live_threads
            )
        finally:
            if close_summary_writer and self._summary_writer:
                self._summary_writer.add_session_log(supervisor_threads.session_log("STOP"))
                self._summary_writer.close()
                self._graph_added_to_summary = False

    def request_stop(self, ex: Any = None) -> None:
        """Ask all threads to stop, because of the exception `ex`."""
        self._coord.request_stop(ex=ex)

    def should_stop(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._coord.should_stop()

    def stop_on_exception(self) -> Any:
        """A context manager; an exception inside stops all threads."""
        return self._coord.stop_on_exception()

    def wait_for_stop(self) -> None:
        """Wait until somebody asks to stop."""
        self._coord.wait_for_stop()

    def summary_computed(self, sess: Any, summary: Any, global_step: Any = None) -> None:
        """Write a summary (its serialised bytes) for a step, the current one if absent.

        Raises:
          RuntimeError: there is no summary writer.
        """
        if not self._summary_writer:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self.global_step is not None:
            global_step = training_util.global_step(sess, self.global_step)
        self._summary_writer.add_summary(summary, global_step)

    PrepareSession = prepare_or_wait_for_session
    StartQueueRunners = start_queue_runners
    StartStandardServices = start_standard_services
    Stop = stop
    RequestStop = request_stop
    Loop = loop
    ShouldStop = should_stop
    StopOnException = stop_on_exception
    WaitForStop = wait_for_stop
    SummaryComputed = summary_computed


def _is_default(given: Any) -> bool:
    return given is Supervisor.USE_DEFAULT


def _given_or(given: Any, collection: str, make: Callable[[], Any]) -> Any:
    """What was given, else the first of a collection, else a new one, which joins the collection."""
    if not _is_default(given):
        return given
    found = _first_of(collection)
    if found is None:
        found = make()
        if found is not None:
            context.get_default_graph().add_to_collection(collection, found)
    return found


def _first_of(collection: str) -> Any:
    found = context.get_default_graph().get_collection(collection)
    if len(found) > 1:
        tf_logging.info("Found %d %s operations. Returning the first one.", len(found), collection)
    return found[0] if found else None


def _local_init() -> Any:
    variables = local_variables_initializer()
    tables = context.get_default_graph().get_collection(GraphKeys.TABLE_INITIALIZERS)
    all_tables = group(*tables, name="init_all_tables") if tables else no_op(name="init_all_tables")
    return group(variables, all_tables)


def _default_global_step() -> Any:
    try:
        found = context.get_default_graph().get_tensor_by_name("global_step:0")
    except KeyError:
        return None
    if found.dtype.base_dtype in (dtypes.int32, dtypes.int64):
        return found
    tf_logging.warning("Found 'global_step' is not an int type: %s", found.dtype)
    return None
