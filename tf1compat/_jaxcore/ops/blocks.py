"""Ops that move blocks of space into depth or into the batch, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.array import namespace, shape_tuple
from tf1compat._jaxcore.base.shapes import Shape, ShapeError, with_rank
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_INT32 = dtypes.int32


def _divide(size: int | None, by: int) -> int | None:
    if size is None:
        return None
    if size % by:
        raise ShapeError(f"Dimension size must be evenly divisible by {by} but is {size}")
    return size // by


def _multiply(size: int | None, by: int) -> int | None:
    return None if size is None else size * by


# ---- depth ----------------------------------------------------------------------------------------------------------


def _layout(x: Any) -> tuple[bool, tuple[int | None, int | None, int | None, int | None]]:
    """Whether channels come first, and the input's batch, height, width and channels."""
    data_format = x.attrs.get("data_format", b"NHWC")
    first = data_format == b"NCHW"
    if data_format not in (b"NHWC", b"NCHW"):
        raise ShapeError(f"Shapes of {data_format.decode()} are not known")
    a, b, c, d = with_rank(x.shape(0), 4)
    return first, (a, c, d, b) if first else (a, b, c, d)


def _ordered(first: bool, batch: Any, height: Any, width: Any, depth: Any) -> Sequence[Shape]:
    return ((batch, depth, height, width) if first else (batch, height, width, depth),)


def _space_to_depth_shape(x: Any) -> Sequence[Shape]:
    block = x.attrs["block_size"]
    first, (batch, height, width, depth) = _layout(x)
    return _ordered(first, batch, _divide(height, block), _divide(width, block), _multiply(depth, block * block))


def _depth_to_space_shape(x: Any) -> Sequence[Shape]:
    block = x.attrs["block_size"]
    first, (batch, height, width, depth) = _layout(x)
    return _ordered(first, batch, _multiply(height, block), _multiply(width, block), _divide(depth, block * block))


