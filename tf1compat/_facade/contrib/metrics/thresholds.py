"""`tf.contrib.metrics`: rates of false predictions, and what depends on a threshold for scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, grouping, math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.metrics import counts
from tf1compat._facade.metrics.streaming import collected, squeezed
from tf1compat._facade.variable_scope import variable_scope
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]
_EPSILON = 1e-7


def _rate(scope: str, wrong: Callable[..., Metric], right: Callable[..., Metric], doc: str) -> Callable[..., Metric]:
    def metric(
        predictions: Any,
        labels: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, scope, (predictions, labels, weights)):
            bools = (math_ops.cast(predictions, dtypes.bool), math_ops.cast(labels, dtypes.bool))
            predictions, labels, weights = squeezed(*bools, weights)
            misses, hits = wrong(labels, predictions, weights), right(labels, predictions, weights)

            def ratio(miss: Any, hit: Any, name: str) -> Any:
                is_any = math_ops.greater(miss + hit, 0)
                return array_ops.where(is_any, math_ops.div(miss, miss + hit), 0, name)

            value, update = ratio(misses[0], hits[0], "value"), ratio(misses[1], hits[1], "update_op")
            return collected(metrics_collections, value), collected(updates_collections, update)

    metric.__name__ = metric.__qualname__ = f"streaming_{scope}"
    metric.__doc__ = f"{doc}; results as of `tf.metrics`."
    return metric


streaming_false_positive_rate = _rate(
    "false_positive_rate", counts.false_positives, counts.true_negatives, "False positives among false labels"
)
streaming_false_negative_rate = _rate(
    "false_negative_rate", counts.false_negatives, counts.true_positives, "False negatives among true labels"
)


def _confusion(predictions: Any, labels: Any, thresholds: Any, weights: Any, includes: tuple[str, ...]) -> Any:
    """Counts by kind; unlike those of `tf.metrics`, of scores that may be below 0 or above 1."""
    predictions, labels, weights = squeezed(predictions, labels, weights)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return counts._Thresholds(labels, predictions, thresholds, weights, includes).counts(includes)


def _count_at_thresholds(kind: str, what: str) -> Callable[..., Metric]:
    def metric(predictions: Any, labels: Any, thresholds: Any, weights: Any = None) -> Metric:
        values, updates = _confusion(predictions, labels, thresholds, weights, (kind,))
        return values[kind], updates[kind]

    metric.__name__ = metric.__qualname__ = f"streaming_{what}_at_thresholds"
    metric.__doc__ = f"The number of {what.replace('_', ' ')} for each of `thresholds`: a variable and its update."
    return metric


streaming_true_positives_at_thresholds = _count_at_thresholds("tp", "true_positives")
streaming_false_negatives_at_thresholds = _count_at_thresholds("fn", "false_negatives")
streaming_false_positives_at_thresholds = _count_at_thresholds("fp", "false_positives")
streaming_true_negatives_at_thresholds = _count_at_thresholds("tn", "true_negatives")


def _rate_at_thresholds(scope: str, wrong: str, right: str, short: str) -> Callable[..., Metric]:
    def metric(
        predictions: Any,
        labels: Any,
        thresholds: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, scope, (predictions, labels, weights)):
            values, updates = _confusion(predictions, labels, thresholds, weights, (wrong, right))

            def ratio(found: Any, name: str) -> Any:
                return math_ops.div(found[wrong], _EPSILON + found[wrong] + found[right], name=short + name)

            value, update = ratio(values, "value"), ratio(updates, "update_op")
            return collected(metrics_collections, value), collected(updates_collections, update)

    metric.__name__ = metric.__qualname__ = f"streaming_{scope}"
    metric.__doc__ = f"`{scope.removesuffix('_at_thresholds')}` for each of `thresholds`."
    return metric


streaming_false_positive_rate_at_thresholds = _rate_at_thresholds(
    "false_positive_rate_at_thresholds", "fp", "tn", "fpr_"
)
streaming_false_negative_rate_at_thresholds = _rate_at_thresholds(
    "false_negative_rate_at_thresholds", "fn", "tp", "fnr_"
)


def _even(num_thresholds: int) -> list[float]:
    inner = [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
    return [0.0 - _EPSILON, *inner, 1.0 + _EPSILON]


def streaming_curve_points(
    labels: Any = None,
    predictions: Any = None,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    curve: str = "ROC",
    name: str | None = None,
) -> Metric:
    """The points of a ROC curve (false positive rate, recall) or a PR curve (recall, precision), one per threshold.

    Raises:
      ValueError: another curve.
    """
    with variable_scope(name, "curve_points", (labels, predictions, weights)):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
        kinds = ("tp", "fn", "tn", "fp")
        values, updates = _confusion(predictions, labels, _even(num_thresholds), weights, kinds)
        tp, fn, tn, fp = (values[kind] for kind in kinds)
        epsilon = 1.0e-6
        recall = math_ops.div(tp + epsilon, tp + fn + epsilon)
        if curve == "ROC":
            xy = [math_ops.div(fp, fp + tn + epsilon), recall]
        else:
            xy = [recall, math_ops.div(tp + epsilon, tp + fp + epsilon)]
        points = array_ops.stack(xy, axis=1)
        update = grouping.group(*updates.values())
        return collected(metrics_collections, points), collected(updates_collections, update)


def f1_score(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The best F1 score, 2 precision recall / (precision + recall), over thresholds for predictions of [0, 1]."""
    with variable_scope(name, "f1", (labels, predictions, weights)):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        kinds = ("tp", "fp", "fn")
        values, updates = counts.confusion_at_thresholds(labels, predictions, _even(num_thresholds), weights, kinds)

        def best(found: Any, name: str) -> Any:
            tp, fp, fn = (found[kind] for kind in kinds)
            precision = math_ops.div(tp, _EPSILON + tp + fp, name="precision_" + name)
            recall = math_ops.div(tp, _EPSILON + tp + fn, name="recall_" + name)
            return math_ops.reduce_max(2.0 * precision * recall / (precision + recall + _EPSILON))

        value = collected(metrics_collections, best(values, "value"))
        return value, collected(updates_collections, best(updates, "update"))


