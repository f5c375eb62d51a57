"""The functions of `tf.feature_column` that make columns, with their checks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade import init_ops
from tf1compat._facade.feature_column import bases, categorical, crossed, embedding, numeric
from tf1compat._facade.feature_column.arguments import (
    _check_shape,
    assert_key_is_string,
    assert_string_or_int,
    check_default_value,
    check_numeric,
)
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._jaxcore.base import dtypes


def numeric_column(
    key: str, shape: Any = (1,), default_value: Any = None, dtype: Any = dtypes.float32, normalizer_fn: Any = None
) -> Any:
    """A column of numbers.

    Args:
      key: name of the feature.
      shape: shape of one example's numbers.
      default_value: used where an Example lacks the feature; a number or numbers of `shape`.
      dtype: their type in an Example; the column is float32.
      normalizer_fn: a function of the tensor, applied first.

    Raises:
      TypeError, ValueError: an argument is of the wrong type or shape.
    """
    return numeric.NumericColumn(*_numeric_fields(key, shape, default_value, dtype, normalizer_fn))


def _numeric_fields(key: Any, shape: Any, default_value: Any, dtype: Any, normalizer_fn: Any) -> tuple[Any, ...]:
    shape = _check_shape(shape, key)
    check_numeric(dtype, key, None)
    default_value = check_default_value(shape, default_value, dtype, key)
    check_numeric(dtype, key, normalizer_fn)
    assert_key_is_string(key)
    return key, shape, default_value, dtype, normalizer_fn


def bucketized_column(source_column: Any, boundaries: Sequence[float]) -> Any:
    """A numeric column sorted into buckets; bucket i holds numbers from `boundaries[i - 1]` to below `boundaries[i]`.

    Raises:
      ValueError: the source is no numeric column of rank 1, or the boundaries are not sorted.
    """
    check_bucketized(source_column, (numeric.NumericColumn, numeric._NumericColumn))
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    return numeric.BucketizedColumn(source_column, checked_boundaries(boundaries))


def check_bucketized(source_column: Any, kinds: Any) -> None:
    """ValueError unless it is a numeric column of rank 1."""
    if not isinstance(source_column, kinds):
        raise ValueError(f"source_column must be a column generated with numeric_column(). Given: {source_column}")
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")


def checked_boundaries(boundaries: Any) -> tuple[float, ...]:
    """The boundaries as a tuple; ValueError unless they are sorted."""
    is_list = isinstance(boundaries, (list, tuple))
    if not is_list or not boundaries or any(a >= b for a, b in zip(boundaries, boundaries[1:])):
        raise ValueError("boundaries must be a sorted list.")
    return tuple(boundaries)


def categorical_column_with_hash_bucket(key: str, hash_bucket_size: int, dtype: Any = dtypes.string) -> Any:
    """A column of ids that are hashes of strings or integers.

    Raises:
      ValueError: the size is not positive, or the type is neither.
    """
    return categorical.HashedCategoricalColumn(*_hashed_fields(key, hash_bucket_size, dtype))


def _hashed_fields(key: Any, hash_bucket_size: Any, dtype: Any) -> tuple[Any, ...]:
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}")
    assert_key_is_string(key)
    assert_string_or_int(dtype, prefix=f"column_name: {key}")
    return key, hash_bucket_size, dtype


def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: Any = dtypes.string,
) -> Any:
    """A column of ids that are line numbers of a file.

    Args:
      key: name of the feature.
      vocabulary_file: the file, one word a line.
      vocabulary_size: how many lines count; all if absent.
      num_oov_buckets: ids for other words, by their hash.
      default_value: the id of other words instead; -1 (none) if absent.
      dtype: string or an integer type.

    Raises:
      ValueError: the file or a size is missing or wrong, or both ways for other words are given.
    """
    return categorical_column_with_vocabulary_file_v2(
        key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets
    )


def categorical_column_with_vocabulary_file_v2(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    dtype: Any = dtypes.string,
    default_value: int | None = None,
    num_oov_buckets: int = 0,
) -> Any:
    """`categorical_column_with_vocabulary_file` with TF2's order of arguments."""
    fields = _file_fields(key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype)
    return categorical.VocabularyFileCategoricalColumn(**fields)


