"""`tf.keras.layers.DenseFeatures` and `tf.keras.experimental.SequenceFeatures`: layers of feature columns."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.feature_column import bases, feature_layers
from tf1compat._facade.feature_column.states import _StateManagerImpl
from tf1compat._facade.keras.engine.layer import Layer

_PLAIN = feature_layers._BaseFeaturesLayer


class _FeaturesLayer(Layer):
    """Makes the state of columns and puts their tensors side by side; called with a dictionary of features."""

    _column_type: Any = None
    _is_feature_layer = True

    def __init__(self, feature_columns: Any, trainable: bool = True, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        self._feature_columns = bases._normalize_feature_columns(feature_columns)
        self._state_manager = _StateManagerImpl(self, self.trainable)
        for column in self._feature_columns:
            if not isinstance(column, self._column_type):
                raise ValueError(
                    f"Items of feature_columns must be a {self._column_type}. You can wrap a categorical column with an "
                    f"embedding_column or indicator_column. Given: {column}"
                )

    def build(self, input_shape: Any) -> None:
        for column in self._feature_columns:
            with feature_layers._scope(self.name), feature_layers._scope(column.name):
                column.create_state(self._state_manager)
        self.built = True

    compute_output_shape: Any = _PLAIN.compute_output_shape
    _process_dense_tensor: Any = _PLAIN._process_dense_tensor
    _verify_and_concat_tensors: Any = _PLAIN._verify_and_concat_tensors

    def get_config(self) -> dict[str, Any]:
        columns = feature_layers._serialized(self._feature_columns)
        return {**super().get_config(), "feature_columns": columns}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        return feature_layers._from_config(cls, config, custom_objects)


class DenseFeatures(_FeaturesLayer):
    """Dense columns side by side: [batch_size, sum of their elements].

    Args:
      feature_columns: dense columns (numeric, bucketized, embedding, indicator …).

    Raises:
      ValueError: a column is not dense.
    """

    _column_type = bases.DenseColumn
    _target_shape: Any = feature_layers.DenseFeatures._target_shape
    call: Any = feature_layers.DenseFeatures.call


class SequenceFeatures(_FeaturesLayer):
    """Columns of sequences side by side: [batch_size, length, sum of their elements], and the lengths.

    Raises:
      ValueError: a column is none of sequences.
    """

    _column_type = bases.SequenceDenseColumn
    _target_shape: Any = feature_layers.SequenceFeatures._target_shape
    call: Any = feature_layers.SequenceFeatures.call