def recall_at_precision(
    labels: Any,
    predictions: Any,
    precision: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
    strict_mode: bool = False,
) -> Metric:
    """The recall at the threshold whose precision is nearest to `precision`.

    Args:
      strict_mode: the precision must not be less than `precision`; the recall is 0 where it is for all thresholds.

    Raises:
      ValueError: `precision` is not in [0, 1].
    """
    if not 0 <= precision <= 1:
        raise ValueError("`precision` must be in the range [0, 1].")
    with variable_scope(name, "recall_at_precision", (predictions, labels, weights)):
        thresholds = [i * 1.0 / (num_thresholds - 1) for i in range(1, num_thresholds - 1)]
        thresholds = [0.0 - _EPSILON, *thresholds, 1.0 + _EPSILON]
        values, updates = _confusion(predictions, labels, thresholds, weights, ("tp", "fn", "tn", "fp"))
        value = _recall(values, precision, "value", strict_mode)
        update = _recall(updates, precision, "update_op", strict_mode)
        return collected(metrics_collections, value), collected(updates_collections, update)


def _recall(found: Any, precision: float, name: str, strict: bool) -> Any:
    tp, fp, fn = found["tp"], found["fp"], found["fn"]
    precisions = math_ops.div(tp, tp + fp + _EPSILON)
    if not strict:
        nearest = math_ops.argmin(math_ops.abs(precisions - precision), 0, output_type=dtypes.int32)
        return math_ops.div(tp[nearest], tp[nearest] + fn[nearest] + _EPSILON, name)
    above = math_ops.div(1.0, precisions - precision + _EPSILON)  # the least difference of those above comes first
    at = math_ops.argmax(above, 0, output_type=dtypes.int32)

    def recall() -> Any:
        return math_ops.div(tp[at], tp[at] + fn[at] + _EPSILON, name)

    return cond(precisions[at] >= precision, recall, lambda: 0.0)


def precision_at_recall(
    labels: Any,
    predictions: Any,
    target_recall: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The precision at the largest threshold whose recall is not less than `target_recall`.

    Raises:
      ValueError: `target_recall` is not in [0, 1].
    """
    if target_recall < 0 or target_recall > 1:
        raise ValueError("`target_recall` must be in the range [0, 1].")
    with variable_scope(name, "precision_at_recall", (predictions, labels, weights)):
        kinds = ("tp", "fn", "tn", "fp")
        values, updates = _confusion(predictions, labels, _even(num_thresholds), weights, kinds)

        def precision(found: Any, name: str) -> Any:
            tp, fp, fn = found["tp"], found["fp"], found["fn"]
            recalls = math_ops.div(tp, tp + fn + _EPSILON)
            enough = math_ops.cast(math_ops.greater_equal(recalls, target_recall), dtypes.int64)
            at = math_ops.reduce_sum(enough) - 1
            return math_ops.div(tp[at] + _EPSILON, tp[at] + fp[at] + _EPSILON, name)

        value, update = precision(values, "value"), precision(updates, "update_op")
        return collected(metrics_collections, value), collected(updates_collections, update)
