"""`tf.contrib.layers`: lookups in tables of embeddings that take empty rows, and in vectors chosen by hashes."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import (
    array_creation,
    array_index,
    array_ops,
    embedding_ops,
    embedding_sparse,
    framework,
    math_casts,
    math_ranges,
    math_segments,
    sparse_ops,
)
from tf1compat._facade.contrib.sparse_forms import sparse_feature_cross
from tf1compat._facade.partitioned_variable import PartitionedVariable
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_arrange import sparse_fill_empty_rows
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


def _combiner(combiner: str | None) -> str:
    if combiner is None:
        tf_logging.warn('The default value of combiner will change from "mean" to "sqrtn" after 2016/11/01.')
        return "mean"
    return combiner


def _parts(params: Any) -> list[Any]:
    if isinstance(params, PartitionedVariable):
        return list(params)
    return params if isinstance(params, list) else [params]


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str | None = None,
    default_id: Any = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: Any = None,
) -> Tensor:
    """`tf.nn.safe_embedding_lookup_sparse`, with a warning if there is no `combiner`."""
    return embedding_sparse.safe_embedding_lookup_sparse(
        embedding_weights,
        sparse_ids,
        sparse_weights,
        _combiner(combiner),
        default_id,
        name,
        partition_strategy,
        max_norm,
    )


def scattered_embedding_lookup(
    params: Any, values: Any, dimension: int, name: str | None = None, hash_key: int | None = None
) -> Tensor:
    """For each value `dimension` elements of a vector, chosen by hashes.

    Args:
      params: the vector, or a list of parts of it.
      values: strings or integers of any shape.
      dimension: how many elements for each.
      name: name scope.
      hash_key: as of `sparse_feature_cross`.

    Raises:
      ValueError: there is no dimension, or the parts are not of equal size.
    """
    if dimension is None:
        raise ValueError("You must specify dimension.")
    parts = _parts(params)
    with framework.name_scope(name, "scattered_embedding_lookup", [*parts, dimension, values]):
        shape = array_creation.shape(values)
        column = array_ops.reshape(values, [-1, 1])
        if dimension <= 0:
            raise ValueError(f"Dimension must be >0. Given is {dimension}")
        numbers = array_ops.expand_dims(math_ranges.range(0, dimension), 0)
        numbers = array_ops.tile(numbers, array_creation.shape(column))
        crossed = sparse_feature_cross(
            [numbers, column], hashed_output=True, num_buckets=_total(parts), hash_key=hash_key
        )
        found = embedding_ops.embedding_lookup(
            parts, sparse_ops.sparse_tensor_to_dense(crossed), partition_strategy="div"
        )
        return array_ops.reshape(found, array_ops.concat([shape, [dimension]], 0))


def _total(parts: list[Any]) -> int:
    """The size of all parts together; they are as equal as can be."""
    sizes = []
    for part in parts:
        part.get_shape().assert_has_rank(1)
        part.get_shape().assert_is_fully_defined()
        sizes.append(shapes.dimension_value(part.get_shape()[0]))
    total = sum(sizes)
    for i, size in enumerate(sizes):
        expected = (total - i - 1) // len(parts) + 1
        if size != expected:
            raise ValueError(f"Tensor {i} in params has size {size}, expected {expected}.")
    return total


def scattered_embedding_lookup_sparse(
    params: Any,
    sparse_values: SparseTensor,
    dimension: int,
    combiner: str | None = None,
    default_value: Any = None,
    name: str | None = None,
    hash_key: int | None = None,
) -> Tensor:
    """`scattered_embedding_lookup` of the values of each row, combined.

    Args:
      params, dimension, hash_key: as for `scattered_embedding_lookup`.
      sparse_values: strings or integers.
      combiner: `"sum"`, `"mean"` or `"sqrtn"`.
      default_value: stands in empty rows; an unlikely one if absent.
      name: name of the result.

    Raises:
      TypeError: `sparse_values` is no SparseTensor.
      ValueError: the combiner is unknown.
    """
    combiner = _combiner(combiner)
    parts = _parts(params)
    if not isinstance(sparse_values, SparseTensor):
        raise TypeError("sparse_values must be SparseTensor")
    with framework.name_scope(name, "scattered_embedding_lookup_sparse", [*parts, sparse_values]) as scope:
        if default_value is None:
            default_value = "6ZxWzWOHxZ" if sparse_values.dtype == dtypes.string else 1288896567
        filled, _ = sparse_fill_empty_rows(sparse_values, default_value)
        segments = math_casts.cast(filled.indices[:, 0], dtypes.int32)
        values, positions = array_index.unique(filled.values)
        found = scattered_embedding_lookup(parts, values, dimension, hash_key=hash_key)
        kinds = {
            "sum": math_segments.sparse_segment_sum,
            "mean": math_segments.sparse_segment_mean,
            "sqrtn": math_segments.sparse_segment_sqrt_n,
        }
        if combiner not in kinds:
            raise ValueError("Combiner must be one of 'mean', 'sqrtn' or 'sum'.")
        return kinds[combiner](found, positions, segments, name=scope)
