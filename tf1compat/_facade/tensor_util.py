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
        return None if is_tensor(tensor) else tensor
    if partial:
        return partial_values.partly_known_value(tensor)
    return partial_values.constant_value(tensor)


def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor, a variable or IndexedSlices."""
    return isinstance(x, Tensor | Variable | IndexedSlices)


MakeNdarray = make_ndarray


def ShapeEquals(tensor_proto: Any, shape: Any) -> bool:
    """Whether a TensorProto has this shape (a list, a tuple or a TensorShapeProto).

    Raises:
      TypeError: the arguments are neither.
    """
    if type(tensor_proto).__name__ != "TensorProto":
        raise TypeError("tensor_proto is not a tensor_pb2.TensorProto object")
    if type(shape).__name__ == "TensorShapeProto":
        shape = [d.size for d in shape.dim]
    elif not isinstance(shape, (list, tuple)):
        raise TypeError("shape is not a list or tuple")
    return all(d.size == size for d, size in zip(tensor_proto.tensor_shape.dim, shape))  # TF1: not the rank


def constant_value_as_shape(tensor: Tensor) -> shapes.TensorShape:
    """The shape that an integer vector stands for, as far as it follows from the graph; -1 is an unknown dimension.

    Raises:
      ValueError: a scalar that is not known to be -1 (an unknown shape).
    """
    if tensor.shape.ndims == 0:
        value = constant_value(tensor)
        if value is None or value != -1:
            what = "with unknown value" if value is None else f"value '{value}'"
            raise ValueError(
                f"Received a scalar {what} as shape; require a statically known scalar with value '-1' to describe an "
                "unknown shape."
            )
        return shapes.TensorShape(None)
    rank = tensor.shape.with_rank(1)[0].value
    known = partial_values.constant_shape(tensor)
    if known is not None:
        return shapes.TensorShape(known)
    return shapes.TensorShape(None if rank is None else [None] * rank)


def shape_tensor(shape: Any) -> Tensor:
    """A shape as a vector, int32 if it is empty."""
    from tf1compat._facade.convert import convert_to_tensor

    dtype = None
    if isinstance(shape, (tuple, list)):
        if not shape:
            dtype = dtypes.int32
        else:
            shape = tuple(
                getattr(size, "value", size) if isinstance(size, shapes.Dimension) else size for size in shape
            )
    return convert_to_tensor(shape, dtype=dtype, name="shape")
