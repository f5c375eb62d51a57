"""Parsing specifications of examples with labels and weights."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.feature_column import columns as column_functions
from tf1compat._facade.feature_column import numeric, parse_specs
from tf1compat._facade.parsing_ops import FixedLenFeature
from tf1compat._jaxcore.base import dtypes


def classifier_parse_example_spec(
    feature_columns: Any,
    label_key: str,
    label_dtype: Any = dtypes.int64,
    label_default: Any = None,
    weight_column: Any = None,
) -> dict[str, Any]:
    """What `tf.parse_example` needs to read features, one label, and weights.

    Args:
      feature_columns: the columns.
      label_key: name of the label.
      label_dtype, label_default: its type, and its value where it is absent.
      weight_column: name or numeric column of weights.

    Raises:
      ValueError: the label or the weights are among the features.
    """
    return _spec(feature_columns, label_key, FixedLenFeature((1,), label_dtype, label_default), weight_column)


def regressor_parse_example_spec(
    feature_columns: Any,
    label_key: str,
    label_dtype: Any = dtypes.float32,
    label_default: Any = None,
    label_dimension: int = 1,
    weight_column: Any = None,
) -> dict[str, Any]:
    """The same for `label_dimension` numbers as label."""
    label = FixedLenFeature((label_dimension,), label_dtype, label_default)
    return _spec(feature_columns, label_key, label, weight_column)


def _spec(columns: Any, label_key: str, label: Any, weights: Any) -> dict[str, Any]:
    found = parse_specs.make_parse_example_spec(columns)
    if label_key in found:
        raise ValueError(f"label should not be used as feature. label_key: {label_key}, features: {found.keys()}")
    found[label_key] = label
    if weights is None:
        return found
    weights = column_functions.numeric_column(weights) if isinstance(weights, str) else weights
    if not isinstance(weights, numeric.NumericColumn):
        raise ValueError(
            "weight_column should be an instance of tf.feature_column.numeric_column. Given type: "
            f"{type(weights)} value: {weights}"
        )
    if weights.key in found:
        raise ValueError(
            f"weight_column should not be used as feature. weight_column: {weights.key}, features: {found.keys()}"
        )
    found.update(weights.parse_example_spec)
    return found
