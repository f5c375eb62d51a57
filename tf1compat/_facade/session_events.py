"""The event writer of `FileWriter(session=…)`: the session's own, shared with `tf.contrib.summary`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import constants, framework, summary_v2
from tf1compat._facade.platform import file_io
from tf1compat._jaxcore.base import dtypes


class SessionEventsWriter:
    """Writes events by running operations in a session; writers of one folder in one session share a file."""

    def __init__(
        self, session: Any, logdir: str, max_queue: int = 10, flush_secs: float = 120, suffix: str | None = None
    ) -> None:
        self._session = session
        self._logdir = logdir
        self._closed = False
        if not file_io.is_directory(logdir):
            file_io.recursive_create_dir(logdir)
        with session.graph.as_default(), framework.name_scope("filewriter"):
            writer = summary_v2.create_file_writer(logdir, max_queue, int(flush_secs * 1000), suffix or "")
            with summary_v2.always_record_summaries(), writer.as_default():
                unused = constants.constant("unused", dtypes.string)
                self._event = framework.placeholder_with_default(unused, shape=[])
                self._add = summary_v2.import_event(self._event)
            self._init, self._flush, self._close = writer.init(), writer.flush(), writer.close()
        session.run(self._init)

    def get_logdir(self) -> str:
        """The folder."""
        return self._logdir

    def add_event(self, event: Any) -> None:
        """Add an `Event` message; nothing after `close`."""
        if not self._closed:
            self._session.run(self._add, {self._event: event.SerializeToString()})

    def flush(self) -> None:
        """Return when everything is in the file."""
        self._session.run(self._flush)

    def close(self) -> None:
        """Close the file."""
        if not self._closed:
            self.flush()
            self._session.run(self._close)
            self._closed = True

    def reopen(self) -> None:
        """After `close`, open a new file."""
        if self._closed:
            self._closed = False
            self._session.run(self._init)
