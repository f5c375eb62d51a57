"""Categorical columns: ids from hashes, vocabularies and integers, with weights, in sequences."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import (
    array_creation,
    array_ops,
    check_ops,
    framework,
    math_casts,
    math_elementwise,
    math_reductions,
)
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_index import where, where_v2
from tf1compat._facade.feature_column import bases
from tf1compat._facade.feature_column.arguments import assert_string_or_int
from tf1compat._facade.feature_column.raw_features import _to_sparse_input_and_drop_ignore_values
from tf1compat._facade.feature_column.two_interfaces import NewCategorical, OldCategorical, is_v2, keep_types
from tf1compat._facade.parsing_ops import VarLenFeature
from tf1compat._facade.sparse_arrange import sparse_reshape
from tf1compat._facade.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from tf1compat._jaxcore.base import dtypes


class _OfOneFeature:
    """What columns of one feature share: name, spec, and ids that are the transformed feature."""

    __slots__ = ()
    key: Any
    dtype: Any
    _ids: Any

    @property
    def name(self) -> str:
        return self.key

    @property
    def parents(self) -> list[Any]:
        return [self.key]

    def _spec(self, interface: str) -> dict[str, Any]:
        return {self.key: VarLenFeature(self.dtype)}

    def _transform(self, access: Any) -> Any:
        found = _to_sparse_input_and_drop_ignore_values(access.get(self.key))
        return self._ids(found, access.state_manager)

    def _sparse(self, access: Any) -> bases.IdWeightPair:
        return bases.IdWeightPair(access.get(self), None)


class _HashedFields(NamedTuple):
    key: Any
    hash_bucket_size: Any
    dtype: Any


class _Hashed(_OfOneFeature, _HashedFields):
    __slots__ = ()

    def _ids(self, tensor: Any, state_manager: Any) -> Any:
        if not isinstance(tensor, SparseTensor):
            raise ValueError("SparseColumn input must be a SparseTensor.")
        assert_string_or_int(tensor.dtype, prefix=f"column_name: {self.key} input_tensor")
        keep_types(tensor.dtype, self.dtype, self.key)
        values = tensor.values
        if self.dtype != dtypes.string:
            values = apply_op("AsString", values, name=None)
        ids = apply_op("StringToHashBucketFast", values, num_buckets=self.hash_bucket_size, name="lookup")
        return SparseTensor(tensor.indices, ids, tensor.dense_shape)

    def _count_buckets(self, interface: str) -> int:
        return self.hash_bucket_size


class HashedCategoricalColumn(
    NewCategorical, OldCategorical, _Hashed, bases.CategoricalColumn, bases._CategoricalColumn
):
    """See `categorical_column_with_hash_bucket`."""


class _HashedCategoricalColumn(OldCategorical, _Hashed, bases._CategoricalColumn):
    """HashedCategoricalColumn of older programs."""


class _WithVocabulary(_OfOneFeature):
    """Ids from a lookup table."""

    __slots__ = ()
    _table: Any

    def _ids(self, tensor: Any, state_manager: Any) -> Any:
        keep_types(tensor.dtype, self.dtype, self.key)
        assert_string_or_int(tensor.dtype, prefix=f"column_name: {self.key} input_tensor")
        key_dtype = self.dtype
        if tensor.dtype.is_integer:  # TF1: tables have keys of 64 bits
            key_dtype = dtypes.int64
            tensor = math_casts.cast(tensor, dtypes.int64)
        name = f"{self.key}_lookup"
        table = self._table(key_dtype, name)
        if state_manager is not None:
            state_manager.add_resource(self, name, table)
        return table.lookup(tensor)


class _VocabularyFileFields(NamedTuple):
    key: Any
    vocabulary_file: Any
    vocabulary_size: Any
    num_oov_buckets: Any
    dtype: Any
    default_value: Any


class _VocabularyFile(_WithVocabulary, _VocabularyFileFields):
    __slots__ = ()

    def _table(self, key_dtype: Any, name: str) -> Any:
        from tf1compat._facade import lookup_ops

        return lookup_ops.index_table_from_file(
            vocabulary_file=self.vocabulary_file,
            num_oov_buckets=self.num_oov_buckets,
            vocab_size=self.vocabulary_size,
            default_value=self.default_value,
            key_dtype=key_dtype,
            name=name,
        )

    def _count_buckets(self, interface: str) -> int:
        return self.vocabulary_size + self.num_oov_buckets


class VocabularyFileCategoricalColumn(
    NewCategorical, OldCategorical, _VocabularyFile, bases.CategoricalColumn, bases._CategoricalColumn
):
    """See `categorical_column_with_vocabulary_file`."""


class _VocabularyFileCategoricalColumn(OldCategorical, _VocabularyFile, bases._CategoricalColumn):
    """VocabularyFileCategoricalColumn of older programs."""


class _VocabularyListFields(NamedTuple):
    key: Any
    vocabulary_list: Any
    dtype: Any
    default_value: Any
    num_oov_buckets: Any


class _VocabularyList(_WithVocabulary, _VocabularyListFields):
    __slots__ = ()

    def _table(self, key_dtype: Any, name: str) -> Any:
        from tf1compat._facade import lookup_ops

        return lookup_ops.index_table_from_tensor(
            vocabulary_list=tuple(self.vocabulary_list),
            default_value=self.default_value,
            num_oov_buckets=self.num_oov_buckets,
            dtype=key_dtype,
            name=name,
        )

    def _count_buckets(self, interface: str) -> int:
        return len(self.vocabulary_list) + self.num_oov_buckets


class VocabularyListCategoricalColumn(
    NewCategorical, OldCategorical, _VocabularyList, bases.CategoricalColumn, bases._CategoricalColumn
):
    """See `categorical_column_with_vocabulary_list`."""


class _VocabularyListCategoricalColumn(OldCategorical, _VocabularyList, bases._CategoricalColumn):
    """VocabularyListCategoricalColumn of older programs."""


class _Identity(_OfOneFeature):
    """Integers as they are, checked or with a default for what is out of range."""

    __slots__ = ()
    default_value: Any
    _count_buckets: Any
    _select: Any = staticmethod(where_v2)

    def _spec(self, interface: str) -> dict[str, Any]:
        return {self.key: VarLenFeature(dtypes.int64)}

    def _ids(self, tensor: Any, state_manager: Any) -> Any:
        if not tensor.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {tensor.dtype}")
        count = self._count_buckets("")
        values = math_casts.cast(tensor.values, dtypes.int64, name="values")
        num_buckets = math_casts.cast(count, dtypes.int64, name="num_buckets")
        zero = math_casts.cast(0, dtypes.int64, name="zero")
        if self.default_value is None:
            values = self._checked(values, num_buckets, zero)
        else:
            outside = math_elementwise.logical_or(values < zero, values >= num_buckets, name="out_of_range")
            dims = array_creation.shape(values)
            default = math_casts.cast(self.default_value, dtypes.int64)
            values = self._select(outside, array_creation.fill(dims, default, name="default_values"), values)
        return SparseTensor(indices=tensor.indices, values=values, dense_shape=tensor.dense_shape)

    def _checked(self, values: Any, num_buckets: Any, zero: Any) -> Any:
        less = check_ops.assert_less(
            values,
            num_buckets,
            data=(values, num_buckets),
            message=f'Bucket index for categorical column "{self.name}" exceeds number of buckets',
            name="assert_less_than_num_buckets",
        )
        greater = check_ops.assert_greater_equal(
            values,
            zero,
            data=(values,),
            message=f'Negative bucket index for categorical column "{self.name}"',
            name="assert_greater_or_equal_0",
        )
        with framework.control_dependencies((less, greater)):
            return array_ops.identity(values)


class _IdentityFields(NamedTuple):
    key: Any
    number_buckets: Any
    default_value: Any


class _OldIdentityFields(NamedTuple):
    key: Any
    num_buckets: Any
    default_value: Any


class IdentityCategoricalColumn(
    NewCategorical, OldCategorical, _Identity, _IdentityFields, bases.CategoricalColumn, bases._CategoricalColumn
):
    """See `categorical_column_with_identity`."""

    def _count_buckets(self, interface: str) -> int:
        return self.number_buckets


class _IdentityCategoricalColumn(OldCategorical, _Identity, _OldIdentityFields, bases._CategoricalColumn):
    """IdentityCategoricalColumn of older programs."""

    _select = staticmethod(where)

    def _count_buckets(self, interface: str) -> int:
        return self.num_buckets


class _WeightedFields(NamedTuple):
    categorical_column: Any
    weight_feature_key: Any
    dtype: Any


class _Weighted(_WeightedFields):
    __slots__ = ()

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    def _spec(self, interface: str) -> dict[str, Any]:
        config = getattr(self.categorical_column, interface)
        key = self.weight_feature_key
        if key in config:
            raise ValueError(f"Parse config {config[key]} already exists for {key}.")
        config[key] = VarLenFeature(self.dtype)
        return config

    def _count_buckets(self, interface: str) -> int:
        return getattr(self.categorical_column, interface)

    def _transform(self, access: Any) -> Any:
        weights = self._weights(access.get(self.weight_feature_key))
        return access.get(self.categorical_column), weights

    def _weights(self, tensor: Any) -> Any:
        if tensor is None:
            raise ValueError(f"Missing weights {self.weight_feature_key}.")
        tensor = convert_to_tensor_or_sparse_tensor(tensor)
        if self.dtype != tensor.dtype.base_dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype}, but got {tensor.dtype}.")
        if not isinstance(tensor, SparseTensor):
            tensor = _to_sparse_input_and_drop_ignore_values(tensor, ignore_value=0.0)
        return tensor if tensor.dtype.is_floating else math_casts.cast(tensor, dtypes.float32)

    def _sparse(self, access: Any) -> bases.IdWeightPair:
        return bases.IdWeightPair(*access.get(self))


class WeightedCategoricalColumn(
    NewCategorical, OldCategorical, _Weighted, bases.CategoricalColumn, bases._CategoricalColumn
):
    """See `weighted_categorical_column`."""

    @property
    def _is_v2_column(self) -> bool:  # type: ignore[override]
        return is_v2(self.categorical_column)

    @property
    def parents(self) -> list[Any]:
        return [self.categorical_column, self.weight_feature_key]


class _WeightedCategoricalColumn(OldCategorical, _Weighted, bases._CategoricalColumn):
    """WeightedCategoricalColumn of older programs."""


class _SequenceFields(NamedTuple):
    categorical_column: Any


class _Sequence(_SequenceFields):
    __slots__ = ()

    @property
    def name(self) -> str:
        return self.categorical_column.name

    def _spec(self, interface: str) -> dict[str, Any]:
        return getattr(self.categorical_column, interface)

    def _transform(self, access: Any) -> Any:
        return access.transformed(self.categorical_column)

    def _count_buckets(self, interface: str) -> int:
        return getattr(self.categorical_column, interface)

    def _sparse(self, access: Any) -> bases.IdWeightPair:
        """Ids of rank 3: batch, time, and all else."""
        ids, weights = access.sparse(self.categorical_column)
        shape = array_creation.shape(ids)
        target = [shape[0], shape[1], math_reductions.reduce_prod(shape[2:])]
        ids = sparse_reshape(ids, target)
        return bases.IdWeightPair(ids, None if weights is None else sparse_reshape(weights, target))


class SequenceCategoricalColumn(
    NewCategorical, OldCategorical, _Sequence, bases.CategoricalColumn, bases._CategoricalColumn
):
    """A categorical column whose second dimension is time."""

    @property
    def _is_v2_column(self) -> bool:  # type: ignore[override]
        return is_v2(self.categorical_column)

    @property
    def parents(self) -> list[Any]:
        return [self.categorical_column]


class _SequenceCategoricalColumn(OldCategorical, _Sequence, bases._CategoricalColumn):
    """SequenceCategoricalColumn of older programs."""


ANY_SEQUENCE = (SequenceCategoricalColumn, _SequenceCategoricalColumn)
