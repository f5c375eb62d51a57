"""`tf.image`: element types, brightness, contrast, hue, saturation, and colour spaces."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, grouping, math_ops, random_ops, tensor_util
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.image_shapes import checked, checked_grayscale, requires
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_FLOATS = (dtypes.float16, dtypes.float32)
_LUMINANCE = [0.2989, 0.5870, 0.1140]
_RGB_TO_YIQ = [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]]
_YIQ_TO_RGB = [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
_RGB_TO_YUV = [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026]]
_YUV_TO_RGB = [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]]


def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: str | None = None) -> Any:
    """An image of another element type, its range scaled: integers span their type, floats [0, 1].

    Args:
      image: of any float or integer type.
      dtype: the wanted one.
      saturate: clip values that do not fit, instead of wrapping around.
      name: name of the result.

    Raises:
      AttributeError: `dtype` is neither float nor integer.
    """
    image = convert(image, None, "image")
    wanted, given = dtypes.as_dtype(dtype), image.dtype.base
    if not wanted.is_floating and not wanted.is_integer:
        raise AttributeError("dtype must be either floating point or integer")
    if wanted is given:
        return array_ops.identity(image, name=name)
    with name_scope(name, "convert_image", [image]) as scope:
        to = math_ops.saturate_cast if saturate else math_ops.cast
        if given.is_floating and wanted.is_floating:
            return math_ops.cast(image, wanted, name=scope)
        if given.is_integer and not wanted.is_integer:
            return math_ops.multiply(math_ops.cast(image, wanted), 1.0 / given.max, name=scope)
        if not given.is_integer:
            return to(math_ops.multiply(image, wanted.max + 0.5), wanted, name=scope)
        if given.max > wanted.max:
            return to(math_ops.div(image, (given.max + 1) // (wanted.max + 1)), wanted, name=scope)
        return math_ops.multiply(to(image, wanted), (wanted.max + 1) // (given.max + 1), name=scope)


def _as_float(image: Tensor) -> Any:
    return image if image.dtype in _FLOATS else convert_image_dtype(image, dtypes.float32)


def per_image_standardization(image: Any) -> Tensor:
    """Each image with mean 0 and variance 1; the divisor is at least 1 / sqrt(number of values)."""
    with name_scope(None, "per_image_standardization", [image]) as scope:
        image = checked(convert(image, None, "image"))
        before = image.dtype
        image = _as_float(image)
        sizes: Any = array_ops.shape(image)
        count = math_ops.reduce_prod(sizes[-3:])
        mean = math_ops.reduce_mean(image, axis=[-1, -2, -3], keepdims=True)
        deviation = math_ops.reduce_std(image, axis=[-1, -2, -3], keepdims=True)
        least = math_ops.rsqrt(math_ops.cast(count, image.dtype))
        divisor = math_ops.maximum(deviation, least)
        image = math_ops.div(image - mean, divisor, name=scope)
        return convert_image_dtype(image, before, saturate=True)


def _positive_range(lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


def random_brightness(image: Any, max_delta: float, seed: int | None = None) -> Tensor:
    """The image, brighter or darker by a random amount of [-max_delta, max_delta)."""
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    delta = random_ops.random_uniform([], -max_delta, max_delta, seed=seed)
    return adjust_brightness(image, delta)


def random_contrast(image: Any, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """The image with its contrast times a random factor of [lower, upper)."""
    _positive_range(lower, upper)
    factor = random_ops.random_uniform([], lower, upper, seed=seed)
    return adjust_contrast(image, factor)


def random_hue(image: Any, max_delta: float, seed: int | None = None) -> Tensor:
    """The image with its hue turned by a random part of [-max_delta, max_delta) of a circle; `max_delta` <= 0.5."""
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    delta = random_ops.random_uniform([], -max_delta, max_delta, seed=seed)
    return adjust_hue(image, delta)


def random_saturation(image: Any, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """The image with its saturation times a random factor of [lower, upper)."""
    _positive_range(lower, upper)
    factor = random_ops.random_uniform([], lower, upper, seed=seed)
    return adjust_saturation(image, factor)


def adjust_brightness(image: Any, delta: Any) -> Tensor:
    """The image plus `delta`; integer images are scaled to [0, 1] meanwhile."""
    with name_scope(None, "adjust_brightness", [image, delta]) as scope:
        image = convert(image, None, "image")
        flt = _as_float(image)
        adjusted = math_ops.add(flt, math_ops.cast(delta, flt.dtype), name=scope)
        return convert_image_dtype(adjusted, image.dtype, saturate=True)


def adjust_contrast(images: Any, contrast_factor: Any) -> Tensor:
    """Images with the distance of each value from its channel's mean times a factor."""
    with name_scope(None, "adjust_contrast", [images, contrast_factor]) as scope:
        images = convert(images, None, "images")
        flt = _as_float(images)
        adjusted = apply_op("AdjustContrastv2", flt, contrast_factor, name=scope)
        return convert_image_dtype(adjusted, images.dtype, saturate=True)


