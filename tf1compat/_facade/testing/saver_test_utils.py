"""`tensorflow.python.training.saver_test_utils`: a table that tests of Savers save in a way of its own."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.train.saveables import SaveableObject, SaveSpec
from tf1compat._jaxcore.base import dtypes


class CheckpointedOp:
    """A table from strings to numbers, which every Saver without a list of variables saves.

    Args:
      name: name of the node and of the entries in checkpoints.
      table_ref: the handle of a table that is there already.
    """

    def __init__(self, name: str, table_ref: Any = None) -> None:
        if table_ref is None:
            table_ref = apply_op("MutableHashTableV2", name=name, key_dtype=dtypes.string, value_dtype=dtypes.float32)
        self.table_ref = table_ref
        self.name = name
        self.saveable = CheckpointedOp.CustomSaveable(self, name)
        context.get_default_graph().add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self.saveable)

    def insert(self, keys: Any, values: Any) -> Any:
        """The operation that puts these values under these keys."""
        return add_op("LookupTableInsertV2", self.table_ref, keys, values)

    def lookup(self, keys: Any, default: Any) -> Any:
        """The values of the keys."""
        return apply_op("LookupTableFindV2", self.table_ref, keys, default)

    def keys(self) -> Any:
        """All keys."""
        return self._export()[0]

    def values(self) -> Any:
        """All values, in the order of the keys."""
        return self._export()[1]

    def _export(self) -> Any:
        return apply_op("LookupTableExportV2", self.table_ref, Tkeys=dtypes.string, Tvalues=dtypes.float32)

    class CustomSaveable(SaveableObject):
        """Saves the keys and values of a table, and puts them back."""

        def __init__(self, table: CheckpointedOp, name: str) -> None:
            keys, values = table._export()
            super().__init__(table, [SaveSpec(keys, "", name + "-keys"), SaveSpec(values, "", name + "-values")], name)

        def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
            return add_op("LookupTableImportV2", self.op.table_ref, *restored_tensors[:2])
