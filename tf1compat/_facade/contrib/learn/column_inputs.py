"""Inputs of canned models from feature columns, those of tf.contrib.layers and those of tf.feature_column."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.collections import get_collection
from tf1compat._facade.contrib.feature_columns import column_layers
from tf1compat._facade.contrib.feature_columns.bases import _FeatureColumn
from tf1compat._facade.contrib.feature_columns.dense_columns import _EmbeddingColumn
from tf1compat._facade.contrib.learn import estimator_inputs
from tf1compat._facade.feature_column import old_layers
from tf1compat._facade.graph import Graph


def _are_contribs(columns: Any) -> bool:
    return all(isinstance(c, _FeatureColumn) for c in columns)


def dense_input(features: Any, columns: Any, collection: str, scope: Any) -> Any:
    """The features of `columns` side by side, [batch_size, sum of widths]."""
    if _are_contribs(columns):
        return column_layers.input_from_feature_columns(
            columns_to_tensors=features, feature_columns=columns, weight_collections=[collection], scope=scope
        )
    return old_layers.input_layer(features=features, feature_columns=columns, weight_collections=[collection])


def weighted_sum(features: Any, columns: Any, units: int, collection: str, scope: Any, joint: bool = False) -> Any:
    """A linear model of `columns`, [batch_size, units]; `joint`: all weights are one variable.

    Raises:
      AssertionError: `joint` with columns of tf.feature_column.
    """
    if not _are_contribs(columns):
        assert not joint, "joint weights are incompatible with the core FeatureColumns."
        return old_layers.linear_model(
            features=features, feature_columns=columns, units=units, weight_collections=[collection]
        )
    layer = (
        column_layers.joint_weighted_sum_from_feature_columns
        if joint
        else column_layers.weighted_sum_from_feature_columns
    )
    return layer(
        columns_to_tensors=features,
        feature_columns=columns,
        num_outputs=units,
        weight_collections=[collection],
        scope=scope,
    )[0]


def gradient_multipliers(by_column: Any, collection: str, input_scope: str) -> dict[Any, float] | None:
    """Factors of gradients by variable, from those of embedding columns.

    Raises:
      ValueError: a column has no embedding.
    """
    if not by_column:
        return None
    found: dict[Any, float] = {}
    for column, factor in by_column.items():
        if not isinstance(column, _EmbeddingColumn):
            raise ValueError(
                f"learning rate multipler can only be defined for embedding columns. It is defined for {column}"
            )
        embedding = get_collection(collection, f"{input_scope}/{column.name}")
        if not embedding:
            raise ValueError(f"Couldn't find a variable for column {column}")
        found.update(dict.fromkeys(embedding, factor))
    return found


def infer_real_valued_columns_from_input_fn(input_fn: Callable[[], Any]) -> list[Any]:
    """A `real_valued_column` for each feature that `input_fn` gives."""
    with Graph().as_default():
        features, _ = input_fn()
        return column_layers.infer_real_valued_columns(features)


def infer_real_valued_columns_from_input(x: Any) -> list[Any]:
    """A `real_valued_column` for an array of numbers, [examples, dimension], or for each of a dictionary."""
    input_fn, _ = estimator_inputs.input_and_feed_fn(x, None, None, None, None)
    return infer_real_valued_columns_from_input_fn(input_fn)
