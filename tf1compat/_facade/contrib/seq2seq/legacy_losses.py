"""`tf.contrib.legacy_seq2seq`: losses over lists of steps, and models with buckets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import reshape
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_products import add_n
from tf1compat._facade.math_reductions import reduce_sum
from tf1compat._facade.nn_loss import sparse_softmax_cross_entropy_with_logits
from tf1compat._facade.tensor import Tensor


def sequence_loss_by_example(
    logits: list[Any],
    targets: list[Any],
    weights: list[Any],
    average_across_timesteps: bool = True,
    softmax_loss_function: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Tensor:
    """The log-perplexity of each sequence.

    Args:
      logits: for each step a tensor (batch, symbols).
      targets: for each step an int32 vector (batch).
      weights: for each step a float vector (batch).
      average_across_timesteps: whether to divide by the sum of a sequence's weights.
      softmax_loss_function: function of `labels` and `logits` instead of the softmax cross entropy.
      name: name of the operations.

    Raises:
      ValueError: the lists differ in length.
    """
    if len(targets) != len(logits) or len(weights) != len(logits):
        lengths = f"{len(logits)}, {len(weights)}, {len(targets)}"
        raise ValueError(f"Lengths of logits, weights, and targets must be the same {lengths}.")
    with name_scope(name, "sequence_loss_by_example", logits + targets + weights):
        costs: list[Any] = []
        for logit, target, weight in zip(logits, targets, weights):
            if softmax_loss_function is None:
                target = reshape(target, [-1])
                entropy = sparse_softmax_cross_entropy_with_logits(labels=target, logits=logit)
            else:
                entropy = softmax_loss_function(labels=target, logits=logit)
            costs.append(entropy * weight)
        total = add_n(costs)
        if average_across_timesteps:
            size = add_n(weights)
            size += 1e-12  # no division by zero where all weights are 0
            total /= size
    return total


def sequence_loss(
    logits: list[Any],
    targets: list[Any],
    weights: list[Any],
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    softmax_loss_function: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Tensor:
    """The log-perplexity of all sequences, a scalar.

    Args:
      logits, targets, weights, average_across_timesteps, softmax_loss_function: as `sequence_loss_by_example`'s.
      average_across_batch: whether to divide by the number of sequences.
      name: name of the operations.

    Raises:
      ValueError: the lists differ in length.
    """
    with name_scope(name, "sequence_loss", logits + targets + weights):
        each = sequence_loss_by_example(
            logits,
            targets,
            weights,
            average_across_timesteps=average_across_timesteps,
            softmax_loss_function=softmax_loss_function,
        )
        cost = reduce_sum(each)
        if not average_across_batch:
            return cost
        batch_size = shape_of(targets[0])[0]
        return cost / cast(batch_size, cost.dtype)


def model_with_buckets(
    encoder_inputs: list[Any],
    decoder_inputs: list[Any],
    targets: list[Any],
    weights: list[Any],
    buckets: Sequence[tuple[int, int]],
    seq2seq: Callable[[Any, Any], Any],
    softmax_loss_function: Callable[..., Any] | None = None,
    per_example_loss: bool = False,
    name: str | None = None,
) -> tuple[list[Any], list[Any]]:
    """One model for sequences of several lengths: its variables are shared by a graph for each bucket.

    Args:
      encoder_inputs, decoder_inputs: what the model gets, for each step a tensor.
      targets, weights: as `sequence_loss_by_example`'s.
      buckets: (length of input, length of output), the longest one last.
      seq2seq: function of the inputs that gives (outputs, state).
      softmax_loss_function: as `sequence_loss_by_example`'s.
      per_example_loss: whether losses are vectors with a value for each sequence.
      name: name of the operations.

    Returns:
      (outputs for each bucket, loss for each bucket).

    Raises:
      ValueError: a list is shorter than the last bucket.
    """
    steps_in, steps_out = buckets[-1]
    given = (
        ("encoder_inputs", encoder_inputs, steps_in),
        ("targets", targets, steps_out),
        ("weights", weights, steps_out),
    )
    for what, values, least in given:
        if len(values) < least:
            raise ValueError(f"Length of {what} ({len(values)}) must be at least that of last bucket ({least}).")
    loss = sequence_loss_by_example if per_example_loss else sequence_loss
    outputs: list[Any] = []
    losses: list[Any] = []
    with name_scope(name, "model_with_buckets", encoder_inputs + decoder_inputs + targets + weights):
        for j, (length_in, length_out) in enumerate(buckets):
            with scopes.variable_scope(scopes.get_variable_scope(), reuse=True if j > 0 else None):
                found, _ = seq2seq(encoder_inputs[:length_in], decoder_inputs[:length_out])
                outputs.append(found)
                target, weight = targets[:length_out], weights[:length_out]
                losses.append(loss(found, target, weight, softmax_loss_function=softmax_loss_function))
    return outputs, losses
