"""`tf.linalg.LinearOperator`, the base of matrices that are known by what they do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, check_ops, math_ops, matrices
from tf1compat._facade.framework import name_scope
from tf1compat._facade.linear_operators import registry
from tf1compat._facade.linear_operators.batches import (
    adjoint_if,
    cholesky_solve_with_broadcast,
    is_ref,
    matrix_solve_with_broadcast,
    shape_tensor,
)
from tf1compat._facade.module import Module
from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import dtypes, shapes


class LinearOperator(Module):
    """A batch of matrices by their products, solutions, determinants: most kinds never store them whole.

    A kind of operator defines `_shape`, `_shape_tensor` and `_matmul`, and whatever it knows a better way for.

    Args:
      dtype: of the entries.
      graph_parents: tensors that it is made of.
      is_non_singular: a promise about the matrices; None if not known.
      is_self_adjoint: likewise.
      is_positive_definite: likewise.
      is_square: likewise.
      name: prefix of its nodes.

    Raises:
      ValueError: the promises contradict each other.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    ...     print(sess.run(operator.matvec([3.0, 4.0])))
    [3. 8.]
    """

    def __init__(
        self,
        dtype: Any,
        graph_parents: Any = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        for holds, kind in ((is_non_singular, "non-singular"), (is_self_adjoint, "self-adjoint")):
            if holds:
                if is_square is False:
                    raise ValueError(f"A {kind} matrix is always square.")
                is_square = True
        self._is_square_set_or_implied_by_hints = is_square
        parents = [] if graph_parents is None else graph_parents
        for i, t in enumerate(parents):
            if t is None or not (is_ref(t) or tensor_util.is_tensor(t)):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")
        self._dtype = dtypes.as_dtype(dtype).base_dtype if dtype else dtype
        self._graph_parents = parents
        self._is_non_singular, self._is_self_adjoint = is_non_singular, is_self_adjoint
        self._is_positive_definite = is_positive_definite
        self._name = name or type(self).__name__

    @contextlib.contextmanager
    def _name_scope(self, name: str | None = None) -> Iterator[str]:
        with name_scope(self.name if name is None else f"{self.name}/{name}") as scope:
            yield scope

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def name(self) -> str:
        return self._name

    @property
    def graph_parents(self) -> Any:
        return self._graph_parents

    @property
    def is_non_singular(self) -> bool | None:
        return self._is_non_singular

    @property
    def is_self_adjoint(self) -> bool | None:
        return self._is_self_adjoint

    @property
    def is_positive_definite(self) -> bool | None:
        return self._is_positive_definite

    @property
    def is_square(self) -> bool | None:
        """Whether the matrices are square: promised, else by their shape."""
        found, hint = self.domain_dimension == self.range_dimension, self._is_square_set_or_implied_by_hints
        if hint is False and found:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return found if hint is None else hint

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def _shape(self) -> Any:
        raise NotImplementedError("_shape is not implemented.")

    @property
    def shape(self) -> Any:
        return self._shape()

    def _shape_tensor(self) -> Any:
        raise NotImplementedError("_shape_tensor is not implemented.")

    def shape_tensor(self, name: str = "shape_tensor") -> Any:
        """The shape as a vector."""
        with self._name_scope(name):
            return shape_tensor(self.shape.as_list()) if self.shape.is_fully_defined() else self._shape_tensor()

    @property
    def batch_shape(self) -> Any:
        return self.shape[:-2]

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Any:
        """The shape without the last two dimensions, as a vector."""
        with self._name_scope(name):
            if self.batch_shape.is_fully_defined():
                return shape_tensor(self.batch_shape.as_list(), name="batch_shape")
            return self.shape_tensor()[:-2]

    @property
    def tensor_rank(self) -> int | None:
        with self._name_scope("tensor_rank"):
            return self.shape.ndims

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> Any:
        """The number of dimensions as a tensor."""
        with self._name_scope(name):
            return array_ops.size(self.shape_tensor()) if self.tensor_rank is None else convert(self.tensor_rank)

    @property
    def domain_dimension(self) -> Any:
        """The number of columns, a Dimension."""
        return shapes.Dimension(None) if self.shape.ndims is None else self.shape[-1]

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> Any:
        """The number of columns as a tensor."""
        with self._name_scope(name):
            known = shapes.dimension_value(self.domain_dimension)
            return self.shape_tensor()[-1] if known is None else convert(known)

    @property
    def range_dimension(self) -> Any:
        """The number of rows, a Dimension."""
        return self.shape[-2] if self.shape.ndims else shapes.Dimension(None)

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> Any:
        """The number of rows as a tensor."""
        with self._name_scope(name):
            known = shapes.dimension_value(self.range_dimension)
            return self.shape_tensor()[-2] if known is None else convert(known)

    # ---- assertions --------------------------------------------------------------------------------------------------

    def _warn_dense(self, what: str, cost: str = " and O(N^3) operations") -> None:
        tf_logging.warn(
            f"Using (possibly slow) default implementation of {what}.  Requires conversion to a dense matrix{cost}."
        )

    def _assert_non_singular(self) -> Any:
        self._warn_dense("assert_non_singular")
        if self._can_use_cholesky():
            return self.assert_positive_definite()
        sizes = matrices.svd(self.to_dense(), compute_uv=False)
        condition = math_ops.reduce_max(sizes, axis=-1) / math_ops.reduce_min(sizes, axis=-1)
        most = self._max_condition_number_to_be_non_singular()
        return check_ops.assert_less(condition, most, message="Singular matrix up to precision epsilon.")

    def _max_condition_number_to_be_non_singular(self) -> Any:
        with name_scope("max_nonsingular_condition_number"):
            smallest = np.finfo(self.dtype.as_numpy_dtype).eps
            rows = math_ops.cast(self.range_dimension_tensor(), self.dtype)
            columns = math_ops.cast(self.domain_dimension_tensor(), self.dtype)
            largest = math_ops.cast(math_ops.reduce_max([100.0, rows, columns]), self.dtype)
            return 1.0 / (largest * smallest)

    def assert_non_singular(self, name: str = "assert_non_singular") -> Any:
        """An operation that fails if a matrix is singular."""
        with self._name_scope(name):
            return self._assert_non_singular()

    def _assert_positive_definite(self) -> Any:
        self._warn_dense("assert_positive_definite")
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        diagonal = array_ops.matrix_diag_part(matrices.cholesky(self.to_dense()))
        return check_ops.assert_positive(diagonal, message="Matrix was not positive definite.")

    def assert_positive_definite(self, name: str = "assert_positive_definite") -> Any:
        """An operation that fails if a matrix is not positive definite."""
        with self._name_scope(name):
            return self._assert_positive_definite()

    def _assert_self_adjoint(self) -> Any:
        dense = self.to_dense()
        self._warn_dense("assert_self_adjoint", "")
        return check_ops.assert_equal(dense, matrices.adjoint(dense), message="Matrix was not equal to its adjoint.")

    def assert_self_adjoint(self, name: str = "assert_self_adjoint") -> Any:
        """An operation that fails if a matrix is not self-adjoint."""
        with self._name_scope(name):
            return self._assert_self_adjoint()

    # ---- products ----------------------------------------------------------------------------------------------------

    def _argument(self, x: Any, name: str, own: int, other: int) -> Any:
        """`x` as a tensor of fitting type and size."""
        x = convert(x, None, name)
        self._check_input_dtype(x)
        size = None if x.shape.ndims is None else x.shape[other]
        shapes.dimension_at_index(self.shape, own).assert_is_compatible_with(size)
        return x

    def _check_input_dtype(self, arg: Any) -> None:
        if arg.dtype.base_dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype}.  Found: {arg.dtype} in tensor {arg}")

    def _with_operator(self, function: Any, other: Any, adjoint: bool, adjoint_arg: bool, name: str, arg: str) -> Any:
        left = self.adjoint() if adjoint else self
        right = other.adjoint() if adjoint_arg else other
        if right.range_dimension != left.domain_dimension:
            if shapes.dimension_value(right.range_dimension) is not None:
                if shapes.dimension_value(left.domain_dimension) is not None:
                    raise ValueError(
                        f"Operators are incompatible. Expected `{arg}` to have dimension {left.domain_dimension} but "
                        f"got {right.range_dimension}."
                    )
        with self._name_scope(name):
            return function(left, right)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        raise NotImplementedError("_matmul is not implemented.")

    def matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul") -> Any:
        """The product with matrices `x`, or with another operator, which gives an operator."""
        if isinstance(x, LinearOperator):
            return self._with_operator(registry.matmul, x, adjoint, adjoint_arg, name, "x")
        with self._name_scope(name):
            x = self._argument(x, "x", -2 if adjoint else -1, -1 if adjoint_arg else -2)
            return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x: Any, adjoint: bool = False) -> Any:
        column = array_ops.expand_dims(x, axis=-1)
        return array_ops.squeeze(self.matmul(column, adjoint=adjoint), axis=-1)

    def matvec(self, x: Any, adjoint: bool = False, name: str = "matvec") -> Any:
        """The product with vectors."""
        with self._name_scope(name):
            return self._matvec(self._argument(x, "x", -2 if adjoint else -1, -1), adjoint=adjoint)

    # ---- determinants ------------------------------------------------------------------------------------------------

    def _square_only(self) -> None:
        if self.is_square is False:
            raise NotImplementedError("Determinant not implemented for an operator that is expected to not be square.")

    def _determinant(self) -> Any:
        self._warn_dense("determinant")
        if self._can_use_cholesky():
            return math_ops.exp(self.log_abs_determinant())
        return matrices.matrix_determinant(self.to_dense())

    def determinant(self, name: str = "det") -> Any:
        """The determinants."""
        self._square_only()
        with self._name_scope(name):
            return self._determinant()

    def _log_abs_determinant(self) -> Any:
        self._warn_dense("determinant")
        if self._can_use_cholesky():
            diagonal = array_ops.matrix_diag_part(matrices.cholesky(self.to_dense()))
            return 2 * math_ops.reduce_sum(math_ops.log(diagonal), axis=[-1])
        return matrices.slogdet(self.to_dense())[1]

    def log_abs_determinant(self, name: str = "log_abs_det") -> Any:
        """The logarithms of the determinants' absolute values."""
        self._square_only()
        with self._name_scope(name):
            return self._log_abs_determinant()

    # ---- solutions ---------------------------------------------------------------------------------------------------

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        if self.is_square is False:
            raise NotImplementedError("Solve is not yet implemented for non-square operators.")
        self._warn_dense("solve")
        rhs = adjoint_if(rhs, adjoint_arg)
        if self._can_use_cholesky():
            return cholesky_solve_with_broadcast(matrices.cholesky(self.to_dense()), rhs)
        return matrix_solve_with_broadcast(self.to_dense(), rhs, adjoint=adjoint)

    def solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve") -> Any:
        """x with operator @ x = rhs, for matrices or another operator."""
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to not be square.")
        if isinstance(rhs, LinearOperator):
            return self._with_operator(registry.solve, rhs, adjoint, adjoint_arg, name, "rhs")
        with self._name_scope(name):
            rhs = self._argument(rhs, "rhs", -1 if adjoint else -2, -1 if adjoint_arg else -2)
            return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs: Any, adjoint: bool = False) -> Any:
        column = array_ops.expand_dims(rhs, axis=-1)
        return array_ops.squeeze(self.solve(column, adjoint=adjoint), axis=-1)

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str = "solve") -> Any:
        """x with operator @ x = rhs, for vectors."""
        with self._name_scope(name):
            return self._solvevec(self._argument(rhs, "rhs", -1 if adjoint else -2, -1), adjoint=adjoint)

    # ---- other operators ---------------------------------------------------------------------------------------------

    def adjoint(self, name: str = "adjoint") -> Any:
        """The operator of the conjugate transpose."""
        if self.is_self_adjoint is True:
            return self
        with self._name_scope(name):
            return registry.adjoint(self)

    @property
    def H(self) -> Any:
        return self.adjoint()

    def inverse(self, name: str = "inverse") -> Any:
        """The operator of the inverse."""
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        with self._name_scope(name):
            return registry.inverse(self)

    def cholesky(self, name: str = "cholesky") -> Any:
        """The operator of the Cholesky factor."""
        if not self._can_use_cholesky():
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        with self._name_scope(name):
            return registry.cholesky(self)

    # ---- entries -----------------------------------------------------------------------------------------------------

    def _to_dense(self) -> Any:
        known = self.batch_shape.is_fully_defined()
        batch = self.batch_shape if known else self.batch_shape_tensor()
        columns: Any = shapes.dimension_value(self.domain_dimension)
        columns = self.domain_dimension_tensor() if columns is None else columns
        return self.matmul(array_ops.eye(num_rows=columns, batch_shape=batch, dtype=self.dtype))

    def to_dense(self, name: str = "to_dense") -> Any:
        """The matrices."""
        with self._name_scope(name):
            return self._to_dense()

    def _diag_part(self) -> Any:
        return array_ops.matrix_diag_part(self.to_dense())

    def diag_part(self, name: str = "diag_part") -> Any:
        """The diagonals."""
        with self._name_scope(name):
            return self._diag_part()

    def _trace(self) -> Any:
        return math_ops.reduce_sum(self.diag_part(), axis=-1)

    def trace(self, name: str = "trace") -> Any:
        """The sums of the diagonals."""
        with self._name_scope(name):
            return self._trace()

    def _add_to_tensor(self, x: Any) -> Any:
        return self.to_dense() + x

    def add_to_tensor(self, x: Any, name: str = "add_to_tensor") -> Any:
        """The sum with matrices."""
        with self._name_scope(name):
            x = convert(x, None, "x")
            self._check_input_dtype(x)
            return self._add_to_tensor(x)

    def _can_use_cholesky(self) -> Any:
        return self.is_self_adjoint and self.is_positive_definite
