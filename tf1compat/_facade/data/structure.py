"""The structure of a dataset's elements: type specs in a nest, and elements as flat lists of tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged.spec import RaggedTensorSpec
from tf1compat._facade.ragged.tensor import convert_to_tensor_or_ragged_tensor
from tf1compat._facade.ragged.values import RaggedTensorValue
from tf1compat._facade.sparse_tensor import SparseTensor, SparseTensorSpec, SparseTensorValue
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base.shapes import TensorShape
from tf1compat._jaxcore.base.structure import CompositeTensor, TypeSpec, is_namedtuple


def normalize_element(element: Any) -> Any:
    """The element with tensors for everything that is no composite (sparse tensor, dataset)."""
    leaves: list[Any] = []
    with name_scope("normalize_element"):
        for i, leaf in enumerate(nest.flatten(element)):
            if isinstance(leaf, (SparseTensor, SparseTensorValue)):
                leaves.append(SparseTensor.from_value(leaf))
            elif isinstance(leaf, RaggedTensorValue):
                leaves.append(convert_to_tensor_or_ragged_tensor(leaf, name=f"component_{i}"))
            elif isinstance(leaf, CompositeTensor):
                leaves.append(leaf)
            else:
                leaves.append(convert_to_tensor(leaf, name=f"component_{i}"))
    return nest.pack_sequence_as(element, leaves)


def type_spec_from_value(element: Any, use_fallback: bool = True) -> Any:
    """The specs of a value and of what is nested in it.

    Raises:
      TypeError: a value has none.
    """
    if isinstance(element, Tensor):
        return TensorSpec(element.shape, element.dtype.base)
    if isinstance(element, TypeSpec):
        return element
    if isinstance(element, SparseTensorValue):
        return SparseTensorSpec.from_value(element)
    if isinstance(element, RaggedTensorValue):
        return RaggedTensorSpec.from_value(element)
    if isinstance(element, CompositeTensor):
        return element._type_spec  # pyright: ignore[reportAttributeAccessIssue]
    if isinstance(element, Mapping):
        return type(element)((k, type_spec_from_value(v)) for k, v in element.items())  # type: ignore[call-arg]
    if isinstance(element, tuple):
        inner = [type_spec_from_value(v) for v in element]
        return type(element)(*inner) if is_namedtuple(element) else tuple(inner)
    if nest.is_sequence(element):
        return nest.pack_sequence_as(element, [type_spec_from_value(v) for v in nest.flatten(element)])
    if use_fallback:
        try:
            return type_spec_from_value(convert_to_tensor(element))
        except (ValueError, TypeError):
            pass
    raise TypeError(f"Could not build a TypeSpec for {element!r} with type {type(element).__name__}")


def convert_legacy_structure(output_types: Any, output_shapes: Any, output_classes: Any) -> Any:
    """Specs from types, shapes and classes in equal nests.

    Raises:
      TypeError: of a class that has no spec.
    """
    found: list[Any] = []
    flat = zip(nest.flatten(output_types), nest.flatten(output_shapes), nest.flatten(output_classes))
    for dtype, shape, kind in flat:
        if isinstance(kind, TypeSpec):
            found.append(kind)
        elif issubclass(kind, SparseTensor):
            found.append(SparseTensorSpec(shape, dtype))
        elif issubclass(kind, Tensor):
            found.append(TensorSpec(shape, dtype))
        else:
            raise TypeError(f"Could not build a structure for output class {kind!r}")
    return nest.pack_sequence_as(output_classes, found)


def are_compatible(spec1: Any, spec2: Any) -> bool:
    """Whether two structures have compatible specs."""
    try:
        nest.assert_same_structure(spec1, spec2)
    except (TypeError, ValueError):
        return False
    pairs = zip(nest.flatten(spec1), nest.flatten(spec2))
    return all(a.is_compatible_with(b) and b.is_compatible_with(a) for a, b in pairs)


# ---- flat lists of tensors ----------------------------------------------------------------------------------------
# a TensorSpec stands for itself; other specs say which tensors they are made of by `_flat_tensor_specs`,
# `_to_tensor_list`, `_to_batched_tensor_list`, `_from_tensor_list`


def _flat_specs(spec: Any) -> list[Any]:
    return [spec] if isinstance(spec, TensorSpec) else spec._flat_tensor_specs


def get_flat_tensor_specs(element_spec: Any) -> list[Any]:
    """The specs of all tensors that an element is made of."""
    return [s for spec in nest.flatten(element_spec) for s in _flat_specs(spec)]


def get_flat_tensor_shapes(element_spec: Any) -> list[Any]:
    """Their shapes."""
    return [s.shape for s in get_flat_tensor_specs(element_spec)]


def get_flat_tensor_types(element_spec: Any) -> list[Any]:
    """Their types."""
    return [s.dtype for s in get_flat_tensor_specs(element_spec)]


def to_tensor_list(element_spec: Any, element: Any) -> list[Tensor]:
    """An element as tensors."""
    nest.assert_same_structure(element_spec, element)
    pairs = zip(nest.flatten(element_spec), nest.flatten(element))
    return [t for spec, value in pairs for t in _to_tensors(spec, value)]


def _to_tensors(spec: Any, value: Any) -> list[Tensor]:
    if isinstance(spec, TensorSpec):
        tensor = convert_to_tensor(value)
        if not spec.is_compatible_with(tensor):
            raise ValueError(
                f"Value {value!r} is not convertible to a tensor with dtype {spec.dtype!r} and shape {spec.shape}."
            )
        return [tensor]
    return spec._to_tensor_list(value)


def to_batched_tensor_list(element_spec: Any, element: Any) -> list[Tensor]:
    """An element of batches as tensors that can be sliced along the first dimension."""
    nest.assert_same_structure(element_spec, element)
    found: list[Tensor] = []
    for spec, value in zip(nest.flatten(element_spec), nest.flatten(element)):
        if isinstance(spec, TensorSpec):
            if spec.shape.ndims == 0:
                raise ValueError("Unbatching a tensor is only supported for rank >= 1")
            found.extend(_to_tensors(spec, value))
        else:
            found.extend(spec._to_batched_tensor_list(value))
    return found


def from_tensor_list(element_spec: Any, tensor_list: Sequence[Tensor]) -> Any:
    """The element that tensors stand for.

    Raises:
      ValueError: their number or types do not fit.
    """
    specs = nest.flatten(element_spec)
    sizes = [len(_flat_specs(s)) for s in specs]
    if sum(sizes) != len(tensor_list):
        raise ValueError(f"Expected {sum(sizes)} tensors but got {len(tensor_list)}.")
    rest = iter(tensor_list)
    leaves = [_from_tensors(spec, [next(rest) for _ in range(size)]) for spec, size in zip(specs, sizes)]
    return nest.pack_sequence_as(element_spec, leaves)


from_compatible_tensor_list = from_tensor_list


def _from_tensors(spec: Any, tensors: Sequence[Tensor]) -> Any:
    if isinstance(spec, TensorSpec):
        (tensor,) = tensors
        tensor.set_shape(spec.shape)
        return tensor
    return spec._from_tensor_list(tensors)


# ---- batches ------------------------------------------------------------------------------------------------------


def batched(element_spec: Any, size: int | None) -> Any:
    """The structure of batches of elements."""

    def one(spec: Any) -> Any:
        if hasattr(spec, "_batch"):
            return spec._batch(size)
        return _of_shape(spec, TensorShape([size]).concatenate(spec.shape))

    return nest.map_structure(one, element_spec)


def unbatched(element_spec: Any) -> Any:
    """The structure of the slices of elements."""

    def one(spec: Any) -> Any:
        if hasattr(spec, "_unbatch"):
            return spec._unbatch()
        if spec.shape.ndims == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return _of_shape(spec, spec.shape[1:] if spec.shape.ndims is not None else spec.shape)

    return nest.map_structure(one, element_spec)


def _of_shape(spec: Any, shape: Any) -> Any:
    return type(spec)(shape, spec.dtype)


# ---- types, shapes and classes of old -----------------------------------------------------------------------------


def legacy_types(element_spec: Any) -> Any:
    """The specs' types; a spec that is none of a tensor stands for itself."""
    return nest.map_structure(lambda s: s.dtype if hasattr(s, "dtype") else s, element_spec)


def legacy_shapes(element_spec: Any) -> Any:
    """The specs' shapes."""
    return nest.map_structure(lambda s: s.shape if hasattr(s, "dtype") else s, element_spec)


def legacy_classes(element_spec: Any) -> Any:
    """The classes of the specs' values."""

    def one(spec: Any) -> Any:
        if isinstance(spec, TensorSpec):
            return Tensor
        return spec._to_legacy_output_classes() if hasattr(spec, "_to_legacy_output_classes") else spec

    return nest.map_structure(one, element_spec)


def TensorStructure(dtype: Any, shape: Any) -> TensorSpec:
    """The old name of `tf.TensorSpec`, with its arguments the other way round."""
    return TensorSpec(shape, dtype)


def SparseTensorStructure(dtype: Any, shape: Any) -> SparseTensorSpec:
    """The old name of `tf.SparseTensorSpec`, with its arguments the other way round."""
    return SparseTensorSpec(shape, dtype)
