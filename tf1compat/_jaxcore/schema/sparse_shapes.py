"""Static shape rules of the sparse ops: indices [N, rank], values [N], dense shape [rank]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape, ShapeError
from tf1compat._jaxcore.schema.shape_rules import Shapes, axes_of, same_dim, with_rank


def rank_of(x: Any, i: int) -> int | None:
    """The length of input `i`, a dense shape."""
    return with_rank(x.shape(i), 1)[0]


def sparse(rank: int | None, n: int | None = None) -> tuple[Shape, Shape, Shape]:
    """Indices, values and dense shape of a sparse tensor of that rank."""
    return (n, rank), (n,), (rank,)


def like(position: int) -> Callable[[Any], Shapes]:
    """A sparse tensor of any number of entries whose rank is the length of input `position`."""

    def rule(x: Any) -> Shapes:
        return sparse(rank_of(x, position))

    return rule


def entries(x: Any) -> Shapes:
    """One value for each row of the indices, input 0."""
    return ((with_rank(x.shape(0), 2)[0],),)


def reordered(x: Any) -> Shapes:
    with_rank(x.shape(2), 1)
    return with_rank(x.shape(0), 2), with_rank(x.shape(1), 1)


def two_unknown(x: Any) -> Shapes:
    """Indices and values of which nothing is known."""
    return (None, None), (None,)


def three_unknown(x: Any) -> Shapes:
    """A sparse tensor of which nothing is known."""
    return (None, None), (None,), (None,)


def concatenated(x: Any) -> Shapes:
    n = len(x) // 3
    rows: int | None = 0
    columns: int | None = None
    rank: Shape = None
    for i in range(n):
        indices = with_rank(x.shape(i), 2)
        with_rank(x.shape(n + i), 1)
        rank = shapes.merge(rank, with_rank(x.shape(2 * n + i), 1))
        rows = None if rows is None or indices[0] is None else rows + indices[0]
        columns = same_dim(columns, indices[1])
    return (rows, columns), (rows,), rank


def split(x: Any) -> Shapes:
    n, rank = x.attrs["num_split"], rank_of(x, 3)
    return (*[(None, rank)] * n, *[(None,)] * n, *[x.shape(3)] * n)


def reshaped(x: Any) -> Shapes:
    rows = with_rank(x.shape(0), 2)[0]
    with_rank(x.shape(1), 1)
    new = with_rank(x.shape(2), 1)
    return (rows, new[0]), new


def filled_rows(x: Any) -> Shapes:
    indices = with_rank(x.shape(0), 2)
    with_rank(x.shape(1), 1)
    rank = rank_of(x, 2)
    with_rank(x.shape(3), 0)
    dense = x.vector(2)
    rows = dense[0] if dense else None
    return (None, rank), (None,), (rows,), (indices[0],)


def filled_rows_grad(x: Any) -> Shapes:
    n = with_rank(x.shape(0), 1)
    with_rank(x.shape(1), 1)
    return n, ()


def add_grad(x: Any) -> Shapes:
    return (with_rank(x.shape(1), 2)[0],), (with_rank(x.shape(2), 2)[0],)


def slice_grad(x: Any) -> Shapes:
    with_rank(x.shape(0), 1)
    return ((with_rank(x.shape(1), 2)[0],),)


def mat_mul(x: Any) -> Shapes:
    """[m, k] x [k, n]; what is known of the sparse side is the value of its dense shape."""
    with_rank(x.shape(0), 2)
    with_rank(x.shape(1), 1)
    with_rank(x.shape(2), 1)
    sparse_side = x.vector(2)
    if sparse_side is not None and len(sparse_side) != 2:
        raise ShapeError(f"Shape must be rank 2 but is rank {len(sparse_side)}")
    m, k = sparse_side if sparse_side is not None else (None, None)
    rows, columns = with_rank(x.shape(3), 2)
    if x.attrs.get("adjoint_a"):
        m, k = k, m
    if x.attrs.get("adjoint_b"):
        rows, columns = columns, rows
    same_dim(k, rows)
    return ((m, columns),)


def reduced(x: Any) -> Shapes:
    """Without the dimensions that the last input names; known where the dense shape and these are."""
    shape, axes = x.vector(2), x.value(3)
    if shape is None or axes is None:
        return (None,)
    rank = len(shape)
    if any(not -rank <= int(a) < rank for a in np.ravel(axes)):
        return (None,)  # TF1: refused when it runs
    gone = set(axes_of(axes, rank))
    if x.attrs.get("keep_dims"):
        return (tuple(1 if i in gone else d for i, d in enumerate(shape)),)
    return (tuple(d for i, d in enumerate(shape) if i not in gone),)


def crossed(x: Any) -> Shapes:
    return (None, 2), (None,), (2,)


def edit_distance(x: Any) -> Shapes:
    """Without the last dimension; the greater of both where both are known."""
    first, second = x.vector(2), x.vector(5)
    if first is None or second is None or None in first or None in second:
        return (None,)
    if len(first) != len(second):
        raise ShapeError(f"rank of hypothesis_shape is {len(first)}, of truth_shape {len(second)}")
    return (tuple(max(a or 0, b or 0) for a, b in zip(first[:-1], second[:-1])),)
