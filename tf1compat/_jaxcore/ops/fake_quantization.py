"""Numbers rounded to what a quantised network would have, with straight-through gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import same_dim, with_rank


def _nudged(low: Any, high: Any, num_bits: int, narrow_range: bool) -> tuple[Any, Any, Any]:
    """(least, greatest, step), moved so that zero is one of the steps."""
    import jax.numpy as jnp

    low, high = jnp.asarray(low, np.float32), jnp.asarray(high, np.float32)
    first, last = np.float32(1 if narrow_range else 0), np.float32((1 << num_bits) - 1)
    step = (high - low) / (last - first)
    zero = first - low / step
    rounded = jnp.where(zero < first, first, jnp.where(zero > last, last, jnp.floor(zero + np.float32(0.5))))
    return (first - rounded) * step, (last - rounded) * step, step


def _quantized(inputs: Any, low: Any, high: Any, num_bits: int, narrow_range: bool) -> Any:
    import jax.numpy as jnp

    least, greatest, step = _nudged(low, high, num_bits, narrow_range)
    shifted = jnp.clip(jnp.asarray(inputs), least, greatest) - least
    result = jnp.floor(shifted / step + np.float32(0.5)) * step + least
    return jnp.where((jnp.asarray(low) == 0) & (jnp.asarray(high) == 0), np.float32(0), result)


def _parts(gradients: Any, inputs: Any, low: Any, high: Any, num_bits: int, narrow_range: bool) -> tuple[Any, Any, Any]:
    """The gradient of what is inside the range, below it, and above it."""
    import jax.numpy as jnp

    least, greatest, _ = _nudged(low, high, num_bits, narrow_range)
    x, d, zero = jnp.asarray(inputs), jnp.asarray(gradients), np.float32(0)
    empty = (jnp.asarray(low) == 0) & (jnp.asarray(high) == 0)
    below, above = (x < least) & ~empty, (x > greatest) & ~empty
    return jnp.where(below | above, zero, d), jnp.where(below, d, zero), jnp.where(above, d, zero)


def _args_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    limits = attrs["min"], attrs["max"], attrs["num_bits"], attrs["narrow_range"]
    return [_parts(cotangents[0], inputs[0], *limits)[0]]


@op("FakeQuantWithMinMaxArgs", "inputs: float32 -> outputs: float32", shape=shape_rules.unchanged, grad=_args_grad)
def fake_quant_with_min_max_args(
    inputs: Any, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False
) -> Any:
    """Rounded to the steps of a range that is part of the graph."""
    if min >= max:
        raise errors.InvalidArgumentError(None, None, f"min has to be smaller than max, was: {min:g} >= {max:g}")
    return _quantized(inputs, min, max, num_bits, narrow_range)


@op("FakeQuantWithMinMaxArgsGradient", "gradients: float32, inputs: float32 -> backprops: float32",
    shape=shape_rules.unchanged)  # fmt: skip
def fake_quant_with_min_max_args_gradient(
    gradients: Any, inputs: Any, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False
) -> Any:
    """The gradient of `FakeQuantWithMinMaxArgs`."""
    return _parts(gradients, inputs, min, max, num_bits, narrow_range)[0]


def _vars_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    return fake_quant_with_min_max_vars_gradient(cotangents[0], *inputs, **attrs)


def _scalars(x: Any) -> Any:
    with_rank(x.shape(1), 0)
    with_rank(x.shape(2), 0)
    return (x.shape(0),)


@op("FakeQuantWithMinMaxVars", "inputs: float32, min: float32, max: float32 -> outputs: float32", shape=_scalars,
    grad=_vars_grad)  # fmt: skip
def fake_quant_with_min_max_vars(
    inputs: Any, min: Any, max: Any, *, num_bits: int = 8, narrow_range: bool = False
) -> Any:
    """Rounded to the steps of a range."""
    return _quantized(inputs, min, max, num_bits, narrow_range)


def _three(x: Any) -> Any:
    return (x.shape(1), (), ())


@op("FakeQuantWithMinMaxVarsGradient",
    "gradients: float32, inputs: float32, min: float32, max: float32 -> backprops_wrt_input: float32, "
    "backprop_wrt_min: float32, backprop_wrt_max: float32", shape=_three)  # fmt: skip
def fake_quant_with_min_max_vars_gradient(
    gradients: Any, inputs: Any, min: Any, max: Any, *, num_bits: int = 8, narrow_range: bool = False
) -> Any:
    """The gradients of `FakeQuantWithMinMaxVars`."""
    inside, below, above = _parts(gradients, inputs, min, max, num_bits, narrow_range)
    return inside, below.sum(), above.sum()


def _channel_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    return fake_quant_per_channel_gradient(cotangents[0], *inputs, **attrs)


def _per_channel(x: Any) -> Any:
    shape = x.shape(0)
    if shape is None:
        return (None,)
    channels = shape[-1]
    for i in (1, 2):
        channels = same_dim(channels, with_rank(x.shape(i), 1)[0])
    return ((*shape[:-1], channels),)


@op("FakeQuantWithMinMaxVarsPerChannel", "inputs: float32, min: float32, max: float32 -> outputs: float32",
    shape=_per_channel, grad=_channel_grad)  # fmt: skip
def fake_quant_per_channel(inputs: Any, min: Any, max: Any, *, num_bits: int = 8, narrow_range: bool = False) -> Any:
    """Rounded to the steps of a range for each channel (the last dimension)."""
    return _quantized(inputs, min, max, num_bits, narrow_range)


def _channel_three(x: Any) -> Any:
    shape = x.shape(1)
    if shape is None:
        return (None, *[(with_rank(x.shape(i), 1)[0],) for i in (2, 3)])
    channels = shape[-1]
    for i in (2, 3):
        channels = same_dim(channels, with_rank(x.shape(i), 1)[0])
    return ((*shape[:-1], channels), (channels,), (channels,))


@op("FakeQuantWithMinMaxVarsPerChannelGradient",
    "gradients: float32, inputs: float32, min: float32, max: float32 -> backprops_wrt_input: float32, "
    "backprop_wrt_min: float32, backprop_wrt_max: float32", shape=_channel_three)  # fmt: skip
def fake_quant_per_channel_gradient(
    gradients: Any, inputs: Any, min: Any, max: Any, *, num_bits: int = 8, narrow_range: bool = False
) -> Any:
    """The gradients of `FakeQuantWithMinMaxVarsPerChannel`."""
    inside, below, above = _parts(gradients, inputs, min, max, num_bits, narrow_range)
    axes = tuple(range(inside.ndim - 1))
    return inside, below.sum(axes), above.sum(axes)
