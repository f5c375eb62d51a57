"""Fused batch normalisation, training and inference."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.schema import windows
from tf1compat._jaxcore.schema.opdef import op

_EPSILON = float(np.float32(1e-4))


def _shapes(outputs: int) -> Any:
    def rule(x: Any) -> Any:
        where = windows.layout(x.attrs["data_format"])
        shape = list(windows.ranked(x.shape(0), 4))
        channels: int | None = shape[where.channel]
        for i in (1, 2) if x.attrs["is_training"] else (1, 2, 3, 4):
            (size,) = windows.ranked(x.shape(i), 1)
            channels = size if channels is None else channels
            if size is not None and size != channels:
                raise windows.ShapeError(f"Dimensions must be equal, but are {channels} and {size}")
        shape[where.channel] = channels
        vectors: list[Shape] = [(channels,)] * 4
        return [tuple(shape), *vectors, None][:outputs]

    return rule


def _normalize(
    x: Any, scale: Any, offset: Any, mean: Any, variance: Any, epsilon: float, data_format: bytes, training: bool
) -> Any:
    """y, the two statistics to publish, the two that the gradient op reads.

    TF1: the published training variance is unbiased (N / (N - 1)), the one that normalises is not, and nothing
    differentiates through the published ones.
    """
    from jax import lax

    where = windows.layout(data_format)
    axes = tuple(d for d in range(x.ndim) if d != where.channel)
    count = int(np.prod([x.shape[d] for d in axes])) if training else 0
    wide = lax.convert_element_type(x, scale.dtype)

    def spread(v: Any) -> Any:
        return lax.broadcast_in_dim(v, x.shape, (where.channel,))

    def average(v: Any) -> Any:
        total = lax.reduce_sum(v, axes=axes)
        return lax.mul(total, lax.full_like(total, 1.0 / max(count, 1)))

    if training:
        mean = average(wide)
        centred = lax.sub(wide, spread(mean))
        variance = average(lax.mul(centred, centred))
        unbiased = lax.mul(variance, lax.full_like(variance, count / max(count - 1, 1)))
        published = lax.stop_gradient((mean, unbiased, mean, variance))
    else:
        centred = lax.sub(wide, spread(mean))
        published = lax.stop_gradient((mean, variance, mean, variance))
    factor = lax.mul(lax.rsqrt(lax.add(variance, lax.full_like(variance, epsilon))), scale)
    y = lax.add(lax.mul(centred, spread(factor)), spread(offset))
    return (lax.convert_element_type(y, x.dtype), *published)


@op(
    "FusedBatchNorm",
    "x: T, scale: T, offset: T, mean: T, variance: T -> y: T, batch_mean: T, batch_variance: T, "
    "reserve_space_1: T, reserve_space_2: T",
    shape=_shapes(5),
)
def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: float = _EPSILON,
    data_format: bytes = b"NHWC",
    is_training: bool = True,
) -> Any:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset per channel; in training with the batch's statistics."""
    return _normalize(x, scale, offset, mean, variance, epsilon, data_format, is_training)


@op(
    "FusedBatchNormV2",
    "x: T, scale: U, offset: U, mean: U, variance: U -> y: T, batch_mean: U, batch_variance: U, "
    "reserve_space_1: U, reserve_space_2: U",
    shape=_shapes(5),
)
def fused_batch_norm_v2(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: float = _EPSILON,
    data_format: bytes = b"NHWC",
    is_training: bool = True,
) -> Any:
    """`FusedBatchNorm` with statistics of another type (float32 for half precision images)."""
    return _normalize(x, scale, offset, mean, variance, epsilon, data_format, is_training)


@op(
    "FusedBatchNormV3",
    "x: T, scale: U, offset: U, mean: U, variance: U -> y: T, batch_mean: U, batch_variance: U, "
    "reserve_space_1: U, reserve_space_2: U, reserve_space_3: U",
    shape=_shapes(6),
)
def fused_batch_norm_v3(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: float = _EPSILON,
    data_format: bytes = b"NHWC",
    is_training: bool = True,
) -> Any:
    """`FusedBatchNormV2` with one more output for its gradient, unused on CPUs."""
    results = _normalize(x, scale, offset, mean, variance, epsilon, data_format, is_training)
    return (*results, np.zeros((), scale.dtype))
