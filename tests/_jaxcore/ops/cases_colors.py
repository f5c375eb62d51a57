"""Cases of colour conversions."""

import numpy as np
from case import Case


def image(*shape):
    x = np.random.RandomState(sum(shape)).uniform(0, 1, size=shape).astype("f")
    x[0, 0] = x[0, 0, :1]  # gray
    x[0, 1] = 0
    return x


TIES = [
    [5, 5, 2],
    [5, 2, 5],
    [2, 5, 5],
    [9, 1, 1],
    [1, 9, 1],
    [1, 1, 9],
    [9, 5, 1],
    [1, 5, 9],
    [5, 0, 0],
    [0, 5, 0],
    [0, 0, 5],
]
TIES = np.array([*TIES, [0, 5, 9], [10, 10, 10]], "f") / 10

CASES = [
    Case("RGBToHSV", image(3, 4, 3)[1:], rtol=1e-5),
    Case("RGBToHSV", image(3, 4, 3), label="gray", rtol=1e-5),
    Case("RGBToHSV", TIES, label="equal channels", rtol=1e-5),
    Case("RGBToHSV", image(2, 3, 4, 3).astype("d"), label="double", grad="TF's gradient fails for float64"),
    Case("HSVToRGB", image(3, 4, 3), rtol=1e-5),
    Case("HSVToRGB", image(2, 3, 4, 3).astype("d"), label="double"),
    Case("AdjustContrastv2", image(3, 4, 3), np.float32(1.7), rtol=1e-5),
    Case("AdjustContrastv2", image(2, 3, 4, 1), np.float32(0.3), label="batch", rtol=1e-5),
    Case("AdjustContrastv2", image(3, 4, 3).astype(np.float16), np.float32(1.7), label="half"),
    Case("AdjustHue", image(3, 4, 3), np.float32(0.3), rtol=1e-5),
    Case("AdjustHue", image(2, 3, 4, 3), np.float32(-0.45), label="batch", rtol=1e-5),
    Case("AdjustHue", image(3, 4, 3).astype(np.float16), np.float32(0.3), label="half"),
    Case("AdjustSaturation", image(3, 4, 3), np.float32(1.7), rtol=1e-5),
    Case("AdjustSaturation", image(2, 3, 4, 3), np.float32(0.2), label="batch", rtol=1e-5),
]
