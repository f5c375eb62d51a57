"""Shapes of tensors as tensors, and tensors made of one value: `tf.shape`, `tf.zeros`, `tf.one_hot`, `tf.eye`…"""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from tf1compat._facade import constants
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import TensorShape

_FEW = 1000  # TF1: smaller arrays of zeros and ones are constants


def _is_sparse(x: Any) -> bool:
    return type(x).__name__ in ("SparseTensor", "SparseTensorValue")


# ---- shape, size, rank ----------------------------------------------------------------------------------------------


def shape(input: Any, name: str | None = None, out_type: Any = dtypes.int32) -> Tensor:
    """The shape of `input` as a vector: a constant where it is known while the graph is built.

    Args:
      input: a tensor, sparse tensor, or what converts to one.
      name: name of the node.
      out_type: int32 or int64.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.shape([[1, 2, 3]]).op.type
    'Const'
    """
    return shape_internal(input, name, optimize=True, out_type=out_type)


def shape_internal(input: Any, name: str | None = None, optimize: bool = True, out_type: Any = dtypes.int32) -> Tensor:
    """`shape`, with the choice to leave a known shape to be read when the graph runs."""
    out_type = dtypes.as_dtype(out_type)
    with name_scope(name, "Shape", [input]) as scope:
        if _is_sparse(input):
            return apply_op("Cast", input.dense_shape, DstT=out_type)
        tensor = convert_to_tensor(input)
        if optimize and shapes.is_fully_defined(tensor.dims):
            return constants.constant(list(tensor.dims or ()), out_type, name=scope)
        return apply_op("Shape", tensor, name=scope, out_type=out_type)


