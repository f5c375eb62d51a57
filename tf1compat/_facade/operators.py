"""Python's operators on tensors: which node each of `+`, `/`, `<`, `~`… makes, and under which name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import math_division, math_elementwise, math_products
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.structure import CompositeTensor

Binary = Callable[..., Any]


def _add(x: Any, y: Any, name: str | None = None) -> Tensor:
    # TF1: `+` of strings is the old op
    return apply_op("Add" if x.dtype.base is dtypes.string else "AddV2", x, y, name=name)


def _sub(x: Any, y: Any, name: str | None = None) -> Tensor:
    return apply_op("Sub", x, y, name=name)


def _mul(x: Any, y: Any, name: str | None = None) -> Tensor:
    return apply_op("Mul", x, y, name=name)


def _mod(x: Any, y: Any, name: str | None = None) -> Tensor:
    return apply_op("FloorMod", x, y, name=name)


# TF1: `x + 1` is called "add" and its constant "add/y"; `1 + x` has "add/x"
_BINARY: dict[str, Binary] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "div": math_division.div_python2,
    "truediv": math_division.truediv,
    "floordiv": math_division.floordiv,
    "mod": _mod,
    "pow": math_elementwise.pow,
    "and": math_elementwise.logical_and,
    "or": math_elementwise.logical_or,
    "xor": math_elementwise.logical_xor,
    "matmul": math_products.matmul,
}

# TF1: these are the functions themselves, with the names that their ops have: "Less", "Less/y"
_COMPARISONS: dict[str, Binary] = {
    "__lt__": math_elementwise.less,
    "__le__": math_elementwise.less_equal,
    "__gt__": math_elementwise.greater,
    "__ge__": math_elementwise.greater_equal,
}

_UNARY: dict[str, Binary] = {
    "__neg__": math_elementwise.negative,
    "__abs__": math_elementwise.abs,
    "__invert__": math_elementwise.logical_not,
}


def _forward(function: Binary, name: str) -> Callable[[Any, Any], Any]:
    reflected = f"__r{name}__"
    is_one_node = name != "xor"

    def operator(x: Any, y: Any) -> Any:
        if is_one_node and isinstance(y, Tensor):
            return function(x, y, name=name)  # the same node as below, without entering a scope
        if isinstance(y, CompositeTensor) and hasattr(type(y), reflected):
            return NotImplemented
        with name_scope(None, name, [x, y]) as scope:
            try:
                y = convert(y, None, "y", preferred=x.dtype.base)
            except TypeError:
                if hasattr(type(y), reflected):
                    return NotImplemented
                raise
            return function(x, y, name=scope)

    return operator


def _reflected(function: Binary, name: str) -> Callable[[Any, Any], Any]:
    def operator(y: Any, x: Any) -> Any:
        with name_scope(None, name, [x, y]) as scope:
            return function(convert(x, y.dtype.base, "x"), y, name=scope)

    return operator


def _plain(function: Binary) -> Callable[..., Any]:
    def operator(*operands: Any) -> Any:
        return function(*operands)

    return operator


def _attach() -> None:
    table: dict[str, Callable[..., Any]] = {}
    for name, function in _BINARY.items():
        table[f"__{name}__"] = _forward(function, name)
        table[f"__r{name}__"] = _reflected(function, name)
    for name, function in {**_COMPARISONS, **_UNARY}.items():
        table[name] = _plain(function)
    for name, operator in table.items():
        operator.__name__ = name
        operator.__qualname__ = f"Tensor.{name}"
        operator.__doc__ = f"`{name}` as a node of the graph."
        setattr(Tensor, name, operator)


_attach()
