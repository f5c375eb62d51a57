"""`tf.keras.metrics`: all metrics, and what names stand for."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.keras import losses as _losses
from tf1compat._facade.keras.losses import binary_crossentropy as binary_crossentropy
from tf1compat._facade.keras.losses import categorical_crossentropy as categorical_crossentropy
from tf1compat._facade.keras.losses import hinge as hinge
from tf1compat._facade.keras.losses import kullback_leibler_divergence as kullback_leibler_divergence
from tf1compat._facade.keras.losses import logcosh as logcosh
from tf1compat._facade.keras.losses import mean_absolute_error as mean_absolute_error
from tf1compat._facade.keras.losses import mean_absolute_percentage_error as mean_absolute_percentage_error
from tf1compat._facade.keras.losses import mean_squared_error as mean_squared_error
from tf1compat._facade.keras.losses import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from tf1compat._facade.keras.losses import poisson as poisson
from tf1compat._facade.keras.losses import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from tf1compat._facade.keras.losses import squared_hinge as squared_hinge
from tf1compat._facade.keras.metrics import base as _base
from tf1compat._facade.keras.metrics import confusion as _confusion
from tf1compat._facade.keras.metrics import functions as _functions
from tf1compat._facade.keras.metrics.base import Mean as Mean
from tf1compat._facade.keras.metrics.base import MeanMetricWrapper as MeanMetricWrapper
from tf1compat._facade.keras.metrics.base import Metric as Metric
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object

_KNOWN: dict[str, Any] = {
    k: v
    for module in (_losses, _base, _confusion, _functions)
    for k, v in vars(module).items()
    if callable(v) and not k.startswith("_") and getattr(v, "__module__", "").startswith("tf1compat._facade.keras.")
}
_KNOWN.update(
    acc=_functions.accuracy,
    ACC=_functions.accuracy,
    bce=_losses.binary_crossentropy,
    BCE=_losses.binary_crossentropy,
    cosine=_functions.cosine_proximity,
)


def clone_metric(metric: Any) -> Any:
    """A metric like this one, with variables of its own."""
    if not isinstance(metric, Metric):
        return metric
    with init_scope():
        return type(metric).from_config(metric.get_config())


def serialize(metric: Any) -> Any:
    """The metric's name, or class and configuration."""
    return serialize_keras_object(metric)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The metric of a name or a configuration."""
    return deserialize_keras_object(config, _KNOWN, custom_objects, "metric function")


def get(identifier: Any) -> Any:
    """The metric that an argument stands for.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if isinstance(identifier, (dict, str)):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret metric function identifier: {identifier}")
