"""Sums, means, products and extrema of groups of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from jax import lax
from jax import numpy as jnp

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.schema import checks, refusals, rows
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import op

_SEGMENTED = "data: T, segment_ids: Tindices -> output: T"
_UNSORTED = "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T"


def _sorted_shape(x: Any) -> Any:
    data = x.shape(0)
    return (None if data is None else (None, *data[1:]),)


def _unsorted_shape(x: Any) -> Any:
    data, ids, number = x.shape(0), x.shape(1), x.value(2)
    if data is None or ids is None:
        return (None,)
    return ((None if number is None else int(number), *data[len(ids) :]),)


def _grouped(data: Any, ids: Any, n: int, combine: Callable[..., Any], start: Any) -> Any:
    """Combine the rows of each group, beginning with `start`; rows with a negative number are left out."""
    rank = np.ndim(ids)
    inner = np.shape(data)[rank:]
    count = int(np.prod(np.shape(ids)))
    flat = lax.reshape(data, (count, *inner)) if rank != 1 else data
    where = lax.reshape(ids, (count,)) if rank != 1 else ids
    where = jnp.where(jnp.asarray(where) < 0, n, where)
    out = lax.full((n, *inner), start, np.dtype(data.dtype))
    numbers = lax.ScatterDimensionNumbers(tuple(range(1, len(inner) + 1)), (0,), (0,))
    return combine(out, where[:, None], flat, numbers, mode=lax.GatherScatterMode.FILL_OR_DROP)


def _lowest(data: Any) -> Any:
    kind = np.dtype(data.dtype)
    return np.iinfo(kind).min if kind.kind in "iu" else np.finfo(kind).min


def _highest(data: Any) -> Any:
    kind = np.dtype(data.dtype)
    return np.iinfo(kind).max if kind.kind in "iu" else np.finfo(kind).max


def _emptied(out: Any, ids: Any, n: int) -> Any:
    """TF1: groups without rows have the extremum 0 in the sorted ops."""
    present = jnp.zeros((n,), bool).at[ids].set(True)
    return jnp.where(present.reshape((n,) + (1,) * (out.ndim - 1)), out, jnp.zeros((), out.dtype))


def _in_order(data: Any, segment_ids: Any) -> Check | None:
    return checks.sorted_groups(segment_ids, np.shape(data)[0])


def _sorted(type: str, combine: Callable[..., Any], start: Callable[[Any], Any], doc: str, **options: Any) -> None:
    def kernel(data: Any, segment_ids: Any, *, groups: int | None = None) -> Any:
        n = _number(segment_ids, groups)
        out = _grouped(data, segment_ids, n, combine, start(data))
        return out if start in (_zero, _one) else _emptied(out, segment_ids, n)

    kernel.__doc__ = f"{doc} of consecutive rows with equal numbers."
    op(type, _SEGMENTED, static="segment_ids", shape=_sorted_shape, check=_in_order, **options)(kernel)


def _number(segment_ids: Any, groups: int | None) -> int:
    """How many groups there are; where the numbers are traced, it is told."""
    if groups is not None:
        return groups
    return int(segment_ids[-1]) + 1 if len(segment_ids) else 0


def _divided(total: Any, segment_ids: Any, n: int, divisor: Callable[[Any], Any]) -> Any:
    """Sums over a function of the sizes of their groups."""
    kind = np.dtype(total.dtype)
    if isinstance(segment_ids, np.ndarray):
        size = divisor(np.maximum(np.bincount(segment_ids, minlength=n), 1).astype(np.float64)).astype(kind)
    else:
        counts = jnp.zeros((n,), np.int32).at[segment_ids].add(1, mode="drop")
        size = divisor(jnp.maximum(counts, 1).astype(np.float64)).astype(kind)
    return total / size.reshape((n,) + (1,) * (np.ndim(total) - 1))


def _groups_exist(data: Any, segment_ids: Any, num_segments: Any) -> Check | None:
    return checks.groups(segment_ids, int(num_segments))


def _no_prefix(x: refusals.Given) -> str | None:
    if x.shape(0)[: x.rank(1)] == x.shape(1):
        return None
    return f"data.shape = {x.text(0)} does not start with segment_ids.shape = {x.text(1)}"


def _unsorted(type: str, combine: Callable[..., Any], start: Callable[[Any], Any], doc: str, **more: Any) -> None:
    def kernel(data: Any, segment_ids: Any, num_segments: Any) -> Any:
        return _grouped(data, segment_ids, int(num_segments), combine, start(data))

    kernel.__doc__ = f"{doc} of the rows with equal numbers; groups without rows get the neutral element."
    options: dict[str, Any] = {"static": "num_segments", "types": {"Tnumsegments": dtypes.int32}}
    options["rows"] = rows.unsorted_groups(sums=start is _zero)
    op(type, _UNSORTED, shape=_unsorted_shape, check=_groups_exist, refusal=_no_prefix, **options, **more)(kernel)


def _zero(data: Any) -> int:
    return 0


def _one(data: Any) -> int:
    return 1


def _prod_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    """The product of a group's other rows: by division, unless one of them, or the row itself, is zero."""
    data, ids = inputs[:2]
    n = np.shape(outputs[0])[0]
    zero = jnp.equal(data, 0)
    zeros = _grouped(zero.astype(np.int32), ids, n, lax.scatter_add, 0)
    others = _grouped(jnp.where(zero, jnp.ones((), data.dtype), data), ids, n, lax.scatter_mul, 1)
    at = jnp.maximum(ids, 0)
    share = jnp.where(zero, jnp.where(zeros[at] == 1, others[at], 0), outputs[0][at] / jnp.where(zero, 1, data))
    dropped = jnp.reshape(jnp.asarray(ids) < 0, np.shape(ids) + (1,) * (np.ndim(data) - np.ndim(ids)))
    return [jnp.where(dropped, 0, share * cotangents[0][at]), *(None for _ in inputs[1:])]


