"""`tf.contrib.layers`: initial values scaled by the number of inputs and outputs (Glorot and Bengio, 2010)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade.random_ops import random_uniform, truncated_normal
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType

_MODES = ("FAN_IN", "FAN_OUT", "FAN_AVG")


def xavier_initializer(
    uniform: bool = True, seed: int | None = None, dtype: DType = dtypes.float32
) -> Callable[..., Tensor]:
    """Uniform in ±sqrt(6 / (in + out)), or normal with a variance of 2 / (in + out) before it is cut at two sigma."""
    return variance_scaling_initializer(factor=1.0, mode="FAN_AVG", uniform=uniform, seed=seed, dtype=dtype)


xavier_initializer_conv2d = xavier_initializer


def variance_scaling_initializer(
    factor: float = 2.0,
    mode: str = "FAN_IN",
    uniform: bool = False,
    seed: int | None = None,
    dtype: DType = dtypes.float32,
) -> Callable[..., Tensor]:
    """An initializer with the variance `factor / n`, where n is the number of inputs, of outputs, or their mean.

    Raises:
      TypeError: another mode, or a dtype that is not floating point.
    """
    _check_floating(dtype)
    if mode not in _MODES:
        raise TypeError("Unknown mode %s [FAN_IN, FAN_OUT, FAN_AVG]", mode)

    def initializer(shape: Sequence[Any], dtype: DType = dtype, partition_info: Any = None) -> Tensor:
        del partition_info  # TF1: a part of a variable is scaled by its own shape
        _check_floating(dtype)
        n = _fan(shape, mode)
        if uniform:
            limit = math.sqrt(3.0 * factor / n)
            return random_uniform(shape, -limit, limit, dtype, seed=seed)
        # 1.3 makes up for the variance that cutting at two sigma takes away
        return truncated_normal(shape, 0.0, math.sqrt(1.3 * factor / n), dtype, seed=seed)

    return initializer


def _fan(shape: Sequence[Any], mode: str) -> float:
    """The number of connections of a kernel `[…window, in, out]`."""
    sizes = [float(size) for size in shape] or [1.0]
    window = math.prod(sizes[:-2])
    fan_in, fan_out = sizes[max(len(sizes) - 2, 0)] * window, sizes[-1] * window
    return {"FAN_IN": fan_in, "FAN_OUT": fan_out, "FAN_AVG": (fan_in + fan_out) / 2.0}[mode]


def _check_floating(dtype: DType) -> None:
    if not dtype.is_floating:
        raise TypeError("Cannot create initializer for non-floating point type.")