def shape_n(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> list[Tensor]:
    """The shapes of several tensors as vectors."""
    return apply_op("ShapeN", input, name=name, out_type=dtypes.as_dtype(out_type))


@dispatched
def size(input: Any, name: str | None = None, out_type: Any = dtypes.int32) -> Tensor:
    """The number of elements of `input`: a constant where it is known while the graph is built."""
    return size_internal(input, name, optimize=True, out_type=out_type)


def size_internal(input: Any, name: str | None = None, optimize: bool = True, out_type: Any = dtypes.int32) -> Tensor:
    """`size`, with the choice to leave it to be found when the graph runs."""
    out_type = dtypes.as_dtype(out_type)
    with name_scope(name, "Size", [input]) as scope:
        if _is_sparse(input):
            return apply_op("Prod", apply_op("Cast", input.dense_shape, DstT=out_type), 0, name=scope)
        tensor = convert_to_tensor(input)
        if optimize and tensor.dims is not None:
            count = shapes.num_elements(tensor.dims)
            if count is None and 0 in tensor.dims:
                count = 0
            if count is not None:
                return constants.constant(count, out_type, name=scope)
        return apply_op("Size", tensor, name=scope, out_type=out_type)


@dispatched
def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of dimensions of `input`: a constant where it is known while the graph is built."""
    return rank_internal(input, name, optimize=True)


def rank_internal(input: Any, name: str | None = None, optimize: bool = True) -> Tensor:
    """`rank`, with the choice to leave it to be found when the graph runs."""
    with name_scope(name, "Rank", [input]) as scope:
        if _is_sparse(input):
            return apply_op("Size", input.dense_shape, name=scope)
        tensor = convert_to_tensor(input)
        if optimize and tensor.dims is not None:
            return constants.constant(len(tensor.dims), dtypes.int32, name=scope)
        return apply_op("Rank", tensor, name=scope)


def broadcast_static_shape(shape_x: TensorShape, shape_y: TensorShape) -> TensorShape:
    """The static shape of an element-wise operation on tensors of two shapes.

    Raises:
      ValueError: they do not broadcast.
    """
    try:
        return TensorShape.from_raw(shapes.broadcast(shapes.as_raw(shape_x), shapes.as_raw(shape_y)))
    except shapes.ShapeError:
        raise ValueError(f"Incompatible shapes for broadcasting: {shape_x} and {shape_y}") from None


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """`broadcast_static_shape` for shapes that are known when the graph runs."""
    return apply_op("BroadcastArgs", shape_x, shape_y)


# ---- one value ------------------------------------------------------------------------------------------------------


def fill(dims: Any, value: Any, name: str | None = None) -> Tensor:
    """A tensor of shape `dims` (int32 or int64 vector) that has the scalar `value` everywhere."""
    return apply_op("Fill", dims, value, name=name)


def zeros(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """A tensor of zeros (False, empty strings): a constant if it has fewer than 1000 elements.

    Args:
      shape: integers, a TensorShape, or an integer tensor.
      dtype: element type.
      name: name of the node.
    """
    wanted = dtypes.as_dtype(dtype).base
    zero = False if wanted is dtypes.bool else "" if wanted is dtypes.string else 0
    return _filled(shape, zero, wanted, name, "zeros")


def ones(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """A tensor of ones (True): a constant if it has fewer than 1000 elements; arguments as in `zeros`."""
    wanted = dtypes.as_dtype(dtype).base
    return _filled(shape, True if wanted is dtypes.bool else 1, wanted, name, "ones")


def _filled(shape: Any, value: Any, dtype: dtypes.DType, name: str | None, default_name: str) -> Tensor:
    with name_scope(name, default_name, [shape]) as scope:
        if not isinstance(shape, Tensor):
            try:
                small = _constant_if_small(value, shape, dtype, scope)
                if small is not None:
                    return small
                shape = convert(TensorShape(shape), None, "shape_as_tensor")
            except (TypeError, ValueError):  # a list that holds tensors
                shape = convert_to_tensor(shape, dtype=dtypes.int32)
        if not shape.dims:
            from tf1compat._facade.array_ops import reshape

            shape = reshape(shape, [-1])
        return fill(shape, constants.constant(value, dtype=dtype), name=scope)


def _constant_if_small(value: Any, shape: Any, dtype: dtypes.DType, name: str) -> Tensor | None:
    if isinstance(shape, (list, tuple)) and any(_is_symbolic(d) for d in shape):
        # TF1: the sizes are multiplied and compared although tensors cannot decide; the nodes stay in the graph
        _ = functools.reduce(operator.mul, shape) < _FEW
        return None
    if np.ndim(shape) > 0 and np.prod(shape) < _FEW:  # TF1: a lone number is not taken as the shape of a constant
        return constants.constant(value, shape=shape, dtype=dtype, name=name)
    return None


def _is_symbolic(size: Any) -> bool:
    return isinstance(size, Tensor) or hasattr(size, "_as_graph_element")


@dispatched
def zeros_like(tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True) -> Tensor:
    """Zeros of the shape of `tensor`.

    Args:
      tensor: gives the shape.
      dtype: element type, that of `tensor` if absent.
      name: name of the node.
      optimize: make a constant where the shape is known.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    with name_scope(name, "zeros_like", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name="tensor")
        if optimize and shapes.is_fully_defined(tensor.dims) and tensor.dtype is not dtypes.variant:
            return zeros(tensor.shape, dtype=wanted or tensor.dtype, name=scope)
        if wanted is not None and wanted is not tensor.dtype and wanted is not dtypes.variant:
            return zeros(shape_internal(tensor, optimize=optimize), dtype=wanted, name=scope)
        return apply_op("ZerosLike", tensor, name=scope)


@dispatched
def ones_like(tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True) -> Tensor:
    """Ones of the shape of `tensor`; arguments as in `zeros_like`."""
    with name_scope(name, "ones_like", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name="tensor")
        ones_shape = shape_internal(tensor, optimize=optimize)
        result = ones(ones_shape, dtype=tensor.dtype if dtype is None else dtype, name=scope)
        result.set_shape(tensor.shape)
        return result


@dispatched
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """`on_value` at each index along a new axis of size `depth`, `off_value` elsewhere.

    Args:
      indices: uint8, int32 or int64 tensor; entries out of range give rows without `on_value`.
      depth: scalar int32.
      on_value, off_value: scalars of one dtype, 1 and 0 where absent.
      axis: where the new axis goes; -1, the last, where absent.
      dtype: element type, float32 if neither value is given.
      name: name of the node.

    Raises:
      TypeError: the dtypes of the values and `dtype` differ.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    with name_scope(name, "one_hot", [indices, depth, on_value, off_value, axis, dtype]) as scope:
        on_type = None if on_value is None else convert_to_tensor(on_value).dtype.base
        off_type = None if off_value is None else convert_to_tensor(off_value).dtype.base
        for label, found in (("on_value", on_type), ("off_value", off_type)):
            if wanted is not None and found is not None and found is not wanted:
                raise TypeError(f"dtype {found} of {label} does not match dtype parameter {wanted}")
        wanted = wanted or on_type or off_type or dtypes.float32
        if on_value is None:
            on_value, on_type = convert_to_tensor(1, wanted, name="on_value"), wanted
        if off_value is None:
            off_value, off_type = convert_to_tensor(0, wanted, name="off_value"), wanted
        if on_type is not off_type:
            raise TypeError(f"dtype {on_type} of on_value does not match dtype {off_type} of off_value")
        at = -1 if axis is None else axis
        return apply_op("OneHot", indices, depth, on_value, off_value, name=scope, axis=at)


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """An identity matrix, or a batch of them.

    Args:
      num_rows: integer or scalar int32 tensor.
      num_columns: like `num_rows`, the same number if absent.
      batch_shape: list of integers or int32 vector; gives the leading dimensions.
      dtype: element type.
      name: name of the scope.

    Raises:
      TypeError: the numbers of rows and columns are neither integers nor tensors.
    """
    from tf1compat._facade.array_ops import concat, matrix_diag, matrix_set_diag

    with name_scope(name, "eye", [num_rows, num_columns, batch_shape]):
        square = num_columns is None
        batch_shape = [] if batch_shape is None else batch_shape
        num_columns = num_rows if square else num_columns
        diagonal: Any
        if isinstance(num_rows, Tensor) or isinstance(num_columns, Tensor):
            diagonal = apply_op("Minimum", num_rows, num_columns)
        else:
            if not isinstance(num_rows, (int, np.integer)) or not isinstance(num_columns, (int, np.integer)):
                raise TypeError("num_rows and num_columns must be positive integer values.")
            square = num_rows == num_columns
            diagonal = min(num_rows, num_columns)
        full: Any = None
        if isinstance(batch_shape, Tensor) or isinstance(diagonal, Tensor):
            batch_shape = convert_to_tensor(batch_shape, name="shape", dtype=dtypes.int32)
            diagonal_shape: Any = concat((batch_shape, [diagonal]), axis=0)
            if not square:
                full = concat((batch_shape, [num_rows, num_columns]), axis=0)
        else:
            diagonal_shape = [*batch_shape, diagonal]
            full = [*batch_shape, num_rows, num_columns]
        diagonal_ones = ones(diagonal_shape, dtype=dtype)
        if square:
            return matrix_diag(diagonal_ones)
        return matrix_set_diag(zeros(full, dtype=dtype), diagonal_ones)
