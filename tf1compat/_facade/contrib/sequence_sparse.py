"""SparseTensors in sequences and contexts: numbers stand for their rows while they wait in a barrier."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, constants, math_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_ranges import range as number_range
from tf1compat._facade.sparse_arrange import sparse_reshape
from tf1compat._facade.sparse_serialization import add_many_sparse_to_tensors_map, take_many_sparse_from_tensors_map
from tf1compat._facade.sparse_tensor import SparseTensor, SparseTensorValue
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes

_PREFIX = "_context_in_seq_"


def is_sparse(x: Any) -> bool:
    return isinstance(x, (SparseTensor, SparseTensorValue))


def _sparse_keys(named: dict[str, Any]) -> list[str]:
    return [k for k in sorted(named) if is_sparse(named[k])]


def move_out_of_context(context: dict[str, Any], sequences: dict[str, Any], num_unroll: int) -> None:
    """Move SparseTensors of `context` to `sequences`, each repeated for every segment."""
    length = constants.constant(1)
    if sequences:
        first = next(iter(sequences.values()))
        if isinstance(first, Tensor):
            with control_dependencies([first]):
                length = array_creation.shape(first)[0]
        else:
            length = first.dense_shape[0]
    length = cast(length, dtype=dtypes.int64)
    for key in _sparse_keys(context):
        sequences[_PREFIX + key] = _repeated(context[key], length, num_unroll)
        del context[key]


def _repeated(x: Any, length: Tensor, num_unroll: int) -> SparseTensor:
    """`x` at every `num_unroll`th of `length` steps."""
    n = cast(length // num_unroll, dtype=dtypes.int32)
    values = array_ops.tile(x.values, array_ops.expand_dims(n, 0))
    shape = array_ops.concat([array_ops.expand_dims(length, 0), x.dense_shape], 0)
    copies = array_ops.tile(array_ops.expand_dims(x.indices, 0), array_ops.stack([n, 1, 1]))
    rows = array_creation.shape(x.indices)[0]
    rank = array_creation.shape(x.indices)[1]
    steps = number_range(start=0, limit=length, delta=num_unroll)
    steps = array_ops.expand_dims(array_ops.expand_dims(steps, 1), 2)
    indices = array_ops.concat([array_ops.tile(steps, [1, rows, 1]), copies], 2)
    return SparseTensor(indices=array_ops.reshape(indices, [rows * n, rank + 1]), values=values, dense_shape=shape)


def move_into_context(context: dict[str, Any], sequences: dict[str, Any]) -> None:
    """The inverse of `move_out_of_context`, for a batch."""
    for key in [k for k in sorted(sequences) if k.startswith(_PREFIX)]:
        x = sequences.pop(key)
        # of the steps of a segment only the first has something
        first = SparseTensor(x.indices, x.values, array_ops.concat([[x.dense_shape[0]], [1], x.dense_shape[2:]], 0))
        shape = array_ops.concat([[first.dense_shape[0]], first.dense_shape[2:]], 0)
        context[key[len(_PREFIX) :]] = sparse_reshape(first, shape)


def deconstruct(
    sequences: dict[str, Any], shared_name: str | None = None
) -> tuple[dict[str, Any], list[str] | None, list[Operation]]:
    """Numbers in place of the rows of SparseTensors.

    Returns:
      The sequences, the names of those that were sparse, and the operations that keep their rows.
    """
    keys = _sparse_keys(sequences)
    if not keys:
        return sequences, None, []
    numbers = {k: add_many_sparse_to_tensors_map(sequences[k], shared_name=shared_name) for k in keys}
    return {**sequences, **numbers}, keys, [numbers[k].op for k in keys]


def reconstruct(
    sequences: dict[str, Any], sparse_keys: list[str] | None, keepers: list[Operation], batch_size: Any, num_unroll: Any
) -> None:
    """The inverse of `deconstruct`: SparseTensors [batch_size, num_unroll, …] in place of numbers."""
    if not sparse_keys:
        return
    rows = [
        take_many_sparse_from_tensors_map(
            sparse_map_op=keeper, sparse_handles=array_ops.reshape(sequences[k], [-1]), rank=None
        )
        for keeper, k in zip(keepers, sparse_keys)
    ]
    num_unroll = convert_to_tensor(num_unroll, dtype=dtypes.int64, name="num_unroll_int64")
    found = [_with_time(x, batch_size, num_unroll) for x in rows]
    sequences.update(zip(sparse_keys, found))


def _with_time(x: SparseTensor, batch_size: Any, num_unroll: Tensor) -> SparseTensor:
    """Rows by segment and step, in place of all in one line."""
    segment = cast(math_ops.floor(x.indices[:, 0] / num_unroll), dtypes.int64)
    step = math_ops.mod(x.indices[:, 0], num_unroll)
    indices = array_ops.concat(
        [array_ops.expand_dims(segment, 1), array_ops.expand_dims(step, 1), x.indices[:, 1:]], axis=1
    )
    sizes = [[cast(batch_size, dtype=dtypes.int64)], [cast(num_unroll, dtype=dtypes.int64)], x.dense_shape[1:]]
    return SparseTensor(indices=indices, values=x.values, dense_shape=array_ops.concat(sizes, axis=0))
