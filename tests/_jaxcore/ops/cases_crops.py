"""Cases of parts of images."""

import numpy as np
from case import Case


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(0, 1, size=shape).astype("f")


BOXES = np.array([[0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1], [0.6, 0.7, 0.1, 0.05], [-0.2, 0.3, 1.2, 0.8]], "f")
INDEX = np.array([0, 1, 1, 0], "i4")
OFFSETS = np.array([[0.1, -0.2], [0.6, 0.3]], "f")

CASES = [
    Case("CropAndResize", values(2, 6, 5, 2), BOXES, INDEX, [3, 4], rtol=1e-5),
    Case("CropAndResize", values(2, 6, 5, 2), BOXES, INDEX, [1, 1], label="one", rtol=1e-5),
    Case("CropAndResize", values(2, 6, 5, 2), BOXES, INDEX, [7, 2], label="value", extrapolation_value=-1.5, rtol=1e-5),
    Case("CropAndResize", values(2, 6, 5, 2), BOXES, INDEX, [3, 4], label="nearest", method="nearest", rtol=1e-5),
    Case("CropAndResize", (values(2, 6, 5, 2) * 255).astype("u1"), BOXES, INDEX, [3, 4], label="uint8", rtol=1e-5),
    Case("CropAndResizeGradImage", values(4, 3, 4, 2), BOXES, INDEX, [2, 6, 5, 2], T="float32", rtol=1e-5,
         grad="of a gradient"),
    Case("CropAndResizeGradBoxes", values(4, 3, 4, 2), values(2, 6, 5, 2), BOXES, INDEX, rtol=1e-5,
         grad="of a gradient"),
    Case("ExtractGlimpse", values(2, 9, 8, 1), [3, 2], OFFSETS),
    Case("ExtractGlimpse", values(2, 9, 8, 1), [3, 2], OFFSETS * 0.2 + 0.4, label="corner", centered=False),
    Case("ExtractGlimpse", values(2, 9, 8, 1), [2, 2], OFFSETS * 3 + 1, label="pixels", centered=False,
         normalized=False),
    Case("ExtractImagePatches", values(2, 6, 7, 3), ksizes=[1, 2, 3, 1], strides=[1, 2, 1, 1], rates=[1, 1, 1, 1],
         padding="VALID"),
    Case("ExtractImagePatches", values(1, 6, 7, 2), ksizes=[1, 3, 2, 1], strides=[1, 2, 3, 1], rates=[1, 2, 2, 1],
         padding="SAME", label="same"),
    Case("ExtractImagePatches", np.arange(60, dtype="i4").reshape(1, 5, 6, 2), ksizes=[1, 2, 2, 1],
         strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding="SAME", label="int"),
    Case("ExtractVolumePatches", values(2, 4, 5, 3, 2), ksizes=[1, 2, 3, 1, 1], strides=[1, 2, 1, 1, 1],
         padding="VALID"),
    Case("ExtractVolumePatches", values(1, 4, 5, 3, 1), ksizes=[1, 2, 3, 2, 1], strides=[1, 2, 1, 2, 1],
         padding="SAME", label="same"),
]  # fmt: skip
