"""Pictures in files to tensors and back: PNG, JPEG, GIF, BMP; NumPy and Pillow, outside compiled steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats import jpeg, pictures
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import ShapeError, with_rank


def _bytes(contents: Any, what: str = "contents") -> bytes:
    array = np.asarray(contents, object)
    if array.ndim:
        raise InvalidArgument(f"{what} must be scalar, got shape [{','.join(map(str, array.shape))}]")
    return array.item()


def _text(data: bytes) -> Any:
    out = np.empty((), object)
    out[()] = data
    return out


def _decoded_shape(x: Any) -> Any:
    with_rank(x.shape(0), 0)
    channels = x.attrs["channels"]
    if channels < 0:
        raise ShapeError(f"channels must be non-negative, got {channels}")
    return ((None, None, channels or None),)


def _any(data: bytes, channels: int, wide: bool = False, **options: Any) -> Any:
    """What DecodePng and DecodeJpeg do. TF1: both read JPEG, PNG and the first frame of a GIF."""
    _allowed(channels, (0, 1, 3, 4), "0, 1, 3, or 4")
    kind = pictures.kind_of(data)
    if kind == "jpeg" and not wide:
        _allowed(channels, (0, 1, 3), "0, 1, or 3 for JPEG")
        return jpeg.decode(data, channels, **options)
    if kind == "png":
        return pictures.decode_png(data, channels, wide)
    if kind == "gif" and not wide:
        _allowed(channels, (0, 3), "0 or 3 for GIF")
        frames = pictures.decode_gif(data)
        if len(frames) > 1:
            raise InvalidArgument("Got 2 or more frames, but animated gifs can only be decoded by tf.image.decode_gif or "
                                  "tf.image.decode_image")  # fmt: skip
        return frames[0]
    raise InvalidArgument("Expected image (JPEG, PNG, or GIF), got " + ("empty file" if not data else "unknown format"
                          f" starting with '{_shown(data[:16])}'"))  # fmt: skip


def _shown(data: bytes) -> str:
    return "".join(chr(b) if 32 <= b < 127 else f"\\{b:03o}" for b in data)


def _allowed(channels: int, choices: tuple[int, ...], names: str) -> None:
    if channels not in choices:
        raise InvalidArgument(f"channels must be {names}, got {channels}")


@op("DecodePng", "contents: string -> image: dtype", host=True, grad="none", shape=_decoded_shape,
    types={"dtype": dtypes.uint8})  # fmt: skip
def decode_png(contents: Any, *, channels: int = 0, dtype: Any = dtypes.uint8) -> Any:
    """The picture, [height, width, channels], of uint8 or uint16."""
    return _any(_bytes(contents), channels, dtype is dtypes.uint16)


@op("DecodeJpeg", "contents: string -> image: uint8", host=True, grad="none", shape=_decoded_shape,
    attrs={"acceptable_fraction": 1.0})  # fmt: skip
def decode_jpeg(
    contents: Any,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    dct_method: bytes = b"",
) -> Any:
    """The picture, uint8 [height, width, channels]."""
    return _any(
        _bytes(contents),
        channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        dct_method=dct_method.decode(),
        try_recover_truncated=try_recover_truncated,
    )


@op("DecodeAndCropJpeg", "contents: string, crop_window: int32 -> image: uint8", host=True, grad="none",
    shape=lambda x: _cropped_shape(x), attrs={"acceptable_fraction": 1.0})  # fmt: skip
def decode_and_crop_jpeg(
    contents: Any,
    crop_window: Any,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    dct_method: bytes = b"",
) -> Any:
    """The part (y, x, height, width) of the picture."""
    window = np.asarray(crop_window)
    if window.shape != (4,):
        raise InvalidArgument(f"crop_window must have four elements [{','.join(map(str, window.shape))}]")
    top, left, height, width = (int(v) for v in window)
    data = _bytes(contents)
    options = {"ratio": ratio, "fancy_upscaling": fancy_upscaling, "dct_method": dct_method.decode()}
    whole = _any(data, channels, **options, try_recover_truncated=try_recover_truncated)
    if pictures.kind_of(data) != "jpeg":
        return whole  # TF1: a PNG or GIF is not cropped
    if (
        top < 0
        or left < 0
        or height <= 0
        or width <= 0
        or top + height > whole.shape[0]
        or left + width > whole.shape[1]
    ):
        raise InvalidArgument(f"Invalid JPEG data or crop window, data size {len(data)}")
    return np.ascontiguousarray(whole[top : top + height, left : left + width])


def _cropped_shape(x: Any) -> Any:
    ((_, _, channels),) = _decoded_shape(x)
    window = x.value(1)
    height, width = (None, None) if window is None or len(window) != 4 else (int(window[2]), int(window[3]))
    return ((height, width, channels),)


@op("DecodeGif", "contents: string -> image: uint8", host=True, grad="none", shape=lambda x: ((None, None, None, 3),))
def decode_gif(contents: Any) -> Any:
    """All frames, [frames, height, width, 3]; of a JPEG or PNG the one picture."""
    data = _bytes(contents)
    kind = pictures.kind_of(data)
    if kind == "gif":
        return pictures.decode_gif(data)
    return _any(data, 3)[None]


@op("DecodeBmp", "contents: string -> image: uint8", host=True, grad="none", shape=_decoded_shape)
def decode_bmp(contents: Any, *, channels: int = 0) -> Any:
    """The picture, [height, width, channels]."""
    _allowed(channels, (0, 1, 3, 4), "0, 1, 3 or 4")
    data = _bytes(contents)
    if len(data) < 32:
        raise InvalidArgument(f"Incomplete bmp content, requires at least 32 bytes to find the header size, width, "
                              f"height, and bpp, got {len(data)} bytes")  # fmt: skip
    return pictures.decode_bmp(data, channels)


@op("ExtractJpegShape", "contents: string -> image_shape: output_type", host=True, grad="none",
    shape=lambda x: ((3,),), types={"output_type": dtypes.int32})  # fmt: skip
def extract_jpeg_shape(contents: Any, *, output_type: Any = dtypes.int32) -> Any:
    """[height, width, channels], from the header alone."""
    return np.array(jpeg.shape(_bytes(contents)), output_type.np)


def _encoded_shape(x: Any) -> Any:
    with_rank(x.shape(0), 3)
    return ((),)


def _checked(image: Any, choices: tuple[int, ...], what: str) -> Any:
    array = np.asarray(image)
    if array.ndim != 3:
        raise InvalidArgument(f"image must be 3-dimensional[{','.join(map(str, array.shape))}]")
    if array.shape[2] not in choices:
        got = f"[{','.join(map(str, array.shape))}]" if len(choices) == 2 else array.shape[2]  # TF1: of a JPEG's, all
        raise InvalidArgument(f"image must have {what} channels, got {got}")
    return array


@op("EncodePng", "image: T -> contents: string", host=True, grad="none", shape=_encoded_shape,
    types={"T": dtypes.uint8})  # fmt: skip
def encode_png(image: Any, *, compression: int = -1) -> Any:
    """A PNG file of uint8 or uint16 [height, width, 1 to 4 channels]."""
    return _text(pictures.encode_png(_checked(image, (1, 2, 3, 4), "1, 2, 3, or 4"), compression))


@op("EncodeJpeg", "image: uint8 -> contents: string", host=True, grad="none", shape=_encoded_shape)
def encode_jpeg(
    image: Any,
    *,
    format: bytes = b"",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: bytes = b"in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: bytes = b"",
) -> Any:
    """A JPEG file of [height, width, 1 or 3 channels]."""
    wanted, shape = {b"grayscale": 1, b"rgb": 3}.get(format), np.shape(image)
    if wanted and len(shape) == 3 and wanted != shape[2]:
        shown = f"[{','.join(map(str, shape))}]"
        raise InvalidArgument(f"format {format.decode()} expects {wanted} channels, got {shown}")
    pixels = _checked(image, (1, 3), "1 or 3")
    if not 0 <= quality <= 100:
        raise InvalidArgument(f"quality must be in [0,100], got {quality}")
    inch = 1 if density_unit == b"in" else 2.54
    return _text(
        jpeg.encode(
            pixels,
            quality=quality,
            progressive=progressive,
            optimize=optimize_size,
            chroma_downsampling=chroma_downsampling,
            density=(round(x_density * inch), round(y_density * inch)),
            xmp=xmp_metadata,
        )
    )


@op("EncodeJpegVariableQuality", "images: uint8, quality: int32 -> contents: string", host=True, grad="none",
    shape=_encoded_shape)  # fmt: skip
def encode_jpeg_variable_quality(images: Any, quality: Any) -> Any:
    """A JPEG file of a quality that is a tensor."""
    pixels, value = _checked(images, (1, 3), "1 or 3"), int(np.asarray(quality))
    if not 0 <= value <= 100:
        raise InvalidArgument(f"quality must be in [0,100], got {value}")
    return _text(jpeg.encode(pixels, quality=value))
