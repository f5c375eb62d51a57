"""`tf.IndexedSlices`: some rows of a tensor; the gradient of gathers."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import convert, session_fetch
from tf1compat._facade.apply import apply_op
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import nest, shapes


class IndexedSlicesValue(NamedTuple):
    """A fetched `IndexedSlices`."""

    values: Any
    indices: Any
    dense_shape: Any


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
    IndexedSlices, _expand_fetch, lambda slices, value: list(zip(_parts(slices), value))
)
