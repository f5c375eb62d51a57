"""`tf.contrib.metrics`: counts, accuracy of a batch, covariance, correlation, cosine distance and Cohen's kappa."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tf1compat._facade import array_ops, confusion_matrix, math_ops, state_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.metrics import means
from tf1compat._facade.metrics.streaming import collected, metric_variable, result, squeezed
from tf1compat._facade.variable_scope import variable_scope
from tf1compat._facade.weights_broadcast_ops import broadcast_weights
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]


def accuracy(predictions: Any, labels: Any, weights: Any = None, name: str | None = None) -> Any:
    """The (weighted) part of a batch where predictions equal labels: a tensor, nothing is kept.

    Raises:
      ValueError: labels are neither bool, integers nor strings, or predictions of another type.
    """
    if not (labels.dtype.is_integer or labels.dtype in (dtypes.bool, dtypes.string)):
        raise ValueError(f"Labels should have bool, integer, or string dtype, not {labels.dtype!r}")
    if not labels.dtype.is_compatible_with(predictions.dtype):
        raise ValueError(
            "Dtypes of predictions and labels should match. "
            f"Given: predictions ({predictions.dtype!r}) and labels ({labels.dtype!r})"
        )
    with name_scope(name, "accuracy", [predictions, labels]):
        is_correct = math_ops.cast(math_ops.equal(predictions, labels), dtypes.float32)
        if weights is None:
            return math_ops.reduce_mean(is_correct)
        is_correct = math_ops.multiply(is_correct, weights)
        total = math_ops.multiply(weights, array_ops.ones_like(is_correct))
        return math_ops.div(math_ops.reduce_sum(is_correct), math_ops.reduce_sum(total))


def aggregate_metrics(*value_update_tuples: Metric) -> tuple[list[Any], list[Any]]:
    """Pairs of values and updates as a list of values and a list of updates; ValueError if there are none."""
    if not value_update_tuples:
        raise ValueError("Expected at least one value_tensor/update_op pair")
    values, updates = zip(*value_update_tuples)
    return list(values), list(updates)


def aggregate_metric_map(names_to_tuples: Mapping[str, Metric]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Named pairs of values and updates as a dictionary of values and a dictionary of updates."""
    values, updates = zip(*names_to_tuples.values())
    return dict(zip(names_to_tuples, values)), dict(zip(names_to_tuples, updates))


