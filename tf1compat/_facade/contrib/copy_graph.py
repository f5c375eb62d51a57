"""`tf.contrib.copy_graph`: an operation with all it depends on, or a variable, copied to another graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.graph_editor.transform import copy_operation
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.variable_base import Variable as _AnyVariable
from tf1compat._facade.variables import Variable


def _below(scope: str, name: str) -> str:
    return f"{scope}/{name}" if scope else name


def copy_variable_to_graph(org_instance: Any, to_graph: Graph, scope: str = "") -> Any:
    """A variable like `org_instance` in another graph, below `scope`; it starts with the initial value of the original.

    Raises:
      TypeError: it is no variable.
    """
    if not isinstance(org_instance, _AnyVariable):
        raise TypeError(f"{org_instance} is not a Variable")
    graph = org_instance.graph
    shared = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)
    collections = [
        name if name in shared else _below(scope, name)
        for name in graph.get_all_collection_keys()
        if any(org_instance is x for x in graph.get_collection(name))
    ]
    trainable = any(org_instance is v for v in graph.get_collection(GraphKeys.TRAINABLE_VARIABLES))
    with graph.as_default(), Session() as session:
        value = session.run(org_instance.initialized_value())
    with to_graph.as_default():
        name = _below(scope, org_instance.name.partition(":")[0])
        return Variable(value, trainable, name=name, collections=collections, validate_shape=False)


def copy_op_to_graph(org_instance: Any, to_graph: Graph, variables: Iterable[Any], scope: str = "") -> Any:
    """A tensor or an operation in another graph, below `scope`, with all it depends on; what is there is not copied.

    Args:
      org_instance: the tensor or operation.
      to_graph: the other graph.
      variables: variables that `copy_variable_to_graph` made there.
      scope: name scope there.

    Raises:
      TypeError: it is neither.
    """
    copied = {v.name: v for v in variables}

    def copy(top: Any) -> Any:
        name = _below(scope, getattr(top, "name", str(top)))
        if name in copied:
            return to_graph.get_tensor_by_name(name)
        try:
            return to_graph.as_graph_element(name, allow_tensor=True, allow_operation=True)
        except (KeyError, ValueError):
            pass  # it is not there yet
        if isinstance(top, Tensor):
            new = copy(top.op).outputs[top.value_index]
            for key in top.graph.get_all_collection_keys():
                if any(top is x for x in top.graph.get_collection(key)):
                    to_graph.add_to_collection(_below(scope, key), new)
            return new
        if not isinstance(top, Operation):
            raise TypeError(f"Could not copy instance: {top}")
        waits = [copy(x) for x in top.control_inputs]
        made = copy_operation(top, to_graph, name, [copy(x) for x in top.inputs])
        made._add_control_inputs(waits)
        return made

    return copy(org_instance)


def get_copied_op(org_instance: Any, graph: Graph, scope: str = "") -> Any:
    """The copy of a tensor or operation.

    Raises:
      KeyError: there is none.
    """
    return graph.as_graph_element(_below(scope, org_instance.name), allow_tensor=True, allow_operation=True)
