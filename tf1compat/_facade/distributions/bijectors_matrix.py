"""`tf.contrib.distributions.bijectors` of vectors and matrices: FillTriangular, CholeskyOuterProduct, ScaleTriL…"""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.distributions.bijector import Bijector
from tf1compat._facade.distributions.bijectors_affine import AffineScalar
from tf1compat._facade.distributions.bijectors_composed import Chain
from tf1compat._facade.distributions.bijectors_elementwise import Softplus
from tf1compat._facade.distributions.static_shapes import dimension, pad, pick_vector
from tf1compat._facade.distributions.triangles import fill_triangular, fill_triangular_inverse
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops, matrices, nn_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes, shapes


class _LastDimension(Bijector):
    """What bijectors share that change the size of vectors by a fixed number."""

    _MORE = 0

    def _forward_event_shape(self, input_shape: Any) -> Any:
        size = None if input_shape.ndims is None else dimension(input_shape[-1])
        return input_shape if size is None else shapes.TensorShape([size + self._MORE])

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        return (input_shape[-1] + self._MORE if self._MORE else input_shape[-1])[..., None]

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        size = None if output_shape.ndims is None else dimension(output_shape[-1])
        if size is None:
            return output_shape
        if size <= 1:
            raise ValueError(f"output_shape[-1] = {size} <= 1")
        return shapes.TensorShape([size - self._MORE])

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        if self.validate_args:
            message = "Need last dimension greater than 1."
            output_shape = with_dependencies(
                [check_ops.assert_greater(output_shape[-1], 1, message=message)], output_shape
            )
        return (output_shape[-1] - self._MORE if self._MORE else output_shape[-1])[..., None]


