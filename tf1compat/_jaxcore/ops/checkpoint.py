"""Checkpoints: saving tensors under a prefix, restoring them, and the names of shards."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._formats import tensor_slices
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes, errors, host_services, shapes
from tf1compat._jaxcore.base.dtypes import DType, string, variant
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _store() -> host_services.CheckpointStore:
    return host_services.get("checkpoints")


def _text(x: Any) -> str:
    value = np.asarray(x).item()
    return value.decode() if isinstance(value, bytes) else str(value)


def _texts(x: Any) -> list[str]:
    return [v.decode() if isinstance(v, bytes) else str(v) for v in np.ravel(x).tolist()]


def _stored(dtype: DType) -> int:
    """The type under which a tensor is saved: states of iterators, variants, are texts."""
    return (string if dtype.base is variant else dtype.base).enum


# ---- saving -----------------------------------------------------------------------------------------------------


def _save(prefix: Any, names: Any, specs: Any, tensors: Sequence[Any], types: Sequence[DType], version: int) -> Any:
    keys = _texts(names)
    slices = [""] * len(keys) if specs is None else _texts(specs)
    for what, found in (("names", keys), ("slices", slices)):
        if len(found) != len(tensors):
            raise InvalidArgument(f"Got {len(found)} tensor {what} but {len(tensors)} tensors to save")
    rows = [(k, s, np.asarray(t), _stored(d)) for k, s, t, d in zip(keys, slices, tensors, types)]
    _store().save(_text(prefix), rows, version)
    return ()


@op("SaveV2", "prefix: string, tensor_names: string, shape_and_slices: string, tensors: [dtypes] ->",
    effect="io", host=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def save_v2(prefix: Any, tensor_names: Any, shape_and_slices: Any, tensors: Any, *, dtypes: Any = REQUIRED) -> Any:
    """Save `tensors` (whole, or as the slices named) as the checkpoint `prefix`."""
    return _save(prefix, tensor_names, shape_and_slices, tensors, dtypes, 2)


@op("SaveSlices", "filename: string, tensor_names: string, shapes_and_slices: string, data: [T] ->",
    effect="io", host=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def save_slices(filename: Any, tensor_names: Any, shapes_and_slices: Any, data: Any, *, T: Any = REQUIRED) -> Any:
    """Save `data` as a V1 file."""
    return _save(filename, tensor_names, shapes_and_slices, data, T, 1)


@op("Save", "filename: string, tensor_names: string, data: [T] ->", effect="io", host=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def save(filename: Any, tensor_names: Any, data: Any, *, T: Any = REQUIRED) -> Any:
    """Save `data` as a V1 file."""
    return _save(filename, tensor_names, None, data, T, 1)


@op("MergeV2Checkpoints", "checkpoint_prefixes: string, destination_prefix: string ->", effect="io", host=True,
    grad="none", shape=shape_rules.nothing)  # fmt: skip
def merge_v2_checkpoints(checkpoint_prefixes: Any, destination_prefix: Any, *, delete_old_dirs: bool = True) -> Any:
    """Make one checkpoint of those saved shard by shard."""
    _store().merge(_texts(checkpoint_prefixes), _text(destination_prefix), delete_old_dirs)
    return ()


# ---- restoring --------------------------------------------------------------------------------------------------


def _restored_shapes(x: Any) -> Any:
    """A slice's shape is known where the slice is."""
    specs = x.value(2)
    if specs is None:
        return (None,) * x.n_outputs
    return tuple(_sliced_shape(text) for text in _texts(specs))


def _sliced_shape(text: str) -> Any:
    if not text:
        return None
    try:
        spec = tensor_slices.parse_spec(text)
    except InvalidArgument as e:
        raise ShapeError(e.message) from None
    return tensor_slices.sizes(spec.shape, spec.extents)


