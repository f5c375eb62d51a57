"""`tf.metrics`: true and false positives and negatives, precision and recall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, check_ops, math_ops, state_ops
from tf1compat._facade.check_shapes import assert_rank_in, assert_type
from tf1compat._facade.constants import constant
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.metrics.streaming import collected, metric_variable, result, squeezed
from tf1compat._facade.variable_scope import variable_scope
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]


def _booleans(predictions: Any, labels: Any, weights: Any) -> tuple[Any, Any, Any]:
    return squeezed(math_ops.cast(predictions, dtypes.bool), math_ops.cast(labels, dtypes.bool), weights)


def _counted(
    scope: str, label: bool, prediction: bool, labels: Any, predictions: Any, weights: Any, *collections: Any, name: Any
) -> Metric:
    """How often labels and predictions have been `label` and `prediction`."""
    with variable_scope(name, scope, (predictions, labels, weights)):
        predictions, labels, weights = _booleans(predictions, labels, weights)
        values = math_ops.logical_and(math_ops.equal(labels, label), math_ops.equal(predictions, prediction))
        assert_type(values, dtypes.bool)
        count = metric_variable([], dtypes.float32, name="count")
        values = math_ops.cast(values, dtypes.float32)
        if weights is not None:
            with control_dependencies((assert_rank_in(weights, (0, array_ops.rank(values))),)):
                weights = math_ops.cast(weights, dtypes.float32)
                values = math_ops.multiply(values, weights)
        value = result(collections[0], lambda: array_ops.identity(count))
        update = state_ops.assign_add(count, math_ops.reduce_sum(values))
        return value, collected(collections[1], update)


def true_positives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The (weighted) number of true labels that were predicted; results as `tf.metrics.mean`.

    Args:
      labels, predictions: bool tensors (or what casts to them) of one shape.
      weights: a scalar, or of the rank of `labels`.
      metrics_collections, updates_collections: collections that the two results join.
      name: variable scope.
    """
    collections = (metrics_collections, updates_collections)
    return _counted("true_positives", True, True, labels, predictions, weights, *collections, name=name)


def false_positives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The (weighted) number of false labels that were predicted true; as `true_positives`."""
    collections = (metrics_collections, updates_collections)
    return _counted("false_positives", False, True, labels, predictions, weights, *collections, name=name)


def true_negatives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The (weighted) number of false labels that were predicted false; as `true_positives`."""
    collections = (metrics_collections, updates_collections)
    return _counted("true_negatives", False, False, labels, predictions, weights, *collections, name=name)


