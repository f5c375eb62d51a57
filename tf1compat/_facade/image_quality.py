"""`tf.image`: differences between images, and edges within them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, cond, constants, logging_ops, math_ops, nn_conv, nn_ops, nn_pool
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.image_colors import convert_image_dtype
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)
_SOBEL = [[[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]]


def total_variation(images: Any, name: str | None = None) -> Any:
    """The sum of absolute differences of neighbouring pixels, of an image or each of a batch."""
    with name_scope(name, "total_variation"):
        rank = images.shape.ndims
        if rank == 3:
            down = images[1:, :, :] - images[:-1, :, :]
            right = images[:, 1:, :] - images[:, :-1, :]
            axes = None
        elif rank == 4:
            down = images[:, 1:, :, :] - images[:, :-1, :, :]
            right = images[:, :, 1:, :] - images[:, :, :-1, :]
            axes = [1, 2, 3]
        else:
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        first: Any = math_ops.reduce_sum(math_ops.abs(down), axis=axes)
        return first + math_ops.reduce_sum(math_ops.abs(right), axis=axes)


def image_gradients(image: Any) -> tuple[Tensor, Tensor]:
    """(dy, dx): differences to the next row and to the next column, 0 in the last ones, of a batch of images."""
    if image.shape.ndims != 4:
        # TF1: the shape is an argument of its own
        raise ValueError("image_gradients expects a 4D tensor [batch_size, h, w, d], not %s.", image.shape)
    size = array_ops.shape(image)
    batch, height, width, depth = array_ops.unstack(size)
    dy = image[:, 1:, :, :] - image[:, :-1, :, :]
    dx = image[:, :, 1:, :] - image[:, :, :-1, :]
    last_row = array_ops.stack([batch, 1, width, depth])
    dy = array_ops.concat([dy, array_ops.zeros(last_row, image.dtype)], 1)
    dy = array_ops.reshape(dy, size)
    last_column = array_ops.stack([batch, height, 1, depth])
    dx = array_ops.concat([dx, array_ops.zeros(last_column, image.dtype)], 2)
    return dy, array_ops.reshape(dx, size)


def sobel_edges(image: Any) -> Tensor:
    """Sobel's edge filters of a batch of images, [batch, height, width, channels, 2]: down and right."""
    static, size = image.shape, array_ops.shape(image)
    channels: Any = size
    filters = np.expand_dims(np.transpose(np.asarray(_SOBEL), (1, 2, 0)), -2)
    kernel = constants.constant(filters, dtype=image.dtype)
    kernel = array_ops.tile(kernel, [1, 1, channels[-1], 1], name="sobel_filters")
    padded = array_ops.pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    found = nn_conv.depthwise_conv2d(padded, kernel, [1, 1, 1, 1], "VALID")
    found = array_ops.reshape(found, shape=array_ops.concat([size, [2]], 0))
    found.set_shape(static.concatenate([2]))
    return found


# ---- differences -----------------------------------------------------------------------------------------------------


def _compatible(a: Any, b: Any) -> tuple[Any, Any, list[Any]]:
    """(shape of a, shape of b, checks that they are images of one size)."""
    first, second = a.shape.with_rank_at_least(3), b.shape.with_rank_at_least(3)
    first[-3:].assert_is_compatible_with(second[-3:])
    if first.ndims is not None and second.ndims is not None:
        for m, n in zip(reversed(first.dims[:-3]), reversed(second.dims[:-3])):
            if not (m == 1 or n == 1 or m.is_compatible_with(n)):
                raise ValueError(f"Two images are not compatible: {first} and {second}")
    shape_a: Any
    shape_b: Any
    shape_a, shape_b = array_ops.shape_n([a, b])
    both = [shape_a, shape_b]
    is_image = logging_ops.Assert(math_ops.greater_equal(array_ops.size(shape_a), 3), both, summarize=10)
    equal = math_ops.reduce_all(math_ops.equal(shape_a[-3:], shape_b[-3:]))
    return shape_a, shape_b, [is_image, logging_ops.Assert(equal, both, summarize=10)]


