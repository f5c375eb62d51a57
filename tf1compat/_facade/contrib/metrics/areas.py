"""`tf.contrib.metrics`: areas under curves from histograms, from all values so far, and with intervals of confidence."""

from __future__ import annotations

import collections as collections_
from typing import Any

from tf1compat._facade import (
    array_creation,
    array_index,
    array_ops,
    check_ops,
    framework,
    grouping,
    init_ops,
    math_ops,
    nn_conv,
    nn_ops,
    sorting,
    variable_scope,
)
from tf1compat._facade.collections import GraphKeys, add_to_collections
from tf1compat._facade.cond import cond
from tf1compat._facade.constants import constant
from tf1compat._facade.contrib.metrics.accumulating import Metric, streaming_concat
from tf1compat._facade.contrib.tensor_shapes import remove_squeezable_dimensions
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.math_segments import segment_sum
from tf1compat._facade.metrics.streaming import squeezed
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_EPSILON = 1e-7


def auc_using_histogram(
    boolean_labels: Any,
    scores: Any,
    score_range: Any,
    nbins: int = 100,
    collections: Any = None,
    check_shape: bool = True,
    name: str | None = None,
) -> Metric:
    """The area under the ROC curve of two histograms: of the scores of true and of false examples.

    Args:
      boolean_labels: bool [examples].
      scores: [examples].
      score_range: [lowest, highest], of the type of the scores; scores beyond count to the ends.
      nbins: number of bins; more of them are more exact.
      collections: of the histograms' variables, local variables if absent.
      check_shape: whether ranks are checked when the metric is updated.
      name: variable scope.

    Raises:
      ValueError: the labels are no booleans.
    """
    where = [GraphKeys.LOCAL_VARIABLES] if collections is None else collections
    with variable_scope.variable_scope(name, "auc_using_histogram", [boolean_labels, scores, score_range]):
        scores, boolean_labels = remove_squeezable_dimensions(scores, boolean_labels)
        score_range = convert_to_tensor(score_range, name="score_range")
        boolean_labels, scores = _vectors(boolean_labels, scores, check_shape)
        with variable_scope.variable_scope(None, "make_auc_histograms", [boolean_labels, scores, nbins]):
            counts = []
            for title, chosen in (("hist_true", lambda x: x), ("hist_false", math_ops.logical_not)):
                picked = array_ops.boolean_mask(scores, chosen(boolean_labels))
                counts.append(sorting.histogram_fixed_width(picked, score_range, nbins, dtypes.int64, title))
        with variable_scope.variable_scope(None, "hist_accumulate", counts):
            zeros = init_ops.zeros_initializer()
            kept = [
                variable_scope.get_variable(
                    f"{title}_acc", [nbins], counts[0].dtype, zeros, collections=where, trainable=False
                )
                for title in ("hist_true", "hist_false")
            ]
            update = grouping.group(*(v.assign_add(x) for v, x in zip(kept, counts)), name="update_op")
        trues, falses = kept
        return _area_of_histograms(trues, falses, nbins), update


def _vectors(labels: Any, scores: Any, check_shape: bool) -> tuple[Tensor, Tensor]:
    with framework.name_scope("_check_labels_and_scores", values=[labels, scores]):
        labels = convert_to_tensor(labels, name="boolean_labels")
        scores = convert_to_tensor(scores, name="scores")
        if labels.dtype != dtypes.bool:
            # TF1: the text is not filled in
            raise ValueError("Argument boolean_labels should have dtype bool.  Found: %s", labels.dtype)
        if not check_shape:
            return labels, scores
        checks = [
            Assert(
                math_ops.equal(1, array_ops.rank(x)),
                [f"Argument {title} should have rank 1.  Found: ", x.name, array_ops.shape(x)],
            )
            for title, x in (("boolean_labels", labels), ("scores", scores))
        ]
        with framework.control_dependencies(checks):
            return labels, scores


