"""Lookup tables: their handles, and what is done with them; the tables themselves belong to the session's resources."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import host_services
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules, table_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _text(x: Any) -> str:
    return x.decode() if isinstance(x, bytes) else str(x)


def _table(
    kind: str, context: HostContext, shared_name: bytes, container: bytes, by_node_name: bool = False, **spec: Any
) -> Any:
    name = _text(shared_name) or (context.node_name if by_node_name else "")
    return context.resources.find_or_make(kind, context.node_name, name, _text(container), **spec)


@op("HashTableV2", "-> table_handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def hash_table_v2(
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    use_node_name_sharing: bool = False,
    key_dtype: Any = REQUIRED,
    value_dtype: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """A table that is filled once."""
    types = {"key_dtype": key_dtype, "value_dtype": value_dtype}
    return _table("HashTable", context, shared_name, container, use_node_name_sharing, **types)


@op("MutableHashTableV2", "-> table_handle: resource", host=True, stateful=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def mutable_hash_table_v2(
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    use_node_name_sharing: bool = False,
    key_dtype: Any = REQUIRED,
    value_dtype: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """A table of scalars that steps change."""
    types = {"key_dtype": key_dtype, "value_dtype": value_dtype}
    return _table("MutableHashTable", context, shared_name, container, use_node_name_sharing, **types)


@op("MutableHashTableOfTensorsV2", "-> table_handle: resource", host=True, stateful=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def mutable_hash_table_of_tensors_v2(
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    use_node_name_sharing: bool = False,
    key_dtype: Any = REQUIRED,
    value_dtype: Any = REQUIRED,
    value_shape: Any = (),
    context: HostContext = Unattached(),
) -> Any:
    """A table of tensors of one shape that steps change."""
    types = {"key_dtype": key_dtype, "value_dtype": value_dtype, "value_shape": tuple(value_shape or ())}
    return _table("MutableHashTable", context, shared_name, container, use_node_name_sharing, **types)


@op(
    "MutableDenseHashTableV2",
    "empty_key: key_dtype, deleted_key: key_dtype -> table_handle: resource",
    host=True,
    stateful=True,
    grad="none",
    shape=shape_rules.scalar,
)
def mutable_dense_hash_table_v2(
    empty_key: Any,
    deleted_key: Any,
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    use_node_name_sharing: bool = False,
    key_dtype: Any = None,
    value_dtype: Any = REQUIRED,
    value_shape: Any = (),
    initial_num_buckets: int = 131072,
    max_load_factor: float = float(np.float32(0.8)),
    context: HostContext = Unattached(),
) -> Any:
    """A mutable table two of whose keys may not be used."""
    return _table(
        "MutableDenseHashTable",
        context,
        shared_name,
        container,
        use_node_name_sharing,
        key_dtype=key_dtype,
        value_dtype=value_dtype,
        value_shape=tuple(value_shape or ()),
        empty_key=empty_key,
        deleted_key=deleted_key,
        initial_num_buckets=initial_num_buckets,
        max_load_factor=max_load_factor,
    )


@op("InitializeTableV2", "table_handle: resource, keys: Tkey, values: Tval ->", effect="io", host=True, grad="none",
    shape=table_shapes.pairs)  # fmt: skip
def initialize_table_v2(table_handle: Any, keys: Any, values: Any) -> Any:
    """Fill a table."""
    table_handle.replace(keys, values)
    return ()


@op("LookupTableImportV2", "table_handle: resource, keys: Tin, values: Tout ->", effect="io", host=True, grad="none",
    shape=table_shapes.pairs)  # fmt: skip
def lookup_table_import_v2(table_handle: Any, keys: Any, values: Any) -> Any:
    """Make these keys and values all that there is in a table."""
    table_handle.replace(keys, values)
    return ()


@op("InitializeTableFromTextFileV2", "table_handle: resource, filename: string ->", effect="io", host=True,
    grad="none", shape=table_shapes.file_name)  # fmt: skip
def initialize_table_from_text_file_v2(
    table_handle: Any,
    filename: Any,
    *,
    key_index: int = REQUIRED,
    value_index: int = REQUIRED,
    vocab_size: int = -1,
    delimiter: bytes = b"\t",
) -> Any:
    """Fill a table from the lines of a file: a column, the whole line (-2) or its number (-1) as key and as value."""
    path = np.asarray(filename, object).item()
    contents = host_services.get("files").read(path)
    table_handle.initialize_from_text(contents, _text(path), key_index, value_index, vocab_size, delimiter)
    return ()


@op("LookupTableFindV2", "table_handle: resource, keys: Tin, default_value: Tout -> values: Tout", effect="io",
    host=True, grad="none", shape=table_shapes.found)  # fmt: skip
def lookup_table_find_v2(table_handle: Any, keys: Any, default_value: Any) -> Any:
    """The values of `keys`, or the default."""
    return table_handle.find(keys, default_value)


@op("LookupTableInsertV2", "table_handle: resource, keys: Tin, values: Tout ->", effect="io", host=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def lookup_table_insert_v2(table_handle: Any, keys: Any, values: Any) -> Any:
    """Set the values of `keys`."""
    table_handle.insert(keys, values)
    return ()


@op("LookupTableRemoveV2", "table_handle: resource, keys: Tin ->", effect="io", host=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def lookup_table_remove_v2(table_handle: Any, keys: Any) -> Any:
    """Take `keys` out."""
    table_handle.remove(keys)
    return ()


@op("LookupTableSizeV2", "table_handle: resource -> size: int64", effect="io", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def lookup_table_size_v2(table_handle: Any) -> Any:
    """Number of keys."""
    return np.int64(table_handle.size())


@op("LookupTableExportV2", "table_handle: resource -> keys: Tkeys, values: Tvalues", effect="io", host=True,
    grad="none", shape=table_shapes.exported)  # fmt: skip
def lookup_table_export_v2(table_handle: Any) -> Any:
    """All keys and their values."""
    return table_handle.export()
