"""Window arithmetic of convolutions and pooling: layouts, output sizes and paddings, for known and unknown sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._jaxcore.base.shapes import Shape, ShapeError

Pads = tuple[tuple[int, int], ...]


class Layout(NamedTuple):
    """Where batch, spatial and channel dimensions stand, from a `data_format` such as `NHWC` or `NCDHW`."""

    batch: int
    spatial: tuple[int, ...]
    channel: int

    def of_spatial(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The spatial entries of a per-dimension list."""
        return tuple(values[d] for d in self.spatial)

    def build(self, batch: Any, spatial: Sequence[Any], channel: Any) -> tuple[Any, ...]:
        """A per-dimension tuple from its parts."""
        out: list[Any] = [None] * (len(self.spatial) + 2)
        out[self.batch], out[self.channel] = batch, channel
        for d, value in zip(self.spatial, spatial):
            out[d] = value
        return tuple(out)


def layout(data_format: bytes | str) -> Layout:
    """The layout named by `data_format`."""
    text = data_format.decode() if isinstance(data_format, bytes) else data_format
    return Layout(text.index("N"), tuple(i for i, c in enumerate(text) if c not in "NC"), text.index("C"))


def padding_name(padding: bytes | str) -> str:
    return padding.decode() if isinstance(padding, bytes) else padding


def output_size(
    size: int | None, window: int | None, stride: int, padding: str, explicit: tuple[int, int] = (0, 0)
) -> int | None:
    """How many windows (already dilated) fit.

    Raises:
      ShapeError: the window is larger than what it slides over.
    """
    if padding == "SAME":
        return None if size is None else -(-size // stride)
    if size is None or window is None:
        return None
    room = size + explicit[0] + explicit[1]
    if room < window:
        raise ShapeError(f"Negative dimension size caused by subtracting {window} from {room}")
    return (room - window) // stride + 1


def dilated(window: int | None, rate: int) -> int | None:
    """The extent of a window whose taps are `rate` apart."""
    return None if window is None else (window - 1) * rate + 1


def pads(
    sizes: Sequence[int], windows: Sequence[int], strides: Sequence[int], padding: str, explicit: Pads = ()
) -> Pads:
    """Zeros in front of and behind each spatial dimension; SAME puts the odd one behind."""
    if padding == "VALID":
        return ((0, 0),) * len(sizes)
    if padding == "EXPLICIT":
        return explicit
    out: list[tuple[int, int]] = []
    for size, window, stride in zip(sizes, windows, strides):
        total = max((-(-size // stride) - 1) * stride + window - size, 0)
        out.append((total // 2, total - total // 2))
    return tuple(out)


def explicit_pads(flat: Sequence[int], where: Layout) -> Pads:
    """The spatial pairs of the attr `explicit_paddings`, which lists a pair for every dimension."""
    return tuple((int(flat[2 * d]), int(flat[2 * d + 1])) for d in where.spatial) if flat else ()


def ranked(shape: Shape, rank: int) -> tuple[int | None, ...]:
    if shape is None:
        return (None,) * rank
    if len(shape) != rank:
        raise ShapeError(f"Shape must be rank {rank} but is rank {len(shape)}")
    return shape


def pooled(x: Any) -> Sequence[Shape]:
    """Shape rule of pooling: attrs ksize, strides, padding, data_format."""
    where = layout(x.attrs.get("data_format", b"NHWC"))
    shape = ranked(x.shape(0), len(where.spatial) + 2)
    ksize, strides, padding = x.attrs["ksize"], x.attrs["strides"], padding_name(x.attrs["padding"])
    out = list(shape)
    for d in range(len(shape)):
        out[d] = output_size(shape[d], int(ksize[d]), int(strides[d]), padding)
    return (tuple(out),)


def convolved(x: Any) -> Sequence[Shape]:
    """Shape rule of convolutions: inputs and filters (spatial…, in, out)."""
    where = layout(x.attrs["data_format"])
    rank = len(where.spatial) + 2
    shape, kernel = ranked(x.shape(0), rank), ranked(x.shape(1), rank)
    spatial = convolved_spatial(x, where, shape, kernel)
    depth, needed = shape[where.channel], kernel[-2]
    if depth is not None and needed is not None and depth % needed:
        raise ShapeError(f"Depth of input ({depth}) is not a multiple of input depth of filter ({needed})")
    return (where.build(shape[where.batch], spatial, kernel[-1]),)


def convolved_spatial(x: Any, where: Layout, shape: Shape, kernel: Shape) -> list[int | None]:
    """The spatial sizes after a convolution."""
    assert shape is not None and kernel is not None
    padding = padding_name(x.attrs["padding"])
    explicit = explicit_pads(x.attrs.get("explicit_paddings") or (), where) or ((0, 0),) * len(where.spatial)
    strides, rates = where.of_spatial(x.attrs["strides"]), where.of_spatial(x.attrs["dilations"])
    return [
        output_size(shape[d], dilated(kernel[i], int(rates[i])), int(strides[i]), padding, explicit[i])
        for i, d in enumerate(where.spatial)
    ]
