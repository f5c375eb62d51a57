"""`tf.summary`: nodes that make `Summary` messages for TensorBoard, under TF 1.15's and TF 0.x's names."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.collections import GraphKeys, get_collection
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._formats import protos
from tf1compat._jaxcore.base import dtypes, errors

_ILLEGAL = re.compile(r"[^-/\w.]")
_MESSAGES = ("Event", "SessionLog", "Summary", "SummaryDescription", "SummaryMetadata", "TaggedRunMetadata")


def __getattr__(name: str) -> Any:
    """The protobuf messages of `tf.summary`, imported when they are first asked for."""
    if name in _MESSAGES:
        return getattr(protos, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def scalar(name: str, tensor: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of one real number; its tag is the node's full name, behind `family/` if that is given.

    Args:
      name: name of the node; characters that names cannot have become `_`.
      tensor: a real scalar.
      collections: collections that the summary joins, `[GraphKeys.SUMMARIES]` if absent.
      family: prefix of the tag, which decides about the tab in TensorBoard.

    Returns:
      A scalar string tensor: the serialized `Summary`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess, tf.name_scope("train"):
    ...     serialized = sess.run(tf.summary.scalar("loss", 1.5))
    >>> tf.Summary.FromString(serialized).value[0].tag
    'train/loss'
    """
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        made = apply_op("ScalarSummary", tag, tensor, name=scope)
        _collect(made, collections)
    return made


