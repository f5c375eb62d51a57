"""How the features of `tf.contrib.layers` columns are parsed: specifications, and placeholders like them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import parsing_ops
from tf1compat._facade.contrib.feature_columns.bases import _FeatureColumn
from tf1compat._facade.framework import placeholder
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import sparse_placeholder


def _get_feature_config(feature_column: Any) -> dict[str, Any]:
    if not isinstance(feature_column, _FeatureColumn):
        raise TypeError(
            f"feature_columns should only contain instances of _FeatureColumn. Given column is {feature_column}"
        )
    return feature_column.config


def create_feature_spec_for_parsing(feature_columns: Any) -> dict[str, Any]:
    """The features of columns, for `tf.parse_example`.

    Args:
      feature_columns: columns of tf.contrib.layers, or a dictionary of them.

    Raises:
      TypeError: something else is among them.
    """
    columns = feature_columns.values() if isinstance(feature_columns, dict) else feature_columns
    return {name: feature for column in columns for name, feature in _get_feature_config(column).items()}


def _create_sequence_feature_spec_for_parsing(
    sequence_feature_columns: Any, allow_missing_by_default: bool = False
) -> dict[str, Any]:
    """The same features as lists of a SequenceExample."""
    found: dict[str, Any] = {}
    for key, feature in create_feature_spec_for_parsing(sequence_feature_columns).items():
        if isinstance(feature, parsing_ops.VarLenFeature):
            found[key] = feature
            continue
        if not isinstance(feature, (parsing_ops.FixedLenFeature, parsing_ops.FixedLenSequenceFeature)):
            raise TypeError(f"Unsupported feature type: {type(feature).__name__}")
        has_default = feature.default_value is not None
        if has_default:
            tf_logging.warning(
                f'Found default value {feature.default_value} for feature "{key}". Ignoring this value and setting '
                "`allow_missing=True` instead."
            )
        missing = allow_missing_by_default or has_default
        found[key] = parsing_ops.FixedLenSequenceFeature(
            shape=feature.shape, dtype=feature.dtype, allow_missing=missing
        )
    return found


def make_place_holder_tensors_for_base_features(feature_columns: Any) -> dict[str, Any]:
    """A placeholder for each feature of columns: sparse ones for features of varying length."""
    found: dict[str, Any] = {}
    for name, feature in create_feature_spec_for_parsing(feature_columns).items():
        if isinstance(feature, parsing_ops.VarLenFeature):
            found[name] = sparse_placeholder(feature.dtype, name=f"Placeholder_{name}")
        else:
            shape = (None, feature.shape[0])
            found[name] = placeholder(feature.dtype, shape=shape, name=f"Placeholder_{name}")
    return found
