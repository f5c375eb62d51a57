"""`tf.initializers`: what variables start with, as objects that build the nodes for a given shape."""

from __future__ import annotations

import math
from typing import Any, TypeVar

import numpy as np

from tf1compat._facade import array_ops, constants, random_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType

I = TypeVar("I", bound="Initializer")  # noqa: E741


class Initializer:
    """Base of all initializers: `initializer(shape, dtype=None, partition_info=None)` gives a tensor.

    `get_config` and `from_config` take an initializer apart into plain values and put it together again.
    """

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments as JSON values."""
        return {}

    @classmethod
    def from_config(cls: type[I], config: dict[str, Any]) -> I:
        """An initializer from what `get_config` returned."""
        return cls(**config)


def _float(dtype: Any) -> DType:
    found = dtypes.as_dtype(dtype)
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found}.")
    return found


class Zeros(Initializer):
    """All zeros.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.zeros_initializer()([2, 3]).shape.as_list()
    [2, 3]
    """

    def __init__(self, dtype: Any = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        return array_ops.zeros(shape, self.dtype if dtype is None else dtype)

    def get_config(self) -> dict[str, Any]:
        return {"dtype": self.dtype.name}


class Ones(Initializer):
    """All ones."""

    def __init__(self, dtype: Any = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        return array_ops.ones(shape, self.dtype if dtype is None else dtype)

    def get_config(self) -> dict[str, Any]:
        return {"dtype": self.dtype.name}


class Constant(Initializer):
    """A given number, list or array; a list that is too short goes on with its last element.

    Raises:
      TypeError: `value` is none of these.
    """

    def __init__(self, value: Any = 0, dtype: Any = dtypes.float32, verify_shape: bool = False) -> None:
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value: {type(value)} (expected Python scalar, list or tuple of values, or "
                "numpy.ndarray)."
            )
        self.value = value
        self.dtype = dtypes.as_dtype(dtype)
        self._verify_shape = verify_shape

    def __call__(
        self, shape: Any, dtype: Any = None, partition_info: Any = None, verify_shape: bool | None = None
    ) -> Tensor:
        verify = self._verify_shape if verify_shape is None else verify_shape
        wanted = self.dtype if dtype is None else dtype
        return constants.constant(self.value, dtype=wanted, shape=shape, verify_shape=verify)

    def get_config(self) -> dict[str, Any]:
        # TF1: verify_shape is not part of the configuration
        return {"value": self.value, "dtype": self.dtype.name}


class RandomUniform(Initializer):
    """Uniform draws of [minval, maxval); for floats `maxval` is 1 by default."""

    def __init__(
        self, minval: Any = 0, maxval: Any = None, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        wanted = self.dtype if dtype is None else dtype
        return random_ops.random_uniform(shape, self.minval, self.maxval, wanted, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed, "dtype": self.dtype.name}


class RandomNormal(Initializer):
    """Normal draws."""

    def __init__(
        self, mean: Any = 0.0, stddev: Any = 1.0, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        wanted = self.dtype if dtype is None else dtype
        return random_ops.random_normal(shape, self.mean, self.stddev, wanted, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed, "dtype": self.dtype.name}


class TruncatedNormal(RandomNormal):
    """Normal draws within two standard deviations of the mean."""

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        wanted = self.dtype if dtype is None else dtype
        return random_ops.truncated_normal(shape, self.mean, self.stddev, wanted, seed=self.seed)


class UniformUnitScaling(Initializer):
    """Uniform draws that keep the scale of activations: limit sqrt(3 / inputs) * factor."""

    def __init__(self, factor: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        self.factor = factor
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        inputs = 1.0
        for size in _full_shape(shape, partition_info)[:-1]:
            inputs *= float(size)
        limit = math.sqrt(3 / max(inputs, 1.0)) * self.factor
        wanted = self.dtype if dtype is None else dtype
        return random_ops.random_uniform(shape, -limit, limit, wanted, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        return {"factor": self.factor, "seed": self.seed, "dtype": self.dtype.name}


def _full_shape(shape: Any, partition_info: Any) -> Any:
    """The shape of the whole variable, of which `shape` may be a part."""
    return shape if partition_info is None else partition_info.full_shape


_TRUNCATED_STDDEV = 0.87962566103423978  # of a standard normal deviate within (-2, 2)


class VarianceScaling(Initializer):
    """Draws whose variance is `scale` over the number of inputs, outputs, or their mean.

    Args:
      scale: positive number.
      mode: `"fan_in"`, `"fan_out"` or `"fan_avg"`.
      distribution: `"truncated_normal"` (also called `"normal"`), `"untruncated_normal"` or `"uniform"`.
      seed: the op's seed.
      dtype: floating point type.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        if scale <= 0.0:
            raise ValueError("`scale` must be positive float.")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError("Invalid `mode` argument:", mode)
        distribution = distribution.lower()
        if distribution not in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError("Invalid `distribution` argument:", distribution)
        self.scale = scale
        self.mode = mode
        self.distribution = distribution
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        wanted = self.dtype if dtype is None else dtype
        fan_in, fan_out = _fans(_full_shape(shape, partition_info))
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode]
        scale = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return random_ops.random_uniform(shape, -limit, limit, wanted, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return random_ops.random_normal(shape, 0.0, math.sqrt(scale), wanted, seed=self.seed)
        stddev = math.sqrt(scale) / _TRUNCATED_STDDEV
        return random_ops.truncated_normal(shape, 0.0, stddev, wanted, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        return {
            "scale": self.scale,
            "mode": self.mode,
            "distribution": self.distribution,
            "seed": self.seed,
            "dtype": self.dtype.name,
        }


def _fans(shape: Any) -> tuple[int, int]:
    """How many inputs and outputs a weight tensor connects: [spatial…, in, out]."""
    sizes = [int(d) for d in shape]
    if not sizes:
        return 1, 1
    if len(sizes) == 1:
        return sizes[0], sizes[0]
    field = math.prod(sizes[:-2])
    return sizes[-2] * field, sizes[-1] * field


class GlorotUniform(VarianceScaling):
    """Uniform draws of variance 2 / (inputs + outputs) (Glorot and Bengio 2010), also called Xavier's."""

    # TF1: `dtype` is accepted and not passed on
    def __init__(self, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        super().__init__(scale=1.0, mode="fan_avg", distribution="uniform", seed=seed)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self.seed, "dtype": self.dtype.name}


class GlorotNormal(VarianceScaling):
    """Truncated normal draws of variance 2 / (inputs + outputs)."""

    def __init__(self, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        super().__init__(scale=1.0, mode="fan_avg", distribution="truncated_normal", seed=seed)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self.seed, "dtype": self.dtype.name}


class Orthogonal(Initializer):
    """A matrix with orthonormal rows or columns, times `gain` (Saxe et al. 2014); leading dimensions are flattened."""

    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        self.gain = gain
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        if len(shape) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional")
        sizes = [int(d) for d in shape]
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        flat = (columns, rows) if rows < columns else (rows, columns)
        q = orthonormal(flat, self.dtype if dtype is None else dtype, self.seed)
        if rows < columns:
            q = array_ops.matrix_transpose(q)
        return self.gain * array_ops.reshape(q, shape)

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


def orthonormal(shape: Any, dtype: Any, seed: int | None) -> Tensor:
    """Orthonormal columns, uniformly distributed: Q of a random matrix, signed so that R's diagonal is positive."""
    from tf1compat._facade import math_ops

    drawn = random_ops.random_normal(shape, dtype=dtype, seed=seed)
    q, r = apply_op("Qr", drawn, full_matrices=False)
    return q * math_ops.sign(array_ops.diag_part(r))


class Identity(Initializer):
    """`gain` times the identity matrix; for matrices only."""

    def __init__(self, gain: float = 1.0, dtype: Any = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        whole = _full_shape(shape, partition_info)
        if len(whole) != 2:
            raise ValueError("Identity matrix initializer can only be used for 2D matrices.")
        if isinstance(whole, shapes.TensorShape):
            whole = whole.as_list()
        eye = array_ops.eye(*whole, dtype=self.dtype if dtype is None else dtype)
        if partition_info is not None:
            eye = array_ops.slice(eye, partition_info.var_offset, shape)
        return self.gain * eye

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "dtype": self.dtype.name}


def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal draws of variance 1 / inputs."""
    return VarianceScaling(scale=1.0, mode="fan_in", distribution="truncated_normal", seed=seed)


def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform draws of variance 1 / inputs."""
    return VarianceScaling(scale=1.0, mode="fan_in", distribution="uniform", seed=seed)


def he_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal draws of variance 2 / inputs (He et al. 2015)."""
    return VarianceScaling(scale=2.0, mode="fan_in", distribution="truncated_normal", seed=seed)


def he_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform draws of variance 2 / inputs."""
    return VarianceScaling(scale=2.0, mode="fan_in", distribution="uniform", seed=seed)


# The names that TF1 gives these classes in its own modules.
zeros_initializer = Zeros
ones_initializer = Ones
constant_initializer = Constant
random_uniform_initializer = RandomUniform
random_normal_initializer = RandomNormal
truncated_normal_initializer = TruncatedNormal
uniform_unit_scaling_initializer = UniformUnitScaling
variance_scaling_initializer = VarianceScaling
glorot_uniform_initializer = GlorotUniform
glorot_normal_initializer = GlorotNormal
orthogonal_initializer = Orthogonal
identity_initializer = Identity
_compute_fans = _fans
