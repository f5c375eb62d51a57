"""`make_csv_dataset`: batches of CSV records by column name, with types found by looking at the files."""

from __future__ import annotations

import collections
import csv
import gzip
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._facade.constants import constant
from tf1compat._facade.data.experimental.examples import AUTOTUNE, interleaved, shuffled_and_repeated
from tf1compat._facade.data.experimental.sources import CsvDataset
from tf1compat._facade.data.experimental.transformations import ignore_errors as without_errors
from tf1compat._facade.data.v1 import DatasetV1
from tf1compat._facade.platform import file_io, gfile
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_TYPES = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.string)  # least permissive first
Open = Callable[[str], Any]


def make_csv_dataset(
    file_pattern: Any,
    batch_size: Any,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: Any = None,
    shuffle: bool = True,
    shuffle_buffer_size: Any = 10000,
    shuffle_seed: Any = None,
    prefetch_buffer_size: Any = None,
    num_parallel_reads: Any = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: Any = None,
    ignore_errors: bool = False,
) -> Any:
    """Batches of the records of CSV files, as dictionaries of columns.

    Args:
      file_pattern: patterns of file names.
      batch_size: records per batch.
      column_names: names of the columns; those of the header if absent.
      column_defaults: defaults, or types of columns that must have values; found in the files if absent.
      label_name: the column that is given apart, as the second of a pair.
      select_columns: names or indices of the columns wanted; all if absent.
      field_delim, use_quote_delim, na_value, header, compression_type: as in `CsvDataset`.
      num_epochs: how often the files are read; for ever if absent.
      shuffle, shuffle_buffer_size, shuffle_seed: the order of files and records.
      prefetch_buffer_size, num_parallel_reads: how much is done ahead and at a time.
      sloppy: files may be read in any order; here the order is always kept.
      num_rows_for_inference: how many records types are found from; all if None.
      ignore_errors: records that cannot be parsed are left out.

    Raises:
      ValueError: no file matches, columns do not fit, or the files' headers differ.
    """
    names = _file_names(file_pattern)
    files = DatasetV1.from_tensor_slices(names)
    if shuffle:
        files = files.shuffle(len(names), shuffle_seed)
    open_file = _opener(compression_type) if column_names is None or column_defaults is None else _plain
    column_names = _names(names, column_names, header, field_delim, use_quote_delim, open_file)
    selected = None if select_columns is None else _indices(list(select_columns), column_names)
    if column_defaults is None:
        rows = _rows(names, len(column_names), field_delim, use_quote_delim, header, open_file)
        column_defaults = _inferred_defaults(rows, len(column_names), na_value, num_rows_for_inference, selected)
    defaults = [constant([], x) if not isinstance(x, Tensor) and _is_type(x) else x for x in column_defaults]
    wanted = _wanted(column_names, selected, defaults, label_name)

    def filename_to_dataset(filename: Any) -> Any:
        dataset: Any = CsvDataset(
            filename, defaults, compression_type, None, header, field_delim, use_quote_delim, na_value, selected
        )
        return dataset.apply(without_errors()) if ignore_errors else dataset

    def map_fn(*columns: Any) -> Any:
        features = collections.OrderedDict(zip(wanted, columns))
        return (features, features.pop(label_name)) if label_name is not None else features

    reads = 1 if num_parallel_reads is None else num_parallel_reads
    dataset = interleaved(files, filename_to_dataset, reads, sloppy)
    dataset = shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(map_fn)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def _file_names(file_pattern: Any) -> list[str]:
    patterns = file_pattern if isinstance(file_pattern, list) else [file_pattern]
    if not patterns:
        raise ValueError("File pattern is empty.")
    names = [name for pattern in patterns for name in gfile.Glob(pattern)]
    if not names:
        raise ValueError(f"No files match {file_pattern}.")
    return sorted(names)


def _plain(name: str) -> Any:
    return file_io.FileIO(name, "r")


def _opener(compression_type: Any) -> Open:
    if compression_type in (None, ""):
        return _plain
    if compression_type == "GZIP":
        return lambda name: gzip.open(name, "rt")
    if compression_type == "ZLIB":
        raise ValueError(f"compression_type ({compression_type}) is not supported for probing columns")
    raise ValueError(f"compression_type ({compression_type}) is not supported")


