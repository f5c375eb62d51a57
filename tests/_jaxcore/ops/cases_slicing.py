"""Cases of ops that cut pieces out of arrays, extend, repeat or reverse them."""

import numpy as np
from case import Case

A = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 7
S = np.array([[b"a", b"b"], [b"c", b"d"]], object)
int32 = np.int32


def sliced(begin, end, strides, label, x=A, grad=True, **masks):
    return Case("StridedSlice", x, int32(begin), int32(end), int32(strides), label=label, grad=grad, **masks)


def written(begin, end, strides, value, label, **masks):
    return Case("TensorStridedSliceUpdate", A, int32(begin), int32(end), int32(strides), value, label=label, **masks)


CASES = [
    Case("Slice", A, [0, 1, 1], [2, 1, -1]),
    Case("Slice", A, [1, 0, 3], [1, 3, 1]),
    Case("Slice", A, [2, 0, 0], [0, 3, 4], label="empty"),
    Case("Slice", S, [0, 1], [2, 1]),
    sliced([0], [1], [1], "index", shrink_axis_mask=1),
    sliced([-1], [0], [1], "last", shrink_axis_mask=1),
    sliced([0, 1], [2, 3], [1, 1], "block"),
    sliced([0, 0], [0, 2], [1, 1], "from_first", begin_mask=3, end_mask=1),
    sliced([0, 0, 1], [0, 0, 2], [1, 1, 1], "column", begin_mask=3, end_mask=3, shrink_axis_mask=4),
    sliced([0, 1], [0, 2], [1, 1], "ellipsis", ellipsis_mask=1, shrink_axis_mask=2),
    sliced([0, 0, 0], [0, 0, 0], [1, 1, 1], "axes", new_axis_mask=5, begin_mask=2, end_mask=2),
    sliced([0, 0, 0, 0], [0, 0, 0, 1], [1, 1, 1, 1], "mixed", new_axis_mask=5, ellipsis_mask=2, shrink_axis_mask=8),
    sliced([0, 0], [0, 0], [1, -1], "backwards", begin_mask=3, end_mask=3),
    sliced([0, 0, 3], [0, 0, 0], [1, 1, -2], "backwards2", begin_mask=3, end_mask=3),
    sliced([0, 0, 0], [0, 0, 100], [1, 2, 3], "strides", begin_mask=3, end_mask=3),
    sliced([1, 2], [1, 1], [1, 1], "empty"),
    sliced([-100, 5], [100, 0], [1, -1], "clipped"),
    sliced([], [], [], "all"),
    sliced([0, 1], [0, 2], [1, 1], "strings", x=S, begin_mask=1, end_mask=1, shrink_axis_mask=2),
    Case("StridedSlice", A, np.int64([1]), np.int64([2]), np.int64([1]), label="int64"),
    Case("StridedSlice", int32([5, 6, 7]), int32([1]), int32([2]), int32([1]), label="vector", shrink_axis_mask=1),
    Case("StridedSliceGrad", [2, 3, 4], [1, 0], [2, 2], [1, 1], np.ones((1, 2, 4), "f")),
    Case("StridedSliceGrad", [2, 3], int32([0]), int32([1]), int32([1]), np.ones(3, "f"), shrink_axis_mask=1),
    Case("StridedSliceGrad", [4], int32([3]), int32([0]), int32([-1]), np.float32([1, 2, 3])),
    written([0], [1], [1], np.full((1, 3, 4), 9, "f"), "block"),
    written([0], [1], [1], np.full((3, 4), 9, "f"), "index", shrink_axis_mask=1),
    written([0, 0], [2, 3], [1, 2], np.full((2, 2, 4), 9, "f"), "strides"),
    Case("StridedSliceAssign", [1.0, 2.0, 3.0], [0], [2], [1], [8.0, 9.0]),
    Case("StridedSliceAssign", A, [0], [1], [1], np.ones((3, 4), "f"), shrink_axis_mask=1),
    Case("ResourceStridedSliceAssign", [1.0, 2.0, 3.0], [0], [2], [1], [8.0, 9.0]),
    Case("Pad", A, [[1, 0], [0, 2], [1, 1]]),
    Case("Pad", [1, 2], np.int64([[1, 1]])),
    Case("Pad", 3.0, np.zeros((0, 2), int32), label="scalar"),
    Case("PadV2", A, [[1, 0], [0, 2], [1, 1]], 5.0),
    Case("PadV2", [1, 2], [[2, 0]], -1),
    Case("MirrorPad", A, [[1, 0], [0, 2], [3, 1]], mode="REFLECT"),
    Case("MirrorPad", A, [[2, 0], [0, 3], [1, 4]], mode="SYMMETRIC"),
    Case("MirrorPad", [1, 2, 3], [[2, 2]], mode="REFLECT"),
    Case("Tile", A, [2, 1, 3]),
    Case("Tile", [1, 2], np.int64([3])),
    Case("Tile", A, [1, 0, 1], label="none"),
    Case("Tile", S, [1, 2]),
    Case("Reverse", A, [True, False, True]),
    Case("ReverseV2", A, [0, -1]),
    Case("ReverseV2", A, np.zeros(0, int32)),
    Case("ReverseV2", [1, 2, 3], np.int64([0])),
    Case("ReverseSequence", A, np.int64([2, 3]), seq_dim=1),
    Case("ReverseSequence", A, [4, 0], seq_dim=2),
    Case("ReverseSequence", A, [1, 2, 2], seq_dim=0, batch_dim=1),
    Case("Roll", A, int32(1), int32(0)),
    Case("Roll", A, [1, -2], [0, 2]),
    Case("Roll", A, [1, 1], [1, 1], label="twice"),
]
