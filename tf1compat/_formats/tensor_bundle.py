"""V2 checkpoints, `PREFIX.index` and `PREFIX.data-00000-of-00001`: read and written without TensorFlow.

The index is a table: under the empty key a BundleHeaderProto, under each tensor's name a BundleEntryProto that says
where in the data files the bytes stand. A partitioned tensor has an entry that lists its slices, whose own entries
stand under `ordered_code.slice_key`.
"""

from __future__ import annotations

import io
import math
import os
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import google_crc32c
import numpy as np

from tf1compat._formats import ordered_code, own_memory, protos, sstable, tensor_proto, tensor_slices
from tf1compat._formats.faults import DataLoss, InvalidArgument
from tf1compat._formats.tensor_slices import Array, CheckpointFile, Extents, TensorInfo

_extend = cast("Callable[[int, Any], int]", google_crc32c.extend)  # pyright: ignore[reportUnknownMemberType]
_MASK_DELTA = 0xA282EAD8
_CHUNK = 1 << 17  # bytes of a checksum between which other threads may run
_PART = 1 << 19  # bytes that are read at once


class Piece(NamedTuple):
    """A tensor to write, or one slice of it: `shape` is then that of the whole tensor."""

    name: str
    value: Array
    dtype: int
    shape: tuple[int, ...]
    extents: Extents | None = None


def index_path(prefix: str) -> str:
    """The index file of a checkpoint."""
    return f"{prefix}.index"


def data_path(prefix: str, shard: int, shards: int) -> str:
    """A data file of a checkpoint."""
    return f"{prefix}.data-{shard:05d}-of-{shards:05d}"


