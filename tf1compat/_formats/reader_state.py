"""The state of a reader as a `ReaderBaseState` message: how much it has started, finished and produced, and its work."""

from __future__ import annotations

from typing import NamedTuple

from tf1compat._formats.faults import DataLoss


class ReaderState(NamedTuple):
    """Pieces of work started and finished, records produced, and the current piece of work."""

    started: int = 0
    finished: int = 0
    records: int = 0
    current: bytes = b""


def serialize(state: ReaderState) -> bytes:
    """The message; fields of value 0 are left out.

    >>> serialize(ReaderState(1, 1, 2, b"x"))
    b'\\x08\\x01\\x10\\x01\\x18\\x02"\\x01x'
    """
    out = b"".join(bytes([number << 3]) + _varint(v) for number, v in enumerate(state[:3], 1) if v)
    return out + (b'"' + _varint(len(state.current)) + state.current if state.current else b"")


def parse(text: bytes) -> ReaderState:
    """The state; DataLoss where `text` is no such message."""
    counts, current, at = [0, 0, 0], b"", 0
    while at < len(text):
        tag, at = _read_varint(text, at)
        if tag in (8, 16, 24):
            value, at = _read_varint(text, at)
            counts[(tag >> 3) - 1] = value - (1 << 64) if value >> 63 else value
        elif tag == 34:
            size, at = _read_varint(text, at)
            current, at = text[at : at + size], at + size
        else:
            at = _skip(text, at, tag & 7)
    if at > len(text):
        raise DataLoss("the message is cut short")
    return ReaderState(counts[0], counts[1], counts[2], current)


def _skip(text: bytes, at: int, wire_type: int) -> int:
    """Where an unknown field ends."""
    if wire_type == 0:
        return _read_varint(text, at)[1]
    if wire_type == 2:
        size, at = _read_varint(text, at)
        return at + size
    if wire_type in (1, 5):
        return at + (8 if wire_type == 1 else 4)
    raise DataLoss(f"unexpected wire type {wire_type}")


def as_text(state: ReaderState) -> str:
    """Protocol Buffers' text form."""
    names = ("work_started", "work_finished", "num_records_produced")
    lines = [f"{n}: {v}" for n, v in zip(names, state[:3]) if v]
    if state.current:
        lines.append(f'current_work: "{state.current.decode("latin-1")}"')
    return "".join(line + "\n" for line in lines)


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_varint(text: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(text) or shift > 63:
            raise DataLoss("the message is cut short")
        byte = text[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
