"""Iterators over datasets: made, started, asked for elements, named by strings, saved."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.ops.dataset_sources import ELEMENTS, function, service, string
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _iterator(context: HostContext, shared_name: Any, container: Any, types: Any, shapes: Any) -> Any:
    text = [x.decode() if isinstance(x, bytes) else x for x in (shared_name, container)]
    return context.resources.find_or_make(
        "Iterator", context.node_name, *text, output_types=types, output_shapes=shapes
    )


def _element_shapes(x: Any) -> Any:
    return tuple(x.attrs["output_shapes"])


@op("Iterator", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
@op("IteratorV2", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def iterator_v2(
    *,
    shared_name: bytes = REQUIRED,
    container: bytes = REQUIRED,
    output_types: Any = REQUIRED,
    output_shapes: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """An iterator that is not started yet."""
    return _iterator(context, shared_name, container, output_types, output_shapes)


@op("OneShotIterator", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def one_shot_iterator(
    *,
    dataset_factory: Any = REQUIRED,
    output_types: Any = REQUIRED,
    output_shapes: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """An iterator over the dataset that a function gives; it starts by itself."""
    found = _iterator(context, shared_name, container, output_types, output_shapes)
    make = function(context, dataset_factory)
    found.start_from(lambda: make.for_run(found)(())[0])
    return found


@op("MakeIterator", "dataset: variant, iterator: resource ->", effect="io", host=True, waits=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def make_iterator(dataset: Any, iterator: Any) -> Any:
    """Start an iterator at the beginning of a dataset."""
    iterator.start(dataset)
    return ()


@op("IteratorGetNext", "iterator: resource -> components: [output_types]", effect="io", host=True, waits=True,
    grad="none", attrs={"output_shapes": REQUIRED}, shape=_element_shapes)  # fmt: skip
@op("IteratorGetNextSync", "iterator: resource -> components: [output_types]", effect="io", host=True, waits=True,
    grad="none", attrs={"output_shapes": REQUIRED}, shape=_element_shapes)  # fmt: skip
def iterator_get_next(iterator: Any, *, output_types: Any = REQUIRED) -> Any:
    """The next element."""
    return _components(iterator.next(), output_types)


def _components(element: Any, types: Any) -> list[Any]:
    return [np.asarray(x) if isinstance(x, np.generic) else x for x in element]


@op("IteratorToStringHandle", "resource_handle: resource -> string_handle: string", host=True, stateful=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def iterator_to_string_handle(resource_handle: Any, *, context: HostContext = Unattached()) -> Any:
    """The string that stands for an iterator in this session."""
    out = np.empty((), object)
    out[()] = _handles(context).handle_of(resource_handle)
    return out


@op("IteratorFromStringHandle", "string_handle: string -> resource_handle: resource", host=True, stateful=True,
    grad="none", attrs={"output_types": [], "output_shapes": []}, shape=shape_rules.scalar)  # fmt: skip
@op("IteratorFromStringHandleV2", "string_handle: string -> resource_handle: resource", host=True, stateful=True,
    grad="none", attrs={"output_types": [], "output_shapes": []}, shape=shape_rules.scalar)  # fmt: skip
def iterator_from_string_handle(string_handle: Any, *, context: HostContext = Unattached()) -> Any:
    """The iterator that a string stands for."""
    return _handles(context).find(string(string_handle))


def _handles(context: HostContext) -> Any:
    return context.resources.find_or_make("IteratorHandles", context.node_name, "handles of iterators", "")


@op("SerializeIterator", "resource_handle: resource -> serialized: variant", effect="io", host=True, grad="none",
    shape=shape_rules.unknown)  # fmt: skip
def serialize_iterator(resource_handle: Any) -> Any:
    """Where an iterator stands."""
    out = np.empty((), object)
    out[()] = json.dumps(resource_handle.state()).encode()
    return out


@op("DeserializeIterator", "resource_handle: resource, serialized: variant ->", effect="io", host=True, waits=True,
    grad="none", shape=shape_rules.nothing)  # fmt: skip
def deserialize_iterator(resource_handle: Any, serialized: Any) -> Any:
    """Go on from where an iterator stood."""
    resource_handle.restore(json.loads(string(serialized)))
    return ()


# ---- optional elements --------------------------------------------------------------------------------------------


class _Optional:
    """An element, or none."""

    def __init__(self, components: Any = None) -> None:
        self.components = components


@op("IteratorGetNextAsOptional", "iterator: resource -> optional: variant", effect="io", host=True, waits=True,
    grad="none", attrs=ELEMENTS, shape=shape_rules.scalar)  # fmt: skip
def iterator_get_next_as_optional(iterator: Any) -> Any:
    """The next element, or none at the end."""
    try:
        return _Optional(_components(iterator.next(), ()))
    except errors.OutOfRangeError:
        return _Optional()


@op("OptionalFromValue", "components: [Toutput_types] -> optional: variant", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def optional_from_value(components: Any) -> Any:
    """An element."""
    return _Optional(components)


@op("OptionalNone", "-> optional: variant", host=True, grad="none", shape=shape_rules.scalar)
def optional_none() -> Any:
    """No element."""
    return _Optional()


@op("OptionalHasValue", "optional: variant -> has_value: bool", host=True, grad="none", shape=shape_rules.scalar)
def optional_has_value(optional: Any) -> Any:
    """Is there an element?"""
    return np.bool_(optional.components is not None)


@op("OptionalGetValue", "optional: variant -> components: [output_types]", host=True, grad="none",
    attrs={"output_shapes": REQUIRED}, shape=_element_shapes)  # fmt: skip
def optional_get_value(optional: Any, *, output_types: Any = REQUIRED) -> Any:
    """The element, which must be there."""
    if optional.components is None:
        raise errors.InvalidArgumentError(None, None, "The given optional does not have a value.")
    return list(optional.components)


# ---- whole datasets -----------------------------------------------------------------------------------------------


@op("ReduceDataset", "input_dataset: variant, initial_state: [Tstate], other_arguments: [Targuments] -> components: "
    "[output_types]", host=True, waits=True, stateful=True, grad="none", shape=_element_shapes,
    attrs={"output_shapes": REQUIRED, "use_inter_op_parallelism": True})  # fmt: skip
def reduce_dataset(
    input_dataset: Any,
    initial_state: Any,
    other_arguments: Any,
    *,
    f: Any = REQUIRED,
    output_types: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """The last state of a function that takes a state and each element in turn."""
    reduced = service().reduced(input_dataset, initial_state, function(context, f, other_arguments))
    return _components(reduced, output_types)


@op("DatasetToSingleElement", "dataset: variant -> components: [output_types]", host=True, waits=True, stateful=True,
    grad="none", shape=_element_shapes, attrs={"output_shapes": REQUIRED})  # fmt: skip
def dataset_to_single_element(dataset: Any, *, output_types: Any = REQUIRED) -> Any:
    """The element of a dataset that has one."""
    return _components(service().single_element(dataset), output_types)


@op("DatasetCardinality", "input_dataset: variant -> cardinality: int64", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
@op("ExperimentalDatasetCardinality", "input_dataset: variant -> cardinality: int64", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def dataset_cardinality(input_dataset: Any) -> Any:
    """The number of elements; -1 for infinitely many, -2 where it is not known."""
    return np.int64(input_dataset.cardinality())


@op("DatasetToTFRecord", "input_dataset: variant, filename: string, compression_type: string ->", effect="io",
    host=True, waits=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
@op("ExperimentalDatasetToTFRecord", "input_dataset: variant, filename: string, compression_type: string ->",
    effect="io", host=True, waits=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def dataset_to_tf_record(input_dataset: Any, filename: Any, compression_type: Any) -> Any:
    """Write the elements, strings, to a file of records."""
    service().write_records(input_dataset, string(filename), string(compression_type).decode())
    return ()
