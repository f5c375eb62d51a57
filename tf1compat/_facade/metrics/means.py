"""`tf.metrics`: means of values and errors over all steps."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, state_ops
from tf1compat._facade.array_creation import ones
from tf1compat._facade.confusion_matrix import confusion_matrix
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.linalg_ops import diag_part
from tf1compat._facade.losses import remove_squeezable_dimensions
from tf1compat._facade.metrics.streaming import collected, metric_variable, result, squeezed
from tf1compat._facade.variable_scope import variable_scope
from tf1compat._facade.weights_broadcast_ops import broadcast_weights
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]


def mean(
    values: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The weighted mean of all `values` of all steps.

    Args:
      values: tensor of any shape.
      weights: a scalar, or of the rank of `values` with sizes of 1 or the same.
      metrics_collections, updates_collections: collections that the two results join.
      name: variable scope.

    Returns:
      The mean so far, and an operation's output that takes `values` in and gives the mean then; the sums are local
      variables, which `tf.local_variables_initializer` sets to zero.
    """
    with variable_scope(name, "mean", (values, weights)):
        values = math_ops.cast(values, dtypes.float32)
        total = metric_variable([], dtypes.float32, name="total")
        count = metric_variable([], dtypes.float32, name="count")
        if weights is None:
            added = math_ops.cast(array_ops.size(values), dtypes.float32)
        else:
            values, _, weights = squeezed(values, None, weights)
            weights = broadcast_weights(math_ops.cast(weights, dtypes.float32), values)
            values = math_ops.multiply(values, weights)
            added = math_ops.reduce_sum(weights)
        total_update = state_ops.assign_add(total, math_ops.reduce_sum(values))
        with control_dependencies([values]):
            count_update = state_ops.assign_add(count, added)
        value = result(metrics_collections, lambda: _quotient(total, count, "value"))
        update = _quotient(total_update, count_update, "update_op")
        return value, collected(updates_collections, update)


def _quotient(total: Any, count: Any, name: str | None) -> Any:
    return math_ops.div_no_nan(total, math_ops.maximum(count, 0), name=name)


