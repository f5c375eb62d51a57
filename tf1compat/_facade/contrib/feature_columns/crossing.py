"""Crossed columns of `tf.contrib.layers`: the combinations of several columns' features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tf1compat._facade import init_ops
from tf1compat._facade.contrib.feature_columns.bases import (
    _FeatureColumn,
    _FromCheckpoint,
    _LazyBuilderByColumnsToTensor,
    _LinearEmbeddingLookupArguments,
    check_checkpoint,
)
from tf1compat._facade.contrib.feature_columns.numeric_columns import _BucketizedColumn
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseColumn
from tf1compat._facade.contrib.sparse_forms import sparse_feature_cross
from tf1compat._facade.feature_column import bases as core


class _CrossedFields(NamedTuple):
    columns: Any
    hash_bucket_size: Any
    hash_key: Any
    combiner: Any
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any


class _CrossedColumn(_FromCheckpoint, _CrossedFields, _FeatureColumn, core._CategoricalColumn):
    """Ids of combinations, by their hash."""

    @staticmethod
    def _assert_is_crossable(column: Any) -> None:
        if not isinstance(column, (_SparseColumn, _CrossedColumn, _BucketizedColumn)):
            raise TypeError(
                "columns must be a set of _SparseColumn, _CrossedColumn, or _BucketizedColumn instances. "
                f"(column {column} is a {column.__class__.__name__})"
            )

    def __new__(
        cls,
        columns: Any,
        hash_bucket_size: int,
        hash_key: int | None,
        combiner: str = "sum",
        ckpt_to_load_from: str | None = None,
        tensor_name_in_ckpt: str | None = None,
    ) -> Any:
        for column in columns:
            _CrossedColumn._assert_is_crossable(column)
        if len(columns) < 2:
            raise ValueError(f"columns must contain at least 2 elements. columns: {columns}")
        if hash_bucket_size < 2:
            raise ValueError(f"hash_bucket_size must be at least 2. hash_bucket_size: {hash_bucket_size}")
        check_checkpoint(ckpt_to_load_from, tensor_name_in_ckpt)
        ordered = tuple(sorted(columns, key=lambda column: column.name))
        return super().__new__(
            cls, ordered, hash_bucket_size, hash_key, combiner, ckpt_to_load_from, tensor_name_in_ckpt
        )

    @property
    def name(self) -> str:
        return "_X_".join(sorted(column.name for column in self.columns))

    @property
    def config(self) -> dict[str, Any]:
        return {name: feature for column in self.columns for name, feature in column.config.items()}

    @property
    def length(self) -> int:
        """How many ids there are."""
        return self.hash_bucket_size

    def id_tensor(self, input_tensor: Any) -> Any:
        """The ids."""
        return input_tensor

    def weight_tensor(self, input_tensor: Any) -> Any:
        """No weights."""
        return None

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        raise ValueError(f"CrossedColumn is not supported in DNN. Please use embedding_column. column: {self}")

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> _LinearEmbeddingLookupArguments:
        zeros = init_ops.zeros_initializer()
        return _LinearEmbeddingLookupArguments(input_tensor, None, self.length, zeros, self.combiner)

    def _leaves(self) -> Iterator[Any]:
        """The columns that are crossed, without crosses among them."""
        for column in self.columns:
            if isinstance(column, _CrossedColumn):
                yield from column._leaves()
            else:
                yield column

    def _transform_feature(self, inputs: Any) -> Any:
        tensors = [
            inputs.get(c.name) if isinstance(c, _SparseColumn) else c.to_sparse_tensor(inputs.get(c))
            for c in self._leaves()
        ]
        return sparse_feature_cross(
            tensors, hashed_output=True, num_buckets=self.hash_bucket_size, hash_key=self.hash_key, name="cross"
        )

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        columns_to_tensors[self] = self._transform_feature(_LazyBuilderByColumnsToTensor(columns_to_tensors))

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config

    @property
    def _num_buckets(self) -> int:
        return self.length

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return core.IdWeightPair(inputs.get(self), None)


def crossed_column(
    columns: Any,
    hash_bucket_size: int,
    combiner: str = "sum",
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    hash_key: int | None = None,
) -> _CrossedColumn:
    """A column of the combinations of sparse, bucketized and crossed columns, by their hash.

    Args:
      columns: at least two.
      hash_bucket_size: how many ids there are, at least 2.
      combiner: how a linear model combines several.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint to start from, and the name of the weights in it.
      hash_key: combines hashes in the newer way, starting with this.

    Raises:
      TypeError: a column cannot be crossed.
      ValueError: there are too few columns or ids.
    """
    return _CrossedColumn(columns, hash_bucket_size, hash_key, combiner, ckpt_to_load_from, tensor_name_in_ckpt)
