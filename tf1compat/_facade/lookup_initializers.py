"""What fills lookup tables: tensors of keys and values, lines of a text file."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType


def check_types(table: Any, key_dtype: DType, value_dtype: DType) -> None:
    """Keys and values are of the types of `table`."""
    if key_dtype.base is not table.key_dtype:
        raise TypeError(f"Invalid key dtype, expected {table.key_dtype} but got {key_dtype}.")
    if value_dtype.base is not table.value_dtype:
        raise TypeError(f"Invalid value dtype, expected {table.value_dtype} but got {value_dtype}.")


class TableInitializerBase:
    """What fills a table: `initialize(table)` makes the operation that does."""

    def __init__(self, key_dtype: Any, value_dtype: Any) -> None:
        self._key_dtype = dtypes.as_dtype(key_dtype)
        self._value_dtype = dtypes.as_dtype(value_dtype)

    @property
    def key_dtype(self) -> DType:
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        return self._value_dtype

    def initialize(self, table: Any) -> Operation:
        """The operation that fills `table`."""
        raise NotImplementedError

    @property
    def _shared_name(self) -> str:
        """The name under which tables filled so may be shared; empty for none."""
        return ""


def outside_of_branches() -> Any:
    """A context manager: tables made inside a branch or loop are made outside of it."""
    import contextlib

    graph = context.get_default_graph()
    inside = graph._get_control_flow_context() is not None
    return init_scope() if inside else contextlib.nullcontext()


class KeyValueTensorInitializer(TableInitializerBase):
    """Keys and values as two tensors of one shape."""

    def __init__(
        self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: str | None = None
    ) -> None:
        with outside_of_branches():
            self._keys = convert_to_tensor(keys, key_dtype, "keys")
            self._values = convert_to_tensor(values, value_dtype, "values")
        self._name = name if name is not None else "key_value_init"
        super().__init__(self._keys.dtype, self._values.dtype)

    def initialize(self, table: Any) -> Operation:
        """The operation that fills `table`, which joins the collection `TABLE_INITIALIZERS`."""
        check_types(table, self._keys.dtype, self._values.dtype)
        with name_scope(self._name, values=(table.resource_handle, self._keys, self._values)):
            op = apply_op("LookupTableImportV2", table.resource_handle, self._keys, self._values)
        context.get_default_graph().add_to_collection(GraphKeys.TABLE_INITIALIZERS, op)
        return op


class TextFileIndex:
    """What of a line is a key or value: a column number, or one of these."""

    WHOLE_LINE = -2
    LINE_NUMBER = -1


class TextFileInitializer(TableInitializerBase):
    """Keys and values from the lines of a text file.

    Args:
      filename: path of the file, or a string tensor.
      key_dtype, key_index, value_dtype, value_index: type and place (`TextFileIndex` or a column) of each.
      vocab_size: number of lines to read, which the file must have; all where absent.
      delimiter: what separates columns.
      name: name of the operation.

    Raises:
      ValueError: type and place of keys or values do not fit.
    """

    def __init__(
        self,
        filename: Any,
        key_dtype: Any,
        key_index: int,
        value_dtype: Any,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
    ) -> None:
        if not isinstance(filename, Tensor) and not filename:
            raise ValueError(f"Filename required for {name}.")
        self._filename_arg = filename
        super().__init__(key_dtype, value_dtype)
        _check_places(self._key_dtype, key_index, self._value_dtype, value_index)
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"Invalid vocab_size {vocab_size}.")
        self._key_index, self._value_index = key_index, value_index
        self._vocab_size = vocab_size
        self._delimiter = delimiter
        self._name = name
        with init_scope():
            self._filename = convert(filename, dtypes.string, "asset_path")

    def initialize(self, table: Any) -> Operation:
        """The operation that fills `table`; the file joins the collection `ASSET_FILEPATHS`."""
        check_types(table, self.key_dtype, self.value_dtype)
        with name_scope(self._name, "text_file_init", (table.resource_handle,)):
            op = apply_op(
                "InitializeTableFromTextFileV2",
                table.resource_handle,
                self._filename,
                key_index=self._key_index,
                value_index=self._value_index,
                vocab_size=-1 if self._vocab_size is None else self._vocab_size,
                delimiter=self._delimiter.encode(),
            )
        graph = context.get_default_graph()
        graph.add_to_collection(GraphKeys.TABLE_INITIALIZERS, op)
        if self._filename.op.type == "Const":
            graph.add_to_collection(GraphKeys.ASSET_FILEPATHS, self._filename)
        return op

    @property
    def _shared_name(self) -> str:
        parts = [str(self._filename_arg), str(self._key_index), str(self._value_index)]
        if self._vocab_size:
            parts.insert(1, str(self._vocab_size))
        return "_".join(["hash_table", *parts])


def _check_places(key_dtype: DType, key_index: int, value_dtype: DType, value_index: int) -> None:
    if key_index < -2:
        raise ValueError(f"Invalid key index {key_index}.")
    if key_index == TextFileIndex.LINE_NUMBER and key_dtype != dtypes.int64:
        raise ValueError(f"Signature mismatch. Keys must be dtype {dtypes.int64}, got {key_dtype}.")
    if key_index == TextFileIndex.WHOLE_LINE and not key_dtype.is_integer and key_dtype != dtypes.string:
        raise ValueError(f"Signature mismatch. Keys must be integer or string, got {key_dtype}.")
    if value_index < -2:
        raise ValueError(f"Invalid value index {value_index}.")
    for index, wanted in ((TextFileIndex.LINE_NUMBER, dtypes.int64), (TextFileIndex.WHOLE_LINE, dtypes.string)):
        if value_index == index and value_dtype != wanted:
            raise ValueError(f"Signature mismatch. Values must be dtype {wanted}, got {value_dtype}.")


class TextFileStringTableInitializer(TextFileInitializer):
    """From numbers (of lines, or in a column) to strings."""

    def __init__(
        self,
        filename: Any,
        key_column_index: int = TextFileIndex.LINE_NUMBER,
        value_column_index: int = TextFileIndex.WHOLE_LINE,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_string_table_init",
    ) -> None:
        places = (dtypes.int64, key_column_index, dtypes.string, value_column_index)
        super().__init__(filename, *places, vocab_size=vocab_size, delimiter=delimiter, name=name)


class TextFileIdTableInitializer(TextFileInitializer):
    """From strings (or numbers) to numbers (of lines, or in a column)."""

    def __init__(
        self,
        filename: Any,
        key_column_index: int = TextFileIndex.WHOLE_LINE,
        value_column_index: int = TextFileIndex.LINE_NUMBER,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_id_table_init",
        key_dtype: Any = dtypes.string,
    ) -> None:
        places = (key_dtype, key_column_index, dtypes.int64, value_column_index)
        super().__init__(filename, *places, vocab_size=vocab_size, delimiter=delimiter, name=name)
