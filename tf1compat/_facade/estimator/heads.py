"""Heads of canned Estimators: predictions, loss, metrics and training from logits."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import array_creation, context, framework, math_ops, math_reductions, summary
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator import head_checks
from tf1compat._facade.estimator.export_outputs import DEFAULT_SERVING_KEY as DEFAULT_SERVING_KEY
from tf1compat._facade.estimator.metric_keys import MetricKeys as MetricKeys
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.estimator.model_fn import EstimatorSpec
from tf1compat._facade.grouping import group
from tf1compat._facade.losses import Reduction, compute_weighted_loss
from tf1compat._facade.train import training_util

CLASSIFY_KEY = "classification"
REGRESS_KEY = "regression"
PREDICT_KEY = "predict"


class LossSpec(NamedTuple):
    """What `create_loss` gives."""

    training_loss: Any
    unreduced_loss: Any
    weights: Any
    processed_labels: Any


class Predicted(NamedTuple):
    """Logits, checked, what is predicted from them, and what metrics need of it."""

    logits: Any
    predictions: dict[str, Any]
    for_metrics: dict[str, Any]


class _Head:
    """Base of heads; subclasses say how to predict, to compare with labels, and what to measure and export."""

    _weight_column: Any = None
    _loss_reduction: Any = Reduction.SUM
    _loss_fn: Any = None
    _name: str | None = None
    _per_logit_weights = False

    @property
    def name(self) -> str | None:
        """Prefix of metrics and summaries."""
        return self._name

    @property
    def logits_dimension(self) -> int:
        """Size of the last dimension of logits."""
        raise NotImplementedError("Calling an abstract method.")

    def _predict(self, logits: Any) -> Predicted:
        raise NotImplementedError("Calling an abstract method.")

    def _exports(self, predicted: Predicted) -> dict[str, Any]:
        raise NotImplementedError("Calling an abstract method.")

    def _labels_and_losses(self, features: Any, logits: Any, labels: Any) -> tuple[Any, Any]:
        raise NotImplementedError("Calling an abstract method.")

    def _metrics(self, predicted: Predicted, labels: Any, loss: LossSpec, regularization: Any) -> dict[str, Any]:
        raise NotImplementedError("Calling an abstract method.")

    def _key(self, key: str) -> str:
        return f"{key}/{self._name}" if self._name else key

    def create_loss(self, features: Any, mode: Any, logits: Any, labels: Any) -> LossSpec:
        """The loss, as a scalar and per example, with weights and labels."""
        from tf1compat._facade.convert import convert_to_tensor

        logits = convert_to_tensor(logits)
        processed, unreduced = self._labels_and_losses(features, logits, labels)
        weights = head_checks.checked_weights(features, self._weight_column, logits, self._per_logit_weights)
        loss = compute_weighted_loss(unreduced, weights=weights, reduction=self._loss_reduction)
        return LossSpec(loss, unreduced, weights, processed)

    def create_estimator_spec(
        self,
        features: Any,
        mode: Any,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        train_op_fn: Any = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns.

        Args:
          features: dictionary of tensors.
          mode: one of ModeKeys.
          logits: [D0, …, DN, logits_dimension].
          labels: None for prediction.
          optimizer: minimizes the loss in training; or
          train_op_fn: makes the training operation from the loss.
          regularization_losses: scalars that are added.

        Raises:
          ValueError: not exactly one of `optimizer` and `train_op_fn` is given for training.
        """
        with framework.name_scope(self._name, "head"):
            predicted = self._predict(logits)
            if mode == ModeKeys.PREDICT:
                exports = self._exports(predicted)
                return EstimatorSpec(mode, predictions=predicted.predictions, export_outputs=exports)
            loss = self.create_loss(features, mode, predicted.logits, labels)
            total, regularization = loss.training_loss, None
            if regularization_losses:
                regularization = math_ops.add_n(regularization_losses)
                total = math_ops.add_n([total, regularization])
            if mode != ModeKeys.EVAL:
                train_op = _train_op(total, optimizer, train_op_fn)
                mean_loss = None
                if self._loss_reduction == Reduction.SUM:
                    ones = loss.weights * array_creation.ones_like(loss.unreduced_loss)
                    mean_loss = loss.training_loss / math_reductions.reduce_sum(ones)
        if mode == ModeKeys.EVAL:
            metrics = self._metrics(predicted, labels, loss, regularization)
            return EstimatorSpec(mode, predictions=predicted.predictions, loss=total, eval_metric_ops=metrics)
        with framework.name_scope(""):
            summary.scalar(self._key(MetricKeys.LOSS), total)
            if mean_loss is not None:
                summary.scalar(self._key(MetricKeys.LOSS_MEAN), mean_loss)
            if regularization is not None:
                summary.scalar(self._key(MetricKeys.LOSS_REGULARIZATION), regularization)
        return EstimatorSpec(mode, predictions=predicted.predictions, loss=total, train_op=train_op)


def _train_op(loss: Any, optimizer: Any, train_op_fn: Any) -> Any:
    """The training operation, with the updates that layers have collected."""
    if optimizer is not None:
        if train_op_fn is not None:
            raise ValueError("train_op_fn and optimizer cannot both be set.")
        train_op = optimizer.minimize(loss, global_step=training_util.get_global_step())
    elif train_op_fn is not None:
        train_op = train_op_fn(loss)
    else:
        raise ValueError("train_op_fn and optimizer cannot both be None.")
    updates = context.get_default_graph().get_collection(GraphKeys.UPDATE_OPS)
    return group(train_op, *updates) if updates else train_op
