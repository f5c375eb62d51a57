"""Ops that rearrange arrays, join them and split them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import (
    axis_tuple,
    concatenate,
    has_symbols,
    is_concrete,
    namespace,
    shape_tuple,
    stack,
)
from tf1compat._jaxcore.schema import array_shapes, checks, rows, shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_INT32 = dtypes.int32


def invalid(message: str) -> errors.InvalidArgumentError:
    """The error of a kernel that refuses its inputs; the executor adds the node."""
    return errors.InvalidArgumentError(None, None, message)


# ---- reshape and transpose ------------------------------------------------------------------------------------------


@op(
    "Reshape",
    "tensor: T, shape: Tshape -> output: T",
    static="shape",
    moves=True,
    shape=array_shapes.reshape,
    types={"Tshape": _INT32},
    rows=rows.reshaped,
)
def reshape(tensor: Any, shape: Any) -> Any:
    """The same elements in another shape; one size may be -1."""
    wanted = shape_tuple(shape)
    if tensor.__class__ is np.ndarray:
        return tensor.reshape(_complete(wanted, tensor.shape))
    if has_symbols((*wanted, *tensor.shape)):
        import jax.numpy as jnp

        return jnp.reshape(tensor, wanted)
    sizes = _complete(wanted, tuple(tensor.shape))
    return np.reshape(tensor, sizes) if is_concrete(tensor) else lax.reshape(tensor, sizes)


def _complete(wanted: tuple[int, ...], given: tuple[int, ...]) -> tuple[int, ...]:
    """`wanted` with -1 replaced; TF1's errors where it does not fit."""
    if wanted == given:
        return wanted
    count = math.prod(given)
    if wanted.count(-1) > 1:
        first = wanted.index(-1)
        second = wanted.index(-1, first + 1)
        raise invalid(f"Only one input size may be -1, not both {first} and {second}")
    known = math.prod([d for d in wanted if d != -1])
    if -1 in wanted:
        if 0 in wanted:  # TF1: sizes of zero are left out on both sides
            known = math.prod([d for d in wanted if d > 0])
            total = math.prod([d for d in given if d > 0])
        else:
            total = count
        if total % known:
            problem = f"Input to reshape is a tensor with {count} values, but the requested shape"
            raise invalid(f"{problem} requires a multiple of {known}")
        return tuple(total // known if d == -1 else d for d in wanted)
    if known != count:
        raise invalid(f"Input to reshape is a tensor with {count} values, but the requested shape has {known}")
    return wanted


@op(
    "ExpandDims",
    "input: T, dim: Tdim -> output: T",
    static="dim",
    moves=True,
    shape=array_shapes.expand_dims,
    types={"Tdim": _INT32},
    rows=rows.expanded,
)
def expand_dims(input: Any, dim: Any) -> Any:
    """The input with a dimension of size 1 inserted."""
    rank = len(input.shape) + 1
    axis = int(np.ravel(dim)[0])
    if not -rank <= axis < rank:
        raise invalid(f"Tried to expand dim index {axis} for tensor with {rank - 1} dimensions.")
    return np.expand_dims(input, axis) if is_concrete(input) else lax.expand_dims(input, (axis,))


@op("Squeeze", "input: T -> output: T", moves=True, shape=array_shapes.squeeze)
def squeeze(input: Any, *, squeeze_dims: Sequence[int] = []) -> Any:
    """The input without its dimensions of size 1, or without those listed."""
    sizes = input.shape
    rank = len(sizes)
    axes = [d for d, s in enumerate(sizes) if s == 1] if not squeeze_dims else [d % rank for d in squeeze_dims]
    for axis in axes:
        if sizes[axis] != 1:
            raise invalid(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {sizes[axis]}")
    kept = tuple(s for d, s in enumerate(sizes) if d not in set(axes))
    return np.reshape(input, kept) if is_concrete(input) else lax.reshape(input, kept)


def _permutation(perm: Any, rank: int) -> tuple[int, ...]:
    axes = shape_tuple(perm)
    if len(axes) != rank:
        raise invalid(f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(axes)}")
    for axis in axes:
        if not 0 <= axis < rank:
            raise invalid(f"{axis} is out of range [0 .. {rank})")
    for axis in range(rank):
        if axis not in axes:
            raise invalid(f"{axis} is missing from {{{','.join(map(str, axes))}}}.")
    return axes


@op(
    "Transpose",
    "x: T, perm: Tperm -> y: T",
    static="perm",
    moves=True,
    shape=array_shapes.transpose,
    types={"Tperm": _INT32},
)
def transpose(x: Any, perm: Any) -> Any:
    """The input with its dimensions in the order `perm`."""
    axes = _permutation(perm, len(x.shape))
    return np.transpose(x, axes) if is_concrete(x) else lax.transpose(x, axes)


@op(
    "ConjugateTranspose",
    "x: T, perm: Tperm -> y: T",
    static="perm",
    shape=array_shapes.transpose,
    types={"Tperm": _INT32},
)
def conjugate_transpose(x: Any, perm: Any) -> Any:
    """The complex conjugate of the input with its dimensions in the order `perm`."""
    xp = namespace(x)
    return xp.conj(xp.transpose(x, _permutation(perm, len(x.shape))))


@op(
    "InvertPermutation",
    "x: T -> y: T",
    grad="none",
    shape=array_shapes.invert_permutation,
    types={"T": _INT32},
    check=checks.permutation,
)
def invert_permutation(x: Any) -> Any:
    """`y` such that `y[x[i]] = i`."""
    xp = namespace(x)
    return xp.argsort(x).astype(x.dtype)


# ---- join and split -------------------------------------------------------------------------------------------------


@op(
    "ConcatV2",
    "values: N*T, axis: Tidx -> output: T",
    static="axis",
    moves=True,
    shape=array_shapes.concat_v2,
    types={"Tidx": _INT32},
    rows=rows.joined,
)
def concat_v2(values: Any, axis: Any) -> Any:
    """The inputs one after the other along `axis`."""
    return _concat(values, axis)


@op(
    "Concat",
    "concat_dim: int32, values: N*T -> output: T",
    static="concat_dim",
    moves=True,
    shape=array_shapes.concat,
)
def concat(concat_dim: Any, values: Any) -> Any:
    """The inputs one after the other along `concat_dim`."""
    return _concat(values, concat_dim)


def _concat(values: Sequence[Any], axis: Any) -> Any:
    rank = len(values[0].shape)
    at = int(axis)
    if not -rank <= at < rank:
        raise invalid(f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {at}")
    at %= rank
    first = values[0].shape
    for i, v in enumerate(values):
        if len(v.shape) == rank and all(a == b for d, (a, b) in enumerate(zip(first, v.shape)) if d != at):
            continue
        what = "Dimensions of inputs" if len(v.shape) == rank else "Ranks of all input tensors"
        found = f"shape[0] = [{_commas(first)}] vs. shape[{i}] = [{_commas(v.shape)}]"
        raise invalid(f"ConcatOp : {what} should match: {found}")
    return concatenate(values, at) if is_concrete(values) else lax.concatenate(values, at)


def _commas(sizes: Any) -> str:
    return ",".join(str(s) for s in sizes)


@op(
    "ConcatOffset",
    "concat_dim: int32, shape: N*int32 -> offset: N*int32",
    static=("concat_dim", "shape"),
    grad="none",
    shape=array_shapes.concat_offset,
)
def concat_offset(concat_dim: Any, shape: Any) -> Any:
    """Where each of several arrays begins in their concatenation."""
    axis = _checked_axis(concat_dim, shape)
    offsets = np.cumsum([0] + [int(s[axis]) for s in shape[:-1]])
    out = np.zeros((len(shape), len(shape[0])), np.int32)
    out[:, axis] = offsets
    return tuple(out)


def _checked_axis(concat_dim: Any, shape: Any) -> int:
    first, rank = shape[0], np.size(shape[0])
    for i, sizes in enumerate(shape):
        if sizes.ndim != 1:
            raise invalid(f"input {i} should be a vector, but got shape [{_commas(sizes.shape)}]")
        if sizes.size != rank:
            raise invalid(f"input {i} should contain {rank} elements, but got {sizes.size}")
    axis = int(concat_dim) + rank if concat_dim < 0 else int(concat_dim)
    if not 0 <= axis < rank:
        raise invalid(f"Concat dim is out of range: {int(concat_dim)} vs. {rank}")
    for i, sizes in enumerate(shape):
        if any(a != b for at, (a, b) in enumerate(zip(first, sizes)) if at != axis):
            ours, theirs = (" ".join(map(str, s)) for s in (sizes, first))
            raise invalid(
                f"All dimensions except {axis} must match. Input {i} has shape [{ours}] and doesn't match input 0 "
                f"with shape [{theirs}]."
            )
    return axis


@op("Pack", "values: N*T -> output: T", moves=True, shape=array_shapes.pack, rows=rows.packed)
def pack(values: Any, *, axis: int = 0) -> Any:
    """The inputs, all of one shape, along a new axis."""
    if not hasattr(values[0], "shape"):  # queues, of which one is chosen
        values = [np.array(v, object) for v in values]
    first = values[0].shape
    for i, v in enumerate(values):
        if v.shape != first:
            shapes = f"values[0].shape = [{_commas(first)}] != values[{i}].shape = [{_commas(v.shape)}]"
            raise invalid(f"Shapes of all inputs must match: {shapes}")
    if is_concrete(values):
        return stack(values, axis)
    at = axis % (len(first) + 1)
    return lax.concatenate([lax.expand_dims(v, (at,)) for v in values], at)


@op("Unpack", "value: T -> output: num*T", moves=True, shape=array_shapes.unpack)
def unpack(value: Any, *, num: int = REQUIRED, axis: int = 0) -> Any:
    """The `num` slices of the input along `axis`."""
    at = axis % len(value.shape)
    if value.shape[at] != num:
        raise invalid(f"Input shape axis {at} must equal {num}, got shape [{_commas(value.shape)}]")
    if is_concrete(value):
        return tuple(np.take(value, i, at) for i in range(num))
    return tuple(lax.index_in_dim(value, i, at, keepdims=False) for i in range(num))


@op(
    "Split",
    "split_dim: int32, value: T -> output: num_split*T",
    static="split_dim",
    moves=True,
    shape=array_shapes.split,
)
def split(split_dim: Any, value: Any, *, num_split: int = REQUIRED) -> Any:
    """The input cut into `num_split` equal parts."""
    axis = _axis(split_dim, value)
    total = value.shape[axis]
    if total % num_split:
        text = f"Number of ways to split should evenly divide the split dimension, but got split_dim {axis}"
        raise invalid(f"{text} (size = {total}) and num_split {num_split}")
    return _pieces(value, axis, [total // num_split] * num_split)


@op(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32 -> output: num_split*T",
    static=("size_splits", "split_dim"),
    moves=True,
    shape=array_shapes.split_v,
    types={"Tlen": dtypes.int64},
)
def split_v(value: Any, size_splits: Any, split_dim: Any, *, num_split: int = REQUIRED) -> Any:
    """The input cut into parts of the given sizes; one may be -1, the rest."""
    axis = _axis(split_dim, value)
    sizes = list(shape_tuple(size_splits))
    if len(sizes) != num_split:
        raise invalid(f"size of the split_tensor must be {num_split}, but is {len(sizes)}")
    total = value.shape[axis]
    known = sum(s for s in sizes if s != -1)
    if known > total or (known != total and -1 not in sizes):
        raise invalid(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {known}"
        )
    return _pieces(value, axis, [total - known if s == -1 else s for s in sizes])


def _axis(axis: Any, value: Any) -> int:
    rank, at = len(value.shape), int(np.ravel(axis)[0])
    if not -rank <= at < rank:
        raise invalid(f"-input rank(-{rank}) <= split_dim < input rank ({rank}), but got {at}")
    return axis_tuple([at], rank)[0]


def _pieces(value: Any, axis: int, sizes: Sequence[int]) -> Any:
    ends = np.cumsum(sizes)
    cut: Callable[..., Any] = lax.slice_in_dim
    if is_concrete(value):
        return tuple(np.split(value, ends[:-1], axis))
    return tuple(cut(value, int(end - size), int(end), axis=axis) for size, end in zip(sizes, ends))


# ---- checks and copies ----------------------------------------------------------------------------------------------


@op("EnsureShape", "input: T -> output: T", shape=array_shapes.ensure_shape)
def ensure_shape(input: Any, *, shape: Any = REQUIRED) -> Any:
    """The input, if it has the given shape."""
    given = tuple(input.shape)
    if shape is not None and (len(shape) != len(given) or any(w not in (None, g) for w, g in zip(shape, given))):
        wanted = f"[{','.join('?' if d is None else str(d) for d in shape)}]"
        raise invalid(f"Shape of tensor input [{_commas(given)}] is not compatible with expected shape {wanted}.")
    return input


@op("ParallelConcat", "values: N*T -> output: T", shape=shape_rules.from_attr)
def parallel_concat(values: Any, *, shape: Any = REQUIRED) -> Any:
    """The inputs, each with a first dimension of size 1, one after the other."""
    return _concat(values, 0)


@op(
    "UnravelIndex",
    "indices: Tidx, dims: Tidx -> output: Tidx",
    grad="none",
    shape=array_shapes.unravel_index,
    types={"Tidx": _INT32},
)
def unravel_index(indices: Any, dims: Any) -> Any:
    """The coordinates of flat indices in an array of shape `dims`, one row per dimension."""
    xp = namespace(indices, dims)
    sizes = xp.asarray(dims)
    strides = xp.flip(xp.cumprod(xp.flip(xp.concatenate([sizes[1:], xp.ones(1, sizes.dtype)]))))
    column = (-1,) + (1,) * len(indices.shape)
    return (indices // strides.reshape(column) % sizes.reshape(column)).astype(indices.dtype)
