"""JPEG as TensorFlow decodes and encodes it: libjpeg through Pillow, fast inverse transform, smooth chroma."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from tf1compat._formats.faults import InvalidArgument

Array = np.ndarray[Any, Any]


def shape(data: bytes) -> tuple[int, int, int]:
    """(height, width, channels) from the header."""
    picture = _opened(data, f"Invalid JPEG data, size {len(data)}")
    return picture.height, picture.width, len(picture.getbands())


def decode(
    data: bytes,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    dct_method: str = "",
    try_recover_truncated: bool = False,
) -> Array:
    """uint8 [height, width, channels]; 0 channels: those of the file (CMYK becomes RGB).

    Args:
      data: the file.
      channels: 0, 1 or 3.
      ratio: 1, 2, 4 or 8: decode to a picture smaller by this.
      fancy_upscaling: interpolate chroma instead of repeating it.
      dct_method: `"INTEGER_FAST"` (default) or `"INTEGER_ACCURATE"`.
      try_recover_truncated: fill up what is missing at the end.
    """
    fast = dct_method != "INTEGER_ACCURATE"
    picture = _opened(data)
    has = 3 if picture.mode == "CMYK" else len(picture.getbands())
    wanted = channels or has
    if picture.mode == "CMYK":
        return _gray_or_color(_from_cmyk(_pixels(picture, try_recover_truncated)), wanted)
    if wanted == 1 or has == 1:
        found = _plain(data, "L", ratio, fast, try_recover_truncated)
        return np.repeat(found, 3, -1) if wanted == 3 else found
    factors = _chroma_factors(picture)
    if not fast and not fancy_upscaling and factors != (1, 1):
        return _plain(data, "RGB", ratio, False, try_recover_truncated)
    if fast and fancy_upscaling and factors in ((2, 1), (2, 2)) and ratio == 1:
        return _smooth(_plain(data, "YCbCr", 1, True, try_recover_truncated), factors)
    return _plain(data, "RGB", ratio, fast, try_recover_truncated)


def _opened(data: bytes, refusal: str = "") -> Any:
    from PIL import Image

    refusal = refusal or f"Invalid JPEG data or crop window, data size {len(data)}"
    try:
        picture = Image.open(io.BytesIO(data))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise InvalidArgument(refusal) from None
    if picture.format not in ("JPEG", "MPO"):
        raise InvalidArgument(refusal)
    return picture


def _plain(data: bytes, mode: str, ratio: int, fast: bool, recover: bool) -> Array:
    """Pillow's own decoding to `mode`; `fast` is the fast inverse transform with repeated chroma."""
    picture = _opened(data)
    if mode != picture.mode or ratio > 1:
        picture.draft(mode, (max(1, picture.width // ratio), max(1, picture.height // ratio)))
    if fast:
        picture.decoderconfig = (ratio, 1)
    found = _pixels(picture, recover)
    return found[..., None] if found.ndim == 2 else found


def _pixels(picture: Any, recover: bool) -> Array:
    from PIL import ImageFile

    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, recover
    try:
        picture.load()
    except (OSError, SyntaxError) as e:
        raise InvalidArgument(f"Invalid JPEG data or crop window ({e})") from None
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before
    return np.asarray(picture)


def _chroma_factors(picture: Any) -> tuple[int, int]:
    """By how much the chroma planes are smaller: (across, down)."""
    sampling = [(layer[1], layer[2]) for layer in picture.layer]
    widest, tallest = max(s[0] for s in sampling), max(s[1] for s in sampling)
    return widest // sampling[1][0], tallest // sampling[1][1]


def _smooth(planes: Array, factors: tuple[int, int]) -> Array:
    """RGB of Y, Cb, Cr whose chroma was repeated: as stored again, and interpolated like libjpeg does."""
    height, width = planes.shape[:2]
    stored = planes[:: factors[1], :: factors[0], 1:].astype(np.int32)
    # libjpeg rounds one way at even columns and the other at odd ones
    if factors[1] == 2:
        wide = np.pad(stored, ((1, 1), (0, 0), (0, 0)), "edge")
        rows = np.empty((2 * stored.shape[0], *stored.shape[1:]), np.int32)
        rows[0::2], rows[1::2] = 3 * stored + wide[:-2], 3 * stored + wide[2:]
        chroma = _across(rows, 8, 7, 4, 8, 7)
    else:
        chroma = _across(stored, 1, 2, 2, 0, 0)
    return _rgb(planes[..., 0].astype(np.int32), chroma[:height, :width] - 128)


def _across(rows: Array, even: int, odd: int, shift: int, first: int, last: int) -> Array:
    out = np.empty((rows.shape[0], 2 * rows.shape[1], rows.shape[2]), np.int32)
    out[:, 2::2] = (3 * rows[:, 1:] + rows[:, :-1] + even) >> shift
    out[:, 1:-1:2] = (3 * rows[:, :-1] + rows[:, 1:] + odd) >> shift
    out[:, 0] = (4 * rows[:, 0] + first) >> shift
    out[:, -1] = (4 * rows[:, -1] + last) >> shift
    return out


def _rgb(y: Array, chroma: Array) -> Array:
    """libjpeg's fixed point conversion."""
    cb, cr, half = chroma[..., 0], chroma[..., 1], 1 << 15
    red = y + ((91881 * cr + half) >> 16)
    green = y + ((-22554 * cb - 46802 * cr + half) >> 16)
    blue = y + ((116130 * cb + half) >> 16)
    return np.clip(np.stack([red, green, blue], -1), 0, 255).astype(np.uint8)


def _from_cmyk(found: Array) -> Array:
    """Adobe's inverted CMYK (Pillow inverts it back) to RGB as TensorFlow computes it."""
    inverted = 255 - found.astype(np.int32)
    return (inverted[..., :3] * inverted[..., 3:] // 255).astype(np.uint8)


def _gray_or_color(rgb: Array, channels: int) -> Array:
    if channels == 3:
        return rgb
    from PIL import Image

    return np.asarray(Image.fromarray(rgb).convert("L"))[..., None]


def encode(
    pixels: Array,
    *,
    quality: int = 95,
    progressive: bool = False,
    optimize: bool = False,
    chroma_downsampling: bool = True,
    density: tuple[int, int] | None = (300, 300),
    xmp: bytes = b"",
) -> bytes:
    """JPEG bytes of uint8 [height, width, 1 or 3 channels]; `density` in dots per inch."""
    from PIL import Image

    squeezed = pixels[..., 0] if pixels.shape[-1] == 1 else pixels
    buffer = io.BytesIO()
    given: dict[str, Any] = {"subsampling": 2 if chroma_downsampling else 0}
    if density is not None:
        given["dpi"] = density
    if xmp:
        given["xmp"] = xmp
    Image.fromarray(np.ascontiguousarray(squeezed)).save(
        buffer, "JPEG", quality=quality, progressive=progressive, optimize=optimize, **given
    )
    return buffer.getvalue()
