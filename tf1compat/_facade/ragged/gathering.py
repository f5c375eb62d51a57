"""Rows and elements of RaggedTensors by their numbers: gather, gather_nd, batch_gather, where, boolean_mask."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, check_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.ragged import arrays
from tf1compat._facade.ragged.concatenation import concat
from tf1compat._facade.ragged.elementwise import map_flat_values
from tf1compat._facade.ragged.partitions import (
    assert_splits_match,
    lengths_to_splits,
    repeat,
    row_splits_to_segment_ids,
)
from tf1compat._facade.ragged.reductions import reduce_sum
from tf1compat._facade.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    match_row_splits_dtypes,
)
from tf1compat._jaxcore.base import dtypes, shapes


def _pair(params: Any, indices: Any) -> Any:
    params = convert_to_tensor_or_ragged_tensor(params, name="params")
    indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
    return match_row_splits_dtypes(params, indices)


def _check_zero(name: str, value: Any) -> None:
    if not isinstance(value, int) or value != 0:
        raise ValueError(f"{name} != 0 is not supported for ragged gather yet.")


def gather(
    params: Any, indices: Any, validate_indices: Any = None, axis: Any = 0, batch_dims: Any = 0, name: str | None = None
) -> Any:
    """The rows that `indices`, dense or ragged, names; arguments as for `tf.gather`."""
    _check_zero("axis", 0 if axis is None else axis)
    _check_zero("batch_dims", batch_dims)
    with name_scope(name, "RaggedGather", [_any_tensor(params), _any_tensor(indices)]):
        params, indices = _pair(params, indices)
        if is_ragged(indices):
            return indices.with_values(gather(params, indices.values))
        if not is_ragged(params):
            return array_ops.gather(params, indices)
        if indices.shape.ndims is None:
            raise ValueError("indices.shape.ndims must be known statically")
        nested = list(params.nested_row_splits)
        rank = indices.shape.ndims + len(nested) - 1
        found = apply_op("RaggedGather", nested, params.flat_values, indices, OUTPUT_RAGGED_RANK=rank)
        splits, values = split_outputs(found)
        return RaggedTensor.from_nested_row_splits(values, splits, validate=False)


def _any_tensor(x: Any) -> Any:
    return getattr(x, "flat_values", x) if is_ragged(x) else x


def split_outputs(found: Any) -> tuple[list[Any], Any]:
    """A list output followed by one more."""
    if len(found) == 2 and isinstance(found[0], (list, tuple)):
        return list(found[0]), found[1]
    return list(found[:-1]), found[-1]


def gather_nd(params: Any, indices: Any, batch_dims: Any = 0, name: str | None = None) -> Any:
    """The elements or rows at places that are named dimension by dimension; as `tf.gather_nd`."""
    _check_zero("batch_dims", batch_dims)
    if not (is_ragged(params) or is_ragged(indices)):
        return array_ops.gather_nd(params, indices, name)
    with name_scope(name, "RaggedGatherNd", [_any_tensor(params), _any_tensor(indices)]):
        params, indices = _pair(params, indices)
        rank = indices.shape.ndims
        if rank is None:
            raise ValueError("indices.rank be statically known.")
        if rank == 0:
            raise ValueError("indices.rank must be at least 1.")
        if is_ragged(indices) and rank == indices.ragged_rank + 1:
            raise ValueError("The innermost dimension of indices may not be ragged")
        size = shapes.dimension_value(indices.shape[-1])
        if size is None:
            raise ValueError("indices.shape[-1] must be statically known.")
        if rank > 2:
            return _gather_nd_of_many(params, indices, rank)
        return _gather_nd_of_matrix(params, indices, rank, size)


def _gather_nd_of_many(params: Any, indices: Any, rank: int) -> Any:
    dense = not is_ragged(indices)
    if dense:
        indices = RaggedTensor.from_tensor(indices, ragged_rank=rank - 2, row_splits_dtype=params.row_splits.dtype)
    result = indices.with_flat_values(gather_nd(params, indices.flat_values))
    return result.to_tensor() if dense and is_ragged(result) and result.ragged_rank == rank - 2 else result


def _gather_nd_of_matrix(params: Any, indices: Any, rank: int, size: int) -> Any:
    if size == 0:
        ndims = params.ragged_rank + array_ops.rank(params.flat_values)
        for _ in range(rank - 1):
            params = arrays.expand_dims(params, 0)
        ones = array_ops.ones([ndims], dtypes.int32)
        return arrays.tile(params, array_ops.concat([array_ops.shape(indices)[:-1], ones], axis=0))
    if size == 1:
        return gather(params, array_ops.reshape(indices, [-1]))
    indices = math_ops.cast(indices, params.row_splits.dtype)
    places = array_ops.gather(params.row_splits, indices[..., 0]) + indices[..., 1]
    params = params.values
    for d in range(2, size):
        if not is_ragged(params):
            places = array_ops.concat([array_ops.expand_dims(places, 1), indices[..., d:]], axis=1)
            return array_ops.gather_nd(params, places)
        places = array_ops.gather(params.row_starts(), places) + indices[..., d]
        params = params.values
    return gather(params, places)


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Any:
    """For each row of `indices` the elements of the row of `params` with the same number; as `tf.batch_gather`."""
    if not (is_ragged(params) or is_ragged(indices)):
        return array_ops.batch_gather(params, indices, name)
    with name_scope(name, "RaggedBatchGather", [_any_tensor(params), _any_tensor(indices)]):
        params, indices = _pair(params, indices)
        rank = indices.shape.ndims
        if rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        if rank == 0:
            raise ValueError("indices.rank must be at least 1.")
        if is_ragged(indices):
            return _batch_gather_ragged(params, indices, rank)
        if rank == 1:
            return gather(params, indices)
        if rank != 2:
            raise ValueError("batch shape from indices does not match params shape")
        starts = array_ops.expand_dims(params.row_starts(), 1)
        return gather(params.values, math_ops.cast(indices, starts.dtype) + starts)


def _batch_gather_ragged(params: Any, indices: Any, rank: int) -> Any:
    mismatch = "batch shape from indices does not match params shape"
    if rank > 2:
        if not is_ragged(params):
            raise ValueError(mismatch)
        with control_dependencies([check_ops.assert_equal(params.row_splits, indices.row_splits)]):
            values = batch_gather(params.values, indices.values)
            return RaggedTensor.from_row_splits(values, indices.row_splits, validate=False)
    if not is_ragged(params):
        if params.shape.ndims is not None and params.shape.ndims < 2:
            raise ValueError(mismatch)
        params = RaggedTensor.from_tensor(params, ragged_rank=1, row_splits_dtype=indices.row_splits.dtype)
    starts = repeat(params.row_starts(), indices.row_lengths())
    places = math_ops.cast(indices.values, starts.dtype) + starts
    return RaggedTensor.from_row_splits(gather(params.values, places), indices.row_splits, validate=False)


# ---- by conditions --------------------------------------------------------------------------------------------------


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """`x` where the condition holds, else `y`, element by element or row by row; without them the places."""
    if (x is None) != (y is None):
        raise ValueError("x and y must be either both None or both non-None")
    with name_scope(name, "RaggedWhere"):
        condition = convert_to_tensor_or_ragged_tensor(condition, name="condition")
        if x is None:
            return _places(condition)
        x = convert_to_tensor_or_ragged_tensor(x, name="x")
        y = convert_to_tensor_or_ragged_tensor(y, name="y")
        condition, x, y = match_row_splits_dtypes(condition, x, y)
        ragged = [is_ragged(t) for t in (condition, x, y)]
        if not any(ragged):
            return array_ops.where(condition, x, y)
        if all(ragged):
            return map_flat_values(array_ops.where, condition, x, y)
        if ragged[0]:
            raise ValueError("Input shapes do not match.")
        condition.shape.assert_has_rank(1)
        both = concat([x, y], 0)
        x_rows, y_rows = _count(x, both.row_splits.dtype), _count(y, both.row_splits.dtype)
        return gather(both, array_ops.where(condition, math_ops.range(x_rows), x_rows + math_ops.range(y_rows)))


def _count(t: Any, dtype: Any) -> Any:
    return t.nrows(out_type=dtype) if is_ragged(t) else array_ops.shape(t, out_type=dtype)[0]


def _places(condition: Any) -> Any:
    if not is_ragged(condition):
        return array_ops.where(condition)
    found = _places(condition.values)
    condition = condition.with_row_splits_dtype(found.dtype)
    rows = array_ops.gather(condition.value_rowids(), found[:, 0])
    columns = found[:, 0] - array_ops.gather(condition.row_splits, rows)
    return array_ops.concat([array_ops.expand_dims(rows, 1), array_ops.expand_dims(columns, 1), found[:, 1:]], axis=1)


def boolean_mask(data: Any, mask: Any, name: str | None = None) -> Any:
    """The elements or rows where a mask, dense or ragged, is True; the rows of several dimensions stay apart.

    Raises:
      ValueError: the mask is a scalar, or of unknown rank.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]])).to_list())
    [[1], [3, 4]]
    """
    with name_scope(name, "RaggedMask", [_any_tensor(data), _any_tensor(mask)]):
        data = convert_to_tensor_or_ragged_tensor(data, name="data")
        mask = convert_to_tensor_or_ragged_tensor(mask, dtypes.bool, name="mask")
        dtype, (data, mask) = match_row_splits_dtypes(data, mask, return_dtype=True)
        rank = mask.shape.ndims
        if rank is None:
            raise ValueError("mask.shape.ndims must be known statically.")
        if rank == 0:
            raise ValueError("mask cannot be scalar.")
        if is_ragged(mask):
            return _masked_by_ragged(data, mask, dtype)
        if not is_ragged(data):
            return _masked_dense(data, mask, rank, dtype)
        if rank == 1:
            splits = lengths_to_splits(array_ops.boolean_mask(data.row_lengths(), mask))
            inner = array_ops.gather(mask, row_splits_to_segment_ids(data.row_splits))
            return RaggedTensor.from_row_splits(boolean_mask(data.values, inner), splits, validate=False)
        mask_rank = min(data.ragged_rank, rank - 1)
        return boolean_mask(data, RaggedTensor.from_tensor(mask, ragged_rank=mask_rank, row_splits_dtype=dtype))


def _masked_by_ragged(data: Any, mask: Any, dtype: Any) -> Any:
    if not is_ragged(data):
        data = RaggedTensor.from_tensor(data, ragged_rank=mask.ragged_rank, row_splits_dtype=mask.row_splits.dtype)
    checks = assert_splits_match([mask.nested_row_splits, data.nested_row_splits[: mask.ragged_rank]])
    with control_dependencies(checks):
        nested: list[Any] = []
        while is_ragged(mask):
            if mask.shape.ndims > 2:
                nested.append(mask.row_splits)
            else:
                lengths = reduce_sum(map_flat_values(math_ops.cast, mask, dtype=dtype), axis=1)
                nested.append(lengths_to_splits(lengths))
            mask, data = mask.values, data.values
        return RaggedTensor.from_nested_row_splits(boolean_mask(data, mask), nested, validate=False)


def _masked_dense(data: Any, mask: Any, rank: int, dtype: Any) -> Any:
    values = array_ops.boolean_mask(data, mask)
    if rank < 2:
        return values
    lengths = array_ops.reshape(math_ops.count_nonzero(mask, axis=-1, dtype=dtype), [-1])
    values = RaggedTensor.from_row_lengths(values, lengths, validate=False)
    if rank > 2:
        sizes = array_ops.shape(mask, out_type=dtype)
        counts = math_ops.cumprod(sizes) + 1
        for d in reversed(range(rank - 2)):
            splits = math_ops.range(counts[d]) * sizes[d + 1]
            values = RaggedTensor.from_row_splits(values, splits, validate=False)
    return values
