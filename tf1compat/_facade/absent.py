"""Stands for inner modules of TensorFlow that have no counterpart yet: they can be imported, any use is an error."""

from typing import Any


def __getattr__(name: str) -> Any:
    raise AttributeError(f"{name!r} is not in tf1compat yet; docs/coverage.md lists what is supported")
