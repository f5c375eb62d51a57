"""`tf.signal`: frames, windows, short-time Fourier transforms, mel scales."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, constants, math_ops, spectral, tensor_util
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_ranges import linspace
from tf1compat._facade.slicing import strided_slice
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes

_BREAK_HERTZ = 700.0
_HIGH_Q = 1127.0


def _scalar(value: Any, name: str) -> Any:
    tensor = convert(value, None, name)
    tensor.shape.assert_has_rank(0)
    return tensor


def _gcd(a: Any, b: Any) -> Any:
    """The greatest common divisor of two integer scalars, a number where both are known."""
    with name_scope(None, "gcd", [a, b]):
        known = tensor_util.constant_value(a), tensor_util.constant_value(b)
        if known[0] is not None and known[1] is not None:
            return convert(math.gcd(int(known[0]), int(known[1])))
        found, _ = while_loop(
            lambda _, b: math_ops.greater(b, array_ops.zeros_like(b)),
            lambda a, b: [b, math_ops.mod(a, b)],
            [a, b],
            back_prop=False,
        )
        return found


# ---- frames ----------------------------------------------------------------------------------------------------------


def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: Any = -1,
    name: str | None = None,
) -> Tensor:
    """Windows of a signal along `axis`, which becomes two dimensions: frames, and places within a frame.

    Args:
      signal: of any type.
      frame_length: integer scalar.
      frame_step: integer scalar, how far apart frames begin.
      pad_end: also frames that reach behind the end, filled up with `pad_value`.
      pad_value: scalar.
      axis: integer scalar.
      name: name scope of the nodes.
    """
    with name_scope(name, "frame", [signal, frame_length, frame_step, pad_value]):
        signal = convert(signal, None, "signal")
        frame_length, frame_step = convert(frame_length, None, "frame_length"), convert(frame_step, None, "frame_step")
        axis = convert(axis, None, "axis")
        signal.shape.with_rank_at_least(1)
        for scalar in (frame_length, frame_step, axis):
            scalar.shape.assert_has_rank(0)
        static = _frames_shape(signal, frame_length, frame_step, pad_end, axis)
        rank: Any = array_ops.rank(signal)
        axes: Any = math_ops.range(rank)
        axis = axes[axis]
        shape: Any = array_ops.shape(signal)
        before, length, behind = array_ops.split(shape, [axis, 1, rank - 1 - axis])
        samples: Any = array_ops.reshape(length, [])
        n_before, n_behind = array_ops.size(before), array_ops.size(behind)
        if pad_end:
            pad_value = convert(pad_value, signal.dtype.base)
            pad_value.shape.assert_has_rank(0)
            count = -(-samples // frame_step)
            missing = math_ops.maximum(0, frame_length + frame_step * (count - 1) - samples)
            around = [array_ops.zeros([n, 2], dtype=missing.dtype) for n in (n_before,)]
            paddings = array_ops.concat(
                [*around, [[0, missing]], array_ops.zeros([n_behind, 2], dtype=missing.dtype)], 0
            )
            signal = array_ops.pad(signal, paddings, constant_values=pad_value)
            shape = array_ops.shape(signal)
            samples = shape[axis]
        else:
            count = math_ops.maximum(0, 1 + (samples - frame_length) // frame_step)
        frames = _cut(signal, (frame_length, frame_step, samples), (before, behind, axis), shape, count)
        if static:
            frames.set_shape(static)
        return frames


def _cut(signal: Any, lengths: Any, places: Any, shape: Any, count: Any) -> Any:
    """Frames made of the largest pieces that make up both frames and steps."""
    (frame_length, frame_step, samples), (before, behind, axis) = lengths, places
    piece = _gcd(frame_length, frame_step)
    per_frame, per_step = frame_length // piece, frame_step // piece
    pieces = samples // piece
    used = array_ops.concat([before, [pieces * piece], behind], 0)
    split = array_ops.concat([before, [pieces, piece], behind], 0)
    cut = array_ops.reshape(strided_slice(signal, array_ops.zeros_like(shape), used), split)
    steps: Any = math_ops.range(count)
    first: Any = array_ops.reshape(steps * per_step, [count, 1])
    within = array_ops.reshape(math_ops.range(per_frame), [1, per_frame])
    picked = array_ops.gather(cut, first + within, axis=axis)
    return array_ops.reshape(picked, array_ops.concat([before, [count, frame_length], behind], 0))


def _frames_shape(signal: Any, frame_length: Any, frame_step: Any, pad_end: bool, axis: Any) -> list[Any] | None:
    if signal.shape.ndims is None:
        return None
    length, step, at = (tensor_util.constant_value(v) for v in (frame_length, frame_step, axis))
    if at is None:
        return [None] * (signal.shape.ndims + 1)
    at = int(at)
    sizes = signal.shape.as_list()
    count = None
    if sizes[at] is not None and step is not None:
        if pad_end:
            count = max(0, -(-sizes[at] // int(step)))
        elif length is not None:
            count = max(0, (sizes[at] - int(length) + int(step)) // int(step))
    return [*sizes[:at], count, None if length is None else int(length), *sizes[at:][1:]]


def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Tensor:
    """The signal whose frames [..., frames, length], begun every `frame_step`, add up to it."""
    with name_scope(name, "overlap_and_add", [signal, frame_step]):
        signal = convert(signal, None, "signal")
        signal.shape.with_rank_at_least(2)
        frame_step = _scalar(frame_step, "frame_step")
        if not frame_step.dtype.is_integer:
            raise ValueError(f"frame_step must be an integer. Got {frame_step.dtype!r}")
        shape: Any = array_ops.shape(signal)
        outer = shape[:-2]
        rank: Any = array_ops.size(outer)

        def full(inner: Any) -> Any:
            return array_ops.concat([outer, inner], 0)

        length, frames = shape[-1], shape[-2]
        total = length + frame_step * (frames - 1)
        step = tensor_util.constant_value(frame_step)
        if step is not None and signal.shape.ndims is not None and step == signal.shape.as_list()[-1]:
            return array_ops.reshape(signal, full([total]), name="fast_path")
        segments = -(-length // frame_step)
        paddings: Any = [[0, segments], [0, segments * frame_step - length]]
        around = array_ops.zeros([rank, 2], dtypes.int32)
        signal = array_ops.pad(signal, array_ops.concat([around, paddings], 0))
        signal = array_ops.reshape(signal, full([frames + segments, segments, frame_step]))
        order = array_ops.concat([math_ops.range(rank), rank + [1, 0, 2]], 0)
        signal = array_ops.transpose(signal, order)
        signal = array_ops.reshape(signal, full([(frames + segments) * segments, frame_step]))
        signal = signal[..., : (frames + segments - 1) * segments, :]
        signal = array_ops.reshape(signal, full([segments, (frames + segments - 1), frame_step]))
        signal = math_ops.reduce_sum(signal, -3)
        signal = array_ops.reshape(signal, full([(frames + segments - 1) * frame_step]))
        return signal[..., :total]


# ---- windows ---------------------------------------------------------------------------------------------------------


def hann_window(
    window_length: Any, periodic: Any = True, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """A Hann window of `window_length`; `periodic` for spectral analysis, else symmetric."""
    return _raised_cosine(name, "hann_window", window_length, periodic, dtype, 0.5, 0.5)


def hamming_window(
    window_length: Any, periodic: Any = True, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """A Hamming window; arguments as for `hann_window`."""
    return _raised_cosine(name, "hamming_window", window_length, periodic, dtype, 0.54, 0.46)


def _raised_cosine(
    name: str | None, default_name: str, window_length: Any, periodic: Any, dtype: Any, a: float, b: float
) -> Tensor:
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype!r}")
    with name_scope(name, default_name, [window_length, periodic]):
        length: Any = convert(window_length, dtypes.int32, "window_length")
        length.shape.assert_has_rank(0)
        known = tensor_util.constant_value(length)
        if known == 1:
            return array_ops.ones([1], dtype=dtype)
        repeats: Any = math_ops.cast(convert(periodic, dtypes.bool, "periodic"), dtypes.int32)
        repeats.shape.assert_has_rank(0)
        even = 1 - math_ops.mod(length, 2)  # type: ignore[operator]
        n = math_ops.cast(length + repeats * even - 1, dtype=dtype)
        count = math_ops.cast(math_ops.range(length), dtype)
        angle = constants.constant(2 * np.pi, dtype=dtype) * count / n  # type: ignore[operator]

        def window() -> Any:
            return math_ops.cast(a - b * math_ops.cos(angle), dtype=dtype)  # type: ignore[operator]

        if known is not None:
            return window()
        return cond(math_ops.equal(length, 1), lambda: array_ops.ones([1], dtype=dtype), window)


# ---- short-time Fourier transforms -----------------------------------------------------------------------------------


def _power_of_two(value: Any) -> Any:
    """The least power of two that is not below `value`."""
    known = tensor_util.constant_value(value)
    if known is not None:
        return constants.constant(int(2 ** np.ceil(np.log(known) / np.log(2.0))), value.dtype)
    logarithm: Any = math_ops.log(math_ops.cast(value, dtypes.float32))
    exponent = math_ops.ceil(logarithm / math_ops.log(2.0))
    return math_ops.cast(math_ops.pow(2.0, exponent), value.dtype)


def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Callable[..., Any] | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """Fourier transforms of the windowed frames of signals [..., samples]: complex64 [..., frames, frequencies].

    Args:
      signals: float32.
      frame_length: integer scalar.
      frame_step: integer scalar.
      fft_length: size of the transforms, by default the least power of two that holds a frame.
      window_fn: `window_fn(frame_length, dtype=…)`, or None.
      pad_end: see `frame`.
      name: name scope of the nodes.
    """
    with name_scope(name, "stft", [signals, frame_length, frame_step]):
        signals = convert(signals, None, "signals")
        signals.shape.with_rank_at_least(1)
        frame_length, frame_step = _scalar(frame_length, "frame_length"), _scalar(frame_step, "frame_step")
        fft_length = _power_of_two(frame_length) if fft_length is None else convert(fft_length, None, "fft_length")
        frames: Any = frame(signals, frame_length, frame_step, pad_end=pad_end)
        if window_fn is not None:
            frames = frames * window_fn(frame_length, dtype=frames.dtype)
        return spectral.rfft(frames, [fft_length])


def inverse_stft_window_fn(
    frame_step: Any, forward_window_fn: Callable[..., Any] = hann_window, name: str | None = None
) -> Callable[..., Any]:
    """The window function with which `inverse_stft` undoes an `stft` with `forward_window_fn` exactly."""
    with name_scope(name, "inverse_stft_window_fn", [forward_window_fn]):
        frame_step = _scalar(frame_step, "frame_step")

    def window(frame_length: Any, dtype: Any) -> Any:
        with name_scope(name, "inverse_stft_window_fn", [forward_window_fn]):
            frame_length = _scalar(frame_length, "frame_length")
            forward: Any = forward_window_fn(frame_length, dtype=dtype)
            total: Any = math_ops.square(forward)
            overlaps = -(-frame_length // frame_step)
            total = array_ops.pad(total, [(0, overlaps * frame_step - frame_length)])
            total = array_ops.reshape(total, [overlaps, frame_step])
            total = math_ops.reduce_sum(total, 0, keepdims=True)
            total = array_ops.tile(total, [overlaps, 1])
            total = array_ops.reshape(total, [overlaps * frame_step])
            return forward / total[:frame_length]

    return window


def inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Callable[..., Any] | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signals of short-time Fourier transforms; arguments as for `stft`, see `inverse_stft_window_fn`."""
    with name_scope(name, "inverse_stft", [stfts]):
        stfts = convert(stfts, None, "stfts")
        stfts.shape.with_rank_at_least(2)
        frame_length, frame_step = _scalar(frame_length, "frame_length"), _scalar(frame_step, "frame_step")
        fft_length = _power_of_two(frame_length) if fft_length is None else _scalar(fft_length, "fft_length")
        frames: Any = spectral.irfft(stfts, [fft_length])
        frames = _of_length(frames, frame_length)
        if window_fn is not None:
            frames = frames * window_fn(frame_length, dtype=stfts.dtype.real_dtype)
        return overlap_and_add(frames, frame_step)


