"""`StructuredFunctionWrapper`: a Python function of elements as a function of the graph's library."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import structure
from tf1compat._facade.function_arguments import get_func_name
from tf1compat._facade.function_graph import trace
from tf1compat._jaxcore.ir.function import Function
from tf1compat._jaxcore.schema.function_ref import FunctionRef

_TABLES = ("HashTableV2", "MutableHashTableV2", "MutableHashTableOfTensorsV2", "MutableDenseHashTableV2")


class StructuredFunctionWrapper:
    """A function from elements of one structure to values of another, which is found by tracing it.

    Args:
      func: the Python function; an element that is a tuple is given as several arguments.
      transformation_name: `"Dataset.map()"`, for names and messages.
      dataset: whose elements it takes, or
      input_structure: their structure.
      use_legacy_function: as `Defun` of old: nothing runs for its own sake.

    Attributes:
      output_structure: the specs of what it returns.
      function: the function in the library; `captured_inputs` are what it uses from outside.
    """

    def __init__(
        self,
        func: Callable[..., Any],
        transformation_name: str,
        dataset: Any = None,
        input_structure: Any = None,
        use_legacy_function: bool = False,
    ) -> None:
        self._func = func
        self._input_structure = dataset.element_spec if dataset is not None else input_structure
        readable = transformation_name.replace(".", "_")[:-2] if len(transformation_name) > 2 else ""
        name = f"{readable}_{get_func_name(func)}"
        self._transformation_name = transformation_name
        self.output_structure: Any = None
        graph = context.get_default_graph()
        number = next(context.NUMBERS)
        full = f"{name}_{number}" if use_legacy_function else f"__inference_{name}_{number}"
        specs = structure.get_flat_tensor_specs(self._input_structure)
        body = trace(full, self._call, specs)
        named = {i: {"_user_specified_name": f"args_{i}".encode()} for i in range(len(specs))}
        named |= {i: {} for i in range(len(specs), len(specs) + len(body.captures))}
        made = body.as_function(full, param_attrs=named)
        graph.functions.add(made)
        self.function = LibraryFunction(made, body.external_captures, graph)
        self._warn(body, graph, name)

    def _warn(self, body: Any, graph: Any, name: str) -> None:
        """Of what is made anew in each call although it looks as if it were shared."""
        if any(n.type in _TABLES for n in body.nodes):
            warnings.warn(
                f"Creating resources inside a function passed to {self._transformation_name} is not supported. Create "
                "each resource outside the function, and capture it inside the function to use it.",
                stacklevel=5,
            )
        if graph.seed and body.seed == graph.seed and body._seed_used:
            warnings.warn(
                f"Seed {graph.seed} from outer graph might be getting used by function {name}, if the random op has not "
                "been provided any seed. Explicitly set the seed in the function if this is not the intended behavior.",
                stacklevel=5,
            )

    def _call(self, *args: Any) -> Any:
        nested = structure.from_tensor_list(self._input_structure, args)
        found = self._func(*nested) if type(nested) is tuple else self._func(nested)
        if isinstance(found, list):
            found = tuple(found)  # TF1: a list is not packed into one tensor
        try:
            self.output_structure = structure.type_spec_from_value(found)
        except (ValueError, TypeError):
            raise TypeError(
                f"Unsupported return value from function passed to {self._transformation_name}: {found}."
            ) from None
        return [convert_to_tensor(t) for t in structure.to_tensor_list(self.output_structure, found)]

    @property
    def output_types(self) -> Any:
        return structure.legacy_types(self.output_structure)

    @property
    def output_shapes(self) -> Any:
        return structure.legacy_shapes(self.output_structure)

    @property
    def output_classes(self) -> Any:
        return structure.legacy_classes(self.output_structure)


class LibraryFunction:
    """A function of a graph's library and what it captured."""

    def __init__(self, function: Function, captured_inputs: list[Any], graph: Any) -> None:
        self.captured_inputs = captured_inputs
        self.name = function.name
        self.attr = FunctionRef(function.name, graph.functions)
