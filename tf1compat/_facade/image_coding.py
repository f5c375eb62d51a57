"""`tf.image`: pictures in files to tensors and back; also `tf.audio`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, logging_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import cond
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.image_colors import convert_image_dtype
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def decode_png(contents: Any, channels: int = 0, dtype: Any = dtypes.uint8, name: str | None = None) -> Tensor:
    """The picture of a PNG (or JPEG) file, [height, width, channels].

    Args:
      contents: a string scalar.
      channels: 0 (as in the file), 1, 3 or 4.
      dtype: uint8 or uint16.
      name: name of the node.
    """
    return apply_op("DecodePng", contents, channels=channels, dtype=dtypes.as_dtype(dtype), name=name)


def decode_jpeg(
    contents: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: Any = "",
    name: str | None = None,
) -> Tensor:
    """The picture of a JPEG (or PNG) file, uint8 [height, width, channels].

    Args:
      contents: a string scalar.
      channels: 0 (as in the file), 1 or 3.
      ratio: 1, 2, 4 or 8: decode to a picture smaller by this.
      fancy_upscaling: interpolate the chroma planes.
      try_recover_truncated: accept a file that ends too early.
      acceptable_fraction: how much of it must be there.
      dct_method: "INTEGER_FAST" (the default) or "INTEGER_ACCURATE".
      name: name of the node.
    """
    return apply_op(
        "DecodeJpeg",
        contents,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=float(acceptable_fraction),
        dct_method=_bytes(dct_method),
        name=name,
    )


def _bytes(text: Any) -> bytes:
    return text.encode() if isinstance(text, str) else text


def decode_and_crop_jpeg(
    contents: Any,
    crop_window: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: Any = "",
    name: str | None = None,
) -> Tensor:
    """The part `crop_window` (y, x, height, width) of a JPEG; other arguments as for `decode_jpeg`."""
    return apply_op(
        "DecodeAndCropJpeg",
        contents,
        crop_window,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=float(acceptable_fraction),
        dct_method=_bytes(dct_method),
        name=name,
    )


def decode_gif(contents: Any, name: str | None = None) -> Tensor:
    """All frames of a GIF file, uint8 [frames, height, width, 3]."""
    return apply_op("DecodeGif", contents, name=name)


def decode_bmp(contents: Any, channels: int = 0, name: str | None = None) -> Tensor:
    """The picture of a BMP file, uint8 [height, width, channels]."""
    return apply_op("DecodeBmp", contents, channels=channels, name=name)


def encode_png(image: Any, compression: int = -1, name: str | None = None) -> Tensor:
    """A PNG file of uint8 or uint16 [height, width, 1 to 4 channels]; `compression` from 0 to 9."""
    return apply_op("EncodePng", image, compression=compression, name=name)


def encode_jpeg(
    image: Any,
    format: Any = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: Any = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: Any = "",
    name: str | None = None,
) -> Tensor:
    """A JPEG file of uint8 [height, width, 1 or 3 channels]."""
    return apply_op(
        "EncodeJpeg",
        image,
        format=_bytes(format),
        quality=quality,
        progressive=progressive,
        optimize_size=optimize_size,
        chroma_downsampling=chroma_downsampling,
        density_unit=_bytes(density_unit),
        x_density=x_density,
        y_density=y_density,
        xmp_metadata=_bytes(xmp_metadata),
        name=name,
    )


def extract_jpeg_shape(contents: Any, output_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """[height, width, channels] of a JPEG file, without decoding it."""
    return apply_op("ExtractJpegShape", contents, output_type=dtypes.as_dtype(output_type), name=name)


def is_jpeg(contents: Any, name: str | None = None) -> Tensor:
    """Does a string begin like a JPEG file?"""
    with name_scope(name, "is_jpeg"):
        return math_ops.equal(_start(contents, 3), b"\xff\xd8\xff", name=name)


def _start(contents: Any, length: int) -> Tensor:
    return apply_op("Substr", contents, 0, length)


def _is_png(contents: Any) -> Tensor:
    with name_scope(None, "is_png"):
        return math_ops.equal(_start(contents, 3), b"\x89PN")


def decode_image(
    contents: Any,
    channels: int | None = None,
    dtype: Any = dtypes.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Any:
    """The picture of a BMP, GIF, JPEG or PNG file, of unknown static shape.

    Args:
      contents: a string scalar.
      channels: None or 0 (as in the file), 1, 3 or 4; not all formats have all of them.
      dtype: element type; see `convert_image_dtype`.
      name: name scope of the nodes.
      expand_animations: a GIF has four dimensions; False takes its first frame.

    Raises:
      ValueError: `channels` is something else.
    """
    with name_scope(name, "decode_image"):
        if channels not in (None, 0, 1, 3, 4):
            raise ValueError("channels must be in (None, 0, 1, 3, 4)")
        wanted = dtypes.as_dtype(dtype)
        given = channels or 0
        start = _start(contents, 3)

        def gif_or_bmp() -> Any:
            is_gif = math_ops.equal(start, b"GIF", name="is_gif")
            return cond(
                is_gif,
                lambda: _gif(contents, given, wanted, expand_animations),
                lambda: _bmp(contents, given, wanted),
                name="cond_gif",
            )

        def png() -> Any:
            kind = dtypes.uint8 if wanted is dtypes.uint8 else dtypes.uint16
            return convert_image_dtype(decode_png(contents, given, kind), wanted)

        def other_than_jpeg() -> Any:
            return cond(_is_png(contents), png, gif_or_bmp, name="cond_png")

        return cond(is_jpeg(contents), lambda: _jpeg(contents, given, wanted), other_than_jpeg, name="cond_jpeg")


def _bmp(contents: Any, channels: int, dtype: Any) -> Any:
    is_bmp = math_ops.equal(_start(contents, 2), "BM", name="is_bmp")
    known = logging_ops.Assert(is_bmp, ["Unable to decode bytes as JPEG, PNG, GIF, or BMP"])
    good = math_ops.not_equal(channels, 1, name="check_channels")
    allowed = logging_ops.Assert(good, ["Channels must be in (None, 0, 3) when decoding BMP images"])
    with control_dependencies([known, allowed]):
        return convert_image_dtype(decode_bmp(contents), dtype)


def _gif(contents: Any, channels: int, dtype: Any, expand: bool) -> Any:
    good = math_ops.logical_and(
        math_ops.not_equal(channels, 1, name="check_gif_channels"),
        math_ops.not_equal(channels, 4, name="check_gif_channels"),
    )
    allowed = logging_ops.Assert(good, ["Channels must be in (None, 0, 3) when decoding GIF images"])
    with control_dependencies([allowed]):
        result = convert_image_dtype(decode_gif(contents), dtype)
        return result if expand else array_ops.gather(result, 0)


def _jpeg(contents: Any, channels: int, dtype: Any) -> Any:
    good = math_ops.not_equal(channels, 4, name="check_jpeg_channels")
    allowed = logging_ops.Assert(good, ["Channels must be in (None, 0, 1, 3) when decoding JPEG images"])
    with control_dependencies([allowed]):
        return convert_image_dtype(decode_jpeg(contents, channels), dtype)


# ---- sound -----------------------------------------------------------------------------------------------------------


def decode_wav(contents: Any, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None) -> Any:
    """A 16-bit WAV file as float32 [samples, channels] in [-1, 1), and its sample rate; cut or filled up as wanted."""
    return apply_op(
        "DecodeWav", contents, desired_channels=desired_channels, desired_samples=desired_samples, name=name
    )


def encode_wav(audio: Any, sample_rate: Any, name: str | None = None) -> Tensor:
    """A 16-bit WAV file of float32 [samples, channels]."""
    return apply_op("EncodeWav", audio, sample_rate, name=name)
