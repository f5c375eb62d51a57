"""The forward-backward algorithm of connectionist temporal classification, over a batch at once, in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def loss_and_gradient(
    logits: Array, labels: Sequence[Sequence[int]], lengths: Array, merge_repeated: bool
) -> tuple[Array, Array]:
    """(negative log likelihoods (batch), gradient like `logits`).

    Args:
      logits: array (time, batch, classes); the last class is the blank.
      labels: for each sequence its labels.
      lengths: number of steps of each sequence.
      merge_repeated: whether equal labels in neighbouring steps are one label.
    """
    steps, batch, classes = logits.shape
    log_probs = logits - _log_sum(logits, 2)[:, :, None]
    states, ends = _states(labels, classes - 1)
    emitted = np.take_along_axis(log_probs, np.broadcast_to(states, (steps, *states.shape)), 2)
    stays, skips = _moves(states, classes - 1, merge_repeated)
    alpha = _forward(emitted, stays, skips)
    last = np.maximum(lengths - 1, 0)
    rows = np.arange(batch)
    final = alpha[last, rows] if steps else np.full(states.shape, -np.inf)
    score = np.logaddexp(final[rows, ends], np.where(ends > 0, final[rows, ends - 1], -np.inf))
    beta = _backward(emitted, stays, skips, lengths, ends)
    with np.errstate(invalid="ignore"):
        shares = np.exp(np.where(np.isneginf(score)[:, None], -np.inf, alpha + beta - score[:, None]))
    gradient = np.exp(log_probs)
    at = np.broadcast_to(np.arange(steps)[:, None, None], shares.shape)
    np.subtract.at(gradient, (at, rows[None, :, None], states[None]), np.nan_to_num(shares))
    gradient[np.arange(steps)[:, None] >= lengths[None]] = 0
    return -score, gradient


def _states(labels: Sequence[Sequence[int]], blank: int) -> tuple[Array, Array]:
    """(labels with blanks around each (batch, states), the last state of each sequence)."""
    longest = max((len(row) for row in labels), default=0)
    states = np.full((len(labels), 2 * longest + 1), blank)
    for row, known in zip(states, labels):
        row[1 : 2 * len(known) : 2] = known
    return states, np.array([2 * len(row) for row in labels], int)


def _moves(states: Array, blank: int, merge_repeated: bool) -> tuple[Array, Array]:
    """Log weights (0 or minus infinity) of staying in a state and of coming from the one before the last."""
    is_blank = states == blank
    stays = is_blank | merge_repeated
    before = np.concatenate([np.full((len(states), 2), -1), states], 1)[:, : states.shape[1]]
    skips = ~is_blank & ~(merge_repeated & (before == states)) & (before >= 0)
    return np.where(stays, 0.0, -np.inf), np.where(skips, 0.0, -np.inf)


def _shifted(x: Array, by: int) -> Array:
    filled = np.full_like(x, -np.inf)
    if by > 0:
        filled[:, by:] = x[:, :-by]
    else:
        filled[:, :by] = x[:, -by:]
    return filled


def _forward(emitted: Array, stays: Array, skips: Array) -> Array:
    alpha = np.full(emitted.shape, -np.inf)
    if not len(emitted):
        return alpha
    alpha[0, :, :2] = emitted[0, :, :2]
    for t in range(1, len(emitted)):
        before = alpha[t - 1]
        reached = np.logaddexp(before + stays, _shifted(before, 1))
        alpha[t] = np.logaddexp(reached, _shifted(before, 2) + skips) + emitted[t]
    return alpha


def _backward(emitted: Array, stays: Array, skips: Array, lengths: Array, ends: Array) -> Array:
    """The log weight of what follows each state; sequences end at their own step and in one of their last two states."""
    beta = np.full(emitted.shape, -np.inf)
    at_end = np.full(stays.shape, -np.inf)
    rows = np.arange(len(ends))
    at_end[rows, ends] = 0.0
    at_end[rows, np.maximum(ends - 1, 0)] = 0.0
    following = np.full(stays.shape, -np.inf)
    for t in range(len(emitted) - 1, -1, -1):
        leaving = np.logaddexp(following + stays, _shifted(following, -1))
        leaving = np.logaddexp(leaving, _shifted(following + skips, -2))
        beta[t] = np.where((lengths - 1 == t)[:, None], at_end, leaving)
        following = beta[t] + emitted[t]
    return beta


def _log_sum(x: Array, axis: int) -> Array:
    top = x.max(axis, keepdims=True)
    return (np.log(np.exp(x - top).sum(axis, keepdims=True)) + top).squeeze(axis)
