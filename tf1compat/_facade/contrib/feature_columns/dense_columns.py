"""Dense columns of `tf.contrib.layers` made of sparse ones: embeddings and one-hot vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._facade import array_creation, array_ops, init_ops, math_reductions, parsing_ops, sparse_ops
from tf1compat._facade.contrib.feature_columns.bases import (
    _DeepEmbeddingLookupArguments,
    _FeatureColumn,
    _FromCheckpoint,
    _LinearEmbeddingLookupArguments,
    check_checkpoint,
)
from tf1compat._facade.contrib.feature_columns.embedding_tables import _embeddings_from_arguments
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseColumn, _WeightedSparseColumn
from tf1compat._facade.contrib.shape_layers import inner_flatten
from tf1compat._facade.feature_column import bases as core
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_arrange import sparse_slice
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


class _OneHotFields(NamedTuple):
    sparse_id_column: Any


class _OneHotColumn(_OneHotFields, _FeatureColumn, core._DenseColumn):
    """Vectors that are one, or the weight, at each id."""

    @property
    def name(self) -> str:
        return f"{self.sparse_id_column.name}_one_hot"

    @property
    def length(self) -> int:
        """How many ids there are."""
        return self.sparse_id_column.length

    @property
    def config(self) -> dict[str, Any]:
        return self.sparse_id_column.config

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        if self.sparse_id_column not in columns_to_tensors:
            self.sparse_id_column.insert_transformed_feature(columns_to_tensors)
        columns_to_tensors[self] = columns_to_tensors[self.sparse_id_column]

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = False, output_rank: int = 2
    ) -> Any:
        ids = inner_flatten(self.sparse_id_column.id_tensor(input_tensor), output_rank)
        weights = self.sparse_id_column.weight_tensor(input_tensor)
        if weights is not None:
            return self._weighted(ids, weights)
        dense_ids = sparse_ops.sparse_tensor_to_dense(ids, default_value=-1)
        one_hot = array_creation.one_hot(dense_ids, depth=self.length, on_value=1.0, off_value=0.0)
        return math_reductions.reduce_sum(one_hot, axis=[output_rank - 1])

    def _weighted(self, ids: Any, weights: Any) -> Any:
        merged = sparse_ops.sparse_merge(sp_ids=ids, sp_values=weights, vocab_size=self.length)
        merged = sparse_slice(merged, array_creation.zeros_like(merged.dense_shape), merged.dense_shape)
        dense = sparse_ops.sparse_tensor_to_dense(merged)
        shape = array_ops.concat([array_creation.shape(dense)[:-1], [self.length]], axis=0)
        return array_ops.reshape(dense, shape)

    @property
    def _variable_shape(self) -> TensorShape:
        return TensorShape([self.length])

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return inputs.get(self)

    def _transform_feature(self, inputs: Any) -> Any:
        return self._to_dnn_input_layer(inputs.get(self.sparse_id_column))

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config


def one_hot_column(sparse_id_column: Any) -> _OneHotColumn:
    """A dense column of one-hot vectors, of a sparse or weighted sparse column; several ids give several ones."""
    return _OneHotColumn(sparse_id_column)


class _EmbeddingFields(NamedTuple):
    sparse_id_column: Any
    dimension: Any
    combiner: Any
    initializer: Any
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any
    shared_embedding_name: Any
    shared_vocab_size: Any
    max_norm: Any
    trainable: Any


class _EmbeddingColumn(_FromCheckpoint, _EmbeddingFields, _FeatureColumn, core._DenseColumn):
    """Rows of a table that is trained."""

    def __new__(
        cls,
        sparse_id_column: Any,
        dimension: int,
        combiner: str = "mean",
        initializer: Any = None,
        ckpt_to_load_from: Any = None,
        tensor_name_in_ckpt: Any = None,
        shared_embedding_name: str | None = None,
        shared_vocab_size: int | None = None,
        max_norm: Any = None,
        trainable: bool = True,
    ) -> Any:
        if initializer is not None and not callable(initializer):
            raise ValueError(
                f"initializer must be callable if specified. Embedding of column_name: {sparse_id_column.name}"
            )
        check_checkpoint(ckpt_to_load_from, tensor_name_in_ckpt)
        if initializer is None:
            tf_logging.warn(
                'The default stddev value of initializer was changed from "1/sqrt(vocab_size)" to "1/sqrt(dimension)" '
                "in core implementation (tf.feature_column.embedding_column)."
            )
            stddev = 1 / math.sqrt(sparse_id_column.length)
            initializer = init_ops.truncated_normal_initializer(mean=0.0, stddev=stddev)
        return super().__new__(
            cls, sparse_id_column, dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt,
            shared_embedding_name, shared_vocab_size, max_norm, trainable,
        )  # fmt: skip

    @property
    def name(self) -> str:
        kind = "embedding" if self.shared_embedding_name is None else "shared_embedding"
        return f"{self.sparse_id_column.name}_{kind}"

    @property
    def length(self) -> int:
        """How many rows the table has."""
        return self.sparse_id_column.length if self.shared_vocab_size is None else self.shared_vocab_size

    @property
    def config(self) -> dict[str, Any]:
        return self.sparse_id_column.config

    @property
    def key(self) -> str:
        return self._key_without_properties(["initializer"])

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        if self.sparse_id_column not in columns_to_tensors:
            self.sparse_id_column.insert_transformed_feature(columns_to_tensors)
        columns_to_tensors[self] = columns_to_tensors[self.sparse_id_column]

    def _deep_embedding_lookup_arguments(self, input_tensor: Any) -> _DeepEmbeddingLookupArguments:
        return _DeepEmbeddingLookupArguments(
            input_tensor=self.sparse_id_column.id_tensor(input_tensor),
            weight_tensor=self.sparse_id_column.weight_tensor(input_tensor),
            vocab_size=self.length,
            initializer=self.initializer,
            combiner=self.combiner,
            dimension=self.dimension,
            shared_embedding_name=self.shared_embedding_name,
            hash_key=None,
            max_norm=self.max_norm,
            trainable=self.trainable,
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> _LinearEmbeddingLookupArguments:
        raise ValueError(f"Column {self} is not supported in linear models. Please use sparse_column.")

    @property
    def _variable_shape(self) -> TensorShape:
        return TensorShape([self.dimension])

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        arguments = self._deep_embedding_lookup_arguments(inputs.get(self))
        return _embeddings_from_arguments(self, arguments, weight_collections, trainable)

    def _transform_feature(self, inputs: Any) -> Any:
        return inputs.get(self.sparse_id_column)

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config


def embedding_column(
    sparse_id_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> _EmbeddingColumn:
    """A dense column: for each id of a sparse column, a row of a table that is trained.

    Args:
      sparse_id_column: a sparse, weighted sparse or crossed column.
      dimension: length of a row.
      combiner: how the rows of several ids are combined: `"mean"`, `"sqrtn"` or `"sum"`.
      initializer: of the table; truncated normal with deviation 1/sqrt(number of ids) if absent.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint to start from, and the name of the table in it.
      max_norm: longer rows are scaled down to it.
      trainable: whether the table is trained.

    Raises:
      ValueError: `initializer` is no function, or only half of the checkpoint is given.
    """
    return _EmbeddingColumn(
        sparse_id_column, dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt,
        max_norm=max_norm, trainable=trainable,
    )  # fmt: skip


def shared_embedding_columns(
    sparse_id_columns: Any,
    dimension: int,
    combiner: str = "mean",
    shared_embedding_name: str | None = None,
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> Any:
    """Embedding columns with one table for several sparse columns of the same ids.

    Args:
      sparse_id_columns: the columns.
      shared_embedding_name: name of the table; made of the columns' names if absent.
      dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable: as for
        `embedding_column`.

    Raises:
      TypeError: `sparse_id_columns` is no sequence of sparse columns.
      ValueError: it is empty, or the columns have different ids.
    """
    columns = _checked_shared(sparse_id_columns)
    size = None
    if len(columns) > 1:
        first = columns[0]
        weighted = isinstance(first, _WeightedSparseColumn)
        if not all([first.is_compatible(c) if weighted else c.is_compatible(first) for c in columns[1:]]):
            raise ValueError("The input sparse id columns are not compatible.")
        shared_embedding_name = shared_embedding_name or _shared_name(columns)
        size = first.length
    made = [
        _EmbeddingColumn(
            column, dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt,
            shared_embedding_name, size, max_norm=max_norm, trainable=trainable,
        )
        for column in columns
    ]  # fmt: skip
    return made if len(columns) == 1 else tuple(made)


def _checked_shared(columns: Any) -> Sequence[Any]:
    if not isinstance(columns, Sequence) or isinstance(columns, str):
        raise TypeError(
            f"sparse_id_columns must be a non-string sequence (ex: list or tuple) instead of type {type(columns)}."
        )
    if not columns:
        raise ValueError("The input sparse_id_columns should have at least one element.")
    for column in columns:
        if not isinstance(column, (_SparseColumn, _WeightedSparseColumn)):
            raise TypeError(
                f"Elements of sparse_id_columns must be _SparseColumn or _WeightedSparseColumn, but {column} is not."
            )
    return columns


def _shared_name(columns: Sequence[Any]) -> str:
    """The names of the first three, unweighted ones first, in an order that does not depend on the caller's."""
    plain = sorted((c for c in columns if isinstance(c, _SparseColumn)), key=tuple)
    weighted = sorted((c for c in columns if not isinstance(c, _SparseColumn)), key=lambda c: c.name)
    ordered = [*plain, *weighted]
    name = "_".join(c.name for c in ordered[:3])
    return name + (f"_plus_{len(ordered) - 3}_others" if len(ordered) > 3 else "") + "_shared_embedding"


