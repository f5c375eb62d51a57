"""Crossed columns: ids of combinations of several features, by hashing."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade.feature_column import bases
from tf1compat._facade.feature_column.two_interfaces import NewCategorical, OldCategorical
from tf1compat._facade.parsing_ops import VarLenFeature
from tf1compat._jaxcore.base import dtypes

_CATEGORICAL = (bases.CategoricalColumn, bases._CategoricalColumn)


class _CrossedFields(NamedTuple):
    keys: Any
    hash_bucket_size: Any
    hash_key: Any


class _Crossed(_CrossedFields):
    __slots__ = ()

    @property
    def name(self) -> str:
        leaves = _collect_leaf_level_keys(self)
        return "_X_".join(sorted(key if isinstance(key, str) else key.name for key in leaves))

    def _spec(self, interface: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key in self.keys:
            if isinstance(key, str):
                found[key] = VarLenFeature(dtypes.string)
            elif isinstance(key, bases.FeatureColumn):
                found.update(key.parse_example_spec)
            else:
                found.update(key._parse_example_spec)
        return found

    def _transform(self, access: Any) -> Any:
        from tf1compat._facade import sparse_ops

        tensors = [self._input(access, key) for key in _collect_leaf_level_keys(self)]
        return sparse_ops.sparse_cross_hashed(tensors, num_buckets=self.hash_bucket_size, hash_key=self.hash_key)

    @staticmethod
    def _input(access: Any, key: Any) -> Any:
        if isinstance(key, str):
            return access.get(key)
        if not isinstance(key, _CATEGORICAL):
            raise ValueError(f"Unsupported column type. Given: {key}")
        ids, weights = access.sparse(key)
        if weights is not None:
            raise ValueError(
                "crossed_column does not support weight_tensor, but the given column populates weight_tensor. "
                f"Given column: {key.name}"
            )
        return ids

    def _count_buckets(self, interface: str) -> int:
        return self.hash_bucket_size

    def _sparse(self, access: Any) -> bases.IdWeightPair:
        return bases.IdWeightPair(access.get(self), None)


class CrossedColumn(NewCategorical, OldCategorical, _Crossed, bases.CategoricalColumn, bases._CategoricalColumn):
    """See `crossed_column`."""

    @property
    def _is_v2_column(self) -> bool:  # type: ignore[override]
        leaves = [key for key in _collect_leaf_level_keys(self) if not isinstance(key, str)]
        return bases.is_feature_column_v2(leaves)

    @property
    def parents(self) -> list[Any]:
        return list(self.keys)


class _CrossedColumn(OldCategorical, _Crossed, bases._CategoricalColumn):
    """CrossedColumn of older programs."""


def _collect_leaf_level_keys(cross: Any) -> list[Any]:
    """The keys of a crossed column, with those of crossed columns in their place."""
    found: list[Any] = []
    for key in cross.keys:
        found.extend(_collect_leaf_level_keys(key) if isinstance(key, _Crossed) else [key])
    return found
