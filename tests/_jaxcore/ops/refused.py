"""Inputs that ops refuse when they run; NumPy only, also runs on the recorder's Python 3.7.

What TF 1.15.5 says to each is recorded in tests/golden/refused.json; exec/test_checks.py compares.
"""

import numpy as np
from case import Case

P = np.arange(12, dtype=np.float32).reshape(4, 3)
ONES = np.ones((2, 3), np.float32)
# inputs of the sparse updates: v variable, g gradient, i indices, s scalar, n negative scalar, t step
_SPARSE_UPDATES = {
    "Adadelta": "vvvsssgi",
    "Adagrad": "vvsgi",
    "AdagradDA": "vvvgissst",
    "AdagradV2": "vvssgi",
    "CenteredRMSProp": "vvvvssssgi",
    "Ftrl": "vvvgisssn",
    "FtrlV2": "vvvgissssn",
    "KerasMomentum": "vvsgis",
    "Momentum": "vvsgis",
    "ProximalAdagrad": "vvsssgi",
    "ProximalGradientDescent": "vsssgi",
    "RMSProp": "vvvssssgi",
}
_KINDS = {"v": P, "g": ONES, "s": np.float32(0.1), "n": np.float32(-0.5), "t": np.int64(1)}


def _gathers():
    yield Case("Gather", P, [[0, 1], [5, -1]])
    yield Case("Gather", P, np.int32(-1), label="scalar")
    yield Case("Gather", P, np.int64([4]), label="int64")
    yield Case("GatherV2", P, [0, 3], 1, label="axis")
    yield Case("GatherV2", P, [0, -5], -2, label="negative")
    yield Case("GatherV2", P, [[0, 1], [0, 3], [0, 0], [0, 0]], 1, label="batch", batch_dims=1)
    yield Case("GatherV2", np.zeros((0, 3), np.float32), [0], 0, label="nothing")
    yield Case("ResourceGather", P, [[0, 1], [5, -1]], dtype="float32")
    yield Case("ResourceGatherNd", P, [[0, 1], [5, -1]], dtype="float32")
    yield Case("GatherNd", P, [[0, 1], [5, -1]])
    yield Case("GatherNd", P, [[[0], [1]], [[3], [4]]], label="rows")
    yield Case("GatherNd", P, [5, 1], label="one")


def _scatters():
    yield Case("ScatterNd", [[0], [5]], ONES, [4, 3])
    yield Case("ScatterNd", [[[0, 1]], [[1, 3]]], np.ones((2, 1), np.float32), [4, 3], label="pairs")
    for name in ("TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "ScatterNdNonAliasingAdd"):
        yield Case(name, P, [[0], [5]], ONES)
    for name in ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max"):
        yield Case("Scatter" + name, P, [[0], [5]], np.ones((2, 1, 3), np.float32))
        yield Case("ResourceScatter" + name, P, [[0], [-5]], np.ones((2, 1, 3), np.float32))
    for name in ("Update", "Add", "Sub"):
        yield Case("ScatterNd" + name, P, [[0], [5]], ONES)
        yield Case("ResourceScatterNd" + name, P, [[0], [5]], ONES)


def _sparse_updates():
    for name, kinds in _SPARSE_UPDATES.items():
        for prefix in ("SparseApply", "ResourceSparseApply"):
            if (name, prefix) != ("KerasMomentum", "SparseApply"):
                for bad in ([1, 7], [-1, 0]):
                    given = {**_KINDS, "i": np.int32(bad)}
                    yield Case(prefix + name, *[given[k] for k in kinds], label=str(min(bad)))


def _arithmetic():
    for name in ("FloorDiv", "FloorMod", "Mod", "TruncateDiv", "TruncateMod", "Div"):
        yield Case(name, [1, 2], [0, 1])
        yield Case(name, np.int64([1, 2]), np.int64(0), label="int64")
    yield Case("FloorDiv", np.uint8([1, 2]), np.uint8([0, 1]), label="uint8")
    yield Case("Pow", [1, 2], [-1, 1])
    yield Case("InvertPermutation", [1, 1, 7])
    yield Case("InvertPermutation", [0, -1], label="negative")
    yield Case("Bincount", [1, -1], 3, np.zeros(0, np.float32))


def _slices():
    one = [1]
    yield Case("StridedSlice", P, [5], [6], one, shrink_axis_mask=1)
    yield Case("StridedSlice", P, [-5], [-4], one, label="negative", shrink_axis_mask=1)
    yield Case("StridedSlice", P, [1, 3], [2, 4], [1, 1], label="second", shrink_axis_mask=3)
    yield Case("StridedSlice", P, [0, 3], [0, 4], [1, 1], label="column", shrink_axis_mask=2, begin_mask=1, end_mask=1)
    yield Case("Slice", P, [5, 0], [1, 1])
    yield Case("Slice", P, [3, 0], [2, 1], label="size")
    yield Case("Slice", P, [0, -1], [2, 1], label="negative")
    yield Case("ReverseSequence", P, np.int64([1, 4, 1, 1]), seq_dim=1, batch_dim=0)
    yield Case("ReverseSequence", P, [1, 1, -4, 1], seq_dim=1, batch_dim=0, label="negative")


def _segments():
    for name in ("Sum", "Prod", "Max", "Min"):
        yield Case("UnsortedSegment" + name, P, [0, -1, 2, 1], 2)
    yield Case("UnsortedSegmentSum", P, np.full((4, 3), 3, np.int32), 2, label="elements")
    for name in ("Sum", "Prod", "Max", "Min", "Mean"):
        yield Case("Segment" + name, P, [0, 1, 0, 2])
        yield Case("Segment" + name, P, [-1, 0, 1, 2], label="negative")
    yield Case("SegmentSum", P, [-7, -6, -5, -4], label="all negative")
    yield Case("SegmentSum", P, [0, 1], label="short")
    for name in ("Sum", "Mean", "SqrtN"):
        yield Case("SparseSegment" + name, P, [0, 7, 1], [0, 0, 1])
        yield Case("SparseSegment" + name, P, [0, 1, -1], [0, 0, 1], label="negative")
        yield Case("SparseSegment" + name, P, [0, 1, 1], [0, 1, 0], label="order")


def _others():
    logits = np.ones((3, 10), np.float32)
    yield Case("SparseSoftmaxCrossEntropyWithLogits", logits, [1, 10, -3])
    yield Case("SparseSoftmaxCrossEntropyWithLogits", logits, np.int64([10, 11, 3]), label="int64")
    yield Case("DynamicStitch", [np.int32([0, 1]), np.int32([2, -1])], [P[:2], P[2:]])
    yield Case("DynamicPartition", P, [0, -1, 1, 2], num_partitions=2)


REFUSED = [
    *_gathers(),
    *_scatters(),
    *_sparse_updates(),
    *_arithmetic(),
    *_slices(),
    *_segments(),
    *_others(),
]
