"""Variables of a graph as groups: collections, initialisers, what is not initialised yet."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context, convert, framework, state_ops
from tf1compat._facade import ref_variable as ref_variable
from tf1compat._facade import resource_variables as resource_variables
from tf1compat._facade.apply import apply_op
from tf1compat._facade.collections import GraphKeys, get_collection
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.grouping import group
from tf1compat._facade.ref_variable import RefVariable as RefVariable
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.variable_base import Variable as Variable
from tf1compat._facade.variable_base import VariableAggregation as VariableAggregation
from tf1compat._facade.variable_base import VariableSynchronization as VariableSynchronization
from tf1compat._facade.variable_base import variable_creator_scope as variable_creator_scope
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.python.ops.variables"
_SHOULD_USE = "tensorflow.python.util.tf_should_use"


def global_variables(scope: str | None = None) -> list[Any]:
    """The variables shared by all steps; with `scope`, those whose names match it as a regular expression prefix."""
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


@deprecated("2017-03-02", "Please use tf.global_variables instead.", _MODULE)
def all_variables() -> list[Any]:
    """The old name of `global_variables`."""
    return global_variables()


def _all_saveable_objects(scope: str | None = None) -> list[Any]:
    return global_variables(scope) + get_collection(GraphKeys.SAVEABLE_OBJECTS, scope)


def local_variables(scope: str | None = None) -> list[Any]:
    """The variables local to this process (counters of metrics, epochs)."""
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def model_variables(scope: str | None = None) -> list[Any]:
    """The variables that make up the model."""
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The variables that optimizers train by default."""
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The variables that have moving averages."""
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


# ---- initialisers -----------------------------------------------------------------------------------------------


def variables_initializer(var_list: Sequence[Any], name: str = "init") -> Operation:
    """An operation that runs the initialisers of `var_list`; it does nothing if there are none.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     [op.name for op in tf.variables_initializer([v]).control_inputs]
    ['Variable/Assign']
    """
    return group(*[v.initializer for v in var_list], name=name) if var_list else framework.no_op(name=name)


def global_variables_initializer() -> Operation:
    """An operation that initialises all global variables; later variables are not included."""
    return variables_initializer(global_variables())


def local_variables_initializer() -> Operation:
    """An operation that initialises all local variables."""
    return variables_initializer(local_variables())


@deprecated("2017-03-02", "Use `tf.variables_initializer` instead.", _SHOULD_USE)
def initialize_variables(var_list: Sequence[Any], name: str = "init") -> Operation:
    """The old name of `variables_initializer`."""
    return variables_initializer(var_list, name=name)


@deprecated("2017-03-02", "Use `tf.global_variables_initializer` instead.", _SHOULD_USE)
def initialize_all_variables() -> Operation:
    """The old name of `global_variables_initializer`."""
    return global_variables_initializer()


@deprecated("2017-03-02", "Use `tf.local_variables_initializer` instead.", _SHOULD_USE)
def initialize_local_variables() -> Operation:
    """The old name of `local_variables_initializer`."""
    return local_variables_initializer()


# ---- what is initialised ----------------------------------------------------------------------------------------


def is_variable_initialized(variable: Any) -> Tensor:
    """A bool scalar: does the variable have a value?"""
    return state_ops.is_variable_initialized(variable)


def _known_variables(var_list: Sequence[Any] | None) -> Sequence[Any]:
    """The given variables, or those of the collections, or the variable nodes of the graph."""
    found = var_list if var_list is not None else global_variables() + local_variables()
    if found or var_list is not None:
        return found
    operations = context.get_default_graph().get_operations()
    return [op.outputs[0] for op in operations if op.type in ("Variable", "VariableV2", "AutoReloadVariable")]


def assert_variables_initialized(var_list: Sequence[Any] | None = None) -> Tensor | None:
    """A tensor that fails with FailedPreconditionError when run while one of the variables has no value.

    None if there are no variables.
    """
    ranks: list[Tensor] = []
    for variable in _known_variables(var_list):
        with framework.colocate_with(variable.op):
            ranks.append(_rank(variable))
    if not ranks:
        return None
    return ranks[0] if len(ranks) == 1 else apply_op("Pack", ranks)


def _rank(variable: Any) -> Tensor:
    with framework.name_scope(None, "Rank", [variable]) as scope:
        return apply_op("Rank", convert.convert(variable), name=scope)


def report_uninitialized_variables(
    var_list: Sequence[Any] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """A string vector: names of the variables (all global and local ones by default) that have no value yet."""
    from tf1compat._facade import array_ops

    variables = _known_variables(var_list)
    with framework.name_scope(name):
        flags = [state_ops.is_variable_initialized(v) for v in variables]
        # TF1: an environment variable says where
        with framework.device(os.environ.get("TF_DEVICE_FOR_UNINITIALIZED_VARIABLE_REPORTING", "/cpu:0")):
            if not flags:
                return convert.convert([], dtypes.string, "Const")
            mask = apply_op("LogicalNot", apply_op("Pack", flags, name="stack"))
            names = convert.convert([v.op.name for v in variables], dtypes.string, "Const")
            return array_ops.boolean_mask(names, mask)
