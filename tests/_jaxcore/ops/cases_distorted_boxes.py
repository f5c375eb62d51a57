"""Cases of random crops that cover a box."""

import numpy as np
from case import Case

BOX = np.array([[[0.1, 0.2, 0.7, 0.9]]], "f")
NONE = np.zeros((1, 0, 4), "f")
CASES = [
    Case("SampleDistortedBoundingBoxV2", [h, w, 3], BOX, np.float32(c), seed=s, seed2=7, label="%d_%d" % (h, s), **a)
    for h, w, c, s, a in [
        (40, 50, 0.1, 1, {}),
        (224, 300, 0.1, 2, {}),
        (375, 500, 0.9, 3, {}),
        (375, 500, 1.0, 4, {"area_range": [0.05, 0.2], "max_attempts": 3}),
        (100, 33, 0.5, 5, {"aspect_ratio_range": [0.5, 2.0], "area_range": [0.3, 1.0]}),
        (256, 256, 0.0, 6, {"aspect_ratio_range": [0.99, 1.01], "area_range": [0.08, 1.0], "max_attempts": 10}),
        (480, 640, 0.3, 7, {}),
        (481, 641, 0.3, 8, {}),
    ]
]
CASES += [
    Case("SampleDistortedBoundingBoxV2", [60, 50, 1], NONE, np.float32(0.1), seed=3, seed2=4,
         use_image_if_no_bounding_boxes=True, label="whole"),
    Case("SampleDistortedBoundingBox", np.array([60, 50, 1], "i8"), BOX, seed=3, seed2=4),
]  # fmt: skip
