"""Parts of images: `CropAndResize` with its gradients, glimpses, and all patches of a size."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.schema import windows
from tf1compat._jaxcore.schema.checks import Check, in_range
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import ShapeError, same_dim, with_rank


def _crops_shape(x: Any) -> Any:
    image, boxes, index = with_rank(x.shape(0), 4), with_rank(x.shape(1), 2), with_rank(x.shape(2), 1)
    same_dim(boxes[1], 4)
    size = x.vector(3)
    height, width = (None, None) if size is None else size
    return ((same_dim(boxes[0], index[0]), height, width, image[3]),)


def _positions(first: Any, last: Any, size_in: int, size_out: int) -> Any:
    """Where the rows (or columns) of the crops lie in the image: [boxes, size_out]."""
    import jax.numpy as jnp

    first, last = first[:, None], last[:, None]
    if size_out == 1:
        return 0.5 * (first + last) * (size_in - 1)
    step = (last - first) * (size_in - 1) / (size_out - 1)
    return first * (size_in - 1) + jnp.arange(size_out, dtype=first.dtype) * step


def _cropped(image: Any, boxes: Any, box_ind: Any, size: tuple[int, int], method: bytes, outside: float) -> Any:
    import jax.numpy as jnp
    from jax import lax

    image, boxes = jnp.asarray(image).astype(np.float32), jnp.asarray(boxes)
    height, width = image.shape[1:3]
    y, x = _positions(boxes[:, 0], boxes[:, 2], height, size[0]), _positions(boxes[:, 1], boxes[:, 3], width, size[1])
    rows_inside, columns_inside = (y >= 0) & (y <= height - 1), (x >= 0) & (x <= width - 1)
    inside = (rows_inside[:, :, None] & columns_inside[:, None, :])[..., None]
    y, x = (jnp.clip(lax.stop_gradient(v), 0, n - 1) + (v - lax.stop_gradient(v)) for v, n in ((y, height), (x, width)))

    def at(rows: Any, columns: Any) -> Any:
        rows, columns = (lax.stop_gradient(v).astype(np.int32) for v in (rows, columns))
        return image[jnp.asarray(box_ind)[:, None, None], rows[:, :, None], columns[:, None, :]]

    if method == b"nearest":
        away = (jnp.floor(v + 0.5) for v in (y, x))  # TF1: halves go up
        return jnp.where(inside, at(*away), np.float32(outside))
    top, bottom, left, right = jnp.floor(y), jnp.ceil(y), jnp.floor(x), jnp.ceil(x)
    u = (y - lax.stop_gradient(top))[:, :, None, None]
    t = (x - lax.stop_gradient(left))[:, None, :, None]
    upper = at(top, left) + (at(top, right) - at(top, left)) * t
    lower = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * t
    return jnp.where(inside, upper + (lower - upper) * u, np.float32(outside))


def _crop_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    import jax

    image, boxes, box_ind, _ = inputs
    (d,) = cotangents
    size = np.shape(d)[1:3]
    of_image = None
    if np.dtype(image.dtype).kind == "f":
        of_image = jax.vjp(lambda v: _cropped(v, boxes, box_ind, size, attrs["method"], 0.0), image)[1](d)[0]
    # TF1: also with method "nearest", boxes get the gradient of the bilinear one
    of_boxes = jax.vjp(lambda v: _cropped(image, v, box_ind, size, b"bilinear", 0.0), boxes)[1](d)[0]
    return [of_image, of_boxes, None, None]


def _boxes_are_of_images(image: Any, boxes: Any, box_ind: Any, crop_size: Any) -> Check | None:
    limit = np.shape(image)[0]
    return in_range(box_ind, limit, lambda at, value: "box_index has values outside [0, batch_size)")


@op("CropAndResize", "image: T, boxes: float32, box_ind: int32, crop_size: int32 -> crops: float32",
    static="crop_size", shape=_crops_shape, grad=_crop_grad, check=_boxes_are_of_images)  # fmt: skip
def crop_and_resize(
    image: Any,
    boxes: Any,
    box_ind: Any,
    crop_size: Any,
    *,
    method: bytes = b"bilinear",
    extrapolation_value: float = 0.0,
) -> Any:
    """Parts of images, brought to one size; boxes are (y1, x1, y2, x2) in parts of the image's last row and column."""
    height, width = (int(v) for v in np.asarray(crop_size))
    if height <= 0 or width <= 0:
        raise errors.InvalidArgumentError(None, None, "crop dimensions must be positive")
    return _cropped(image, boxes, box_ind, (height, width), method, extrapolation_value)


