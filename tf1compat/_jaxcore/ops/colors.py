"""Colours of images: HSV, contrast, hue, saturation."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import ShapeError, with_rank


def _colors_shape(x: Any) -> Any:
    shape = x.shape(0)
    if shape is None:
        return (None,)
    if len(shape) < 1:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    if shape[-1] not in (None, 3):
        raise ShapeError(f"Dimension must be 3 but is {shape[-1]}")
    return ((*shape[:-1], 3),)


def _image_shape(x: Any) -> Any:
    shape = x.shape(0)
    if shape is not None and len(shape) < 3:
        raise ShapeError(f"Shape must be at least rank 3 but is rank {len(shape)}")
    with_rank(x.shape(1), 0)
    return (shape,)


def _rgb_to_hsv(r: Any, g: Any, b: Any) -> tuple[Any, Any, Any]:
    import jax.numpy as jnp

    value = jnp.maximum(jnp.maximum(r, g), b)
    spread = value - jnp.minimum(jnp.minimum(r, g), b)
    saturation = jnp.where(value > 0, spread / jnp.where(value > 0, value, 1), 0)
    sixth = 1 / (6 * jnp.where(spread > 0, spread, 1))
    hue = jnp.where(
        r == value,
        sixth * (g - b),
        jnp.where(g == value, sixth * (b - r) + 2.0 / 6.0, sixth * (r - g) + 4.0 / 6.0),
    )
    hue = jnp.where(spread > 0, hue, 0)
    return jnp.where(hue < 0, hue + 1, hue), saturation, value


def _hsv_to_rgb(h: Any, s: Any, v: Any) -> Any:
    import jax.numpy as jnp

    dh = h * 6
    dr = jnp.clip(jnp.abs(dh - 3) - 1, 0, 1)
    dg = jnp.clip(2 - jnp.abs(dh - 2), 0, 1)
    db = jnp.clip(2 - jnp.abs(dh - 4), 0, 1)
    rest = 1 - s
    return jnp.stack([(rest + s * d) * v for d in (dr, dg, db)], -1)


def _channels(images: Any) -> tuple[Any, Any, Any]:
    import jax.numpy as jnp

    if not np.ndim(images) or np.shape(images)[-1] != 3:
        sizes = ",".join(map(str, np.shape(images)))
        raise errors.InvalidArgumentError(None, None, f"input must have 3 channels but instead has [{sizes}]")
    x = jnp.asarray(images)
    return x[..., 0], x[..., 1], x[..., 2]


def _rgb_to_hsv_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    """TF1: of equal channels the first is the largest and the last the least; what is 0 moves no saturation."""
    import jax
    import jax.numpy as jnp

    (x,), (d,) = inputs, cotangents
    largest = jnp.argmax(x, -1)
    least = 2 - jnp.argmin(x[..., ::-1], -1)
    between = 3 - largest - least

    def only(channel: Any) -> Any:
        return jax.nn.one_hot(channel, 3, dtype=x.dtype)

    def inverse(y: Any) -> Any:
        return jnp.where(y == 0, 0, 1 / jnp.where(y == 0, 1, y))

    top, mid, low = (jnp.take_along_axis(x, c[..., None], -1) for c in (largest, between, least))
    of_saturation = only(largest) * low * inverse(top) ** 2 - only(least) * jnp.where(low > 0, inverse(top), 0)
    # hue is +-(mid - low) / (6 * (top - low)), by which of the other two follows the largest channel
    slope = inverse(top - low)
    of_ratio = only(between) * slope - (only(largest) * (mid - low) + only(least) * (top - mid)) * slope**2
    sign = jnp.where((largest + 1) % 3 == between, 1, -1).astype(x.dtype)[..., None]
    of_hue = sign * of_ratio / 6
    return [of_hue * d[..., :1] + of_saturation * d[..., 1:2] + only(largest) * d[..., 2:]]


@op("RGBToHSV", "images: T -> output: T", shape=_colors_shape, grad=_rgb_to_hsv_grad, types={"T": dtypes.float32})
def rgb_to_hsv(images: Any) -> Any:
    """Red, green, blue of [0, 1] to hue, saturation, value of [0, 1], in the last dimension."""
    import jax.numpy as jnp

    return jnp.stack(_rgb_to_hsv(*_channels(images)), -1)


@op("HSVToRGB", "images: T -> output: T", shape=_colors_shape, grad="none", types={"T": dtypes.float32})
def hsv_to_rgb(images: Any) -> Any:
    """The inverse of `RGBToHSV`."""
    return _hsv_to_rgb(*_channels(images))


@op("AdjustContrastv2", "images: T, contrast_factor: float32 -> output: T", shape=_image_shape,
    types={"T": dtypes.float32})  # fmt: skip
def adjust_contrast(images: Any, contrast_factor: Any) -> Any:
    """Distances from the mean of each image's channels, times a factor."""
    import jax.numpy as jnp

    x = jnp.asarray(images).astype(np.float32)
    mean = jnp.mean(x, axis=(-3, -2), keepdims=True)
    return ((x - mean) * contrast_factor + mean).astype(images.dtype)


@op("AdjustHue", "images: T, delta: float32 -> output: T", shape=_image_shape, types={"T": dtypes.float32})
def adjust_hue(images: Any, delta: Any) -> Any:
    """Red, green and blue with the hue turned by `delta` (1 is a whole turn)."""
    import jax.numpy as jnp

    x = jnp.asarray(images).astype(np.float32)
    h, s, v = _rgb_to_hsv(*_channels(x))
    turned = h + delta
    return _hsv_to_rgb(turned - jnp.floor(turned), s, v).astype(images.dtype)


@op("AdjustSaturation", "images: T, scale: float32 -> output: T", shape=_image_shape, types={"T": dtypes.float32})
def adjust_saturation(images: Any, scale: Any) -> Any:
    """Red, green and blue with the saturation times `scale`, at most 1."""
    import jax.numpy as jnp

    x = jnp.asarray(images).astype(np.float32)
    h, s, v = _rgb_to_hsv(*_channels(x))
    return _hsv_to_rgb(h, jnp.clip(s * scale, 0, 1), v).astype(images.dtype)
