"""Datasets that need no input: random numbers, counters, CSV files, names of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import nest
from tf1compat._facade.data.dataset import NodeDataset, node
from tf1compat._facade.data.experimental.states import scan
from tf1compat._facade.data.random_seed import get_seed
from tf1compat._facade.data.readers import optional_tensor
from tf1compat._facade.data.v1 import DatasetV1, DatasetV1Adapter
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes

INFINITE, UNKNOWN = -1, -2


def random_dataset(seed: Any = None) -> NodeDataset:
    """Random 32-bit numbers without end, as int64."""
    return node("RandomDataset", [], *get_seed(seed), spec=TensorSpec([], dtypes.int64))


class RandomDataset(DatasetV1Adapter):
    """Random 32-bit numbers without end, as int64."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(random_dataset(seed))


def Counter(start: Any = 0, step: Any = 1, dtype: Any = dtypes.int64) -> Any:
    """`start`, `start + step`, … without end."""
    with name_scope("counter"):
        start = convert_to_tensor(start, dtype, name="start")
        step = convert_to_tensor(step, dtype, name="step")
        forever = DatasetV1.from_tensors(0).repeat(None)
        return DatasetV1Adapter(forever.apply(scan(start, lambda state, _: (state + step, state))))


def cardinality(dataset: Any) -> Any:
    """The number of elements as a tensor; `INFINITE_CARDINALITY`, or `UNKNOWN_CARDINALITY` where it is not known."""
    return apply_op("DatasetCardinality", dataset._variant_tensor)


class CsvDataset(DatasetV1Adapter):
    """The columns of CSV files, one tensor each.

    Args:
      filenames: names, as a tensor or a list.
      record_defaults: for each column a default (a tensor), or the type of a column that must have a value.
      compression_type, buffer_size: as in `tf.data.TextLineDataset`.
      header: the first line of each file is left out.
      field_delim: what stands between fields.
      use_quote_delim: fields may stand in double quotes.
      na_value: stands for a missing value, like nothing.
      select_cols: indices of the columns wanted, ascending; all if absent.
    """

    def __init__(
        self,
        filenames: Any,
        record_defaults: Sequence[Any],
        compression_type: Any = None,
        buffer_size: Any = None,
        header: Any = False,
        field_delim: Any = ",",
        use_quote_delim: Any = True,
        na_value: Any = "",
        select_cols: Any = None,
    ) -> None:
        names = convert_to_tensor(filenames, dtypes.string, name="filenames")
        kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
        defaults = [_column_default(d) for d in record_defaults]
        size = optional_tensor("buffer_size", buffer_size, 4 * 1024 * 1024)
        parts = [
            optional_tensor("header", header, False, dtypes.bool),
            optional_tensor("field_delim", field_delim, ",", dtypes.string),
            optional_tensor("use_quote_delim", use_quote_delim, True, dtypes.bool),
            optional_tensor("na_value", na_value, "", dtypes.string),
            optional_tensor("select_cols", select_cols, [], dtypes.int64),
        ]
        spec = tuple(TensorSpec([], d.dtype) for d in defaults)
        super().__init__(node("CSVDataset", [], names, kind, size, *parts, defaults, spec=spec))


def _column_default(value: Any) -> Any:
    if not isinstance(value, Tensor) and isinstance(value, (dtypes.DType, type)):
        return convert_to_tensor([], dtypes.as_dtype(value))
    return convert_to_tensor(value)


class SqlDataset(DatasetV1Adapter):
    """The rows that a query finds in a data base, one scalar for each column.

    Args:
      driver_name: `"sqlite"`.
      data_source_name: the file.
      query: the text of the query.
      output_types: types of the columns: strings, booleans, float64 and integers but the unsigned ones of 32 and 64 bits.

    Raises:
      tf.errors.InvalidArgumentError: another driver or type, or another number of columns.
      tf.errors.UnknownError: SQLite does not understand the query.
    """

    def __init__(self, driver_name: Any, data_source_name: Any, query: Any, output_types: Any) -> None:
        driver = convert_to_tensor(driver_name, dtypes.string, name="driver_name")
        source = convert_to_tensor(data_source_name, dtypes.string, name="data_source_name")
        text = convert_to_tensor(query, dtypes.string, name="query")
        spec = nest.map_structure(lambda dtype: TensorSpec([], dtype), output_types)
        super().__init__(node("SqlDataset", [], driver, source, text, spec=spec))


class LMDBDataset(DatasetV1Adapter):
    """Keys and values of LMDB files; not supported."""

    only_a_name = True

    def __init__(self, filenames: Any) -> None:
        from tf1compat._jaxcore.base import errors

        raise errors.unsupported(
            "tf.contrib.data.LMDBDataset is not supported.",
            advice="read the data base with the package lmdb in a generator for tf.data.Dataset.from_generator",
        )


def from_files(patterns: Any) -> NodeDataset:
    """The names of the files that match patterns, in order."""
    names = convert_to_tensor(patterns, dtypes.string, name="patterns")
    return node("MatchingFilesDataset", [], names, spec=TensorSpec([], dtypes.string))
