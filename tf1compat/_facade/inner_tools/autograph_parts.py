"""Stands for AutoGraph's inner modules: libraries that import them work, as long as they transform no code."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def _absent(name: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            f"{name} is part of TensorFlow's AutoGraph, which rewrites the source of functions; tf1compat has not its "
            "inner modules: call tf.cond and tf.while_loop yourself"
        )

    return type(name, (), {"__init__": refuse, "__doc__": "Part of AutoGraph; not in tf1compat."})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _absent(name)
