"""`tf.linalg.tridiagonal_solve` and `tridiagonal_matmul`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes

_UNKNOWN_SIZE = 'The size of the matrix needs to be known for diagonals_format="matrix"'


def tridiagonal_solve(
    diagonals: Any,
    rhs: Any,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
) -> Tensor:
    """x with matrix @ x = rhs for tridiagonal matrices.

    Args:
      diagonals: by `diagonals_format`: "compact" [..., 3, n] (above, on and below the diagonal), "sequence" (a tuple of
        the three), or "matrix" [..., n, n].
      rhs: [..., n] or [..., n, k].
      diagonals_format: see `diagonals`.
      transpose_rhs: `rhs` and the result are [..., k, n].
      conjugate_rhs: conjugate `rhs`.
      name: name of the node.
      partial_pivoting: exchange rows for stability; here always done.

    Raises:
      ValueError: shapes do not fit.
    """
    if diagonals_format == "sequence":
        diagonals = _stacked(diagonals)
    elif diagonals_format == "matrix":
        diagonals = _of_matrix(diagonals)
    elif diagonals_format != "compact":
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    how = {"partial_pivoting": partial_pivoting}
    rank, rhs_rank = len(diagonals.shape), len(rhs.shape)
    if rank < 2:
        raise ValueError(f"Expected diagonals to have rank at least 2, got {rank}")
    if rhs_rank not in (rank, rank - 1):
        raise ValueError(f"Expected the rank of rhs to be {rank - 1} or {rank}, got {rhs_rank}")
    three = shapes.dimension_value(diagonals.shape[-2])
    if three and three != 3:
        raise ValueError(f"Expected 3 diagonals got {three}")
    if not diagonals.shape[:-2].is_compatible_with(rhs.shape[: rank - 2]):
        raise ValueError(f"Batch shapes {diagonals.shape[:-2]} and {rhs.shape[: rank - 2]} are incompatible")
    if rhs_rank == rank - 1:
        rhs = array_ops.expand_dims(math_ops.conj(rhs) if conjugate_rhs else rhs, -1)
        _check_sizes(diagonals, rhs)
        return array_ops.squeeze(apply_op("TridiagonalSolve", diagonals, rhs, name=name, **how), -1)
    if transpose_rhs:
        rhs = array_ops.matrix_transpose(rhs, conjugate=conjugate_rhs)
    elif conjugate_rhs:
        rhs = math_ops.conj(rhs)
    _check_sizes(diagonals, rhs)
    result = apply_op("TridiagonalSolve", diagonals, rhs, name=name, **how)
    return array_ops.matrix_transpose(result) if transpose_rhs else result


def _check_sizes(diagonals: Any, rhs: Any) -> None:
    m, n = shapes.dimension_value(diagonals.shape[-1]), shapes.dimension_value(rhs.shape[-2])
    if m and n and m != n:
        raise ValueError(f"Expected number of left-hand sided and right-hand sides to be equal, got {m} and {n}")


def _stacked(diagonals: Any) -> Tensor:
    if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
        raise ValueError("Expected diagonals to be a sequence of length 3.")
    above, on, below = diagonals
    if not all(d.shape[:-1].is_compatible_with(on.shape[:-1]) for d in (below, above)):
        raise ValueError(
            "Tensors representing the three diagonals must have the same shape,except for the last dimension, got "
            f"{below.shape}, {on.shape}, {above.shape}"
        )
    m = shapes.dimension_value(on.shape[-1])

    def filled(diagonal: Any, what: str, ends: list[int]) -> Any:
        n = shapes.dimension_value(diagonal.shape[-1])
        if not n or n == m:
            return diagonal
        if n != m - 1:
            raise ValueError(f"Expected {what} to be have length {m} or {m - 1}, got {n}.")
        return array_ops.pad(diagonal, [[0, 0]] * (len(diagonal.shape) - 1) + [ends])

    below = filled(below, "subdiagonal", [1, 0])
    above = filled(above, "superdiagonal", [0, 1])
    return array_ops.stack((above, on, below), axis=-2)


def _of_matrix(matrix: Any) -> Tensor:
    m, n = shapes.dimension_value(matrix.shape[-1]), shapes.dimension_value(matrix.shape[-2])
    if m and n and m != n:
        raise ValueError(f"Expected last two dimensions of diagonals to be same, got {m} and {n}")
    size = m or n
    if not size:
        raise ValueError(_UNKNOWN_SIZE)
    nowhere = [0, 0]
    places = [[[1, 0], [0, 0], nowhere]]
    places += [[[i + 1, i], [i, i], [i - 1, i]] for i in range(1, size - 1)]
    places += [[nowhere, [size - 1, size - 1], [size - 2, size - 1]]]
    return array_ops.transpose(array_ops.gather_nd(array_ops.transpose(matrix), places))


def tridiagonal_matmul(diagonals: Any, rhs: Any, diagonals_format: str = "compact", name: str | None = None) -> Tensor:
    """The product of tridiagonal matrices and `rhs` [..., n, k]; `diagonals` as for `tridiagonal_solve`."""
    if diagonals_format == "compact":
        above, on, below = (diagonals[..., i, :] for i in range(3))
    elif diagonals_format == "sequence":
        above, on, below = diagonals
    elif diagonals_format == "matrix":
        m, n = shapes.dimension_value(diagonals.shape[-1]), shapes.dimension_value(diagonals.shape[-2])
        if not m or not n:
            raise ValueError(_UNKNOWN_SIZE)
        if m != n:
            raise ValueError(f"Expected last two dimensions of diagonals to be same, got {m} and {n}")
        on = array_ops.matrix_diag_part(diagonals)
        turned = array_ops.transpose(diagonals)
        nowhere = [0, 0]
        above = array_ops.transpose(array_ops.gather_nd(turned, [[i + 1, i] for i in range(m - 1)] + [nowhere]))
        below = array_ops.transpose(array_ops.gather_nd(turned, [nowhere] + [[i - 1, i] for i in range(1, m)]))
    else:
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    rows = [array_ops.expand_dims(d, -2) for d in (above, on, below)]
    return apply_op("TridiagonalMatMul", *rows, rhs, name=name)
