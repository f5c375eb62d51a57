"""`tf.linalg`: norms, diagonals and bands of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import errors

_PLAIN_DIAGONAL = "Only the main diagonal without padding is supported: k=0, num_rows=-1, num_cols=-1, padding_value=0."


def norm(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: Any = None, name: str | None = None,
    keep_dims: Any = None,
) -> Tensor:  # fmt: skip
    """The norm of vectors along `axis` (of all elements by default), or of matrices along a pair of axes.

    Args:
      tensor: floating or complex numbers.
      ord: "euclidean", "fro", 1, 2, np.inf, or any positive number for vectors.
      axis: an int, a pair of ints, or None.
      keepdims: leave the reduced dimensions at size 1 (`keep_dims` is its old name).

    Raises:
      ValueError: `ord` or `axis` is none of these.
    """
    keepdims = renamed_argument("keepdims", keepdims, "keep_dims", keep_dims)
    is_matrix = isinstance(axis, (list, tuple)) and len(axis) == 2
    axes = _checked_axes(ord, axis, is_matrix)
    with name_scope(name, "norm", [tensor]):
        tensor = convert(tensor)
        if ord in ("fro", "euclidean", 2, 2.0):
            if is_matrix and ord in (2, 2.0):
                raise errors.unsupported(
                    "tf.norm of matrices with ord=2 (the largest singular value) is not supported.",
                    advice='Use ord="fro", 1 or np.inf.',
                )
            squares = math_ops.reduce_sum(tensor * math_ops.conj(tensor), axes, keepdims=True)  # type: ignore[operator]
            result = math_ops.sqrt(squares)
        else:
            result = _norm_of_sizes(math_ops.abs(tensor), ord, axes, is_matrix)
        return result if keepdims else array_ops.squeeze(result, axes)


def _checked_axes(ord: Any, axis: Any, is_matrix: bool) -> tuple[int, ...] | None:
    if is_matrix:
        axes = tuple(axis)
        if not isinstance(axes[0], int) or not isinstance(axes[1], int) or axes[0] == axes[1]:
            raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
        known = ["euclidean", "fro", 1, 2, np.inf]
        if ord not in known:
            raise ValueError(f"'ord' must be a supported matrix norm in {known}, got {ord}")
        return axes
    if not (isinstance(axis, int) or axis is None):
        raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
    if (not np.isreal(ord) or ord <= 0) and ord not in ("euclidean", 1, 2, np.inf):
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    return None if axis is None else (axis,)


def _norm_of_sizes(sizes: Tensor, ord: Any, axes: tuple[int, ...] | None, is_matrix: bool) -> Tensor:
    """Norms other than the Euclidean, of absolute values."""
    first = None if axes is None else axes[0]
    if ord == 1:
        total = math_ops.reduce_sum(sizes, first, keepdims=True)
        return math_ops.reduce_max(total, axes[-1], keepdims=True) if is_matrix and axes else total
    if ord == np.inf:
        if is_matrix and axes:
            sizes = math_ops.reduce_sum(sizes, axes[1], keepdims=True)
        return math_ops.reduce_max(sizes, first, keepdims=True)
    powers = math_ops.reduce_sum(math_ops.pow(sizes, ord), axes, keepdims=True)
    return math_ops.pow(powers, 1.0 / ord)


def matrix_diag(
    diagonal: Any, name: str | None = "diag", k: Any = 0, num_rows: Any = -1, num_cols: Any = -1, padding_value: Any = 0
) -> Tensor:
    """Square matrices with these diagonals (the last dimension)."""
    if (k, num_rows, num_cols, padding_value) != (0, -1, -1, 0):
        raise errors.unsupported("tf.matrix_diag with other diagonals is not supported.", advice=_PLAIN_DIAGONAL)
    return apply_op("MatrixDiag", diagonal, name=name)


def matrix_diag_part(input: Any, name: str | None = "diag_part", k: Any = 0, padding_value: Any = 0) -> Tensor:
    """The diagonals of matrices."""
    if (k, padding_value) != (0, 0):
        raise errors.unsupported("tf.matrix_diag_part with other diagonals is not supported.", advice=_PLAIN_DIAGONAL)
    return apply_op("MatrixDiagPart", input, name=name)


def matrix_set_diag(input: Any, diagonal: Any, name: str | None = "set_diag", k: Any = 0) -> Tensor:
    """The matrices with other diagonals."""
    if k != 0:
        raise errors.unsupported("tf.matrix_set_diag with other diagonals is not supported.", advice=_PLAIN_DIAGONAL)
    return apply_op("MatrixSetDiag", input, diagonal, name=name)


def matrix_band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """The matrices with all but a band about the diagonal set to zero; a negative width keeps that whole triangle."""
    return apply_op("MatrixBandPart", input, num_lower, num_upper, name=name)


def diag(diagonal: Any, name: str | None = None) -> Tensor:
    """A tensor of twice the rank whose diagonal this is, zero elsewhere."""
    return apply_op("Diag", diagonal, name=name)


def diag_part(input: Any, name: str | None = None) -> Tensor:
    """The diagonal of a tensor of even rank."""
    return apply_op("DiagPart", input, name=name)


def normalize(tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None) -> tuple[Tensor, Tensor]:
    """`tensor` over its norm, and the norm; arguments as for `norm`."""
    with name_scope(name, "normalize", [tensor]):
        tensor = convert(tensor)
        size = math_ops.cast(norm(tensor, ord, axis, keepdims=True), tensor.dtype.base)
        return tensor / size, size  # type: ignore[operator]
