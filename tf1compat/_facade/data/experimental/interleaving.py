"""Datasets by turns and by chance: parallel_interleave, sample_from_datasets, choose_from_datasets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import array_ops, math_elementwise
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure, transforms
from tf1compat._facade.data.dataset import DatasetV2, NodeDataset, node
from tf1compat._facade.data.experimental.sources import random_dataset
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.data.readers import optional_tensor
from tf1compat._facade.data.v1 import DatasetV1Adapter
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: Any = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Callable[[Any], Any]:
    """`Dataset.interleave` of old, where a dataset that has ended is replaced at once; the order is always kept."""

    def apply(dataset: Any) -> NodeDataset:
        return old_interleave(
            dataset, map_func, cycle_length, block_length, sloppy, buffer_output_elements, prefetch_input_elements
        )

    return apply


def old_interleave(
    dataset: Any,
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any,
    sloppy: Any,
    buffer_output_elements: Any,
    prefetch_input_elements: Any,
) -> NodeDataset:
    """The dataset of `parallel_interleave`."""
    wrapped = transforms.of_datasets(map_func, "tf.data.experimental.parallel_interleave()", dataset)
    function, spec = wrapped.function, wrapped.output_structure._element_spec
    return node(
        "ParallelInterleaveDataset",
        [dataset],
        dataset,
        function.captured_inputs,
        convert_to_tensor(cycle_length, dtypes.int64, name="cycle_length"),
        convert_to_tensor(block_length, dtypes.int64, name="block_length"),
        convert_to_tensor(sloppy, dtypes.bool, name="sloppy"),
        optional_tensor("buffer_output_elements", buffer_output_elements, 2 * block_length),
        optional_tensor("prefetch_input_elements", prefetch_input_elements, 2 * cycle_length),
        spec=spec,
        functions=[wrapped],
        f=function.attr,
    )


def _directed(selector: Any, datasets: Sequence[Any]) -> NodeDataset:
    first = datasets[0].element_spec
    types, classes = structure.legacy_types(first), structure.legacy_classes(first)
    shapes = structure.legacy_shapes(first)
    for dataset in datasets[1:]:
        spec = dataset.element_spec
        if structure.legacy_types(spec) != types or structure.legacy_classes(spec) != classes:
            raise TypeError("All datasets must have the same type and class.")
        pairs = zip(nest.flatten(shapes), nest.flatten(structure.legacy_shapes(spec)))
        shapes = nest.pack_sequence_as(shapes, [a.most_specific_compatible_shape(b) for a, b in pairs])
    spec = structure.convert_legacy_structure(types, shapes, classes)
    return node("DirectedInterleaveDataset", [selector, *datasets], selector, list(datasets), spec=spec)


def _mapped(dataset: Any, function: Callable[..., Any]) -> NodeDataset:
    wrapped = StructuredFunctionWrapper(function, "Dataset.map()", dataset=dataset)
    return node(
        "MapDataset",
        [dataset],
        dataset,
        wrapped.function.captured_inputs,
        spec=wrapped.output_structure,
        functions=[wrapped],
        f=wrapped.function.attr,
        use_inter_op_parallelism=False,
    )


def sample_from_datasets(datasets: Sequence[Any], weights: Any = None, seed: Any = None) -> Any:
    """Each element from a dataset drawn at random.

    Args:
      datasets: of equal structure.
      weights: the probability of each, as numbers, a tensor, or a dataset of tensors; equal if absent.
      seed: seed of the draws.
    """
    if isinstance(weights, DatasetV2):
        logits_dataset = weights.map(lambda *p: math_elementwise.log(p, name="logits"))
        pairs = DatasetV1Adapter.zip((logits_dataset, random_dataset(seed).batch(2)))
        return DatasetV1Adapter(_directed(_mapped(pairs, lambda logits, seed: _drawn(logits, seed)), datasets))
    count = len(datasets)
    if weights is None:
        logits: Any = [[1.0] * count]
    else:
        weights = convert_to_tensor(weights, name="weights")
        if weights.dtype not in (dtypes.float32, dtypes.float64):
            raise TypeError("`weights` must be convertible to a tensor of `tf.float32` or `tf.float64` elements.")
        if not weights.shape.is_compatible_with([count]):
            raise ValueError("`weights` must be a vector of length `len(datasets)`.")
        logits = array_ops.expand_dims(math_elementwise.log(weights, name="logits"), 0)
    if count == 1:
        return DatasetV1Adapter(datasets[0])

    def select_dataset_constant_logits(seed: Any) -> Any:
        return _drawn(logits, seed)

    selector = _mapped(random_dataset(seed).batch(2), select_dataset_constant_logits)
    return DatasetV1Adapter(_directed(selector, datasets))


def _drawn(logits: Any, seed: Any) -> Any:
    return array_ops.squeeze(apply_op("StatelessMultinomial", logits, 1, seed, output_dtype=dtypes.int64), axis=[0, 1])


def choose_from_datasets(datasets: Sequence[Any], choice_dataset: Any) -> Any:
    """Each element from the dataset whose index a dataset of int64 gives.

    Raises:
      TypeError: that dataset has other elements.
    """
    if not structure.are_compatible(choice_dataset.element_spec, TensorSpec([], dtypes.int64)):
        raise TypeError("`choice_dataset` must be a dataset of scalar `tf.int64` tensors.")
    return DatasetV1Adapter(_directed(choice_dataset, datasets))