@op("SpaceToDepth", "input: T -> output: T", shape=_space_to_depth_shape)
def space_to_depth(input: Any, *, block_size: int = REQUIRED, data_format: bytes = b"NHWC") -> Any:
    """Each block of `block_size` x `block_size` pixels as the channels of one pixel."""
    xp, k, first = namespace(input), block_size, data_format == b"NCHW"
    x = xp.transpose(input, (0, 2, 3, 1)) if first else input
    n, h, w, c = x.shape
    if h % k or w % k:
        raise invalid(f"Image width {w} and height {h} should be divisible by block_size: {k}")
    x = xp.transpose(xp.reshape(x, (n, h // k, k, w // k, k, c)), (0, 1, 3, 2, 4, 5))
    x = xp.reshape(x, (n, h // k, w // k, k * k * c))
    return xp.transpose(x, (0, 3, 1, 2)) if first else x


@op("DepthToSpace", "input: T -> output: T", shape=_depth_to_space_shape)
def depth_to_space(input: Any, *, block_size: int = REQUIRED, data_format: bytes = b"NHWC") -> Any:
    """The channels of each pixel as a block of `block_size` x `block_size` pixels."""
    xp, k, first = namespace(input), block_size, data_format == b"NCHW"
    x = xp.transpose(input, (0, 2, 3, 1)) if first else input
    n, h, w, c = x.shape
    if c % (k * k):
        raise invalid(f"Input depth dimension {c} should be divisible by: {k * k}")
    x = xp.transpose(xp.reshape(x, (n, h, w, k, k, c // (k * k))), (0, 1, 3, 2, 4, 5))
    x = xp.reshape(x, (n, h * k, w * k, c // (k * k)))
    return xp.transpose(x, (0, 3, 1, 2)) if first else x


# ---- batch ----------------------------------------------------------------------------------------------------------


def _block_dims(x: Any) -> tuple[Shape, int | None, Any, Any]:
    """The input's shape, the number of block dimensions, block sizes and paddings as far as known."""
    blocks = with_rank(x.shape(1), 1)
    widths = with_rank(x.shape(2), 2)
    count = shapes.merge_size(blocks[0], widths[0])
    shape = x.shape(0)
    if count is not None and shape is not None and len(shape) < count + 1:
        raise ShapeError(f"Shape must be at least rank {count + 1} but is rank {len(shape)}")
    return shape, count, x.value(1), x.value(2)


def _space_to_batch_shape(x: Any) -> Sequence[Shape]:
    shape, count, blocks, pads = _block_dims(x)
    if shape is None or count is None:
        return (None,)
    batch = None if blocks is None else _multiply(shape[0], int(np.prod(blocks)))
    space: list[int | None] = []
    for i in range(count):
        size = shape[i + 1]
        if size is None or blocks is None or pads is None:
            space.append(None)
        else:
            space.append(_divide(int(size) + int(pads[i].sum()), int(blocks[i])))
    return ((batch, *space, *shape[count + 1 :]),)


def _batch_to_space_shape(x: Any) -> Sequence[Shape]:
    shape, count, blocks, crops = _block_dims(x)
    if shape is None or count is None:
        return (None,)
    batch = None if blocks is None else _divide(shape[0], int(np.prod(blocks)))
    space: list[int | None] = []
    for i in range(count):
        size = shape[i + 1]
        if size is None or blocks is None or crops is None:
            space.append(None)
            continue
        left = size * int(blocks[i])
        for cut in crops[i].tolist():
            if cut > left:
                raise ShapeError(f"Negative dimension size caused by subtracting {cut} from {left}")
            left -= cut
        space.append(left)
    return ((batch, *space, *shape[count + 1 :]),)


@op(
    "SpaceToBatchND",
    "input: T, block_shape: Tblock_shape, paddings: Tpaddings -> output: T",
    static=("block_shape", "paddings"),
    shape=_space_to_batch_shape,
    types={"Tblock_shape": _INT32, "Tpaddings": _INT32},
)
def space_to_batch_nd(input: Any, block_shape: Any, paddings: Any) -> Any:
    """Zero-pad, cut space into blocks, and move the position inside a block to the batch."""
    return _to_batch(input, shape_tuple(block_shape), paddings)


def _to_batch(x: Any, blocks: Sequence[int], paddings: Any) -> Any:
    xp, m = namespace(x), len(blocks)
    rest = len(x.shape) - m - 1
    x = xp.pad(x, [(0, 0), *((int(a), int(b)) for a, b in paddings), *([(0, 0)] * rest)])
    batch, space, inner = x.shape[0], x.shape[1 : m + 1], x.shape[m + 1 :]
    for i, (size, k) in enumerate(zip(space, blocks)):
        if size % k:
            raise invalid(f"padded_shape[{i}]={size} is not divisible by block_shape[{i}]={k}")
    split = [v for size, k in zip(space, blocks) for v in (size // k, k)]
    x = xp.reshape(x, (batch, *split, *inner))
    inside = [2 * i + 2 for i in range(m)]
    outside = [2 * i + 1 for i in range(m)]
    x = xp.transpose(x, (*inside, 0, *outside, *range(2 * m + 1, 2 * m + 1 + rest)))
    return xp.reshape(x, (batch * int(np.prod(blocks)), *(s // k for s, k in zip(space, blocks)), *inner))


@op(
    "BatchToSpaceND",
    "input: T, block_shape: Tblock_shape, crops: Tcrops -> output: T",
    static=("block_shape", "crops"),
    shape=_batch_to_space_shape,
    types={"Tblock_shape": _INT32, "Tcrops": _INT32},
)
def batch_to_space_nd(input: Any, block_shape: Any, crops: Any) -> Any:
    """The inverse of `SpaceToBatchND`: blocks from the batch back into space, then crop."""
    return _to_space(input, shape_tuple(block_shape), crops)


def _to_space(x: Any, blocks: Sequence[int], crops: Any) -> Any:
    xp, m = namespace(x), len(blocks)
    product = int(np.prod(blocks))
    if x.shape[0] % product:
        raise invalid(f"Input batch dimension ({x.shape[0]}) is not divisible by product of block sizes ({product})")
    batch, space, inner = x.shape[0] // product, x.shape[1 : m + 1], x.shape[m + 1 :]
    x = xp.reshape(x, (*blocks, batch, *space, *inner))
    order = [m, *(v for i in range(m) for v in (m + 1 + i, i)), *range(2 * m + 1, len(x.shape))]
    whole = [s * k for s, k in zip(space, blocks)]
    x = xp.reshape(xp.transpose(x, order), (batch, *whole, *inner))
    cut = tuple(slice(int(a), size - int(b)) for size, (a, b) in zip(whole, crops))
    if all(s.start == 0 and s.stop == size for s, size in zip(cut, whole)):
        return x
    starts = [0, *(s.start for s in cut), *([0] * len(inner))]
    ends = [batch, *(s.stop for s in cut), *inner]
    return x[(slice(None), *cut)] if xp is np else lax.slice(x, starts, ends)


def _fixed_blocks(x: Any, to_batch: bool) -> Sequence[Shape]:
    """SpaceToBatch and BatchToSpace: two block dimensions of one size, always of rank 4."""
    batch, height, width, depth = with_rank(x.shape(0), 4)
    k, widths = x.attrs["block_size"], x.value(1)
    batch = _multiply(batch, k * k) if to_batch else _divide(batch, k * k)
    if widths is None:
        return ((batch, None, None, depth),)
    space: list[int | None] = []
    for size, (a, b) in zip((height, width), widths.tolist()):
        if to_batch:
            space.append(None if size is None else _divide(size + a + b, k))
        else:
            space.append(None if size is None else size * k - a - b)
    return ((batch, *space, depth),)


@op(
    "SpaceToBatch",
    "input: T, paddings: Tpaddings -> output: T",
    static="paddings",
    shape=lambda x: _fixed_blocks(x, True),
    types={"Tpaddings": _INT32},
)
def space_to_batch(input: Any, paddings: Any, *, block_size: int = REQUIRED) -> Any:
    """`SpaceToBatchND` for images."""
    return _to_batch(input, (block_size, block_size), paddings)


@op(
    "BatchToSpace",
    "input: T, crops: Tidx -> output: T",
    static="crops",
    shape=lambda x: _fixed_blocks(x, False),
    types={"Tidx": _INT32},
)
def batch_to_space(input: Any, crops: Any, *, block_size: int = REQUIRED) -> Any:
    """`BatchToSpaceND` for images."""
    return _to_space(input, (block_size, block_size), crops)
