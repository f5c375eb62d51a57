"""`tf.train.SessionRunHook`: what can be hung into the steps of a monitored session."""

from __future__ import annotations

import collections
from typing import Any, NamedTuple


class SessionRunHook:
    """Called around the steps of a monitored session; override what is needed.

    In order: `begin`, `after_create_session`, then `before_run` and `after_run` around each step, `end`.
    """

    def begin(self) -> None:
        """Called once before the session is made; the graph may still be changed."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Called when a new session is ready."""

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Called before each step; returns SessionRunArgs with what to fetch and feed besides, or None."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each step with what `before_run` asked for; not if the step failed."""

    def end(self, session: Any) -> None:
        """Called at the end, unless an error ended it."""


class SessionRunArgs(collections.namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"])):
    """What a hook adds to a step: fetches, feeds, and RunOptions."""

    def __new__(cls, fetches: Any, feed_dict: Any = None, options: Any = None) -> SessionRunArgs:
        return super().__new__(cls, fetches, feed_dict, options)


class SessionRunContext:
    """The step that a hook is called for."""

    def __init__(self, original_args: SessionRunArgs, session: Any) -> None:
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    @property
    def original_args(self) -> SessionRunArgs:
        """What the user asked the step for."""
        return self._original_args

    @property
    def session(self) -> Any:
        """The session of the step."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        """Whether a hook has asked to stop."""
        return self._stop_requested

    def request_stop(self) -> None:
        """Ask the session to stop after this step."""
        self._stop_requested = True


class SessionRunValues(NamedTuple):
    """What a step gave: the results of the hook's fetches, and the step's RunOptions and RunMetadata."""

    results: Any
    options: Any
    run_metadata: Any
