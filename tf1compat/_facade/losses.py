"""`tf.losses`: loss functions with weights, collected in the graph."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, nn_loss, nn_ops, weights_broadcast_ops
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.cond import cond
from tf1compat._facade.constants import constant
from tf1compat._facade.context import get_default_graph
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors


class Reduction:
    """How a loss per entry becomes one number."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS  # an older name

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All values; the one with two names is there twice, as in TF1."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key: Any) -> None:
        """Raise ValueError unless `key` is one of them."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")


_DEFAULT = Reduction.SUM_BY_NONZERO_WEIGHTS


def _require(**arguments: Any) -> None:
    for name, value in arguments.items():
        if value is None:
            raise ValueError(f"{name} must not be None.")


def _float_pair(predictions: Any, labels: Any) -> tuple[Tensor, Tensor]:
    """Both as float32, of compatible shapes."""
    predictions = math_ops.cast(predictions, dtypes.float32)
    labels = math_ops.cast(labels, dtypes.float32)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return predictions, labels


def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The losses times `weights`, reduced, and added to a collection.

    Args:
      losses: tensor of any shape.
      weights: a scalar, or a tensor of the rank of `losses` whose sizes are 1 or the same.
      scope: name scope of the nodes.
      loss_collection: collection that the result joins (None: none).
      reduction: one of `Reduction`.

    Raises:
      ValueError: `weights` do not fit, or an unknown reduction.
    """
    Reduction.validate(reduction)
    get_default_graph().scoped_state("last_loss_reduction", dict)["value"] = reduction
    with name_scope(scope, "weighted_loss", (losses, weights)):
        check = weights_broadcast_ops.assert_broadcastable(weights, losses)
        with get_default_graph().control_dependencies((check,)):
            losses = convert_to_tensor(losses)
            dtype = losses.dtype.base
            losses, weights = math_ops.cast(losses, dtypes.float32), math_ops.cast(weights, dtypes.float32)
            loss = math_ops.cast(_reduced(math_ops.multiply(losses, weights), losses, weights, reduction), dtype)
            add_loss(loss, loss_collection)
            return loss


def _reduced(weighted: Tensor, losses: Tensor, weights: Tensor, reduction: str) -> Tensor:
    if reduction == Reduction.NONE:
        return weighted
    total = math_ops.reduce_sum(weighted)
    if reduction == Reduction.MEAN:
        return _safe_mean(total, math_ops.reduce_sum(array_ops.ones_like(losses) * weights))
    if reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
        return _safe_mean(total, _num_present(losses, weights))
    if reduction == Reduction.SUM_OVER_BATCH_SIZE:
        return _safe_mean(total, _num_elements(losses))
    return total


def _safe_mean(total: Tensor, count: Tensor) -> Tensor:
    """total / count, and 0 where nothing was counted."""
    return math_ops.div_no_nan(math_ops.reduce_sum(total), count, name="value")


def _num_present(losses: Tensor, weights: Tensor, per_batch: bool = False) -> Tensor:
    """How many losses have a weight that is not 0, in all or per row."""
    with name_scope(None, "num_present", (losses, weights)) as scope:
        weights = math_ops.cast(weights, dtypes.float32)
        absent = math_ops.equal(weights, 0.0)
        present = array_ops.where(absent, array_ops.zeros_like(weights), array_ops.ones_like(weights))
        present = weights_broadcast_ops.broadcast_weights(present, losses)
        if not per_batch:
            return math_ops.reduce_sum(present, name=scope)
        rest = math_ops.range(1, array_ops.rank(present))
        return math_ops.reduce_sum(present, axis=rest, keepdims=True, name=scope)


def _num_elements(losses: Tensor) -> Tensor:
    with name_scope(None, "num_elements", values=[losses]) as scope:
        return math_ops.cast(array_ops.size(losses, name=scope), losses.dtype.base)


