"""From dense and sparse tensors to ragged ones and back; functions of the class, which `tensor.py` makes its methods."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.ragged.partitions import to_int
from tf1compat._facade.sparse_tensor import SparseTensor, as_sparse
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


def of_tensor(cls: Any, tensor: Any, lengths: Any, padding: Any, ragged_rank: int, splits_dtype: Any) -> Any:
    """`RaggedTensor.from_tensor` inside its name scope."""
    tensor = convert_to_tensor(tensor, name="tensor")
    tensor.shape.with_rank_at_least(ragged_rank + 1)
    sizes = array_ops.shape(tensor, out_type=splits_dtype)
    if ragged_rank > 1:
        return _of_deep_tensor(cls, tensor, sizes, lengths, padding, ragged_rank, splits_dtype)
    columns = sizes[1]
    if padding is not None:
        lengths = _without_padding(tensor, padding, columns, splits_dtype)
    if lengths is None:
        splits = math_ops.range(sizes[0] + 1) * columns
        values = array_ops.reshape(tensor, array_ops.concat([[sizes[0] * columns], sizes[2:]], axis=0))
        return cls.from_row_splits(values, splits, validate=False)
    if isinstance(lengths, (list, tuple)) and len(lengths) and not isinstance(lengths[0], (int, float)):
        return _of_nested_lengths(cls, tensor, lengths)
    lengths = to_int(lengths, "lengths", splits_dtype)
    lengths.shape.assert_has_rank(1)
    lengths = math_ops.maximum(math_ops.minimum(lengths, columns), 0)
    splits = array_ops.concat([array_ops.zeros([1], splits_dtype), math_ops.cumsum(lengths)], axis=0)
    values = array_ops.boolean_mask(tensor, array_ops.sequence_mask(lengths, maxlen=columns))
    return cls.from_row_splits(values, splits, validate=False)


def _of_deep_tensor(cls: Any, tensor: Tensor, sizes: Tensor, lengths: Any, padding: Any, rank: int, dtype: Any) -> Any:
    """Several ragged dimensions: the outer ones have rows of one length."""
    flat = array_ops.reshape(tensor, array_ops.concat([convert([-1], dtype), sizes[rank:]], axis=0))
    values = cls.from_tensor(flat, lengths, padding, row_splits_dtype=dtype)
    counts = math_ops.cumprod(sizes)
    outer = [math_ops.range(0, counts[d - 1] + 1) * sizes[d] for d in range(1, rank)]
    return cls.from_nested_row_splits(values, outer, validate=False)


def _without_padding(tensor: Tensor, padding: Any, columns: Tensor, dtype: Any) -> Tensor:
    """The length of each row up to its last element that is not `padding`."""
    padding = convert(padding, tensor.dtype, "padding")
    padding.shape.assert_is_compatible_with(tensor.shape[2:])
    same = math_ops.equal(padding, tensor)
    rank = array_ops.rank(tensor)
    inner = math_ops.range(2, rank)
    padded = cond(rank > 2, lambda: math_ops.reduce_all(same, axis=inner), lambda: same)
    padded.set_shape([None, None])
    padded.set_shape(tensor.shape[:2])
    kept = math_ops.cast(math_ops.logical_not(padded), dtype)
    return math_ops.reduce_max(kept * array_ops.expand_dims(math_ops.range(1, columns + 1), 0), axis=1)


def _of_nested_lengths(cls: Any, tensor: Tensor, lengths: Any) -> Any:
    tensor.shape.with_rank_at_least(len(lengths) + 1)
    ones = array_ops.ones([math_ops.reduce_sum(lengths[-1])], dtype=dtypes.bool)
    mask = cls.from_nested_row_lengths(ones, lengths, validate=False).to_tensor(default_value=False)
    return cls.from_nested_row_lengths(array_ops.boolean_mask(tensor, mask), lengths, validate=False)


def to_tensor(rt: Any, default: Any) -> Tensor:
    """`RaggedTensor.to_tensor` inside its name scope."""
    if default is not None:
        default = convert(default, rt.dtype, "default_value")
    values = rt.values if isinstance(rt.values, Tensor) else rt.values.to_tensor(default)
    splits, dtype = rt.row_splits, rt.row_splits.dtype
    sizes = array_ops.shape(values, out_type=dtype)
    if default is None:
        default = array_ops.zeros(sizes[1:], dtype=values.dtype)
    else:
        rank = values.shape.ndims
        if rank is not None:
            default.shape.with_rank_at_most(rank - 1)
        if rank is None or default.shape.ndims is None or rank != default.shape.ndims + 1:
            default = array_ops.broadcast_to(default, sizes[1:])
    default.shape.assert_is_compatible_with(values.shape[1:])
    default.set_shape(values.shape[1:])
    rows = array_ops.shape(splits, out_type=dtype)[0] - 1
    columns = math_ops.maximum(math_ops.reduce_max(splits[1:] - splits[:-1]), 0)
    places = array_ops.expand_dims(splits[:-1], 1) + array_ops.expand_dims(math_ops.range(0, columns), 0)
    inside = places < array_ops.expand_dims(splits[1:], 1)
    places = array_ops.where(inside, places, array_ops.fill(array_ops.stack([rows, columns]), sizes[0]))
    return array_ops.gather(array_ops.concat([values, array_ops.stack([default])], axis=0), places)


def of_sparse(cls: Any, st_input: Any, splits_dtype: Any) -> Any:
    """`RaggedTensor.from_sparse` inside its name scope."""
    st_input = as_sparse(st_input)
    by_shape, by_indices = st_input.dense_shape.shape, st_input.indices.shape
    ranks = [None if s.ndims is None else shapes.dimension_value(s[-1]) for s in (by_shape, by_indices)]
    if 2 not in ranks:
        raise ValueError("rank(st_input) must be 2")
    with control_dependencies(_assert_rows_are_filled(st_input.indices)):
        ids = math_ops.cast(st_input.indices[:, 0], splits_dtype)
        count = math_ops.cast(st_input.dense_shape[0], splits_dtype)
        return cls.from_value_rowids(st_input.values, ids, count, validate=False)


def _assert_rows_are_filled(indices: Tensor) -> list[Any]:
    """A check that each row has its first columns and no other."""
    rows, columns = indices[:, :-1], indices[:, -1]
    new_row = math_ops.reduce_any(math_ops.not_equal(rows[1:], rows[:-1]), axis=1)
    fits = array_ops.where(new_row, math_ops.equal(columns[1:], 0), math_ops.equal(columns[1:], columns[:-1] + 1))
    starts = math_ops.reduce_all(math_ops.equal(columns[:1], 0))
    good = math_ops.logical_and(starts, math_ops.reduce_all(fits))
    return [Assert(good, ["SparseTensor is not right-ragged", "SparseTensor.indices =", indices])]


def to_sparse(rt: Any, name: str | None) -> SparseTensor:
    """`RaggedTensor.to_sparse` inside its name scope."""
    return SparseTensor(*apply_op("RaggedTensorToSparse", list(rt.nested_row_splits), rt.flat_values, name=name))


def to_variant(rt: Any, batched: bool) -> Tensor:
    """The ragged tensor as one variant, or each of its rows as one."""
    return apply_op("RaggedTensorToVariant", list(rt.nested_row_splits), rt.flat_values, batched_input=batched)


def of_variant(cls: Any, variant: Tensor, dtype: Any, rank: int, splits_dtype: Any) -> Any:
    """The ragged tensor of one variant; of several, with a further dimension."""
    parts = apply_op(
        "RaggedTensorFromVariant", variant, input_ragged_rank=-1, output_ragged_rank=rank, Tvalues=dtype,
        Tsplits=splits_dtype,
    )  # fmt: skip
    nested, values = parts if len(parts) == 2 and isinstance(parts[0], (list, tuple)) else (parts[:-1], parts[-1])
    return cls.from_nested_row_splits(values, nested, validate=False)
