"""Summaries that are written when they are computed: the ops of `tf.contrib.summary`, on writers of the session."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tf1compat._formats import protos, summaries, tensor_proto
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _text(x: Any) -> str:
    value = x if isinstance(x, (bytes, str)) else np.asarray(x, object).item()
    return value.decode() if isinstance(value, bytes) else str(value)


def _write(writer: Any, step: Any, summary: Any) -> Any:
    event = protos.Event(wall_time=time.time(), step=int(step))
    if isinstance(summary, bytes):
        event.summary.ParseFromString(summary)
    else:
        event.summary.MergeFrom(summary)
    _resource(writer).write(event)
    return ()


def _resource(writer: Any) -> Any:
    return writer.item() if isinstance(writer, np.ndarray) else writer


@op("SummaryWriter", "-> writer: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def summary_writer(*, shared_name: bytes = b"", container: bytes = b"", context: HostContext = Unattached()) -> Any:
    """The handle of a writer."""
    return context.resources.find_or_make("SummaryWriter", context.node_name, _text(shared_name), _text(container))


@op("CreateSummaryFileWriter",
    "writer: resource, logdir: string, max_queue: int32, flush_millis: int32, filename_suffix: string ->",
    effect="io", host=True, stateful=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def create_summary_file_writer(
    writer: Any, logdir: Any, max_queue: Any, flush_millis: Any, filename_suffix: Any
) -> Any:
    """Open an event file, unless the writer has one."""
    _resource(writer).create(_text(logdir), int(max_queue), int(flush_millis), _text(filename_suffix))
    return ()


@op("FlushSummaryWriter", "writer: resource ->", effect="io", host=True, stateful=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def flush_summary_writer(writer: Any) -> Any:
    """Return when everything is in the file."""
    _resource(writer).flush()
    return ()


@op("CloseSummaryWriter", "writer: resource ->", effect="io", host=True, stateful=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def close_summary_writer(writer: Any) -> Any:
    """Close the file."""
    _resource(writer).close()
    return ()


@op("WriteSummary", "writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string ->",
    effect="io", host=True, stateful=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def write_summary(writer: Any, step: Any, tensor: Any, tag: Any, summary_metadata: Any, *, T: DType = REQUIRED) -> Any:
    """Write a tensor as it is."""
    summary = protos.Summary()
    value = summary.value.add(tag=_text(tag))
    value.metadata.ParseFromString(np.asarray(summary_metadata, object).item())
    value.tensor.CopyFrom(tensor_proto.make_tensor_proto(np.asarray(tensor), T.base.enum))
    return _write(writer, step, summary)


@op("WriteScalarSummary", "writer: resource, step: int64, tag: string, value: T ->", effect="io", host=True,
    stateful=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def write_scalar_summary(writer: Any, step: Any, tag: Any, value: Any) -> Any:
    """Write one number."""
    if np.size(value) != 1:
        raise InvalidArgument(f"tag and value must be scalars, got a value of shape {list(np.shape(value))}")
    number = float(np.asarray(value).reshape(())[()])
    return _write(writer, step, protos.Summary(value=[protos.Summary.Value(tag=_text(tag), simple_value=number)]))


@op("WriteHistogramSummary", "writer: resource, step: int64, tag: string, values: T ->", effect="io", host=True,
    stateful=True, grad="none", types={"T": dtypes.float32}, shape=shape_rules.nothing)  # fmt: skip
def write_histogram_summary(
    writer: Any, step: Any, tag: Any, values: Any, *, context: HostContext = Unattached()
) -> Any:
    """Write the distribution of all elements."""
    return _write(writer, step, summaries.histogram(tag, values, context.node_name))


@op("WriteImageSummary", "writer: resource, step: int64, tag: string, tensor: T, bad_color: uint8 ->", effect="io",
    host=True, stateful=True, grad="none", types={"T": dtypes.float32}, shape=shape_rules.nothing)  # fmt: skip
def write_image_summary(writer: Any, step: Any, tag: Any, tensor: Any, bad_color: Any, *, max_images: int = 3) -> Any:
    """Write pictures of a batch as PNG."""
    return _write(writer, step, summaries.image(tag, tensor, max_images, np.asarray(bad_color)))


@op("WriteAudioSummary", "writer: resource, step: int64, tag: string, tensor: float32, sample_rate: float32 ->",
    effect="io", host=True, stateful=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def write_audio_summary(
    writer: Any, step: Any, tag: Any, tensor: Any, sample_rate: Any, *, max_outputs: int = 3
) -> Any:
    """Write clips of a batch as WAV."""
    return _write(writer, step, summaries.audio(tag, tensor, sample_rate, max_outputs))


@op("WriteGraphSummary", "writer: resource, step: int64, tensor: string ->", effect="io", host=True, stateful=True,
    grad="none", shape=shape_rules.nothing)  # fmt: skip
def write_graph_summary(writer: Any, step: Any, tensor: Any) -> Any:
    """Write a serialized GraphDef."""
    graph_def = np.asarray(tensor, object).item()
    _resource(writer).write(protos.Event(wall_time=time.time(), step=int(step), graph_def=graph_def))
    return ()


@op("ImportEvent", "writer: resource, event: string ->", effect="io", host=True, stateful=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def import_event(writer: Any, event: Any) -> Any:
    """Write a serialized Event."""
    from google.protobuf.message import DecodeError

    try:
        message = protos.Event.FromString(np.asarray(event, object).item())
    except DecodeError:
        raise InvalidArgument("event is no serialized tf.Event") from None
    _resource(writer).write(message)
    return ()


@op("WriteRawProtoSummary", "writer: resource, step: int64, tensor: string ->", effect="io", host=True,
    stateful=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def write_raw_proto_summary(writer: Any, step: Any, tensor: Any) -> Any:
    """Write a serialized Summary."""
    return _write(writer, step, np.asarray(tensor, object).item())
