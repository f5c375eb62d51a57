"""Numeric columns, and numbers sorted into buckets."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import array_creation, array_ops, math_casts, math_ranges
from tf1compat._facade.apply import apply_op
from tf1compat._facade.feature_column import bases
from tf1compat._facade.feature_column.two_interfaces import NewCategorical, NewDense, OldCategorical, OldDense, is_v2
from tf1compat._facade.parsing_ops import FixedLenFeature
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


class _NumericFields(NamedTuple):
    key: Any
    shape: Any
    default_value: Any
    dtype: Any
    normalizer_fn: Any


class _Numeric(_NumericFields):
    __slots__ = ()

    @property
    def name(self) -> str:
        return self.key

    def _spec(self, interface: str) -> dict[str, Any]:
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    def _transform(self, access: Any) -> Any:
        tensor = access.get(self.key)
        if isinstance(tensor, SparseTensor):
            raise ValueError(
                "The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. "
                f"key: {self.key}"
            )
        if self.normalizer_fn is not None:
            tensor = self.normalizer_fn(tensor)
        return math_casts.cast(tensor, dtypes.float32)

    def _shape_of_variable(self, old: bool) -> Any:
        return TensorShape(self.shape)

    def _dense(self, access: Any) -> Any:
        return access.get(self)


class NumericColumn(NewDense, OldDense, _Numeric, bases.DenseColumn, bases._DenseColumn):
    """See `numeric_column`."""

    @property
    def parents(self) -> list[Any]:
        return [self.key]


class _NumericColumn(OldDense, _Numeric, bases._DenseColumn):
    """NumericColumn of older programs."""


class _BucketizedFields(NamedTuple):
    source_column: Any
    boundaries: Any


class _Bucketized(_BucketizedFields):
    __slots__ = ()

    @property
    def name(self) -> str:
        return f"{self.source_column.name}_bucketized"

    def _spec(self, interface: str) -> dict[str, Any]:
        return getattr(self.source_column, interface)

    def _transform(self, access: Any) -> Any:
        return _bucketize(access.get(self.source_column), self.boundaries)

    def _shape_of_variable(self, old: bool) -> Any:
        return TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    def _dense(self, access: Any) -> Any:
        ids = math_casts.cast(access.get(self), dtypes.int64)
        return array_creation.one_hot(ids, depth=len(self.boundaries) + 1, on_value=1.0, off_value=0.0)

    def _count_buckets(self, interface: str) -> int:
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def _sparse(self, access: Any) -> bases.IdWeightPair:
        """Each number of a row gets ids of its own."""
        tensor = access.get(self)
        batch_size = array_creation.shape(tensor)[0]
        size = self.source_column.shape[0]
        rows = array_ops.tile(array_ops.expand_dims(math_ranges.range(0, batch_size), 1), [1, size])
        i1 = array_ops.reshape(rows, (-1,))
        i2 = array_ops.tile(math_ranges.range(0, size), [batch_size])
        ids = array_ops.reshape(tensor, (-1,)) + (len(self.boundaries) + 1) * i2
        indices = math_casts.cast(array_ops.transpose(array_ops.stack((i1, i2))), dtypes.int64)
        dense_shape = math_casts.cast(array_ops.stack([batch_size, size]), dtypes.int64)
        return bases.IdWeightPair(SparseTensor(indices=indices, values=ids, dense_shape=dense_shape), None)


class BucketizedColumn(
    NewDense,
    NewCategorical,
    OldDense,
    OldCategorical,
    _Bucketized,
    bases.DenseColumn,
    bases.CategoricalColumn,
    bases._DenseColumn,
    bases._CategoricalColumn,
):
    """See `bucketized_column`."""

    @property
    def _is_v2_column(self) -> bool:  # type: ignore[override]
        return is_v2(self.source_column)

    @property
    def parents(self) -> list[Any]:
        return [self.source_column]


class _BucketizedColumn(OldDense, OldCategorical, _Bucketized, bases._DenseColumn, bases._CategoricalColumn):
    """BucketizedColumn of older programs."""


def _bucketize(tensor: Any, boundaries: Any, name: str | None = None) -> Any:
    """For each number, how many of the sorted boundaries are not above it."""
    return apply_op("Bucketize", tensor, boundaries=list(boundaries), name=name)
