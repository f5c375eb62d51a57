"""Heads for several labels at once, and for several heads on one model."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import (
    array_creation,
    array_ops,
    framework,
    losses,
    math_casts,
    math_elementwise,
    math_ops,
    math_reductions,
    sparse_ops,
    summary,
)
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.estimator import head_checks, heads
from tf1compat._facade.estimator.classification_heads import (
    _add_regularization,
    _all_classes,
    _at_threshold,
    _auc,
    _ids_of_names,
    _mean_of,
)
from tf1compat._facade.estimator.export_outputs import ClassificationOutput, PredictOutput
from tf1compat._facade.estimator.head_classes import MEAN, Head, _check, _training, plain_reduction
from tf1compat._facade.estimator.metric_keys import MetricKeys, PredictionKeys
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.estimator.model_fn import EstimatorSpec
from tf1compat._facade.losses import Reduction
from tf1compat._facade.metrics import means
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes


class MultiLabelHead(Head):
    """A head for `n_classes` classes, any number of which may be right.

    Labels are a SparseTensor of class numbers or names, or a dense indicator [batch, n_classes].

    Args:
      n_classes: how many.
      weight_column, loss_fn, name: as of `BinaryClassHead`.
      thresholds: accuracy, precision and recall are measured at these.
      label_vocabulary: names of the classes.
      loss_reduction: of `tf.keras.losses.Reduction`.
      classes_for_class_based_metrics: numbers or names of classes with metrics of their own.

    Raises:
      ValueError: an argument is out of range.
    """

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: Any = MEAN,
        loss_fn: Any = None,
        classes_for_class_based_metrics: Any = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None or n_classes < 2:
            raise ValueError(f"n_classes must be > 1 for multi-label classification. Given: {n_classes}")
        for threshold in thresholds or ():
            if not 0.0 < threshold < 1.0:
                raise ValueError(f"thresholds must be in (0, 1) range. Given: {threshold}")
        _check(None, label_vocabulary, loss_fn)
        if label_vocabulary is not None and len(label_vocabulary) != n_classes:
            raise ValueError(
                f"Length of label_vocabulary must be n_classes ({n_classes}). Given: {len(label_vocabulary)}"
            )
        self._n_classes = n_classes
        self._weight_column, self._loss_fn, self._name = weight_column, loss_fn, name
        self._thresholds = tuple(thresholds) if thresholds else ()
        self._label_vocabulary = label_vocabulary
        self._loss_reduction = plain_reduction(loss_reduction)
        self._measured = self._class_numbers(classes_for_class_based_metrics or ())

    def _class_numbers(self, given: Any) -> tuple[int, ...]:
        given = tuple(given)
        if given and isinstance(given[0], str):
            if not self._label_vocabulary:
                raise ValueError("label_vocabulary must be provided when classes_for_class_based_metrics are sting.")
            return tuple(self._label_vocabulary.index(name) for name in given)
        for number in given:
            if not 0 <= number < self._n_classes:
                raise ValueError(
                    f"All classes_for_class_based_metrics must be in range [0, {self._n_classes - 1}]. Given: {number}"
                )
        return given

    @property
    def logits_dimension(self) -> int:
        return self._n_classes

    def _predict(self, logits: Any) -> heads.Predicted:
        with framework.name_scope(None, "predictions", (logits,)):
            logits = head_checks.checked_logits(logits, self._n_classes)
            probabilities = math_elementwise.sigmoid(logits, name=PredictionKeys.PROBABILITIES)
        predictions = {PredictionKeys.LOGITS: logits, PredictionKeys.PROBABILITIES: probabilities}
        return heads.Predicted(logits, predictions, {"probabilities": probabilities})

    def _exports(self, predicted: heads.Predicted) -> dict[str, Any]:
        scores = predicted.for_metrics["probabilities"]
        output = ClassificationOutput(scores, _all_classes(scores, self._n_classes, self._label_vocabulary))
        return {
            heads.DEFAULT_SERVING_KEY: output,
            heads.CLASSIFY_KEY: output,
            heads.PREDICT_KEY: PredictOutput(predicted.predictions),
        }

    def _indicators(self, labels: Any, logits: Any) -> Any:
        if labels is None:
            raise ValueError("You must provide a labels Tensor. Given: None.")
        if isinstance(labels, SparseTensor):
            values = labels.values
            if labels.dtype == dtypes.string:
                values = _ids_of_names(values, self._label_vocabulary)
            else:
                if not values.dtype.is_integer:
                    raise ValueError(f"Labels dtype should be integer. Instead got {values.dtype}.")
                message = f"labels must be an integer SparseTensor with values in [0, {self._n_classes})"
                values = head_checks.assert_range(values, self._n_classes, message)
            ids = SparseTensor(labels.indices, values, labels.dense_shape)
            labels = math_casts.to_int64(sparse_ops.sparse_to_indicator(ids, self._n_classes))
        else:
            message = "labels must be an integer indicator Tensor with values in [0, 1]"
            labels = head_checks.assert_range(convert_to_tensor(labels), 2, message)
        return head_checks.checked_labels(labels, logits, self._n_classes)

    def _labels_and_losses(self, features: Any, logits: Any, labels: Any) -> tuple[Any, Any]:
        labels = self._indicators(labels, logits)
        if self._loss_fn:
            return labels, head_checks.call_loss_fn(self._loss_fn, labels, logits, features)
        each = losses.sigmoid_cross_entropy(labels, logits, reduction=Reduction.NONE)
        return labels, math_reductions.reduce_mean(each, axis=-1, keepdims=True)

    def _metrics(
        self, predicted: heads.Predicted, labels: Any, loss: heads.LossSpec, regularization: Any
    ) -> dict[str, Any]:
        keys, weights, labels = MetricKeys, loss.weights, loss.processed_labels
        probabilities = predicted.for_metrics["probabilities"]
        with framework.name_scope(None, "metrics"):
            found = {
                keys.LOSS_MEAN: means.mean(loss.unreduced_loss, weights, name=keys.LOSS_MEAN),
                keys.AUC: _auc(labels, probabilities, weights, "ROC", keys.AUC),
                keys.AUC_PR: _auc(labels, probabilities, weights, "PR", keys.AUC_PR, self._pr_method),
            }
            found = {self._key(key): metric for key, metric in found.items()}
            _add_regularization(self, found, regularization)
            for threshold in self._thresholds:
                for key, metric in _at_threshold(labels, probabilities, weights, threshold).items():
                    found[self._key(key)] = metric
            for number in self._measured:
                for key, metric in self._of_class(number, labels, probabilities, weights).items():
                    found[self._key(key)] = metric
        return found

    def _of_class(self, number: int, labels: Any, probabilities: Any, weights: Any) -> dict[str, Any]:
        """Mean probability and areas under curves of one class."""
        names = ("PROBABILITY_MEAN_AT", "AUC_AT", "AUC_PR_AT")
        if self._label_vocabulary is None:
            keys = [getattr(MetricKeys, name + "_CLASS") % number for name in names]
        else:
            keys = [getattr(MetricKeys, name + "_NAME") % self._label_vocabulary[number] for name in names]
        rows = array_creation.shape(probabilities)[0]
        share = array_ops.slice(probabilities, [0, number], [rows, 1])
        right = array_ops.slice(labels, [0, number], [rows, 1])
        return {
            keys[0]: _mean_of(share, weights, "probabilities", keys[0]),
            keys[1]: _auc(right, share, weights, "ROC", keys[1]),
            keys[2]: _auc(right, share, weights, "PR", keys[2], self._pr_method),
        }


class MultiHead(Head):
    """Several heads on one model: logits and labels are dictionaries by the heads' names.

    Args:
      heads: heads with names.
      head_weights: weights of their losses.

    Raises:
      ValueError: no heads, a head without a name, or another number of weights.
    """

    def __init__(self, heads: Any, head_weights: Any = None) -> None:
        if not heads:
            raise ValueError(f"Must specify heads. Given: {heads}")
        if head_weights and len(head_weights) != len(heads):
            raise ValueError(
                f"heads and head_weights must have the same size. Given len(heads): {len(heads)}. Given "
                f"len(head_weights): {len(head_weights)}."
            )
        for head in heads:
            if head.name is None:
                raise ValueError(f"All given heads must have name specified. Given: {head}")
        self._heads = tuple(heads)
        self._head_weights = tuple(head_weights or ())

    @property
    def name(self) -> str:
        return "_".join(head.name for head in self._heads)

    @property
    def logits_dimension(self) -> int:
        return sum(head.logits_dimension for head in self._heads)

    def _split(self, logits: Any) -> dict[str, Any]:
        """The logits of each head."""
        if isinstance(logits, dict):
            missing = [head.name for head in self._heads if head.name not in logits]
            if missing:
                raise ValueError(f"logits has missing values for head(s): {missing}")
            return logits
        with framework.name_scope(None, "split_logits", [logits]):
            logits = convert_to_tensor(logits)
            sizes = [head.logits_dimension for head in self._heads]
            last = logits.shape[-1].value
            if last is not None and last != sum(sizes):
                raise ValueError(
                    f"Could not split logits of shape {logits.shape.as_list()} among the heads with individual logits "
                    f"dimensions: {sizes}. The last dimension of the logits tensor should equal {sum(sizes)} but is "
                    f"{last}."
                )
            parts = array_ops.split(logits, sizes, axis=-1)
        return {head.name: part for head, part in zip(self._heads, parts)}

    def _checked(self, labels: Any) -> Any:
        if not isinstance(labels, dict):
            raise ValueError(f"labels must be a dict. Given: {labels}")
        missing = [head.name for head in self._heads if head.name not in labels]
        if missing:
            raise ValueError(f"labels has missing values for head(s): {missing}")
        return labels

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        """The predictions of all heads by (name, key)."""
        split = self._split(logits)
        return {
            (head.name, key): value
            for head in self._heads
            for key, value in head._predict(split[head.name]).predictions.items()
        }

    def loss(
        self, labels: Any, logits: Any, features: Any = None, mode: Any = None, regularization_losses: Any = None
    ) -> Any:
        """The weighted sum of the heads' losses."""
        split, labels = self._split(logits), self._checked(labels)
        found = [
            head.create_loss(features or {}, mode, head._predict(split[head.name]).logits, labels[head.name])
            for head in self._heads
        ]
        return self._merged([each.training_loss for each in found], regularization_losses)

    def _merged(self, found: list[Any], regularization_losses: Any) -> Any:
        with framework.name_scope(None, "merge_losses", found):
            weighted = [math_ops.multiply(x, w) for x, w in zip(found, self._head_weights)] or found
            total = math_ops.add_n(weighted)
            return total + math_ops.add_n(regularization_losses) if regularization_losses else total

    def create_estimator_spec(  # type: ignore[override]
        self,
        features: Any,
        mode: Any,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Any = None,
        train_op_fn: Any = None,
        update_ops: Any = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns: the heads' predictions, the sum of their losses, all their metrics."""
        split = self._split(logits)
        inner = ModeKeys.EVAL if mode == ModeKeys.TRAIN else mode
        labels = None if mode == ModeKeys.PREDICT else self._checked(labels)
        specs = {
            head.name: head.create_estimator_spec(
                features, inner, split[head.name], None if labels is None else labels[head.name]
            )
            for head in self._heads
        }
        predictions = {(name, key): value for name, spec in specs.items() for key, value in spec.predictions.items()}
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(mode, predictions=predictions, export_outputs=self._joined(specs, predictions))
        loss = self._merged([spec.loss for spec in specs.values()], regularization_losses)
        if mode == ModeKeys.EVAL:
            metrics = {f"{MetricKeys.LOSS}/{name}": means.mean(spec.loss) for name, spec in specs.items()}
            for spec in specs.values():
                metrics.update(spec.eval_metric_ops)
            return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=metrics)
        train_op_fn, optimizer = _training(optimizer, trainable_variables, train_op_fn, update_ops)
        train_op = heads._train_op(loss, optimizer, train_op_fn)
        with framework.name_scope(""):
            summary.scalar(MetricKeys.LOSS, loss)
        return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)

    def _joined(self, specs: dict[str, Any], predictions: dict[Any, Any]) -> dict[str, Any]:
        first = specs[self._heads[0].name].export_outputs
        found = {heads.DEFAULT_SERVING_KEY: first[heads.DEFAULT_SERVING_KEY]}
        merged = {}
        for name, spec in specs.items():
            for key, output in spec.export_outputs.items():
                found[name if key == heads.DEFAULT_SERVING_KEY else f"{name}/{key}"] = output
                if key == heads.PREDICT_KEY and isinstance(output, PredictOutput):
                    merged.update({f"{name}/{k}": v for k, v in output.outputs.items()})
        found[heads.PREDICT_KEY] = PredictOutput(merged)
        return found
