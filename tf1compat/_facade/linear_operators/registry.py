"""Functions registered for kinds of operators: adjoint, cholesky, inverse, matmul and solve."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.framework import name_scope

# TF's names of the registries
_ADJOINTS = context.OPERATOR_FUNCTIONS["adjoint"]
_CHOLESKY_DECOMPS = context.OPERATOR_FUNCTIONS["cholesky"]
_INVERSES = context.OPERATOR_FUNCTIONS["inverse"]
_MATMUL = context.OPERATOR_FUNCTIONS["matmul"]
_SOLVE = context.OPERATOR_FUNCTIONS["solve"]


def _registered_function(type_list: Sequence[type], registry: dict[Any, Any]) -> Callable[..., Any] | None:
    """The function for these kinds, or for the closest kinds that they derive from."""
    lines = [list(enumerate(inspect.getmro(kind))) for kind in type_list]
    known = (row for row in itertools.product(*lines) if tuple(kind for _, kind in row) in registry)
    best = min(known, key=lambda row: sum(distance for distance, _ in row), default=None)
    return None if best is None else registry[tuple(kind for _, kind in best)]


def _registered_adjoint(type_a: type) -> Callable[..., Any] | None:
    return _registered_function([type_a], _ADJOINTS)


def _registered_cholesky(type_a: type) -> Callable[..., Any] | None:
    return _registered_function([type_a], _CHOLESKY_DECOMPS)


def _registered_inverse(type_a: type) -> Callable[..., Any] | None:
    return _registered_function([type_a], _INVERSES)


def _registered_matmul(type_a: type, type_b: type) -> Callable[..., Any] | None:
    return _registered_function([type_a, type_b], _MATMUL)


def _registered_solve(type_a: type, type_b: type) -> Callable[..., Any] | None:
    return _registered_function([type_a, type_b], _SOLVE)


def _called(registry: dict[Any, Any], scope: str, name: str | None, absent: str, *operators: Any) -> Any:
    function = _registered_function([type(o) for o in operators], registry)
    if function is None:
        raise ValueError(absent.format(*(type(o) for o in operators)))
    with name_scope(name, scope):
        return function(*operators)


def adjoint(lin_op_a: Any, name: str | None = None) -> Any:
    """The operator of the conjugate transpose."""
    return _called(_ADJOINTS, "Adjoint", name, "No adjoint registered for {}", lin_op_a)


def cholesky(lin_op_a: Any, name: str | None = None) -> Any:
    """The operator of the Cholesky factor."""
    return _called(_CHOLESKY_DECOMPS, "Cholesky", name, "No cholesky decomposition registered for {}", lin_op_a)


def inverse(lin_op_a: Any, name: str | None = None) -> Any:
    """The operator of the inverse."""
    return _called(_INVERSES, "Inverse", name, "No inverse registered for {}", lin_op_a)


def matmul(lin_op_a: Any, lin_op_b: Any, name: str | None = None) -> Any:
    """The operator of the product."""
    return _called(_MATMUL, "Matmul", name, "No matmul registered for {}.matmul({})", lin_op_a, lin_op_b)


def solve(lin_op_a: Any, lin_op_b: Any, name: str | None = None) -> Any:
    """The operator of inverse(a) b."""
    return _called(_SOLVE, "Solve", name, "No solve registered for {}.solve({})", lin_op_a, lin_op_b)


class _Register:
    """A decorator that registers a function for kinds of operators."""

    registry: dict[Any, Any]
    argument: str
    taken: str

    def __init__(self, *kinds: type) -> None:
        self._key = kinds

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(function):
            raise TypeError(f"{self.argument}_fn must be callable, received: {function}")
        if self._key in self.registry:
            names = ", ".join(kind.__name__ for kind in self._key)
            known = f" to: {self.registry[self._key]}" if len(self._key) == 1 else "."
            raise ValueError(f"{self.taken}({names}) has already been registered{known}")
        self.registry[self._key] = function
        return function


class RegisterAdjoint(_Register):
    """`@RegisterAdjoint(A)` registers a function (a) that gives the adjoint operator."""

    registry, argument, taken = _ADJOINTS, "adjoint", "Adjoint"


class RegisterCholesky(_Register):
    """`@RegisterCholesky(A)` registers a function (a) that gives the Cholesky factor."""

    registry, argument, taken = _CHOLESKY_DECOMPS, "cholesky", "Cholesky"


class RegisterInverse(_Register):
    """`@RegisterInverse(A)` registers a function (a) that gives the inverse."""

    registry, argument, taken = _INVERSES, "inverse", "Inverse"


class RegisterMatmul(_Register):
    """`@RegisterMatmul(A, B)` registers a function (a, b) that gives the product."""

    registry, argument, taken = _MATMUL, "matmul", "Matmul"


class RegisterSolve(_Register):
    """`@RegisterSolve(A, B)` registers a function (a, b) that gives inverse(a) b."""

    registry, argument, taken = _SOLVE, "solve", "Solve"
