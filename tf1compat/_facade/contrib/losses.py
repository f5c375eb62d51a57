"""`tf.contrib.losses`: the older losses, predictions first, added to `GraphKeys.LOSSES`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, nn_loss, nn_ops
from tf1compat._facade import collections as graph_collections
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.contrib.losses.python.losses.loss_ops"
_DATE = "2016-12-30"


def _replaced(name: str, order: str = "") -> Any:
    """TF1's warning, which names the successor and says if the order of arguments has changed."""
    swapped = f" Note that the order of the {order} and labels arguments has been changed." if order else ""
    return deprecated(_DATE, f"Use tf.losses.{name} instead.{swapped}", _MODULE)


@_replaced("compute_weighted_loss")
def compute_weighted_loss(losses: Any, weights: Any = 1.0, scope: str | None = None) -> Tensor:
    """The mean of `losses` over the entries whose weight is not zero, added to `GraphKeys.LOSSES`.

    Args:
      losses: tensor `[batch, …]`.
      weights: a scalar, or a tensor of the first dimensions of `losses`.
      scope: name.

    Raises:
      ValueError: a rank is unknown.
    """
    with name_scope(scope, "weighted_loss", [losses, weights]):
        losses = convert_to_tensor(losses)
        dtype = losses.dtype
        losses = math_ops.cast(losses, dtypes.float32)
        weights = math_ops.cast(convert_to_tensor(weights), dtypes.float32)
        if losses.get_shape().ndims is None:
            raise ValueError("losses.get_shape().ndims cannot be None")
        rank = weights.get_shape().ndims
        if rank is None:
            raise ValueError("weights.get_shape().ndims cannot be None")
        if rank > 1 and weights.get_shape().dims[-1].is_compatible_with(1):
            weights = array_ops.squeeze(weights, [-1])
        total, present = _scaled(losses, weights), _num_present(losses, weights)
        mean = math_ops.div_no_nan(math_ops.reduce_sum(total), present, name="value")
        mean = math_ops.cast(mean, dtype)
        add_loss(mean)
        return mean


def _rank(tensor: Tensor) -> int:
    """The rank, which has been found to be known."""
    rank = tensor.get_shape().ndims
    assert rank is not None
    return rank


def _scaled(losses: Tensor, weights: Tensor) -> Tensor:
    """The sum of the losses, each times its weight."""
    axis = list(range(_rank(weights), _rank(losses)))
    return math_ops.reduce_sum(math_ops.multiply(math_ops.reduce_sum(losses, axis=axis), weights))


def _num_present(losses: Tensor, weights: Tensor, per_batch: bool = False) -> Tensor:
    """How many losses have a weight that is not zero."""
    rank = _rank(weights)
    if rank == 0:
        batch = array_ops.reshape(array_ops.slice(array_ops.shape(losses), [0], [1]), [])
        size = math_ops.cast(array_ops.size(losses), dtypes.float32)
        each = math_ops.div(size, math_ops.cast(batch, dtypes.float32))
        each = array_ops.where(math_ops.equal(weights, 0), 0.0, each)
        each = math_ops.multiply(array_ops.ones(array_ops.reshape(batch, [1])), each)
    else:
        nonzero = math_ops.cast(math_ops.not_equal(weights, 0), dtypes.float32)
        nonzero = math_ops.reduce_sum(nonzero, axis=list(range(1, rank)))
        inner = array_ops.slice(array_ops.shape(losses), [rank], [-1])
        each = math_ops.multiply(nonzero, math_ops.cast(math_ops.reduce_prod(inner), dtypes.float32))
    return each if per_batch else math_ops.reduce_sum(each)


@deprecated(_DATE, "Use tf.losses.add_loss instead.", _MODULE)
@add_arg_scope
def add_loss(loss: Any, loss_collection: Any = GraphKeys.LOSSES) -> None:
    """Add a loss to a collection, unless that is None."""
    if loss_collection:
        graph_collections.add_to_collection(loss_collection, loss)


@deprecated(_DATE, "Use tf.losses.get_losses instead.", _MODULE)
def get_losses(scope: str | None = None, loss_collection: Any = GraphKeys.LOSSES) -> list[Any]:
    """The losses collected so far."""
    return graph_collections.get_collection(loss_collection, scope)


