"""`tf.compat`: conversions between bytes and text, and the types that count as numbers."""

from __future__ import annotations

import numbers
import os
from typing import Any

import numpy as np

integral_types = (numbers.Integral, np.integer)
real_types = (numbers.Real, np.integer, np.floating)
complex_types = (numbers.Complex, np.number)
bytes_or_text_types = (bytes, str)


def as_bytes(bytes_or_text: bytes | bytearray | str, encoding: str = "utf-8") -> bytes:
    """The argument as bytes; TypeError if it is neither bytes nor text.

    >>> as_bytes("é")
    b'\\xc3\\xa9'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes | bytearray):
        return bytes(bytes_or_text)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: bytes | str, encoding: str = "utf-8") -> str:
    """The argument as text; TypeError if it is neither bytes nor text.

    >>> as_text(b"abc")
    'abc'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


as_str = as_text


def as_str_any(value: Any) -> str:
    """Bytes decoded, anything else as `str(value)`.

    >>> as_str_any(b"abc"), as_str_any(3)
    ('abc', '3')
    """
    return as_text(value) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """A `pathlib` path as a string; anything else unchanged."""
    return as_str_any(path.__fspath__()) if isinstance(path, os.PathLike) else path
