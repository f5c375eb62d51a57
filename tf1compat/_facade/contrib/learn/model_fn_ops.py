"""`tf.contrib.learn.ModelFnOps`: what a model function gives back, checked."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import array_ops
from tf1compat._facade.contrib.framework_variables import get_graph_from_inputs
from tf1compat._facade.contrib.learn.keys import MetricKey, ModeKeys, PredictionKey, ProblemType
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import export_outputs
from tf1compat._facade.estimator import mode_keys as core_mode_keys
from tf1compat._facade.estimator.model_fn import EstimatorSpec
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import convert_to_tensor_or_sparse_tensor
from tf1compat._facade.tensor import Operation
from tf1compat._facade.train.session_run_hook import SessionRunHook
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

_MODULE = "tensorflow.contrib.learn.python.learn.estimators.model_fn"
_SERVING_DEFAULT = "serving_default"


class _Fields(NamedTuple):
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: Any
    output_alternatives: Any
    training_chief_hooks: Any
    training_hooks: Any
    scaffold: Any
    mode: Any


class ModelFnOps(_Fields):
    """The operations of a model.

    Args:
      mode: a value of ModeKeys.
      predictions: a tensor or a dictionary of tensors; needed in EVAL and INFER.
      loss: a scalar; needed in TRAIN and EVAL.
      train_op: one step of training; needed in TRAIN.
      eval_metric_ops: pairs of value and update by name.
      output_alternatives: pairs of a ProblemType and a dictionary of tensors by head, for exports.
      training_chief_hooks, training_hooks: hooks of the chief and of all workers.
      scaffold: a Scaffold for training.

    Raises:
      ValueError: something is missing, or of the wrong kind.
      TypeError: a hook is no SessionRunHook.
    """

    @deprecated(
        None,
        "When switching to tf.estimator.Estimator, use tf.estimator.EstimatorSpec. You can use the `estimator_spec` "
        "method to create an equivalent one.",
        _MODULE,
    )
    def __new__(
        cls,
        mode: Any,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metric_ops: Any = None,
        output_alternatives: Any = None,
        training_chief_hooks: Any = None,
        training_hooks: Any = None,
        scaffold: Any = None,
    ) -> ModelFnOps:
        ModeKeys.validate(mode)
        get_graph_from_inputs((predictions, loss, train_op))  # raises for tensors of different graphs
        train_op, loss = _train_op(train_op, mode), _loss(loss, mode)
        predictions = _predictions(predictions, mode)
        if eval_metric_ops is not None and not isinstance(eval_metric_ops, dict):
            raise ValueError("eval_metric_ops must be a dict.")
        return super().__new__(
            cls,
            predictions,
            loss,
            train_op,
            {} if eval_metric_ops is None else eval_metric_ops,
            output_alternatives,
            _hooks(training_chief_hooks),
            _hooks(training_hooks),
            scaffold,
            mode,
        )

    def estimator_spec(self, default_serving_output_alternative_key: str | None = None) -> EstimatorSpec:
        """The same for tf.estimator.

        Args:
          default_serving_output_alternative_key: the head that answers requests which name none.

        Raises:
          ValueError: a problem type is unknown.
        """
        alternatives = self.output_alternatives
        outputs = None
        if alternatives:
            if len(alternatives) > 1 and _SERVING_DEFAULT not in alternatives:
                default = alternatives[default_serving_output_alternative_key]
                alternatives = {**alternatives, _SERVING_DEFAULT: default}
            outputs = {key: _export_output(*value) for key, value in alternatives.items()}
        return EstimatorSpec(
            mode=_CORE_MODES[self.mode],
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops={k: v for k, v in self.eval_metric_ops.items() if k != MetricKey.LOSS},
            export_outputs=outputs,
            training_chief_hooks=self.training_chief_hooks,
            training_hooks=self.training_hooks,
            scaffold=self.scaffold,
        )


_CORE_MODES = {
    ModeKeys.TRAIN: core_mode_keys.ModeKeys.TRAIN,
    ModeKeys.EVAL: core_mode_keys.ModeKeys.EVAL,
    ModeKeys.INFER: core_mode_keys.ModeKeys.PREDICT,
}


def _train_op(train_op: Any, mode: Any) -> Any:
    if train_op is None:
        if mode == ModeKeys.TRAIN:
            raise ValueError("Missing train_op.")
        return None
    return train_op if isinstance(train_op, Operation) else convert_to_tensor(train_op).op


def _loss(loss: Any, mode: Any) -> Any:
    if loss is None:
        if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
            raise ValueError("Missing loss.")
        return None
    loss = convert_to_tensor(loss)
    shape = loss.get_shape()
    if shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar: {loss}.")
    return loss if shape.is_compatible_with(TensorShape([])) else array_ops.reshape(loss, [])


def _predictions(predictions: Any, mode: Any) -> Any:
    if predictions is None:
        if mode in (ModeKeys.INFER, ModeKeys.EVAL):
            raise ValueError("Missing predictions.")
        return None
    if isinstance(predictions, dict):
        return {key: convert_to_tensor_or_sparse_tensor(value) for key, value in predictions.items()}
    return convert_to_tensor_or_sparse_tensor(predictions)


def _hooks(hooks: Any) -> Any:
    hooks = [] if hooks is None else hooks
    for hook in hooks:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(
                "All hooks returned from model_fn must be SessionRunHook instances, got instance of "
                f"{type(hook)}: {hook}"
            )
    return hooks


def _scores(outputs: Any) -> Any:
    scores = outputs.get(PredictionKey.SCORES)
    return outputs.get(PredictionKey.PROBABILITIES) if scores is None else scores


def _string_classes(outputs: Any) -> Any:
    classes = outputs.get(PredictionKey.CLASSES)
    if classes is None:
        tf_logging.warning("classes is None, Servo inference will not have class ids.")
    elif classes.dtype != dtypes.string:
        tf_logging.warning("classes is not string, Servo inference will not have class ids.")
        return None
    return classes


def _export_output(problem_type: Any, predictions: Any) -> Any:
    if problem_type == ProblemType.LINEAR_REGRESSION:
        return export_outputs.RegressionOutput(_scores(predictions))
    if problem_type in (ProblemType.CLASSIFICATION, ProblemType.LOGISTIC_REGRESSION):
        return export_outputs.ClassificationOutput(scores=_scores(predictions), classes=_string_classes(predictions))
    if problem_type == ProblemType.UNSPECIFIED:
        return export_outputs.PredictOutput(predictions)
    raise ValueError(f"Unknown problem_type={problem_type}")
