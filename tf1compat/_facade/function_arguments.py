"""What arguments a user's function takes: decides what `model_fn`, `input_fn` and the like are called with."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any


def fn_args(fn: Callable[..., Any]) -> tuple[str, ...]:
    """Names of the arguments that may be given to `fn`, without `self` and without what a `partial` has fixed.

    Raises:
      ValueError: a `partial` fixes positional arguments of something that has none.
    """
    if isinstance(fn, functools.partial):
        return _partial_args(fn)
    target: Any = fn
    if not inspect.isfunction(target) and not inspect.ismethod(target) and callable(target):
        target = target.__call__
    names = list(inspect.getfullargspec(inspect.unwrap(target)).args)
    if inspect.ismethod(target) and names:
        names.remove(names[0])
    return tuple(names)


def _partial_args(fn: functools.partial[Any]) -> tuple[str, ...]:
    names = list(fn_args(fn.func))
    if len(fn.args) > len(names):
        raise ValueError("functools.partial binds more positional arguments than the function has")
    # TF1: with keywords fixed, what comes after the first of them can only be given by name, and counts still
    return tuple(name for name in names[len(fn.args) :] if name not in (fn.keywords or {}))


def has_kwargs(fn: Callable[..., Any]) -> bool:
    """Whether `fn` takes `**kwargs`.

    Raises:
      TypeError: it is no function.
    """
    if isinstance(fn, functools.partial):
        fn = fn.func
    elif not inspect.isfunction(fn) and not inspect.ismethod(fn) and callable(fn):
        fn = fn.__call__
    elif not callable(fn):
        raise TypeError(f"fn should be a function-like object, but is of type {type(fn)}.")
    return inspect.getfullargspec(fn).varkw is not None


def get_func_name(func: Any) -> str:
    """The name of a function, `partial` or callable object.

    Raises:
      ValueError: it is none of these.
    """
    if not callable(func):
        raise ValueError("Argument must be callable")
    while isinstance(func, functools.partial):
        func = func.func
    return getattr(func, "__name__", None) or type(func).__name__


def get_func_code(func: Any) -> Any:
    """The code object of a function; None for other callables.

    Raises:
      ValueError: `func` cannot be called.
    """
    if not callable(func):
        raise ValueError("Argument must be callable")
    return getattr(inspect.unwrap(func), "__code__", None)
