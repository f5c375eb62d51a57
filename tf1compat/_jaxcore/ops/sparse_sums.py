"""Sparse tensors put together: sums, element-wise greatest and least, reductions that stay sparse."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.ops.sparse_order import found_at, keys, text
from tf1compat._jaxcore.ops.sparse_products import reduced
from tf1compat._jaxcore.schema import sparse_shapes
from tf1compat._jaxcore.schema.opdef import op

_PAIR = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64"


def _check_pair(a_indices: Any, a_values: Any, a_shape: Any, b_indices: Any, b_values: Any, b_shape: Any) -> None:
    if len(a_shape) != len(b_shape):
        raise invalid(f"Operands do not have the same ranks; got shapes: {text(a_shape)} and {text(b_shape)}")
    for i, (a, b) in enumerate(zip(a_shape, b_shape)):
        if a != b:
            raise invalid(f"Operands' shapes do not match: got {a} and {b} for dimension {i}")
    for name, indices, values in (("a", a_indices, a_values), ("b", b_indices, b_values)):
        if len(indices) != len(values):
            raise invalid(f"Expected {len(indices)} values of {name}, got {len(values)}")


def _aligned(a_indices: Any, a_values: Any, b_indices: Any, b_values: Any, shape: Any) -> Any:
    """All places of both, in order, and the values of each there, 0 where it has none.

    TF1: both are taken to be in order; a place that one of them repeats stays repeated.
    """
    first, second = (list(map(tuple, np.asarray(x).tolist())) for x in (a_indices, b_indices))
    rows: list[tuple[int, ...]] = []
    from_a: list[int] = []
    from_b: list[int] = []
    i = j = 0
    while i < len(first) or j < len(second):
        in_a = j == len(second) or (i < len(first) and first[i] <= second[j])
        in_b = i == len(first) or (j < len(second) and second[j] <= first[i])
        rows.append(first[i] if in_a else second[j])
        from_a.append(i if in_a else -1)
        from_b.append(j if in_b else -1)
        i, j = i + in_a, j + in_b
    places = np.asarray(rows, np.int64).reshape(-1, len(shape))
    return places, _picked(a_values, from_a), _picked(b_values, from_b)


def _picked(values: Any, at: list[int]) -> Any:
    """The values at these positions, 0 for -1."""
    padded = np.append(np.asarray(values), np.zeros(1, np.asarray(values).dtype))
    return padded[np.asarray(at, int)]


def _add_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    shape = jnp.asarray(inputs[2])
    there = keys(jnp.asarray(outputs[0]), shape)
    a, b = (found_at(there, keys(jnp.asarray(inputs[i]), shape), cotangents[1]) for i in (0, 3))
    return [None, a, None, None, b, None, None]


@op(
    "SparseAdd",
    _PAIR + ", thresh: Treal -> sum_indices: int64, sum_values: T, sum_shape: int64",
    host=True,
    grad=_add_grad,
    shape=sparse_shapes.like(2),
)
def sparse_add(
    a_indices: Any, a_values: Any, a_shape: Any, b_indices: Any, b_values: Any, b_shape: Any, thresh: Any
) -> Any:
    """The sum; places whose sum is smaller than `thresh` are left out."""
    _check_pair(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    rows, a, b = _aligned(a_indices, a_values, b_indices, b_values, a_shape)
    total = a + b
    # TF1: what only one side has is kept by the same rule
    kept = np.abs(total) >= thresh
    return rows[kept], total[kept], np.asarray(a_shape)


@op(
    "SparseAddGrad",
    "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64 -> a_val_grad: T, b_val_grad: T",
    host=True,
    grad="none",
    shape=sparse_shapes.add_grad,
)
def sparse_add_grad(backprop_val_grad: Any, a_indices: Any, b_indices: Any, sum_indices: Any) -> Any:
    """The gradients of both sides of a sum: 0 for places that were left out of it."""
    at = {tuple(row): i for i, row in enumerate(np.asarray(sum_indices).tolist())}
    grad = np.asarray(backprop_val_grad)
    return [
        np.asarray([grad[at[tuple(r)]] if tuple(r) in at else 0 for r in np.asarray(side).tolist()], grad.dtype)
        for side in (a_indices, b_indices)
    ]


_CHOICE = _PAIR + " -> output_indices: int64, output_values: T"


@op("SparseSparseMaximum", _CHOICE, host=True, grad="none", shape=sparse_shapes.two_unknown)
def sparse_sparse_maximum(
    a_indices: Any, a_values: Any, a_shape: Any, b_indices: Any, b_values: Any, b_shape: Any
) -> Any:
    """The greater of both at each place that one of them has."""
    _check_pair(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    rows, a, b = _aligned(a_indices, a_values, b_indices, b_values, a_shape)
    return rows, np.maximum(a, b)


@op("SparseSparseMinimum", _CHOICE, host=True, grad="none", shape=sparse_shapes.two_unknown)
def sparse_sparse_minimum(
    a_indices: Any, a_values: Any, a_shape: Any, b_indices: Any, b_values: Any, b_shape: Any
) -> Any:
    """The lesser of both at each place that one of them has."""
    _check_pair(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    rows, a, b = _aligned(a_indices, a_values, b_indices, b_values, a_shape)
    return rows, np.minimum(a, b)


_REDUCE = (
    "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32 -> output_indices: int64, "
    "output_values: T, output_shape: int64"
)


def _grouped(indices: Any, values: Any, shape: Any, axes: Any, keep_dims: bool, combine: Any) -> Any:
    sizes, gone = reduced(shape, axes)
    kept = [i for i in range(len(sizes)) if i not in gone]
    places, group = np.unique(np.asarray(indices)[:, kept], axis=0, return_inverse=True)
    if not len(indices):
        places = np.zeros((0, len(kept)), np.int64)
    elif not kept:
        places, group = np.zeros((1, 0), np.int64), np.zeros(len(indices), int)
    values = np.asarray(values)
    found = np.asarray([combine(values[np.ravel(group) == i]) for i in range(len(places))], values.dtype)
    if not keep_dims:
        return places, found, np.asarray([sizes[i] for i in kept], np.int64)
    full = np.zeros((len(places), len(sizes)), np.int64)
    full[:, kept] = places
    return full, found, np.asarray([1 if i in gone else d for i, d in enumerate(sizes)], np.int64)


@op("SparseReduceSumSparse", _REDUCE, host=True, grad="none", shape=lambda x: (None, None, None))
def sparse_reduce_sum_sparse(
    input_indices: Any, input_values: Any, input_shape: Any, reduction_axes: Any, *, keep_dims: bool = False
) -> Any:
    """The sum over some dimensions, of the places that have entries."""
    return _grouped(input_indices, input_values, input_shape, reduction_axes, keep_dims, np.sum)


@op("SparseReduceMaxSparse", _REDUCE, host=True, grad="none", shape=lambda x: (None, None, None))
def sparse_reduce_max_sparse(
    input_indices: Any, input_values: Any, input_shape: Any, reduction_axes: Any, *, keep_dims: bool = False
) -> Any:
    """The greatest over some dimensions, of the places that have entries."""
    return _grouped(input_indices, input_values, input_shape, reduction_axes, keep_dims, np.max)


@op(
    "EditDistance",
    "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, "
    "truth_values: T, truth_shape: int64 -> output: float",
    host=True,
    grad="none",
    shape=sparse_shapes.edit_distance,
)
def edit_distance(
    hypothesis_indices: Any,
    hypothesis_values: Any,
    hypothesis_shape: Any,
    truth_indices: Any,
    truth_values: Any,
    truth_shape: Any,
    *,
    normalize: bool = True,
) -> Any:
    """The Levenshtein distance of each pair of sequences (last dimension); `normalize`: over the length of the truth."""
    if len(hypothesis_shape) != len(truth_shape):
        raise invalid(
            f"hypothesis_shape and truth_shape must have the same rank, got {text(hypothesis_shape)} and {text(truth_shape)}"
        )
    outer = np.maximum(hypothesis_shape[:-1], truth_shape[:-1])
    hypotheses, truths = _sequences(hypothesis_indices, hypothesis_values), _sequences(truth_indices, truth_values)
    found = np.zeros(tuple(outer.tolist()), np.float32)
    for group in {*hypotheses, *truths}:
        hypothesis, truth = hypotheses.get(group, []), truths.get(group, [])
        if any(i >= n for i, n in zip(group, outer)):
            raise invalid(f"Got out of bounds index for group {text(group)} of output shape {text(outer)}")
        distance: float = _levenshtein(truth, hypothesis)
        if normalize:
            distance = distance / len(truth) if truth else (float("inf") if hypothesis else 0.0)
        found[group] = distance
    return found


def _sequences(indices: Any, values: Any) -> dict[tuple[int, ...], list[Any]]:
    found: dict[tuple[int, ...], list[Any]] = {}
    for row, value in zip(np.asarray(indices).tolist(), np.asarray(values).tolist()):
        found.setdefault(tuple(row[:-1]), []).append(value)
    return found


def _levenshtein(a: list[Any], b: list[Any]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]
