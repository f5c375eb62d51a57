"""Cases of sums and extrema of groups of rows."""

import numpy as np
from case import Case

X = [[1.0, -2.0], [3.0, 0.5], [4.0, -1.0], [2.0, 2.0]]
IDS = np.int32([0, 0, 2, 2])

CASES = []
for _op in ("SegmentSum", "SegmentMean", "SegmentProd", "SegmentMax", "SegmentMin"):
    CASES += [Case(_op, X, IDS), Case(_op, [1.0, 2.0, 3.0], np.int64([0, 1, 1]), label="vector")]
for _op in ("UnsortedSegmentSum", "UnsortedSegmentProd", "UnsortedSegmentMax", "UnsortedSegmentMin"):
    CASES += [
        Case(_op, X, np.int32([2, 0, 2, -1]), np.int32(4)),
        Case(_op, X, np.int32([[0, 1], [1, 0], [0, 0], [1, 1]]), np.int32(2), label="all"),
        Case(_op, [1, 2, 3], np.int64([0, 1, 1]), np.int32(2), label="int32"),
    ]
CASES.append(
    Case("UnsortedSegmentProd", [0.0, 2.0, 3.0, 0.0, 0.0], np.int32([0, 0, 0, 1, 1]), np.int32(2), label="zeros")
)
for _op in ("SparseSegmentSum", "SparseSegmentMean", "SparseSegmentSqrtN"):
    CASES.append(Case(_op, X, np.int32([3, 0, 1]), np.int32([0, 0, 1])))
    CASES.append(Case(_op + "WithNumSegments", X, np.int32([3, 0, 1]), np.int32([0, 0, 2]), np.int32(4)))
for _op in ("SparseSegmentMeanGrad", "SparseSegmentSqrtNGrad"):
    CASES.append(Case(_op, X, np.int32([3, 0, 0, 2]), np.int32([0, 0, 2, 3]), np.int32(5)))
