"""TensorFlow's Philox 4x32-10 random streams as pure JAX functions: words, uniforms, integers, shuffles.

A random op owns a 64-bit key (``seed``), a 64-bit stream number (``seed2``) and a position: how many 128-bit blocks its
earlier executions reserved. Block ``i`` is four 32-bit words, ``philox(key=seed, counter=(i, seed2))``. A `Stream` is
one such position, and every draw below is a function of it alone, bit for bit equal to TF 1.15.5.

Trace the functions under ``jax.enable_x64(True)``, with the stream's fields as *arguments* of the jitted function:
then one compiled kernel per (kind, dtype, size) serves every op and every execution.
"""

from __future__ import annotations

import math
import secrets
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from numpy.typing import DTypeLike, NDArray

Uint64: TypeAlias = "jax.Array | np.uint64"
Kind: TypeAlias = Literal["fill", "gamma", "poisson", "multinomial", "candidates", "shuffle"]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_KEY_STEPS = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_STATELESS_KEY = np.uint64(0x02461E29_3EC8F720)
BLOCKS_PER_TRUNCATED = 64  # a truncated normal reads from 256 words of its own
# Blocks that one execution reserves per output. The fills use far fewer, but TF steps the counter by this much.
_BLOCKS_PER_OUTPUT = {"fill": 256, "gamma": 256, "poisson": 256, "multinomial": 512, "candidates": 512}


class Stream(NamedTuple):
    """Where one execution of a random op starts reading: three uint64 scalars, concrete or traced."""

    seed: Uint64
    seed2: Uint64
    block: Uint64

    def skip(self, blocks: int | Uint64) -> Stream:
        """Return the stream `blocks` blocks further on, as the next execution or a later piece of a draw sees it.

        Example:
            >>> Stream(np.uint64(1), np.uint64(2), np.uint64(0)).skip(256).block
            np.uint64(256)
        """
        step = np.uint64(blocks) if isinstance(blocks, int) else blocks
        return Stream(self.seed, self.seed2, self.block + step)


def normalize_seeds(seed: int, seed2: int) -> tuple[np.uint64, np.uint64]:
    """Return the key and stream number an op uses for its int64 attributes `seed` and `seed2`.

    Negative attributes wrap to 64 bits. TF1: the pair (0, 0) means "not seeded" and draws both from the system's
    entropy, anew for each kernel, so call this once per session and op. (That ``tf.set_random_seed(0)`` is nevertheless
    deterministic is the graph builder's doing: it writes (0, 2**31 - 1) into the attributes.)

    Example:
        >>> normalize_seeds(-1, 2)
        (np.uint64(18446744073709551615), np.uint64(2))
    """
    if seed == 0 and seed2 == 0:
        return np.uint64(secrets.randbits(64)), np.uint64(secrets.randbits(64))
    return np.uint64(seed % 2**64), np.uint64(seed2 % 2**64)


