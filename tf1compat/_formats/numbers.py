"""Numbers as TensorFlow reads them from text."""

from __future__ import annotations

import math
import re

_INTEGER = re.compile(rb"\s*(-?[0-9]+)\s*\Z")
_DECIMAL = re.compile(rb"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*\Z")
_HEXADECIMAL = re.compile(rb"\s*[+-]?0[xX][0-9a-fA-F]+\s*\Z")
_SPECIAL = re.compile(rb"\s*[+-]?(?:inf|nan)\s*\Z", re.IGNORECASE)


def parse_integer(text: bytes, bits: int) -> int | None:
    """An integer of so many bits with spaces around it, or None.

    >>> parse_integer(b" 7 ", 32), parse_integer(b"+7", 32), parse_integer(b"3000000000", 32)
    (7, None, None)
    """
    found = _INTEGER.match(text)  # TF1: no plus sign
    if found is None:
        return None
    value = int(found[1])
    return value if -(1 << bits - 1) <= value < 1 << bits - 1 else None


def parse_float(text: bytes) -> float | None:
    """A number with spaces around it, or None.

    >>> parse_float(b"-1e3"), parse_float(b"0x10"), parse_float(b"1_0")
    (-1000.0, 16.0, None)
    """
    if _DECIMAL.match(text):
        return float(text)
    if _HEXADECIMAL.match(text):
        return float(int(text, 16))
    if _SPECIAL.match(text):
        return math.nan if b"n" in text.lower().replace(b"inf", b"") else float(text)
    return None
