"""How items of collections become messages in a meta graph, and come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys


class ProtoFunctions(NamedTuple):
    """The message type of a collection's items and the functions between them."""

    proto_type: Any
    to_proto: Callable[..., Any] | None
    from_proto: Callable[..., Any] | None


_VARIABLES = (
    GraphKeys.GLOBAL_VARIABLES,
    GraphKeys.TRAINABLE_VARIABLES,
    GraphKeys.MOVING_AVERAGE_VARIABLES,
    GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES,
    GraphKeys.METRIC_VARIABLES,
    GraphKeys.GLOBAL_STEP,
)


def register_proto_function(
    collection_name: Any, proto_type: Any = None, to_proto: Any = None, from_proto: Any = None
) -> None:
    """Write items of the collection `collection_name` into meta graphs as messages of `proto_type`.

    `to_proto(item, export_scope=…)` makes the message, `from_proto(message, import_scope=…)` the item.

    Raises:
      TypeError: a function is not callable.
      KeyError: the collection has such functions already.
    """
    for what, function in (("to_proto", to_proto), ("from_proto", from_proto)):
        if function and not callable(function):
            raise TypeError(f"{what} must be callable.")
    if collection_name in context.PROTO_FUNCTIONS:
        raise KeyError(f"Registering two proto_functions with name {collection_name!r}!")
    context.PROTO_FUNCTIONS[collection_name] = ProtoFunctions(proto_type, to_proto, from_proto)


def functions_for(collection_name: Any) -> ProtoFunctions | None:
    """The functions of a collection: registered ones, or those of variables, savers and queue runners."""
    found = context.PROTO_FUNCTIONS.get(collection_name)
    if found is not None:
        return found
    if collection_name in _VARIABLES:
        from tf1compat._facade.variable_base import Variable
        from tf1compat._formats import protos

        return ProtoFunctions(protos.VariableDef, _variable_to_proto, Variable.from_proto)
    if collection_name == GraphKeys.SAVERS:
        from tf1compat._facade.train.saver import Saver
        from tf1compat._formats import protos

        return ProtoFunctions(protos.SaverDef, Saver.to_proto, Saver.from_proto)
    if collection_name == GraphKeys.QUEUE_RUNNERS:
        return _queue_runner_functions()
    if collection_name in (GraphKeys.COND_CONTEXT, GraphKeys.WHILE_CONTEXT):
        return _context_functions(collection_name)
    return None


def _variable_to_proto(variable: Any, export_scope: str | None = None) -> Any:
    return variable.to_proto(export_scope=export_scope)


def _queue_runner_functions() -> ProtoFunctions | None:
    try:
        from tf1compat._facade.train.queue_runner import QueueRunner
    except ImportError:
        return None
    from tf1compat._formats import protos

    return ProtoFunctions(protos.QueueRunnerDef, QueueRunner.to_proto, QueueRunner.from_proto)


def _context_functions(collection_name: str) -> ProtoFunctions:
    from tf1compat._facade import control_flow_protos as contexts
    from tf1compat._formats import protos

    if collection_name == GraphKeys.COND_CONTEXT:
        return ProtoFunctions(protos.CondContextDef, contexts.cond_to_proto, contexts.cond_from_proto)
    return ProtoFunctions(protos.WhileContextDef, contexts.while_to_proto, contexts.while_from_proto)


def get_collection_proto_type(collection_name: Any) -> Any:
    """The message type of a collection's items, or None."""
    found = functions_for(collection_name)
    return None if found is None else found.proto_type


def get_to_proto_function(collection_name: Any) -> Any:
    """The function that makes messages of a collection's items, or None."""
    found = functions_for(collection_name)
    return None if found is None else found.to_proto


def get_from_proto_function(collection_name: Any) -> Any:
    """The function that makes a collection's items of messages, or None."""
    found = functions_for(collection_name)
    return None if found is None else found.from_proto
