"""Cases of ops that pick elements by index or condition, and put them at indices."""

import numpy as np
from case import Case

A = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 7
M = A.reshape(6, 4)
S = np.array([b"a", b"b", b"c"], object)
int32 = np.int32
HOST = "the kernel runs on the host"

CASES = [
    Case("Gather", M, [5, 0, 5]),
    Case("Gather", M, [[1, 2]], validate_indices=False),
    Case("GatherV2", M, [5, 0, 5], int32(0)),
    Case("GatherV2", M, [[1, 2], [0, 0]], np.int64(-1)),
    Case("GatherV2", A, np.int64([2, 0]), int32(1)),
    Case("GatherV2", M, int32(3), int32(0), label="scalar"),
    Case("GatherV2", M, np.zeros(0, int32), int32(0), label="none"),
    Case("GatherV2", S, [2, 0], int32(0)),
    Case("GatherV2", A, [[1, 2], [0, 0]], int32(1), label="batch", batch_dims=1),
    Case(
        "GatherV2",
        A,
        [[1, 2, 2], [0, 0, 1]],
        int32(2),
        label="batch_axis2",
        batch_dims=1,
        grad="TF 1.15 puts it in places that were never read",
    ),
    Case("GatherV2", A, [[[1], [2], [2]], [[0], [0], [1]]], int32(2), label="batch2", batch_dims=2),
    Case("GatherNd", A, [[0, 1], [1, 2]]),
    Case("GatherNd", A, [[0, 1, 2], [1, 2, 3], [1, 2, 3]]),
    Case("GatherNd", A, np.int64([[[0], [1]]])),
    Case("ScatterNd", [[0], [2], [0]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [4, 2]),
    Case("ScatterNd", [[0, 1], [2, 0]], [7, 8], [3, 2]),
    Case("ScatterNd", np.int64([[1]]), A[:1], np.int64([3, 3, 4])),
    Case("ScatterNdNonAliasingAdd", M, [[0], [0]], M[:2]),
    Case("TensorScatterUpdate", M, [[0], [3]], M[:2] + 50),
    Case("TensorScatterUpdate", A, [[0, 1], [1, 2]], M[:2] + 50),
    Case("TensorScatterAdd", M, [[0], [0]], M[:2] + 50),
    Case("TensorScatterSub", M, [[0], [0]], M[:2] + 50),
    Case("Where", [[True, False], [True, True]]),
    Case("Where", [0.0, 2.0, 0.0, 3.0]),
    Case("Where", [1, 0]),
    Case("Unique", [4, 1, 4, 2, 1]),
    Case("Unique", S[[1, 0, 1]]),
    Case("Unique", [1.5, 0.5, 1.5], out_idx="int64"),
    Case("UniqueWithCounts", [4, 1, 4, 2, 1]),
    Case("UniqueWithCounts", S[[1, 0, 1]], out_idx="int64"),
    Case("ListDiff", [1, 2, 3, 2, 5], [3, 1]),
    Case("ListDiff", S, S[:1], out_idx="int64"),
    Case("DynamicPartition", M, [0, 2, 0, 1, 2, 2], num_partitions=3, grad=HOST),
    Case("DynamicPartition", M, [0, 0, 0, 0, 0, 0], num_partitions=2, grad=HOST),
    Case("DynamicPartition", A, [[0, 1, 1], [1, 0, 0]], num_partitions=2, grad=HOST),
    Case("DynamicStitch", [int32([0, 2]), int32([1])], [M[:2], M[2:3]]),
    Case("DynamicStitch", [int32([0, 2]), int32([2, 1])], [M[:2], M[2:4]], label="repeated"),
    Case("DynamicStitch", [int32(1), int32([[0, 2], [3, 4]])], [np.float32([1, 2]), A[:, :2, :2]], label="ranks"),
    Case("ParallelDynamicStitch", [int32([0, 2]), int32([1])], [M[:2], M[2:3]]),
    Case("LowerBound", [[1.0, 2.0, 2.0, 4.0], [0.0, 1.0, 2.0, 3.0]], [[2.0, 5.0], [1.5, -1.0]]),
    Case("UpperBound", [[1.0, 2.0, 2.0, 4.0], [0.0, 1.0, 2.0, 3.0]], [[2.0, 5.0], [1.5, -1.0]]),
    Case("UpperBound", [[1, 2, 2, 4]], [[2, 0]], out_type="int64"),
    Case("Bucketize", np.float32([-1.0, 0.0, 0.5, 3.0, 10.0]), boundaries=[0.0, 3.0, 5.5]),
    Case("Bucketize", np.int64([[-1, 3], [9, 0]]), boundaries=[0.0, 3.0]),
]
