"""`tf.graph_util`: GraphDefs for inference: the part that outputs need, variables as constants, no training nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.importer import import_graph_def as import_graph_def
from tf1compat._facade.platform import tf_logging
from tf1compat._formats import tensor_proto
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.python.framework.graph_util_impl"
_VARIABLE_OPS = frozenset(
    ("Assign", "AssignAdd", "AssignSub", "Queue", "ScatterAdd", "ScatterSub", "ScatterUpdate", "TruncatedNormal")
    + ("Variable", "VariableV2")
)


def _node_name(name: str) -> str:
    return name.removeprefix("^").partition(":")[0]


@deprecated(None, "Use `tf.compat.v1.graph_util.must_run_on_cpu`", _MODULE)
def must_run_on_cpu(node: Any, pin_variables_on_cpu: bool = False) -> bool:
    """Has the node no GPU kernel: strings, and variables if asked?"""
    node = getattr(node, "node_def", node)
    if pin_variables_on_cpu and node.op in _VARIABLE_OPS:
        return True
    text = dtypes.string.as_datatype_enum
    if node.op == "Const":
        return node.attr["dtype"].type == text
    if node.op in ("DynamicStitch", "ParallelDynamicStitch"):
        return node.attr["T"].type == dtypes.int32.as_datatype_enum
    if node.op == "Cast":
        return text in (node.attr["SrcT"].type, node.attr["DstT"].type)
    return False


@deprecated(None, "Use `tf.compat.v1.graph_util.extract_sub_graph`", _MODULE)
def extract_sub_graph(graph_def: Any, dest_nodes: Any) -> Any:
    """The GraphDef with the nodes that `dest_nodes` (a list of names) need, in their order.

    Raises:
      TypeError: no GraphDef, or a name instead of a list.
      AssertionError: a name is not in the graph.
    """
    return _sub_graph(graph_def, dest_nodes)


def _sub_graph(graph_def: Any, dest_nodes: Any) -> Any:
    if type(graph_def).__name__ != "GraphDef":
        raise TypeError("graph_def must be a graph_pb2.GraphDef proto.")
    if isinstance(dest_nodes, str):
        raise TypeError("dest_nodes must be a list.")
    nodes = {_node_name(n.name): n for n in graph_def.node}
    for name in dest_nodes:
        assert name in nodes, f"{name} is not in graph"
    needed = _reachable(nodes, dest_nodes)
    out = type(graph_def)()
    out.node.extend(n for n in graph_def.node if n.name in needed)
    out.library.CopyFrom(graph_def.library)
    out.versions.CopyFrom(graph_def.versions)
    return out


def _reachable(nodes: dict[str, Any], targets: Iterable[str]) -> set[str]:
    found: set[str] = set()
    todo = list(targets)
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        todo.extend(_node_name(i) for i in nodes[name].input)
    return found


@deprecated(None, "Use `tf.compat.v1.graph_util.tensor_shape_from_node_def_name`", _MODULE)
def tensor_shape_from_node_def_name(graph: Any, input_name: str) -> Any:
    """The static shape of the tensor that a node's input names."""
    name = input_name if ":" in input_name else f"{input_name}:0"
    return graph.get_tensor_by_name(name).get_shape()


@deprecated(None, "Use `tf.compat.v1.graph_util.convert_variables_to_constants`", _MODULE)
def convert_variables_to_constants(
    sess: Any,
    input_graph_def: Any,
    output_node_names: Sequence[str],
    variable_names_whitelist: Any = None,
    variable_names_blacklist: Any = None,
) -> Any:
    """The part of a graph that outputs need, with the values that variables have in `sess` as constants.

    Args:
      sess: the session.
      input_graph_def: the GraphDef.
      output_node_names: names of the nodes wanted.
      variable_names_whitelist: convert these variables only.
      variable_names_blacklist: do not convert these.
    """
    return _frozen(sess, input_graph_def, output_node_names, variable_names_whitelist, variable_names_blacklist)