def _of_length(frames: Any, frame_length: Any) -> Any:
    """Frames cropped or padded to `frame_length`."""
    wanted = tensor_util.constant_value(frame_length)
    has = None if frames.shape.ndims is None else frames.shape.as_list()[-1]
    if wanted is None or has is None:
        frames = frames[..., :frame_length]
        rank: Any = array_ops.rank(frames)
        sizes: Any = array_ops.shape(frames)
        around = array_ops.zeros([rank - 1, 2], dtype=frame_length.dtype)
        behind = [[0, math_ops.maximum(0, frame_length - sizes[-1])]]
        frames = array_ops.pad(frames, array_ops.concat([around, behind], 0))
    elif has > wanted:
        frames = frames[..., : int(wanted)]
    elif has < wanted:
        assert frames.shape.ndims is not None
        frames = array_ops.pad(frames, [[0, 0]] * (frames.shape.ndims - 1) + [[0, int(wanted) - has]])
    if wanted is not None and frames.shape.ndims is not None:
        frames.set_shape([None] * (frames.shape.ndims - 1) + [int(wanted)])
    return frames


# ---- mel scales ------------------------------------------------------------------------------------------------------


def _mel(hertz: Any) -> Any:
    with name_scope(None, "hertz_to_mel", [hertz]):
        hertz = convert(hertz)
        return _HIGH_Q * math_ops.log(1.0 + (hertz / _BREAK_HERTZ))  # type: ignore[operator]


