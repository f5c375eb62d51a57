"""Summary writers that belong to a session: what the ops of `tf.contrib.summary` write to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._runtime.event_writer import EventsWriter


class SessionSummaryWriter:
    """An event file, once `create` has said where; closing forgets it, so that it can be created anew."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._writer: EventsWriter | None = None
        self._lock = threading.Lock()

    def create(self, logdir: str, max_queue: int, flush_millis: int, suffix: str) -> None:
        """Open a file in `logdir`, unless there is one."""
        with self._lock:
            if self._writer is None:
                self._writer = EventsWriter(logdir, max(max_queue, 0), flush_millis / 1000, suffix)

    def write(self, event: Any) -> None:
        """Add an `Event` message.

        Raises:
          FailedPreconditionError: the writer was not initialised, or has been closed.
        """
        self._open().add_event(event)

    def flush(self) -> None:
        """Return when everything is in the file."""
        self._open().flush()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    def _open(self) -> EventsWriter:
        writer = self._writer
        if writer is None:
            raise errors.FailedPreconditionError(
                None,
                None,
                f"the summary writer {self.name!r} is not initialised: run "
                "tf.contrib.summary.summary_writer_initializer_op() or tf.contrib.summary.initialize() first",
            )
        return writer

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """All writers of one name are one."""

    def cancel(self) -> None:
        """The session ends: what was written is complete."""
        self.close()


KINDS: dict[str, Callable[..., Any]] = {"SummaryWriter": SessionSummaryWriter}
