"""`tf.nn`: means and variances, and batch normalisation made of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance of `x` over `axes`.

    Args:
      x: tensor.
      axes: integers.
      shift: not used, as in TF1.
      name: name scope of the nodes.
      keep_dims: keep reduced dimensions as ones (`keepdims` is its newer name).
    """
    keep_dims = renamed_argument("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "moments", [x, axes]):
        half = x.dtype.base is dtypes.float16
        y = math_ops.cast(x, dtypes.float32) if half else x
        mean = math_ops.reduce_mean(y, axes, keepdims=True, name="mean")
        squares = math_ops.squared_difference(y, array_ops.stop_gradient(mean))
        variance = math_ops.reduce_mean(squares, axes, keepdims=True, name="variance")
        if not keep_dims:
            mean, variance = array_ops.squeeze(mean, axes), array_ops.squeeze(variance, axes)
        if half:
            return math_ops.cast(mean, dtypes.float16), math_ops.cast(variance, dtypes.float16)
        return mean, variance


def sufficient_statistics(
    x: Any,
    axes: Any,
    shift: Any = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """What a mean and a variance over `axes` are made of: (count, sum, sum of squares, shift)."""
    axes = list(set(axes))
    keep = bool(renamed_argument("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        if x.dims is not None and all(x.dims[d] is not None for d in axes):
            counts = constant(int(np.prod([x.dims[d] or 0 for d in axes], dtype=np.int64)), dtype=x.dtype.base)
        else:
            sizes = array_ops.gather(math_ops.cast(array_ops.shape(x), x.dtype.base), axes)
            counts = math_ops.reduce_prod(sizes, name="count")
        if shift is None:
            centred, squares = x, math_ops.square(x)
        else:
            shift = convert_to_tensor(shift, name="shift")
            centred, squares = math_ops.subtract(x, shift), math_ops.squared_difference(x, shift)
        total = math_ops.reduce_sum(centred, axes, keepdims=keep, name="mean_ss")
        total_squares = math_ops.reduce_sum(squares, axes, keepdims=keep, name="var_ss")
    return counts, total, total_squares, shift


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Mean and variance from `sufficient_statistics`."""
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        divisor = math_ops.reciprocal(counts, name="divisor")
        if shift is None:
            centre = mean = math_ops.multiply(mean_ss, divisor, name="mean")
        else:
            centre = math_ops.multiply(mean_ss, divisor, name="shifted_mean")
            mean = math_ops.add(centre, shift, name="mean")
        scaled = math_ops.multiply(variance_ss, divisor)
        variance = math_ops.subtract(scaled, math_ops.square(centre), name="variance")
    return mean, variance


def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance of `x` over `axes`, each entry counted `frequency_weights` times."""
    keep = renamed_argument("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "weighted_moments", [x, frequency_weights, axes]):
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        half = x.dtype.base is dtypes.float16
        x = math_ops.cast(x, dtypes.float32) if half else x
        if weights.dtype.base is not x.dtype.base:
            weights = math_ops.cast(weights, x.dtype.base)
        total = math_ops.reduce_sum(weights * x, axes, name="weighted_input_sum", keepdims=True)
        spread = weights + array_ops.zeros_like(x)
        weight = math_ops.reduce_sum(spread, axes, name="sum_of_weights", keepdims=True)
        divisor = math_ops.reciprocal(weight, name="inv_weight_sum")
        mean = math_ops.multiply(total, divisor)
        squares = weights * math_ops.squared_difference(x, mean)
        distance = math_ops.reduce_sum(squares, axes, name="weighted_distsq", keepdims=True)
        variance = math_ops.multiply(distance, divisor)
        if not keep:
            mean, variance = array_ops.squeeze(mean, axis=axes), array_ops.squeeze(variance, axis=axes)
        if half:
            return math_ops.cast(mean, dtypes.float16), math_ops.cast(variance, dtypes.float16)
        return mean, variance


def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: str | None = None
) -> Tensor:
    """(x - mean) / sqrt(variance + variance_epsilon) * scale + offset; `offset` and `scale` may be None."""
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        factor = math_ops.rsqrt(variance + variance_epsilon)
        if scale is not None:
            factor *= scale
        scaled = x * math_ops.cast(factor, x.dtype.base)
        rest = offset - mean * factor if offset is not None else -mean * factor
        return scaled + math_ops.cast(rest, x.dtype.base)


def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Batch normalisation of images as one op.

    Args:
      x: images of `data_format`, float16 or float32.
      scale, offset: a number per channel.
      mean, variance: statistics to use where not `is_training`.
      epsilon: added to the variance (at least 1.001e-5, as in TF1).
      data_format: `"NHWC"` or `"NCHW"`.
      is_training: use the statistics of `x` itself.
      name: name of the node.

    Returns:
      (y, mean, variance) with the batch's statistics where `is_training`.
    """
    x = convert_to_tensor(x, name="input")
    scale, offset = convert_to_tensor(scale, name="scale"), convert_to_tensor(offset, name="offset")
    if is_training and (mean is not None or variance is not None):
        raise ValueError("Both 'mean' and 'variance' must be None if is_training is True.")
    mean = constant([]) if mean is None else mean
    variance = constant([]) if variance is None else variance
    outputs = apply_op(
        "FusedBatchNormV3",
        x,
        scale,
        offset,
        mean,
        variance,
        name=name,
        epsilon=float(np.float32(max(epsilon, 1.001e-5))),
        data_format=data_format.encode(),
        is_training=bool(is_training),
    )
    return outputs[0], outputs[1], outputs[2]


def batch_norm_with_global_normalization(
    t: Any = None,
    m: Any = None,
    v: Any = None,
    beta: Any = None,
    gamma: Any = None,
    variance_epsilon: Any = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: Any = None,
    mean: Any = None,
    variance: Any = None,
) -> Tensor:
    """`batch_normalization` by its old arguments; `gamma` counts only where `scale_after_normalization`."""
    t = renamed_argument("input", input, "t", t)
    m = renamed_argument("mean", mean, "m", m)
    v = renamed_argument("variance", variance, "v", v)
    return batch_normalization(t, m, v, beta, gamma if scale_after_normalization else None, variance_epsilon, name)
