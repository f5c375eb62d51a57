"""Weights and means of losses, as Keras takes them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import backend as K
from tf1compat._facade.losses import remove_squeezable_dimensions
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.weights_broadcast_ops import broadcast_weights


class Reduction:
    """How the losses of samples become one: `tf.keras.losses.Reduction`."""

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All kinds."""
        return cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE

    @classmethod
    def validate(cls, key: Any) -> None:
        """ValueError for an unknown kind."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")


ReductionV2 = Reduction


def reduce_weighted_loss(weighted: Any, reduction: str = Reduction.SUM_OVER_BATCH_SIZE) -> Tensor:
    """Sum, mean, or nothing."""
    if reduction == Reduction.NONE:
        return weighted
    loss = math_ops.reduce_sum(weighted)
    if reduction == Reduction.SUM_OVER_BATCH_SIZE:
        with K.name_scope("num_elements") as scope:
            count = math_ops.cast(array_ops.size(weighted, name=scope), dtype=weighted.dtype)
        # TF1: sums once more what is one number already
        loss = math_ops.div_no_nan(math_ops.reduce_sum(loss), count, name="value")
    return loss


def compute_weighted_loss(
    losses: Any,
    sample_weight: Any = None,
    reduction: str = Reduction.SUM_OVER_BATCH_SIZE,
    name: str | None = None,
) -> Tensor:
    """Losses times weights, reduced.

    Args:
      losses: [batch, …].
      sample_weight: numbers that can be broadcast to the losses.
      reduction: one of `Reduction`.
      name: name of the scope.
    """
    Reduction.validate(reduction)
    if reduction == Reduction.AUTO:
        reduction = Reduction.SUM_OVER_BATCH_SIZE
    weights = 1.0 if sample_weight is None else sample_weight
    with K.name_scope(name or "weighted_loss"):
        losses = convert_to_tensor(losses)
        kind = losses.dtype
        found = reduce_weighted_loss(scaled(losses, weights), reduction)
        return math_ops.cast(found, kind)


def scaled(losses: Tensor, weights: Any) -> Tensor:
    """Losses times weights of a shape that fits, as float32."""
    losses = math_ops.cast(losses, "float32")
    weights = math_ops.cast(weights, "float32")
    losses, _, weights = squeeze_or_expand(losses, None, weights)
    return math_ops.multiply(losses, broadcast_weights(weights, losses))


def squeeze_or_expand(y_pred: Any, y_true: Any = None, sample_weight: Any = None) -> tuple[Any, Any, Any]:
    """Ranks that differ by one are made equal, where a size of one allows it."""
    if y_true is not None:
        y_pred, y_true = _squeezed_pair(y_pred, y_true)
    if sample_weight is None:
        return y_pred, y_true, None
    weights = convert_to_tensor(sample_weight)
    rank, wanted = weights.shape.ndims, y_pred.shape.ndims
    if rank == 0:
        return y_pred, y_true, weights
    if rank is not None and wanted is not None:
        if rank - wanted == 1:
            weights = array_ops.squeeze(weights, [-1])
        elif wanted - rank == 1:
            weights = array_ops.expand_dims(weights, [-1])
        return y_pred, y_true, weights
    ranks = array_ops.rank(weights)
    difference = ranks - array_ops.rank(y_pred)

    def expanded() -> Any:
        more = math_ops.equal(difference, -1)
        return cond(more, lambda: array_ops.expand_dims(weights, [-1]), lambda: weights)

    def adjusted() -> Any:
        return cond(math_ops.equal(difference, 1), lambda: array_ops.squeeze(weights, [-1]), expanded)

    return y_pred, y_true, cond(math_ops.equal(ranks, 0), lambda: weights, adjusted)


def _squeezed_pair(y_pred: Any, y_true: Any) -> tuple[Any, Any]:
    ranks = y_pred.shape.ndims, y_true.shape.ndims
    if None not in ranks:
        if ranks[0] - ranks[1] != 1 or y_pred.shape[-1].value == 1:
            y_true, y_pred = remove_squeezable_dimensions(y_true, y_pred)
        return y_pred, y_true

    def squeezed() -> Any:
        return remove_squeezable_dimensions(y_true, y_pred)

    def maybe() -> Any:
        return cond(math_ops.equal(1, array_ops.shape(y_pred)[-1]), squeezed, lambda: (y_true, y_pred))

    difference = array_ops.rank(y_pred) - array_ops.rank(y_true)
    y_true, y_pred = cond(math_ops.equal(1, difference), maybe, squeezed)
    return y_pred, y_true
