"""Public names made on demand: messages and rarely used modules at first use, an error for what is not there."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any


class MissingNameError(AttributeError):
    """`tf.x` does not exist; what to use instead is looked up when somebody reads the message."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        from tf1compat._facade.missing_names import (
            explain,
        )  # reads TF's list of names: only for messages that are shown

        return explain(self.path)


MissingNameError.__module__, MissingNameError.__qualname__ = "builtins", "AttributeError"  # what tracebacks print


def public_path(module: str) -> str:
    """`tf1compat.nn` is what users call `tf.nn`."""
    return "tf" + module.removeprefix("tf1compat")


def on_demand(
    module: str, *, messages: str = "", modules: str = "", names_of: dict[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a public module.

    Args:
      module: the module's `__name__`.
      messages: names of protobuf messages, each imported at its first use.
      modules: names of modules below this one, each imported at its first use.
      names_of: by the full name of a module that is imported at the first use of one of them, names that it has.
    """
    lazy_messages = frozenset(messages.split())
    lazy_modules = frozenset(modules.split())
    homes = {name: home for home, text in (names_of or {}).items() for name in text.split()}

    def get(name: str) -> Any:
        if name in lazy_messages:
            from tf1compat._formats import protos

            value = getattr(protos, name)
        elif name in lazy_modules:
            value = importlib.import_module(f"{module}.{name}")
        elif name in homes:
            value = getattr(importlib.import_module(homes[name]), name)
        else:
            raise MissingNameError(f"{public_path(module)}.{name}")
        setattr(sys.modules[module], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[module]), *lazy_messages, *lazy_modules, *homes})

    return get, names