def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Tensor:
    """`gain` * image ** `gamma`; integer images are scaled to [0, 1] meanwhile.

    Raises:
      ValueError: gamma is negative.
    """
    with name_scope(None, "adjust_gamma", [image, gamma, gain]):
        image = convert(image, None, "image")
        flt = _as_float(image)
        checks = requires(gamma >= 0, "Gamma should be a non-negative real number.")
        if checks:
            gamma = grouping.with_dependencies(checks, gamma)
        return convert_image_dtype(gain * flt**gamma, image.dtype, saturate=True)


def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Tensor:
    """The image, red, green and blue, with the hue turned by `delta` (1 is a whole circle)."""
    with name_scope(name, "adjust_hue", [image]):
        image = convert(image, None, "image")
        adjusted = apply_op("AdjustHue", _as_float(image), delta)
        return convert_image_dtype(adjusted, image.dtype)


def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Tensor:
    """The image, red, green and blue, with the saturation times a factor."""
    with name_scope(name, "adjust_saturation", [image]):
        image = convert(image, None, "image")
        adjusted = apply_op("AdjustSaturation", _as_float(image), saturation_factor)
        return convert_image_dtype(adjusted, image.dtype)


def random_jpeg_quality(image: Any, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None) -> Tensor:
    """The image as it looks after JPEG coding of a random quality."""
    if not (0 <= min_jpeg_quality <= 100 and 0 <= max_jpeg_quality <= 100):
        raise ValueError("jpeg encoding range must be between 0 and 100.")
    if min_jpeg_quality >= max_jpeg_quality:
        raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")
    quality = random_ops.random_uniform([], min_jpeg_quality, max_jpeg_quality, seed=seed, dtype=dtypes.int32)
    return adjust_jpeg_quality(image, quality)


def adjust_jpeg_quality(image: Any, jpeg_quality: Any, name: str | None = None) -> Tensor:
    """The image as it looks after JPEG coding of that quality (0 to 100)."""
    with name_scope(name, "adjust_jpeg_quality", [image]):
        image = convert(image, None, "image")
        before = image.dtype
        image = convert_image_dtype(image, dtypes.uint8)
        if not tensor_util.is_tensor(jpeg_quality):
            jpeg_quality = convert(jpeg_quality, dtypes.int32)
        coded = apply_op("EncodeJpegVariableQuality", image, jpeg_quality)
        return convert_image_dtype(apply_op("DecodeJpeg", coded), before)


# ---- colour spaces ---------------------------------------------------------------------------------------------------


def rgb_to_grayscale(images: Any, name: str | None = None) -> Tensor:
    """The luminance of images, as one channel."""
    with name_scope(name, "rgb_to_grayscale", [images]) as scope:
        images = convert(images, None, "images")
        flt = convert_image_dtype(images, dtypes.float32)
        gray = math_ops.tensordot(flt, _LUMINANCE, [-1, -1])
        gray = array_ops.expand_dims(gray, -1)
        return convert_image_dtype(gray, images.dtype, name=scope)


def grayscale_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """The one channel of images three times."""
    with name_scope(name, "grayscale_to_rgb", [images]) as scope:
        images = convert(checked_grayscale(images), None, "images")
        rank: Any = array_ops.rank(images)
        leading = array_ops.expand_dims(rank - 1, 0)
        parts = [array_ops.ones(leading, dtype=dtypes.int32), array_ops.expand_dims(3, 0)]
        rgb = array_ops.tile(images, array_ops.concat(parts, 0), name=scope)
        if images.shape.ndims is not None:
            rgb.set_shape([*images.shape.as_list()[:-1], 3])
        return rgb


def rgb_to_hsv(images: Any, name: str | None = None) -> Tensor:
    """Red, green, blue of [0, 1] to hue, saturation, value of [0, 1]."""
    return apply_op("RGBToHSV", images, name=name)


def hsv_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """Hue, saturation, value of [0, 1] to red, green, blue of [0, 1]."""
    return apply_op("HSVToRGB", images, name=name)


def _by_matrix(images: Any, matrix: Any) -> Tensor:
    images = convert(images, None, "images")
    kernel = convert(matrix, images.dtype.base, "kernel")
    return math_ops.tensordot(images, kernel, axes=[[images.shape.ndims - 1], [0]])


def rgb_to_yiq(images: Any) -> Tensor:
    """Red, green, blue to luma and chroma of NTSC."""
    return _by_matrix(images, _RGB_TO_YIQ)


def yiq_to_rgb(images: Any) -> Tensor:
    """The inverse of `rgb_to_yiq`."""
    return _by_matrix(images, _YIQ_TO_RGB)


def rgb_to_yuv(images: Any) -> Tensor:
    """Red, green, blue to luma and chroma of PAL."""
    return _by_matrix(images, _RGB_TO_YUV)


def yuv_to_rgb(images: Any) -> Tensor:
    """The inverse of `rgb_to_yuv`."""
    return _by_matrix(images, _YUV_TO_RGB)
