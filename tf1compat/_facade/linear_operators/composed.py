"""Operators made of one or a row of others: `tf.linalg.LinearOperatorAdjoint`, `…Inversion`, `…Composition`."""

from __future__ import annotations

import functools
import operator as operators_of_python
from typing import Any

from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, check_shapes, math_ops, matrices
from tf1compat._facade.framework import name_scope
from tf1compat._facade.linear_operators.hints import use_operator_or_provided_hint_unless_contradicting
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._jaxcore.base import dtypes, shapes


class _OfOne(LinearOperator):
    """What adjoints and inverses share: the operator, and its properties are theirs."""

    def __init__(self, operator: Any, hints: tuple[Any, ...], name: str, what: str) -> None:
        self._operator = operator
        combined = {}
        # in this order the contradictions are looked for
        for hint, given in zip(("is_square", "is_non_singular", "is_self_adjoint", "is_positive_definite"), hints):
            kind = hint.removeprefix("is_").replace("_", "-")
            message = f"An operator is {kind} if and only if its {what} is {kind}."
            combined[hint] = use_operator_or_provided_hint_unless_contradicting(operator, hint, given, message)
        with name_scope(name, values=operator.graph_parents):
            super().__init__(operator.dtype, operator.graph_parents, name=name, **combined)

    @property
    def operator(self) -> Any:
        return self._operator

    def _assert_non_singular(self) -> Any:
        return self.operator.assert_non_singular()

    def _assert_positive_definite(self) -> Any:
        return self.operator.assert_positive_definite()

    def _assert_self_adjoint(self) -> Any:
        return self.operator.assert_self_adjoint()


class LinearOperatorAdjoint(_OfOne):
    """The conjugate transposes of an operator's matrices."""

    def __init__(
        self,
        operator: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = (is_square, is_non_singular, is_self_adjoint, is_positive_definite)
        super().__init__(operator, hints, f"{operator.name}_adjoint" if name is None else name, "adjoint")

    def _shape(self) -> Any:
        shape = self.operator.shape
        return shape[:-2].concatenate([shape[-1], shape[-2]])

    def _shape_tensor(self) -> Any:
        shape = self.operator.shape_tensor()
        return array_ops.concat([shape[:-2], [shape[-1], shape[-2]]], axis=-1)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self.operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x: Any, adjoint: bool = False) -> Any:
        return self.operator.matvec(x, adjoint=not adjoint)

    def _determinant(self) -> Any:
        found = self.operator.determinant()
        return found if self.is_self_adjoint else math_ops.conj(found)

    def _log_abs_determinant(self) -> Any:
        return self.operator.log_abs_determinant()

    def _trace(self) -> Any:
        found = self.operator.trace()
        return found if self.is_self_adjoint else math_ops.conj(found)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self.operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs: Any, adjoint: bool = False) -> Any:
        return self.operator.solvevec(rhs, adjoint=not adjoint)

    def _to_dense(self) -> Any:
        found = self.operator.to_dense()
        return found if self.is_self_adjoint else matrices.adjoint(found)

    def _add_to_tensor(self, x: Any) -> Any:
        return self.to_dense() + x


class LinearOperatorInversion(_OfOne):
    """The inverses of an operator's matrices."""

    def __init__(
        self,
        operator: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        for hint, given in (("is_non_singular", is_non_singular), ("is_square", is_square)):
            own = getattr(operator, hint)
            if own is False or given is False:
                raise ValueError(
                    f"operator and supplied hints must have `{hint}` equal to `True` or `None`.  Found {own}, {given}"
                )
        hints = (is_square, is_non_singular, is_self_adjoint, is_positive_definite)
        super().__init__(operator, hints, f"{operator.name}_inv" if name is None else name, "inverse")

    def _shape(self) -> Any:
        return self.operator.shape

    def _shape_tensor(self) -> Any:
        return self.operator.shape_tensor()

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self.operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _determinant(self) -> Any:
        return 1.0 / self.operator.determinant()

    def _log_abs_determinant(self) -> Any:
        return -1.0 * self.operator.log_abs_determinant()

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self.operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)


class OfSeveral(LinearOperator):
    """What operators made of a list of others share."""

    _empty = "Expected a non-empty list of operators. Found: {}"

    def _set_operators(self, operators: Any) -> Any:
        """The list, checked; sets `operators`. Gives the common type."""
        check_shapes.assert_proper_iterable(operators)
        operators = list(operators)
        if not operators:
            raise ValueError(self._empty.format(operators))
        self._operators = operators
        dtype = operators[0].dtype
        if any(o.dtype != dtype for o in operators):
            found = "   ".join(str((o.name, o.dtype)) for o in operators)
            raise TypeError(f"Expected all operators to have the same dtype.  Found {found}")
        return dtype

    @property
    def operators(self) -> Any:
        return self._operators

    def _parents(self) -> list[Any]:
        return [parent for o in self._operators for parent in o.graph_parents]

    def _static_batch(self) -> Any:
        return functools.reduce(array_ops.broadcast_static_shape, [o.batch_shape for o in self.operators])

    def _dynamic_batch(self) -> Any:
        """The common batch shape, found by adding zeros."""
        zeros = array_ops.zeros(shape=self.operators[0].batch_shape_tensor())
        for o in self.operators[1:]:
            zeros = zeros + array_ops.zeros(shape=o.batch_shape_tensor())
        return array_ops.shape(zeros)

    def _accumulated(self, function: Any, method: str) -> Any:
        """What `function` makes of the results of a method of all operators, one after the other."""
        total = getattr(self.operators[0], method)()
        for o in self.operators[1:]:
            total = function(total, getattr(o, method)())
        return total

    def _determinant(self) -> Any:
        return self._accumulated(operators_of_python.mul, "determinant")

    def _log_abs_determinant(self) -> Any:
        return self._accumulated(operators_of_python.add, "log_abs_determinant")


class LinearOperatorComposition(OfSeveral):
    """The products of operators, the last one applied first."""

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        dtype = self._set_operators(operators)
        if all(o.is_non_singular for o in self._operators):
            if is_non_singular is False:
                raise ValueError("The composition of non-singular operators is always non-singular.")
            is_non_singular = True
        if name is None:
            name = "_o_".join(o.name for o in self._operators)
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        with name_scope(name, values=self._parents()):
            super().__init__(dtype, self._parents(), *hints, name=name)

    def _shape(self) -> Any:
        columns = self.operators[0].domain_dimension
        for o in self.operators[1:]:
            columns.assert_is_compatible_with(o.range_dimension)
            columns = o.domain_dimension
        sizes = shapes.TensorShape([self.operators[0].range_dimension, self.operators[-1].domain_dimension])
        return self._static_batch().concatenate(sizes)

    def _shape_tensor(self) -> Any:
        if self.shape.is_fully_defined():
            return convert(self.shape.as_list(), dtypes.int32, "shape")
        rows, columns = self.operators[0].range_dimension_tensor(), self.operators[-1].domain_dimension_tensor()
        sizes = array_ops.stack([rows, columns])
        return array_ops.concat((self._dynamic_batch(), sizes), 0)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        first, *others = self.operators if adjoint else reversed(self.operators)
        found = first.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for o in others:
            found = o.matmul(found, adjoint=adjoint)
        return found

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        first, *others = reversed(self.operators) if adjoint else self.operators
        found = first.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for o in others:
            found = o.solve(found, adjoint=adjoint)
        return found
