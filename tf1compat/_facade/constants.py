"""Python and NumPy values as Const nodes: TF1's rules for dtype, shape and errors (`tf.constant`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.schema import opdef

_INT32_MIN, _INT32_MAX = -(2**31), 2**31 - 1


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str = "Const", verify_shape: bool = False
) -> Tensor:
    """A tensor that always has `value`.

    Args:
      value: a number, string, nested list of them, or an ndarray.
      dtype: element type; found from `value` if absent (Python floats are float32, ints int32 where they fit).
      shape: optional shape; a shorter value is repeated with its last element.
      name: name of the node.
      verify_shape: refuse to repeat.

    Raises:
      TypeError, ValueError: `value` does not fit dtype or shape.

    >>> import tf1compat as tf
    >>> tf.constant([[1, 2], [3, 4]]).shape.as_list()
    [2, 2]
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype).base
    if shape is not None and 0 in (shapes.as_raw(shape) or ()) and not isinstance(value, (np.ndarray, np.generic)):
        # TF1: of an empty tensor nobody looks at the value, and without a dtype it is float32
        found = wanted or dtypes.float32
        return const_node(np.empty(shapes.as_raw(shape), found.np), found, name or "Const")  # type: ignore[arg-type]
    array, found = to_array(value, wanted)
    if shape is not None:
        array = _with_shape(array, shapes.as_raw(shape), verify_shape)
    return const_node(array, found, "Const" if name is None else name)


def const_node(array: np.ndarray[Any, Any], dtype: DType, name: str) -> Tensor:
    """A Const node of the default graph."""
    op = context.get_default_graph().create(opdef.get("Const"), name, (), {"value": array, "dtype": dtype})
    return op.outputs[0]  # type: ignore[return-value]


def to_array(value: Any, dtype: DType | None) -> tuple[np.ndarray[Any, Any], DType]:
    """`value` as an ndarray with its TF dtype, by TF1's rules."""
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_numpy(np.asarray(value), dtype)
    kind = value.__class__
    if kind is float and (dtype is None or dtype is dtypes.float32):
        return np.asarray(value, np.float32), dtypes.float32
    if kind is int and dtype is dtypes.float32:
        return np.asarray(value, np.float32), dtypes.float32
    if value is None:
        raise ValueError("None values not supported.")
    if (hasattr(value, "__array__") or hasattr(value, "__array_interface__")) and not isinstance(value, Tensor):
        return _from_numpy(np.asarray(value), dtype)
    if dtype is not None:
        _check_compatible(value, dtype)
        if dtype.is_integer and isinstance(value, (list, tuple)):
            value = _without_dimensions(value)
    return _from_python(value, dtype)


def _without_dimensions(value: Any) -> Any:
    """The sizes that stand in a list of integers as integers."""
    if isinstance(value, (list, tuple)):
        return [_without_dimensions(v) for v in value] if any(map(_may_be_size, value)) else value
    return int(value) if isinstance(value, shapes.Dimension) else value


def _may_be_size(x: Any) -> bool:
    return isinstance(x, (shapes.Dimension, list, tuple))


def _from_numpy(array: np.ndarray[Any, Any], dtype: DType | None) -> tuple[np.ndarray[Any, Any], DType]:
    if array.dtype.kind in "SUO":
        if array.dtype.kind == "O" and not all(isinstance(v, (bytes, str)) for v in array.ravel()):
            return _from_python(array.tolist(), dtype)
        found = dtypes.string
        out = np.empty(array.shape, object)
        out.ravel()[:] = [v.encode() if isinstance(v, str) else bytes(v) for v in array.ravel().tolist()]
        if dtype is not None and dtype is not found:
            raise TypeError(f"Expected {dtype.name}, got {array.ravel()[:1]} of type 'str' instead.")
        return out, found
    if dtype is not None:
        return array.astype(dtype.np), dtype
    return array.copy(), dtypes.as_dtype(array.dtype)  # the caller may fill the array anew


_PYTHON_KINDS: dict[str, tuple[type, ...]] = {
    "int": (int, np.integer),
    "float": (float, int, np.floating, np.integer),
    "complex": (complex, float, int, np.number),
    "bool": (bool, np.bool_),
    "string": (str, bytes),
}


def _kind(dtype: DType) -> str:
    if dtype.is_bool:
        return "bool"
    if dtype is dtypes.string:
        return "string"
    if dtype.is_complex:
        return "complex"
    return "float" if dtype.is_floating else "int"


def _check_compatible(value: Any, dtype: DType) -> None:
    """TF1's check that every Python leaf can be of `dtype`; the first that cannot is named."""
    allowed = _PYTHON_KINDS[_kind(dtype)]
    for leaf in _leaves(value):
        if isinstance(leaf, np.ndarray) or isinstance(leaf, allowed):
            continue
        if isinstance(leaf, shapes.Dimension) and allowed is _PYTHON_KINDS["int"]:
            continue
        if isinstance(leaf, Tensor):
            raise TypeError("List of Tensors when single Tensor expected")
        raise TypeError(f"Expected {dtype.name}, got {leaf!r} of type '{type(leaf).__name__}' instead.")


