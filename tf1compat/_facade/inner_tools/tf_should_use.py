"""`tf_should_use`: decorators that warn in TensorFlow where a result is dropped. Here results may be dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def should_use_result(fn: Any = None, warn_in_eager: bool = False, error_in_function: bool = False) -> Any:
    """The function itself: nothing is said of results that nobody uses."""
    return fn if fn is not None else lambda function: function


def must_use_result_or_fatal(fn: F) -> F:
    """The function itself, as `should_use_result`."""
    return fn