def _quoting(use_quote_delim: bool) -> Any:
    return csv.QUOTE_MINIMAL if use_quote_delim else csv.QUOTE_NONE


def _inferred_names(names: Sequence[str], delimiter: str, quotes: bool, open_file: Open) -> list[str]:
    found: list[str] | None = None
    for name in names:
        with open_file(name) as file:
            row = next(csv.reader(file, delimiter=delimiter, quoting=_quoting(quotes)), None)
        if row is None:
            raise ValueError(f"Received StopIteration when reading the header line of {name}.  Empty file?")
        if found is not None and row != found:
            raise ValueError("Files have different column names in the header row.")
        found = row
    assert found is not None
    return found


def _indices(selected: list[Any], column_names: Sequence[str]) -> list[int]:
    by_name = {n: i for i, n in enumerate(column_names)}
    for i, v in enumerate(selected):
        if isinstance(v, int):
            if not 0 <= v < len(column_names):
                raise ValueError(f"Column index {v} specified in select_columns out of valid range.")
        elif v not in by_name:
            raise ValueError(f"Value '{v}' specified in select_columns not a valid column index or name.")
        else:
            selected[i] = by_name[v]
    found = sorted(set(selected))
    if len(found) != len(selected):
        raise ValueError("select_columns contains duplicate columns")
    return found


def _is_type(value: Any) -> bool:
    try:
        return dtypes.as_dtype(value) in _TYPES
    except TypeError:
        return False


def _rows(
    names: Sequence[str], columns: int, delimiter: str, quotes: bool, header: bool, open_file: Open
) -> Iterator[list[str]]:
    for name in names:
        with open_file(name) as file:
            reader = csv.reader(file, delimiter=delimiter, quoting=_quoting(quotes))
            if header:
                next(reader)
            for row in reader:
                if len(row) != columns:
                    raise ValueError("Problem inferring types: CSV row has different number of fields than expected.")
                yield row


def _inferred_defaults(
    rows: Iterator[list[str]], columns: int, na_value: str, limit: int | None, selected: Sequence[int] | None
) -> list[Any]:
    wanted = range(columns) if selected is None else selected
    found: list[Any] = [None] * len(wanted)
    for i, row in enumerate(rows):
        if limit is not None and i >= limit:
            break
        found = [_wider(row[column], na_value, before) for column, before in zip(wanted, found)]
    types = [t or dtypes.string for t in found]
    return [constant([0 if t is not dtypes.string else ""], t) for t in types]


def _wider(text: str, na_value: str, before: Any) -> Any:
    """The least permissive type for `text` and for what came before."""
    if text in ("", na_value):
        return before
    for i, dtype in enumerate(_TYPES):
        if _fits(text, dtype) and (before is None or before in _TYPES[: i + 1]):
            return dtype
    return dtypes.string


def _fits(text: str, dtype: Any) -> bool:
    if dtype is dtypes.string:
        return True
    try:
        if dtype.is_integer:
            limits = np.iinfo(dtype.np)
            return limits.min <= int(text) <= limits.max
        with np.errstate(over="ignore"):
            return bool(dtype.np.type(text) < np.inf)
    except (ValueError, OverflowError):
        return False


def _names(files: Any, given: Any, header: bool, delimiter: str, quoted: bool, open_file: Any) -> Sequence[str]:
    """The names of the columns, given or from the header."""
    if given is None:
        if not header:
            raise ValueError("Cannot infer column names without a header line.")
        given = _inferred_names(files, delimiter, quoted, open_file)
    if len(given) != len(set(given)):
        raise ValueError("Cannot have duplicate column names.")
    return given


def _wanted(names: Any, selected: Any, defaults: Any, label_name: str | None) -> Sequence[str]:
    """The names of the selected columns."""
    if selected is not None and len(defaults) != len(selected):
        raise ValueError("If specified, column_defaults and select_columns must have same length.")
    if selected is not None and len(names) > len(selected):
        names = [names[i] for i in selected]
    if label_name is not None and label_name not in names:
        raise ValueError("`label_name` provided must be one of the columns.")
    return names
