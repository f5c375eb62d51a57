"""TFRecord framing: each record is its length, a checksum of the length, the bytes and a checksum of the bytes.

All numbers are little-endian: uint64 length, uint32 masked crc32c(length), the bytes, uint32 masked crc32c(bytes).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

import google_crc32c

from tf1compat._formats.faults import DataLoss

_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")
_HEADER_SIZE = _LENGTH.size + _CHECKSUM.size
_MASK_DELTA = 0xA282EAD8
_PIECE = 1 << 24
_crc32c = cast("Callable[[bytes], int]", google_crc32c.value)  # pyright: ignore[reportUnknownMemberType]


def masked_crc32c(data: bytes) -> int:
    """The crc32c of `data`, rotated and shifted so that a checksum of data holding checksums stays sound."""
    crc = _crc32c(data)
    return (((crc >> 15) | (crc << 17)) + _MASK_DELTA) & 0xFFFFFFFF


def frame(record: bytes) -> bytes:
    """The bytes that stand for `record` in a file.

    >>> len(frame(b"hello"))
    21
    """
    length = _LENGTH.pack(len(record))
    return b"".join((length, _CHECKSUM.pack(masked_crc32c(length)), record, _CHECKSUM.pack(masked_crc32c(record))))


def _read(file: BinaryIO, size: int) -> bytes:
    """At most `size` bytes, piece by piece: a damaged length must not decide how much memory is taken."""
    if size <= _PIECE:
        return file.read(size)
    pieces: list[bytes] = []
    while size and (piece := file.read(min(size, _PIECE))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def read_framed(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yields `(offset, record)` from a binary file standing at its first record; offsets count from there.

    Raises DataLoss("corrupted record at N") for a wrong checksum, DataLoss("truncated record at N") for missing bytes.
    """
    offset = size = 0
    sound: bytes | None = None  # a header that needs no second look: records of one file are often equally long
    while True:
        header = file.read(_HEADER_SIZE)
        if header != sound:
            if len(header) < _HEADER_SIZE:
                return  # TF1: a file cut inside a header ends there without an error.
            length_bytes = header[: _LENGTH.size]
            if _CHECKSUM.unpack_from(header, _LENGTH.size)[0] != masked_crc32c(length_bytes):
                raise DataLoss(f"corrupted record at {offset}")
            size, sound = _LENGTH.unpack(length_bytes)[0], header
        body = _read(file, size + _CHECKSUM.size)
        if len(body) < size + _CHECKSUM.size:
            raise DataLoss(f"truncated record at {offset}")
        record = body[:size]
        if _CHECKSUM.unpack_from(body, size)[0] != masked_crc32c(record):
            # TF1: the offset named is that of the data, not of the record's header.
            raise DataLoss(f"corrupted record at {offset + _HEADER_SIZE}")
        yield offset, record
        offset += _HEADER_SIZE + size + _CHECKSUM.size


def read_records(file: BinaryIO) -> Iterator[bytes]:
    """Yields the records of a binary file; errors as `read_framed`."""
    for _, record in read_framed(file):
        yield record
