"""Gamma and Poisson draws on TensorFlow's streams: rejection sampling, all outputs in step with each other.

Each output reads from 256 blocks of its own, so that how often one is rejected moves no other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.array import shape_tuple, size_tuple
from tf1compat._jaxcore.ops import philox
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op

_SEEDS = {"seed": 0, "seed2": 0}
_BLOCKS = 256  # per output
_KNUTH_LIMIT = 10.0


class _Source(NamedTuple):
    """Where each output reads next; a block gives two numbers, the second of them first."""

    block: Any
    has_uniform: Any
    kept_uniform: Any
    has_normal: Any
    kept_normal: Any


def _source(stream: Stream, count: int) -> _Source:
    import jax.numpy as jnp

    starts = stream.block + jnp.arange(count, dtype=jnp.uint64) * np.uint64(_BLOCKS)
    nothing = jnp.zeros(count, bool)
    zeros = jnp.zeros(count, np.float64)
    return _Source(starts, nothing, zeros, nothing, zeros)


def _uniforms(stream: Stream, s: _Source, wanted: Any) -> tuple[Any, _Source]:
    """Doubles of [0, 1) where wanted."""
    import jax.numpy as jnp

    pair = philox.unit_float64(philox.words_at(stream, s.block))
    value = jnp.where(s.has_uniform, s.kept_uniform, pair[:, 1])
    reads = wanted & ~s.has_uniform
    return value, s._replace(
        block=s.block + reads.astype(np.uint64),
        has_uniform=jnp.where(wanted, ~s.has_uniform, s.has_uniform),
        kept_uniform=jnp.where(reads, pair[:, 0], s.kept_uniform),
    )


def _normals(stream: Stream, s: _Source, wanted: Any) -> tuple[Any, _Source]:
    """Normal deviates (Box and Muller) where wanted."""
    import jax.numpy as jnp

    pair = philox.unit_float64(philox.words_at(stream, s.block))
    radius = jnp.sqrt(-2.0 * jnp.log(jnp.maximum(pair[:, 0], 1e-7)))
    angle = 2 * np.pi * pair[:, 1]
    value = jnp.where(s.has_normal, s.kept_normal, radius * jnp.cos(angle))
    reads = wanted & ~s.has_normal
    return value, s._replace(
        block=s.block + reads.astype(np.uint64),
        has_normal=jnp.where(wanted, ~s.has_normal, s.has_normal),
        kept_normal=jnp.where(reads, radius * jnp.sin(angle), s.kept_normal),
    )


def _gammas(stream: Stream, alpha: Any) -> Any:
    """Marsaglia and Tsang's method in double precision, for a vector of shapes `alpha`."""
    import jax.numpy as jnp
    from jax import lax

    source, is_one, small = _source(stream, len(alpha)), alpha == 1, alpha < 1
    first, after = _uniforms(stream, source, is_one)
    d = alpha + jnp.where(small, 2.0 / 3, -1.0 / 3)
    c = 1.0 / 3 / jnp.sqrt(d)

    def step(state: Any) -> Any:
        source, done, result = state
        x, source = _normals(stream, source, ~done)
        v = 1 + c * x
        tries = ~done & (v > 0)
        v = jnp.where(tries, v, 1.0) ** 3
        u, source = _uniforms(stream, source, tries)
        accepted = (u < 1 - 0.0331 * x * x * x * x) | (jnp.log(u) < 0.5 * x * x + d * (1 - v + jnp.log(v)))
        accepted = tries & accepted
        boost, source = _uniforms(stream, source, accepted & small)
        value = d * v * jnp.where(small, jnp.power(boost, 1 / alpha), 1.0)
        return source, done | accepted, jnp.where(accepted, value, result)

    settled = is_one | ~(alpha > 0)
    start = after, settled, jnp.where(is_one, -jnp.log1p(-first), jnp.nan)
    return lax.while_loop(lambda state: ~jnp.all(state[1]), step, start)[2]


def _spread(stream: Stream, shape: Any, parameter: Any, draw: Any) -> Any:
    """Draws of `shape` + the parameter's shape; the draws of one parameter follow each other in the stream."""
    import jax.numpy as jnp

    sizes = size_tuple(shape)
    values = jnp.asarray(parameter).astype(np.float64)
    each, count = math.prod(sizes), values.size
    if not each * count:
        return jnp.zeros((*sizes, *values.shape), np.float64)
    flat = draw(stream, jnp.repeat(values.reshape(-1), each))
    return jnp.swapaxes(flat.reshape(count, each), 0, 1).reshape(*sizes, *values.shape)


