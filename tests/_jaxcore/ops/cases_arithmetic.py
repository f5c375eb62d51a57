"""Cases of arithmetic of two operands."""

import numpy as np
from case import Case

A = [[1.5, -2.0, 0.25], [3.0, -0.5, 7.0]]
B = [[0.5, 4.0, -1.25], [3.0, 2.0, -3.0]]
ROW = [2.0, -1.5, 0.5]
COLUMN = [[2.0], [-3.0]]
WHOLE = np.array([[7, -7, 5], [-5, 0, 8]], np.int32)
DIVISOR = np.array([[2, 2, -3], [-3, 4, 8]], np.int32)
DOUBLE = np.array([[1.1, -2.2], [3.3, 0.4]])
COMPLEX = np.array([[1 + 2j, -1j], [3.0, 0.5 - 1.5j]], np.complex64)
COMPLEX_B = np.array([1 - 1j, 2 + 0.5j], np.complex64)


def _basic(op):
    return [
        Case(op, A, B),
        Case(op, A, ROW, label="row"),
        Case(op, COLUMN, A, label="column"),
        Case(op, 2.0, A, label="scalar"),
        Case(op, A, 3.0, label="by_scalar"),
        Case(op, COLUMN, ROW, label="outer"),
        Case(op, DOUBLE, DOUBLE + 1, label="double"),
        Case(op, np.float16(A), np.float16(B), label="half"),
    ]


CASES = []
for _op in ("Add", "AddV2", "Sub", "Mul", "SquaredDifference", "Maximum", "Minimum", "RealDiv", "Div", "FloorDiv"):
    CASES += _basic(_op)
for _op in ("Add", "AddV2", "Sub", "Mul", "SquaredDifference", "Maximum", "Minimum", "Div", "FloorDiv", "FloorMod"):
    CASES.append(Case(_op, WHOLE, DIVISOR, label="int32"))
    CASES.append(Case(_op, WHOLE.astype(np.int64), np.int64(3), label="int64"))
for _op in ("Mod", "TruncateMod", "TruncateDiv"):
    CASES.append(Case(_op, WHOLE, DIVISOR, label="int32"))
for _op in ("Mul", "Div", "FloorDiv", "TruncateDiv"):
    CASES.append(Case(_op, np.uint8([250, 7]), np.uint8([3, 2]), label="uint8"))
for _op in ("Add", "AddV2", "Sub", "Mul", "RealDiv", "Div", "Pow"):
    CASES.append(Case(_op, COMPLEX, COMPLEX_B, label="complex", rtol=3e-6))
# TF's float FloorMod and Mod differ from C's only in the sign
for _op in ("FloorMod", "Mod", "TruncateMod"):
    CASES += [Case(_op, A, B), Case(_op, A, ROW, label="row"), Case(_op, [5.5, -5.5], [-2.0, 2.0], label="signs")]

CASES += [
    Case("Add", np.array([b"a", b"b"]), b"c", label="string"),
    Case("Maximum", [1.0, 2.0, 3.0], [1.0, 2.0, 4.0], label="ties"),
    Case("Minimum", [1.0, 2.0, 3.0], [1.0, 2.0, 4.0], label="ties"),
    Case("DivNoNan", A, [2.0, 0.0, 0.5]),
    Case("DivNoNan", DOUBLE, DOUBLE - 3.3, label="double"),
    Case("MulNoNan", [1.0, np.inf, np.nan], [2.0, 0.0, 0.0]),
    Case("Pow", [[1.5, 2.0, 0.25]], [[2.0, -1.0, 0.5]], rtol=2e-6),
    Case("Pow", A, 2.0, label="square"),
    Case("Pow", A, 3.0, label="cube"),
    Case("Pow", A, -1.0, label="inverse"),
    Case("Pow", [4.0, 9.0, 2.0], 0.5, label="root", rtol=2e-6),
    Case("Pow", 2.0, A, label="base", rtol=2e-6),
    Case("Pow", [0.0, 0.0, -2.0], [2.0, 1.0, 3.0], label="zero_base"),
    Case("Pow", np.int32([2, -3, 5]), np.int32([3, 3, 0]), label="int32"),
    Case("Pow", np.int64([2, 3]), np.int64(2), label="int64"),
    Case("Pow", np.float64([1.5, 2.5]), np.float64([2.5, -0.5]), label="double"),
    Case("Atan2", A, B),
    Case("AddN", [np.float32(A), np.float32(B), np.float32(A)]),
    Case("AddN", [np.int32([1, 2])], label="one"),
    Case("AccumulateNV2", [np.float32(A), np.float32(B)], shape=[2, 3]),
    Case("ClipByValue", A, -1.0, 2.0),
    Case("ClipByValue", [[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.5], [0.0, 0.0]], [[5.0, 5.0], [3.0, 3.5]], label="bounds"),
    Case("ClipByValue", WHOLE, np.int32(-1), np.int32(5), label="int32"),
    Case("Cross", [[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]], [[-1.0, 0.5, 2.0], [3.0, 1.0, 1.0]]),
    Case("Xdivy", [0.0, 1.0, 2.0], [0.0, 2.0, -4.0]),
    Case("Xdivy", [[0.0], [2.0]], [1.0, 2.0], label="outer"),
    Case("Xlogy", [0.0, 1.0, 2.0], [0.0, 2.0, 4.0]),
    Case("Xlogy", [[0.0], [2.0]], [1.0, 2.0], label="outer"),
    Case("Add", np.zeros((0, 3), np.float32), ROW, label="empty"),
]
