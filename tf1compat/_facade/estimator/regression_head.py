"""A head for numbers: the squared error, or a loss of the user's."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import losses, math_casts
from tf1compat._facade.estimator import head_checks
from tf1compat._facade.estimator.classification_heads import _add_regularization, _mean_of
from tf1compat._facade.estimator.export_outputs import PredictOutput, RegressionOutput
from tf1compat._facade.estimator.heads import (
    DEFAULT_SERVING_KEY,
    PREDICT_KEY,
    REGRESS_KEY,
    LossSpec,
    MetricKeys,
    Predicted,
    _Head,
)
from tf1compat._facade.estimator.metric_keys import PredictionKeys
from tf1compat._facade.losses import Reduction
from tf1compat._facade.metrics import means


def _regression_head(
    weight_column: Any = None,
    label_dimension: int = 1,
    loss_reduction: Any = Reduction.SUM,
    loss_fn: Any = None,
    inverse_link_fn: Any = None,
    name: str | None = None,
) -> _Head:
    """A head for `label_dimension` numbers.

    Args:
      weight_column: feature or numeric column of weights.
      label_dimension: how many numbers.
      loss_reduction: a `tf.losses.Reduction`.
      loss_fn: of labels and logits (and features), instead of the squared error.
      inverse_link_fn: makes predictions from logits.
      name: prefix of metrics and summaries.

    Raises:
      ValueError: an argument is out of range.
    """
    head_checks.check_reduction(loss_reduction)
    if loss_fn:
        head_checks.check_loss_fn(loss_fn)
    return _RegressionHeadWithMeanSquaredErrorLoss(
        label_dimension, weight_column, loss_reduction, loss_fn, inverse_link_fn, name
    )


class _RegressionHeadWithMeanSquaredErrorLoss(_Head):
    _per_logit_weights = True

    def __init__(
        self,
        label_dimension: int,
        weight_column: Any = None,
        loss_reduction: Any = Reduction.SUM,
        loss_fn: Any = None,
        inverse_link_fn: Any = None,
        name: str | None = None,
    ) -> None:
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        self._logits_dimension = label_dimension
        self._weight_column = weight_column
        self._loss_reduction = loss_reduction
        self._loss_fn = loss_fn
        self._inverse_link_fn = inverse_link_fn
        self._name = name

    @property
    def logits_dimension(self) -> int:
        return self._logits_dimension

    def _predict(self, logits: Any) -> Predicted:
        logits = head_checks.checked_logits(logits, self._logits_dimension)
        if not self._inverse_link_fn:
            return Predicted(logits, {PredictionKeys.PREDICTIONS: logits}, {"value": logits})
        value = self._inverse_link_fn(logits)
        predictions = {PredictionKeys.PREDICTIONS: value, PredictionKeys.LOGITS: logits}
        return Predicted(logits, predictions, {"value": value})

    def _exports(self, predicted: Predicted) -> dict[str, Any]:
        output = RegressionOutput(value=predicted.for_metrics["value"])
        return {
            DEFAULT_SERVING_KEY: output,
            REGRESS_KEY: output,
            PREDICT_KEY: PredictOutput(predicted.predictions),
        }

    def _labels_and_losses(self, features: Any, logits: Any, labels: Any) -> tuple[Any, Any]:
        labels = math_casts.to_float(head_checks.checked_labels(labels, logits, self._logits_dimension))
        if self._loss_fn:
            return labels, head_checks.call_loss_fn(self._loss_fn, labels, logits, features, self._logits_dimension)
        return labels, losses.mean_squared_error(labels=labels, predictions=logits, reduction=Reduction.NONE)

    def _metrics(self, predicted: Predicted, labels: Any, loss: LossSpec, regularization: Any) -> dict[str, Any]:
        found = {
            self._key(MetricKeys.LOSS_MEAN): means.mean(loss.unreduced_loss, loss.weights),
            self._key(MetricKeys.PREDICTION_MEAN): _mean_of(
                predicted.for_metrics["value"], loss.weights, "predictions", MetricKeys.PREDICTION_MEAN
            ),
            # TF1: the labels as they were given, before they are checked
            self._key(MetricKeys.LABEL_MEAN): means.mean(labels, loss.weights),
        }
        _add_regularization(self, found, regularization)
        return found
