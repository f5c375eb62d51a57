"""Assertions under TensorFlow 2's signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.check_ops import assert_equal as v1_assert_equal
from tf1compat._facade.check_ops import assert_greater as v1_assert_greater
from tf1compat._facade.check_ops import assert_greater_equal as v1_assert_greater_equal
from tf1compat._facade.check_ops import assert_less as v1_assert_less
from tf1compat._facade.check_ops import assert_less_equal as v1_assert_less_equal
from tf1compat._facade.check_ops import assert_near as v1_assert_near
from tf1compat._facade.check_ops import assert_negative as v1_assert_negative
from tf1compat._facade.check_ops import assert_non_negative as v1_assert_non_negative
from tf1compat._facade.check_ops import assert_non_positive as v1_assert_non_positive
from tf1compat._facade.check_ops import assert_none_equal as v1_debugging__assert_none_equal
from tf1compat._facade.check_ops import assert_positive as v1_assert_positive
from tf1compat._facade.check_shapes import assert_integer as v1_assert_integer
from tf1compat._facade.check_shapes import assert_rank as v1_assert_rank
from tf1compat._facade.check_shapes import assert_rank_at_least as v1_assert_rank_at_least
from tf1compat._facade.check_shapes import assert_rank_in as v1_assert_rank_in
from tf1compat._facade.check_shapes import assert_scalar as v1_assert_scalar
from tf1compat._facade.check_shapes import assert_type as v1_assert_type
from tf1compat._facade.logging_ops import verify_tensor_all_finite as v1_verify_tensor_all_finite


def _of_two(v1: Callable[..., Any]) -> Callable[..., Any]:
    def check(x: Any, y: Any, message: Any = None, summarize: Any = None, name: str | None = None) -> Any:
        return v1(x, y, summarize=summarize, message=message, name=name)

    check.__name__ = check.__qualname__ = v1.__name__
    check.__doc__ = v1.__doc__
    return check


def _of_one(v1: Callable[..., Any]) -> Callable[..., Any]:
    def check(x: Any, message: Any = None, summarize: Any = None, name: str | None = None) -> Any:
        return v1(x, summarize=summarize, message=message, name=name)

    check.__name__ = check.__qualname__ = v1.__name__
    check.__doc__ = v1.__doc__
    return check


def assert_all_finite(x: Any, message: str, name: str | None = None) -> Any:
    """`x`, checked for infinities and NaN."""
    return v1_verify_tensor_all_finite(x, message, name)


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Checks that `x` and `y` are close."""
    return v1_assert_near(x, y, rtol=rtol, atol=atol, summarize=summarize, message=message, name=name)


def assert_integer(x: Any, message: Any = None, name: str | None = None) -> Any:
    """Checks that `x` is of an integer type."""
    return v1_assert_integer(x, message=message, name=name)


def assert_rank(x: Any, rank: Any, message: Any = None, name: str | None = None) -> Any:
    """Checks the rank of `x`."""
    return v1_assert_rank(x, rank, message=message, name=name)


def assert_rank_at_least(x: Any, rank: Any, message: Any = None, name: str | None = None) -> Any:
    """Checks that the rank of `x` is not smaller."""
    return v1_assert_rank_at_least(x, rank, message=message, name=name)


def assert_rank_in(x: Any, ranks: Any, message: Any = None, name: str | None = None) -> Any:
    """Checks that the rank of `x` is one of these."""
    return v1_assert_rank_in(x, ranks, message=message, name=name)


def assert_scalar(tensor: Any, message: Any = None, name: str | None = None) -> Any:
    """Checks that `tensor` is a scalar."""
    return v1_assert_scalar(tensor, name=name, message=message)


def assert_type(tensor: Any, tf_type: Any, message: Any = None, name: str | None = None) -> Any:
    """Checks the type of `tensor`."""
    return v1_assert_type(tensor, tf_type, message=message, name=name)


def assert_none_equal(x: Any, y: Any, summarize: Any = None, message: Any = None, name: str | None = None) -> Any:
    """Checks that no entries of `x` and `y` are equal."""
    return v1_debugging__assert_none_equal(x, y, summarize=summarize, message=message, name=name)


_PAIRS = {
    v1.__name__: _of_two(v1)
    for v1 in (v1_assert_equal, v1_assert_greater, v1_assert_greater_equal, v1_assert_less, v1_assert_less_equal)
}
_SINGLE = {
    v1.__name__: _of_one(v1)
    for v1 in (v1_assert_negative, v1_assert_non_negative, v1_assert_non_positive, v1_assert_positive)
}
NAMES: dict[str, Any] = {
    **{name: _PAIRS[name] for name in ("assert_equal", "assert_greater", "assert_less")},
    **{f"debugging.{name}": check for name, check in {**_PAIRS, **_SINGLE}.items()},
    "assert_rank": assert_rank,
    "debugging.assert_all_finite": assert_all_finite,
    "debugging.assert_integer": assert_integer,
    "debugging.assert_near": assert_near,
    "debugging.assert_none_equal": assert_none_equal,
    "debugging.assert_rank": assert_rank,
    "debugging.assert_rank_at_least": assert_rank_at_least,
    "debugging.assert_rank_in": assert_rank_in,
    "debugging.assert_scalar": assert_scalar,
    "debugging.assert_type": assert_type,
}
