"""Cases of the resampler, with places outside of the image."""

import numpy as np
from case import Case

_STREAM = np.random.RandomState(3)
DATA = _STREAM.uniform(-1, 1, (2, 4, 5, 3)).astype("f")
WARP = np.float32([[[0.3, 0.2], [3.7, 2.4], [-0.5, 1.2]], [[4.4, 2.9], [1.25, -0.75], [9.0, 9.0]]])
GRAD = _STREAM.uniform(-1, 1, (2, 3, 3)).astype("f")
CASES = [
    Case("Resampler", DATA, WARP, rtol=1e-5),
    Case("ResamplerGrad", DATA, WARP, GRAD, rtol=1e-5, grad="TensorFlow has none"),
]
