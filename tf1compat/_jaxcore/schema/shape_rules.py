"""Explicit static shape rules of the common ops, as functions of what is known of a node's inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape, ShapeError

Shapes = Sequence[Shape]


def unchanged(x: Any) -> Shapes:
    """One output like the first input."""
    return (x.shape(0),)


def scalar(x: Any) -> Shapes:
    return ((),)


def vector(x: Any) -> Shapes:
    return ((None,),)


def unknown(x: Any) -> Shapes:
    """Nothing can be said before the op has run."""
    return (None,) * x.n_outputs


def nothing(x: Any) -> Shapes:
    """No outputs."""
    return ()


def broadcast(x: Any) -> Shapes:
    a, b = x.shape(0), x.shape(1)
    return (a if a == b else shapes.broadcast(a, b),)


def merged(x: Any) -> Shapes:
    """All inputs must agree (AddN)."""
    found = x.shape(0)
    for i in range(1, len(x)):
        found = shapes.merge(found, x.shape(i))
    return (found,)


def from_attr(x: Any) -> Shapes:
    """The shape is the attr `shape`."""
    return (x.attrs["shape"],)


def from_value(x: Any) -> Shapes:
    """The shape is the value of the first input, an integer vector (Fill, RandomUniform)."""
    return (x.vector(0),)


def like(position: int) -> Any:
    """One output like input `position`."""

    def rule(x: Any) -> Shapes:
        return (x.shape(position),)

    return rule


def with_rank(shape: Shape, rank: int) -> tuple[int | None, ...]:
    if shape is None:
        return (None,) * rank
    if len(shape) != rank:
        raise ShapeError(f"Shape must be rank {rank} but is rank {len(shape)}")
    return shape


def mat_mul(x: Any) -> Shapes:
    a, b = with_rank(x.shape(0), 2), with_rank(x.shape(1), 2)
    if x.attrs.get("transpose_a"):
        a = a[::-1]
    if x.attrs.get("transpose_b"):
        b = b[::-1]
    same_dim(a[1], b[0])
    return ((a[0], b[1]),)


def batch_mat_mul(x: Any) -> Shapes:
    a, b = x.shape(0), x.shape(1)
    if a is None or b is None:
        return (None,)
    if len(a) < 2 or len(b) < 2:
        raise ShapeError(f"Shape must be at least rank 2 but is rank {min(len(a), len(b))}")
    rows = a[-1] if x.attrs.get("adj_x") else a[-2]
    inner_a = a[-2] if x.attrs.get("adj_x") else a[-1]
    inner_b = b[-1] if x.attrs.get("adj_y") else b[-2]
    columns = b[-2] if x.attrs.get("adj_y") else b[-1]
    same_dim(inner_a, inner_b)
    batch = shapes.broadcast(a[:-2], b[:-2])
    return (None if batch is None else (*batch, rows, columns),)


def same_dim(a: int | None, b: int | None) -> int | None:
    if a is not None and b is not None and a != b:
        raise ShapeError(f"Dimensions must be equal, but are {a} and {b}")
    return b if a is None else a


def axes_of(value: Any, rank: int) -> list[int]:
    """Non-negative axes from an axis input; TF1's error where one is out of range."""
    axes = [int(a) for a in np.ravel(value)]
    for axis in axes:
        if not -rank <= axis < rank:
            raise ShapeError(f"Invalid reduction dimension {axis} for input with {rank} dimensions.")
    return [a % rank if rank else a for a in axes]


def reduction(x: Any) -> Shapes:
    """Sum, Mean, Max…: input 1 holds the axes, attr `keep_dims` keeps them as ones."""
    shape, value = x.shape(0), x.value(1)
    keep = x.attrs.get("keep_dims", False)
    if shape is None:
        return (None,)
    if value is None:
        return ((None,) * len(shape) if keep else None,)
    axes = set(axes_of(value, len(shape)))
    if keep:
        return (tuple(1 if i in axes else d for i, d in enumerate(shape)),)
    return (tuple(d for i, d in enumerate(shape) if i not in axes),)


def arg_reduction(x: Any) -> Shapes:
    """ArgMax and ArgMin drop the dimension named by input 1."""
    shape, value = x.shape(0), x.value(1)
    if shape is None:
        return (None,)
    if value is None:
        return ((None,) * (len(shape) - 1),)
    axis = int(value)
    if not -len(shape) <= axis < len(shape):
        raise ShapeError(
            f"Dimension ({axis}) must be in the range [{-len(shape)}, {len(shape)}), where {len(shape)} is the number of dimensions in the input."
        )
    axis %= len(shape)
    return (shape[:axis] + shape[axis + 1 :],)


