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
            f"Dimension ({axis}) must be in the range [{-len(shape)}, {len(shape)}), where {len(shape)} is the number of "
            "dimensions in the input."
        )
    axis %= len(shape)
    return (shape[:axis] + shape[axis + 1 :],)


def bias_add(x: Any) -> Shapes:
    shape, bias = x.shape(0), with_rank(x.shape(1), 1)
    if shape is None:
        return (None,)
    channel = 1 if x.attrs.get("data_format") in (b"NCHW", "NCHW") and len(shape) > 2 else len(shape) - 1
    out = list(shape)
    out[channel] = same_dim(shape[channel], bias[0])
    return (tuple(out),)


def shape_of(x: Any) -> Shapes:
    shape = x.shape(0)
    return ((None if shape is None else len(shape),),)


def variable_read(x: Any) -> Shapes:
    """The shape of the variable behind a resource handle."""
    return (x.shape(0),)
