"""`tf.contrib.framework`: variables made with their collections, found by scope, suffix or name, and assigned."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade import collections as graph_collections
from tf1compat._facade import context, framework, grouping, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.tensor import Operation
from tf1compat._facade.train import training_util
from tf1compat._facade.variable_base import Variable, VariableAggregation, VariableSynchronization
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.contrib.framework.python.ops.variables"


# ---- global step ----------------------------------------------------------------------------------------------------


@deprecated(None, "Please switch to tf.train.assert_global_step", _MODULE)
def assert_global_step(global_step_tensor: Any) -> None:
    """TypeError unless it is an integer scalar variable or tensor."""
    training_util.assert_global_step(global_step_tensor)


def assert_or_get_global_step(graph: Any = None, global_step_tensor: Any = None) -> Any:
    """`global_step_tensor` after a check, or the graph's global step if it is None."""
    if global_step_tensor is None:
        return get_global_step(graph)
    assert_global_step(global_step_tensor)
    return global_step_tensor


@deprecated(None, "Please switch to tf.train.get_global_step", _MODULE)
def get_global_step(graph: Any = None) -> Any:
    """`tf.train.get_global_step`."""
    return training_util.get_global_step(graph)


@deprecated(None, "Please switch to tf.train.create_global_step", _MODULE)
def create_global_step(graph: Any = None) -> Any:
    """`tf.train.create_global_step`."""
    return training_util.create_global_step(graph)


@deprecated(None, "Please switch to tf.train.get_or_create_global_step", _MODULE)
def get_or_create_global_step(graph: Any = None) -> Any:
    """`tf.train.get_or_create_global_step`."""
    return training_util.get_or_create_global_step(graph)


# ---- making variables -----------------------------------------------------------------------------------------------


def local_variable(
    initial_value: Any, validate_shape: bool = True, name: str | None = None, use_resource: bool | None = None
) -> Any:
    """A variable of `GraphKeys.LOCAL_VARIABLES` that is not trained."""
    return _untrained(GraphKeys.LOCAL_VARIABLES, initial_value, validate_shape, name, use_resource)


def global_variable(
    initial_value: Any, validate_shape: bool = True, name: str | None = None, use_resource: bool | None = None
) -> Any:
    """A variable of `GraphKeys.GLOBAL_VARIABLES` that is not trained."""
    return _untrained(GraphKeys.GLOBAL_VARIABLES, initial_value, validate_shape, name, use_resource)


def _untrained(collection: str, initial_value: Any, validate_shape: bool, name: str | None, use_resource: Any) -> Any:
    default = variable_scope.get_variable_scope().use_resource
    return Variable(
        initial_value,
        trainable=False,
        collections=[collection],
        validate_shape=validate_shape,
        name=name,
        use_resource=default if use_resource is None else use_resource,
    )


@add_arg_scope
def variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    collections: Any = None,
    caching_device: Any = None,
    device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    use_resource: bool | None = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
) -> Any:
    """`tf.get_variable` on a device; the arguments are its arguments.

    Args:
      device: where the variable lives.
      collections: what it joins, `[GraphKeys.GLOBAL_VARIABLES]` by default.
      custom_getter: function that is called in place of `tf.get_variable`.
    """
    joined = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(dict.fromkeys(collections))
    getter: Any = variable_scope.get_variable
    if custom_getter is not None:
        getter = functools.partial(custom_getter, reuse=variable_scope.get_variable_scope().reuse)
    with framework.device(device or ""):
        return getter(
            name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
            collections=joined,
            caching_device=caching_device,
            partitioner=partitioner,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
        )