@deprecated(_DATE, "Use tf.losses.get_regularization_losses instead.", _MODULE)
def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The regularization losses collected so far."""
    return graph_collections.get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


@deprecated(_DATE, "Use tf.losses.get_total_loss instead.", _MODULE)
def get_total_loss(add_regularization_losses: bool = True, name: str = "total_loss") -> Tensor:
    """The sum of all losses."""
    losses = get_losses()
    if add_regularization_losses:
        losses = losses + get_regularization_losses()
    return math_ops.add_n(losses, name=name)


def _floats(predictions: Any, labels: Any) -> tuple[Tensor, Tensor]:
    predictions.get_shape().assert_is_compatible_with(labels.get_shape())
    return math_ops.cast(predictions, dtypes.float32), math_ops.cast(labels, dtypes.float32)


@_replaced("absolute_difference")
def absolute_difference(predictions: Any, labels: Any = None, weights: Any = 1.0, scope: str | None = None) -> Tensor:
    """The mean of |predictions - labels|."""
    with name_scope(scope, "absolute_difference", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        losses = math_ops.abs(math_ops.subtract(predictions, labels))
        return compute_weighted_loss(losses, weights, scope=scope)


@_replaced("sigmoid_cross_entropy", "predictions")
def sigmoid_cross_entropy(
    logits: Any, multi_class_labels: Any, weights: Any = 1.0, label_smoothing: Any = 0, scope: str | None = None
) -> Tensor:
    """The mean cross entropy of independent classes, with labels moved towards 0.5 by `label_smoothing`."""
    with name_scope(scope, "sigmoid_cross_entropy_loss", [logits, multi_class_labels, weights]) as scope:
        logits.get_shape().assert_is_compatible_with(multi_class_labels.get_shape())
        labels = math_ops.cast(multi_class_labels, logits.dtype)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = nn_loss.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=scope)


@_replaced("softmax_cross_entropy", "logits")
def softmax_cross_entropy(
    logits: Any, onehot_labels: Any, weights: Any = 1.0, label_smoothing: Any = 0, scope: str | None = None
) -> Tensor:
    """The mean cross entropy of exclusive classes, with labels moved towards uniform by `label_smoothing`."""
    with name_scope(scope, "softmax_cross_entropy_loss", [logits, onehot_labels, weights]) as scope:
        logits.get_shape().assert_is_compatible_with(onehot_labels.get_shape())
        labels = math_ops.cast(onehot_labels, logits.dtype)
        if label_smoothing > 0:
            classes = math_ops.cast(array_ops.shape(labels)[1], logits.dtype)
            # divided first, as TF orders the nodes
            negatives = label_smoothing / classes
            labels = labels * (1.0 - label_smoothing) + negatives
        losses = nn_loss.softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=scope)


@_replaced("sparse_softmax_cross_entropy", "logits")
def sparse_softmax_cross_entropy(logits: Any, labels: Any, weights: Any = 1.0, scope: str | None = None) -> Tensor:
    """The mean cross entropy of exclusive classes, given as integers `[batch]` or `[batch, 1]`."""
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", [logits, labels, weights]) as scope:
        labels = array_ops.reshape(labels, shape=[array_ops.shape(labels)[0]])
        losses = nn_loss.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=scope)


@_replaced("log_loss", "predictions")
def log_loss(
    predictions: Any, labels: Any = None, weights: Any = 1.0, epsilon: float = 1e-7, scope: str | None = None
) -> Tensor:
    """The mean cross entropy of probabilities."""
    with name_scope(scope, "log_loss", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        positive = -math_ops.multiply(labels, math_ops.log(predictions + epsilon))
        negative = math_ops.multiply(1 - labels, math_ops.log(1 - predictions + epsilon))
        return compute_weighted_loss(positive - negative, weights, scope=scope)


@deprecated(
    _DATE,
    "Use tf.losses.hinge_loss instead. Note that the order of the logits and labels arguments has been changed, and "
    "to stay unweighted, reduction=Reduction.NONE",
    _MODULE,
)
def hinge_loss(logits: Any, labels: Any = None, scope: str | None = None) -> Tensor:
    """max(0, 1 - (2 labels - 1) logits), element by element."""
    with name_scope(scope, "hinge_loss", [logits, labels]) as scope:
        logits.get_shape().assert_is_compatible_with(labels.get_shape())
        labels = math_ops.cast(labels, dtypes.float32)
        ones = array_ops.ones_like(labels)
        signs = math_ops.subtract(2 * labels, ones)
        return nn_ops.relu(math_ops.subtract(ones, math_ops.multiply(signs, logits)))


@_replaced("mean_squared_error")
def mean_squared_error(predictions: Any, labels: Any = None, weights: Any = 1.0, scope: str | None = None) -> Tensor:
    """The mean of (predictions - labels)²."""
    with name_scope(scope, "mean_squared_error", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        return compute_weighted_loss(math_ops.squared_difference(predictions, labels), weights, scope=scope)


@_replaced("mean_pairwise_squared_error", "predictions")
def mean_pairwise_squared_error(
    predictions: Any, labels: Any = None, weights: Any = 1.0, scope: str | None = None
) -> Tensor:
    """The mean square of the differences between pairs of errors of one example.

    Raises:
      ValueError: a rank is unknown.
    """
    with name_scope(scope, "mean_pairwise_squared_error", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        weights = math_ops.cast(convert_to_tensor(weights), dtypes.float32)
        diffs = math_ops.subtract(predictions, labels)
        for name, tensor in (("diffs", diffs), ("weights", weights)):
            if tensor.get_shape().ndims is None:
                raise ValueError(f"{name}.get_shape().ndims cannot be None")
        axis = list(range(1, _rank(diffs)))
        squares = math_ops.reduce_sum(math_ops.square(diffs), axis=axis)
        present = _num_present(diffs, weights, per_batch=True)
        of_squares = 2.0 * math_ops.div_no_nan(squares, present, name="value")
        total = math_ops.reduce_sum(diffs, axis=axis)
        of_means = 2.0 * math_ops.div_no_nan(math_ops.square(total), math_ops.square(present), name="value")
        loss = _scaled(of_squares - of_means, weights)
        some = math_ops.reduce_sum(present) > 0
        mean = array_ops.where(some, loss, array_ops.zeros_like(loss), name="value")
        add_loss(mean)
        return mean


@_replaced("cosine_distance")
def cosine_distance(
    predictions: Any,
    labels: Any = None,
    axis: int | None = None,
    weights: Any = 1.0,
    scope: str | None = None,
    dim: int | None = None,
) -> Tensor:
    """The mean of 1 - predictions · labels, of vectors of length one along `axis` (once called `dim`).

    Raises:
      ValueError: no axis is given, or two.
    """
    axis = renamed_argument("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with name_scope(scope, "cosine_distance_loss", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        losses = 1 - math_ops.reduce_sum(math_ops.multiply(predictions, labels), axis=[axis])
        return compute_weighted_loss(losses, weights, scope=scope)
