"""Datasets from tensors, ranges, other datasets side by side, and names of files."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.dataset import DatasetV2, NodeDataset, node
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import Dimension


def from_tensors(tensors: Any) -> NodeDataset:
    """One element."""
    element = structure.normalize_element(tensors)
    spec = structure.type_spec_from_value(element)
    return node("TensorDataset", [], structure.to_tensor_list(spec, element), spec=spec)


def from_tensor_slices(tensors: Any) -> NodeDataset:
    """The slices of tensors along their first dimension."""
    element = structure.normalize_element(tensors)
    whole = structure.type_spec_from_value(element)
    flat = structure.to_batched_tensor_list(whole, element)
    size = Dimension(None if flat[0].shape.ndims is None else flat[0].shape[0])
    for tensor in flat[1:]:
        size.assert_is_compatible_with(Dimension(None if tensor.shape.ndims is None else tensor.shape[0]))
    return node("TensorSliceDataset", [], flat, spec=structure.unbatched(whole))


def from_sparse_tensor_slices(sparse_tensor: Any) -> NodeDataset:
    """Indices, values and dense shape of each row of a sparse tensor."""
    from tf1compat._facade.sparse_tensor import SparseTensor

    if not isinstance(sparse_tensor, SparseTensor):
        raise TypeError(f"`sparse_tensor` must be a `tf.SparseTensor` object. Was {sparse_tensor}.")
    indices, shape = sparse_tensor.indices.shape, sparse_tensor.dense_shape.shape
    rank = (indices[1] - 1).merge_with(shape[0] - 1)
    spec = (
        TensorSpec([None, rank], dtypes.int64),
        TensorSpec([None], sparse_tensor.dtype),
        TensorSpec([rank], dtypes.int64),
    )
    parts = sparse_tensor.indices, sparse_tensor.values, sparse_tensor.dense_shape
    return node("SparseTensorSliceDataset", [], *parts, spec=spec)


def range_dataset(*args: Any) -> NodeDataset:
    """Integers as Python's `range` gives them."""
    if not 1 <= len(args) <= 3:
        raise ValueError(f"Invalid arguments to RangeDataset: {args}")
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    tensors = [
        convert_to_tensor(value, dtypes.int64, name=name)
        for name, value in (("start", start), ("stop", stop), ("step", step))
    ]
    return node("RangeDataset", [], *tensors, spec=TensorSpec([], dtypes.int64))


def zip_datasets(datasets: Any) -> NodeDataset:
    """Elements of several datasets side by side."""
    flat = nest.flatten(datasets)
    for dataset in flat:
        if not isinstance(dataset, DatasetV2):
            message = "The argument to `Dataset.zip()` must be a nested structure of `Dataset` objects."
            if isinstance(dataset, list):
                message += " Nested structures do not support Python lists; please use a tuple instead."
            raise TypeError(message)
    spec = nest.pack_sequence_as(datasets, [d.element_spec for d in flat])
    return node("ZipDataset", flat, list(flat), spec=spec)


def list_files(file_pattern: Any, shuffle: bool | None, seed: Any) -> Any:
    """The names of the files that match patterns.

    The graph fails in a step where no file matches.
    """
    from tf1compat._facade import math_elementwise, string_ops
    from tf1compat._facade.array_creation import shape
    from tf1compat._facade.array_ops import identity
    from tf1compat._facade.data import transforms
    from tf1compat._facade.logging_ops import Assert

    with name_scope("list_files"):
        pattern = convert_to_tensor(file_pattern, dtypes.string, name="file_pattern")
        files = apply_op("MatchingFiles", pattern)
        condition = math_elementwise.greater(shape(files)[0], 0, name="match_not_empty")
        joined = string_ops.reduce_join(pattern, separator=", ")
        message = math_elementwise.add("No files matched pattern: ", joined, name="message")
        found = Assert(condition, [message], summarize=1, name="assert_not_empty")
        with control_dependencies([found]):
            files = identity(files)
        dataset: Any = from_tensor_slices(files)
        if shuffle is None or shuffle:
            size = math_elementwise.maximum(shape(files, out_type=dtypes.int64)[0], 1)
            dataset = transforms.shuffle(dataset, size, seed, None)
        return dataset
