"""Discrete Fourier transforms over the last one, two or three dimensions, of complex and of real numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.schema import refusals
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import ShapeError


def _at_least(rank: int) -> Callable[[Any], Any]:
    def rule(x: Any) -> Any:
        shape = x.shape(0)
        if shape is not None and len(shape) < rank:
            raise ShapeError(f"Shape must be at least rank {rank} but is rank {len(shape)}")
        return (shape,)

    return rule


def _declare_complex(name: str, rank: int, inverse: bool) -> None:
    @op(name, "input: Tcomplex -> output: Tcomplex", shape=_at_least(rank), types={"Tcomplex": dtypes.complex64},
        refusal=refusals.at_least(rank, f"Input must have rank of at least {rank} but got: "))  # fmt: skip
    def transform(input: Any) -> Any:
        import jax.numpy as jnp

        function = jnp.fft.ifftn if inverse else jnp.fft.fftn
        return function(jnp.asarray(input), axes=tuple(range(-rank, 0))).astype(input.dtype)


for _rank, _suffix in ((1, ""), (2, "2D"), (3, "3D")):
    _declare_complex("FFT" + _suffix, _rank, inverse=False)
    _declare_complex("IFFT" + _suffix, _rank, inverse=True)


def _real_shape(rank: int, inverse: bool) -> Callable[[Any], Any]:
    def rule(x: Any) -> Any:
        ((shape),) = _at_least(rank)(x)
        lengths, known = x.shape(1), x.vector(1)
        if lengths is not None and (len(lengths) != 1 or lengths[0] not in (None, rank)):
            raise ShapeError(f"Dimension must be {rank} but is {lengths[0] if lengths else 0}")
        if shape is None:
            return (None,)
        sizes: list[int | None] = [*known] if known is not None else [None for _ in range(rank)]
        if not inverse and sizes[-1] is not None:
            sizes[-1] = sizes[-1] // 2 + 1 if sizes[-1] else 0
        return ((*shape[:-rank], *sizes),)

    return rule


def _lengths(fft_length: Any, rank: int) -> tuple[int, ...]:
    found = tuple(int(v) for v in np.ravel(fft_length))
    if len(found) != rank:
        raise errors.InvalidArgumentError(None, None, f"fft_length must have shape [{rank}]")
    if any(v < 0 for v in found):
        raise errors.InvalidArgumentError(None, None, "fft_length must be >= 0")
    return found


def _declare_real(name: str, rank: int) -> None:
    axes = tuple(range(-rank, 0))

    @op(name, "input: float32, fft_length: int32 -> output: complex64", static="fft_length",
        shape=_real_shape(rank, inverse=False))  # fmt: skip
    def transform(input: Any, fft_length: Any) -> Any:
        """Of real numbers, cropped to `fft_length`; the non-negative frequencies of the last dimension."""
        import jax.numpy as jnp

        lengths = _lengths(fft_length, rank)
        x = jnp.asarray(input)
        _check_sizes(x, lengths, lengths)
        if 0 in lengths or 0 in x.shape:
            return jnp.zeros(
                (*x.shape[:-rank], *lengths[:-1], lengths[-1] // 2 + 1 if lengths[-1] else 0), np.complex64
            )
        return jnp.fft.rfftn(x, lengths, axes).astype(np.complex64)

    @op("I" + name, "input: complex64, fft_length: int32 -> output: float32", static="fft_length",
        shape=_real_shape(rank, inverse=True))  # fmt: skip
    def inverse(input: Any, fft_length: Any) -> Any:
        """Of the non-negative frequencies, to real numbers of size `fft_length`."""
        import jax.numpy as jnp

        lengths = _lengths(fft_length, rank)
        x = jnp.asarray(input)
        _check_sizes(x, (*lengths[:-1], lengths[-1] // 2 + 1), lengths)
        if 0 in lengths or 0 in x.shape:
            return jnp.zeros((*x.shape[:-rank], *lengths), np.float32)
        return jnp.fft.irfftn(x, lengths, axes).astype(np.float32)


def _check_sizes(x: Any, needed: tuple[int, ...], lengths: tuple[int, ...]) -> None:
    if 0 in x.shape:
        return
    for i, (size, least) in enumerate(zip(x.shape[-len(needed) :], needed)):
        if size < least:
            text = f"Input dimension {i} must have length of at least {least} but got: {size}"
            raise errors.InvalidArgumentError(None, None, text)


for _rank, _suffix in ((1, ""), (2, "2D"), (3, "3D")):
    _declare_real("RFFT" + _suffix, _rank)