def _restore(prefix: str, names: Sequence[str], specs: Sequence[str], types: Sequence[DType]) -> list[Any]:
    opened = _store().open(prefix)
    for name, spec, dtype in zip(names, specs, types):
        _check(opened, prefix, name, spec, dtype)
    wholes = opened.read_many([n for n, s in zip(names, specs) if not s])
    return [
        opened.read(name, tensor_slices.parse_spec(spec).extents) if spec else wholes[name]
        for name, spec in zip(names, specs)
    ]


def _check(opened: Any, prefix: str, name: str, spec: str, dtype: DType) -> None:
    """TF1's errors for a tensor that is not there, or is another one; with the nearest names."""
    info = opened.tensors.get(name)
    if info is None:
        raise errors.NotFoundError(None, None, f"Key {name} not found in checkpoint{opened.nearest(name)}: {prefix}")
    if info.dtype != _stored(dtype):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"tensor_name = {name}; expected dtype {_cpp(dtype.base)} does not equal original dtype "
            f"{_cpp(dtypes.as_dtype(info.dtype))}",
        )
    if spec and tensor_slices.parse_spec(spec).shape != tuple(info.shape):
        wanted = ",".join(map(str, tensor_slices.parse_spec(spec).shape))
        raise errors.InvalidArgumentError(
            None,
            None,
            f"tensor_name = {name}; shape in shape_and_slice spec [{wanted}] does not match the shape stored in "
            f"checkpoint: [{','.join(map(str, info.shape))}]",
        )


def _cpp(dtype: DType) -> str:
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.name, dtype.name)


@op("RestoreV2", "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: [dtypes]",
    effect="io", host=True, grad="none", shape=_restored_shapes)  # fmt: skip
def restore_v2(prefix: Any, tensor_names: Any, shape_and_slices: Any, *, dtypes: Any = REQUIRED) -> Any:
    """Tensors of the checkpoint `prefix` by name, whole or as the slices named."""
    return _restore(_text(prefix), _texts(tensor_names), _texts(shape_and_slices), dtypes)


@op("RestoreSlice", "file_pattern: string, tensor_name: string, shape_and_slice: string -> tensor: dt",
    effect="io", host=True, grad="none", attrs={"preferred_shard": -1}, shape=_restored_shapes)  # fmt: skip
def restore_slice(file_pattern: Any, tensor_name: Any, shape_and_slice: Any, *, dt: Any = REQUIRED) -> Any:
    """A tensor, or a slice of it, of the checkpoint whose files `file_pattern` names."""
    return _restore(_text(file_pattern), [_text(tensor_name)], [_text(shape_and_slice)], [dt])[0]


@op("Restore", "file_pattern: string, tensor_name: string -> tensor: dt", effect="io", host=True, grad="none",
    attrs={"preferred_shard": -1}, shape=shape_rules.unknown)  # fmt: skip
def restore(file_pattern: Any, tensor_name: Any, *, dt: Any = REQUIRED) -> Any:
    """A tensor of the checkpoint whose files `file_pattern` names."""
    return _restore(_text(file_pattern), [_text(tensor_name)], [""], [dt])[0]


# ---- names ------------------------------------------------------------------------------------------------------


@op("ShardedFilename", "basename: string, shard: int32, num_shards: int32 -> filename: string", host=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def sharded_filename(basename: Any, shard: Any, num_shards: Any) -> Any:
    """`basename-00001-of-00012`."""
    return _string(f"{_text(basename)}-{int(shard):05d}-of-{int(num_shards):05d}")


@op("ShardedFilespec", "basename: string, num_shards: int32 -> filename: string", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def sharded_filespec(basename: Any, num_shards: Any) -> Any:
    """`basename-?????-of-00012`, which all shards match."""
    return _string(f"{_text(basename)}-?????-of-{int(num_shards):05d}")


def _string(text: str) -> Any:
    out = np.empty((), object)
    out[()] = os.fsencode(text)
    return out
