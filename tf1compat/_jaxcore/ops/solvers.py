"""Systems of linear equations: inverses, general, triangular and tridiagonal ones, least squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ops import factorizations as parts
from tf1compat._jaxcore.ops import invertible
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import same_dim


def _inverse_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    import jax.numpy as jnp

    # TF1: the same formula with adjoint=True, where it gives the transpose of the gradient
    turned = jnp.swapaxes(outputs[0], -1, -2)
    return [-parts.product(turned, parts.product(cotangents[0], turned))]


@op("MatrixInverse", "input: T -> output: T", shape=parts.square, grad=_inverse_grad,
    check=lambda input: invertible.pivots(input, "Input is not invertible."))  # fmt: skip
def matrix_inverse(input: Any, *, adjoint: bool = False) -> Any:
    """The inverses of matrices, or of their adjoints."""
    import jax.numpy as jnp

    parts.check_square(input)
    found = jnp.linalg.inv(jnp.asarray(input))
    return parts.adjoint(found) if adjoint else found


def _solution_shape(x: Any) -> Any:
    matrix, rhs = parts.with_rank_two(x.shape(0)), parts.with_rank_two(x.shape(1))
    if matrix is None or rhs is None:
        return (None,)
    same_dim(matrix[-2], rhs[-2])
    batch = [same_dim(a, b) for a, b in zip(matrix[:-2], rhs[:-2])]
    rows = matrix[-1] if x.node.opdef.type == "MatrixSolveLs" else same_dim(matrix[-2], matrix[-1])
    return ((*batch, rows, rhs[-1]),)


def _check_rows(matrix: Any, rhs: Any) -> None:
    m, r = np.shape(matrix), np.shape(rhs)
    if m[-2] != r[-2]:
        raise errors.InvalidArgumentError(None, None, "Input matrix and right-hand side must have the same number of rows, "
                                          f"got {m[-2]} != {r[-2]}")  # fmt: skip


@op("MatrixSolve", "matrix: T, rhs: T -> output: T", shape=_solution_shape,
    check=lambda matrix, rhs: invertible.pivots(matrix))  # fmt: skip
def matrix_solve(matrix: Any, rhs: Any, *, adjoint: bool = False) -> Any:
    """x with matrix @ x = rhs, or with the adjoint of the matrix."""
    import jax.numpy as jnp

    parts.check_square(matrix)
    _check_rows(matrix, rhs)
    a = jnp.asarray(matrix)
    return jnp.linalg.solve(parts.adjoint(a) if adjoint else a, jnp.asarray(rhs))


@op("MatrixTriangularSolve", "matrix: T, rhs: T -> output: T", shape=_solution_shape,
    check=lambda matrix, rhs: invertible.diagonal(matrix))  # fmt: skip
def matrix_triangular_solve(matrix: Any, rhs: Any, *, lower: bool = True, adjoint: bool = False) -> Any:
    """x with matrix @ x = rhs, where only one triangle of the matrix counts."""
    import jax.numpy as jnp
    from jax import lax

    parts.check_square(matrix)
    _check_rows(matrix, rhs)
    turned = {"transpose_a": adjoint, "conjugate_a": adjoint}
    return lax.linalg.triangular_solve(jnp.asarray(matrix), jnp.asarray(rhs), left_side=True, lower=lower, **turned)


@op("MatrixSolveLs", "matrix: T, rhs: T, l2_regularizer: float64 -> output: T", shape=_solution_shape)
def matrix_solve_ls(matrix: Any, rhs: Any, l2_regularizer: Any, *, fast: bool = True) -> Any:
    """x with the least |matrix @ x - rhs|^2 + l2_regularizer |x|^2; `fast` by normal equations, else by singular values."""
    import jax.numpy as jnp

    _check_rows(matrix, rhs)
    a, b = jnp.asarray(matrix), jnp.asarray(rhs)
    if not fast:
        return parts.product(jnp.linalg.pinv(a), b)
    over = a.shape[-2] >= a.shape[-1]
    gram = parts.product(parts.adjoint(a), a) if over else parts.product(a, parts.adjoint(a))
    gram = gram + jnp.asarray(l2_regularizer).astype(a.dtype) * np.eye(gram.shape[-1], dtype=a.dtype)
    if over:
        return jnp.linalg.solve(gram, parts.product(parts.adjoint(a), b))
    return parts.product(parts.adjoint(a), jnp.linalg.solve(gram, b))


def _tridiagonal_shape(x: Any) -> Any:
    return (x.shape(1),)


@op("TridiagonalSolve", "diagonals: T, rhs: T -> output: T", shape=_tridiagonal_shape)
def tridiagonal_solve(diagonals: Any, rhs: Any, *, partial_pivoting: bool = True) -> Any:
    """x with matrix @ x = rhs, where `diagonals` [..., 3, n] holds what is above, on and below the diagonal."""
    import jax.numpy as jnp

    d = jnp.asarray(diagonals)
    n = d.shape[-1]
    above, on, below = d[..., 0, :], d[..., 1, :], d[..., 2, :]
    eye = np.eye(n, dtype=d.dtype)
    dense = on[..., :, None] * eye + above[..., :, None] * np.eye(n, k=1, dtype=d.dtype)
    dense = dense + below[..., :, None] * np.eye(n, k=-1, dtype=d.dtype)
    return jnp.linalg.solve(dense, jnp.asarray(rhs))


def _tridiagonal_product_shape(x: Any) -> Any:
    return (x.shape(3),)


@op("TridiagonalMatMul", "superdiag: T, maindiag: T, subdiag: T, rhs: T -> output: T",
    shape=_tridiagonal_product_shape)  # fmt: skip
def tridiagonal_mat_mul(superdiag: Any, maindiag: Any, subdiag: Any, rhs: Any) -> Any:
    """The product of tridiagonal matrices (their diagonals as rows of length n) and matrices."""
    import jax.numpy as jnp

    def column(x: Any) -> Any:
        return jnp.swapaxes(jnp.asarray(x), -1, -2)

    b = jnp.asarray(rhs)
    around = [(0, 0)] * (b.ndim - 2)
    down = jnp.pad(b[..., 1:, :], [*around, (0, 1), (0, 0)])
    up = jnp.pad(b[..., :-1, :], [*around, (1, 0), (0, 0)])
    return column(superdiag) * down + column(maindiag) * b + column(subdiag) * up
