"""Arrays whose memory nobody else looks at: what is read from a file becomes a variable's value without a copy.

JAX takes an array as it is where it begins at a multiple of 64 bytes. NumPy's large arrays never do, so these are parts
of somewhat larger ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._formats.tensor_slices import Array

_ALIGNMENT = 64


class _Memory(np.ndarray):
    """Bytes that `empty` made: the base of an array tells whose memory it is."""


def empty(shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """An array of any content whose memory is its own."""
    size = math.prod(shape) * dtype.itemsize
    whole = np.empty(size + _ALIGNMENT, np.uint8).view(_Memory)
    start = -whole.ctypes.data % _ALIGNMENT
    return np.asarray(whole[start : start + size]).view(dtype).reshape(shape)


def is_own(array: Array) -> bool:
    """Was `array` made by `empty`, or is it a part of such an array?"""
    base: Any = array.base
    while type(base) is np.ndarray:
        base = base.base
    return isinstance(base, _Memory)
