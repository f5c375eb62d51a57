"""Tensors as messages and arrays: `tf.make_tensor_proto`, `tf.make_ndarray`, `tf.get_static_value`, `tf.is_tensor`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import constants
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.ir import partial as partial_values


def make_tensor_proto(
    values: Any, dtype: Any = None, shape: Any = None, verify_shape: bool = False, allow_broadcast: bool = False
) -> Any:
    """A TensorProto message of a Python value or array; with `shape`, a single value may stand for all elements.

    Raises:
      TypeError: the values do not fit `dtype`, or with `verify_shape` not `shape`.
      ValueError: more values than the shape holds, or None.
    """
    from tf1compat._formats import tensor_proto

    if isinstance(values, Tensor):
        raise TypeError("List of Tensors when single Tensor expected")
    array, found = constants.to_array(values, None if dtype is None else dtypes.as_dtype(dtype))
    raw = shapes.as_raw(shape)
    if raw is None:
        return tensor_proto.make_tensor_proto(array, found.enum)
    wanted = tuple(int(size or 0) for size in raw)
    if (verify_shape or allow_broadcast) and array.shape != wanted and not (allow_broadcast and array.size == 1):
        raise TypeError(f"Expected Tensor's shape: {wanted}, got {array.shape}.")
    return tensor_proto.make_tensor_proto(array, found.enum, wanted)


def make_ndarray(tensor: Any) -> np.ndarray[Any, Any]:
    """The array in a TensorProto message; strings as an object array of bytes."""
    from tf1compat._formats import tensor_proto

    return tensor_proto.make_ndarray(tensor)


def constant_value(tensor: Any, partial: bool = False) -> Any:
    """The array that a tensor always is, if that follows from the graph alone, else None.

    With `partial`, the unknown elements of a packed vector are None in an object array.
    """
    if not isinstance(tensor, Tensor):
        return tensor
    if partial:
        return partial_values.partly_known_value(tensor)
    return partial_values.constant_value(tensor)


def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor, a variable or IndexedSlices."""
    return isinstance(x, Tensor | Variable | IndexedSlices)
