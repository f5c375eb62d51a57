"""Elements from a data base: the rows of a query, each column as the type that is wanted, as SQLite converts them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._runtime.datasets.dataset import Dataset, Element, Run, invalid, text

_TYPES = ("string", "int8", "int16", "int32", "int64", "uint8", "uint16", "bool", "float64")
_INTEGER = re.compile(rb"\s*([+-]?\d+)")
_NUMBER = re.compile(rb"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_LEAST, _GREATEST = -(1 << 63), (1 << 63) - 1


class Rows(Dataset):
    """The rows that a query finds in a file of SQLite's."""

    def __init__(self, driver: bytes, source: bytes, query: bytes, types: Sequence[DType]) -> None:
        if any(t.name not in _TYPES for t in types):
            names = "DT_STRING, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_BOOL, DT_DOUBLE "
            raise invalid(f"Each element of `output_types_` must be one of: {names}")
        if driver != b"sqlite":
            raise invalid(
                f"The database type, {driver.decode()}, is not supported by SqlDataset. "
                "The set of supported databases is: {'sqlite'}."
            )
        self._source, self._query, self._types = source.decode(), query.decode(), tuple(types)

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Pass(self)

    def rows(self) -> Iterator[Element]:
        """Ask the data base; what the query changes is not kept."""
        import sqlite3

        try:
            connection = sqlite3.connect(self._source, check_same_thread=False)
        except sqlite3.Error as e:
            raise errors.NotFoundError(None, None, f"{e}: {self._source}") from None
        connection.text_factory = bytes
        with contextlib.ExitStack() as stack:
            stack.enter_context(contextlib.closing(connection))
            try:
                found = connection.execute(self._query)
            except sqlite3.Error as e:
                raise errors.UnknownError(None, None, f"Prepare() failed: [1] {e}: {self._query}") from None
            columns = len(found.description or ())
            if columns != len(self._types):
                raise invalid(
                    f"The number of columns in query ({columns}) must match the number of elements in output_types "
                    f"({len(self._types)})."
                )
            stack.pop_all()
        return self._converted(connection, found)

    def _converted(self, connection: Any, found: Any) -> Iterator[Element]:
        with contextlib.closing(connection):
            for row in found:
                yield tuple([_converted(x, t) for x, t in zip(row, self._types)])


class _Pass:
    """Asks when the first element is wanted, and again after an error."""

    def __init__(self, dataset: Rows) -> None:
        self._dataset = dataset
        self._rows: Iterator[Element] | None = None

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        if self._rows is None:
            self._rows = self._dataset.rows()
        return next(self._rows)


def _converted(x: Any, dtype: DType) -> Any:
    """A value of the data base (None, int, float, bytes) as a scalar array."""
    if dtype is dtypes.string:
        return text(_text(x))
    if dtype is dtypes.float64:
        return np.array(float(_leading(_NUMBER, x) or 0) if isinstance(x, bytes) else float(x or 0), np.float64)
    number = min(max(_integer(x), _LEAST), _GREATEST)
    return np.array(number != 0) if dtype is dtypes.bool else np.array(number, np.int64).astype(dtype.np)


def _integer(x: Any) -> int:
    if isinstance(x, float):
        return int(min(max(x, float(_LEAST)), float(1 << 63)))
    return int(_leading(_INTEGER, x) or 0) if isinstance(x, bytes) else x or 0


def _leading(pattern: re.Pattern[bytes], x: bytes) -> bytes | None:
    found = pattern.match(x)
    return found and found[1]


def _text(x: Any) -> bytes:
    if isinstance(x, bytes):
        return x
    if not isinstance(x, float):
        return b"" if x is None else str(x).encode()
    shown = f"{x:.15g}"
    digits, e, power = shown.partition("e")
    return (shown if "." in digits or "n" in digits else f"{digits}.0{e}{power}").encode()
