"""`tf.contrib.seq2seq.sequence_loss`: cross entropy over batches of sequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import reshape
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_division import div_no_nan
from tf1compat._facade.math_reductions import count_nonzero, reduce_sum
from tf1compat._facade.nn_loss import sparse_softmax_cross_entropy_with_logits
from tf1compat._facade.tensor import Tensor


def _check(ranks: tuple[Any, ...], average: tuple[bool, bool], summed: tuple[bool, bool]) -> None:
    logits, targets, weights = (len(x.shape) for x in ranks)
    if logits != 3:
        raise ValueError("Logits must be a [batch_size x sequence_length x logits] tensor")
    if targets != 2:
        raise ValueError("Targets must be a [batch_size x sequence_length] tensor")
    if weights != 2:
        raise ValueError("Weights must be a [batch_size x sequence_length] tensor")
    for over, averaged, added in zip(("timesteps", "batch"), average, summed):
        if averaged and added:
            raise ValueError(f"average_across_{over} and sum_over_{over} cannot be set to True at same time.")


def sequence_loss(
    logits: Any,
    targets: Any,
    weights: Any,
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    sum_over_timesteps: bool = False,
    sum_over_batch: bool = False,
    softmax_loss_function: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Tensor:
    """The weighted cross entropy of sequences.

    Args:
      logits: tensor (batch, time, classes).
      targets: int32 tensor (batch, time).
      weights: float tensor (batch, time).
      average_across_timesteps, average_across_batch: whether to add up over that dimension and divide by the weights.
      sum_over_timesteps, sum_over_batch: whether to add up and divide by the number of weights that are not 0.
      softmax_loss_function: function of `labels` and `logits` instead of the softmax cross entropy.
      name: name of the operations.

    Returns:
      A tensor of the dimensions that were not added up.

    Raises:
      ValueError: a rank is wrong, or a dimension is to be averaged and added up.
    """
    average, summed = (average_across_timesteps, average_across_batch), (sum_over_timesteps, sum_over_batch)
    _check((logits, targets, weights), average, summed)
    with name_scope(name, "sequence_loss", [logits, targets, weights]):
        classes = shape_of(logits)[2]
        flat = reshape(logits, [-1, classes])
        targets = reshape(targets, [-1])
        entropy = (softmax_loss_function or sparse_softmax_cross_entropy_with_logits)(labels=targets, logits=flat)
        entropy *= reshape(weights, [-1])
        if all(average):
            entropy = reduce_sum(entropy)
            return div_no_nan(entropy, reduce_sum(weights))
        if all(summed):
            entropy = reduce_sum(entropy)
            return div_no_nan(entropy, cast(count_nonzero(weights), entropy.dtype))
        entropy = reshape(entropy, shape_of(logits)[0:2])
        if any(average):
            axis = [0] if average_across_batch else [1]
            entropy = reduce_sum(entropy, axis=axis)
            return div_no_nan(entropy, reduce_sum(weights, axis=axis))
        if any(summed):
            axis = [0] if sum_over_batch else [1]
            entropy = reduce_sum(entropy, axis=axis)
            return div_no_nan(entropy, cast(count_nonzero(weights, axis=axis), dtype=entropy.dtype))
        return entropy


class SequenceLoss:
    """`sequence_loss` as an object that is called with `(targets, logits, weights)`.

    Args: as `sequence_loss`'s, with other defaults: losses are added up and divided by the number of weights.
    """

    def __init__(
        self,
        average_across_timesteps: bool = False,
        average_across_batch: bool = False,
        sum_over_timesteps: bool = True,
        sum_over_batch: bool = True,
        softmax_loss_function: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        self.average_across_timesteps, self.average_across_batch = average_across_timesteps, average_across_batch
        self.sum_over_timesteps, self.sum_over_batch = sum_over_timesteps, sum_over_batch
        self.softmax_loss_function = softmax_loss_function
        self.name = name

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Tensor:
        return sequence_loss(
            y_pred,
            y_true,
            sample_weight,
            average_across_timesteps=self.average_across_timesteps,
            average_across_batch=self.average_across_batch,
            sum_over_timesteps=self.sum_over_timesteps,
            sum_over_batch=self.sum_over_batch,
            softmax_loss_function=self.softmax_loss_function,
            name=self.name,
        )
