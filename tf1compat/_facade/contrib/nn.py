"""`tf.contrib.nn`: dropout for self-normalizing networks, a softplus with a scale, losses with arguments of 0.x."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.array_ops import shape
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.nn_loss import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from tf1compat._facade.nn_ops import softplus
from tf1compat._facade.random_ops import random_uniform
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_util import constant_value

_DROPPED = -1.7580993408473766  # where the scaled exponential linear unit ends on the left: -scale * alpha


def alpha_dropout(
    x: Any, keep_prob: Any, noise_shape: Any = None, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Dropout that keeps mean and variance of self-normalizing activations (Klambauer et al. 2017, arXiv:1706.02515).

    Args:
      x: activations of any shape.
      keep_prob: probability that an element is kept, in (0, 1].
      noise_shape: shape of the random mask.
      seed: operation seed.
      name: name scope.

    Raises:
      ValueError: `keep_prob` is a number outside (0, 1].
    """
    with name_scope(name, "alpha_dropout", [x]):
        x = convert(x, None, "x")
        if isinstance(keep_prob, (int, float)) and not 0 < keep_prob <= 1.0:
            raise ValueError(f"keep_prob must be a scalar tensor or a float in the range (0, 1], got {keep_prob:g}")
        keep_prob = convert(keep_prob, x.dtype, "keep_prob")
        keep_prob.get_shape().assert_has_rank(0)
        if constant_value(keep_prob) == 1:
            return x
        draws = random_uniform(shape(x) if noise_shape is None else noise_shape, seed=seed, dtype=x.dtype)
        kept = math_ops.cast(math_ops.greater_equal(draws, 1 - keep_prob), x.dtype)
        x = x * kept + _DROPPED * (1 - kept)
        a = (keep_prob + keep_prob * (1 - keep_prob) * _DROPPED**2) ** -0.5
        b = -a * _DROPPED * (1 - keep_prob)
        return a * x + b


def scaled_softplus(x: Any, alpha: Any, clip: Any = None, name: str | None = None) -> Tensor:
    """`alpha * log(1 + exp(x / alpha))`, at most `clip`; close to `relu` for small `alpha`."""
    with name_scope(name, "scaled_softplus", [x, alpha] + ([] if clip is None else [clip])):
        x = convert(x, None, "x")
        alpha = convert(alpha, x.dtype, "alpha")
        y = alpha * softplus(x / alpha)
        return y if clip is None else math_ops.minimum(y, convert(clip, x.dtype, "clip"))


def deprecated_flipped_softmax_cross_entropy_with_logits(
    logits: Any, labels: Any, dim: int = -1, name: str | None = None
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits` with the order of arguments of TensorFlow 0.x."""
    return softmax_cross_entropy_with_logits(labels=labels, logits=logits, dim=dim, name=name)


def deprecated_flipped_sparse_softmax_cross_entropy_with_logits(
    logits: Any, labels: Any, name: str | None = None
) -> Tensor:
    """`tf.nn.sparse_softmax_cross_entropy_with_logits` with the order of arguments of TensorFlow 0.x."""
    return sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)


def deprecated_flipped_sigmoid_cross_entropy_with_logits(logits: Any, targets: Any, name: str | None = None) -> Tensor:
    """`tf.nn.sigmoid_cross_entropy_with_logits` with the order of arguments of TensorFlow 0.x."""
    return sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name=name)
