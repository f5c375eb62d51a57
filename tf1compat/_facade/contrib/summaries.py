"""`tf.contrib.layers`: summaries of tensors and of collections."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade import collections as graph_collections
from tf1compat._facade import math_ops, summary
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def _scalar(tensor: Any, tag: str | None = None) -> Tensor:
    tensor.get_shape().assert_has_rank(0)
    return summary.scalar(tag or f"{tensor.op.name}_summary", tensor)


def _histogram(tensor: Any, tag: str | None = None) -> Tensor:
    return summary.histogram(tag or f"{tensor.op.name}_summary", tensor)


def _fraction(op: Any, compare: Callable[[Any, Any], Any], bound: float, tag: str) -> None:
    source = op.op.inputs[0]
    beyond = math_ops.to_float(compare(source, math_ops.cast(bound, source.dtype)))
    _scalar(math_ops.reduce_mean(beyond), f"{op.op.name}/{tag}")


def summarize_activation(op: Any) -> Tensor:
    """A histogram of an activation; for ReLUs also how much of it is zero, or six."""
    if op.op.type in ("Relu", "Softplus", "Relu6"):
        _fraction(op, math_ops.less, 0.0, "zeros")
    if op.op.type == "Relu6":
        _fraction(op, math_ops.greater, 6.0, "sixes")
    return _histogram(op, f"{op.op.name}/activation")


def summarize_tensor(tensor: Any, tag: str | None = None) -> Tensor | None:
    """A scalar summary or a histogram; None for strings and bools."""
    if tensor.dtype.is_compatible_with(dtypes.string) or tensor.dtype.base_dtype == dtypes.bool:
        return None
    return _scalar(tensor, tag) if tensor.get_shape().ndims == 0 else _histogram(tensor, tag)


def summarize_tensors(tensors: Iterable[Any], summarizer: Callable[[Any], Any] = summarize_tensor) -> list[Any]:
    """Summaries of several tensors."""
    return [summarizer(tensor) for tensor in tensors]


def summarize_collection(
    collection: Any, name_filter: str | None = None, summarizer: Callable[[Any], Any] = summarize_tensor
) -> list[Any]:
    """Summaries of the members of a collection whose names match a regular expression (None: of all)."""
    members = graph_collections.get_collection(collection)
    kept = [m for m in members if name_filter is None or re.match(name_filter, m.op.name)]
    return summarize_tensors(kept, summarizer)


summarize_variables = functools.partial(summarize_collection, GraphKeys.GLOBAL_VARIABLES)
summarize_weights = functools.partial(summarize_collection, GraphKeys.WEIGHTS)
summarize_biases = functools.partial(summarize_collection, GraphKeys.BIASES)


def summarize_activations(
    name_filter: str | None = None, summarizer: Callable[[Any], Any] = summarize_activation
) -> list[Any]:
    """Summaries of the members of `GraphKeys.ACTIVATIONS`."""
    return summarize_collection(GraphKeys.ACTIVATIONS, name_filter, summarizer)
