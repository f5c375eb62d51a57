"""`tf.estimator.EstimatorSpec`: what a model function gives back, checked; and what it may be called with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tf1compat._facade import array_ops, context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator.export_outputs import get_export_outputs
from tf1compat._facade.estimator.mode_keys import ModeKeys as ModeKeys
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.train.scaffold import Scaffold
from tf1compat._facade.train.session_run_hook import SessionRunHook
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import nest
from tf1compat._jaxcore.base.shapes import TensorShape

LOSS_METRIC_KEY = "loss"
AVERAGE_LOSS_METRIC_KEY = "average_loss"
_MODEL_FN_ARGS = frozenset({"features", "labels", "mode", "params", "self", "config"})


class _Fields(NamedTuple):
    mode: Any
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: Any
    export_outputs: Any
    training_chief_hooks: Any
    training_hooks: Any
    scaffold: Any
    evaluation_hooks: Any
    prediction_hooks: Any


class EstimatorSpec(_Fields):
    """What a `model_fn` returns. Training needs `loss` and `train_op`, evaluation `loss`, prediction `predictions`.

    Args:
      mode: one of `tf.estimator.ModeKeys`.
      predictions: a tensor or a dictionary of tensors.
      loss: the training loss, a scalar or of shape [1].
      train_op: the operation that makes a step.
      eval_metric_ops: name -> `(value, update_op)`, or an object with `updates` and `result()`.
      export_outputs: name -> ExportOutput, for `export_saved_model`.
      training_chief_hooks, training_hooks, evaluation_hooks, prediction_hooks: SessionRunHooks.
      scaffold: a `tf.train.Scaffold`.

    Raises:
      ValueError: something the mode needs is missing, the loss is no scalar, or a tensor is of another graph.
      TypeError: something is of the wrong type.
    """

    __slots__ = ()

    def __new__(
        cls,
        mode: Any,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metric_ops: Any = None,
        export_outputs: Any = None,
        training_chief_hooks: Any = None,
        training_hooks: Any = None,
        scaffold: Any = None,
        evaluation_hooks: Any = None,
        prediction_hooks: Any = None,
    ) -> EstimatorSpec:
        train_op = _checked_train_op(train_op, mode)
        loss = _checked_loss(loss, mode)
        predictions = _checked_predictions(predictions, mode)
        if mode == ModeKeys.PREDICT:
            export_outputs = get_export_outputs(export_outputs, predictions)
        hooks = [_checked_hooks(h) for h in (training_hooks, evaluation_hooks, prediction_hooks, training_chief_hooks)]
        scaffold = scaffold or Scaffold()
        metrics = _checked_metrics(eval_metric_ops)
        if not isinstance(scaffold, Scaffold):
            raise TypeError(f"scaffold must be tf.train.Scaffold. Given: {scaffold}")
        return super().__new__(
            cls, mode, predictions, loss, train_op, metrics, export_outputs, hooks[3], hooks[0], scaffold, *hooks[1:3]
        )

    def _replace(self, **kwds: Any) -> EstimatorSpec:  # type: ignore[override]
        """A copy with other values, checked again.

        Raises:
          ValueError: the mode would change.
        """
        if kwds.get("mode", self.mode) != self.mode:
            raise ValueError("mode of EstimatorSpec cannot be changed.")
        return EstimatorSpec(**{**self._asdict(), **kwds})


def _of_default_graph(what: str, x: Any, name: str) -> None:
    if x.graph is not context.get_default_graph():
        raise ValueError(
            f'{what} with "{name}" must be from the default graph. Possible causes of this error include: \n\n'
            f"1) {what} was created outside the context of the default graph.\n\n"
            '2) The object passed through to EstimatorSpec was not created in the most recent call to "model_fn".'
        )


def _is_tensor(x: Any) -> bool:
    return isinstance(x, (Tensor, Variable))


def _checked_tensor(x: Any, name: str) -> Any:
    if not _is_tensor(x):
        raise TypeError(f"{name} must be Tensor, given: {x}")
    return x


def _checked_train_op(train_op: Any, mode: Any) -> Any:
    if train_op is None:
        if mode == ModeKeys.TRAIN:
            raise ValueError("Missing train_op.")
        return None
    if not isinstance(train_op, Operation) and not _is_tensor(train_op):
        raise TypeError(f"train_op must be Operation or Tensor, given: {train_op}")
    if isinstance(train_op, Variable):
        train_op = train_op.op
    _of_default_graph("train_op", train_op, train_op.name)
    return train_op


def _checked_loss(loss: Any, mode: Any) -> Any:
    if loss is None:
        if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
            raise ValueError("Missing loss.")
        return None
    shape = _checked_tensor(loss, "loss").get_shape()
    if shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar, given: {loss}")
    if not shape.is_compatible_with(TensorShape([])):
        loss = array_ops.reshape(loss, [])
    _of_default_graph("loss", loss, loss.name)
    return loss


def _checked_predictions(predictions: Any, mode: Any) -> Any:
    if predictions is None:
        if mode == ModeKeys.PREDICT:
            raise ValueError("Missing predictions.")
        return {}
    if isinstance(predictions, dict):
        for key, value in predictions.items():
            _checked_tensor(value, f"predictions[{key}]")
        for key, value in predictions.items():
            _of_default_graph("prediction values", value, f"{key}: {value.name}")
        return dict(predictions)
    _of_default_graph("prediction values", _checked_tensor(predictions, "predictions"), predictions.name)
    return predictions


def _checked_hooks(hooks: Iterable[Any] | None) -> tuple[Any, ...]:
    found = tuple(hooks or ())
    for hook in found:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
    return found


def _is_metric_object(x: Any) -> bool:
    """Keras metrics come as objects: their variables are local ones, their first update is the update."""
    return hasattr(x, "updates") and hasattr(x, "result")


def _checked_metrics(metrics: Any) -> dict[str, Any]:
    if metrics is None:
        return {}
    if not isinstance(metrics, dict):
        raise TypeError(f"eval_metric_ops must be a dict, given: {metrics}")
    variables: list[Any] = []
    for key, value in list(metrics.items()):
        if _is_metric_object(value):
            if not value.updates:
                raise ValueError(f'Please call update_state(...) on the "{value.name}" metric')
            variables.extend(value.variables)
            metrics[key] = value = (value.result(), value.updates[0])
        elif not isinstance(value, tuple) or len(value) != 2:
            raise TypeError(
                f"Values of eval_metric_ops must be (metric_value, update_op) tuples, given: {value} for key: {key}"
            )
        for x in nest.flatten(value):
            _of_default_graph("eval_metric_ops", x, f"{key}: {x.name}")
    graph = context.get_default_graph()
    for collection in (GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES):
        present = graph.get_collection(collection)
        for v in variables:
            if not any(v is p for p in present):
                graph.add_to_collection(collection, v)
    return metrics


def verify_model_fn_args(model_fn: Callable[..., Any], params: Any) -> None:
    """Check the arguments of a model function.

    Raises:
      ValueError: `features` is missing, `params` are given and not taken, or there is an unknown argument.
    """
    args = set(fn_args(model_fn))
    if "features" not in args:
        raise ValueError(f"model_fn ({model_fn}) must include features argument.")
    if params is not None and "params" not in args:
        raise ValueError(
            f"model_fn ({model_fn}) does not include params argument, but params ({params}) is passed to Estimator."
        )
    if params is None and "params" in args:
        tf_logging.warning(
            "Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.", model_fn
        )
    unknown = [name for name in fn_args(model_fn) if name not in _MODEL_FN_ARGS]
    if unknown:
        raise ValueError(f"model_fn ({model_fn}) has following not expected args: {unknown}")


def call_logit_fn(logit_fn: Callable[..., Any], features: Any, mode: Any, params: Any, config: Any) -> Any:
    """Call `logit_fn` with the arguments it takes.

    Raises:
      ValueError: it gives neither a tensor nor a dictionary of tensors.
    """
    given = {"mode": mode, "params": params, "config": config}
    found = logit_fn(features=features, **{k: v for k, v in given.items() if k in fn_args(logit_fn)})
    is_dict = isinstance(found, dict) and all(isinstance(k, str) and isinstance(v, Tensor) for k, v in found.items())
    if not is_dict and not isinstance(found, Tensor):
        raise ValueError(
            f"logit_fn should return a Tensor or a dictionary mapping strings to Tensors.  logit_fn returned: {found}"
        )
    return found
