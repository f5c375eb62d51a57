"""`tf.keras.optimizers`: what names stand for, and optimizers of `tf.train` in their place."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.optimizers import further_rules as _further
from tf1compat._facade.keras.optimizers import rules as _rules
from tf1compat._facade.keras.optimizers.base import Optimizer as Optimizer
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object
from tf1compat._facade.train import optimizer as _train
from tf1compat._facade.train import training_util
from tf1compat._jaxcore.base import errors

_NAMES = ("Adadelta", "Adagrad", "Adam", "Adamax", "Nadam", "RMSprop", "SGD", "Ftrl")
_KNOWN: dict[str, Any] = {
    name.lower(): getattr(_further if name in ("Nadam", "Ftrl") else _rules, name) for name in _NAMES
}


class TFOptimizer:
    """An optimizer of `tf.train` as one of Keras."""

    def __init__(self, optimizer: Any, iterations: Any = None) -> None:
        self.optimizer = optimizer
        self.iterations = iterations
        if iterations is None:
            with K.name_scope(type(self).__name__):
                self.iterations = K.variable(0, dtype="int64", name="iterations")

    def get_updates(self, loss: Any, params: Any) -> list[Any]:
        """The operations of one step."""
        if not params:
            return [self.iterations.assign_add(1)]
        grads = self.optimizer.compute_gradients(loss, params)
        step = training_util.get_global_step()
        return [self.optimizer.apply_gradients(grads, step if step is not None else self.iterations)]

    @property
    def weights(self) -> Any:
        raise NotImplementedError

    def get_config(self) -> Any:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name == "lr":
            raise errors.unsupported(
                f"{type(self.optimizer).__name__} has no learning rate that callbacks can change.",
                advice="Use an optimizer of tf.keras.optimizers.",
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def serialize(optimizer: Any) -> Any:
    """The optimizer's class and configuration."""
    return serialize_keras_object(optimizer)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The optimizer of a configuration."""
    known = {**{name: _KNOWN[name.lower()] for name in _NAMES}, **_KNOWN}
    if config["class_name"].lower() in _KNOWN:
        config = {**config, "class_name": config["class_name"].lower()}
    return deserialize_keras_object(config, known, custom_objects, "optimizer")


def get(identifier: Any) -> Any:
    """The optimizer that an argument stands for.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if isinstance(identifier, (Optimizer, TFOptimizer)):
        return identifier
    if isinstance(identifier, _train.Optimizer):
        made = TFOptimizer(identifier)
        K.track_tf_optimizer(made)
        return made
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}})
    raise ValueError("Could not interpret optimizer identifier:", identifier)
