"""Cases of sampling images through kernels."""

import numpy as np
from case import Case

IMAGE = np.random.RandomState(3).uniform(0, 1, size=[1, 6, 5, 2]).astype("f")
CASES = [
    Case("ScaleAndTranslate", IMAGE, size, np.array(scale, "f"), np.array(move, "f"), kernel_type=kind, antialias=anti,
         label="%s_%d_%d" % (kind, size[0], anti), rtol=1e-5)
    for kind in ("lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic")
    for size, scale, move, anti in (
        ([3, 4], [0.5, 0.8], [0, 0], True), ([9, 8], [1.5, 1.6], [0.3, -0.2], True), ([4, 4], [0.7, 0.8], [0, 0], False)
    )
]  # fmt: skip
