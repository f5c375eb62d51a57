"""Sessions around sessions: with hooks, with a coordinator, made anew after a failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.coordinator import Coordinator
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunValues
from tf1compat._jaxcore.base import errors

_PREEMPTION_ERRORS = (errors.AbortedError, errors.UnavailableError)


class StepContext:
    """What `MonitoredSession.run_step_fn` hands to its function."""

    def __init__(self, session: Any, run_with_hooks_fn: Callable[..., Any]) -> None:
        self._session = session
        self._run_with_hooks_fn = run_with_hooks_fn

    @property
    def session(self) -> Any:
        """The session without hooks."""
        return self._session

    def run_with_hooks(self, *args: Any, **kwargs: Any) -> Any:
        """`run` with hooks."""
        return self._run_with_hooks_fn(*args, **kwargs)

    def request_stop(self) -> None:
        """End the training."""
        raise StopIteration("step_fn has requested the iterations to stop.")


class WrappedSession:
    """A session around another one; passes everything on."""

    def __init__(self, sess: Any) -> None:
        self._sess: Any = sess
        self._wrapped_is_stoppable = isinstance(sess, WrappedSession)

    @property
    def graph(self) -> Any:
        return self._sess.graph

    @property
    def sess_str(self) -> Any:
        return self._sess.sess_str

    def should_stop(self) -> bool:
        """Whether this or a session inside asks to stop; also when closed."""
        if self._check_stop() or not self._sess:
            return True
        return self._wrapped_is_stoppable and self._sess.should_stop()

    def _check_stop(self) -> bool:
        return False

    def close(self) -> None:
        """Close the session inside."""
        if self._sess:
            try:
                self._sess.close()
            except _PREEMPTION_ERRORS as e:
                tf_logging.warning("An error occurred when attempting to close the session. Error: %s", e)
            finally:
                self._sess = None

    def run(self, *args: Any, **kwargs: Any) -> Any:
        return self._sess.run(*args, **kwargs)

    def run_step_fn(self, step_fn: Any, raw_session: Any, run_with_hooks: Any) -> Any:
        return step_fn(StepContext(raw_session, run_with_hooks or self.run))


class RecoverableSession(WrappedSession):
    """Makes its session anew when a server is lost (AbortedError, UnavailableError)."""

    def __init__(self, make: Any) -> None:
        """`make`: a function, or a SessionCreator."""
        self._make: Callable[[], Any] = getattr(make, "create_session", make)
        super().__init__(self._create_session())

    def _create_session(self) -> Any:
        while True:
            try:
                return self._make()
            except _PREEMPTION_ERRORS as e:
                tf_logging.info("An error was raised while a session was being created; trying again. Error: %s", e)

    def _check_stop(self) -> bool:
        try:
            return self._sess._check_stop() if self._sess else True
        except _PREEMPTION_ERRORS as e:
            self._lost(e)
            self._sess = self._create_session()
            return False
        except Exception:  # TF1: the next `run` raises it
            return True

    def _lost(self, error: Exception) -> None:
        tf_logging.info(
            "An error was raised. This may be due to a preemption in a connected worker or parameter server. The "
            "current session will be closed and a new session will be created. Error: %s",
            error,
        )
        self.close()
        self._sess = None

    def _again(self, call: Callable[[], Any]) -> Any:
        while True:
            try:
                if not self._sess:
                    self._sess = self._create_session()
                return call()
            except _PREEMPTION_ERRORS as e:
                self._lost(e)

    def run(self, *args: Any, **kwargs: Any) -> Any:
        return self._again(lambda: self._sess.run(*args, **kwargs))

    def run_step_fn(self, step_fn: Any, raw_session: Any, run_with_hooks: Any) -> Any:
        return self._again(lambda: self._sess.run_step_fn(step_fn, raw_session, self._sess.run))


class CoordinatedSession(WrappedSession):
    """Stops with its coordinator, whose threads' errors it raises instead of their consequences."""

    def __init__(self, sess: Any, coord: Coordinator, stop_grace_period_secs: float = 120) -> None:
        super().__init__(sess)
        self._coord = coord
        self._stop_grace_period_secs = stop_grace_period_secs

    def _check_stop(self) -> bool:
        self._coord.raise_requested_exception()
        return self._coord.should_stop()

    def close(self) -> None:
        self._coord.request_stop()
        try:
            self._coord.join(stop_grace_period_secs=self._stop_grace_period_secs, ignore_live_threads=True)
        finally:
            try:
                super().close()
            except Exception as e:  # the session may be lost already
                tf_logging.vlog(1, "Ignored exception: %s", str(e))

    def run(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return self._sess.run(*args, **kwargs)
        except _PREEMPTION_ERRORS:
            raise
        except Exception as original:
            try:
                self._coord.raise_requested_exception()
            except _PREEMPTION_ERRORS:
                raise
            except Exception:
                raise original from None
            raise


class HookedSession(WrappedSession):
    """Calls hooks around each step."""

    def __init__(self, sess: Any, hooks: Sequence[Any]) -> None:
        super().__init__(sess)
        self._hooks = hooks
        self._should_stop = False

    def _check_stop(self) -> bool:
        return self._should_stop

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """A step with what the hooks fetch and feed besides.

        Raises:
          RuntimeError: a stop was requested before, or two feed one tensor.
        """
        from tf1compat._formats import protos

        if self.should_stop():
            raise RuntimeError("Run called even after should_stop requested.")
        run_context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self._sess)
        options = options or protos.RunOptions()
        run_metadata = run_metadata or protos.RunMetadata()
        wanted: dict[Any, Any] = {"caller": fetches}
        feeds = self._before_run(run_context, wanted, feed_dict, options)
        outputs = self._sess.run(wanted, feed_dict=feeds, options=options, run_metadata=run_metadata)
        for hook in self._hooks:
            hook.after_run(run_context, SessionRunValues(outputs.get(hook), options, run_metadata))
        self._should_stop = self._should_stop or run_context.stop_requested
        return outputs["caller"]

    def _before_run(self, run_context: Any, wanted: dict[Any, Any], user_feeds: Any, options: Any) -> Any:
        hook_feeds: dict[Any, Any] = {}
        for hook in self._hooks:
            request = hook.before_run(run_context)
            if request is None:
                continue
            if request.fetches is not None:
                wanted[hook] = request.fetches
            if request.feed_dict:
                _refuse_common(hook_feeds, request.feed_dict, "Same tensor is fed by two hooks.")
                hook_feeds.update(request.feed_dict)
            if request.options:
                _merge_options(options, request.options)
        if not hook_feeds or not user_feeds:
            return hook_feeds or user_feeds
        _refuse_common(user_feeds, hook_feeds, "Same tensor is fed by a SessionRunHook and user.")
        return {**hook_feeds, **user_feeds}


def _refuse_common(a: Any, b: Any, message: str) -> None:
    common = set(a) & set(b)
    if common:
        raise RuntimeError(f"{message} Conflict(s): {list(common)}")


def _merge_options(options: Any, more: Any) -> None:
    """The greater of both in each field."""
    for field in ("trace_level", "timeout_in_ms", "inter_op_thread_pool", "output_partition_graphs"):
        setattr(options, field, max(getattr(options, field), getattr(more, field)))
    options.debug_options.debug_tensor_watch_opts.extend(more.debug_options.debug_tensor_watch_opts)
