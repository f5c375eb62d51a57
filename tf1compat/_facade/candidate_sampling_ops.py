"""`tf.nn`: candidate samplers, which draw the few classes that stand for all others in a loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import get_seed
from tf1compat._facade.tensor import Tensor


class Sample(NamedTuple):
    """Classes that were drawn, and how often target classes and they are expected among as many."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


class AccidentalHits(NamedTuple):
    """Examples and the places among the samples where these hold a target class, and a weight to add there."""

    indices: Tensor
    ids: Tensor
    weights: Tensor


def _seeds(seed: int | None) -> dict[str, int]:
    first, second = get_seed(seed)
    return {"seed": first or 0, "seed2": second or 0}


def uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Sample:
    """Draw classes of [0, range_max), all of them equally probable.

    Args:
      true_classes: int64 [batch, num_true], the target classes.
      num_true: target classes per example.
      num_sampled: how many classes to draw.
      unique: draw without replacement.
      range_max: number of classes.
      seed: operation seed.
      name: name of the node.

    Returns:
      int64 [num_sampled] sampled classes, float32 [batch, num_true] and [num_sampled]: how often a target class and a
      sampled class is expected in such a sample.

    Raises:
      InvalidArgumentError: when it runs: `unique`, and there are fewer classes than samples.
    """
    settings = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return Sample(*apply_op("UniformCandidateSampler", true_classes, name=name, **settings, **_seeds(seed)))


def log_uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Sample:
    """Draw classes that are numbered by falling frequency: P(k) = log((k + 2) / (k + 1)) / log(range_max + 1).

    Arguments and results are those of `uniform_candidate_sampler`.
    """
    settings = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return Sample(*apply_op("LogUniformCandidateSampler", true_classes, name=name, **settings, **_seeds(seed)))


def learned_unigram_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Sample:
    """Draw classes as often as they were target classes of earlier runs in the session.

    Arguments and results are those of `uniform_candidate_sampler`.
    """
    settings = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return Sample(*apply_op("LearnedUnigramCandidateSampler", true_classes, name=name, **settings, **_seeds(seed)))


def fixed_unigram_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
    seed: int | None = None,
    name: str | None = None,
) -> Sample:
    """Draw classes with given probabilities.

    Args:
      vocab_file: a file with the weight of a class after the last comma of each line.
      distortion: power that weights are raised to.
      num_reserved_ids: classes in front that are never drawn.
      num_shards, shard: draw only from classes k with k % num_shards == shard.
      unigrams: weights, in place of a file.

    The other arguments and the results are those of `uniform_candidate_sampler`.
    """
    settings = {
        "num_true": num_true,
        "num_sampled": num_sampled,
        "unique": unique,
        "range_max": range_max,
        "vocab_file": vocab_file.encode() if isinstance(vocab_file, str) else vocab_file,
        "distortion": distortion,
        "num_reserved_ids": num_reserved_ids,
        "num_shards": num_shards,
        "shard": shard,
        "unigrams": [float(x) for x in unigrams],
    }
    return Sample(*apply_op("FixedUnigramCandidateSampler", true_classes, name=name, **settings, **_seeds(seed)))


def all_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> Sample:
    """All `num_sampled` classes, each expected once; arguments and results as `uniform_candidate_sampler`."""
    settings = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique}
    return Sample(*apply_op("AllCandidateSampler", true_classes, name=name, **settings, **_seeds(seed)))


def compute_accidental_hits(
    true_classes: Any, sampled_candidates: Any, num_true: int, seed: int | None = None, name: str | None = None
) -> AccidentalHits:
    """Where a sampled class is a target class.

    Returns:
      int32 indices of examples, int64 places among the samples, and float32 weights, the lowest number there is, which
      added to those logits rule them out.
    """
    settings = {"num_true": num_true, **_seeds(seed)}
    return AccidentalHits(*apply_op("ComputeAccidentalHits", true_classes, sampled_candidates, name=name, **settings))
