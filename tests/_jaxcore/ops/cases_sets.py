"""Cases of set operations and of dense tensors made of sparse ones."""

import numpy as np
from case import Case

FIRST = np.int32([[1, 5, 3, 1], [2, 2, 2, 2]])
SECOND = np.int32([[5, 9], [2, 7]])
INDICES = np.int64([[0, 1], [0, 2], [1, 0], [1, 3]])
OTHERS = np.int64([[0, 0], [1, 1]])
OPERATIONS = ("a-b", "b-a", "intersection", "union")

CASES = [Case("DenseToDenseSetOperation", FIRST, SECOND, set_operation=o, label=o) for o in OPERATIONS]
CASES += [
    Case(
        "SparseToSparseSetOperation",
        INDICES,
        np.int64([4, 6, 4, 5]),
        np.int64([2, 4]),
        OTHERS,
        np.int64([6, 4]),
        np.int64([2, 2]),
        set_operation=o,
        label=o,
    )
    for o in OPERATIONS
]
CASES += [
    Case("DenseToSparseSetOperation", FIRST, OTHERS, np.int32([5, 2]), np.int64([2, 4]), set_operation=o, label=o)
    for o in OPERATIONS
]
CASES += [
    Case("SetSize", INDICES, np.int32([4, 4, 4, 5]), np.int64([3, 4])),
    Case("SparseToDense", INDICES, np.int64([3, 4]), np.float32([1, 2, 3, 4]), np.float32(-1)),
    Case(
        "SparseToDense",
        np.int32([1, 3]),
        np.int32([5]),
        np.float32(2),
        np.float32(0),
        label="vector",
        grad="TF 1.15.5 has none for a vector",
    ),
    Case("SparseToDense", np.int32(2), np.int32([4]), np.int32(7), np.int32(1), label="scalar"),
    Case("SparseToDense", np.int32([1, 3]), np.int32([5]), [True, False], False, label="bool"),
    Case("SparseTensorDenseAdd", INDICES, np.float32([1, 2, 3, 4]), np.int64([2, 4]), np.ones((2, 4), "f")),
    Case("SparseTensorDenseAdd", np.int64([[1], [1]]), np.int32([1, 2]), np.int64([3]), [1, 2, 3], label="twice"),
]
