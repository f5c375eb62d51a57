"""Backward operations of what looks at neighbours: mirrored borders, normalised channels, dilation, resampling.

Graphs written by TensorFlow hold them; graphs built here have `Gradient` nodes instead.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax
from jax import numpy as jnp

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops import morphology, nn, resampling
from tf1compat._jaxcore.schema import windows
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _like(position: int) -> Any:
    return lambda x: (x.shape(position),)


# ---- borders --------------------------------------------------------------------------------------------------------


def _without_border(x: Any) -> Any:
    rows, widths = x.shape(1), x.value(1)
    if rows is None or rows[0] is None:  # the rank is that of the paddings
        return (None,)
    shape = windows.ranked(x.shape(0), rows[0])
    if widths is None:
        return ((None,) * len(shape),)
    return (tuple(None if d is None else d - int(a) - int(b) for d, (a, b) in zip(shape, widths)),)


@op("MirrorPadGrad", "input: T, paddings: Tpaddings -> output: T", static="paddings", shape=_without_border,
    types={"Tpaddings": dtypes.int32})  # fmt: skip
def mirror_pad_grad(input: Any, paddings: Any, *, mode: bytes = REQUIRED) -> Any:
    """The input with its borders folded back: each element of a border is added to what it mirrors."""
    out, border = jnp.asarray(input), 1 if mode == b"REFLECT" else 0
    for axis, (before, after) in enumerate(np.asarray(paddings).tolist()):
        size = out.shape[axis] - before - after
        inner = lax.slice_in_dim(out, before, before + size, axis=axis)
        if before:
            folded = lax.rev(lax.slice_in_dim(out, 0, before, axis=axis), (axis,))
            inner = inner + _placed(folded, border, size, axis)
        if after:
            folded = lax.rev(lax.slice_in_dim(out, before + size, None, axis=axis), (axis,))
            inner = inner + _placed(folded, size - after - border, size, axis)
        out = inner
    return out


def _placed(x: Any, start: int, size: int, axis: int) -> Any:
    """`x` among zeros, `size` long."""
    widths = [(0, 0, 0)] * x.ndim
    widths[axis] = (start, size - start - x.shape[axis], 0)
    return lax.pad(x, jnp.zeros((), x.dtype), widths)


def _image(x: Any) -> Any:
    return (windows.ranked(x.shape(0), 4),)


# ---- windows --------------------------------------------------------------------------------------------------------


@op("LRNGrad", "input_grads: T, input_image: T, output_image: T -> output: T", shape=_image,
    types={"T": dtypes.float32})  # fmt: skip
def lrn_grad(
    input_grads: Any, input_image: Any, output_image: Any, *, depth_radius: int = 5, bias: float = 1.0,
    alpha: float = 1.0, beta: float = 0.5,
) -> Any:  # fmt: skip
    """The gradient of `LRN` for its image."""
    given = {"depth_radius": depth_radius, "bias": bias, "alpha": alpha, "beta": beta}
    return jax.vjp(lambda x: nn.lrn(x, **given), input_image)[1](input_grads)[0]


def _dilation_gradients(input: Any, filter: Any, out_backprop: Any, **attrs: Any) -> Any:
    return jax.vjp(lambda x, k: morphology.dilation2d(x, k, **attrs), input, filter)[1](out_backprop)


@op("Dilation2DBackpropInput", "input: T, filter: T, out_backprop: T -> in_backprop: T", shape=_like(0))
def dilation2d_backprop_input(
    input: Any, filter: Any, out_backprop: Any, *, strides: Any = REQUIRED, rates: Any = REQUIRED,
    padding: Any = REQUIRED,
) -> Any:  # fmt: skip
    """The gradient of `Dilation2D` for its image."""
    return _dilation_gradients(input, filter, out_backprop, strides=strides, rates=rates, padding=padding)[0]


@op("Dilation2DBackpropFilter", "input: T, filter: T, out_backprop: T -> filter_backprop: T", shape=_like(1))
def dilation2d_backprop_filter(
    input: Any, filter: Any, out_backprop: Any, *, strides: Any = REQUIRED, rates: Any = REQUIRED,
    padding: Any = REQUIRED,
) -> Any:  # fmt: skip
    """The gradient of `Dilation2D` for its filter."""
    return _dilation_gradients(input, filter, out_backprop, strides=strides, rates=rates, padding=padding)[1]


@op("ScaleAndTranslateGrad", "grads: T, original_image: T, scale: float32, translation: float32 -> output: T",
    shape=_like(1))  # fmt: skip
def scale_and_translate_grad(
    grads: Any, original_image: Any, scale: Any, translation: Any, *, kernel_type: bytes = b"lanczos3",
    antialias: bool = True,
) -> Any:  # fmt: skip
    """The gradient of `ScaleAndTranslate` for its images."""
    size = np.array(np.shape(grads)[1:3], np.int32)

    def forward(x: Any) -> Any:
        return resampling.scale_and_translate(x, size, scale, translation, kernel_type=kernel_type, antialias=antialias)

    return jax.vjp(forward, original_image)[1](grads)[0]
