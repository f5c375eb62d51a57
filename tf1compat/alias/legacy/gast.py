"""Stands in for gast, which TensorFlow 1 brings along: the standard library's ast under that name."""

from __future__ import annotations

import ast
from typing import Any


def __getattr__(name: str) -> Any:
    return getattr(ast, name)
