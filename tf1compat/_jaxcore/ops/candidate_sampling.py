"""Candidate samplers: a few classes drawn for the losses that stand for a softmax over many, on TF's own random streams.

The log-uniform and the uniform sampler are part of the step's program. Where classes must differ, they look at a batch of
tries at a time, so what one try draws is where it would be if the tries were made one by one. The unigram samplers
choose by weights and reject words, so that each draw depends on the one before: they run on the host.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.ops import philox
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.schema import gather_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_SEEDS = {"seed": 0, "seed2": 0}
_SIGNATURE = (
    "true_classes: int64 -> sampled_candidates: int64, true_expected_count: float32, sampled_expected_count: float32"
)


def _reserved(inputs: Sequence[Any], *, num_sampled: int) -> int:
    return philox.blocks_reserved("candidates", num_sampled)


def _checked(true_classes: Any, num_true: int, num_sampled: int, unique: bool, range_max: int) -> None:
    shape = np.shape(true_classes)
    if len(shape) != 2:
        raise invalid("true_classes must be a matrix")
    if shape[1] != num_true:
        raise invalid(f"true_classes must have num_true columns, expected: {shape[1]} was: {num_true}")
    if unique and num_sampled > range_max:
        raise invalid("Sampler's range is too small.")


# ---- in the step's program ------------------------------------------------------------------------------------------


@op(
    "LogUniformCandidateSampler",
    _SIGNATURE,
    effect="random",
    grad="none",
    shape=gather_shapes.candidates,
    attrs=_SEEDS,
    reserve=_reserved,
)
def log_uniform_candidate_sampler(
    true_classes: Any,
    *,
    num_true: int = REQUIRED,
    num_sampled: int = REQUIRED,
    unique: bool = REQUIRED,
    range_max: int = REQUIRED,
    stream: Stream,
) -> Any:
    """Classes of [0, range_max), k with probability log((k + 2) / (k + 1)) / log(range_max + 1); and expected counts."""
    _checked(true_classes, num_true, num_sampled, unique, range_max)
    log_range = np.log1p(np.float64(range_max))

    def classes(pairs: jax.Array) -> jax.Array:
        # TF1: rounding may carry the largest class beyond the range; it then counts as class 0
        return lax.rem(jnp.exp(philox.unit_float64(pairs) * log_range).astype(jnp.int64) - 1, np.int64(range_max))

    def probability(values: jax.Array) -> jax.Array:
        k = values.astype(jnp.float64)
        return (jnp.log((k + 2.0) / (k + 1.0)) / log_range).astype(jnp.float32)

    return _sampled(stream, classes, probability, jnp.asarray(true_classes), num_sampled, unique)


@op(
    "UniformCandidateSampler",
    _SIGNATURE,
    effect="random",
    grad="none",
    shape=gather_shapes.candidates,
    attrs=_SEEDS,
    reserve=_reserved,
)
def uniform_candidate_sampler(
    true_classes: Any,
    *,
    num_true: int = REQUIRED,
    num_sampled: int = REQUIRED,
    unique: bool = REQUIRED,
    range_max: int = REQUIRED,
    stream: Stream,
) -> Any:
    """Classes of [0, range_max), all equally probable; and expected counts."""
    _checked(true_classes, num_true, num_sampled, unique, range_max)

    def classes(pairs: jax.Array) -> jax.Array:
        # TF draws again where 64 bits are below 2^64 mod range_max: never, in practice
        return lax.rem(pairs, jnp.full_like(pairs, range_max)).astype(jnp.int64)

    def probability(values: jax.Array) -> jax.Array:
        return jnp.full(values.shape, 1.0 / range_max, jnp.float32)

    return _sampled(stream, classes, probability, jnp.asarray(true_classes), num_sampled, unique)


def _sampled(
    stream: Stream,
    classes: Callable[[jax.Array], jax.Array],
    probability: Callable[[jax.Array], jax.Array],
    true_classes: jax.Array,
    num_sampled: int,
    unique: bool,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The three outputs for a sampler that makes one class of each pair of words."""
    tries: Any = num_sampled
    if unique:
        sampled, tries = _distinct(stream, classes, num_sampled)
    else:
        sampled = classes(_pairs(stream, num_sampled))
    true_count = _expected_count(probability(true_classes), num_sampled, tries)
    return sampled, true_count, _expected_count(probability(sampled), num_sampled, tries)


