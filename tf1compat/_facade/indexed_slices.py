"""`tf.IndexedSlices`: some rows of a tensor; the gradient of gathers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade import convert, session_fetch
from tf1compat._facade.apply import apply_op
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes, nest, shapes


class IndexedSlicesValue(NamedTuple):
    """A fetched `IndexedSlices`."""

    values: Any
    indices: Any
    dense_shape: Any


class IndexedSlicesSpec(nest.TypeSpec):
    """The type of an `IndexedSlices`: its dense shape, the dtypes of its parts, the shape of its indices.

    `dense_shape_dtype` is None where it has no dense shape.
    """

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        indices_dtype: Any = dtypes.int64,
        dense_shape_dtype: Any = None,
        indices_shape: Any = None,
    ) -> None:
        self._shape = shapes.as_shape(shape)
        self._values_dtype = dtypes.as_dtype(dtype)
        self._indices_dtype = dtypes.as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else dtypes.as_dtype(dense_shape_dtype)
        self._indices_shape = shapes.as_shape(indices_shape).with_rank(1)

    @property
    def value_type(self) -> Any:
        return IndexedSlices

    @property
    def _types(self) -> Any:
        return self._values_dtype, self._indices_dtype, self._dense_shape_dtype

    @property
    def _component_specs(self) -> Any:
        rows = self._indices_shape.concatenate(self._shape[1:])
        specs = [TensorSpec(rows, self._values_dtype), TensorSpec(self._indices_shape, self._indices_dtype)]
        if self._dense_shape_dtype is not None:
            specs.append(TensorSpec([self._shape.ndims], self._dense_shape_dtype))
        return tuple(specs)

    def _to_components(self, value: IndexedSlices) -> Any:
        return tuple(_parts(value))

    def _from_components(self, tensor_list: Any) -> Any:
        if all(isinstance(t, np.ndarray) for t in tensor_list):
            return IndexedSlicesValue(tensor_list[0], tensor_list[1], tensor_list[2] if len(tensor_list) > 2 else None)
        return IndexedSlices(*tensor_list)

    def is_compatible_with(self, other: Any) -> bool:
        """May a value of type `other` (or `other` itself, an IndexedSlices) stand where this type is asked for?"""
        spec = other if isinstance(other, IndexedSlicesSpec) else getattr(other, "_type_spec", None)
        if not isinstance(spec, IndexedSlicesSpec) or spec._types != self._types:
            return False
        pairs = ((self._shape, spec._shape), (self._indices_shape, spec._indices_shape))
        return all(mine.is_compatible_with(theirs) for mine, theirs in pairs)

    def most_specific_compatible_type(self, other: Any) -> IndexedSlicesSpec:
        """The type that both are of.

        Raises:
          ValueError: there is none.
        """
        if not isinstance(other, IndexedSlicesSpec) or other._types != self._types:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        shape = self._shape.most_specific_compatible_shape(other._shape)
        indices = self._indices_shape.most_specific_compatible_shape(other._indices_shape)
        return IndexedSlicesSpec(shape, *self._types, indices_shape=indices)

    def _serialize(self) -> Any:
        return self._shape, *self._types, self._indices_shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IndexedSlicesSpec) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"IndexedSlicesSpec{self._serialize()!r}"


class IndexedSlices(nest.CompositeTensor):
    """`dense[slices.indices[i], ...] = slices.values[i, ...]`, zero elsewhere; repeated indices add up.

    Args:
      values: a Tensor of shape (D0, D1…), the rows.
      indices: an integer Tensor of shape (D0).
      dense_shape: an integer vector, the shape of the dense tensor, or None.
    """

    __array_priority__ = 100

    def __init__(self, values: Tensor, indices: Tensor, dense_shape: Tensor | None = None) -> None:
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    @property
    def _type_spec(self) -> IndexedSlicesSpec:
        indices_shape = self._indices.shape.with_rank(1)
        size = None if self._dense_shape is None else self._dense_shape.dtype
        return IndexedSlicesSpec(self.shape, self.dtype, self._indices.dtype, size, indices_shape)

    def _shape_invariant_to_type_spec(self, shape: shapes.TensorShape) -> IndexedSlicesSpec:
        """The type of slices whose values have `shape`."""
        size = None if self._dense_shape is None else self._dense_shape.dtype
        dense = shapes.TensorShape([None]).concatenate(shape[1:])
        return IndexedSlicesSpec(dense, self.dtype, self._indices.dtype, size, shape[:1])

    @property
    def values(self) -> Tensor:
        return self._values

    @property
    def indices(self) -> Tensor:
        return self._indices

    @property
    def dense_shape(self) -> Tensor | None:
        return self._dense_shape

    @property
    def shape(self) -> shapes.TensorShape:
        """The static dense shape."""
        if self._dense_shape is None:
            return shapes.TensorShape(None)
        from tf1compat._jaxcore.ir import partial

        return shapes.TensorShape.from_raw(partial.constant_shape(self._dense_shape))

    def get_shape(self) -> shapes.TensorShape:
        """Alias of `shape`."""
        return self.shape

    @property
    def name(self) -> str:
        return self._values.name

    @property
    def device(self) -> str:
        return self._values.device

    @property
    def op(self) -> Operation:
        return self._values.op

    @property
    def dtype(self) -> Any:
        return self._values.dtype

    @property
    def graph(self) -> Any:
        return self._values.graph

    def __str__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape}"
        return f"IndexedSlices(indices={self._indices}, values={self._values}{shape})"

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(apply_op("Neg", self._values), self._indices, self._dense_shape)


def _to_tensor(value: IndexedSlices, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {dtype.name} for IndexedSlices with dtype {value.dtype.name}"
        )
    if value.dense_shape is None:
        raise ValueError(f"Tensor conversion requested for IndexedSlices without dense_shape: {value}")
    rows = value.dense_shape[0]
    return apply_op("UnsortedSegmentSum", value.values, value.indices, rows, name=name)


convert.register_tensor_conversion_function(IndexedSlices, _to_tensor)


def _parts(value: IndexedSlices) -> list[Tensor]:
    return [value.values, value.indices] + ([] if value.dense_shape is None else [value.dense_shape])


def _expand_fetch(value: IndexedSlices) -> Any:
    return _parts(value), lambda v: IndexedSlicesValue(v[0], v[1], v[2] if len(v) > 2 else None)


session_fetch.register_session_run_conversion_functions(
    IndexedSlices, _expand_fetch, lambda slices, value: list(zip(_parts(slices), value)), _parts
)
