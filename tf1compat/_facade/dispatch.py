"""Functions that fail on a composite tensor ask those who know it: how `tf.add` adds RaggedTensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from tf1compat._facade import context

F = TypeVar("F", bound=Callable[..., Any])


def dispatched(function: F) -> F:
    """Let `context.DISPATCHERS` answer where `function` raises TypeError or ValueError.

    A dispatcher takes the function, its positional and its keyword arguments, and returns NotImplemented where it knows
    nothing better.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            for dispatcher in context.DISPATCHERS:
                result = dispatcher(call, args, kwargs)
                if result is not NotImplemented:
                    return result
            raise

    return call  # type: ignore[return-value]
