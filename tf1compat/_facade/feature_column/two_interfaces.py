"""One implementation behind two interfaces: methods of columns of 1.15, and those with an underscore.

A class of columns defines `_transform(access)`, `_dense(access)`, `_sparse(access)` and the like once; `access` says
how its inputs are reached. What is below gives these methods the names and arguments of either interface.
"""

from __future__ import annotations

from typing import Any, cast

from tf1compat._facade.feature_column.arguments import _check_config_keys, _standardize_and_copy_config
from tf1compat._facade.feature_column.bases import FeatureColumn, _Ordered
from tf1compat._facade.feature_column.raw_features import NewAccess, OldAccess
from tf1compat._jaxcore.base import dtypes


class _New:
    """The interface of 1.15."""

    _fields: Any
    _spec: Any
    _transform: Any
    _is_v2_column = True
    __lt__, __gt__ = _Ordered.__lt__, _Ordered.__gt__  # not those of the tuples that columns are

    @property
    def parse_example_spec(self) -> Any:
        return self._spec("parse_example_spec")

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._transform(NewAccess(transformation_cache, state_manager))

    def _get_config(self) -> dict[str, Any]:
        """Fields, with types by name and columns as their own configurations."""
        from tf1compat._facade.feature_column.serialization import field_to_plain

        return {name: field_to_plain(name, value) for name, value in zip(self._fields, cast("Any", self))}

    @classmethod
    def _from_config(cls, config: dict[str, Any], custom_objects: Any = None, columns_by_name: Any = None) -> Any:
        from tf1compat._facade.feature_column.serialization import field_from_plain

        _check_config_keys(config, cls._fields)
        plain = _standardize_and_copy_config(config)
        return cls(**{k: field_from_plain(k, v, custom_objects, columns_by_name) for k, v in plain.items()})


class NewDense(_New):
    """Dense columns of 1.15."""

    _shape_of_variable: Any
    _dense: Any

    @property
    def variable_shape(self) -> Any:
        return self._shape_of_variable(False)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._dense(NewAccess(transformation_cache, state_manager))


class NewSequence(_New):
    """Dense columns of sequences of 1.15."""

    _sequence: Any

    def get_sequence_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._sequence(NewAccess(transformation_cache, state_manager))


class NewCategorical(_New):
    """Categorical columns of 1.15."""

    _count_buckets: Any
    _sparse: Any

    @property
    def num_buckets(self) -> int:
        return self._count_buckets("num_buckets")

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._sparse(NewAccess(transformation_cache, state_manager))


class _Old:
    """The interface of older programs."""

    _spec: Any
    _transform: Any

    __lt__, __gt__ = _Ordered.__lt__, _Ordered.__gt__

    @property
    def _parse_example_spec(self) -> Any:
        return self._spec("_parse_example_spec")

    def _transform_feature(self, inputs: Any) -> Any:
        return self._transform(OldAccess(inputs))


class OldDense(_Old):
    """Dense columns of older programs."""

    _shape_of_variable: Any
    _dense: Any

    @property
    def _variable_shape(self) -> Any:
        return self._shape_of_variable(True)

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self._dense(OldAccess(inputs, weight_collections, trainable))


class OldSequence(_Old):
    """Dense columns of sequences of older programs."""

    _sequence: Any

    def _get_sequence_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self._sequence(OldAccess(inputs, weight_collections, trainable))


class OldCategorical(_Old):
    """Categorical columns of older programs."""

    _count_buckets: Any
    _sparse: Any

    @property
    def _num_buckets(self) -> int:
        return self._count_buckets("_num_buckets")

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self._sparse(OldAccess(inputs, weight_collections, trainable))


def is_v2(column: Any) -> bool:
    """Whether a part of a column is of 1.15's classes."""
    return isinstance(column, FeatureColumn) and column._is_v2_column


def keep_types(input_dtype: dtypes.DType, dtype: dtypes.DType, key: Any) -> None:
    """ValueError unless both are integers, or both are not."""
    if dtype.is_integer != input_dtype.is_integer:
        raise ValueError(
            "Column dtype and SparseTensors dtype must be compatible. "
            f"key: {key}, column dtype: {dtype}, tensor dtype: {input_dtype}"
        )
