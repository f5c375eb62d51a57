"""The CTC loss of dense labels, compiled: batched forward and backward recursions (Sim et al., ASRU 2017).

A sequence of n labels has 2 (n + 1) states: one for each label, and the blank behind it; state 0 stands for no label yet.
Unlike `tf.nn.ctc_loss` it takes labels of length 0, and refuses nothing.
"""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade.array_creation import one_hot, ones_like, zeros_like
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import batch_gather, sequence_mask, where, where_v2
from tf1compat._facade.array_ops import concat, expand_dims, pad, reshape, squeeze, tile, transpose
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.convert import convert
from tf1compat._facade.custom_gradient import custom_gradient
from tf1compat._facade.framework import name_scope
from tf1compat._facade.functional_ops import scan
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import equal, exp, logical_and
from tf1compat._facade.math_products import matmul
from tf1compat._facade.math_reductions import reduce_logsumexp, reduce_sum
from tf1compat._facade.nn_ops import log_softmax
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

# TF1: what cannot be reached is this improbable, not impossible: labels longer than their sequence cost about 707
_UNREACHED = math.log(1e-307)
_IMPOSSIBLE = -math.inf


def ctc_loss_dense(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int = 0,
    name: str | None = None,
) -> Tensor:
    """The negative log likelihood of dense labels, any class being the blank.

    Args:
      labels: integer matrix (batch, labels).
      logits: float32 tensor (time, batch, classes).
      label_length: int32 vector (batch), the number of labels, 0 or more.
      logit_length: int32 vector (batch), the number of steps.
      logits_time_major: whether logits are (time, batch, classes) or (batch, time, classes).
      unique: what `tf.nn.ctc_unique_labels` gives; it only makes TensorFlow faster, the loss is the same.
      blank_index: the class of the blank, which may count from the end.
      name: name of the operations.

    Returns:
      A vector (batch).
    """
    with name_scope(name, "ctc_loss_dense", [logits, labels, label_length, logit_length]):
        logits = convert(logits, None, "logits")
        labels = convert(labels, None, "labels")
        label_length = convert(label_length, None, "label_length")
        logit_length = convert(logit_length, None, "logit_length")
        if not logits_time_major:
            logits = transpose(logits, perm=[1, 0, 2])
        if blank_index:
            if blank_index < 0:
                blank_index += logits.shape.dims[2].value
            before, after = logits[:, :, :blank_index], logits[:, :, blank_index + 1 :]
            logits = concat([logits[:, :, blank_index : blank_index + 1], before, after], axis=2)
            labels = where(labels < blank_index, labels + 1, labels)

        @custom_gradient
        def loss_of(logits: Tensor) -> Any:
            loss, gradient = loss_and_gradient(logits, labels, label_length, logit_length)
            return loss, lambda d_loss: reshape(d_loss, [1, -1, 1]) * gradient

        return loss_of(logits)


def loss_and_gradient(logits: Tensor, labels: Tensor, label_length: Tensor, logit_length: Tensor) -> Any:
    """(negative log likelihoods (batch), gradient like `logits`); class 0 is the blank."""
    log_probs = log_softmax(logits)
    mask = transpose(sequence_mask(logit_length, shape_of(logits)[0], dtypes.float32), [1, 0])
    emitted = _emitted(log_probs, labels)
    advances = _advances(labels)
    last = _last_states(label_length, shape_of(labels)[1] + 1)
    after, score = _backward(emitted, advances, last, mask)
    both = _forward(emitted, advances, last) + after
    shares = exp(both - reduce_logsumexp(both, axis=2, keepdims=True)) * expand_dims(mask, 2)
    states = shape_of(labels)[1] + 1
    of_blank = reduce_sum(shares[:, :, states:], axis=2, keepdims=True)
    classes = one_hot(labels, depth=shape_of(logits)[2])
    of_labels = transpose(matmul(transpose(shares[:, :, 1:states], [1, 0, 2]), classes), [1, 0, 2])
    # TF1: steps behind the end of a sequence have the gradient of the log softmax all the same
    return -score, exp(log_probs) - concat([of_blank, of_labels[:, :, 1:]], axis=2)


