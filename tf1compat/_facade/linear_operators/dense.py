"""`tf.linalg.LinearOperatorFullMatrix`, `LinearOperatorLowerTriangular` and `LinearOperatorHouseholder`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import linalg_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, math_ops
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.linear_operators.batches import (
    adjoint_if,
    assert_no_entries_with_modulus_zero,
    convert_nonref_to_tensor,
    matrix_triangular_solve_with_broadcast,
)
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._jaxcore.base import dtypes, errors

_ALLOWED = [dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128]


class LinearOperatorFullMatrix(LinearOperator):
    """Matrices as they are."""

    def __init__(
        self,
        matrix: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ) -> None:
        with name_scope(name, values=[matrix]):
            self._matrix = convert_nonref_to_tensor(matrix, name="matrix")
            as_tensor = convert(self._matrix, None, "matrix")
            if as_tensor.dtype not in _ALLOWED:
                raise TypeError(f"Argument matrix must have dtype in {_ALLOWED}.  Found: {as_tensor.dtype}")
            if as_tensor.shape.ndims is not None and as_tensor.shape.ndims < 2:
                raise ValueError(f"Argument matrix must have at least 2 dimensions.  Found: {as_tensor}")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(self._matrix.dtype, [self._matrix], *hints, name=name)

    def _shape(self) -> Any:
        return self._matrix.shape

    def _shape_tensor(self) -> Any:
        return array_ops.shape(self._matrix)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return math_ops.matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _to_dense(self) -> Any:
        return self._matrix


class LinearOperatorLowerTriangular(LinearOperator):
    """The lower triangles of matrices `tril`; what is above does not count."""

    def __init__(
        self,
        tril: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ) -> None:
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        with name_scope(name, values=[tril]):
            self._tril = convert_nonref_to_tensor(tril, name="tril")
            if self._tril.shape.ndims is not None and self._tril.shape.ndims < 2:
                raise ValueError(f"Argument tril must have at least 2 dimensions.  Found: {self._tril}")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(self._tril.dtype, [self._tril], *hints, name=name)

    def _get_tril(self) -> Any:
        return array_ops.matrix_band_part(self._tril, -1, 0)

    def _get_diag(self) -> Any:
        return array_ops.matrix_diag_part(self._tril)

    def _shape(self) -> Any:
        return self._tril.shape

    def _shape_tensor(self) -> Any:
        return array_ops.shape(self._tril)

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Diagonal contained zero values."
        return assert_no_entries_with_modulus_zero(self._get_diag(), message=message)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return math_ops.matmul(self._get_tril(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _determinant(self) -> Any:
        return math_ops.reduce_prod(self._get_diag(), axis=[-1])

    def _log_abs_determinant(self) -> Any:
        return math_ops.reduce_sum(math_ops.log(math_ops.abs(self._get_diag())), axis=[-1])

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        rhs = adjoint_if(rhs, adjoint_arg)
        return matrix_triangular_solve_with_broadcast(self._get_tril(), rhs, lower=True, adjoint=adjoint)

    def _to_dense(self) -> Any:
        return self._get_tril()


class LinearOperatorHouseholder(LinearOperator):
    """Reflections about the hyperplanes orthogonal to `reflection_axis`."""

    def __init__(
        self,
        reflection_axis: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ) -> None:
        with name_scope(name, values=[reflection_axis]):
            axis = convert_nonref_to_tensor(reflection_axis, name="reflection_axis")
            self._reflection_axis = axis
            if axis.shape.ndims is not None and axis.shape.ndims < 1:
                raise ValueError(f"Argument reflection_axis must have at least 1 dimension.  Found: {axis}")
            if is_self_adjoint is False:
                raise ValueError("A Householder operator is always self adjoint.")
            if is_positive_definite is True:
                raise ValueError("A Householder operator is always non-positive definite.")
            if is_square is False:
                raise ValueError("A Householder operator is always square.")
            super().__init__(axis.dtype, [axis], is_non_singular, True, False, True, name=name)

    @property
    def reflection_axis(self) -> Any:
        return self._reflection_axis

    def _shape(self) -> Any:
        return self._reflection_axis.shape.concatenate(self._reflection_axis.shape[-1:])

    def _shape_tensor(self) -> Any:
        sizes = array_ops.shape(self._reflection_axis)
        return array_ops.concat((sizes, [sizes[-1]]), 0)

    def _assert_non_singular(self) -> Any:
        return no_op("assert_non_singular")

    def _assert_positive_definite(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Any:
        return no_op("assert_self_adjoint")

    def _unit(self, axis: Any) -> Any:
        return axis / linalg_ops.norm(axis, axis=-1, keepdims=True)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        axis = convert(self.reflection_axis)
        x = adjoint_if(x, adjoint_arg)
        column = self._unit(axis)[..., None]
        along = math_ops.matmul(column, x, adjoint_a=True)
        return x - 2 * column * along

    def _trace(self) -> Any:
        size = math_ops.cast(self.domain_dimension_tensor() - 2, self.dtype)
        return size * array_ops.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _determinant(self) -> Any:
        return -array_ops.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _log_abs_determinant(self) -> Any:
        return array_ops.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _to_dense(self) -> Any:
        column = self._unit(self.reflection_axis)[..., None]
        matrix = -2 * math_ops.matmul(column, column, adjoint_b=True)
        return array_ops.matrix_set_diag(matrix, 1.0 + array_ops.matrix_diag_part(matrix))

    def _diag_part(self) -> Any:
        unit = self._unit(self.reflection_axis)
        return 1.0 - 2 * unit * math_ops.conj(unit)
