"""`tf.keras.constraints`: projections of weights after an update."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object


class Constraint:
    """Base of constraints; calling one gives the projected weights."""

    def __call__(self, w: Any) -> Any:
        return w

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {}


def _norms(w: Any, axis: Any) -> Any:
    return K.sqrt(math_ops.reduce_sum(math_ops.square(w), axis=axis, keepdims=True))


class MaxNorm(Constraint):
    """Norms along `axis` of at most `max_value`."""

    def __init__(self, max_value: Any = 2, axis: Any = 0) -> None:
        self.max_value = max_value
        self.axis = axis

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        desired = K.clip(norms, 0, self.max_value)
        return w * (desired / (K.epsilon() + norms))

    def get_config(self) -> dict[str, Any]:
        return {"max_value": self.max_value, "axis": self.axis}


class NonNeg(Constraint):
    """No negative weights."""

    def __call__(self, w: Any) -> Any:
        return w * math_ops.cast(math_ops.greater_equal(w, 0.0), K.floatx())


class UnitNorm(Constraint):
    """Norms of one along `axis`."""

    def __init__(self, axis: Any = 0) -> None:
        self.axis = axis

    def __call__(self, w: Any) -> Any:
        return w / (K.epsilon() + _norms(w, self.axis))

    def get_config(self) -> dict[str, Any]:
        return {"axis": self.axis}


class MinMaxNorm(Constraint):
    """Norms along `axis` moved, by the part `rate`, to between `min_value` and `max_value`."""

    def __init__(self, min_value: Any = 0.0, max_value: Any = 1.0, rate: Any = 1.0, axis: Any = 0) -> None:
        self.min_value = min_value
        self.max_value = max_value
        self.rate = rate
        self.axis = axis

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        desired = self.rate * K.clip(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (desired / (K.epsilon() + norms))

    def get_config(self) -> dict[str, Any]:
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


class RadialConstraint(Constraint):
    """Kernels [rows, columns, inputs, outputs] that are equal along rings: each takes a value on its diagonal.

    Raises:
      ValueError: the variable is not of rank 4, or its sizes are not known.
    """

    def __call__(self, w: Any) -> Any:
        if w.shape.ndims != 4:
            raise ValueError(f"The weight tensor must be of rank 4, but is of shape: {w.shape}")
        height, width = w.shape.as_list()[:2]
        rows, columns = np.indices((height, width))
        ring = np.maximum(np.abs(2 * rows - (height - 1)), np.abs(2 * columns - (width - 1))) // 2
        # TF1: the value of a ring is that on the diagonal; of odd kernels it is shifted by one
        first = height // 2
        diagonal = first - 1 + ring if height % 2 else np.where(ring == 0, first - 1, first + ring)
        places = diagonal * width + diagonal
        flat = K.reshape(w, (height * width, -1))
        return K.reshape(array_ops.gather(flat, places.ravel()), w.shape.as_list())


max_norm = maxnorm = MaxNorm
non_neg = nonneg = NonNeg
unit_norm = unitnorm = UnitNorm
min_max_norm = MinMaxNorm
radial_constraint = RadialConstraint

_KNOWN: dict[str, Any] = {k: v for k, v in globals().items() if isinstance(v, type) and issubclass(v, Constraint)}


def serialize(constraint: Any) -> Any:
    """The constraint's class and configuration."""
    return serialize_keras_object(constraint)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The constraint of a name or a configuration."""
    return deserialize_keras_object(config, _KNOWN, custom_objects, "constraint")


def get(identifier: Any) -> Any:
    """The constraint that an argument stands for; None for none.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None:
        return None
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}})
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret constraint identifier: " + str(identifier))
