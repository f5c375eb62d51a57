"""Plain operations between layers of a functional model, as layers of their own."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.importer import import_graph_def
from tf1compat._facade.keras.engine import calls
from tf1compat._jaxcore.base import nest


def needs_history(tensors: Any, ignore_call: bool = False) -> bool:
    """Do some of the tensors come from layers by way of plain operations?"""
    flat = nest.flatten(tensors)
    if calls.current() and not ignore_call:
        return False
    if all(getattr(x, "_keras_history", None) is not None for x in flat):
        return False
    return uses_history(flat)


def uses_history(tensors: list[Any]) -> bool:
    """Does a tensor depend on one that a layer gave?"""
    seen: set[int] = set()
    waiting = list(tensors)
    while waiting:
        x = waiting.pop()
        if id(x) in seen or getattr(x, "_keras_history_checked", False):
            continue
        seen.add(id(x))
        if getattr(x, "_keras_history", None) is not None:
            return True
        waiting.extend(getattr(getattr(x, "op", None), "inputs", ()))
    for x in tensors:
        if hasattr(x, "__dict__"):
            x._keras_history_checked = True
    return False


def create_history(tensors: Any) -> list[Any]:
    """Make a layer of each operation between the tensors and the layers they come from."""
    made: list[Any] = []
    _create(nest.flatten(tensors), set(), made)
    return made


def _create(tensors: list[Any], done: set[Any], made: list[Any]) -> None:
    for tensor in tensors:
        if getattr(tensor, "_keras_history", None) is not None or tensor.op in done:
            continue
        op = tensor.op
        constants = {i: x for i, x in enumerate(op.inputs) if not uses_history([x])}
        given = [x for i, x in enumerate(op.inputs) if i not in constants]
        _create(given, done, made)
        layer = operation_layer()(op, constants=constants, name=op.name)
        made.append(layer)
        layer._add_inbound_node(given if len(given) != 1 else given[0], list(op.outputs))
        done.add(op)


def copied(op: Any, inputs: list[Any]) -> Any:
    """The outputs of a copy of `op` on other inputs."""
    from tf1compat._formats import protos

    graph = context.get_default_graph()
    message = protos.GraphDef()
    node = message.node.add()
    node.CopyFrom(op.node_def)
    node.name = op.name.rsplit("/", 1)[-1]
    names, mapping = [], {}
    for i, x in enumerate(inputs):
        fed = message.node.add()
        fed.op, fed.name = "Placeholder", f"keras_input_{i}"
        fed.attr["dtype"].type = x.dtype.base_dtype.as_datatype_enum
        names.append(fed.name)
        mapping[f"{fed.name}:0"] = x
    node.input[:] = names
    with graph.as_default():
        outputs = import_graph_def(message, mapping, [f"{node.name}:{i}" for i in range(len(op.outputs))], name="")
    assert outputs is not None
    return outputs[0] if len(outputs) == 1 else outputs


def operation_layer() -> Any:
    """The class `TensorFlowOpLayer`."""
    from tf1compat._facade.keras.engine.op_layer import TensorFlowOpLayer

    return TensorFlowOpLayer
