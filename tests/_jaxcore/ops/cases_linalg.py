"""Cases of factorisations and linear equations (signs of singular vectors and eigenvectors are free)."""

import numpy as np
from case import Case


def values(*shape):
    # sixteenths: their products are exact, so that both interpreters have the same inputs
    return (np.random.RandomState(sum(shape)).randint(-16, 17, size=shape) / 16).astype("f")


def positive(*batch, n=3):
    a = values(*batch, n, n)
    return np.matmul(a, np.swapaxes(a, -1, -2)) + 0.5 * np.eye(n, dtype="f")


WELL = values(2, 3, 3) + 2 * np.eye(3, dtype="f")
DIAGONALS = np.concatenate([values(2, 1, 4), values(2, 1, 4) + 3, values(2, 1, 4) * 0.5], 1)
FREE = "TF has no gradient for it"

CASES = [
    Case("Cholesky", positive(), rtol=1e-4),
    Case("Cholesky", positive(2), label="batch", rtol=1e-4),
    Case("Cholesky", positive().astype("d"), label="double"),
    Case("CholeskyGrad", np.tril(positive()), values(3, 3), grad=FREE, rtol=1e-4),
    Case("MatrixDeterminant", WELL, rtol=1e-4),
    Case("LogMatrixDeterminant", WELL, rtol=1e-4),
    Case("LogMatrixDeterminant", -WELL.astype("d"), label="double"),
    Case("MatrixInverse", WELL, rtol=1e-4),
    Case("MatrixInverse", WELL, adjoint=True, label="adjoint", rtol=1e-4),
    Case("MatrixInverse", WELL.astype("F") + 1j, label="complex", rtol=1e-4),
    Case("MatrixSolve", WELL, values(2, 3, 2), rtol=1e-4),
    Case("MatrixSolve", WELL, values(2, 3, 2), adjoint=True, label="adjoint", rtol=1e-4),
    Case("MatrixTriangularSolve", WELL, values(2, 3, 2), rtol=1e-4),
    Case("MatrixTriangularSolve", WELL, values(2, 3, 2), lower=False, adjoint=True, label="upper", rtol=1e-4),
    Case("MatrixSolveLs", values(4, 3), values(4, 2), np.float64(0.1), rtol=1e-3, grad="of the regulariser, too"),
    Case("MatrixSolveLs", values(3, 4), values(3, 2), np.float64(0.1), label="wide", rtol=1e-3, grad="of the regulariser, too"),
    Case("MatrixSolveLs", values(4, 3), values(4, 2), np.float64(0), fast=False, label="exact", rtol=1e-3, grad="TF has none where not fast"),
    Case("Lu", WELL, rtol=1e-4, grad=FREE),
    Case("Lu", values(3, 3), output_idx_type="int64", label="wide_index", rtol=1e-4, grad=FREE),
    Case("Svd", values(4, 3), compute_uv=False, rtol=1e-4),
    Case("Svd", values(2, 3, 3), compute_uv=False, label="batch", rtol=1e-4),
    Case("SelfAdjointEigV2", positive(), compute_v=False, rtol=1e-3),
    Case("SelfAdjointEigV2", positive(2), compute_v=False, label="batch", rtol=1e-3),
    Case("MatrixLogarithm", positive().astype("F"), rtol=1e-3, grad=FREE),
    Case("MatrixSquareRoot", positive(2), rtol=1e-3),
    Case("TridiagonalSolve", DIAGONALS, values(2, 4, 3), rtol=1e-4),
    Case("TridiagonalMatMul", values(2, 1, 4), values(2, 1, 4) + 3, values(2, 1, 4) * 0.5, values(2, 4, 3), rtol=1e-4),
]  # fmt: skip
