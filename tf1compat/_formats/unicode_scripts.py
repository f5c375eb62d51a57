"""The script that each code point of Unicode belongs to (Latin, Cyrillic …), by the numbers of ICU's UScriptCode."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Final

import numpy as np

_UNASSIGNED: Final = 103
_LAST: Final = 0x10FFFF


def scripts_of(points: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """int32 numbers for code points; -1 for what is none."""
    starts, ends, scripts = _ranges()
    at = np.searchsorted(starts, points, "right") - 1
    found = np.where((at >= 0) & (points <= ends[at]), scripts[at], np.int32(_UNASSIGNED))
    return np.where((points >= 0) & (points <= _LAST), found, np.int32(-1))


@functools.cache
def _ranges() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """First and last code points of all ranges, in order, and their scripts (recorded from TensorFlow 1.15.5)."""
    rows: list[tuple[int, int, int]] = []
    for line in Path(__file__).with_suffix(".txt").read_text().splitlines():
        script, *ranges = line.split()
        for text in ranges:
            start, _, end = text.partition("-")
            rows.append((int(start, 16), int(end or start, 16), int(script)))
    starts, ends, scripts = np.array(sorted(rows), np.int32).T
    return starts, ends, scripts
