"""Cases of comparisons, Boolean and bitwise operations, and choices."""

import numpy as np
from case import Case

A = [[1.0, 2.0, 3.0], [4.0, 5.0, np.nan]]
B = [[1.0, 5.0, 2.0], [4.0, -5.0, np.nan]]
P = np.array([[True, False], [False, True]])
Q = np.array([True, False])

CASES = []
for _op in ("Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"):
    CASES += [Case(_op, A, B), Case(_op, A, 2.0, label="scalar"), Case(_op, [[1], [2]], [1, 2, 3], label="outer")]
for _op in ("Equal", "NotEqual"):
    CASES += [
        Case(_op, P, Q, label="bool"),
        Case(_op, np.array([b"a", b"b"]), b"a", label="string"),
        Case(_op, np.complex64([1j, 2]), np.complex64([1j, 1]), label="complex"),
        Case(_op, [1.0, 2.0], [1.0, 2.0, 3.0], label="shapes", incompatible_shape_error=False),
    ]
for _op in ("LogicalAnd", "LogicalOr"):
    CASES += [Case(_op, P, ~P), Case(_op, P, Q, label="row"), Case(_op, P, True, label="scalar")]
for _op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
    CASES += [Case(_op, [12, -7], [10, 3]), Case(_op, np.uint8([[200], [3]]), np.uint8([7, 129]), label="outer")]
for _op in ("LeftShift", "RightShift"):
    CASES += [
        Case(_op, [12, -7, 5], [2, 1, 0]),
        Case(_op, np.uint8([200, 3]), np.uint8([2, 1]), label="uint8"),
    ]
CASES += [
    Case("LogicalNot", P),
    Case("Invert", [0, 5, -1]),
    Case("Invert", np.uint8([0, 5, 255]), label="uint8"),
    Case("ApproximateEqual", [1.0, 2.0, 3.0], [1.000001, 2.1, 3.0]),
    Case("ApproximateEqual", [1.0, 2.0], [1.05, 2.2], label="tolerance", tolerance=0.1),
    Case("Select", P, [[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]),
    Case("Select", Q, [[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], label="rows"),
    Case("Select", np.bool_(False), [1, 2], [3, 4], label="scalar"),
    Case("Select", Q, np.array([b"a", b"b"]), np.array([b"c", b"d"]), label="string"),
    Case("SelectV2", P, [[1.0], [2.0]], 3.0),
    Case("SelectV2", Q, [[1.0, 2.0]], [[5.0, 6.0], [7.0, 8.0]], label="rows"),
]
