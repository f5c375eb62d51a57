"""Inner tools of Keras that libraries import: functions as data, types that stand for tensors."""

from __future__ import annotations

import base64
import marshal
import types
from collections.abc import Callable
from typing import Any, cast

from tf1compat._facade import context
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import nest


def func_dump(func: Callable[..., Any]) -> tuple[str, Any, Any]:
    """The code of a function as text, its defaults and the values of its closure; for this version of Python."""
    code = base64.encodebytes(marshal.dumps(func.__code__)).decode("ascii")  # type: ignore[attr-defined]
    cells = func.__closure__  # type: ignore[attr-defined]
    return code, func.__defaults__, tuple(c.cell_contents for c in cells) if cells else None  # type: ignore[attr-defined]


def func_load(code: Any, defaults: Any = None, closure: Any = None, globs: dict[str, Any] | None = None) -> Any:
    """A function of what `func_dump` gave, or of its text alone. It runs code: load only your own.

    Args:
      code: the text, or all three.
      defaults, closure: the others.
      globs: the function's global variables.
    """
    if isinstance(code, tuple | list):
        code, defaults, closure = code
        defaults = tuple(defaults) if isinstance(defaults, list) else defaults
    cells = None if closure is None else tuple(types.CellType(value) for value in closure)
    made = marshal.loads(base64.decodebytes(code.encode("ascii")))
    return types.FunctionType(made, globals() if globs is None else globs, made.co_name, defaults, cells)


def register_symbolic_tensor_type(cls: type) -> None:
    """Notes a class whose objects stand for tensors; what converts to a tensor is one to Keras layers anyway."""
    context.SYMBOLIC_TENSOR_TYPES.append(cls)


def get_reachable_from_inputs(inputs: Any, targets: Any = None) -> set[Any]:
    """Operations, tensors and variables that depend on `inputs`; stops when all `targets` are found."""
    found: set[Any] = set()
    left = None if targets is None else {id(x) for x in nest.flatten(targets)}
    waiting = list(nest.flatten(inputs))
    while waiting and left != set():
        x = waiting.pop()
        if isinstance(x, Operation):
            after = [*x.outputs, *(op for op in x.graph.get_operations() if x in op.control_inputs)]
        elif isinstance(x, Tensor):
            after = x.consumers()
        elif hasattr(x, "op"):
            after = [x.op]
        else:
            raise TypeError(f"Expected Operation, Variable, or Tensor, got {x}")
        for y in after:
            if y not in found:
                found.add(y)
                waiting.insert(0, y)
                if left is not None:
                    left.discard(id(y))
    return found


def is_symbolic_tensor(tensor: Any) -> bool:
    """Is it a tensor or a variable of a graph, or of a class that was registered?"""
    if isinstance(tensor, (Tensor, Variable, SparseTensor)):
        return hasattr(tensor, "graph") or isinstance(tensor, SparseTensor)
    return isinstance(tensor, tuple(context.SYMBOLIC_TENSOR_TYPES))


def slice_arrays(arrays: Any, start: Any = None, stop: Any = None) -> Any:
    """Rows `start` to `stop`, or those that `start` lists, of an array or of each one in a list."""
    if arrays is None:
        return [None]
    if isinstance(start, list) and stop is not None:
        raise ValueError(
            f"The stop argument has to be None if the value of start is a list. Received start={start}, stop={stop}"
        )
    rows = slice(start, stop)
    if hasattr(start, "__len__"):
        rows = cast(Any, start).tolist() if hasattr(start, "shape") else start
    if isinstance(arrays, list):
        return [None if x is None else x[rows] for x in arrays]
    if hasattr(start, "__len__") or hasattr(start, "__getitem__"):
        return arrays[rows]
    return [None] if start is None else arrays[rows]
