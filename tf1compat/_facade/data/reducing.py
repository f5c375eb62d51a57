"""Functions of a state and each element in turn: `Dataset.reduce`, and what `scan` shares with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.dataset import flat_structure
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.framework import name_scope


def reduce(dataset: Any, initial_state: Any, reduce_func: Callable[..., Any]) -> Any:
    """The last state, as tensors."""
    with name_scope("initial_state"):
        state = structure.normalize_element(initial_state)
    spec, wrapped = traced(
        lambda s: StructuredFunctionWrapper(reduce_func, "reduce()", input_structure=(s, dataset.element_spec)),
        structure.type_spec_from_value(state),
        lambda w: w.output_structure,
    )
    function = wrapped.function
    outputs = apply_op(
        "ReduceDataset",
        dataset._variant_tensor,
        structure.to_tensor_list(spec, state),
        function.captured_inputs,
        f=function.attr,
        **flat_structure(spec),
    )
    return structure.from_tensor_list(spec, outputs)


def traced(
    wrap: Callable[[Any], StructuredFunctionWrapper], state: Any, new_state: Callable[[Any], Any]
) -> tuple[Any, StructuredFunctionWrapper]:
    """The function, traced for states as wide as those that it gives.

    Raises:
      TypeError: it gives a state of another type than it takes.
    """
    while True:
        wrapped = wrap(state)
        found = new_state(wrapped)
        if structure.legacy_classes(found) != structure.legacy_classes(state):
            raise TypeError(
                "The element classes for the new state must match the initial state. Expected "
                f"{structure.legacy_classes(state)}; got {structure.legacy_classes(found)}."
            )
        if nest.flatten(structure.legacy_types(found)) != nest.flatten(structure.legacy_types(state)):
            raise TypeError(
                "The element types for the new state must match the initial state. Expected "
                f"{structure.legacy_types(state)}; got {structure.legacy_types(found)}."
            )
        old_shapes = structure.legacy_shapes(state)
        pairs = list(zip(nest.flatten(old_shapes), nest.flatten(structure.legacy_shapes(found))))
        wider = [a.most_specific_compatible_shape(b) if hasattr(a, "raw") else a for a, b in pairs]
        if all(not hasattr(a, "raw") or a.raw == b.raw for (a, _), b in zip(pairs, wider)):
            return state, wrapped
        shapes = nest.pack_sequence_as(old_shapes, wider)
        types, classes = structure.legacy_types(state), structure.legacy_classes(state)
        state = structure.convert_legacy_structure(types, shapes, classes)
