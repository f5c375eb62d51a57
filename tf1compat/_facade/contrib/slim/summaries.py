"""`tf.contrib.slim.summaries`: summaries named after their tensors, and printed if asked to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tf1compat._facade import collections as graph_collections
from tf1compat._facade import logging_ops, nn_ops, summary
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Tensor


def _name(tensor: Any, name: str | None, prefix: str | None, postfix: str | None = None) -> str:
    parts = (prefix, name or tensor.op.name, postfix)
    return "/".join(part for part in parts if part)


def _printed(op: Tensor, tensor: Any, name: str, print_summary: bool) -> Tensor:
    if not print_summary:
        return op
    op = logging_ops.Print(op, [tensor], name)
    graph_collections.add_to_collection(GraphKeys.SUMMARIES, op)
    return op


def add_histogram_summary(tensor: Any, name: str | None = None, prefix: str | None = None) -> Tensor:
    """A histogram of a tensor."""
    return summary.histogram(_name(tensor, name, prefix), tensor)


def add_image_summary(
    tensor: Any, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Tensor:
    """A summary of images."""
    full = _name(tensor, name, prefix)
    op = summary.image(name=full, tensor=tensor, collections=[] if print_summary else None)
    return _printed(op, tensor, full, print_summary)


def add_scalar_summary(
    tensor: Any, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Tensor:
    """A summary of a scalar."""
    full = _name(tensor, name, prefix)
    op = summary.scalar(name=full, tensor=tensor, collections=[] if print_summary else None)
    return _printed(op, tensor, full, print_summary)


def add_zero_fraction_summary(
    tensor: Any, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Tensor:
    """A summary of the fraction of zeros."""
    full = _name(tensor, name, prefix, "Fraction_of_Zero_Values")
    return add_scalar_summary(nn_ops.zero_fraction(tensor), full, print_summary=print_summary)


def add_histogram_summaries(tensors: Iterable[Any], prefix: str | None = None) -> list[Tensor]:
    """`add_histogram_summary` of each tensor."""
    return [add_histogram_summary(tensor, prefix=prefix) for tensor in tensors]


def add_image_summaries(tensors: Iterable[Any], prefix: str | None = None) -> list[Tensor]:
    """`add_image_summary` of each tensor."""
    return [add_image_summary(tensor, prefix=prefix) for tensor in tensors]


def add_scalar_summaries(
    tensors: Iterable[Any], prefix: str | None = None, print_summary: bool = False
) -> list[Tensor]:
    """`add_scalar_summary` of each tensor."""
    return [add_scalar_summary(tensor, prefix=prefix, print_summary=print_summary) for tensor in tensors]


def add_zero_fraction_summaries(tensors: Iterable[Any], prefix: str | None = None) -> list[Tensor]:
    """`add_zero_fraction_summary` of each tensor."""
    return [add_zero_fraction_summary(tensor, prefix=prefix) for tensor in tensors]
