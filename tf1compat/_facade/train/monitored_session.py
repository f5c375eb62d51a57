"""Sessions for training: initialised or restored by themselves, with hooks around their steps and queues running."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.train.basic_session_run_hooks import StepCounterHook
from tf1compat._facade.train.coordinator import Coordinator
from tf1compat._facade.train.end_of_training import chief_is_done
from tf1compat._facade.train.queue_runner import start_queue_runners
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook, SummarySaverHook
from tf1compat._facade.train.scaffold import Scaffold as Scaffold
from tf1compat._facade.train.session_manager import SessionManager
from tf1compat._facade.train.session_wrappers import CoordinatedSession, HookedSession, RecoverableSession, StepContext
from tf1compat._facade.train.session_wrappers import WrappedSession as _WrappedSession
from tf1compat._jaxcore.base import errors

USE_DEFAULT: Any = object()
# TF1's inner names, which programs subclass
_RecoverableSession, _CoordinatedSession, _HookedSession = RecoverableSession, CoordinatedSession, HookedSession


def MonitoredTrainingSession(
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Sequence[Any] | None = None,
    chief_only_hooks: Sequence[Any] | None = None,
    save_checkpoint_secs: Any = USE_DEFAULT,
    save_summaries_steps: Any = USE_DEFAULT,
    save_summaries_secs: Any = USE_DEFAULT,
    config: Any = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Any = USE_DEFAULT,
    summary_dir: str | None = None,
) -> MonitoredSession:
    """A MonitoredSession that saves checkpoints and summaries, and goes on from the newest checkpoint.

    Args:
      master: a server's target.
      is_chief: whether this task initialises; others wait for it.
      checkpoint_dir: folder for checkpoints; none are written without it.
      scaffold: a Scaffold; a new one if absent.
      hooks: SessionRunHooks.
      chief_only_hooks: SessionRunHooks for the chief.
      save_checkpoint_secs, save_checkpoint_steps: how often; 600 seconds if neither is given, None or 0 for never.
      save_summaries_steps, save_summaries_secs: how often; 100 steps if neither is given.
      config: a ConfigProto.
      stop_grace_period_secs: how long threads may take to stop.
      log_step_count_steps: how often the speed is logged.
      max_wait_secs: how long a worker waits for the chief.
      summary_dir: folder for summaries; `checkpoint_dir` if absent.
    """
    if save_summaries_steps is USE_DEFAULT and save_summaries_secs is USE_DEFAULT:
        save_summaries_steps = 100
    if save_checkpoint_steps is USE_DEFAULT and save_checkpoint_secs is USE_DEFAULT:
        save_checkpoint_secs = 600
    save_summaries_steps, save_summaries_secs, save_checkpoint_steps, save_checkpoint_secs = (
        None if x is USE_DEFAULT else x
        for x in (save_summaries_steps, save_summaries_secs, save_checkpoint_steps, save_checkpoint_secs)
    )
    scaffold = scaffold or Scaffold()
    if not is_chief:
        worker = WorkerSessionCreator(scaffold=scaffold, master=master, config=config, max_wait_secs=max_wait_secs)
        return MonitoredSession(worker, hooks or [], stop_grace_period_secs)
    chief = ChiefSessionCreator(scaffold=scaffold, checkpoint_dir=checkpoint_dir, master=master, config=config)
    all_hooks = list(chief_only_hooks or ())
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir and (log_step_count_steps or 0) > 0:
        all_hooks.append(StepCounterHook(output_dir=summary_dir, every_n_steps=log_step_count_steps))
    if summary_dir and ((save_summaries_steps or 0) > 0 or (save_summaries_secs or 0) > 0):
        all_hooks.append(SummarySaverHook(save_summaries_steps, save_summaries_secs, summary_dir, scaffold=scaffold))
    if checkpoint_dir and ((save_checkpoint_secs or 0) > 0 or (save_checkpoint_steps or 0) > 0):
        all_hooks.append(
            CheckpointSaverHook(checkpoint_dir, save_checkpoint_secs, save_checkpoint_steps, scaffold=scaffold)
        )
    return MonitoredSession(chief, all_hooks + list(hooks or ()), stop_grace_period_secs)


class SessionCreator:
    """Makes sessions for a MonitoredSession."""

    def create_session(self) -> Any:
        """A ready session."""
        raise NotImplementedError(f"create_session is not implemented for {self}.")


class _ManagedSessionCreator(SessionCreator):
    def __init__(self, scaffold: Scaffold | None, master: str, config: Any) -> None:
        self._scaffold = scaffold or Scaffold()
        self._session_manager: SessionManager | None = None
        self._master = master
        self._config = config

    def _get_session_manager(self) -> SessionManager:
        if self._session_manager is None:
            self._session_manager = SessionManager(
                local_init_op=self._scaffold.local_init_op,
                ready_op=self._scaffold.ready_op,
                ready_for_local_init_op=self._scaffold.ready_for_local_init_op,
                graph=context.get_default_graph(),
            )
        return self._session_manager


class ChiefSessionCreator(_ManagedSessionCreator):
    """Makes sessions that it restores from a checkpoint or initialises.

    Args:
      scaffold: a Scaffold; a new one if absent.
      master: a server's target.
      config: a ConfigProto.
      checkpoint_dir: where the newest checkpoint is looked for.
      checkpoint_filename_with_path: a checkpoint, instead.
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        super().__init__(scaffold, master, config)
        self._checkpoint_dir = checkpoint_dir
        self._checkpoint_filename_with_path = checkpoint_filename_with_path

    def create_session(self) -> Any:
        """A session, restored or initialised; finalizes the graph."""
        self._scaffold.finalize()
        return self._get_session_manager().prepare_session(
            self._master,
            saver=self._scaffold.saver,
            checkpoint_dir=self._checkpoint_dir,
            checkpoint_filename_with_path=self._checkpoint_filename_with_path,
            config=self._config,
            init_op=self._scaffold.init_op,
            init_feed_dict=self._scaffold.init_feed_dict,
            init_fn=self._scaffold.init_fn,
        )


