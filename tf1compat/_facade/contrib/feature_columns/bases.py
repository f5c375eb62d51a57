"""What all feature columns of `tf.contrib.layers` share: their interface, and the tensors made of them so far."""

from __future__ import annotations

import abc
from typing import Any, NamedTuple

from tf1compat._facade import array_ops
from tf1compat._facade.contrib.shape_layers import inner_flatten
from tf1compat._facade.platform import tf_logging


class _LinearEmbeddingLookupArguments(NamedTuple):
    """What a linear model looks up for a column."""

    input_tensor: Any
    weight_tensor: Any
    vocab_size: Any
    initializer: Any
    combiner: Any


class _DeepEmbeddingLookupArguments(NamedTuple):
    """What an input layer looks up for a column."""

    input_tensor: Any
    weight_tensor: Any
    vocab_size: Any
    initializer: Any
    combiner: Any
    dimension: Any
    shared_embedding_name: Any
    hash_key: Any
    max_norm: Any
    trainable: Any


class _FeatureColumn(metaclass=abc.ABCMeta):
    """A column of features; subclasses are named tuples of their arguments."""

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """Names its variables and scopes."""

    @property
    @abc.abstractmethod
    def config(self) -> dict[str, Any]:
        """Name -> how to parse the feature."""

    @property
    def key(self) -> str:
        """What columns are sorted and told apart by."""
        return str(self)

    @abc.abstractmethod
    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        """Put the column's tensor into `columns_to_tensors`, under the column."""

    def _to_dnn_input_layer(
        self, input_tensor: Any, weight_collection: Any = None, trainable: bool = True, output_rank: int = 2
    ) -> Any:
        raise ValueError("Calling an abstract method.")

    def _deep_embedding_lookup_arguments(self, input_tensor: Any) -> _DeepEmbeddingLookupArguments:
        raise NotImplementedError(f"No deep embedding lookup arguments for column {self}.")

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> _LinearEmbeddingLookupArguments:
        raise NotImplementedError(f"No wide embedding lookup arguments for column {self}.")

    def _to_dense_tensor(self, input_tensor: Any) -> Any:
        raise NotImplementedError(f"No dense tensor representation for column {self}.")

    def _checkpoint_path(self) -> tuple[str, str] | None:
        """The checkpoint that the column's variable starts from, and its name there."""
        return None

    def _key_without_properties(self, properties: Any) -> str:
        """The key without some fields: functions print as their address."""
        shown = (f"{field}={self[i]}" for i, field in enumerate(self._fields) if field not in properties)  # type: ignore
        return f"{type(self).__name__}({', '.join(shown)})"


class _FromCheckpoint:
    """Columns with `ckpt_to_load_from` and `tensor_name_in_ckpt`."""

    def _checkpoint_path(self) -> tuple[str, str] | None:
        fields: Any = self
        return None if fields.ckpt_to_load_from is None else (fields.ckpt_to_load_from, fields.tensor_name_in_ckpt)


def check_checkpoint(ckpt_to_load_from: Any, tensor_name_in_ckpt: Any) -> None:
    """ValueError if one of them is given alone."""
    if (ckpt_to_load_from is None) != (tensor_name_in_ckpt is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")


class _LazyBuilderByColumnsToTensor:
    """`inputs.get(column)` of the columns of `tf.feature_column`, for a dictionary of tensors."""

    def __init__(self, columns_to_tensors: dict[Any, Any]) -> None:
        self._columns_to_tensors = columns_to_tensors

    def get(self, key: Any) -> Any:
        """The tensor of a column or feature; a column's is made if it is not there."""
        if key in self._columns_to_tensors:
            return self._columns_to_tensors[key]
        if isinstance(key, str):
            raise ValueError(f"features dictionary doesn't contain key ({key})")
        if not isinstance(key, _FeatureColumn):
            raise TypeError(f'"key" must be either a "str" or "_FeatureColumn". Provided: {key}')
        key.insert_transformed_feature(self._columns_to_tensors)
        return self._columns_to_tensors[key]


def _reshape_real_valued_tensor(input_tensor: Any, output_rank: int, column_name: str | None = None) -> Any:
    """`input_tensor` with `output_rank` dimensions: one is added, or the inner ones are flattened.

    Raises:
      ValueError: more than one is missing.
    """
    rank = input_tensor.shape.ndims
    if rank is not None and output_rank > rank + 1:
        text = (
            f"Rank of input Tensor ({rank}) should be the same as output_rank ({output_rank}). For example, sequence "
            "data should typically be 3 dimensional (rank 3) while non-sequence data is typically 2 dimensional (rank 2)."
        )
        raise ValueError(text if column_name is None else f"Error while processing column {column_name}.{text}")
    if rank is not None and output_rank == rank + 1:
        tf_logging.warning(
            f"Rank of input Tensor ({rank}) should be the same as output_rank ({output_rank}) for column. Will attempt "
            "to expand dims. It is highly recommended that you resize your input, as this behavior may change."
        )
        return array_ops.expand_dims(input_tensor, -1, name="expand_dims")
    return input_tensor if output_rank == rank else inner_flatten(input_tensor, output_rank)
