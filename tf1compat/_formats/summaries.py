"""Values -> serialized Summary messages, with the formulas and error texts of TensorFlow 1.15's summary kernels.

Tags are what the kernels get: an array (or one str or bytes); values are NumPy arrays; results are bytes. Errors are
`faults.InvalidArgument` with TensorFlow's wording. Images and sound are encoded in `media`, histograms in `histogram`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tf1compat._formats import media, protos, tensor_proto
from tf1compat._formats.faults import InvalidArgument
from tf1compat._formats.histogram import histogram_proto

Array = np.ndarray[Any, Any]
_BAD_COLOR = np.array([255, 0, 0, 255], np.uint8)


def scalar(tags: Any, values: Any) -> bytes:
    """One simple value per tag (ScalarSummary); `tags` and `values` must have the same shape."""
    tag_array, value_array = _tag_array(tags), np.asarray(values)
    if tag_array.shape != value_array.shape:
        single = f" (tag '{_text(tag_array.item())}')" if tag_array.size == 1 else ""
        raise InvalidArgument(
            f"tags and values not the same shape: {_shape(tag_array)} != {_shape(value_array)}{single}"
        )
    with np.errstate(over="ignore"):  # a float64 beyond float32 becomes infinity, as in TF
        floats = value_array.astype(np.float32).ravel().tolist()
    summary = protos.Summary()
    for tag, value in zip(tag_array.ravel().tolist(), floats, strict=True):
        summary.value.add(tag=_text(tag), simple_value=value)
    return summary.SerializeToString()


def histogram(tag: Any, values: Any, op_name: str) -> bytes:
    """The distribution of all elements of `values` (HistogramSummary); `op_name` is named when one is not finite."""
    text = _scalar_tag(tag, "tags must be scalar")
    summary = protos.Summary()
    summary.value.add(tag=text).histo.CopyFrom(histogram_proto(np.asarray(values), op_name))
    return summary.SerializeToString()


def image(tag: Any, batch: Array, max_images: int = 3, bad_color: Array = _BAD_COLOR) -> bytes:
    """The first `max_images` pictures of a [batch, height, width, 1|3|4] array as PNG (ImageSummary).

    uint8 is taken as it is. Floats are scaled per picture: by 255/max where no value is negative, else by
    127/max|value| around 128; a pixel with a NaN or infinity becomes `bad_color`, a uint8 vector with at least as many
    channels.
    """
    if max_images >= 1 << 31:
        raise InvalidArgument("max_images must be < 2^31")
    if bad_color.dtype != np.uint8:
        raise InvalidArgument(f"bad_color must be uint8, got {_tf_name(bad_color)}")
    if bad_color.ndim != 1:
        raise InvalidArgument(f"bad_color must be a vector, got shape {_shape(bad_color)}")
    text = _scalar_tag(tag, "Tags must be a scalar")
    _check_pictures(batch)
    depth = batch.shape[3]
    if batch.dtype != np.uint8 and bad_color.size < depth:
        raise InvalidArgument(
            f"expected depth <= bad_color.size, got depth = {depth}, bad_color.size = {bad_color.size}"
        )
    summary = protos.Summary()
    for index, picture in enumerate(batch[:max_images]):
        pixels = picture if batch.dtype == np.uint8 else media.scale_picture(picture, bad_color[:depth])
        value = summary.value.add(tag=_member_tag(text, "image", index, max_images)).image
        value.height, value.width, value.colorspace = picture.shape
        value.encoded_image_string = media.encode_png(pixels)
    return summary.SerializeToString()


def audio(tag: Any, clips: Array, sample_rate: Any, max_outputs: int = 3) -> bytes:
    """The first `max_outputs` clips of a float32 [batch, frames(, channels)] array as 16-bit WAV (AudioSummaryV2).

    Samples beyond [-1, 1] are clipped; `sample_rate` is in Hertz.
    """
    text = _scalar_tag(tag, "Tag must be a scalar")
    if clips.ndim not in (2, 3):
        raise InvalidArgument(f"Tensor must be 3-D or 2-D, got: {_shape(clips)}")
    rate = float(np.float32(sample_rate))
    if not rate > 0:
        raise InvalidArgument("sample_rate must be > 0")
    summary = protos.Summary()
    for index, clip in enumerate(clips[:max_outputs]):
        samples = clip.reshape(clip.shape[0], -1) if clip.size else clip
        value = summary.value.add(tag=_member_tag(text, "audio", index, max_outputs)).audio
        value.encoded_audio_string = media.encode_wav(samples, rate)
        value.sample_rate = rate
        value.length_frames, value.num_channels = samples.shape
        value.content_type = "audio/wav"
    return summary.SerializeToString()


def tensor(tag: Any, value: Array, metadata: Any, dtype: int | None = None) -> bytes:
    """Any array with serialized SummaryMetadata (TensorSummaryV2); `dtype` (a number) overrides the array's."""
    text = _scalar_tag(tag, "tag must be scalar")
    serialized = np.asarray(metadata, dtype=object)
    if serialized.size != 1:
        raise InvalidArgument(f"serialized_summary_metadata must be scalar, got shape {_shape(serialized)}")
    summary = protos.Summary()
    entry = summary.value.add(tag=text)
    entry.tensor.CopyFrom(_stored(value, dtype))
    # TF1: unreadable metadata would be dropped silently; it is an error here.
    entry.metadata.CopyFrom(_parse(protos.SummaryMetadata, serialized.item(), "serialized_summary_metadata"))
    return summary.SerializeToString()


