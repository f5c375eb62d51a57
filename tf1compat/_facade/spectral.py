"""`tf.signal`: Fourier and cosine transforms."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

from tf1compat._facade import array_ops, math_ops, tensor_util
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


def fft(input: Any, name: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last dimension of complex numbers."""
    return apply_op("FFT", input, name=name)


def ifft(input: Any, name: str | None = None) -> Tensor:
    """The inverse of `fft`."""
    return apply_op("IFFT", input, name=name)


def fft2d(input: Any, name: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last two dimensions of complex numbers."""
    return apply_op("FFT2D", input, name=name)


def ifft2d(input: Any, name: str | None = None) -> Tensor:
    """The inverse of `fft2d`."""
    return apply_op("IFFT2D", input, name=name)


def fft3d(input: Any, name: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last three dimensions of complex numbers."""
    return apply_op("FFT3D", input, name=name)


def ifft3d(input: Any, name: str | None = None) -> Tensor:
    """The inverse of `fft3d`."""
    return apply_op("IFFT3D", input, name=name)


def _forward(function: str, op_type: str, rank: int) -> Callable[..., Tensor]:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        with name_scope(name, function, [input_tensor, fft_length]) as scope:
            x = convert(input_tensor, dtypes.float32)
            x.shape.with_rank_at_least(rank)
            lengths = _given_lengths(x, rank) if fft_length is None else convert(fft_length, dtypes.int32)
            return apply_op(op_type, _padded(x, rank, lengths, False), lengths, name=scope)

    return _described(
        transform, function, f"The Fourier transform of the last {rank} dimension(s) of real numbers, padded or cropped to "
        "`fft_length`; of the last one, the non-negative frequencies.")  # fmt: skip


def _backward(function: str, op_type: str, rank: int) -> Callable[..., Tensor]:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        with name_scope(name, function, [input_tensor, fft_length]) as scope:
            x = convert(input_tensor, dtypes.complex64)
            x.shape.with_rank_at_least(rank)
            lengths = _doubled_lengths(x, rank) if fft_length is None else convert(fft_length, dtypes.int32)
            return apply_op(op_type, _padded(x, rank, lengths, True), lengths, name=scope)

    text = f"The inverse of `{function[1:]}`: real numbers of size `fft_length` (by default an even one)."
    return _described(transform, function, text)


def _described(transform: Callable[..., Tensor], function: str, doc: str) -> Callable[..., Tensor]:
    transform.__name__ = transform.__qualname__ = function
    transform.__doc__ = doc
    return transform


def _given_lengths(x: Tensor, rank: int) -> Tensor:
    known = x.shape[-rank:]
    if known.is_fully_defined():
        return convert(known.as_list(), dtypes.int32)
    sizes: Any = array_ops.shape(x)
    return sizes[-rank:]


def _doubled_lengths(x: Tensor, rank: int) -> Tensor:
    known = x.shape[-rank:]
    if not known.is_fully_defined():
        sizes: Any = array_ops.shape(x)
        lengths: list[Any] = array_ops.unstack(sizes[-rank:])
        lengths[-1] = math_ops.maximum(0, 2 * (lengths[-1] - 1))
        return array_ops.stack(lengths)
    static = known.as_list()
    if static:
        static[-1] = max(0, 2 * (static[-1] - 1))
    return convert(static, dtypes.int32)


def _padded(x: Tensor, rank: int, lengths: Any, is_reverse: bool) -> Tensor:
    """`x` with zeros behind, as far as the transform needs more."""
    wanted = tensor_util.constant_value_as_shape(lengths)
    static = None if x.shape.ndims is None else x.shape.as_list()
    if static is not None and 0 in static:
        return x
    if static is not None and wanted.is_fully_defined():
        goal = cast("list[int]", wanted.as_list())
        mine = cast("list[int]", static[-len(goal) :])
        if None not in mine:
            if is_reverse:
                goal[-1] = goal[-1] // 2 + 1
            paddings = [[0, max(n - m, 0)] for n, m in zip(goal, mine)]
            if not any(p for _, p in paddings):
                return x
            return array_ops.pad(x, [[0, 0]] * max(len(static) - len(goal), 0) + paddings)
    return _padded_as_computed(x, rank, lengths, is_reverse)


def _padded_as_computed(x: Tensor, rank: int, lengths: Any, is_reverse: bool) -> Tensor:
    n_dims: Any = array_ops.rank(x)
    sizes: Any = array_ops.shape(x)
    mine = sizes[-rank:]
    outer = array_ops.zeros([math_ops.maximum(0, n_dims - rank)], lengths.dtype)
    if is_reverse:
        lengths = array_ops.concat([lengths[:-1], lengths[-1:] // 2 + 1], 0)
    behind = array_ops.concat([outer, math_ops.maximum(0, lengths - mine)], 0)
    return array_ops.pad(x, array_ops.stack([array_ops.zeros_like(behind), behind], axis=1))


rfft = _forward("rfft", "RFFT", 1)
rfft2d = _forward("rfft2d", "RFFT2D", 2)
rfft3d = _forward("rfft3d", "RFFT3D", 3)
irfft = _backward("irfft", "IRFFT", 1)
irfft2d = _backward("irfft2d", "IRFFT2D", 2)
irfft3d = _backward("irfft3d", "IRFFT3D", 3)


def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Frequency zero moved to the middle of `axes` (all by default)."""
    return _shifted(x, axes, name, "fftshift", 1)


def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """The inverse of `fftshift`."""
    return _shifted(x, axes, name, "ifftshift", -1)


def _shifted(x: Any, axes: Any, name: str | None, default_name: str, sign: int) -> Tensor:
    with name_scope(name, default_name) as scope:
        x = convert(x)
        sizes = x.shape.as_list()
        if axes is None:
            axes = tuple(range(len(sizes)))
        by = sign * (sizes[axes] // 2) if isinstance(axes, int) else [sign * (sizes[a] // 2) for a in axes]
        return array_ops.roll(x, by, axes, scope)


# ---- cosine transforms -----------------------------------------------------------------------------------------------


def _check_dct(x: Any, kind: int, n: int | None, axis: int, norm: str | None) -> None:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if kind not in (1, 2, 3):
        raise ValueError("Only Types I, II and III (I)DCT are supported.")
    if kind == 1 and norm == "ortho":
        raise ValueError("Normalization is not supported for the Type-I DCT.")
    if kind == 1:
        size = shapes.dimension_value(x.shape[-1])
        if size is not None and size < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


def dct(
    input: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, name: str | None = None
) -> Any:
    """The discrete cosine transform of the last dimension, of type 1, 2 or 3.

    Args:
      input: float32.
      type: 1, 2 or 3.
      n: crop or pad to this length first.
      axis: -1.
      norm: None, or "ortho" for an orthonormal transform.
      name: name scope of the nodes.
    """
    _check_dct(input, type, n, axis, norm)
    with name_scope(name, "dct", [input]):
        x: Any = convert(input, dtypes.float32)
        length = _last(x)
        if n is not None:
            if n <= length:
                x = x[..., 0:n]
            else:
                paddings = [[0, 0] for _ in range(len(x.shape) - 1)] + [[0, n - length]]
                x = array_ops.pad(x, paddings=convert(paddings, dtypes.int32))
        size = _last(x)
        width: Any = math_ops.cast(size, dtypes.float32)
        if type == 1:
            mirrored = array_ops.concat([x, x[..., -2:0:-1]], axis=-1)
            return math_ops.real(rfft(mirrored))
        return _second(x, size, width, norm) if type == 2 else _third(x, size, width, norm)


def _last(x: Any) -> Any:
    known = shapes.dimension_value(x.shape[-1])
    if known:
        return known
    sizes: Any = array_ops.shape(x)
    return sizes[-1]


def _weights(first: Any, factor: float, size: Any) -> Any:
    rest = first * math_ops.sqrt(factor)
    return array_ops.pad(array_ops.expand_dims(first, 0), [[0, size - 1]], constant_values=rest)


def _second(x: Any, size: Any, width: Any, norm: str | None) -> Any:
    ramp: Any = -math_ops.range(width)  # type: ignore[operator]
    turns: Any = math_ops.exp(math_ops.complex(0.0, ramp * math.pi * 0.5 / width))
    scale = 2.0 * turns
    spectrum: Any = rfft(x, fft_length=[2 * size])
    found: Any = math_ops.real(spectrum[..., :size] * scale)
    if norm == "ortho":
        first: Any = math_ops.rsqrt(width)
        found = found * _weights(0.5 * first, 2.0, size)
    return found


def _third(x: Any, size: Any, width: Any, norm: str | None) -> Any:
    x = x * (_weights(math_ops.sqrt(width), 0.5, size) if norm == "ortho" else width)
    ramp: Any = math_ops.range(width)
    turns: Any = math_ops.exp(math_ops.complex(0.0, ramp * math.pi * 0.5 / width))
    scale = 2.0 * turns
    found: Any = math_ops.real(irfft(scale * math_ops.complex(x, 0.0), fft_length=[2 * size]))
    return found[..., :size]


def idct(
    input: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, name: str | None = None
) -> Any:
    """The inverse of `dct` of that type; arguments as there. TF1: without "ortho" up to a factor of 2 * length."""
    _check_dct(input, type, n, axis, norm)
    return dct(input, type={1: 1, 2: 3, 3: 2}[type], n=n, axis=axis, norm=norm, name=name)
