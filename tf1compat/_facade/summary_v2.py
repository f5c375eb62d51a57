"""`tf.contrib.summary` in graph mode: operations that write summaries of a session's own writer when they run."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade import array_ops, context, framework
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.collections import GraphKeys, add_to_collection, get_collection
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.graph import Graph
from tf1compat._facade.math_elementwise import equal, logical_and
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.summary import summary_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import training_util
from tf1compat._jaxcore.base import dtypes, errors

_INITIALIZERS = "_SUMMARY_WRITER_V2"


def should_record_summaries() -> Any:
    """A boolean tensor: are summaries to be recorded here?"""
    wanted = context.SUMMARIES.recording
    wanted = wanted() if callable(wanted) else wanted
    return logical_and(True, False if wanted is None else wanted)


@contextlib.contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Inside, summaries are recorded where `condition` (a bool, a tensor, or a function giving one) is true."""
    before = context.SUMMARIES.recording
    context.SUMMARIES.recording = condition
    try:
        yield
    finally:
        context.SUMMARIES.recording = before


def record_summaries_every_n_global_steps(n: int, global_step: Any = None) -> Any:
    """Inside, summaries are recorded in every n-th global step."""
    if global_step is None:
        global_step = training_util.get_or_create_global_step()
    with framework.device("cpu:0"):
        return record_if(equal(global_step % n, 0))


def always_record_summaries() -> Any:
    """Inside, summaries are always recorded."""
    return record_if(True)


def never_record_summaries() -> Any:
    """Inside, summaries are never recorded."""
    return record_if(False)


# ---- writers ----------------------------------------------------------------------------------------------------


class SummaryWriter:
    """What summaries are written to: made by `create_file_writer`."""

    _resource: Any = None

    def set_as_default(self) -> None:
        """Make it the writer of this thread."""
        context.SUMMARIES.writer = self

    @contextlib.contextmanager
    def as_default(self) -> Iterator[SummaryWriter]:
        """Inside, it is the writer of this thread; in a graph, flushing is up to the program."""
        before = context.SUMMARIES.writer
        context.SUMMARIES.writer = self
        try:
            yield self
            self.flush()
        finally:
            context.SUMMARIES.writer = before

    def init(self) -> Any:
        """An operation that opens the file."""
        raise NotImplementedError

    def flush(self) -> Any:
        """An operation that returns when everything is in the file."""
        raise NotImplementedError

    def close(self) -> Any:
        """An operation that closes the file."""
        raise NotImplementedError


class ResourceSummaryWriter(SummaryWriter):
    """A writer in the session, shared by name."""

    def __init__(self, shared_name: str, init_op_fn: Callable[[Any], Any], name: str | None = None) -> None:
        self._resource = apply_op("SummaryWriter", shared_name=shared_name, name=name)
        self._init_op_fn = init_op_fn
        self._init_op = init_op_fn(self._resource)
        add_to_collection(_INITIALIZERS, self._init_op)

    def init(self) -> Any:
        return self._init_op_fn(self._resource)

    def flush(self) -> Any:
        return flush(self)

    def close(self) -> Any:
        with framework.control_dependencies([self.flush()]), framework.device("cpu:0"):
            return add_op("CloseSummaryWriter", self._resource)


class NoopSummaryWriter(SummaryWriter):
    """Writes nothing."""

    def set_as_default(self) -> None:
        """Nothing."""

    @contextlib.contextmanager
    def as_default(self) -> Iterator[SummaryWriter]:
        yield self

    def init(self) -> None:
        return None

    def flush(self) -> None:
        return None

    def close(self) -> None:
        return None


