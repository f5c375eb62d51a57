"""Static output shapes of a node: runs the op's shape rule on what is known of its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir import handles, partial
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.schema import derive


class Inputs:
    """What a shape rule may ask about a node's inputs (flattened positions)."""

    __slots__ = ("node", "asked", "asked_vectors")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.asked: dict[int, Any] = {}
        self.asked_vectors: dict[int, Shape] = {}

    def __len__(self) -> int:
        return len(self.node.inputs)

    @property
    def attrs(self) -> Any:
        return self.node.attrs

    @property
    def n_outputs(self) -> int:
        node = self.node
        return len(node.opdef.output_dtypes([v.dtype for v in node.inputs], node.attrs))

    def shape(self, i: int) -> Shape:
        """The raw shape of input `i`; for a resource handle, the variable's shape."""
        value = self.node.inputs[i]
        if value.dtype.name == "resource":
            value = handles.source(value)
            if "shape" in value.node.attrs:
                return value.node.attrs["shape"]
        return value.dims

    def dims(self, i: int) -> Shape:
        """The raw shape of input `i` itself, also where it is a handle."""
        return self.node.inputs[i].dims

    def handle_shape(self, i: int) -> tuple[Shape] | None:
        """The shape of what the handle at input `i` stands for, in a tuple; None where nothing is said about it."""
        return handles.held_shape(self.node.inputs[i])

    def handle_node(self, i: int) -> Node:
        """The node that made the handle at input `i`."""
        return handles.source(self.node.inputs[i]).node

    def dtype(self, i: int) -> Any:
        return self.node.inputs[i].dtype

    def value(self, i: int) -> Any:
        """Input `i` as an ndarray if it is a constant, else None."""
        found = partial.constant_value(self.node.inputs[i])
        if found is not None:
            self.asked[i] = found
        return found

    def vector(self, i: int) -> Shape:
        """Input `i`, an integer vector, as a raw shape: None for what is unknown, -1 becomes None."""
        found = partial.constant_shape(self.node.inputs[i])
        if found is not None:
            self.asked_vectors[i] = found
        return found


def output_shapes(node: Node, n_outputs: int) -> Sequence[Shape]:
    """The static shapes of a new node's outputs.

    Raises:
      ValueError: with TF1's text: what is wrong, `for 'name' (op: 'Type') with input shapes: [2], [3].`
    """
    rule = node.opdef.shape
    if n_outputs == 0 and rule is None:
        return ()
    asked = Inputs(node)
    try:
        if rule is not None:
            return rule(asked)
        return derive.output_shapes(node.opdef, asked, n_outputs)
    except shapes.ShapeError as e:
        if (asked.asked or asked.asked_vectors) and rule is not None:
            e, asked = _without_values(rule, node, e, asked)
        computed = {i: _bare(v) for i, v in sorted(asked.asked.items())}
        partial_shapes = dict(sorted(asked.asked_vectors.items()))
        given = [v.dims for v in node.inputs]
        raise e.for_op(node.name, node.type, given, computed=computed, partial=partial_shapes) from None


class _Blind(Inputs):
    """Inputs of which only the shapes are known."""

    __slots__ = ()

    def value(self, i: int) -> Any:
        return None

    def vector(self, i: int) -> Shape:
        shape = self.node.inputs[i].dims
        return (None,) * shape[0] if shape is not None and len(shape) == 1 and shape[0] is not None else None


def _without_values(rule: Any, node: Node, error: shapes.ShapeError, asked: Inputs) -> tuple[shapes.ShapeError, Inputs]:
    """TF1: what is wrong whatever the constants are is said without listing them."""
    blind = _Blind(node)
    try:
        rule(blind)
    except shapes.ShapeError as e:
        return e, blind
    return error, asked


def _bare(value: Any) -> str:
    """A constant as C++ prints it inside `<>`: `2 3`, rows in brackets: `[1 1][0 2]`."""
    array = np.asarray(value)
    if array.ndim == 0:
        return str(array)
    return "".join(f"[{_bare(v)}]" for v in array) if array.ndim > 1 else " ".join(str(v) for v in array)
