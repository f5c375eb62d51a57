"""`tf.compat`: bytes and text, paths, and tuples of number types for `isinstance`."""

from __future__ import annotations

import collections.abc as collections_abc
import contextlib
import numbers
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade import context

integral_types = (numbers.Integral, np.integer)
real_types = (numbers.Real, np.integer, np.floating)
complex_types = (numbers.Complex, np.number)
bytes_or_text_types = (bytes, str)


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """Text encoded, bytes as they are; TypeError for anything else."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Bytes decoded, text as it is; TypeError for anything else."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


as_str = as_text


def as_str_any(value: Any) -> str:
    """Bytes decoded, anything else by `str`."""
    return as_str(value) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """A path object as text; anything else as it is."""
    return as_str_any(path.__fspath__()) if hasattr(path, "__fspath__") else path


def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether graphs may use ops that TF builds before this date do not know: never before TF 1.15.5's own."""
    import datetime

    return datetime.date(*context.FORWARD_COMPATIBILITY["until"]) > datetime.date(year, month, day)


@contextlib.contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """A scope in which `forward_compatible` answers as if graphs were for readers of this date."""
    before = context.FORWARD_COMPATIBILITY["until"]
    context.FORWARD_COMPATIBILITY["until"] = (year, month, day)
    try:
        yield
    finally:
        context.FORWARD_COMPATIBILITY["until"] = before
