"""The nodes of a Saver: `save/Const`, `save/SaveV2`, `save/RestoreV2`, `save/Assign…`, `save/restore_all`."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_creation, array_ops, framework, grouping
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.train import saveables as saveable_objects
from tf1compat._facade.train.saveables import (
    ReferenceVariableSaveable,
    ResourceVariableSaveable,
    SaveableObject,
    SaveSpec,
    on_cpu,
)
from tf1compat._jaxcore.base import devices

V1, V2 = 1, 2


class BaseSaverBuilder:
    """Builds the nodes of a Saver; subclasses may make other nodes."""

    SaveSpec = SaveSpec
    SaveableObject = SaveableObject
    VariableSaveable = ReferenceVariableSaveable
    ResourceVariableSaveable = ResourceVariableSaveable

    def __init__(self, write_version: int = V2) -> None:
        self._write_version = write_version

    def save_op(self, filename_tensor: Tensor, saveables: Sequence[SaveableObject]) -> Operation:
        """The operation that saves `saveables`."""
        specs = [spec for saveable in saveables for spec in saveable.specs]
        names = [spec.name for spec in specs]
        tensors = [spec.tensor for spec in specs]
        slices = [spec.slice_spec for spec in specs]
        if self._write_version == V1:
            return add_op("SaveSlices", filename_tensor, names, slices, tensors, name="save")
        if self._write_version == V2:
            return add_op("SaveV2", filename_tensor, names, slices, tensors)
        raise RuntimeError(f"Unexpected write_version: {self._write_version}")

    def bulk_restore(
        self,
        filename_tensor: Tensor,
        saveables: Sequence[SaveableObject],
        preferred_shard: int,
        restore_sequentially: bool,
    ) -> list[Tensor]:
        """The tensors restored of all `saveables`; here one operation for each."""
        del restore_sequentially  # TF1: kept for its signature; restoring is one read anyway
        found: list[Tensor] = []
        for saveable in saveables:
            with framework.device(on_cpu(saveable.device) if saveable.device else None):
                found.extend(self.restore_op(filename_tensor, saveable, preferred_shard))
        return found

    def restore_op(self, filename_tensor: Tensor, saveable: SaveableObject, preferred_shard: int) -> list[Tensor]:
        """The tensors restored of one saveable."""
        del preferred_shard  # TF1: V2 checkpoints know where their tensors are
        return [
            apply_op("RestoreV2", filename_tensor, [s.name], [s.slice_spec], dtypes=[s.dtype.base_dtype])[0]
            for s in saveable.specs
        ]

    def sharded_filename(self, filename_tensor: Tensor, shard: int, num_shards: Any) -> Tensor:
        """The name of one shard."""
        return apply_op("ShardedFilename", filename_tensor, shard, num_shards)

    # ---- saving ---------------------------------------------------------------------------------------------------

    def _add_save_ops(self, filename_tensor: Tensor, saveables: Sequence[SaveableObject]) -> Tensor:
        save = self.save_op(filename_tensor, saveables)
        return grouping.with_dependencies([save], filename_tensor)

    def _add_sharded_save_ops(self, filename_tensor: Tensor, per_device: Sequence[tuple[str, Any]]) -> Tensor:
        if self._write_version == V2:
            return self._add_sharded_save_ops_v2(filename_tensor, per_device)
        saves: list[Tensor] = []
        count = constant(len(per_device), name="num_shards")
        for shard, (device, saveables) in enumerate(per_device):
            with framework.device(device):
                name = self.sharded_filename(filename_tensor, shard, count)
                saves.append(self._add_save_ops(name, saveables))
        with framework.control_dependencies([s.op for s in saves]):
            return apply_op("ShardedFilespec", filename_tensor, count)

    def _add_sharded_save_ops_v2(self, prefix: Tensor, per_device: Sequence[tuple[str, Any]]) -> Tensor:
        """One save per device into a temporary folder, then the step that makes one checkpoint of them."""
        temporary = apply_op("StringJoin", [prefix, f"_temp_{uuid.uuid4().hex}/part"])
        count = constant(len(per_device), name="num_shards")
        prefixes: list[Tensor] = []
        saves: list[Tensor] = []
        last = ""
        for shard, (device, saveables) in enumerate(per_device):
            last = device
            with framework.device(on_cpu(device)):
                prefixes.append(self.sharded_filename(temporary, shard, count))
                saves.append(self._add_save_ops(prefixes[-1], saveables))
        with framework.control_dependencies([s.op for s in saves]), framework.device(on_cpu(last)):
            merge = add_op("MergeV2Checkpoints", prefixes, prefix, delete_old_dirs=True)
            with framework.control_dependencies([merge]):
                return array_ops.identity(prefix)

    # ---- restoring ------------------------------------------------------------------------------------------------

    def _add_restore_ops(
        self,
        filename_tensor: Tensor,
        saveables: Sequence[SaveableObject],
        restore_sequentially: bool,
        reshape: bool,
        preferred_shard: int = -1,
        name: str = "restore_all",
    ) -> Operation:
        tensors = self.bulk_restore(filename_tensor, saveables, preferred_shard, restore_sequentially)
        assigns: list[Any] = []
        for saveable in saveables:
            wanted = [_full_shape(spec.tensor) for spec in saveable.specs] if reshape else None
            mine, tensors = tensors[: len(saveable.specs)], tensors[len(saveable.specs) :]
            assigns.append(saveable.restore(mine, wanted))
        return grouping.group(*assigns, name=name)

    def _add_sharded_restore_ops(
        self, filename_tensor: Tensor, per_device: Sequence[tuple[str, Any]], restore_sequentially: bool, reshape: bool
    ) -> Operation:
        restores: list[Operation] = []
        for shard, (device, saveables) in enumerate(per_device):
            with framework.device(device):
                restores.append(
                    self._add_restore_ops(
                        filename_tensor, saveables, restore_sequentially, reshape, shard, name="restore_shard"
                    )
                )
        return grouping.group(*restores, name="restore_all")

    # ---- all of it ------------------------------------------------------------------------------------------------

    def build(
        self,
        names_to_saveables: Any,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        filename: str = "model",
    ) -> Any:
        """Make the nodes that save and restore `names_to_saveables`; returns the SaverDef that names them."""
        from tf1compat._formats import protos

        saveables = saveable_objects.validate_and_slice_inputs(names_to_saveables)
        with framework.name_scope(name, "save", [saveable.op for saveable in saveables]):
            file = framework.placeholder_with_default(filename or "model", shape=(), name="filename")
            file = framework.placeholder_with_default(file, shape=(), name="Const")
            if sharded:
                per_device = _by_device(saveables)
                save = self._add_sharded_save_ops(file, per_device)
                restore = self._add_sharded_restore_ops(file, per_device, restore_sequentially, reshape)
            else:
                save = self._add_save_ops(file, saveables)
                restore = self._add_restore_ops(file, saveables, restore_sequentially, reshape)
        return protos.SaverDef(
            filename_tensor_name=file.name,
            save_tensor_name=save.name,
            restore_op_name=restore.name,
            max_to_keep=max_to_keep or 0,
            sharded=sharded,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            version=self._write_version,
        )

    _build_internal = build


class BulkSaverBuilder(BaseSaverBuilder):
    """Restores everything with one operation: what a Saver uses by default."""

    def bulk_restore(
        self,
        filename_tensor: Tensor,
        saveables: Sequence[SaveableObject],
        preferred_shard: int,
        restore_sequentially: bool,
    ) -> list[Tensor]:
        """The tensors restored of all `saveables`, in one operation."""
        del preferred_shard, restore_sequentially  # TF1: without meaning for one operation
        specs = [spec for saveable in saveables for spec in saveable.specs]
        names, slices = [s.name for s in specs], [s.slice_spec for s in specs]
        with framework.device("cpu:0"):
            return apply_op("RestoreV2", filename_tensor, names, slices, dtypes=[s.dtype.base_dtype for s in specs])


def _full_shape(tensor: Any) -> Any:
    shape = tensor.get_shape()
    return shape if shape.is_fully_defined() else array_creation.shape(tensor)


def _by_device(saveables: Sequence[SaveableObject]) -> list[tuple[str, list[SaveableObject]]]:
    groups: dict[str, list[SaveableObject]] = {}
    for saveable in saveables:
        found = {devices.canonical(spec.device or "") for spec in saveable.specs}
        if len(found) != 1:
            raise ValueError(f"All tensors of a saveable object must be on the same device: {saveable.name}")
        groups.setdefault(found.pop(), []).append(saveable)
    return sorted(groups.items())
