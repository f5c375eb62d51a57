"""`@deprecated`: TF1's warning, given once per function, that a newer one exists."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from tf1compat._facade.platform import tf_logging

F = TypeVar("F", bound=Callable[..., Any])
_PACKAGE = __name__.partition(".")[0] + "."


def deprecated(date: str | None, instructions: str, module: str) -> Callable[[F], F]:
    """Log a warning at the first call of the decorated function.

    Args:
      date: `"2017-03-02"`, or None for "in a future version".
      instructions: what to use instead.
      module: TF's module of the function, shown in the warning.
    """
    when = "in a future version" if date is None else f"after {date}"

    def decorate(function: F) -> F:
        warned: list[bool] = []

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            if not warned:
                warned.append(True)
                warn(
                    f"From {_caller()}: {function.__name__} (from {module}) is deprecated and will be removed {when}.\n"
                    f"Instructions for updating:\n{instructions}"
                )
            return function(*args, **kwargs)

        return call  # type: ignore[return-value]

    return decorate


def warn(message: str) -> None:
    """Log a warning as TensorFlow's logger does."""
    tf_logging.get_logger().warning(message)


def _caller() -> str:
    """The user's file and line."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        frame = frame.f_back
    return "<unknown>" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def renamed_argument(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """The value of an argument that goes by two names.

    Raises:
      ValueError: both are given.
    """
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
    return old_value
