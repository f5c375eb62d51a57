"""`tf.py_func`, `tf.numpy_function`: Python functions as operations of the graph."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.apply import add_op
from tf1compat._jaxcore.base import dtypes, errors, host_services

_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (StopIteration, errors.OUT_OF_RANGE),
    (MemoryError, errors.RESOURCE_EXHAUSTED),
    (NotImplementedError, errors.UNIMPLEMENTED),
    (ValueError, errors.INVALID_ARGUMENT),
    (TypeError, errors.INVALID_ARGUMENT),
)


_NO_TYPE = {
    "V": "Unsupported numpy data type",
    "M": "Unsupported numpy type: NPY_DATETIME",
    "m": "Unsupported numpy type: NPY_TIMEDELTA",
}


def py_func(
    func: Callable[..., Any], inp: Sequence[Any], Tout: Any, stateful: bool = True, name: str | None = None
) -> Any:
    """What a Python function returns for the values of tensors.

    Args:
      func: takes NumPy arrays (scalars for tensors without dimensions, bytes for strings) and returns arrays.
      inp: tensors.
      Tout: element type of the result, or a list of types.
      stateful: it is called in every step that needs it, and never folded.
      name: name of the node.

    Raises:
      tf.errors.UnknownError, InvalidArgumentError…: when the step runs, for an exception in `func`.

    >>> import numpy as np
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.py_func(lambda x: x * 2, [3.0], tf.float32)))
    6.0
    """
    many = isinstance(Tout, (list, tuple))
    types = [dtypes.as_dtype(t) for t in (Tout if many else [Tout])]
    token = b"pyfunc_%d" % next(context.NUMBERS)
    function = _PythonFunction(func)
    context.PYTHON_FUNCTIONS[token] = function
    graph: Any = context.get_default_graph()
    while graph.building_function:
        graph = graph.outer_graph
    graph.scoped_state("python functions", list).append(function)
    op_type = "PyFunc" if stateful else "PyFuncStateless"
    made = add_op(op_type, list(inp), token=token, Tout=types, name=name)
    if not types:
        return made
    return list(made.outputs) if many else made.outputs[0]


def numpy_function(func: Callable[..., Any], inp: Sequence[Any], Tout: Any, name: str | None = None) -> Any:
    """`py_func` for functions that may have state."""
    return py_func(func, inp, Tout, stateful=True, name=name)


def py_function(func: Callable[..., Any], inp: Sequence[Any], Tout: Any, name: str | None = None) -> Any:
    """A Python function on eager tensors, which this library has not."""
    raise errors.unsupported(
        "tf.py_function", advice="eager tensors do not exist here; tf.py_func calls a function with NumPy arrays"
    )


class _PythonFunction:
    """A function of arrays, whose exceptions are those of a step."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, arguments: Sequence[Any]) -> list[Any]:
        try:
            results = self.function(*arguments)
            if results is None:
                return []
            many = isinstance(results, (list, tuple))
            return [convert(x) for x in (results if many else [results])]
        except errors.OpError:
            raise
        except Exception as e:
            raise _as_error(e) from e


def _as_error(error: Exception) -> errors.OpError:
    code = next((code for kind, code in _CODES if isinstance(error, kind)), errors.UNKNOWN)
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return errors.exception_from_status(None, None, f"{type(error).__name__}: {error}\n{text}", code)


def convert(value: Any, dtype: Any = None) -> Any:
    """A value as an array; texts become bytes.

    Raises:
      tf.errors.InternalError: TensorFlow has no type for it.
    """
    result = np.asarray(value, dtype=dtype, order="C")
    if result.dtype.kind in _NO_TYPE:
        raise errors.InternalError(None, None, _NO_TYPE[result.dtype.kind])
    if result.dtype.kind == "S":
        return np.asarray(value, dtype=object) if not isinstance(value, np.ndarray) else value.astype(object)
    if result.dtype.kind in "UO":
        out = np.empty(result.shape, object)
        for at in np.ndindex(result.shape):
            out[at] = _as_bytes(result[at])
        return out
    return result


def _as_bytes(text: Any) -> bytes:
    if not isinstance(text, (str, bytes)):
        raise errors.InternalError(None, None, f"Unsupported object type {type(text).__name__}")
    return str(text).encode() if isinstance(text, str) else bytes(text)


def _find(token: bytes) -> _PythonFunction:
    found = context.PYTHON_FUNCTIONS.get(token)
    if found is None:
        raise errors.InvalidArgumentError(None, None, f"ValueError: callback {token.decode()} is not found")
    return found


host_services.provide("python functions", lambda: _find)


class FuncRegistry:
    """What programs use of TensorFlow's registry: conversion of results."""

    _convert = staticmethod(convert)

    def size(self) -> int:
        """How many functions there are that a graph still holds."""
        return len(context.PYTHON_FUNCTIONS)


_py_funcs = FuncRegistry()