def reshape(x: Any) -> Shapes:
    """One unknown entry follows from the number of elements where that is known."""
    wanted, shape = x.value(1), x.shape(0)
    if wanted is None:
        return (_reshape_partial(x.vector(1), shape),)
    dims = [int(d) for d in wanted]
    count = shapes.num_elements(shape)
    product = int(np.prod([d for d in dims if d != -1], dtype=np.int64))
    if -1 not in dims:
        if count is not None and count != product:
            raise ShapeError(
                f"Cannot reshape a tensor with {count} elements to shape {shapes.debug_text(tuple(dims))} ({product} elements)"
            )
        return (tuple(dims),)
    if dims.count(-1) > 1:
        raise ShapeError("Input shapes can have at most one unknown dimension")
    if count is None:
        return (tuple(None if d == -1 else d for d in dims),)
    if product == 0 or count % product:
        raise ShapeError(f"Dimension size must be evenly divisible by {product} but is {count}")
    return (tuple(count // product if d == -1 else d for d in dims),)


def _reshape_partial(wanted: Shape, shape: Shape) -> Shape:
    count = shapes.num_elements(shape)
    if wanted is None or count is None or wanted.count(None) != 1:
        return wanted
    known = int(np.prod([d for d in wanted if d is not None], dtype=np.int64))
    if known == 0 or count % known:
        return wanted
    return tuple(count // known if d is None else d for d in wanted)


def concat(x: Any) -> Shapes:
    """ConcatV2: the axis is the last input."""
    n = len(x) - 1
    value = x.value(n)
    parts = [x.shape(i) for i in range(n)]
    ranked = [p for p in parts if p is not None]
    if not ranked:
        return (None,)
    if any(len(p) != len(ranked[0]) for p in ranked):
        ranks = [len(p) for p in ranked]
        raise ShapeError(f"Shape must be rank {ranks[0]} but is rank {next(r for r in ranks if r != ranks[0])}")
    rank = len(ranked[0])
    if value is None:
        return ((None,) * rank,)
    axis = int(value)
    if not -rank <= axis < rank:
        raise ShapeError(f"Concat axis {axis} is out of range for rank {rank}")
    axis %= rank
    out: list[int | None] = list(ranked[0])
    for p in ranked[1:]:
        for d in range(rank):
            if d != axis:
                out[d] = same_dim(out[d], p[d])
    sizes = [None if p is None else p[axis] for p in parts]
    out[axis] = None if None in sizes else sum(s for s in sizes if s is not None)
    return (tuple(out),)


def pack(x: Any) -> Shapes:
    shape = merged(x)[0]
    if shape is None:
        return (None,)
    axis = x.attrs.get("axis", 0)
    rank = len(shape) + 1
    if not -rank <= axis < rank:
        raise ShapeError(f"Invalid axis {axis} for a stack of rank {rank}")
    axis %= rank
    return ((*shape[:axis], len(x), *shape[axis:]),)


def unpack(x: Any) -> Shapes:
    shape, num = x.shape(0), x.attrs["num"]
    if shape is None:
        return (None,) * num
    axis = x.attrs.get("axis", 0) % len(shape)
    same_dim(shape[axis], num)
    return (shape[:axis] + shape[axis + 1 :],) * num


def transpose(x: Any) -> Shapes:
    shape, perm = x.shape(0), x.value(1)
    if perm is None:
        return (None if shape is None else (None,) * len(shape),)
    if shape is None:
        return ((None,) * len(perm),)
    if len(perm) != len(shape):
        raise ShapeError(f"Shape must be rank {len(perm)} but is rank {len(shape)}")
    return (tuple(shape[int(p)] for p in perm),)


def expand_dims(x: Any) -> Shapes:
    shape, value = x.shape(0), x.value(1)
    if shape is None:
        return (None,)
    if value is None:
        return ((None,) * (len(shape) + 1),)
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
    for axis in axes:
        if not -rank <= axis < rank:
            raise ShapeError(f"squeeze_dims[{axis}] not in [-{rank}, {rank}).")
        if shape[axis] not in (None, 1):
            raise ShapeError(f"Can not squeeze dim[{axis % rank}], expected a dimension of 1, got {shape[axis]}")
        drop.add(axis % rank)
    return (tuple(d for i, d in enumerate(shape) if i not in drop),)


def bias_add(x: Any) -> Shapes:
    shape, bias = x.shape(0), with_rank(x.shape(1), 1)
    if shape is None:
        return (None,)
    channel = 1 if x.attrs.get("data_format") in (b"NCHW", "NCHW") and len(shape) > 2 else len(shape) - 1
    out = list(shape)
    out[channel] = same_dim(shape[channel], bias[0])
    return (tuple(out),)


def gather(x: Any) -> Shapes:
    """GatherV2: params, indices, axis."""
    params, indices = x.shape(0), x.shape(1)
    value = x.value(2) if len(x) > 2 else 0
    if params is None or indices is None or value is None:
        return (None,)
    axis = int(value) % max(len(params), 1)
    batch = int(x.attrs.get("batch_dims", 0))
    return (params[:axis] + indices[batch:] + params[axis + 1 :],)


def shape_of(x: Any) -> Shapes:
    shape = x.shape(0)
    return ((None if shape is None else len(shape),),)


def variable_read(x: Any) -> Shapes:
    """The shape of the variable behind a resource handle."""
    return (x.shape(0),)