def _area_of_histograms(true: Any, false: Any, nbins: int) -> Tensor:
    """Trapezoids over the bins, those of high scores first."""
    shares = [math_ops.truediv(h, math_ops.reduce_sum(h)) for h in (true, false)]
    y, x = (array_ops.reverse(s, [0], name=title) for s, title in zip(shares, ("delta_y_t", "delta_x_t")))
    y, x = math_ops.cast(y, dtypes.float32), math_ops.cast(x, dtypes.float32)
    heights = _running_sum(y, nbins)
    first = x[0] * heights[0] / 2.0
    others = x[1:] * (heights[1:] + heights[: nbins - 1]) / 2.0
    return math_ops.add(first, math_ops.reduce_sum(others), name="auc")


def _running_sum(x: Tensor, size: int) -> Tensor:
    """TF1: a convolution with ones."""
    with framework.name_scope("strict_1d_cumsum", values=[x]):
        if size == 0:
            return constant([])
        padded = array_ops.pad(x, [[size - 1, 0]])
        ones = array_ops.ones_like(padded)
        with framework.name_scope("strict_conv1d", values=[padded, ones]):
            row = array_ops.reshape(padded, (1, -1, 1, 1))
            kernel = array_ops.reshape(ones, (-1, 1, 1, 1))
            sums = array_ops.reshape(nn_conv.conv2d(row, kernel, [1, 1, 1, 1], "SAME"), [-1])
        return sums[:size]


def streaming_dynamic_auc(
    labels: Any,
    predictions: Any,
    curve: str = "ROC",
    metrics_collections: Any = (),
    updates_collections: Any = (),
    name: str | None = None,
    weights: Any = None,
) -> Metric:
    """The area under a curve with a point for each prediction so far; all of them are kept.

    Args:
      labels: 0 or 1, of the shape of `predictions`.
      predictions: of any shape.
      curve: "ROC" or "PR" (precision over recall).
      metrics_collections, updates_collections, name: as of all metrics.
      weights: not negative, of the shape of `predictions`.

    Returns:
      The area, float64 (0 while all labels are the same), and the update.

    Raises:
      ValueError: shapes that do not match, or another curve.
    """
    if curve not in ("PR", "ROC"):
        raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
    with variable_scope.variable_scope(name, default_name="dynamic_auc"):
        labels.get_shape().assert_is_compatible_with(predictions.get_shape())
        predictions = array_ops.reshape(math_ops.cast(predictions, dtypes.float64), [-1])
        labels = array_ops.reshape(math_ops.cast(labels, dtypes.int64), [-1])
        with framework.control_dependencies(_zeros_or_ones(labels)):
            kept_predictions, update_predictions = streaming_concat(predictions, name="concat_preds")
            kept_labels, update_labels = streaming_concat(labels, name="concat_labels")
            kept_weights, updates = None, [update_labels, update_predictions]
            if weights is not None:
                weights = array_ops.reshape(math_ops.cast(weights, dtypes.float64), [-1])
                kept_weights, update_weights = streaming_concat(weights, name="concat_weights")
                updates.append(update_weights)
            update = grouping.group(*updates)
            area = _area_of_points(kept_labels, kept_predictions, kept_weights, curve)
            if updates_collections:
                add_to_collections(updates_collections, update)
            if metrics_collections:
                add_to_collections(metrics_collections, area)
            return area, update


def _zeros_or_ones(labels: Tensor) -> list[Any]:
    return [
        check_ops.assert_greater_equal(
            labels, array_ops.zeros_like(labels, dtypes.int64), message="labels must be 0 or 1, at least one is <0"
        ),
        check_ops.assert_less_equal(
            labels, array_ops.ones_like(labels, dtypes.int64), message="labels must be 0 or 1, at least one is >1"
        ),
    ]


