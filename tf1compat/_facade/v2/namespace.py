"""The modules of `tf.compat.v2`: names that mean what they mean in tf.compat.v1, and TensorFlow 2's own functions.

`same_names.txt` lists the first, as recorded from TensorFlow 1.15.5, where both are one object: a line is a namespace
and its names, `name=path` where version 1 has it elsewhere. The others are functions of this package by their path.
What is in neither is an error that says so.
"""

from __future__ import annotations

import functools
import importlib
import importlib.resources
import sys
from types import ModuleType
from typing import Any

# Namespaces of Keras that TensorFlow 2 has at the top as well.
_ALIASES = {name: f"keras.{name}" for name in ("losses", "metrics", "optimizers")}
_OWN = ("arrays", "checks", "flow", "initializers", "math", "nn")


@functools.cache
def _same_names() -> dict[str, dict[str, str]]:
    """Namespace -> name -> path in version 1."""
    text = importlib.resources.files("tf1compat._facade.v2").joinpath("same_names.txt").read_text()
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        namespace, _, names = line.partition(": ")
        namespace = namespace.removeprefix(".")
        entries = found.setdefault(namespace, {})
        for entry in names.split():
            name, _, path = entry.partition("=")
            entries[name] = path or f"{namespace}.{name}".lstrip(".")
    return found


@functools.cache
def _own_names() -> dict[str, Any]:
    """Path -> TensorFlow 2's function."""
    found: dict[str, Any] = {}
    for name in _OWN:
        found.update(importlib.import_module(f"tf1compat._facade.v2.{name}").NAMES)
    return found


@functools.cache
def _namespaces() -> frozenset[str]:
    given = [*_same_names(), *(path.rpartition(".")[0] for path in _own_names())]
    parts = [name.split(".") for name in given if name]
    return frozenset(".".join(p[: i + 1]) for p in parts for i in range(len(p)))


class V2Namespace(ModuleType):
    """`tf.compat.v2` or a namespace below it; finds names when they are first used."""

    def __init__(self, path: str) -> None:
        super().__init__(f"tf1compat.compat.v2.{path}".rstrip("."), f"`tf.compat.v2.{path}`".replace(".`", "`"))
        self.__dict__["_path"] = path
        self.__path__ = []  # TF1: `import tensorflow.compat.v2.math` works

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = find(self.__dict__["_path"], name)
        self.__dict__[name] = value
        return value

    def __dir__(self) -> list[str]:
        return names(self.__dict__["_path"])


def names(namespace: str) -> list[str]:
    """All names of a namespace, "" for `tf.compat.v2` itself."""
    prefix = f"{namespace}." if namespace else ""
    below = {
        path.removeprefix(prefix) for path in (*_own_names(), *_namespaces(), *_ALIASES) if path.startswith(prefix)
    }
    return sorted({*_same_names().get(namespace, ()), *(name for name in below if "." not in name)})


def find(namespace: str, name: str) -> Any:
    """What `tf.compat.v2.<namespace>.<name>` is.

    Raises:
      AttributeError: tf1compat has it not; the message says why.
    """
    path = f"{namespace}.{name}".lstrip(".")
    own = _own_names().get(path)
    if own is not None:
        return own
    same = _same_names().get(namespace, {}).get(name)
    if same is not None:
        return functools.reduce(getattr, same.split("."), sys.modules["tf1compat"])
    if path in _ALIASES:
        return _module(_ALIASES[path])
    if path in _namespaces():
        return _module(path)
    raise AttributeError(
        f"tf.compat.v2.{path} is not in tf1compat: it has the functions of TensorFlow 2 that build graphs, as far as "
        "libraries for 1.15 use them; look for it below tf itself, or see docs/coverage.md"
    )


@functools.cache
def _module(path: str) -> V2Namespace:
    made = V2Namespace(path)
    sys.modules[made.__name__] = made
    return made
