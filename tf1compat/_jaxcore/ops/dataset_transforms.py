"""Datasets made of one dataset or several: functions of elements, choices, orders, batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.ops.dataset_sources import ELEMENTS, SHAPES, dataset_op, function, service, string
from tf1compat._jaxcore.schema.opdef import REQUIRED

_MAP = "input_dataset: variant, other_arguments: [Targuments]"
_MAP_ATTRS = {**ELEMENTS, "use_inter_op_parallelism": True}
_PARALLEL_MAP_ATTRS = {**_MAP_ATTRS, "sloppy": False}  # here the order is always kept


# ---- functions of elements ----------------------------------------------------------------------------------------


@dataset_op("MapDataset", _MAP, _MAP_ATTRS)
@dataset_op("ExperimentalMapDataset", _MAP, _MAP_ATTRS)
def map_dataset(
    input_dataset: Any,
    other_arguments: Any,
    *,
    f: Any = REQUIRED,
    preserve_cardinality: bool = False,
    context: HostContext = Unattached(),
) -> Any:
    """A function of each element."""
    return service().Map(input_dataset, function(context, f, other_arguments), preserve_cardinality)


@dataset_op("ParallelMapDataset", _MAP + ", num_parallel_calls: int32", _PARALLEL_MAP_ATTRS)
def parallel_map_dataset(
    input_dataset: Any,
    other_arguments: Any,
    num_parallel_calls: Any,
    *,
    f: Any = REQUIRED,
    preserve_cardinality: bool = False,
    context: HostContext = Unattached(),
) -> Any:
    """A function of several elements at a time; results keep the order of the elements."""
    mapped = function(context, f, other_arguments)
    return service().ParallelMap(input_dataset, mapped, int(num_parallel_calls), preserve_cardinality)


_MAP_AND_BATCH = _MAP + ", batch_size: int64, num_parallel_calls: int64, drop_remainder: bool"


@dataset_op("MapAndBatchDataset", _MAP_AND_BATCH)
@dataset_op("ExperimentalMapAndBatchDataset", _MAP_AND_BATCH)
def map_and_batch_dataset(
    input_dataset: Any,
    other_arguments: Any,
    batch_size: Any,
    num_parallel_calls: Any,
    drop_remainder: Any,
    *,
    f: Any = REQUIRED,
    preserve_cardinality: bool = False,
    context: HostContext = Unattached(),
) -> Any:
    """Batches of a function of each element."""
    mapped = function(context, f, other_arguments)
    source = service().ParallelMap(input_dataset, mapped, int(num_parallel_calls), preserve_cardinality)
    batches = service().Batch(source, int(batch_size), bool(drop_remainder))
    batches.fused = True
    return batches


@dataset_op("FilterDataset", _MAP)
def filter_dataset(
    input_dataset: Any, other_arguments: Any, *, predicate: Any = REQUIRED, context: HostContext = Unattached()
) -> Any:
    """The elements for which a function is true."""
    return service().Filter(input_dataset, function(context, predicate, other_arguments))


@dataset_op("TakeWhileDataset", _MAP)
@dataset_op("ExperimentalTakeWhileDataset", _MAP)
def take_while_dataset(
    input_dataset: Any, other_arguments: Any, *, predicate: Any = REQUIRED, context: HostContext = Unattached()
) -> Any:
    """The elements before the first for which a function is false."""
    return service().TakeWhile(input_dataset, function(context, predicate, other_arguments))


@dataset_op("FlatMapDataset", _MAP)
def flat_map_dataset(
    input_dataset: Any, other_arguments: Any, *, f: Any = REQUIRED, context: HostContext = Unattached()
) -> Any:
    """The elements of the datasets that a function gives."""
    return service().FlatMap(input_dataset, function(context, f, other_arguments))


_INTERLEAVE = _MAP + ", cycle_length: int64, block_length: int64"


@dataset_op("InterleaveDataset", _INTERLEAVE)
def interleave_dataset(
    input_dataset: Any,
    other_arguments: Any,
    cycle_length: Any,
    block_length: Any,
    *,
    f: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """The elements of several datasets by turns."""
    mapped = function(context, f, other_arguments)
    return service().Interleave(input_dataset, mapped, int(cycle_length), int(block_length))


@dataset_op("ParallelInterleaveDatasetV2", _INTERLEAVE + ", num_parallel_calls: int64", {**ELEMENTS, "sloppy": False})
def parallel_interleave_dataset_v2(
    input_dataset: Any,
    other_arguments: Any,
    cycle_length: Any,
    block_length: Any,
    num_parallel_calls: Any,
    *,
    f: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """The elements of several datasets by turns."""
    mapped = function(context, f, other_arguments)
    cycle = int(cycle_length)
    return service().Interleave(input_dataset, mapped, cycle if cycle != -1 else 8, int(block_length))


_OLD_INTERLEAVE = _INTERLEAVE + ", sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64"


@dataset_op("ParallelInterleaveDataset", _OLD_INTERLEAVE)
@dataset_op("ExperimentalParallelInterleaveDataset", _OLD_INTERLEAVE)
def parallel_interleave_dataset(
    input_dataset: Any,
    other_arguments: Any,
    cycle_length: Any,
    block_length: Any,
    sloppy: Any,
    buffer_output_elements: Any,
    prefetch_input_elements: Any,
    *,
    f: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """The elements of several datasets by turns; a dataset that has ended is replaced at once."""
    mapped = function(context, f, other_arguments)
    return service().Interleave(input_dataset, mapped, int(cycle_length), int(block_length), waits=False)


_SCAN = "input_dataset: variant, initial_state: [Tstate], other_arguments: [Targuments]"


@dataset_op("ScanDataset", _SCAN)
@dataset_op("ExperimentalScanDataset", _SCAN)
def scan_dataset(
    input_dataset: Any,
    initial_state: Any,
    other_arguments: Any,
    *,
    f: Any = REQUIRED,
    preserve_cardinality: bool = False,
    context: HostContext = Unattached(),
) -> Any:
    """A function of a state and each element that gives the next state and an element."""
    return service().Scan(input_dataset, initial_state, function(context, f, other_arguments), preserve_cardinality)


_GROUP_BY_WINDOW = (
    "input_dataset: variant, key_func_other_arguments: [Tkey_func_other_arguments], reduce_func_other_arguments: "
    "[Treduce_func_other_arguments], window_size_func_other_arguments: [Twindow_size_func_other_arguments]"
)


@dataset_op("GroupByWindowDataset", _GROUP_BY_WINDOW)
@dataset_op("ExperimentalGroupByWindowDataset", _GROUP_BY_WINDOW)
def group_by_window_dataset(
    input_dataset: Any,
    key_func_other_arguments: Any,
    reduce_func_other_arguments: Any,
    window_size_func_other_arguments: Any,
    *,
    key_func: Any = REQUIRED,
    reduce_func: Any = REQUIRED,
    window_size_func: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """A function of each group of elements with one key."""
    return service().GroupByWindow(
        input_dataset,
        function(context, key_func, key_func_other_arguments),
        function(context, reduce_func, reduce_func_other_arguments),
        function(context, window_size_func, window_size_func_other_arguments),
    )


_GROUP_BY_REDUCER = (
    "input_dataset: variant, key_func_other_arguments: [Tkey_func_other_arguments], init_func_other_arguments: "
    "[Tinit_func_other_arguments], reduce_func_other_arguments: [Treduce_func_other_arguments], "
    "finalize_func_other_arguments: [Tfinalize_func_other_arguments]"
)


@dataset_op("GroupByReducerDataset", _GROUP_BY_REDUCER, stateful=True)
@dataset_op("ExperimentalGroupByReducerDataset", _GROUP_BY_REDUCER, stateful=True)
def group_by_reducer_dataset(
    input_dataset: Any,
    key_func_other_arguments: Any,
    init_func_other_arguments: Any,
    reduce_func_other_arguments: Any,
    finalize_func_other_arguments: Any,
    *,
    key_func: Any = REQUIRED,
    init_func: Any = REQUIRED,
    reduce_func: Any = REQUIRED,
    finalize_func: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """One element for each key."""
    return service().GroupByReducer(
        input_dataset,
        function(context, key_func, key_func_other_arguments),
        function(context, init_func, init_func_other_arguments),
        function(context, reduce_func, reduce_func_other_arguments),
        function(context, finalize_func, finalize_func_other_arguments),
    )


# ---- choices and orders -------------------------------------------------------------------------------------------


@dataset_op("ZipDataset", "input_datasets: N*variant")
def zip_dataset(input_datasets: Any) -> Any:
    """One element of each dataset, side by side."""
    return service().Zip(input_datasets)


@dataset_op("ConcatenateDataset", "input_dataset: variant, another_dataset: variant")
def concatenate_dataset(input_dataset: Any, another_dataset: Any) -> Any:
    """One dataset, then the other."""
    return service().Concatenate(input_dataset, another_dataset)


@dataset_op("DirectedInterleaveDataset", "selector_input_dataset: variant, data_input_datasets: N*variant")
@dataset_op("ExperimentalDirectedInterleaveDataset", "selector_input_dataset: variant, data_input_datasets: N*variant")
def directed_interleave_dataset(selector_input_dataset: Any, data_input_datasets: Any) -> Any:
    """Elements of the dataset that a dataset of numbers names."""
    return service().DirectedInterleave(selector_input_dataset, data_input_datasets)


@dataset_op("TakeDataset", "input_dataset: variant, count: int64")
def take_dataset(input_dataset: Any, count: Any) -> Any:
    """The first elements."""
    return service().Take(input_dataset, int(count))


@dataset_op("SkipDataset", "input_dataset: variant, count: int64")
def skip_dataset(input_dataset: Any, count: Any) -> Any:
    """All but the first elements."""
    return service().Skip(input_dataset, int(count))


@dataset_op("ShardDataset", "input_dataset: variant, num_shards: int64, index: int64",
            {**ELEMENTS, "require_non_empty": False})  # fmt: skip
def shard_dataset(input_dataset: Any, num_shards: Any, index: Any) -> Any:
    """Every so manieth element."""
    return service().Shard(input_dataset, int(num_shards), int(index))


@dataset_op("RepeatDataset", "input_dataset: variant, count: int64")
def repeat_dataset(input_dataset: Any, count: Any) -> Any:
    """The dataset several times."""
    return service().Repeat(input_dataset, int(count))


@dataset_op("ShuffleDataset", "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64")
def shuffle_dataset(
    input_dataset: Any, buffer_size: Any, seed: Any, seed2: Any, *, reshuffle_each_iteration: bool = True
) -> Any:
    """Elements in random order."""
    return service().Shuffle(input_dataset, int(buffer_size), (int(seed), int(seed2)), reshuffle_each_iteration)


@dataset_op("ShuffleAndRepeatDataset",
            "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64")  # fmt: skip
def shuffle_and_repeat_dataset(input_dataset: Any, buffer_size: Any, seed: Any, seed2: Any, count: Any) -> Any:
    """Several epochs, each shuffled."""
    return service().ShuffleAndRepeat(input_dataset, int(buffer_size), (int(seed), int(seed2)), int(count))


@dataset_op("SamplingDataset", "input_dataset: variant, rate: float32, seed: int64, seed2: int64")
def sampling_dataset(input_dataset: Any, rate: Any, seed: Any, seed2: Any) -> Any:
    """Each element with a given probability."""
    return service().Sampling(input_dataset, float(rate), (int(seed), int(seed2)))


@dataset_op("CacheDataset", "input_dataset: variant, filename: string")
def cache_dataset(input_dataset: Any, filename: Any) -> Any:
    """The elements of the first pass again in later ones."""
    return service().Cache(input_dataset, string(filename))


@dataset_op("PrefetchDataset", "input_dataset: variant, buffer_size: int64",
            {**ELEMENTS, "legacy_autotune": True, "slack_period": 0})  # fmt: skip
def prefetch_dataset(input_dataset: Any, buffer_size: Any) -> Any:
    """Elements that are made before they are asked for."""
    return service().Prefetch(input_dataset, int(buffer_size))


@dataset_op("IgnoreErrorsDataset", "input_dataset: variant")
@dataset_op("ExperimentalIgnoreErrorsDataset", "input_dataset: variant")
def ignore_errors_dataset(input_dataset: Any) -> Any:
    """The elements without those whose making fails."""
    return service().IgnoreErrors(input_dataset)


@dataset_op("UniqueDataset", "input_dataset: variant")
@dataset_op("ExperimentalUniqueDataset", "input_dataset: variant")
def unique_dataset(input_dataset: Any) -> Any:
    """Each scalar once."""
    return service().Unique(input_dataset)


@dataset_op("SleepDataset", "input_dataset: variant, sleep_microseconds: int64")
@dataset_op("ExperimentalSleepDataset", "input_dataset: variant, sleep_microseconds: int64")
def sleep_dataset(input_dataset: Any, sleep_microseconds: Any) -> Any:
    """Elements with pauses between them."""
    return service().Sleep(input_dataset, int(sleep_microseconds))


# ---- batches ------------------------------------------------------------------------------------------------------


@dataset_op("BatchDataset", "input_dataset: variant, batch_size: int64")
def batch_dataset(input_dataset: Any, batch_size: Any) -> Any:
    """Several elements as one."""
    return service().Batch(input_dataset, int(batch_size), False)


@dataset_op("BatchDatasetV2", "input_dataset: variant, batch_size: int64, drop_remainder: bool",
            {**ELEMENTS, "parallel_copy": False})  # fmt: skip
def batch_dataset_v2(input_dataset: Any, batch_size: Any, drop_remainder: Any) -> Any:
    """Several elements as one; a smaller last batch may be dropped."""
    return service().Batch(input_dataset, int(batch_size), bool(drop_remainder))


_PADDED = "input_dataset: variant, batch_size: int64, padded_shapes: N*int64, padding_values: [Toutput_types]"


@dataset_op("PaddedBatchDataset", _PADDED, SHAPES)
def padded_batch_dataset(input_dataset: Any, batch_size: Any, padded_shapes: Any, padding_values: Any) -> Any:
    """Batches of elements padded to one shape."""
    return service().PaddedBatch(input_dataset, int(batch_size), padded_shapes, padding_values, False)


@dataset_op("PaddedBatchDatasetV2", _PADDED + ", drop_remainder: bool", {**SHAPES, "parallel_copy": False})
def padded_batch_dataset_v2(
    input_dataset: Any, batch_size: Any, padded_shapes: Any, padding_values: Any, drop_remainder: Any
) -> Any:
    """Batches of elements padded to one shape; a smaller last batch may be dropped."""
    return service().PaddedBatch(input_dataset, int(batch_size), padded_shapes, padding_values, bool(drop_remainder))


_SPARSE_BATCH = "input_dataset: variant, batch_size: int64, row_shape: int64"


@dataset_op("DenseToSparseBatchDataset", _SPARSE_BATCH)
@dataset_op("ExperimentalDenseToSparseBatchDataset", _SPARSE_BATCH)
def dense_to_sparse_batch_dataset(input_dataset: Any, batch_size: Any, row_shape: Any) -> Any:
    """Batches of tensors of different sizes, as sparse tensors."""
    return service().SparseBatch(input_dataset, int(batch_size), np.ravel(row_shape).tolist())


@dataset_op("UnbatchDataset", "input_dataset: variant")
@dataset_op("ExperimentalUnbatchDataset", "input_dataset: variant")
def unbatch_dataset(input_dataset: Any) -> Any:
    """The slices of each element, one after the other."""
    return service().Unbatch(input_dataset)


@dataset_op("WindowDataset", "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool")
def window_dataset(input_dataset: Any, size: Any, shift: Any, stride: Any, drop_remainder: Any) -> Any:
    """Datasets of consecutive elements."""
    return service().Window(input_dataset, int(size), int(shift), int(stride), bool(drop_remainder))


_SLIDING = "input_dataset: variant, window_size: int64, window_shift: int64, window_stride: int64"


@dataset_op("SlidingWindowDataset", _SLIDING)
@dataset_op("ExperimentalSlidingWindowDataset", _SLIDING)
def sliding_window_dataset(input_dataset: Any, window_size: Any, window_shift: Any, window_stride: Any) -> Any:
    """Batches that may overlap."""
    return service().SlidingWindow(input_dataset, int(window_size), int(window_shift), int(window_stride))


@dataset_op("RebatchDataset", "input_dataset: variant, num_replicas: int64", {**ELEMENTS, "use_fallback": True})
@dataset_op("ExperimentalRebatchDataset", "input_dataset: variant, num_replicas: int64",
            {**ELEMENTS, "use_fallback": True})  # fmt: skip
def rebatch_dataset(input_dataset: Any, num_replicas: Any) -> Any:
    """Each batch cut into one piece for every replica."""
    return service().Rebatch(input_dataset, int(num_replicas))


# ---- how the work is done -----------------------------------------------------------------------------------------


@dataset_op("OptimizeDataset", "input_dataset: variant, optimizations: string",
            {**ELEMENTS, "optimization_configs": []})  # fmt: skip
def optimize_dataset(input_dataset: Any, optimizations: Any) -> Any:
    """The dataset as rewrites leave it."""
    return service().optimized(input_dataset, np.ravel(np.asarray(optimizations, object)).tolist())


@dataset_op("ModelDataset", "input_dataset: variant", {**ELEMENTS, "algorithm": 0, "cpu_budget": 0})
@dataset_op("NonSerializableDataset", "input_dataset: variant")
@dataset_op("ExperimentalNonSerializableDataset", "input_dataset: variant")
def unchanged_dataset(input_dataset: Any) -> Any:
    """The dataset; how its work is shared out is decided elsewhere."""
    return input_dataset


@dataset_op("MaxIntraOpParallelismDataset", "input_dataset: variant, max_intra_op_parallelism: int64")
@dataset_op("ExperimentalMaxIntraOpParallelismDataset", "input_dataset: variant, max_intra_op_parallelism: int64")
@dataset_op("PrivateThreadPoolDataset", "input_dataset: variant, num_threads: int64")
@dataset_op("ExperimentalPrivateThreadPoolDataset", "input_dataset: variant, num_threads: int64")
def threads_dataset(input_dataset: Any, threads: Any) -> Any:
    """The dataset; the number of threads makes no difference to its elements."""
    return input_dataset
