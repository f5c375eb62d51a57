"""`tf.keras.regularizers`: functions of weights whose results are losses."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object


class Regularizer:
    """Base of regularizers; calling one gives the loss."""

    def __call__(self, x: Any) -> Any:
        return 0.0

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The regularizer of a configuration."""
        return cls(**config)


class L1L2(Regularizer):
    """l1 * sum(abs(x)) + l2 * sum(x²)."""

    def __init__(self, l1: Any = 0.0, l2: Any = 0.0) -> None:
        self.l1 = K.cast_to_floatx(l1)
        self.l2 = K.cast_to_floatx(l2)

    def __call__(self, x: Any) -> Any:
        if not self.l1 and not self.l2:
            return K.constant(0.0)
        found: Any = 0.0
        if self.l1:
            found += self.l1 * math_ops.reduce_sum(math_ops.abs(x))
        if self.l2:
            found += self.l2 * math_ops.reduce_sum(math_ops.square(x))
        return found

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"l1": float(self.l1), "l2": float(self.l2)}


def l1(l: Any = 0.01) -> L1L2:  # noqa: E741
    """l * sum(abs(x))."""
    return L1L2(l1=l)


def l2(l: Any = 0.01) -> L1L2:  # noqa: E741
    """l * sum(x²)."""
    return L1L2(l2=l)


def l1_l2(l1: Any = 0.01, l2: Any = 0.01) -> L1L2:
    """Both."""
    return L1L2(l1=l1, l2=l2)


_FUNCTIONS: dict[str, Any] = {"l1": l1, "l2": l2, "l1_l2": l1_l2}
_KNOWN: dict[str, Any] = {"L1L2": L1L2, **_FUNCTIONS}


def serialize(regularizer: Any) -> Any:
    """The regularizer's class and configuration."""
    return serialize_keras_object(regularizer)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The regularizer of a name or a configuration."""
    return deserialize_keras_object(config, _KNOWN, custom_objects, "regularizer")


def get(identifier: Any) -> Any:
    """The regularizer that an argument stands for; None for none.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None or (callable(identifier) and not isinstance(identifier, str)):
        return identifier
    if isinstance(identifier, str):
        return _FUNCTIONS[identifier]() if identifier in _FUNCTIONS else deserialize(identifier)
    if isinstance(identifier, dict):
        return deserialize(identifier)
    raise ValueError("Could not interpret regularizer identifier:", identifier)
