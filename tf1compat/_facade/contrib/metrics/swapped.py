"""`tf.contrib.metrics`: the metrics of `tf.metrics` under older names, with predictions before labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.metrics import at_k, counts, curves, means

Metric = tuple[Any, Any]


def _plain(metric: Callable[..., Metric]) -> Callable[..., Metric]:
    """Of predictions and labels."""

    def streaming(
        predictions: Any,
        labels: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        return metric(labels, predictions, weights, metrics_collections, updates_collections, name)

    return _named(streaming, metric)


def _of_values(metric: Callable[..., Metric]) -> Callable[..., Metric]:
    """Of values alone: the arguments are in one order."""

    def streaming(
        values: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        return metric(values, weights, metrics_collections, updates_collections, name)

    return _named(streaming, metric)


def _at_thresholds(metric: Callable[..., Metric]) -> Callable[..., Metric]:
    """Of predictions and labels at several thresholds."""

    def streaming(
        predictions: Any,
        labels: Any,
        thresholds: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        return metric(labels, predictions, thresholds, weights, metrics_collections, updates_collections, name)

    return _named(streaming, metric)


def _named(function: Callable[..., Metric], metric: Callable[..., Metric], name: str = "") -> Callable[..., Metric]:
    function.__name__ = function.__qualname__ = name or f"streaming_{metric.__name__}"
    function.__doc__ = f"`tf.metrics.{metric.__name__}`; predictions, where it has any, come before labels."
    return function


streaming_true_positives = _plain(counts.true_positives)
streaming_true_negatives = _plain(counts.true_negatives)
streaming_false_positives = _plain(counts.false_positives)
streaming_false_negatives = _plain(counts.false_negatives)
streaming_accuracy = _plain(means.accuracy)
streaming_precision = _plain(counts.precision)
streaming_recall = _plain(counts.recall)
streaming_mean_absolute_error = _plain(means.mean_absolute_error)
streaming_mean_squared_error = _plain(means.mean_squared_error)
streaming_root_mean_squared_error = _plain(means.root_mean_squared_error)
streaming_mean = _of_values(means.mean)
streaming_mean_tensor = _of_values(means.mean_tensor)
streaming_precision_at_thresholds = _at_thresholds(counts.precision_at_thresholds)
streaming_recall_at_thresholds = _at_thresholds(counts.recall_at_thresholds)


def streaming_percentage_less(
    values: Any,
    threshold: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.percentage_below`."""
    return means.percentage_below(values, threshold, weights, metrics_collections, updates_collections, name)


def streaming_mean_relative_error(
    predictions: Any,
    labels: Any,
    normalizer: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.mean_relative_error`, with predictions before labels."""
    collections = (metrics_collections, updates_collections)
    return means.mean_relative_error(labels, predictions, normalizer, weights, *collections, name)


def streaming_mean_iou(
    predictions: Any,
    labels: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.mean_iou`, with predictions before labels."""
    return means.mean_iou(labels, predictions, num_classes, weights, metrics_collections, updates_collections, name)


def streaming_auc(
    predictions: Any,
    labels: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    curve: str = "ROC",
    name: str | None = None,
) -> Metric:
    """`tf.metrics.auc`, with predictions before labels."""
    collections = (metrics_collections, updates_collections)
    return curves.auc(labels, predictions, weights, num_thresholds, *collections, curve, name)


def streaming_specificity_at_sensitivity(
    predictions: Any,
    labels: Any,
    sensitivity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.specificity_at_sensitivity`, with predictions before labels."""
    given = (weights, num_thresholds, metrics_collections, updates_collections, name)
    return curves.specificity_at_sensitivity(labels, predictions, sensitivity, *given)


def streaming_sensitivity_at_specificity(
    predictions: Any,
    labels: Any,
    specificity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.sensitivity_at_specificity`, with predictions before labels."""
    given = (weights, num_thresholds, metrics_collections, updates_collections, name)
    return curves.sensitivity_at_specificity(labels, predictions, specificity, *given)


# ---- of the k best ----------------------------------------------------------------------------------------------


def streaming_recall_at_k(
    predictions: Any,
    labels: Any,
    k: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How often the label is among the `k` largest predictions, of one label for each example."""
    from tf1compat._facade import math_ops, nn_ops
    from tf1compat._jaxcore.base import dtypes

    found = math_ops.cast(nn_ops.in_top_k(predictions, labels, k), dtypes.float32)
    return means.mean(found, weights, metrics_collections, updates_collections, name or f"recall_at_{k:d}")


def _at_k(metric: Callable[..., Metric], name: str) -> Callable[..., Metric]:
    def streaming(
        predictions: Any,
        labels: Any,
        k: int,
        class_id: int | None = None,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        collections = (metrics_collections, updates_collections)
        return metric(labels, predictions, k, class_id, weights, *collections, name)

    return _named(streaming, metric, name)


streaming_sparse_recall_at_k = _at_k(at_k.recall_at_k, "streaming_sparse_recall_at_k")
streaming_sparse_precision_at_k = _at_k(at_k.precision_at_k, "streaming_sparse_precision_at_k")


def streaming_sparse_average_precision_at_k(
    predictions: Any,
    labels: Any,
    k: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.average_precision_at_k`, with predictions before labels."""
    return at_k.average_precision_at_k(labels, predictions, k, weights, metrics_collections, updates_collections, name)


def _top_k_scope(name: str, class_id: int | None) -> str:
    return f"{name}_at_k" if class_id is None else f"{name}_at_k_class{class_id}"


def streaming_sparse_precision_at_top_k(
    top_k_predictions: Any,
    labels: Any,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.precision_at_top_k` of the numbers of the best classes."""
    from tf1compat._facade.framework import name_scope

    default = _top_k_scope("precision", class_id)
    with name_scope(name, default, (top_k_predictions, labels, weights)) as scope:
        return at_k.precision_at_top_k(
            labels=labels,
            predictions_idx=top_k_predictions,
            class_id=class_id,
            weights=weights,
            metrics_collections=metrics_collections,
            updates_collections=updates_collections,
            name=scope,
        )


def sparse_recall_at_top_k(
    labels: Any,
    top_k_predictions: Any,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`tf.metrics.recall_at_top_k` of the numbers of the best classes."""
    from tf1compat._facade.framework import name_scope

    default = _top_k_scope("recall", class_id)
    with name_scope(name, default, (top_k_predictions, labels, weights)) as scope:
        return at_k.recall_at_top_k(
            labels=labels,
            predictions_idx=top_k_predictions,
            class_id=class_id,
            weights=weights,
            metrics_collections=metrics_collections,
            updates_collections=updates_collections,
            name=scope,
        )
