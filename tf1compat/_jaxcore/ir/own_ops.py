"""Nodes whose op TensorFlow lacks, written as calls of functions: a file with such nodes loads in TensorFlow too.

    node gradients/Gradient: Gradient(ys, xs, …)   ->   NodeDef of op `tf1compat_Gradient_3f0c…`, a function in the library

The function has the types of the node and refuses to run, so TensorFlow loads the whole graph, restores its variables
and runs everything else. The op and its attrs stand in attrs of the call; reading makes it the node that it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from tf1compat._formats import protos, tensor_proto
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.ir.own_gradient import LEFT_OUT, WithOwnGradients

_PREFIX = "tf1compat_"
_TYPE = "_tf1compat_op"
_ATTR = "_tf1compat_attr_"
_ADVICE = {
    "Gradient": "This is what tf.gradients made in tf1compat, one node for a whole backward pass, which TensorFlow "
    "cannot compute. Call tf.gradients or Optimizer.minimize again to train this graph in TensorFlow.",
}
_OTHERS = "This is the op {type} of tf1compat, which TensorFlow does not have."


def call_name(node: Node) -> str:
    """The name of the function that stands for the op of `node`."""
    text = ",".join(d.name for d in (*_input_types(node), *_output_types(node)))
    digest = hashlib.sha256(f"{len(node.inputs)}:{text}".encode()).hexdigest()[:12]
    return f"{_PREFIX}{node.type}_{digest}"


def make_call(message: Any, node: Node) -> None:
    """Make the NodeDef of a node a call of its function, if it needs one."""
    if not node.opdef.own:
        return
    for key in list(message.attr):
        if not key.startswith("_"):  # TensorFlow takes attrs that a function lacks if they begin so
            message.attr[_ATTR + key].CopyFrom(message.attr[key])
            del message.attr[key]
    message.op = call_name(node)
    message.attr[_TYPE].s = node.type.encode()
    if isinstance(node.opdef.kernel, WithOwnGradients):
        message.attr[LEFT_OUT].b = True


def output_name(index: int) -> str:
    """How functions refer to an output of a call: `node:output_2:0` is its third."""
    return f"output_{index}"


def output_index(node_def: Any, output: str) -> int | None:
    """The index that belongs to an `output_name`; None if the NodeDef is no such call."""
    return int(output.removeprefix("output_")) if _TYPE in node_def.attr else None


def restored(node_def: Any) -> Any:
    """The NodeDef as it was before `make_call`."""
    if _TYPE not in node_def.attr:
        return node_def
    message = type(node_def)()
    message.CopyFrom(node_def)
    message.op = message.attr[_TYPE].s.decode()
    del message.attr[_TYPE]
    for key in list(message.attr):
        if key.startswith(_ATTR):
            message.attr[key.removeprefix(_ATTR)].CopyFrom(message.attr[key])
            del message.attr[key]
    return message


def is_stand_in(function_def: Any) -> bool:
    """Is it a function that `fill_library` wrote, of no use here?"""
    return _TYPE in function_def.attr


def fill_library(message: Any, nodes: Iterable[Node]) -> None:
    """Add the functions that calls of `nodes` name to a FunctionDefLibrary."""
    known = {f.signature.name for f in message.function}
    for node in nodes:
        if node.opdef.own and call_name(node) not in known:
            known.add(call_name(node))
            message.function.add().CopyFrom(_stand_in(node))


def _stand_in(node: Node) -> Any:
    """A FunctionDef with the types of `node` that fails with what to do instead."""
    message = protos.FunctionDef()
    message.signature.name, message.signature.is_stateful = call_name(node), True
    message.attr[_TYPE].s = node.type.encode()
    for i, dtype in enumerate(_input_types(node)):
        arg = message.signature.input_arg.add()
        arg.name, arg.type = f"input_{i}", dtype.enum
    _const(message, "runs", False, dtypes.bool)
    _const(message, "why", _ADVICE.get(node.type, _OTHERS.format(type=node.type)).encode(), dtypes.string)
    refuse = message.node_def.add()
    refuse.name, refuse.op = "refuse", "Assert"
    refuse.input.extend(["runs:output:0", "why:output:0"])
    refuse.attr["T"].list.type.append(dtypes.string.enum)
    for i, dtype in enumerate(_output_types(node)):
        name = output_name(i)
        arg = message.signature.output_arg.add()
        arg.name, arg.type = name, dtype.enum
        nothing = message.node_def.add()  # of unknown shape: TensorFlow looks into the function for it
        nothing.name, nothing.op = f"nothing_{i}", "Placeholder"
        nothing.input.append("^refuse")
        nothing.attr["dtype"].type = dtype.enum
        nothing.attr["shape"].shape.unknown_rank = True
        message.ret[name] = f"nothing_{i}:output:0"
    return message


def _const(message: Any, name: str, value: Any, dtype: DType) -> None:
    node = message.node_def.add()
    node.name, node.op = name, "Const"
    node.attr["dtype"].type = dtype.enum
    node.attr["value"].tensor.CopyFrom(
        tensor_proto.make_tensor_proto(np.asarray(value, dtype.as_numpy_dtype), dtype.enum)
    )


def _input_types(node: Node) -> list[DType]:
    return [v.dtype.base for v in node.inputs]


def _output_types(node: Node) -> list[DType]:
    return [v.dtype.base for v in node.outputs]
