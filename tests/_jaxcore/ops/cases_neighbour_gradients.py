"""Cases of the backward ops of mirrored borders, LRN, dilation and resampling."""

import numpy as np
from case import Case

RAMP = np.sin(np.arange(2 * 6 * 7 * 2) * 1.7).astype("f").reshape(2, 6, 7, 2)
KERNEL = np.cos(np.arange(2 * 3 * 2)).astype("f").reshape(2, 3, 2) / 8
GIVEN = np.cos(np.arange(2 * 5 * 5 * 2)).astype("f").reshape(2, 5, 5, 2)
EVEN = np.cos(np.arange(2 * 3 * 7 * 2)).astype("f").reshape(2, 3, 7, 2)
NARROW = {"depth_radius": 1, "bias": 2.0, "alpha": 0.1, "beta": 1.0}


def lrn(x, depth_radius, bias, alpha, beta):
    squares = np.pad(x * x, ((0, 0),) * 3 + ((depth_radius, depth_radius),), mode="constant")
    around = sum(squares[..., i : i + x.shape[-1]] for i in range(2 * depth_radius + 1))
    return (x / (bias + alpha * around)).astype("f")


CASES = [
    Case("MirrorPadGrad", RAMP[0, :, :, 0], np.int32([[1, 2], [3, 0]]), mode="REFLECT"),
    Case("MirrorPadGrad", RAMP[0, :, :, 0], np.int32([[2, 2], [0, 3]]), mode="SYMMETRIC"),
    Case("LRNGrad", np.roll(RAMP, 1), RAMP, lrn(RAMP, **NARROW), rtol=1e-5, **NARROW),
    Case("Dilation2DBackpropInput", RAMP, KERNEL, GIVEN, strides=[1] * 4, rates=[1] * 4, padding="VALID"),
    Case("Dilation2DBackpropFilter", RAMP, KERNEL, GIVEN, strides=[1] * 4, rates=[1] * 4, padding="VALID"),
    Case("Dilation2DBackpropFilter", RAMP, KERNEL, EVEN, strides=[1, 2, 1, 1], rates=[1, 1, 2, 1], padding="SAME",
         label="same"),
    Case("ScaleAndTranslateGrad", GIVEN, RAMP, np.float32([1.5, 0.8]), np.float32([0.3, -0.2]), kernel_type="triangle",
         rtol=1e-5),
]  # fmt: skip
