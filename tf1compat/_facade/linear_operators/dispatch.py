"""What `tf.matmul`, `tf.linalg.inv`, `tf.trace`… do with LinearOperators: functions ask here when they cannot do it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from tf1compat._facade.formulas import matrices
from tf1compat._facade.linear_operators.operator import LinearOperator


def _matmul(a: Any, b: Any, name: str | None = None, **options: Any) -> Any:
    if options.get("transpose_a") or options.get("transpose_b"):
        raise ValueError("Transposing not supported at this time.")
    if options.get("a_is_sparse") or options.get("b_is_sparse"):
        raise ValueError("Sparse methods not supported at this time.")
    adjoint_a, adjoint_b = options.get("adjoint_a", False), options.get("adjoint_b", False)
    title = {} if name is None else {"name": name}
    if isinstance(a, LinearOperator):
        return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, **title)
    # a b = (b^H a^H)^H
    return matrices.adjoint(b.matmul(a, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, **title))


def _solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    if not isinstance(matrix, LinearOperator):
        raise ValueError("Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.")
    title: dict[str, Any] = {} if name is None else {"name": name}
    return matrix.solve(rhs, adjoint=adjoint, **title)


def _inverse(operator: Any, adjoint: bool = False, name: str | None = None) -> Any:
    found = operator.inverse(**({} if name is None else {"name": name}))
    return found.adjoint() if adjoint else found


def _logdet(operator: Any, name: str | None = None) -> Any:
    if operator.is_positive_definite and operator.is_self_adjoint:
        return operator.log_abs_determinant(**({} if name is None else {"name": name}))
    raise ValueError("Expected matrix to be self-adjoint positive definite.")


def _method(method: str) -> Callable[..., Any]:
    def call(operator: Any, name: str | None = None, **ignored: Any) -> Any:
        return getattr(operator, method)(**({} if name is None else {"name": name}))

    return call


_ANSWERS: dict[str, Callable[..., Any]] = {
    "adjoint": _method("adjoint"),
    "cholesky": _method("cholesky"),
    "matrix_diag_part": _method("diag_part"),
    "matrix_determinant": _method("determinant"),
    "trace": _method("trace"),
    "logdet": _logdet,
    "matmul": _matmul,
    "matrix_inverse": _inverse,
    "matrix_solve": _solve,
}


def answer(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `function` gives for LinearOperators, or NotImplemented."""
    own = _ANSWERS.get(getattr(function, "__name__", ""))
    if own is None or not any(isinstance(x, LinearOperator) for x in (*args, *kwargs.values())):
        return NotImplemented
    given = inspect.signature(function).bind(*args, **kwargs).arguments
    operands = [given.pop(k) for k in list(given)[: 2 if own in (_matmul, _solve) else 1]]
    return own(*operands, **given)
