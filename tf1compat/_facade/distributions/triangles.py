"""Matrices made of vectors and back: triangles, diagonals, three diagonals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.static_shapes import dimension, prefer_static_rank
from tf1compat._facade.formulas import array_ops, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._jaxcore.base import dtypes


def matrix_diag_transform(matrix: Any, transform: Callable[[Any], Any] | None = None, name: str | None = None) -> Any:
    """The matrix with a function applied to its diagonal."""
    with name_scope(name, "matrix_diag_transform", [matrix]):
        matrix = convert(matrix, None, "matrix")
        if transform is None:
            return matrix
        changed = transform(array_ops.matrix_diag_part(matrix))
        return array_ops.matrix_set_diag(matrix, changed)


def fill_triangular(x: Any, upper: bool = False, name: str | None = None) -> Any:
    """A lower (or upper) triangle filled with the elements of vectors, clockwise from the last row (the first).

    Raises:
      ValueError: the vectors have no triangular number of elements.
    """
    with name_scope(name, "fill_triangular", values=[x]):
        x = convert(x, None, "x")
        static = x.shape.with_rank_at_least(1)
        m = None if static.ndims is None else dimension(static[-1])
        if m is not None:
            exact = np.sqrt(0.25 + 2.0 * m) - 0.5
            if exact != np.floor(exact):
                raise ValueError(f"Input right-most shape ({m}) does not correspond to a triangular matrix.")
            n: Any = np.int32(exact)
            final = static[:-1].concatenate([int(n), int(n)])
        else:
            count = array_ops.shape(x)[-1]
            root = math_ops.sqrt(0.25 + math_ops.cast(2 * count, dtype=dtypes.float32))
            n = math_ops.cast(root, dtype=dtypes.int32)
            final = static[:-1].concatenate([None, None])
        last = prefer_static_rank(x) - 1
        tail = x[..., n:]  # type: ignore[index]
        parts = [x, array_ops.reverse(tail, axis=[last])] if upper else [tail, array_ops.reverse(x, axis=[last])]
        if final.is_fully_defined():
            shape = final.as_list()
        else:
            shape = array_ops.concat([array_ops.shape(x)[:-1], [n, n]], axis=0)
        filled = array_ops.reshape(array_ops.concat(parts, axis=-1), shape)
        band = (0, -1) if upper else (-1, 0)
        filled = array_ops.matrix_band_part(filled, num_lower=band[0], num_upper=band[1])
        filled.set_shape(final)
        return filled


def fill_triangular_inverse(x: Any, upper: bool = False, name: str | None = None) -> Any:
    """The vectors whose `fill_triangular` these matrices are."""
    with name_scope(name, "fill_triangular_inverse", values=[x]):
        x = convert(x, None, "x")
        matrix: Any = x
        static = x.shape.with_rank_at_least(2)
        n: Any = None if static.ndims is None else dimension(static[-1])
        if n is not None:
            n = np.int32(n)
            m: Any = np.int32(n * (n + 1) // 2)
            final = static[:-2].concatenate([int(m)])
        else:
            n = array_ops.shape(x)[-1]
            m = n * (n + 1) // 2
            final = static[:-2].concatenate([None])
        rank = prefer_static_rank(x)
        if upper:
            first, rest = matrix[..., 0, :], matrix[..., 1:, :]
        else:
            first, rest = array_ops.reverse(matrix[..., -1, :], axis=[rank - 2]), matrix[..., :-1, :]
        turned = array_ops.reverse(array_ops.reverse(rest, axis=[rank - 1]), axis=[rank - 2])
        both = rest + turned
        shape = array_ops.concat([array_ops.shape(x)[:-2], [n * (n - 1)]], axis=0)
        sequence = array_ops.reshape(both, shape)
        y = array_ops.concat([first, sequence[..., : m - n]], axis=-1)
        y.set_shape(final)
        return y


def tridiag(below: Any = None, diag: Any = None, above: Any = None, name: str | None = None) -> Any:
    """Matrices with these diagonals below, on and above the main one.

    Raises:
      ValueError: none of them is given.
    """

    def padded(x: Any) -> Any:
        shape = array_ops.concat([array_ops.shape(x)[:-1], [1]], axis=0)
        z = array_ops.zeros(shape, dtype=x.dtype)
        return array_ops.concat([z, x, z], axis=-1)

    with name_scope(name, "tridiag", [below, diag, above]):
        parts = []
        if below is not None:
            parts.append(array_ops.matrix_diag(padded(convert(below, None, "below")))[..., :-1, 1:])
        if diag is not None:
            parts.append(array_ops.matrix_diag(convert(diag, None, "diag")))
        if above is not None:
            parts.append(array_ops.matrix_diag(padded(convert(above, None, "above")))[..., 1:, :-1])
        if not parts:
            raise ValueError("Must specify at least one of `below`, `diag`, `above`.")
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total
