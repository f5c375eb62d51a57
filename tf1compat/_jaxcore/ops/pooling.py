"""Max and average pooling over windows of one, two or three spatial dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops import nn_refusals
from tf1compat._jaxcore.schema import windows
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _all_pads(shape: tuple[int, ...], ksize: Any, strides: Any, padding: Any) -> windows.Pads:
    """Pads of every dimension, batch and channels included (pooling across channels is a thing)."""
    return windows.pads(shape, [int(k) for k in ksize], [int(s) for s in strides], windows.padding_name(padding))


def _max(x: Any, ksize: Any, strides: Any, padding: Any) -> Any:
    from jax import lax

    around = _all_pads(np.shape(x), ksize, strides, padding)
    return lax.reduce_window(x, _lowest(x.dtype), lax.max, tuple(map(int, ksize)), tuple(map(int, strides)), around)


def _lowest(dtype: Any) -> Any:
    import jax.numpy as jnp

    return np.array(-np.inf, dtype) if jnp.issubdtype(dtype, jnp.floating) else np.array(jnp.iinfo(dtype).min, dtype)


def _max_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    """The cotangent of each window goes to its first maximum.

    JAX's own rule gives the same numbers; on a CPU it takes 15 times longer.
    """
    import jax

    (x,), (d,) = inputs, cotangents
    ksize, strides, padding = attrs["ksize"], attrs["strides"], attrs["padding"]
    where = windows.layout(attrs["data_format"])
    planar = len(where.spatial) == 2 and ksize[where.batch] == ksize[where.channel] == 1
    if jax.default_backend() != "cpu" or not planar:
        return [jax.vjp(lambda v: _max(v, ksize, strides, padding), x)[1](d)[0]]
    if where.channel == 1:
        x, d = (jax.lax.transpose(v, (0, 2, 3, 1)) for v in (x, d))
    k, s = where.of_spatial(ksize), where.of_spatial(strides)
    around = windows.pads(x.shape[1:3], k, s, windows.padding_name(padding))
    tiled = k == s and around == ((0, 0), (0, 0)) and x.shape[1] % k[0] == 0 and x.shape[2] % k[1] == 0
    result = _tiled_max_grad(x, d, k) if tiled else _overlapping_max_grad(x, d, k, s, around)
    return [jax.lax.transpose(result, (0, 3, 1, 2)) if where.channel == 1 else result]


def _first_maximum(taps: list[Any]) -> Any:
    """Which of several equally shaped arrays is largest at each place, the first of equals."""
    from jax import lax

    small = np.int8 if len(taps) < 128 else np.int32
    best, index = taps[0], lax.full_like(taps[0], 0, small)
    for n, tap in enumerate(taps[1:], 1):
        larger = lax.gt(tap, best)
        best = lax.select(larger, tap, best)
        index = lax.select(larger, lax.full_like(index, n), index)
    return index


def _tiled_max_grad(x: Any, d: Any, k: Any) -> Any:
    """Windows that tile the image: split each spatial dimension into (window, place within)."""
    import jax.numpy as jnp
    from jax import lax

    batch, height, width, channels = x.shape
    split = lax.reshape(x, (batch, height // k[0], k[0], width // k[1], k[1], channels))
    index = _first_maximum([split[:, :, i, :, j] for i in range(k[0]) for j in range(k[1])])
    place = lax.broadcasted_iota(index.dtype, (1, 1, k[0], 1, k[1], 1), 2) * k[1]
    place = place + lax.broadcasted_iota(index.dtype, (1, 1, k[0], 1, k[1], 1), 4)
    hit = index[:, :, None, :, None] == place
    return lax.reshape(jnp.where(hit, d[:, :, None, :, None], np.zeros((), d.dtype)), x.shape)


def _taps(padded: Any, k: Any, s: Any, rows: int, columns: int) -> list[Any]:
    """For each place within a window, what stands there in all windows."""
    from jax import lax

    batch, _, _, channels = padded.shape
    down, right = (rows - 1) * s[0] + 1, (columns - 1) * s[1] + 1
    steps = (1, *s, 1)
    return [
        lax.slice(padded, (0, i, j, 0), (batch, i + down, j + right, channels), steps)
        for i in range(k[0])
        for j in range(k[1])
    ]


def _overlapping_max_grad(x: Any, d: Any, k: Any, s: Any, around: windows.Pads) -> Any:
    """Any windows: input row `s * m + p` collects from the windows that cover it, phase `p` by phase."""
    import jax.numpy as jnp
    from jax import lax

    batch, height, width, channels = x.shape
    rows, columns = d.shape[1:3]
    padded = lax.pad(x, _lowest(x.dtype), ((0, 0, 0), (*around[0], 0), (*around[1], 0), (0, 0, 0)))
    index = _first_maximum(_taps(padded, k, s, rows, columns))
    index, d = lax.optimization_barrier((index, d))
    zero = np.zeros((), d.dtype)
    more = ((k[0] - 1) // s[0], (k[1] - 1) // s[1])

    def phase(pi: int, pj: int) -> Any:
        total = jnp.zeros((batch, rows + more[0], columns + more[1], channels), d.dtype)
        for i in range(pi, k[0], s[0]):
            for j in range(pj, k[1], s[1]):
                share = jnp.where(index == i * k[1] + j, d, zero)
                di, dj = (i - pi) // s[0], (j - pj) // s[1]
                total = total + lax.pad(
                    share, zero, ((0, 0, 0), (di, more[0] - di, 0), (dj, more[1] - dj, 0), (0, 0, 0))
                )
        return total

    whole = jnp.stack([jnp.stack([phase(pi, pj) for pj in range(s[1])], 3) for pi in range(s[0])], 2)
    whole = whole.reshape(batch, (rows + more[0]) * s[0], (columns + more[1]) * s[1], channels)
    spare = [max(0, padded.shape[i + 1] - whole.shape[i + 1]) for i in (0, 1)]
    whole = lax.pad(whole, zero, ((0, 0, 0), (0, spare[0], 0), (0, spare[1], 0), (0, 0, 0)))
    return whole[:, around[0][0] : around[0][0] + height, around[1][0] : around[1][0] + width]


@op("MaxPool", "input: T -> output: T", shape=windows.pooled, grad=_max_grad, types={"T": dtypes.float32},
    refusal=nn_refusals.pooling)  # fmt: skip
def max_pool(
    input: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED, padding: Any = REQUIRED, data_format: bytes = b"NHWC"
) -> Any:
    """The largest entry of each window."""
    return _max(input, ksize, strides, padding)


@op("MaxPool3D", "input: T -> output: T", shape=windows.pooled)
def max_pool3d(
    input: Any,
    *,
    ksize: Any = REQUIRED,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NDHWC",
) -> Any:
    """The largest entry of each window."""
    return _max(input, ksize, strides, padding)


def _argmax_shape(x: Any) -> Any:
    rule = windows.pooled(x)
    return [*rule, *rule]


def _with_argmax_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    chosen = {name: attrs[name] for name in ("ksize", "strides", "padding")}
    return _max_grad(inputs, outputs[:1], cotangents[:1], data_format=b"NHWC", **chosen)


@op(
    "MaxPoolWithArgmax",
    "input: T -> output: T, argmax: Targmax",
    shape=_argmax_shape,
    grad=_with_argmax_grad,
    types={"Targmax": dtypes.int64},
)
def max_pool_with_argmax(
    input: Any,
    *,
    ksize: Any = REQUIRED,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    Targmax: Any = dtypes.int64,
    include_batch_in_index: bool = False,
) -> Any:
    """The largest entry of each window and where it stands in the flattened image (or batch of images)."""
    from jax import lax

    batch, height, width, channels = np.shape(input)
    k, s = tuple(ksize[1:3]), tuple(strides[1:3])
    around = windows.pads((height, width), k, s, windows.padding_name(padding))
    output = _max(input, ksize, strides, padding)
    rows, columns = output.shape[1:3]
    padded = lax.pad(input, _lowest(input.dtype), ((0, 0, 0), (*around[0], 0), (*around[1], 0), (0, 0, 0)))
    index = lax.convert_element_type(_first_maximum(_taps(padded, k, s, rows, columns)), np.int64)
    shape = output.shape
    row = lax.broadcasted_iota(np.int64, shape, 1) * s[0] - around[0][0] + index // k[1]
    column = lax.broadcasted_iota(np.int64, shape, 2) * s[1] - around[1][0] + index % k[1]
    if include_batch_in_index:
        row = row + lax.broadcasted_iota(np.int64, shape, 0) * height
    flat = (row * width + column) * channels + lax.broadcasted_iota(np.int64, shape, 3)
    return output, lax.convert_element_type(flat, Targmax.np)


def _average(x: Any, ksize: Any, strides: Any, padding: Any) -> Any:
    """Sums over how many entries of a window lie inside the image: padding does not count."""
    from jax import lax

    shape = np.shape(x)
    around = _all_pads(shape, ksize, strides, padding)
    window, steps = tuple(map(int, ksize)), tuple(map(int, strides))
    zero = np.zeros((), x.dtype)
    sums = lax.reduce_window(x, zero, lax.add, window, steps, around)
    counts = np.ones((), np.float64)
    for d, n in enumerate(shape):
        starts = np.arange(sums.shape[d]) * steps[d] - around[d][0]
        inside = np.minimum(starts + window[d], n) - np.maximum(starts, 0)
        counts = np.multiply.outer(counts, inside if len(set(inside.tolist())) > 1 else inside[:1])
    divisor = lax.convert_element_type(counts, x.dtype)
    return lax.div(sums, lax.broadcast_in_dim(divisor, sums.shape, tuple(range(len(shape)))))


@op("AvgPool", "value: T -> output: T", shape=windows.pooled)
def avg_pool(
    value: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED, padding: Any = REQUIRED, data_format: bytes = b"NHWC"
) -> Any:
    """The mean of each window."""
    return _average(value, ksize, strides, padding)


@op("AvgPool3D", "input: T -> output: T", shape=windows.pooled)
def avg_pool3d(
    input: Any,
    *,
    ksize: Any = REQUIRED,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NDHWC",
) -> Any:
    """The mean of each window."""
    return _average(input, ksize, strides, padding)
