"""Transformations for `Dataset.apply`: map_and_batch, shuffle_and_repeat, ignore_errors, unique, take_while…"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import tensor_util
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import structure
from tf1compat._facade.data.dataset import DatasetV2, NodeDataset, node
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.data.random_seed import get_seed
from tf1compat._facade.data.readers import optional_tensor
from tf1compat._facade.sparse_tensor import SparseTensorSpec
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape, as_shape

Transformation = Callable[[Any], Any]


def unbatch() -> Transformation:
    """`Dataset.unbatch`."""
    return lambda dataset: dataset.unbatch()


def enumerate_dataset(start: int = 0) -> Transformation:
    """`Dataset.enumerate`."""
    return lambda dataset: dataset.enumerate(start)


def _same(op_type: str, dataset: Any, *inputs: Any, **attrs: Any) -> NodeDataset:
    return node(op_type, [dataset], dataset, *inputs, spec=dataset.element_spec, **attrs)


def ignore_errors() -> Transformation:
    """The elements without those whose making fails."""
    return lambda dataset: _same("IgnoreErrorsDataset", dataset)


def unique() -> Transformation:
    """Each element once; elements are one integer or string.

    Raises:
      TypeError: they are something else.
    """

    def apply(dataset: Any) -> NodeDataset:
        if structure.legacy_types(dataset.element_spec) not in (dtypes.int32, dtypes.int64, dtypes.string):
            raise TypeError(
                "`tf.data.experimental.unique()` only supports inputs with a single `tf.int32`, `tf.int64`, or "
                "`tf.string` component."
            )
        return _same("UniqueDataset", dataset)

    return apply


def take_while(predicate: Callable[..., Any]) -> Transformation:
    """The elements before the first for which a function is false."""

    def apply(dataset: Any) -> NodeDataset:
        wrapped = StructuredFunctionWrapper(predicate, "tf.data.experimental.take_while()", dataset=dataset)
        spec = wrapped.output_structure
        if not (isinstance(spec, TensorSpec) and spec.is_compatible_with(TensorSpec([], dtypes.bool))):
            raise ValueError("`predicate` must return a scalar boolean tensor.")
        function = wrapped.function
        captured = function.captured_inputs
        return _same("TakeWhileDataset", dataset, captured, functions=[wrapped], predicate=function.attr)

    return apply


def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Transformation:
    """Several epochs, or epochs without end, each shuffled, without a gap between them."""

    def apply(dataset: Any) -> NodeDataset:
        size = convert_to_tensor(buffer_size, dtypes.int64, name="buffer_size")
        number = (
            constant(-1, dtypes.int64, name="count")
            if count is None
            else convert_to_tensor(count, dtypes.int64, name="count")
        )
        return _same("ShuffleAndRepeatDataset", dataset, size, *get_seed(seed), number)

    return apply


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: Any = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """Batches of a function of each element, several of them at a time."""
    return _map_and_batch(map_func, batch_size, num_parallel_batches, drop_remainder, num_parallel_calls, False)


def map_and_batch_with_legacy_function(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: Any = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """`map_and_batch` by functions of old."""
    return _map_and_batch(map_func, batch_size, num_parallel_batches, drop_remainder, num_parallel_calls, True)


def _map_and_batch(func: Any, size: Any, batches: Any, drop: Any, calls: Any, legacy: bool) -> Transformation:
    if batches is not None and calls is not None:
        raise ValueError("The `num_parallel_batches` and `num_parallel_calls` arguments are mutually exclusive.")
    if calls is None:
        calls = size if batches is None else size * batches

    def apply(dataset: Any) -> NodeDataset:
        wrapped = StructuredFunctionWrapper(
            func, "tf.data.experimental.map_and_batch()", dataset=dataset, use_legacy_function=legacy
        )
        number = convert_to_tensor(size, dtypes.int64, name="batch_size")
        parallel = convert_to_tensor(calls, dtypes.int64, name="num_parallel_calls")
        dropping = convert_to_tensor(drop, dtypes.bool, name="drop_remainder")
        known = tensor_util.constant_value(number) if tensor_util.constant_value(dropping) else None
        function = wrapped.function
        return node(
            "MapAndBatchDataset",
            [dataset],
            dataset,
            function.captured_inputs,
            number,
            parallel,
            dropping,
            spec=structure.batched(wrapped.output_structure, None if known is None else int(known)),
            functions=[wrapped],
            f=function.attr,
            preserve_cardinality=True,
        )

    return apply


def dense_to_sparse_batch(batch_size: Any, row_shape: Any) -> Transformation:
    """Batches of tensors of different sizes, as sparse tensors with rows of `row_shape`."""

    def apply(dataset: Any) -> NodeDataset:
        dtype = structure.legacy_types(dataset.element_spec)
        if not isinstance(dtype, dtypes.DType):
            raise TypeError(
                "DenseToSparseDataset requires an input whose elements have a single component, whereas the input has "
                f"{dtype!r}."
            )
        row = as_shape(row_shape)
        spec = SparseTensorSpec(TensorShape([None]).concatenate(row), dtype)
        size = convert_to_tensor(batch_size, dtypes.int64, name="batch_size")
        sizes = convert_to_tensor([-1 if d is None else d for d in row.as_list()], dtypes.int64)
        return node("DenseToSparseBatchDataset", [dataset], dataset, size, sizes, spec=spec)

    return apply


def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """The dataset; elements are brought to a device by the step that uses them."""
    return lambda dataset: dataset


def prefetch_to_device(device: str, buffer_size: Any = None) -> Transformation:
    """Elements made ahead; they are brought to a device by the step that uses them."""
    return lambda dataset: dataset.prefetch(buffer_size)


def sleep(sleep_microseconds: Any) -> Transformation:
    """The elements, each after a pause."""

    def apply(dataset: Any) -> NodeDataset:
        pause = convert_to_tensor(sleep_microseconds, dtypes.int64, name="sleep_microseconds")
        return _same("SleepDataset", dataset, pause)

    return apply


def get_single_element(dataset: Any) -> Any:
    """The element of a dataset that has one, as tensors.

    Raises:
      TypeError: the argument is no dataset.
    """
    if not isinstance(dataset, DatasetV2):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    flat = apply_op("DatasetToSingleElement", dataset._variant_tensor, **dataset._flat_structure)
    return structure.from_tensor_list(dataset.element_spec, flat)


class TFRecordWriter:
    """Writes datasets of strings to a file of records.

    Args:
      filename: name of the file.
      compression_type: `""`, `"ZLIB"` or `"GZIP"`.
    """

    def __init__(self, filename: Any, compression_type: Any = None) -> None:
        self._filename = convert_to_tensor(filename, dtypes.string, name="filename")
        self._compression_type = optional_tensor("compression_type", compression_type, "", dtypes.string)

    def write(self, dataset: Any) -> Any:
        """An operation that writes all elements."""
        if not isinstance(dataset, DatasetV2):
            raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
        spec = dataset.element_spec
        if not (isinstance(spec, TensorSpec) and spec.is_compatible_with(TensorSpec([], dtypes.string))):
            raise TypeError(
                "`dataset` must produce scalar `DT_STRING` tensors whereas it produces shape "
                f"{structure.legacy_shapes(spec)} and types {structure.legacy_types(spec)}"
            )
        return apply_op("DatasetToTFRecord", dataset._variant_tensor, self._filename, self._compression_type)
