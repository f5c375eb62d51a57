"""Images moved by projective transforms, colours turned in YIQ, connected areas, and pairs matched by distance."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank


def _moved_shape(x: Any) -> Any:
    images, size = with_rank(x.shape(0), 4), x.vector(2)
    height, width = (None, None) if size is None else size
    return ((images[0], height, width, images[3]),)


def _moved(images: Any, transforms: Any, size: Any, interpolation: bytes) -> Any:
    """For each pixel of the result the value at its place in the image; 0 outside."""
    import jax.numpy as jnp

    images = jnp.asarray(images)
    n, height, width = images.shape[:3]
    t = jnp.asarray(transforms)
    if t.ndim != 2 or t.shape[1] != 8 or t.shape[0] not in (1, n):
        raise invalid(f"Input transform should be num_images x 8 or 1 x 8, got {list(t.shape)}")
    t = t[:, :, None, None]
    rows = jnp.arange(size[0], dtype=np.float32)[:, None]
    columns = jnp.arange(size[1], dtype=np.float32)[None, :]
    depth = t[:, 6] * columns + t[:, 7] * rows + 1.0
    x = (t[:, 0] * columns + t[:, 1] * rows + t[:, 2]) / depth
    y = (t[:, 3] * columns + t[:, 4] * rows + t[:, 5]) / depth
    x, y = (jnp.broadcast_to(v, (n, *v.shape[1:])) for v in (x, y))
    batch = jnp.arange(n)[:, None, None]

    def at(row: Any, column: Any) -> Any:
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        place = (jnp.where(inside, v, 0).astype(np.int32) for v in (row, column))
        return jnp.where(inside[..., None], images[(batch, *place)], np.zeros((), images.dtype))

    if interpolation == b"NEAREST":
        row, column = (jnp.trunc(v + jnp.copysign(0.5, v)) for v in (y, x))  # halves away from zero
        return at(row, column)
    top, left = jnp.floor(y), jnp.floor(x)
    u, v = (y - top)[..., None], (x - left)[..., None]
    upper = (1 - v) * at(top, left) + v * at(top, left + 1)
    lower = (1 - v) * at(top + 1, left) + v * at(top + 1, left + 1)
    return ((1 - u) * upper + u * lower).astype(images.dtype)


def _moved_gradient(inputs: Any, outputs: Any, cotangents: Any, *, interpolation: bytes) -> Any:
    # TF1: the cotangent is moved back by the inverse transform, which is no exact derivative
    import jax.numpy as jnp

    images, transforms = inputs[0], jnp.asarray(inputs[1])
    ones = jnp.ones((transforms.shape[0], 1), np.float32)
    matrices = jnp.concatenate([transforms, ones], 1).reshape(-1, 3, 3)
    inverse = jnp.linalg.inv(matrices).reshape(-1, 9)
    back = (inverse / inverse[:, 8:9])[:, :8]
    return [_moved(cotangents[0], back, images.shape[1:3], interpolation), None, None]


@op(
    "ImageProjectiveTransformV2",
    "images: dtype, transforms: float32, output_shape: int32 -> transformed_images: dtype",
    static="output_shape",
    shape=_moved_shape,
    grad=_moved_gradient,
)
def image_projective_transform_v2(
    images: Any, transforms: Any, output_shape: Any, *, interpolation: bytes = REQUIRED
) -> Any:
    """Each image seen through a transform from places of the result to places of the image."""
    size = [int(n) for n in np.asarray(output_shape)]
    if len(size) != 2 or min(size) <= 0:
        raise invalid("output_shape must have two positive elements")
    return _moved(images, transforms, size, interpolation)


# ---- colours --------------------------------------------------------------------------------------------------------

_TO_YIQ = np.array(
    [[0.299, 0.587, 0.114], [0.595716, -0.274453, -0.321263], [0.211456, -0.522591, 0.311135]], np.float32
)
_FROM_YIQ = np.array([[1, 0.9563, 0.6210], [1, -0.2721, -0.6474], [1, -1.1070, 1.7046]], np.float32)


@op("AdjustHsvInYiq", "images: T, delta_h: float32, scale_s: float32, scale_v: float32 -> output: T",
    shape=shape_rules.unchanged, grad="none")  # fmt: skip
def adjust_hsv_in_yiq(images: Any, delta_h: Any, scale_s: Any, scale_v: Any) -> Any:
    """RGB colours with hue, saturation and value changed by one linear map of their YIQ coordinates."""
    import jax.numpy as jnp

    if images.shape[-1] != 3:
        raise invalid(f"input must have 3 channels but instead has {images.shape[-1]} channels.")
    turned = scale_v * scale_s * jnp.asarray([jnp.cos(delta_h), jnp.sin(delta_h)])
    cosine, sine = turned[0], turned[1]
    zero = jnp.zeros((), np.float32)
    middle = jnp.asarray([[scale_v, zero, zero], [zero, cosine, -sine], [zero, sine, cosine]])
    matrix = _FROM_YIQ @ middle @ _TO_YIQ
    return jnp.einsum("...c,dc->...d", jnp.asarray(images), matrix.astype(np.float32)).astype(images.dtype)


# ---- areas and pairs ------------------------------------------------------------------------------------------------


@op("ImageConnectedComponents", "image: dtype -> components: int64", host=True, grad="none",
    shape=shape_rules.unchanged)  # fmt: skip
def image_connected_components(image: Any) -> Any:
    """For each pixel the number of the area of equal neighbours it belongs to; 0 where the image is 0."""
    pictures = np.asarray(image)
    labels = np.arange(1, pictures.size + 1, dtype=np.int64).reshape(pictures.shape)
    labels[pictures == 0] = 0
    changed = True
    while changed:  # the least number in each area spreads along rows and columns
        before = labels.copy()
        for axis in (1, 2):
            for step in (1, -1):
                _spread(labels, pictures, axis, step)
        changed = bool((before != labels).any())
    return labels


def _spread(labels: Any, pictures: Any, axis: int, step: int) -> None:
    """Numbers go from line to line, in the direction `step`, where the pixels are equal."""
    lines, values = np.moveaxis(labels, axis, 0)[::step], np.moveaxis(pictures, axis, 0)[::step]
    for i in range(1, len(lines)):
        same = (values[i] == values[i - 1]) & (values[i] != 0)
        lines[i][same] = np.minimum(lines[i][same], lines[i - 1][same])


def _match_shapes(x: Any) -> Any:
    rows, columns = with_rank(x.shape(0), 2)
    return ((rows,), (columns,))


@op(
    "BipartiteMatch",
    "distance_mat: float32, num_valid_rows: float32 -> row_to_col_match_indices: int32, col_to_row_match_indices: int32",
    host=True,
    stateful=True,
    grad="none",
    shape=_match_shapes,
)
def bipartite_match(distance_mat: Any, num_valid_rows: Any, *, top_k: int = -1) -> Any:
    """The nearest pair of a row and a column, then the nearest of what is left, and so on; -1 for the unmatched."""
    distances = np.asarray(distance_mat)
    rows, columns = distances.shape
    of_row, of_column = np.full(rows, -1, dtypes.int32.np), np.full(columns, -1, dtypes.int32.np)
    if np.ndim(num_valid_rows) and np.size(num_valid_rows) != 1:
        raise invalid("num_valid_rows argument should be a tensor with 1 element")
    given = float(np.ravel(num_valid_rows)[0])
    valid = rows if given < 0 else int(given + 0.1)
    wanted = min(valid, columns) if top_k <= 0 else top_k
    for place in np.argsort(distances[:valid], axis=None, kind="stable"):
        row, column = divmod(int(place), columns)
        if wanted and of_row[row] < 0 and of_column[column] < 0:
            of_row[row], of_column[column] = column, row
            wanted -= 1
    return of_row, of_column