def _file_fields(key: Any, path: Any, size: Any, num_oov_buckets: Any, default_value: Any, dtype: Any) -> Any:
    if not path:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if size is None:
        if not file_io.file_exists(path):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        with file_io.GFile(path) as file:
            size = sum(1 for _ in file)
        tf_logging.info(
            "vocabulary_size = %d in %s is inferred from the number of elements in the vocabulary_file %s.",
            size,
            key,
            path,
        )
    if size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _check_oov(key, num_oov_buckets, default_value is not None)
    assert_string_or_int(dtype, prefix=f"column_name: {key}")
    assert_key_is_string(key)
    return {
        "key": key,
        "vocabulary_file": path,
        "vocabulary_size": size,
        "num_oov_buckets": 0 if num_oov_buckets is None else num_oov_buckets,
        "default_value": -1 if default_value is None else default_value,
        "dtype": dtype,
    }


def _check_oov(key: Any, num_oov_buckets: Any, has_default: bool) -> None:
    if not num_oov_buckets:
        return
    if has_default:
        raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
    if num_oov_buckets < 0:
        raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


def categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0
) -> Any:
    """A column of ids that are places in a list.

    Args:
      key: name of the feature.
      vocabulary_list: strings or integers.
      dtype: their type; that of the list if absent.
      default_value: the id of others.
      num_oov_buckets: ids for others, by their hash, instead.

    Raises:
      ValueError: the list is empty or has doubles, types differ, or both ways for others are given.
    """
    fields = _list_fields(key, vocabulary_list, dtype, default_value, num_oov_buckets)
    return categorical.VocabularyListCategoricalColumn(*fields)


def _list_fields(key: Any, words: Any, dtype: Any, default_value: Any, num_oov_buckets: Any) -> tuple[Any, ...]:
    if words is None or len(words) < 1:
        raise ValueError(f"vocabulary_list {words} must be non-empty, column_name: {key}")
    if len(set(words)) != len(words):
        raise ValueError(f"Duplicate keys in vocabulary_list {words}, column_name: {key}")
    words_dtype = dtypes.as_dtype(np.array(words).dtype)
    _check_oov(key, num_oov_buckets, default_value != -1)
    assert_string_or_int(words_dtype, prefix=f"column_name: {key} vocabulary")
    if dtype is None:
        dtype = words_dtype
    elif dtype.is_integer != words_dtype.is_integer:
        raise ValueError(f"dtype {dtype} and vocabulary dtype {words_dtype} do not match, column_name: {key}")
    assert_string_or_int(dtype, prefix=f"column_name: {key}")
    assert_key_is_string(key)
    return key, tuple(words), dtype, default_value, num_oov_buckets


def categorical_column_with_identity(key: str, num_buckets: int, default_value: int | None = None) -> Any:
    """A column of integers from `range(num_buckets)`; others become `default_value` or are an error.

    Raises:
      ValueError: the number is not positive, or the default is none of the ids.
    """
    return categorical.IdentityCategoricalColumn(*_identity_fields(key, num_buckets, default_value))


def _identity_fields(key: Any, num_buckets: Any, default_value: Any) -> tuple[Any, ...]:
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}")
    assert_key_is_string(key)
    return key, num_buckets, default_value


def indicator_column(categorical_column: Any) -> Any:
    """How often each id of a categorical column occurs, as a dense tensor."""
    return embedding.IndicatorColumn(categorical_column)


def weighted_categorical_column(categorical_column: Any, weight_feature_key: str, dtype: Any = dtypes.float32) -> Any:
    """A categorical column whose ids have the weights of another feature.

    Raises:
      ValueError: the type cannot become a float.
    """
    check_weight_type(dtype)
    return categorical.WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)


def check_weight_type(dtype: Any) -> None:
    """ValueError unless it can become a float."""
    if dtype is None or not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype {dtype} is not convertible to float.")


def crossed_column(keys: Any, hash_bucket_size: int, hash_key: int | None = None) -> Any:
    """A column of ids that are hashes of combinations of features.

    Args:
      keys: two or more names of features or categorical columns (not hashed ones).
      hash_bucket_size: number of ids.
      hash_key: changes the hash.

    Raises:
      ValueError: the size is not positive, or a key is none of these.
    """
    kinds = (bases.CategoricalColumn, bases._CategoricalColumn)
    hashed = (categorical.HashedCategoricalColumn, categorical._HashedCategoricalColumn)
    check_crossed(keys, hash_bucket_size, kinds, hashed)
    return crossed.CrossedColumn(tuple(keys), hash_bucket_size, hash_key)