def _check_mel(bins: Any, rate: Any, lower: Any, upper: Any, dtype: Any) -> None:
    if bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bins}")
    if rate <= 0.0:
        raise ValueError(f"sample_rate must be positive. Got: {rate}")
    if lower < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower}")
    if lower >= upper:
        raise ValueError(f"lower_edge_hertz {lower:.1f} >= upper_edge_hertz {upper:.1f}")
    if upper > rate / 2:
        raise ValueError(
            "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got: "
            f"{upper} for sample_rate: {rate}"
        )
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype!r}")


def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: Any = 125.0,
    upper_edge_hertz: Any = 3800.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """[num_spectrogram_bins, num_mel_bins]: triangles by which linear spectra become mel spectra."""
    dtype = dtypes.as_dtype(dtype)
    with name_scope(name, "linear_to_mel_weight_matrix") as scope:
        if isinstance(sample_rate, Tensor):
            known = tensor_util.constant_value(sample_rate)
            if known is None:
                raise ValueError(
                    "`sample_rate` was a non-constant Tensor. Must be a Python float or a constant Tensor."
                )
            sample_rate = known
        _check_mel(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype)
        rate: Any = convert(sample_rate, dtype, "sample_rate")
        lower = convert(lower_edge_hertz, dtype, "lower_edge_hertz")
        upper = convert(upper_edge_hertz, dtype, "upper_edge_hertz")
        zero = convert(0.0, dtype)
        linear: Any = linspace(zero, rate / 2.0, num_spectrogram_bins)
        bins: Any = array_ops.expand_dims(_mel(linear[1:]), 1)
        ends = _mel(lower), _mel(upper)
        edges = frame(linspace(*ends, num_mel_bins + 2), frame_length=3, frame_step=1)
        left: Any
        center: Any
        right: Any
        left, center, right = [array_ops.reshape(t, [1, num_mel_bins]) for t in array_ops.split(edges, 3, axis=1)]
        rising = (bins - left) / (center - left)
        falling = (right - bins) / (right - center)
        weights = math_ops.maximum(zero, math_ops.minimum(rising, falling))
        return array_ops.pad(weights, [[1, 0], [0, 0]], name=scope)


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: Any, name: str | None = None) -> Any:
    """Mel-frequency cepstral coefficients of logarithmic mel spectra [..., bins]."""
    with name_scope(name, "mfccs_from_log_mel_spectrograms", [log_mel_spectrograms]):
        logs: Any = convert(log_mel_spectrograms, dtypes.float32)
        known = logs.shape.as_list()[-1] if logs.shape.ndims else None
        if known == 0:
            raise ValueError(f"num_mel_bins must be positive. Got: {logs}")
        sizes: Any = array_ops.shape(logs) if known is None else None
        bins = sizes[-1] if known is None else known
        found = spectral.dct(logs, type=2)
        count: Any = math_ops.cast(bins, dtypes.float32)
        return found * math_ops.rsqrt(count * 2.0)
