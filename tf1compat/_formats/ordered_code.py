"""Numbers and strings as bytes that sort like them: the keys of tensor slices in checkpoints."""

from __future__ import annotations

from collections.abc import Sequence

Extent = tuple[int, int]  # start and length; length -1: everything
_HEADERS = (0x0, 0x80, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE, 0xFF, 0xFF80, 0xFFC0)


def slice_key(name: str, extents: Sequence[Extent]) -> bytes:
    """The key under which the data of one slice of tensor `name` stand."""
    out = encode_number(0) + encode_string(name.encode()) + encode_number(len(extents))
    return out + b"".join(encode_signed(start) + encode_signed(length) for start, length in extents)


def encode_number(value: int) -> bytes:
    """A number that is not negative: how many bytes follow, then the bytes, highest first."""
    body = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([len(body)]) + body


def encode_string(value: bytes) -> bytes:
    """A string with its end marked; the bytes 0 and 255 are escaped."""
    out = bytearray()
    for byte in value:
        out.append(byte)
        if byte == 0:
            out.append(0xFF)
        elif byte == 0xFF:
            out.append(0)
    return bytes(out) + b"\0\1"


def encode_signed(value: int) -> bytes:
    """A signed number: the leading ones of the first bytes tell the length, inverted for negative numbers."""
    magnitude = ~value if value < 0 else value
    length = magnitude.bit_length() // 7 + 1
    if length == 1:
        return bytes([(0x80 ^ value) & 0xFF])
    header = _HEADERS[length] << (8 * length - (8 if length < 9 else 16))
    return ((value & (1 << 8 * length) - 1) ^ header).to_bytes(length, "big")
