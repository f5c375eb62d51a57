"""Ops that pick elements by index or condition, and put them at indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.array import is_concrete, namespace, shape_tuple
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import checks, gather_shapes, refusals, rows, shape_rules
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

# What a failed check lets through: reads give zeros, writes are dropped.
_MODE = lax.GatherScatterMode.FILL_OR_DROP


# ---- Gather ---------------------------------------------------------------------------------------------------------


def _rows_exist(params: Any, indices: Any, axis: Any = 0) -> Check | None:
    rank, at = len(params.shape), int(axis)
    return checks.rows(indices, params.shape[at]) if -rank <= at < rank else None


@op(
    "Gather",
    "params: Tparams, indices: Tindices -> output: Tparams",
    moves=True,
    shape=gather_shapes.gather,
    check=_rows_exist,
    rows=rows.picks,
)
def gather(params: Any, indices: Any, *, validate_indices: bool = True) -> Any:
    """The slices of `params` along its first dimension at `indices`."""
    return _take(params, indices, 0)


@op(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    static="axis",
    moves=True,
    shape=gather_shapes.gather,
    check=_rows_exist,
    rows=rows.picks,
)
def gather_v2(params: Any, indices: Any, axis: Any, *, batch_dims: int = 0) -> Any:
    """The slices of `params` along `axis` at `indices`; leading `batch_dims` of both go together."""
    rank = len(params.shape)
    at = int(axis)
    if not -rank <= at < rank:
        raise invalid(f"Expected axis in the range [{-rank}, {rank}), but got {at}")
    at %= rank
    batch = batch_dims % len(indices.shape) if batch_dims < 0 else batch_dims
    return _take_batched(params, indices, at, batch) if batch else _take(params, indices, at)


def _take(params: Any, indices: Any, axis: int) -> Any:
    if is_concrete(params, indices):
        return np.take(params, indices, axis)
    rank, extra = len(params.shape), len(indices.shape)
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(*range(axis), *range(axis + extra, rank + extra - 1)),
        collapsed_slice_dims=(axis,),
        start_index_map=(axis,),
    )
    sizes = tuple(1 if d == axis else s for d, s in enumerate(params.shape))
    return lax.gather(params, _column(indices), numbers, sizes, mode=_MODE, fill_value=0)


def _column(indices: Any) -> Any:
    """Indices as XLA wants them: one more dimension, of size 1."""
    return lax.expand_dims(indices, (len(indices.shape),))


def _take_batched(params: Any, indices: Any, axis: int, batch: int) -> Any:
    """Put the batch index in front of each index and gather over both."""
    if tuple(params.shape[:batch]) != tuple(indices.shape[:batch]):
        raise invalid(
            f"params.shape[:batch_dims]: {list(params.shape[:batch])} should be equal to "
            f"indices.shape[:batch_dims]: {list(indices.shape[:batch])}"
        )
    if is_concrete(params, indices):
        parts = np.stack([np.take(params[i], indices[i], axis - batch) for i in np.ndindex(*params.shape[:batch])])
        return parts.reshape(*params.shape[:batch], *parts.shape[1:])
    extra = len(indices.shape) - batch
    rank = len(params.shape)
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(*range(batch, axis), *range(axis + extra, rank + extra - 1)),
        collapsed_slice_dims=(axis,),
        start_index_map=(axis,),
        operand_batching_dims=tuple(range(batch)),
        start_indices_batching_dims=tuple(range(batch)),
    )
    sizes = tuple(1 if d == axis or d < batch else s for d, s in enumerate(params.shape))
    return lax.gather(params, _column(indices), numbers, sizes, mode=_MODE, fill_value=0)


@op(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    shape=gather_shapes.gather_nd,
    check=lambda params, indices: checks.tuples(indices, params.shape, "param shape"),
)
def gather_nd(params: Any, indices: Any) -> Any:
    """The elements or slices of `params` at the index vectors in the last dimension of `indices`."""
    depth = indices.shape[-1]
    if is_concrete(params, indices):
        if depth == 0:
            return np.broadcast_to(params, (*indices.shape[:-1], *params.shape)).copy()
        return params[tuple(np.moveaxis(indices, -1, 0))]
    extra = len(indices.shape) - 1
    numbers = lax.GatherDimensionNumbers(
        offset_dims=tuple(range(extra, extra + len(params.shape) - depth)),
        collapsed_slice_dims=tuple(range(depth)),
        start_index_map=tuple(range(depth)),
    )
    sizes = (1,) * depth + tuple(params.shape[depth:])
    return lax.gather(params, indices, numbers, sizes, mode=_MODE, fill_value=0)


# ---- Scatter --------------------------------------------------------------------------------------------------------


def _outer_sizes(x: refusals.Given) -> str | None:
    if x.shape(0)[:-1] == x.shape(1)[: x.rank(0) - 1]:
        return None
    return f"Outer dimensions of indices and update must match. Indices shape: {x.text(0)}, updates shape:{x.text(1)}"


@op(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    static="shape",
    shape=gather_shapes.scatter_nd,
    check=lambda indices, updates, shape: checks.tuples(indices, shape_tuple(shape)),
    refusal=_outer_sizes,
)
def scatter_nd(indices: Any, updates: Any, shape: Any) -> Any:
    """Zeros of `shape` to which `updates` are added at `indices`; repeated indices add up."""
    sizes = shape_tuple(shape)
    if updates.dtype == bool:
        return _scatter(np.zeros(sizes, bool), indices, updates, "update")
    return _scatter(np.zeros(sizes, updates.dtype), indices, updates, "add")


def _scatter(x: Any, indices: Any, updates: Any, how: str) -> Any:
    depth = indices.shape[-1]
    if is_concrete(x, indices, updates):
        out = np.array(x)
        where: Any = tuple(np.moveaxis(np.asarray(indices), -1, 0)) if depth else (...,)
        if how == "update":
            out[where] = updates
        else:
            (np.add if how == "add" else np.subtract).at(out, where, updates)
        return out
    extra = len(indices.shape) - 1
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=tuple(range(extra, len(updates.shape))),
        inserted_window_dims=tuple(range(depth)),
        scatter_dims_to_operand_dims=tuple(range(depth)),
    )
    function = {"update": lax.scatter, "add": lax.scatter_add, "sub": lax.scatter_sub}[how]
    return function(_on_device(x), indices, updates, numbers, mode=_MODE)


def _on_device(x: Any) -> Any:
    return lax.full(x.shape, 0, x.dtype) if is_concrete(x) and not x.any() else x


def _places_exist(tensor: Any, indices: Any, updates: Any) -> Check | None:
    return checks.tuples(indices, tensor.shape)


@op(
    "ScatterNdNonAliasingAdd",
    "input: T, indices: Tindices, updates: T -> output: T",
    shape=gather_shapes.tensor_scatter,
    check=_places_exist,
)
def scatter_nd_non_aliasing_add(input: Any, indices: Any, updates: Any) -> Any:
    """The input with `updates` added at `indices`."""
    return tensor_scatter_add(input, indices, updates)


_TENSOR_SCATTER = "tensor: T, indices: Tindices, updates: T -> output: T"


@op("TensorScatterUpdate", _TENSOR_SCATTER, shape=gather_shapes.tensor_scatter, check=_places_exist)
def tensor_scatter_update(tensor: Any, indices: Any, updates: Any) -> Any:
    """The tensor with `updates` in place of what is at `indices`."""
    return _scatter(tensor, indices, updates, "update")


@op("TensorScatterAdd", _TENSOR_SCATTER, shape=gather_shapes.tensor_scatter, check=_places_exist)
def tensor_scatter_add(tensor: Any, indices: Any, updates: Any) -> Any:
    """The tensor with `updates` added at `indices`."""
    return _scatter(tensor, indices, updates, "add")


@op("TensorScatterSub", _TENSOR_SCATTER, shape=gather_shapes.tensor_scatter, check=_places_exist)
def tensor_scatter_sub(tensor: Any, indices: Any, updates: Any) -> Any:
    """The tensor with `updates` subtracted at `indices`."""
    return _scatter(tensor, indices, updates, "sub")


# ---- where --------------------------------------------------------------------------------------------------------


@op("Where", "input: T -> index: int64", host=True, grad="none", shape=gather_shapes.where, types={"T": dtypes.bool})
def where(input: Any) -> Any:
    """The indices of all elements that are true (not zero), one row each, in row-major order."""
    array = np.asarray(input)
    if array.ndim == 0:
        return np.zeros((int(bool(array)), 0), np.int64)
    return np.argwhere(array).astype(np.int64)


# ---- sets -----------------------------------------------------------------------------------------------------------


_OUT_IDX = {"out_idx": dtypes.int32}


@op("Unique", "x: T -> y: T, idx: out_idx", host=True, grad="none", shape=gather_shapes.unique, types=_OUT_IDX)
def unique(x: Any, *, out_idx: dtypes.DType = dtypes.int32) -> Any:
    """The distinct elements in order of first appearance, and for each element where it is among them."""
    return _unique(x, out_idx)[:2]


@op(
    "UniqueWithCounts",
    "x: T -> y: T, idx: out_idx, count: out_idx",
    host=True,
    grad="none",
    shape=gather_shapes.unique,
    types=_OUT_IDX,
)
def unique_with_counts(x: Any, *, out_idx: dtypes.DType = dtypes.int32) -> Any:
    """`Unique`, and how often each distinct element appears."""
    return _unique(x, out_idx)


def _unique(x: Any, out_idx: dtypes.DType) -> tuple[Any, Any, Any]:
    if x.ndim != 1:
        raise invalid("unique expects a 1D vector.")
    if x.dtype == object:
        order: dict[Any, int] = {}
        places = np.asarray([order.setdefault(v, len(order)) for v in x.tolist()], out_idx.np)
        values = np.empty(len(order), object)
        values[:] = list(order)
        return values, places, np.bincount(places, minlength=len(order)).astype(out_idx.np)
    values, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    order_of = np.argsort(first, kind="stable")
    rank_of = np.empty_like(order_of)
    rank_of[order_of] = np.arange(len(order_of))
    return values[order_of], rank_of[inverse].astype(out_idx.np), counts[order_of].astype(out_idx.np)


@op(
    "ListDiff",
    "x: T, y: T -> out: T, idx: out_idx",
    host=True,
    grad="none",
    shape=gather_shapes.list_diff,
    types=_OUT_IDX,
)
def list_diff(x: Any, y: Any, *, out_idx: dtypes.DType = dtypes.int32) -> Any:
    """The elements of `x` that are not in `y`, and where they are in `x`."""
    for name, given in (("x", x), ("y", y)):
        if given.ndim != 1:
            raise invalid(f"{name} should be a 1D vector.")
    unwanted = set(y.tolist())
    places = [i for i, v in enumerate(x.tolist()) if v not in unwanted]
    return x[np.asarray(places, np.int64)], np.asarray(places, out_idx.np)


# ---- partition and stitch -------------------------------------------------------------------------------------------


def _partition_gradient(inputs: Any, outputs: Any, cotangents: Any, *, num_partitions: int) -> Any:
    """Each partition's cotangent back at the places that its elements came from."""
    import jax.numpy as jnp

    data, partitions = inputs
    flat = jnp.reshape(partitions, (-1,))
    rest = data.shape[len(partitions.shape) :]
    total = jnp.zeros((flat.shape[0], *rest), data.dtype)
    for i in range(num_partitions):
        if cotangents[i] is not None:
            places = jnp.nonzero(flat == i, size=cotangents[i].shape[0])[0]
            total = total.at[places].set(cotangents[i])
    return [jnp.reshape(total, data.shape), None]


