"""V1 checkpoints: one table per file, a SavedTensorSlices message per tensor slice, a list of all under the empty key.

A sharded checkpoint is several files, `PREFIX-00000-of-00002`, each of which knows its own slices.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from tf1compat._formats import ordered_code, protos, sstable, tensor_proto, tensor_slices
from tf1compat._formats.faults import DataLoss, InvalidArgument
from tf1compat._formats.tensor_bundle import Piece
from tf1compat._formats.tensor_slices import Array, CheckpointFile, Extents, TensorInfo

_LARGEST_MESSAGE = 1 << 31
_LONGEST_VARINT = {1: 2, 2: 3, 4: 10, 8: 10}  # bytes of a number in a message, by its own
_BFLOAT16 = 14


def files(pattern: str) -> list[str]:
    """The files of a V1 checkpoint named by a path, a prefix of shards or a pattern (`PREFIX-?????-of-00002`)."""
    if os.path.isfile(pattern):
        return [pattern]
    found = (
        glob.glob(pattern) if any(c in pattern for c in "?*[") else glob.glob(f"{glob.escape(pattern)}-?????-of-?????")
    )
    return sorted(f for f in found if os.path.isfile(f))


def is_v1(path: str) -> bool:
    """Is the file a table, as V1 checkpoints are?"""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        file.seek(max(0, size - 48))
        return sstable.is_table(file.read())


class V1Reader(CheckpointFile):
    """A V1 checkpoint, all of whose files are read when it is opened.

    Raises:
      DataLoss: a file is damaged.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._data: dict[bytes, bytes] = {}
        self.tensors: dict[str, TensorInfo] = {}
        for path in paths:
            with open(path, "rb") as file:
                rows = dict(sstable.read_table(file.read()))
            meta = _parsed(rows.pop(b"", b"")).meta
            for tensor in meta.tensor:
                shape = tuple(int(d.size) for d in tensor.shape.dim)
                slices = tuple(tensor_slices.extents_from_proto(s) for s in tensor.slice)
                known = self.tensors.get(tensor.name)
                if known is not None:
                    if known.shape != shape or known.dtype != tensor.type:
                        raise DataLoss(f"the files of the checkpoint disagree about tensor {tensor.name!r}")
                    slices = (*known.slices, *(s for s in slices if s not in known.slices))
                self.tensors[tensor.name] = TensorInfo(tensor.type, shape, slices)
            self._data.update(rows)

    def read(self, name: str, extents: Extents | None = None) -> Array:
        info = self.tensors[name]
        if len(info.slices) == 1 and all(length < 0 for _, length in info.slices[0]):
            self_contained = self._piece(name, info.slices[0])
            part = self_contained if extents is None else self_contained[tensor_slices.indices(info.shape, extents)]
            return tensor_proto.as_records(part, info.dtype)
        return super().read(name, extents)

    def _whole(self, name: str) -> Array:
        return self._piece(name, tensor_slices.whole(self.tensors[name].shape))

    def _piece(self, name: str, extents: Extents) -> Array:
        row = self._data.get(ordered_code.slice_key(name, extents))
        if row is None:
            raise DataLoss(f"the checkpoint lists a slice of {name!r} that it does not have")
        info = self.tensors[name]
        message = _parsed(row).data.data
        shape = tensor_slices.sizes(info.shape, extents)
        message.dtype = info.dtype  # TF1: the message itself does not say
        del message.tensor_shape.dim[:]
        for size in shape:
            message.tensor_shape.dim.add().size = size
        try:
            value = tensor_proto.make_ndarray(message, repeat=False)
        except (TypeError, ValueError) as e:
            raise DataLoss(f"tensor {name!r}: {e}") from None
        return value[value.dtype.names[0]] if value.dtype.names else value


def _parsed(data: bytes) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return protos.SavedTensorSlices.FromString(data)
    except DecodeError:
        raise DataLoss("the checkpoint holds an entry that cannot be parsed") from None


def write_v1(path: str, pieces: Iterable[Piece]) -> None:
    """Write one file of a V1 checkpoint; it appears under its name when it is complete.

    Raises:
      InvalidArgument: bfloat16, which V1 checkpoints cannot hold; a tensor that fills more than a message, 2 GB.
    """
    head = protos.SavedTensorSlices()
    head.meta.versions.producer = 1
    metas: dict[str, Any] = {}
    rows: dict[bytes, bytes] = {}
    for piece in pieces:
        if piece.dtype == _BFLOAT16:
            raise InvalidArgument(f"V1 checkpoints cannot hold bfloat16 (tensor {piece.name!r})")
        _check_size(piece)
        extents = tensor_slices.whole(piece.shape) if piece.extents is None else piece.extents
        meta = metas.get(piece.name)
        if meta is None:
            meta = metas[piece.name] = head.meta.tensor.add(name=piece.name, type=piece.dtype)
            meta.shape.SetInParent()
            for size in piece.shape:
                meta.shape.dim.add().size = size
        tensor_slices.fill_proto(meta.slice.add(), extents)
        row = protos.SavedTensorSlices()
        row.data.name = piece.name
        tensor_slices.fill_proto(row.data.slice, extents)
        _fill_values(row.data.data, piece)
        rows[ordered_code.slice_key(piece.name, extents)] = row.SerializeToString()
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    temporary = f"{path}.tempstate{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(sstable.write_table([(b"", head.SerializeToString()), *sorted(rows.items())]))
    os.replace(temporary, path)


def _check_size(piece: Piece) -> None:
    if piece.dtype == tensor_proto.STRING:
        size = sum(len(text) + 10 for text in piece.value.reshape(-1).tolist())
    else:
        kind, width = piece.value.dtype.kind, piece.value.dtype.itemsize
        size = piece.value.size * (width if kind in "bfc" else _LONGEST_VARINT.get(width, 10))
    if size + (1 << 10) > _LARGEST_MESSAGE:
        raise InvalidArgument(
            f"Tensor slice is too large to serialize (conservative estimate: {size} bytes): {piece.name}; "
            "write the V2 format, which has no such limit"
        )


def _fill_values(message: Any, piece: Piece) -> None:
    """All values in the field of their type; neither type nor shape stand in the message."""
    flat = np.asarray(piece.value).reshape(-1)
    made = tensor_proto.make_tensor_proto(flat[:1], piece.dtype, (max(flat.size, 1),)) if flat.size else None
    if made is None:
        return
    field = next(f.name for f, _ in made.ListFields() if f.name.endswith("_val"))
    plain = tensor_proto.plain_elements(flat, piece.dtype) if piece.dtype != tensor_proto.STRING else flat
    if field == "half_val":
        plain = plain.view(np.uint16)
    elif field == "scomplex_val":
        plain = plain.view(np.float32)
    elif field == "dcomplex_val":
        plain = plain.view(np.float64)
    values = plain.tolist()
    getattr(message, field).extend([v.encode() if isinstance(v, str) else v for v in values])