_sorted("SegmentSum", lax.scatter_add, _zero, "The sum", rows=rows.sorted_groups())
_sorted("SegmentProd", lax.scatter_mul, _one, "The product", grad=_prod_grad)
_sorted("SegmentMax", lax.scatter_max, _lowest, "The largest")
_sorted("SegmentMin", lax.scatter_min, _highest, "The smallest")
_unsorted("UnsortedSegmentSum", lax.scatter_add, _zero, "The sum")
_unsorted("UnsortedSegmentProd", lax.scatter_mul, _one, "The product", grad=_prod_grad)
_unsorted("UnsortedSegmentMax", lax.scatter_max, _lowest, "The largest")
_unsorted("UnsortedSegmentMin", lax.scatter_min, _highest, "The smallest")


@op(
    "SegmentMean",
    _SEGMENTED,
    static="segment_ids",
    shape=_sorted_shape,
    check=_in_order,
    rows=rows.sorted_groups(),
)
def segment_mean(data: Any, segment_ids: Any, *, groups: int | None = None) -> Any:
    """The mean of consecutive rows with equal numbers."""
    n = _number(segment_ids, groups)
    return _divided(_grouped(data, segment_ids, n, lax.scatter_add, 0), segment_ids, n, lambda size: size)


# ---- rows chosen by number ----------------------------------------------------------------------------------------

_SPARSE = "data: T, indices: Tidx, segment_ids: int32 -> output: T"
_NUMBERED = "data: T, indices: Tidx, segment_ids: int32, num_segments: Tnumsegments -> output: T"
_BACKWARD = "grad: T, indices: Tidx, segment_ids: int32, output_dim0: int32 -> output: T"
_TYPES = {"Tidx": dtypes.int32}


def _size(size: Any) -> Any:
    return size


def _root(size: Any) -> Any:
    return np.sqrt(size) if isinstance(size, np.ndarray) else lax.sqrt(size)


def _picked(data: Any, indices: Any, segment_ids: Any, n: int, divisor: Callable[[Any], Any] | None) -> Any:
    checks.refuse_known(checks.sorted_groups(segment_ids, np.shape(indices)[0]))
    total = _grouped(jnp.take(data, indices, axis=0), segment_ids, n, lax.scatter_add, 0)
    return total if divisor is None else _divided(total, segment_ids, n, divisor)


def _sparse(type: str, divisor: Callable[[Any], Any] | None, doc: str) -> None:
    def kernel(data: Any, indices: Any, segment_ids: Any, *, groups: int | None = None) -> Any:
        return _picked(data, indices, segment_ids, _number(segment_ids, groups), divisor)

    def numbered(data: Any, indices: Any, segment_ids: Any, num_segments: Any) -> Any:
        return _picked(data, indices, segment_ids, int(num_segments), divisor)

    kernel.__doc__ = f"{doc} of groups of chosen rows."
    numbered.__doc__ = f"{doc} of a given number of groups of chosen rows."
    op(
        type,
        _SPARSE,
        static="segment_ids",
        shape=_sorted_shape,
        types=_TYPES,
        check=lambda data, indices, segment_ids: checks.picked(indices, np.shape(data)[0]),
        rows=rows.sorted_groups(1),
    )(kernel)
    op(
        type + "WithNumSegments",
        _NUMBERED,
        static="num_segments",
        shape=_numbered_shape(3),
        types={**_TYPES, "Tnumsegments": dtypes.int32},
        check=lambda data, indices, segment_ids, num_segments: checks.picked(indices, np.shape(data)[0]),
    )(numbered)


def _numbered_shape(number: int) -> Callable[[Any], Any]:
    def rule(x: Any) -> Any:
        data, rows = x.shape(0), x.value(number)
        return (None if data is None else (None if rows is None else int(rows), *data[1:]),)

    return rule


def _sparse_backward(type: str, divisor: Callable[[Any], Any], forward: str) -> None:
    def kernel(grad: Any, indices: Any, segment_ids: Any, output_dim0: Any) -> Any:
        ones = jnp.ones((grad.shape[0],) + (1,) * (np.ndim(grad) - 1), grad.dtype)
        share = grad * _divided(ones, segment_ids, grad.shape[0], divisor)
        return _grouped(jnp.take(share, segment_ids, axis=0), indices, int(output_dim0), lax.scatter_add, 0)

    kernel.__doc__ = f"The gradient of {forward} for its data, which have `output_dim0` rows."
    op(type, _BACKWARD, static="output_dim0", shape=_numbered_shape(3), types=_TYPES)(kernel)


_sparse("SparseSegmentSum", None, "The sum")
_sparse("SparseSegmentMean", _size, "The mean")
_sparse("SparseSegmentSqrtN", _root, "The sum over the square root of the number")
_sparse_backward("SparseSegmentMeanGrad", _size, "SparseSegmentMean")
_sparse_backward("SparseSegmentSqrtNGrad", _root, "SparseSegmentSqrtN")
