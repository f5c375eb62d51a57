"""WAV files to samples: 16-bit PCM, as TensorFlow reads it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats.faults import InvalidArgument

Array = np.ndarray[Any, Any]


def decode(data: bytes) -> tuple[Array, int]:
    """(float32 samples in [-1, 1) of shape [frames, channels], samples per second)."""
    for at, expected in ((0, "RIFF"), (8, "WAVE"), (12, "fmt ")):
        found = _part(data, at, 4).decode("latin-1")
        if found != expected:
            raise InvalidArgument(f"Header mismatch: Expected {expected} but found {found}")
    size = _number(data, 16, 4)
    if size not in (16, 18):
        raise InvalidArgument(f"Bad file size for WAV: Expected 16 or 18, but got{size}")
    kind, channels, rate = _number(data, 20, 2), _number(data, 22, 2), _number(data, 24, 4)
    frame, bits = _number(data, 32, 2), _number(data, 34, 2)
    if kind != 1:
        raise InvalidArgument(f"Bad audio format for WAV: Expected 1 (PCM), but got{kind}")
    if not channels:
        raise InvalidArgument("Bad number of channels for WAV: Expected at least 1, but got 0")
    if bits != 16:
        raise InvalidArgument(f"Can only read 16-bit WAV files, but received {bits}")
    if frame != channels * 2:
        raise InvalidArgument(f"Bad bytes per sample in WAV header: Expected {channels * 2} but got {frame}")
    at = 20 + size
    while at < len(data):
        name, length = _part(data, at, 4), _number(data, at + 4, 4)
        if name == b"data":
            count = length // frame
            samples = np.frombuffer(_part(data, at + 8, count * frame), "<i2")
            return samples.astype(np.float32).reshape(count, channels) / np.float32(32768), rate
        at += 8 + length
    raise InvalidArgument("No data chunk found in WAV")


def _part(data: bytes, at: int, size: int) -> bytes:
    if at + size > len(data):
        raise InvalidArgument("Data too short when trying to read string")  # TF1: whatever it is
    return data[at : at + size]


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(_part(data, at, size), "little")
