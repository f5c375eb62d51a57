"""Sums of operators: as few operators as can be, each of the most special kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tf1compat._facade.formulas import array_ops, check_shapes
from tf1compat._facade.framework import name_scope
from tf1compat._facade.linear_operators.dense import LinearOperatorFullMatrix, LinearOperatorLowerTriangular
from tf1compat._facade.linear_operators.diagonal import (
    LinearOperatorDiag,
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
)
from tf1compat._facade.linear_operators.operator import LinearOperator
from tf1compat._jaxcore.base import shapes

_IDENTITIES = (LinearOperatorIdentity, LinearOperatorScaledIdentity)
_DIAGONALS = (LinearOperatorDiag, *_IDENTITIES)


def add_operators(
    operators: Iterable[Any], operator_name: str | None = None, addition_tiers: Any = None, name: str | None = None
) -> list[Any]:
    """Operators whose sum is that of `operators`, pairs added where one of the tiers' adders can.

    Raises:
      ValueError: no operators, or of different sizes.
      TypeError: not operators.
    """
    tiers = _DEFAULT_ADDITION_TIERS if addition_tiers is None else addition_tiers
    check_shapes.assert_proper_iterable(operators)
    rest = list(reversed(list(operators)))
    if not rest:
        raise ValueError(f"Argument 'operators' must contain at least one operator.  Found: {rest}")
    if not all(isinstance(o, LinearOperator) for o in rest):
        raise TypeError(f"Argument 'operators' must contain only LinearOperator instances.  Found: {rest}")
    _check_sizes(rest)
    with name_scope(name or "add_operators", values=[p for o in rest for p in o.graph_parents]):
        for tier in tiers:
            waiting, rest = rest, []
            while waiting:
                one = waiting.pop()
                other, adder = _pop_a_match_at_tier(one, waiting, tier)
                if adder is None:
                    rest.append(one)
                else:
                    waiting.append(adder.add(one, other, operator_name))
        return rest


def _pop_a_match_at_tier(op1: Any, operator_list: list[Any], tier: Sequence[Any]) -> tuple[Any, Any]:
    """(the nearest operator that can be added to this one, taken off the list; what adds them)."""
    for i in range(len(operator_list) - 1, -1, -1):
        for adder in tier:
            if adder.can_add(op1, operator_list[i]):
                return operator_list.pop(i), adder
    return None, None


def _check_sizes(operators: Sequence[Any]) -> None:
    for what in ("domain", "range"):
        sizes = [(o.name, shapes.dimension_value(getattr(o, f"{what}_dimension"))) for o in operators]
        known = [pair for pair in sizes if pair[1] is not None]
        if len({size for _, size in known}) > 1:
            raise ValueError(f"Operators must have the same {what} dimension. Found: {known}")
    batch = operators[0].batch_shape
    for o in operators[1:]:
        batch = array_ops.broadcast_static_shape(batch, o.batch_shape)


class _Hints(NamedTuple):
    """What is promised of a sum."""

    is_non_singular: bool | None = None
    is_positive_definite: bool | None = None
    is_self_adjoint: bool | None = None


def _inferred(op1: Any, op2: Any, hints: _Hints) -> dict[str, Any]:
    """The hints of a sum, those given first."""
    adjoint, positive, non_singular = hints.is_self_adjoint, hints.is_positive_definite, hints.is_non_singular
    if adjoint is None:
        adjoint = op1.is_self_adjoint and op2.is_self_adjoint
    if positive is None:
        positive = op1.is_positive_definite and op2.is_positive_definite
        non_singular = True if positive else non_singular
    return {"is_non_singular": non_singular, "is_self_adjoint": adjoint, "is_positive_definite": positive}


class _Adder:
    """Adds two operators of certain kinds."""

    kinds: tuple[type, ...] = (LinearOperator,)

    @property
    def name(self) -> str:
        return type(self).__name__

    def can_add(self, op1: Any, op2: Any) -> bool:
        """Whether it knows both kinds."""
        return isinstance(op1, self.kinds) and isinstance(op2, self.kinds)

    def add(self, op1: Any, op2: Any, operator_name: str | None, hints: Any = None) -> Any:
        """The operator of the sum."""
        inferred = _inferred(op1, op2, hints or _Hints())
        if operator_name is None:
            operator_name = f"Add/{op1.name}__{op2.name}/"
        with name_scope(self.name.removeprefix("_"), values=[*op1.graph_parents, *op2.graph_parents]):
            return self._add(op1, op2, {**inferred, "name": operator_name})

    def _add(self, op1: Any, op2: Any, arguments: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _dense_sum(self, op1: Any, op2: Any) -> Any:
        first, second = (op1, op2) if isinstance(op1, _DIAGONALS) else (op2, op1)
        return first.add_to_tensor(second.to_dense())


class _AddAndReturnScaledIdentity(_Adder):
    kinds = _IDENTITIES

    def _add(self, op1: Any, op2: Any, arguments: dict[str, Any]) -> Any:
        factors = []
        for o in (op1, op2):
            scaled = isinstance(o, LinearOperatorScaledIdentity)
            factors.append(o.multiplier if scaled else array_ops.ones(o.batch_shape_tensor(), dtype=o.dtype))
        rows = op1.range_dimension_tensor()
        return LinearOperatorScaledIdentity(num_rows=rows, multiplier=factors[0] + factors[1], **arguments)


class _AddAndReturnDiag(_Adder):
    kinds = _DIAGONALS

    def _add(self, op1: Any, op2: Any, arguments: dict[str, Any]) -> Any:
        return LinearOperatorDiag(diag=op1.diag_part() + op2.diag_part(), **arguments)


class _AddAndReturnTriL(_Adder):
    kinds = (*_DIAGONALS, LinearOperatorLowerTriangular)

    def _add(self, op1: Any, op2: Any, arguments: dict[str, Any]) -> Any:
        return LinearOperatorLowerTriangular(tril=self._dense_sum(op1, op2), **arguments)


class _AddAndReturnMatrix(_Adder):
    def _add(self, op1: Any, op2: Any, arguments: dict[str, Any]) -> Any:
        return LinearOperatorFullMatrix(matrix=self._dense_sum(op1, op2), **arguments)


_DEFAULT_ADDITION_TIERS = (
    (_AddAndReturnScaledIdentity(),),
    (_AddAndReturnDiag(),),
    (_AddAndReturnTriL(),),
    (_AddAndReturnMatrix(),),
)
