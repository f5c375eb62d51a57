"""What `Dataset` methods build to make one element of several, and several of one."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure, transforms
from tf1compat._facade.data.dataset import DatasetSpec, NodeDataset, node
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import Dimension, TensorShape, as_shape


def _constant(tensor: Any) -> Any:
    found = tensor_util.constant_value(tensor)
    return None if found is None else found.item()


def batch(dataset: Any, batch_size: Any, drop_remainder: Any) -> NodeDataset:
    """Several elements as one."""
    size = convert_to_tensor(batch_size, dtypes.int64, name="batch_size")
    drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
    spec = structure.batched(dataset.element_spec, _constant(size) if _constant(drop) else None)
    return node("BatchDatasetV2", [dataset], dataset, size, drop, spec=spec)


def padded_batch(
    dataset: Any, batch_size: Any, padded_shapes: Any, padding_values: Any, drop_remainder: Any
) -> NodeDataset:
    """Batches of elements padded to one shape.

    Raises:
      TypeError: sparse elements, or padding of another type.
      ValueError: a shape that the elements cannot be padded to.
    """
    types, input_shapes = structure.legacy_types(dataset.element_spec), structure.legacy_shapes(dataset.element_spec)
    if any(kind is SparseTensor for kind in nest.flatten(structure.legacy_classes(dataset.element_spec))):
        raise TypeError("Batching of padded sparse tensors is not currently supported")
    size = convert_to_tensor(batch_size, dtypes.int64, name="batch_size")
    if padding_values is None:
        padding_values = nest.map_structure(_zero, types)
    wanted = nest.flatten_up_to(input_shapes, padded_shapes)
    shapes = [_shape_tensor(p, s) for s, p in zip(nest.flatten(input_shapes), wanted)]
    values = nest.flatten(nest.map_structure_up_to(input_shapes, _padding, padding_values, types))
    drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
    known = _constant(size) if _constant(drop) else None
    sizes = [TensorShape([known]).concatenate(tensor_util.constant_value_as_shape(s)) for s in shapes]
    classes = structure.legacy_classes(dataset.element_spec)
    spec = structure.convert_legacy_structure(types, nest.pack_sequence_as(input_shapes, sizes), classes)
    return node("PaddedBatchDatasetV2", [dataset], dataset, size, shapes, values, drop, spec=spec)


def _zero(dtype: Any) -> Any:
    if dtype.base is dtypes.string:
        return ""
    if dtype.base is dtypes.variant:
        raise TypeError(
            "Unable to create padding for field of type 'variant' because t.base_type == dtypes.variant == "
            f"{dtype.base!r}."
        )
    return np.zeros((), dtype.as_numpy_dtype)


def _shape_tensor(padded: Any, input_shape: Any) -> Any:
    try:
        sizes = as_shape(padded).as_list()
        tensor = convert_to_tensor([-1 if d is None else d for d in sizes], dtypes.int64)
        shape = as_shape(padded)
    except (TypeError, ValueError):
        tensor = convert_to_tensor(padded, preferred_dtype=dtypes.int64)
        if tensor.shape.ndims is not None and tensor.shape.ndims != 1:
            raise ValueError(
                f"Padded shape {padded} must be a 1-D tensor of tf.int64 values, but its shape was {tensor.shape}."
            ) from None
        if tensor.dtype is not dtypes.int64:
            raise TypeError(
                f"Padded shape {padded} must be a 1-D tensor of tf.int64 values, but its element type was "
                f"{tensor.dtype.name}."
            ) from None
        shape = tensor_util.constant_value_as_shape(tensor)
    if not _may_pad(shape.raw, input_shape.raw):
        raise ValueError(
            f"The padded shape {shape} is not compatible with the corresponding input component shape {input_shape}."
        )
    return tensor


def _may_pad(padded: Any, given: Any) -> bool:
    if padded is None or given is None:
        return True
    return len(padded) == len(given) and all(p is None or g is None or p >= g for p, g in zip(padded, given))


def _padding(value: Any, dtype: Any) -> Any:
    tensor = convert_to_tensor(value, name="padding_value")
    if not tensor.shape.is_compatible_with([]):
        raise ValueError(f"Padding value should be a scalar, but is not: {tensor}")
    if tensor.dtype != dtype:
        raise TypeError(f"Padding value tensor ({tensor}) does not match output type: {dtype!r}")
    return tensor


def window(dataset: Any, size: Any, shift: Any, stride: Any, drop_remainder: Any) -> NodeDataset:
    """Datasets of consecutive elements, one for each component."""
    numbers = [
        convert_to_tensor(value, dtypes.int64, name=name)
        for name, value in (("size", size), ("shift", size if shift is None else shift), ("stride", stride))
    ]
    drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
    spec = nest.map_structure(DatasetSpec, dataset.element_spec)
    return node("WindowDataset", [dataset], dataset, *numbers, drop, spec=spec)


def unbatch(dataset: Any) -> NodeDataset:
    """The slices of each element.

    Raises:
      ValueError: a component is a scalar, or has another number of slices than the others.
    """
    shapes = structure.get_flat_tensor_shapes(dataset.element_spec)
    if any(s.ndims == 0 for s in shapes):
        raise ValueError("Cannot unbatch an input with scalar components.")
    known = Dimension(None)
    for shape in shapes:
        try:
            known = known.merge_with(shape[0] if shape.ndims is not None else Dimension(None))
        except ValueError:
            raise ValueError("Cannot unbatch an input whose components have different batch sizes.") from None
    spec = dataset.element_spec

    def normalize(*parts: Any) -> list[Any]:
        return structure.to_batched_tensor_list(spec, parts if type(spec) is tuple else parts[0])

    flat = transforms.map_elements(dataset, normalize)
    return node("UnbatchDataset", [flat], flat, spec=structure.unbatched(spec))