class WorkerSessionCreator(_ManagedSessionCreator):
    """Makes sessions on variables that the chief initialises, and waits for it at most `max_wait_secs`."""

    def __init__(
        self, scaffold: Scaffold | None = None, master: str = "", config: Any = None, max_wait_secs: float = 30 * 60
    ) -> None:
        super().__init__(scaffold, master, config)
        self._max_wait_secs = max_wait_secs

    def create_session(self) -> Any:
        """A session whose variables are initialised; finalizes the graph."""
        self._scaffold.finalize()
        return self._get_session_manager().wait_for_session(
            self._master, config=self._config, max_wait_secs=self._max_wait_secs
        )


class _CoordinatedSessionCreator(SessionCreator):
    """Makes a session, starts its queue runners and tells the hooks."""

    def __init__(self, session_creator: Any, hooks: Sequence[Any], stop_grace_period_secs: float) -> None:
        self._session_creator = session_creator
        self._hooks = hooks
        self._stop_grace_period_secs = stop_grace_period_secs
        self.coord: Coordinator | None = None
        self.tf_sess: Any = None

    def create_session(self) -> CoordinatedSession:
        self.tf_sess = self._session_creator.create_session()
        self.coord = Coordinator(clean_stop_exception_types=[])
        if context.get_default_graph().get_collection(GraphKeys.QUEUE_RUNNERS):
            start_queue_runners(sess=self.tf_sess, coord=self.coord)
        for hook in self._hooks:
            hook.after_create_session(self.tf_sess, self.coord)
        hooked = HookedSession(self.tf_sess, self._hooks)
        return CoordinatedSession(hooked, self.coord, self._stop_grace_period_secs)