@add_arg_scope
def model_variable(
    name: str,
    shape: Any = None,
    dtype: Any = dtypes.float32,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    collections: Any = None,
    caching_device: Any = None,
    device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    use_resource: bool | None = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
) -> Any:
    """A `variable` that also joins `GraphKeys.MODEL_VARIABLES`."""
    return variable(
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=trainable,
        collections=[*(collections or ()), GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES],
        caching_device=caching_device,
        device=device,
        partitioner=partitioner,
        custom_getter=custom_getter,
        use_resource=use_resource,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def add_model_variable(var: Any) -> None:
    """Add a variable to `GraphKeys.MODEL_VARIABLES` unless it is there."""
    if not any(var is v for v in graph_collections.get_collection(GraphKeys.MODEL_VARIABLES)):
        graph_collections.add_to_collection(GraphKeys.MODEL_VARIABLES, var)


# ---- finding variables ----------------------------------------------------------------------------------------------


def get_variables(scope: Any = None, suffix: str | None = None, collection: str = GraphKeys.GLOBAL_VARIABLES) -> Any:
    """The variables of a collection whose names begin with `scope` (a regular expression, or a scope) and end so."""
    if isinstance(scope, variable_scope.VariableScope):
        scope = scope.name
    if suffix is not None:
        scope = (scope or "") + ".*" + (suffix if ":" in suffix else suffix + ":")
    return graph_collections.get_collection(collection, scope)


def get_model_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """`get_variables` of `GraphKeys.MODEL_VARIABLES`."""
    return get_variables(scope, suffix, GraphKeys.MODEL_VARIABLES)


def get_local_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """`get_variables` of `GraphKeys.LOCAL_VARIABLES`."""
    return get_variables(scope, suffix, GraphKeys.LOCAL_VARIABLES)


def get_trainable_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """`get_variables` of `GraphKeys.TRAINABLE_VARIABLES`."""
    return get_variables(scope, suffix, GraphKeys.TRAINABLE_VARIABLES)


def get_variables_to_restore(include: Any = None, exclude: Any = None) -> list[Any]:
    """The global variables of the scopes in `include` (None: all) without those of the scopes in `exclude`.

    Raises:
      TypeError: `include` or `exclude` is no list or tuple.
    """
    for name, given in (("include", include), ("exclude", exclude)):
        if given is not None and not isinstance(given, (list, tuple)):
            raise TypeError(f"{name} is provided but is not a list or a tuple.")
    wanted = get_variables() if include is None else [v for scope in include for v in get_variables(scope)]
    unwanted = {v for scope in exclude or () for v in get_variables(scope)}
    return [v for v in wanted if v not in unwanted]


def get_variables_by_suffix(suffix: str, scope: Any = None) -> list[Any]:
    """The global variables whose names end with `suffix`."""
    return get_variables(scope=scope, suffix=suffix)


def get_variables_by_name(given_name: str, scope: Any = None) -> list[Any]:
    """The global variables whose last name is `given_name`."""
    return get_variables(scope=scope, suffix="/" + given_name + ":|^" + given_name + ":")


def get_unique_variable(var_op_name: str) -> Any:
    """The global variable of this name.

    Raises:
      ValueError: there is none.
    """
    candidates = get_variables(scope=var_op_name)
    if not candidates:
        raise ValueError(f"Couldn't find variable {var_op_name}")
    for candidate in candidates:
        if candidate.op.name == var_op_name:
            return candidate
    raise ValueError(f"Variable {var_op_name} does not uniquely identify a variable")


def get_variable_full_name(var: Any) -> str:
    """The name in a checkpoint: for a part of a partitioned variable the name of the whole."""
    part = getattr(var, "_save_slice_info", None)
    return part.full_name if part else var.op.name


def filter_variables(
    var_list: Sequence[Any], include_patterns: Any = None, exclude_patterns: Any = None, reg_search: bool = True
) -> list[Any]:
    """The variables whose names fit one of the first patterns (None: all) and none of the second ones.

    Args:
      reg_search: a pattern may begin anywhere in the name.
    """
    fits = re.search if reg_search else re.match
    kept = list(var_list)
    if include_patterns is not None:
        kept = [v for v in kept if any(fits(p, v.name) for p in include_patterns)]
    if exclude_patterns is not None:
        kept = [v for v in kept if not any(fits(p, v.name) for p in exclude_patterns)]
    return kept


# ---- assigning ------------------------------------------------------------------------------------------------------


def assign_from_values(var_names_to_values: Mapping[str, Any]) -> tuple[Operation, dict[Any, Any]]:
    """An operation that assigns the arrays to the global variables of these names, and what to feed it.

    Raises:
      ValueError: there is no such variable, or more than one.
    """
    feed_dict: dict[Any, Any] = {}
    assign_ops = []
    for name, value in var_names_to_values.items():
        assign_ops.append(_assigned(_one_variable(name), value, feed_dict))
    return grouping.group(*assign_ops), feed_dict


def _one_variable(name: str) -> Any:
    found = graph_collections.get_collection(GraphKeys.GLOBAL_VARIABLES, name)
    if not found:
        raise ValueError(f"Variable {name} wasn't found")
    exact = found if len(found) == 1 else [v for v in found if v.op.name == name]
    if not exact:
        raise ValueError(f"Variable {name} doesn't uniquely identify a variable")
    return exact[0]


def _assigned(var: Any, value: Any, feed_dict: dict[Any, Any]) -> Any:
    given = framework.placeholder(var.dtype.base_dtype, var.get_shape(), name="placeholder/" + var.op.name)
    assign_op = var.assign(given)
    feed_dict[given] = value.reshape(var.get_shape().as_list())
    return assign_op


def assign_from_values_fn(var_names_to_values: Mapping[str, Any]) -> Callable[[Any], Any]:
    """A function of a session that does `assign_from_values`."""
    assign_op, feed_dict = assign_from_values(var_names_to_values)

    def callback(session: Any) -> Any:
        return session.run(assign_op, feed_dict)

    return callback


class VariableDeviceChooser:
    """A device function that gives the tasks of a job in turn.

    Args:
      num_tasks: tasks of the job; 0 for none.
      job_name: `"ps"` by default.
      device_type, device_index, replica: parts of the device's name.
    """

    def __init__(
        self,
        num_tasks: int = 0,
        job_name: str = "ps",
        device_type: str = "CPU",
        device_index: int | None = 0,
        replica: int | None = None,
    ) -> None:
        self._job_name = job_name
        self._device_type = device_type
        self._device_index = device_index
        self._replica = replica
        self._num_tasks = num_tasks
        self._next_task_id = 0

    def __call__(self, op: Any) -> str:
        parts: list[str] = []
        if self._num_tasks > 0:
            parts.append(f"/job:{self._job_name}")
        if self._replica is not None:
            parts.append(f"/replica:{self._replica}")
        if self._num_tasks > 0:
            parts.append(f"/task:{self._next_task_id}")
            self._next_task_id = (self._next_task_id + 1) % self._num_tasks
        if self._device_type is not None:
            index = "*" if self._device_index is None else self._device_index
            parts.append(f"/device:{self._device_type}:{index}")
        return "".join(parts)


# ---- the default graph ----------------------------------------------------------------------------------------------


def get_graph_from_inputs(op_input_list: Any, graph: Any = None) -> Any:
    """The graph that tensors live in, or `graph`, or the default one."""
    return context.graph_of(op_input_list, graph)


def get_name_scope() -> str:
    """The name scope in force."""
    return context.get_default_graph().get_name_scope()


def get_placeholders(graph: Any) -> list[Any]:
    """The placeholders of a graph, in order of creation."""
    return [op.outputs[0] for op in graph.get_operations() if op.type == "Placeholder"]
