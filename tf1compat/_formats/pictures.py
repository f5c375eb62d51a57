"""Pictures in files to arrays and back: PNG, JPEG, GIF and BMP, as TensorFlow decodes them, by Pillow.

TensorFlow decodes JPEG with libjpeg's fast inverse transform and smooth upsampling of chroma. Pillow offers the fast
transform only together with plain upsampling, so that the chroma planes are thinned out again and interpolated here.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from tf1compat._formats.faults import InvalidArgument

Array = np.ndarray[Any, Any]
_JPEG, _PNG, _GIF, _BMP = b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM"
_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


def kind_of(data: bytes) -> str:
    """`"jpeg"`, `"png"`, `"gif"`, `"bmp"`, or an empty text for anything else."""
    starts = {"jpeg": _JPEG, "png": _PNG, "gif": _GIF, "bmp": _BMP}
    return next((kind for kind, start in starts.items() if data.startswith(start)), "")


def _opened(data: bytes, refusal: str) -> Any:
    """The picture; `refusal` is what is said where it has no header that can be read."""
    from PIL import Image

    try:
        picture = Image.open(io.BytesIO(data))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise InvalidArgument(refusal) from None
    try:
        picture.load()
    except (OSError, ValueError, SyntaxError) as e:
        raise InvalidArgument(f"Invalid {picture.format} data, size {len(data)} ({e})") from None
    return picture


# ---- PNG -------------------------------------------------------------------------------------------------------------


def decode_png(data: bytes, channels: int, wide: bool) -> Array:
    """[height, width, channels]; 0 channels: those of the file. `wide`: uint16 instead of uint8."""
    picture = _opened(data, f"Invalid PNG header, data size {len(data)}")
    if picture.mode.startswith("I") or picture.mode == "F":
        found = np.asarray(picture).astype(np.uint16)[..., None]
    else:
        found = _sixteen_bit(data) if _png_bits(data) == 16 else _eight_bit(picture)
    found = _with_channels(found, channels or found.shape[-1])
    if wide and found.dtype == np.uint8:
        return found.astype(np.uint16) * 257
    return (found >> 8).astype(np.uint8) if found.dtype == np.uint16 and not wide else found


def _png_bits(data: bytes) -> int:
    return data[24]


def _eight_bit(picture: Any) -> Array:
    if picture.mode == "P":
        picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
    elif picture.mode == "1":
        picture = picture.convert("L")
    elif picture.mode in ("L", "RGB") and "transparency" in picture.info:
        picture = picture.convert("LA" if picture.mode == "L" else "RGBA")
    found = np.asarray(picture)
    return found[..., None] if found.ndim == 2 else found


def _sixteen_bit(data: bytes) -> Array:
    """Pillow narrows colour to 8 bits; the scan lines are read here."""
    import zlib

    width, height = (int.from_bytes(data[a : a + 4], "big") for a in (16, 20))
    n_channels = {0: 1, 2: 3, 4: 2, 6: 4}[data[25]]
    if data[28]:
        raise InvalidArgument("Interlaced PNG of 16 bits per channel is not supported")
    at, packed = 8, b""
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    step, row_size = 2 * n_channels, 2 * n_channels * width
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, row_size + 1)
    previous, out = np.zeros(row_size, np.uint8), np.empty((height, row_size), np.uint8)
    for y in range(height):
        previous = out[y] = _unfiltered(int(rows[y, 0]), rows[y, 1:], previous, step)
    return out.view(">u2").astype(np.uint16).reshape(height, width, n_channels)


def _unfiltered(kind: int, row: Array, above: Array, step: int) -> Array:
    """One scan line without its PNG filter."""
    if kind == 0:
        return row.copy()
    if kind == 2:
        return row + above
    if kind == 1:
        return np.cumsum(row.reshape(-1, step), 0, dtype=np.uint8).ravel()
    out = row.astype(np.int32)
    for i in range(len(out)):
        left, up = int(out[i - step]) if i >= step else 0, int(above[i])
        if kind == 3:
            guess = (left + up) // 2
        else:
            corner = int(above[i - step]) if i >= step else 0
            distances = [(abs(up - corner), left), (abs(left - corner), up), (abs(left + up - 2 * corner), corner)]
            guess = min(distances, key=lambda d: d[0])[1]
        out[i] = (out[i] + guess) & 0xFF
    return out.astype(np.uint8)


def _with_channels(found: Array, channels: int) -> Array:
    """Gray or colour, with or without alpha, as asked for."""
    has = found.shape[-1]
    if has == channels:
        return found
    full = np.iinfo(found.dtype).max
    alpha = found[..., -1:] if has in (2, 4) else np.full_like(found[..., :1], full)
    color = found[..., : has - 1] if has in (2, 4) else found
    if channels >= 3 and color.shape[-1] == 1:
        color = np.repeat(color, 3, -1)
    elif channels <= 2 and color.shape[-1] == 3:
        color = _gray(color)
    return np.concatenate([color, alpha], -1) if channels in (2, 4) else np.ascontiguousarray(color)


def _gray(color: Array) -> Array:
    """libpng's luminance, in its fixed point: 0.299, 0.587 and 0.114 of 32768, cut off."""
    r, g, b = (color[..., i : i + 1].astype(np.int64) for i in range(3))
    gray = (9798 * r + 19235 * g + 3735 * b) >> 15
    same = (r == g) & (g == b)
    return np.where(same, r, gray).astype(color.dtype)


