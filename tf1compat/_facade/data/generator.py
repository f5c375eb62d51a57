"""`Dataset.from_generator`: a Python generator behind Python functions in the graph."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tf1compat._facade.data import nest, structure, transforms
from tf1compat._facade.data.dataset import NodeDataset, node
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.data.sources import from_tensors
from tf1compat._facade.graph_internals import convert_n_to_tensor
from tf1compat._facade.script_ops import convert, numpy_function
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape, as_shape


class _Passes:
    """The generators that are being gone through, one for every pass over the dataset."""

    def __init__(self, generator: Callable[..., Any]) -> None:
        self._generator = generator
        self._lock = threading.Lock()
        self._number = 0
        self._arguments: dict[int, Any] = {}
        self._running: dict[int, Iterator[Any]] = {}

    def begin(self, *arguments: Any) -> Any:
        with self._lock:
            number = self._number
            self._number += 1
        self._arguments[number] = arguments
        return np.array(number, np.int64)

    def of(self, number: int) -> Iterator[Any]:
        found = self._running.get(number)
        if found is None:
            found = self._running[number] = iter(self._generator(*self._arguments.pop(number)))
        return found

    def end(self, number: int) -> Any:
        self._running.pop(number, None)
        return np.array(0, np.int64)


def from_generator(generator: Callable[..., Any], output_types: Any, output_shapes: Any, args: Any) -> NodeDataset:
    """What a Python generator yields."""
    if not callable(generator):
        raise TypeError("`generator` must be callable.")
    if output_shapes is None:
        output_shapes = nest.map_structure(lambda _: TensorShape(None), output_types)
    else:
        output_shapes = nest.map_structure_up_to(output_types, as_shape, output_shapes)
    arguments = () if args is None else tuple(convert_n_to_tensor(args, name="args"))
    types = [dtypes.as_dtype(t) for t in nest.flatten(output_types)]
    shapes = nest.flatten(output_shapes)
    passes = _Passes(generator)

    def get_iterator_id_fn(unused_dummy: Any) -> Any:
        return numpy_function(passes.begin, list(arguments), dtypes.int64)

    def generator_next_fn(iterator_id: Any) -> Any:
        def generator_py_func(number: Any) -> list[Any]:
            return _checked(next(passes.of(int(number))), output_types, types, shapes)

        values = numpy_function(generator_py_func, [iterator_id], types)
        for value, shape in zip(values, shapes):
            value.set_shape(shape)
        return nest.pack_sequence_as(output_types, values)

    def finalize_fn(iterator_id: Any) -> Any:
        return numpy_function(lambda number: passes.end(int(number)), [iterator_id], dtypes.int64)

    def flat_map_fn(dummy: Any) -> NodeDataset:
        return generator_dataset(dummy, get_iterator_id_fn, generator_next_fn, finalize_fn)

    return transforms.flat_map(from_tensors(0), flat_map_fn)


def _checked(values: Any, output_types: Any, types: list[Any], shapes: list[Any]) -> list[Any]:
    """What the generator yielded, as arrays of the types and shapes that were announced."""
    try:
        flat = nest.flatten_up_to(output_types, values)
    except (TypeError, ValueError):
        raise TypeError(
            "`generator` yielded an element that did not match the expected structure. The expected structure was "
            f"{output_types}, but the yielded element was {values}."
        ) from None
    arrays: list[Any] = []
    for value, dtype in zip(flat, types):
        try:
            arrays.append(convert(value, None if dtype is dtypes.string else dtype.as_numpy_dtype))
        except (TypeError, ValueError):
            raise TypeError(
                "`generator` yielded an element that could not be converted to the expected type. The expected type "
                f"was {dtype.name}, but the yielded element was {value}."
            ) from None
    for array, dtype, shape in zip(arrays, types, shapes):
        if array.dtype != dtype.as_numpy_dtype:
            raise TypeError(
                f"`generator` yielded an element of type {array.dtype} where an element of type "
                f"{dtype.as_numpy_dtype} was expected."
            )
        if not shape.is_compatible_with(array.shape):
            raise ValueError(
                f"`generator` yielded an element of shape {array.shape} where an element of shape {shape} was expected."
            )
    return arrays


def generator_dataset(init_args: Any, init_func: Any, next_func: Any, finalize_func: Any) -> NodeDataset:
    """Elements that `next_func` gives for what `init_func` made of the arguments, until it ends by OutOfRangeError."""
    name = "Dataset.from_generator()"
    start = structure.type_spec_from_value(init_args)
    init = StructuredFunctionWrapper(init_func, name, input_structure=start)
    state = init.output_structure
    following = StructuredFunctionWrapper(next_func, name, input_structure=state)
    finalize = StructuredFunctionWrapper(finalize_func, name, input_structure=state)
    return node(
        "GeneratorDataset",
        [],
        [*structure.to_tensor_list(start, init_args), *init.function.captured_inputs],
        following.function.captured_inputs,
        finalize.function.captured_inputs,
        spec=following.output_structure,
        init_func=init.function.attr,
        next_func=following.function.attr,
        finalize_func=finalize.function.attr,
    )
