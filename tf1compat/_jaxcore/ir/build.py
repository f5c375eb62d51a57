"""`GraphBuilder`: an append-only graph with TF1's unique names; infers dtypes and static shapes of every new node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir import infer
from tf1compat._jaxcore.ir.function import Library
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema.opdef import OpDef


class GraphBuilder:
    """The nodes of one program, by name and in order of creation.

    Knows neither scopes nor devices nor a default graph; the facade's `Graph` adds those. `version` changes when a
    node that exists is changed (another input, attr or device), so a plan made for some nodes holds while it stays.
    """

    node_class: type[Node] = Node
    value_class: type[Value] = Value

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.by_name: dict[str, Node] = {}
        self.version = 0
        self.functions = Library()
        self._names: dict[str, int] = {}

    def unique_full_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name`, or `name_1`, `name_2`…, whichever is free; names differing only in case are the same."""
        key = name.lower()
        count = self._names.get(key, 0)
        if mark_as_used:
            self._names[key] = count + 1
        if count == 0:
            return name
        base = key
        while key in self._names:
            key = f"{base}_{count}"
            count += 1
        if mark_as_used:
            self._names[key] = 1
        return f"{name}_{count - 1}"

    def add_node(
        self,
        opdef: OpDef,
        name: str,
        inputs: tuple[Value, ...],
        attrs: Mapping[str, Any],
        control: tuple[Node, ...] = (),
        device: str = "",
        frame: tuple[Any, int] | None = None,
    ) -> Node:
        """Append a node under the full, unique `name`.

        Raises:
          ValueError: the op's shape rule refuses the inputs (TF1's message, naming node and shapes).
        """
        node = self.node_class(len(self.nodes), opdef, name, inputs, control, attrs, device, frame)
        out_dtypes = opdef.output_dtypes([v.dtype for v in inputs], attrs)
        self._set_outputs(node, out_dtypes, infer.output_shapes(node, len(out_dtypes)))
        self.nodes.append(node)
        self.by_name[name] = node
        return node

    def _set_outputs(self, node: Node, out_dtypes: Sequence[dtypes.DType], shapes: Sequence[Shape]) -> None:
        make = self.value_class
        node.outputs = tuple([make(node, i, dtype, shapes[i]) for i, dtype in enumerate(out_dtypes)])