def _pairs(stream: Stream, n: int) -> jax.Array:
    return philox.words(stream, -(-n // 2)).reshape(-1)[:n]


def _expected_count(p: Any, num_sampled: int, tries: Any) -> Any:
    """How often a class of probability `p` is expected among the samples."""
    xp: Any = np if isinstance(p, np.ndarray) else jnp
    plain = p * np.float32(num_sampled)
    if tries is num_sampled:
        return plain
    # 1 - (1 - p) ** tries
    distinct = -xp.expm1(xp.asarray(tries, np.float32) * xp.log1p(-p))
    return xp.where(xp.asarray(tries) == num_sampled, plain, distinct)


def _distinct(stream: Stream, classes: Callable[[jax.Array], jax.Array], num: int) -> tuple[jax.Array, jax.Array]:
    """The first `num` distinct classes, and how many tries they took."""
    batch = 2 * num

    def is_short(state: Any) -> Any:
        return state[1] < num

    def look(state: Any) -> Any:
        picked, count, tries, position = state
        values = classes(_pairs(Stream(stream.seed, stream.seed2, stream.block + position), batch))
        slots = lax.iota(jnp.int64, num)
        kept = jnp.where(slots < count, picked, -1 - slots)  # an empty slot equals nothing
        keys = lax.concatenate([kept, values], 0)
        places = lax.iota(jnp.int64, num + batch)
        keys, places = lax.sort((keys, places), num_keys=2)
        first = jnp.concatenate([jnp.ones(1, bool), keys[1:] != keys[:-1]])
        fresh = jnp.zeros(num + batch, bool).at[places].set(first)[num:]
        number = count + jnp.cumsum(fresh.astype(jnp.int64))  # how many classes there are after each try
        picked = picked.at[jnp.where(fresh, number - 1, num)].set(values, mode="drop")
        more = jnp.sum((number < num).astype(jnp.int64))
        return picked, jnp.minimum(number[-1], num), tries + jnp.minimum(more + 1, batch), position + np.uint64(num)

    zero = jnp.zeros((), jnp.int64)
    state = (jnp.zeros(num, jnp.int64), zero, zero, jnp.zeros((), jnp.uint64))
    picked, _, tries, _ = lax.while_loop(is_short, look, state)
    return picked, tries


@op(
    "AllCandidateSampler",
    _SIGNATURE,
    stateful=True,
    grad="none",
    shape=gather_shapes.candidates,
    attrs={**_SEEDS, "unique": REQUIRED},
)
def all_candidate_sampler(true_classes: Any, *, num_true: int = REQUIRED, num_sampled: int = REQUIRED) -> Any:
    """All classes, each expected once."""
    _checked(true_classes, num_true, num_sampled, False, num_sampled)
    ones = np.ones(num_sampled, np.float32)
    return np.arange(num_sampled, dtype=np.int64), np.ones(np.shape(true_classes), np.float32), ones


# ---- on the host ----------------------------------------------------------------------------------------------------


class _Words:
    """The words of a stream one by one."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._waiting: list[int] = []

    def word(self) -> int:
        if not self._waiting:
            self._waiting = philox.host_words(self._stream, 64).tolist()[::-1]
            self._stream = self._stream.skip(64)
        return self._waiting.pop()

    def below(self, n: int) -> int:
        """An integer of [0, n), all of them equally probable."""
        if n & (n - 1) == 0:
            return self.word() & (n - 1)
        least = (2**32 - 1) % n + 1
        while True:
            word = self.word()
            if word >= least:
                return word % n

    def unit(self) -> np.float32:
        """A float32 of [0, 1)."""
        bits = np.uint32(self.word() & 0x7FFFFF | 0x3F800000)
        return bits.view(np.float32) - np.float32(1)


def _sampled_on_host(
    draw: Callable[[], int], probability: np.ndarray[Any, Any], true_classes: Any, num_sampled: int, unique: bool
) -> tuple[Any, Any, Any]:
    found: dict[int, None] = {}
    drawn: list[int] = []
    while len(found if unique else drawn) < num_sampled:
        drawn.append(draw())
        found[drawn[-1]] = None
    sampled = np.asarray(list(found) if unique else drawn, np.int64)
    tries: Any = len(drawn) if len(drawn) != num_sampled else num_sampled
    true = np.asarray(true_classes)
    known = (true >= 0) & (true < len(probability))
    true_probability = np.where(known, probability[np.where(known, true, 0)], np.float32(0))
    counts = [
        _expected_count(p, num_sampled, tries).astype(np.float32) for p in (true_probability, probability[sampled])
    ]
    return sampled, *counts


class UnigramWeights:
    """How often a session has seen each class, counted from 1."""

    def __init__(self, name: str, *, size: int) -> None:
        self.name = name
        self.counts = np.ones(size, np.int64)
        self.lock = threading.Lock()

    def cancel(self) -> None:
        """Nobody waits for it."""


@op(
    "LearnedUnigramCandidateSampler",
    _SIGNATURE,
    effect="random",
    host=True,
    grad="none",
    shape=gather_shapes.candidates,
    attrs=_SEEDS,
    reserve=_reserved,
)
@op(
    "ThreadUnsafeUnigramCandidateSampler",
    _SIGNATURE,
    effect="random",
    host=True,
    grad="none",
    shape=gather_shapes.candidates,
    attrs=_SEEDS,
    reserve=_reserved,
)
def learned_unigram_candidate_sampler(
    true_classes: Any,
    *,
    num_true: int = REQUIRED,
    num_sampled: int = REQUIRED,
    unique: bool = REQUIRED,
    range_max: int = REQUIRED,
    stream: Stream,
    context: HostContext = Unattached(),
) -> Any:
    """Classes as often as they were true classes of earlier runs in this session; and expected counts."""
    _checked(true_classes, num_true, num_sampled, unique, range_max)
    weights: UnigramWeights = context.resources.find_or_make(
        "UnigramWeights", context.node_name, "", "", size=range_max
    )
    words = _Words(stream)
    with weights.lock:
        limits = np.cumsum(weights.counts)
        total = int(limits[-1])
        probability = (weights.counts.astype(np.float32) / np.float32(total)).astype(np.float32)

        def draw() -> int:
            return int(np.searchsorted(limits, words.below(total), side="right"))

        results = _sampled_on_host(draw, probability, true_classes, num_sampled, unique)
        np.add.at(weights.counts, np.asarray(true_classes).ravel(), 1)
    return results


@op(
    "FixedUnigramCandidateSampler",
    _SIGNATURE,
    effect="random",
    host=True,
    grad="none",
    shape=gather_shapes.candidates,
    attrs=_SEEDS,
    reserve=_reserved,
)
def fixed_unigram_candidate_sampler(
    true_classes: Any,
    *,
    num_true: int = REQUIRED,
    num_sampled: int = REQUIRED,
    unique: bool = REQUIRED,
    range_max: int = REQUIRED,
    vocab_file: bytes = b"",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Any = [],
    stream: Stream,
) -> Any:
    """Classes with probabilities proportional to given weights to the power `distortion`; and expected counts."""
    if bool(vocab_file) == bool(unigrams):
        both = "Must only provide one of vocab_file and unigrams."
        raise invalid(both if vocab_file else "Must provide either vocab_file or unigrams.")
    given = tuple(unigrams) if unigrams else _last_columns(vocab_file.decode())
    table = _AliasTable.made(given, distortion, num_reserved_ids, num_shards, shard)
    size = len(table.weights)
    if size != range_max:
        raise invalid(f"range_max is {range_max}, but there are weights for {size} classes")
    _checked(true_classes, num_true, num_sampled, unique, range_max)
    words = _Words(stream)
    return _sampled_on_host(lambda: table.draw(words), table.probability, true_classes, num_sampled, unique)


@lru_cache(maxsize=8)
def _last_columns(path: str) -> tuple[float, ...]:
    """The number after the last comma of each line."""
    with open(path, encoding="utf-8") as f:
        lines = [line.rstrip("\n") for line in f]
    try:
        return tuple(float(line.split(",")[-1]) for line in lines if line)
    except ValueError:
        raise invalid(f"Wrong vocabulary format at line: {path}") from None


class _AliasTable:
    """Draws from a discrete distribution in constant time: a column, then the column's own class or its alias."""

    def __init__(self, weights: np.ndarray[Any, Any]) -> None:
        self.weights = weights
        self.probability = (weights / np.float32(weights.sum(dtype=np.float32))).astype(np.float32)
        n = len(weights)
        share = weights.astype(np.float64) * n / weights.sum(dtype=np.float64)
        small = [i for i in range(n) if share[i] < 1.0]
        large = [i for i in range(n) if not share[i] < 1.0]
        self.alias = list(range(n))
        while small and large:
            low, high = small.pop(), large.pop()
            self.alias[low] = high
            share[high] -= 1.0 - share[low]
            (small if share[high] < 1.0 else large).append(high)
        for i in (*small, *large):  # what rounding has left over
            share[i] = 1.0
        self.share = share.astype(np.float32)

    @staticmethod
    @lru_cache(maxsize=8)
    def made(
        given: tuple[float, ...], distortion: float, num_reserved_ids: int, num_shards: int, shard: int
    ) -> _AliasTable:
        """The table for the classes of one shard: reserved ones of weight 0, then the given ones."""
        raised = np.power(np.asarray(given, np.float32), np.float32(distortion))
        weights = np.concatenate([np.zeros(num_reserved_ids, np.float32), raised])
        return _AliasTable(weights[shard::num_shards])

    def draw(self, words: _Words) -> int:
        chance = words.unit()
        column = words.below(len(self.share))
        return column if chance < self.share[column] else self.alias[column]


@op(
    "ComputeAccidentalHits",
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float32",
    host=True,
    grad="none",
    shape=gather_shapes.accidental_hits,
    attrs=_SEEDS,
)
def compute_accidental_hits(true_classes: Any, sampled_candidates: Any, *, num_true: int = REQUIRED) -> Any:
    """Where a sampled class is a true class of an example: the example, the sample, and the lowest float32 as weight."""
    true = np.asarray(true_classes)
    if true.ndim != 2 or true.shape[1] != num_true:
        raise invalid("true_classes must be a batch_size * num_true matrix")
    place = {v: i for i, v in enumerate(np.asarray(sampled_candidates).tolist())}
    hits = [(i, place[v]) for i, row in enumerate(true.tolist()) for v in row if v in place]
    found = np.asarray(hits, np.int64).reshape(-1, 2)
    lowest = np.full(len(hits), dtypes.float32.min, np.float32)
    return found[:, 0].astype(np.int32), found[:, 1], lowest
