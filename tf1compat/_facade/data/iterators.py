"""`tf.data.Iterator`: a place in a dataset, from which each step takes the next element."""

from __future__ import annotations

import contextlib
import warnings
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.dataset import flat_structure
from tf1compat._facade.framework import colocate_with, device, name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape, as_shape

GLOBAL_ITERATORS = "iterators"  # a collection of handles
GET_NEXT_CALL_WARNING_THRESHOLD = 32
GET_NEXT_CALL_WARNING_MESSAGE = (
    "An unusually high number of `Iterator.get_next()` calls was detected. This often indicates that "
    "`Iterator.get_next()` is being called inside a training loop, which will cause gradual slowdown and eventual "
    "resource exhaustion. If this is the case, restructure your code to call `next_element = iterator.get_next()` "
    "once outside the loop, and use `next_element` as the input to some computation that is invoked inside the loop."
)


def legacy(spec: Any) -> tuple[Any, Any, Any]:
    """Types, shapes and classes of a structure."""
    return structure.legacy_types(spec), structure.legacy_shapes(spec), structure.legacy_classes(spec)


class Iterator:
    """A place in a dataset; made by `Dataset.make_one_shot_iterator`, `make_initializable_iterator`,
    `Iterator.from_structure` or `from_string_handle`.

    Each step that fetches what `get_next` returns moves it on by one element.
    """

    def __init__(
        self, iterator_resource: Any, initializer: Any, output_types: Any, output_shapes: Any, output_classes: Any
    ) -> None:
        self._iterator_resource = iterator_resource
        self._initializer = initializer
        if output_types is None or output_shapes is None or output_classes is None:
            raise ValueError(
                "If `structure` is not specified, all of `output_types`, `output_shapes`, and `output_classes` must "
                "be specified."
            )
        self._element_spec = structure.convert_legacy_structure(output_types, output_shapes, output_classes)
        self._string_handle = apply_op("IteratorToStringHandle", iterator_resource)
        self._get_next_call_count = 0
        context.get_default_graph().add_to_collection(GLOBAL_ITERATORS, iterator_resource)

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> Iterator:
        """An iterator for any dataset of such elements, started by running a `make_initializer`.

        Args:
          output_types, output_shapes, output_classes: nests of an element's types, shapes (unknown if absent) and
            classes (tensors if absent).
          shared_name: name under which sessions share it.
        """
        types, shapes, classes = _structure_arguments(output_types, output_shapes, output_classes)
        spec = structure.convert_legacy_structure(types, shapes, classes)
        with _on_cpu():
            handle = apply_op(
                "IteratorV2", container=b"", shared_name=(shared_name or "").encode(), **flat_structure(spec)
            )
        return Iterator(handle, None, types, shapes, classes)

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> Iterator:
        """The iterator that the value of a string tensor stands for; other arguments as in `from_structure`.

        The strings are the values of `Iterator.string_handle()`.
        """
        types, shapes, classes = _structure_arguments(output_types, output_shapes, output_classes)
        spec = structure.convert_legacy_structure(types, shapes, classes)
        string = convert_to_tensor(string_handle, dtypes.string)
        with _on_cpu():
            handle = apply_op("IteratorFromStringHandleV2", string, **flat_structure(spec))
        return Iterator(handle, None, types, shapes, classes)

    @property
    def initializer(self) -> Any:
        """The operation that starts it.

        Raises:
          ValueError: it starts by itself, or by one of several operations.
        """
        if self._initializer is None:
            raise ValueError("Iterator does not have an initializer.")
        return self._initializer

    def make_initializer(self, dataset: Any, name: str | None = None) -> Any:
        """An operation that starts it on a dataset.

        Raises:
          TypeError: the dataset has other elements.
        """
        with name_scope(name, "make_initializer") as scope:
            self._check(dataset)
        with colocate_with(self._iterator_resource.op):
            return apply_op("MakeIterator", dataset._variant_tensor, self._iterator_resource, name=scope)

    def _check(self, dataset: Any) -> None:
        types, shapes, classes = legacy(dataset.element_spec)
        nest.assert_same_structure(self.output_types, types)
        nest.assert_same_structure(self.output_shapes, shapes)
        for mine, theirs in zip(nest.flatten(self.output_classes), nest.flatten(classes)):
            if mine is not theirs and mine != theirs:
                raise TypeError(
                    f"Expected output classes {self.output_classes!r} but got dataset with output class {classes!r}."
                )
        for mine, theirs in zip(nest.flatten(self.output_types), nest.flatten(types)):
            if mine != theirs:
                raise TypeError(
                    f"Expected output types {self.output_types!r} but got dataset with output types {types!r}."
                )
        for mine, theirs in zip(nest.flatten(self.output_shapes), nest.flatten(shapes)):
            if not mine.is_compatible_with(theirs):
                raise TypeError(
                    f"Expected output shapes compatible with {self.output_shapes!r} but got dataset with output "
                    f"shapes {shapes!r}."
                )

    def get_next(self, name: str | None = None) -> Any:
        """The next element, as a nest of tensors.

        A step past the end raises `tf.errors.OutOfRangeError`.
        """
        self._get_next_call_count += 1
        if self._get_next_call_count > GET_NEXT_CALL_WARNING_THRESHOLD:
            warnings.warn(GET_NEXT_CALL_WARNING_MESSAGE, stacklevel=2)
        flat = apply_op("IteratorGetNext", self._iterator_resource, name=name, **flat_structure(self._element_spec))
        return structure.from_tensor_list(self._element_spec, flat)

    def string_handle(self, name: str | None = None) -> Any:
        """A string tensor whose value stands for it in `from_string_handle`."""
        if name is None:
            return self._string_handle
        return apply_op("IteratorToStringHandle", self._iterator_resource, name=name)

    @property
    def element_spec(self) -> Any:
        """The specs of an element."""
        return self._element_spec

    @property
    def output_types(self) -> Any:
        """The types of an element's parts."""
        return structure.legacy_types(self._element_spec)

    @property
    def output_shapes(self) -> Any:
        """The shapes of an element's parts."""
        return structure.legacy_shapes(self._element_spec)

    @property
    def output_classes(self) -> Any:
        """The classes of an element's parts."""
        return structure.legacy_classes(self._element_spec)


def _structure_arguments(types: Any, shapes: Any, classes: Any) -> tuple[Any, Any, Any]:
    types = nest.map_structure(dtypes.as_dtype, types)
    if shapes is None:
        shapes = nest.map_structure(lambda _: TensorShape(None), types)
    else:
        shapes = nest.map_structure_up_to(types, as_shape, shapes)
    if classes is None:
        classes = nest.map_structure(lambda _: Tensor, types)
    nest.assert_same_structure(types, shapes)
    return types, shapes, classes


def _on_cpu() -> Any:
    """Iterators stand on the CPU unless the program says otherwise."""
    return contextlib.nullcontext() if context.get_default_graph()._stacks.device else device("/cpu:0")
