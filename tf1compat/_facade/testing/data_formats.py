"""Shapes and tensors between the layouts NHWC, NCHW and NCHW_VECT_C, as the tests of convolutions need them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.array_ops import reshape, transpose
from tf1compat._facade.tensor import Tensor

_TO_CHANNELS_FIRST = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}
_TO_CHANNELS_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
_PACKED = 4  # channels in the innermost dimension of NCHW_VECT_C


def NHWCToNCHW(input_tensor: Any) -> Any:
    """Channels from last place to second, of a tensor or a shape of rank 4 or 5."""
    return _reordered(input_tensor, _TO_CHANNELS_FIRST)


def NCHWToNHWC(input_tensor: Any) -> Any:
    """Channels from second place to last, of a tensor or a shape of rank 4 or 5."""
    return _reordered(input_tensor, _TO_CHANNELS_LAST)


def NHWCToNCHW_VECT_C(input_shape_or_tensor: Any) -> Any:
    """NCHW with the channels in groups of four, the group innermost.

    Raises:
      ValueError: the rank is not 4, or the channels are no multiple of 4.
    """
    shape = _rank_four(input_shape_or_tensor, 4)
    if shape[-1] % _PACKED:
        raise ValueError("NCHW_VECT_C requires last dim to be evenly divisible by 4.")
    packed = [shape[0], shape[3] // _PACKED, shape[1], shape[2], _PACKED]
    if not isinstance(input_shape_or_tensor, Tensor):
        return packed
    grouped = reshape(input_shape_or_tensor, [shape[0], shape[1], shape[2], shape[3] // _PACKED, _PACKED])
    return transpose(grouped, [0, 3, 1, 2, 4])


def NCHW_VECT_CToNHWC(input_shape_or_tensor: Any) -> Any:
    """The way back from NCHW_VECT_C.

    Raises:
      ValueError: the rank is not 5, or the innermost dimension not 4.
    """
    shape = _rank_four(input_shape_or_tensor, 5)
    if shape[-1] != _PACKED:
        raise ValueError("NCHW_VECT_C last dim must be 4.")
    flat = [shape[0], shape[2], shape[3], shape[1] * shape[4]]
    if not isinstance(input_shape_or_tensor, Tensor):
        return flat
    return reshape(transpose(input_shape_or_tensor, [0, 2, 3, 1, 4]), flat)


def _reordered(x: Any, orders: dict[Any, tuple[int, ...]]) -> Any:
    if isinstance(x, Tensor):
        return transpose(x, orders[x.shape.ndims])
    return [x[i] for i in orders[len(x)]]


def _rank_four(x: Any, rank: int) -> list[int]:
    shape: Any = x.shape.as_list() if isinstance(x, Tensor) else list(x)
    if len(shape) != rank:
        raise ValueError(f"a shape of rank {rank} is needed, got {shape}")
    return shape
