"""`tensorflow.python.framework.op_def_registry`: what operations there are, as OpDef messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tf1compat._facade.refusals import refused
from tf1compat._jaxcore.ir import graphdef
from tf1compat._jaxcore.schema import opdef


class _Registered(Mapping[str, Any]):
    """Names of op types and their OpDefs, made when they are looked at."""

    def __getitem__(self, name: str) -> Any:
        found = opdef.find(name)
        if found is None:
            raise KeyError(name)
        return graphdef.op_def(found)

    def __iter__(self) -> Iterator[str]:
        return iter(opdef.all_ops())

    def __len__(self) -> int:
        return len(opdef.all_ops())


def get_registered_ops() -> Mapping[str, Any]:
    """OpDefs by the names of op types.

    >>> get_registered_ops()["MatMul"].input_arg[0].name
    'a'
    """
    return _Registered()


register_op_list = refused(
    "register_op_list",
    "an operation without a kernel cannot be used",
    "declare it with tf1compat's @op, or write it in Python with tf.py_func",
)
