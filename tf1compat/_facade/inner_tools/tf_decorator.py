"""`tensorflow.python.util.tf_decorator`: decorators that keep what they decorate."""

from __future__ import annotations

import functools
import inspect
from typing import Any


def make_decorator(
    target: Any,
    decorator_func: Any,
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Any:
    """`decorator_func` with the name and docstring of `target`, which `unwrap` finds again."""
    made = functools.wraps(target)(decorator_func)
    if decorator_doc:
        made.__doc__ = decorator_doc
    made.__dict__["decorator_name"] = decorator_name or inspect.stack()[1][3]
    if decorator_argspec is not None:
        made.__dict__["decorator_argspec"] = decorator_argspec
    return made


def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """The decorators from the outside in, and what they decorate."""
    decorators, current = [], maybe_tf_decorator
    while hasattr(current, "__wrapped__"):
        decorators.append(current)
        current = current.__wrapped__
    return decorators, current
