"""`tf.linalg`: factorisations, systems of linear equations, and what is made of them."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, cast

import numpy as np

from tf1compat._facade import array_creation, array_ops, check_ops, math_ops, tensor_util
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes

_CACHE_SIZE = 256000  # bytes; TF1 guesses that larger batches are bound by memory
LogMatrixDeterminant = namedtuple("LogMatrixDeterminant", "sign log_abs_determinant")
Lu = namedtuple("Lu", "lu p")
Qr = namedtuple("Qr", "q r")


@dispatched
def cholesky(input: Any, name: str | None = None) -> Tensor:
    """Lower triangular l with input = l @ adjoint(l), for Hermitian positive definite matrices [..., n, n]."""
    return apply_op("Cholesky", input, name=name)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """x with a @ x = rhs, for chol = cholesky(a)."""
    with name_scope(name, "cholesky_solve", [chol, rhs]):
        y = apply_op("MatrixTriangularSolve", chol, rhs, adjoint=False, lower=True)
        return apply_op("MatrixTriangularSolve", chol, y, adjoint=True, lower=True)


@dispatched
def matrix_determinant(input: Any, name: str | None = None) -> Tensor:
    """The determinants of matrices [..., n, n]."""
    return apply_op("MatrixDeterminant", input, name=name)


def slogdet(input: Any, name: str | None = None) -> Any:
    """(sign, logarithm of the absolute value) of the determinants of matrices [..., n, n]."""
    return LogMatrixDeterminant(*apply_op("LogMatrixDeterminant", input, name=name))


@dispatched
def logdet(matrix: Any, name: str | None = None) -> Any:
    """The logarithm of the determinants of Hermitian positive definite matrices."""
    with name_scope(name, "logdet", [matrix]):
        diagonal = array_ops.matrix_diag_part(apply_op("Cholesky", matrix))
        return 2.0 * math_ops.reduce_sum(math_ops.log(math_ops.real(diagonal)), axis=[-1])  # type: ignore[operator]


@dispatched
def matrix_inverse(input: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverses of matrices [..., n, n], or of their adjoints."""
    return apply_op("MatrixInverse", input, adjoint=adjoint, name=name)


@dispatched
def matrix_solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """x with matrix @ x = rhs, for matrices [..., n, n] and [..., n, k]."""
    return apply_op("MatrixSolve", matrix, rhs, adjoint=adjoint, name=name)


def matrix_triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """x with matrix @ x = rhs, where only the lower (or upper) triangle of the matrix counts."""
    return apply_op("MatrixTriangularSolve", matrix, rhs, lower=lower, adjoint=adjoint, name=name)


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> Any:
    """(q, r): orthonormal columns and an upper triangle, input = q @ r."""
    return Qr(*apply_op("Qr", input, full_matrices=full_matrices, name=name))


