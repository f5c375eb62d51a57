"""`tf.keras.initializers`: those of TensorFlow, three with other defaults."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade.init_ops import Constant as Constant
from tf1compat._facade.init_ops import GlorotNormal as GlorotNormal
from tf1compat._facade.init_ops import GlorotUniform as GlorotUniform
from tf1compat._facade.init_ops import Identity as Identity
from tf1compat._facade.init_ops import Initializer as Initializer
from tf1compat._facade.init_ops import Ones as Ones
from tf1compat._facade.init_ops import Orthogonal as Orthogonal
from tf1compat._facade.init_ops import VarianceScaling as VarianceScaling
from tf1compat._facade.init_ops import Zeros as Zeros
from tf1compat._facade.init_ops import he_normal as he_normal
from tf1compat._facade.init_ops import he_uniform as he_uniform
from tf1compat._facade.init_ops import lecun_normal as lecun_normal
from tf1compat._facade.init_ops import lecun_uniform as lecun_uniform
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object
from tf1compat._jaxcore.base import dtypes


class TruncatedNormal(init_ops.TruncatedNormal):
    """Normal draws within two standard deviations, of 0.05 by default."""

    def __init__(
        self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        super().__init__(mean=mean, stddev=stddev, seed=seed, dtype=dtype)


class RandomUniform(init_ops.RandomUniform):
    """Uniform draws, within -0.05 and 0.05 by default."""

    def __init__(
        self, minval: float = -0.05, maxval: float = 0.05, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        super().__init__(minval=minval, maxval=maxval, seed=seed, dtype=dtype)


class RandomNormal(init_ops.RandomNormal):
    """Normal draws of standard deviation 0.05 by default."""

    def __init__(
        self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        super().__init__(mean=mean, stddev=stddev, seed=seed, dtype=dtype)


zero = zeros = Zeros
one = ones = Ones
constant = Constant
uniform = random_uniform = RandomUniform
normal = random_normal = RandomNormal
truncated_normal = TruncatedNormal
identity = Identity
orthogonal = Orthogonal
glorot_normal = GlorotNormal
glorot_uniform = GlorotUniform

_FUNCTIONS = {"he_normal": he_normal, "he_uniform": he_uniform, "lecun_normal": lecun_normal} | {
    "lecun_uniform": lecun_uniform
}
_KNOWN = {k: v for k, v in globals().items() if isinstance(v, type) and issubclass(v, Initializer)} | _FUNCTIONS


def serialize(initializer: Any) -> Any:
    """The initializer's class and configuration."""
    return serialize_keras_object(initializer)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The initializer of a name or a configuration."""
    return deserialize_keras_object(config, _KNOWN, custom_objects, "initializer")


def get(identifier: Any) -> Any:
    """The initializer that an argument stands for; None for the default.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return _FUNCTIONS[identifier]() if identifier in _FUNCTIONS else deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret initializer identifier: " + str(identifier))
