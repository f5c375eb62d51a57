"""`Graph.create_op`: one node from tensors and AttrValue messages, without the conversions that functions do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tf1compat._facade.tensor import Operation, Tensor

if TYPE_CHECKING:
    from tf1compat._facade.graph import Graph


def create_op(
    graph: Graph, op_type: str, inputs: Sequence[Any], name: str | None, attrs: Mapping[str, Any]
) -> Operation:
    """Add a node to `graph`; attrs that are not given have the declaration's defaults."""
    from tf1compat._facade.apply import complete_attrs
    from tf1compat._jaxcore.ir import graphdef
    from tf1compat._jaxcore.schema import opdef

    for i, x in enumerate(inputs):
        if not isinstance(x, Tensor):
            raise TypeError(f"Input #{i} is not a tensor: {x}")
        if x.graph is not graph:
            raise ValueError(f"{x} must be from the same graph as the operation {name or op_type!r}.")
    declared = opdef.get(op_type)
    given = {key: graphdef.attr_from_proto(message) for key, message in attrs.items()}
    known = {a for arg in declared.inputs for a in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
    full = complete_attrs(declared, {k: v for k, v in given.items() if k not in known})
    return graph.create(declared, op_type if name is None else name, tuple(inputs), full)
