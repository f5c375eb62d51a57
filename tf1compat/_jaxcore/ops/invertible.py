"""Checks of matrices that solvers and factorisations refuse: singular ones, and those that are not positive definite.

What is looked at is a part of the factorisation that the op makes as well; XLA computes the two once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.schema.checks import Check

SINGULAR = "Input matrix is not invertible."
NOT_DEFINITE = "Cholesky decomposition was not successful. The input might not be valid."


def is_square(x: Any) -> bool:
    """Whether these are matrices that have a factorisation (others are refused for their shape)."""
    shape = np.shape(x)
    return len(shape) >= 2 and shape[-1] == shape[-2] and 0 not in shape


def pivots(matrix: Any, text: str = SINGULAR) -> Check | None:
    """Each pivot of the LU factorisation is something else than 0 (and a number)."""
    return Check((matrix,), _has_bad_pivot, text) if is_square(matrix) else None


def diagonal(matrix: Any) -> Check | None:
    """As `pivots`, of triangular matrices."""
    return Check((matrix,), lambda x: _is_bad(_diagonal(x)), SINGULAR) if is_square(matrix) else None


def definite(matrix: Any) -> Check | None:
    """The Cholesky factorisation exists. TF1: not a number in the input is not an error, but gives the same."""
    return Check((matrix,), _is_not_definite, NOT_DEFINITE) if is_square(matrix) else None


def _has_bad_pivot(matrix: Any) -> Any:
    if isinstance(matrix, np.ndarray):
        with np.errstate(invalid="ignore"):
            return _is_bad(np.linalg.slogdet(matrix)[0])
    from jax import lax

    return _is_bad(_diagonal(lax.linalg.lu(matrix)[0]))


def _is_not_definite(matrix: Any) -> Any:
    if isinstance(matrix, np.ndarray):
        return np.array([_is_indefinite(m) for m in matrix.reshape(-1, *matrix.shape[-2:])])
    import jax.numpy as jnp
    from jax import lax

    factor = lax.linalg.cholesky(matrix, symmetrize_input=False)
    given = jnp.isnan(jnp.tril(matrix)).any((-2, -1))
    return jnp.isnan(_diagonal(factor)).any(-1) & ~given


def _is_indefinite(matrix: np.ndarray[Any, Any]) -> bool:
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return not np.isnan(np.tril(matrix)).any()
    return False


def _diagonal(matrix: Any) -> Any:
    return matrix.diagonal(axis1=-2, axis2=-1)


def _is_bad(pivot: Any) -> Any:
    return ~(abs(pivot) > 0)