def encode_png(pixels: Array, compression: int = -1) -> bytes:
    """PNG bytes of uint8 or uint16 [height, width, 1 to 4 channels]."""
    from PIL import Image

    level = 6 if compression < 0 else compression
    if pixels.dtype == np.uint16:
        return _encode_sixteen_bit(pixels, level)
    squeezed = pixels[..., 0] if pixels.shape[-1] == 1 else pixels
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(squeezed)).save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()


def _encode_sixteen_bit(pixels: Array, level: int) -> bytes:
    import struct
    import zlib

    height, width, n_channels = pixels.shape

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    color = {1: 0, 2: 4, 3: 2, 4: 6}[n_channels]
    rows = pixels.astype(">u2").reshape(height, -1).view(np.uint8)
    left = np.pad(rows, ((0, 0), (2 * n_channels, 0)))[:, : rows.shape[1]]
    above = np.pad(rows, ((1, 0), (0, 0)))[:height]
    filtered = np.stack([rows, rows - left, rows - above])  # PNG's filters 0, 1 and 2; the row's flattest is taken
    best = np.abs(filtered.view(np.int8).astype(np.int32)).sum(-1).argmin(0)
    chosen = filtered[best, np.arange(height)]
    lines = np.concatenate([best[:, None].astype(np.uint8), chosen], 1).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 16, color, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, level)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


# ---- GIF and BMP -----------------------------------------------------------------------------------------------------


def decode_gif(data: bytes) -> Array:
    """[frames, height, width, 3], each frame as it is shown."""
    from PIL import ImageSequence

    picture = _opened(data, f"Invalid GIF data (size {len(data)}), failed to open gif file")
    return np.stack([np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(picture)])


def decode_bmp(data: bytes, channels: int) -> Array:
    """[height, width, channels]; 0 channels: those of the file."""
    bits = int.from_bytes(data[28:30], "little")
    has = bits // 8
    if channels and channels != has:
        raise InvalidArgument(f"channels attribute {channels} does not match bits per pixel from file {has}")
    if has not in (1, 3, 4):
        raise InvalidArgument(f"Number of channels must be 1, 3 or 4, was {has}")
    start, width, height = (int.from_bytes(data[a : a + 4], "little", signed=True) for a in (10, 18, 22))
    row_size, rows = (bits * width + 31) // 32 * 4, abs(height)
    if width <= 0 or len(data) < start + row_size * (rows - 1) + width * has:
        raise InvalidArgument(
            f"Incomplete bmp content, requires at least {start + row_size * rows} bytes, got {len(data)} bytes"
        )
    body = np.frombuffer(data[start : start + row_size * rows].ljust(row_size * rows, b"\0"), np.uint8)
    found = body.reshape(rows, row_size)[:, : width * has].reshape(rows, width, has)
    found = found[::-1] if height > 0 else found
    return np.ascontiguousarray(found[..., [2, 1, 0, 3][:has]] if has > 1 else found)
