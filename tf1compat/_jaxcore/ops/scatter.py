"""Scattered reads and writes of variables: rows chosen by an index vector, or slices by index tuples.

Indices out of range fail a check; what they read is zero, and what they write is dropped. Repeated indices combine as
in a loop over them; of repeated updates the last one wins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape, ShapeError
from tf1compat._jaxcore.schema import checks, refusals, rows
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import op

_DROP = lax.GatherScatterMode.FILL_OR_DROP


def take_slices(params: Any, indices: Any) -> Any:
    """`params[tuple]` for each index tuple in the last dimension of `indices`; zeros where out of range."""
    depth, batch = indices.shape[-1], np.ndim(indices) - 1
    numbers = lax.GatherDimensionNumbers(
        offset_dims=tuple(range(batch, batch + np.ndim(params) - depth)),
        collapsed_slice_dims=tuple(range(depth)),
        start_index_map=tuple(range(depth)),
    )
    sizes = (1,) * depth + tuple(np.shape(params)[depth:])
    return lax.gather(params, indices, numbers, sizes, mode=_DROP, fill_value=0)


def take_rows(params: Any, indices: Any) -> Any:
    """`params[indices]` along the first dimension; zeros where out of range."""
    return take_slices(params, indices[..., None])


def put_slices(combine: Callable[..., Any], ref: Any, indices: Any, updates: Any) -> Any:
    """`ref` with `updates` combined into the slices that the index tuples choose; a scalar update goes everywhere."""
    depth, batch, rank = indices.shape[-1], np.ndim(indices) - 1, np.ndim(ref)
    wanted = tuple(indices.shape[:-1]) + tuple(np.shape(ref)[depth:])
    if np.shape(updates) != wanted:
        updates = lax.broadcast(updates, wanted)
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=tuple(range(batch, batch + rank - depth)),
        inserted_window_dims=tuple(range(depth)),
        scatter_dims_to_operand_dims=tuple(range(depth)),
    )
    return combine(ref, indices, updates, numbers, mode=_DROP)


def put_rows(combine: Callable[..., Any], ref: Any, indices: Any, updates: Any) -> Any:
    return put_slices(combine, ref, indices[..., None], updates)


# ---- reads ------------------------------------------------------------------------------------------------------


def _gather_shape(x: Any) -> Any:
    params, indices, batch = x.shape(0), x.shape(1), int(x.attrs["batch_dims"])
    if params is None or indices is None:
        return (None,)
    if not params:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    return (params[: batch + 1][:batch] + indices[batch:] + params[batch + 1 :],)


def _rows_exist(resource: Any, indices: Any, *, batch_dims: int) -> Check | None:
    # TF1: with batch_dims, an index past the end reads the next batch's rows
    return checks.rows(indices, np.shape(resource)[batch_dims])


@op("ResourceGather", "resource: resource, indices: Tindices -> output: dtype", effect="read", shape=_gather_shape,
    attrs={"validate_indices": True}, check=_rows_exist, rows=rows.picks)  # fmt: skip
def resource_gather(resource: Any, indices: Any, *, batch_dims: int = 0) -> Any:
    """Rows of a variable, without reading the rest of it."""
    if batch_dims == 0:
        return take_rows(resource, indices)
    import jax

    read = take_rows
    for _ in range(batch_dims):
        read = jax.vmap(read)
    return read(resource, indices)


def _gather_nd_shape(x: Any) -> Any:
    params, indices = x.shape(0), x.shape(1)
    if params is None or indices is None or indices[-1] is None:
        return (None,)
    if indices[-1] > len(params):
        raise ShapeError(
            f"indices.shape[-1] must be <= params.rank, but saw indices shape: {shapes.debug_text(indices)} and params "
            f"shape: {shapes.debug_text(params)}"
        )
    return (indices[:-1] + params[indices[-1] :],)


@op("ResourceGatherNd", "resource: resource, indices: Tindices -> output: dtype", effect="read",
    shape=_gather_nd_shape,
    check=lambda resource, indices: checks.tuples(indices, np.shape(resource), "param shape"))  # fmt: skip
def resource_gather_nd(resource: Any, indices: Any) -> Any:
    """Slices of a variable chosen by index tuples."""
    return take_slices(resource, indices)


# ---- writes -----------------------------------------------------------------------------------------------------


def _rows_shape(x: Any) -> Any:
    ref, indices, updates = x.shape(0), x.shape(1), x.shape(2)
    if ref is not None and indices is not None and updates != ():
        shapes.merge(updates, indices + ref[1:])
    return (ref,) * x.n_outputs


def _slices_shape(x: Any) -> Any:
    ref, indices, updates = x.shape(0), x.shape(1), x.shape(2)
    if ref is not None and indices is not None and indices[-1] is not None:
        wanted: Shape = indices[:-1] + ref[indices[-1] :]
        shapes.merge(updates, wanted)
    return (ref,) * x.n_outputs


def _ref_rows_exist(ref: Any, indices: Any, updates: Any) -> Check | None:
    return checks.rows(indices, np.shape(ref)[0])


def _ref_slices_exist(ref: Any, indices: Any, updates: Any) -> Check | None:
    return checks.tuples(indices, np.shape(ref))


def _rows_refusal(x: refusals.Given) -> str:
    return (
        "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got "
        f"updates.shape {x.text(2)}, indices.shape {x.text(1)}, params.shape {x.text(0)}"
    )


_UPDATE: dict[str, Any] = {"effect": "write", "grad": "none"}
_REF = "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)"


def _declare(name: str, locking: bool, combine: Callable[..., Any], doc: str) -> None:
    """`ScatterName` and `ResourceScatterName`."""

    def kernel(ref: Any, indices: Any, updates: Any) -> Any:
        return put_rows(combine, ref, indices, updates)

    kernel.__doc__ = doc
    written = rows.entries(1, 2)
    common = {**_UPDATE, "shape": _rows_shape, "check": _ref_rows_exist, "rows": written, "refusal": _rows_refusal}
    op("Scatter" + name, _REF, **common, writes="ref", stateful=False, attrs={"use_locking": locking})(kernel)
    by_handle = "resource: resource, indices: Tindices, updates: dtype ->"
    op("ResourceScatter" + name, by_handle, **common, writes="resource")(kernel)


def _declare_nd(name: str, locking: bool, combine: Callable[..., Any], doc: str) -> None:
    """`ScatterNdName` and `ResourceScatterNdName`."""

    def kernel(ref: Any, indices: Any, updates: Any) -> Any:
        return put_slices(combine, ref, indices, updates)

    kernel.__doc__ = doc
    written = rows.entries(1, 2)
    common = {**_UPDATE, "writes": "ref", "shape": _slices_shape, "check": _ref_slices_exist, "rows": written}
    op("ScatterNd" + name, _REF, **common, stateful=False, attrs={"use_locking": locking})(kernel)
    by_handle = "ref: resource, indices: Tindices, updates: T ->"
    op("ResourceScatterNd" + name, by_handle, **common, attrs={"use_locking": True})(kernel)


def _subtract(ref: Any, indices: Any, updates: Any, numbers: Any, **options: Any) -> Any:
    return lax.scatter_add(ref, indices, lax.neg(updates), numbers, **options)


def _divide(ref: Any, indices: Any, updates: Any, numbers: Any, **options: Any) -> Any:
    """Repeated indices divide by the product of their updates."""
    divisor = lax.scatter_mul(lax.full_like(ref, 1), indices, updates, numbers, **options)
    return lax.div(ref, divisor)


_declare("Update", True, lax.scatter, "Rows replaced by `updates`.")
_declare("Add", False, lax.scatter_add, "`updates` added to rows.")
_declare("Sub", False, _subtract, "`updates` subtracted from rows.")
_declare("Mul", False, lax.scatter_mul, "Rows multiplied by `updates`.")
_declare("Div", False, _divide, "Rows divided by `updates`.")
_declare("Min", False, lax.scatter_min, "The smaller of rows and `updates`.")
_declare("Max", False, lax.scatter_max, "The larger of rows and `updates`.")
_declare_nd("Update", True, lax.scatter, "Slices replaced by `updates`.")
_declare_nd("Add", False, lax.scatter_add, "`updates` added to slices.")
_declare_nd("Sub", False, _subtract, "`updates` subtracted from slices.")
