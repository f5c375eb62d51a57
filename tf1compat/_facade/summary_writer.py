"""`tf.summary.FileWriter`: event files for TensorBoard, and the cache of writers by folder."""

from __future__ import annotations

import os
import threading
import time
import warnings
from typing import Any

from tf1compat._facade import context, plugin_asset
from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import tf_logging
from tf1compat._formats import protos

_PLUGINS_DIR = plugin_asset.PLUGINS_DIR


class SummaryToEventTransformer:
    """Wraps summaries, graphs and logs in `Event` messages for an event writer."""

    def __init__(self, event_writer: Any, graph: Any = None, graph_def: Any = None) -> None:
        self.event_writer = event_writer
        self._run_tags: set[str] = set()
        self._seen_tags: set[str] = set()
        if graph is not None or graph_def is not None:
            self.add_graph(graph=graph, graph_def=graph_def)
            given = graph if graph is not None else graph_def
            message = given.as_graph_def(add_shapes=True) if isinstance(given, Graph) else given
            from tf1compat._facade import meta_graph

            self.add_meta_graph(meta_graph.create_meta_graph_def(graph_def=message))

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Add a `Summary` message, or the bytes of one.

        Of values with one tag, only the first keeps its metadata, in the file and in `summary` itself.
        """
        if isinstance(summary, bytes):
            summary = protos.Summary.FromString(summary)
        for value in summary.value:
            # TF1: a message is always true, so values without metadata count as seen, too
            if value.tag in self._seen_tags:
                value.ClearField("metadata")
            else:
                self._seen_tags.add(value.tag)
        self._add_event(protos.Event(summary=summary), global_step)

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Add a `SessionLog` message."""
        self._add_event(protos.Event(session_log=session_log), global_step)

    def add_graph(self, graph: Any, global_step: Any = None, graph_def: Any = None) -> None:
        """Add a `Graph` with its static shapes (`graph_def` is the old name of a GraphDef argument).

        Raises:
          ValueError: both are given.
          TypeError: neither is a graph.
        """
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        given = graph if graph is not None else graph_def
        if isinstance(given, Graph):
            if graph is None:
                tf_logging.warning(
                    "When passing a `Graph` object, please use the `graph` named argument instead of `graph_def`."
                )
            message = given.as_graph_def(add_shapes=True)
            if self.event_writer is not None and hasattr(self, "get_logdir"):
                plugin_asset.write_assets(given, self.get_logdir())  # pyright: ignore[reportAttributeAccessIssue]
        elif given is not None and type(given).__name__ == "GraphDef":
            tf_logging.warning(
                "Passing a `GraphDef` to the SummaryWriter is deprecated. Pass a `Graph` object instead, such as "
                "`sess.graph`."
            )
            message = given
        else:
            raise TypeError("The passed graph must be an instance of `Graph` or the deprecated `GraphDef`")
        self._add_event(protos.Event(graph_def=message.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def: Any, global_step: Any = None) -> None:
        """Add a `MetaGraphDef` message.

        Raises:
          TypeError: it is something else.
        """
        if type(meta_graph_def).__name__ != "MetaGraphDef":
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._add_event(protos.Event(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Add a `RunMetadata` message under `tag`.

        Raises:
          ValueError: `tag` was used before.
        """
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        tagged = protos.TaggedRunMetadata(tag=tag, run_metadata=run_metadata.SerializeToString())
        self._add_event(protos.Event(tagged_run_metadata=tagged), global_step)

    def _add_event(self, event: Any, step: Any) -> None:
        event.wall_time = time.time()
        if step is not None:
            event.step = int(step)
        self.event_writer.add_event(event)


class FileWriter(SummaryToEventTransformer):
    """Writes summaries and events to a new file in `logdir`, in a thread of its own.

    Nothing is lost if the program ends without `close`.

    Args:
      logdir: folder of the file; made if needed.
      graph: a `Graph` to add at once.
      max_queue: how many events may wait before adding one writes them.
      flush_secs: seconds between flushes to disk.
      graph_def: the old name of `graph`.
      filename_suffix: end of the file's name.
      session: write to the session's writer for `logdir`, which `tf.contrib.summary` shares.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> with tf.summary.FileWriter(tempfile.mkdtemp()) as writer:
    ...     writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), global_step=1)
    """

    def __init__(
        self,
        logdir: Any,
        graph: Any = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: Any = None,
        filename_suffix: str | None = None,
        session: Any = None,
    ) -> None:
        from tf1compat._runtime.event_writer import EventsWriter

        self._logdir = os.fsdecode(logdir)
        self._closed = False
        if session is not None:
            from tf1compat._facade.session_events import SessionEventsWriter

            writer: Any = SessionEventsWriter(session, self._logdir, max_queue, flush_secs, filename_suffix)
        else:
            writer = EventsWriter(self._logdir, max_queue, flush_secs, filename_suffix)
        super().__init__(writer, graph, graph_def)

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def get_logdir(self) -> str:
        """The folder of the event file."""
        return self._logdir

    def add_event(self, event: Any) -> None:
        """Add an `Event` message as it is."""
        self._warn_if_closed()
        self.event_writer.add_event(event)

    def flush(self) -> None:
        """Return when everything added so far is in the file."""
        self._warn_if_closed()
        self.event_writer.flush()

    def close(self) -> None:
        """Write what is waiting and close the file; later events are dropped with a warning."""
        self.event_writer.close()
        self._closed = True

    def reopen(self) -> None:
        """After `close`, accept events again, in a new file of the same folder."""
        self.event_writer.reopen()
        self._closed = False

    def _add_event(self, event: Any, step: Any) -> None:
        self._warn_if_closed()
        super()._add_event(event, step)

    def _warn_if_closed(self) -> None:
        if self._closed:
            warnings.warn(
                "Attempting to use a closed FileWriter. The operation will be a noop unless the FileWriter is "
                "explicitly reopened.",
                stacklevel=3,
            )


class FileWriterCache:
    """One `FileWriter` per folder."""

    _lock = threading.RLock()
    _cache = context.WRITERS

    @staticmethod
    def clear() -> None:
        """Close and forget all writers."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._cache.values():
                writer.close()
            FileWriterCache._cache.clear()

    @staticmethod
    def get(logdir: Any) -> FileWriter:
        """The writer for `logdir`, made with the default graph where there is none yet."""
        with FileWriterCache._lock:
            found = FileWriterCache._cache.get(logdir)
            if found is None:
                found = FileWriterCache._cache[logdir] = FileWriter(logdir, graph=context.get_default_graph())
            return found


SummaryWriter = FileWriter  # TF 0.x's names
SummaryWriterCache = FileWriterCache
