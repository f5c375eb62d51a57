"""Sorted tables of byte strings: the container of checkpoint indexes and of V1 checkpoints (LevelDB's table format).

A file is a run of blocks and a footer. A block holds entries `shared length, own length, value length, own key bytes,
value` whose keys share a prefix with the entry before, then the offsets of entries that share nothing, then their
number; a type byte and a masked crc32c follow. The footer points to the index block, whose values point to blocks.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from tf1compat._formats.faults import DataLoss
from tf1compat._formats.tfrecord import masked_crc32c

_MAGIC = 0xDB4775248B80FB57
_FOOTER_SIZE = 48
_TRAILER_SIZE = 5
_RESTART_INTERVAL = 16
_BLOCK_SIZE = 256 * 1024
_RAW, _SNAPPY = 0, 1


def encode_varint(value: int) -> bytes:
    """`value` (not negative) as a little-endian base-128 varint."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode_varint(data: bytes | memoryview, at: int) -> tuple[int, int]:
    """The varint at `at` and the position behind it; DataLoss where it does not end."""
    value = shift = 0
    while shift < 64 and at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise DataLoss("a number does not end")


def is_table(data: bytes | memoryview) -> bool:
    """Does `data` (a whole file, or its end) end as tables do?"""
    return len(data) >= _FOOTER_SIZE and struct.unpack("<Q", data[-8:])[0] == _MAGIC


def read_table(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The entries of a table in the order of their keys.

    Raises:
      DataLoss: not a table, cut short, or a checksum is wrong.
    """
    if not is_table(data):
        raise DataLoss("not an sstable (bad magic number)")
    footer = data[-_FOOTER_SIZE:]
    _, at = decode_varint(footer, 0)  # the meta index, which checkpoints leave empty
    _, at = decode_varint(footer, at)
    for _, handle in _entries(_block(data, footer, at)):
        yield from _entries(_block(data, handle, 0))


def _block(data: bytes, handle: bytes, at: int) -> bytes:
    """The block that `handle` (offset, size) points to, checked."""
    offset, at = decode_varint(handle, at)
    size, at = decode_varint(handle, at)
    end = offset + size
    if end + _TRAILER_SIZE > len(data):
        raise DataLoss(f"block of {size} bytes at {offset} reaches beyond the end of the file")
    kind, stored = struct.unpack_from("<BI", data, end)
    if masked_crc32c(data[offset : end + 1]) != stored:
        raise DataLoss(f"block checksum mismatch at {offset}")
    body = data[offset:end]
    if kind == _RAW:
        return body
    if kind == _SNAPPY:
        return _unsnappy(body)
    raise DataLoss(f"unknown block type {kind} at {offset}")


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    if len(block) < 4:
        raise DataLoss("bad block contents")
    end = len(block) - 4 - 4 * struct.unpack_from("<I", block, len(block) - 4)[0]
    if end < 0:
        raise DataLoss("bad block contents")
    key, at = b"", 0
    while at < end:
        shared, at = decode_varint(block, at)
        own, at = decode_varint(block, at)
        length, at = decode_varint(block, at)
        if shared > len(key) or at + own + length > end:
            raise DataLoss("bad entry in block")
        key = key[:shared] + block[at : at + own]
        at += own
        yield key, block[at : at + length]
        at += length


def _unsnappy(data: bytes) -> bytes:
    """The bytes of a Snappy block: literals, and copies of what came before."""
    size, at = decode_varint(data, 0)
    out = bytearray()
    while at < len(data):
        tag = data[at]
        at += 1
        if tag & 3 == 0:
            length = tag >> 2
            if length >= 60:
                extra = length - 59
                length = int.from_bytes(data[at : at + extra], "little")
                at += extra
            out += data[at : at + length + 1]
            at += length + 1
        else:
            if tag & 3 == 1:
                length, width = (tag >> 2 & 7) + 4, 1
                high = (tag >> 5) << 8
            else:
                length, width, high = (tag >> 2) + 1, 2 if tag & 3 == 2 else 4, 0
            distance = high | int.from_bytes(data[at : at + width], "little")
            at += width
            if not 0 < distance <= len(out):
                raise DataLoss("bad copy in a compressed block")
            for _ in range(length):
                out.append(out[-distance])
        if len(out) > size:
            break
    if len(out) != size:
        raise DataLoss("a compressed block has the wrong size")
    return bytes(out)


def write_table(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """A table with `entries`, whose keys must ascend.

    >>> list(read_table(write_table([(b"a", b"1"), (b"ab", b"2")])))
    [(b'a', b'1'), (b'ab', b'2')]
    """
    out = bytearray()
    index: list[tuple[bytes, bytes]] = []
    builder = _BlockBuilder()
    for key, value in entries:
        builder.add(key, value)
        if builder.size >= _BLOCK_SIZE:
            index.append((key, _append(out, builder.finish())))
            builder = _BlockBuilder()
    if builder.size or not index:
        index.append((builder.last_key, _append(out, builder.finish())))
    meta = _append(out, _BlockBuilder().finish())
    top = _BlockBuilder(restart_interval=1)
    for key, handle in index:
        top.add(key, handle)
    footer = meta + _append(out, top.finish())
    out += footer.ljust(_FOOTER_SIZE - 8, b"\0") + struct.pack("<Q", _MAGIC)
    return bytes(out)


def _append(out: bytearray, block: bytes) -> bytes:
    """Append a block with its trailer; the handle that points to it."""
    handle = encode_varint(len(out)) + encode_varint(len(block))
    typed = block + bytes([_RAW])
    out += typed + struct.pack("<I", masked_crc32c(typed))
    return handle


class _BlockBuilder:
    def __init__(self, restart_interval: int = _RESTART_INTERVAL) -> None:
        self.last_key = b""
        self._out = bytearray()
        self._restarts = [0]
        self._interval = restart_interval
        self._since_restart = 0

    @property
    def size(self) -> int:
        return len(self._out)

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0
        if self._since_restart == self._interval:
            self._restarts.append(len(self._out))
            self._since_restart = 0
        elif self._since_restart:
            limit = min(len(key), len(self.last_key))
            while shared < limit and key[shared] == self.last_key[shared]:
                shared += 1
        self._out += encode_varint(shared) + encode_varint(len(key) - shared) + encode_varint(len(value))
        self._out += key[shared:] + value
        self.last_key = key
        self._since_restart += 1

    def finish(self) -> bytes:
        return bytes(self._out) + struct.pack(f"<{len(self._restarts) + 1}I", *self._restarts, len(self._restarts))
