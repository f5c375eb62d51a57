"""The kinds of feature columns: the classes of 1.15 and, with an underscore, those of older programs."""

from __future__ import annotations

import abc
from typing import Any, NamedTuple


class IdWeightPair(NamedTuple):
    """Sparse ids of a categorical column, and their weights or None."""

    id_tensor: Any
    weight_tensor: Any


class TensorSequenceLengthPair(NamedTuple):
    """A dense tensor of sequences and their lengths."""

    dense_tensor: Any
    sequence_length: Any


class _Ordered:
    """Columns are sorted by what they print as."""

    def __lt__(self, other: Any) -> bool:
        return str(self) < str(other)

    def __gt__(self, other: Any) -> bool:
        return str(self) > str(other)


class FeatureColumn(_Ordered, metaclass=abc.ABCMeta):
    """A column of features."""

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """Its name, which names variables and scopes, too."""

    @abc.abstractmethod
    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The transformed feature; other columns' come from `transformation_cache.get(column, state_manager)`."""

    @property
    @abc.abstractmethod
    def parse_example_spec(self) -> dict[str, Any]:
        """Name -> FixedLenFeature or VarLenFeature, for `tf.parse_example`."""

    def create_state(self, state_manager: Any) -> None:
        """Make the column's variables with `state_manager.create_variable`; most have none."""
        return None

    @property
    @abc.abstractmethod
    def _is_v2_column(self) -> bool:
        """Whether the column and all it is made of are of this class."""

    @property
    @abc.abstractmethod
    def parents(self) -> list[Any]:
        """Columns and names of features that it is made of."""

    @abc.abstractmethod
    def _get_config(self) -> dict[str, Any]:
        """The constructor's arguments as plain data."""

    @classmethod
    def _from_config(cls, config: dict[str, Any], custom_objects: Any = None, columns_by_name: Any = None) -> Any:
        """A column of what `_get_config` gave."""
        raise NotImplementedError(f"{cls.__name__} does not say how to be made from {config}")


class DenseColumn(FeatureColumn):
    """A column that can be an input of `DenseFeatures`: a float tensor."""

    @property
    @abc.abstractmethod
    def variable_shape(self) -> Any:
        """Shape of the tensor without the batch dimension."""

    @abc.abstractmethod
    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The tensor, [batch_size] + variable_shape."""


class CategoricalColumn(FeatureColumn):
    """A column of ids from `range(num_buckets)`."""

    IdWeightPair = IdWeightPair

    @property
    @abc.abstractmethod
    def num_buckets(self) -> int:
        """Number of ids."""

    @abc.abstractmethod
    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> IdWeightPair:
        """The ids, and weights or None, as SparseTensors."""


class SequenceDenseColumn(FeatureColumn):
    """A column of sequences."""

    TensorSequenceLengthPair = TensorSequenceLengthPair

    @abc.abstractmethod
    def get_sequence_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> TensorSequenceLengthPair:
        """The tensor, [batch_size, length] + variable_shape, and the lengths."""


class _FeatureColumn(_Ordered, metaclass=abc.ABCMeta):
    """FeatureColumn of older programs."""

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """Its name."""

    @property
    def _var_scope_name(self) -> str:
        """Name of the scope of its variables."""
        return self.name

    @abc.abstractmethod
    def _transform_feature(self, inputs: Any) -> Any:
        """The transformed feature; other columns' come from `inputs.get(column)`."""

    @property
    @abc.abstractmethod
    def _parse_example_spec(self) -> dict[str, Any]:
        """Name -> FixedLenFeature or VarLenFeature."""


class _DenseColumn(_FeatureColumn):
    """DenseColumn of older programs."""

    @property
    @abc.abstractmethod
    def _variable_shape(self) -> Any:
        """Shape of the tensor without the batch dimension."""

    @abc.abstractmethod
    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        """The tensor, [batch_size] + _variable_shape."""


class _CategoricalColumn(_FeatureColumn):
    """CategoricalColumn of older programs."""

    IdWeightPair = IdWeightPair

    @property
    @abc.abstractmethod
    def _num_buckets(self) -> int:
        """Number of ids."""

    @abc.abstractmethod
    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        """The ids, and weights or None, as SparseTensors."""


class _SequenceDenseColumn(_FeatureColumn):
    """SequenceDenseColumn of older programs."""

    TensorSequenceLengthPair = TensorSequenceLengthPair

    @abc.abstractmethod
    def _get_sequence_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        """The tensor and the lengths."""


def is_feature_column_v2(feature_columns: Any) -> bool:
    """Whether all columns are of the classes of 1.15, in all their parts."""
    return all(isinstance(column, FeatureColumn) and column._is_v2_column for column in feature_columns)


def _normalize_feature_columns(feature_columns: Any, kind: Any = FeatureColumn) -> list[Any]:
    """The columns sorted by name; a single one as a list.

    Raises:
      ValueError: there are none, two of one name, or something is no column.
    """
    found = [feature_columns] if isinstance(feature_columns, kind) else feature_columns
    if isinstance(found, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    found = list(found)
    for column in found:
        if not isinstance(column, kind):
            raise ValueError(
                f"Items of feature_columns must be a {kind.__name__}. Given (type {type(column)}): {column}."
            )
    if not found:
        raise ValueError("feature_columns must not be empty.")
    by_name: dict[str, Any] = {}
    for column in found:
        if column.name in by_name:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and {by_name[column.name]}. This usually "
                "means that these columns refer to same base feature. Either one must be discarded or a duplicated but "
                "renamed item must be inserted in features dict."
            )
        by_name[column.name] = column
    return sorted(found, key=lambda column: column.name)


def _verify_static_batch_size_equality(tensors: Any, columns: Any) -> None:
    """ValueError if the known first dimensions differ."""
    known = [(t.shape[0], c) for t, c in zip(tensors, columns) if t.shape[0].value is not None]
    for size, column in known[1:]:
        first, first_column = known[0]
        if size.value != first.value:
            raise ValueError(
                "Batch size (first dimension) of each feature must be same. Batch size of columns "
                f"({first_column.name}, {column.name}): ({first}, {size})"
            )
