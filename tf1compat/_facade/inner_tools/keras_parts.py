"""Inner tools of Keras that libraries import: functions as data, types that stand for tensors."""

from __future__ import annotations

import base64
import marshal
import types
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context


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
