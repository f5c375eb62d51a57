"""Transformations with a state or by groups: scan, group_by_window, group_by_reducer, bucket_by_sequence_length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.dataset import DatasetSpec, NodeDataset, node
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.data.reducing import traced
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

_KEY = TensorSpec([], dtypes.int64)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Callable[[Any], Any]:
    """A function of a state and each element that gives the next state and an element."""

    def apply(dataset: Any) -> NodeDataset:
        state = structure.normalize_element(initial_state)

        def wrap(spec: Any) -> StructuredFunctionWrapper:
            wrapped = StructuredFunctionWrapper(
                scan_func, "tf.data.experimental.scan()", input_structure=(spec, dataset.element_spec)
            )
            if not (isinstance(wrapped.output_types, Sequence) and len(wrapped.output_types) == 2):
                raise TypeError("The scan function must return a pair comprising the new state and the output value.")
            return wrapped

        spec, wrapped = traced(wrap, structure.type_spec_from_value(state), lambda w: w.output_structure[0])
        function = wrapped.function
        return node(
            "ScanDataset",
            [dataset],
            dataset,
            structure.to_tensor_list(spec, state),
            function.captured_inputs,
            spec=wrapped.output_structure[1],
            functions=[wrapped],
            f=function.attr,
            preserve_cardinality=True,
        )

    return apply


def _is_number(spec: Any) -> bool:
    return isinstance(spec, TensorSpec) and spec.is_compatible_with(_KEY)


def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: Any = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Callable[[Any], Any]:
    """A function of each group of `window_size` elements with one key; it gives the elements for the group.

    Args:
      key_func: from an element to its key, an int64.
      reduce_func: from a key and the dataset of a group to a dataset.
      window_size: size of a group, or
      window_size_func: from a key to the size of its groups.
    """
    if (window_size is not None and window_size_func) or not (window_size is not None or window_size_func):
        raise ValueError("Must pass either window_size or window_size_func.")

    def window_size_func_wrapper(key: Any) -> Any:
        size = window_size if window_size_func is None else window_size_func(key)
        return convert_to_tensor(size, dtypes.int64)

    def key_func_wrapper(*args: Any) -> Any:
        return convert_to_tensor(key_func(*args), dtypes.int64)

    def apply(dataset: Any) -> NodeDataset:
        name = "tf.data.experimental.group_by_window()"
        key = StructuredFunctionWrapper(key_func_wrapper, name, dataset=dataset)
        if not _is_number(key.output_structure):
            raise ValueError("`key_func` must return a single tf.int64 scalar tensor.")
        group = (_KEY, DatasetSpec(dataset.element_spec))
        reduce = StructuredFunctionWrapper(reduce_func, name, input_structure=group)
        if not isinstance(reduce.output_structure, DatasetSpec):
            raise TypeError("`reduce_func` must return a `Dataset` object.")
        size = StructuredFunctionWrapper(window_size_func_wrapper, name, input_structure=_KEY)
        if not _is_number(size.output_structure):
            raise ValueError("`window_size_func` must return a single tf.int64 scalar tensor.")
        used = [key, reduce, size]
        return node(
            "GroupByWindowDataset",
            [dataset],
            dataset,
            *(w.function.captured_inputs for w in used),
            spec=reduce.output_structure._element_spec,
            functions=used,
            key_func=key.function.attr,
            reduce_func=reduce.function.attr,
            window_size_func=size.function.attr,
        )

    return apply


class Reducer:
    """Three functions that make one element of many: a first state of a key, the next state of a state and an
    element, and an element of the last state."""

    def __init__(self, init_func: Any, reduce_func: Any, finalize_func: Any) -> None:
        self._functions = init_func, reduce_func, finalize_func

    @property
    def init_func(self) -> Any:
        return self._functions[0]

    @property
    def reduce_func(self) -> Any:
        return self._functions[1]

    @property
    def finalize_func(self) -> Any:
        return self._functions[2]


def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Callable[[Any], Any]:
    """One element for each key, made by a `Reducer` of all elements with that key."""

    def apply(dataset: Any) -> NodeDataset:
        name = "tf.data.experimental.group_by_reducer()"
        key = StructuredFunctionWrapper(key_func, name, dataset=dataset)
        if not _is_number(key.output_structure):
            raise ValueError(
                f"`key_func` must return a single tf.int64 tensor. Got type={key.output_types} and "
                f"shape={key.output_shapes}"
            )
        init = StructuredFunctionWrapper(reducer.init_func, name, input_structure=_KEY)
        state, reduce = traced(
            lambda s: StructuredFunctionWrapper(reducer.reduce_func, name, input_structure=(s, dataset.element_spec)),
            init.output_structure,
            lambda w: w.output_structure,
        )
        finalize = StructuredFunctionWrapper(reducer.finalize_func, name, input_structure=state)
        used = [key, init, reduce, finalize]
        return node(
            "ExperimentalGroupByReducerDataset",
            [dataset],
            dataset,
            *(w.function.captured_inputs for w in used),
            spec=finalize.output_structure,
            functions=used,
            key_func=key.function.attr,
            init_func=init.function.attr,
            reduce_func=reduce.function.attr,
            finalize_func=finalize.function.attr,
        )

    return apply


def _bucket_of(length: Any, boundaries: list[int]) -> Any:
    """The number of the bucket that a length falls into."""
    from tf1compat._facade import array_index, math_elementwise, math_reductions

    lower = [np.iinfo(np.int32).min, *boundaries]
    upper = [*boundaries, np.iinfo(np.int32).max]
    inside = math_elementwise.logical_and(
        math_elementwise.less_equal(lower, length), math_elementwise.less(length, upper)
    )
    return math_reductions.reduce_min(array_index.where(inside))


def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Callable[[Any], Any]:
    """Padded batches of elements of similar length.

    Args:
      element_length_func: from an element to its length, an int32.
      bucket_boundaries: upper lengths of the buckets; there is one more bucket for what is longer.
      bucket_batch_sizes: batch size of each bucket.
      padded_shapes, padding_values: as in `Dataset.padded_batch`; the dataset's own shapes if absent.
      pad_to_bucket_boundary: unknown dimensions are padded to the bucket's boundary less one.
      no_padding: elements are batched as they are.
      drop_remainder: smaller batches are left out.

    Raises:
      ValueError: the numbers of sizes and boundaries do not fit.
    """
    from tf1compat._facade.check_ops import assert_less

    with name_scope("bucket_by_seq_length"):
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError("len(bucket_batch_sizes) must equal len(bucket_boundaries) + 1")
        batch_sizes = constant(list(bucket_batch_sizes), dtypes.int64)

        def element_to_bucket_id(*args: Any) -> Any:
            return _bucket_of(element_length_func(*args), list(bucket_boundaries))

        def window_size_fn(bucket_id: Any) -> Any:
            return batch_sizes[bucket_id]

        def batching_fn(bucket_id: Any, grouped: Any) -> Any:
            size = window_size_fn(bucket_id)
            if no_padding:
                return grouped.batch(size, drop_remainder=drop_remainder)
            filler: Any = None
            if pad_to_bucket_boundary:
                check = assert_less(
                    bucket_id,
                    constant(len(bucket_batch_sizes) - 1, dtypes.int64),
                    message="When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries).",
                )
                with control_dependencies([check]):
                    filler = constant(list(bucket_boundaries), dtypes.int64)[bucket_id] - 1
            shapes = _filled(padded_shapes or structure.legacy_shapes(grouped.element_spec), filler)
            return grouped.padded_batch(size, shapes, padding_values, drop_remainder=drop_remainder)

        def apply(dataset: Any) -> Any:
            return dataset.apply(group_by_window(element_to_bucket_id, batching_fn, window_size_func=window_size_fn))

        return apply


def _filled(shapes: Any, filler: Any) -> Any:
    found = [[filler if d is None else d for d in TensorShape(s).as_list()] for s in nest.flatten(shapes)]
    return nest.pack_sequence_as(shapes, found)
