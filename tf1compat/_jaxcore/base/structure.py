"""What counts as a nested structure, how it is taken apart in a fixed order, and how it is put together again.

`nest` is built from these pieces. A composite is a value made of several tensors (a SparseTensor, IndexedSlices): its
class derives from `CompositeTensor`, or is announced with `CompositeTensor.register(cls)`, and stays whole unless
`expand_composites` is asked for.
"""

from __future__ import annotations

import collections
from abc import ABC
from collections.abc import Callable, Iterator, Mapping, MappingView, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, cast

Nested: TypeAlias = Any
"""A list, tuple, namedtuple, mapping, mapping view or attrs object of such, or a leaf."""


class CompositeTensor(ABC):
    """A value made of several tensors.

    Its `_type_spec` is a `TypeSpec`, whose `_to_components(value)` and `_from_components(components)` take it apart
    and put it together.
    """


class TypeSpec(ABC):
    """The type of a composite: `value_type`, `_component_specs`, `most_specific_compatible_type(other)`.

    A spec that describes one plain tensor sets `describes_one_tensor` and counts as a leaf.
    """

    describes_one_tensor: bool = False


class BatchableTypeSpec(TypeSpec):
    """A TypeSpec that knows what a batch of its values looks like; subclasses define `_batch` and `_unbatch`."""


def is_composite(value: Any) -> bool:
    """Whether `value` is made of several tensors."""
    return isinstance(value, CompositeTensor)


def is_mapping(value: Any) -> bool:
    """Whether `value` maps keys to elements."""
    return isinstance(value, Mapping)


def is_type_spec(value: Any) -> bool:
    """Whether `value` is the type of a composite."""
    return isinstance(value, TypeSpec) and not getattr(value, "describes_one_tensor", False)


@lru_cache(maxsize=1024)
def _is_sequence_class(cls: Any) -> bool:
    if issubclass(cls, str | bytes):
        return False
    return issubclass(cls, Sequence | Mapping | MappingView) or hasattr(cls, "__attrs_attrs__")


def is_sequence(value: Any) -> bool:
    """Whether `value` has elements to look into: sequences but no text, mappings, their views, attrs objects.

    Sets and arrays count as leaves.
    """
    return _is_sequence_class(value.__class__)


def is_sequence_or_composite(value: Any) -> bool:
    """Whether `value` has elements, composites and their type specs included."""
    return is_sequence(value) or is_composite(value) or is_type_spec(value)


def sequence_test(expand_composites: bool) -> Callable[[Any], bool]:
    """The predicate that `expand_composites` asks for."""
    return is_sequence_or_composite if expand_composites else is_sequence


def is_attrs(value: Any) -> bool:
    """Whether `value` is an instance of a class made by attrs."""
    return hasattr(value.__class__, "__attrs_attrs__")


def is_namedtuple(value: Any, strict: bool = False) -> bool:
    """Whether `value` is a namedtuple; `strict` excludes classes derived from one."""
    cls: Any = value.__class__
    if not issubclass(cls, tuple) or (strict and cls.__base__ is not tuple):
        return False
    fields: Any = getattr(value, "_fields", None)
    return isinstance(fields, Sequence) and all(
        isinstance(field, str | bytes) for field in cast("Sequence[Any]", fields)
    )


def same_namedtuples(a: Any, b: Any) -> bool:
    """Whether two namedtuples have the same class name and fields."""
    return a._fields == b._fields and type(a).__name__ == type(b).__name__


def sorted_keys(mapping: Mapping[Any, Any]) -> list[Any]:
    """The keys in order; raises TypeError where they have none."""
    try:
        return sorted(mapping)
    except TypeError:
        raise TypeError("nest only supports dicts with sortable keys.") from None


def spec_of(value: Any) -> Any:
    """The type spec of a composite; a type spec is returned as it is."""
    return value if is_type_spec(value) else value._type_spec


def sorted_items(value: Nested) -> Iterator[tuple[Any, Any]]:
    """The (key, element) pairs of a structure in its fixed order.

    Mappings are ordered by key, OrderedDicts too; keys are indices for sequences, names for namedtuples and attrs
    objects, the class name for the components of a composite.
    """
    if isinstance(value, Mapping):
        mapping = cast("Mapping[Any, Any]", value)
        for key in sorted_keys(mapping):
            yield key, mapping[key]
    elif is_attrs(value):
        for attribute in value.__class__.__attrs_attrs__:
            yield attribute.name, getattr(value, attribute.name)
    elif is_namedtuple(value):
        for field in value._fields:
            yield field, getattr(value, field)
    elif is_composite(value):
        yield type(value).__name__, value._type_spec._to_components(value)
    elif is_type_spec(value):
        # The same key as for the composite itself, so that a value and its spec have equal structures.
        yield value.value_type.__name__, value._component_specs
    else:
        yield from enumerate(value)


def elements(value: Nested) -> list[Any]:
    """The elements of a structure in its fixed order."""
    if isinstance(value, Mapping):
        mapping = cast("Mapping[Any, Any]", value)
        return [mapping[key] for key in sorted(mapping.keys())]
    if isinstance(value, list | tuple):
        return list(cast("Sequence[Any]", value))
    return [element for _, element in sorted_items(value)]


def sequence_like(instance: Nested, args: Sequence[Any]) -> Nested:
    """A structure of the type of `instance` with the elements `args`, given in the fixed order."""
    if isinstance(instance, Mapping):
        return _mapping_like(cast("Mapping[Any, Any]", instance), args)
    if isinstance(instance, MappingView | range):
        return list(args)  # views and ranges cannot be made from elements
    if is_namedtuple(instance) or is_attrs(instance):
        return type(instance)(*args)
    if is_composite(instance) or is_type_spec(instance):
        (components,) = args
        return spec_of(instance)._from_components(components)
    return type(instance)(args)


def _mapping_like(instance: Mapping[Any, Any], args: Sequence[Any]) -> Mapping[Any, Any]:
    by_key = dict(zip(sorted_keys(instance), args, strict=False))
    ordered = ((key, by_key[key]) for key in instance)
    if type(instance) is collections.defaultdict:
        return collections.defaultdict(instance.default_factory, ordered)
    make: Any = type(instance)
    return make(ordered)