def create_file_writer(
    logdir: Any, max_queue: Any = None, flush_millis: Any = None, filename_suffix: Any = None, name: str | None = None
) -> SummaryWriter:
    """A writer of event files in `logdir`; one that writes nothing if that is None.

    Args:
      logdir: folder.
      max_queue: how many events may wait, 10 if absent.
      flush_millis: milliseconds between flushes, two minutes if absent.
      filename_suffix: end of the file's name, `".v2"` if absent.
      name: writers of one name in a session are one; the folder if absent.
    """
    if logdir is None:
        return NoopSummaryWriter()
    logdir = str(logdir)
    with framework.device("cpu:0"):
        max_queue = constant(10) if max_queue is None else max_queue
        flush_millis = constant(2 * 60 * 1000) if flush_millis is None else flush_millis
        filename_suffix = constant(".v2") if filename_suffix is None else filename_suffix
        create = functools.partial(
            _create, logdir=logdir, max_queue=max_queue, flush_millis=flush_millis, suffix=filename_suffix
        )
        return ResourceSummaryWriter(name or "logdir:" + logdir, create)


def _create(resource: Any, logdir: str, max_queue: Any, flush_millis: Any, suffix: Any) -> Any:
    return add_op("CreateSummaryFileWriter", resource, logdir, max_queue, flush_millis, suffix)


@deprecated(None, "Renamed to create_file_writer().", "tensorflow.python.ops.summary_ops_v2")
def create_summary_file_writer(*args: Any, **kwargs: Any) -> SummaryWriter:
    """The old name of `create_file_writer`."""
    tf_logging.warning("Deprecation Warning: create_summary_file_writer was renamed to create_file_writer")
    return create_file_writer(*args, **kwargs)


def create_db_writer(
    db_uri: Any, experiment_name: Any = None, run_name: Any = None, user_name: Any = None, name: Any = None
) -> SummaryWriter:
    """Not supported.

    Raises:
      UnsupportedError: always.
    """
    del experiment_name, run_name, user_name, name
    raise errors.unsupported(f"create_db_writer({db_uri!r})", advice="use tf.contrib.summary.create_file_writer")


def summary_writer_initializer_op() -> list[Any]:
    """The operations that open all writers of the default graph."""
    return get_collection(_INITIALIZERS)


def all_v2_summary_ops() -> list[Any]:
    """All operations of the default graph that write summaries."""
    return get_collection(GraphKeys._SUMMARY_COLLECTION)


def initialize(graph: Any = None, session: Any = None) -> None:
    """Open the writers of the default graph, and write `graph` if given.

    Args:
      graph: a Graph or GraphDef.
      session: the default session if None.

    Raises:
      RuntimeError: there is no default writer.
      ValueError: there is no session.
    """
    if context.SUMMARIES.writer is None:
        raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
    session = session if session is not None else context.get_default_session()
    if session is None:
        raise ValueError("session must be passed if no default session exists")
    session.run(summary_writer_initializer_op())
    if graph is not None:
        message = graph.as_graph_def(add_shapes=True) if isinstance(graph, Graph) else graph
        x = framework.placeholder(dtypes.string)
        session.run(_graph(x, 0), {x: message.SerializeToString()})


def flush(writer: Any = None, name: str | None = None) -> Any:
    """An operation that returns when everything is in the file of `writer`, the default one if None."""
    writer = context.SUMMARIES.writer if writer is None else writer
    if writer is None:
        return framework.no_op()
    resource = writer._resource if isinstance(writer, SummaryWriter) else writer
    if resource is None:
        return framework.no_op()
    with framework.device("cpu:0"):
        return add_op("FlushSummaryWriter", resource, name=name)


def eval_dir(model_dir: str, name: str | None = None) -> str:
    """The folder for summaries of an evaluation."""
    return os.path.join(model_dir, "eval" if not name else "eval_" + name)


# ---- summaries --------------------------------------------------------------------------------------------------


def summary_writer_function(name: str, tensor: Any, function: Callable[[Any, Any], Any], family: Any = None) -> Any:
    """A summary, written by `function(tag, scope)` where summaries are recorded; nothing without a writer."""
    outer = context.get_default_graph().get_name_scope()
    outer = f"{outer}/" if outer else ""

    def record() -> Tensor:
        with framework.name_scope(outer), summary_scope(name, family, values=[tensor]) as (tag, scope):
            with framework.control_dependencies([function(tag, scope)]):
                return constant(True)

    if context.SUMMARIES.writer is None:
        return framework.no_op()
    with framework.device("cpu:0"):
        op = smart_cond(should_record_summaries(), record, lambda: constant(False), name="")
        add_to_collection(GraphKeys._SUMMARY_COLLECTION, op)
    return op


