"""Normal and truncated normal draws from TensorFlow's Philox streams (Box-Muller, rejection outside two deviations).

The logarithm and the sine of a float32 draw are computed in float64 and rounded once. TF's own come from the C library,
which does the same with other polynomials, so 98.5 % of the draws are equal to the last bit and the rest differ in that
bit. It matters beyond that digit: a truncated normal decides by ``abs(x) < 2`` which words a group of outputs reads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from numpy.typing import DTypeLike, NDArray

from tf1compat._jaxcore.ops.philox import (
    BLOCKS_PER_TRUNCATED,
    Stream,
    bits_to_unit,
    checked_float,
    outputs_per_block,
    unit_float64,
    wall,
    words,
    words_at,
)

_MIN_UNIFORM = 1e-7  # TF's floor under the logarithm
_ENOUGH_BLOCKS = 8  # leave a group of outputs short with probability 1e-19 (float64) or 1e-35 (float32)
_FEW = 1 << 10
_PIECE = 1 << 18  # groups at a time in large truncated draws: temporaries stay in cache, and memory use in bounds


def normal(stream: Stream, shape: Sequence[int], dtype: DTypeLike) -> jax.Array:
    """Return standard normal draws as ``RandomStandardNormal`` does, for float16, bfloat16, float32 or float64.

    Equal to TF's within 2e-6 (float32) and 1e-12 (float64); half types are float32 draws rounded to nearest even.
    """
    n, dtype = math.prod(shape), checked_float(dtype)
    per_block = outputs_per_block(dtype)
    pairs = wall(lambda s: words(s, -(-n // per_block)), stream)
    return _box_muller(pairs, per_block).reshape(-1)[:n].reshape(shape).astype(dtype)


def truncated_normal(stream: Stream, shape: Sequence[int], dtype: DTypeLike) -> jax.Array:
    """Return normal draws of (-2, 2) as ``TruncatedNormal`` does, for float16, bfloat16, float32 or float64.

    A group of outputs (4, or 2 in float64: as many as a block yields) has a region of blocks of its own and takes the
    first draws there that lie inside. The first block fills five groups of six; the others are compacted and
    read a second block; the one in 100,000 that is still short is finished by itself.
    """
    n, dtype = math.prod(shape), checked_float(dtype)
    per_group = outputs_per_block(dtype)
    groups, stride = -(-n // per_group), per_group * BLOCKS_PER_TRUNCATED
    if groups <= _PIECE:
        values = _truncated_groups(stream, groups, per_group)
    else:

        def add_piece(i: jax.Array, values: jax.Array) -> jax.Array:
            start = jnp.minimum(i * _PIECE, groups - _PIECE)  # the last piece overlaps its neighbour and agrees with it
            piece = _truncated_groups(stream.skip(start.astype(jnp.uint64) * np.uint64(stride)), _PIECE, per_group)
            return lax.dynamic_update_slice(values, piece, (start, 0))

        blank = jnp.zeros((groups, per_group), jnp.float64 if per_group == 2 else jnp.float32)
        values = lax.fori_loop(0, -(-groups // _PIECE), add_piece, blank)
    return values.reshape(-1)[:n].reshape(shape).astype(dtype)


def _truncated_groups(stream: Stream, groups: int, per_group: int) -> jax.Array:
    """Return truncated normal draws of shape [groups, per_group]."""
    stride = np.uint64(per_group * BLOCKS_PER_TRUNCATED)

    def read(group: jax.Array, first: int, count: int) -> jax.Array:
        """Draws of blocks `first`, …, `first + count - 1` of each group's region: [len(group), count * per_group]."""
        start = stream.block + group.astype(jnp.uint64) * stride
        blocks = start[:, None] + (lax.iota(jnp.uint64, count) + np.uint64(first))
        pairs = wall(lambda s: words_at(s, blocks.reshape(-1)), stream)
        return _box_muller(pairs, per_group).reshape(-1, count * per_group)

    every = lax.iota(jnp.int32, groups)
    if groups <= _FEW:  # reading all that could be needed costs microseconds, and compiles in a third of the time
        return _first_inside(read(every, 0, _ENOUGH_BLOCKS), per_group)[0]
    first = read(every, 0, 1)
    short = jnp.any(jnp.abs(first) >= 2, axis=1)
    # Expected 17 % short groups (9 % in float64); any beyond this capacity would be left to the loop below.
    picked = _positions(short, min(groups, groups * per_group // 20 + 64))
    draws = jnp.concatenate([first.at[picked].get(mode="clip"), read(picked, 1, 4 // per_group)], axis=1)

    def finish_one(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        group = jnp.argmax(state[1])[None]
        return _write_full(*state, group, read(group, 0, _ENOUGH_BLOCKS))

    state = _write_full(first, short, picked, draws)
    return lax.while_loop(lambda state: jnp.any(state[1]), finish_one, state)[0]


def _box_muller(pairs: jax.Array, per_block: int) -> jax.Array:
    """Turn `words` of shape [n, 2] into normal draws of shape [n, per_block]: float32 where 4, float64 where 2."""
    if per_block == 2:
        radius = jnp.sqrt(-2.0 * jnp.log(jnp.maximum(unit_float64(pairs[:, 0]), _MIN_UNIFORM)))
        angle = 2 * np.pi * unit_float64(pairs[:, 1])
        lane = _last_lane((pairs.shape[0], 2))
        return jnp.where(lane == 0, jnp.sin(angle)[:, None], jnp.cos(angle)[:, None]) * radius[:, None]
    uniforms = bits_to_unit(pairs.astype(jnp.uint32)), bits_to_unit((pairs >> np.uint64(32)).astype(jnp.uint32))
    radius = jnp.sqrt(np.float32(-2) * _log(jnp.maximum(uniforms[0], np.float32(_MIN_UNIFORM))))
    # TF1: the angle is rounded to float32 before its sine is taken. (A cast there and back is a no-op to XLA.)
    angle = lax.reduce_precision(2 * np.pi * uniforms[1].astype(jnp.float64), exponent_bits=8, mantissa_bits=23)
    lane = _last_lane((*pairs.shape, 2))
    return (_sine(angle[..., None], lane) * radius[..., None]).reshape(-1, 4)


def _last_lane(shape: tuple[int, ...]) -> jax.Array:
    return lax.broadcasted_iota(jnp.int32, shape, len(shape) - 1)


Function: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def _chebyshev_fit(function: Function, constant: float, degree: int, limit: float) -> list[np.float64]:
    """Return the coefficients, `constant` first, of a polynomial that fits `function` on [0, limit]."""
    nodes = (np.cos(np.pi * (np.arange(degree) + 0.5) / degree) + 1) * limit / 2
    rest = np.linalg.solve(np.vander(nodes, increasing=True), (function(nodes) - constant) / nodes)
    return [np.float64(c) for c in (constant, *rest)]


# In z = x**2. Relative errors are below 3e-12, against the 6e-8 of the float32 that the results are rounded to.
_SIN = _chebyshev_fit(lambda z: np.sin(np.sqrt(z)) / np.sqrt(z), 1.0, 4, (np.pi / 4) ** 2)
_COS = _chebyshev_fit(lambda z: np.cos(np.sqrt(z)), 1.0, 5, (np.pi / 4) ** 2)
_ATANH = _chebyshev_fit(lambda z: 2 * np.arctanh(np.sqrt(z)) / np.sqrt(z), 2.0, 5, (np.sqrt(2) - 1) ** 4)


def _horner(coefficients: Sequence[np.float64 | jax.Array], z: jax.Array) -> jax.Array:
    value = z * coefficients[-1] + coefficients[-2]
    for coefficient in coefficients[-3::-1]:
        value = value * z + coefficient
    return value


def _log(u: jax.Array) -> jax.Array:
    """log of normal positive float32, correctly rounded for all but one of the 2**23 uniforms a draw can take."""
    root_half = np.int32(0x3F3504F3)  # bits of sqrt(1/2): split u = 2**e * m with m in [sqrt(1/2), sqrt(2))
    bits = lax.bitcast_convert_type(u, jnp.int32) - root_half
    exponent = (bits >> 23).astype(jnp.float64)
    m = lax.bitcast_convert_type((bits & np.int32(0x7FFFFF)) + root_half, jnp.float32).astype(jnp.float64)
    s = (m - 1) / (m + 1)  # log m = 2 atanh s
    return (exponent * np.log(2) + s * _horner(_ATANH, s * s)).astype(jnp.float32)


def _sine(angle: jax.Array, quarter_turns: jax.Array) -> jax.Array:
    """sin(angle + quarter_turns * pi/2) in float32; sine and cosine lanes share one polynomial evaluation."""
    quadrant = jnp.floor(angle * (2 / np.pi) + 0.5)
    rest = angle - quadrant * (np.pi / 2)
    turns = quadrant.astype(jnp.int32) + quarter_turns
    odd = (turns & 1) == 1
    coefficients = [jnp.where(odd, c, s) for c, s in zip(_COS, [*_SIN, np.float64(0)], strict=True)]
    value = _horner(coefficients, rest * rest) * jnp.where(odd, 1.0, rest)
    return jnp.where((turns & 2) != 0, -value, value).astype(jnp.float32)


def _positions(mask: jax.Array, capacity: int) -> jax.Array:
    """Return the indices of the first `capacity` true elements in order, then ``mask.size`` as padding.

    ``jnp.nonzero`` with a size does this with a prefix sum and a scatter over all elements, several times slower.
    Here 64 elements at a time become the bits of a word, and each output finds its word and its bit in it.
    """
    size = mask.shape[0]
    word = _bits(jnp.pad(mask, (0, -size % 64)).reshape(-1, 64))
    counts = lax.population_count(word).astype(jnp.int32)
    ends = jnp.cumsum(counts)
    slot = lax.iota(jnp.int32, capacity)
    # A slot's row is the last that starts at or before it: count the starts up to each slot.
    starts = jnp.zeros(capacity, jnp.int32).at[ends - counts].add(1, mode="drop")
    row = jnp.cumsum(starts) - 1
    index = row * 64 + _select_bit(word[row], slot - (ends - counts)[row])
    return jnp.where(slot < ends[-1], index, size)


def _select_bit(word: jax.Array, rank: jax.Array) -> jax.Array:
    """Return the position of the `rank`-th set bit (from 0) of each uint64 by halving the range six times."""
    position = jnp.zeros_like(rank)
    for width in (32, 16, 8, 4, 2, 1):
        low_half = (word >> position.astype(jnp.uint64)) & np.uint64((1 << width) - 1)
        below = lax.population_count(low_half).astype(jnp.int32)
        upper = rank >= below
        rank = jnp.where(upper, rank - below, rank)
        position = jnp.where(upper, position + width, position)
    return position


def _write_full(
    values: jax.Array, short: jax.Array, picked: jax.Array, draws: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Give each `picked` group its outputs from `draws`, where there are enough of them, and unmark it in `short`."""
    chosen, full = _first_inside(draws, values.shape[1])
    target = jnp.where(full, picked, values.shape[0])
    return values.at[target].set(chosen, mode="drop"), short.at[target].set(False, mode="drop")


def _first_inside(draws: jax.Array, count: int) -> tuple[jax.Array, jax.Array]:
    """Return the first `count` draws of each row inside (-2, 2), and whether the row has as many."""
    inside = _bits(jnp.abs(draws) < 2)
    slot = lax.broadcasted_iota(jnp.int32, (draws.shape[0], count), 1)
    chosen = jnp.take_along_axis(draws, _select_bit(inside[:, None], slot), axis=1, mode="clip")
    return chosen, lax.population_count(inside).astype(jnp.int32) >= count


def _bits(rows: jax.Array) -> jax.Array:
    """Pack each row of up to 64 booleans into a uint64, the first in the lowest bit."""
    bit = np.uint64(1) << np.arange(rows.shape[1], dtype=np.uint64)
    return jnp.sum(jnp.where(rows, bit, np.uint64(0)), axis=1)
