"""`tf.contrib.learn.MetricSpec`: which predictions, labels and weights a metric is computed of."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import tf_logging

_MODULE = "tensorflow.contrib.learn.python.learn.metric_spec"
_LABELS, _PREDICTIONS, _WEIGHTS = "labels", "predictions", "weights"
_NAMES = {
    _LABELS: {"labels", "label", "targets", "target"},
    _PREDICTIONS: {"predictions", "prediction", "logits", "logit"},
    _WEIGHTS: {"weights", "weight"},
}


def _arguments(fn: Callable[..., Any]) -> tuple[str, ...]:
    if isinstance(fn, functools.partial):
        return tuple(name for name in _arguments(fn.func) if name not in fn.keywords)
    return tuple(inspect.getfullargspec(inspect.unwrap(fn)).args)


def _name(fn: Callable[..., Any]) -> str:
    return getattr(fn, "__name__", None) or getattr(getattr(fn, "func", None), "__name__", None) or str(fn)


def _matching(fn_name: str, arguments: tuple[str, ...], canonical: str, is_required: bool = False) -> str | None:
    """The argument that is meant, whichever of its names the function uses."""
    candidates = _NAMES[canonical]
    found = candidates.intersection(arguments)
    if len(found) > 1:
        raise ValueError(f"Ambiguous arguments {found}, must provide only one of {candidates}.")
    if not found:
        if is_required:
            raise ValueError(f"{candidates} missing from {fn_name}({arguments}).")
        return None
    name = found.pop()
    if name != canonical:
        tf_logging.warning("Canonical arg %s missing from %s(%s), using %s.", canonical, fn_name, arguments, name)
    return name


def _adapted(fn: Callable[..., Any], fn_name: str, needs_labels: bool, needs_weights: bool) -> Callable[..., Any]:
    """`fn` under the names `labels`, `predictions` and `weights`."""
    arguments = _arguments(fn)
    labels_name = _matching(fn_name, arguments, _LABELS, needs_labels)
    predictions_name = _matching(fn_name, arguments, _PREDICTIONS)
    weights_name = _matching(fn_name, arguments, _WEIGHTS, needs_weights)
    labels_come_first = labels_name is not None and predictions_name is None and labels_name == arguments[0]

    def call(_sentinel: Any = None, labels: Any = None, predictions: Any = None, weights: Any = None) -> Any:
        if _sentinel is not None:
            raise ValueError("`metric_fn` requires named args: `labels`, `predictions`, and optionally `weights`.")
        kwargs = {} if weights is None else {weights_name or _WEIGHTS: weights}
        if labels_come_first:
            return fn(labels, predictions, **kwargs)
        if labels_name:
            kwargs[labels_name] = labels
        if predictions_name:
            return fn(**kwargs, **{predictions_name: predictions})
        return fn(predictions, **kwargs)

    return call


def _chosen(what: str, values: Any, key: Any) -> Any:
    if key:
        if not isinstance(values, dict):
            raise ValueError(
                f"MetricSpec with {what}_key specified requires {what}s dict, got {values}.\n"
                f"You must not provide a {what}_key if you only have a single Tensor as {what}s."
            )
        if key not in values:
            raise KeyError(f"Key '{key}' missing from {values.keys()}.")
        return values[key]
    if not isinstance(values, dict):
        return values
    if len(values) != 1:
        raise ValueError(
            f"MetricSpec without specified {what}_key requires {what}s tensor or single element dict, got {values}"
        )
    return next(iter(values.values()))


class MetricSpec:
    """A metric and what it is computed of.

    Args:
      metric_fn: a function of predictions, labels and perhaps weights, which it may call `prediction`, `logits`,
        `targets`, `weight` and the like; gives a tensor, or a value and an update.
      prediction_key, label_key: which of several predictions and labels.
      weight_key: which feature holds the weights.

    Raises:
      ValueError: the function's arguments are ambiguous, or one that is needed is missing.
    """

    @deprecated(None, "Use tf.estimator.EstimatorSpec.eval_metric_ops.", _MODULE)
    def __init__(
        self,
        metric_fn: Callable[..., Any],
        prediction_key: str | None = None,
        label_key: str | None = None,
        weight_key: str | None = None,
    ) -> None:
        self._metric_fn_name = _name(metric_fn)
        self._metric_fn = _adapted(metric_fn, self._metric_fn_name, label_key is not None, weight_key is not None)
        self._prediction_key = prediction_key
        self._label_key = label_key
        self._weight_key = weight_key

    @property
    def prediction_key(self) -> str | None:
        return self._prediction_key

    @property
    def label_key(self) -> str | None:
        return self._label_key

    @property
    def weight_key(self) -> str | None:
        return self._weight_key

    @property
    def metric_fn(self) -> Callable[..., Any]:
        """The metric as a function of `labels`, `predictions` and `weights`, by name."""
        return self._metric_fn

    def __str__(self) -> str:
        return (
            f"MetricSpec(metric_fn={self._metric_fn_name}, prediction_key={self.prediction_key}, "
            f"label_key={self.label_key}, weight_key={self.weight_key})"
        )

    def create_metric_ops(self, inputs: Any, labels: Any, predictions: Any) -> Any:
        """What the metric's function gives for these.

        Raises:
          ValueError: a key is given for a single tensor, or none for several.
          KeyError: there is no such label or prediction.
        """
        prediction = _chosen("prediction", predictions, self.prediction_key)
        label = _chosen("label", labels, self.label_key)
        try:
            weights = inputs[self.weight_key] if self.weight_key else None
            return self.metric_fn(labels=label, predictions=prediction, weights=weights)
        except Exception as e:
            tf_logging.error("Could not create metric ops for %s, %s.", self, e)
            raise
