"""Sets: the rows of a tensor as sets of their elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import gather_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_COMBINED = {
    b"a-b": set.difference,
    b"b-a": lambda a, b: b - a,
    b"intersection": set.intersection,
    b"union": set.union,
}


@op(
    "DenseToDenseSetOperation",
    "set1: T, set2: T -> result_indices: int64, result_values: T, result_shape: int64",
    static=("set1", "set2"),
    grad="none",
    shape=gather_shapes.set_operation,
    attrs={"validate_indices": True},
)
def dense_to_dense_set_operation(set1: Any, set2: Any, *, set_operation: bytes = REQUIRED) -> Any:
    """Combine the rows (last dimension) of both as sets: a sparse tensor with the sorted elements of each result.

    `set_operation` is `a-b`, `b-a`, `intersection` or `union`. The values decide the shapes, so they must be known.
    """
    first, second = np.asarray(set1), np.asarray(set2)
    if first.ndim < 2 or second.ndim != first.ndim:
        raise invalid(f"Ranks must be equal and at least 2, got {first.ndim} and {second.ndim}")
    outer = first.shape[:-1]
    if outer != second.shape[:-1]:
        raise invalid(f"Mismatched group shapes [{_text(outer)}] vs [{_text(second.shape[:-1])}]")
    combine = _COMBINED.get(set_operation.lower())
    if combine is None:
        raise invalid(f"Invalid set_operation {set_operation.decode()}.")
    indices: list[tuple[int, ...]] = []
    values: list[Any] = []
    longest = 0
    for group in np.ndindex(*outer):
        found = sorted(combine(set(first[group].tolist()), set(second[group].tolist())))
        indices.extend((*group, i) for i in range(len(found)))
        values.extend(found)
        longest = max(longest, len(found))
    return (
        np.asarray(indices, np.int64).reshape(-1, first.ndim),
        np.asarray(values, first.dtype),
        np.asarray([*outer, longest], np.int64),
    )


def _text(sizes: tuple[int, ...]) -> str:
    return ",".join(map(str, sizes))
