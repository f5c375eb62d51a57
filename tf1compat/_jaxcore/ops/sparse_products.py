"""Sparse tensors times, plus and over dense ones, sums of their rows, softmax: ops that compile."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.array import shape_tuple
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import rows, shape_rules, sparse_shapes
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import op


def _indices_fit(
    a_indices: Any, a_values: Any, a_shape: Any, b: Any, *, adjoint_a: bool, adjoint_b: bool
) -> Check | None:
    """Row and column numbers of `a` lie inside of it."""
    if not np.size(a_indices):
        return None
    row, column = (1, 0) if adjoint_a else (0, 1)
    inner, outer = b.shape[1 if adjoint_b else 0], int(a_shape[row])

    def outside(x: Any) -> Any:
        k, m = x[:, column], x[:, row]
        return (k < 0) | (k >= inner) | (m < 0) | (m >= outer)

    def describe(x: Any) -> str:
        at = int(np.argmax(outside(x)))
        for name, axis, limit in (("k", column, inner), ("m", row, outer)):
            if not 0 <= x[at, axis] < limit:
                return f"{name} ({x[at, axis]}) from index[{at},{axis}] out of bounds (>={limit})"
        raise AssertionError(f"index {at} is inside")

    return Check((a_indices,), outside, describe)


@op(
    "SparseTensorDenseMatMul",
    "a_indices: Tindices, a_values: T, a_shape: int64, b: T -> product: T",
    static="a_shape",
    shape=sparse_shapes.mat_mul,
    check=_indices_fit,
    types={"Tindices": dtypes.int64},
    rows=rows.entries(0, 1),
)
def sparse_tensor_dense_mat_mul(
    a_indices: Any, a_values: Any, a_shape: Any, b: Any, *, adjoint_a: bool = False, adjoint_b: bool = False
) -> Any:
    """A sparse matrix times a dense one; each entry adds a multiple of a row of `b` to a row of the product."""
    shape = shape_tuple(a_shape)
    if len(shape) != 2 or b.ndim != 2:
        raise invalid("Tensors 'a_shape' and 'b' must describe matrices")
    row, column = (1, 0) if adjoint_a else (0, 1)
    inner = b.shape[1 if adjoint_b else 0]
    if shape[column] != inner:
        raise invalid(
            f"Cannot multiply A and B because inner dimension does not match: {shape[column]} vs. {inner}.  Did you "
            f"forget a transpose?  Dimensions of A: [{shape[row]}, {shape[column]}).  Dimensions of B: "
            f"[{','.join(map(str, b.shape))}]"
        )
    b, values = jnp.asarray(b), jnp.asarray(a_values)
    if jnp.issubdtype(b.dtype, jnp.complexfloating):
        b, values = (jnp.conj(b) if adjoint_b else b), (jnp.conj(values) if adjoint_a else values)
    b = b.T if adjoint_b else b
    rows = jnp.take(b, jnp.asarray(a_indices)[:, column], axis=0, mode="fill", fill_value=0)
    product = jnp.zeros((shape[row], b.shape[1]), b.dtype)
    return product.at[jnp.asarray(a_indices)[:, row]].add(values[:, None] * rows, mode="drop")


# ---- element-wise with a dense tensor -------------------------------------------------------------------------------


def _spread(sp_indices: Any, sp_shape: Any, dense: Any) -> Any:
    """The elements of `dense`, broadcast to the sparse tensor's shape, that stand at its indices."""
    indices = jnp.asarray(sp_indices)
    missing = indices.shape[1] - dense.ndim
    if missing < 0:
        raise invalid("SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes")
    at = tuple(
        jnp.zeros_like(indices[:, 0]) if size == 1 else indices[:, missing + i] for i, size in enumerate(dense.shape)
    )
    return jnp.asarray(dense)[at] if at else jnp.broadcast_to(jnp.asarray(dense), indices.shape[:1])


def _shape_fits(sp_indices: Any, sp_values: Any, sp_shape: Any, dense: Any) -> Check | None:
    """TF1: only the dense side is broadcast."""
    missing = np.shape(sp_shape)[0] - dense.ndim
    wanted = tuple(int(d) for d in dense.shape)

    def refused(shape: Any) -> Any:
        if missing < 0:
            return np.True_
        sizes = np.asarray(wanted, np.int64)
        return (sizes != 1) & (sizes != shape[missing:])

    def describe(shape: Any) -> str:
        sparse, given = (f"[{','.join(map(str, s))}]" for s in (shape.tolist(), wanted))
        return (
            f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: {sparse} vs. {given}"
        )

    return Check((sp_shape,), refused, describe) if wanted else None


_CWISE = "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T -> output: T"


@op("SparseDenseCwiseMul", _CWISE, shape=sparse_shapes.entries, check=_shape_fits, rows=rows.same_entries)
def sparse_dense_cwise_mul(sp_indices: Any, sp_values: Any, sp_shape: Any, dense: Any) -> Any:
    """The sparse values times the dense elements at their places."""
    return lax.mul(jnp.asarray(sp_values), _spread(sp_indices, sp_shape, dense))


