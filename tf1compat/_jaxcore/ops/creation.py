"""Ops that read shapes and that make arrays from shapes, values or indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.array import as_sizes, has_symbols, is_concrete, shape_tuple, size_tuple
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import array_shapes, rows, shape_rules
from tf1compat._jaxcore.schema.opdef import op

_INT32 = dtypes.int32


# ---- shape readers --------------------------------------------------------------------------------------------------


@op(
    "Shape",
    "input: T -> output: out_type",
    reads="shape",
    grad="none",
    shape=array_shapes.shape_of,
    types={"out_type": _INT32},
    rows=rows.shape_of,
)
def shape(input: Any, *, out_type: dtypes.DType = _INT32) -> Any:
    """The sizes of all dimensions."""
    return as_sizes(input.shape, out_type.np)


@op(
    "ShapeN",
    "input: N*T -> output: N*out_type",
    reads="shape",
    grad="none",
    shape=array_shapes.shapes_of,
    types={"out_type": _INT32},
)
def shape_n(input: Any, *, out_type: dtypes.DType = _INT32) -> Any:
    """The sizes of all dimensions of each input."""
    return tuple(as_sizes(x.shape, out_type.np) for x in input)


@op(
    "Size",
    "input: T -> output: out_type",
    reads="shape",
    grad="none",
    shape=shape_rules.scalar,
    types={"out_type": _INT32},
)
def size(input: Any, *, out_type: dtypes.DType = _INT32) -> Any:
    """The number of elements."""
    sizes = as_sizes(input.shape, np.int64)
    return np.asarray(np.prod(sizes), object if sizes.dtype == object else out_type.np)


@op("Rank", "input: T -> output: int32", reads="shape", grad="none", shape=shape_rules.scalar)
def rank(input: Any) -> Any:
    """The number of dimensions."""
    return np.asarray(len(input.shape), np.int32)


# ---- constructors ---------------------------------------------------------------------------------------------------


@op(
    "Fill",
    "dims: index_type, value: T -> output: T",
    static="dims",
    shape=array_shapes.fill,
    types={"index_type": _INT32},
    rows=rows.filled,
)
def fill(dims: Any, value: Any) -> Any:
    """An array of shape `dims` that has `value` everywhere."""
    sizes = size_tuple(dims)
    if is_concrete(value) and not has_symbols(sizes):
        value = np.asarray(value)
        return np.full(sizes, value[()], value.dtype)
    return lax.broadcast(value, sizes)


@op("ZerosLike", "x: T -> y: T", grad="none", shape=shape_rules.unchanged, rows=rows.each)
def zeros_like(x: Any) -> Any:
    """Zeros of the shape and type of `x`."""
    if x.dtype == object:
        return np.full(x.shape, b"", object)
    return np.zeros(x.shape, x.dtype)


@op("OnesLike", "x: T -> y: T", grad="none", shape=shape_rules.unchanged, rows=rows.each)
def ones_like(x: Any) -> Any:
    """Ones of the shape and type of `x`."""
    return np.ones(x.shape, x.dtype)


@op(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    static="depth",
    grad="none",
    shape=array_shapes.one_hot,
    types={"TI": dtypes.int64},
)
def one_hot(indices: Any, depth: Any, on_value: Any, off_value: Any, *, axis: int = -1) -> Any:
    """`on_value` at each index along a new axis, `off_value` elsewhere; indices out of range select nothing."""
    n = int(depth)
    if n < 0:
        raise invalid(f"depth must be non-negative, got: {n}")
    rank = len(indices.shape)
    at = rank if axis == -1 else axis
    out_shape = (*indices.shape[:at], n, *indices.shape[at:])
    if is_concrete(indices, on_value, off_value):
        classes = np.arange(n).reshape((n,) + (1,) * (rank - at))
        hit = np.expand_dims(np.asarray(indices).astype(np.int64), at) == classes
        on, off = np.asarray(on_value), np.asarray(off_value)
        return np.where(hit, on, off).astype(on.dtype)
    kept = [d for d in range(rank + 1) if d != at]
    dtype = indices.dtype if np.dtype(indices.dtype).itemsize > 1 else np.dtype(np.int32)
    spread = lax.broadcast_in_dim(lax.convert_element_type(indices, dtype), out_shape, kept)
    hit = lax.eq(spread, lax.broadcasted_iota(dtype, out_shape, at))
    return lax.select(hit, _spread(on_value, out_shape), _spread(off_value, out_shape))


def _spread(value: Any, shape: Sequence[int]) -> Any:
    return lax.broadcast_in_dim(value, tuple(shape), ())


@op(
    "BroadcastTo",
    "input: T, shape: Tidx -> output: T",
    static="shape",
    moves=True,
    shape=array_shapes.broadcast_to,
    types={"Tidx": _INT32},
)
def broadcast_to(input: Any, shape: Any) -> Any:
    """The input repeated along new dimensions and those of size 1."""
    sizes = shape_tuple(shape)
    fits = len(input.shape) <= len(sizes)
    fits = fits and all(a in (1, b) for a, b in zip(input.shape[::-1], sizes[::-1]))
    if not fits:
        given, wanted = list(input.shape), list(sizes)
        raise invalid(f"Incompatible shapes: {given} vs. {wanted}")
    if is_concrete(input):
        return np.broadcast_to(input, sizes).copy()
    at = len(sizes) - len(input.shape)
    return lax.broadcast_in_dim(input, sizes, range(at, len(sizes))) if input.shape != sizes else input


@op(
    "BroadcastArgs",
    "s0: T, s1: T -> r0: T",
    static=("s0", "s1"),
    grad="none",
    shape=array_shapes.broadcast_args,
    types={"T": _INT32},
)
def broadcast_args(s0: Any, s1: Any) -> Any:
    """The shape that arrays of shapes `s0` and `s1` broadcast to."""
    return np.asarray(_broadcast(s0, s1), s0.dtype)


def _broadcast(a: Any, b: Any) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(shape_tuple(a), shape_tuple(b))
    except ValueError:
        left, right = list(shape_tuple(a)), list(shape_tuple(b))
        text = f"[{','.join(map(str, left))}] vs. [{','.join(map(str, right))}]"
        raise invalid(f"Incompatible shapes: {text}") from None


@op(
    "BroadcastGradientArgs",
    "s0: T, s1: T -> r0: T, r1: T",
    static=("s0", "s1"),
    grad="none",
    shape=lambda x: ((None,), (None,)),
    types={"T": _INT32},
)
def broadcast_gradient_args(s0: Any, s1: Any) -> Any:
    """The axes to sum a gradient over for each operand of a broadcasting operation."""
    both = [shape_tuple(s) for s in (s0, s1)]
    _broadcast(s0, s1)
    rank = max(map(len, both))
    padded = [(1,) * (rank - len(s)) + s for s in both]
    axes = [[i for i in range(rank) if sizes[i] == 1] for sizes in padded]
    # TF1: an axis of which both have size 1 is summed over for both; between equal shapes there is nothing to do
    if both[0] == both[1]:
        axes = [[], []]
    return tuple(np.asarray(a, s0.dtype) for a in axes)