def _area_of_points(labels: Any, predictions: Any, weights: Any, curve: str) -> Tensor:
    size = array_ops.size(predictions)
    if weights is None:
        weights = array_ops.ones_like(labels, dtype=dtypes.float64)
    labels, predictions, weights = squeezed(labels, predictions, weights)
    total = math_ops.reduce_sum(weights)
    positive = math_ops.reduce_sum(_weights_where(math_ops.greater(labels, 0), labels, weights))

    def area() -> Tensor:
        ordered, order = nn_ops.top_k(predictions, k=size)
        ordered_labels, ordered_weights = array_ops.gather(labels, order), array_ops.gather(weights, order)
        _, _, counts = array_index.unique_with_counts(ordered)
        ends = array_ops.pad(math_ops.cumsum(counts), paddings=[[1, 0]])
        splits = math_ops.cast(ends, dtypes.int32)  # between different predictions

        def left(values: Any) -> Tensor:
            return array_ops.gather(array_ops.pad(math_ops.cumsum(values), paddings=[[1, 0]]), splits)

        true = left(_weights_where(math_ops.greater(ordered_labels, 0), ordered_labels, ordered_weights))
        if curve == "ROC":
            false = left(_weights_where(math_ops.less(ordered_labels, 1), ordered_labels, ordered_weights))
            negative = total - positive
            x, y = math_ops.truediv(false, negative), math_ops.truediv(true, positive)
        else:
            x = math_ops.truediv(true, positive)
            chosen = left(ordered_weights)
            ones = array_ops.ones_like(true, dtype=dtypes.float64)  # precision of no positives
            y = array_ops.where(math_ops.greater(splits, 0), math_ops.truediv(true, chosen), ones)
        heights = math_ops.add(y[1:], y[:-1]) / 2.0
        widths = math_ops.abs(math_ops.subtract(x[1:], x[:-1]))
        return math_ops.reduce_sum(math_ops.multiply(heights, widths))

    same = math_ops.logical_or(math_ops.equal(positive, 0), math_ops.equal(positive, total))
    return cond(same, lambda: constant(0, dtypes.float64), area)


def _weights_where(condition: Any, labels: Any, weights: Any) -> Tensor:
    return array_ops.where(condition, weights, array_ops.zeros_like(labels, dtype=dtypes.float64))


