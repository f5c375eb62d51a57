"""Cases of fused batch normalisation in training (TF returns no statistics in inference: see test_batch_norm)."""

import numpy as np
from case import Case

X = np.random.RandomState(0).uniform(-1, 3, size=(2, 3, 4, 3)).astype("f")
SCALE, OFFSET = np.float32([1, 2, 0.5]), np.float32([0, -1, 3])
EMPTY = np.float32([])
UNUSED = "TF differentiates y alone, the recorder asks for all outputs; test_batch_norm.py compares that"

CASES = [
    Case(op, X, SCALE, OFFSET, EMPTY, EMPTY, label="training", rtol=1e-5, grad=UNUSED)
    for op in ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
]