def _frozen(
    sess: Any, input_graph_def: Any, output_node_names: Sequence[str], whitelist: Any = None, blacklist: Any = None
) -> Any:
    graph_def = _sub_graph(input_graph_def, output_node_names)
    nodes = {n.name: n for n in graph_def.node}
    names = [
        n.name
        for n in graph_def.node
        if n.op in ("Variable", "VariableV2", "VarHandleOp")
        and (whitelist is None or n.name in whitelist)
        and (blacklist is None or n.name not in blacklist)
    ]
    fetched = [f"{n}/Read/ReadVariableOp:0" if nodes[n].op == "VarHandleOp" else f"{n}:0" for n in names]
    values = dict(zip(names, sess.run(fetched))) if names else {}
    tf_logging.info("Froze %d variables.", len(values))
    out = type(graph_def)()
    for node in graph_def.node:
        if node.name in values:
            _add_constant(out.node.add(), node, values[node.name])
        elif node.op in ("ReadVariableOp", "ResourceGather") and _handle(nodes, node) in values:
            _add_read(out.node, node)
        else:
            out.node.add().CopyFrom(node)
    out.library.CopyFrom(graph_def.library)
    out.versions.CopyFrom(graph_def.versions)
    tf_logging.info("Converted %d variables to const ops.", len(values))
    return out


def _handle(nodes: dict[str, Any], node: Any) -> str:
    """The variable that a read reads, also through Identity, Switch and Enter."""
    name = _node_name(node.input[0])
    while nodes[name].op in ("Identity", "Switch", "Enter"):
        name = _node_name(nodes[name].input[0])
    return name


def _add_constant(out: Any, node: Any, value: Any) -> None:
    dtype = node.attr["dtype"]
    out.op, out.name = "Const", node.name
    out.attr["dtype"].CopyFrom(dtype)
    array = np.asarray(value, object) if dtype.type == tensor_proto.STRING else np.asarray(value)
    out.attr["value"].tensor.CopyFrom(tensor_proto.make_tensor_proto(array, dtype.type))


def _add_read(out: Any, node: Any) -> None:
    """A read of what is a constant now: an Identity, or a gather from it."""
    copy = out.add()
    copy.name, copy.device = node.name, node.device
    if node.op == "ReadVariableOp":
        copy.op = "Identity"
        copy.input.extend(node.input)
        copy.attr["T"].CopyFrom(node.attr["dtype"])
    else:
        axis = out.add(name=f"{node.name}/axis", op="Const")
        axis.attr["dtype"].type = dtypes.int32.as_datatype_enum
        axis.attr["value"].tensor.CopyFrom(
            tensor_proto.make_tensor_proto(np.asarray(0, np.int32), axis.attr["dtype"].type)
        )
        copy.op = "GatherV2"
        copy.input.extend([node.input[0], node.input[1], axis.name])
        copy.attr["Tparams"].CopyFrom(node.attr["dtype"])
        copy.attr["Tindices"].CopyFrom(node.attr["Tindices"])
        copy.attr["Taxis"].type = dtypes.int32.as_datatype_enum
    if "_class" in node.attr:
        copy.attr["_class"].CopyFrom(node.attr["_class"])


@deprecated(None, "Use `tf.compat.v1.graph_util.remove_training_nodes`", _MODULE)
def remove_training_nodes(input_graph: Any, protected_nodes: Sequence[str] | None = None) -> Any:
    """The GraphDef without checks and without Identity nodes that only pass a value on.

    `protected_nodes` (names) stay.
    """
    return _without_training_nodes(input_graph, protected_nodes)


def _without_training_nodes(input_graph: Any, protected_nodes: Sequence[str] | None) -> Any:
    protected = set(protected_nodes or ())
    checks = {n.name: n.input[0] for n in input_graph.node if n.op == "CheckNumerics" and n.name not in protected}
    kept = _bypassed(input_graph, checks)
    awaited = {i[1:] for n in kept.node for i in n.input if i.startswith("^")}
    passing = {
        n.name: n.input[0]
        for n in kept.node
        if n.op == "Identity"
        and n.name not in protected
        and n.name not in awaited
        and not any(i.startswith("^") for i in n.input)
    }
    return _bypassed(kept, passing)


def _bypassed(graph_def: Any, replaced: dict[str, str]) -> Any:
    """The graph without the nodes `replaced`: their users take their inputs, nothing waits for them."""
    out = type(graph_def)()
    for node in graph_def.node:
        if node.name in replaced:
            continue
        copy = out.node.add()
        copy.CopyFrom(node)
        del copy.input[:]
        copy.input.extend(i for i in node.input if not (i.startswith("^") and i[1:] in replaced))
        _redirect(copy, replaced)
    return out


def _redirect(node: Any, replaced: dict[str, str]) -> None:
    for i, source in enumerate(node.input):
        if source.startswith("^"):
            continue
        while _node_name(source) in replaced:
            source = replaced[_node_name(source)]
        node.input[i] = source
