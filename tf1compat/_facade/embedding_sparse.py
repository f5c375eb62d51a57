"""`tf.nn.embedding_lookup_sparse`: rows of a table, combined for each row of a sparse tensor of ids."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_index, array_ops, math_division, math_ops, math_segments
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.embedding_ops import embedding_lookup
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.resource_variables import ResourceVariable
from tf1compat._facade.sparse_ops import sparse_fill_empty_rows, sparse_reshape, sparse_retain
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes

_WITH_WEIGHTS = ("mean", "sqrtn", "sum")


def _tables(params: Any) -> list[Any]:
    if isinstance(params, list):
        return params
    return list(params) if hasattr(params, "_variable_list") else [params]


def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: Any = None,
) -> Tensor:
    """For each row of `sp_ids`, the rows of the table that it names, weighted and put together.

    Args:
      params: a table (tensor or variable), or a list of its parts.
      sp_ids: a SparseTensor of int64 ids; every row has at least one.
      sp_weights: a SparseTensor of weights with the same indices, or None for ones.
      partition_strategy: how rows are spread over parts, see `tf.nn.embedding_lookup`.
      name: name of the node.
      combiner: `"sum"`, `"mean"` (over the sum of weights) or `"sqrtn"` (over the root of the sum of their squares).
      max_norm: rows with a larger l2 norm are scaled down to it.

    Raises:
      TypeError: ids or weights are no SparseTensors.
      ValueError: the combiner is none of these.
    """
    if combiner is None:
        tf_logging.warn('The default value of combiner will change from "mean" to "sqrtn" after 2016/11/01.')
        combiner = "mean"
    if combiner not in _WITH_WEIGHTS:
        raise ValueError("combiner must be one of 'mean', 'sqrtn' or 'sum'")
    tables = _tables(params)
    if not isinstance(sp_ids, SparseTensor):
        raise TypeError("sp_ids must be SparseTensor")
    if sp_weights is not None:
        if not isinstance(sp_weights, SparseTensor):
            raise TypeError("sp_weights must be either None or SparseTensor")
        sp_ids.values.shape.assert_is_compatible_with(sp_weights.values.shape)
        sp_ids.indices.shape.assert_is_compatible_with(sp_weights.indices.shape)
        sp_ids.dense_shape.shape.assert_is_compatible_with(sp_weights.dense_shape.shape)
    with name_scope(name, "embedding_lookup_sparse", [*tables, sp_ids]) as scope:
        rows = cast(sp_ids.indices[:, 0], dtypes.int32)
        ids, which = array_index.unique(sp_ids.values)
        found = embedding_lookup(tables, ids, partition_strategy=partition_strategy, max_norm=max_norm)
        if found.dtype.base in (dtypes.float16, dtypes.bfloat16):
            found = cast(found, dtypes.float32)
        if sp_weights is not None:
            return _weighted(found, which, rows, sp_weights.values, combiner, scope)
        combine = {
            "sum": math_segments.sparse_segment_sum,
            "mean": math_segments.sparse_segment_mean,
            "sqrtn": math_segments.sparse_segment_sqrt_n,
        }[combiner]
        return combine(found, which, rows, name=scope)


def _weighted(found: Tensor, which: Tensor, rows: Tensor, weights: Tensor, combiner: str, name: str) -> Tensor:
    if weights.dtype.base is not found.dtype.base:
        weights = cast(weights, found.dtype)
    found = array_index.gather(found, which)
    ones = array_creation.fill(array_ops.expand_dims(array_creation.rank(found) - 1, 0), 1)
    static = weights.shape
    weights = array_ops.reshape(weights, array_ops.concat([array_creation.shape(weights), ones], 0))
    if found.shape.ndims is not None:
        weights.set_shape(static.concatenate([1] * (found.shape.ndims - 1)))
    found = found * weights
    if combiner == "sum":
        return math_segments.segment_sum(found, rows, name=name)
    total = math_segments.segment_sum(found, rows)
    if combiner == "mean":
        return math_division.div(total, math_segments.segment_sum(weights, rows), name=name)
    squares = math_segments.segment_sum(math_ops.pow(weights, 2), rows)
    return math_division.div(total, math_ops.sqrt(squares), name=name)


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str = "mean",
    default_id: Any = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: Any = None,
) -> Tensor:
    """`embedding_lookup_sparse` that leaves out negative ids and weights, and takes rows without ids.

    Args:
      embedding_weights: a table or a list of its parts.
      sparse_ids: ids of any rank; the last dimension is combined.
      sparse_weights: their weights, or None.
      combiner: `"sum"`, `"mean"` or `"sqrtn"`.
      default_id: what an empty row looks up; where it is absent the result is zero there.
      name: name of the node.
      partition_strategy: `"div"` or `"mod"`.
      max_norm: rows with a larger l2 norm are scaled down to it.

    Raises:
      ValueError: there are no weights.
    """
    tables = [] if embedding_weights is None else _tables(embedding_weights)
    if not tables:
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    dtype = sparse_weights.dtype if sparse_weights is not None else None
    tables = [
        w if isinstance(w, ResourceVariable) and dtype in (None, w.dtype) else convert_to_tensor(w, dtype)
        for w in tables
    ]
    with name_scope(name, "embedding_lookup", [*tables, sparse_ids, sparse_weights]) as scope:
        old_shape = sparse_ids.dense_shape
        static_rank = shapes.dimension_value(old_shape.shape[0])
        rank = array_creation.size(old_shape) if static_rank is None else static_rank
        ids, weights = _as_matrix(sparse_ids, sparse_weights, old_shape, rank)
        ids, weights = _valid_ids(ids, weights)
        if combiner != "sum" and weights is not None:
            positive = math_ops.greater(weights.values, 0)
            ids, weights = sparse_retain(ids, positive), sparse_retain(weights, positive)
        ids, is_empty = sparse_fill_empty_rows(ids, default_id or 0)
        if weights is not None:
            weights, _ = sparse_fill_empty_rows(weights, 1.0)
        result = embedding_lookup_sparse(
            tables, ids, weights, combiner=combiner, partition_strategy=partition_strategy,
            name=None if default_id is None else scope, max_norm=max_norm,
        )  # fmt: skip
        if default_id is None:
            is_empty = array_ops.tile(
                array_ops.reshape(is_empty, [-1, 1]), array_ops.stack([1, array_creation.shape(result)[1]])
            )
            result = array_index.where(is_empty, array_creation.zeros_like(result), result, name=scope)
        outer = array_ops.slice(cast(old_shape, dtypes.int32), [0], [rank - 1])
        inner = array_ops.slice(array_creation.shape(result), [1], [-1])
        final = array_ops.reshape(result, array_ops.concat([outer, inner], 0))
        outer_rank = None if static_rank is None else static_rank - 1
        final.set_shape(shapes.unknown_shape(outer_rank).concatenate(result.shape[1:]))
        return final


def safe_embedding_lookup_sparse_v2(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str = "mean",
    default_id: Any = None,
    max_norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """`safe_embedding_lookup_sparse` with its TF2 arguments: parts are contiguous."""
    return safe_embedding_lookup_sparse(
        embedding_weights, sparse_ids, sparse_weights, combiner, default_id, name, "div", max_norm
    )


def _as_matrix(ids: Any, weights: Any, shape: Tensor, rank: Any) -> tuple[Any, Any]:
    rows = math_ops.reduce_prod(array_ops.slice(shape, [0], [rank - 1]))
    ids = sparse_reshape(ids, [rows, array_index.gather(shape, rank - 1)])
    if weights is not None:
        weights = SparseTensor(ids.indices, weights.values, ids.dense_shape)
    return ids, weights


def _valid_ids(ids: Any, weights: Any) -> tuple[Any, Any]:
    valid = math_ops.greater_equal(ids.values, 0)
    if weights is not None:
        valid = math_ops.logical_and(valid, array_creation.ones_like(weights.values, dtype=dtypes.bool))
    ids = sparse_retain(ids, valid)
    return ids, None if weights is None else sparse_retain(weights, valid)
