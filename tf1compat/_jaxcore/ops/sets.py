"""Sets: the rows of a tensor as sets of their elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import gather_shapes, shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_RESULT = "-> result_indices: int64, result_values: T, result_shape: int64"
_COMBINED = {
    b"a-b": set.difference,
    b"b-a": lambda a, b: b - a,
    b"intersection": set.intersection,
    b"union": set.union,
}


@op(
    "DenseToDenseSetOperation",
    "set1: T, set2: T " + _RESULT,
    host=True,
    folds=True,
    grad="none",
    shape=gather_shapes.set_operation,
)
def dense_to_dense_set_operation(
    set1: Any, set2: Any, *, set_operation: bytes = REQUIRED, validate_indices: bool = True
) -> Any:
    """Combine the rows (last dimension) of both as sets: a sparse tensor with the sorted elements of each result.

    `set_operation` is `a-b`, `b-a`, `intersection` or `union`.
    """
    first, second = np.asarray(set1), np.asarray(set2)
    if first.ndim < 2 or second.ndim != first.ndim:
        raise invalid(f"Ranks must be equal and at least 2, got {first.ndim} and {second.ndim}")
    outer = first.shape[:-1]
    if outer != second.shape[:-1]:
        raise invalid(f"Mismatched group shapes [{_text(outer)}] vs [{_text(second.shape[:-1])}]")
    sets = [{at: set(x[at].tolist()) for at in np.ndindex(*outer)} for x in (first, second)]
    return _combined(sets[0], sets[1], outer, set_operation, first.dtype)


@op(
    "SparseToSparseSetOperation",
    "set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, set2_values: T, set2_shape: int64 "
    + _RESULT,
    host=True,
    grad="none",
    shape=gather_shapes.sparse_sets,
)
def sparse_to_sparse_set_operation(
    set1_indices: Any,
    set1_values: Any,
    set1_shape: Any,
    set2_indices: Any,
    set2_values: Any,
    set2_shape: Any,
    *,
    set_operation: bytes = REQUIRED,
    validate_indices: bool = True,
) -> Any:
    """`DenseToDenseSetOperation` of two sparse tensors."""
    if validate_indices:
        _check_order(set1_indices)
        _check_order(set2_indices)
    outer = tuple(int(n) for n in set1_shape[:-1])
    if outer != tuple(int(n) for n in set2_shape[:-1]):
        raise invalid(f"Mismatched group shapes [{_text(outer)}] vs [{_text(tuple(set2_shape[:-1].tolist()))}]")
    first = _groups(set1_indices, set1_values)
    return _combined(first, _groups(set2_indices, set2_values), outer, set_operation, set1_values.dtype)


@op(
    "DenseToSparseSetOperation",
    "set1: T, set2_indices: int64, set2_values: T, set2_shape: int64 " + _RESULT,
    host=True,
    grad="none",
    shape=gather_shapes.dense_sparse_sets,
)
def dense_to_sparse_set_operation(
    set1: Any,
    set2_indices: Any,
    set2_values: Any,
    set2_shape: Any,
    *,
    set_operation: bytes = REQUIRED,
    validate_indices: bool = True,
) -> Any:
    """`DenseToDenseSetOperation` of a dense and a sparse tensor."""
    if validate_indices:
        _check_order(set2_indices)
    first = np.asarray(set1)
    outer = first.shape[:-1]
    if outer != tuple(int(n) for n in set2_shape[:-1]):
        raise invalid(f"Mismatched group shapes [{_text(outer)}] vs [{_text(tuple(set2_shape[:-1].tolist()))}]")
    mine: Groups = {at: set(first[at].tolist()) for at in np.ndindex(*outer)}
    return _combined(mine, _groups(set2_indices, set2_values), outer, set_operation, first.dtype)


@op(
    "SetSize",
    "set_indices: int64, set_values: T, set_shape: int64 -> size: int32",
    host=True,
    grad="none",
    shape=shape_rules.unknown,
)
def set_size(set_indices: Any, set_values: Any, set_shape: Any, *, validate_indices: bool = True) -> Any:
    """How many different elements each row of a sparse tensor has."""
    if validate_indices:
        _check_order(set_indices)
    sizes = np.zeros([int(n) for n in set_shape[:-1]], np.int32)
    for at, found in _groups(set_indices, set_values).items():
        sizes[at] = len(found)
    return sizes


Groups = dict[tuple[int, ...], set[Any]]


def _groups(indices: Any, values: Any) -> Groups:
    """The elements of a sparse tensor by row."""
    found: Groups = {}
    for at, value in zip(np.asarray(indices).tolist(), np.asarray(values).tolist()):
        found.setdefault(tuple(at[:-1]), set()).add(value)
    return found


def _check_order(indices: Any) -> None:
    rows = np.asarray(indices).tolist()
    for i, (before, row) in enumerate(zip(rows, rows[1:]), 1):
        if row <= before:
            what = "repeated" if row == before else "out of order"
            raise invalid(f"indices[{i}] = [{_text(tuple(row))}] is {what}")


def _combined(first: Groups, second: Groups, outer: tuple[int, ...], operation: bytes, dtype: Any) -> Any:
    combine = _COMBINED.get(operation.lower())
    if combine is None:
        raise invalid(f"Invalid set_operation {operation.decode()}.")
    indices: list[tuple[int, ...]] = []
    values: list[Any] = []
    longest = 0
    for group in np.ndindex(*outer):
        found = sorted(combine(first.get(group, set()), second.get(group, set())))
        indices.extend((*group, i) for i in range(len(found)))
        values.extend(found)
        longest = max(longest, len(found))
    shape = np.asarray([*outer, longest], np.int64)
    return np.asarray(indices, np.int64).reshape(-1, len(shape)), np.asarray(values, dtype), shape


def _text(sizes: tuple[int, ...]) -> str:
    return ",".join(map(str, sizes))