def _leaves(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        for v in value:
            yield from _leaves(v)
    else:
        yield value


def _cannot(value: Any) -> TypeError:
    return TypeError(
        f"Failed to convert object of type {type(value)} to Tensor. Contents: {value}. "
        "Consider casting elements to a supported type."
    )


def _from_python(value: Any, dtype: DType | None) -> tuple[np.ndarray[Any, Any], DType]:
    if not isinstance(value, (int, float, complex, bool, str, bytes, list, tuple, np.ndarray)):
        if hasattr(value, "__len__") and not isinstance(value, dict):
            raise ValueError(f"Argument must be a dense tensor: {value} - got shape [{len(value)}], but wanted [].")
        raise _cannot(value)
    if isinstance(value, tuple) and hasattr(value, "dims"):
        raise _cannot(value)
    if dtype is dtypes.string or any(isinstance(v, (str, bytes)) for v in _leaves(value)):
        return _strings(value), dtypes.string
    target = None if dtype is None else dtype.np
    try:
        array = np.array(value)
        if array.dtype == object:
            raise _cannot(value)
        wanted = _dense_shape(value)
        if list(array.shape) != wanted:  # TF1: a list of arrays is none of numbers (tf.stack takes it)
            text = f"Argument must be a dense tensor: {value} - got shape {list(array.shape)}, but wanted {wanted}."
            raise _NotDense(text)
        if target is not None:
            return array.astype(target), dtype  # type: ignore[return-value]
    except _NotDense as e:
        raise ValueError(str(e)) from None
    except ValueError:
        raise ValueError(_ragged(value)) from None
    return _default_type(array)


def _default_type(array: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], DType]:
    """Without a dtype: float32 for doubles (and for the empty list), int32 for int64 where the values fit."""
    if array.dtype == np.float64:
        return array.astype(np.float32), dtypes.float32
    if array.dtype == np.int64:
        if array.size == 0 or (array.min() >= _INT32_MIN and array.max() <= _INT32_MAX):
            return array.astype(np.int32), dtypes.int32
        return array, dtypes.int64
    return array, dtypes.as_dtype(array.dtype)


def _strings(value: Any) -> np.ndarray[Any, Any]:
    for leaf in _leaves(value):
        if not isinstance(leaf, (str, bytes, np.ndarray)):
            raise _cannot(value)
    try:
        array = np.array(_as_bytes(value))
    except ValueError:
        raise ValueError(_ragged(value)) from None
    out = np.empty(array.shape, object)
    flat = [leaf for v in _leaves(value) for leaf in (v.ravel().tolist() if isinstance(v, np.ndarray) else [v])]
    out.ravel()[:] = [v.encode() if isinstance(v, str) else v for v in flat]
    return out


def _as_bytes(value: Any) -> Any:
    """Text as UTF-8; NumPy takes no lists of both kinds of strings."""
    if isinstance(value, (list, tuple)):
        return [_as_bytes(v) for v in value]
    return value.encode() if isinstance(value, str) else value


class _NotDense(ValueError):
    """The shape of an array is not that of the lists it was made from."""


def _ragged(value: Any) -> str:
    outer = [len(value)] if isinstance(value, (list, tuple)) else []
    return f"Argument must be a dense tensor: {value} - got shape {outer}, but wanted {_dense_shape(value)}."


def _dense_shape(value: Any) -> list[int]:
    """The lengths of nested lists, looking at the first element of each."""
    wanted: list[int] = []
    while isinstance(value, (list, tuple)):
        wanted.append(len(value))
        value = value[0] if value else None
    return wanted


def _with_shape(array: np.ndarray[Any, Any], shape: shapes.Shape, verify: bool) -> np.ndarray[Any, Any]:
    if shape is None or None in shape:
        raise ValueError(f"Cannot make a constant of the partially known shape {shapes.to_text(shape)}")
    wanted = tuple(int(d) for d in shape if d is not None)
    if array.shape == wanted:
        return array
    size = int(np.prod(wanted, dtype=np.int64))
    if verify:
        raise TypeError(f"Expected Tensor's shape: {wanted}, got {array.shape}.")
    if array.size > size:
        raise ValueError(f"Too many elements provided. Needed at most {size}, but received {array.size}")
    if array.size == size:
        return array.reshape(wanted)
    if array.size == 0:
        raise ValueError("Too few elements provided. Needed at least 1, but received 0")
    # TF1: a value that is too short is continued with its last element
    flat = array.ravel()
    return np.concatenate([flat, np.repeat(flat[-1:], size - array.size)]).reshape(wanted)
