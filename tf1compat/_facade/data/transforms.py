"""What `Dataset` methods build: functions of elements, choices, orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.dataset import DatasetSpec, NodeDataset, node
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.data.random_seed import get_seed
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes

AUTOTUNE = -1


def _int64(value: Any, name: str) -> Any:
    return convert_to_tensor(value, dtypes.int64, name=name)


def map_elements(
    dataset: Any,
    map_func: Callable[..., Any],
    num_parallel_calls: Any = None,
    preserve_cardinality: bool | None = None,
    use_legacy_function: bool = False,
    use_inter_op_parallelism: bool = True,
) -> NodeDataset:
    """A function of each element."""
    wrapped = StructuredFunctionWrapper(
        map_func, "Dataset.map()", dataset=dataset, use_legacy_function=use_legacy_function
    )
    extra: Any = {"use_inter_op_parallelism": use_inter_op_parallelism}
    if preserve_cardinality is not None:
        extra["preserve_cardinality"] = preserve_cardinality
    spec, function = wrapped.output_structure, wrapped.function
    common: Any = {"spec": spec, "functions": [wrapped], "f": function.attr, **extra}
    if num_parallel_calls is None:
        return node("MapDataset", [dataset], dataset, function.captured_inputs, **common)
    calls = convert_to_tensor(num_parallel_calls, dtypes.int32, name="num_parallel_calls")
    return node("ParallelMapDataset", [dataset], dataset, function.captured_inputs, calls, **common)


def of_datasets(map_func: Callable[..., Any], name: str, dataset: Any) -> StructuredFunctionWrapper:
    """A function that gives a dataset.

    Raises:
      TypeError: it gives something else.
    """
    wrapped = StructuredFunctionWrapper(map_func, name, dataset=dataset)
    if not isinstance(wrapped.output_structure, DatasetSpec):
        raise TypeError(f"`map_func` must return a `Dataset` object. Got {type(wrapped.output_structure)}")
    return wrapped


def flat_map(dataset: Any, map_func: Callable[..., Any]) -> NodeDataset:
    """The elements of the datasets that a function gives."""
    wrapped = of_datasets(map_func, "Dataset.flat_map()", dataset)
    function, spec = wrapped.function, wrapped.output_structure._element_spec
    return node(
        "FlatMapDataset", [dataset], dataset, function.captured_inputs, spec=spec, functions=[wrapped], f=function.attr
    )


def interleave(
    dataset: Any, map_func: Callable[..., Any], cycle_length: Any, block_length: Any, num_parallel_calls: Any
) -> NodeDataset:
    """The elements of several datasets by turns."""
    if num_parallel_calls is None:
        if isinstance(cycle_length, int) and cycle_length == AUTOTUNE:
            cycle_length = _cores()
        return _interleaved(dataset, map_func, cycle_length, block_length, None)
    if isinstance(cycle_length, int) and cycle_length == AUTOTUNE:
        cycle_length = _cores()
    return _interleaved(dataset, map_func, cycle_length, block_length, num_parallel_calls)


def _cores() -> int:
    import os

    return os.cpu_count() or 1


def _interleaved(dataset: Any, map_func: Any, cycle: Any, block: Any, calls: Any) -> NodeDataset:
    wrapped = of_datasets(map_func, "Dataset.interleave()", dataset)
    function, spec = wrapped.function, wrapped.output_structure._element_spec
    numbers = [_int64(cycle, "cycle_length"), _int64(block, "block_length")]
    op_type = "InterleaveDataset"
    if calls is not None:
        op_type = "ParallelInterleaveDatasetV2"
        numbers.append(_int64(calls, "num_parallel_calls"))
    return node(
        op_type, [dataset], dataset, function.captured_inputs, *numbers, spec=spec, functions=[wrapped], f=function.attr
    )


def filter_elements(dataset: Any, predicate: Callable[..., Any], use_legacy_function: bool = False) -> NodeDataset:
    """The elements for which a function is true."""
    wrapped = StructuredFunctionWrapper(
        predicate, "Dataset.filter()", dataset=dataset, use_legacy_function=use_legacy_function
    )
    spec = wrapped.output_structure
    if not (isinstance(spec, TensorSpec) and spec.is_compatible_with(TensorSpec([], dtypes.bool))):
        raise ValueError(f"`predicate` return type must be convertible to a scalar boolean tensor. Was {spec}.")
    function = wrapped.function
    return node(
        "FilterDataset",
        [dataset],
        dataset,
        function.captured_inputs,
        spec=dataset.element_spec,
        functions=[wrapped],
        predicate=function.attr,
    )


def concatenate(dataset: Any, other: Any) -> NodeDataset:
    """One dataset, then another.

    Raises:
      TypeError: their elements have different types.
    """
    for what, legacy in (("types", structure.legacy_types), ("classes", structure.legacy_classes)):
        mine, theirs = legacy(dataset.element_spec), legacy(other.element_spec)
        if mine != theirs:
            raise TypeError(f"Two datasets to concatenate have different {what} {mine} and {theirs}")
    types, classes = (f(dataset.element_spec) for f in (structure.legacy_types, structure.legacy_classes))
    shapes = structure.legacy_shapes(dataset.element_spec)
    pairs = zip(nest.flatten(shapes), nest.flatten(structure.legacy_shapes(other.element_spec)))
    common = [a.most_specific_compatible_shape(b) if hasattr(a, "raw") else a for a, b in pairs]
    spec = structure.convert_legacy_structure(types, nest.pack_sequence_as(shapes, common), classes)
    return node("ConcatenateDataset", [dataset, other], dataset, other, spec=spec)


def prefetch(dataset: Any, buffer_size: Any) -> NodeDataset:
    """Elements that are made before they are asked for."""
    size = _int64(-1 if buffer_size is None else buffer_size, "buffer_size")
    return node("PrefetchDataset", [dataset], dataset, size, spec=dataset.element_spec)


def repeat(dataset: Any, count: Any) -> NodeDataset:
    """The dataset several times."""
    return counted("RepeatDataset", dataset, -1 if count is None else count)


def counted(op_type: str, dataset: Any, count: Any) -> NodeDataset:
    """An op on a dataset and a number of elements or passes."""
    return node(op_type, [dataset], dataset, _int64(count, "count"), spec=dataset.element_spec)


def shuffle(dataset: Any, buffer_size: Any, seed: Any, reshuffle_each_iteration: bool | None) -> NodeDataset:
    """Elements in random order."""
    size = _int64(buffer_size, "buffer_size")
    return node(
        "ShuffleDataset",
        [dataset],
        dataset,
        size,
        *get_seed(seed),
        spec=dataset.element_spec,
        reshuffle_each_iteration=True if reshuffle_each_iteration is None else bool(reshuffle_each_iteration),
    )


def cache(dataset: Any, filename: Any) -> NodeDataset:
    """The elements of the first pass again in later ones."""
    name = convert_to_tensor(filename, dtypes.string, name="filename")
    return node("CacheDataset", [dataset], dataset, name, spec=dataset.element_spec)


def shard(dataset: Any, num_shards: Any, index: Any) -> NodeDataset:
    """Every so manieth element."""
    number, at = _int64(num_shards, "num_shards"), _int64(index, "index")
    return node("ShardDataset", [dataset], dataset, number, at, spec=dataset.element_spec)
