"""Products, solutions, inverses, adjoints and Cholesky factors that are operators, by the kinds of their operands."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.formulas import math_ops, matrices
from tf1compat._facade.linear_operators.blocks import LinearOperatorBlockDiag, LinearOperatorKronecker
from tf1compat._facade.linear_operators.circulant import LinearOperatorCirculant
from tf1compat._facade.linear_operators.composed import (
    LinearOperatorAdjoint,
    LinearOperatorComposition,
    LinearOperatorInversion,
)
from tf1compat._facade.linear_operators.dense import LinearOperatorHouseholder, LinearOperatorLowerTriangular
from tf1compat._facade.linear_operators.diagonal import (
    LinearOperatorDiag,
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
    LinearOperatorZeros,
)
from tf1compat._facade.linear_operators.hints import of_composition, of_product, own
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._facade.linear_operators.registry import (
    RegisterAdjoint,
    RegisterCholesky,
    RegisterInverse,
    RegisterMatmul,
    RegisterSolve,
)

# ---- products --------------------------------------------------------------------------------------------------------


@RegisterMatmul(LinearOperator, LinearOperator)
def _matmul(a: Any, b: Any) -> Any:
    return LinearOperatorComposition(operators=[a, b], **of_composition(a, b))


@RegisterMatmul(LinearOperatorIdentity, LinearOperator)
def _matmul_identity_left(identity: Any, operator: Any) -> Any:
    return operator


@RegisterMatmul(LinearOperator, LinearOperatorIdentity)
def _matmul_identity_right(operator: Any, identity: Any) -> Any:
    return operator


def _zeros_of_product(zeros: Any, other: Any) -> Any:
    if not zeros.is_square or not other.is_square:
        raise ValueError(
            "Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at this time."
        )
    return zeros


@RegisterMatmul(LinearOperator, LinearOperatorZeros)
def _matmul_zeros_right(operator: Any, zeros: Any) -> Any:
    return _zeros_of_product(zeros, operator)


@RegisterMatmul(LinearOperatorZeros, LinearOperator)
def _matmul_zeros_left(zeros: Any, operator: Any) -> Any:
    return _zeros_of_product(zeros, operator)


@RegisterMatmul(LinearOperatorDiag, LinearOperatorDiag)
def _matmul_diag(a: Any, b: Any) -> Any:
    return LinearOperatorDiag(diag=a.diag * b.diag, **of_product(a, b, commuting=True))


@RegisterMatmul(LinearOperatorDiag, LinearOperatorScaledIdentity)
def _matmul_diag_scaled_identity(diag: Any, scaled: Any) -> Any:
    return LinearOperatorDiag(diag=diag.diag * scaled.multiplier, **of_product(diag, scaled, commuting=True))


@RegisterMatmul(LinearOperatorScaledIdentity, LinearOperatorDiag)
def _matmul_scaled_identity_diag(scaled: Any, diag: Any) -> Any:
    return LinearOperatorDiag(diag=diag.diag * scaled.multiplier, **of_product(diag, scaled, commuting=True))


@RegisterMatmul(LinearOperatorDiag, LinearOperatorLowerTriangular)
def _matmul_diag_tril(diag: Any, tril: Any) -> Any:
    return LinearOperatorLowerTriangular(tril=diag.diag[..., None] * tril.to_dense(), **of_product(diag, tril))


@RegisterMatmul(LinearOperatorLowerTriangular, LinearOperatorDiag)
def _matmul_tril_diag(tril: Any, diag: Any) -> Any:
    return LinearOperatorLowerTriangular(tril=tril.to_dense() * diag.diag, **of_product(diag, tril))


@RegisterMatmul(LinearOperatorCirculant, LinearOperatorCirculant)
def _matmul_circulant(a: Any, b: Any) -> Any:
    return LinearOperatorCirculant(spectrum=a.spectrum * b.spectrum, **of_product(a, b, commuting=True))


# ---- solutions -------------------------------------------------------------------------------------------------------


@RegisterSolve(LinearOperator, LinearOperator)
def _solve(a: Any, b: Any) -> Any:
    return LinearOperatorComposition(operators=[LinearOperatorInversion(a), b], **of_composition(a, b))


@RegisterSolve(LinearOperatorInversion, LinearOperator)
def _solve_inverse(a: Any, b: Any) -> Any:
    return a.operator.matmul(b)


@RegisterSolve(LinearOperatorIdentity, LinearOperator)
def _solve_identity(identity: Any, operator: Any) -> Any:
    return operator


@RegisterSolve(LinearOperatorDiag, LinearOperatorDiag)
def _solve_diag(a: Any, b: Any) -> Any:
    return LinearOperatorDiag(diag=b.diag / a.diag, **of_product(a, b, commuting=True))


@RegisterSolve(LinearOperatorDiag, LinearOperatorScaledIdentity)
def _solve_diag_scaled_identity(diag: Any, scaled: Any) -> Any:
    return LinearOperatorDiag(diag=scaled.multiplier / diag.diag, **of_product(diag, scaled, commuting=True))


@RegisterSolve(LinearOperatorScaledIdentity, LinearOperatorDiag)
def _solve_scaled_identity_diag(scaled: Any, diag: Any) -> Any:
    return LinearOperatorDiag(diag=diag.diag / scaled.multiplier, **of_product(diag, scaled, commuting=True))


@RegisterSolve(LinearOperatorDiag, LinearOperatorLowerTriangular)
def _solve_diag_tril(diag: Any, tril: Any) -> Any:
    return LinearOperatorLowerTriangular(tril=tril.to_dense() / diag.diag[..., None], **of_product(diag, tril))


@RegisterSolve(LinearOperatorCirculant, LinearOperatorCirculant)
def _solve_circulant(a: Any, b: Any) -> Any:
    return LinearOperatorCirculant(spectrum=b.spectrum / a.spectrum, **of_product(a, b, commuting=True))


# ---- inverses --------------------------------------------------------------------------------------------------------


@RegisterInverse(LinearOperator)
def _inverse(operator: Any) -> Any:
    return LinearOperatorInversion(operator, **own(operator))


@RegisterInverse(LinearOperatorInversion)
def _inverse_inverse(operator: Any) -> Any:
    return operator.operator


@RegisterInverse(LinearOperatorDiag)
def _inverse_diag(operator: Any) -> Any:
    return LinearOperatorDiag(1.0 / operator.diag, **own(operator, is_square=True))


@RegisterInverse(LinearOperatorIdentity)
def _inverse_identity(operator: Any) -> Any:
    return operator


@RegisterInverse(LinearOperatorScaledIdentity)
def _inverse_scaled_identity(operator: Any) -> Any:
    hints = own(operator, is_self_adjoint=True, is_square=True)
    return LinearOperatorScaledIdentity(operator._num_rows, 1.0 / operator.multiplier, **hints)


@RegisterInverse(LinearOperatorBlockDiag)
def _inverse_block_diag(operator: Any) -> Any:
    return LinearOperatorBlockDiag([o.inverse() for o in operator.operators], **own(operator, is_square=True))


@RegisterInverse(LinearOperatorKronecker)
def _inverse_kronecker(operator: Any) -> Any:
    return LinearOperatorKronecker([o.inverse() for o in operator.operators], **own(operator, is_square=True))


@RegisterInverse(LinearOperatorCirculant)
def _inverse_circulant(operator: Any) -> Any:
    return LinearOperatorCirculant(spectrum=1.0 / operator.spectrum, **own(operator, is_square=True))


@RegisterInverse(LinearOperatorHouseholder)
def _inverse_householder(operator: Any) -> Any:
    return operator


# ---- adjoints --------------------------------------------------------------------------------------------------------


def _conj(x: Any) -> Any:
    return math_ops.conj(x) if x.dtype.is_complex else x


@RegisterAdjoint(LinearOperator)
def _adjoint(operator: Any) -> Any:
    return LinearOperatorAdjoint(operator, **own(operator))


@RegisterAdjoint(LinearOperatorAdjoint)
def _adjoint_adjoint(operator: Any) -> Any:
    return operator.operator


@RegisterAdjoint(LinearOperatorIdentity)
def _adjoint_identity(operator: Any) -> Any:
    return operator


@RegisterAdjoint(LinearOperatorScaledIdentity)
def _adjoint_scaled_identity(operator: Any) -> Any:
    multiplier = _conj(operator.multiplier)
    return LinearOperatorScaledIdentity(operator._num_rows, multiplier, **own(operator, is_square=True))


@RegisterAdjoint(LinearOperatorDiag)
def _adjoint_diag(operator: Any) -> Any:
    return LinearOperatorDiag(diag=_conj(operator.diag), **own(operator, is_square=True))


@RegisterAdjoint(LinearOperatorBlockDiag)
def _adjoint_block_diag(operator: Any) -> Any:
    return LinearOperatorBlockDiag([o.adjoint() for o in operator.operators], **own(operator, is_square=True))


@RegisterAdjoint(LinearOperatorKronecker)
def _adjoint_kronecker(operator: Any) -> Any:
    return LinearOperatorKronecker([o.adjoint() for o in operator.operators], **own(operator, is_square=True))


@RegisterAdjoint(LinearOperatorCirculant)
def _adjoint_circulant(operator: Any) -> Any:
    return LinearOperatorCirculant(spectrum=_conj(operator.spectrum), **own(operator, is_square=True))


@RegisterAdjoint(LinearOperatorHouseholder)
def _adjoint_householder(operator: Any) -> Any:
    return operator


# ---- Cholesky factors ------------------------------------------------------------------------------------------------

_FACTOR: dict[str, Any] = {"is_non_singular": True, "is_self_adjoint": False, "is_square": True}
_DIAGONAL: dict[str, Any] = {**_FACTOR, "is_self_adjoint": True, "is_positive_definite": True}


@RegisterCholesky(LinearOperator)
def _cholesky(operator: Any) -> Any:
    return LinearOperatorLowerTriangular(matrices.cholesky(operator.to_dense()), **_FACTOR)


@RegisterCholesky(LinearOperatorDiag)
def _cholesky_diag(operator: Any) -> Any:
    return LinearOperatorDiag(math_ops.sqrt(operator.diag), **_DIAGONAL)


@RegisterCholesky(LinearOperatorIdentity)
def _cholesky_identity(operator: Any) -> Any:
    return LinearOperatorIdentity(
        operator._num_rows, batch_shape=operator.batch_shape, dtype=operator.dtype, **_DIAGONAL
    )


@RegisterCholesky(LinearOperatorScaledIdentity)
def _cholesky_scaled_identity(operator: Any) -> Any:
    return LinearOperatorScaledIdentity(operator._num_rows, math_ops.sqrt(operator.multiplier), **_DIAGONAL)


@RegisterCholesky(LinearOperatorBlockDiag)
def _cholesky_block_diag(operator: Any) -> Any:
    return LinearOperatorBlockDiag([o.cholesky() for o in operator.operators], **_FACTOR)


@RegisterCholesky(LinearOperatorKronecker)
def _cholesky_kronecker(operator: Any) -> Any:
    return LinearOperatorKronecker([o.cholesky() for o in operator.operators], **_FACTOR)
