"""Activations, initializers and regularizers that layers accept by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, clip_ops, init_ops, math_ops, nn_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.tensor import Tensor

_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_ALPHA = 1.6732632423543772848170429916717


def _selu(x: Tensor) -> Tensor:
    """TF1: the name `selu` does not make a Selu node, but this."""
    negative = nn_ops.elu(x)
    return _SELU_SCALE * array_ops.where(x > 0, negative, _SELU_ALPHA * negative)


def _hard_sigmoid(x: Tensor) -> Tensor:
    slope, offset = constant(0.2, dtype=x.dtype.base), constant(0.5, dtype=x.dtype.base)
    return clip_ops.clip_by_value(math_ops.add(math_ops.multiply(x, slope, name="Mul"), offset), 0.0, 1.0)


def _softmax(x: Tensor) -> Tensor:
    rank = x.shape.ndims
    if rank is not None and rank < 2:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    return nn_ops.softmax(x)


_ACTIVATIONS: dict[str, Callable[[Any], Any]] = {
    "elu": nn_ops.elu,
    "exponential": math_ops.exp,
    "hard_sigmoid": _hard_sigmoid,
    "linear": lambda x: x,
    "relu": nn_ops.relu,
    "selu": _selu,
    "sigmoid": math_ops.sigmoid,
    "softmax": _softmax,
    "softplus": nn_ops.softplus,
    "softsign": nn_ops.softsign,
    "tanh": math_ops.tanh,
}


def activation(identifier: Any) -> Any:
    """The function that a layer's `activation` argument stands for; None for none.

    Raises:
      ValueError: an unknown name.
      TypeError: neither a name nor a function.
    """
    if identifier is None or callable(identifier):
        return identifier
    if not isinstance(identifier, str):
        raise TypeError(f"Could not interpret activation function identifier: {identifier!r}")
    if identifier not in _ACTIVATIONS:
        raise ValueError(f"Unknown activation function:{identifier}")
    return _ACTIVATIONS[identifier]


def _uniform() -> Any:
    return init_ops.RandomUniform(-0.05, 0.05)


def _normal() -> Any:
    return init_ops.RandomNormal(0.0, 0.05)


def _truncated() -> Any:
    return init_ops.TruncatedNormal(0.0, 0.05)


_INITIALIZERS: dict[str, Callable[[], Any]] = {
    **dict.fromkeys(("zero", "zeros", "Zeros"), init_ops.Zeros),
    **dict.fromkeys(("one", "ones", "Ones"), init_ops.Ones),
    **dict.fromkeys(("constant", "Constant"), init_ops.Constant),
    **dict.fromkeys(("uniform", "random_uniform", "RandomUniform"), _uniform),
    **dict.fromkeys(("normal", "random_normal", "RandomNormal"), _normal),
    **dict.fromkeys(("truncated_normal", "TruncatedNormal"), _truncated),
    **dict.fromkeys(("glorot_uniform", "GlorotUniform"), init_ops.GlorotUniform),
    **dict.fromkeys(("glorot_normal", "GlorotNormal"), init_ops.GlorotNormal),
    **dict.fromkeys(("orthogonal", "Orthogonal"), init_ops.Orthogonal),
    **dict.fromkeys(("identity", "Identity"), init_ops.Identity),
    "he_normal": init_ops.he_normal,
    "he_uniform": init_ops.he_uniform,
    "lecun_normal": init_ops.lecun_normal,
    "lecun_uniform": init_ops.lecun_uniform,
    "VarianceScaling": init_ops.VarianceScaling,
}


def initializer(identifier: Any) -> Any:
    """The initializer that an argument stands for; None for the default.

    Raises:
      ValueError: an unknown name, or neither a name nor a function.
    """
    if identifier is None or callable(identifier):
        return identifier
    if isinstance(identifier, dict):
        from tf1compat._facade.keras import initializers

        return initializers.get(identifier)
    if not isinstance(identifier, str):
        raise ValueError(f"Could not interpret initializer identifier: {identifier}")
    if identifier not in _INITIALIZERS:
        raise ValueError(f"Unknown initializer:{identifier}")
    return _INITIALIZERS[identifier]()


def regularizer(identifier: Any) -> Any:
    """The regularizer that an argument stands for: a function, Keras' name or configuration; None for none.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None or callable(identifier):
        return identifier
    from tf1compat._facade.keras import regularizers

    return regularizers.get(identifier)


def constraint(identifier: Any) -> Any:
    """The constraint that an argument stands for: a function, Keras' name or configuration; None for none.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None or callable(identifier):
        return identifier
    from tf1compat._facade.keras import constraints

    return constraints.get(identifier)
