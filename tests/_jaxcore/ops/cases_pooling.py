"""Cases of pooling, with ties (the first maximum takes the gradient)."""

import numpy as np
from case import Case


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, size=shape).astype("f")


TIES = np.round(values(2, 6, 6, 3) * 2)


def window(op, x, k, s, padding, **more):
    planar = x.ndim == 4
    more["ksize"] = [1, k, k, 1] if planar else [1, k, k, k, 1]
    more["strides"] = [1, s, s, 1] if planar else [1, s, s, s, 1]
    return Case(op, x, padding=padding, **more)


CASES = [
    window("MaxPool", values(2, 6, 4, 3), 2, 2, "SAME"),
    window("MaxPool", values(2, 5, 7, 3), 2, 2, "SAME", label="ragged"),
    window("MaxPool", values(2, 5, 7, 3), 2, 2, "VALID", label="valid"),
    window("MaxPool", values(2, 7, 8, 3), 3, 2, "SAME", label="overlap"),
    window("MaxPool", values(2, 7, 8, 3), 3, 2, "VALID", label="overlap_valid"),
    window("MaxPool", values(1, 7, 8, 2), 2, 3, "VALID", label="gaps"),
    window("MaxPool", values(1, 5, 5, 2), 3, 1, "SAME", label="dense"),
    window("MaxPool", TIES, 2, 2, "SAME", label="ties"),
    window("MaxPool", TIES, 3, 2, "SAME", label="ties_overlap"),
    window("MaxPool", np.arange(16, dtype="d").reshape(1, 4, 4, 1), 2, 2, "SAME", label="double"),
    window("MaxPool", np.arange(16, dtype="i").reshape(1, 4, 4, 1), 2, 2, "SAME", label="int"),
    window("AvgPool", values(2, 6, 4, 3), 2, 2, "SAME"),
    window("AvgPool", values(2, 5, 7, 3), 3, 2, "SAME", label="overlap"),
    window("AvgPool", values(2, 5, 7, 3), 3, 2, "VALID", label="valid"),
    window("MaxPoolWithArgmax", values(2, 6, 4, 3), 2, 2, "SAME"),
    window("MaxPoolWithArgmax", values(2, 7, 5, 3), 3, 2, "SAME", label="overlap"),
    window("MaxPoolWithArgmax", TIES, 2, 2, "VALID", label="batch", include_batch_in_index=True),
    window("MaxPool3D", values(1, 4, 4, 5, 2), 2, 2, "SAME"),
    window("MaxPool3D", values(1, 4, 4, 5, 2), 3, 2, "VALID", label="valid"),
    window("AvgPool3D", values(1, 4, 4, 5, 2), 2, 2, "SAME"),
]