def absolute_difference(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """|predictions - labels|; `weights`, `scope`, `loss_collection` and `reduction` as `compute_weighted_loss`."""
    _require(labels=labels, predictions=predictions)
    with name_scope(scope, "absolute_difference", (predictions, labels, weights)) as scope:
        predictions, labels = _float_pair(predictions, labels)
        losses = math_ops.abs(math_ops.subtract(predictions, labels))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def cosine_distance(
    labels: Any,
    predictions: Any,
    axis: int | None = None,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
    dim: int | None = None,
) -> Tensor:
    """1 - the inner product along `axis` (`dim` is its old name); both inputs are taken to be of unit length."""
    axis = renamed_argument("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    _require(labels=labels, predictions=predictions)
    with name_scope(scope, "cosine_distance_loss", (predictions, labels, weights)) as scope:
        predictions, labels = _float_pair(predictions, labels)
        products = math_ops.multiply(predictions, labels)
        losses = 1 - math_ops.reduce_sum(products, axis=(axis,), keepdims=True)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def hinge_loss(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """max(0, 1 - y * logits), y being -1 or 1 for labels of 0 or 1."""
    _require(labels=labels, logits=logits)
    with name_scope(scope, "hinge_loss", (logits, labels, weights)) as scope:
        logits, labels = _float_pair(logits, labels)
        ones = array_ops.ones_like(labels)
        labels = math_ops.subtract(2 * labels, ones)
        losses = nn_ops.relu(math_ops.subtract(ones, math_ops.multiply(labels, logits)))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def huber_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    delta: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Half the squared error up to an error of `delta`, linear beyond (Huber 1964)."""
    _require(labels=labels, predictions=predictions)
    with name_scope(scope, "huber_loss", (predictions, labels, weights)) as scope:
        predictions, labels = _float_pair(predictions, labels)
        error = math_ops.abs(math_ops.subtract(predictions, labels))
        quadratic = math_ops.minimum(error, delta)
        linear = math_ops.subtract(error, quadratic)
        half = convert(0.5, quadratic.dtype.base)
        squared = math_ops.multiply(half, math_ops.multiply(quadratic, quadratic))
        losses = math_ops.add(squared, math_ops.multiply(delta, linear))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def log_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    epsilon: Any = 1e-7,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The cross entropy of probabilities; `epsilon` keeps the logarithms finite."""
    _require(labels=labels, predictions=predictions)
    with name_scope(scope, "log_loss", (predictions, labels, weights)) as scope:
        predictions, labels = _float_pair(predictions, labels)
        positive = -math_ops.multiply(labels, math_ops.log(predictions + epsilon))
        losses = positive - math_ops.multiply((1 - labels), math_ops.log(1 - predictions + epsilon))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def mean_pairwise_squared_error(
    labels: Any, predictions: Any, weights: Any = 1.0, scope: str | None = None, loss_collection: Any = GraphKeys.LOSSES
) -> Tensor:
    """The squared error of the differences between pairs of entries of one row, over all pairs."""
    _require(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_pairwise_squared_error", (predictions, labels, weights)):
        weights, labels = math_ops.cast(weights, dtypes.float32), math_ops.cast(labels, dtypes.float32)
        check = weights_broadcast_ops.assert_broadcastable(weights, labels)
        with get_default_graph().control_dependencies((check,)):
            predictions = math_ops.cast(predictions, dtypes.float32)
            predictions.shape.assert_is_compatible_with(labels.shape)
            loss = _pairwise(math_ops.subtract(predictions, labels), weights)
            add_loss(loss, loss_collection)
            return loss


def _pairwise(diffs: Tensor, weights: Tensor) -> Tensor:
    rest = math_ops.range(1, array_ops.rank(diffs))
    squares = math_ops.reduce_sum(math_ops.square(diffs), axis=rest, keepdims=True)
    count = _num_present(diffs, weights, per_batch=True)
    first = 2.0 * math_ops.div_no_nan(squares, math_ops.maximum(count - 1, 0), name="value")
    total = math_ops.reduce_sum(diffs, axis=rest, keepdims=True)
    squared_total = math_ops.square(total)
    pairs = math_ops.maximum(math_ops.multiply(count, count - 1), 0)
    second = 2.0 * math_ops.div_no_nan(squared_total, pairs, name="value")
    loss = math_ops.reduce_sum(math_ops.multiply(first - second, weights))
    any_present = math_ops.reduce_sum(count) > 0
    return array_ops.where(any_present, loss, array_ops.zeros_like(loss), name="value")


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """(predictions - labels) ** 2, averaged.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     float(sess.run(tf.losses.mean_squared_error(labels=[1.0, 2.0], predictions=[3.0, 2.0])))
    2.0
    """
    _require(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_squared_error", (predictions, labels, weights)) as scope:
        predictions, labels = _float_pair(predictions, labels)
        losses = math_ops.squared_difference(predictions, labels)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """`tf.nn.sigmoid_cross_entropy_with_logits`, averaged; `label_smoothing` draws labels towards 1/2."""
    _require(multi_class_labels=multi_class_labels, logits=logits)
    with name_scope(scope, "sigmoid_cross_entropy_loss", (logits, multi_class_labels, weights)) as scope:
        logits = convert_to_tensor(logits)
        labels = math_ops.cast(multi_class_labels, logits.dtype.base)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = nn_loss.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The softmax cross entropy, averaged; `label_smoothing` draws labels towards 1/classes.

    No gradient flows into the labels.
    """
    _require(onehot_labels=onehot_labels, logits=logits)
    with name_scope(scope, "softmax_cross_entropy_loss", (logits, onehot_labels, weights)) as scope:
        logits = convert_to_tensor(logits)
        labels = math_ops.cast(onehot_labels, logits.dtype.base)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = math_ops.cast(array_ops.shape(labels)[-1], logits.dtype.base)
            rest = label_smoothing / classes
            labels = labels * (1.0 - label_smoothing) + rest
        labels = array_ops.stop_gradient(labels, name="labels_stop_gradient")
        losses = nn_loss.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def sparse_softmax_cross_entropy(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The softmax cross entropy of class indices, averaged; labels [batch, 1] and weights [batch, 1] are squeezed."""
    _require(labels=labels, logits=logits)
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", (logits, labels, weights)) as scope:
        labels, logits, weights = _squeezed(labels, logits, weights)
        losses = nn_loss.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def _squeezed(labels: Any, logits: Any, weights: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Drop a last dimension of size 1 that labels, logits or weights have too many."""
    labels, logits = remove_squeezable_dimensions(labels, logits, expected_rank_diff=1)
    weights = convert_to_tensor(weights)
    if labels.dims is not None and weights.dims is not None:
        if len(weights.dims) - len(labels.dims) == 1:
            weights = array_ops.squeeze(weights, [-1])
        return labels, logits, weights
    difference = array_ops.rank(weights) - array_ops.rank(labels)
    if weights.dims is None or (weights.dims and weights.dims[-1] in (None, 1)):
        weights = _squeezed_if(math_ops.equal(1, difference), weights)
    return labels, logits, weights


def remove_squeezable_dimensions(
    labels: Any, predictions: Any, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Drop a last dimension of size 1 of one of them where the ranks differ by one from what is expected."""
    with name_scope(name, "remove_squeezable_dimensions", [labels, predictions]):
        predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
        if predictions.dims is not None and labels.dims is not None:
            known = len(predictions.dims) - len(labels.dims)
            if known == expected_rank_diff + 1:
                predictions = array_ops.squeeze(predictions, [-1])
            elif known == expected_rank_diff - 1:
                labels = array_ops.squeeze(labels, [-1])
            return labels, predictions
        difference = array_ops.rank(predictions) - array_ops.rank(labels)
        if predictions.dims is None or predictions.dims[-1] in (None, 1):
            predictions = _squeezed_if(math_ops.equal(expected_rank_diff + 1, difference), predictions)
        if labels.dims is None or labels.dims[-1] in (None, 1):
            labels = _squeezed_if(math_ops.equal(expected_rank_diff - 1, difference), labels)
        return labels, predictions


def _squeezed_if(pred: Tensor, tensor: Tensor) -> Tensor:
    """`tensor` without its last dimension, of size 1, if `pred`."""
    return cond(pred, lambda: array_ops.squeeze(tensor, [-1]), lambda: tensor)


def add_loss(loss: Any, loss_collection: Any = GraphKeys.LOSSES) -> None:
    """Add a loss to a collection (nothing for None)."""
    if loss_collection:
        get_default_graph().add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: Any = GraphKeys.LOSSES) -> list[Any]:
    """The losses of a collection whose names begin with `scope`."""
    return get_default_graph().get_collection(loss_collection, scope)


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The regularization losses whose names begin with `scope`."""
    return get_default_graph().get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """The sum of all regularization losses, 0 where there are none."""
    found = get_regularization_losses(scope)
    return math_ops.add_n(found, name=name) if found else constant(0.0)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """The sum of all losses, and of the regularization losses too unless told otherwise."""
    found = get_losses(scope=scope)
    if add_regularization_losses:
        found += get_regularization_losses(scope=scope)
    return math_ops.add_n(found, name=name)
