"""`tf.RaggedTensorSpec`: the type of a RaggedTensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.ragged.tensor import RaggedTensor, as_value, is_ragged
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.structure import BatchableTypeSpec


class RaggedTensorSpec(BatchableTypeSpec):
    """The type of a RaggedTensor: static shape, dtype, number of ragged dimensions, dtype of the row splits.

    Raises:
      ValueError: the number of ragged dimensions is unknown, or not below that of dimensions.
    """

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        ragged_rank: Any = None,
        row_splits_dtype: Any = dtypes.int64,
    ) -> None:
        self._shape = shapes.as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        rank = self._shape.ndims
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError("ragged_rank must be an int")
        if rank is not None and ragged_rank >= rank:
            raise ValueError("ragged_rank must be less than rank.")
        self._ragged_rank = ragged_rank

    @classmethod
    def from_value(cls, value: Any) -> RaggedTensorSpec:
        """The type of a RaggedTensor or RaggedTensorValue."""
        return cls(value.shape, value.flat_values.dtype, value.ragged_rank, value.row_splits.dtype)

    @property
    def value_type(self) -> Any:
        return RaggedTensor if self._ragged_rank > 0 else Tensor

    @property
    def dtype(self) -> dtypes.DType:
        return self._dtype

    @property
    def shape(self) -> shapes.TensorShape:
        return self._shape

    @property
    def ragged_rank(self) -> int:
        return self._ragged_rank

    def _serialize(self) -> Any:
        return self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype

    @property
    def _component_specs(self) -> list[TensorSpec]:
        if self._ragged_rank == 0:
            return [TensorSpec(self._shape, self._dtype)]
        values = shapes.TensorShape([None]).concatenate(self._shape[self._ragged_rank + 1 :])
        outer = None if self._shape.ndims is None else shapes.dimension_value(self._shape[0])
        splits = [TensorSpec([None if outer is None else outer + 1], self._row_splits_dtype)]
        inner = [TensorSpec([None], self._row_splits_dtype)] * (self._ragged_rank - 1)
        return [TensorSpec(values, self._dtype), *splits, *inner]

    def _to_components(self, value: Any) -> list[Any]:
        return [value.flat_values, *value.nested_row_splits] if is_ragged(value) else [value]

    def _from_components(self, tensor_list: Any) -> Any:
        result, *nested = tensor_list
        if all(isinstance(t, np.ndarray) for t in tensor_list):
            return as_value([*nested, result])
        result = convert_to_tensor(result)
        for splits in reversed(nested):
            result = RaggedTensor(result, convert_to_tensor(splits), internal=True)
        return result

    # ---- elements of datasets ---------------------------------------------------------------------------------------

    @property
    def _flat_tensor_specs(self) -> list[TensorSpec]:
        return [TensorSpec(None, dtypes.variant)]

    def _to_tensor_list(self, value: Any) -> list[Tensor]:
        return [value._to_variant(batched_input=False)]

    def _to_batched_tensor_list(self, value: Any) -> list[Tensor]:
        return [value._to_variant(batched_input=True)]

    def _from_tensor_list(self, tensor_list: Any) -> Any:
        return self._from_compatible_tensor_list(tensor_list)

    def _from_compatible_tensor_list(self, tensor_list: Any) -> Any:
        if self._ragged_rank <= 0:
            raise ValueError(f"ragged_rank must be non-negative; got {self._ragged_rank}.")
        result: Any = RaggedTensor._from_variant(tensor_list[0], self._dtype, self._ragged_rank, self._row_splits_dtype)
        if self._shape.ndims is not None:
            outer = shapes.dimension_value(self._shape[0])
            if outer is not None:
                result.row_splits.set_shape([outer + 1])
            result.flat_values.set_shape(shapes.TensorShape([None]).concatenate(self._shape[1 + self._ragged_rank :]))
        return result

    def _batch(self, batch_size: int | None) -> RaggedTensorSpec:
        shape = shapes.TensorShape([batch_size]).concatenate(self._shape)
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def _unbatch(self) -> RaggedTensorSpec:
        return RaggedTensorSpec(self._shape[1:], self._dtype, self._ragged_rank - 1, self._row_splits_dtype)

    def _to_legacy_output_types(self) -> dtypes.DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> shapes.TensorShape:
        return self._shape

    def _to_legacy_output_classes(self) -> Any:
        return self

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """May a value of that type (or that value itself) stand where this type is asked for?"""
        spec = RaggedTensorSpec.from_value(spec_or_value) if is_ragged(spec_or_value) else spec_or_value
        if not isinstance(spec, RaggedTensorSpec):
            return False
        return spec._serialize()[1:] == self._serialize()[1:] and self._shape.is_compatible_with(spec._shape)

    def most_specific_compatible_type(self, other: Any) -> RaggedTensorSpec:
        """The type that both are of.

        Raises:
          ValueError: there is none.
        """
        if not isinstance(other, RaggedTensorSpec) or other._serialize()[1:] != self._serialize()[1:]:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return RaggedTensorSpec(self._shape.most_specific_compatible_shape(other._shape), *self._serialize()[1:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RaggedTensorSpec) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> Any:
        return RaggedTensorSpec, self._serialize()

    def __repr__(self) -> str:
        return f"RaggedTensorSpec({self._shape!r}, {self._dtype!r}, {self._ragged_rank!r}, {self._row_splits_dtype!r})"


class RaggedTensorType:
    """The type of a RaggedTensor that a function given to `tf.map_fn` returns: dtype and number of ragged dimensions."""

    def __init__(self, dtype: Any, ragged_rank: int, row_splits_dtype: Any = dtypes.int64) -> None:
        self.dtype = dtype
        self.ragged_rank = ragged_rank
        self.row_splits_dtype = dtypes.as_dtype(row_splits_dtype)


def _spec_of(rt: RaggedTensor) -> RaggedTensorSpec:
    return RaggedTensorSpec.from_value(rt)


def _spec_of_loop_variable(rt: RaggedTensor, shape: Any) -> RaggedTensorSpec:
    return RaggedTensorSpec(shape, rt.dtype, rt.ragged_rank, rt.row_splits.dtype)


RaggedTensor._type_spec = property(_spec_of)  # type: ignore[attr-defined]
RaggedTensor._shape_invariant_to_type_spec = _spec_of_loop_variable  # type: ignore[attr-defined]
