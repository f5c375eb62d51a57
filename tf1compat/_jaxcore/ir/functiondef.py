"""Functions as FunctionDef messages: what the library of a GraphDef holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tf1compat._formats import protos
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir import graphdef, import_graph, own_ops
from tf1compat._jaxcore.ir.build import GraphBuilder
from tf1compat._jaxcore.ir.function import Function, Library
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import OpDef
from tf1compat._jaxcore.schema.signature import Arg

MIN_CONSUMER = 12  # the oldest GraphDef version of programs that know functions


def argument_names(names: Iterable[str]) -> tuple[str, ...]:
    """Names of nodes as a FunctionDef writes them for arguments: lower case, without slashes, each once."""
    taken: set[str] = set()
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]", "_", name.lower())
        plain = plain if plain[:1].isalpha() else "arg_" + plain
        unique, count = plain, 0
        while unique in taken:
            unique, count = f"{plain}_{count}", count + 1
        taken.add(unique)
        found.append(unique)
    return tuple(found)


# ---- writing ----------------------------------------------------------------------------------------------------


def fill_library(message: Any, library: Library) -> None:
    """Write all functions into a FunctionDefLibrary."""
    for name in library.names():
        function = library.get(name)
        if function is not None:
            message.function.add().CopyFrom(function_def(function))
            own_ops.fill_library(message, function.nodes)
    for name, gradient in library.gradients.items():
        row = message.gradient.add()
        row.function_name, row.gradient_func = name, gradient


def function_def(function: Function) -> Any:
    """The FunctionDef of a function."""
    message = protos.FunctionDef()
    signature = message.signature
    signature.name, signature.description, signature.is_stateful = function.name, function.doc, function.stateful
    for name, value in zip(function.param_names, function.params):
        _fill_arg(signature.input_arg.add(), name, value)
    for name, value in zip(function.result_names, function.results):
        _fill_arg(signature.output_arg.add(), name, value)
    for key, value in function.attrs.items():
        graphdef.set_attr(message.attr[key], value)
    for at, attrs in function.param_attrs.items():
        message.arg_attr[at].SetInParent()
        for key, value in attrs.items():
            graphdef.set_attr(message.arg_attr[at].attr[key], value)
    names = dict(zip(function.params, function.param_names))
    for node in function.nodes:
        _fill_node(message.node_def.add(), node, names)
    for name, value in zip(function.result_names, function.results):
        message.ret[name] = _source(value, names)
    for node in function.control:
        signature.control_output.append(node.name)
        message.control_ret[node.name] = node.name
    return message


def _fill_arg(message: Any, name: str, value: Value) -> None:
    message.name, message.type = name, value.dtype.base.enum


def _fill_node(message: Any, node: Node, params: Mapping[Value, str]) -> None:
    graphdef.fill_node_def(message, node)
    own_ops.make_call(message, node)
    del message.input[:]
    message.input.extend(_source(v, params) for v in node.inputs)
    message.input.extend(f"^{c.name}" for c in node.control)


def _source(value: Value, params: Mapping[Value, str]) -> str:
    """`argument`, or `node:output name:index in that output`."""
    if value in params:
        return params[value]
    node, at = value.node, value.index
    if node.opdef.own:
        return f"{node.name}:{own_ops.output_name(at)}:0"
    for arg, size in zip(node.opdef.outputs, _output_sizes(node)):
        if at < size:
            return f"{node.name}:{arg.name}:{at}"
        at -= size
    raise AssertionError(f"{value.name} is no output of {node}")


def _output_sizes(node: Node) -> list[int]:
    attrs = graphdef.all_attrs(node)
    return [_size(arg, attrs) for arg in node.opdef.outputs]


def _size(arg: Arg, attrs: Mapping[str, Any]) -> int:
    if arg.number_attr is not None:
        return int(attrs[arg.number_attr])
    return len(attrs[arg.type_list_attr]) if arg.type_list_attr is not None else 1


# ---- reading ----------------------------------------------------------------------------------------------------


def read_library(message: Any, library: Library) -> None:
    """Add the functions of a FunctionDefLibrary to `library`; each is read when it is first needed."""
    for function in message.function:
        if not own_ops.is_stand_in(function):
            library.define(function.signature.name, _Reader(function, library))
    for row in message.gradient:
        library.gradients[row.function_name] = row.gradient_func


def find_op(library: Library, type: str) -> OpDef | None:
    """The declaration of an op type, or of a function that is called like one."""
    found = opdef.find(type)
    if found is None and type in library:
        function = library.get(type)
        found = None if function is None else function.opdef
    return found


class _Reader:
    """Makes one FunctionDef into a Function."""

    def __init__(self, message: Any, library: Library) -> None:
        self.message = message
        self.library = library

    def __call__(self) -> Function:
        message, signature = self.message, self.message.signature
        generic = [a.name for a in signature.attr]
        if generic:
            raise errors.unsupported(
                f"function {signature.name!r} with type parameters {generic}",
                advice="export the graph with functions of fixed types",
            )
        builder = GraphBuilder()
        params = [self._param(builder, i, arg) for i, arg in enumerate(signature.input_arg)]
        given = {(arg.name, 0): value for arg, value in zip(signature.input_arg, params)}
        by_name = {n.name: n for n in message.node_def}
        flat = [self._flattened(n, by_name) for n in message.node_def]

        def add(declared: OpDef, name: str, inputs: Any, control: Any, attrs: Any, device: str) -> Node:
            return builder.add_node(declared, name, inputs, attrs, control, device)

        made = import_graph.import_graph(flat, add, given, {}, self.library).nodes
        results: list[Value] = []
        for arg in signature.output_arg:
            source, at = import_graph._parse_input(self._flat(message.ret[arg.name], by_name))
            results.append(given[source, 0] if (source, 0) in given else made[source].outputs[at])
        return Function(
            signature.name,
            tuple(n for n in builder.nodes if n not in {p.node for p in params}),
            tuple(params),
            tuple(results),
            tuple(made[message.control_ret[name]] for name in signature.control_output),
            tuple(a.name for a in signature.input_arg),
            tuple(a.name for a in signature.output_arg),
            {k: graphdef.attr_from_proto(v) for k, v in message.attr.items()},
            {i: {k: graphdef.attr_from_proto(v) for k, v in a.attr.items()} for i, a in message.arg_attr.items()},
            signature.description,
        )

    def _param(self, builder: GraphBuilder, at: int, arg: Any) -> Value:
        known = self.message.arg_attr[at].attr if at in self.message.arg_attr else {}
        shapes = known["_output_shapes"].list.shape if "_output_shapes" in known else ()
        attrs = {
            "dtype": dtypes.as_dtype(arg.type),
            "shape": graphdef.shape_from_proto(shapes[0]) if shapes else None,
        }
        # `/` keeps it apart from the names of nodes
        return builder.add_node(opdef.get("Placeholder"), arg.name + "/", (), attrs).outputs[0]

    def _flattened(self, node: Any, by_name: Mapping[str, Any]) -> Any:
        copy = type(node)()
        copy.CopyFrom(node)
        copy.input[:] = [self._flat(text, by_name) for text in node.input]
        return copy

    def _flat(self, text: str, by_name: Mapping[str, Any]) -> str:
        """`node:output name:i` -> `node:j`, counting over all outputs."""
        parts = text.split(":")
        if text.startswith("^") or len(parts) < 3:
            return text
        name, output, at = parts
        node = by_name[name]
        index = own_ops.output_index(node, output)
        if index is not None:
            return f"{name}:{index}"
        declared = find_op(self.library, node.op)
        if declared is None:
            return f"{name}:{at}"  # the import complains about it
        attrs = {k: graphdef.attr_from_proto(v) for k, v in node.attr.items()}
        before = 0
        for arg in declared.outputs:
            if arg.name == output:
                return f"{name}:{before + int(at)}"
            before += _size(arg, attrs)
        raise ValueError(f"Node '{name}' (op {node.op}) has no output called {output!r}")
