"""The global step: a variable that counts updates."""

from __future__ import annotations

import logging
from typing import Any

from tf1compat._facade import context, framework, state_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable, VariableAggregation
from tf1compat._jaxcore.base import dtypes

GLOBAL_STEP_READ_KEY = "global_step_read_op_cache"


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of the global step in a session."""
    return int(sess.run(global_step_tensor))


def get_global_step(graph: Any = None) -> Any:
    """The global step of a graph (the default one), or None: from its collection, or the tensor `global_step:0`."""
    graph = graph or context.get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) > 1:
        logging.getLogger("tensorflow").error("Multiple tensors in global_step collection.")
        return None
    if found:
        step = found[0]
    else:
        try:
            step = graph.get_tensor_by_name("global_step:0")
        except KeyError:
            return None
    assert_global_step(step)
    return step


def create_global_step(graph: Any = None) -> Any:
    """Make the global step: an int64 scalar, 0 at first, not trained.

    Raises:
      ValueError: there is one.
    """
    from tf1compat._facade import init_ops

    graph = graph or context.get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with graph.as_default(), graph.name_scope(None):
        return variable_scope.get_variable(
            GraphKeys.GLOBAL_STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=init_ops.zeros_initializer(),
            trainable=False,
            aggregation=VariableAggregation.ONLY_FIRST_REPLICA,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )


def get_or_create_global_step(graph: Any = None) -> Any:
    """The global step, made if there is none."""
    graph = graph or context.get_default_graph()
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def assert_global_step(global_step_tensor: Any) -> None:
    """TypeError unless it is an integer scalar variable or tensor."""
    if not isinstance(global_step_tensor, (Variable, Tensor)):
        raise TypeError(f'Existing "global_step" must be a Variable or Tensor: {global_step_tensor}.')
    if not global_step_tensor.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {global_step_tensor.dtype}')
    shape = global_step_tensor.get_shape()
    if shape.ndims != 0 and shape.is_fully_defined():
        raise TypeError(f'Existing "global_step" is not scalar: {shape}')


def _get_or_create_global_step_read(graph: Any = None) -> Tensor | None:
    """A tensor with the value of the global step at the begin of a step."""
    graph = graph or context.get_default_graph()
    found = graph.get_collection(GLOBAL_STEP_READ_KEY)
    if len(found) > 1:
        raise RuntimeError(f"There are multiple items in collection {GLOBAL_STEP_READ_KEY}. There should be only one.")
    if found:
        return found[0]
    step = get_global_step(graph)
    if step is None:
        return None
    with graph.as_default(), graph.name_scope(None), graph.name_scope(step.op.name + "/"):
        value = step.initialized_value() if isinstance(step, Variable) else step
        graph.add_to_collection(GLOBAL_STEP_READ_KEY, value + 0)
    return graph.get_collection(GLOBAL_STEP_READ_KEY)[0]


def _increment_global_step(increment: Any, graph: Any = None) -> Any:
    graph = graph or context.get_default_graph()
    step = get_global_step(graph)
    if step is None:
        raise ValueError(
            "Global step tensor should be created by tf.train.get_or_create_global_step before calling increment."
        )
    read = _get_or_create_global_step_read(graph)
    with graph.as_default(), graph.name_scope(None), graph.name_scope(step.op.name + "/"):
        with framework.control_dependencies([read]):
            return state_ops.assign_add(step, increment)
