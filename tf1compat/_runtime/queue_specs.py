"""What TF1 says where a shared queue was made with another specification."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import Shape


def type_text(dtype: DType) -> str:
    """A type in TF1's messages."""
    return {"float32": "float", "float64": "double"}.get(dtype.name, dtype.name)


def _types_text(types: Sequence[DType]) -> str:
    return ", ".join(type_text(t) for t in types)


def _shapes_text(found: Sequence[Shape]) -> str:
    return f"[{', '.join(shapes.debug_text(s) for s in found)}]"


# part of a specification -> text of (what the queue has, what is asked for)
DIFFERENCES: dict[str, Callable[[Any, Any], str]] = {
    "capacity": lambda a, b: f"capacity {a} but requested capacity was {b}",
    "min_after_dequeue": lambda a, b: f"min_after_dequeue {a} but requested min_after_dequeue was {b}.",
    "seeds": lambda a, b: f"random seeds ({a[0]}, {a[1]}) but requested seeds are ({b[0]}, {b[1]}).",
    "component_types": lambda a, b: (
        f"component types {_types_text(a)} but requested component types were {_types_text(b)}"
    ),
    "shapes": lambda a, b: f"component shapes {_shapes_text(a)} but requested component shapes were {_shapes_text(b)}",
}
