"""Lookup tables that steps change: `MutableHashTable`, `MutableDenseHashTable`; Savers save them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.lookup_tables import LookupInterface, add_saveable
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.train.saveables import SaveableObject, SaveSpec
from tf1compat._jaxcore.base import shapes


class _Saveable(SaveableObject):
    """A mutable table: its keys and values are two tensors of a checkpoint."""

    def __init__(self, table: Any, name: str) -> None:
        keys, values = table.export()
        super().__init__(table, [SaveSpec(keys, "", f"{name}-keys"), SaveSpec(values, "", f"{name}-values")], name)

    def restore(self, restored_tensors: Any, restored_shapes: Any, name: str | None = None) -> Operation:
        """An operation that makes the restored keys and values all that there is in the table."""
        with name_scope(name, f"{self.name}_table_restore"):
            handle = self.op.resource_handle
            with context.get_default_graph().colocate_with(handle.op):
                return apply_op("LookupTableImportV2", handle, restored_tensors[0], restored_tensors[1])


class _MutableTable(LookupInterface):
    """What both kinds of mutable tables do."""

    _default_value: Tensor
    _table_name: str
    _name: str

    def _made(self, handle: Tensor, checkpoint: bool) -> None:
        self._resource_handle = handle
        self._table_name = handle.op.name.split("/")[-1]
        if checkpoint:
            add_saveable(_Saveable(self, self._name))

    @property
    def name(self) -> Any:
        return self._table_name

    def _here(self) -> Any:
        return context.get_default_graph().colocate_with(self.resource_handle.op)

    def size(self, name: str | None = None) -> Tensor:
        """Number of keys."""
        with name_scope(name, f"{self.name}_Size", [self.resource_handle]), self._here():
            return apply_op("LookupTableSizeV2", self.resource_handle)

    def remove(self, keys: Any, name: str | None = None) -> Operation:
        """An operation that takes `keys` out.

        Raises:
          TypeError: the keys are of another type.
        """
        self._check_keys(keys)
        with name_scope(name, f"{self.name}_lookup_table_remove", (self.resource_handle, keys, self._default_value)):
            return apply_op("LookupTableRemoveV2", self.resource_handle, keys)

    def lookup(self, keys: Any, name: str | None = None) -> Tensor:
        """The values of `keys`; the default value for unknown ones."""
        with name_scope(name, f"{self.name}_lookup_table_find", (self.resource_handle, keys, self._default_value)):
            keys = convert(keys, self._key_dtype, "keys")
            with self._here():
                return apply_op("LookupTableFindV2", self.resource_handle, keys, self._default_value)

    def insert(self, keys: Any, values: Any, name: str | None = None) -> Operation:
        """An operation that sets the values of `keys`."""
        with name_scope(name, f"{self.name}_lookup_table_insert", [self.resource_handle, keys, values]):
            keys = convert(keys, self._key_dtype, "keys")
            values = convert(values, self._value_dtype, "values")
            with self._here():
                return apply_op("LookupTableInsertV2", self.resource_handle, keys, values)

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and their values."""
        with name_scope(name, f"{self.name}_lookup_table_export_values", [self.resource_handle]), self._here():
            keys, values = apply_op(
                "LookupTableExportV2", self.resource_handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype
            )
        return keys, values


class MutableHashTable(_MutableTable):
    """A table that steps change; in checkpoints where `checkpoint` says so.

    Args:
      key_dtype, value_dtype: types.
      default_value: what unknown keys have; its shape is that of all values.
      name: name of the node.
      checkpoint: whether Savers save it.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     table = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, -1)
    ...     sess.run(table.insert(tf.constant(["a"]), tf.constant([7], tf.int64)))
    ...     print(sess.run(table.lookup(tf.constant(["a", "b"]))).tolist())
    [7, -1]
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
    ) -> None:
        self._default_value = convert_to_tensor(default_value, value_dtype)
        super().__init__(key_dtype, value_dtype)
        self._name = name
        types = {"key_dtype": self._key_dtype, "value_dtype": self._value_dtype}
        shape = self._default_value.shape
        if shape.ndims == 0:
            handle = apply_op("MutableHashTableV2", use_node_name_sharing=checkpoint, name=name, **types)
        else:
            handle = apply_op(
                "MutableHashTableOfTensorsV2", use_node_name_sharing=checkpoint, value_shape=shapes.as_raw(shape),
                name=name, **types,
            )  # fmt: skip
        self._made(handle, checkpoint)


class DenseHashTable(_MutableTable):
    """`tf.contrib.lookup.MutableDenseHashTable`: a mutable table two of whose keys may not be used.

    Args:
      key_dtype, value_dtype: types.
      default_value: what unknown keys have; its shape is that of all values.
      empty_key, deleted_key: two different keys, never to be used; their shape is that of all keys.
      initial_num_buckets: a power of 2.
      name: name of the node.
      checkpoint: whether Savers save it.
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
    ) -> None:
        self._default_value = convert_to_tensor(default_value, value_dtype, "default_value")
        super().__init__(key_dtype, value_dtype)
        self._name = name
        empty = convert_to_tensor(empty_key, key_dtype, "empty_key")
        deleted = convert_to_tensor(deleted_key, key_dtype, "deleted_key")
        buckets = {} if initial_num_buckets is None else {"initial_num_buckets": initial_num_buckets}
        handle = apply_op(
            "MutableDenseHashTableV2", empty, deleted, use_node_name_sharing=checkpoint,
            value_dtype=self._value_dtype, value_shape=shapes.as_raw(self._default_value.shape), name=name, **buckets,
        )  # fmt: skip
        self._made(handle, checkpoint)

    def insert_or_assign(self, keys: Any, values: Any, name: str | None = None) -> Operation:
        """`insert`."""
        return self.insert(keys, values, name)

    def erase(self, keys: Any, name: str | None = None) -> Operation:
        """`remove`."""
        return self.remove(keys, name)


MutableDenseHashTable = DenseHashTable
