"""`tf.lookup` and `tf.contrib.lookup`: tables of words and their numbers, made in one call; `tf.tables_initializer`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, context, math_ops
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.grouping import group
from tf1compat._facade.lookup_initializers import KeyValueTensorInitializer as KeyValueTensorInitializer
from tf1compat._facade.lookup_initializers import TableInitializerBase as TableInitializerBase
from tf1compat._facade.lookup_initializers import TextFileIdTableInitializer as TextFileIdTableInitializer
from tf1compat._facade.lookup_initializers import TextFileIndex as TextFileIndex
from tf1compat._facade.lookup_initializers import TextFileInitializer as TextFileInitializer
from tf1compat._facade.lookup_initializers import TextFileStringTableInitializer as TextFileStringTableInitializer
from tf1compat._facade.lookup_mutable import DenseHashTable as DenseHashTable
from tf1compat._facade.lookup_mutable import MutableDenseHashTable as MutableDenseHashTable
from tf1compat._facade.lookup_mutable import MutableHashTable as MutableHashTable
from tf1compat._facade.lookup_tables import FastHashSpec as FastHashSpec
from tf1compat._facade.lookup_tables import HasherSpec as HasherSpec
from tf1compat._facade.lookup_tables import HashTable as HashTable
from tf1compat._facade.lookup_tables import IdTableWithHashBuckets as IdTableWithHashBuckets
from tf1compat._facade.lookup_tables import InitializableLookupTableBase as InitializableLookupTableBase
from tf1compat._facade.lookup_tables import LookupInterface as LookupInterface
from tf1compat._facade.lookup_tables import StaticHashTable as StaticHashTable
from tf1compat._facade.lookup_tables import StaticVocabularyTable as StaticVocabularyTable
from tf1compat._facade.lookup_tables import StrongHashSpec as StrongHashSpec
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_util import constant_value
from tf1compat._jaxcore.base import dtypes

StaticHashTableV1 = StaticHashTable
StaticVocabularyTableV1 = StaticVocabularyTable
InitializableLookupTableBaseV1 = InitializableLookupTableBase
_CONTRIB = "tensorflow.contrib.lookup.lookup_ops"


def tables_initializer(name: str | None = "init_all_tables") -> Operation:
    """An operation that fills all tables of the default graph."""
    found = context.get_default_graph().get_collection(GraphKeys.TABLE_INITIALIZERS)
    return group(*found, name=name) if found else no_op(name=name)


initialize_all_tables = deprecated(None, "Use `tf.tables_initializer` instead.", "tensorflow.python.ops.lookup_ops")(
    tables_initializer
)


def _check_file(vocabulary_file: Any) -> None:
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("vocabulary_file must be specified and must not be empty.")


def _check_buckets(num_oov_buckets: int) -> None:
    if num_oov_buckets < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {num_oov_buckets}.")


def _with_buckets(table: Any, num_oov_buckets: int, hasher_spec: Any, key_dtype: Any) -> Any:
    if not num_oov_buckets:
        return table
    return IdTableWithHashBuckets(table, num_oov_buckets, hasher_spec=hasher_spec, key_dtype=key_dtype)


def index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: Any = -1,
    hasher_spec: Any = FastHashSpec,
    key_dtype: Any = dtypes.string,
    name: str | None = None,
    key_column_index: int = TextFileIndex.WHOLE_LINE,
    value_column_index: int = TextFileIndex.LINE_NUMBER,
    delimiter: str = "\t",
) -> Any:
    """A table from the lines of a file to their numbers.

    Args:
      vocabulary_file: a path or string tensor.
      num_oov_buckets: buckets for unknown words; where there are none they get `default_value`.
      vocab_size: number of lines to read; all where absent.
      default_value: see there.
      hasher_spec: which hash the buckets go by.
      key_dtype: string or an integer type.
      name: name scope.
      key_column_index, value_column_index: columns to take instead.
      delimiter: what separates them.

    Raises:
      ValueError, TypeError: arguments do not fit.
    """
    _check_file(vocabulary_file)
    _check_buckets(num_oov_buckets)
    key_dtype = dtypes.as_dtype(key_dtype)
    if vocab_size is not None and vocab_size < 1:
        shown = vocabulary_file
        if isinstance(vocabulary_file, Tensor):
            shown = constant_value(vocabulary_file) or "?"
        raise ValueError(f"vocab_size must be greater than 0, got {vocab_size}. vocabulary_file: {shown}")
    if not key_dtype.is_integer and key_dtype.base is not dtypes.string:
        raise TypeError("Only integer and string keys are supported.")
    with name_scope(name, "string_to_index"):
        with name_scope(None, "hash_table"):
            init = TextFileIdTableInitializer(
                vocabulary_file,
                vocab_size=vocab_size,
                key_dtype=dtypes.int64 if key_dtype.is_integer else key_dtype,
                name="table_init",
                key_column_index=key_column_index,
                value_column_index=value_column_index,
                delimiter=delimiter,
            )
            table = StaticHashTable(init, default_value)
        return _with_buckets(table, num_oov_buckets, hasher_spec, key_dtype)


def index_table_from_tensor(
    vocabulary_list: Any,
    num_oov_buckets: int = 0,
    default_value: Any = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: Any = dtypes.string,
    name: str | None = None,
) -> Any:
    """A table from the elements of a vector to their positions.

    Args:
      vocabulary_list: strings or integers.
      num_oov_buckets: buckets for unknown words; where there are none they get `default_value`.
      default_value: see there.
      hasher_spec: which hash the buckets go by.
      dtype: type of the keys.
      name: name scope.

    Raises:
      ValueError, TypeError: arguments do not fit.
    """
    if vocabulary_list is None:
        raise ValueError("vocabulary_list must be specified.")
    _check_buckets(num_oov_buckets)
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_integer and dtype.base is not dtypes.string:
        raise TypeError("Only integer and string keys are supported.")
    with name_scope(name, "string_to_index"):
        keys = convert_to_tensor(vocabulary_list)
        if keys.dtype.is_integer != dtype.is_integer:
            raise ValueError(f"Expected {'integer' if dtype.is_integer else 'non-integer'}, got {keys.dtype}.")
        if not dtype.is_integer and keys.dtype.base is not dtype:
            raise ValueError(f"Expected {dtype}, got {keys.dtype}.")
        values = math_ops.cast(math_ops.range(array_creation.size(keys)), dtypes.int64)
        with name_scope(None, "hash_table"):
            keys = math_ops.cast(keys, dtypes.int64) if keys.dtype.is_integer else keys
            init = KeyValueTensorInitializer(keys, values, keys.dtype.base, dtypes.int64, name="table_init")
            table = StaticHashTable(init, default_value)
        return _with_buckets(table, num_oov_buckets, hasher_spec, dtype)


def index_to_string_table_from_file(
    vocabulary_file: Any,
    vocab_size: int | None = None,
    default_value: Any = "UNK",
    name: str | None = None,
    key_column_index: int = TextFileIndex.LINE_NUMBER,
    value_column_index: int = TextFileIndex.WHOLE_LINE,
    delimiter: str = "\t",
) -> Any:
    """A table from line numbers of a file to the lines; `default_value` for others."""
    _check_file(vocabulary_file)
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"vocab_size must be greater than 0, got {vocab_size}.")
    with name_scope(name, "index_to_string"):
        init = TextFileStringTableInitializer(
            vocabulary_file,
            vocab_size=vocab_size,
            name="table_init",
            key_column_index=key_column_index,
            value_column_index=value_column_index,
            delimiter=delimiter,
        )
        return StaticHashTable(init, default_value)


def index_to_string_table_from_tensor(vocabulary_list: Any, default_value: Any = "UNK", name: str | None = None) -> Any:
    """A table from positions in a string vector to the strings; `default_value` for others."""
    if vocabulary_list is None:
        raise ValueError("vocabulary_list must be specified.")
    with name_scope(name, "index_to_string"):
        words = convert_to_tensor(vocabulary_list, dtypes.string)
        keys = math_ops.cast(math_ops.range(array_creation.size(words)), dtypes.int64)
        init = KeyValueTensorInitializer(keys, words, dtypes.int64, dtypes.string, name="table_init")
        return StaticHashTable(init, default_value)


# ---- tf.contrib.lookup, whose arguments have other names ------------------------------------------------------------


def contrib_index_table_from_tensor(
    mapping: Any,
    num_oov_buckets: int = 0,
    default_value: Any = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: Any = dtypes.string,
    name: str | None = None,
) -> Any:
    """`index_table_from_tensor` by its name in contrib."""
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, dtype, name)


def contrib_index_to_string_table_from_tensor(mapping: Any, default_value: Any = "UNK", name: str | None = None) -> Any:
    """`index_to_string_table_from_tensor` by its name in contrib."""
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return index_to_string_table_from_tensor(mapping, default_value, name)


@deprecated("2017-04-10", "Use `index_table_from_file`.", _CONTRIB)
def string_to_index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: Any = -1,
    hasher_spec: Any = FastHashSpec,
    name: str | None = None,
) -> Any:
    """`index_table_from_file` of strings."""
    return index_table_from_file(
        vocabulary_file, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype=dtypes.string, name=name
    )


@deprecated("2017-04-10", "Use `index_table_from_tensor`.", _CONTRIB)
def string_to_index_table_from_tensor(
    mapping: Any,
    num_oov_buckets: int = 0,
    default_value: Any = -1,
    hasher_spec: Any = FastHashSpec,
    name: str | None = None,
) -> Any:
    """`index_table_from_tensor` of strings."""
    with name_scope(name, "string_to_index") as scope:
        mapping = convert_to_tensor(mapping)
    if mapping.dtype.base is not dtypes.string:
        raise ValueError("string_to_index_table_from_tensor requires string.")
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, name=scope)


@deprecated("2017-01-07", "Use index_table_from_tensor and the lookup method of the table.", _CONTRIB)
def string_to_index(tensor: Any, mapping: Any, default_value: Any = -1, name: str | None = None) -> Any:
    """The positions of the elements of `tensor` in the vector `mapping`."""
    return contrib_index_table_from_tensor(mapping, default_value=default_value, name=name).lookup(tensor)


@deprecated("2017-01-07", "Use index_to_string_table_from_tensor and the lookup method of the table.", _CONTRIB)
def index_to_string(tensor: Any, mapping: Any, default_value: Any = "UNK", name: str | None = None) -> Any:
    """The strings of the vector `mapping` at the positions in `tensor`."""
    return contrib_index_to_string_table_from_tensor(mapping, default_value, name).lookup(tensor)
