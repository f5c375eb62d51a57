"""What only `tf.contrib.data` has: batches without remainder, sliding windows, checks of shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.dataset import DatasetV2, NodeDataset, node
from tf1compat._facade.data.experimental.examples import make_batched_features_dataset
from tf1compat._facade.data.experimental.interleaving import parallel_interleave
from tf1compat._facade.data.experimental.states import Reducer, group_by_reducer
from tf1compat._facade.data.experimental.transformations import get_single_element
from tf1compat._facade.data.readers import TFRecordDataset
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

Transformation = Callable[[Any], Any]


def batch_and_drop_remainder(batch_size: Any) -> Transformation:
    """`Dataset.batch` without a smaller last batch."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(batch_size: Any, padded_shapes: Any, padding_values: Any = None) -> Transformation:
    """`Dataset.padded_batch` without a smaller last batch."""
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


def sloppy_interleave(map_func: Callable[..., Any], cycle_length: Any, block_length: Any = 1) -> Transformation:
    """`parallel_interleave` in any order; here the order is always kept."""
    return parallel_interleave(map_func, cycle_length, block_length, sloppy=True)


def assert_element_shape(expected_shapes: Any) -> Transformation:
    """The dataset with shapes that its elements are checked to have.

    Raises:
      ValueError: they cannot have them.
    """
    from tf1compat._facade.array_ops import ensure_shape

    def apply(dataset: Any) -> Any:
        shapes = structure.legacy_shapes(dataset.element_spec)
        wanted = nest.map_structure_up_to(shapes, TensorShape, expected_shapes)
        for mine, theirs in zip(nest.flatten(shapes), nest.flatten(wanted)):
            if not mine.is_compatible_with(theirs):
                raise ValueError(f"Dataset shapes {shapes} are not compatible with the expected shapes {wanted}")

        def check(*element: Any) -> Any:
            parts = element if type(dataset.element_spec) is tuple else element[0]
            return nest.map_structure(ensure_shape, parts, wanted)

        return dataset.map(check)

    return apply


def sliding_window_batch(
    window_size: Any, stride: Any = None, window_shift: Any = None, window_stride: Any = 1
) -> Transformation:
    """Batches of `window_size` elements, beginning `window_shift` (or `stride`) elements apart.

    Raises:
      ValueError: both `stride` and `window_shift` are given.
    """
    if stride is not None and window_shift is not None:
        raise ValueError("Cannot specify both `stride` and `window_shift`")
    shift = next((x for x in (stride, window_shift) if x is not None), 1)

    def apply(dataset: Any) -> NodeDataset:
        numbers = [
            convert_to_tensor(value, dtypes.int64, name=name)
            for name, value in (("window_size", window_size), ("window_shift", shift), ("window_stride", window_stride))
        ]
        spec = structure.batched(dataset.element_spec, None)
        return node("ExperimentalSlidingWindowDataset", [dataset], dataset, *numbers, spec=spec)

    return apply


def reduce_dataset(dataset: Any, reducer: Reducer) -> Any:
    """The one element that a `Reducer` makes of a dataset, as tensors.

    Raises:
      TypeError: the first argument is no dataset.
    """
    if not isinstance(dataset, DatasetV2):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    import numpy as np

    return get_single_element(dataset.apply(group_by_reducer(lambda *_: np.int64(0), reducer)))


def read_batch_features(
    file_pattern: Any,
    batch_size: Any,
    features: Any,
    reader: Any = TFRecordDataset,
    reader_args: Any = None,
    randomize_input: bool = True,
    num_epochs: Any = None,
    capacity: Any = 10000,
) -> Any:
    """The next batch of parsed Examples of files, as a dictionary of tensors; see `make_batched_features_dataset`."""
    dataset = make_batched_features_dataset(
        file_pattern,
        batch_size,
        features,
        reader=reader,
        reader_args=reader_args,
        shuffle=randomize_input,
        num_epochs=num_epochs,
        shuffle_buffer_size=capacity,
    )
    return dataset.make_one_shot_iterator().get_next()
