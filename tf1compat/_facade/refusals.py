"""Names of TensorFlow's that can be imported and asked for, and say when they are used what to use instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._jaxcore.base import errors


def refused(path: str, why: str, advice: str) -> Callable[..., Any]:
    """A function `path` that raises an UnsupportedError.

    >>> refused("tf.lite.toco_convert", "there is no TensorFlow Lite", "use `tf1compat export`")(1)
    Traceback (most recent call last):
    tf1compat._jaxcore.base.errors.UnsupportedError: tf.lite.toco_convert is not supported: there is no TensorFlow Lite
      what to do: use `tf1compat export`
    """

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise errors.unsupported(f"{path} is not supported: {why}", advice=advice)

    refuse.__name__ = refuse.__qualname__ = path.rpartition(".")[2]
    refuse.__doc__ = f"UnsupportedError: {why}."
    refuse.only_a_name = True  # type: ignore[attr-defined]
    return refuse


def refused_class(path: str, why: str, advice: str, *class_methods: str) -> Any:
    """A class `path`; making one, and each of `class_methods`, raises an UnsupportedError."""
    refuse = refused(path, why, advice)
    methods = {name: staticmethod(refused(f"{path}.{name}", why, advice)) for name in class_methods}
    body = {"__init__": lambda self, *args, **kwargs: refuse(), "__doc__": refuse.__doc__, "only_a_name": True}
    body.update(methods)
    return type(path.rpartition(".")[2], (), body)