def _reserved(inputs: Sequence[Any]) -> int:
    count = math.prod(shape_tuple(inputs[0])) * math.prod(np.shape(inputs[1]))
    return philox.blocks_reserved("gamma", count)


def _spread_shape(x: Any) -> Any:
    sizes, parameter = x.vector(0), x.shape(1)
    return (None if sizes is None or parameter is None else (*sizes, *parameter),)


def _gamma_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    """By implicit differentiation of the distribution function (Figurnov 2018)."""
    import jax.numpy as jnp
    from jax import lax

    alpha, (d,) = jnp.asarray(inputs[1]), cotangents
    drawn = outputs[0]
    wide = jnp.broadcast_to(alpha, drawn.shape)
    each = lax.random_gamma_grad(wide, drawn)  # pyright: ignore[reportCallIssue]
    return [None, jnp.sum(d * each, tuple(range(drawn.ndim - alpha.ndim)))]


@op("RandomGamma", "shape: S, alpha: T -> output: T", static="shape", effect="random", shape=_spread_shape,
    grad=_gamma_grad, attrs=_SEEDS, reserve=_reserved)  # fmt: skip
def random_gamma(shape: Any, alpha: Any, *, stream: Stream) -> Any:
    """Gamma(alpha, 1) deviates."""
    return _spread(stream, shape, alpha, _gammas).astype(alpha.dtype)


@op("RandomGammaGrad", "alpha: T, sample: T -> output: T", shape=shape_rules.broadcast)
def random_gamma_grad(alpha: Any, sample: Any) -> Any:
    """How a Gamma(alpha, 1) deviate changes with alpha."""
    import jax.numpy as jnp
    from jax import lax

    a, x = jnp.broadcast_arrays(jnp.asarray(alpha), jnp.asarray(sample))
    return lax.random_gamma_grad(a, x)  # pyright: ignore[reportCallIssue]


def _poissons(stream: Stream, rate: Any) -> Any:
    """Knuth's products of uniforms below a rate of 10, from there Hormann's transformed rejection (1993)."""
    import jax.numpy as jnp
    from jax import lax
    from jax.scipy.special import gammaln

    few = rate < _KNUTH_LIMIT
    b = 0.931 + 2.53 * jnp.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)

    def step(state: Any) -> Any:
        source, done, product, result = state
        u, source = _uniforms(stream, source, ~done)
        product = jnp.where(few & ~done, product * u, product)
        ends = few & (product <= jnp.exp(-rate))
        v, source = _uniforms(stream, source, ~done & ~few)
        middle = u - 0.5
        room = 0.5 - jnp.abs(middle)
        k = jnp.floor((2 * a / room + b) * middle + rate + 0.43)
        at_once = (room >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        never = (k < 0) | ((room < 0.013) & (v > room))
        s = jnp.log(v * inverse_alpha / (a / (room * room) + b))
        fits = s <= -rate + k * jnp.log(rate) - gammaln(k + 1)
        accepted = ~few & (at_once | (~never & fits))
        value = jnp.where(few, result + jnp.where(ends, 0.0, 1.0), jnp.where(accepted, k, result))
        return source, done | ends | accepted, product, jnp.where(done, result, value)

    wrong = ~((rate >= 0) & jnp.isfinite(rate))
    start = _source(stream, len(rate)), wrong, jnp.ones_like(rate), jnp.zeros_like(rate)
    found = lax.while_loop(lambda state: ~jnp.all(state[1]), step, start)[3]
    return jnp.where(wrong, jnp.nan, found)


@op("RandomPoissonV2", "shape: S, rate: R -> output: dtype", static="shape", effect="random", shape=_spread_shape,
    grad="none", types={"R": dtypes.float64, "dtype": dtypes.int64}, attrs=_SEEDS, reserve=_reserved)  # fmt: skip
def random_poisson(shape: Any, rate: Any, *, dtype: Any = dtypes.int64, stream: Stream) -> Any:
    """Poisson deviates."""
    return _spread(stream, shape, rate, _poissons).astype(dtype.np)
