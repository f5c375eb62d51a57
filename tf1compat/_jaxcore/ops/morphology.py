"""Grayscale dilation, histograms, and other ops with few relatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.schema import shape_rules, windows
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import same_dim, with_rank


def _reach(size: int, rate: int) -> int:
    return (size - 1) * rate + 1


def _dilated_shape(x: Any) -> Any:
    image, kernel = with_rank(x.shape(0), 4), with_rank(x.shape(1), 3)
    padding = windows.padding_name(x.attrs["padding"])
    sizes: list[int | None] = [None, None]
    if None not in (*image[1:3], *kernel[:2]):  # TF1: of four sizes all are known or none
        for a in (1, 2):
            stride, reach = int(x.attrs["strides"][a]), _reach(int(kernel[a - 1] or 0), int(x.attrs["rates"][a]))
            usable = int(image[a] or 0) - (0 if padding == "SAME" else reach - 1)
            sizes[a - 1] = -(-usable // stride)
    return ((image[0], *sizes, same_dim(image[3], kernel[2])),)


@op("Dilation2D", "input: T, filter: T -> output: T", shape=_dilated_shape)
def dilation2d(
    input: Any, filter: Any, *, strides: Any = REQUIRED, rates: Any = REQUIRED, padding: Any = REQUIRED
) -> Any:
    """The greatest sum of image and filter within each window."""
    import jax.numpy as jnp
    from jax import lax

    x, kernel = jnp.asarray(input), jnp.asarray(filter)
    rows, columns, _ = kernel.shape
    s, r = (int(strides[1]), int(strides[2])), (int(rates[1]), int(rates[2]))
    reach = _reach(rows, r[0]), _reach(columns, r[1])
    around = windows.pads(x.shape[1:3], reach, s, windows.padding_name(padding))
    floating = np.dtype(x.dtype).kind == "f"
    lowest = -np.inf if floating else np.iinfo(x.dtype).min // 2
    x = jnp.pad(x, ((0, 0), *around, (0, 0)), constant_values=lowest)
    counts = [(x.shape[a + 1] - reach[a]) // s[a] + 1 for a in (0, 1)]
    best: Any = None
    for i in range(rows):
        for j in range(columns):
            start = (0, i * r[0], j * r[1], 0)
            stop = (
                x.shape[0],
                start[1] + (counts[0] - 1) * s[0] + 1,
                start[2] + (counts[1] - 1) * s[1] + 1,
                x.shape[3],
            )
            tap = lax.slice(x, start, stop, (1, *s, 1)) + kernel[i, j]
            best = tap if best is None else jnp.where(tap > best, tap, best)  # TF1: the first of equal sums
    return best


def _histogram_shape(x: Any) -> Any:
    bins = x.value(2)
    return ((None if bins is None else int(bins),),)


@op("HistogramFixedWidth", "values: T, value_range: T, nbins: int32 -> out: dtype", static="nbins", grad="none",
    shape=_histogram_shape, types={"dtype": dtypes.int32})  # fmt: skip
def histogram_fixed_width(values: Any, value_range: Any, nbins: Any, *, dtype: Any = dtypes.int32) -> Any:
    """How many values are in each of `nbins` equal parts of a range; those outside count to the ends."""
    import jax.numpy as jnp

    bins = int(np.asarray(nbins))
    if bins <= 0:
        raise errors.InvalidArgumentError(None, None, f"nbins should be a positive number, but got '{bins}'")
    if is_concrete(value_range) and value_range[0] >= value_range[1]:
        least, most = value_range.tolist()
        raise errors.InvalidArgumentError(
            None, None, f"value_range should satisfy value_range[0] < value_range[1], but got '[{least:g}, {most:g}]'"
        )
    limits, flat = jnp.asarray(value_range), jnp.asarray(values).reshape(-1)
    step = (limits[1].astype(np.float64) - limits[0]) / bins
    at = jnp.floor((flat.astype(np.float64) - limits[0]) / step)
    at = jnp.clip(at, 0, bins - 1).astype(np.int32)
    return jnp.zeros(bins, dtype.np).at[at].add(1)


@op("NextAfter", "x1: T, x2: T -> output: T", shape=shape_rules.broadcast, types={"T": dtypes.float32})
def next_after(x1: Any, x2: Any) -> Any:
    """The next number after x1 towards x2."""
    import jax.numpy as jnp

    return jnp.nextafter(jnp.asarray(x1), jnp.asarray(x2))