@op(
    "DynamicPartition",
    "data: T, partitions: int32 -> outputs: num_partitions*T",
    host=True,
    shape=gather_shapes.dynamic_partition,
    grad=_partition_gradient,
)
def dynamic_partition(data: Any, partitions: Any, *, num_partitions: int = REQUIRED) -> Any:
    """The slices of `data` sorted into `num_partitions` arrays by their entry in `partitions`."""
    rank = np.ndim(partitions)
    if data.shape[:rank] != partitions.shape:
        raise invalid(
            f"data.shape must start with partitions.shape, got data.shape = {list(data.shape)}, "
            f"partitions.shape = {list(partitions.shape)}"
        )
    bad = (partitions < 0) | (partitions >= num_partitions)
    if bad.any():
        at = tuple(int(i) for i in np.argwhere(bad)[0])
        where = f"[{','.join(map(str, at))}]" if at else ""
        raise invalid(f"partitions{where} = {partitions[at]} is not in [0, {num_partitions})")
    return tuple(data[partitions == i] for i in range(num_partitions))


def _stitch(indices: Sequence[Any], data: Sequence[Any]) -> Any:
    """Later entries win where an index is repeated."""
    inner = data[0].shape[len(indices[0].shape) :]
    places = np.concatenate([np.ravel(i) for i in indices])
    for piece in indices:
        bad = np.ravel(piece) < 0
        if bad.any():
            raise invalid(f"indices[{int(np.argmax(bad))}] is out of range")
    size = int(places.max()) + 1 if places.size else 0
    source = np.full(size, -1)
    source[places] = np.arange(len(places))
    xp = namespace(*data)
    rows = xp.concatenate([xp.reshape(d, (-1, *inner)) for d in data])
    if (source >= 0).all():
        return xp.take(rows, source, axis=0) if size else xp.zeros((0, *inner), data[0].dtype)
    filled = xp.concatenate([rows, xp.zeros((1, *inner), rows.dtype)])
    return xp.take(filled, np.where(source < 0, len(places), source), axis=0)


