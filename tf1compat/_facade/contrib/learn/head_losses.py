"""Losses of heads: each gives the loss that is trained on, and the weighted average that is shown."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, logging_ops, math_ops, nn_loss, weights_broadcast_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.losses import Reduction, hinge_loss
from tf1compat._jaxcore.base import dtypes


def compute_weighted_loss(loss_unweighted: Any, weight: Any, name: str = "loss") -> tuple[Any, Any]:
    """The mean of weighted losses, and their sum divided by the weights' sum."""
    with name_scope(name, values=(loss_unweighted, weight)) as scope:
        if weight is None:
            loss = math_ops.reduce_mean(loss_unweighted, name=scope)
            return loss, loss
        weight = weights_broadcast_ops.broadcast_weights(weight, loss_unweighted)
        with name_scope(None, "weighted_loss", (loss_unweighted, weight)) as inner:
            weighted = math_ops.multiply(loss_unweighted, weight, name=inner)
        mean = math_ops.reduce_mean(weighted, name=scope)
        average = math_ops.div(
            math_ops.reduce_sum(weighted),
            math_ops.cast(math_ops.reduce_sum(weight), dtypes.float32),
            name="weighted_average_loss",
        )
        return mean, average


def _columns(labels: Any, logits: Any) -> tuple[Any, Any]:
    """Labels and logits `[batch, dimension]`."""
    logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
    if len(labels.get_shape()) == 1:
        labels = array_ops.expand_dims(labels, axis=1)
    if len(logits.get_shape()) == 1:
        logits = array_ops.expand_dims(logits, axis=1)
    logits.get_shape().assert_is_compatible_with(labels.get_shape())
    return labels, logits


def mean_squared_loss(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
    """Squared differences."""
    with name_scope(None, "mean_squared_loss", (logits, labels)) as name:
        labels, logits = _columns(labels, logits)
        loss = math_ops.squared_difference(logits, math_ops.cast(labels, dtypes.float32), name=name)
        return compute_weighted_loss(loss, weights)


def poisson_loss(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
    """The Poisson distribution's log likelihood, negative."""
    with name_scope(None, "_poisson_loss", (logits, labels)) as name:
        labels, logits = _columns(labels, logits)
        loss = nn_loss.log_poisson_loss(labels, logits, compute_full_loss=True, name=name)
        return compute_weighted_loss(loss, weights)


def log_loss_with_two_classes(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
    """Cross entropy of labels 0 or 1 `[batch]` or `[batch, 1]`."""
    with name_scope(None, "log_loss_with_two_classes", (logits, labels)) as name:
        logits, labels = convert_to_tensor(logits), math_ops.cast(labels, dtypes.float32)
        if len(labels.get_shape()) == 1:
            labels = array_ops.expand_dims(labels, axis=1)
        loss = nn_loss.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name)
        return compute_weighted_loss(loss, weights)


def softmax_cross_entropy_loss(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
    """Cross entropy of classes `[batch]` or `[batch, 1]`.

    Raises:
      ValueError: labels are no integers.
    """
    with name_scope(None, "softmax_cross_entropy_loss", (logits, labels)) as name:
        labels = convert_to_tensor(labels)
        if not labels.dtype.is_integer:
            raise ValueError(f"Labels dtype should be integer Instead got {labels.dtype}.")
        is_column = len(labels.get_shape()) == 2
        if is_column:
            labels = array_ops.squeeze(labels, axis=(1,))
        loss = nn_loss.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)
        if is_column:
            loss = array_ops.expand_dims(loss, axis=(1,))
        return compute_weighted_loss(loss, weights)


def sigmoid_cross_entropy_loss(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
    """Cross entropy of several labels 0 or 1 `[batch, classes]`."""
    with name_scope(None, "sigmoid_cross_entropy_loss", (logits, labels)) as name:
        labels = math_ops.cast(labels, dtypes.float32)
        loss = nn_loss.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name)
        return compute_weighted_loss(loss, weights)


def svm_loss(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
    """The hinge loss."""
    with name_scope(None, "hinge_loss", (logits, labels)) as name:
        is_right = logging_ops.Assert(
            math_ops.less_equal(array_ops.rank(labels), 2),
            ("labels shape should be either [batch_size, 1] or [batch_size]",),
        )
        with control_dependencies((is_right,)):
            labels = array_ops.reshape(labels, shape=(-1, 1))
        loss = hinge_loss(labels=labels, logits=logits, scope=name, reduction=Reduction.NONE)
        return compute_weighted_loss(loss, weights)


def custom_loss(loss_fn: Callable[..., Any] | None) -> Callable[..., tuple[Any, Any]] | None:
    """A user's loss of labels, logits and weights as one of these.

    Raises:
      ValueError: the function lacks one of the arguments.
    """
    if not loss_fn:
        return None
    inner = loss_fn
    while isinstance(inner, functools.partial):
        inner = inner.func
    known = inspect.getfullargspec(inspect.unwrap(inner)).args
    for name in ("labels", "logits", "weights"):
        if name not in known:
            raise ValueError(f"Argument {name} not found in loss_fn.")

    def call(labels: Any, logits: Any, weights: Any = None) -> tuple[Any, Any]:
        loss = loss_fn(labels, logits) if weights is None else loss_fn(labels, logits, weights)
        return loss, loss

    return call
