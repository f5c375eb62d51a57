"""`tf.contrib.ffmpeg`: what TensorFlow left to the ffmpeg program, refused with what to do instead."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import errors

_ADVICE = "convert the data in a tf.py_func with a Python library; {}"


def decode_audio(
    contents: Any,
    file_format: str | None = None,
    samples_per_second: int | None = None,
    channel_count: int | None = None,
    stream: str | None = None,
) -> Any:
    """Refused: sound of any format as samples.

    Raises:
      tf.errors.OpError: always; WAV files are read by `tf.audio.decode_wav`.
    """
    raise errors.unsupported(
        "tf.contrib.ffmpeg.decode_audio is not supported.", advice=_ADVICE.format("for WAV there is decode_wav")
    )


def encode_audio(
    audio: Any, file_format: str | None = None, samples_per_second: int | None = None, bits_per_second: int = 192000
) -> Any:
    """Refused: samples as a sound file.

    Raises:
      tf.errors.OpError: always; WAV files are written by `tf.audio.encode_wav`.
    """
    raise errors.unsupported(
        "tf.contrib.ffmpeg.encode_audio is not supported.", advice=_ADVICE.format("for WAV there is encode_wav")
    )


def decode_video(contents: Any) -> Any:
    """Refused: the frames of a video.

    Raises:
      tf.errors.OpError: always; animated GIFs are read by `tf.image.decode_gif`.
    """
    raise errors.unsupported(
        "tf.contrib.ffmpeg.decode_video is not supported.", advice=_ADVICE.format("for GIF there is decode_gif")
    )
