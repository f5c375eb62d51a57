"""Columns of sequences, and context beside them."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import array_creation, array_ops, check_ops, check_shapes, framework, sparse_ops
from tf1compat._facade.feature_column import bases, columns
from tf1compat._facade.feature_column.arguments import _check_shape, check_numeric
from tf1compat._facade.feature_column.categorical import SequenceCategoricalColumn
from tf1compat._facade.feature_column.embedding import sequence_length_from_sparse_tensor
from tf1compat._facade.feature_column.two_interfaces import NewSequence
from tf1compat._facade.parsing_ops import VarLenFeature
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


def concatenate_context_input(context_input: Any, sequence_input: Any) -> Any:
    """`context_input` [batch, k] at every step of `sequence_input` [batch, length, n]: [batch, length, n + k].

    Raises:
      ValueError, TypeError: a rank or type is another.
    """
    checks = [
        check_shapes.assert_rank(
            sequence_input, 3, message="sequence_input must have rank 3", data=[array_creation.shape(sequence_input)]
        ),
        check_shapes.assert_type(
            sequence_input,
            dtypes.float32,
            message=f"sequence_input must have dtype float32; got {sequence_input.dtype}.",
        ),
        check_shapes.assert_rank(
            context_input, 2, message="context_input must have rank 2", data=[array_creation.shape(context_input)]
        ),
        check_shapes.assert_type(
            context_input, dtypes.float32, message=f"context_input must have dtype float32; got {context_input.dtype}."
        ),
    ]
    with framework.control_dependencies(checks):
        length = array_creation.shape(sequence_input)[1]
        expanded = array_ops.expand_dims(context_input, 1)
        tiled = array_ops.tile(expanded, array_ops.concat([[1], [length], [1]], 0))
    return array_ops.concat([sequence_input, tiled], 2)


def sequence_categorical_column_with_identity(key: str, num_buckets: int, default_value: int | None = None) -> Any:
    """`categorical_column_with_identity` of sequences."""
    return SequenceCategoricalColumn(columns.categorical_column_with_identity(key, num_buckets, default_value))


def sequence_categorical_column_with_hash_bucket(key: str, hash_bucket_size: int, dtype: Any = dtypes.string) -> Any:
    """`categorical_column_with_hash_bucket` of sequences."""
    return SequenceCategoricalColumn(columns.categorical_column_with_hash_bucket(key, hash_bucket_size, dtype))


def sequence_categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: Any = dtypes.string,
) -> Any:
    """`categorical_column_with_vocabulary_file` of sequences."""
    return SequenceCategoricalColumn(
        columns.categorical_column_with_vocabulary_file(
            key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype
        )
    )


def sequence_categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0
) -> Any:
    """`categorical_column_with_vocabulary_list` of sequences."""
    return SequenceCategoricalColumn(
        columns.categorical_column_with_vocabulary_list(key, vocabulary_list, dtype, default_value, num_oov_buckets)
    )


def sequence_numeric_column(
    key: str, shape: Any = (1,), default_value: float = 0.0, dtype: Any = dtypes.float32, normalizer_fn: Any = None
) -> Any:
    """A column of sequences of numbers; arguments as for `numeric_column`.

    Raises:
      TypeError, ValueError: an argument is of the wrong type or shape.
    """
    found = _check_shape(shape, key)
    check_numeric(dtype, key, normalizer_fn)
    return SequenceNumericColumn(key, found, default_value, dtype, normalizer_fn)


class _SequenceNumericFields(NamedTuple):
    key: Any
    shape: Any
    default_value: Any
    dtype: Any
    normalizer_fn: Any


class SequenceNumericColumn(NewSequence, _SequenceNumericFields, bases.SequenceDenseColumn):
    """See `sequence_numeric_column`."""

    @property
    def name(self) -> str:
        return self.key

    @property
    def parents(self) -> list[Any]:
        return [self.key]

    @property
    def variable_shape(self) -> Any:
        return TensorShape(self.shape)

    def _spec(self, interface: str) -> dict[str, Any]:
        return {self.key: VarLenFeature(self.dtype)}

    def _transform(self, access: Any) -> Any:
        tensor = access.get(self.key)
        return tensor if self.normalizer_fn is None else self.normalizer_fn(tensor)

    def _sequence(self, access: Any) -> bases.TensorSequenceLengthPair:
        sparse = access.get(self)
        dense = sparse_ops.sparse_tensor_to_dense(sparse, default_value=self.default_value)
        shape = array_ops.concat([array_creation.shape(dense)[:1], [-1], self.variable_shape], axis=0)
        dense = array_ops.reshape(dense, shape=shape)
        count = self.variable_shape.num_elements() if sparse.shape.ndims == 2 else 1
        return bases.TensorSequenceLengthPair(dense, sequence_length_from_sparse_tensor(sparse, num_elements=count))


def _assert_all_equal_and_return(tensors: Any, name: str | None = None) -> Any:
    """The first of tensors that are checked to be equal."""
    with framework.name_scope(name, "assert_all_equal", values=tensors):
        if len(tensors) == 1:
            return tensors[0]
        checks = [check_ops.assert_equal(tensors[0], t) for t in tensors[1:]]
        with framework.control_dependencies(checks):
            return array_ops.identity(tensors[0])
