"""Cases of bounding boxes."""

import numpy as np
from case import Case

BOXES = np.array(
    [[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [1, 101, 0, 100]], "f"
)
SCORES = np.array([0.9, 0.75, 0.6, 0.95, 0.5, 0.3], "f")
DRAWN = np.array([[[0.1, 0.2, 0.7, 0.9], [-0.3, 0.5, 0.4, 1.4], [0.9, 0.9, 0.2, 0.1]]], "f")
F = np.float32


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(0, 1, size=shape).astype("f")


_IMAGES = "ImageProjectiveTransformV2 AdjustHsvInYiq ImageConnectedComponents BipartiteMatch".split()
WITHOUT_CASE = dict.fromkeys(_IMAGES, "tests/_facade/contrib_image_runs.py")

CASES = [
    Case("DrawBoundingBoxes", values(1, 9, 8, 3), DRAWN),
    Case("DrawBoundingBoxes", values(1, 9, 8, 1), DRAWN, label="gray"),
    Case("DrawBoundingBoxes", values(1, 9, 8, 4), DRAWN, label="rgba"),
    Case("DrawBoundingBoxesV2", values(1, 9, 8, 3), DRAWN, values(2, 3)),
    Case("NonMaxSuppression", BOXES, SCORES, 3),
    Case("NonMaxSuppression", BOXES, SCORES, 30, iou_threshold=0.9, label="all"),
    Case("NonMaxSuppressionV2", BOXES, SCORES, 3, F(0.5)),
    Case("NonMaxSuppressionV3", BOXES, SCORES, 3, F(0.5), F(0.4)),
    Case("NonMaxSuppressionV3", BOXES, SCORES, 3, F(0.5), F(0.92), label="few"),
    Case("NonMaxSuppressionV3", BOXES, np.full(6, 0.5, "f"), 4, F(0.5), F(0.0), label="equal"),
    Case("NonMaxSuppressionV4", BOXES, SCORES, 5, F(0.5), F(0.4), pad_to_max_output_size=True),
    Case("NonMaxSuppressionV4", BOXES, SCORES, 5, F(0.5), F(0.4), label="unpadded"),
    Case("NonMaxSuppressionV5", BOXES, SCORES, 6, F(0.5), F(0.0), F(0.5)),
    Case("NonMaxSuppressionV5", BOXES, SCORES, 6, F(0.5), F(0.0), F(0.0), label="hard"),
    Case("NonMaxSuppressionV5", BOXES, SCORES, 8, F(1.0), F(0.1), F(0.5), label="soft", pad_to_max_output_size=True),
    Case("NonMaxSuppressionWithOverlaps", np.maximum(values(5, 5), np.eye(5, dtype="f")), values(5), 3, F(0.5), F(0.1)),
    Case("CombinedNonMaxSuppression", BOXES[None, :, None] / 3, np.stack([SCORES, SCORES[::-1]], 1)[None], 2, 3, F(0.5),
         F(0.1)),
]  # fmt: skip