def _image_grad_shape(x: Any) -> Any:
    return (x.vector(3) or (None,) * 4,)


@op("CropAndResizeGradImage", "grads: float32, boxes: float32, box_ind: int32, image_size: int32 -> output: T",
    static="image_size", shape=_image_grad_shape)  # fmt: skip
def crop_and_resize_grad_image(
    grads: Any, boxes: Any, box_ind: Any, image_size: Any, *, T: Any = REQUIRED, method: bytes = b"bilinear"
) -> Any:
    """The gradient of `CropAndResize` for its images."""
    import jax
    import jax.numpy as jnp

    zeros = jnp.zeros(tuple(int(v) for v in np.asarray(image_size)), T.np)
    size = np.shape(grads)[1:3]
    pull = jax.vjp(lambda v: _cropped(v, boxes, box_ind, size, method, 0.0), zeros)[1]
    return pull(jnp.asarray(grads))[0]


def _like_boxes(x: Any) -> Any:
    return (x.shape(2),)


@op("CropAndResizeGradBoxes", "grads: float32, image: T, boxes: float32, box_ind: int32 -> output: float32",
    shape=_like_boxes)  # fmt: skip
def crop_and_resize_grad_boxes(grads: Any, image: Any, boxes: Any, box_ind: Any, *, method: bytes = b"bilinear") -> Any:
    """The gradient of `CropAndResize` for its boxes."""
    import jax
    import jax.numpy as jnp

    size = np.shape(grads)[1:3]
    pull = jax.vjp(lambda v: _cropped(image, v, box_ind, size, method, 0.0), jnp.asarray(boxes))[1]
    return pull(jnp.asarray(grads))[0]


# ---- glimpses --------------------------------------------------------------------------------------------------------


def _glimpse_shape(x: Any) -> Any:
    images, offsets, size = with_rank(x.shape(0), 4), with_rank(x.shape(2), 2), x.vector(1)
    same_dim(offsets[1], 2)
    if size is not None and len(size) != 2:
        raise ShapeError(f"Dimension must be 2 but is {len(size)}")
    if x.attrs["uniform_noise"] and x.attrs["noise"] != b"uniform":
        raise ShapeError("The uniform_noise and noise should not be specified at the same time")
    height, width = (None, None) if size is None else size
    return ((same_dim(images[0], offsets[0]), height, width, images[3]),)


@op("ExtractGlimpse", "input: float32, size: int32, offsets: float32 -> glimpse: float32", static="size",
    shape=_glimpse_shape, grad="none")  # fmt: skip
def extract_glimpse(
    input: Any,
    size: Any,
    offsets: Any,
    *,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: bytes = b"uniform",
) -> Any:
    """A window of each image at its offset; what lies outside the image is noise."""
    import jax.numpy as jnp

    x, offsets = jnp.asarray(input), jnp.asarray(offsets)
    shape, (height, width) = x.shape, (int(v) for v in np.asarray(size))
    starts = []
    for axis, length in ((0, height), (1, width)):
        at, whole = offsets[:, axis], np.float32(shape[axis + 1])
        at = at * whole if normalized else at
        at = at / 2 + whole / 2 if centered else at
        starts.append(jnp.trunc(at - np.float32(length) / 2).astype(np.int32))
    rows, columns = starts[0][:, None] + np.arange(height), starts[1][:, None] + np.arange(width)
    inside = ((rows >= 0) & (rows < shape[1]))[:, :, None] & ((columns >= 0) & (columns < shape[2]))[:, None, :]
    rows, columns = jnp.clip(rows, 0, shape[1] - 1), jnp.clip(columns, 0, shape[2] - 1)
    seen = x[np.arange(shape[0])[:, None, None], rows[:, :, None], columns[:, None, :]]
    return jnp.where(inside[..., None], seen, _noise(offsets, x, seen.shape, noise))


