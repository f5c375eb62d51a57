"""Pictures as PNG and sound as WAV, for summaries."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np

from tf1compat._formats.faults import InvalidArgument

Array = np.ndarray[Any, Any]
_NEARLY_ZERO = 1e-6
_SAMPLE_BYTES = 2
_WAV_HEADER_SIZE = 44
_UINT32_MAX = (1 << 32) - 1


def scale_picture(picture: Array, bad_color: Array) -> Array:
    """Float [height, width, channels] -> uint8, each picture by its own range; `bad_color` where not finite."""
    element = picture.dtype.type
    finite = np.isfinite(picture).all(axis=-1)
    with np.errstate(all="ignore"):
        good = picture[finite].astype(np.float32)
        low, high = (good.min(), good.max()) if good.size else (np.float32(np.inf), np.float32(-np.inf))
        # Scale and offset are rounded to the picture's own type, so that half precision truncates as in TF.
        if low < 0:
            largest = np.maximum(np.abs(low), np.abs(high))
            scale, offset = np.float32(0 if largest < _NEARLY_ZERO else 127 / largest), 128
        else:
            scale, offset = np.float32(0 if high < _NEARLY_ZERO else 255 / high), 0
        pixels = (picture * element(scale) + element(offset)).astype(np.uint8)
    pixels[~finite] = bad_color
    return pixels


def encode_png(pixels: Array) -> bytes:
    """PNG bytes of a uint8 [height, width, channels] array with 1 (gray), 3 (RGB) or 4 (RGBA) channels."""
    from PIL import Image

    squeezed = pixels[..., 0] if pixels.shape[-1] == 1 else pixels
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(squeezed)).save(buffer, "PNG")
    return buffer.getvalue()


def encode_wav(samples: Array, sample_rate: float) -> bytes:
    """16-bit PCM WAV of float32 [frames, channels]; values beyond [-1, 1] are clipped, NaN is silence."""
    if not samples.size:
        raise InvalidArgument("audio is null")
    frames, channels = samples.shape
    rate = max(1, round(sample_rate))
    if rate > _UINT32_MAX:
        raise InvalidArgument(f"sample_rate must be in (0, 2^32), got: {rate}")
    if channels >= 1 << 16:
        raise InvalidArgument(f"num_channels must be in (0, 2^16), got: {channels}")
    data_size = frames * channels * _SAMPLE_BYTES
    if data_size + _WAV_HEADER_SIZE > _UINT32_MAX:
        raise InvalidArgument("Provided channels and frames cannot be encoded as a WAV.")
    frame_bytes = channels * _SAMPLE_BYTES
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        _WAV_HEADER_SIZE - 8 + data_size,
        b"WAVE",
        b"fmt ",
        16,
        1,  # PCM
        channels,
        rate,
        rate * frame_bytes & _UINT32_MAX,  # TF1: fields too small for the value keep its low bits
        frame_bytes & 0xFFFF,
        8 * _SAMPLE_BYTES,
        b"data",
        data_size,
    )
    return header + _to_int16(samples).tobytes()


def _to_int16(samples: Array) -> Array:
    scaled = np.clip(np.nan_to_num(samples.astype(np.float32) * 32768, nan=0.0), -32768, 32767)
    whole = np.trunc(scaled)
    away_from_zero = np.sign(scaled) * (np.abs(scaled - whole) >= 0.5)  # C's roundf, not NumPy's half-to-even
    return np.clip(whole + away_from_zero, -32768, 32767).astype("<i2")
