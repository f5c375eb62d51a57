"""The operation that a SavedModel runs after it was loaded: initialises variables and tables, and may restore."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, framework, grouping, variables
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.deprecation import deprecated

_MODULE = "tensorflow.python.saved_model.main_op_impl"


def _tables_initializer() -> Any:
    found = context.get_default_graph().get_collection(GraphKeys.TABLE_INITIALIZERS)
    return grouping.group(*found, name="init_all_tables") if found else framework.no_op(name="init_all_tables")


def _main_op() -> Any:
    return grouping.group(
        variables.global_variables_initializer(), variables.local_variables_initializer(), _tables_initializer()
    )


@deprecated(
    None,
    "This function will only be available through the v1 compatibility library as "
    "tf.compat.v1.saved_model.main_op.main_op.",
    _MODULE,
)
def main_op() -> Any:
    """An operation that initialises all variables, local variables and tables."""
    return _main_op()


@deprecated(
    None,
    "This function will only be available through the v1 compatibility library as "
    "tf.compat.v1.saved_model.main_op_with_restore or tf.compat.v1.saved_model.main_op.main_op_with_restore.",
    _MODULE,
)
def main_op_with_restore(restore_op_name: Any) -> Any:
    """`main_op`, and after it the operation that restores variables."""
    with framework.control_dependencies([_main_op()]):
        return grouping.group(restore_op_name)