def _noise(offsets: Any, images: Any, shape: tuple[int, ...], kind: bytes) -> Any:
    """Between the least and the largest value of each image, or as a channel of it is distributed.

    TF draws it from an unseeded source; here it is a function of the offsets, another for each of them.
    """
    import jax
    import jax.numpy as jnp

    if kind == b"zero":
        return jnp.zeros(shape, images.dtype)
    key = jax.random.fold_in(jax.random.key(0), jax.lax.bitcast_convert_type(jnp.sum(offsets), np.int32))
    over = (1, 2) if kind == b"gaussian" else (1, 2, 3)
    low, high = jnp.min(images, over, keepdims=True), jnp.max(images, over, keepdims=True)
    if kind == b"uniform":
        return low + jax.random.uniform(key, shape, images.dtype) * (high - low)
    spread = jnp.std(images, over, keepdims=True)
    drawn = jax.random.normal(key, shape, images.dtype) * spread + jnp.mean(images, over, keepdims=True)
    return jnp.clip(drawn, low, high)


# ---- patches ---------------------------------------------------------------------------------------------------------


def _spans(ksizes: Any, rates: Any) -> list[int]:
    return [int(k) + (int(k) - 1) * (int(r) - 1) for k, r in zip(ksizes, rates)]


def _patches_shape(x: Any) -> Any:
    rank = len(x.attrs["ksizes"])
    shape = with_rank(x.shape(0), rank)
    if x.shape(0) is None:
        return ((None,) * 4,)  # TF1: of patches of volumes, too
    ksizes, strides = x.attrs["ksizes"], x.attrs["strides"]
    rates = x.attrs.get("rates") or [1] * rank
    spans, padding = _spans(ksizes, rates), windows.padding_name(x.attrs["padding"])
    places = []
    for axis in range(1, rank - 1):
        size = shape[axis]
        places.append(None if size is None else _count(size, spans[axis], int(strides[axis]), padding))
    each = int(np.prod([int(k) for k in ksizes[1:-1]]))
    return ((shape[0], *places, None if shape[-1] is None else shape[-1] * each),)


def _count(size: int, span: int, stride: int, padding: str) -> int:
    if padding == "SAME":
        return -(-size // stride)
    if size < span:
        raise ShapeError(f"Computed output size would be negative: {-(-(size - span + 1) // stride)}")
    return -(-(size - span + 1) // stride)


def _patches(images: Any, ksizes: Any, strides: Any, rates: Any, padding: Any) -> Any:
    """For each place in a window, what stands there in all windows; concatenated over the channels."""
    import jax.numpy as jnp
    from jax import lax

    x = jnp.asarray(images)
    rank, spans, name = x.ndim, _spans(ksizes, rates), windows.padding_name(padding)
    inner = range(1, rank - 1)
    counts = [_count(x.shape[a], spans[a], int(strides[a]), name) for a in inner]
    around = [(0, 0)] * rank
    for axis, count in zip(inner, counts):
        missing = max(0, (count - 1) * int(strides[axis]) + spans[axis] - x.shape[axis])
        around[axis] = (missing // 2, missing - missing // 2)
    x = jnp.pad(x, around)
    taps = []
    for place in itertools.product(*(range(int(ksizes[a])) for a in inner)):
        starts = [p * int(rates[a]) for p, a in zip(place, inner)]
        stops = [s + (n - 1) * int(strides[a]) + 1 for s, n, a in zip(starts, counts, inner)]
        steps = [int(strides[a]) for a in inner]
        taps.append(lax.slice(x, (0, *starts, 0), (x.shape[0], *stops, x.shape[-1]), (1, *steps, 1)))
    return lax.concatenate(taps, rank - 1)


@op("ExtractImagePatches", "images: T -> patches: T", shape=_patches_shape)
def extract_image_patches(
    images: Any, *, ksizes: Any = REQUIRED, strides: Any = REQUIRED, rates: Any = REQUIRED, padding: Any = REQUIRED
) -> Any:
    """All windows of images, flattened into the last dimension."""
    return _patches(images, ksizes, strides, rates, padding)


@op("ExtractVolumePatches", "input: T -> patches: T", shape=_patches_shape)
def extract_volume_patches(
    input: Any, *, ksizes: Any = REQUIRED, strides: Any = REQUIRED, padding: Any = REQUIRED
) -> Any:
    """All windows of volumes, flattened into the last dimension."""
    return _patches(input, ksizes, strides, [1] * len(ksizes), padding)
