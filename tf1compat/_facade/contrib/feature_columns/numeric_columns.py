"""Columns of numbers of `tf.contrib.layers`: as they are, of varying length, or as buckets."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import array_creation, array_ops, init_ops, math_casts, math_ranges, parsing_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.contrib.feature_columns.bases import (
    _FeatureColumn,
    _LazyBuilderByColumnsToTensor,
    _LinearEmbeddingLookupArguments,
    _reshape_real_valued_tensor,
)
from tf1compat._facade.feature_column import bases as core
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


class _VarLenFields(NamedTuple):
    column_name: Any
    default_value: Any
    dtype: Any
    normalizer: Any
    is_sparse: Any


class _RealValuedVarLenColumn(_VarLenFields, _FeatureColumn):
    """Numbers, as many as there are."""

    @property
    def name(self) -> str:
        return self.column_name

    @property
    def config(self) -> dict[str, Any]:
        if self.is_sparse:
            return {self.column_name: parsing_ops.VarLenFeature(self.dtype)}
        padded = parsing_ops.FixedLenSequenceFeature(
            [], self.dtype, allow_missing=True, default_value=self.default_value
        )
        return {self.column_name: padded}

    @property
    def key(self) -> str:
        return self._key_without_properties(["normalizer"])

    @property
    def normalizer_fn(self) -> Any:
        """Applied to the numbers."""
        return self.normalizer

    def _normalized_input_tensor(self, tensor: Any) -> Any:
        if self.normalizer is None:
            return tensor
        if self.is_sparse:
            return SparseTensor(tensor.indices, self.normalizer(tensor.values), tensor.dense_shape)
        return self.normalizer(tensor)

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        normalized = self._normalized_input_tensor(columns_to_tensors[self.name])
        columns_to_tensors[self] = math_casts.cast(normalized, dtypes.float32)

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        return _reshape_real_valued_tensor(self._to_dense_tensor(input_tensor), output_rank, self.name)

    def _to_dense_tensor(self, input_tensor: Any) -> Any:
        if not self.is_sparse:
            return input_tensor
        raise ValueError(f"Set is_sparse to False if you want a dense Tensor for column_name: {self.name}")


def _real_valued_var_len_column(
    column_name: str,
    default_value: Any = None,
    dtype: Any = dtypes.float32,
    normalizer: Any = None,
    is_sparse: bool = False,
) -> _RealValuedVarLenColumn:
    """A column of as many numbers as there are: padded with `default_value`, or sparse."""
    if not (dtype.is_integer or dtype.is_floating):
        raise TypeError(f"dtype must be convertible to float. dtype: {dtype}, column_name: {column_name}")
    if default_value is None and not is_sparse:
        raise ValueError(
            f"default_value must be provided when is_sparse=False to parse a padded Tensor. column_name: {column_name}"
        )
    if isinstance(default_value, list):
        raise ValueError(f"Only scalar default value. default_value: {default_value}, column_name: {column_name}")
    if default_value is not None:
        default_value = int(default_value) if dtype.is_integer else float(default_value)
    return _RealValuedVarLenColumn(column_name, default_value, dtype, normalizer, is_sparse)


class _RealValuedFields(NamedTuple):
    column_name: Any
    dimension: Any
    default_value: Any
    dtype: Any
    normalizer: Any


class _RealValuedColumn(_RealValuedFields, _FeatureColumn, core._DenseColumn):
    """A fixed number of numbers."""

    def __new__(cls, column_name: str, dimension: int, default_value: Any, dtype: Any, normalizer: Any) -> Any:
        default = None if default_value is None else tuple(default_value)
        return super().__new__(cls, column_name, dimension, default, dtype, normalizer)

    @property
    def name(self) -> str:
        return self.column_name

    @property
    def config(self) -> dict[str, Any]:
        default = None if self.default_value is None else list(self.default_value)
        return {self.column_name: parsing_ops.FixedLenFeature([self.dimension], self.dtype, default)}

    @property
    def key(self) -> str:
        return self._key_without_properties(["normalizer"])

    @property
    def normalizer_fn(self) -> Any:
        """Applied to the numbers."""
        return self.normalizer

    def _normalized_input_tensor(self, tensor: Any) -> Any:
        return tensor if self.normalizer is None else self.normalizer(tensor)

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        normalized = self._normalized_input_tensor(columns_to_tensors[self.name])
        columns_to_tensors[self] = math_casts.cast(normalized, dtypes.float32)

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        tensor = self._to_dense_tensor(input_tensor)
        if tensor.dtype != dtypes.float32:
            tensor = math_casts.cast(tensor, dtypes.float32)
        return _reshape_real_valued_tensor(tensor, output_rank, self.name)

    def _to_dense_tensor(self, input_tensor: Any) -> Any:
        return input_tensor

    @property
    def _variable_shape(self) -> TensorShape:
        return TensorShape([self.dimension])

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return inputs.get(self)

    def _transform_feature(self, inputs: Any) -> Any:
        return math_casts.cast(self._normalized_input_tensor(inputs.get(self.name)), dtypes.float32)

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config


def real_valued_column(
    column_name: str,
    dimension: int = 1,
    default_value: Any = None,
    dtype: Any = dtypes.float32,
    normalizer: Any = None,
) -> _RealValuedColumn:
    """A column of numbers.

    Args:
      column_name: name of the feature.
      dimension: how many numbers.
      default_value: what stands for missing ones: a number for all, or a list of `dimension`.
      dtype: type of the feature; the column is float32.
      normalizer: a function applied to the tensor.

    Raises:
      TypeError: `dimension` is no integer; `default_value` does not go with `dtype`.
      ValueError: `dimension` is less than 1, a list has another length, or `dtype` is no number.
    """
    of = f"column_name: {column_name}"
    if dimension is None:
        raise TypeError(
            "dimension must be an integer. Use the _real_valued_var_len_column for variable length features."
            f"dimension: {dimension}, {of}"
        )
    if not isinstance(dimension, int):
        raise TypeError(f"dimension must be an integer. dimension: {dimension}, {of}")
    if dimension < 1:
        raise ValueError(f"dimension must be greater than 0. dimension: {dimension}, {of}")
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, {of}")
    default = _default(default_value, dimension, dtype, of)
    return _RealValuedColumn(column_name, dimension, default, dtype, normalizer)


def _default(value: Any, dimension: int, dtype: Any, of: str) -> Any:
    """The default as a list of numbers of `dtype`; integers become floats, floats never integers."""
    if value is None:
        return None
    values: list[Any]
    if isinstance(value, (int, float)):
        values = [value] * dimension
    elif isinstance(value, list):
        if len(value) != dimension:
            raise ValueError(
                "The length of default_value must be equal to dimension. "
                f"default_value: {value}, dimension: {dimension}, {of}"
            )
        values = value
    else:
        values = [None]
    if all(isinstance(v, int) for v in values) and dtype.is_integer:
        return values
    if all(isinstance(v, (int, float)) for v in values) and dtype.is_floating:
        return [float(v) for v in values]
    raise TypeError(f"default_value must be compatible with dtype. default_value: {value}, dtype: {dtype}, {of}")


class _BucketizedFields(NamedTuple):
    source_column: Any
    boundaries: Any


class _BucketizedColumn(_BucketizedFields, _FeatureColumn, core._CategoricalColumn, core._DenseColumn):
    """Numbers as the buckets that they are in.

    Raises:
      TypeError: the source is no `real_valued_column`.
      ValueError: the boundaries do not increase; equal ones count once.
    """

    def __new__(cls, source_column: Any, boundaries: Any) -> Any:
        if not isinstance(source_column, _RealValuedColumn):
            raise TypeError(f"source_column must be an instance of _RealValuedColumn. source_column: {source_column}")
        if source_column.dimension is None:
            raise ValueError(f"source_column must have a defined dimension. source_column: {source_column}")
        if not isinstance(boundaries, (list, tuple)) or not boundaries:
            raise ValueError(f"boundaries must be a non-empty list or tuple. boundaries: {boundaries}")
        if any(a > b for a, b in zip(boundaries, boundaries[1:])):
            raise ValueError(f"boundaries must be a sorted list. boundaries: {boundaries}")
        kept = [a for a, b in zip(boundaries, boundaries[1:]) if a != b]
        return super().__new__(cls, source_column, (*kept, boundaries[-1]))

    @property
    def name(self) -> str:
        return f"{self.source_column.name}_bucketized"

    @property
    def length(self) -> int:
        """How many buckets."""
        return len(self.boundaries) + 1

    @property
    def config(self) -> dict[str, Any]:
        return self.source_column.config

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collections: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        if output_rank != 2:
            raise ValueError("BucketizedColumn currently only supports output_rank=2")
        ids = math_casts.cast(input_tensor, dtypes.int64)
        one_hot = array_creation.one_hot(ids, self.length, 1.0, 0.0, name="one_hot")
        return array_ops.reshape(one_hot, [-1, self.length * self.source_column.dimension], name="reshape")

    def to_sparse_tensor(self, input_tensor: Any) -> SparseTensor:
        """The buckets as sparse ids; each dimension has ids of its own."""
        dimension = self.source_column.dimension
        batch_size = array_creation.shape(input_tensor, name="shape")[0]
        if dimension > 1:
            rows = array_ops.expand_dims(math_ranges.range(0, batch_size), 1, name="expand_dims")
            row = array_ops.reshape(array_ops.tile(rows, [1, dimension], name="tile"), [-1], name="reshape")
            column = array_ops.tile(math_ranges.range(0, dimension), [batch_size], name="tile")
            ids = array_ops.reshape(input_tensor, [-1], name="reshape") + self.length * column
        else:
            row = math_ranges.range(0, batch_size)
            column = array_creation.zeros([batch_size], dtype=dtypes.int32, name="zeros")
            ids = array_ops.reshape(input_tensor, [-1], name="reshape")
        indices = math_casts.cast(array_ops.transpose(array_ops.stack((row, column))), dtypes.int64)
        shape = math_casts.cast(array_ops.stack([batch_size, dimension]), dtypes.int64)
        return SparseTensor(indices, ids, shape)

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> _LinearEmbeddingLookupArguments:
        ids = self.to_sparse_tensor(input_tensor)
        size = self.length * self.source_column.dimension
        return _LinearEmbeddingLookupArguments(ids, None, size, init_ops.zeros_initializer(), "sum")

    def _transform_feature(self, inputs: Any) -> Any:
        source = inputs.get(self.source_column)
        return apply_op("Bucketize", source, boundaries=list(self.boundaries), name="bucketize")

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        columns_to_tensors[self] = self._transform_feature(_LazyBuilderByColumnsToTensor(columns_to_tensors))

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.config

    @property
    def _num_buckets(self) -> int:
        return self.length * self.source_column.dimension

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return core.IdWeightPair(self.to_sparse_tensor(inputs.get(self)), None)

    @property
    def _variable_shape(self) -> TensorShape:
        return TensorShape([self.length * self.source_column.dimension])

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self._to_dnn_input_layer(inputs.get(self), weight_collections, bool(trainable))


def bucketized_column(source_column: Any, boundaries: Any) -> _BucketizedColumn:
    """A column of the buckets, between `boundaries`, of the numbers of a `real_valued_column`."""
    return _BucketizedColumn(source_column, boundaries)
