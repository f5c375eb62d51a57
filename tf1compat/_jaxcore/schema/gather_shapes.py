"""Static shape rules of the ops that pick and place elements by index or condition, with TF1's messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape, ShapeError, with_rank, with_rank_at_least

Shapes = Sequence[Shape]


def gather(x: Any) -> Shapes:
    """Gather and GatherV2 (params, indices, axis)."""
    params, indices = x.shape(0), x.shape(1)
    value = 0
    if len(x) > 2:
        with_rank(x.shape(2), 0)
        value = x.value(2)
    with_rank_at_least(params, 1)
    if value is None:
        if params is None or indices is None:
            return (None,)
        return ((None,) * (len(params) + len(indices) - 1 - max(int(x.attrs.get("batch_dims", 0)), 0)),)
    axis = int(value)
    with_rank_at_least(params, axis + 1 if axis >= 0 else -axis)
    if params is None or indices is None:
        return (None,)
    axis %= len(params)
    batch = int(x.attrs.get("batch_dims", 0))
    if batch < 0:
        batch += len(indices)
    return (params[:axis] + indices[batch:] + params[axis + 1 :],)


def gather_nd(x: Any) -> Shapes:
    params, indices = x.shape(0), with_rank_at_least(x.shape(1), 1)
    if params is None or indices is None or indices[-1] is None:
        return (None,)
    depth = indices[-1]
    if depth > len(params):
        text = f"indices shape: {shapes.debug_text(indices)} and params shape: {shapes.debug_text(params)}"
        raise ShapeError(f"indices.shape[-1] must be <= params.rank, but saw {text}")
    return (indices[:-1] + params[depth:],)


def scatter_nd(x: Any) -> Shapes:
    with_rank(x.shape(2), 1)
    return (_scattered(x.shape(0), x.shape(1), x.vector(2)),)


def tensor_scatter(x: Any) -> Shapes:
    return (_scattered(x.shape(1), x.shape(2), with_rank_at_least(x.shape(0), 1)),)


def _scattered(indices: Shape, updates: Shape, output: Shape) -> Shape:
    """The shape of a scatter's result, where indices and updates fit it."""
    count = shapes.num_elements(output)
    if count == 0 and (shapes.num_elements(indices) or 0) > 0 and (shapes.num_elements(updates) or 0) > 0:
        raise ShapeError("Indices and updates specified for empty output shape")
    if indices is None or updates is None:
        return output
    with_rank_at_least(indices, 1)
    outer = len(indices) - 1
    given = shapes.debug_text(updates)
    try:
        shapes.merge(indices[:-1], updates[:outer])
    except ShapeError as e:
        text = f"The outer {outer} dimensions of indices.shape={shapes.debug_text(indices)}"
        raise ShapeError(f"{text} must match the outer {outer} dimensions of updates.shape={given}: {e}") from None
    if output is None or indices[-1] is None:
        return output
    inner = len(output) - indices[-1]
    if inner < 0:
        return output
    try:
        shapes.merge(output[len(output) - inner :], updates[outer:])
    except ShapeError as e:
        text = f"The inner {inner} dimensions of output.shape={shapes.debug_text(output)}"
        raise ShapeError(
            f"{text} must match the inner {len(updates) - outer} dimensions of updates.shape={given}: {e}"
        ) from None
    return output


def where(x: Any) -> Shapes:
    shape = x.shape(0)
    return ((None, None if shape is None else len(shape)),)


def unique(x: Any) -> Shapes:
    """Values, places, counts."""
    with_rank(x.shape(0), 1)
    return ((None,), x.shape(0), (None,))[: x.n_outputs]


def list_diff(x: Any) -> Shapes:
    with_rank(x.shape(0), 1)
    with_rank(x.shape(1), 1)
    return ((None,), (None,))


def set_operation(x: Any) -> Shapes:
    first, second = x.shape(0), x.shape(1)
    known = first if first is not None else second
    rank = None if known is None else len(known)
    return ((None, rank), (None,), (rank,))


def candidates(x: Any) -> Shapes:
    batch = with_rank(x.shape(0), 2)[0]
    sampled = (x.attrs["num_sampled"],)
    return (sampled, (batch, x.attrs["num_true"]), sampled)


def accidental_hits(x: Any) -> Shapes:
    with_rank(x.shape(0), 2)
    with_rank(x.shape(1), 1)
    return ((None,), (None,), (None,))


def sparse_sets(x: Any) -> Shapes:
    sizes = x.shape(2)
    rank = sizes[0] if sizes else None
    return ((None, rank), (None,), (rank,))


def dense_sparse_sets(x: Any) -> Shapes:
    first, sizes = x.shape(0), x.shape(3)
    rank = len(first) if first is not None else sizes[0] if sizes else None
    return ((None, rank), (None,), (rank,))


def dynamic_partition(x: Any) -> Shapes:
    data, partitions = x.shape(0), x.shape(1)
    if data is None or partitions is None:
        return (None,) * x.attrs["num_partitions"]
    for a, b in zip(data, partitions):
        shapes.merge_size(a, b)
    with_rank_at_least(data, len(partitions))
    return ((None, *data[len(partitions) :]),) * x.attrs["num_partitions"]


def dynamic_stitch(x: Any) -> Shapes:
    n = len(x) // 2
    inner: Shape = None
    size: int | None = 0
    for i in range(n):
        indices, data = x.shape(i), x.shape(n + i)
        value = x.value(i)
        if value is None or size is None:
            size = None
        elif value.size:
            size = max(size, int(value.max()) + 1)
        if indices is None or data is None:
            continue
        for a, b in zip(data, indices):
            shapes.merge_size(a, b)
        with_rank_at_least(data, len(indices))
        inner = shapes.merge(inner, data[len(indices) :])
    return (None if inner is None else (size, *inner),)


def bound(x: Any) -> Shapes:
    """LowerBound and UpperBound: one result per value."""
    with_rank(x.shape(0), 2)
    with_rank(x.shape(1), 2)
    return (x.shape(1),)