def _stitch_gradient(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    # TF1: where an index is repeated, every piece that had it gets the gradient, not only the one that won
    n = len(inputs) // 2
    return [None] * n + [_take(cotangents[0], indices, 0) for indices in inputs[:n]]


_STITCH = "indices: N*int32, data: N*T -> merged: T"


@op("DynamicStitch", _STITCH, static="indices", shape=gather_shapes.dynamic_stitch, grad=_stitch_gradient)
def dynamic_stitch(indices: Any, data: Any) -> Any:
    """One array from pieces: `merged[indices[m][i]] = data[m][i]`."""
    return _stitch(indices, data)


@op("ParallelDynamicStitch", _STITCH, static="indices", shape=gather_shapes.dynamic_stitch, grad=_stitch_gradient)
def parallel_dynamic_stitch(indices: Any, data: Any) -> Any:
    """`DynamicStitch` for indices that are all different."""
    return _stitch(indices, data)


# ---- search ---------------------------------------------------------------------------------------------------------


def _search(sorted_inputs: Any, values: Any, side: Literal["left", "right"], out_type: dtypes.DType) -> Any:
    if is_concrete(sorted_inputs, values):
        rows = [np.searchsorted(s, v, side) for s, v in zip(sorted_inputs, values)]
        return np.stack(rows).astype(out_type.np) if rows else np.zeros(values.shape, out_type.np)
    import jax
    import jax.numpy as jnp

    found = jax.vmap(lambda s, v: jnp.searchsorted(s, v, side=side))(sorted_inputs, values)
    return lax.convert_element_type(found, out_type.np)


_BOUND = "sorted_inputs: T, values: T -> output: out_type"
_OUT_TYPE = {"out_type": dtypes.int32}


@op("LowerBound", _BOUND, grad="none", shape=gather_shapes.bound, types=_OUT_TYPE)
def lower_bound(sorted_inputs: Any, values: Any, *, out_type: dtypes.DType = dtypes.int32) -> Any:
    """Row by row, where each value would go in front of its equals."""
    return _search(sorted_inputs, values, "left", out_type)


@op("UpperBound", _BOUND, grad="none", shape=gather_shapes.bound, types=_OUT_TYPE)
def upper_bound(sorted_inputs: Any, values: Any, *, out_type: dtypes.DType = dtypes.int32) -> Any:
    """Row by row, where each value would go behind its equals."""
    return _search(sorted_inputs, values, "right", out_type)


@op("Bucketize", "input: T -> output: int32", grad="none", shape=shape_rules.unchanged)
def bucketize(input: Any, *, boundaries: Any = REQUIRED) -> Any:
    """For each number, how many of the sorted boundaries are not above it."""
    edges = np.asarray(boundaries, np.float32)
    if is_concrete(input):
        return np.searchsorted(edges, input, "right").astype(np.int32)
    import jax.numpy as jnp

    return jnp.searchsorted(edges, input, side="right").astype(jnp.int32)
