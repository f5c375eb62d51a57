"""`tf.linalg.LinearOperatorLowRankUpdate`: an operator plus a matrix of low rank."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.formulas import array_ops, math_ops, matrices
from tf1compat._facade.framework import name_scope
from tf1compat._facade.linear_operators.batches import (
    cholesky_solve_with_broadcast,
    convert_nonref_to_tensor,
    matrix_solve_with_broadcast,
    static_size,
)
from tf1compat._facade.linear_operators.diagonal import LinearOperatorDiag, LinearOperatorIdentity
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import shapes


class LinearOperatorLowRankUpdate(LinearOperator):
    """L + U D V^H, with L of `base_operator` and D the diagonal `diag_update` (ones by default).

    Solutions are by the formula of Woodbury, determinants by the matrix determinant lemma.
    """

    def __init__(
        self,
        base_operator: Any,
        u: Any,
        diag_update: Any = None,
        v: Any = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:
        dtype, base = base_operator.dtype, base_operator
        if diag_update is not None and is_diag_update_positive and dtype.is_complex:
            tf_logging.warn(
                "Note: setting is_diag_update_positive with a complex dtype means that diagonal is real and positive."
            )
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError(
                    "Default diagonal is the identity, which is positive.  However, user set 'is_diag_update_positive' "
                    "to False."
                )
            is_diag_update_positive = True
        self._use_cholesky = (
            base.is_positive_definite and base.is_self_adjoint and is_diag_update_positive and v is None
        )
        if base.is_self_adjoint and v is None and not dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError(
                    "A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is self-adjoint, this must be a "
                    "self-adjoint operator."
                )
            is_self_adjoint = True
        if self._use_cholesky:
            if False in (is_positive_definite, is_self_adjoint, is_non_singular):
                raise ValueError("Arguments imply this is self-adjoint positive-definite operator.")
            is_positive_definite = is_self_adjoint = True
        with name_scope(name, values=[*base.graph_parents, u, diag_update, v]):
            self._u = convert_nonref_to_tensor(u, name="u")
            self._v = self._u if v is None else convert_nonref_to_tensor(v, name="v")
            self._diag_update = convert_nonref_to_tensor(diag_update, name="diag_update")
            self._base_operator = base
            parents = [p for p in (*base.graph_parents, self._u, self._diag_update, self._v) if p is not None]
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(dtype, parents, *hints, name=name)
            self._diag_operator = self._make_diag_operator(is_diag_update_positive)
            self._is_diag_update_positive = is_diag_update_positive
            self._check_shapes()

    def _make_diag_operator(self, positive: Any) -> Any:
        if self._diag_update is not None:
            return LinearOperatorDiag(self._diag_update, is_positive_definite=positive)
        known = static_size(self._u, -1)
        rank = array_ops.shape(self._u)[-1] if known is None else known
        return LinearOperatorIdentity(num_rows=rank, dtype=self.dtype)

    def _check_shapes(self) -> None:
        sizes = array_ops.broadcast_static_shape(self._u.shape, self._v.shape)
        batch = array_ops.broadcast_static_shape(self._base_operator.batch_shape, sizes[:-2])
        rows = None if sizes.ndims is None else sizes[-2]
        shapes.Dimension(self._base_operator.domain_dimension).assert_is_compatible_with(rows)
        if self._diag_update is not None:
            rank = static_size(self._diag_update, -1)
            shapes.dimension_at_index(sizes, -1).assert_is_compatible_with(rank)
            array_ops.broadcast_static_shape(batch, self._diag_update.shape[:-1])

    @property
    def u(self) -> Any:
        return self._u

    @property
    def v(self) -> Any:
        return self._v

    @property
    def is_diag_update_positive(self) -> Any:
        return self._is_diag_update_positive

    @property
    def diag_update(self) -> Any:
        return self._diag_update

    @property
    def diag_operator(self) -> Any:
        return self._diag_operator

    @property
    def base_operator(self) -> Any:
        return self._base_operator

    def _shape(self) -> Any:
        batch = array_ops.broadcast_static_shape(self.base_operator.batch_shape, self.u.shape[:-2])
        return batch.concatenate(self.base_operator.shape[-2:])

    def _shape_tensor(self) -> Any:
        of_u = array_ops.shape(self.u)[:-2]
        batch = array_ops.broadcast_dynamic_shape(self.base_operator.batch_shape_tensor(), of_u)
        return array_ops.concat([batch, self.base_operator.shape_tensor()[-2:]], axis=0)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        into, out = (self.u, self.v) if adjoint else (self.v, self.u)
        base = self.base_operator.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        inner = math_ops.matmul(into, x, adjoint_a=True, adjoint_b=adjoint_arg)
        inner = self.diag_operator.matmul(inner, adjoint=adjoint)
        return base + math_ops.matmul(out, inner)

    def _determinant(self) -> Any:
        if self.is_positive_definite:
            return math_ops.exp(self.log_abs_determinant())
        capacitance = matrices.matrix_determinant(self._make_capacitance())
        diagonal = self.diag_operator.determinant()
        return capacitance * diagonal * self.base_operator.determinant()

    def _log_abs_determinant(self) -> Any:
        of_diagonal = self.diag_operator.log_abs_determinant()
        of_base = self.base_operator.log_abs_determinant()
        if self._use_cholesky:
            factor = array_ops.matrix_diag_part(matrices.cholesky(self._make_capacitance()))
            found = 2 * math_ops.reduce_sum(math_ops.log(factor), axis=[-1])
        else:
            found = math_ops.log(math_ops.abs(matrices.matrix_determinant(self._make_capacitance())))
            if self.dtype.is_complex:
                found = math_ops.cast(found, dtype=self.dtype)
        return found + of_diagonal + of_base

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        base = self.base_operator
        if base.is_non_singular is False:
            raise ValueError("Solve not implemented unless this is a perturbation of a non-singular LinearOperator.")
        into, out = (self.u, self.v) if adjoint else (self.v, self.u)
        first = base.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        inner = math_ops.matmul(into, first, adjoint_a=True)
        if self._use_cholesky:
            inner = cholesky_solve_with_broadcast(matrices.cholesky(self._make_capacitance()), inner)
        else:
            inner = matrix_solve_with_broadcast(self._make_capacitance(), inner, adjoint=adjoint)
        return first - base.solve(math_ops.matmul(out, inner), adjoint=adjoint)

    def _make_capacitance(self) -> Any:
        """D^-1 + V^H L^-1 U."""
        inner = math_ops.matmul(self.v, self.base_operator.solve(self.u), adjoint_a=True)
        return self._diag_operator.inverse().add_to_tensor(inner)
