"""Looking into checkpoints without a graph: `NewCheckpointReader`, `list_variables`, `load_variable`."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tf1compat._facade.platform import compat
from tf1compat._facade.train import checkpoint_management
from tf1compat._jaxcore.base import dtypes, errors


class CheckpointReader:
    """The tensors of one checkpoint, in whatever format it is."""

    def __init__(self, filepattern: str) -> None:
        from tf1compat._runtime import checkpoint

        self._file = checkpoint.store().open(filepattern)
        self._path = filepattern

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """Shape of every tensor by name."""
        return {name: list(info.shape) for name, info in self._file.tensors.items()}

    def get_variable_to_dtype_map(self) -> dict[str, Any]:
        """DType of every tensor by name."""
        return {name: dtypes.as_dtype(info.dtype) for name, info in self._file.tensors.items()}

    _GetVariableToDataTypeMap = get_variable_to_dtype_map
    _GetVariableToShapeMap = get_variable_to_shape_map

    def has_tensor(self, tensor_str: Any) -> bool:
        """Is there a tensor of this name?"""
        return compat.as_text(tensor_str) in self._file.tensors

    def get_tensor(self, tensor_str: Any) -> Any:
        """The value of a tensor as an array; bytes for a string scalar.

        Raises:
          NotFoundError: there is none of this name.
          DataLossError: it is damaged.
        """
        name = compat.as_text(tensor_str)
        if name not in self._file.tensors:
            raise errors.NotFoundError(None, None, f"Key {name} not found in checkpoint{self._file.nearest(name)}")
        from tf1compat._runtime import checkpoint

        value = checkpoint.read(self._file, name)
        return value.item() if value.dtype == object and value.ndim == 0 else np.array(value)

    def debug_string(self) -> bytes:
        """One line per tensor: `name (DT_FLOAT) [2,3]`."""
        rows = sorted(self._file.tensors.items())
        return "".join(f"{n} ({_enum_name(i.dtype)}) [{','.join(map(str, i.shape))}]\n" for n, i in rows).encode()


def _enum_name(dtype: int) -> str:
    name = dtypes.as_dtype(dtype).name
    return "DT_" + {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}.get(name, name.upper())


def NewCheckpointReader(filepattern: Any) -> CheckpointReader:
    """Open a checkpoint for reading by its path (or the pattern of its shards).

    Raises:
      NotFoundError: there is none.
      DataLossError: it is damaged.
    """
    return CheckpointReader(compat.as_text(filepattern))


def load_checkpoint(ckpt_dir_or_file: Any) -> CheckpointReader:
    """Open a checkpoint by its path, or the latest one of a folder.

    Raises:
      ValueError: the folder has none.
    """
    return NewCheckpointReader(_checkpoint_path(ckpt_dir_or_file))


def load_variable(ckpt_dir_or_file: Any, name: str) -> Any:
    """The value of one tensor of a checkpoint."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    """(name, shape) of every tensor of a checkpoint, sorted by name."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


def _checkpoint_path(path: Any) -> str:
    text = compat.as_text(os.fspath(path) if not isinstance(path, bytes) else path)
    if os.path.isdir(text) and not checkpoint_management.checkpoint_exists_internal(text):
        latest = checkpoint_management.latest_checkpoint(text)
        if latest is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {text}")
        return latest
    return text
