"""`Resampler`: bilinear values of an image at given places."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax
from jax import numpy as jnp

from tf1compat._jaxcore.schema import windows
from tf1compat._jaxcore.schema.opdef import op


def _shape(x: Any) -> Any:
    data = windows.ranked(x.shape(0), 4)
    warp = x.shape(1)
    return (None if warp is None else (*warp[:-1], data[3]),)


def _sampled(data: Any, warp: Any) -> Any:
    """Four neighbours of each place (x, y), weighted; what lies outside of the image is 0."""
    batch, height, width, channels = np.shape(data)
    flat = jnp.reshape(warp, (batch, -1, 2))
    x, y = flat[..., 0], flat[..., 1]
    left, top = lax.floor(x), lax.floor(y)
    total: Any = 0
    images = jnp.arange(batch)[:, None]
    for down in (0, 1):
        for right in (0, 1):
            column, row = left + right, top + down
            weight = (1 - lax.abs(x - column)) * (1 - lax.abs(y - row))
            inside = (row >= 0) & (row <= height - 1) & (column >= 0) & (column <= width - 1)
            i = jnp.clip(row, 0, height - 1).astype(np.int32)
            j = jnp.clip(column, 0, width - 1).astype(np.int32)
            total = total + jnp.where(inside, weight, 0)[..., None] * data[images, i, j]
    # places more than one pixel outside have no neighbours at all
    return jnp.reshape(total, (*np.shape(warp)[:-1], channels)).astype(data.dtype)


@op("Resampler", "data: T, warp: T -> output: T", shape=_shape)
def resampler(data: Any, warp: Any) -> Any:
    """data [batch, height, width, channels] at the places warp [batch, …, 2] (x, y)."""
    return _sampled(data, warp)


@op("ResamplerGrad", "data: T, warp: T, grad_output: T -> grad_data: T, grad_warp: T",
    shape=lambda x: (x.shape(0), x.shape(1)), grad="none")  # fmt: skip
def resampler_grad(data: Any, warp: Any, grad_output: Any) -> Any:
    """Gradients of `Resampler`."""
    return jax.vjp(_sampled, data, warp)[1](grad_output)
