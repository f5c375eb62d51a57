"""`tf.contrib.framework`: checks of shapes and types, sums of sums, and dimensions dropped to make ranks equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, check_shapes, framework, logging_ops, math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


def reduce_sum_n(tensors: Sequence[Tensor], name: str | None = None) -> Tensor:
    """The sum of all elements of all tensors.

    Raises:
      ValueError: there are none.
    """
    if not tensors:
        raise ValueError("No tensors provided.")
    with name_scope(name, "reduce_sum_n", tensors) as scope:
        sums = [math_ops.reduce_sum(t, name=f"{t.op.name}/sum") for t in tensors]
        return sums[0] if len(sums) == 1 else math_ops.add_n(sums, name=scope)


def assert_scalar_int(tensor: Any, name: str | None = None) -> Tensor:
    """The tensor, after a check that it is a scalar and an integer.

    Raises:
      ValueError: it is not.
    """
    with name_scope(name, "assert_scalar_int", [tensor]) as scope:
        tensor = convert_to_tensor(tensor)
        if not tensor.dtype.base_dtype.is_integer:
            raise ValueError(f"Expected integer type for {tensor.name}, received type: {tensor.dtype}.")
        return check_shapes.assert_scalar(tensor, name=scope)


@deprecated(
    None,
    "Please switch to remove_squeezable_dimensions from tf.confusion_matrix. Note that the order of the inputs and "
    "outputs of labels and predictions have also been switched.",
    "tensorflow.contrib.framework.python.framework.tensor_util",
)
def remove_squeezable_dimensions(predictions: Any, labels: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Both, without the last dimension (of size one) of that which has one dimension more."""
    with name_scope(name, "remove_squeezable_dimensions", [predictions, labels]):
        predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
        predictions_shape, labels_shape = predictions.get_shape(), labels.get_shape()
        if predictions_shape.ndims is not None and labels_shape.ndims is not None:
            more = predictions_shape.ndims - labels_shape.ndims
            return (
                array_ops.squeeze(predictions, [-1]) if more == 1 else predictions,
                array_ops.squeeze(labels, [-1]) if more == -1 else labels,
            )
        dynamic = array_ops.rank(predictions) - array_ops.rank(labels)
        if predictions_shape.ndims is None or predictions_shape.dims[-1].is_compatible_with(1):
            predictions = _squeezed_if(math_ops.equal(1, dynamic), predictions)
        if labels_shape.ndims is None or labels_shape.dims[-1].is_compatible_with(1):
            labels = _squeezed_if(math_ops.equal(-1, dynamic), labels)
        return predictions, labels


def _squeezed_if(pred: Tensor, tensor: Tensor) -> Tensor:
    return cond(pred, lambda: array_ops.squeeze(tensor, [-1]), lambda: tensor)


def with_same_shape(expected_tensor: Tensor, tensor: Tensor) -> Tensor:
    """`tensor`, after a check that it has the shape of another one."""
    with name_scope(f"{tensor.op.name}/", values=[expected_tensor, tensor]):
        shape = expected_tensor.get_shape()
        known = shape.is_fully_defined()
        return with_shape(shape.as_list() if known else array_ops.shape(expected_tensor, name="expected_shape"), tensor)


def with_shape(expected_shape: Any, tensor: Tensor) -> Tensor:
    """`tensor`, after a check of its shape while building or, where it is unknown, while running.

    Args:
      expected_shape: a shape, an int32 array, or an int32 tensor.

    Raises:
      ValueError: the shapes differ, or the expected one is no vector of int32.
    """
    expected = _checked(expected_shape, tensor)
    actual = tensor.get_shape()
    static = not is_tensor(expected)
    scope = f"{tensor.op.name}/"
    if not static or not actual.is_fully_defined():
        with name_scope(scope, values=[tensor]):
            if static and len(expected) < 1:
                return array_ops.reshape(tensor, [])
            with framework.control_dependencies([_assert_shape(expected, tensor)]):
                result = array_ops.identity(tensor)
            if static:
                result.set_shape(expected)
            return result
    if not actual.is_compatible_with(expected):
        if len(expected) < 1 and actual.is_compatible_with([1]):
            with name_scope(scope, values=[tensor]):
                return array_ops.reshape(tensor, [])
        raise ValueError(f"Invalid shape for tensor {tensor.name}, expected {expected}, got {actual}.")
    return tensor


def _checked(expected: Any, tensor: Tensor) -> Any:
    """The expected shape: a tensor, or an array of int32 for a list."""
    if is_tensor(expected):
        if expected.dtype.base_dtype != dtypes.int32:
            raise ValueError(f"Invalid dtype {expected.dtype} for shape {expected} expected of tensor {tensor.name}.")
        return expected
    if isinstance(expected, (list, tuple)):
        array = np.asarray(expected if expected else np.zeros(0, np.int32))
        expected = array.astype(np.int32) if array.dtype == np.int64 else array
    if isinstance(expected, np.ndarray):
        if expected.ndim > 1:
            raise ValueError(f"Invalid rank {expected.ndim} for shape {expected} expected of tensor {tensor.name}.")
        if expected.dtype != np.int32:
            raise ValueError(f"Invalid dtype {expected.dtype} for shape {expected} expected of tensor {tensor.name}.")
    return expected


def _assert_shape(expected: Any, tensor: Tensor) -> Operation | None:
    with name_scope("assert_shape", values=[tensor]) as scope:
        actual = array_ops.shape(tensor, name="actual")
        if isinstance(expected, TensorShape) and not expected.is_fully_defined():
            expected = [d if d else -1 for d in expected.as_list()]
        found = _is_shape(expected, tensor, actual)
        shown = [f"Wrong shape for {tensor.name} [expected] [actual].", expected, actual]
        return logging_ops.Assert(found, shown, name=scope)


def _is_shape(expected: Any, tensor: Tensor, actual: Tensor) -> Tensor:
    with name_scope("is_shape", values=[tensor]) as scope:
        size = array_ops.size(expected)
        with name_scope("is_rank", values=[tensor]) as rank_scope:
            wanted = convert_to_tensor(size, name="expected")
            same_rank = math_ops.equal(wanted, array_ops.rank(tensor, name="actual"), name=rank_scope)
        with name_scope("shape_tensor_equal", values=[expected, actual]) as equal_scope:
            unknown = math_ops.equal(expected, -1)
            same = math_ops.logical_or(unknown, math_ops.equal(expected, actual, "equal"), name="exclude_partial_shape")
            same = math_ops.reduce_all(same, name=equal_scope)
        return math_ops.logical_and(same_rank, same, name=scope)
