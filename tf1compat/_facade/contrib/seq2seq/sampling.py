"""Draws that helpers make: of categories from logits, of yes and no from probabilities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.array_creation import rank as rank_of
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import concat, pad, reshape, transpose
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import equal, less, sigmoid
from tf1compat._facade.math_reductions import reduce_prod
from tf1compat._facade.random_ops import multinomial, random_uniform
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def _call_sampler(draw: Callable[[Any], Any], sample_shape: Any, name: str | None = None) -> Tensor:
    """The draws of `draw(number)` in the shape `sample_shape`."""
    with name_scope(name, "call_sampler", values=[sample_shape]):
        sample_shape = convert(sample_shape, dtypes.int32, "sample_shape")
        is_scalar = cast(equal(rank_of(sample_shape), 0), dtypes.int32)
        padded = pad(shape_of(sample_shape), paddings=[[is_scalar, 0]], constant_values=1)
        sample_shape = reshape(sample_shape, padded)
        samples = draw(reduce_prod(sample_shape))
        return reshape(samples, concat([sample_shape, shape_of(samples)[1:]], 0))


def bernoulli_sample(
    probs: Any = None, logits: Any = None, dtype: Any = dtypes.int32, sample_shape: Any = (), seed: int | None = None
) -> Tensor:
    """Draws of 1 with the given probabilities, of 0 otherwise; `logits` are taken where there are no `probs`."""
    probs = sigmoid(logits, name="probs") if probs is None else convert(probs, None, "probs")
    batch_shape = shape_of(probs)

    def draw(n: Any) -> Tensor:
        uniform = random_uniform(concat([[n], batch_shape], 0), seed=seed, dtype=probs.dtype)
        return cast(less(uniform, probs), dtype)

    return _call_sampler(draw, sample_shape)


def categorical_sample(
    logits: Any, dtype: Any = dtypes.int32, sample_shape: Any = (), seed: int | None = None
) -> Tensor:
    """Draws of categories whose unnormalised log probabilities are the last dimension of `logits`."""
    logits = convert(logits, None, "logits")
    categories = shape_of(logits)[-1]
    batch_shape = shape_of(logits)[:-1]

    def draw(n: Any) -> Tensor:
        rows = logits if logits.shape.ndims == 2 else reshape(logits, [-1, categories])
        kind = dtypes.int64 if logits.dtype.size > 4 else dtypes.int32
        drawn = transpose(multinomial(rows, n, seed=seed, output_dtype=kind))
        return cast(reshape(drawn, concat([[n], batch_shape], 0)), dtype)

    return _call_sampler(draw, sample_shape)
