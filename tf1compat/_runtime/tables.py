"""Lookup tables: from keys (integers, strings, or rows of numbers) to values; filled once, or changed as steps run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._formats import numbers
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.dtypes import DType

WHOLE_LINE, LINE_NUMBER = -2, -1
_C_NAMES = {"float32": "float", "float64": "double"}


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


class Table:
    """What all tables share: keys as Python values, values as array rows."""

    kind = "Table"

    def __init__(
        self, name: str, key_dtype: DType, value_dtype: DType, key_shape: Any = (), value_shape: Any = ()
    ) -> None:
        self.name = name
        self.key_dtype, self.value_dtype = key_dtype.base, value_dtype.base
        self.key_shape, self.value_shape = tuple(key_shape), tuple(value_shape or ())
        self._entries: dict[Any, Any] = {}
        self._lock = threading.Lock()

    def size(self) -> int:
        """Number of keys."""
        return len(self._entries)

    def find(self, keys: Any, default: Any) -> Any:
        """The values of `keys`; `default` for those that are not there."""
        keys = np.asarray(keys)
        outer = self._outer(keys)
        self._check_types(keys, default)
        wanted = self._rows(keys)
        out = np.empty((len(wanted), *self.value_shape), np.asarray(default).dtype)
        missing = default if self.value_shape else np.asarray(default).item()
        entries = self._entries
        for i, key in enumerate(wanted):
            out[i] = entries.get(key, missing)
        return out.reshape((*outer, *self.value_shape))

    def export(self) -> tuple[Any, Any]:
        """All keys and their values."""
        with self._lock:
            entries = list(self._entries.items())
        keys = np.empty((len(entries), *self.key_shape), self.key_dtype.np)
        values = np.empty((len(entries), *self.value_shape), self.value_dtype.np)
        for i, (key, value) in enumerate(entries):
            keys[i], values[i] = key, value
        return keys, values

    def insert(self, keys: Any, values: Any) -> None:
        """Set the values of `keys`."""
        self._check_types(keys, values)
        pairs = self._pairs(keys, values)
        with self._lock:
            self._entries.update(pairs)

    def remove(self, keys: Any) -> None:
        """Take `keys` out, if they are there."""
        with self._lock:
            for key in self._rows(np.asarray(keys)):
                self._entries.pop(key, None)

    def replace(self, keys: Any, values: Any) -> None:
        """Make `keys` and `values` all that there is."""
        pairs = self._pairs(keys, values)
        with self._lock:
            self._entries = dict(pairs)

    def cancel(self) -> None:
        """Nobody waits for tables."""

    def check_spec(self, made: dict[str, Any], wanted: dict[str, Any]) -> None:
        """Refuse another use of the shared name with other types."""
        for what in ("key_dtype", "value_dtype"):
            if made[what] != wanted[what]:
                raise _invalid(
                    f"Conflicting key/value dtypes {_c_name(wanted['key_dtype'])}->{_c_name(wanted['value_dtype'])} with "
                    f"{_c_name(made['key_dtype'])}-{_c_name(made['value_dtype'])} for table {self.name}"
                )

    def _outer(self, keys: Any) -> tuple[int, ...]:
        n = len(self.key_shape)
        if n and tuple(keys.shape[-n:]) != self.key_shape:
            raise _invalid(f"Expected key shape to end with {list(self.key_shape)}, got {list(keys.shape)}")
        return tuple(keys.shape[: keys.ndim - n])

    def _rows(self, keys: Any) -> list[Any]:
        if not self.key_shape:
            return keys.ravel().tolist()
        return list(map(tuple, keys.reshape(-1, int(np.prod(self.key_shape))).tolist()))

    def _pairs(self, keys: Any, values: Any) -> Iterator[tuple[Any, Any]]:
        keys, values = np.asarray(keys), np.asarray(values)
        expected = (*self._outer(keys), *self.value_shape)
        if tuple(values.shape) != expected:
            shown = [f"[{','.join(map(str, s))}]" for s in (expected, values.shape)]
            raise _invalid(f"Expected shape {shown[0]} for value, got {shown[1]}")
        rows = values.reshape(-1, *self.value_shape)
        return zip(self._rows(keys), rows if self.value_shape else rows.tolist())

    def _check_types(self, keys: Any, values: Any) -> None:
        for what, dtype, array in (("Key", self.key_dtype, keys), ("Value", self.value_dtype, values)):
            if np.asarray(array).dtype != dtype.np:
                raise _invalid(f"{what} must be type {_c_name(dtype)} but got {np.asarray(array).dtype.name}")


def _c_name(dtype: DType) -> str:
    return _C_NAMES.get(dtype.base.name, dtype.base.name)


class HashTable(Table):
    """A table that is filled once."""

    kind = "HashTable"

    def __init__(self, name: str, **spec: Any) -> None:
        super().__init__(name, **spec)
        self.initialized = False

    def _check_ready(self) -> None:
        if not self.initialized:
            raise errors.FailedPreconditionError(None, None, "Table not initialized.")

    def find(self, keys: Any, default: Any) -> Any:
        self._check_ready()
        return super().find(keys, default)

    def export(self) -> tuple[Any, Any]:
        self._check_ready()
        return super().export()

    def insert(self, keys: Any, values: Any) -> None:
        raise errors.UnimplementedError(None, None, "Insert not supported by InitializableLookupTable implementations")

    def remove(self, keys: Any) -> None:
        raise errors.UnimplementedError(None, None, "Remove not supported by InitializableLookupTable implementations")

    def replace(self, keys: Any, values: Any) -> None:
        if not np.size(keys) or not np.size(values):
            raise _invalid("keys and values cannot be empty tensors.")
        self.initialize(self._pairs(keys, values))

    def initialize_from_text(
        self, contents: bytes, file: str, key_index: int, value_index: int, vocab_size: int, delimiter: bytes
    ) -> None:
        """Fill the table from the lines of a file."""
        key, value = (key_index, self.key_dtype), (value_index, self.value_dtype)
        self.initialize(text_file_pairs(contents, file, key, value, vocab_size, delimiter))

    def initialize(self, pairs: Any) -> None:
        """Fill the table.

        Raises:
          FailedPreconditionError: it is filled already, with another number of entries, or a key has two values.
        """
        found: dict[Any, Any] = {}
        for key, value in pairs:
            if found.setdefault(key, value) != value:
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    f"HashTable has different value for same key. Key {_shown(key)} has {_shown(found[key])} and trying "
                    f"to add value {_shown(value)}",
                )
        with self._lock:
            if self.initialized:
                # TF1: only the numbers are compared
                if len(found) != len(self._entries):
                    raise errors.FailedPreconditionError(None, None, "Table already initialized.")
                return
            self._entries, self.initialized = found, True


def _shown(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


class MutableHashTable(Table):
    """A table that steps change."""

    kind = "MutableHashTable"


class MutableDenseHashTable(Table):
    """A mutable table two of whose keys may not be used: TF1 marks empty and deleted places by them."""

    kind = "MutableDenseHashTable"

    def __init__(
        self, name: str, empty_key: Any, deleted_key: Any, initial_num_buckets: int, max_load_factor: float, **spec: Any
    ) -> None:
        empty, deleted = np.asarray(empty_key), np.asarray(deleted_key)
        if empty.shape != deleted.shape:
            raise _invalid("Empty and deleted keys must have same shape")
        super().__init__(name, key_shape=empty.shape, **spec)
        if initial_num_buckets < 4 or initial_num_buckets & (initial_num_buckets - 1):
            raise _invalid(f"Number of buckets must be at least 4 and a power of 2, got: {initial_num_buckets}")
        if not 0 < max_load_factor < 1:
            raise _invalid(f"max_load_factor must be between 0 and 1, got: {max_load_factor}")
        (self._empty,), (self._deleted,) = self._rows(empty), self._rows(deleted)
        if self._empty == self._deleted:
            raise _invalid("Empty and deleted keys cannot be equal")

    def _rows(self, keys: Any) -> list[Any]:
        found = super()._rows(keys)
        if hasattr(self, "_deleted"):
            for name, special in (("empty_key", self._empty), ("deleted_key", self._deleted)):
                if special in found:
                    raise _invalid(f"Using the {name} as a table key is not allowed")
        return found


KINDS: dict[str, Callable[..., Table]] = {
    kind.kind: kind for kind in (HashTable, MutableHashTable, MutableDenseHashTable)
}


# ---- text files -----------------------------------------------------------------------------------------------------


def text_file_pairs(
    contents: bytes, name: str, key: tuple[int, DType], value: tuple[int, DType], vocab_size: int, delimiter: bytes
) -> list[tuple[Any, Any]]:
    """Keys and values in the lines of a file; `key` and `value` are column (or WHOLE_LINE, LINE_NUMBER) and type.

    Raises:
      InvalidArgumentError: a line has too few columns, or a number is none, or `vocab_size` is not that of the file.
    """
    lines = contents.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    if vocab_size >= 0:
        if len(lines) < vocab_size:
            raise _invalid(f"Invalid vocab_size in {name}: expected {vocab_size} but got {len(lines)}")
        lines = lines[:vocab_size]
    found: list[tuple[Any, Any]] = []
    most = max(key[0], value[0])
    for i, line in enumerate(lines):
        line = line.removesuffix(b"\r")
        columns = line.split(delimiter) if most >= 0 else []
        if most >= len(columns) and most >= 0:
            raise _invalid(
                f"Invalid number of columns in {name} line {i} ({_shown(line)}) : expected {most} got {len(columns)}"
            )
        found.append((_field(line, columns, i, *key), _field(line, columns, i, *value)))
    return found


def _field(line: bytes, columns: Sequence[bytes], number: int, index: int, dtype: DType) -> Any:
    if index == LINE_NUMBER:
        return number
    text = line if index == WHOLE_LINE else columns[index]
    kind = dtype.base.np
    if kind == object:
        return text
    value = numbers.parse_integer(text, 64) if kind.kind == "i" else numbers.parse_float(text)
    if value is None:
        raise _invalid(f"Field {_shown(text)} in line {number} is not a valid {_c_name(dtype)}.")
    return np.asarray(value, kind).item()
