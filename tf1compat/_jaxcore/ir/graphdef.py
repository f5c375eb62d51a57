"""Nodes as GraphDef messages: what `Graph.as_graph_def`, event files and meta graphs hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tf1compat._formats import protos, tensor_proto
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir import own_ops
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.schema.function_ref import FunctionRef
from tf1compat._jaxcore.schema.opdef import REQUIRED, OpDef
from tf1compat._jaxcore.schema.signature import Arg

PRODUCER = 134  # TF 1.15's GraphDef version


def graph_def(nodes: Iterable[Node], add_shapes: bool = False) -> Any:
    """The GraphDef of `nodes`, in their order; with `add_shapes`, outputs' static shapes as attr `_output_shapes`.

    Nodes whose op TensorFlow lacks are calls of functions: `own_ops.fill_library` adds those.
    """
    message = protos.GraphDef()
    message.versions.producer = PRODUCER
    for node in nodes:
        fill_node_def(message.node.add(), node)
        own_ops.make_call(message.node[-1], node)
        if add_shapes and node.outputs:
            shapes = message.node[-1].attr["_output_shapes"].list.shape
            for value in node.outputs:
                _fill_shape(shapes.add(), value.dims)
    return message


def node_def(node: Node) -> Any:
    """The NodeDef of one node."""
    message = protos.NodeDef()
    fill_node_def(message, node)
    return message


def fill_node_def(message: Any, node: Node) -> None:
    message.name, message.op, message.device = node.name, node.type, node.device
    message.input.extend(v.node.name if v.index == 0 else v.name for v in node.inputs)
    message.input.extend(f"^{c.name}" for c in node.control)
    for name, value in all_attrs(node).items():
        if value is not None or name == "shape":
            set_attr(message.attr[name], value, node)


def all_attrs(node: Node) -> dict[str, Any]:
    """The attrs of `node` as in a NodeDef: given ones and those that follow from its inputs."""
    derived = node.opdef.type_attrs([v.dtype for v in node.inputs], node.attrs)
    return {**node.attrs, **derived}


def set_attr(message: Any, value: Any, node: Node | None = None) -> None:
    """Write a Python value into an AttrValue message."""
    if isinstance(value, bool | np.bool_):
        message.b = bool(value)
    elif isinstance(value, int | np.integer):
        message.i = int(value)
    elif isinstance(value, float | np.floating):
        message.f = float(value)
    elif isinstance(value, str | bytes):
        message.s = value.encode() if isinstance(value, str) else value
    elif isinstance(value, DType):
        message.type = value.enum
    elif isinstance(value, np.ndarray):
        dtype = node.attrs["dtype"] if node is not None and "dtype" in node.attrs else dtypes.as_dtype(value.dtype)
        message.tensor.CopyFrom(tensor_proto.make_tensor_proto(value, dtype.enum))
    elif value is None or isinstance(value, tuple):
        _fill_shape(message.shape, value)
    elif isinstance(value, list):
        _fill_list(message.list, value)
    elif isinstance(value, FunctionRef):
        _fill_function(message.func, value)
    else:
        message.CopyFrom(value)


def _fill_function(message: Any, value: FunctionRef) -> None:
    message.name = value.name
    for name, attr in value.attrs.items():
        set_attr(message.attr[name], attr)


def _fill_list(message: Any, values: list[Any]) -> None:
    message.SetInParent()
    for value in values:
        if isinstance(value, bool):
            message.b.append(value)
        elif isinstance(value, int | np.integer):
            message.i.append(int(value))
        elif isinstance(value, float):
            message.f.append(value)
        elif isinstance(value, str | bytes):
            message.s.append(value.encode() if isinstance(value, str) else value)
        elif isinstance(value, DType):
            message.type.append(value.enum)
        elif value is None or isinstance(value, tuple):
            _fill_shape(message.shape.add(), value)
        elif isinstance(value, FunctionRef):
            _fill_function(message.func.add(), value)
        else:
            raise TypeError(f"a list of {type(value).__name__} is no attr value: {values!r}")


def _fill_shape(message: Any, dims: Shape) -> None:
    message.SetInParent()
    if dims is None:
        message.unknown_rank = True
        return
    for d in dims:
        message.dim.add().size = -1 if d is None else d


def attr_from_proto(message: Any) -> Any:
    """The Python value of an AttrValue message."""
    kind = message.WhichOneof("value")
    if kind == "list":
        return _list_from_proto(message.list)
    if kind == "type":
        return dtypes.as_dtype(message.type)
    if kind == "shape":
        return shape_from_proto(message.shape)
    if kind == "tensor":
        return tensor_proto.make_ndarray(message.tensor)
    if kind in ("b", "i", "f", "s"):
        return getattr(message, kind)
    if kind == "func":
        return _function_from_proto(message.func)
    return message


def _function_from_proto(message: Any) -> FunctionRef:
    return FunctionRef(message.name, None, {k: attr_from_proto(v) for k, v in message.attr.items()})


def _list_from_proto(message: Any) -> list[Any]:
    for kind in ("s", "i", "f", "b"):
        if getattr(message, kind):
            return list(getattr(message, kind))
    if message.type:
        return [dtypes.as_dtype(t) for t in message.type]
    if message.func:
        return [_function_from_proto(f) for f in message.func]
    return [shape_from_proto(s) for s in message.shape]


def shape_from_proto(message: Any) -> Shape:
    """The raw shape of a TensorShapeProto."""
    if message.unknown_rank:
        return None
    return tuple(None if d.size < 0 else int(d.size) for d in message.dim)


def attr_for_user(node: Node, name: str) -> Any:
    """The value of an attr as `Operation.get_attr` shows it.

    Raises:
      ValueError: the operation has no such attr.
    """
    attrs = all_attrs(node)
    if name not in attrs:
        raise ValueError(f"Operation '{node.name}' has no attr named '{name}'.")
    value = attrs[name]
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, np.ndarray | tuple | FunctionRef) or value is None:
        message = protos.AttrValue()
        set_attr(message, value, node)
        return getattr(message, message.WhichOneof("value") or "shape")
    return value


def op_def(declared: OpDef) -> Any:
    """The OpDef message of an op type."""
    message = protos.OpDef()
    message.name = declared.type
    message.is_stateful = declared.stateful
    for arg in declared.inputs:
        _fill_arg(message.input_arg.add(), arg)
    for arg in declared.outputs:
        _fill_arg(message.output_arg.add(), arg)
    for name, kind, default in _attr_rows(declared):
        row = message.attr.add()
        row.name, row.type = name, kind
        if default is not REQUIRED:
            set_attr(row.default_value, default)
    return message


def _fill_arg(message: Any, arg: Arg) -> None:
    message.name = arg.name
    message.is_ref = arg.is_ref
    if arg.fixed is not None:
        message.type = arg.fixed.enum
    message.type_attr = arg.type_attr or ""
    message.number_attr = arg.number_attr or ""
    message.type_list_attr = arg.type_list_attr or ""


def _attr_rows(declared: OpDef) -> list[tuple[str, str, Any]]:
    """(name, type, default) of every attr, by name."""
    rows: Mapping[str, tuple[str, Any]] = {}
    found = dict(rows)
    for arg in (*declared.inputs, *declared.outputs):
        if arg.type_attr:
            found[arg.type_attr] = ("type", declared.type_defaults.get(arg.type_attr, REQUIRED))
        if arg.number_attr:
            found[arg.number_attr] = ("int", REQUIRED)
        if arg.type_list_attr:
            found[arg.type_list_attr] = ("list(type)", REQUIRED)
    for name, default in declared.attrs.items():
        found.setdefault(name, (_attr_kind(default), default))
    return [(name, kind, default) for name, (kind, default) in sorted(found.items())]


def _attr_kind(value: Any) -> str:
    kinds: list[tuple[Any, str]] = [
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        ((str, bytes), "string"),
        (DType, "type"),
        (np.ndarray, "tensor"),
    ]
    if isinstance(value, list):
        return f"list({_attr_kind(value[0]) if value else 'int'})"
    return next((kind for types, kind in kinds if isinstance(value, types)), "shape")
