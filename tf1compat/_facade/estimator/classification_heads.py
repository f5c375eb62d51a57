"""Heads for classes: softmax over several, a logistic function for two."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import (
    array_creation,
    array_ops,
    framework,
    losses,
    math_casts,
    math_elementwise,
    math_ranges,
    nn_loss,
    nn_ops,
    string_ops,
    weights_broadcast_ops,
)
from tf1compat._facade.estimator import head_checks
from tf1compat._facade.estimator.export_outputs import ClassificationOutput, PredictOutput, RegressionOutput
from tf1compat._facade.estimator.heads import (
    CLASSIFY_KEY,
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
from tf1compat._facade.math_reductions import argmax
from tf1compat._facade.metrics import counts, curves, means
from tf1compat._jaxcore.base import dtypes


def _for_each(logits: Any, row: Any) -> Any:
    """The row once for each example."""
    batch_size = array_creation.shape(logits)[0]
    return array_ops.tile(array_ops.expand_dims(row(), axis=0), [batch_size, 1])


def _all_class_ids(logits: Any, n_classes: Any) -> Any:
    return _for_each(logits, lambda: math_ranges.range(n_classes))


def _all_classes(logits: Any, n_classes: Any, vocabulary: Any) -> Any:
    return _for_each(logits, lambda: vocabulary or string_ops.as_string(math_ranges.range(n_classes)))


def _class_names(class_ids: Any, vocabulary: Any) -> Any:
    if not vocabulary:
        return string_ops.as_string(class_ids, name="str_classes")
    from tf1compat._facade import lookup_ops

    table = lookup_ops.index_to_string_table_from_tensor(vocabulary_list=vocabulary, name="class_string_lookup")
    return table.lookup(class_ids)


def _ids_of_names(labels: Any, vocabulary: Any) -> Any:
    from tf1compat._facade import lookup_ops

    table = lookup_ops.index_table_from_tensor(vocabulary_list=tuple(vocabulary), name="class_id_lookup")
    return table.lookup(labels)


def _multi_class_head_with_softmax_cross_entropy_loss(
    n_classes: Any,
    weight_column: Any = None,
    label_vocabulary: Any = None,
    loss_reduction: Any = Reduction.SUM,
    loss_fn: Any = None,
    name: str | None = None,
) -> _Head:
    """A head for more than two classes.

    Args:
      n_classes: how many.
      weight_column: feature or numeric column of weights.
      label_vocabulary: names of the classes, if labels are strings.
      loss_reduction: a `tf.losses.Reduction`.
      loss_fn: of labels and logits (and features), instead of the cross entropy.
      name: prefix of metrics and summaries.

    Raises:
      ValueError: an argument is out of range.
    """
    if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
        raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(label_vocabulary)}")
    head_checks.check_reduction(loss_reduction)
    if loss_fn:
        head_checks.check_loss_fn(loss_fn)
    return _MultiClassHeadWithSoftmaxCrossEntropyLoss(
        n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name
    )


class _MultiClassHeadWithSoftmaxCrossEntropyLoss(_Head):
    def __init__(
        self,
        n_classes: Any,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: Any = Reduction.SUM,
        loss_fn: Any = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None:
            raise ValueError("n_classes cannot be None")
        self._n_classes = head_checks.checked_classes(n_classes)
        self._weight_column = weight_column
        self._label_vocabulary = label_vocabulary
        self._loss_reduction = loss_reduction
        self._loss_fn = loss_fn
        self._name = name

    @property
    def logits_dimension(self) -> Any:
        return self._n_classes

    def _predict(self, logits: Any) -> Predicted:
        logits = head_checks.checked_logits(logits, self.logits_dimension)
        with framework.name_scope(None, "predictions", (logits,)):
            all_class_ids = _all_class_ids(logits, self._n_classes)
            all_classes = _all_classes(logits, self._n_classes, self._label_vocabulary)
            class_ids = argmax(logits, axis=-1, name=PredictionKeys.CLASS_IDS)
            class_ids = array_ops.expand_dims(class_ids, axis=-1)
            classes = _class_names(class_ids, self._label_vocabulary)
            probabilities = nn_ops.softmax(logits, name=PredictionKeys.PROBABILITIES)
        predictions = {
            PredictionKeys.LOGITS: logits,
            PredictionKeys.PROBABILITIES: probabilities,
            PredictionKeys.CLASS_IDS: class_ids,
            PredictionKeys.CLASSES: classes,
            PredictionKeys.ALL_CLASS_IDS: all_class_ids,
            PredictionKeys.ALL_CLASSES: all_classes,
        }
        return Predicted(logits, predictions, {"class_ids": class_ids})

    def _exports(self, predicted: Predicted) -> dict[str, Any]:
        scores = predicted.predictions[PredictionKeys.PROBABILITIES]
        output = ClassificationOutput(scores, _all_classes(scores, self._n_classes, self._label_vocabulary))
        return {
            DEFAULT_SERVING_KEY: output,
            CLASSIFY_KEY: output,
            PREDICT_KEY: PredictOutput(predicted.predictions),
        }

    def _label_ids(self, labels: Any) -> Any:
        if self._label_vocabulary is None:
            if not labels.dtype.is_integer:
                raise ValueError(f"Labels dtype should be integer. Instead got {labels.dtype}.")
            ids = labels
        else:
            if labels.dtype != dtypes.string:
                raise ValueError(f"Labels dtype should be string if there is a vocabulary. Instead got {labels.dtype}")
            ids = _ids_of_names(labels, self._label_vocabulary)
        return head_checks.assert_range(ids, self._n_classes)

    def _labels_and_losses(self, features: Any, logits: Any, labels: Any) -> tuple[Any, Any]:
        ids = self._label_ids(head_checks.checked_labels(labels, logits, 1))
        if self._loss_fn:
            return ids, head_checks.call_loss_fn(self._loss_fn, ids, logits, features)
        unreduced = losses.sparse_softmax_cross_entropy(labels=ids, logits=logits, reduction=Reduction.NONE)
        return ids, array_ops.expand_dims(unreduced, axis=-1)

    def _metrics(self, predicted: Predicted, labels: Any, loss: LossSpec, regularization: Any) -> dict[str, Any]:
        class_ids, weights = predicted.for_metrics["class_ids"], loss.weights
        with framework.name_scope(None, "metrics"):
            found = {
                self._key(MetricKeys.LOSS_MEAN): means.mean(loss.unreduced_loss, weights, name=MetricKeys.LOSS_MEAN),
                self._key(MetricKeys.ACCURACY): means.accuracy(
                    loss.processed_labels, class_ids, weights, name=MetricKeys.ACCURACY
                ),
            }
            _add_regularization(self, found, regularization)
        return found


def _add_regularization(head: _Head, found: dict[str, Any], regularization: Any) -> None:
    if regularization is not None:
        key = MetricKeys.LOSS_REGULARIZATION
        found[head._key(key)] = means.mean(regularization, name=key)


def _binary_logistic_head_with_sigmoid_cross_entropy_loss(
    weight_column: Any = None,
    thresholds: Any = None,
    label_vocabulary: Any = None,
    loss_reduction: Any = Reduction.SUM,
    loss_fn: Any = None,
    name: str | None = None,
) -> _Head:
    """A head for two classes with one logit.

    Args:
      thresholds: numbers in (0, 1) at which accuracy, precision and recall are measured, too.
      Others: as for more classes.

    Raises:
      ValueError, TypeError: an argument is out of range.
    """
    thresholds = tuple(thresholds) if thresholds else ()
    if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
        raise TypeError(f"label_vocabulary should be a list or tuple. Given type: {type(label_vocabulary)}")
    if any(t <= 0.0 or t >= 1.0 for t in thresholds):
        raise ValueError(f"thresholds not in (0, 1): {(thresholds,)}.")
    head_checks.check_reduction(loss_reduction)
    if loss_fn:
        head_checks.check_loss_fn(loss_fn)
    return _BinaryLogisticHeadWithSigmoidCrossEntropyLoss(
        weight_column, thresholds, label_vocabulary, loss_reduction, loss_fn, name
    )


class _BinaryLogisticHeadWithSigmoidCrossEntropyLoss(_Head):
    _pr_method = "trapezoidal"  # how the area under precision and recall is summed up

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: Any = Reduction.SUM,
        loss_fn: Any = None,
        name: str | None = None,
    ) -> None:
        self._weight_column = weight_column
        self._thresholds = tuple(thresholds) if thresholds else ()
        self._label_vocabulary = label_vocabulary
        self._loss_reduction = loss_reduction
        self._loss_fn = loss_fn
        self._name = name

    @property
    def logits_dimension(self) -> int:
        return 1

    def _predict(self, logits: Any) -> Predicted:
        with framework.name_scope(None, "predictions", (logits,)):
            logits = head_checks.checked_logits(logits, 1)
            logistic = math_elementwise.sigmoid(logits, name=PredictionKeys.LOGISTIC)
            two = array_ops.concat((array_creation.zeros_like(logits), logits), axis=-1, name="two_class_logits")
            probabilities = nn_ops.softmax(two, name=PredictionKeys.PROBABILITIES)
            class_ids = argmax(two, axis=-1, name=PredictionKeys.CLASS_IDS)
            class_ids = array_ops.expand_dims(class_ids, axis=-1)
            all_class_ids = _all_class_ids(logits, 2)
            all_classes = _all_classes(logits, 2, self._label_vocabulary)
            classes = _class_names(class_ids, self._label_vocabulary)
        predictions = {
            PredictionKeys.LOGITS: logits,
            PredictionKeys.LOGISTIC: logistic,
            PredictionKeys.PROBABILITIES: probabilities,
            PredictionKeys.CLASS_IDS: class_ids,
            PredictionKeys.CLASSES: classes,
            PredictionKeys.ALL_CLASS_IDS: all_class_ids,
            PredictionKeys.ALL_CLASSES: all_classes,
        }
        return Predicted(logits, predictions, {"class_ids": class_ids, "logistic": logistic})

    def _exports(self, predicted: Predicted) -> dict[str, Any]:
        scores = predicted.predictions[PredictionKeys.PROBABILITIES]
        output = ClassificationOutput(scores, _all_classes(scores, 2, self._label_vocabulary))
        return {
            DEFAULT_SERVING_KEY: output,
            CLASSIFY_KEY: output,
            REGRESS_KEY: RegressionOutput(predicted.for_metrics["logistic"]),
            PREDICT_KEY: PredictOutput(predicted.predictions),
        }

    def _labels_and_losses(self, features: Any, logits: Any, labels: Any) -> tuple[Any, Any]:
        labels = head_checks.checked_labels(labels, logits, 1)
        if self._label_vocabulary is not None:
            labels = _ids_of_names(labels, self._label_vocabulary)
        labels = head_checks.assert_range(math_casts.to_float(labels), 2)
        if self._loss_fn:
            return labels, head_checks.call_loss_fn(self._loss_fn, labels, logits, features)
        return labels, nn_loss.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

    def _metrics(self, predicted: Predicted, labels: Any, loss: LossSpec, regularization: Any) -> dict[str, Any]:
        keys, weights, labels = MetricKeys, loss.weights, loss.processed_labels
        ids, logistic = predicted.for_metrics["class_ids"], predicted.for_metrics["logistic"]
        with framework.name_scope(None, "metrics"):
            labels_mean = _mean_of(labels, weights, "labels", keys.LABEL_MEAN)
            found = {
                keys.LOSS_MEAN: means.mean(loss.unreduced_loss, weights, name=keys.LOSS_MEAN),
                keys.ACCURACY: means.accuracy(labels, ids, weights, name=keys.ACCURACY),
                keys.PRECISION: counts.precision(labels, ids, weights, name=keys.PRECISION),
                keys.RECALL: counts.recall(labels, ids, weights, name=keys.RECALL),
                keys.PREDICTION_MEAN: _mean_of(logistic, weights, "predictions", keys.PREDICTION_MEAN),
                keys.LABEL_MEAN: labels_mean,
                keys.ACCURACY_BASELINE: _accuracy_baseline(labels_mean),
                keys.AUC: _auc(labels, logistic, weights, "ROC", keys.AUC),
                keys.AUC_PR: _auc(labels, logistic, weights, "PR", keys.AUC_PR, self._pr_method),
            }
            found = {self._key(key): metric for key, metric in found.items()}
            _add_regularization(self, found, regularization)
            for threshold in self._thresholds:
                for key, metric in _at_threshold(labels, logistic, weights, threshold).items():
                    found[self._key(key)] = metric
        return found


def _mean_of(values: Any, weights: Any, what: str, name: str) -> Any:
    """The mean of labels or predictions."""
    with framework.name_scope(name, f"{what}_mean", (values, weights)) as scope:
        values = math_casts.to_float(values, name=what)
        if weights is not None:
            weights = weights_broadcast_ops.broadcast_weights(weights, values)
        return means.mean(values, weights=weights, name=scope)


def _accuracy_baseline(labels_mean: Any) -> Any:
    """The accuracy of always predicting the more frequent class."""
    with framework.name_scope(None, "accuracy_baseline", labels_mean):
        value, update_op = labels_mean
        return (
            math_elementwise.maximum(value, 1.0 - value, name="value"),
            math_elementwise.maximum(update_op, 1 - update_op, name="update_op"),
        )


def _auc(labels: Any, predictions: Any, weights: Any, curve: str, name: str, method: str = "trapezoidal") -> Any:
    with framework.name_scope(name, "auc", (predictions, labels, weights)) as scope:
        predictions = math_casts.to_float(predictions, name="predictions")
        if weights is not None:
            weights = weights_broadcast_ops.broadcast_weights(weights, predictions)
        return curves.auc(
            labels=labels,
            predictions=predictions,
            weights=weights,
            curve=curve,
            name=scope,
            summation_method=method,
        )


def _at_threshold(labels: Any, predictions: Any, weights: Any, threshold: float) -> dict[str, Any]:
    """Accuracy, precision and recall if what is at or above `threshold` counts as true."""
    values = (predictions, labels, weights, threshold)
    key = MetricKeys.ACCURACY_AT_THRESHOLD % threshold
    with framework.name_scope(key, f"accuracy_at_{threshold}", values) as scope:
        above = math_casts.to_float(math_elementwise.greater_equal(predictions, threshold))
        found = {key: means.accuracy(labels, above, weights, name=scope)}
    for key, metric in (
        (MetricKeys.PRECISION_AT_THRESHOLD % threshold, counts.precision_at_thresholds),
        (MetricKeys.RECALL_AT_THRESHOLD % threshold, counts.recall_at_thresholds),
    ):
        with framework.name_scope(key, key, values) as scope:
            value, update_op = metric(labels, predictions, (threshold,), weights=weights, name=scope)
            found[key] = array_ops.squeeze(value), array_ops.squeeze(update_op)
    return found


def _binary_logistic_or_multi_class_head(
    n_classes: int, weight_column: Any, label_vocabulary: Any, loss_reduction: Any
) -> _Head:
    """The head for this number of classes."""
    if n_classes == 2:
        return _binary_logistic_head_with_sigmoid_cross_entropy_loss(
            weight_column=weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction
        )
    return _multi_class_head_with_softmax_cross_entropy_loss(
        n_classes, weight_column=weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction
    )
