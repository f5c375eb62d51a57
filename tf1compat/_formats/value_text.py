"""Arrays as TensorFlow's runtime shows them in `tf.Print` and in failed assertions: `[[0 1 2][3...]...]`."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\"}
_FLOAT_DIGITS = {"float16": (6, 9), "float32": (6, 9), "float64": (15, 17)}


def summarize(array: Array, max_entries: int) -> str:
    """The first `max_entries` elements (all where negative) in brackets.

    >>> summarize(np.arange(12).reshape(3, 4), 5)
    '[[0 1 2 3][4...]...]'
    """
    limit = array.size if max_entries < 0 else min(max_entries, array.size)
    shown = [_element(v, array.dtype) for v in array.ravel()[:limit].tolist()]
    if array.ndim == 0 or shown[:1] == ["?"]:
        text = " ".join(shown)  # TF1: types it cannot show are one question mark each, without inner brackets
    else:
        text = _bracketed(array.shape, shown)
    return f"[{text}{'...' if limit < array.size else ''}]"


def _bracketed(shape: tuple[int, ...], shown: list[str]) -> str:
    """`shown` with brackets around every dimension but the outermost, broken off where it ends."""
    at = 0

    def dimension(axis: int) -> str:
        nonlocal at
        if axis == len(shape) - 1:
            row = shown[at : at + shape[axis]]
            at += len(row)
            return " ".join(row) + ("..." if axis and len(row) < shape[axis] else "")
        text = ""
        for _ in range(shape[axis]):
            if at >= len(shown):
                break
            text += f"[{dimension(axis + 1)}]"
        return text

    return dimension(0)


def _element(value: Any, dtype: np.dtype[Any]) -> str:
    if dtype.kind == "O":
        return _escaped(value if isinstance(value, bytes) else str(value).encode())
    if dtype.kind == "b":
        return str(int(value))
    if dtype.kind in "iu":
        return str(value)
    if dtype.name in _FLOAT_DIGITS:
        return _float(value, *_FLOAT_DIGITS[dtype.name], dtype)
    return "?"


def _float(value: float, digits: int, more: int, dtype: np.dtype[Any]) -> str:
    """With as few digits as TF needs to read the number back: one of two precisions."""
    short = f"{value:.{digits}g}"
    exact = float(short) == value if dtype == np.float64 else np.float32(short) == np.float32(value)
    return short if exact or value != value else f"{value:.{more}g}"


def _escaped(text: bytes) -> str:
    return "".join(_ESCAPES.get(c) or (chr(c) if 32 <= c < 127 else f"\\{c:03o}") for c in text)


def nested(array: Array, edge_items: int) -> str:
    """An array as `tf.strings.format` shows it: the first and last `edge_items` along each dimension (all if negative).

    >>> nested(np.arange(8), 2)
    '[0 1 ... 6 7]'
    """
    if array.ndim == 0:
        return _quoted(array.item(), array.dtype)
    return _nested(array, edge_items, 0)


def _nested(array: Array, edge: int, depth: int) -> str:
    if edge < 0 or len(array) <= 2 * edge:
        chosen: list[int | None] = list(range(len(array)))
    else:
        chosen = [*range(edge), None, *range(len(array) - edge, len(array))]
    if array.ndim == 1:
        parts = ["..." if i is None else _quoted(array[i : i + 1].tolist()[0], array.dtype) for i in chosen]
        return f"[{' '.join(parts)}]"
    between = "\n" * (array.ndim - 1) + " " * (depth + 1)
    return "[" + between.join("..." if i is None else _nested(array[i], edge, depth + 1) for i in chosen) + "]"


def _quoted(value: Any, dtype: np.dtype[Any]) -> str:
    if dtype.kind == "O":
        return f'"{(value if isinstance(value, bytes) else str(value).encode()).decode("latin-1")}"'
    return _element(value, dtype)
