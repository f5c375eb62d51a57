"""Static shape rules of the ops that build, join, cut and rearrange arrays, with TF1's messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape, ShapeError, with_rank
from tf1compat._jaxcore.schema import strided

Shapes = Sequence[Shape]


def unknown_like(shape: Shape) -> Shape:
    """All sizes unknown, the rank as known as that of `shape`."""
    return None if shape is None else (None,) * len(shape)


def length(x: Any, i: int) -> int | None:
    """The static length of input `i`, a vector; ShapeError if it is none."""
    return with_rank(x.shape(i), 1)[0]


# ---- shape readers and constructors ---------------------------------------------------------------------------------


def shape_of(x: Any) -> Shapes:
    shape = x.shape(0)
    return ((None if shape is None else len(shape),),)


def shapes_of(x: Any) -> Shapes:
    return [(None if x.shape(i) is None else len(x.shape(i)),) for i in range(len(x))]


def fill(x: Any) -> Shapes:
    length(x, 0)
    with_rank(x.shape(1), 0)
    value = x.value(0) if _maybe_negative(x) else None
    if value is not None and (value < 0).any():
        x.asked.clear()
        x.vector(0)
        raise ShapeError("Fill dimensions must be >= 0")
    return (x.vector(0),)


def _maybe_negative(x: Any) -> bool:
    found = x.vector(0)
    return found is not None and None in found


def one_hot(x: Any) -> Shapes:
    axis, indices = int(x.attrs.get("axis", -1)), x.shape(0)
    if axis < -1:
        raise ShapeError("axis must be >= -1")
    for i in (1, 2, 3):
        with_rank(x.shape(i), 0)
    value = x.value(1)
    if value is not None and value < 0:
        raise ShapeError(f"Dimension size, given by scalar input 1, must be non-negative but is {int(value)}")
    if indices is None:
        return (None,)
    depth = None if value is None else int(value)
    at = len(indices) if axis == -1 else axis
    if at > len(indices):
        raise ShapeError(f"Shape must be at least rank {at} but is rank {len(indices)}")
    return ((*indices[:at], depth, *indices[at:]),)


def broadcast_to(x: Any) -> Shapes:
    shape = x.shape(0)
    length(x, 1)
    wanted = x.vector(1)
    if wanted is None or shape is None:
        return (wanted,)
    if len(shape) > len(wanted):
        raise ShapeError(f"Shape must be at most rank {len(wanted)} but is rank {len(shape)}")
    merged = list(wanted)
    shift = len(wanted) - len(shape)
    for i, size in enumerate(shape):
        if size not in (None, 1):
            merged[shift + i] = shapes.merge_size(size, wanted[shift + i])
    return (tuple(merged),)


def broadcast_args(x: Any) -> Shapes:
    a, b = length(x, 0), length(x, 1)
    return ((None if a is None or b is None else max(a, b),),)


# ---- reshape and transpose ------------------------------------------------------------------------------------------


def reshape(x: Any) -> Shapes:
    """One unknown entry follows from the number of elements where that is known."""
    shape = x.shape(0)
    length(x, 1)
    wanted = x.vector(1)
    if wanted is None:
        return (None,)
    count = shapes.num_elements(shape)
    holes = wanted.count(None)
    if holes == 0 and count is not None:
        product = shapes.num_elements(wanted)
        if count != product:
            text = f"Cannot reshape a tensor with {count} elements to shape {shapes.debug_text(wanted)}"
            raise ShapeError(f"{text} ({product} elements)")
        return (wanted,)
    if holes != 1:
        return (wanted,)
    known = int(np.prod([d for d in wanted if d is not None], dtype=np.int64))
    if count is not None:
        if known == 0:
            return (wanted,)
        if count % known:
            raise ShapeError(f"Dimension size must be evenly divisible by {known} but is {count}")
        return (tuple(count // known if d is None else d for d in wanted),)
    return (wanted,)


def expand_dims(x: Any) -> Shapes:
    shape, value = x.shape(0), x.value(1)
    if shape is None or value is None:
        return (None,)
    if np.size(value) != 1:
        raise ShapeError("'dim' input must be a tensor with a single value")
    axis, rank = int(np.ravel(value)[0]), len(shape) + 1
    if not -rank <= axis < rank:
        raise ShapeError(f"dim {axis} not in the interval [{-rank}, {rank - 1}].")
    axis %= rank
    return ((*shape[:axis], 1, *shape[axis:]),)


def squeeze(x: Any) -> Shapes:
    shape, axes = x.shape(0), x.attrs.get("squeeze_dims") or ()
    if shape is None:
        return (None,)
    if not axes:
        return (None if None in shape else tuple(d for d in shape if d != 1),)
    rank = len(shape)
    drop: set[int] = set()
    for i, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise ShapeError(f"squeeze_dims[{i}] not in [{-rank},{rank}).")
        if shape[axis] not in (None, 1):
            raise ShapeError(f"Can not squeeze dim[{axis % rank}], expected a dimension of 1, got {shape[axis]}")
        drop.add(axis % rank)
    return (tuple(d for i, d in enumerate(shape) if i not in drop),)


def transpose(x: Any) -> Shapes:
    shape, count = x.shape(0), length(x, 1)
    rank = count if shape is None else len(shape)
    if rank is None:
        return (None,)
    if shape is None and rank < 2:
        return (None,)
    if count is not None:
        shapes.with_size(count, rank)
    perm = x.value(1)
    if perm is None:
        return (unknown_like(with_rank(shape, rank)),)
    shape = with_rank(shape, rank)
    for p in perm:
        if not -rank <= p < rank:
            raise ShapeError(f"perm dim {int(p)} is out of range of input rank {rank}")
    return (tuple(shape[int(p)] for p in perm),)


# ---- join and split -------------------------------------------------------------------------------------------------


def concat_v2(x: Any) -> Shapes:
    return _concat(x, range(len(x) - 1), len(x) - 1)


def concat(x: Any) -> Shapes:
    return _concat(x, range(1, len(x)), 0)


def _concat(x: Any, parts: range, axis_input: int) -> Shapes:
    with_rank(x.shape(axis_input), 0)
    given = [x.shape(i) for i in parts]
    ranked = [s for s in given if s is not None]
    if not ranked:
        return (None,)
    rank = len(ranked[0])
    for shape in ranked[1:]:
        with_rank(shape, rank)
    if rank == 0:
        raise ShapeError("Can't concatenate scalars (use tf.stack instead)")
    value = x.value(axis_input)
    if value is None:
        return ((None,) * rank,)
    axis = int(value)
    if not -rank <= axis < rank:
        needed = axis + 1 if axis >= 0 else -axis
        raise ShapeError(f"Shape must be at least rank {needed} but is rank {rank}")
    axis %= rank
    before: Shape = None
    after: Shape = None
    for shape in ranked:
        before = shapes.merge(before, shape[:axis])
        after = shapes.merge(after, shape[axis + 1 :])
    sizes = [None if s is None else s[axis] for s in given]
    total = None if None in sizes else sum(s for s in sizes if s is not None)
    return ((*(before or ()), total, *(after or ())),)


def concat_offset(x: Any) -> Shapes:
    return [x.shape(i) for i in range(1, len(x))]


def pack(x: Any) -> Shapes:
    shape = x.shape(len(x) - 1)
    for i in range(len(x) - 2, -1, -1):
        try:
            shape = shapes.merge(x.shape(i), shape)
        except ShapeError as e:
            raise ShapeError(f"{e}\n\tFrom merging shape {i} with other shapes.") from None
    if shape is None:
        return (None,)
    axis = axis_attr(x, len(shape) + 1)
    return ((*shape[:axis], len(x), *shape[axis:]),)


def axis_attr(x: Any, rank: int) -> int:
    """The attr `axis`, non-negative."""
    axis = x.attrs.get("axis", 0)
    if not -rank <= axis < rank:
        raise ShapeError(f"Invalid axis: {axis}; must be in [{-rank},{rank})")
    return axis % rank


def unpack(x: Any) -> Shapes:
    shape, num = x.shape(0), x.attrs["num"]
    if shape is None:
        return (None,) * num
    axis = axis_attr(x, len(shape)) if shape else 0
    shapes.with_rank_at_least(shape, 1)
    shapes.with_size(shape[axis], num)
    return (shape[:axis] + shape[axis + 1 :],) * num


def _split_axis(x: Any, axis_input: int, shape: Shape) -> int | None:
    """The axis to split, None where it or the rank is unknown."""
    value = x.value(axis_input)
    if value is None or shape is None:
        return None
    axis, rank = int(value), len(shape)
    if not -rank <= axis < rank:
        raise ShapeError(f"Dimension size, given by scalar input {axis} must be in range [{-rank}, {rank})")
    return axis % rank


def split(x: Any) -> Shapes:
    shape, num = x.shape(1), x.attrs["num_split"]
    axis = _split_axis(x, 0, shape)
    if axis is None or shape is None:
        return (unknown_like(shape),) * num
    size = shape[axis]
    if size is not None and size % num:
        text = f"Dimension size must be evenly divisible by {num} but is {size}"
        raise ShapeError(f"{text}\n\tNumber of ways to split should evenly divide the split dimension")
    part = None if size is None else size // num
    return ((*shape[:axis], part, *shape[axis + 1 :]),) * num


def split_v(x: Any) -> Shapes:
    shape, num = x.shape(0), x.attrs["num_split"]
    sizes = x.value(1)
    axis = _split_axis(x, 2, shape)
    if num == 1 and shape is not None and axis is not None and sizes is None:
        return (shape,)
    if axis is None and sizes is not None and shape is not None and len(shape) == 1:
        axis = 0
    if shape is None or axis is None:
        return (unknown_like(shape),) * num
    if sizes is None:
        return ((*shape[:axis], None, *shape[axis + 1 :]),) * num
    parts = split_sizes([int(s) for s in sizes], shape[axis])
    return [(*shape[:axis], part, *shape[axis + 1 :]) for part in parts]


def split_sizes(sizes: Sequence[int], total: int | None) -> list[int | None]:
    """The sizes of the parts, one -1 filled in where the total is known.

    Raises:
      ShapeError: they do not add up (TF1's message).
    """
    if sizes.count(-1) > 1:
        raise ShapeError("size_splits can only have one -1")
    known = sum(s for s in sizes if s != -1)
    if total is not None and (known > total or (known != total and -1 not in sizes)):
        text = ",".join(str(s) for s in sizes)
        raise ShapeError(f"can't split axis of size {total} into pieces of size [{text}]")
    rest = None if total is None else total - known
    return [rest if s == -1 else s for s in sizes]


# ---- cut and extend -------------------------------------------------------------------------------------------------


def slice_(x: Any) -> Shapes:
    shape = x.shape(0)
    sizes_shape = shapes.merge(with_rank(x.shape(1), 1), with_rank(x.shape(2), 1))
    n = None if sizes_shape is None else sizes_shape[0]
    if n is not None:
        shape = shape if shape is None else with_rank(shape, n)
    elif shape is not None:
        n = len(shape)
    if n is None:
        return (None,)
    begin = x.vector(1) or (None,) * n
    size_value = x.value(2)
    if size_value is None:
        size: list[int | None] = list(x.vector(2) or (None,) * n)
    else:
        size = [int(s) for s in size_value]
    if any(s is not None and s < -1 for s in size):
        raise ShapeError(f"Invalid value in tensor used for shape: {min(s for s in size if s is not None)}")
    out: list[int | None] = []
    for i, wanted in enumerate(size):
        total = None if shape is None else shape[i]
        at = begin[i]
        if wanted == -1:
            wanted = None if total is None or at is None else total - at
            if wanted is not None and wanted < 0:
                raise ShapeError(f"Negative dimension size caused by subtracting {at} from {total}")
        out.append(wanted)
    return (tuple(out),)


MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def strided_slice(x: Any) -> Shapes:
    shape = x.shape(0)
    spec = with_rank(x.shape(1), 1)
    for i in (2, 3):
        spec = shapes.merge(spec, with_rank(x.shape(i), 1)) or spec
    strides = x.value(3)
    if shape is None or strides is None:
        return (None,)
    masks = {name: x.attrs.get(name, 0) for name in MASKS}
    steps = strides.tolist()
    # What is wrong whatever begin and end are is found before they are looked at, as in TF1.
    strided.result_shape(strided.plan(len(shape), None, None, steps, masks), shape)
    begin, end = x.value(1), x.value(2)
    known = (None if begin is None else begin.tolist(), None if end is None else end.tolist())
    return (strided.result_shape(strided.plan(len(shape), *known, steps, masks), shape),)


def pad(x: Any) -> Shapes:
    paddings = with_rank(x.shape(1), 2)
    shapes.with_size(paddings[1], 2)
    shape = x.shape(0)
    if paddings[0] is not None:
        with_rank(shape, paddings[0])
    rank = paddings[0] if shape is None else len(shape)
    value = x.value(1)
    if value is None:
        return (None if rank is None else (None,) * rank,)
    if (value < 0).any():
        raise ShapeError("Paddings must be non-negative")
    sizes = with_rank(shape, len(value))
    return (tuple(None if d is None else d + int(a) + int(b) for d, (a, b) in zip(sizes, value)),)


def tile(x: Any) -> Shapes:
    shape = x.shape(0)
    length(x, 1)
    multiples = x.vector(1)
    if multiples is None:
        return (unknown_like(shape),)
    if shape is not None:
        with_rank(multiples, len(shape))
    shape = with_rank(shape, len(multiples))
    return (tuple(_product(d, m) for d, m in zip(shape, multiples)),)


def _product(a: int | None, b: int | None) -> int | None:
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b


def reverse_v2(x: Any) -> Shapes:
    shape = x.shape(0)
    length(x, 1)
    value = x.value(1)
    if shape is None:
        return (None,)
    if value is None:
        return (shape,)
    rank, seen = len(shape), set[int]()
    for i, given in enumerate(value.tolist()):
        axis = given + rank if given < 0 else given
        if not 0 <= axis < rank:
            raise ShapeError(f"'axis'[{i}] = {given} is out of valid range [0, {rank - 1}")
        if axis in seen:
            raise ShapeError(f"axis {axis} specified more than once.")
        seen.add(axis)
    return (shape,)


def reverse_sequence(x: Any) -> Shapes:
    shape, lengths = x.shape(0), length(x, 1)
    if shape is None:
        return (None,)
    seq, batch = x.attrs["seq_dim"], x.attrs.get("batch_dim", 0)
    for name, axis in (("batch_dim", batch), ("seq_dim", seq)):
        if axis >= len(shape):
            raise ShapeError(f"{name} must be < input rank: {axis} vs. {len(shape)}")
    merged = shapes.merge_size(shape[batch], lengths)
    return ((*shape[:batch], merged, *shape[batch + 1 :]),)


def ensure_shape(x: Any) -> Shapes:
    return (shapes.merge(x.attrs["shape"], x.shape(0)),)


def unravel_index(x: Any) -> Shapes:
    indices, count = x.shape(0), length(x, 1)
    if indices is None:
        return (None,)
    return ((count, *indices),) if indices else ((count,),)


def invert_permutation(x: Any) -> Shapes:
    return (with_rank(x.shape(0), 1),)
