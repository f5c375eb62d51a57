"""Matrices that Fourier transforms diagonalise: `tf.linalg.LinearOperatorCirculant`, `…2D`, `…3D`, `…Toeplitz`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.static_shapes import rotate_transpose
from tf1compat._facade.formulas import array_ops, check_ops, math_ops, spectral
from tf1compat._facade.framework import name_scope
from tf1compat._facade.linear_operators.batches import (
    adjoint_if,
    assert_no_entries_with_modulus_zero,
    assert_zero_imag_part,
    broadcast_matrix_batch_dims,
    static_size,
)
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._jaxcore.base import dtypes, shapes


def _to_complex(x: Any) -> Any:
    if x.dtype.is_complex:
        return x
    return math_ops.cast(x, dtypes.complex128 if x.dtype.base == dtypes.float64 else dtypes.complex64)


class _BaseLinearOperatorCirculant(LinearOperator):
    """Circulant matrices, nested `block_depth` deep, by their eigenvalues `spectrum`."""

    def __init__(
        self,
        spectrum: Any,
        block_depth: int,
        input_output_dtype: Any = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant",
    ) -> None:
        self._name = name
        if block_depth not in (1, 2, 3):
            raise ValueError(f"Expected block_depth to be in [1, 2, 3].  Found: {block_depth}.")
        self._block_depth = block_depth
        with name_scope(name, values=[spectrum]):
            self._spectrum: Any = convert(spectrum, None, "spectrum")
            rank = self._spectrum.shape.ndims
            if rank is not None and rank < block_depth:
                raise ValueError(
                    f"Argument spectrum must have at least {block_depth} dimensions.  Found: {self._spectrum}"
                )
            if not self._spectrum.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real spectrum always corresponds to a self-adjoint operator.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("A [[nested] block] circulant operator is always square.")
            self._block_shape_tensor = array_ops.shape(self._spectrum)[-block_depth:]
            self._spectrum_complex = _to_complex(self._spectrum)
            self._abs_spectrum = math_ops.abs(self._spectrum)
            self._conj_spectrum = math_ops.conj(self._spectrum_complex)
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(dtypes.as_dtype(input_output_dtype), [self._spectrum], *hints, name=name)

    @property
    def block_depth(self) -> int:
        return self._block_depth

    def block_shape_tensor(self) -> Any:
        """The sizes of the nested blocks, as a tensor."""
        return self._block_shape_tensor

    @property
    def block_shape(self) -> Any:
        return self.spectrum.shape[-self.block_depth :]

    @property
    def spectrum(self) -> Any:
        return self._spectrum

    def _vectorize_then_blockify(self, matrix: Any) -> Any:
        """Columns as blocks, in the innermost dimensions."""
        vec = rotate_transpose(matrix, shift=1)
        if vec.shape.is_fully_defined() and self.block_shape.is_fully_defined():
            return array_ops.reshape(vec, vec.shape[:-1].concatenate(self.block_shape))
        leading = array_ops.shape(vec)[:-1]
        return array_ops.reshape(vec, array_ops.concat((leading, self.block_shape_tensor()), 0))

    def _unblockify_then_matricize(self, vec: Any) -> Any:
        """Blocks as columns."""
        if vec.shape.is_fully_defined():
            sizes: Any = vec.shape.as_list()
            flat: Any = [*sizes[: -self.block_depth], int(np.prod(sizes[-self.block_depth :]))]
        else:
            sizes = array_ops.shape(vec)
            leading, block = sizes[: -self.block_depth], sizes[-self.block_depth :]
            flat = array_ops.concat((leading, [math_ops.reduce_prod(block)]), 0)
        return rotate_transpose(array_ops.reshape(vec, flat), shift=-1)

    def _fft(self, x: Any) -> Any:
        return (spectral.fft, spectral.fft2d, spectral.fft3d)[self.block_depth - 1](_to_complex(x))

    def _ifft(self, x: Any) -> Any:
        return (spectral.ifft, spectral.ifft2d, spectral.ifft3d)[self.block_depth - 1](_to_complex(x))

    def convolution_kernel(self, name: str = "convolution_kernel") -> Any:
        """The kernel whose convolution the operator is: the inverse transform of the spectrum."""
        with self._name_scope(name):
            return math_ops.cast(self._ifft(self._spectrum_complex), self.dtype)

    def _shape(self) -> Any:
        shape, block = self._spectrum.shape[: -self.block_depth], self._spectrum.shape[-self.block_depth :]
        n = int(np.prod(block.as_list())) if block.is_fully_defined() else None
        return shape.concatenate(shapes.TensorShape([n, n]))

    def _shape_tensor(self) -> Any:
        sizes = array_ops.shape(self._spectrum)
        batch, block = sizes[: -self.block_depth], sizes[-self.block_depth :]
        n = math_ops.reduce_prod(block)
        return array_ops.concat((batch, [n, n]), 0)

    def assert_hermitian_spectrum(self, name: str = "assert_hermitian_spectrum") -> Any:
        """An operation that fails unless the convolution kernel is real."""
        smallest = np.finfo(self.dtype.real_dtype.as_numpy_dtype).eps
        with self._name_scope(name):
            most = smallest * self.domain_dimension_tensor()
            imaginary = math_ops.abs(math_ops.imag(self.convolution_kernel()))
            return check_ops.assert_less(imaginary, most, message="Spectrum was not Hermitian")

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Spectrum contained zero values."
        return assert_no_entries_with_modulus_zero(self.spectrum, message=message)

    def _assert_positive_definite(self) -> Any:
        message = "Not positive definite:  Real part of spectrum was not all positive."
        return check_ops.assert_positive(math_ops.real(self.spectrum), message=message)

    def _assert_self_adjoint(self) -> Any:
        message = "Not self-adjoint:  The spectrum contained non-zero imaginary part."
        return assert_zero_imag_part(self.spectrum, message=message)

    def _broadcast_batch_dims(self, x: Any, spectrum: Any) -> tuple[Any, Any]:
        columns = array_ops.reshape(spectrum, array_ops.concat((self.batch_shape_tensor(), [-1, 1]), axis=0))
        x, columns = broadcast_matrix_batch_dims((x, columns))
        batch = array_ops.shape(x)[:-2]
        return x, array_ops.reshape(columns, array_ops.concat((batch, self.block_shape_tensor()), axis=0))

    def _in_frequencies(self, x: Any, spectrum: Any, combined: Any) -> Any:
        x, spectrum = self._broadcast_batch_dims(x, spectrum)
        transformed = self._fft(self._vectorize_then_blockify(x))
        found = self._unblockify_then_matricize(self._ifft(combined(transformed, spectrum)))
        return math_ops.cast(found, self.dtype)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        x = adjoint_if(x, adjoint_arg)
        spectrum = self._conj_spectrum if adjoint else self._spectrum_complex
        return self._in_frequencies(math_ops.cast(x, spectrum.dtype), spectrum, lambda x, s: s * x)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        rhs = adjoint_if(rhs, adjoint_arg)
        spectrum = self._conj_spectrum if adjoint else self._spectrum_complex
        # TF1: does not cast the right-hand side
        return self._in_frequencies(rhs, spectrum, lambda x, s: x / s)

    def _block_axes(self) -> list[int]:
        return [-(i + 1) for i in range(self.block_depth)]

    def _determinant(self) -> Any:
        return math_ops.cast(math_ops.reduce_prod(self.spectrum, axis=self._block_axes()), self.dtype)

    def _log_abs_determinant(self) -> Any:
        found = math_ops.reduce_sum(math_ops.log(self._abs_spectrum), axis=self._block_axes())
        return math_ops.cast(found, self.dtype)

    def _diag_part(self) -> Any:
        if self.shape.is_fully_defined():
            sizes: Any = self.shape[:-1]
            count: Any = self.domain_dimension.value
        else:
            sizes, count = self.shape_tensor()[:-1], self.domain_dimension_tensor()
        ones = array_ops.ones(sizes, dtype=self.dtype)
        value = self.trace() / math_ops.cast(count, self.dtype)
        return value[..., None] * ones

    def _trace(self) -> Any:
        if self.spectrum.shape.is_fully_defined():
            rank = self.spectrum.shape.ndims
            axis: Any = np.arange(rank - self.block_depth, rank, dtype=np.int32)
        else:
            rank = array_ops.rank(self.spectrum)
            axis = math_ops.range(rank - self.block_depth, rank)
        real = math_ops.reduce_sum(math_ops.real(self.spectrum), axis=axis)
        if not self.dtype.is_complex:
            return math_ops.cast(real, self.dtype)
        if self.is_self_adjoint:
            imaginary = array_ops.zeros_like(real)
        else:
            imaginary = math_ops.reduce_sum(math_ops.imag(self.spectrum), axis=axis)
        return math_ops.cast(math_ops.complex(real, imaginary), self.dtype)


class _OfDepth(_BaseLinearOperatorCirculant):
    """Circulant operators whose class says how deep they are nested, and how they are named."""

    depth: ClassVar[int]

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, self.depth, input_output_dtype, *hints, name=name or type(self).__name__)


class LinearOperatorCirculant(_OfDepth):
    """Circulant matrices, by the Fourier transform `spectrum` of their first columns."""

    depth = 1


class LinearOperatorCirculant2D(_OfDepth):
    """Block circulant matrices with circulant blocks."""

    depth = 2


class LinearOperatorCirculant3D(_OfDepth):
    """Block circulant matrices whose blocks are such of two levels."""

    depth = 3


class LinearOperatorToeplitz(LinearOperator):
    """Matrices with constant diagonals, by their first column and row; products by a circulant of twice the size."""

    def __init__(
        self,
        col: Any,
        row: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ) -> None:
        with name_scope(name, values=[row, col]):
            self._row: Any = convert(row, None, "row")
            self._col: Any = convert(col, None, "col")
            for what, tensor in (("row", self._row), ("col", self._col)):
                if tensor.shape.ndims is not None and tensor.shape.ndims < 1:
                    raise ValueError(f"Argument {what} must have at least 1 dimension.  Found: {tensor}")
            sizes = static_size(self._row, -1), static_size(self._col, -1)
            if None not in sizes and sizes[0] != sizes[1]:
                raise ValueError("Expected square matrix, got row and col with mismatched dimensions.")
            back = array_ops.zeros_like(self._col[..., 0:1])
            turned = array_ops.reverse(self._row[..., 1:], axis=[-1])
            column = array_ops.concat([self._col, back, turned], axis=-1)
            spectrum = spectral.fft(_to_complex(column))
            self._circulant = LinearOperatorCirculant(spectrum, input_output_dtype=self._row.dtype)
            if is_square is False:
                raise ValueError("Only square Toeplitz operators currently supported.")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(self._row.dtype, [self._row, self._col], *hints, name=name)

    @property
    def col(self) -> Any:
        return self._col

    @property
    def row(self) -> Any:
        return self._row

    def _shape(self) -> Any:
        sizes = array_ops.broadcast_static_shape(self.row.shape, self.col.shape)
        return sizes.concatenate(sizes[-1:])

    def _shape_tensor(self) -> Any:
        sizes = array_ops.broadcast_dynamic_shape(array_ops.shape(self.row), array_ops.shape(self.col))
        return array_ops.concat((sizes, [sizes[-1]]), 0)

    def _assert_self_adjoint(self) -> Any:
        message = "row and col are not the same, and so this operator is not self-adjoint."
        return check_ops.assert_equal(self.row, self.col, message=message)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        x = adjoint_if(x, adjoint_arg)
        twice = array_ops.concat([x, array_ops.zeros_like(x)], axis=-2)
        found = self._circulant.matmul(twice, adjoint=adjoint, adjoint_arg=False)
        return math_ops.cast(found[..., : self.domain_dimension_tensor(), :], self.dtype)

    def _trace(self) -> Any:
        return math_ops.cast(self.domain_dimension_tensor(), dtype=self.dtype) * self.col[..., 0]

    def _diag_part(self) -> Any:
        return self.col[..., 0:1] * array_ops.ones([self.domain_dimension_tensor()], self.dtype)
