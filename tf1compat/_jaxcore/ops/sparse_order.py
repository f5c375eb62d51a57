"""Sparse tensors rearranged: reorder, concat, split, slice, reshape, empty rows filled."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import sparse_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def keys(indices: Any, shape: Any) -> Any:
    """The place of each index in row-major order, as one number; NumPy and JAX alike."""
    xp: Any = np if isinstance(indices, np.ndarray) and isinstance(shape, np.ndarray) else jnp
    sizes = xp.asarray(shape, np.int64)
    strides = xp.concatenate([xp.flip(xp.cumprod(xp.flip(sizes[1:]))), xp.ones(1, np.int64)])[: sizes.shape[0]]
    return xp.sum(xp.asarray(indices) * strides, axis=1)


def found_at(keys_sorted: Any, wanted: Any, values: Any) -> Any:
    """For each wanted key the value that stands at it, 0 where there is none (gradients)."""
    if keys_sorted.shape[0] == 0:
        return jnp.zeros(wanted.shape, values.dtype)
    at = jnp.clip(jnp.searchsorted(keys_sorted, wanted), 0, keys_sorted.shape[0] - 1)
    return jnp.where(keys_sorted[at] == wanted, values[at], jnp.zeros((), values.dtype))


def in_order(indices: Any, shape: Any) -> Any:
    """The permutation that sorts the rows of `indices`; equal ones stay in order."""
    rank = np.shape(indices)[1]
    if rank == 0:
        return np.arange(len(indices))
    return np.lexsort(tuple(np.asarray(indices)[:, i] for i in reversed(range(rank))))


def text(sizes: Any) -> str:
    """`[2,3]`, as messages show shapes."""
    return f"[{','.join(str(int(d)) for d in sizes)}]"


def _reorder_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    order = jnp.argsort(keys(jnp.asarray(inputs[0]), jnp.asarray(inputs[2])), stable=True)
    return [None, jnp.zeros_like(cotangents[1]).at[order].set(cotangents[1]), None]


@op(
    "SparseReorder",
    "input_indices: int64, input_values: T, input_shape: int64 -> output_indices: int64, output_values: T",
    host=True,
    grad=_reorder_grad,
    shape=sparse_shapes.reordered,
)
def sparse_reorder(input_indices: Any, input_values: Any, input_shape: Any) -> Any:
    """The entries in row-major order."""
    if np.ndim(input_indices) != 2:
        raise invalid(f"Input indices should be a matrix but received shape {text(np.shape(input_indices))}")
    if np.ndim(input_values) != 1:
        raise invalid(f"Input values should be a vector but received shape {text(np.shape(input_values))}")
    order = in_order(input_indices, input_shape)
    return np.asarray(input_indices)[order], np.asarray(input_values)[order]


@op(
    "SparseConcat",
    "indices: N*int64, values: N*T, shapes: N*int64 -> output_indices: int64, output_values: T, output_shape: int64",
    host=True,
    grad="none",
    shape=sparse_shapes.concatenated,
)
def sparse_concat(indices: Any, values: Any, shapes: Any, *, concat_dim: int = REQUIRED) -> Any:
    """Sparse tensors one after the other along `concat_dim`, the entries in order."""
    sizes = [np.asarray(s) for s in shapes]
    rank = len(sizes[0])
    axis = concat_dim + rank if concat_dim < 0 else concat_dim
    if not 0 <= axis < rank:
        raise invalid(f"Concat dimension must be in range [{-rank}, {rank}), got {concat_dim}")
    for i, size in enumerate(sizes):
        if len(size) != rank:
            raise invalid(f"Ranks of all input tensors must match: expected {rank} but got {len(size)} at position {i}")
        for d in range(rank):
            if d != axis and size[d] != sizes[0][d]:
                raise invalid(
                    f"Input shapes must match: expected {sizes[0][d]} for dimension {d} but got {size[d]} at position {i}"
                )
    moved: list[Any] = []
    offset = 0
    for rows, size in zip(indices, sizes):
        shifted = np.array(rows)
        shifted[:, axis] += offset
        moved.append(shifted)
        offset += int(size[axis])
    shape = sizes[0].copy()
    shape[axis] = offset
    every, taken = np.concatenate(moved), np.concatenate(values)
    order = in_order(every, shape)
    return every[order], taken[order], shape


@op(
    "SparseSplit",
    "split_dim: int64, indices: int64, values: T, shape: int64 -> output_indices: num_split*int64, "
    "output_values: num_split*T, output_shape: num_split*int64",
    host=True,
    grad="none",
    shape=sparse_shapes.split,
)
def sparse_split(split_dim: Any, indices: Any, values: Any, shape: Any, *, num_split: int = REQUIRED) -> Any:
    """`num_split` sparse tensors along one dimension; the first ones are longer where it does not divide."""
    sizes, rank = np.asarray(shape), len(shape)
    axis = int(split_dim)
    if not -rank <= axis < rank:
        raise invalid(f"Input split_dim should be between [{-rank}, {rank}), got {axis}")
    axis %= rank
    if not 1 <= num_split <= sizes[axis]:
        raise invalid(
            f"Input num_split should be between 1 and the splitting dimension size ({sizes[axis]}), got {num_split}"
        )
    each, longer = divmod(int(sizes[axis]), num_split)
    bounds = np.cumsum([0, *[each + (i < longer) for i in range(num_split)]])
    found: list[list[Any]] = [[], [], []]
    for start, end in zip(bounds[:-1], bounds[1:]):
        mine = (indices[:, axis] >= start) & (indices[:, axis] < end)
        rows = np.array(indices[mine])
        rows[:, axis] -= start
        size = sizes.copy()
        size[axis] = end - start
        for parts, part in zip(found, (rows, values[mine], size)):
            parts.append(part)
    return [*found[0], *found[1], *found[2]]


def _slice_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    indices, _, shape, start, _ = (jnp.asarray(x) for x in inputs)
    kept = keys(jnp.asarray(outputs[0]) + start, shape)
    return [None, found_at(kept, keys(indices, shape), cotangents[1]), None, None, None]


@op(
    "SparseSlice",
    "indices: int64, values: T, shape: int64, start: int64, size: int64 -> output_indices: int64, output_values: T, "
    "output_shape: int64",
    host=True,
    grad=_slice_grad,
    shape=lambda x: ((None, sparse_shapes.rank_of(x, 2)), (None,), x.shape(2)),
)
def sparse_slice(indices: Any, values: Any, shape: Any, start: Any, size: Any) -> Any:
    """The entries in a box that begins at `start`, cut where the tensor ends."""
    shape, start, size = (np.asarray(x) for x in (shape, start, size))
    rank = len(shape)
    for name, given in (("start", start), ("size", size)):
        if len(given) != rank:
            raise invalid(f"Expected {name} to be a vector of length {rank} but got length {len(given)}")
    end = np.minimum(start + size, shape)
    inside = np.all((indices >= start) & (indices < end), axis=1)
    return indices[inside] - start, values[inside], np.maximum(end - start, 0)


@op(
    "SparseSliceGrad",
    "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64 -> val_grad: T",
    host=True,
    grad="none",
    shape=sparse_shapes.slice_grad,
)
def sparse_slice_grad(backprop_val_grad: Any, input_indices: Any, input_start: Any, output_indices: Any) -> Any:
    """The gradient of each entry of a sliced tensor: 0 for those outside of the slice."""
    at = {tuple(row): i for i, row in enumerate((np.asarray(output_indices) + input_start).tolist())}
    found = np.zeros(len(input_indices), np.asarray(backprop_val_grad).dtype)
    for i, row in enumerate(np.asarray(input_indices).tolist()):
        if tuple(row) in at:
            found[i] = backprop_val_grad[at[tuple(row)]]
    return found


@op(
    "SparseReshape",
    "input_indices: int64, input_shape: int64, new_shape: int64 -> output_indices: int64, output_shape: int64",
    host=True,
    folds=True,
    grad="none",
    shape=sparse_shapes.reshaped,
)
def sparse_reshape(input_indices: Any, input_shape: Any, new_shape: Any) -> Any:
    """The indices of the same entries in another shape; one size may be -1."""
    old, new = np.asarray(input_shape), np.array(new_shape, np.int64)
    total, open_sizes = int(np.prod(old)), np.flatnonzero(new == -1)
    if len(open_sizes) > 1:
        raise invalid(f"only one output dimension may be -1, not both {open_sizes[0]} and {open_sizes[1]}")
    if (new < -1).any():
        at = int(np.argmax(new < -1))
        raise invalid(f"size {at} must be non-negative, not {new[at]}")
    if len(open_sizes):
        known = int(np.prod(new[new != -1]))
        if known <= 0:
            raise invalid(
                "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes "
                "are non-zero"
            )
        if total % known:
            raise invalid(
                f"Input to reshape is a SparseTensor with {total} dense values, but the requested shape requires a "
                f"multiple of {known}. input_shape={text(old)} output_shape={text(new)}"
            )
        new[open_sizes[0]] = total // known
    if int(np.prod(new)) != total:
        raise invalid(
            f"Input to reshape is a tensor with {total} dense values, but the requested shape has {int(np.prod(new))}. "
            f"input_shape={text(old)} output_shape={text(new)}"
        )
    if len(input_indices) == 0:
        return np.zeros((0, len(new)), np.int64), new
    flat = keys(np.asarray(input_indices), old)
    return np.stack(np.unravel_index(flat, tuple(new)), axis=1).astype(np.int64), new


def _fill_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    mine = cotangents[1][jnp.asarray(outputs[3])]
    return [None, mine, None, jnp.sum(cotangents[1]) - jnp.sum(mine)]


@op(
    "SparseFillEmptyRows",
    "indices: int64, values: T, dense_shape: int64, default_value: T -> output_indices: int64, output_values: T, "
    "empty_row_indicator: bool, reverse_index_map: int64",
    host=True,
    grad=_fill_grad,
    shape=sparse_shapes.filled_rows,
)
def sparse_fill_empty_rows(indices: Any, values: Any, dense_shape: Any, default_value: Any) -> Any:
    """Rows without entries get `default_value` in their first column."""
    if np.ndim(default_value):
        raise invalid(f"default_value must be a scalar, saw: {text(np.shape(default_value))}")
    indices, values, n = np.asarray(indices), np.asarray(values), int(dense_shape[0])
    rows = indices[:, 0]
    for i, row in enumerate(rows.tolist()):
        if not 0 <= row < n:
            raise invalid(f"indices({i}, 0) is invalid: {row} >= {n}")
    empty = np.ones(n, bool)
    empty[rows] = False
    missing = np.flatnonzero(empty)
    filled = np.zeros((len(missing), indices.shape[1]), np.int64)
    filled[:, 0] = missing
    default = np.empty(len(missing), values.dtype)
    default[:] = np.asarray(default_value).item() if values.dtype == object else default_value
    every, taken = np.concatenate([indices, filled]), np.concatenate([values, default])
    order = np.argsort(every[:, 0], kind="stable")
    reverse = np.empty(len(order), np.int64)
    reverse[order] = np.arange(len(order))
    return every[order], taken[order], empty, reverse[: len(rows)]


@op(
    "SparseFillEmptyRowsGrad",
    "reverse_index_map: int64, grad_values: T -> d_values: T, d_default_value: T",
    host=True,
    grad="none",
    shape=sparse_shapes.filled_rows_grad,
)
def sparse_fill_empty_rows_grad(reverse_index_map: Any, grad_values: Any) -> Any:
    """What comes back to each value, and the sum of the rest, which is the default's."""
    mine = np.asarray(grad_values)[reverse_index_map]
    return mine, np.asarray(np.sum(grad_values) - np.sum(mine), mine.dtype)
