"""Cases of random ops: the first draw of a stream (test_philox.py covers large and later draws)."""

import numpy as np
from case import Case

LOGITS = np.float32([[0, 1, 2], [5, -3, 0]])


def draw(op, *inputs, **attrs):
    return Case(op, *inputs, seed=attrs.pop("seed", 7), seed2=attrs.pop("seed2", 11), rtol=2e-6, **attrs)


CASES = [
    draw(op, [3, 5], dtype=d, label=d)
    for op in ("RandomUniform", "RandomStandardNormal", "TruncatedNormal")
    for d in ("float32", "float64", "half")
] + [
    draw("RandomUniform", np.int64([4]), dtype="float32", label="int64_shape"),
    draw("RandomUniform", np.zeros(0, "i"), dtype="float32", label="scalar"),
    draw("RandomUniformInt", [3, 5], -2, 9),
    draw("RandomUniformInt", [7], np.int64(0), np.int64(2**40), label="int64"),
    draw("RandomShuffle", np.arange(14).reshape(7, 2)),
    draw("RandomShuffle", np.float32(3), label="scalar"),
    draw("Multinomial", LOGITS, 9),
    draw("Multinomial", LOGITS.astype("d"), 5, output_dtype="int32", label="int32"),
    Case("StatelessRandomUniform", [3, 5], np.int64([1, 2])),
    Case("StatelessRandomUniform", [3], [5, -6], dtype="float64", label="double"),
    Case("StatelessRandomNormal", [3, 5], np.int64([1, 2]), rtol=2e-6),
    Case("StatelessTruncatedNormal", [3, 5], np.int64([1, 2]), rtol=2e-6),
    Case("StatelessRandomUniformInt", [3, 5], np.int64([1, 2]), -5, 5),
    Case("StatelessMultinomial", LOGITS, 6, np.int64([3, 4])),
]