def lu(input: Any, output_idx_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """(lu, p): both triangles in one matrix, and the order of rows."""
    return Lu(*apply_op("Lu", input, output_idx_type=dtypes.as_dtype(output_idx_type), name=name))


def matrix_logarithm(input: Any, name: str | None = None) -> Tensor:
    """The principal logarithm of complex matrices."""
    return apply_op("MatrixLogarithm", input, name=name)


def matrix_square_root(input: Any, name: str | None = None) -> Tensor:
    """The principal square root of matrices."""
    return apply_op("MatrixSquareRoot", input, name=name)


def self_adjoint_eig(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """(eigenvalues, least first; eigenvectors as columns) of Hermitian matrices; the signs of vectors are free."""
    e, v = apply_op("SelfAdjointEigV2", tensor, compute_v=True, name=name)
    return e, v


def self_adjoint_eigvals(tensor: Any, name: str | None = None) -> Tensor:
    """The eigenvalues of Hermitian matrices, least first."""
    e, _ = apply_op("SelfAdjointEigV2", tensor, compute_v=False, name=name)
    return e


def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """(s, u, v) with tensor = u @ diag(s) @ adjoint(v), greatest s first; the signs of vectors are free.

    `compute_uv=False` gives s alone.
    """
    s, u, v = apply_op("Svd", tensor, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    return (math_ops.real(s), u, v) if compute_uv else math_ops.real(s)


@dispatched
def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """The conjugate transpose of the last two dimensions."""
    with name_scope(name, "adjoint", [matrix]):
        return array_ops.matrix_transpose(convert(matrix, None, "matrix"), conjugate=True)


# ---- least squares ---------------------------------------------------------------------------------------------------


def matrix_solve_ls(
    matrix: Any, rhs: Any, l2_regularizer: Any = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """x with the least |matrix @ x - rhs|^2 + l2_regularizer |x|^2.

    Args:
      matrix: [..., m, n].
      rhs: [..., m, k].
      l2_regularizer: a number or scalar.
      fast: by the normal equations; else by an orthogonal decomposition, without regulariser.
      name: name of the node or scope.

    Raises:
      NotImplementedError: a regulariser with complex128.
    """
    matrix = convert(matrix, None, "matrix")
    if matrix.dtype.base is dtypes.complex128 and l2_regularizer != 0:
        raise NotImplementedError(
            "matrix_solve_ls is currently disabled for complex128 and l2_regularizer != 0 due to poor accuracy."
        )
    if not _is_composed(matrix, fast):
        return apply_op("MatrixSolveLs", matrix, rhs, l2_regularizer, fast=fast, name=name)
    with name_scope(name, "matrix_solve_ls", [matrix, rhs, l2_regularizer]):
        known = matrix.shape[-2:]
        if known.is_fully_defined():
            m, n = known.as_list()
            return (_overdetermined if m >= n else _underdetermined)(matrix, rhs, l2_regularizer)
        sizes: Any = array_ops.shape(matrix)
        sizes = sizes[-2:]
        return cond(
            sizes[-2] >= sizes[-1],
            lambda: _overdetermined(matrix, rhs, l2_regularizer),
            lambda: _underdetermined(matrix, rhs, l2_regularizer),
        )


def _is_composed(matrix: Tensor, fast: bool) -> bool:
    if fast is False:
        return False
    if not matrix.shape.is_fully_defined():
        return True
    *batch, m, n = cast("list[int]", matrix.shape.as_list())
    size = int(np.prod([*batch, m, n])) * matrix.dtype.size
    return not (size > _CACHE_SIZE and int(np.prod(batch)) > min(m, n))


def _gram_cholesky(matrix: Tensor, l2_regularizer: Any, first: bool) -> Tensor:
    gram: Any = math_ops.matmul(matrix, matrix, adjoint_a=first, adjoint_b=not first)
    if tensor_util.is_tensor(l2_regularizer) or l2_regularizer != 0:
        sizes: Any = array_ops.shape(matrix)
        batch = sizes[:-2]
        small = sizes[-1] if first else sizes[-2]
        identity: Any = array_creation.eye(small, batch_shape=batch, dtype=matrix.dtype)
        static = matrix.shape[-1 if first else -2]
        identity.set_shape(matrix.shape[:-2].concatenate([static, static]))
        gram = gram + l2_regularizer * identity
    return apply_op("Cholesky", gram)


def _overdetermined(matrix: Tensor, rhs: Any, l2_regularizer: Any) -> Tensor:
    chol = _gram_cholesky(matrix, l2_regularizer, True)
    return cholesky_solve(chol, math_ops.matmul(matrix, rhs, adjoint_a=True))


def _underdetermined(matrix: Tensor, rhs: Any, l2_regularizer: Any) -> Tensor:
    chol = _gram_cholesky(matrix, l2_regularizer, False)
    return math_ops.matmul(matrix, cholesky_solve(chol, rhs), adjoint_a=True)


# ---- rank and pseudo-inverse -----------------------------------------------------------------------------------------


def _validated(a: Tensor, validate_args: bool) -> Tensor:
    if not a.dtype.is_floating:
        raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    rank = a.shape.ndims
    if rank is not None and rank < 2:
        raise ValueError(f"Input `a` must have at least 2 dimensions (saw: {rank}).")
    if rank is not None or not validate_args:
        return a
    message = "Input `a` must have at least 2 dimensions."
    with control_dependencies([check_ops.assert_greater_equal(array_ops.rank(a), 2, message=message)]):
        return array_ops.identity(a)


def matrix_rank(a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """How many singular values of matrices [..., m, n] are greater than `tol`."""
    with name_scope(name or "matrix_rank"):
        a = _validated(convert_to_tensor(a, name="a", dtype_hint=dtypes.float32), validate_args)
        s: Any = svd(a, compute_uv=False)
        if tol is None:
            known = a.shape[-2:]
            if known.is_fully_defined():
                m: Any = np.max(known.as_list())
            else:
                sizes: Any = array_ops.shape(a)
                m = math_ops.reduce_max(sizes[-2:])
            eps = np.finfo(a.dtype.as_numpy_dtype).eps
            tol = eps * math_ops.cast(m, a.dtype) * math_ops.reduce_max(s, axis=-1, keepdims=True)
        return math_ops.reduce_sum(math_ops.cast(s > tol, dtypes.int32), axis=-1)


def pinv(a: Any, rcond: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The Moore-Penrose inverses of matrices [..., m, n]; singular values below `rcond` times the greatest are zero."""
    with name_scope(name or "pinv"):
        a = _validated(convert(a, None, "a"), validate_args)
        kind = a.dtype.as_numpy_dtype
        if rcond is None:
            rcond = 10.0 * _longest(a) * np.finfo(kind).eps
        rcond = convert(rcond, a.dtype.base, "rcond")
        s, u, v = svd(a, full_matrices=False, compute_uv=True)
        cutoff = rcond * math_ops.reduce_max(s, axis=-1)
        s = array_ops.where_v2(s > array_ops.expand_dims(cutoff, -1), s, np.array(np.inf, kind))
        scaled = v / array_ops.expand_dims(s, -2)
        result = math_ops.matmul(scaled, u, adjoint_b=True)
        if a.shape.ndims is not None:
            result.set_shape(a.shape[:-2].concatenate([a.shape[-1], a.shape[-2]]))
        return result


def _longest(a: Tensor) -> Any:
    known = a.shape[-2:]
    if a.shape.ndims is not None and known.is_fully_defined():
        return float(max(known.as_list()))
    sizes = []
    for axis in (-2, -1):
        static = None if a.shape.ndims is None else shapes.dimension_value(a.shape[axis])
        computed: Any = None if static is not None else array_ops.shape(a)
        sizes.append(computed[axis] if static is None else static)
    return math_ops.cast(math_ops.maximum(*sizes), a.dtype)
