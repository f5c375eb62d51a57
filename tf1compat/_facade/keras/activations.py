"""`tf.keras.activations`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops, nn_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object
from tf1compat._facade.tensor import Tensor


def softmax(x: Any, axis: int = -1) -> Tensor:
    """exp(x) over its sum along `axis`; ValueError for a vector."""
    rank = K.ndim(x)
    if rank == 2:
        return nn_ops.softmax(x)
    if rank is None or rank < 2:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    powers = math_ops.exp(x - math_ops.reduce_max(x, axis=axis, keepdims=True))
    return powers / math_ops.reduce_sum(powers, axis=axis, keepdims=True)


def elu(x: Any, alpha: float = 1.0) -> Tensor:
    """x, or alpha * (exp(x) - 1) below zero."""
    return K.elu(x, alpha)


def selu(x: Any) -> Tensor:
    """The scaled exponential linear unit (Klambauer et al. 2017)."""
    return 1.0507009873554804934193349852946 * K.elu(x, 1.6732632423543772848170429916717)


def softplus(x: Any) -> Tensor:
    """log(exp(x) + 1)."""
    return nn_ops.softplus(x)


def softsign(x: Any) -> Tensor:
    """x / (abs(x) + 1)."""
    return nn_ops.softsign(x)


def relu(x: Any, alpha: Any = 0.0, max_value: Any = None, threshold: Any = 0) -> Tensor:
    """max(x, 0), with a slope below the threshold and an upper limit."""
    return K.relu(x, alpha=alpha, max_value=max_value, threshold=threshold)


def tanh(x: Any) -> Tensor:
    """Hyperbolic tangent."""
    return math_ops.tanh(x)


def sigmoid(x: Any) -> Tensor:
    """1 / (1 + exp(-x))."""
    return math_ops.sigmoid(x)


def exponential(x: Any) -> Tensor:
    """exp(x)."""
    return math_ops.exp(x)


def hard_sigmoid(x: Any) -> Tensor:
    """0.2 * x + 0.5 within 0 and 1."""
    return K.hard_sigmoid(x)


def linear(x: Any) -> Any:
    """x."""
    return x


_KNOWN = {
    f.__name__: f
    for f in (softmax, elu, selu, softplus, softsign, relu, tanh, sigmoid, exponential, hard_sigmoid, linear)
}


def serialize(activation: Any) -> Any:
    """The activation's name."""
    # TF1: tf.nn.softmax is called softmax_v2 inside
    return "softmax" if getattr(activation, "__name__", None) == "softmax_v2" else serialize_keras_object(activation)


def deserialize(name: Any, custom_objects: Any = None) -> Any:
    """The activation of this name."""
    return deserialize_keras_object(name, _KNOWN, custom_objects, "activation function")


def get(identifier: Any) -> Any:
    """The activation that an argument stands for: `linear` for None.

    Raises:
      TypeError: neither a name nor a function.
      ValueError: an unknown name.
    """
    if identifier is None:
        return linear
    if isinstance(identifier, str):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    if isinstance(identifier, dict):
        return deserialize_keras_object(identifier, printable_module_name="activation")
    raise TypeError(f"Could not interpret activation function identifier: {identifier!r}")
