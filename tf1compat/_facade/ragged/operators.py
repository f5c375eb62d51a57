"""Python's operators and indexing of RaggedTensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.ragged.getitem import getitem
from tf1compat._facade.ragged.tensor import RaggedTensor

_BOTH_WAYS: dict[str, Callable[..., Any]] = {
    "and": math_ops.logical_and,
    "or": math_ops.logical_or,
    "xor": math_ops.logical_xor,
    "add": math_ops.add,
    "div": math_ops.div,
    "floordiv": math_ops.floordiv,
    "mod": math_ops.floormod,
    "mul": math_ops.multiply,
    "pow": math_ops.pow,
    "sub": math_ops.subtract,
    "truediv": math_ops.truediv,
}
_OTHERS: dict[str, Callable[..., Any]] = {
    "ge": math_ops.greater_equal,
    "gt": math_ops.greater,
    "le": math_ops.less_equal,
    "lt": math_ops.less,
    "invert": math_ops.logical_not,
    "abs": math_ops.abs,
    "neg": math_ops.negative,
    "getitem": getitem,
}


def _no_bool(self: RaggedTensor) -> bool:
    raise TypeError("RaggedTensor may not be used as a boolean.")


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *operands: function(*operands)


def _turned(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda y, x: function(x, y)


def _attach() -> None:
    table = {f"__{name}__": _plain(function) for name, function in {**_BOTH_WAYS, **_OTHERS}.items()}
    table |= {f"__r{name}__": _turned(function) for name, function in _BOTH_WAYS.items()}
    for name, operator in table.items():
        operator.__name__, operator.__qualname__ = name, f"RaggedTensor.{name}"
        setattr(RaggedTensor, name, operator)
    RaggedTensor.__bool__ = RaggedTensor.__nonzero__ = _no_bool  # type: ignore[attr-defined]


_attach()
