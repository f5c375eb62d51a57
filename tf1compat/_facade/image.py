"""What `tensorflow.python.ops.image_ops` has besides `tf.image`: TensorFlow 2's ways to resize, and other names."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.image_boxes import non_max_suppression_overlaps as non_max_suppression_with_overlaps
from tf1compat._facade.image_crops import padded_after
from tf1compat._facade.image_crops import resize_image_with_pad as resize_image_with_pad_v1
from tf1compat._facade.image_flips import transpose_image as transpose
from tf1compat._facade.image_quality import _compatible as _verify_compatible_image_shapes
from tf1compat._facade.image_resize import ResizeMethod as ResizeMethodV1
from tf1compat._facade.image_resize import resized_by
from tf1compat._facade.image_shapes import checks_3d as _Check3DImage
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


class ResizeMethod:
    """The methods of `resize_images_v2`."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_PLAIN = {"bilinear": "ResizeBilinear", "nearest": "ResizeNearestNeighbor", "bicubic": "ResizeBicubic"}
_SAMPLED = {m: m for m in ("lanczos3", "lanczos5", "gaussian", "mitchellcubic")}
_ANTIALIASED = {"bilinear": "triangle", "bicubic": "keyscubic"}


def resize_images_v2(
    images: Any,
    size: Any,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """TensorFlow 2's `tf.image.resize`: the centres of pixels decide, and `antialias` averages when shrinking."""

    def resized(batch: Tensor, new_size: Tensor) -> Tensor:
        kernel = {**_SAMPLED, **(_ANTIALIASED if antialias else {})}.get(method)
        if kernel is not None:
            old: Any = array_ops.shape(batch)
            scale: Any = math_ops.cast(new_size, dtypes.float32)
            scale = scale / math_ops.cast(old[1:3], dtypes.float32)
            how = {"kernel_type": kernel.encode(), "antialias": antialias}
            return apply_op("ScaleAndTranslate", batch, new_size, scale, array_ops.zeros([2]), **how)
        if method == ResizeMethod.AREA:
            return apply_op("ResizeArea", batch, new_size)
        if method not in _PLAIN:
            raise ValueError("Resize method is not implemented.")
        return apply_op(_PLAIN[method], batch, new_size, half_pixel_centers=True)

    return resized_by(resized, images, size, preserve_aspect_ratio, name, keeps_same=False)


def resize_image_with_pad_v2(
    image: Any, target_height: Any, target_width: Any, method: str = ResizeMethod.BILINEAR, antialias: bool = False
) -> Tensor:
    """TensorFlow 2's `tf.image.resize_with_pad`."""
    return padded_after(
        lambda x, size: resize_images_v2(x, size, method, antialias=antialias), image, target_height, target_width
    )