@op("SparseDenseCwiseDiv", _CWISE, shape=sparse_shapes.entries, check=_shape_fits, rows=rows.same_entries)
def sparse_dense_cwise_div(sp_indices: Any, sp_values: Any, sp_shape: Any, dense: Any) -> Any:
    """The sparse values over the dense elements at their places; integers are cut off."""
    return lax.div(jnp.asarray(sp_values), _spread(sp_indices, sp_shape, dense))


@op("SparseDenseCwiseAdd", _CWISE, shape=sparse_shapes.entries, check=_shape_fits, rows=rows.same_entries)
def sparse_dense_cwise_add(sp_indices: Any, sp_values: Any, sp_shape: Any, dense: Any) -> Any:
    """The sparse values plus the dense elements at their places; nothing elsewhere."""
    return lax.add(jnp.asarray(sp_values), _spread(sp_indices, sp_shape, dense))


@op(
    "SparseSoftmax",
    "sp_indices: int64, sp_values: T, sp_shape: int64 -> output: T",
    shape=lambda x: (shape_rules.with_rank(x.shape(1), 1),),
)
def sparse_softmax(sp_indices: Any, sp_values: Any, sp_shape: Any) -> Any:
    """Softmax along the last dimension, of what is there."""
    if np.shape(sp_shape)[0] < 2:
        raise invalid(f"Input should have rank >= 2, but got: {np.shape(sp_shape)[0]}")
    outer, values = jnp.asarray(sp_indices)[:, :-1], jnp.asarray(sp_values)
    n = values.shape[0]
    if n == 0:
        return values
    group = jnp.cumsum(jnp.any(outer != jnp.roll(outer, 1, 0), axis=1).at[0].set(False))
    highest = lax.stop_gradient(jax.ops.segment_max(values, group, n, indices_are_sorted=True))
    e = jnp.exp(values - highest[group])
    return e / jax.ops.segment_sum(e, group, n, indices_are_sorted=True)[group]


# ---- reductions to dense tensors ------------------------------------------------------------------------------------


def reduced(input_shape: Any, reduction_axes: Any) -> tuple[tuple[int, ...], list[int]]:
    shape = shape_tuple(input_shape)
    axes = [int(a) for a in np.ravel(reduction_axes)]
    for axis in axes:
        if not -len(shape) <= axis < len(shape):
            raise invalid(f"Invalid reduction dimension {axis}, for input with {len(shape)} dimensions.")
    return shape, sorted({a % len(shape) for a in axes})


_REDUCE = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32 -> output: T"


@op(
    "SparseReduceSum",
    _REDUCE,
    static=("input_shape", "reduction_axes"),
    shape=sparse_shapes.reduced,
    rows=rows.reduced,
)
def sparse_reduce_sum(
    input_indices: Any, input_values: Any, input_shape: Any, reduction_axes: Any, *, keep_dims: bool = False
) -> Any:
    """The sum over some dimensions, as a dense tensor; over none named: as TF1, over nothing."""
    shape, axes = reduced(input_shape, reduction_axes)
    values, indices = jnp.asarray(input_values), jnp.asarray(input_indices)
    kept = [i for i in range(len(shape)) if i not in axes]
    total = jnp.zeros([shape[i] for i in kept], values.dtype)
    total = total.at[tuple(indices[:, i] for i in kept)].add(values) if kept else total + jnp.sum(values)
    return _with_kept(total.astype(values.dtype), shape, axes, keep_dims)


@op("SparseReduceMax", _REDUCE, static=("input_shape", "reduction_axes"), shape=sparse_shapes.reduced)
def sparse_reduce_max(
    input_indices: Any, input_values: Any, input_shape: Any, reduction_axes: Any, *, keep_dims: bool = False
) -> Any:
    """The greatest of what is there over some dimensions, as a dense tensor; 0 where nothing is."""
    shape, axes = reduced(input_shape, reduction_axes)
    values, indices = jnp.asarray(input_values), jnp.asarray(input_indices)
    kept = [i for i in range(len(shape)) if i not in axes]
    lowest = -jnp.inf if jnp.issubdtype(values.dtype, jnp.floating) else jnp.iinfo(values.dtype).min
    sizes = [shape[i] for i in kept]
    at = tuple(indices[:, i] for i in kept)
    most = jnp.full(sizes, lowest, values.dtype)
    found = jnp.zeros(sizes, bool)
    if not kept:
        most = jnp.max(values, initial=lowest)
        found = jnp.asarray(values.shape[0] > 0)
    else:
        most, found = most.at[at].max(values), found.at[at].set(True)
    return _with_kept(jnp.where(found, most, jnp.zeros_like(most)), shape, axes, keep_dims)


def _with_kept(x: Any, shape: tuple[int, ...], axes: list[int], keep_dims: bool) -> Any:
    return x.reshape([1 if i in axes else d for i, d in enumerate(shape)]) if keep_dims else x
