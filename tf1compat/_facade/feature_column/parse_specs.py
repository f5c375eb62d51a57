"""`make_parse_example_spec`: what `tf.parse_example` has to read for a list of columns."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.feature_column.bases import FeatureColumn, _FeatureColumn


def _merged(columns: Any, kind: Any, kinds: str, interface: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column in columns:
        if not isinstance(column, kind):
            raise ValueError(f"All feature_columns must be {kinds} instances. Given: {column}")
        for key, value in getattr(column, interface).items():
            if key in found and value != found[key]:
                raise ValueError(
                    f"feature_columns contain different parse_spec for key {key}. Given {value} and {found[key]}"
                )
            found[key] = value
    return found


def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    """Name -> FixedLenFeature or VarLenFeature, for `tf.parse_example`.

    Raises:
      ValueError: something is no column, or columns contradict each other.
    """
    return _merged(feature_columns, _FeatureColumn, "_FeatureColumn", "_parse_example_spec")


def make_parse_example_spec_v2(feature_columns: Any) -> dict[str, Any]:
    """`make_parse_example_spec` by the interface of 1.15."""
    return _merged(feature_columns, FeatureColumn, "FeatureColumn", "parse_example_spec")
