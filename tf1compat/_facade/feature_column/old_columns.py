"""The functions with an underscore that make columns of older programs."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.feature_column import bases, categorical, columns, crossed, embedding, numeric
from tf1compat._facade.feature_column.old_layers import _EmbeddingColumnLayer
from tf1compat._jaxcore.base import dtypes


def _numeric_column(
    key: str, shape: Any = (1,), default_value: Any = None, dtype: Any = dtypes.float32, normalizer_fn: Any = None
) -> Any:
    return numeric._NumericColumn(*columns._numeric_fields(key, shape, default_value, dtype, normalizer_fn))


def _bucketized_column(source_column: Any, boundaries: Any) -> Any:
    columns.check_bucketized(source_column, numeric._NumericColumn)
    return numeric._BucketizedColumn(source_column, columns.checked_boundaries(boundaries))


def _categorical_column_with_hash_bucket(key: str, hash_bucket_size: int, dtype: Any = dtypes.string) -> Any:
    return categorical._HashedCategoricalColumn(*columns._hashed_fields(key, hash_bucket_size, dtype))


def _categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: Any = dtypes.string,
) -> Any:
    fields = columns._file_fields(key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype)
    return categorical._VocabularyFileCategoricalColumn(**fields)


def _categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0
) -> Any:
    fields = columns._list_fields(key, vocabulary_list, dtype, default_value, num_oov_buckets)
    return categorical._VocabularyListCategoricalColumn(*fields)


def _categorical_column_with_identity(key: str, num_buckets: int, default_value: int | None = None) -> Any:
    return categorical._IdentityCategoricalColumn(*columns._identity_fields(key, num_buckets, default_value))


def _indicator_column(categorical_column: Any) -> Any:
    return embedding._IndicatorColumn(categorical_column)


def _weighted_categorical_column(categorical_column: Any, weight_feature_key: str, dtype: Any = dtypes.float32) -> Any:
    columns.check_weight_type(dtype)
    return categorical._WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)


def _crossed_column(keys: Any, hash_bucket_size: int, hash_key: int | None = None) -> Any:
    kinds = (bases._CategoricalColumn,)
    columns.check_crossed(keys, hash_bucket_size, kinds, (categorical._HashedCategoricalColumn,))
    return crossed._CrossedColumn(tuple(keys), hash_bucket_size, hash_key)


def _embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> Any:
    initializer = columns.checked_embedding(
        dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, categorical_column
    )
    shape = (categorical_column._num_buckets, dimension)

    def creator(weight_collections: Any, scope: Any) -> Any:
        layer = _EmbeddingColumnLayer(
            embedding_shape=shape,
            initializer=initializer,
            weight_collections=weight_collections,
            trainable=trainable,
            name="embedding_column_layer",
        )
        return layer(None, scope=scope)

    return embedding._EmbeddingColumn(
        categorical_column, dimension, combiner, creator, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable
    )