def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of images in decibels; `max_val` is the range of values (255, or 1.0)."""
    with name_scope(name, "PSNR", [a, b]):
        peak: Any = convert_image_dtype(math_ops.cast(max_val, a.dtype), dtypes.float32)
        a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
        error = math_ops.reduce_mean(math_ops.squared_difference(a, b), [-3, -2, -1])
        ratio: Any = 20 * math_ops.log(peak) / math_ops.log(10.0)  # type: ignore[operator]
        noise: Any = np.float32(10 / np.log(10)) * math_ops.log(error)  # type: ignore[operator]
        result = math_ops.subtract(ratio, noise, name="psnr")
        _, _, checks = _compatible(a, b)
        with control_dependencies(checks):
            return array_ops.identity(result)


def _gaussian(size: Any, sigma: Any) -> Tensor:
    """A Gaussian filter [size, size, 1, 1]."""
    size = convert(size, dtypes.int32)
    sigma = convert(sigma)
    at: Any = math_ops.cast(math_ops.range(size), sigma.dtype)
    at = at - math_ops.cast(size - 1, sigma.dtype) / 2.0
    g: Any = math_ops.square(at)
    g = g * (-0.5 / math_ops.square(sigma))
    row: Any = array_ops.reshape(g, shape=[1, -1])
    g = row + array_ops.reshape(g, shape=[-1, 1])
    g = nn_ops.softmax(array_ops.reshape(g, shape=[1, -1]))
    return array_ops.reshape(g, shape=[size, size, 1, 1])


def _ssim_terms(x: Any, y: Any, blurred: Any, max_val: Any, k1: float, k2: float) -> tuple[Any, Any]:
    """(luminance, contrast and structure) at every place; Wang 2004."""
    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean_x, mean_y = blurred(x), blurred(y)
    num = mean_x * mean_y * 2.0
    den: Any = math_ops.square(mean_x)
    den = den + math_ops.square(mean_y)
    luminance = (num + c1) / (den + c1)
    joint = blurred(x * y) * 2.0
    squares: Any = math_ops.square(x)
    both = blurred(squares + math_ops.square(y))
    c2 *= 1.0
    return luminance, (joint - num + c2) / (both - den + c2)


def _ssim_per_channel(
    a: Any, b: Any, max_val: Any, filter_size: Any, filter_sigma: Any, k1: float, k2: float
) -> tuple[Any, Any]:
    filter_size = constants.constant(filter_size, dtype=dtypes.int32)
    filter_sigma = constants.constant(filter_sigma, dtype=a.dtype)
    shape_a: Any
    shape_b: Any
    shape_a, shape_b = array_ops.shape_n([a, b])
    checks = []
    for shape in (shape_a, shape_b):
        large = math_ops.reduce_all(math_ops.greater_equal(shape[-3:-1], filter_size))
        checks.append(logging_ops.Assert(large, [shape, filter_size], summarize=8))
    with control_dependencies(checks):
        a = array_ops.identity(a)
    kernel = _gaussian(filter_size, filter_sigma)
    kernel = array_ops.tile(kernel, multiples=[1, 1, shape_a[-1], 1])

    def blurred(x: Any) -> Any:
        shape: Any = array_ops.shape(x)
        x = array_ops.reshape(x, shape=array_ops.concat([[-1], shape[-3:]], 0))
        y = nn_conv.depthwise_conv2d(x, kernel, strides=[1, 1, 1, 1], padding="VALID")
        size: Any = array_ops.shape(y)
        return array_ops.reshape(y, array_ops.concat([shape[:-3], size[1:]], 0))

    luminance, structure = _ssim_terms(a, b, blurred, max_val, k1, k2)
    axes = constants.constant([-3, -2], dtype=dtypes.int32)
    value = math_ops.reduce_mean(luminance * structure, axes)
    return value, math_ops.reduce_mean(structure, axes)


def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity of images (Wang 2004), -1 to 1; `max_val` is the range of values (255, or 1.0)."""
    _, _, checks = _compatible(img1, img2)
    with control_dependencies(checks):
        img1 = array_ops.identity(img1)
    peak = convert_image_dtype(math_ops.cast(max_val, img1.dtype), dtypes.float32)
    img1, img2 = convert_image_dtype(img1, dtypes.float32), convert_image_dtype(img2, dtypes.float32)
    value, _ = _ssim_per_channel(img1, img2, peak, filter_size, filter_sigma, k1, k2)
    return math_ops.reduce_mean(value, [-1])


def ssim_multiscale(
    img1: Any,
    img2: Any,
    max_val: Any,
    power_factors: Any = _WEIGHTS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """`ssim` over several scales (Wang 2003), weighted by `power_factors`, finest first."""
    with name_scope(None, "MS-SSIM", [img1, img2]):
        img1, img2 = convert(img1, None, "img1"), convert(img2, None, "img2")
        shape1, shape2, checks = _compatible(img1, img2)
        with control_dependencies(checks):
            img1 = array_ops.identity(img1)
        peak = convert_image_dtype(math_ops.cast(max_val, img1.dtype), dtypes.float32)
        images = [convert_image_dtype(i, dtypes.float32) for i in (img1, img2)]
        heads = [s[:-3] for s in (shape1, shape2)]
        tails = [s[-3:] for s in (shape1, shape2)]
        halves = constants.constant([2, 2, 1], dtype=dtypes.int32)
        structures: list[Any] = []
        value: Any = None
        for k in range(len(power_factors)):
            with name_scope(None, f"Scale{k}", images):
                if k > 0:
                    images, tails = _halved(images, heads, tails, halves)
                value, structure = _ssim_per_channel(
                    *images, max_val=peak, filter_size=filter_size, filter_sigma=filter_sigma, k1=k1, k2=k2
                )
                structures.append(nn_ops.relu(structure))
        structures.pop()  # of the last scale the whole similarity counts
        together = array_ops.stack([*structures, nn_ops.relu(value)], axis=-1)
        product = math_ops.reduce_prod(math_ops.pow(together, power_factors), [-1])
        return math_ops.reduce_mean(product, [-1])


def _halved(images: list[Any], heads: list[Any], tails: list[Any], halves: Any) -> tuple[list[Any], list[Any]]:
    """The images at half the size, and their last three sizes."""
    flat = [array_ops.reshape(x, array_ops.concat([[-1], t], 0)) for x, t in zip(images, tails)]
    odd = tails[0] % halves
    uneven = math_ops.reduce_any(math_ops.not_equal(odd, 0))

    def evened() -> list[Any]:
        padding = array_ops.pad(array_ops.expand_dims(odd, -1), [[1, 0], [1, 0]])
        return [array_ops.pad(x, padding, mode="SYMMETRIC") for x in flat]

    even = cond.cond(uneven, evened, lambda: flat)
    window = [1, 2, 2, 1]
    smaller = [nn_pool.avg_pool(x, ksize=window, strides=window, padding="VALID") for x in even]
    sizes: list[Any] = [x[1:] for x in array_ops.shape_n(smaller)]  # type: ignore[index]
    return [array_ops.reshape(x, array_ops.concat([h, t], 0)) for x, h, t in zip(smaller, heads, sizes)], sizes
