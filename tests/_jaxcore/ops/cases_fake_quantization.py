"""Cases of fake quantisation, dilation and histograms."""

import numpy as np
from case import Case


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(-8, 8, size=shape).astype("f")


F = np.float32
LOW, HIGH = np.array([-3, 0.5, 0], "f"), np.array([4, 5, 0], "f")
CASES = [
    Case("FakeQuantWithMinMaxArgs", values(4, 5), rtol=1e-5),
    Case("FakeQuantWithMinMaxArgs", values(4, 5), min=0.1, max=5.0, num_bits=4, narrow_range=True, label="narrow", rtol=1e-5),
    Case("FakeQuantWithMinMaxArgsGradient", values(4, 5), values(5, 4).T, grad="of a gradient"),
    Case("FakeQuantWithMinMaxVars", values(4, 5), F(-3.3), F(4.1), rtol=1e-5),
    Case("FakeQuantWithMinMaxVars", values(4, 5), F(0), F(0), label="empty"),
    Case("FakeQuantWithMinMaxVarsGradient", values(4, 5), values(5, 4).T, F(-3.3), F(4.1), grad="of a gradient", rtol=1e-5),
    Case("FakeQuantWithMinMaxVarsPerChannel", values(4, 3), LOW, HIGH, rtol=1e-5),
    Case("FakeQuantWithMinMaxVarsPerChannelGradient", values(4, 3), values(3, 4).T, LOW, HIGH, grad="of a gradient", rtol=1e-5),
    Case("Dilation2D", values(1, 6, 7, 2), values(2, 3, 2) / 8, strides=[1, 2, 1, 1], rates=[1, 1, 2, 1], padding="VALID"),
    Case("Dilation2D", values(2, 6, 7, 1), values(3, 3, 1) / 8, strides=[1, 1, 2, 1], rates=[1, 2, 1, 1], padding="SAME", label="same"),
    Case("HistogramFixedWidth", np.array([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], "f"), np.array([0.0, 5.0], "f"), 5),
    Case("HistogramFixedWidth", values(40).astype("d"), np.array([-7.0, 7.0]), 9, dtype="int64", label="double"),
    Case("NextAfter", np.array([0.0, 1.0, -2.0]), np.array([1.0, 0.0, -2.0]), grad="TF's is 1 and 0"),
]  # fmt: skip
