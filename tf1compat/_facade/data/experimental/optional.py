"""`tf.data.experimental.Optional`: an element, or none."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.data import structure
from tf1compat._facade.data.dataset import flat_structure
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.structure import CompositeTensor, TypeSpec


class Optional(CompositeTensor):
    """An element that may be missing, decided when the graph runs; `from_value`, `none_from_structure` and
    `get_next_as_optional` make one."""

    def __init__(self, variant_tensor: Any, value_structure: Any) -> None:
        self._variant_tensor = variant_tensor
        self._value_structure = value_structure

    @staticmethod
    def from_value(value: Any) -> Optional:
        """An optional that has a value."""
        with name_scope("optional") as scope:
            with name_scope("value"):
                spec = structure.type_spec_from_value(value)
                flat = structure.to_tensor_list(spec, value)
            return Optional(apply_op("OptionalFromValue", flat, name=scope), spec)

    @staticmethod
    def none_from_structure(value_structure: Any) -> Optional:
        """An optional of this structure that has no value."""
        return Optional(apply_op("OptionalNone"), value_structure)

    def has_value(self, name: str | None = None) -> Any:
        """Whether there is a value, as a tensor."""
        return apply_op("OptionalHasValue", self._variant_tensor, name=name)

    def get_value(self, name: str | None = None) -> Any:
        """The value; a step fails where there is none."""
        with name_scope(name, "OptionalGetValue", [self._variant_tensor]) as scope:
            flat = apply_op(
                "OptionalGetValue", self._variant_tensor, name=scope, **flat_structure(self._value_structure)
            )
            return structure.from_tensor_list(self._value_structure, flat)

    @property
    def value_structure(self) -> Any:
        """The specs of the value."""
        return self._value_structure

    @property
    def _type_spec(self) -> OptionalSpec:
        return OptionalSpec(self._value_structure)


class OptionalSpec(TypeSpec):
    """The type of an `Optional`: the structure of its value."""

    value_type = Optional

    def __init__(self, value_structure: Any) -> None:
        self._value_structure = value_structure

    @staticmethod
    def from_value(value: Any) -> OptionalSpec:
        """The type of an optional."""
        return OptionalSpec(value.value_structure)

    @property
    def _component_specs(self) -> Any:
        return [TensorSpec((), dtypes.variant)]

    def _to_components(self, value: Any) -> Any:
        return [value._variant_tensor]

    def _from_components(self, components: Any) -> Any:
        return Optional(components[0], self._value_structure)

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return self._component_specs

    _to_tensor_list = _to_components

    def _from_tensor_list(self, tensors: Any) -> Any:
        return self._from_components(tensors)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether the other has compatible values."""
        return isinstance(other, OptionalSpec) and structure.are_compatible(
            self._value_structure, other._value_structure
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OptionalSpec) and self._value_structure == other._value_structure

    def __hash__(self) -> int:
        return hash(str(self._value_structure))


def get_next_as_optional(iterator: Any) -> Optional:
    """The next element of an iterator, or none at the end."""
    handle = iterator._iterator_resource
    return Optional(
        apply_op("IteratorGetNextAsOptional", handle, **flat_structure(iterator.element_spec)), iterator.element_spec
    )
