"""Sparse columns of `tf.contrib.layers`: words and ids as ids of a range, with weights or without."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import init_ops, lookup_ops, math_casts, math_ops, parsing_ops, sparse_ops, string_ops
from tf1compat._facade.contrib.feature_columns.bases import (
    _FeatureColumn,
    _LinearEmbeddingLookupArguments,
    _reshape_real_valued_tensor,
)
from tf1compat._facade.contrib.sparse_forms import dense_to_sparse_tensor
from tf1compat._facade.feature_column import bases as core
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes, nest


class _SparseIdLookupConfig(NamedTuple):
    """How words become ids: by a file or a list of them."""

    vocabulary_file: Any = None
    keys: Any = None
    num_oov_buckets: int = 0
    vocab_size: Any = None
    default_value: int = -1


class _SparseFields(NamedTuple):
    column_name: Any
    is_integerized: Any
    bucket_size: Any
    lookup_config: Any
    combiner: Any
    dtype: Any


class _SparseColumn(_SparseFields, _FeatureColumn, core._CategoricalColumn):
    """A column of ids; subclasses say how `_do_transform` makes them.

    Raises:
      ValueError: the arguments contradict each other.
      TypeError: `lookup_config` is none.
    """

    def __new__(
        cls,
        column_name: str,
        is_integerized: bool = False,
        bucket_size: int | None = None,
        lookup_config: Any = None,
        combiner: str = "sum",
        dtype: Any = dtypes.string,
    ) -> Any:
        _check_sparse(column_name, is_integerized, bucket_size, lookup_config, dtype)
        return super().__new__(cls, column_name, is_integerized, bucket_size, lookup_config, combiner, dtype)

    @property
    def name(self) -> str:
        return self.column_name

    @property
    def length(self) -> int:
        """How many ids there are."""
        if self.bucket_size is not None:
            return self.bucket_size
        return self.lookup_config.vocab_size + self.lookup_config.num_oov_buckets

    @property
    def config(self) -> dict[str, Any]:
        return {self.column_name: parsing_ops.VarLenFeature(self.dtype)}

    def id_tensor(self, input_tensor: Any) -> Any:
        """The ids."""
        return input_tensor

    def weight_tensor(self, input_tensor: Any) -> Any:
        """No weights."""
        return None

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        raise ValueError(
            f"SparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. column: {self}"
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> _LinearEmbeddingLookupArguments:
        ids, weights = self.id_tensor(input_tensor), self.weight_tensor(input_tensor)
        zeros = init_ops.zeros_initializer()
        return _LinearEmbeddingLookupArguments(ids, weights, self.length, zeros, self.combiner)

    def _get_input_sparse_tensor(self, input_tensor: Any) -> SparseTensor:
        """The feature as a SparseTensor: of a dense one, all but empty words and -1."""
        if isinstance(input_tensor, SparseTensor):
            return input_tensor
        ignored = "" if input_tensor.dtype == dtypes.string else -1
        return dense_to_sparse_tensor(_reshape_real_valued_tensor(input_tensor, 2, self.name), ignore_value=ignored)

    def is_compatible(self, other_column: Any) -> bool:
        """Whether both columns can share an embedding."""
        if self.lookup_config and other_column.lookup_config:
            return self.lookup_config == other_column.lookup_config
        same_type = self.dtype == other_column.dtype or (self.dtype.is_integer and other_column.dtype.is_integer)
        if self.length != other_column.length or not same_type:
            return False
        tf_logging.warn(f"Column {self.name} and {other_column.name} may not have the same vocabulary.")
        return True

    def _do_transform(self, input_tensor: Any) -> SparseTensor:
        raise NotImplementedError

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        columns_to_tensors[self] = self._do_transform(self._get_input_sparse_tensor(columns_to_tensors[self.name]))

    def _transform_feature(self, inputs: Any) -> Any:
        return self._do_transform(self._get_input_sparse_tensor(inputs.get(self.name)))

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config

    @property
    def _num_buckets(self) -> int:
        return self.length

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        found = inputs.get(self)
        return core.IdWeightPair(self.id_tensor(found), self.weight_tensor(found))


def _check_sparse(name: Any, is_integerized: Any, bucket_size: Any, lookup_config: Any, dtype: Any) -> None:
    of = f"column_name: {name}"
    if is_integerized and bucket_size is None:
        raise ValueError(f"bucket_size must be set if is_integerized is True. {of}")
    if is_integerized and not dtype.is_integer:
        raise ValueError(f"dtype must be an integer if is_integerized is True. dtype: {dtype}, {of}.")
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"dtype must be string or integer. dtype: {dtype}, {of}")
    if bucket_size is None and lookup_config is None:
        raise ValueError(f"one of bucket_size or lookup_config must be set. {of}")
    if bucket_size is not None and lookup_config:
        raise ValueError(f"one and only one of bucket_size or lookup_config must be set. {of}")
    if bucket_size is not None and bucket_size < 1:
        raise ValueError(f"bucket_size must be at least 1. bucket_size: {bucket_size}, {of}")
    if lookup_config and not isinstance(lookup_config, _SparseIdLookupConfig):
        raise TypeError(
            "lookup_config must be an instance of _SparseIdLookupConfig. "
            f"Given one is in type {type(lookup_config)} for column_name {name}"
        )
    if lookup_config and lookup_config.vocabulary_file and lookup_config.vocab_size is None:
        raise ValueError(f"vocab_size must be defined. {of}")


def _with_values(sparse: SparseTensor, values: Any) -> SparseTensor:
    return SparseTensor(sparse.indices, values, sparse.dense_shape)


class _SparseColumnIntegerized(_SparseColumn):
    """Ids, taken modulo the number of buckets."""

    def _do_transform(self, input_tensor: Any) -> SparseTensor:
        return _with_values(input_tensor, math_ops.mod(input_tensor.values, self.bucket_size, name="mod"))


def sparse_column_with_integerized_feature(
    column_name: str, bucket_size: int, combiner: str = "sum", dtype: Any = dtypes.int64
) -> _SparseColumn:
    """A column of integers, taken modulo `bucket_size`.

    Args:
      column_name: name of the feature.
      bucket_size: how many ids there are.
      combiner: how a linear model combines several: `"sum"`, `"mean"` or `"sqrtn"`.
      dtype: an integer type.

    Raises:
      ValueError: `bucket_size` is less than 1, or `dtype` no integer type.
    """
    return _SparseColumnIntegerized(column_name, True, bucket_size, combiner=combiner, dtype=dtype)


class _SparseColumnHashed(_SparseColumn):
    """Words by their hash."""

    hash_keys: Any

    def __new__(
        cls,
        column_name: str,
        is_integerized: bool = False,
        bucket_size: int | None = None,
        lookup_config: Any = None,
        combiner: str = "sum",
        dtype: Any = dtypes.string,
        hash_keys: Any = None,
    ) -> Any:
        if hash_keys is not None:
            if not isinstance(hash_keys, list) or not hash_keys:
                raise ValueError("hash_keys must be a non-empty list.")
            pairs = all(isinstance(pair, list) and len(pair) == 2 for pair in hash_keys)
            if not pairs or not all(isinstance(key, int) for key in nest.flatten(hash_keys)):
                raise ValueError("Each element of hash_keys must be a pair of integers.")
        made = super().__new__(cls, column_name, is_integerized, bucket_size, lookup_config, combiner, dtype)
        made.hash_keys = hash_keys
        return made

    def _do_transform(self, input_tensor: Any) -> SparseTensor:
        words = string_ops.as_string(input_tensor.values) if self.dtype.is_integer else input_tensor.values
        if not self.hash_keys:
            ids = string_ops.string_to_hash_bucket_fast(words, self.bucket_size, name="lookup")
            return _with_values(input_tensor, ids)
        hashed = [
            _with_values(input_tensor, string_ops.string_to_hash_bucket_strong(words, self.bucket_size, key))
            for key in self.hash_keys
        ]
        return sparse_ops.sparse_concat(axis=1, sp_inputs=hashed, name="lookup")


def sparse_column_with_hash_bucket(
    column_name: str, hash_bucket_size: int, combiner: str = "sum", dtype: Any = dtypes.string, hash_keys: Any = None
) -> _SparseColumn:
    """A column of words or integers by their hash.

    Args:
      column_name: name of the feature.
      hash_bucket_size: how many ids there are.
      combiner: how a linear model combines several: `"sum"`, `"mean"` or `"sqrtn"`.
      dtype: string or an integer type.
      hash_keys: pairs of integers; each gives every word an id of its own.

    Raises:
      ValueError: `hash_bucket_size` is less than 1; a key is no pair of integers; another `dtype`.
    """
    return _SparseColumnHashed(
        column_name, bucket_size=hash_bucket_size, combiner=combiner, dtype=dtype, hash_keys=hash_keys
    )


class _SparseColumnKeys(_SparseColumn):
    """Words by their place in a list."""

    def _do_transform(self, input_tensor: Any) -> Any:
        table = lookup_ops.contrib_index_table_from_tensor(
            mapping=tuple(self.lookup_config.keys),
            default_value=self.lookup_config.default_value,
            dtype=self.dtype,
            name="lookup",
        )
        return table.lookup(input_tensor)


def sparse_column_with_keys(
    column_name: str, keys: Any, default_value: int = -1, combiner: str = "sum", dtype: Any = dtypes.string
) -> _SparseColumn:
    """A column of words or integers by their place in `keys`; others have the id `default_value`."""
    keys = tuple(keys)
    config = _SparseIdLookupConfig(keys=keys, vocab_size=len(keys), default_value=default_value)
    return _SparseColumnKeys(column_name, lookup_config=config, combiner=combiner, dtype=dtype)


class _SparseColumnVocabulary(_SparseColumn):
    """Words by their line in a file."""

    def _do_transform(self, input_tensor: Any) -> Any:
        if self.dtype.is_integer:
            input_tensor = _with_values(input_tensor, string_ops.as_string(input_tensor.values))
        table = lookup_ops.index_table_from_file(
            vocabulary_file=self.lookup_config.vocabulary_file,
            num_oov_buckets=self.lookup_config.num_oov_buckets,
            vocab_size=self.lookup_config.vocab_size,
            default_value=self.lookup_config.default_value,
            name=self.name + "_lookup",
        )
        return table.lookup(input_tensor)


def sparse_column_with_vocabulary_file(
    column_name: str,
    vocabulary_file: str,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    combiner: str = "sum",
    dtype: Any = dtypes.string,
) -> _SparseColumn:
    """A column of words or integers by their line in a file.

    Args:
      column_name: name of the feature.
      vocabulary_file: the file, a word in each line.
      num_oov_buckets: ids for other words, by their hash.
      vocab_size: how many lines.
      default_value: the id of other words, without such buckets.
      combiner: how a linear model combines several: `"sum"`, `"mean"` or `"sqrtn"`.
      dtype: string or an integer type.

    Raises:
      ValueError: `vocab_size` is not given.
    """
    if vocab_size is None:
        raise ValueError(f"vocab_size should be defined. column_name: {column_name}")
    config = _SparseIdLookupConfig(vocabulary_file, None, num_oov_buckets, vocab_size, default_value)
    return _SparseColumnVocabulary(column_name, lookup_config=config, combiner=combiner, dtype=dtype)


class _WeightedFields(NamedTuple):
    sparse_id_column: Any
    weight_column_name: Any
    dtype: Any


class _WeightedSparseColumn(_WeightedFields, _FeatureColumn, core._CategoricalColumn):
    """A sparse column with another column's numbers as weights."""

    @property
    def name(self) -> str:
        return f"{self.sparse_id_column.name}_weighted_by_{self.weight_column_name}"

    @property
    def length(self) -> int:
        """How many ids there are."""
        return self.sparse_id_column.length

    @property
    def config(self) -> dict[str, Any]:
        return {**self.sparse_id_column.config, self.weight_column_name: parsing_ops.VarLenFeature(self.dtype)}

    @property
    def lookup_config(self) -> Any:
        """How words become ids."""
        return self.sparse_id_column.lookup_config

    def id_tensor(self, input_tensor: Any) -> Any:
        """The ids."""
        return input_tensor[0]

    def weight_tensor(self, input_tensor: Any) -> Any:
        """The weights."""
        return input_tensor[1]

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        raise ValueError(
            "WeightedSparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. "
            f"column: {self}"
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> _LinearEmbeddingLookupArguments:
        ids, weights = self.id_tensor(input_tensor), self.weight_tensor(input_tensor)
        zeros = init_ops.zeros_initializer()
        return _LinearEmbeddingLookupArguments(ids, weights, self.length, zeros, self.sparse_id_column.combiner)

    def _do_transform(self, id_tensor: Any, weight_tensor: Any) -> tuple[Any, Any]:
        if not isinstance(weight_tensor, SparseTensor):
            weight_tensor = dense_to_sparse_tensor(weight_tensor)
        if not self.dtype.is_floating:
            weight_tensor = math_casts.cast(weight_tensor, dtypes.float32)
        return id_tensor, weight_tensor

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        if self.sparse_id_column not in columns_to_tensors:
            self.sparse_id_column.insert_transformed_feature(columns_to_tensors)
        weights = columns_to_tensors[self.weight_column_name]
        columns_to_tensors[self] = self._do_transform(columns_to_tensors[self.sparse_id_column], weights)

    def _transform_feature(self, inputs: Any) -> Any:
        return self._do_transform(inputs.get(self.sparse_id_column), inputs.get(self.weight_column_name))

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config

    @property
    def _num_buckets(self) -> int:
        return self.length

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        found = inputs.get(self)
        return core.IdWeightPair(self.id_tensor(found), self.weight_tensor(found))

    def is_compatible(self, other_column: Any) -> bool:
        """Whether both columns can share an embedding."""
        if isinstance(other_column, _WeightedSparseColumn):
            other_column = other_column.sparse_id_column
        return self.sparse_id_column.is_compatible(other_column)


def weighted_sparse_column(
    sparse_id_column: Any, weight_column_name: str, dtype: Any = dtypes.float32
) -> _WeightedSparseColumn:
    """A sparse column whose ids have weights.

    Args:
      sparse_id_column: the column of ids.
      weight_column_name: feature of the weights, one for each id.
      dtype: their type, an integer or floating-point type.

    Raises:
      ValueError: another `dtype`.
    """
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype is not convertible to float. Given {dtype}")
    return _WeightedSparseColumn(sparse_id_column, weight_column_name, dtype)
