"""`ScaleAndTranslate`: images sampled through a kernel at any scale and offset (TensorFlow 2's antialiased resize)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ops.linear import PRECISION
from tf1compat._jaxcore.ops.resizing import resized_shape
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _lanczos(x: Any, radius: float) -> Any:
    import jax.numpy as jnp

    far = jnp.where(x > 1e-3, x, 1)
    value = radius * jnp.sin(np.pi * far) * jnp.sin(np.pi * far / radius) / (np.pi**2 * far * far)
    return jnp.where(x > radius, 0, jnp.where(x > 1e-3, value, 1))


def _pieces(x: Any, near: Any, far: Any) -> Any:
    import jax.numpy as jnp

    return jnp.where(x >= 2, 0, jnp.where(x >= 1, far, near))


def _kernel(kind: str, x: Any) -> tuple[Any, float]:
    """(the kernel at distances `x`, its radius)."""
    import jax.numpy as jnp

    if kind.startswith("lanczos"):
        radius = float(kind[len("lanczos") :])
        return _lanczos(x, radius), radius
    if kind == "gaussian":
        return jnp.where(x >= 1.5, 0, jnp.exp(-x * x / (2 * 0.5**2))), 1.5
    if kind == "box":
        return jnp.where(x < 0.5, 1, jnp.where(x == 0.5, 0.5, 0)), 0.5
    if kind == "triangle":
        return jnp.where(x < 1, 1 - x, 0), 1.0
    if kind == "keyscubic":
        return _pieces(x, (1.5 * x - 2.5) * x * x + 1, ((-0.5 * x + 2.5) * x - 4) * x + 2), 2.0
    if kind == "mitchellcubic":
        far = ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
        return _pieces(x, (7 / 6 * x - 2) * x * x + 8 / 9, far), 2.0
    raise errors.InvalidArgumentError(None, None, f"Unrecognized kernel type: {kind}")


def _weights(kind: str, antialias: bool, size_in: int, size_out: int, scale: Any, translation: Any) -> Any:
    """[out, in]: rows add up to one, or are zero where a sample lies outside."""
    import jax.numpy as jnp

    inverse = 1 / scale
    spread = jnp.maximum(inverse, 1) if antialias else jnp.ones_like(inverse)
    at = (np.arange(size_out, dtype=np.float32) + 0.5) * inverse - inverse * translation
    distance = jnp.abs(np.arange(size_in, dtype=np.float32) + 0.5 - at[:, None]) / spread
    weights, radius = _kernel(kind, distance)
    weights = jnp.where(distance <= radius, weights, 0)
    total = jnp.sum(weights, 1, keepdims=True)
    inside = ((at >= 0) & (at <= size_in))[:, None]
    usable = jnp.abs(total) >= 1000 * np.finfo(np.float32).tiny
    return jnp.where(inside, jnp.where(usable, weights / jnp.where(usable, total, 1), weights), 0).astype(np.float32)


@op("ScaleAndTranslate",
    "images: T, size: int32, scale: float32, translation: float32 -> resized_images: float32",
    static="size", shape=resized_shape)  # fmt: skip
def scale_and_translate(
    images: Any, size: Any, scale: Any, translation: Any, *, kernel_type: bytes = b"lanczos3", antialias: bool = True
) -> Any:
    """Pixel (y, x) of the result is the kernel's mean about (y, x) / scale - translation / scale of the image."""
    import jax.numpy as jnp
    from jax import lax

    x = jnp.asarray(images).astype(np.float32)
    scale, translation = lax.stop_gradient(jnp.asarray(scale)), lax.stop_gradient(jnp.asarray(translation))
    kind = kernel_type.decode()
    matrices = [
        _weights(kind, antialias, x.shape[a + 1], int(np.asarray(size)[a]), scale[a], translation[a]) for a in (0, 1)
    ]
    x = jnp.einsum("oi,bhic->bhoc", matrices[1], x, precision=PRECISION)
    return jnp.einsum("oi,biwc->bowc", matrices[0], x, precision=PRECISION)