def histogram(name: str, values: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of the distribution of all elements of `values`; arguments and result as in `scalar`.

    Running it fails with an InvalidArgumentError where an element is NaN or infinite.
    """
    with summary_scope(name, family, default_name="HistogramSummary", values=[values]) as (tag, scope):
        made = apply_op("HistogramSummary", tag, values, name=scope)
        _collect(made, collections)
    return made


def image(
    name: str,
    tensor: Any,
    max_outputs: int = 3,
    collections: Iterable[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of the first `max_outputs` pictures of a batch; other arguments and result as in `scalar`.

    `tensor` has shape [batch, height, width, 1|3|4] (gray, RGB, RGBA) and is uint8, or float, in which case each
    picture is scaled: by 255/max where no element is negative, else by 127/max|element| around 128. Tags are
    `name/image`, or `name/image/0`… if `max_outputs` is more than 1.
    """
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        made = apply_op("ImageSummary", tag, tensor, max_images=max_outputs, name=scope)
        _collect(made, collections)
    return made


def audio(
    name: str,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Iterable[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of the first `max_outputs` clips of a batch; other arguments and result as in `scalar`.

    `tensor` is float32 of shape [batch, frames] or [batch, frames, channels] within [-1, 1]; `sample_rate` is in Hertz.
    """
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        rate = convert(sample_rate, dtypes.float32, "sample_rate")
        made = apply_op("AudioSummaryV2", tag, tensor, rate, max_outputs=max_outputs, name=scope)
        _collect(made, collections)
    return made


def text(name: str, tensor: Tensor, collections: Iterable[str] | None = None) -> Tensor:
    """A summary of strings, shown as Markdown; arguments and result as in `scalar`.

    Raises:
      ValueError: `tensor` is not a string tensor.
    """
    if tensor.dtype != dtypes.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    metadata = protos.SummaryMetadata(plugin_data=protos.SummaryMetadata.PluginData(plugin_name="text"))
    return tensor_summary(name, tensor, summary_metadata=metadata, collections=collections)


def tensor_summary(
    name: str,
    tensor: Any,
    summary_description: str | None = None,
    collections: Iterable[str] | None = None,
    summary_metadata: Any = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """A summary of any tensor with metadata for TensorBoard's plugins; other arguments and result as in `scalar`.

    Args:
      summary_description: a longer description in Markdown.
      summary_metadata: a `SummaryMetadata` message saying which plugin shows it.
      display_name: shown in place of the tag.
    """
    # TF1: description and display name are written into the caller's message
    metadata = protos.SummaryMetadata() if summary_metadata is None else summary_metadata
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        made = apply_op("TensorSummaryV2", tag, tensor, metadata.SerializeToString(), name=scope)
        _collect(made, collections)
    return made


def merge(inputs: Sequence[Any], collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """One summary with the values of all `inputs`; running it fails where two have the same tag."""
    name = clean_tag(name)
    with name_scope(name, "Merge", inputs):
        made = apply_op("MergeSummary", inputs, name=name)
        _collect(made, collections, ())
    return made


def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """All summaries of the default graph's collection `key` (those whose name starts like `scope`) in one, or None."""
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


def get_summary_description(node_def: Any) -> Any:
    """The `SummaryDescription` message in the NodeDef of an old TensorSummary node.

    Raises:
      ValueError: it is a node of another type.
    """
    from google.protobuf import json_format

    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    return json_format.Parse(node_def.attr["description"].s.decode(), protos.SummaryDescription())


# ---- TF 0.x ----------------------------------------------------------------------------------------------------------


def scalar_summary(tags: Any, values: Any, collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """TF 0.x's `scalar`: `tags` are used as they are, whatever the scope, and may be a list with as many `values`."""
    with name_scope(name, "ScalarSummary", [tags, values]) as scope:
        made = apply_op("ScalarSummary", tags, values, name=scope)
        _collect(made, collections)
    return made


def histogram_summary(
    tag: Any, values: Any, collections: Iterable[str] | None = None, name: str | None = None
) -> Tensor:
    """TF 0.x's `histogram`: `tag` is used as it is."""
    with name_scope(name, "HistogramSummary", [tag, values]) as scope:
        made = apply_op("HistogramSummary", tag, values, name=scope)
        _collect(made, collections)
    return made


def image_summary(
    tag: Any, tensor: Any, max_images: int = 3, collections: Iterable[str] | None = None, name: str | None = None
) -> Tensor:
    """TF 0.x's `image`: `tag` is used as it is."""
    with name_scope(name, "ImageSummary", [tag, tensor]) as scope:
        made = apply_op("ImageSummary", tag, tensor, max_images=max_images, name=scope)
        _collect(made, collections)
    return made


def audio_summary(
    tag: Any,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Iterable[str] | None = None,
    name: str | None = None,
) -> Tensor:
    """TF 0.x's `audio`: `tag` is used as it is."""
    with name_scope(name, "AudioSummary", [tag, tensor]) as scope:
        rate = convert(sample_rate, dtypes.float32, "sample_rate")
        made = apply_op("AudioSummaryV2", tag, tensor, rate, max_outputs=max_outputs, name=scope)
        _collect(made, collections)
    return made


def merge_summary(inputs: Sequence[Any], collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """TF 0.x's `merge`."""
    with name_scope(name, "MergeSummary", inputs):
        made = apply_op("MergeSummary", inputs, name=name)
        _collect(made, collections, ())
    return made


def merge_all_summaries(key: str = GraphKeys.SUMMARIES) -> Tensor | None:
    """TF 0.x's `merge_all`."""
    found = get_collection(key)
    return merge_summary(found) if found else None


# ---- names and collections -------------------------------------------------------------------------------------------


def clean_tag(name: str | None) -> str | None:
    """`name` as a legal node name: other characters become `_`, slashes in front go."""
    if name is None:
        return None
    new = _ILLEGAL.sub("_", name).lstrip("/")
    if new != name:
        tf_logging.info("Summary name %s is illegal; using %s instead.", name, new)
    return new


@contextlib.contextmanager
def summary_scope(
    name: str | None, family: str | None = None, default_name: str | None = None, values: Any = None
) -> Iterator[tuple[str, str]]:
    """Enter the name scope of a summary; gives its tag and the scope, both unique in the graph."""
    name, family = clean_tag(name), clean_tag(family)
    with name_scope(name if family is None else f"{family}/{name}", default_name, values) as scope:
        tag = scope.rstrip("/")
        yield tag if family is None else f"{family}/{tag}", scope


def _collect(made: Tensor, collections: Iterable[str] | None, default: Iterable[str] = (GraphKeys.SUMMARIES,)) -> None:
    graph = context.get_default_graph()
    for key in default if collections is None else collections:
        graph.add_to_collection(key, made)
