"""Initialisers of TensorFlow 2: objects whose dtype is given when they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.init_ops import Constant as v1_constant_initializer
from tf1compat._facade.init_ops import Identity as v1_initializers__identity
from tf1compat._facade.init_ops import Ones as v1_ones_initializer
from tf1compat._facade.init_ops import Orthogonal as v1_orthogonal_initializer
from tf1compat._facade.init_ops import RandomNormal as v1_random_normal_initializer
from tf1compat._facade.init_ops import RandomUniform as v1_random_uniform_initializer
from tf1compat._facade.init_ops import TruncatedNormal as v1_truncated_normal_initializer
from tf1compat._facade.init_ops import VarianceScaling as v1_variance_scaling_initializer
from tf1compat._facade.init_ops import Zeros as v1_zeros_initializer
from tf1compat._jaxcore.base import dtypes


class Initializer:
    """Makes initial values: `initializer(shape, dtype)`."""

    _options: dict[str, Any]
    _v1: Callable[..., Any]
    _allowed = "floating"

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Any:
        dtype = dtypes.as_dtype(dtype)
        if self._allowed == "floating" and not dtype.is_floating:
            raise ValueError(f"Expected floating point type, got {dtype}.")
        return type(self)._v1(**self._options, dtype=dtype)(shape, dtype=dtype)

    def get_config(self) -> dict[str, Any]:
        """The arguments it was made with."""
        return dict(self._options)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        """An initialiser of `get_config`'s arguments."""
        config = dict(config)
        config.pop("dtype", None)
        return cls(**config)


class Zeros(Initializer):
    """Zeros."""

    _allowed = "numbers"
    _v1 = v1_zeros_initializer

    def __init__(self) -> None:
        self._options = {}


class Ones(Initializer):
    """Ones."""

    _allowed = "numbers"
    _v1 = v1_ones_initializer

    def __init__(self) -> None:
        self._options = {}


class Constant(Initializer):
    """A value, or as many as there are entries."""

    _allowed = "numbers"
    _v1 = v1_constant_initializer

    def __init__(self, value: Any = 0) -> None:
        self._options = {"value": value}


class RandomUniform(Initializer):
    """Uniform draws."""

    _allowed = "numbers"
    _v1 = v1_random_uniform_initializer

    def __init__(self, minval: Any = -0.05, maxval: Any = 0.05, seed: Any = None) -> None:
        self._options = {"minval": minval, "maxval": maxval, "seed": seed}


class RandomNormal(Initializer):
    """Normal draws."""

    _v1 = v1_random_normal_initializer

    def __init__(self, mean: Any = 0.0, stddev: Any = 0.05, seed: Any = None) -> None:
        self._options = {"mean": mean, "stddev": stddev, "seed": seed}


class TruncatedNormal(Initializer):
    """Normal draws, those beyond two standard deviations drawn anew."""

    _v1 = v1_truncated_normal_initializer

    def __init__(self, mean: Any = 0.0, stddev: Any = 0.05, seed: Any = None) -> None:
        self._options = {"mean": mean, "stddev": stddev, "seed": seed}


class VarianceScaling(Initializer):
    """Draws whose spread depends on the number of inputs and outputs."""

    _v1 = v1_variance_scaling_initializer

    def __init__(
        self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal", seed: Any = None
    ) -> None:
        self._options = {"scale": scale, "mode": mode, "distribution": distribution, "seed": seed}


class GlorotUniform(VarianceScaling):
    """Uniform draws for layers with a symmetric activation."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self._options["seed"]}


class GlorotNormal(VarianceScaling):
    """Normal draws for layers with a symmetric activation."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self._options["seed"]}


class Orthogonal(Initializer):
    """An orthogonal matrix."""

    _v1 = v1_orthogonal_initializer

    def __init__(self, gain: float = 1.0, seed: Any = None) -> None:
        self._options = {"gain": gain, "seed": seed}


class Identity(Initializer):
    """A multiple of the identity matrix."""

    _v1 = v1_initializers__identity

    def __init__(self, gain: float = 1.0) -> None:
        self._options = {"gain": gain}


def lecun_normal(seed: Any = None) -> Initializer:
    """Normal draws with variance 1 / inputs."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: Any = None) -> Initializer:
    """Uniform draws with variance 1 / inputs."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def he_normal(seed: Any = None) -> Initializer:
    """Normal draws with variance 2 / inputs."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: Any = None) -> Initializer:
    """Uniform draws with variance 2 / inputs."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


_CLASSES = {
    "constant": Constant,
    "glorot_normal": GlorotNormal,
    "glorot_uniform": GlorotUniform,
    "identity": Identity,
    "ones": Ones,
    "orthogonal": Orthogonal,
    "zeros": Zeros,
}
_FUNCTIONS = (he_normal, he_uniform, lecun_normal, lecun_uniform)
_ALL = {
    **_CLASSES,
    **{cls.__name__: cls for cls in (*_CLASSES.values(), Initializer, RandomNormal, RandomUniform)},
    **{cls.__name__: cls for cls in (TruncatedNormal, VarianceScaling)},
    **{function.__name__: function for function in _FUNCTIONS},
}
NAMES: dict[str, Any] = {
    **{f"{place}.{name}": value for place in ("initializers", "keras.initializers") for name, value in _ALL.items()},
    "constant_initializer": Constant,
    "ones_initializer": Ones,
    "random_normal_initializer": RandomNormal,
    "random_uniform_initializer": RandomUniform,
    "zeros_initializer": Zeros,
}