def blocks_reserved(kind: Kind, count: int) -> int:
    """Return by how many blocks one execution advances its op's stream.

    `count` is the number of outputs for "fill" (uniform, integer, normal, truncated normal), "gamma" and "poisson";
    rows times samples rounded up to a multiple of 4 for "multinomial"; `num_sampled` for "candidates" (the candidate
    samplers); and the size of the first dimension for "shuffle" (0 where the tensor has no elements).

    Example:
        >>> blocks_reserved("fill", 6), blocks_reserved("shuffle", 10)
        (1536, 3)
    """
    if kind == "shuffle":
        return -(-(count - 1) // 4) if count > 1 else 0  # one word a swap, n - 1 swaps
    return _BLOCKS_PER_OUTPUT[kind] * count


def outputs_per_block(dtype: DTypeLike) -> int:
    """Return how many draws of `dtype` one 128-bit block yields: 2 of 64 bits, 4 of any smaller type."""
    return 2 if np.dtype(dtype).itemsize == 8 else 4


def blocks_before(output: int, dtype: DTypeLike, *, truncated: bool = False) -> int:
    """Return how far into a draw's blocks its output number `output` begins, so that the draw can be made in pieces.

    The outputs of a draw do not depend on how many there are: a shorter draw is a prefix of a longer one, and
    ``draw(stream.skip(blocks_before(k, …)), …)`` continues after its first k outputs. `output` must be a multiple of
    `outputs_per_block`, else ValueError.

    Example:
        >>> blocks_before(8, "float32"), blocks_before(8, "float32", truncated=True)
        (2, 512)
    """
    per_block = outputs_per_block(dtype)
    if output % per_block:
        raise ValueError(
            f"a piece of a {np.dtype(dtype)} draw begins at a multiple of {per_block} outputs, got {output}"
        )
    return output * BLOCKS_PER_TRUNCATED if truncated else output // per_block


def checked_float(dtype: DTypeLike) -> np.dtype[Any]:
    """Return the NumPy dtype of a float draw; TypeError for one TensorFlow 1.x cannot draw."""
    dtype = np.dtype(dtype)
    if dtype.name not in ("float16", "bfloat16", "float32", "float64"):
        raise TypeError(f"random floats are float16, bfloat16, float32 or float64, got {dtype}")
    return dtype


def words(stream: Stream, n_blocks: int, stride: int = 1) -> jax.Array:
    """Return blocks `block`, `block + stride`, … of a stream as uint64 of shape [n_blocks, 2].

    Each element holds two consecutive 32-bit words, the first in its low half: the layout in which 32-bit draws are a
    bitcast and 64-bit draws the element itself.
    """
    position = lax.iota(jnp.uint64, n_blocks)
    if stride != 1:
        position = position * np.uint64(stride)
    return words_at(stream, position + stream.block)


def words_at(stream: Stream, positions: jax.Array) -> jax.Array:
    """Return the blocks at absolute `positions` (uint64 of shape [n]; `stream.block` is not added) as `words` does."""
    if positions.dtype != np.uint64:
        raise TypeError(
            f"Philox needs 64-bit integers, got {positions.dtype} positions: trace under jax.enable_x64(True)"
        )
    # 64-bit lanes: a 32x32 -> 64 multiplication is one instruction there, its halves are a shift and a mask.
    counter = positions & _LOW, positions >> _HALF, stream.seed2 & _LOW, stream.seed2 >> _HALF
    w0, w1, w2, w3 = _rounds(counter, stream.seed)
    shape = (*positions.shape, 2)
    first = lax.broadcasted_iota(jnp.int32, shape, len(shape) - 1) == 0
    # A select by lane index lets XLA write both halves in one loop; a stack or concatenate is up to ten times slower.
    return jnp.where(first, (w0 | w1 << _HALF)[..., None], (w2 | w3 << _HALF)[..., None])


def wall(draw: Callable[[Stream], jax.Array], stream: Stream) -> jax.Array:
    """Compute `draw(stream)` into memory of its own, whatever reads it.

    XLA:CPU drops optimization barriers and would recompute Philox inside each loop that reads the words (2.3 times
    slower); it fuses nothing across a conditional. Both branches are right: one is for positions no program reaches.
    """
    return lax.cond(stream.block < np.uint64(1 << 63), draw, draw, stream)


def uniform(stream: Stream, shape: Sequence[int], dtype: DTypeLike) -> jax.Array:
    """Return uniform draws of [0, 1) as ``RandomUniform`` does, for float16, bfloat16, float32 or float64."""
    dtype, n = checked_float(dtype), math.prod(shape)
    if dtype == np.float64:
        return unit_float64(words(stream, -(-n // 2)).reshape(-1)[:n]).reshape(shape)
    pairs = wall(lambda s: words(s, -(-n // 4)), stream)
    return bits_to_unit(words32(pairs).reshape(-1)[:n].reshape(shape), dtype)


def uniform_int(stream: Stream, shape: Sequence[int], minval: jax.Array, maxval: jax.Array) -> jax.Array:
    """Return integers of [minval, maxval) as ``RandomUniformInt`` does, in the scalars' dtype (int32 or int64).

    ``minval < maxval`` is the caller's to check (TF does, unless the draw is empty).
    """
    n, dtype = math.prod(shape), np.dtype(minval.dtype)
    if dtype == np.int64:
        bits = words(stream, -(-n // 2)).reshape(-1)[:n]
    elif dtype == np.int32:
        bits = words32(words(stream, -(-n // 4))).reshape(-1)[:n]
    else:
        raise TypeError(f"random integers are int32 or int64 in TensorFlow 1.x, got {dtype}")
    span = (maxval - minval).astype(bits.dtype)  # wraps: a span may exceed the signed maximum
    # TF1: word % span, without rejection, so large spans are slightly biased towards small values.
    return minval + lax.rem(bits, jnp.broadcast_to(span, bits.shape)).astype(dtype).reshape(shape)


def stateless_stream(seed_pair: jax.Array) -> Stream:
    """Return the stream of a stateless op from its `seed` input (int32 or int64, shape [2]).

    The seeds are the counter of one block under a fixed key; the block's words are the stream's key and number.
    """
    seed0, seed1 = (seed_pair[i].astype(jnp.int64).astype(jnp.uint64) for i in (0, 1))
    mixed = words_at(Stream(_STATELESS_KEY, seed1, np.uint64(0)), seed0[None])[0]
    return Stream(mixed[0], mixed[1], np.uint64(0))


def shuffle_order(stream: Stream, size: int) -> NDArray[np.int64]:
    """Return the order in which ``RandomShuffle`` takes the rows of a tensor with `size` rows: ``y = x[order]``.

    Runs on the host and needs a concrete stream: each swap depends on the one before it.
    """
    if size < 2:
        return np.arange(size, dtype=np.int64)
    word = host_words(stream, blocks_reserved("shuffle", size))[: size - 1]
    row = np.arange(size - 1, dtype=np.uint64)
    # Machine integers in an array.array: half the time of swapping in a list, whose objects lie all over memory.
    partners = array("q", (row + word % (np.uint64(size) - row)).tobytes())
    order = array("q", range(size))
    for i, j in enumerate(partners):
        order[i], order[j] = order[j], order[i]
    return np.asarray(order)


def host_words(stream: Stream, n_blocks: int) -> NDArray[np.uint64]:
    """Return the 32-bit words of `n_blocks` blocks in order; NumPy only, for a concrete stream."""
    position = np.arange(n_blocks, dtype=np.uint64) + np.uint64(int(stream.block))
    number = np.full(n_blocks, int(stream.seed2), np.uint64)
    counter = position & _LOW, position >> _HALF, number & _LOW, number >> _HALF
    return np.stack(_rounds(counter, np.uint64(int(stream.seed))), -1).reshape(-1)


def words32(pairs: jax.Array) -> jax.Array:
    """Return `words` of shape [n, 2] as uint32 of shape [n, 4], in stream order."""
    return lax.bitcast_convert_type(pairs, jnp.uint32).reshape(*pairs.shape[:-1], 4)


def bits_to_unit(bits: jax.Array, dtype: DTypeLike = np.float32) -> jax.Array:
    """Return [0, 1) from the low mantissa bits of each uint32: the mantissa of a number in [1, 2), minus 1."""
    dtype, info = np.dtype(dtype), jnp.finfo(dtype)
    uint = np.dtype(f"uint{info.bits}")
    one = lax.bitcast_convert_type(jnp.ones((), dtype), uint)
    mantissa = bits.astype(uint) & uint.type((1 << info.nmant) - 1)
    return lax.bitcast_convert_type(mantissa | one, dtype) - jnp.ones((), dtype)


def unit_float64(pairs: jax.Array) -> jax.Array:
    """Return [0, 1) in float64 from word pairs: 20 mantissa bits of the first word, then all 32 of the second."""
    mantissa = (pairs & np.uint64(0xFFFFF)) << _HALF | pairs >> _HALF
    return lax.bitcast_convert_type(mantissa | np.uint64(1023 << 52), jnp.float64) - 1.0


def _rounds(counter: tuple[Any, Any, Any, Any], seed: Any) -> tuple[Any, Any, Any, Any]:
    """The ten rounds of Philox 4x32 on 32-bit values held in uint64 lanes (of NumPy or JAX)."""
    c0, c1, c2, c3 = counter
    k0, k1 = seed & _LOW, seed >> _HALF
    for _ in range(10):
        p0, p1 = c0 * _MULTIPLIERS[0], c2 * _MULTIPLIERS[1]
        c0, c1, c2, c3 = p1 >> _HALF ^ c1 ^ k0, p1 & _LOW, p0 >> _HALF ^ c3 ^ k1, p0 & _LOW
        k0, k1 = (k0 + _KEY_STEPS[0]) & _LOW, (k1 + _KEY_STEPS[1]) & _LOW
    return c0, c1, c2, c3
