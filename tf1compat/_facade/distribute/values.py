"""Values that differ between replicas, and what reduces them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from tf1compat._facade import array_ops, math_reductions
from tf1compat._facade.distribute.reduce_op import ReduceOp
from tf1compat._facade.indexed_slices import IndexedSlices


class PerReplica:
    """One value for each replica."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = tuple(values)

    def __repr__(self) -> str:
        return f"PerReplica({', '.join(map(repr, self.values))})"


def regroup(values: Sequence[Any]) -> Any:
    """Structures, one for each replica, as one structure of PerReplica; what is the same object in all stays as it is."""
    first = values[0]
    if len(values) == 1 or all(v is first for v in values):
        return first
    if isinstance(first, dict):
        return type(first)((k, regroup([v[k] for v in values])) for k in first)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return cast(Any, type(first))._make(regroup(group) for group in zip(*values))  # its own checks may want tensors
    if isinstance(first, list | tuple):
        return type(first)(regroup(group) for group in zip(*values))
    return PerReplica(values)


def select(index: int, value: Any) -> Any:
    """A structure as replica number `index` sees it."""
    if isinstance(value, PerReplica):
        return value.values[index]
    if isinstance(value, dict):
        return type(value)((k, select(index, v)) for k, v in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return cast(Any, type(value))._make(select(index, v) for v in value)
    if isinstance(value, list | tuple):
        return type(value)(select(index, v) for v in value)
    return value


def local(value: Any) -> tuple[Any, ...]:
    """The values of all replicas."""
    return value.values if isinstance(value, PerReplica) else (value,)


def reduced(op: ReduceOp, value: Any, replicas: int) -> Any:
    """One value for those of all replicas; a value that is the same in all counts once for each."""
    if not isinstance(value, PerReplica):
        return value if op is ReduceOp.MEAN or replicas == 1 else value * replicas
    if isinstance(value.values[0], IndexedSlices):
        return _sparse(op, value.values)
    stacked = array_ops.stack(list(value.values))
    reduce: Callable[..., Any] = math_reductions.reduce_sum if op is ReduceOp.SUM else math_reductions.reduce_mean
    return reduce(stacked, 0)


def _sparse(op: ReduceOp, slices: Sequence[IndexedSlices]) -> IndexedSlices:
    values = array_ops.concat([s.values for s in slices], 0)
    if op is ReduceOp.MEAN:
        values = values / len(slices)
    return IndexedSlices(values, array_ops.concat([s.indices for s in slices], 0), slices[0].dense_shape)
