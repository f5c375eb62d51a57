"""Cases of linear algebra."""

import numpy as np
from case import Case

_RANDOM = np.random.RandomState(7)
A = _RANDOM.uniform(-1, 1, (2, 3)).astype(np.float32)
B = _RANDOM.uniform(-1, 1, (3, 4)).astype(np.float32)
X = _RANDOM.uniform(-1, 1, (2, 1, 3, 4)).astype(np.float32)
Y = _RANDOM.uniform(-1, 1, (2, 1, 4, 2)).astype(np.float32)
WIDE = _RANDOM.uniform(-1, 1, (5, 4, 2)).astype(np.float32)
Z = (_RANDOM.uniform(-1, 1, (2, 2, 2)) + 1j * _RANDOM.uniform(-1, 1, (2, 2, 2))).astype(np.complex64)
M = _RANDOM.uniform(-1, 1, (2, 3, 4)).astype(np.float32)

CASES = [
    Case("MatMul", A, B),
    Case("MatMul", A.T, B, label="transpose_a", transpose_a=True),
    Case("MatMul", A, B.T, label="transpose_b", transpose_b=True),
    Case("MatMul", A.T, B.T, label="both", transpose_a=True, transpose_b=True),
    Case("MatMul", A.astype(np.float64), B.astype(np.float64), label="double"),
    Case("MatMul", [[1, 2], [3, 4]], [[5], [6]], label="int32"),
    Case("MatMul", Z[0], Z[1], label="complex", rtol=5e-6),
    Case("MatMul", np.float16(A), np.float16(B), label="half"),
    Case("MatMul", np.zeros((0, 3), np.float32), B, label="empty"),
    Case("BatchMatMul", X, Y),
    Case("BatchMatMul", X, X, label="adj_y", adj_y=True),
    Case("BatchMatMul", X, X, label="adj_x", adj_x=True),
    Case("BatchMatMul", Z, Z, label="complex", adj_x=True, rtol=5e-6),
    Case("BatchMatMulV2", X, Y),
    Case("BatchMatMulV2", X, WIDE, label="broadcast"),
    Case("BatchMatMulV2", X, WIDE[0], label="matrix"),
    Case("BatchMatMulV2", Z, Z, label="complex", adj_y=True, rtol=5e-6),
    Case("SparseMatMul", A, B, a_is_sparse=True),
    Case("SparseMatMul", A.T, B, label="transpose", transpose_a=True),
    Case("MatrixDiag", A),
    Case("MatrixDiag", [1, 2], label="int32"),
    Case("MatrixDiagPart", M),
    Case("MatrixSetDiag", M, np.ones((2, 3), np.float32)),
    Case("Diag", [1.0, 2.0, 3.0]),
    Case("Diag", A, label="matrix"),
    Case("DiagPart", [[1.0, 2.0], [3.0, 4.0]]),
    Case("DiagPart", np.arange(36, dtype=np.float32).reshape((2, 3, 2, 3)), label="rank4"),
    Case("MatrixBandPart", M, np.int64(1), np.int64(0)),
    Case("MatrixBandPart", M, np.int64(-1), np.int64(0), label="lower"),
    Case("MatrixBandPart", M, np.int32(0), np.int32(-1), label="upper"),
]
