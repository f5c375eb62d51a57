"""`arg_scope`: defaults for the arguments of a set of functions inside a block."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from tf1compat._facade.context import ARG_SCOPED, ARG_SCOPES

F = TypeVar("F", bound=Callable[..., Any])
Scope = dict[str, dict[str, Any]]


def current_arg_scope() -> Scope:
    """The defaults in force: `{function: {argument: value}}`."""
    return ARG_SCOPES[-1]


def arg_scope_func_key(op: Any) -> str:
    """What stands for a function in a scope."""
    return getattr(op, "_key_op", str(op))


@contextlib.contextmanager
def arg_scope(list_ops_or_scope: Any, **kwargs: Any) -> Iterator[Scope]:
    """Inside the block, `kwargs` are defaults of the functions given; a scope got from an earlier block is reused.

    Args:
      list_ops_or_scope: functions decorated with `add_arg_scope`, or the dict that `with arg_scope(…) as scope` gave.
      **kwargs: argument = default.

    Raises:
      TypeError: neither a list, a tuple nor a dict.
      ValueError: a function is not decorated, or a dict comes with further arguments.

    >>> import tf1compat as tf
    >>> @tf.contrib.framework.add_arg_scope
    ... def layer(x, size=1, name=None):
    ...     return (x, size, name)
    >>> with tf.contrib.framework.arg_scope([layer], size=5):
    ...     layer(0), layer(0, size=2)
    ((0, 5, None), (0, 2, None))
    """
    if isinstance(list_ops_or_scope, dict):
        if kwargs:
            raise ValueError("When attempting to re-use a scope by suppling adictionary, kwargs must be empty.")
        scope: Scope = list_ops_or_scope.copy()
    elif isinstance(list_ops_or_scope, (list, tuple)):
        scope = _extended(current_arg_scope(), list_ops_or_scope, kwargs)
    else:
        raise TypeError("list_ops_or_scope must either be a list/tuple or reused scope (i.e. dict)")
    ARG_SCOPES.append(scope)
    try:
        yield scope
    finally:
        ARG_SCOPES.pop()


def _extended(outer: Scope, functions: Sequence[Any], defaults: dict[str, Any]) -> Scope:
    scope = outer.copy()
    for function in functions:
        if not has_arg_scope(function):
            named = (function.__module__, function.__name__)
            raise ValueError("%s is not decorated with @add_arg_scope", named)  # TF1: a message and its arguments
        key = arg_scope_func_key(function)
        scope[key] = {**scope.get(key, {}), **defaults}
    return scope


def add_arg_scope(func: F) -> F:
    """Let `arg_scope` set defaults of the decorated function's arguments."""

    @functools.wraps(func)
    def func_with_args(*args: Any, **kwargs: Any) -> Any:
        defaults = current_arg_scope().get(key)
        return func(*args, **({**defaults, **kwargs} if defaults else kwargs))

    key = arg_scope_func_key(func)
    ARG_SCOPED[key] = _arguments_with_defaults(func)
    func_with_args._key_op = key  # type: ignore[attr-defined]
    return func_with_args  # type: ignore[return-value]


def _arguments_with_defaults(func: Any) -> tuple[str, ...]:
    code = func.__code__
    names = code.co_varnames[: code.co_argcount]
    return names[len(names) - len(func.__defaults__) :] if func.__defaults__ else names


def has_arg_scope(func: Any) -> bool:
    """Is the function decorated with `add_arg_scope`?"""
    return arg_scope_func_key(func) in ARG_SCOPED


def arg_scoped_arguments(func: Any) -> tuple[str, ...]:
    """Names of the arguments that have defaults, of a function decorated with `add_arg_scope`."""
    assert has_arg_scope(func)
    return ARG_SCOPED[arg_scope_func_key(func)]
