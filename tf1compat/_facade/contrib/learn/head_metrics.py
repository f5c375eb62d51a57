"""Metrics of heads."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, weights_broadcast_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.metrics.counts import precision_at_thresholds, recall_at_thresholds
from tf1compat._facade.metrics.curves import auc
from tf1compat._facade.metrics.means import accuracy, mean
from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import dtypes


def _float_weights(weights: Any) -> Any:
    if weights is None:
        return None
    with name_scope(None, "float_weights", (weights,)) as name:
        return math_ops.cast(weights, dtypes.float32, name=name)


def _of_class(values: Any, weights: Any, class_id: int | None) -> tuple[Any, Any]:
    weights = _float_weights(weights)
    if weights is not None:
        weights = weights_broadcast_ops.broadcast_weights(weights, values)
    if class_id is None:
        return values, weights
    return values[:, class_id], (None if weights is None else weights[:, class_id])


def streaming_mean(values: Any, weights: Any = None, class_id: int | None = None) -> Any:
    """The mean of floats, or of one class's column."""
    return mean(*_of_class(math_ops.cast(values, dtypes.float32), weights, class_id))


def share_of_class(values: Any, weights: Any, class_id: int) -> Any:
    """How large a share of classes is this one."""
    is_it = math_ops.equal(math_ops.cast(class_id, dtypes.int32), math_ops.cast(values, dtypes.int32))
    ones = array_ops.where(is_it, array_ops.ones_like(values), array_ops.zeros_like(values))
    return mean(ones, weights=weights)


def streaming_auc(
    predictions: Any, labels: Any, weights: Any = None, class_id: int | None = None, curve: str = "ROC"
) -> Any:
    """The area under a curve, of all or of one class's column."""
    predictions = math_ops.cast(predictions, dtypes.float32)
    if labels.dtype.base_dtype != dtypes.bool:
        tf_logging.warning("Casting %s labels to bool.", labels.dtype)
        labels = math_ops.cast(labels, dtypes.bool)
    predictions, weights = _of_class(predictions, weights, class_id)
    if class_id is not None:
        labels = labels[:, class_id]
    return auc(labels, predictions, weights, curve=curve)


def accuracy_at(predictions: Any, labels: Any, weights: Any, threshold: float) -> Any:
    """The accuracy if predictions from the threshold on are 1."""
    ones = math_ops.cast(math_ops.greater_equal(predictions, threshold), dtypes.float32)
    return accuracy(labels, ones, weights)


def precision_at(predictions: Any, labels: Any, weights: Any, threshold: float) -> Any:
    """The precision if predictions above the threshold are 1."""
    found = precision_at_thresholds(labels, predictions, (threshold,), _float_weights(weights))
    return array_ops.squeeze(found[0]), array_ops.squeeze(found[1])


def recall_at(predictions: Any, labels: Any, weights: Any, threshold: float) -> Any:
    """The recall if predictions above the threshold are 1."""
    found = recall_at_thresholds(labels, predictions, (threshold,), _float_weights(weights))
    return array_ops.squeeze(found[0]), array_ops.squeeze(found[1])
