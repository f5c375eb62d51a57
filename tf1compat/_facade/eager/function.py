"""`tf.function` and `defun` as inner modules have them: decorated functions exist, calling one is an error."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tf1compat._jaxcore.base import errors


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_implements: Any = None,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: Any = None,
) -> Any:
    """A function that becomes a graph of its own in TensorFlow; UnsupportedError when it is called."""
    return _uncallable(func, "tf.function")


def defun(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
) -> Any:
    """The older name of `function`."""
    return _uncallable(func, "defun")


def _uncallable(func: Callable[..., Any] | None, what: str) -> Any:
    def decorate(f: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(f)
        def call(*args: Any, **kwargs: Any) -> Any:
            raise errors.unsupported(
                f"{what}: functions as graphs of their own",
                advice="take the decorator off: the function's operations then join the graph it is called in",
            )

        return call

    return decorate(func) if func is not None else decorate