def count(
    values: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many values there have been, or the sum of their weights."""
    with variable_scope(name, "count", (values, weights)):
        variable = metric_variable([], dtypes.float32, name="count")
        if weights is None:
            size = math_ops.cast(array_ops.size(values), dtypes.float32)
        else:
            values, _, weights = squeezed(math_ops.cast(values, dtypes.float32), None, weights)
            size = math_ops.reduce_sum(broadcast_weights(math_ops.cast(weights, dtypes.float32), values))
        with control_dependencies([values]):
            update = state_ops.assign_add(variable, size)
        value = result(metrics_collections, lambda: array_ops.identity(variable))
        return value, collected(updates_collections, update)


def streaming_covariance(
    predictions: Any,
    labels: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The unbiased (weighted) sample covariance, NaN before two examples; Chan, Golub and LeVeque's update."""
    with variable_scope(name, "covariance", (predictions, labels, weights)):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        predictions.shape.assert_is_compatible_with(labels.shape)
        names = ("count", "mean_prediction", "mean_label", "comoment")
        total, mean_prediction, mean_label, comoment = (
            metric_variable([], dtypes.float32, name=part) for part in names
        )
        weighted = predictions, labels
        if weights is None:
            size = math_ops.cast(array_ops.size(labels), dtypes.float32)
        else:
            weights = broadcast_weights(weights, labels)
            size = math_ops.reduce_sum(weights)
            weighted = math_ops.multiply(predictions, weights), math_ops.multiply(labels, weights)
        new_total = state_ops.assign_add(total, size)
        old_total = new_total - size
        batch_prediction, old_prediction = _moved(mean_prediction, weighted[0], size, new_total)
        batch_label, old_label = _moved(mean_label, weighted[1], size, new_total)
        products = (predictions - batch_prediction) * (labels - batch_label)
        batch_comoment = math_ops.reduce_sum(products if weights is None else products * weights)
        shifted = (old_prediction - batch_prediction) * (old_label - batch_label)
        new_comoment = state_ops.assign_add(comoment, batch_comoment + shifted * (old_total * size / new_total))

        def covariance(name: str) -> Any:
            return array_ops.where(
                math_ops.less_equal(total, 1.0), float("nan"), math_ops.truediv(comoment, total - 1), name=name
            )

        value = covariance("covariance")
        with control_dependencies([new_comoment]):
            update = covariance("update_op")
    return collected(metrics_collections, value), collected(updates_collections, update)


def _moved(mean: Any, weighted: Any, size: Any, new_total: Any) -> tuple[Any, Any]:
    """The mean of the batch, and the running mean as it was before the batch moved it."""
    batch = math_ops.div_no_nan(math_ops.reduce_sum(weighted), size)
    delta = math_ops.div_no_nan((batch - mean) * size, new_total)
    return batch, state_ops.assign_add(mean, delta) - delta


def streaming_pearson_correlation(
    predictions: Any,
    labels: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Pearson's correlation coefficient, made of three `streaming_covariance`."""
    with variable_scope(name, "pearson_r", (predictions, labels, weights)):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        predictions.shape.assert_is_compatible_with(labels.shape)
        if weights is not None:
            weights = broadcast_weights(weights, labels)
        both = streaming_covariance(predictions, labels, weights=weights, name="covariance")
        first = streaming_covariance(predictions, predictions, weights=weights, name="variance_predictions")
        second = streaming_covariance(labels, labels, weights=weights, name="variance_labels")

        def correlation(i: int, name: str) -> Any:
            deviations = math_ops.multiply(math_ops.sqrt(first[i]), math_ops.sqrt(second[i]))
            return math_ops.truediv(both[i], deviations, name=name)

        value, update = correlation(0, "pearson_r"), correlation(1, "update_op")
    return collected(metrics_collections, value), collected(updates_collections, update)


def streaming_mean_cosine_distance(
    predictions: Any,
    labels: Any,
    dim: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """1 - the mean of the products of unit vectors along `dim`."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    predictions.shape.assert_is_compatible_with(labels.shape)
    products = math_ops.reduce_sum(math_ops.multiply(predictions, labels), axis=[dim], keepdims=True)
    value, update = means.mean(products, weights, None, None, name or "mean_cosine_distance")
    value, update = math_ops.subtract(1.0, value), math_ops.subtract(1.0, update)
    return collected(metrics_collections, value), collected(updates_collections, update)


def cohen_kappa(
    labels: Any,
    predictions_idx: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Cohen's kappa: how much more two raters agree than by chance (Cohen 1960).

    Args:
      labels, predictions_idx: integer classes, [batch_size].
      num_classes: how many classes, at least 2.
      weights: of the examples.

    Raises:
      ValueError: there are fewer classes.
    """
    if num_classes < 2:
        raise ValueError(f"`num_classes` must be >= 2.Found: {num_classes}")
    with variable_scope(name, "cohen_kappa", (labels, predictions_idx, weights)):
        labels.get_shape().with_rank_at_most(2)
        if labels.get_shape().ndims == 2:
            labels = array_ops.squeeze(labels, axis=[-1])
        predictions_idx, labels, weights = squeezed(predictions_idx, labels, weights)
        predictions_idx.get_shape().assert_is_compatible_with(labels.get_shape())
        dtype = dtypes.int64 if weights is None or weights.dtype.is_integer else dtypes.float32
        kept = [metric_variable((num_classes,), dtype, name=part) for part in ("po", "pe_row", "pe_col")]
        table = confusion_matrix.confusion_matrix(
            labels, predictions_idx, num_classes=num_classes, weights=weights, dtype=dtype, name="counts_in_table"
        )
        found = [array_ops.diag_part(table), math_ops.reduce_sum(table, axis=0), math_ops.reduce_sum(table, axis=1)]
        updates = [state_ops.assign_add(v, x) for v, x in zip(kept, found)]
        value, update = _kappa(*kept, name="value"), _kappa(*updates, name="update_op")
        return collected(metrics_collections, value), collected(updates_collections, update)


def _kappa(agreed: Any, rows: Any, columns: Any, name: str) -> Any:
    agreed, total = math_ops.reduce_sum(agreed), math_ops.reduce_sum(rows)
    products = math_ops.cast(rows * columns, dtypes.float64)
    chance = math_ops.reduce_sum(math_ops.div_no_nan(products, math_ops.cast(total, dtypes.float64)))
    agreed, total = math_ops.cast(agreed, dtypes.float64), math_ops.cast(total, dtypes.float64)
    numerator, denominator = agreed - chance, total - chance
    zero = math_ops.equal(denominator, 0)
    divided = math_ops.div(numerator, array_ops.where(zero, array_ops.ones_like(denominator), denominator))
    return array_ops.where(zero, array_ops.zeros_like(numerator), divided, name=name)
