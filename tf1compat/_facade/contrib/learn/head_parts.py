"""`Head` and what all heads do: logits, weights, centred bias, the operations of a mode."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, framework, grouping, math_ops, nn_ops, sparse_arrange, summary, variable_scope
from tf1compat._facade.contrib.dense_layers import fully_connected
from tf1compat._facade.contrib.learn.keys import MetricKey, ModeKeys, PredictionKey
from tf1compat._facade.contrib.learn.model_fn_ops import ModelFnOps
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from tf1compat._facade.string_ops import as_string
from tf1compat._facade.train.adagrad import AdagradOptimizer
from tf1compat._facade.variable_base import VariableV1
from tf1compat._jaxcore.base import dtypes

MODULE = "tensorflow.contrib.learn.python.learn.estimators.head"
_CENTERED_BIAS_LEARNING_RATE = 0.1


@deprecated(None, "Use 'lambda _: tf.no_op()'.", MODULE)
def no_op_train_fn(loss: Any) -> Any:
    """Trains nothing."""
    return framework.no_op()


class Head(abc.ABC):
    """What stands on top of a model: makes loss, training, predictions and metrics of its outputs."""

    @property
    @abc.abstractmethod
    def logits_dimension(self) -> int:
        """How many logits it wants."""
        raise NotImplementedError("Calling an abstract method.")

    @abc.abstractmethod
    def create_model_fn_ops(
        self,
        features: Any,
        mode: Any,
        labels: Any = None,
        train_op_fn: Any = None,
        logits: Any = None,
        logits_input: Any = None,
        scope: Any = None,
    ) -> ModelFnOps:
        """The operations of a mode.

        Args:
          features: a dictionary of tensors, where weights may be found.
          mode: a value of ModeKeys.
          labels: a tensor, or a dictionary of them; not needed in INFER.
          train_op_fn: a function of the loss that gives the operation of training; for TRAIN.
          logits: `[batch, logits_dimension]`, or
          logits_input: what a last linear layer makes them of.
          scope: variable scope of that layer.

        Raises:
          ValueError: the mode is unknown, or something is missing.
        """
        raise NotImplementedError("Calling an abstract method.")


def check_mode(mode: Any) -> None:
    """Raises ValueError for anything that is no mode."""
    if mode not in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.INFER):
        raise ValueError(f"mode={mode} unrecognized.")


def _check_dimension(dimension: Any) -> None:
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid logits_dimension {dimension}.")


def key_of(head_name: str | None, name: str) -> str:
    """The name of a metric or summary of a head."""
    return f"{name}/{head_name}" if head_name else name


def labels_tensor(labels: Any, label_name: str | None) -> Any:
    """The labels of a head, sparse or not."""
    return convert_to_tensor_or_sparse_tensor(labels[label_name] if isinstance(labels, dict) else labels)


def weight_tensor(features: Any, weight_column_name: str | None) -> Any:
    """The weights among the features, as floats of rank 2; None without a name.

    Raises:
      ValueError: there is no such feature.
    """
    if not weight_column_name:
        return None
    if weight_column_name not in features:
        raise ValueError(f"Weights {weight_column_name} missing from features.")
    with name_scope(None, "weight_tensor", tuple(features.values())):
        weights = math_ops.cast(features[weight_column_name], dtypes.float32)
        shape = weights.get_shape()
        if shape.ndims != 1:
            return weights
        tf_logging.warning(f"Weights {weight_column_name} has shape {shape}, expanding to make it 2d.")
        if isinstance(weights, SparseTensor):
            return sparse_arrange.sparse_reshape(weights, (-1, 1))
        return array_ops.reshape(weights, (-1, 1))


def _logits(logits_input: Any, logits: Any, dimension: int) -> Any:
    _check_dimension(dimension)
    if logits is None:
        if logits_input is None:
            raise ValueError("Neither logits nor logits_input supplied.")
        return fully_connected(logits_input, dimension, activation_fn=None, scope="logits")
    if logits_input is not None:
        raise ValueError("Both logits and logits_input supplied.")
    logits = convert_to_tensor(logits, name="logits")
    dims = logits.get_shape().dims
    if dims is not None:
        dims[-1].assert_is_compatible_with(dimension)
    return logits


def _centered_bias(dimension: int, head_name: str | None) -> Any:
    _check_dimension(dimension)
    bias = VariableV1(name="centered_bias_weight", initial_value=array_ops.zeros(shape=(dimension,)), trainable=True)
    for i in range(dimension):
        name = f"centered_bias/bias_{i}"
        summary.scalar(f"{name}/{head_name}" if head_name else name, bias[i])
    return bias


class SingleHead(Head):
    """A head with one problem. Subclasses set `_loss_fn` and `_default_scope` and define the three methods below.

    Args:
      problem_type: a ProblemType.
      logits_dimension: how many logits.
      label_name: which of several labels.
      weight_column_name: which feature holds weights.
      head_name: ends the names of metrics and begins those of operations.
      enable_centered_bias: whether a bias of its own is trained beside the model.
    """

    _default_scope = "head"
    _loss_fn: Callable[..., Any]

    def __init__(
        self,
        problem_type: Any,
        logits_dimension: int,
        label_name: str | None = None,
        weight_column_name: str | None = None,
        head_name: str | None = None,
        enable_centered_bias: bool = False,
    ) -> None:
        if problem_type is None:
            raise ValueError(f"Invalid problem_type {problem_type}.")
        _check_dimension(logits_dimension)
        self._problem_type = problem_type
        self._logits_dimension = logits_dimension
        self._label_name = label_name
        self._weight_column_name = weight_column_name
        self._head_name = head_name
        self._enable_centered_bias = enable_centered_bias

    @property
    def logits_dimension(self) -> int:
        return self._logits_dimension

    @property
    def label_name(self) -> str | None:
        return self._label_name

    @property
    def weight_column_name(self) -> str | None:
        return self._weight_column_name

    @property
    def head_name(self) -> str | None:
        return self._head_name

    def _transform_labels(self, labels: Any) -> Any:
        found = labels_tensor(labels, self._label_name)
        if isinstance(found, SparseTensor):
            raise ValueError("SparseTensor is not supported.")
        return found

    @abc.abstractmethod
    def _predictions(self, logits: Any) -> dict[str, Any]:
        """Predictions by name."""

    @abc.abstractmethod
    def _metrics(self, eval_loss: Any, predictions: Any, labels: Any, weights: Any) -> dict[str, Any]:
        """Metrics by name."""

    def _output_alternatives(self, predictions: Any) -> dict[Any, Any]:
        return {self._head_name: (self._problem_type, predictions)}

    def create_model_fn_ops(
        self,
        features: Any,
        mode: Any,
        labels: Any = None,
        train_op_fn: Any = None,
        logits: Any = None,
        logits_input: Any = None,
        scope: Any = None,
    ) -> ModelFnOps:
        values = (*features.values(), labels, logits, logits_input)
        with variable_scope.variable_scope(scope, self.head_name or self._default_scope, values=values):
            is_labelled = mode != ModeKeys.INFER and labels is not None
            labels = self._transform_labels(labels) if is_labelled else None
            logits = _logits(logits_input, logits, self.logits_dimension)
            check_mode(mode)
            bias = None
            if self._enable_centered_bias:
                bias = _centered_bias(self.logits_dimension, self.head_name)
                logits = nn_ops.bias_add(logits, bias)
            predictions = self._predictions(logits)
            loss, train_op, metrics = None, None, None
            if is_labelled:
                weights = weight_tensor(features, self._weight_column_name)
                loss, average = self._loss_fn(labels, logits, weights)
                with name_scope(""):
                    shown = array_ops.identity(average)
                    summary.scalar(key_of(self.head_name, MetricKey.LOSS), shown)
                if mode == ModeKeys.TRAIN:
                    train_op = self._train_op(loss, labels, train_op_fn, bias, logits, weights)
                metrics = self._metrics(average, predictions, labels, weights)
            return ModelFnOps(
                mode=mode,
                predictions=predictions,
                loss=loss,
                train_op=train_op,
                eval_metric_ops=metrics,
                output_alternatives=self._output_alternatives(predictions),
            )

    def _train_op(self, loss: Any, labels: Any, train_op_fn: Any, bias: Any, logits: Any, weights: Any) -> Any:
        if train_op_fn is None:
            raise ValueError("train_op_fn can not be None in TRAIN mode")
        batch_size = array_ops.shape(logits)[0]
        bias_step = None if bias is None else self._bias_step(bias, batch_size, labels, weights)
        values = (loss, *(labels.values() if isinstance(labels, dict) else (labels,)))
        with name_scope(None, "train_op", values):
            train_op = train_op_fn(loss)
            return train_op if bias_step is None else grouping.group(train_op, bias_step)

    def _bias_step(self, bias: Any, batch_size: Any, labels: Any, weights: Any) -> Any:
        inputs = tuple(labels.values()) if isinstance(labels, dict) else (labels,)
        with name_scope(None, "centered_bias_step", inputs) as name:
            dimension = array_ops.shape(bias)[0]
            logits = array_ops.reshape(array_ops.tile(bias, (batch_size,)), (batch_size, dimension))
            with name_scope(None, "centered_bias", (*inputs, logits)):
                loss = math_ops.reduce_mean(self._loss_fn(labels, logits, weights), name="training_loss")
        # TF1: the mean of the loss and its weighted average
        return AdagradOptimizer(_CENTERED_BIAS_LEARNING_RATE).minimize(loss, var_list=(bias,), name=name)


def classification_alternatives(head_name: Any, problem_type: Any, label_keys: Any, predictions: Any) -> dict[Any, Any]:
    """Probabilities and the classes' names as strings, for exports."""
    probabilities = predictions.get(PredictionKey.PROBABILITIES)
    if probabilities is None:
        raise ValueError(f"{PredictionKey.PROBABILITIES} missing in predictions")
    with name_scope(None, "_classification_output_alternatives", (probabilities,)):
        batch_size = array_ops.shape(probabilities)[0]
        if label_keys:
            keys = array_ops.expand_dims(label_keys, axis=0)
            classes = array_ops.tile(keys, [batch_size, 1], name="classes_tensor")
        else:
            numbers = math_ops.range(array_ops.shape(probabilities)[1])
            classes = array_ops.tile(array_ops.expand_dims(numbers, axis=0), [batch_size, 1])
            classes = as_string(classes, name="classes_tensor")
    exported = {PredictionKey.PROBABILITIES: probabilities, PredictionKey.CLASSES: classes}
    return {head_name: (problem_type, exported)}
