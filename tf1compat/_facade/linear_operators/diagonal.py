"""Diagonal matrices: `tf.linalg.LinearOperatorDiag`, `LinearOperatorIdentity`, `LinearOperatorScaledIdentity`, zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.linear_operators.batches import (
    adjoint_if,
    assert_compatible_matrix_dimensions,
    assert_no_entries_with_modulus_zero,
    assert_not_ref_type,
    assert_zero_imag_part,
    conj_if,
    convert_nonref_to_tensor,
    shape_tensor,
)
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._jaxcore.base import dtypes, errors, shapes


class LinearOperatorDiag(LinearOperator):
    """Matrices with the diagonal `diag`, zero elsewhere."""

    def __init__(
        self,
        diag: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ) -> None:
        with name_scope(name, values=[diag]):
            self._diag = convert_nonref_to_tensor(diag, name="diag")
            if self._diag.shape.ndims is not None and self._diag.shape.ndims < 1:
                raise ValueError(f"Argument diag must have at least 1 dimension.  Found: {self._diag}")
            if not self._diag.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("Only square diagonal operators currently supported.")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(self._diag.dtype, [self._diag], *hints, name=name)

    @property
    def diag(self) -> Any:
        return self._diag

    def _shape(self) -> Any:
        return self._diag.shape.concatenate(self._diag.shape[-1:])

    def _shape_tensor(self) -> Any:
        sizes = array_ops.shape(self._diag)
        return array_ops.concat((sizes, [sizes[-1]]), 0)

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Diagonal contained zero values."
        return assert_no_entries_with_modulus_zero(self._diag, message=message)

    def _assert_positive_definite(self) -> Any:
        if self.dtype.is_complex:
            kind = "Diagonal operator had diagonal entries with non-positive real part"
        else:
            kind = "Real diagonal operator had non-positive diagonal entries"
        message = f"{kind}, thus was not positive definite."
        return check_ops.assert_positive(math_ops.real(self._diag), message=message)

    def _assert_self_adjoint(self) -> Any:
        message = "This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint."
        return assert_zero_imag_part(self._diag, message=message)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        diag = conj_if(self._diag, adjoint)
        x = adjoint_if(x, adjoint_arg)
        return array_ops.expand_dims(diag, -1) * x

    def _matvec(self, x: Any, adjoint: bool = False) -> Any:
        return conj_if(self._diag, adjoint) * x

    def _determinant(self) -> Any:
        return math_ops.reduce_prod(self._diag, axis=[-1])

    def _log_abs_determinant(self) -> Any:
        found = math_ops.reduce_sum(math_ops.log(math_ops.abs(self._diag)), axis=[-1])
        return math_ops.cast(found, dtype=self.dtype) if self.dtype.is_complex else found

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        diag = conj_if(self._diag, adjoint)
        rhs = adjoint_if(rhs, adjoint_arg)
        return rhs * array_ops.expand_dims(1.0 / diag, -1)

    def _to_dense(self) -> Any:
        return array_ops.matrix_diag(self._diag)

    def _diag_part(self) -> Any:
        return self.diag

    def _add_to_tensor(self, x: Any) -> Any:
        return array_ops.matrix_set_diag(x, self._diag + array_ops.matrix_diag_part(x))


class _Sized(LinearOperator):
    """What operators made from a number of rows share."""

    _assert_proper_shapes: bool
    _batch_shape_arg: Any = None

    def _checked_number(self, number: Any, what: str) -> Any:
        """The number as a tensor, with assertions if wanted."""
        static = tensor_util.constant_value(number)
        scalar, positive = f"Argument {what} must be a 0-D Tensor.", f"Argument {what} must be non-negative."
        if self._assert_proper_shapes:
            checks = [
                check_shapes.assert_rank(number, 0, message=scalar),
                check_ops.assert_non_negative(number, message=positive),
            ]
            number = with_dependencies(checks, number)
        if not number.dtype.is_integer:
            raise TypeError(f"Argument {what} must be integer type.  Found: {number}")
        if static is not None and static.ndim != 0:
            raise ValueError(f"{scalar}  Found: {static}")
        if static is not None and static < 0:
            raise ValueError(f"{positive}  Found: {static}")
        return number

    def _set_batch_shape(self, batch_shape: Any) -> None:
        if batch_shape is None:
            return
        arg = shape_tensor(batch_shape, name="batch_shape_arg")
        self._batch_shape_static = tensor_util.constant_value(arg)
        vector = "Argument batch_shape must be a 1-D Tensor."
        positive = "Argument batch_shape must be non-negative."
        if self._assert_proper_shapes:
            checks = [
                check_shapes.assert_rank(arg, 1, message=vector),
                check_ops.assert_non_negative(arg, message=positive),
            ]
            arg = with_dependencies(checks, arg)
        if not arg.dtype.is_integer:
            raise TypeError(f"Argument batch_shape must be integer type.  Found: {arg}")
        static = self._batch_shape_static
        if static is not None and static.ndim != 1:
            raise ValueError(f"{vector}  Found: {static}")
        if static is not None and np.any(static < 0):
            raise ValueError(f"{positive}  Found:{static}")
        self._batch_shape_arg = arg

    def _sized_shape(self, rows: Any, columns: Any) -> Any:
        sizes = shapes.TensorShape([None if n is None else int(n) for n in (rows, columns)])
        if self._batch_shape_arg is None:
            return sizes
        known = self._batch_shape_static
        batch = shapes.TensorShape(None if known is None else [int(n) for n in known])
        return batch.concatenate(sizes)

    def _sized_shape_tensor(self, rows: Any, columns: Any) -> Any:
        sizes = array_ops.stack((rows, columns), axis=0)
        return sizes if self._batch_shape_arg is None else array_ops.concat((self._batch_shape_arg, sizes), 0)

    def _with_batch_shape(self, x: Any) -> Any:
        """`x` broadcast to the batch shape."""
        if self._batch_shape_arg is None:
            return x
        special = self.batch_shape.concatenate([1, 1])
        both = array_ops.broadcast_static_shape(x.shape, special)
        if special.is_fully_defined():
            if both.is_fully_defined() and x.shape.ndims is not None and both.as_list() == x.shape.as_list():
                return x
            return x + array_ops.zeros(shape=special, dtype=self.dtype)
        sizes = array_ops.concat((self.batch_shape_tensor(), [1, 1]), 0)
        return x + array_ops.zeros(shape=sizes, dtype=self.dtype)

    def _checked_argument(self, x: Any) -> Any:
        if not self._assert_proper_shapes:
            return x
        return with_dependencies([assert_compatible_matrix_dimensions(self, x)], x)

    def _batch(self) -> Any:
        return self.batch_shape if self.batch_shape.is_fully_defined() else self.batch_shape_tensor()

    def _min_matrix_dim(self) -> int | None:
        sizes = [shapes.dimension_value(d) for d in (self.domain_dimension, self.range_dimension)]
        return None if None in sizes else min(n for n in sizes if n is not None)

    def _min_matrix_dim_tensor(self) -> Any:
        return math_ops.reduce_min(self.shape_tensor()[-2:])

    def _diagonal_shape(self) -> Any:
        if self.shape.is_fully_defined():
            return self.batch_shape.concatenate([self._min_matrix_dim()])
        return array_ops.concat([self.batch_shape_tensor(), [self._min_matrix_dim_tensor()]], axis=0)


class _IdentityLike(_Sized):
    """What LinearOperatorIdentity and LinearOperatorScaledIdentity share."""

    _num_rows: Any

    def _set_num_rows(self, num_rows: Any) -> None:
        number = shape_tensor(num_rows, name="num_rows")
        self._num_rows_static = tensor_util.constant_value(number)
        self._num_rows = self._checked_number(number, "num_rows")

    def _scaled_trace(self, multiplier: Any = None) -> Any:
        ones = array_ops.ones(shape=self._batch(), dtype=self.dtype)
        size = self._min_matrix_dim()
        if size is None:
            size = math_ops.cast(self._min_matrix_dim_tensor(), self.dtype)
        return (size if multiplier is None else multiplier * size) * ones


class LinearOperatorIdentity(_IdentityLike):
    """Identity matrices of `num_rows` rows, in a batch of shape `batch_shape`."""

    def __init__(
        self,
        num_rows: Any,
        batch_shape: Any = None,
        dtype: Any = None,
        is_non_singular: bool | None = True,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = True,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ) -> None:
        self._assert_proper_shapes = assert_proper_shapes
        with name_scope(name):
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            if not is_self_adjoint:
                raise ValueError("An identity operator is always self adjoint.")
            if not is_non_singular:
                raise ValueError("An identity operator is always non-singular.")
            if not is_positive_definite:
                raise ValueError("An identity operator is always positive-definite.")
            if not is_square:
                raise ValueError("An identity operator is always square.")
            super().__init__(dtypes.as_dtype(dtype or dtypes.float32), None, *hints, name=name)
            assert_not_ref_type(num_rows, "num_rows")
            assert_not_ref_type(batch_shape, "batch_shape")
            self._set_num_rows(num_rows)
            self._set_batch_shape(batch_shape)

    def _shape(self) -> Any:
        return self._sized_shape(self._num_rows_static, self._num_rows_static)

    def _shape_tensor(self) -> Any:
        return self._sized_shape_tensor(self._num_rows, self._num_rows)

    def _assert_non_singular(self) -> Any:
        return no_op("assert_non_singular")

    def _assert_positive_definite(self) -> Any:
        return no_op("assert_positive_definite")

    def _assert_self_adjoint(self) -> Any:
        return no_op("assert_self_adjoint")

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._with_batch_shape(self._checked_argument(adjoint_if(x, adjoint_arg)))

    def _determinant(self) -> Any:
        return array_ops.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _log_abs_determinant(self) -> Any:
        return array_ops.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._matmul(rhs, adjoint_arg=adjoint_arg)

    def _trace(self) -> Any:
        return self._scaled_trace()

    def _diag_part(self) -> Any:
        return array_ops.ones(shape=self._diagonal_shape(), dtype=self.dtype)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Any:  # type: ignore[override]
        """The sum with matrices."""
        with self._name_scope(name):
            mat = convert(mat, None, "mat")
            return array_ops.matrix_set_diag(mat, 1 + array_ops.matrix_diag_part(mat))


class LinearOperatorScaledIdentity(_IdentityLike):
    """Identity matrices of `num_rows` rows times the numbers of `multiplier`."""

    def __init__(
        self,
        num_rows: Any,
        multiplier: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:
        self._assert_proper_shapes = assert_proper_shapes
        with name_scope(name, values=[multiplier, num_rows]):
            self._multiplier = convert_nonref_to_tensor(multiplier, name="multiplier")
            if not self._multiplier.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if not is_square:
                raise ValueError("A ScaledIdentity operator is always square.")
            assert_not_ref_type(num_rows, "num_rows")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(self._multiplier.dtype.base_dtype, None, *hints, name=name)
            self._set_num_rows(num_rows)
            self._num_rows_cast_to_dtype = math_ops.cast(self._num_rows, self.dtype)
            self._num_rows_cast_to_real_dtype = math_ops.cast(self._num_rows, self.dtype.real_dtype)

    @property
    def multiplier(self) -> Any:
        return self._multiplier

    def _shape(self) -> Any:
        return self.multiplier.shape.concatenate(self._sized_shape(self._num_rows_static, self._num_rows_static))

    def _shape_tensor(self) -> Any:
        sizes = array_ops.stack((self._num_rows, self._num_rows), axis=0)
        return array_ops.concat((array_ops.shape(self.multiplier), sizes), 0)

    def _assert_non_singular(self) -> Any:
        return check_ops.assert_positive(math_ops.abs(self.multiplier), message="LinearOperator was singular")

    def _assert_positive_definite(self) -> Any:
        message = "LinearOperator was not positive definite."
        return check_ops.assert_positive(math_ops.real(self.multiplier), message=message)

    def _assert_self_adjoint(self) -> Any:
        imaginary = math_ops.imag(self.multiplier)
        message = "LinearOperator was not self-adjoint"
        return check_ops.assert_equal(array_ops.zeros_like(imaginary), imaginary, message=message)

    def _as_matrix(self, conjugate: bool) -> Any:
        return conj_if(array_ops.expand_dims(array_ops.expand_dims(self.multiplier, -1), -1), conjugate)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._checked_argument(adjoint_if(x, adjoint_arg)) * self._as_matrix(adjoint)

    def _determinant(self) -> Any:
        return self.multiplier**self._num_rows_cast_to_dtype

    def _log_abs_determinant(self) -> Any:
        return self._num_rows_cast_to_real_dtype * math_ops.log(math_ops.abs(self.multiplier))

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._checked_argument(adjoint_if(rhs, adjoint_arg)) / self._as_matrix(adjoint)

    def _trace(self) -> Any:
        return self._scaled_trace(self.multiplier)

    def _diag_part(self) -> Any:
        ones = array_ops.ones(shape=self._diagonal_shape(), dtype=self.dtype)
        return ones * self.multiplier[..., None]

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Any:  # type: ignore[override]
        """The sum with matrices."""
        with self._name_scope(name):
            vector = array_ops.expand_dims(self.multiplier, -1)
            mat = convert(mat, None, "mat")
            return array_ops.matrix_set_diag(mat, vector + array_ops.matrix_diag_part(mat))


class LinearOperatorZeros(_Sized):
    """Matrices of zeros, of `num_rows` rows and `num_columns` columns."""

    def __init__(
        self,
        num_rows: Any,
        num_columns: Any = None,
        batch_shape: Any = None,
        dtype: Any = None,
        is_non_singular: bool | None = False,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = False,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ) -> None:
        self._assert_proper_shapes = assert_proper_shapes
        with name_scope(name):
            if not is_self_adjoint and is_square:
                raise ValueError("A zero operator is always self adjoint.")
            if is_non_singular:
                raise ValueError("A zero operator is always singular.")
            if is_positive_definite:
                raise ValueError("A zero operator is always not positive-definite.")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(dtypes.as_dtype(dtype or dtypes.float32), None, *hints, name=name)
            for value, what in ((num_rows, "num_rows"), (num_columns, "num_columns"), (batch_shape, "batch_shape")):
                assert_not_ref_type(value, what)
            rows = shape_tensor(num_rows, name="num_rows")
            columns = shape_tensor(num_rows if num_columns is None else num_columns, name="num_columns")
            known = [tensor_util.constant_value(n) for n in (rows, columns)]
            self._static_sizes = known
            self._num_rows = self._checked_number(rows, "num_rows")
            self._num_columns = self._checked_number(columns, "num_columns")
            if None not in known and is_square and known[0] != known[1]:
                raise ValueError(
                    f"LinearOperatorZeros initialized as is_square=True, but got num_rows({known[0]}) != "
                    f"num_columns({known[1]})"
                )
            self._set_batch_shape(batch_shape)

    def _shape(self) -> Any:
        return self._sized_shape(*self._static_sizes)

    def _shape_tensor(self) -> Any:
        return self._sized_shape_tensor(self._num_rows, self._num_columns)

    def _assert_non_singular(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Any:
        return no_op("assert_self_adjoint")

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        if self._assert_proper_shapes:
            # TF1: transposes here, and the shape below once more
            x = self._checked_argument(adjoint_if(x, adjoint_arg))
        if self.is_square:
            sizes = array_ops.shape(x)
            if adjoint_arg:
                sizes = array_ops.concat([sizes[:-2], [array_ops.shape(x)[-1], array_ops.shape(x)[-2]]], axis=0)
        else:
            found = array_ops.shape(x)
            rows = self._num_columns if adjoint else self._num_rows
            columns = found[-2] if adjoint_arg else found[-1]
            sizes = array_ops.concat([found[:-2], [rows, columns]], axis=0)
        return self._with_batch_shape(array_ops.zeros(shape=sizes, dtype=x.dtype))

    def _determinant(self) -> Any:
        return array_ops.zeros(shape=self._batch(), dtype=self.dtype)

    def _trace(self) -> Any:
        return array_ops.zeros(shape=self._batch(), dtype=self.dtype)

    def _diag_part(self) -> Any:
        return array_ops.zeros(shape=self._diagonal_shape(), dtype=self.dtype)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Any:  # type: ignore[override]
        """The sum with matrices: these, broadcast."""
        return self._with_batch_shape(mat)