def auc_with_confidence_intervals(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    alpha: float = 0.95,
    logit_transformation: bool = True,
    metrics_collections: Any = (),
    updates_collections: Any = (),
    name: str | None = None,
) -> tuple[Any, Any]:
    """The area under the ROC curve of all values so far, and the ends of its interval of confidence.

    Args:
      labels: 0 or 1, of the shape of `predictions`.
      predictions: of any shape.
      weights: a scalar, or of the rank of `labels`; a batch of less than one in all is not counted.
      alpha: level of confidence, between 0 and 1.
      logit_transformation: the interval stays between 0 and 1.
      metrics_collections, updates_collections, name: as of all metrics.

    Returns:
      A named tuple (auc, lower, upper), zeros where the batch has one kind of labels only, and the update.

    Raises:
      ValueError: shapes that do not match, or another `alpha`.

    Source: DeLong and DeLong (1988); Sun and Xu, "Fast Implementation of DeLong's Algorithm" (2014).
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must be between 0 and 1; currently {alpha:.02f}")
    if weights is None:
        weights = array_ops.ones_like(predictions)
    with variable_scope.variable_scope(name, "auc_with_confidence_intervals", [labels, predictions, weights]):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        total = math_ops.reduce_sum(weights)
        weights = array_ops.reshape(weights, [-1])
        predictions = array_ops.reshape(math_ops.cast(predictions, dtypes.float64), [-1])
        labels = array_ops.reshape(math_ops.cast(labels, dtypes.int64), [-1])
        with framework.control_dependencies(_zeros_or_ones(labels)):
            kept_predictions, update_predictions = streaming_concat(predictions, name="concat_preds")
            kept_labels, update_labels = streaming_concat(labels, name="concat_labels")
            kept_weights, update_weights = streaming_concat(weights, name="concat_weights")
            updates = grouping.group(update_labels, update_predictions, update_weights)
            lowest = math_ops.equal(math_ops.reduce_min(labels), 0)
            both = math_ops.logical_and(lowest, math_ops.equal(math_ops.reduce_max(labels), 1))
            enough = math_ops.greater_equal(total, 1.0)
            valid = math_ops.logical_and(both, enough)
            update = cond(enough, lambda: updates, framework.no_op)
            found = _area_of_placements(kept_labels, kept_predictions, kept_weights, alpha, logit_transformation, valid)
            if updates_collections:
                add_to_collections(updates_collections, update)
            if metrics_collections:
                add_to_collections(metrics_collections, found)
            return found, update


def _area_of_placements(labels: Any, predictions: Any, weights: Any, alpha: float, logit: bool, valid: Any) -> Any:
    size = array_ops.size(predictions, out_type=dtypes.int32)
    kind = weights.dtype
    totals = [math_ops.reduce_sum(math_ops.cast(l, kind) * weights) for l in (1 - labels, labels)]  # noqa: E741
    ordered, order = nn_ops.top_k(predictions, k=size, sorted=True)
    ordered = array_ops.reverse(ordered, axis=array_creation.zeros(1, dtypes.int32))
    order = array_ops.reverse(order, axis=array_creation.zeros(1, dtypes.int32))
    labels, weights = array_ops.gather(labels, order), array_ops.gather(weights, order)
    placements = _placements(ordered, labels, weights)
    areas, errors = [], []
    for i, chosen in enumerate((1 - labels, labels)):
        values = placements * math_ops.cast(chosen, kind)
        values = 1.0 - values if i == 0 else values
        mine = weights * math_ops.cast(chosen, kind)
        area = math_ops.reduce_sum(mine * values) / (totals[i] + _EPSILON)
        spread = math_ops.reduce_sum(mine * math_ops.square(values - area)) / (totals[i] - 1.0 + _EPSILON)
        areas.append(area)
        errors.append(spread / (totals[i] + _EPSILON))
    area = array_ops.where(math_ops.less(totals[0], totals[1]), areas[1], areas[0])
    lower, upper = _interval(area, math_ops.sqrt(errors[0] + errors[1]), alpha, logit)
    sure = math_ops.logical_or(
        math_ops.equal(area, array_ops.ones_like(area)), math_ops.equal(area, array_ops.zeros_like(area))
    )
    lower, upper = array_ops.where(sure, area, lower), array_ops.where(sure, area, upper)
    nothing = constant(0.0)
    kind_of_result = collections_.namedtuple("AucData", ["auc", "lower", "upper"])
    return kind_of_result(*cond(valid, lambda: [area, lower, upper], lambda: [nothing] * 3))


def _placements(ordered: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    """For each example the weight of those of the other kind that are below it, equal ones counted half, as a share."""
    _, groups = array_index.unique(ordered)
    true = math_ops.cast(labels, dtypes.float32)
    false = 1.0 - true
    mine = [weights * true, weights * false]
    sums = [segment_sum(mine[1], groups), segment_sum(mine[0], groups)]
    below = [math_ops.cumsum(s, exclusive=True) for s in sums]
    found = [(b + s / 2.0) / (math_ops.reduce_sum(s) + _EPSILON) for b, s in zip(below, sums)]
    of_true, of_false = (array_ops.gather(f, groups) for f in found)
    return of_true * true + of_false * false


def _interval(area: Tensor, error: Tensor, alpha: float, logit: bool) -> tuple[Tensor, Tensor]:
    from tf1compat._facade.distributions.continuous import Normal

    z = Normal(loc=0.0, scale=1.0).quantile((1.0 - alpha) / 2.0)
    if not logit:
        return area + z * error, area - z * error
    estimate = math_ops.log(area / (1.0 - area + _EPSILON))
    scaled = error / (area * (1.0 - area + _EPSILON))

    def back(x: Tensor) -> Tensor:
        return 1.0 / (1.0 + math_ops.exp(math_ops.negative(x)) + _EPSILON)

    lower, upper = estimate + z * scaled, estimate - z * scaled
    return back(lower), back(upper)