def check_crossed(keys: Any, hash_bucket_size: Any, kinds: Any, hashed: Any) -> None:
    """ValueError for arguments that `crossed_column` refuses."""
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, *kinds)):
            raise ValueError(
                "Unsupported key type. All keys must be either string, or categorical column except "
                f"{hashed[0].__name__}. Given: {key}"
            )
        if isinstance(key, hashed):
            raise ValueError(
                "categorical_column_with_hash_bucket is not supported for crossing. Hashing before crossing will "
                f"increase probability of collision. Instead, use the feature name as a string. Given: {key}"
            )


def checked_embedding(dimension: Any, initializer: Any, checkpoint: Any, tensor_name: Any, column: Any = None) -> Any:
    """The initializer, a truncated normal one if absent; ValueError for arguments that embedding columns refuse."""
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (checkpoint is None) != (tensor_name is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        whose = "" if column is None else f" Embedding of column_name: {column.name}"
        raise ValueError(f"initializer must be callable if specified.{whose}")
    if initializer is not None:
        return initializer
    return init_ops.truncated_normal_initializer(mean=0.0, stddev=1 / math.sqrt(dimension))


def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> Any:
    """A categorical column as vectors from a table that is trained.

    Args:
      categorical_column: the column.
      dimension: length of the vectors.
      combiner: "mean", "sqrtn" or "sum", of several ids.
      initializer: of the table; truncated normal with deviation 1/sqrt(dimension) if absent.
      ckpt_to_load_from, tensor_name_in_ckpt: checkpoint and name of the table's initial values.
      max_norm: vectors are clipped to this length.
      trainable: whether the table is trained.

    Raises:
      ValueError: an argument is out of range or missing.
    """
    initializer = checked_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, categorical_column)
    return embedding.EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
    )


def _shared_arguments(columns: Any, base: Any, attribute: str, weighted: Any, name: Any) -> tuple[int, str]:
    """Number of ids, and the shared name.

    Raises:
      ValueError: the columns differ in kind or number of ids.
    """
    ordered = sorted(columns, key=lambda column: column.name)
    first = ordered[0]
    num_buckets = getattr(first, attribute)
    if not isinstance(first, base):
        raise ValueError(
            f"All categorical_columns must be subclasses of {base.__name__}. Given: {first}, of type: {type(first)}"
        )
    first = first.categorical_column if isinstance(first, weighted) else first
    for column in ordered[1:]:
        inner = column.categorical_column if isinstance(column, weighted) else column
        if not isinstance(inner, type(first)):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same type, or be "
                f"weighted_categorical_column of the same type. Given column: {first} of type: {type(first)} does not "
                f"match given column: {inner} of type: {type(inner)}"
            )
        if num_buckets != getattr(inner, attribute):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same number of buckets. Given "
                f"column: {first} with buckets: {num_buckets} does  not match column: {inner} with buckets: "
                f"{getattr(inner, attribute)}"
            )
    return num_buckets, name or "_".join(column.name for column in ordered) + "_shared_embedding"


def shared_embedding_columns(
    categorical_columns: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> list[Any]:
    """Embedding columns of several categorical columns with one table; arguments as for `embedding_column`.

    Args:
      shared_embedding_collection_name: of the collection that holds the table; made of the columns' names if absent.

    Raises:
      ValueError: the columns differ in kind or number of ids, or an argument is out of range.
    """
    initializer = checked_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    weighted = (categorical._WeightedCategoricalColumn, categorical.WeightedCategoricalColumn)
    _, name = _shared_arguments(
        categorical_columns, bases._CategoricalColumn, "_num_buckets", weighted, shared_embedding_collection_name
    )
    return [
        embedding._SharedEmbeddingColumn(
            column,
            dimension,
            combiner,
            initializer,
            name,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            max_norm,
            trainable,
        )
        for column in categorical_columns
    ]


def shared_embedding_columns_v2(
    categorical_columns: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> list[Any]:
    """TF2's `shared_embeddings`: the same, for `DenseFeatures`."""
    initializer = checked_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    num_buckets, name = _shared_arguments(
        categorical_columns,
        bases.CategoricalColumn,
        "num_buckets",
        categorical.WeightedCategoricalColumn,
        shared_embedding_collection_name,
    )
    creator = embedding.SharedEmbeddingColumnCreator(
        dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, num_buckets, trainable, name
    )
    return [creator(column, combiner, max_norm) for column in categorical_columns]