class SoftmaxCentered(_LastDimension):
    """The softmax of a vector with a zero put behind it."""

    _MORE = 1

    def __init__(self, validate_args: bool = False, name: str = "softmax_centered") -> None:
        super().__init__(forward_min_event_ndims=1, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        y = pad(x, axis=-1, back=True)
        return nn_ops.softmax(self._with_size(y, x, 1))

    def _with_size(self, found: Any, given: Any, more: int) -> Any:
        if given.shape.ndims is not None:
            size = dimension(given.shape[-1])
            shape = given.shape[:-1].concatenate([None if size is None else size + more])
            found.shape.assert_is_compatible_with(shape)
            found.set_shape(shape)
        return found

    def _inverse(self, y: Any) -> Any:
        x = math_ops.log(y)
        last = (-x[..., -1])[..., None]
        return self._with_size(x[..., :-1] + last, y, -1)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return -math_ops.reduce_sum(math_ops.log(y), axis=-1)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        norm = nn_ops.softplus(math_ops.reduce_logsumexp(x, axis=-1, keepdims=True))
        return array_ops.squeeze(-norm + math_ops.reduce_sum(x - norm, axis=-1, keepdims=True), axis=-1)


class Ordered(_LastDimension):
    """Increasing vectors: the first element, and the logarithms of the steps."""

    def __init__(self, validate_args: bool = False, name: str = "ordered") -> None:
        super().__init__(forward_min_event_ndims=1, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        x = self._valid(x)
        return array_ops.concat([x[..., 0, None], math_ops.log(x[..., 1:] - x[..., :-1])], axis=-1)

    def _inverse(self, y: Any) -> Any:
        x = array_ops.concat([y[..., 0, None], math_ops.exp(y[..., 1:])], axis=-1)
        return math_ops.cumsum(x, axis=-1)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return math_ops.reduce_sum(y[..., 1:], axis=-1)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        x = self._valid(x)
        return -math_ops.reduce_sum(math_ops.log(x[..., 1:] - x[..., :-1]), axis=-1)

    def _valid(self, x: Any) -> Any:
        if not self.validate_args:
            return x
        message = "Forward transformation input must be strictly increasing."
        return with_dependencies([check_ops.assert_positive(x[..., 1:] - x[..., :-1], message=message)], x)


class FillTriangular(Bijector):
    """Triangular matrices of vectors."""

    def __init__(self, upper: bool = False, validate_args: bool = False, name: str = "fill_triangular") -> None:
        self._upper = upper
        super().__init__(forward_min_event_ndims=1, inverse_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        return fill_triangular(x, upper=self._upper)

    def _inverse(self, y: Any) -> Any:
        return fill_triangular_inverse(y, upper=self._upper)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return array_ops.zeros_like(x[..., 0])

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return array_ops.zeros_like(y[..., 0, 0])

    def _forward_event_shape(self, input_shape: Any) -> Any:
        d = dimension(input_shape[-1])
        n = None if d is None else vector_size_to_square_matrix_size(d, self.validate_args)
        return input_shape[:-1].concatenate([n, n])

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        rows, columns = dimension(output_shape[-2]), dimension(output_shape[-1])
        if rows is None or columns is None:
            return output_shape[:-2].concatenate([None])
        if rows != columns:
            raise ValueError(f"Matrix must be square. (saw [{rows}, {columns}])")
        return output_shape[:-2].concatenate([rows * (rows + 1) // 2])

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        n = vector_size_to_square_matrix_size(input_shape[-1], self.validate_args)
        return array_ops.concat([input_shape[:-1], [n, n]], axis=0)

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        batch, n = output_shape[:-2], output_shape[-1]
        if self.validate_args:
            square = check_ops.assert_equal(n, output_shape[-2], message="Matrix must be square.")
            with control_dependencies([square]):
                n = array_ops.identity(n)
        size = math_ops.cast(n * (n + 1) / 2, output_shape.dtype)
        return array_ops.concat([batch, [size]], axis=0)


def vector_size_to_square_matrix_size(d: Any, validate_args: bool, name: str | None = None) -> Any:
    """The rows of the triangle that `d` numbers fill.

    Raises:
      ValueError: `d` is known to be no triangular number.
    """
    if isinstance(d, (float, int, np.generic, np.ndarray)):
        exact = (-1 + np.sqrt(1 + 8 * np.asarray(d))) / 2.0
        if float(int(exact)) != exact:
            raise ValueError("Vector length is not a triangular number.")
        return int(exact)
    with name_scope(name, "vector_size_to_square_matrix_size", [d]):
        n = (-1.0 + math_ops.sqrt(1 + 8.0 * math_ops.cast(d, dtypes.float32))) / 2.0
        if validate_args:
            whole = math_ops.cast(math_ops.cast(n, dtypes.int32), dtypes.float32)
            message = "Vector length is not a triangular number"
            with control_dependencies([check_ops.assert_equal(whole, n, message=message)]):
                n = array_ops.identity(n)
        return math_ops.cast(n, d.dtype)


class TransformDiagonal(Bijector):
    """Matrices with a bijector applied to their diagonals."""

    def __init__(self, diag_bijector: Any, validate_args: bool = False, name: str = "transform_diagonal") -> None:
        self._diag_bijector = diag_bijector
        super().__init__(forward_min_event_ndims=2, inverse_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        return array_ops.matrix_set_diag(x, self._diag_bijector.forward(array_ops.matrix_diag_part(x)))

    def _inverse(self, y: Any) -> Any:
        return array_ops.matrix_set_diag(y, self._diag_bijector.inverse(array_ops.matrix_diag_part(y)))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return self._diag_bijector.forward_log_det_jacobian(array_ops.matrix_diag_part(x), event_ndims=1)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return self._diag_bijector.inverse_log_det_jacobian(array_ops.matrix_diag_part(y), event_ndims=1)


class ScaleTriL(Chain):
    """Lower triangular matrices with positive diagonals, of vectors."""

    def __init__(
        self,
        diag_bijector: Any = None,
        diag_shift: Any = 1e-5,
        validate_args: bool = False,
        name: str = "scale_tril",
    ) -> None:
        if diag_bijector is None:
            diag_bijector = Softplus(validate_args=validate_args)
        if diag_shift is not None:
            diag_bijector = Chain([AffineScalar(shift=diag_shift), diag_bijector])
        parts = [TransformDiagonal(diag_bijector=diag_bijector), FillTriangular()]
        super().__init__(parts, validate_args=validate_args, name=name)


class MatrixInverseTriL(Bijector):
    """The inverses of lower triangular matrices."""

    def __init__(self, validate_args: bool = False, name: str = "matrix_inverse_tril") -> None:
        super().__init__(forward_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        with control_dependencies(self._checks(x)):
            shape = array_ops.shape(x)
            eye = array_ops.eye(shape[-1], batch_shape=shape[:-2])
            return matrices.matrix_triangular_solve(x, eye, lower=True)

    def _inverse(self, y: Any) -> Any:
        return self._forward(y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        with control_dependencies(self._checks(x)):
            size = math_ops.cast(array_ops.shape(x)[-1], x.dtype.base_dtype)
            logs = math_ops.log(math_ops.abs(array_ops.matrix_diag_part(x)))
            return -2.0 * size * math_ops.reduce_sum(logs, axis=-1)

    def _checks(self, x: Any) -> list[Any]:
        if not self.validate_args:
            return []
        shape = array_ops.shape(x)
        rank = check_shapes.assert_rank_at_least(x, 2, message="Input must have rank at least 2.")
        square = check_ops.assert_equal(shape[-2], shape[-1], message="Input must be a square matrix.")
        zeros = array_ops.zeros(shape[:-1], dtype=dtypes.float32)
        above = array_ops.matrix_band_part(array_ops.matrix_set_diag(x, zeros), 0, -1)
        nothing = array_ops.zeros_like(above)
        lower = check_ops.assert_equal(above, nothing, message="Input must be lower triangular.")
        diagonal, message = array_ops.matrix_diag_part(x), "Input must have all diagonal entries nonzero."
        invertible = check_ops.assert_none_equal(diagonal, array_ops.zeros_like(diagonal), message=message)
        return [rank, square, lower, invertible]


class CholeskyOuterProduct(Bijector):
    """x @ x^T of lower triangular matrices with positive diagonals."""

    def __init__(self, validate_args: bool = False, name: str = "cholesky_outer_product") -> None:
        super().__init__(forward_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        if self.validate_args:
            rank = check_shapes.assert_rank_at_least(x, 2)
            shape = array_ops.shape(x)
            x = with_dependencies([rank, check_ops.assert_equal(shape[-2], shape[-1])], x)
        x = array_ops.matrix_band_part(x, -1, 0)
        return math_ops.matmul(x, x, adjoint_b=True)

    def _inverse(self, y: Any) -> Any:
        return matrices.cholesky(y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        # Muirhead, "Aspects of multivariate statistical theory", 1982, theorem 2.1.9
        diagonal = _as_rows(array_ops.matrix_diag_part(x))
        if self.validate_args:
            rank = check_shapes.assert_rank_at_least(x, 2, message="Input must be a (batch of) matrix.")
            shape, message = array_ops.shape(x), "Input must be a (batch of) square matrix."
            square = check_ops.assert_equal(shape[-2], shape[-1], message=message)
            positive = check_ops.assert_positive(diagonal, message="Input must be positive definite.")
            x = with_dependencies([rank, square, positive], x)
        known = None if x.shape.ndims is None else dimension(x.shape[-1])
        size = array_ops.shape(x)[-1] if known is None else known
        if known is None:
            as_float = math_ops.cast(size, dtype=x.dtype)
        else:
            as_float = np.array(size, dtype=x.dtype.as_numpy_dtype)
        exponents = math_ops.linspace(as_float, 1.0, size)
        weighted = math_ops.matmul(math_ops.log(diagonal), exponents[..., None])
        total = as_float * np.log(2.0) + array_ops.squeeze(weighted, axis=-1)
        if x.shape.ndims is not None:
            return array_ops.squeeze(total, axis=-1) if x.shape.ndims == 2 else total
        sizes, nothing = array_ops.shape(total), np.array([], dtype=np.int32)
        last = pick_vector(math_ops.equal(array_ops.rank(x), 2), nothing, sizes[-1:])
        return array_ops.reshape(total, array_ops.concat([sizes[:-1], last], 0))


def _as_rows(x: Any) -> Any:
    """Vectors as matrices of one row; more dimensions stay."""
    if x.shape.ndims is not None:
        return x[None, :] if x.shape.ndims == 1 else x
    sizes, nothing = array_ops.shape(x), np.array([], dtype=np.int32)
    one = pick_vector(math_ops.equal(array_ops.rank(x), 1), [1], nothing)
    return array_ops.reshape(x, array_ops.concat([sizes[:-1], one, sizes[-1:]], 0))
