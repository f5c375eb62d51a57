"""Heads of tf.contrib.learn: regression, two classes, several, labels that do not exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import array_ops, lookup_ops, math_ops, nn_ops, sparse_ops
from tf1compat._facade.contrib.learn import head_losses, head_metrics
from tf1compat._facade.contrib.learn.head_parts import (
    MODULE,
    SingleHead,
    classification_alternatives,
    key_of,
    labels_tensor,
)
from tf1compat._facade.contrib.learn.head_parts import Head as Head
from tf1compat._facade.contrib.learn.head_parts import no_op_train_fn as no_op_train_fn
from tf1compat._facade.contrib.learn.keys import MetricKey, PredictionKey, ProblemType
from tf1compat._facade.contrib.learn.multi_heads import loss_only_head as loss_only_head
from tf1compat._facade.contrib.learn.multi_heads import multi_head as multi_head
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope
from tf1compat._facade.metrics.means import accuracy, mean
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes

_INSTEAD = "Please switch to tf.contrib.estimator.*_head."


def _two_class_logits(logits: Any) -> Any:
    return array_ops.concat((array_ops.zeros_like(logits), logits), 1)


def _check_class_ids(ids: Any, n_classes: int) -> tuple[int, ...]:
    for i in ids or ():
        if not 0 <= i < n_classes:
            raise ValueError(f"Class ID {i} not in [0, {n_classes}).")
    return tuple(ids or ())


class _RegressionHead(SingleHead):
    _default_scope = "regression_head"

    def __init__(self, label_dimension: int, loss_fn: Any, link_fn: Any, **options: Any) -> None:
        super().__init__(ProblemType.LINEAR_REGRESSION, label_dimension, **options)
        self._loss_fn = loss_fn
        self._link_fn = link_fn

    def _predictions(self, logits: Any) -> dict[str, Any]:
        key = PredictionKey.SCORES
        with name_scope(None, "predictions", (logits,)):
            if self.logits_dimension == 1:
                logits = array_ops.squeeze(logits, axis=(1,), name=key)
            return {key: self._link_fn(logits)}

    def _metrics(self, eval_loss: Any, predictions: Any, labels: Any, weights: Any) -> dict[str, Any]:
        with name_scope("metrics", values=[eval_loss]):
            return {key_of(self.head_name, MetricKey.LOSS): mean(eval_loss)}


class _BinaryLogisticHead(SingleHead):
    _default_scope = "binary_logistic_head"

    def __init__(self, loss_fn: Any = None, thresholds: Any = None, **options: Any) -> None:
        super().__init__(ProblemType.LOGISTIC_REGRESSION, 1, **options)
        self._thresholds = thresholds or (0.5,)
        self._loss_fn = loss_fn or head_losses.log_loss_with_two_classes

    def _output_alternatives(self, predictions: Any) -> dict[Any, Any]:
        return classification_alternatives(self.head_name, self._problem_type, None, predictions)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        with name_scope(None, "predictions", (logits,)):
            both = _two_class_logits(logits)
            return {
                PredictionKey.LOGITS: logits,
                PredictionKey.LOGISTIC: math_ops.sigmoid(logits, name=PredictionKey.LOGISTIC),
                PredictionKey.PROBABILITIES: nn_ops.softmax(both, name=PredictionKey.PROBABILITIES),
                PredictionKey.CLASSES: math_ops.argmax(both, 1, name=PredictionKey.CLASSES),
            }

    def _metrics(self, eval_loss: Any, predictions: Any, labels: Any, weights: Any) -> dict[str, Any]:
        with name_scope("metrics", values=[eval_loss, labels, weights, *predictions.values()]):
            logistic = predictions[PredictionKey.LOGISTIC]
            found = {
                MetricKey.LOSS: mean(eval_loss),
                MetricKey.ACCURACY: accuracy(labels, predictions[PredictionKey.CLASSES], weights),
                MetricKey.PREDICTION_MEAN: head_metrics.streaming_mean(logistic, weights),
                MetricKey.LABEL_MEAN: head_metrics.streaming_mean(labels, weights),
                MetricKey.ACCURACY_BASELINE: head_metrics.streaming_mean(labels, weights),
                MetricKey.AUC: head_metrics.streaming_auc(logistic, labels, weights),
                MetricKey.AUC_PR: head_metrics.streaming_auc(logistic, labels, weights, curve="PR"),
            }
            for t in self._thresholds:
                found[MetricKey.ACCURACY_MEAN % t] = head_metrics.accuracy_at(logistic, labels, weights, t)
                found[MetricKey.PRECISION_MEAN % t] = head_metrics.precision_at(logistic, labels, weights, t)
                found[MetricKey.RECALL_MEAN % t] = head_metrics.recall_at(logistic, labels, weights, t)
        return {key_of(self.head_name, name): metric for name, metric in found.items()}


class _MultiClassHead(SingleHead):
    _default_scope = "multi_class_head"

    def __init__(
        self,
        n_classes: int,
        loss_fn: Any = None,
        thresholds: Any = None,
        metric_class_ids: Any = None,
        label_keys: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(ProblemType.CLASSIFICATION, n_classes, **options)
        if n_classes <= 2:
            raise ValueError(f"n_classes must be > 2: {n_classes}.")
        self._thresholds = thresholds or (0.5,)
        self._ids_loss_fn = loss_fn or head_losses.softmax_cross_entropy_loss
        self._metric_class_ids = _check_class_ids(metric_class_ids, n_classes)
        if label_keys and len(label_keys) != n_classes:
            raise ValueError("Length of label_keys must equal n_classes.")
        self._label_keys = label_keys

    def _loss_fn(self, labels: Any, logits: Any, weights: Any = None) -> Any:  # type: ignore[override]
        return self._ids_loss_fn(labels["label_ids"], logits, weights=weights)

    def _transform_labels(self, labels: Any) -> Any:
        found = super()._transform_labels(labels)
        ids = found
        if self._label_keys:
            ids = lookup_ops.index_table_from_tensor(self._label_keys, name="label_id_lookup").lookup(found)
        return {"labels": found, "label_ids": ids}

    def _output_alternatives(self, predictions: Any) -> dict[Any, Any]:
        return classification_alternatives(self.head_name, self._problem_type, self._label_keys, predictions)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        with name_scope(None, "predictions", (logits,)):
            classes = math_ops.argmax(logits, 1, name=PredictionKey.CLASSES)
            if self._label_keys:
                names = lookup_ops.index_to_string_table_from_tensor(self._label_keys, name="class_string_lookup")
                classes = names.lookup(classes)
            return {
                PredictionKey.LOGITS: logits,
                PredictionKey.PROBABILITIES: nn_ops.softmax(logits, name=PredictionKey.PROBABILITIES),
                PredictionKey.CLASSES: classes,
            }

    def _metrics(self, eval_loss: Any, predictions: Any, labels: Any, weights: Any) -> dict[str, Any]:
        given = (eval_loss, labels["labels"], labels["label_ids"], weights, *predictions.values())
        with name_scope("metrics", values=given):
            classes = predictions[PredictionKey.CLASSES]
            found = {
                MetricKey.LOSS: mean(eval_loss),
                MetricKey.ACCURACY: accuracy(labels["labels"], classes, weights),
            }
            # TF1: with named classes there are no metrics by class
            for i in () if self._label_keys else self._metric_class_ids:
                probabilities, logits = predictions[PredictionKey.PROBABILITIES], predictions[PredictionKey.LOGITS]
                found[MetricKey.CLASS_PREDICTION_MEAN % i] = head_metrics.share_of_class(classes, weights, i)
                found[MetricKey.CLASS_LABEL_MEAN % i] = head_metrics.share_of_class(labels["label_ids"], weights, i)
                found[MetricKey.CLASS_PROBABILITY_MEAN % i] = head_metrics.streaming_mean(probabilities, weights, i)
                found[MetricKey.CLASS_LOGITS_MEAN % i] = head_metrics.streaming_mean(logits, weights, i)
        return {key_of(self.head_name, name): metric for name, metric in found.items()}


class _BinarySvmHead(SingleHead):
    _default_scope = "binary_svm_head"

    def __init__(self, thresholds: Any = None, **options: Any) -> None:
        super().__init__(ProblemType.LOGISTIC_REGRESSION, 1, **options)
        self._thresholds = thresholds or (0.5,)
        self._loss_fn = head_losses.svm_loss

    def _predictions(self, logits: Any) -> dict[str, Any]:
        with name_scope(None, "predictions", (logits,)):
            classes = math_ops.argmax(_two_class_logits(logits), 1, name=PredictionKey.CLASSES)
            return {PredictionKey.LOGITS: logits, PredictionKey.CLASSES: classes}

    def _metrics(self, eval_loss: Any, predictions: Any, labels: Any, weights: Any) -> dict[str, Any]:
        with name_scope("metrics", values=[eval_loss, labels, weights, *predictions.values()]):
            return {
                key_of(self.head_name, MetricKey.LOSS): mean(eval_loss),
                key_of(self.head_name, MetricKey.ACCURACY): accuracy(
                    labels, predictions[PredictionKey.CLASSES], weights
                ),
            }


class _MultiLabelHead(SingleHead):
    _default_scope = "multi_label_head"

    def __init__(
        self, n_classes: int, loss_fn: Any = None, thresholds: Any = None, metric_class_ids: Any = None, **options: Any
    ) -> None:
        super().__init__(ProblemType.CLASSIFICATION, n_classes, **options)
        self._thresholds = thresholds or (0.5,)
        self._loss_fn = loss_fn or head_losses.sigmoid_cross_entropy_loss
        self._metric_class_ids = _check_class_ids(metric_class_ids, n_classes)

    def _transform_labels(self, labels: Any) -> Any:
        found = labels_tensor(labels, self._label_name)
        if not isinstance(found, SparseTensor):
            return found
        if self._logits_dimension < 2:
            raise ValueError("Must set num_classes >= 2 when passing labels as a SparseTensor.")
        return math_ops.cast(sparse_ops.sparse_to_indicator(found, self._logits_dimension), dtypes.int64)

    def _output_alternatives(self, predictions: Any) -> dict[Any, Any]:
        return classification_alternatives(self.head_name, self._problem_type, None, predictions)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        with name_scope(None, "predictions", (logits,)):
            return {
                PredictionKey.LOGITS: logits,
                PredictionKey.PROBABILITIES: math_ops.sigmoid(logits, name=PredictionKey.PROBABILITIES),
                PredictionKey.CLASSES: math_ops.cast(
                    math_ops.greater(logits, 0), dtypes.int64, name=PredictionKey.CLASSES
                ),
            }

    def _metrics(self, eval_loss: Any, predictions: Any, labels: Any, weights: Any) -> dict[str, Any]:
        with name_scope("metrics", values=[eval_loss, labels, weights, *predictions.values()]):
            classes, logits = predictions[PredictionKey.CLASSES], predictions[PredictionKey.LOGITS]
            probabilities = predictions[PredictionKey.PROBABILITIES]
            found = {
                MetricKey.LOSS: mean(eval_loss),
                MetricKey.ACCURACY: accuracy(labels, classes, weights),
                MetricKey.AUC: head_metrics.streaming_auc(probabilities, labels, weights),
                MetricKey.AUC_PR: head_metrics.streaming_auc(probabilities, labels, weights, curve="PR"),
            }
            for i in self._metric_class_ids:
                found[MetricKey.CLASS_PREDICTION_MEAN % i] = head_metrics.streaming_mean(classes, weights, i)
                found[MetricKey.CLASS_LABEL_MEAN % i] = head_metrics.streaming_mean(labels, weights, i)
                found[MetricKey.CLASS_PROBABILITY_MEAN % i] = head_metrics.streaming_mean(probabilities, weights, i)
                found[MetricKey.CLASS_LOGITS_MEAN % i] = head_metrics.streaming_mean(logits, weights, i)
                found[MetricKey.CLASS_AUC % i] = head_metrics.streaming_auc(probabilities, labels, weights, i)
                found[MetricKey.CLASS_AUC_PR % i] = head_metrics.streaming_auc(
                    probabilities, labels, weights, i, curve="PR"
                )
        return {key_of(self.head_name, name): metric for name, metric in found.items()}


@deprecated(None, _INSTEAD, MODULE)
def regression_head(
    label_name: str | None = None,
    weight_column_name: str | None = None,
    label_dimension: int = 1,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    link_fn: Callable[[Any], Any] | None = None,
) -> SingleHead:
    """A head for numbers, trained on squared errors.

    Args:
      label_name: which of several labels.
      weight_column_name: which feature holds weights.
      label_dimension: how many numbers.
      enable_centered_bias: whether a bias of its own is trained beside the model.
      head_name: ends the names of metrics and begins those of operations.
      link_fn: a function from logits to predictions; identity by default.
    """
    return _RegressionHead(
        label_dimension,
        head_losses.mean_squared_loss,
        array_ops.identity if link_fn is None else link_fn,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@deprecated(None, _INSTEAD, MODULE)
def poisson_regression_head(
    label_name: str | None = None,
    weight_column_name: str | None = None,
    label_dimension: int = 1,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
) -> SingleHead:
    """A head for counts, whose logits are logarithms of rates; see `regression_head`."""
    return _RegressionHead(
        label_dimension,
        head_losses.poisson_loss,
        math_ops.exp,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@deprecated(None, _INSTEAD, MODULE)
def multi_class_head(
    n_classes: int,
    label_name: str | None = None,
    weight_column_name: str | None = None,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    thresholds: Sequence[float] | None = None,
    metric_class_ids: Sequence[int] | None = None,
    loss_fn: Callable[..., Any] | None = None,
    label_keys: Any = None,
) -> SingleHead:
    """A head for classes, of which each example has one; see `regression_head`.

    Args:
      n_classes: how many classes, at least 2.
      thresholds: for metrics of two classes.
      metric_class_ids: classes with metrics of their own; for three classes and more.
      loss_fn: a loss of labels, logits and weights.
      label_keys: the classes as they stand in labels, for three and more.

    Raises:
      ValueError: something is not for so many classes.
    """
    if n_classes is None or n_classes < 2:
        raise ValueError(f"n_classes must be > 1 for classification: {n_classes}.")
    loss = head_losses.custom_loss(loss_fn)
    options: dict[str, Any] = {
        "label_name": label_name,
        "weight_column_name": weight_column_name,
        "enable_centered_bias": enable_centered_bias,
        "head_name": head_name,
        "thresholds": thresholds,
        "loss_fn": loss,
    }
    if n_classes > 2:
        return _MultiClassHead(n_classes, metric_class_ids=metric_class_ids, label_keys=label_keys, **options)
    if metric_class_ids:
        raise ValueError("metric_class_ids invalid for n_classes==2.")
    if label_keys:
        raise ValueError("label_keys is not supported for n_classes=2.")
    return _BinaryLogisticHead(**options)


@deprecated(None, _INSTEAD, MODULE)
def binary_svm_head(
    label_name: str | None = None,
    weight_column_name: str | None = None,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    thresholds: Sequence[float] | None = None,
) -> SingleHead:
    """A head for two classes, trained on the hinge loss; see `regression_head`."""
    return _BinarySvmHead(
        thresholds,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@deprecated(None, _INSTEAD, MODULE)
def multi_label_head(
    n_classes: int,
    label_name: str | None = None,
    weight_column_name: str | None = None,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    thresholds: Sequence[float] | None = None,
    metric_class_ids: Sequence[int] | None = None,
    loss_fn: Callable[..., Any] | None = None,
) -> SingleHead:
    """A head for classes of which an example may have several; labels are 0 or 1 for each; see `multi_class_head`."""
    if n_classes < 2:
        raise ValueError("n_classes must be > 1 for classification.")
    return _MultiLabelHead(
        n_classes,
        head_losses.custom_loss(loss_fn),
        thresholds,
        metric_class_ids,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


# What programs of before 2018 call them.
_regression_head = regression_head
_poisson_regression_head = poisson_regression_head
_multi_class_head = multi_class_head
_binary_svm_head = binary_svm_head
_multi_label_head = multi_label_head
_multi_head = multi_head
_Head = Head
