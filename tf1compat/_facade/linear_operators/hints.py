"""What is known of a matrix made of others: whether it is square, non-singular, self-adjoint, positive definite."""

from __future__ import annotations

from typing import Any


def use_operator_or_provided_hint_unless_contradicting(
    operator: Any, hint_attr_name: str, provided_hint_value: Any, message: str
) -> bool | None:
    """The hint of the operator or the one given.

    Raises:
      ValueError: one is True and the other False.
    """
    own = getattr(operator, hint_attr_name)
    if (own is False and provided_hint_value) or (own and provided_hint_value is False):
        raise ValueError(message)
    if own or provided_hint_value:
        return True
    return False if own is False or provided_hint_value is False else None


def combined_commuting_self_adjoint_hint(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product of operators that commute is self-adjoint."""
    a, b = operator_a.is_self_adjoint, operator_b.is_self_adjoint
    if a and b:
        return True
    return False if (a is True and b is False) or (a is False and b is True) else None


def is_square(operator_a: Any, operator_b: Any) -> Any:
    """Whether the product is square."""
    a, b = operator_a.is_square, operator_b.is_square
    if a and b:
        return True
    if a is False and b is False:
        rows, columns = operator_a.range_dimension, operator_b.domain_dimension
        if rows is not None and columns is not None:
            return rows == columns
    return False if a != b and a is not None else None


def combined_commuting_positive_definite_hint(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product of operators that commute is positive definite."""
    both = (operator_a, operator_b)
    return True if all(o.is_positive_definite is True and o.is_self_adjoint is True for o in both) else None


def combined_non_singular_hint(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product is non-singular."""
    a, b = operator_a.is_non_singular, operator_b.is_non_singular
    return False if a is False or b is False else a and b


def of_product(a: Any, b: Any, commuting: bool = False) -> dict[str, Any]:
    """The hints of a product of two square operators, as arguments of a constructor."""
    return {
        "is_non_singular": combined_non_singular_hint(a, b),
        "is_self_adjoint": combined_commuting_self_adjoint_hint(a, b),
        "is_positive_definite": combined_commuting_positive_definite_hint(a, b) if commuting else None,
        "is_square": True,
    }


def of_composition(a: Any, b: Any) -> dict[str, Any]:
    """The hints of a product of any two operators."""
    square = is_square(a, b)
    hints: dict[str, Any] = dict.fromkeys(("is_non_singular", "is_self_adjoint", "is_positive_definite"))
    if square:
        hints["is_non_singular"] = combined_non_singular_hint(a, b)
    elif square is False:
        hints = dict.fromkeys(hints, False)
    return {**hints, "is_square": square}


def own(operator: Any, **others: Any) -> dict[str, Any]:
    """The operator's hints as arguments of a constructor, some replaced."""
    names = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")
    return {**{name: others[name] if name in others else getattr(operator, name) for name in names}}


def implied(operators: Any, name: str, hint: Any, message: str) -> Any:
    """The hint, True if it holds for all parts.

    Raises:
      ValueError: it then is given as False.
    """
    if not all(getattr(o, name) for o in operators):
        return hint
    if hint is False:
        raise ValueError(message)
    return True
