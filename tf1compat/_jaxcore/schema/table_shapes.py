"""Static shape rules of lookup tables."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.schema.shape_rules import Shapes, with_rank


def _of_table(x: Any) -> tuple[Shape, Shape]:
    """The shapes of one key and of one value of the table at input 0; None where that is not known."""
    made = x.handle_node(0)
    if made.type in ("HashTableV2", "MutableHashTableV2"):
        return (), ()
    if made.type == "MutableHashTableOfTensorsV2":
        return (), made.attrs["value_shape"]
    if made.type == "MutableDenseHashTableV2":
        return made.inputs[0].dims, made.attrs["value_shape"]
    return None, None


def found(x: Any) -> Shapes:
    key, value = _of_table(x)
    keys = x.shape(1)
    if key is None or value is None or keys is None:
        return (None,)
    return ((*keys[: len(keys) - len(key)], *value),)


def exported(x: Any) -> Shapes:
    """TF1: keys count as scalars here, whatever they are."""
    _, value = _of_table(x)
    return (None,), None if value is None else (None, *value)


def pairs(x: Any) -> Shapes:
    """No outputs; a table of scalars has as many keys as values."""
    key, value = _of_table(x)
    if key == () and value == ():
        shapes.merge(x.shape(1), x.shape(2))
    return ()


def file_name(x: Any) -> Shapes:
    with_rank(x.shape(1), 0)
    return ()
