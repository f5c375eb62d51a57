"""Initial values that depend on other variables: those are read as initialised, whatever the order of initialisers."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.ir.graph import topological
from tf1compat._jaxcore.schema import opdef

_OPAQUE = frozenset({"IsVariableInitialized", "VarIsInitializedOp", "ReadVariableOp", "If"})


def guarded(name: str, initial: Tensor) -> Tensor:
    """`initial`, or a copy of its computation in which each variable is replaced by `initialized_value()`.

    Args:
      name: scope of the variable being made; copies are called `original_name + "_" + name`.
      initial: the initial value given.
    """
    if not initial.op.inputs and not initial.op.opdef.variable:
        return initial
    try:
        order = topological([initial.op])
    except ValueError:
        return initial  # TF1: loops are left alone
    if not any(node.opdef.variable for node in order):
        return initial
    return _Copy(name).of(initial)


class _Copy:
    def __init__(self, name: str) -> None:
        self._name = name
        self._done: dict[Operation, Operation] = {}

    def of(self, tensor: Tensor) -> Tensor:
        op = tensor.op
        found = self._done.get(op)
        if found is None:
            found = self._done[op] = self._copy(op)
        return found.outputs[tensor.index]  # type: ignore[return-value]

    def _copy(self, op: Operation) -> Operation:
        if op.type in _OPAQUE:
            return op
        if op.opdef.variable:
            value = _initialized_value(op)
            return op if value is None else value.op
        inputs: list[Any] = [self.of(x) for x in op.inputs]  # type: ignore[arg-type]
        if all(new is old for new, old in zip(inputs, op.inputs)):
            return op
        name = f"{op.name}_{self._name}".replace(":", "_")
        # TF1: the copy reads a value, no reference
        declared = opdef.get("Switch") if op.type == "RefSwitch" else op.opdef
        return context.get_default_graph().create(declared, name, tuple(inputs), dict(op.attrs))


def _initialized_value(op: Operation) -> Tensor | None:
    """The initialised value of the variable that `op` stands for, if a collection knows it."""
    for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in op.graph.get_collection(key):
            if variable.name in (op.name, f"{op.name}:0"):
                return variable.initialized_value()
    return None
