"""`tf.image`: cropping and padding to a size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, grouping, math_ops, tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.image_resize import ResizeMethod, resize_images
from tf1compat._facade.image_shapes import as_batch, checked, checks_at_least_3d, dimensions, requires
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_is_tensor = tensor_util.is_tensor


def central_crop(image: Any, central_fraction: float) -> Any:
    """The middle of an image (or of each of a batch), `central_fraction` of its height and width.

    Raises:
      ValueError: the fraction is not in (0, 1], or the image has neither three nor four dimensions.
    """
    with name_scope(None, "central_crop", [image]):
        image = convert(image, None, "image")
        if central_fraction <= 0.0 or central_fraction > 1.0:
            raise ValueError("central_fraction must be within (0, 1]")
        if central_fraction == 1.0:
            return image
        checked(image)
        rank = image.shape.ndims
        if rank not in (3, 4):
            raise ValueError(f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {rank}.")
        known: Any = image.shape.as_list()
        axes = (rank - 3, rank - 2)
        sizes: list[Any] = [_size(image, a) for a in axes]
        starts = [_middle_start(n, central_fraction) for n in sizes]
        lengths = [n - start * 2 for n, start in zip(sizes, starts)]
        begin = array_ops.stack([0] * (rank - 3) + [*starts, 0])
        size = array_ops.stack([-1] * (rank - 3) + [*lengths, -1])
        result = array_ops.slice(image, begin, size)
        static = [None if _is_tensor(n) else n for n in lengths]
        result.set_shape([*known[: rank - 3], *static, known[-1]])
        return result


def _size(image: Any, axis: int) -> Any:
    static = image.shape.as_list()[axis]
    if static is not None:
        return static
    sizes: Any = array_ops.shape(image)
    return sizes[axis]


def _middle_start(size: Any, fraction: float) -> Any:
    if not _is_tensor(size):
        return int((float(size) - float(size) * fraction) / 2)
    wide: Any = math_ops.cast(size, dtypes.float64)
    return math_ops.cast((wide - wide * fraction) / 2, dtypes.int32)


def pad_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """The image (or each of a batch) in a field of zeros of the target size, at the given offset.

    Args are integers or integer scalars.

    Raises:
      ValueError: it does not fit there.
    """
    with name_scope(None, "pad_to_bounding_box", [image]):
        image, is_batch = as_batch(convert(image, None, "image"))
        checks = checks_at_least_3d(image)
        batch, height, width, depth = dimensions(image, 4)
        right = target_width - offset_width - width
        below = target_height - offset_height - height
        checks += requires(offset_height >= 0, "offset_height must be >= 0")
        checks += requires(offset_width >= 0, "offset_width must be >= 0")
        checks += requires(right >= 0, "width must be <= target - offset")
        checks += requires(below >= 0, "height must be <= target - offset")
        image = grouping.with_dependencies(checks, image)
        flat = array_ops.stack([0, 0, offset_height, below, offset_width, right, 0, 0])
        padded = array_ops.pad(image, array_ops.reshape(flat, [4, 2]))
        return _shaped(padded, [batch, target_height, target_width, depth], is_batch)


def _shaped(result: Any, sizes: list[Any], is_batch: bool) -> Any:
    result.set_shape([None if _is_tensor(n) else n for n in sizes])
    return result if is_batch else array_ops.squeeze(result, axis=[0])


def crop_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """The part of the target size of an image (or of each of a batch), at the given offset.

    Args are integers or integer scalars.

    Raises:
      ValueError: the part reaches out of the image.
    """
    with name_scope(None, "crop_to_bounding_box", [image]):
        image, is_batch = as_batch(convert(image, None, "image"))
        checks = checks_at_least_3d(image)
        batch, height, width, depth = dimensions(image, 4)
        checks += requires(offset_width >= 0, "offset_width must be >= 0.")
        checks += requires(offset_height >= 0, "offset_height must be >= 0.")
        checks += requires(target_width > 0, "target_width must be > 0.")
        checks += requires(target_height > 0, "target_height must be > 0.")
        checks += requires(width >= (target_width + offset_width), "width must be >= target + offset.")
        checks += requires(height >= (target_height + offset_height), "height must be >= target + offset.")
        image = grouping.with_dependencies(checks, image)
        begin = array_ops.stack([0, offset_height, offset_width, 0])
        size = array_ops.stack([-1, target_height, target_width, -1])
        cropped = array_ops.slice(image, begin, size)
        return _shaped(cropped, [batch, target_height, target_width, depth], is_batch)


def _max(x: Any, y: Any) -> Any:
    return math_ops.maximum(x, y) if _is_tensor(x) or _is_tensor(y) else max(x, y)


def _min(x: Any, y: Any) -> Any:
    return math_ops.minimum(x, y) if _is_tensor(x) or _is_tensor(y) else min(x, y)


def _equal(x: Any, y: Any) -> Any:
    return math_ops.equal(x, y) if _is_tensor(x) or _is_tensor(y) else x == y


def _checks_of_target(image: Any, target_height: Any, target_width: Any) -> list[Any]:
    checks = checks_at_least_3d(image)
    checks += requires(target_width > 0, "target_width must be > 0.")
    return checks + requires(target_height > 0, "target_height must be > 0.")


def resize_image_with_crop_or_pad(image: Any, target_height: Any, target_width: Any) -> Tensor:
    """The image (or each of a batch) cropped in the middle or padded evenly with zeros to the target size."""
    with name_scope(None, "resize_image_with_crop_or_pad", [image]):
        image, is_batch = as_batch(convert(image, None, "image"))
        checks = _checks_of_target(image, target_height, target_width)
        image = grouping.with_dependencies(checks, image)
        if _is_tensor(target_height):
            target_height = grouping.with_dependencies(checks, target_height)
        if _is_tensor(target_width):
            target_width = grouping.with_dependencies(checks, target_width)
        _, height, width, _ = dimensions(image, 4)
        wider = target_width - width
        crop_left, pad_left = _max(-wider // 2, 0), _max(wider // 2, 0)
        higher = target_height - height
        crop_top, pad_top = _max(-higher // 2, 0), _max(higher // 2, 0)
        cropped = crop_to_bounding_box(
            image, crop_top, crop_left, _min(target_height, height), _min(target_width, width)
        )
        resized = pad_to_bounding_box(cropped, pad_top, pad_left, target_height, target_width)
        if resized.shape.ndims is None:
            raise ValueError("resized contains no shape.")
        _, height, width, _ = dimensions(resized, 4)
        checks = requires(_equal(height, target_height), "resized height is not correct.")
        checks += requires(_equal(width, target_width), "resized width is not correct.")
        resized = grouping.with_dependencies(checks, resized)
        return resized if is_batch else array_ops.squeeze(resized, axis=[0])


def resize_image_with_pad(
    image: Any, target_height: Any, target_width: Any, method: Any = ResizeMethod.BILINEAR, align_corners: bool = False
) -> Tensor:
    """The image (or each of a batch) resized without distortion and padded evenly with zeros to the target size."""
    return padded_after(
        lambda x, size: resize_images(x, size, method, align_corners=align_corners), image, target_height, target_width
    )


def padded_after(resize: Callable[[Any, Any], Any], image: Any, target_height: Any, target_width: Any) -> Tensor:
    """The image brought by `resize` to the largest size that fits, and padded."""
    with name_scope(None, "resize_image_with_pad", [image]):
        image, is_batch = as_batch(convert(image, None, "image"))
        image = grouping.with_dependencies(_checks_of_target(image, target_height, target_width), image)
        _, height, width, _ = dimensions(image, 4)
        high, wide = (math_ops.cast(v, dtypes.float64) for v in (height, width))
        goal_high, goal_wide = (math_ops.cast(v, dtypes.float64) for v in (target_height, target_width))
        ratio = _max(wide / goal_wide, high / goal_high)
        exact_high, exact_wide = high / ratio, wide / ratio
        new_height = math_ops.cast(math_ops.floor(exact_high), dtypes.int32)
        new_width = math_ops.cast(math_ops.floor(exact_wide), dtypes.int32)
        spare_high, spare_wide = (goal_high - exact_high) / 2, (goal_wide - exact_wide) / 2
        above, left = math_ops.floor(spare_high), math_ops.floor(spare_wide)
        pad_top = _max(0, math_ops.cast(above, dtypes.int32))
        pad_left = _max(0, math_ops.cast(left, dtypes.int32))
        resized = resize(image, [new_height, new_width])
        padded = pad_to_bounding_box(resized, pad_top, pad_left, target_height, target_width)
        if padded.shape.ndims is None:
            raise ValueError("padded contains no shape.")
        dimensions(padded, 4)
        return padded if is_batch else array_ops.squeeze(padded, axis=[0])
