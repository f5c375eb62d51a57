"""Sound: WAV files, spectrograms and cepstral coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats import media, wav
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank


def _wav_shape(x: Any) -> Any:
    with_rank(x.shape(0), 0)
    channels, samples = x.attrs["desired_channels"], x.attrs["desired_samples"]
    return ((None if samples < 0 else samples, None if channels < 0 else channels), ())


@op("DecodeWav", "contents: string -> audio: float32, sample_rate: int32", host=True, grad="none", shape=_wav_shape)
def decode_wav(contents: Any, *, desired_channels: int = -1, desired_samples: int = -1) -> Any:
    """16-bit samples as [frames, channels] in [-1, 1), and their rate; cut off or filled up as wanted."""
    samples, rate = wav.decode(np.asarray(contents, object).item())
    frames, channels = samples.shape
    wanted = (
        frames if desired_samples == -1 else desired_samples,
        channels if desired_channels == -1 else desired_channels,
    )
    out = np.zeros(wanted, np.float32)
    kept = samples[: wanted[0]]
    if wanted[1] > channels:  # the last channel is repeated
        kept = np.concatenate([kept, np.repeat(kept[:, -1:], wanted[1] - channels, 1)], 1)
    out[: len(kept)] = kept[:, : wanted[1]]
    return out, np.int32(rate)


def _encoded_shape(x: Any) -> Any:
    with_rank(x.shape(0), 2)
    with_rank(x.shape(1), 0)
    return ((),)


@op("EncodeWav", "audio: float32, sample_rate: int32 -> contents: string", host=True, grad="none",
    shape=_encoded_shape)  # fmt: skip
def encode_wav(audio: Any, sample_rate: Any) -> Any:
    """A 16-bit WAV file of [frames, channels]."""
    samples = np.asarray(audio)
    if samples.ndim != 2:
        raise InvalidArgument(f"audio must be 2-dimensional but got shape {list(samples.shape)}")
    out = np.empty((), object)
    out[()] = media.encode_wav(samples, float(np.asarray(sample_rate)))
    return out


def _spectrum_length(window: int) -> int:
    return 1 + (1 << max(0, (window - 1).bit_length())) // 2


def _spectrogram_shape(x: Any) -> Any:
    length, channels = with_rank(x.shape(0), 2)
    window, stride = x.attrs["window_size"], x.attrs["stride"]
    frames = None
    if length is not None:
        frames = 0 if length < window else 1 + (length - window) // stride
    return ((channels, frames, _spectrum_length(window)),)


@op("AudioSpectrogram", "input: float32 -> spectrogram: float32", shape=_spectrogram_shape)
def audio_spectrogram(
    input: Any, *, window_size: int = REQUIRED, stride: int = REQUIRED, magnitude_squared: bool = False
) -> Any:
    """Magnitudes of windowed Fourier transforms, [channels, frames, frequencies], of sound [samples, channels]."""
    import jax.numpy as jnp

    x = jnp.asarray(input)
    frames = 0 if x.shape[0] < window_size else 1 + (x.shape[0] - window_size) // stride
    places = np.arange(frames)[:, None] * stride + np.arange(window_size)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_size) / window_size)
    framed = jnp.transpose(x, (1, 0))[:, places].astype(np.float64) * window
    spectrum = jnp.fft.rfft(framed, 2 * (_spectrum_length(window_size) - 1))
    squares = jnp.square(spectrum.real) + jnp.square(spectrum.imag)
    return (squares if magnitude_squared else jnp.sqrt(squares)).astype(np.float32)


def _mel_weights(length: int, rate: float, channels: int, low: float, high: float) -> np.ndarray[Any, Any]:
    """[frequencies, channels]: triangles that are evenly spaced on the mel scale."""

    def mel(f: Any) -> Any:
        return 1127.0 * np.log1p(f / 700.0)

    spacing = (mel(high) - mel(low)) / (channels + 1)
    centers = mel(low) + spacing * (1 + np.arange(channels + 1))
    per_bin = 0.5 * rate / (length - 1)
    first, last = int(1.5 + low / per_bin), int(high / per_bin)
    weights = np.zeros((length, channels))
    edges = np.concatenate([[mel(low)], centers])
    for i in range(max(first, 0), min(last + 1, length)):
        at = mel(i * per_bin)
        channel = int(np.searchsorted(centers, at, side="left")) - 1
        share = (centers[min(channel + 1, channels)] - at) / (edges[channel + 2] - edges[channel + 1])
        if channel >= 0:
            weights[i, channel] += share
        if channel + 1 < channels:
            weights[i, channel + 1] += 1 - share
    return weights


def _mfcc_shape(x: Any) -> Any:
    spectrogram = with_rank(x.shape(0), 3)
    with_rank(x.shape(1), 0)
    return ((spectrogram[0], spectrogram[1], x.attrs["dct_coefficient_count"]),)


@op("Mfcc", "spectrogram: float32, sample_rate: int32 -> output: float32", static="sample_rate", shape=_mfcc_shape)
def mfcc(
    spectrogram: Any,
    sample_rate: Any,
    *,
    upper_frequency_limit: float = 4000.0,
    lower_frequency_limit: float = 20.0,
    filterbank_channel_count: int = 40,
    dct_coefficient_count: int = 13,
) -> Any:
    """Mel-frequency cepstral coefficients of squared magnitudes [channels, frames, frequencies]."""
    import jax.numpy as jnp

    power = jnp.asarray(spectrogram).astype(np.float64)
    count = filterbank_channel_count
    weights = _mel_weights(
        power.shape[-1], float(np.asarray(sample_rate)), count, lower_frequency_limit, upper_frequency_limit
    )
    logs = jnp.log(jnp.maximum(jnp.sqrt(power) @ weights, 1e-12))
    rows, columns = np.arange(dct_coefficient_count)[:, None], np.arange(count)
    cosines = np.sqrt(2.0 / count) * np.cos(np.pi / count * rows * (columns + 0.5))
    return (logs @ cosines.T).astype(np.float32)
