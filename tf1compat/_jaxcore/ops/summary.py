"""Summaries as serialized `Summary` messages, written by `_formats.summaries`; all of them run on the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats import summaries
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_RED = np.array([255, 0, 0, 255], np.uint8)


def _text(serialized: bytes) -> Any:
    return np.array(serialized, dtype=object)


@op("ScalarSummary", "tags: string, values: T -> summary: string", host=True, grad="none", shape=shape_rules.scalar)
def scalar_summary(tags: Any, values: Any) -> Any:
    """One number per tag."""
    return _text(summaries.scalar(tags, values))


@op(
    "HistogramSummary",
    "tag: string, values: T -> summary: string",
    types={"T": dtypes.float32},
    host=True,
    grad="none",
    shape=shape_rules.scalar,
)
def histogram_summary(tag: Any, values: Any, *, context: HostContext = Unattached()) -> Any:
    """The distribution of all elements."""
    return _text(summaries.histogram(tag, values, context.node_name))


@op(
    "ImageSummary",
    "tag: string, tensor: T -> summary: string",
    types={"T": dtypes.float32},
    host=True,
    grad="none",
    shape=shape_rules.scalar,
)
def image_summary(tag: Any, tensor: Any, *, max_images: int = 3, bad_color: Any = _RED) -> Any:
    """Pictures of a batch as PNG."""
    return _text(summaries.image(tag, tensor, max_images, bad_color))


@op(
    "AudioSummary",
    "tag: string, tensor: float32 -> summary: string",
    host=True,
    grad="none",
    shape=shape_rules.scalar,
)
def audio_summary(tag: Any, tensor: Any, *, sample_rate: float = REQUIRED, max_outputs: int = 3) -> Any:
    """Clips of a batch as WAV, the sample rate being an attr."""
    return _text(summaries.audio(tag, tensor, sample_rate, max_outputs))


@op(
    "AudioSummaryV2",
    "tag: string, tensor: float32, sample_rate: float32 -> summary: string",
    host=True,
    grad="none",
    shape=shape_rules.scalar,
)
def audio_summary_v2(tag: Any, tensor: Any, sample_rate: Any, *, max_outputs: int = 3) -> Any:
    """Clips of a batch as WAV."""
    return _text(summaries.audio(tag, tensor, sample_rate, max_outputs))


@op(
    "TensorSummary",
    "tensor: T -> summary: string",
    host=True,
    grad="none",
    shape=shape_rules.scalar,
    attrs={"description": b"", "labels": [], "display_name": b""},
)
def tensor_summary(tensor: Any, *, context: HostContext = Unattached()) -> Any:
    """Any array, under the name of the node."""
    return _text(summaries.tensor_of_node(context.node_name, tensor))


@op(
    "TensorSummaryV2",
    "tag: string, tensor: T, serialized_summary_metadata: string -> summary: string",
    host=True,
    grad="none",
    shape=shape_rules.scalar,
)
def tensor_summary_v2(tag: Any, tensor: Any, serialized_summary_metadata: Any) -> Any:
    """Any array with metadata that says which TensorBoard plugin shows it."""
    return _text(summaries.tensor(tag, tensor, serialized_summary_metadata))


@op("MergeSummary", "inputs: N*string -> summary: string", host=True, grad="none", shape=shape_rules.scalar)
def merge_summary(inputs: Any) -> Any:
    """The values of all summaries in one."""
    return _text(summaries.merge(inputs))
