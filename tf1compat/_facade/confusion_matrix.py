"""`tf.confusion_matrix`: how often each class was taken for each."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, check_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.losses import remove_squeezable_dimensions
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
    weights: Any = None,
) -> Tensor:
    """A matrix [num_classes, num_classes]: row i, column j counts examples of class i that were taken for class j.

    Args:
      labels: integers [n], the true classes.
      predictions: integers [n].
      num_classes: number of classes (None: one more than the largest in sight).
      dtype: type of the result.
      name: name scope.
      weights: [n], counted in place of ones.

    Raises:
      InvalidArgumentError: when it runs: a class is negative or not below `num_classes`.
    """
    with name_scope(name, "confusion_matrix", (predictions, labels, num_classes, weights)):
        labels, predictions = remove_squeezable_dimensions(
            convert_to_tensor(labels, name="labels"), convert_to_tensor(predictions, name="predictions")
        )
        predictions = math_ops.cast(predictions, dtypes.int64)
        labels = math_ops.cast(labels, dtypes.int64)
        labels = _checked(check_ops.assert_non_negative(labels, message="`labels` contains negative values"), labels)
        predictions = _checked(
            check_ops.assert_non_negative(predictions, message="`predictions` contains negative values"), predictions
        )
        if num_classes is None:
            num_classes = math_ops.maximum(math_ops.reduce_max(predictions), math_ops.reduce_max(labels)) + 1
        else:
            limit = math_ops.cast(num_classes, dtypes.int64)
            labels = _checked(check_ops.assert_less(labels, limit, message="`labels` out of bound"), labels)
            predictions = _checked(
                check_ops.assert_less(predictions, limit, message="`predictions` out of bound"), predictions
            )
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            predictions.shape.assert_is_compatible_with(weights.shape)
            weights = math_ops.cast(weights, dtype)
        shape = array_ops.stack([num_classes, num_classes])
        indices = array_ops.stack([labels, predictions], axis=1)
        values = array_ops.ones_like(predictions, dtype) if weights is None else weights
        dense_shape = math_ops.cast(shape, dtypes.int64)
        empty = zeros(math_ops.cast(shape, dtypes.int32), dtype)
        return apply_op("SparseTensorDenseAdd", indices, values, dense_shape, empty)


def _checked(check: Any, tensor: Tensor) -> Tensor:
    return with_dependencies([check], tensor)