def _emitted(log_probs: Tensor, labels: Tensor) -> Tensor:
    """The log probability of what each state emits (time, batch, states)."""
    blank = tile(log_probs[:, :, :1], [1, 1, shape_of(labels)[1] + 1])
    classes = shape_of(log_probs)[2]
    exists = logical_and(labels >= 0, labels < cast(classes, labels.dtype))
    steps = shape_of(log_probs)[0]
    picked = batch_gather(transpose(log_probs, [1, 2, 0]), clip_by_value(labels, 0, cast(classes - 1, labels.dtype)))
    kept = tile(expand_dims(exists, 2), [1, 1, steps])
    labelled = transpose(where_v2(kept, picked, zeros_like(picked)), [2, 0, 1])
    return concat([pad(labelled, [[0, 0], [0, 0], [1, 0]], constant_values=_IMPOSSIBLE), blank], axis=2)


def _advances(labels: Tensor) -> Tensor:
    """Log weights (batch, labels) of coming to each label straight from the one before: not from an equal one."""
    free = zeros_like(labels[:, :1], dtypes.float32)
    repeated = equal(labels[:, 1:], labels[:, :-1])
    zero = zeros_like(repeated, dtypes.float32)
    return concat([free, where_v2(repeated, zero + _IMPOSSIBLE, zero)], axis=1)


def _last_states(label_length: Tensor, states: Tensor) -> Tensor:
    """Log weights (batch, states) of ending in each state: in that of the last label, or in the blank behind it."""
    ends = one_hot(label_length, depth=states)
    weights = (1.0 - ends) * _UNREACHED
    return concat([weights, weights], axis=1)


def _halves(x: Tensor) -> tuple[Tensor, Tensor]:
    half = shape_of(x)[1] // 2
    return x[:, :half], x[:, half:]


def _sum(*choices: Tensor) -> Tensor:
    return reduce_logsumexp(concat([expand_dims(c, 0) for c in choices], axis=0), axis=0)


def _forward(emitted: Tensor, advances: Tensor, like: Tensor) -> Tensor:
    """How likely each state is given what was emitted so far (time, batch, states)."""

    def step(state: Tensor, emits: Tensor) -> Tensor:
        label, blank = _halves(state)
        first = ones_like(label[:, :1]) * _IMPOSSIBLE
        skipped = concat([first, label[:, :-1] + advances], axis=1)
        entered = concat([first, blank[:, :-1]], axis=1)
        state = concat([_sum(label, entered, skipped), _sum(blank, label)], axis=1) + emits
        return state - reduce_logsumexp(state, axis=1, keepdims=True)

    start = concat([zeros_like(like[:, :1]), zeros_like(like[:, 1:]) + _UNREACHED], axis=1)
    return scan(step, emitted, start, back_prop=False)


def _backward(emitted: Tensor, advances: Tensor, last: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """(how likely what follows each step is from each state (time, batch, states), log likelihoods (batch))."""

    def step(before: tuple[Tensor, Tensor], at: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        (state, total), (emits, inside) = before, at
        label, blank = _halves(state + emits)
        impossible = ones_like(label[:, :1]) * _IMPOSSIBLE
        advanced = concat([label[:, 1:] + advances, impossible], axis=1)
        left = concat([label[:, 1:], impossible], axis=1)
        state = concat([_sum(label, blank, advanced), _sum(blank, left)], axis=1)
        norm = reduce_logsumexp(state, axis=1, keepdims=True)
        within = expand_dims(inside, 1)
        return (state - norm) * within + last * (1.0 - within), total + squeeze(norm, 1) * inside

    start = (last, zeros_like(last[:, 0]))
    states, totals = scan(step, (emitted, mask), start, reverse=True, back_prop=False)
    return concat([states[1:], expand_dims(last, 0)], axis=0), states[0, :, 0] + totals[0]
