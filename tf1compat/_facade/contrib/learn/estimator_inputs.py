"""Arguments of Estimators: arrays or functions of inputs, model functions, metrics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.contrib.learn import data_feeder
from tf1compat._facade.contrib.learn.metric_spec import MetricSpec
from tf1compat._facade.deprecation import warn
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variables import Variable

_DECOUPLED = (
    "From {}: calling BaseEstimator.{} (from tensorflow.contrib.learn.python.learn.estimators.estimator) with {} is "
    "deprecated and will be removed after 2016-12-01.\nInstructions for updating:\nEstimator is decoupled from Scikit "
    "Learn interface by moving into\nseparate class SKCompat. Arguments x, y and batch_size are only\navailable in "
    "the SKCompat class, Estimator will only accept input_fn.\nExample conversion:\n  est = Estimator(...) -> est = "
    "SKCompat(Estimator(...))"
)


def warn_of_arrays(method: str, caller: str, **arguments: Any) -> None:
    """TF's warning that a method is given arrays, once for each argument."""
    for name, value in arguments.items():
        if value is not None and (method, name) not in context.REPORTED:
            context.REPORTED.add((method, name))
            warn(_DECOUPLED.format(caller, method, name))


def verify_inputs(x: Any, y: Any, input_fn: Any, feed_fn: Any, batch_size: Any) -> None:
    """Raises ValueError unless there is exactly one source of inputs."""
    if input_fn is None:
        if x is None:
            raise ValueError("Either x or input_fn must be provided.")
        if isinstance(x, Tensor | Variable) or isinstance(y, Tensor | Variable):
            raise ValueError("Inputs cannot be tensors. Please provide input_fn.")
        if feed_fn is not None:
            raise ValueError("Can not provide both feed_fn and x or y.")
        return
    if x is not None or y is not None:
        raise ValueError("Can not provide both input_fn and x or y.")
    if batch_size is not None:
        raise ValueError("Can not provide both input_fn and batch_size.")


def input_and_feed_fn(
    x: Any, y: Any, input_fn: Any, feed_fn: Any, batch_size: Any, shuffle: bool = False, epochs: int | None = 1
) -> tuple[Callable[[], Any], Callable[[], Any] | None]:
    """A function that makes input tensors, and one that gives feeds for them or None."""
    verify_inputs(x, y, input_fn, feed_fn, batch_size)
    if input_fn is not None:
        return input_fn, feed_fn
    feeder = data_feeder.setup_train_data_feeder(
        x, y, n_classes=None, batch_size=batch_size, shuffle=shuffle, epochs=epochs
    )
    return feeder.input_builder, feeder.get_feed_dict_fn()


def metric_ops(metrics: Any, features: Any, labels: Any, predictions: Any) -> dict[str, Any]:
    """What each metric gives: MetricSpecs, bare functions, or functions under `(name, prediction)`.

    Raises:
      ValueError: a bare function and several predictions, or a prediction's name and only one.
    """
    single_label = next(iter(labels.values())) if isinstance(labels, dict) and len(labels) == 1 else labels
    found = {}
    # In this order the graph is the same in every run.
    for name, metric in sorted((metrics or {}).items()):
        if isinstance(metric, MetricSpec):
            found[name] = metric.create_metric_ops(features, labels, predictions)
            continue
        tf_logging.warning(
            "Please specify metrics using MetricSpec. Using bare functions or (key, fn) tuples is deprecated and "
            "support for it will be removed on Oct 1, 2016."
        )
        if isinstance(name, tuple):
            shown, key = _named_prediction(name, metrics, predictions)
            is_labelled = isinstance(labels, dict) and key in labels
            found[shown] = metric(predictions[key], labels[key] if is_labelled else single_label)
        elif isinstance(predictions, dict):
            raise ValueError(
                "Metrics passed provide only name, no prediction, but predictions are dict. "
                f"Metrics: {metrics}, Labels: {single_label}."
            )
        else:
            found[name] = metric(predictions, single_label)
    return found


def _named_prediction(name: tuple[Any, ...], metrics: Any, predictions: Any) -> Any:
    if len(name) != 2:
        raise ValueError(f"Invalid metric for {name}. It returned a tuple with len {len(name)}, expected 2.")
    if not isinstance(predictions, dict):
        raise ValueError(
            "Metrics passed provide (name, prediction), but predictions are not dict. "
            f"Metrics: {metrics}, Predictions: {predictions}."
        )
    return name
