"""`tf.metrics`: areas under curves, and points of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.metrics.counts import confusion_at_thresholds
from tf1compat._facade.metrics.streaming import collected, result
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.variable_scope import variable_scope
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]
_TINY = 1e-7


def auc(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Any = None,
) -> Metric:
    """The area under the ROC or precision-recall curve, from counts at thresholds.

    Args:
      labels: bool tensor (or what casts to it).
      predictions: float tensor of values in [0, 1].
      weights: a scalar, or of the rank of `labels`.
      num_thresholds: evenly spread ones (`thresholds` gives others).
      metrics_collections, updates_collections: collections that the two results join.
      curve: `"ROC"` or `"PR"`.
      name: variable scope.
      summation_method: `"trapezoidal"`, `"careful_interpolation"` (for PR), `"minoring"` or `"majoring"`.
      thresholds: numbers of [0, 1].

    Raises:
      ValueError: an unknown curve or method.
      InvalidArgumentError: when it runs: predictions outside of [0, 1].
    """
    with variable_scope(name, "auc", (labels, predictions, weights)):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
        inner = sorted(thresholds) if thresholds is not None else _spread(num_thresholds)
        limits = [0.0 - _TINY, *inner, 1.0 + _TINY]
        values, updates = confusion_at_thresholds(labels, predictions, limits, weights)
        value = result(metrics_collections, lambda: _area(values, curve, summation_method, len(limits), "value"))
        update = _area(updates, curve, summation_method, len(limits), "update_op")
        return value, collected(updates_collections, update)


def _spread(num_thresholds: int) -> list[float]:
    return [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]


def _area(counts: Any, curve: str, method: str, n: int, name: str) -> Any:
    tp, fn, tn, fp = (counts[k] for k in ("tp", "fn", "tn", "fp"))
    if curve == "PR" and method == "trapezoidal":
        tf_logging.warning(
            'Trapezoidal rule is known to produce incorrect PR-AUCs; please switch to "careful_interpolation" instead.'
        )
    elif curve == "PR" and method == "careful_interpolation":
        return _interpolated(tp, fp, fn, n)
    epsilon = 1.0e-6
    x = y = math_ops.div(tp + epsilon, tp + fn + epsilon)
    if curve == "ROC":
        x = math_ops.div(fp, fp + tn + epsilon)
    else:
        y = math_ops.div(tp + epsilon, tp + fp + epsilon)
    heights: dict[str, Callable[[], Any]] = {
        "trapezoidal": lambda: (y[: n - 1] + y[1:]) / 2.0,
        "careful_interpolation": lambda: (y[: n - 1] + y[1:]) / 2.0,
        "minoring": lambda: math_ops.minimum(y[: n - 1], y[1:]),
        "majoring": lambda: math_ops.maximum(y[: n - 1], y[1:]),
    }
    if method not in heights:
        raise ValueError(f"Invalid summation_method: {method}")
    widths = x[: n - 1] - x[1:]
    return math_ops.reduce_sum(math_ops.multiply(widths, heights[method]()), name=name)


def _interpolated(tp: Any, fp: Any, fn: Any, n: int) -> Any:
    """The area under a precision-recall curve whose true positives grow linearly between thresholds (Davis, Goadrich)."""
    more_hits = tp[: n - 1] - tp[1:]
    positives = tp + fp
    slope = math_ops.div_no_nan(more_hits, math_ops.maximum(positives[: n - 1] - positives[1:], 0), name="prec_slope")
    intercept = tp[1:] - math_ops.multiply(slope, positives[1:])
    ratio = array_ops.where(
        math_ops.logical_and(positives[: n - 1] > 0, positives[1:] > 0),
        math_ops.div_no_nan(positives[: n - 1], math_ops.maximum(positives[1:], 0), name="recall_relative_ratio"),
        array_ops.ones_like(positives[1:]),
    )
    increment = math_ops.div_no_nan(
        slope * (more_hits + intercept * math_ops.log(ratio)),
        math_ops.maximum(tp[1:] + fn[1:], 0),
        name="pr_auc_increment",
    )
    return math_ops.reduce_sum(increment, name="interpolate_pr_auc")


def sensitivity_at_specificity(
    labels: Any,
    predictions: Any,
    specificity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The fraction of true labels found at the threshold where the fraction of false ones found is next to `specificity`.

    Raises:
      ValueError: `specificity` is not in [0, 1].
    """
    if specificity < 0 or specificity > 1:
        raise ValueError("`specificity` must be in the range [0, 1].")
    with variable_scope(name, "sensitivity_at_specificity", (predictions, labels, weights)):
        limits = [0.0 - _TINY, *_spread(num_thresholds), 1.0 + _TINY]
        values, updates = confusion_at_thresholds(labels, predictions, limits, weights)

        def sensitivity(counts: Any, name: str) -> Any:
            tp, fn, tn, fp = (counts[k] for k in ("tp", "fn", "tn", "fp"))
            specificities = math_ops.div(tn, tn + fp + _TINY)
            best = math_ops.argmin(math_ops.abs(specificities - specificity), 0)
            best = math_ops.cast(best, dtypes.int32)
            return math_ops.div(tp[best], tp[best] + fn[best] + _TINY, name)

        value = result(metrics_collections, lambda: sensitivity(values, "value"))
        return value, collected(updates_collections, sensitivity(updates, "update_op"))


def specificity_at_sensitivity(
    labels: Any,
    predictions: Any,
    sensitivity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The fraction of false labels found at the last threshold where the fraction of true ones is next to `sensitivity`.

    Raises:
      ValueError: `sensitivity` is not in [0, 1].
    """
    if sensitivity < 0 or sensitivity > 1:
        raise ValueError("`sensitivity` must be in the range [0, 1].")
    with variable_scope(name, "specificity_at_sensitivity", (predictions, labels, weights)):
        # TF1: the last threshold is just below 1 here, just above it elsewhere
        limits = [0.0 - _TINY, *_spread(num_thresholds), 1.0 - _TINY]
        values, updates = confusion_at_thresholds(labels, predictions, limits, weights)

        def specificity(counts: Any, name: str) -> Any:
            tp, fn, tn, fp = (counts[k] for k in ("tp", "fn", "tn", "fp"))
            found = math_ops.div(tp, tp + fn + _TINY)
            nearest = math_ops.reduce_min(math_ops.abs(found - sensitivity))
            is_nearest = math_ops.equal(math_ops.abs(found - sensitivity), nearest)
            last = math_ops.argmax(math_ops.cumsum(math_ops.cast(is_nearest, dtypes.int64)), 0)
            last = math_ops.cast(last, dtypes.int32)
            return math_ops.div(tn[last], tn[last] + fp[last] + _TINY, name)

        value = result(metrics_collections, lambda: specificity(values, "value"))
        return value, collected(updates_collections, specificity(updates, "update_op"))
