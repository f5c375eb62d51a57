"""`tf.map_fn` over RaggedTensors: a function of each row, whose results may be ragged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade import array_ops, functional_ops, math_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged.spec import RaggedTensorType
from tf1compat._facade.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    match_row_splits_dtypes,
)
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes, nest, shapes


class _Parts(NamedTuple):
    """A ragged result as arrays that are concatenated over all rows."""

    values: Any
    lengths: tuple[Any, ...]
    count: Any


def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
) -> Any:
    """`fn` of each row of `elems`; a `RaggedTensorType` in `dtype` says that results are ragged.

    Args:
      fn: a function of a row, or of a structure of rows.
      elems: tensors, dense or ragged, of equally many rows.
      dtype: types of the results; those of `elems` where absent.
      parallel_iterations, back_prop, swap_memory: as for `tf.while_loop`.
      infer_shape: whether all results have the same shape.
      name: name scope.
    """
    if not callable(fn):
        raise TypeError("fn must be callable.")
    if isinstance(elems, SparseTensor):
        raise TypeError("To perform a map on the values of a sparse tensor use its values.")
    packing = functional_ops._Packing(elems)
    flat = match_row_splits_dtypes(*packing.flatten(elems))
    with name_scope(name, "map"), functional_ops._cached_variables():
        flat = [convert_to_tensor_or_ragged_tensor(elem, name="elem") for elem in flat]
        dtype = dtype or packing.pack([elem.dtype for elem in flat])
        n = _count(flat)
        declared = nest.flatten(dtype)
        shape = [_types(d) for d in declared]
        stores = [
            TensorArray(t, dynamic_size=False, infer_shape=infer_shape and not any(map(_is_parts, shape)), size=n)
            for t in nest.flatten(shape)
        ]

        def step(i: Any, stores: Any) -> Any:
            found = nest.flatten(fn(packing.pack([elem[i] for elem in flat])))
            parts = nest.flatten([_taken_apart(x, d) for x, d in zip(found, declared)])
            return i + 1, [store.write(i, part) for store, part in zip(stores, parts)]

        _, stores = while_loop(
            lambda i, _: i < n, step, (constant(0), stores), parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop, swap_memory=swap_memory, maximum_iterations=n,
        )  # fmt: skip
        results = [_whole(part) for part in nest.pack_sequence_as(shape, stores)]
        return nest.pack_sequence_as(dtype, results)


def _count(flat: list[Any]) -> Any:
    first = flat[0]
    if is_ragged(first):
        return first.nrows(out_type=dtypes.int32)
    if first.shape.ndims == 0:
        some = "elems must be a 1+ dimensional Tensor, not a scalar"
        raise ValueError(some if len(flat) == 1 else "elements in elems must be 1+ dimensional Tensors, not scalars")
    return math_ops.cast(shapes.dimension_value(first.shape[0]) or array_ops.shape(first)[0], dtypes.int32)


def _is_parts(x: Any) -> bool:
    return isinstance(x, _Parts)


def _types(declared: Any) -> Any:
    if not isinstance(declared, RaggedTensorType):
        return declared
    splits = declared.row_splits_dtype
    return _Parts(declared.dtype, (splits,) * (declared.ragged_rank - 1), splits)


def _taken_apart(found: Any, declared: Any) -> Any:
    """A result as the tensors that are collected.

    Raises:
      ValueError: it is not of the declared type.
    """
    if not isinstance(declared, RaggedTensorType):
        return found
    rank = found.ragged_rank if is_ragged(found) else 0
    if declared.ragged_rank != rank + 1:
        raise ValueError(f"The declared ragged rank ({declared.ragged_rank}) mismatches the result ({rank + 1})")
    if declared.dtype != found.dtype:
        raise ValueError(f"The declared dtype ({declared.dtype}) mismatches the result ({found.dtype})")
    if not is_ragged(found):
        n = array_ops.shape(found, out_type=declared.row_splits_dtype)[0]
        return _Parts(found, (), array_ops.expand_dims(n, 0))
    if found.row_splits.dtype != declared.row_splits_dtype:
        raise ValueError(
            f"The declared row_splits dtype ({declared.row_splits_dtype}) mismatches the result "
            f"({found.row_splits.dtype}).  Use RaggedTensor.with_row_splits_dtype to convert it."
        )
    lengths = tuple(splits[1:] - splits[:-1] for splits in found.nested_row_splits)
    return _Parts(found.flat_values, lengths, array_ops.expand_dims(found.nrows(), 0))


def _whole(part: Any) -> Any:
    if not _is_parts(part):
        return part.stack()
    values = part.values.concat()
    for lengths in (part.count, *part.lengths)[::-1]:
        values = RaggedTensor.from_row_lengths(values, lengths.concat(), validate=False)
    return values
