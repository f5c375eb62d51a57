"""Cases of candidate samplers: their first draw (tests/_facade/test_metric_runs.py has later ones)."""

import numpy as np
from case import Case

TRUE = np.int64([[0], [3], [7]])
PAIRS = np.int64([[0, 3], [9, 2]])


def sampler(op, true, num_sampled, **attrs):
    return Case(op, true, num_true=true.shape[1], num_sampled=num_sampled, seed=7, seed2=11, rtol=1e-5, **attrs)


CASES = [
    sampler(op, true, 6, unique=unique, range_max=50, label="%d_%s" % (len(true[0]), unique))
    for op in ("LogUniformCandidateSampler", "UniformCandidateSampler")
    for true in (TRUE, PAIRS)
    for unique in (True, False)
]
CASES += [
    sampler(op, true, 6, unique=unique, range_max=20, label="%d_%s" % (len(true[0]), unique))
    for op in ("LearnedUnigramCandidateSampler", "ThreadUnsafeUnigramCandidateSampler")
    for true, unique in ((TRUE, True), (PAIRS, False))
]
CASES += [
    sampler("FixedUnigramCandidateSampler", TRUE, 3, unique=True, range_max=4, unigrams=[1.0, 5.0, 2.0, 3.0]),
    sampler(
        "FixedUnigramCandidateSampler",
        PAIRS,
        9,
        unique=False,
        range_max=4,
        unigrams=[1.0, 5.0, 2.0],
        distortion=0.5,
        num_reserved_ids=1,
        label="distorted",
    ),
    sampler("AllCandidateSampler", TRUE, 5, unique=True),
    Case("ComputeAccidentalHits", PAIRS, np.int64([3, 1, 9, 4]), num_true=2),
    Case("ComputeAccidentalHits", TRUE, np.int64([1, 2]), num_true=1, label="none"),
]