def _resource() -> Any:
    return context.SUMMARIES.writer._resource


def _step(step: Any) -> Any:
    if step is None:
        return training_util.get_or_create_global_step()
    return step if isinstance(step, Tensor) else convert(step, dtypes.int64)


def generic(name: str, tensor: Any, metadata: Any = None, family: str | None = None, step: Any = None) -> Any:
    """Write a tensor as it is, with `metadata` (a SummaryMetadata or its bytes); other arguments as in `scalar`."""

    def function(tag: Any, scope: Any) -> Any:
        serialized = metadata
        if metadata is None:
            serialized = constant("")
        elif hasattr(metadata, "SerializeToString"):
            serialized = constant(metadata.SerializeToString())
        resource, at = _resource(), _step(step)
        return add_op("WriteSummary", resource, at, array_ops.identity(tensor), tag, serialized, name=scope)

    return summary_writer_function(name, tensor, function, family)


def scalar(name: str, tensor: Any, family: str | None = None, step: Any = None) -> Any:
    """Write one real number to the default writer.

    Args:
      name: the tag, below the name scope.
      tensor: a real scalar.
      family: prefix of the tag.
      step: an int64 scalar; the global step if None.

    Returns:
      A boolean tensor that is true where it was written; an operation that does nothing without a writer.
    """

    def function(tag: Any, scope: Any) -> Any:
        resource, at = _resource(), _step(step)
        return add_op("WriteScalarSummary", resource, at, tag, array_ops.identity(tensor), name=scope)

    return summary_writer_function(name, tensor, function, family)


def histogram(name: str, tensor: Any, family: str | None = None, step: Any = None) -> Any:
    """Write the distribution of all elements; arguments as in `scalar`."""

    def function(tag: Any, scope: Any) -> Any:
        resource, at = _resource(), _step(step)
        return add_op("WriteHistogramSummary", resource, at, tag, array_ops.identity(tensor), name=scope)

    return summary_writer_function(name, tensor, function, family)


def image(
    name: str, tensor: Any, bad_color: Any = None, max_images: int = 3, family: str | None = None, step: Any = None
) -> Any:
    """Write at most `max_images` pictures of a batch; other arguments as in `scalar`."""

    def function(tag: Any, scope: Any) -> Any:
        color = constant([255, 0, 0, 255], dtypes.uint8) if bad_color is None else bad_color
        resource, at = _resource(), _step(step)
        return add_op(
            "WriteImageSummary", resource, at, tag, array_ops.identity(tensor), color, max_images=max_images, name=scope
        )

    return summary_writer_function(name, tensor, function, family)


def audio(
    name: str, tensor: Any, sample_rate: Any, max_outputs: int, family: str | None = None, step: Any = None
) -> Any:
    """Write at most `max_outputs` clips of a batch; other arguments as in `scalar`."""

    def function(tag: Any, scope: Any) -> Any:
        resource, at, value = _resource(), _step(step), array_ops.identity(tensor)
        return add_op("WriteAudioSummary", resource, at, tag, value, sample_rate, max_outputs=max_outputs, name=scope)

    return summary_writer_function(name, tensor, function, family)


def graph(param: Any, step: Any = None, name: str | None = None) -> Any:
    """Write a graph, given as a tensor with a serialized GraphDef.

    Raises:
      TypeError: it is no tensor.
    """
    if not isinstance(param, Tensor):
        raise TypeError(f"graph() needs a tf.Tensor (e.g. tf.placeholder) in graph mode, but was: {type(param)}")
    if context.SUMMARIES.writer is None:
        return framework.no_op()
    with framework.device("cpu:0"):
        value = array_ops.identity(param)
        return add_op("WriteGraphSummary", _resource(), _step(step), value, name=name)


_graph = graph


def import_event(tensor: Any, name: str | None = None) -> Any:
    """Write a serialized Event, whether summaries are recorded or not."""
    return add_op("ImportEvent", _resource(), tensor, name=name)
