"""SparseTensors in `tf.train.batch` and its kin: the session keeps them, queues hold their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from tf1compat._facade import array_creation, array_index, array_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.sparse_arrange import sparse_retain
from tf1compat._facade.sparse_serialization import (
    add_many_sparse_to_tensors_map,
    add_sparse_to_tensors_map,
    take_many_sparse_from_tensors_map,
)
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import Dimension

_MAPS = ("AddSparseToTensorsMap", "AddManySparseToTensorsMap")


class Kept(NamedTuple):
    """What is known of a SparseTensor that the session keeps: the operation that does, and the rank of an example."""

    map_op: Any
    rank: Dimension


def store(
    tensors: Sequence[Any], enqueue_many: bool, keep: Tensor, shared: Sequence[Kept | None] | None = None
) -> tuple[list[Any], list[Kept | None]]:
    """Numbers in place of SparseTensors, and what is needed to get these back; None for other tensors.

    `shared`: the first result for another list of such tensors, whose operations keep these, too.
    """
    stored: list[Any] = []
    kept: list[Kept | None] = []
    for tensor, other in zip(tensors, shared or [None] * len(tensors)):
        if not isinstance(tensor, SparseTensor):
            stored.append(tensor)
            kept.append(None)
            continue
        number = _stored(tensor, None if other is None else other.map_op.name, enqueue_many, keep)
        rank = cast("list[Any]", tensor.dense_shape.shape.with_rank(1).dims)[0]
        kept.append(Kept(_map_op(number) if other is None else other.map_op, rank - 1 if enqueue_many else rank))
        stored.append(array_ops.expand_dims(number, [-1]))
    return stored, kept


def _stored(tensor: SparseTensor, name: str | None, enqueue_many: bool, keep: Tensor) -> Tensor:
    if keep.shape.ndims == 1:
        chosen = array_index.gather(keep, tensor.indices[:, 0])
        return add_many_sparse_to_tensors_map(sparse_retain(tensor, chosen), shared_name=name)
    if not enqueue_many:
        return smart_cond(
            keep, lambda: add_sparse_to_tensors_map(tensor, shared_name=name), lambda: constant(-1, dtypes.int64)
        )
    numbers = smart_cond(
        keep,
        lambda: add_many_sparse_to_tensors_map(tensor, shared_name=name),
        lambda: -1 * array_creation.ones(array_creation.shape(tensor)[0:1], dtypes.int64),
    )
    numbers.set_shape([None])
    return numbers


def _map_op(number: Tensor) -> Any:
    """The operation that keeps the tensor, also where it stands in a branch."""
    if number.op.type in _MAPS:
        return number.op
    return next((x.op for x in cast("Sequence[Tensor]", number.op.inputs) if x.op.type in _MAPS), number.op)


def check_same(first: Sequence[Kept | None], other: Sequence[Kept | None], lists: Any) -> None:
    """Refuse lists that do not have SparseTensors of one rank at the same places."""
    for a, b in zip(first, other):
        if (a is None) != (b is None) or (a is not None and b is not None and not a.rank.is_compatible_with(b.rank)):
            raise ValueError(f"Inconsistent SparseTensors list: {lists[0]} vs. {lists[1]}")


def restore(taken: Any, kept: Sequence[Kept | None]) -> Any:
    """SparseTensors in place of their numbers, in a list of dequeued tensors or for the only one."""
    if not any(kept):
        return taken
    is_one = isinstance(taken, Tensor)
    found = [
        x if k is None else take_many_sparse_from_tensors_map(
            k.map_op, array_ops.squeeze(x, [1]), rank=shapes.dimension_value(k.rank + 1)
        )
        for x, k in zip([taken] if is_one else taken, kept)
    ]  # fmt: skip
    values = [x.values if isinstance(x, SparseTensor) else x for x in found]

    def together(x: Any) -> Any:
        """TF1: who takes one of them takes them all, or numbers would be lost."""
        if not isinstance(x, SparseTensor):
            return with_dependencies(values, x)
        return SparseTensor(*(with_dependencies(values, part) for part in (x.indices, x.values, x.dense_shape)))

    joined = [together(x) for x in found]
    return found[0] if is_one else joined  # TF1: the only one is returned as it was taken
