"""Datasets by the names of TensorFlow's inner classes: `dataset_ops.MapDataset` and its like."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.data import batches, sources, transforms
from tf1compat._facade.data.dataset import NodeDataset
from tf1compat._facade.data.generator import generator_dataset

_GeneratorDataset = generator_dataset
TensorDataset = sources.from_tensors
TensorSliceDataset = sources.from_tensor_slices
SparseTensorSliceDataset = sources.from_sparse_tensor_slices
RangeDataset = sources.range_dataset
ZipDataset = sources.zip_datasets
ConcatenateDataset = transforms.concatenate
FlatMapDataset = transforms.flat_map
FilterDataset = transforms.filter_elements
RepeatDataset = transforms.repeat
PrefetchDataset = transforms.prefetch
BatchDataset = batches.batch
PaddedBatchDataset = batches.padded_batch
WindowDataset = batches.window


def MapDataset(
    input_dataset: Any,
    map_func: Any,
    use_inter_op_parallelism: bool = True,
    preserve_cardinality: bool = False,
    use_legacy_function: bool = False,
) -> NodeDataset:
    """A function of each element."""
    return transforms.map_elements(
        input_dataset, map_func, None, preserve_cardinality, use_legacy_function, use_inter_op_parallelism
    )


def ParallelMapDataset(
    input_dataset: Any,
    map_func: Any,
    num_parallel_calls: Any,
    use_inter_op_parallelism: bool = True,
    preserve_cardinality: bool = False,
    use_legacy_function: bool = False,
) -> NodeDataset:
    """A function of several elements at a time."""
    return transforms.map_elements(
        input_dataset, map_func, num_parallel_calls, preserve_cardinality, use_legacy_function, use_inter_op_parallelism
    )
