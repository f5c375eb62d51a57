"""Images of another size: bilinear, bicubic, nearest and area, with TF1's rules of where a pixel comes from.

All four are linear and separable. Forward, each output pixel gathers a few input pixels per axis; the gradient is the
transposed linear map, two products with small dense matrices, because scattering is slow.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ops.linear import PRECISION
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import with_rank

Array = np.ndarray[Any, Any]
_TABLE_SIZE = 1024  # TF1: cubic weights are looked up at this resolution


def scale_of(size_in: int, size_out: int, align_corners: bool) -> np.float32:
    """Input pixels per output pixel."""
    if align_corners and size_out > 1:
        return np.float32(size_in - 1) / np.float32(size_out - 1)
    return np.float32(size_in) / np.float32(size_out)


def _positions(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> Array:
    """Where each output pixel lies in the input, in single precision as TF computes it."""
    scale, at = scale_of(size_in, size_out, align_corners), np.arange(size_out, dtype=np.float32)
    if half_pixel:
        return (at + np.float32(0.5)) * scale - np.float32(0.5)
    return at * scale


@functools.cache
def _linear_taps(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> tuple[Array, Array, Array]:
    """(lower pixel, upper pixel, weight of the upper one)."""
    at = _positions(size_in, size_out, align_corners, half_pixel)
    below = np.floor(at)
    lower = np.maximum(below.astype(np.int32), 0)
    return lower, np.minimum(np.ceil(at).astype(np.int32), size_in - 1), at - below


@functools.cache
def _nearest(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> Array:
    scale, at = scale_of(size_in, size_out, align_corners), np.arange(size_out, dtype=np.float32)
    if half_pixel:
        at = at + np.float32(0.5)
    at = at * scale
    whole = np.floor(at + np.float32(0.5)) if align_corners else np.floor(at)
    return np.clip(whole.astype(np.int32), 0, size_in - 1)


@functools.cache
def _cubic_table(a: float) -> tuple[Array, Array]:
    x = (np.arange(_TABLE_SIZE + 1) / _TABLE_SIZE).astype(np.float32).astype(np.float64)
    near = (((a + 2) * x - (a + 3)) * x * x + 1).astype(np.float32)
    x = x + 1
    return near, (((a * x - 5 * a) * x + 8 * a) * x - 4 * a).astype(np.float32)


@functools.cache
def _cubic_taps(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> tuple[Array, Array]:
    """(pixels, weights), four rows each."""
    at = _positions(size_in, size_out, align_corners, half_pixel)
    below = np.floor(at).astype(np.int64)
    place = np.rint((at - below.astype(np.float32)) * np.float32(_TABLE_SIZE)).astype(np.int64)
    near, far = _cubic_table(-0.5 if half_pixel else -0.75)  # TF1: another kernel for half pixel centres
    weights = np.stack([far[place], near[place], near[_TABLE_SIZE - place], far[_TABLE_SIZE - place]])
    wanted = np.stack([below + d for d in (-1, 0, 1, 2)])
    pixels = np.clip(wanted, 0, size_in - 1)
    if half_pixel:  # pixels outside do not count
        weights = np.where(pixels == wanted, weights, np.float32(0))
        weights = weights / weights.sum(0, dtype=np.float32)
    return pixels.astype(np.int32), weights.astype(np.float32)


@functools.cache
def _area_matrix(size_in: int, size_out: int, align_corners: bool) -> Array:
    """[out, in]: how much of each input pixel an output pixel covers, as parts of one."""
    scale = scale_of(size_in, size_out, align_corners)
    matrix = np.zeros((size_out, size_in), np.float32)
    for o in range(size_out):
        start, end = np.float32(o) * scale, np.float32(o + 1) * scale
        for i in range(int(np.floor(start)), int(np.ceil(end))):
            if i < start:
                part = scale if i + 1 > end else np.float32(i + 1) - start
            else:
                part = end - np.float32(i) if i + 1 > end else np.float32(1)
            matrix[o, min(max(i, 0), size_in - 1)] += part
    return matrix / scale


def _matrix(taps: tuple[Array, Array], size_in: int) -> Array:
    """Taps (pixels, weights; a row per tap) as a dense [out, in] matrix."""
    pixels, weights = taps
    matrix = np.zeros((pixels.shape[1], size_in), np.float32)
    for row, weight in zip(pixels, weights):
        np.add.at(matrix, (np.arange(len(row)), row), weight)
    return matrix


def _linear_matrix(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> Array:
    lower, upper, weight = _linear_taps(size_in, size_out, align_corners, half_pixel)
    return _matrix((np.stack([lower, upper]), np.stack([1 - weight, weight])), size_in)


def _cubic_matrix(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> Array:
    return _matrix(_cubic_taps(size_in, size_out, align_corners, half_pixel), size_in)


def _nearest_matrix(size_in: int, size_out: int, align_corners: bool, half_pixel: bool) -> Array:
    pixels = _nearest(size_in, size_out, align_corners, half_pixel)
    return _matrix((pixels[None], np.ones((1, size_out), np.float32)), size_in)


def _product(rows: Array, x: Any, columns: Array) -> Any:
    """[out, in] matrices applied to height and width of [batch, height, width, channels]."""
    import jax.numpy as jnp

    rows, columns = rows.astype(x.dtype), columns.astype(x.dtype)
    across = jnp.einsum("oi,bhic->bhoc", columns, x, precision=PRECISION)
    return jnp.einsum("oi,biwc->bowc", rows, across, precision=PRECISION)


def _sizes(images: Any, size: Any) -> tuple[int, int]:
    if np.shape(size) != (2,):
        raise errors.InvalidArgumentError(None, None, f"shape_t must have two elements {list(np.shape(size))}")
    height, width = (int(v) for v in np.asarray(size))
    if height <= 0 or width <= 0:
        raise errors.InvalidArgumentError(None, None, "output dimensions must be positive")
    if 0 in np.shape(images)[1:3]:
        raise errors.InvalidArgumentError(None, None, "input image must be of non-zero size")
    return height, width


def resized_shape(x: Any) -> Any:
    images, size = with_rank(x.shape(0), 4), x.vector(1)
    height, width = (None, None) if size is None else _pair(size)
    return ((images[0], height, width, images[3]),)


def _pair(size: Any) -> Any:
    if len(size) != 2:
        raise shape_rules.ShapeError(f"Dimension must be 2 but is {len(size)}")
    return size


def _gradient(matrix_of: Callable[..., Array]) -> Callable[..., Any]:
    """The transposed map, for a resize of the given dense form."""

    def grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
        from jax import lax

        images, _ = inputs
        (d,) = cotangents
        align, half = bool(attrs.get("align_corners")), bool(attrs.get("half_pixel_centers"))
        rows, columns = (matrix_of(np.shape(images)[a], np.shape(d)[a], align, half).T for a in (1, 2))
        return [lax.convert_element_type(_product(rows, d, columns), images.dtype), None]

    return grad


def _as_float(images: Any) -> Any:
    import jax.numpy as jnp

    return jnp.asarray(images).astype(np.float32)


@op("ResizeBilinear", "images: T, size: int32 -> resized_images: float32", static="size", shape=resized_shape,
    grad=_gradient(_linear_matrix))  # fmt: skip
def resize_bilinear(images: Any, size: Any, *, align_corners: bool = False, half_pixel_centers: bool = False) -> Any:
    """Weighted means of the four nearest pixels."""
    height, width = _sizes(images, size)
    x = _as_float(images)
    left, right, t = _linear_taps(x.shape[2], width, align_corners, half_pixel_centers)
    top, bottom, u = _linear_taps(x.shape[1], height, align_corners, half_pixel_centers)
    x = _between(x, left, right, t[:, None], 2)
    return _between(x, top, bottom, u[:, None, None], 1)


def _between(x: Any, lower: Array, upper: Array, weight: Array, axis: int) -> Any:
    # written as TF does: exact where both pixels are equal
    first = x.take(lower, axis)
    return first + (x.take(upper, axis) - first) * weight


@op("ResizeBicubic", "images: T, size: int32 -> resized_images: float32", static="size", shape=resized_shape,
    grad=_gradient(_cubic_matrix))  # fmt: skip
def resize_bicubic(images: Any, size: Any, *, align_corners: bool = False, half_pixel_centers: bool = False) -> Any:
    """Weighted means of the sixteen nearest pixels, by cubic convolution (Keys 1981)."""
    height, width = _sizes(images, size)
    x = _as_float(images)
    for axis, length in ((1, height), (2, width)):
        pixels, weights = _cubic_taps(x.shape[axis], length, align_corners, half_pixel_centers)
        shape = (length, 1, 1) if axis == 1 else (length, 1)
        taps = [x.take(pixels[k], axis) * weights[k].reshape(shape) for k in range(4)]
        x = taps[0] + taps[1] + taps[2] + taps[3]
    return x


@op("ResizeNearestNeighbor", "images: T, size: int32 -> resized_images: T", static="size", shape=resized_shape,
    grad=_gradient(_nearest_matrix))  # fmt: skip
def resize_nearest_neighbor(
    images: Any, size: Any, *, align_corners: bool = False, half_pixel_centers: bool = False
) -> Any:
    """The nearest pixel."""
    import jax.numpy as jnp

    height, width = _sizes(images, size)
    x = jnp.asarray(images)
    x = x.take(_nearest(x.shape[1], height, align_corners, half_pixel_centers), 1)
    return x.take(_nearest(x.shape[2], width, align_corners, half_pixel_centers), 2)


@op("ResizeArea", "images: T, size: int32 -> resized_images: float32", static="size", shape=resized_shape)
def resize_area(images: Any, size: Any, *, align_corners: bool = False) -> Any:
    """Means over the area that an output pixel covers."""
    height, width = _sizes(images, size)
    x = _as_float(images)
    rows, columns = _area_matrix(x.shape[1], height, align_corners), _area_matrix(x.shape[2], width, align_corners)
    return _product(rows, x, columns)


# ---- the gradients as ops of their own, for imported graphs ----------------------------------------------------------


def _like_original(x: Any) -> Any:
    return (x.shape(1),)


@op("ResizeBilinearGrad", "grads: float32, original_image: T -> output: T", shape=_like_original)
def resize_bilinear_grad(
    grads: Any, original_image: Any, *, align_corners: bool = False, half_pixel_centers: bool = False
) -> Any:
    """The gradient of `ResizeBilinear` for its images."""
    given = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return _gradient(_linear_matrix)((original_image, None), (), (_as_float(grads),), **given)[0]


@op("ResizeBicubicGrad", "grads: float32, original_image: T -> output: T", shape=_like_original)
def resize_bicubic_grad(
    grads: Any, original_image: Any, *, align_corners: bool = False, half_pixel_centers: bool = False
) -> Any:
    """The gradient of `ResizeBicubic` for its images."""
    given = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return _gradient(_cubic_matrix)((original_image, None), (), (_as_float(grads),), **given)[0]


@op("ResizeNearestNeighborGrad", "grads: T, size: int32 -> output: T", static="size", shape=resized_shape)
def resize_nearest_neighbor_grad(
    grads: Any, size: Any, *, align_corners: bool = False, half_pixel_centers: bool = False
) -> Any:
    """The gradient of `ResizeNearestNeighbor` for images of height and width `size`."""
    import jax.numpy as jnp

    d = jnp.asarray(grads)
    lengths = tuple(int(v) for v in np.asarray(size))
    matrices = [_nearest_matrix(n, d.shape[1 + i], align_corners, half_pixel_centers).T for i, n in enumerate(lengths)]
    return _product(matrices[0], d, matrices[1])