class _MonitoredSession:
    """What MonitoredSession and SingularMonitoredSession share."""

    def __init__(
        self, session_creator: Any, hooks: Sequence[Any] | None, should_recover: bool, stop_grace_period_secs: float
    ) -> None:
        self._graph_was_finalized = context.get_default_graph().finalized
        self._hooks = list(hooks or ())
        for hook in self._hooks:
            hook.begin()
        self._coordinated_creator = _CoordinatedSessionCreator(
            session_creator or ChiefSessionCreator(), self._hooks, stop_grace_period_secs
        )
        make = self._coordinated_creator.create_session
        self._sess: Any = RecoverableSession(make) if should_recover else make()

    StepContext = StepContext

    @property
    def graph(self) -> Any:
        """The graph of the session; None when it is closed."""
        sess = self._tf_sess()
        return None if sess is None else sess.graph

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """`tf.Session.run`, with the hooks around it."""
        return self._sess.run(fetches, feed_dict=feed_dict, options=options, run_metadata=run_metadata)

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """Call `step_fn(step_context)`, which may run the session with and without hooks.

        Raises:
          ValueError: it takes other arguments.
        """
        names = tuple(inspect.signature(step_fn).parameters)
        if names not in (("step_context",), ("self", "step_context")):
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and `step_context` arguments if it's "
                f"an instance method. Got {names} instead."
            )
        return self._sess.run_step_fn(step_fn, self._tf_sess(), run_with_hooks=None)

    def should_stop(self) -> bool:
        """Whether a hook, a thread or the end of the input has asked to stop."""
        return self._sess is None or self._sess.should_stop()

    def close(self) -> None:
        """End the hooks, the threads and the session."""
        self._close_internal()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, exception_type: Any, exception_value: Any, traceback: Any) -> bool:
        if exception_type in (errors.OutOfRangeError, StopIteration):
            exception_type = None
        self._close_internal(exception_type)
        return exception_type is None  # TF1: the end of the input is no error here

    def _close_internal(self, exception_type: Any = None) -> None:
        try:
            if not exception_type:
                for hook in self._hooks:
                    hook.end(self._coordinated_creator.tf_sess)
        finally:
            try:
                if self._sess is None:
                    raise RuntimeError("Session is already closed.")
                if not exception_type and isinstance(self._coordinated_creator._session_creator, ChiefSessionCreator):
                    chief_is_done(self._coordinated_creator.tf_sess)
                self._sess.close()
            finally:
                self._sess = None
                self._coordinated_creator.tf_sess = None
                self._coordinated_creator.coord = None
                if not self._graph_was_finalized:
                    context.get_default_graph()._unsafe_unfinalize()

    def _is_closed(self) -> bool:
        return self._coordinated_creator.tf_sess is None

    def _tf_sess(self) -> Any:
        return self._coordinated_creator.tf_sess


class MonitoredSession(_MonitoredSession):
    """A session that initialises itself, calls hooks, runs queues, and is made anew when a server is lost.

    Args:
      session_creator: a SessionCreator; a ChiefSessionCreator if absent.
      hooks: SessionRunHooks.
      stop_grace_period_secs: how long threads may take to stop.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.train.get_or_create_global_step()
    ...     up = tf.assign_add(step, 1)
    ...     with tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(last_step=3)]) as sess:
    ...         while not sess.should_stop():
    ...             value = sess.run(up)
    >>> print(value)
    3
    """

    def __init__(
        self, session_creator: Any = None, hooks: Sequence[Any] | None = None, stop_grace_period_secs: float = 120
    ) -> None:
        super().__init__(session_creator, hooks, True, stop_grace_period_secs)


class SingularMonitoredSession(_MonitoredSession):
    """A MonitoredSession that is not made anew after a failure, and gives access to its session.

    Args:
      hooks: SessionRunHooks.
      scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path: as for `ChiefSessionCreator`.
      stop_grace_period_secs: how long threads may take to stop.
    """

    def __init__(
        self,
        hooks: Sequence[Any] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path)
        super().__init__(creator, hooks, False, stop_grace_period_secs)

    def raw_session(self) -> Any:
        """The `tf.Session` below; it runs without hooks."""
        return self._tf_sess()
