"""What metrics are made of: local variables, shapes brought together, results in collections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, collections, math_ops
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.losses import remove_squeezable_dimensions
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable, VariableAggregation, VariableSynchronization

GraphKeys = collections.GraphKeys


def metric_variable(shape: Any, dtype: Any, validate_shape: bool = True, name: str | None = None) -> Any:
    """A local variable of zeros that `tf.local_variables_initializer` sets back."""
    return Variable(
        lambda: zeros(shape, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        validate_shape=validate_shape,
        synchronization=VariableSynchronization.ON_READ,
        aggregation=VariableAggregation.SUM,
        name=name,
    )


def collected(target: Any, value: Any) -> Any:
    """`value`, put into the collections named in `target`."""
    if target:
        collections.add_to_collections(target, value)
    return value


def result(metrics_collections: Any, value: Callable[[], Any]) -> Any:
    """The metric as it stands: what `value` makes of the variables, whatever else runs."""
    with control_dependencies(None):
        made = value()
    return collected(metrics_collections, made)


def squeezed(predictions: Any, labels: Any, weights: Any) -> tuple[Any, Any, Any]:
    """Predictions, labels and weights of one rank: a last dimension of size 1 that one has too many is dropped."""
    predictions = convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = remove_squeezable_dimensions(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = convert_to_tensor(weights)
    if weights.dims == ():
        return predictions, labels, weights
    if weights.dims is None or predictions.dims is None:
        return predictions, labels, _fitted_while_running(weights, predictions)
    if len(weights.dims) - len(predictions.dims) == 1:
        weights = array_ops.squeeze(weights, [-1])
    elif len(predictions.dims) - len(weights.dims) == 1:
        weights = array_ops.expand_dims(weights, [-1])
    return predictions, labels, weights


_remove_squeezable_dimensions = squeezed


def _fitted_while_running(weights: Tensor, predictions: Tensor) -> Tensor:
    rank = array_ops.rank(weights)
    difference = rank - array_ops.rank(predictions)

    def expanded() -> Any:
        return cond(math_ops.equal(difference, -1), lambda: array_ops.expand_dims(weights, [-1]), lambda: weights)

    def narrowed() -> Any:
        can_be = weights.dims is None or weights.dims[-1] in (None, 1)
        return array_ops.squeeze(weights, [-1]) if can_be else weights

    return cond(
        math_ops.equal(rank, 0), lambda: weights, lambda: cond(math_ops.equal(difference, 1), narrowed, expanded)
    )