def false_negatives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The (weighted) number of true labels that were predicted false; as `true_positives`."""
    collections = (metrics_collections, updates_collections)
    return _counted("false_negatives", True, False, labels, predictions, weights, *collections, name=name)


def precision(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """True positives / all positives, 0 where there are none; arguments as `true_positives`."""
    with variable_scope(name, "precision", (predictions, labels, weights)):
        predictions, labels, weights = _booleans(predictions, labels, weights)
        pair = (true_positives(labels, predictions, weights), false_positives(labels, predictions, weights))
        return _ratio(*pair, metrics_collections, updates_collections)


def recall(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """True positives / all true labels, 0 where there are none; arguments as `true_positives`."""
    with variable_scope(name, "recall", (predictions, labels, weights)):
        predictions, labels, weights = _booleans(predictions, labels, weights)
        pair = (true_positives(labels, predictions, weights), false_negatives(labels, predictions, weights))
        return _ratio(*pair, metrics_collections, updates_collections)


def _ratio(hits: Metric, misses: Metric, metrics_collections: Any, updates_collections: Any) -> Metric:
    def ratio(hit: Any, miss: Any, name: str) -> Any:
        is_any = math_ops.greater(hit + miss, 0)
        return array_ops.where(is_any, math_ops.div(hit, hit + miss), 0, name)

    value = result(metrics_collections, lambda: ratio(hits[0], misses[0], "value"))
    return value, collected(updates_collections, ratio(hits[1], misses[1], "update_op"))


# ---- at thresholds --------------------------------------------------------------------------------------------------

_NAMES = {"tp": "true_positives", "fn": "false_negatives", "tn": "true_negatives", "fp": "false_positives"}


def confusion_at_thresholds(
    labels: Any, predictions: Any, thresholds: Any, weights: Any = None, includes: Any = ("tp", "fn", "tn", "fp")
) -> tuple[dict[str, Any], dict[str, Any]]:
    """For each threshold, true and false positives and negatives where predictions above it count as positive.

    Returns:
      Variables and updates by `tp`, `fn`, `tn`, `fp`, as far as `includes` has them.
    """
    checks = [
        check(predictions, math_ops.cast(limit, predictions.dtype), message="predictions must be in [0, 1]")
        for check, limit in ((check_ops.assert_greater_equal, 0.0), (check_ops.assert_less_equal, 1.0))
    ]
    with control_dependencies(checks):
        predictions, labels, weights = squeezed(
            math_ops.cast(predictions, dtypes.float32), math_ops.cast(labels, dtypes.bool), weights
        )
    return _Thresholds(labels, predictions, thresholds, weights, includes).counts(includes)


class _Thresholds:
    """Labels and predictions, repeated for each threshold: [thresholds, examples]."""

    def __init__(self, labels: Any, predictions: Any, thresholds: Any, weights: Any, includes: Any) -> None:
        from tf1compat._facade.weights_broadcast_ops import broadcast_weights

        self.size = len(thresholds)
        column = array_ops.reshape(predictions, [-1, 1])
        row = array_ops.reshape(math_ops.cast(labels, dtypes.bool), [1, -1])
        examples = column.shape.as_list()[0]
        if examples is None:
            examples = array_ops.shape(column)[0]
        limits = array_ops.tile(array_ops.expand_dims(constant(thresholds), [1]), array_ops.stack([1, examples]))
        predicted = math_ops.greater(array_ops.tile(array_ops.transpose(column), [self.size, 1]), limits)
        is_negative = math_ops.logical_not(predicted) if "fn" in includes or "tn" in includes else None
        labelled = array_ops.tile(row, [self.size, 1])
        is_false = math_ops.logical_not(labelled) if "fp" in includes or "tn" in includes else None
        self.label, self.prediction = {"t": labelled, "f": is_false}, {"p": predicted, "n": is_negative}
        self.weights = None
        if weights is not None:
            weights = broadcast_weights(math_ops.cast(weights, dtypes.float32), predictions)
            self.weights = array_ops.tile(array_ops.reshape(weights, [1, -1]), [self.size, 1])
            limits.shape.assert_is_compatible_with(self.weights.shape)

    def counts(self, includes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        values: dict[str, Any] = {}
        updates: dict[str, Any] = {}
        for kind in [k for k in _NAMES if k in includes]:
            values[kind] = metric_variable([self.size], dtypes.float32, name=_NAMES[kind])
            label = self.label["t" if kind in ("tp", "fn") else "f"]
            found = math_ops.cast(math_ops.logical_and(label, self.prediction[kind[1]]), dtypes.float32)
            if self.weights is not None:
                found *= self.weights
            updates[kind] = state_ops.assign_add(values[kind], math_ops.reduce_sum(found, 1))
        return values, updates


def _at_thresholds(kind: str, doc: str) -> Callable[..., Metric]:
    def metric(
        labels: Any,
        predictions: Any,
        thresholds: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, _NAMES[kind], (predictions, labels, weights)):
            values, updates = confusion_at_thresholds(labels, predictions, thresholds, weights, (kind,))
            value = result(metrics_collections, lambda: array_ops.identity(values[kind]))
            return value, collected(updates_collections, updates[kind])

    metric.__name__ = metric.__qualname__ = f"{_NAMES[kind]}_at_thresholds"
    metric.__doc__ = f"{doc} for each of `thresholds`, where predictions of [0, 1] above it count as true."
    return metric


true_positives_at_thresholds = _at_thresholds("tp", "The number of true labels predicted true")
false_positives_at_thresholds = _at_thresholds("fp", "The number of false labels predicted true")
true_negatives_at_thresholds = _at_thresholds("tn", "The number of false labels predicted false")
false_negatives_at_thresholds = _at_thresholds("fn", "The number of true labels predicted false")


def precision_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`precision` for each of `thresholds`, where predictions of [0, 1] above it count as true."""
    with variable_scope(name, "precision_at_thresholds", (predictions, labels, weights)):
        values, updates = confusion_at_thresholds(labels, predictions, thresholds, weights, ("tp", "fp"))
        collections = (metrics_collections, updates_collections)
        return _ratio_at_thresholds("precision_", values, updates, "fp", *collections)


def recall_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`recall` for each of `thresholds`, where predictions of [0, 1] above it count as true."""
    with variable_scope(name, "recall_at_thresholds", (predictions, labels, weights)):
        values, updates = confusion_at_thresholds(labels, predictions, thresholds, weights, ("tp", "fn"))
        collections = (metrics_collections, updates_collections)
        return _ratio_at_thresholds("recall_", values, updates, "fn", *collections)


def _ratio_at_thresholds(
    prefix: str, values: Any, updates: Any, misses: str, metrics_collections: Any, updates_collections: Any
) -> Metric:
    def ratio(counts: Any, name: str) -> Any:
        return math_ops.div(counts["tp"], 1e-7 + counts["tp"] + counts[misses], name=prefix + name)

    value = result(metrics_collections, lambda: ratio(values, "value"))
    return value, collected(updates_collections, ratio(updates, "update_op"))
