"""Attention that moves in one direction (Raffel et al., arXiv:1704.00784)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.array_creation import ones, zeros
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import concat, reshape, transpose
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.functional_ops import scan
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import exp, log, sigmoid
from tf1compat._facade.math_reductions import cumprod, cumsum
from tf1compat._facade.random_ops import random_normal
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes


def safe_cumprod(x: Any, *args: Any, **kwargs: Any) -> Tensor:
    """The cumulative product of numbers between 0 and 1 as exp(cumsum(log(x))).

    Args: as `tf.cumprod`'s.
    """
    with name_scope(None, "SafeCumprod", [x]):
        x = convert(x, None, "x")
        tiny = np.finfo(x.dtype.as_numpy_dtype).tiny
        return exp(cumsum(log(clip_by_value(x, tiny, 1)), *args, **kwargs))


def monotonic_attention(p_choose_i: Any, previous_attention: Any, mode: str) -> Tensor:
    """The attention that follows from the probabilities of stopping at each entry.

    Args:
      p_choose_i: tensor (batch, entries), the probabilities.
      previous_attention: tensor (batch, entries), the attention before.
      mode: `"recursive"`, exact and slow; `"parallel"`, fast and exact unless probabilities come near 0 or 1; or
        `"hard"`, for probabilities that are 0 or 1.

    Raises:
      ValueError: there is no such mode.
    """
    p = convert(p_choose_i, None, "p_choose_i")
    previous_attention = convert(previous_attention, None, "previous_attention")
    if mode == "recursive":
        batch_size = shapes.dimension_value(p.shape[0]) or shape_of(p)[0]
        passed = concat([ones((batch_size, 1)), 1 - p[:, :-1]], 1)
        steps = [transpose(passed), transpose(previous_attention)]
        reached = scan(
            lambda x, at: reshape(at[0] * x + at[1], (batch_size,)),
            steps,
            zeros((batch_size,)),
        )
        return p * transpose(reached)
    if mode == "parallel":
        passed = safe_cumprod(1 - p, axis=1, exclusive=True)
        # no division by 0
        return p * passed * cumsum(previous_attention / clip_by_value(passed, 1e-10, 1.0), axis=1)
    if mode == "hard":
        p *= cumsum(previous_attention, axis=1)
        return p * cumprod(1 - p, axis=1, exclusive=True)
    raise ValueError("mode must be 'recursive', 'parallel', or 'hard'.")


def monotonic_probability_fn(
    score: Any, previous_alignments: Any, sigmoid_noise: float, mode: str, seed: int | None = None
) -> Tensor:
    """`monotonic_attention` for scores, with noise before the sigmoid."""
    if sigmoid_noise > 0:
        noise = random_normal(shape_of(score), dtype=score.dtype, seed=seed)
        score += sigmoid_noise * noise
    chosen = cast(score > 0, score.dtype) if mode == "hard" else sigmoid(score)
    return monotonic_attention(chosen, previous_alignments, mode)
