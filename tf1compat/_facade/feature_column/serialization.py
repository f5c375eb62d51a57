"""Feature columns as plain data and back."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade.feature_column.bases import FeatureColumn
from tf1compat._jaxcore.base import dtypes


def serialize_feature_column(fc: Any) -> Any:
    """`{"class_name": …, "config": …}`; a name stays a name.

    Raises:
      ValueError: it is neither.
    """
    if isinstance(fc, str):
        return fc
    if not isinstance(fc, FeatureColumn):
        raise ValueError(f"Instance: {fc} is not a FeatureColumn")
    return {"class_name": type(fc).__name__, "config": fc._get_config()}


def serialize_feature_columns(feature_columns: Any) -> list[Any]:
    """The same for a list."""
    return [serialize_feature_column(fc) for fc in feature_columns]


def deserialize_feature_column(config: Any, custom_objects: Any = None, columns_by_name: Any = None) -> Any:
    """The column; one that `columns_by_name` has already is not made twice.

    Raises:
      ValueError: an unknown class.
    """
    if isinstance(config, str):
        return config
    if not isinstance(config, dict) or "class_name" not in config or "config" not in config:
        raise ValueError(f"Improper config format: {config}")
    columns_by_name = {} if columns_by_name is None else columns_by_name
    name = config["class_name"]
    cls = (custom_objects or {}).get(name) or _classes().get(name)
    if cls is None:
        raise ValueError(f"Unknown feature_column_v2: {name}")
    if not issubclass(cls, FeatureColumn):
        raise ValueError(f"Expected FeatureColumn class, instead found: {cls}")
    made = cls._from_config(config["config"], custom_objects=custom_objects, columns_by_name=columns_by_name)
    return columns_by_name.setdefault(_column_name_with_class_name(made), made)


def deserialize_feature_columns(configs: Any, custom_objects: Any = None) -> list[Any]:
    """The same for a list; columns that occur in several places become one object."""
    columns_by_name: dict[str, Any] = {}
    return [deserialize_feature_column(c, custom_objects, columns_by_name) for c in configs]


def _classes() -> dict[str, Any]:
    from tf1compat._facade.feature_column import categorical, crossed, embedding, numeric, sequences

    found = [
        numeric.BucketizedColumn,
        crossed.CrossedColumn,
        embedding.EmbeddingColumn,
        categorical.HashedCategoricalColumn,
        categorical.IdentityCategoricalColumn,
        embedding.IndicatorColumn,
        numeric.NumericColumn,
        categorical.SequenceCategoricalColumn,
        embedding.SharedEmbeddingColumn,
        categorical.VocabularyFileCategoricalColumn,
        categorical.VocabularyListCategoricalColumn,
        categorical.WeightedCategoricalColumn,
        sequences.SequenceNumericColumn,
    ]
    return {cls.__name__: cls for cls in found}


def field_to_plain(name: str, value: Any) -> Any:
    """One field of a column as plain data."""
    if isinstance(value, FeatureColumn):
        return serialize_feature_column(value)
    if name == "keys":
        return tuple(serialize_feature_column(key) for key in value)
    if name == "dtype":
        return value.name
    if value is None or name not in ("initializer", "normalizer_fn"):
        return value
    if hasattr(value, "get_config"):
        return {"class_name": type(value).__name__, "config": value.get_config()}
    if hasattr(value, "__name__"):
        return value.__name__
    raise ValueError(f"Cannot serialize {value}")


def field_from_plain(name: str, value: Any, custom_objects: Any, columns_by_name: Any) -> Any:
    """The field again."""
    if name in ("categorical_column", "source_column"):
        return deserialize_feature_column(value, custom_objects, columns_by_name)
    if name == "keys":
        return tuple(deserialize_feature_column(key, custom_objects, columns_by_name) for key in value)
    if name == "dtype":
        return dtypes.as_dtype(value)
    if value is None or name not in ("initializer", "normalizer_fn"):
        return value
    custom = custom_objects or {}
    if isinstance(value, dict):
        cls = custom.get(value["class_name"]) or getattr(init_ops, value["class_name"], None)
        if cls is None:
            raise ValueError(f"Unknown initializer: {value['class_name']}")
        return cls(**value["config"])
    found = custom.get(value) or getattr(init_ops, value, None)
    if found is None:
        raise ValueError(f"Unknown function: {value}; name it in custom_objects")
    return found


def _column_name_with_class_name(fc: Any) -> str:
    """What tells columns apart while several are made."""
    return f"{type(fc).__name__}:{fc.name}"
