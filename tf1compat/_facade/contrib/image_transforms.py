"""`tf.contrib.image`: projective transforms, rotations and translations of images, areas, pairs, colours in YIQ."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, image_colors, math_ops, random_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import cond
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import partial

_DTYPES = (dtypes.uint8, dtypes.int32, dtypes.int64, dtypes.float16, dtypes.float32, dtypes.float64)


def _as_batch(images: Tensor) -> tuple[Tensor, Any]:
    """Images [N, H, W, C] of what has 2 to 4 dimensions, and the key that undoes it."""
    if images.dtype.base not in _DTYPES:
        raise TypeError(f"Invalid dtype {images.dtype}.")
    rank = images.shape.ndims
    if rank is None:
        raise TypeError("image_or_images rank must be statically known")
    if rank not in (2, 3, 4):
        raise TypeError("Images should have rank between 2 and 4.")
    whole = slice(None)
    there: Any = {2: (None, whole, whole, None), 3: (None, whole, whole, whole), 4: None}[rank]
    back: Any = {2: (0, whole, whole, 0), 3: (0, whole, whole, whole), 4: None}[rank]
    return (images if there is None else images[there]), back


def transform(
    images: Any, transforms: Any, interpolation: str = "NEAREST", output_shape: Any = None, name: str | None = None
) -> Tensor:
    """Images seen through projective transforms.

    Args:
      images: [N, H, W, C], [H, W, C] or [H, W].
      transforms: [8] or [N, 8]; `(a0, a1, a2, b0, b1, b2, c0, c1)` takes the place (x, y) of the result to
        `((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k)` in the image, `k = c0 x + c1 y + 1`.
      interpolation: `"NEAREST"` or `"BILINEAR"`; outside the image all is 0.
      output_shape: [height, width]; the image's where absent.
      name: name scope.

    Raises:
      TypeError, ValueError: a type or a rank does not fit.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.transform([[1, 2], [3, 4]], [1., 0, 1, 0, 1, 0, 0, 0])).tolist())
    [[2, 0], [4, 0]]
    """
    with name_scope(name, "transform"):
        given = convert_to_tensor(images, name="images")
        transforms = convert(transforms, dtypes.float32, "transforms")
        images, back = _as_batch(given)
        if output_shape is None:
            size = array_ops.shape(images)[1:3]
            known = partial.constant_value(size)
            output_shape = size if known is None else known
        output_shape = convert(output_shape, dtypes.int32, "output_shape")
        if not output_shape.shape.is_compatible_with([2]):
            raise ValueError("output_shape must be a 1-D Tensor of 2 elements: new_height, new_width")
        rank = transforms.shape.ndims
        if rank is None:
            raise TypeError("transform_or_transforms rank must be statically known")
        if rank not in (1, 2):
            raise TypeError("Transforms should have rank 1 or 2.")
        transforms = transforms[None] if rank == 1 else transforms
        method = interpolation.upper().encode()
        if method not in (b"NEAREST", b"BILINEAR"):
            raise ValueError(f"interpolation must be 'NEAREST' or 'BILINEAR', not {interpolation!r}")
        output = apply_op("ImageProjectiveTransformV2", images, transforms, output_shape, interpolation=method)
        return output if back is None else output[back]


def rotate(images: Any, angles: Any, interpolation: str = "NEAREST", name: str | None = None) -> Tensor:
    """Images turned counterclockwise by angles in radians; a scalar, or one for each image."""
    with name_scope(name, "rotate"):
        batch, back = _as_batch(convert_to_tensor(images))
        height, width = (math_ops.cast(array_ops.shape(batch)[i], dtypes.float32)[None] for i in (1, 2))
        output = transform(batch, angles_to_projective_transforms(angles, height, width), interpolation)
        return output if back is None else output[back]


def translate(images: Any, translations: Any, interpolation: str = "NEAREST", name: str | None = None) -> Tensor:
    """Images moved by (dx, dy); one pair, or one for each image."""
    with name_scope(name, "translate"):
        return transform(images, translations_to_projective_transforms(translations), interpolation)


def angles_to_projective_transforms(
    angles: Any, image_height: Any, image_width: Any, name: str | None = None
) -> Tensor:
    """The transforms [N, 8] that turn images of a size around their middle."""
    with name_scope(name, "angles_to_projective_transforms"):
        angles = convert(angles, dtypes.float32, "angles")
        if angles.shape.ndims not in (0, 1):
            raise TypeError("Angles should have rank 0 or 1.")
        angles = angles[None] if angles.shape.ndims == 0 else angles
        cos, sin = math_ops.cos(angles), math_ops.sin(angles)
        right, bottom = image_width - 1, image_height - 1
        x = (right - (cos * right - sin * bottom)) / 2.0
        y = (bottom - (sin * right + cos * bottom)) / 2.0
        rest = array_ops.zeros((array_ops.shape(angles)[0], 2), dtypes.float32)
        return array_ops.concat([*(v[:, None] for v in (cos, -sin, x, sin, cos, y)), rest], axis=1)


def translations_to_projective_transforms(translations: Any, name: str | None = None) -> Tensor:
    """The transforms [N, 8] that move images by (dx, dy)."""
    with name_scope(name, "translations_to_projective_transforms"):
        translations = convert(translations, dtypes.float32, "translations")
        rank = translations.shape.ndims
        if rank is None:
            raise TypeError("translation_or_translations rank must be statically known")
        if rank not in (1, 2):
            raise TypeError("Translations should have rank 1 or 2.")
        translations = translations[None] if rank == 1 else translations
        n = array_ops.shape(translations)[0]
        one, zero = array_ops.ones((n, 1), dtypes.float32), array_ops.zeros((n, 1), dtypes.float32)
        x, y = -translations[:, 0, None], -translations[:, 1, None]
        return array_ops.concat([one, zero, x, zero, one, y, zero, zero], axis=1)


def compose_transforms(*transforms: Any) -> Tensor:
    """One transform that does what several do, the last of them first."""
    assert transforms, "transforms cannot be empty"
    with name_scope("compose_transforms"):
        composed = flat_transforms_to_matrices(transforms[0])
        for t in transforms[1:]:
            composed = math_ops.matmul(composed, flat_transforms_to_matrices(t))
        return matrices_to_flat_transforms(composed)


def flat_transforms_to_matrices(transforms: Any) -> Tensor:
    """Transforms [N, 8] or [8] as matrices [N, 3, 3]."""
    with name_scope("flat_transforms_to_matrices"):
        transforms = convert_to_tensor(transforms, name="transforms")
        if transforms.shape.ndims not in (1, 2):
            raise ValueError(f"Transforms should be 1D or 2D, got: {transforms}")
        transforms = array_ops.reshape(transforms, constant([-1, 8]))
        ones = array_ops.ones([array_ops.shape(transforms)[0], 1])
        return array_ops.reshape(array_ops.concat([transforms, ones], axis=1), constant([-1, 3, 3]))


def matrices_to_flat_transforms(transform_matrices: Any) -> Tensor:
    """Matrices [N, 3, 3] or [3, 3] as transforms [N, 8]."""
    with name_scope("matrices_to_flat_transforms"):
        matrices = convert_to_tensor(transform_matrices, name="transform_matrices")
        if matrices.shape.ndims not in (2, 3):
            raise ValueError(f"Matrices should be 2D or 3D, got: {matrices}")
        flat = array_ops.reshape(matrices, constant([-1, 9]))
        flat = flat / flat[:, 8:9]
        return flat[:, :8]


# ---- areas, pairs, colours ------------------------------------------------------------------------------------------


def connected_components(images: Any) -> Tensor:
    """For each pixel the number of its area of equal neighbours: 1, 2, … in order of appearance, 0 where the image is 0."""
    with name_scope("connected_components"):
        given = convert_to_tensor(images, name="images")
        if given.shape.ndims not in (2, 3):
            raise TypeError(f"images should have rank 2 (HW) or 3 (NHW). Static shape is {given.shape}")
        found = apply_op("ImageConnectedComponents", given[None, :, :] if given.shape.ndims == 2 else given)
        ids, place = array_ops.unique(array_ops.reshape(found, [-1]))
        zero = array_ops.where_v2(math_ops.equal(ids, 0))[:, 0]
        count = math_ops.range(array_ops.shape(ids)[0] - array_ops.shape(zero)[0]) + 1

        def with_zero() -> Tensor:
            at = math_ops.cast(zero[0], dtypes.int32)
            return array_ops.concat([count[:at], [0], count[at:]], axis=0)

        numbers = cond(math_ops.equal(array_ops.shape(zero)[0], 0), lambda: count, with_zero)
        areas = array_ops.reshape(array_ops.gather(numbers, place), array_ops.shape(found))
        return areas[0, :, :] if given.shape.ndims == 2 else areas


def bipartite_match(
    distance_mat: Any, num_valid_rows: Any, top_k: int = -1, name: str | None = "bipartite_match"
) -> Any:
    """Rows and columns matched greedily, the nearest pair first.

    Args:
      distance_mat: float32 [rows, columns].
      num_valid_rows: how many rows count; all where negative.
      top_k: how many pairs; as many as possible where not positive.
      name: name of the node.

    Returns:
      For each row its column and for each column its row, -1 without one; int32.
    """
    return apply_op("BipartiteMatch", distance_mat, num_valid_rows, top_k=top_k, name=name)


def adjust_hsv_in_yiq(
    image: Any, delta_hue: Any = 0, scale_saturation: Any = 1, scale_value: Any = 1, name: str | None = None
) -> Tensor:
    """RGB images with the hue turned by `delta_hue` radians, saturation and value scaled, by one linear map in YIQ."""
    with name_scope(name, "adjust_hsv_in_yiq", [image]):
        image = convert_to_tensor(image, name="image")
        flat = image_colors.convert_image_dtype(image, dtypes.float32)
        parts = (convert(v, dtypes.float32) for v in (delta_hue, scale_saturation, scale_value))
        return image_colors.convert_image_dtype(apply_op("AdjustHsvInYiq", flat, *parts), image.dtype)


def random_hsv_in_yiq(
    image: Any,
    max_delta_hue: float = 0,
    lower_saturation: float = 1,
    upper_saturation: float = 1,
    lower_value: float = 1,
    upper_value: float = 1,
    seed: int | None = None,
) -> Tensor:
    """`adjust_hsv_in_yiq` by random amounts between bounds.

    Raises:
      ValueError: the bounds do not fit.
    """
    bounds = {"saturation": (lower_saturation, upper_saturation), "value": (lower_value, upper_value)}
    if max_delta_hue < 0:
        raise ValueError("max_delta must be non-negative.")
    for what, (lower, _) in bounds.items():
        if lower < 0:
            raise ValueError(f"lower_{what} must be non-negative.")
    for what, (lower, upper) in bounds.items():
        if lower > upper:
            raise ValueError(f"lower_{what} must be < upper_{what}.")

    def drawn(lower: float, upper: float) -> Any:
        return lower if lower == upper else random_ops.random_uniform([], lower, upper, seed=seed)

    hue = drawn(-max_delta_hue, max_delta_hue) if max_delta_hue else 0
    return adjust_hsv_in_yiq(image, hue, *(drawn(*pair) for pair in bounds.values()))
