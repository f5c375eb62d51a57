"""`tensorflow.python.util.deprecation`: decorators that warn of old functions and arguments, once each."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade import context, deprecation

_ANY_VALUE = object()


def _when(date: str | None) -> str:
    return "in a future version" if date is None else f"after {date}"


def _warn_once(key: Any, is_once: bool, message: str) -> None:
    if context.DEPRECATIONS["silent"] or (is_once and key in context.REPORTED):
        return
    context.REPORTED.add(key)
    deprecation.warn(message)


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable[..., Any]:
    """Warns at calls of a function.

    Args:
      date: `"2017-03-02"`, or None for "in a future version".
      instructions: what to use instead.
      warn_once: whether to warn at the first call only.
    """

    def decorate(function: Any) -> Any:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            _warn_once(
                call,
                warn_once,
                f"From {deprecation._caller()}: {function.__qualname__} (from {function.__module__}) is deprecated and "
                f"will be removed {_when(date)}.\nInstructions for updating:\n{instructions}",
            )
            return function(*args, **kwargs)

        return call

    return decorate


def deprecated_args(
    date: str | None, instructions: str, *deprecated_arg_names_or_tuples: Any, **kwargs: Any
) -> Callable[..., Any]:
    """Warns at calls with certain arguments.

    Args:
      date, instructions: see `deprecated`.
      deprecated_arg_names_or_tuples: names, or pairs of a name and a value that is harmless.
      warn_once: whether to warn at the first such call only.
    """
    warn_once = kwargs.get("warn_once", True)
    harmless = dict(x if isinstance(x, tuple) else (x, _ANY_VALUE) for x in deprecated_arg_names_or_tuples)

    def decorate(function: Any) -> Any:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            with contextlib.suppress(TypeError):  # the call itself will say what is wrong
                given = signature.bind(*args, **named).arguments
                for name, value in harmless.items():
                    is_used = name in given and (value is _ANY_VALUE or given[name] is not value)
                    if is_used:
                        _warn_once(
                            (call, name),
                            warn_once,
                            f"From {deprecation._caller()}: calling {function.__qualname__} (from "
                            f"{function.__module__}) with {name} is deprecated and will be removed {_when(date)}.\n"
                            f"Instructions for updating:\n{instructions}",
                        )
            return function(*args, **named)

        return call

    return decorate


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **deprecated_kwargs: Any
) -> Callable[..., Any]:
    """Warns at calls with certain values of arguments."""

    def decorate(function: Any) -> Any:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            with contextlib.suppress(TypeError):
                given = signature.bind(*args, **named).arguments
                for name, value in deprecated_kwargs.items():
                    if name in given and given[name] == value:
                        _warn_once(
                            (call, name),
                            warn_once,
                            f"From {deprecation._caller()}: calling {function.__qualname__} (from "
                            f"{function.__module__}) with {name}={value} is deprecated and will be removed "
                            f"{_when(date)}.\nInstructions for updating:\n{instructions}",
                        )
            return function(*args, **named)

        return call

    return decorate


def deprecated_alias(deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True) -> Any:
    """A function under its old name, with a warning; a class as it is."""
    if inspect.isclass(func_or_class):
        return func_or_class

    @functools.wraps(func_or_class)
    def call(*args: Any, **kwargs: Any) -> Any:
        message = (
            f"From {deprecation._caller()}: The name {deprecated_name} is deprecated. Please use {name} instead.\n"
        )
        _warn_once(call, warn_once, message)
        return func_or_class(*args, **kwargs)

    return call


def deprecated_endpoints(*args: Any) -> Callable[[Any], Any]:
    """Marks old public names of a function, in `_tf_deprecated_api_names`."""

    def decorate(function: Any) -> Any:
        function._tf_deprecated_api_names = args
        return function

    return decorate


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """The value of an argument that goes by two names; both are an error."""
    return deprecation.renamed_argument(new_name, new_value, old_name, old_value)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """No warnings in a block."""
    before = context.DEPRECATIONS["silent"]
    context.DEPRECATIONS["silent"] = True
    try:
        yield
    finally:
        context.DEPRECATIONS["silent"] = before
