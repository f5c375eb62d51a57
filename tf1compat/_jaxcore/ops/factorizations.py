"""Factorisations of matrices: Cholesky, LU, singular values, eigenvalues; determinants, roots and logarithms."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ops.invertible import definite, pivots
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import ShapeError, same_dim


def with_rank_two(shape: Any) -> Any:
    """A shape of at least two dimensions, or None."""
    if shape is not None and len(shape) < 2:
        raise ShapeError(f"Shape must be at least rank 2 but is rank {len(shape)}")
    return shape


def square(x: Any) -> Any:
    """One output like the input, a batch of square matrices."""
    shape = with_rank_two(x.shape(0))
    if shape is None:
        return (None,)
    size = same_dim(shape[-2], shape[-1])
    return ((*shape[:-2], size, size),)


def _batch(x: Any) -> Any:
    (shape,) = square(x)
    return (None if shape is None else shape[:-2],)


def adjoint(x: Any) -> Any:
    """The conjugate transpose of the last two dimensions."""
    import jax.numpy as jnp

    return jnp.conj(jnp.swapaxes(x, -1, -2))


def product(x: Any, y: Any) -> Any:
    """x @ y at full precision."""
    import jax.numpy as jnp

    return jnp.matmul(x, y, precision="highest")


def _cholesky_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    (d,) = cotangents
    return [cholesky_grad(outputs[0], d)]


@op("Cholesky", "input: T -> output: T", shape=square, grad=_cholesky_grad, check=lambda input: definite(input))
def cholesky(input: Any) -> Any:
    """Lower triangular l with input = l @ adjoint(l), from the lower triangle of the input alone."""
    from jax import lax

    check_square(input)
    return lax.linalg.cholesky(input, symmetrize_input=False)


def check_square(x: Any) -> None:
    """Raise for matrices that are not square."""
    shape = np.shape(x)
    if len(shape) < 2 or shape[-1] != shape[-2]:
        sizes = ",".join(map(str, shape[-2:]))
        raise errors.InvalidArgumentError(None, None, f"Input matrix must be square, got shape [{sizes}]")


@op("CholeskyGrad", "l: T, grad: T -> output: T", shape=square)
def cholesky_grad(l: Any, grad: Any) -> Any:  # noqa: E741
    """The gradient for a symmetric input (Murray 2016), itself symmetric."""
    import jax.numpy as jnp
    from jax import lax

    half = jnp.tril(product(adjoint(l), grad))
    half = half - jnp.tril(half) * np.eye(half.shape[-1], dtype=half.dtype) / 2
    left = lax.linalg.triangular_solve(l, half, left_side=True, lower=True, transpose_a=True, conjugate_a=True)
    whole = lax.linalg.triangular_solve(l, left, left_side=False, lower=True)
    return (whole + adjoint(whole)) / 2


@op("MatrixDeterminant", "input: T -> output: T", shape=_batch)
def matrix_determinant(input: Any) -> Any:
    """The determinants of matrices."""
    import jax.numpy as jnp

    check_square(input)
    return jnp.linalg.det(jnp.asarray(input))


def _two_batches(x: Any) -> Any:
    return (*_batch(x), *_batch(x))


@op("LogMatrixDeterminant", "input: T -> sign: T, log_abs_determinant: T", shape=_two_batches)
def log_matrix_determinant(input: Any) -> Any:
    """Signs of determinants and the logarithms of their absolute values."""
    import jax.numpy as jnp

    check_square(input)
    sign, log = jnp.linalg.slogdet(jnp.asarray(input))
    return sign, log.astype(input.dtype)


def _lu_shape(x: Any) -> Any:
    (shape,) = square(x)
    return (shape, None if shape is None else shape[:-1])


@op("Lu", "input: T -> lu: T, p: output_idx_type", shape=_lu_shape, types={"output_idx_type": dtypes.int32},
    check=lambda input: pivots(input, "Input is not invertible."))  # fmt: skip
def lu(input: Any, *, output_idx_type: Any = dtypes.int32) -> Any:
    """Both triangles in one matrix, and the order of rows p: input[p] = l @ u."""
    import jax.numpy as jnp
    from jax import lax

    packed, _, order = lax.linalg.lu(jnp.asarray(input))
    return packed, order.astype(output_idx_type.np)


def _svd_shapes(x: Any) -> Any:
    shape = with_rank_two(x.shape(0))
    if shape is None:
        return (None, None, None) if x.attrs["compute_uv"] else (None, (0,), (0,))
    *batch, m, n = shape
    least = None if m is None or n is None else min(m, n)
    if not x.attrs["compute_uv"]:
        return ((*batch, least), (0,), (0,))
    if x.attrs["full_matrices"]:
        return ((*batch, least), (*batch, m, m), (*batch, n, n))
    return ((*batch, least), (*batch, m, least), (*batch, n, least))


@op("Svd", "input: T -> s: T, u: T, v: T", shape=_svd_shapes)
def svd(input: Any, *, compute_uv: bool = True, full_matrices: bool = False) -> Any:
    """Singular values s, greatest first, and u, v with input = u @ diag(s) @ adjoint(v)."""
    import jax.numpy as jnp
    from jax import lax

    x = jnp.asarray(input)
    if not compute_uv:
        s = lax.linalg.svd(x, compute_uv=False)
        return s.astype(x.dtype), jnp.zeros((), x.dtype), jnp.zeros((), x.dtype)
    u, s, vh = lax.linalg.svd(x, full_matrices=full_matrices)
    return s.astype(x.dtype), u, adjoint(vh)


def _eigen_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    import jax.numpy as jnp

    grad_e, grad_v = cotangents
    e, v = outputs if attrs["compute_v"] else self_adjoint_eig(inputs[0], compute_v=True)
    inner = jnp.zeros_like(v)
    if grad_e is not None:
        inner = inner + grad_e[..., :, None] * np.eye(v.shape[-1], dtype=v.dtype)
    if grad_v is not None and attrs["compute_v"]:
        apart = e[..., None, :] - e[..., :, None]
        weights = jnp.where(np.eye(v.shape[-1], dtype=bool), 0, 1 / jnp.where(apart == 0, np.inf, apart))
        inner = inner + weights * product(adjoint(v), grad_v)
    whole = product(v, product(inner, adjoint(v)))
    # TF1: only the lower triangle of the input counts, so that it gets both halves
    lower = jnp.tril(whole + adjoint(whole))
    return [lower - lower * np.eye(v.shape[-1], dtype=v.dtype) / 2]


def _eigen_shapes(x: Any) -> Any:
    (shape,) = square(x)
    return (None if shape is None else shape[:-1], shape if x.attrs["compute_v"] else (0,))


@op("SelfAdjointEigV2", "input: T -> e: T, v: T", shape=_eigen_shapes, grad=_eigen_grad)
def self_adjoint_eig(input: Any, *, compute_v: bool = True) -> Any:
    """Eigenvalues, least first, and eigenvectors (columns of v), from the lower triangle of the input alone."""
    import jax.numpy as jnp
    from jax import lax

    check_square(input)
    v, e = lax.linalg.eigh(jnp.asarray(input), lower=True, symmetrize_input=False)
    e = e.astype(input.dtype)
    return e, v if compute_v else jnp.zeros((), v.dtype)


# ---- functions of matrices, by SciPy's Schur forms -------------------------------------------------------------------


def _each(function: Any, x: Any) -> Any:
    """`function` of each matrix of a batch."""
    array = np.asarray(x)
    out = np.empty_like(array)
    for at in np.ndindex(array.shape[:-2]):
        found = function(array[at])
        out[at] = found if array.dtype.kind == "c" else np.real(found)
    return out


@op("MatrixLogarithm", "input: T -> output: T", host=True, shape=square)
def matrix_logarithm(input: Any) -> Any:
    """The principal logarithm of matrices."""
    import scipy.linalg

    check_square(input)
    return _each(scipy.linalg.logm, input)


@op("MatrixSquareRoot", "input: T -> output: T", host=True, shape=square)
def matrix_square_root(input: Any) -> Any:
    """The principal square root of matrices."""
    import scipy.linalg

    check_square(input)
    return _each(scipy.linalg.sqrtm, input)