def mean_tensor(
    values: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean over all steps for each element of `values`; arguments and results are those of `mean`."""
    with variable_scope(name, "mean", (values, weights)):
        values = math_ops.cast(values, dtypes.float32)
        total = metric_variable(values.shape, dtypes.float32, name="total_tensor")
        count = metric_variable(values.shape, dtypes.float32, name="count_tensor")
        added = array_ops.ones_like(values)
        if weights is not None:
            values, _, weights = squeezed(values, None, weights)
            weights = broadcast_weights(math_ops.cast(weights, dtypes.float32), values)
            values = math_ops.multiply(values, weights)
            added = math_ops.multiply(added, weights)
        total_update = state_ops.assign_add(total, values)
        with control_dependencies([values]):
            count_update = state_ops.assign_add(count, added)
        value = result(metrics_collections, lambda: _quotient(total, count, "value"))
        update = _quotient(total_update, count_update, "update_op")
        return value, collected(updates_collections, update)


def accuracy(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The fraction of predictions that equal their labels; results as `mean`."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    predictions.shape.assert_is_compatible_with(labels.shape)
    if labels.dtype != predictions.dtype:
        predictions = math_ops.cast(predictions, labels.dtype)
    is_correct = math_ops.cast(math_ops.equal(predictions, labels), dtypes.float32)
    return mean(is_correct, weights, metrics_collections, updates_collections, name or "accuracy")


def mean_absolute_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of |predictions - labels|; results as `mean`."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    errors = math_ops.abs(predictions - labels)
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_absolute_error")


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of (labels - predictions) ** 2; results as `mean`."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    errors = math_ops.squared_difference(labels, predictions)
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_squared_error")


def root_mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The square root of `mean_squared_error`."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    value, update = mean_squared_error(labels, predictions, weights, None, None, name or "root_mean_squared_error")
    root = result(metrics_collections, lambda: math_ops.sqrt(value))
    return root, collected(updates_collections, math_ops.sqrt(update))


def mean_relative_error(
    labels: Any,
    predictions: Any,
    normalizer: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of |labels - predictions| / normalizer, 0 where the normalizer is 0; results as `mean`."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    predictions, normalizer = remove_squeezable_dimensions(predictions, normalizer)
    predictions.shape.assert_is_compatible_with(normalizer.shape)
    is_zero, nothing = math_ops.equal(normalizer, 0.0), array_ops.zeros_like(labels)
    errors = array_ops.where(is_zero, nothing, math_ops.div(math_ops.abs(labels - predictions), normalizer))
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_relative_error")


def mean_cosine_distance(
    labels: Any,
    predictions: Any,
    dim: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """1 - the mean inner product along `dim`; both inputs are taken to be of unit length."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    products = math_ops.multiply(predictions, labels)
    products = math_ops.reduce_sum(products, axis=[dim], keepdims=True)
    value, update = mean(products, weights, None, None, name or "mean_cosine_distance")
    value, update = math_ops.subtract(1.0, value), math_ops.subtract(1.0, update)
    return collected(metrics_collections, value), collected(updates_collections, update)


def percentage_below(
    values: Any,
    threshold: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The fraction of `values` below `threshold`; results as `mean`."""
    is_below = math_ops.cast(math_ops.less(values, threshold), dtypes.float32)
    return mean(is_below, weights, metrics_collections, updates_collections, name or "percentage_below_threshold")


# ---- by class -------------------------------------------------------------------------------------------------------


def mean_per_class_accuracy(
    labels: Any,
    predictions: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of the accuracies of all classes; the second result gives them class by class."""
    with variable_scope(name, "mean_accuracy", (predictions, labels, weights)):
        labels = math_ops.cast(labels, dtypes.int64)
        labels, predictions = _flat(labels), _flat(predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
        total = metric_variable([num_classes], dtypes.float32, name="total")
        count = metric_variable([num_classes], dtypes.float32, name="count")
        counted = ones([array_ops.size(labels)], dtypes.float32)
        if labels.dtype != predictions.dtype:
            predictions = math_ops.cast(predictions, labels.dtype)
        is_correct = math_ops.cast(math_ops.equal(predictions, labels), dtypes.float32)
        if weights is not None:
            weights = math_ops.cast(_flat(weights), dtypes.float32)
            is_correct *= weights
            counted *= weights
        total_update = state_ops.scatter_add(total, labels, counted)
        count_update = state_ops.scatter_add(count, labels, is_correct)

        def value() -> Any:
            return math_ops.reduce_mean(_quotient(count, total, None), name="mean_accuracy")

        now = result(metrics_collections, value)
        return now, collected(updates_collections, _quotient(count_update, total_update, "update_op"))


def _flat(tensor: Any) -> Any:
    return array_ops.reshape(tensor, [-1]) if tensor.shape.ndims > 1 else tensor


def mean_iou(
    labels: Any,
    predictions: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean over classes of intersection / union of labels and predictions; the second result is the confusion matrix."""
    with variable_scope(name, "mean_iou", (predictions, labels, weights)):
        predictions.shape.assert_is_compatible_with(labels.shape)
        matrix, update = _streaming_confusion_matrix(labels, predictions, num_classes, weights)
        return result(metrics_collections, lambda: _iou(matrix)), collected(updates_collections, update)


def _streaming_confusion_matrix(labels: Any, predictions: Any, num_classes: int, weights: Any) -> Metric:
    total = metric_variable([num_classes, num_classes], dtypes.float64, name="total_confusion_matrix")
    predictions = math_ops.cast(predictions, dtypes.int64)
    labels = math_ops.cast(labels, dtypes.int64)
    classes = math_ops.cast(num_classes, dtypes.int64)
    predictions, labels = _flat(predictions), _flat(labels)
    weights = None if weights is None else _flat(weights)
    current = confusion_matrix(labels, predictions, classes, weights=weights, dtype=dtypes.float64)
    return total, state_ops.assign_add(total, current)


def _iou(matrix: Any) -> Any:
    by_prediction = math_ops.cast(math_ops.reduce_sum(matrix, 0), dtypes.float32)
    by_label = math_ops.cast(math_ops.reduce_sum(matrix, 1), dtypes.float32)
    common = math_ops.cast(diag_part(matrix), dtypes.float32)
    union = by_prediction + by_label - common
    seen = math_ops.reduce_sum(math_ops.cast(math_ops.not_equal(union, 0), dtypes.float32))
    union = array_ops.where(math_ops.greater(union, 0), union, array_ops.ones_like(union))
    iou = math_ops.div(common, union)
    return array_ops.where(math_ops.greater(seen, 0), math_ops.reduce_sum(iou, name="mean_iou") / seen, 0)