def tensor_of_node(node_name: str, value: Array, dtype: int | None = None) -> bytes:
    """Any array under the name of its summary node, without a tag (the old TensorSummary)."""
    summary = protos.Summary()
    summary.value.add(node_name=node_name).tensor.CopyFrom(_stored(value, dtype))
    return summary.SerializeToString()


def text_metadata() -> bytes:
    """The serialized SummaryMetadata that marks a string tensor for TensorBoard's text page."""
    return protos.SummaryMetadata(plugin_data=protos.SummaryMetadata.PluginData(plugin_name="text")).SerializeToString()


def text(tag: Any, strings: Any) -> bytes:
    """Markdown text: a str, bytes or array of them, shown on TensorBoard's text page."""
    return tensor(tag, np.asarray(strings, dtype=object), text_metadata())


def merge(summaries: Iterable[Any]) -> bytes:
    """The values of serialized summaries (bytes or arrays of bytes), in order (MergeSummary); tags must differ."""
    merged = protos.Summary()
    seen: set[str] = set()
    for entry in summaries:
        for serialized in np.asarray(entry, dtype=object).ravel().tolist():
            part = _parse(protos.Summary, serialized, "one of the summary inputs")
            for value in part.value:
                if value.tag in seen:
                    raise InvalidArgument(f"Duplicate tag {value.tag} found in summary inputs")
                if value.tag:
                    seen.add(value.tag)
            merged.value.extend(part.value)
    return merged.SerializeToString()


def _check_pictures(batch: Array) -> None:
    if batch.ndim != 4 or batch.shape[3] not in (1, 3, 4):
        raise InvalidArgument(f"Tensor must be 4-D with last dim 1, 3, or 4, not {_shape(batch)}")
    count, height, width, depth = batch.shape
    if max(count, height, width) >= 1 << 31 or height * width >= 1 << 29:
        raise InvalidArgument(f"Tensor too large for summary {_shape(batch)}")
    if height * width == 0:
        raise InvalidArgument(f"input tensor must have non-zero dims. Found: [{count}, {height}, {width}, {depth}].")


def _member_tag(tag: str, kind: str, index: int, requested: int) -> str:
    # TF1: the number asked for decides about the index, not the number there is.
    return f"{tag}/{kind}/{index}" if requested > 1 else f"{tag}/{kind}"


def _stored(value: Array, dtype: int | None) -> Any:
    return tensor_proto.make_content_proto(value, tensor_proto.dtype_number(value) if dtype is None else dtype)


def _parse(message_class: Any, serialized: Any, what: str) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return message_class.FromString(serialized)
    except (DecodeError, TypeError) as error:
        raise InvalidArgument(f"Could not parse {what}") from error


def _tag_array(tags: Any) -> Array:
    return np.asarray(tags, dtype=None if hasattr(tags, "dtype") else object)


def _scalar_tag(tag: Any, complaint: str) -> str:
    array = _tag_array(tag)
    if array.ndim != 0:
        raise InvalidArgument(complaint)
    return _text(array.item())


def _text(tag: Any) -> str:
    if isinstance(tag, str):
        return tag
    if not isinstance(tag, bytes):
        raise TypeError(f"summary tags are strings, got {tag!r}")
    try:
        return tag.decode()
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"summary tag {tag!r} is not valid UTF-8") from error


def _shape(array: Array) -> str:
    return f"[{','.join(map(str, array.shape))}]"


def _tf_name(array: Array) -> str:
    # TF1: kernels print the C++ names of types, which differ from NumPy's for the floats only.
    return {"float32": "float", "float64": "double", "float16": "half"}.get(str(array.dtype), str(array.dtype))
