"""`tf.image.resize_images` and the ops below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, math_ops, tensor_util
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope
from tf1compat._facade.image_shapes import dimensions
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.python.ops.image_ops_impl"


class ResizeMethod:
    """The methods of `resize_images`."""

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


_OPS = {
    ResizeMethod.BILINEAR: "ResizeBilinear",
    ResizeMethod.NEAREST_NEIGHBOR: "ResizeNearestNeighbor",
    ResizeMethod.BICUBIC: "ResizeBicubic",
    ResizeMethod.AREA: "ResizeArea",
    "bilinear": "ResizeBilinear",
    "nearest": "ResizeNearestNeighbor",
    "bicubic": "ResizeBicubic",
    "area": "ResizeArea",
}


def resize_images(
    images: Any,
    size: Any,
    method: Any = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """Images of another size.

    Args:
      images: [batch, height, width, channels] or [height, width, channels].
      size: the new height and width, int32 of shape [2].
      method: one of `ResizeMethod`; all but NEAREST_NEIGHBOR give float32.
      align_corners: the centres of the four corner pixels stay where they are. TF1: otherwise the upper left corners
        of the images are aligned, not the centres of pixels.
      preserve_aspect_ratio: the largest size within `size` that does not distort.
      name: name scope of the nodes.

    Raises:
      ValueError: the images have neither three nor four dimensions, or `size` is no pair of integers.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.image.resize_images([[[1.0], [3.0]]], [1, 4]))[0, :, 0].tolist()
    [1.0, 2.0, 3.0, 3.0]
    """
    op_type = _OPS.get(method) if isinstance(method, (int, str)) else None

    def resized(batch: Tensor, new_size: Tensor) -> Tensor:
        if op_type is None:
            raise ValueError("Resize method is not implemented.")
        return apply_op(op_type, batch, new_size, align_corners=align_corners)

    return resized_by(resized, images, size, preserve_aspect_ratio, name, keeps_same=True)


def resized_by(
    resize: Callable[[Tensor, Tensor], Tensor],
    images: Any,
    size: Any,
    undistorted: bool,
    name: str | None,
    keeps_same: bool,
) -> Tensor:
    """Images brought to a size by `resize`, which gets four dimensions; `keeps_same`: not where they have it already."""
    with name_scope(name, "resize", [images, size]):
        images = convert(images, None, "images")
        rank = images.shape.ndims
        if rank is None:
            raise ValueError("'images' contains no shape.")
        if rank not in (3, 4):
            raise ValueError("'images' must have either 3 or 4 dimensions.")
        if rank == 3:
            images = array_ops.expand_dims(images, 0)
        _, height, width, _ = images.shape.as_list()
        size = _size_tensor(size)
        new = _known(size)
        if undistorted:
            size = convert(_undistorted(images, *new), dtypes.int32, "size")
            new = _known(size)
        if keeps_same and None not in (*new, height, width) and new == (height, width):
            return images if rank == 4 else array_ops.squeeze(images, axis=[0])
        resized = resize(images, size)
        resized.set_shape([None, *new, None])
        return resized if rank == 4 else array_ops.squeeze(resized, axis=[0])


def _size_tensor(size: Any) -> Tensor:
    try:
        size = convert(size, dtypes.int32, "size")
    except (TypeError, ValueError):
        raise ValueError("'size' must be a 1-D int32 Tensor") from None
    if not size.shape.is_compatible_with([2]):
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    return size


def _known(size: Tensor) -> tuple[int | None, int | None]:
    known = tensor_util.constant_value_as_shape(size)
    if known.ndims is None:
        return None, None
    height, width = known.as_list()
    return height, width


def _undistorted(images: Tensor, height: Any, width: Any) -> list[Any]:
    _, old_height, old_width, _ = dimensions(images, 4)

    def as_float(x: Any) -> Any:
        return math_ops.cast(x, dtypes.float32)

    down = as_float(height) / as_float(old_height)
    right = as_float(width) / as_float(old_width)
    factor: Any = math_ops.minimum(down, right)
    return [math_ops.cast(math_ops.round(factor * as_float(n)), dtypes.int32) for n in (old_height, old_width)]


def _instead(method: str) -> str:
    return f"Use `tf.image.resize(...method=ResizeMethod.{method}...)` instead."


@deprecated(None, _instead("BICUBIC"), _MODULE)
def resize_bicubic(
    images: Any, size: Any, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """A batch of images of another size, by cubic convolution."""
    given = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return apply_op("ResizeBicubic", images, size, name=name, **given)


@deprecated(None, _instead("BILINEAR"), _MODULE)
def resize_bilinear(
    images: Any, size: Any, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """A batch of images of another size, by bilinear interpolation."""
    given = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return apply_op("ResizeBilinear", images, size, name=name, **given)


@deprecated(None, _instead("NEAREST_NEIGHBOR"), _MODULE)
def resize_nearest_neighbor(
    images: Any, size: Any, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """A batch of images of another size, by the nearest pixel."""
    given = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return apply_op("ResizeNearestNeighbor", images, size, name=name, **given)


@deprecated(None, _instead("AREA"), "tensorflow.python.ops.gen_image_ops")
def resize_area(images: Any, size: Any, align_corners: bool = False, name: str | None = None) -> Tensor:
    """A batch of images of another size, by means over areas."""
    return apply_op("ResizeArea", images, size, name=name, align_corners=align_corners)