class BundleReader(CheckpointFile):
    """A V2 checkpoint; checksums are verified when a tensor is read.

    Raises:
      DataLoss: the index is damaged.
      FileNotFoundError: there is none.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.header, self.entries = read_index(prefix)
        self.tensors: dict[str, TensorInfo] = {}
        for key, entry in self.entries.items():
            if key[:1] != b"\0":
                slices = tuple(tensor_slices.extents_from_proto(s) for s in entry.slices)
                self.tensors[key.decode()] = TensorInfo(entry.dtype, _dims(entry.shape), slices)
        self._files: dict[int, Array] = {}

    def _whole(self, name: str) -> Array:
        return self._load(name, self.entries[name.encode()])

    def _piece(self, name: str, extents: Extents) -> Array:
        entry = self.entries.get(ordered_code.slice_key(name, extents))
        if entry is None:
            raise DataLoss(f"the index of {self.prefix} lists a slice of {name!r} that it does not have")
        return self._load(name, entry)

    def _load(self, name: str, entry: Any) -> Array:
        shape = _dims(entry.shape)
        raw = self._bytes(name, entry)
        if entry.dtype == tensor_proto.STRING:
            return _decode_strings(name, raw, shape, entry.crc32c)
        element = tensor_proto.element_type(entry.dtype)
        if raw.size != math.prod(shape) * element.itemsize:
            raise DataLoss(f"tensor {name!r} of shape {list(shape)} has {raw.size} bytes in {self.prefix}")
        with open(data_path(self.prefix, int(entry.shard_id), self.header.num_shards), "rb", buffering=0) as file:
            file.seek(entry.offset)
            value, crc = read_array(file, shape, element)
        if _mask(crc) != entry.crc32c:
            raise DataLoss(
                f"Checksum does not match: stored {entry.crc32c} vs. calculated on the restored bytes of {name!r}"
            )
        return value

    def _bytes(self, name: str, entry: Any) -> Array:
        shard = int(entry.shard_id)
        if shard not in self._files:
            path = data_path(self.prefix, shard, self.header.num_shards)
            if not os.path.exists(path):
                raise DataLoss(f"the data file {path} is missing")
            empty = os.path.getsize(path) == 0
            self._files[shard] = np.empty(0, np.uint8) if empty else np.memmap(path, np.uint8, "r")
        data = self._files[shard]
        if entry.offset < 0 or entry.size < 0 or entry.offset + entry.size > data.size:
            raise DataLoss(f"tensor {name!r} reaches beyond the end of data file {shard} of {self.prefix}")
        return data[entry.offset : entry.offset + entry.size]


def read_index(prefix: str) -> tuple[Any, dict[bytes, Any]]:
    """The header and the entries of an index file."""
    with open(index_path(prefix), "rb") as file:
        rows = dict(sstable.read_table(file.read()))
    header = _parsed(protos.BundleHeaderProto, rows.pop(b"", b""))
    if header.num_shards <= 0:
        raise DataLoss(f"{index_path(prefix)} has no header")
    if header.endianness:
        raise InvalidArgument(f"{prefix} was written on a big-endian machine")
    return header, {key: _parsed(protos.BundleEntryProto, value) for key, value in rows.items()}


def _parsed(message: Any, data: bytes) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return message.FromString(data)
    except DecodeError:
        raise DataLoss("the index holds an entry that cannot be parsed") from None


def _dims(message: Any) -> tuple[int, ...]:
    dims = tuple(int(d.size) for d in message.dim)
    if any(d < 0 for d in dims):
        raise DataLoss(f"a stored tensor has the shape {list(dims)}")
    return dims


def _mask(crc: int) -> int:
    return ((crc >> 15 | crc << 17) + _MASK_DELTA) & 0xFFFFFFFF


def checksum(crc: int, data: Any) -> int:
    """The crc32c of what `crc` covers followed by `data`, in pieces, so that other threads may run in between."""
    view = np.frombuffer(data, np.uint8)
    for start in range(0, view.size, _CHUNK):
        crc = _extend(crc, view[start : start + _CHUNK])
    return crc


def read_array(file: io.FileIO, shape: Sequence[int], dtype: np.dtype[Any]) -> tuple[Array, int]:
    """The array whose bytes `file` has next, in memory of its own, and their crc32c.

    The checksum of a part is taken while it is still in the processor's cache.

    Raises:
      DataLoss: the file ends before the array does.
    """
    out = own_memory.empty(shape, dtype)
    left, crc = out.reshape(-1).view(np.uint8), 0
    while left.size:
        count = file.readinto(left[:_PART].data)
        if not count:
            raise DataLoss(f"{file.name} ends {left.size} bytes early")
        crc = checksum(crc, left[:count])
        left = left[count:]
    return out, crc


def write_array(file: io.FileIO, array: Array) -> int:
    """Write the bytes of `array`; returns their crc32c."""
    left, crc = np.ascontiguousarray(array).reshape(-1).view(np.uint8), 0
    while left.size:
        part = left[:_PART]
        crc = checksum(crc, part)
        left = left[part.size :]
        rest = part.data
        while rest:  # a full disk may take less than it is given, and then says why
            rest = rest[file.write(rest) :]
    return crc


# ---- strings ----------------------------------------------------------------------------------------------------


def _decode_strings(name: str, raw: Array, shape: Sequence[int], stored: int) -> Array:
    """Lengths as varints, a checksum of the lengths, then the bytes."""
    data = raw.tobytes()
    count = math.prod(shape)
    if count > len(data):
        raise DataLoss(f"string tensor {name!r} has {len(data)} bytes for {count} strings")
    lengths: list[int] = []
    at = 0
    for _ in range(count):
        length, at = sstable.decode_varint(data, at)
        lengths.append(length)
    crc = _extend(0, _packed(lengths))
    crc_bytes = struct.pack("<I", _mask(crc))
    if data[at : at + 4] != crc_bytes:
        raise DataLoss(f"Checksum of the string lengths does not match for {name!r}")
    at += 4
    if at + sum(lengths) != len(data):
        raise DataLoss(f"string tensor {name!r} has {len(data) - at} bytes of text, expected {sum(lengths)}")
    if _mask(_extend(_extend(crc, crc_bytes), data[at:])) != stored:
        raise DataLoss(f"Checksum does not match for string tensor {name!r}")
    out = np.empty(count, object)
    for i, length in enumerate(lengths):
        out[i] = data[at : at + length]
        at += length
    return out.reshape(shape)


def _encode_strings(value: Array) -> tuple[bytes, int]:
    strings = [v.encode() if isinstance(v, str) else bytes(v) for v in value.ravel().tolist()]
    lengths = [len(s) for s in strings]
    crc = _extend(0, _packed(lengths))
    crc_bytes, text = struct.pack("<I", _mask(crc)), b"".join(strings)
    data = b"".join(map(sstable.encode_varint, lengths)) + crc_bytes + text
    return data, _extend(_extend(crc, crc_bytes), text)


def _packed(lengths: Sequence[int]) -> bytes:
    return b"".join(struct.pack("<I" if n <= 0xFFFFFFFF else "<Q", n) for n in lengths)


# ---- writing ----------------------------------------------------------------------------------------------------


def write_bundle(prefix: str, pieces: Iterable[Piece]) -> None:
    """Write a V2 checkpoint with one data file; both files appear under their names when they are complete."""
    entries: dict[bytes, Any] = {}
    data = data_path(prefix, 0, 1)
    os.makedirs(os.path.dirname(prefix) or ".", exist_ok=True)
    suffix = f".tempstate{os.getpid()}"
    with open(data + suffix, "wb") as file:
        offset = 0
        for piece in pieces:
            entry, chunk = _entry(piece)
            entry.offset = offset
            offset += file.write(chunk)
            _add_entry(entries, piece, entry)
    _write_index(prefix, 1, entries, suffix)
    os.replace(data + suffix, data)
    os.replace(index_path(prefix) + suffix, index_path(prefix))


def _entry(piece: Piece) -> tuple[Any, Any]:
    entry = protos.BundleEntryProto(dtype=piece.dtype)
    entry.shape.SetInParent()
    for size in piece.value.shape:
        entry.shape.dim.add().size = size
    if piece.dtype == tensor_proto.STRING:
        chunk, crc = _encode_strings(piece.value)
    else:
        plain = tensor_proto.plain_elements(piece.value, piece.dtype)
        chunk = np.ascontiguousarray(plain).reshape(-1).view(np.uint8).data
        crc = checksum(0, chunk)
    entry.size, entry.crc32c = len(chunk), _mask(crc)
    return entry, chunk


def _add_entry(entries: dict[bytes, Any], piece: Piece, entry: Any) -> None:
    key = piece.name.encode()
    if piece.extents is None:
        if key in entries:
            raise InvalidArgument(f"Adding duplicate key: {piece.name}")
        entries[key] = entry
        return
    main = entries.setdefault(key, protos.BundleEntryProto(dtype=piece.dtype))
    if not main.slices:
        main.shape.SetInParent()
        for size in piece.shape:
            main.shape.dim.add().size = size
    tensor_slices.fill_proto(main.slices.add(), piece.extents)
    entries[ordered_code.slice_key(piece.name, piece.extents)] = entry


def _write_index(prefix: str, shards: int, entries: dict[bytes, Any], suffix: str) -> None:
    header = protos.BundleHeaderProto(num_shards=shards)
    header.version.producer = 1
    rows = [(b"", header.SerializeToString())]
    rows += [(key, entries[key].SerializeToString()) for key in sorted(entries)]
    with open(index_path(prefix) + suffix, "wb") as file:
        file.write(sstable.write_table(rows))


def merge_bundles(prefixes: Sequence[str], destination: str) -> None:
    """Make one checkpoint of several: data files are renamed, indexes merged, the parts' indexes deleted."""
    merged: dict[bytes, Any] = {}
    files: list[str] = []
    for prefix in prefixes:
        header, entries = read_index(prefix)
        for key, entry in entries.items():
            entry.shard_id += len(files)
            known = merged.get(key)
            if known is None:
                merged[key] = entry
            elif entry.slices and known.slices:
                known.slices.extend(entry.slices)
            else:
                raise InvalidArgument(f"Duplicate tensor keyed by {key.decode(errors='replace')} encountered")
        files += [data_path(prefix, i, header.num_shards) for i in range(header.num_shards)]
    os.makedirs(os.path.dirname(destination) or ".", exist_ok=True)
    suffix = f".tempstate{os.getpid()}"
    _write_index(destination, len(files), merged, suffix)
    for i, path in enumerate(files):
        os.replace(path, data_path(destination, i, len(files)))
    os.replace(index_path(destination) + suffix, index_path(destination))
    for prefix in prefixes:
        os.remove(index_path(prefix))