class _ScatteredFields(NamedTuple):
    column_name: Any
    size: Any
    dimension: Any
    hash_key: Any
    combiner: Any
    initializer: Any


class _ScatteredEmbeddingColumn(_ScatteredFields, _FeatureColumn, core._DenseColumn):
    """Vectors whose elements are chosen by hashes from one vector that is trained."""

    def __new__(
        cls,
        column_name: str,
        size: int,
        dimension: int,
        hash_key: Any,
        combiner: str = "sqrtn",
        initializer: Any = None,
    ) -> Any:
        if initializer is not None and not callable(initializer):
            raise ValueError(f"initializer must be callable if specified. column_name: {column_name}")
        if initializer is None:
            initializer = init_ops.truncated_normal_initializer(mean=0.0, stddev=0.1)
        return super().__new__(cls, column_name, size, dimension, hash_key, combiner, initializer)

    @property
    def name(self) -> str:
        return f"{self.column_name}_scattered_embedding"

    @property
    def config(self) -> dict[str, Any]:
        return {self.column_name: parsing_ops.VarLenFeature(dtypes.string)}

    @property
    def key(self) -> str:
        return self._key_without_properties(["initializer"])

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        columns_to_tensors[self] = columns_to_tensors[self.column_name]

    def _deep_embedding_lookup_arguments(self, input_tensor: Any) -> _DeepEmbeddingLookupArguments:
        return _DeepEmbeddingLookupArguments(
            input_tensor,
            None,
            self.size,
            self.initializer,
            self.combiner,
            self.dimension,
            None,
            self.hash_key,
            None,
            True,
        )

    @property
    def _variable_shape(self) -> TensorShape:
        return TensorShape([self.dimension])

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        arguments = self._deep_embedding_lookup_arguments(inputs.get(self))
        return _embeddings_from_arguments(self, arguments, weight_collections, trainable)

    def _transform_feature(self, inputs: Any) -> Any:
        return inputs.get(self.column_name)

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config


def scattered_embedding_column(
    column_name: str, size: int, dimension: int, hash_key: Any, combiner: str = "mean", initializer: Any = None
) -> _ScatteredEmbeddingColumn:
    """A dense column: for each word `dimension` numbers, chosen by hashes from `size` numbers that are trained.

    Raises:
      ValueError: a size is less than 1, or the combiner unknown.
    """
    if dimension < 1 or size < 1:
        raise ValueError(
            "Dimension and size must be greater than 0. "
            f"dimension: {dimension}, size: {size}, column_name: {column_name}"
        )
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(
            f"Combiner must be one of 'mean', 'sqrtn' or 'sum'. combiner: {combiner}, column_name: {column_name}"
        )
    return _ScatteredEmbeddingColumn(column_name, size, dimension, hash_key, combiner, initializer)
