"""Backward operations of convolutions, pooling and batch normalisation as ops; pooling with sizes as inputs.

Graphs built here have `Gradient` nodes instead; programs call these by name (`tf.nn.depthwise_conv2d_backprop_input`), and
graphs written by TensorFlow hold them.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax
from jax import numpy as jnp

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops import convolution, pooling
from tf1compat._jaxcore.schema import shape_rules, windows
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_NDHWC = b"NDHWC"


def _like_first(rank: int) -> Any:
    return lambda x: (windows.ranked(x.shape(0), rank),)


def _sizes(position: int, rank: int) -> Any:
    return lambda x: (windows.ranked(x.vector(position), rank),)


# ---- max pooling ----------------------------------------------------------------------------------------------------


def _pooled_by_inputs(x: Any) -> Any:
    shape, ksize, strides = windows.ranked(x.shape(0), 4), x.vector(1), x.vector(2)
    if ksize is None or strides is None or None in (*ksize, *strides):
        return (None,)
    padding = windows.padding_name(x.attrs["padding"])
    return (tuple(windows.output_size(n, k, s, padding) for n, k, s in zip(shape, ksize, strides)),)


@op("MaxPoolV2", "input: T, ksize: int32, strides: int32 -> output: T", static=("ksize", "strides"),
    types={"T": dtypes.float32}, shape=_pooled_by_inputs)  # fmt: skip
def max_pool_v2(input: Any, ksize: Any, strides: Any, *, padding: Any = REQUIRED, data_format: bytes = b"NHWC") -> Any:
    """The largest entry of each window; the windows' sizes are inputs."""
    return pooling._max(input, ksize, strides, padding)


@op("MaxPoolGradV2", "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32 -> output: T",
    static=("ksize", "strides"), types={"T": dtypes.float32}, shape=_like_first(4))  # fmt: skip
def max_pool_grad_v2(
    orig_input: Any, orig_output: Any, grad: Any, ksize: Any, strides: Any, *, padding: Any = REQUIRED,
    data_format: bytes = b"NHWC",
) -> Any:  # fmt: skip
    """Each window's gradient goes to its first largest entry."""
    sizes = {"ksize": [int(k) for k in ksize], "strides": [int(s) for s in strides]}
    return pooling._max_grad([orig_input], [orig_output], [grad], padding=padding, data_format=data_format, **sizes)[0]


def _at_maximum(x: Any, values: Any, ksize: Any, strides: Any, padding: Any, data_format: bytes) -> Any:
    """What `values` have where each window of `x` has its first maximum."""
    where = windows.layout(data_format)
    if where.channel == 1:
        x, values = (lax.transpose(v, (0, 2, 3, 1)) for v in (x, values))
    k, s = ([int(n) for n in where.of_spatial(sizes)] for sizes in (ksize, strides))
    around = windows.pads(x.shape[1:3], k, s, windows.padding_name(padding))
    rows, columns = (
        -(-(n + lo + hi - (size - 1)) // step) for n, (lo, hi), size, step in zip(x.shape[1:3], around, k, s)
    )
    config = ((0, 0, 0), (*around[0], 0), (*around[1], 0), (0, 0, 0))
    index = pooling._first_maximum(pooling._taps(lax.pad(x, pooling._lowest(x.dtype), config), k, s, rows, columns))
    taps = pooling._taps(lax.pad(values, np.zeros((), values.dtype), config), k, s, rows, columns)
    found = taps[0]
    for n, tap in enumerate(taps[1:], 1):
        found = lax.select(lax.eq(index, lax.full_like(index, n)), tap, found)
    return lax.transpose(found, (0, 3, 1, 2)) if where.channel == 1 else found


def _like_output(x: Any) -> Any:
    return (windows.ranked(x.shape(1), 4),)


def _pooled_last(x: Any) -> Any:
    """As `_pooled_by_inputs`, with sizes behind input, output and gradient."""
    shape, ksize, strides = windows.ranked(x.shape(0), 4), x.vector(3), x.vector(4)
    if ksize is None or strides is None or None in (*ksize, *strides):
        return (None,)
    padding = windows.padding_name(x.attrs["padding"])
    return (tuple(windows.output_size(n, k, s, padding) for n, k, s in zip(shape, ksize, strides)),)


@op("MaxPoolGradGrad", "orig_input: T, orig_output: T, grad: T -> output: T", shape=_like_output)
def max_pool_grad_grad(
    orig_input: Any, orig_output: Any, grad: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED,
    padding: Any = REQUIRED, data_format: bytes = b"NHWC",
) -> Any:  # fmt: skip
    """Of `grad`, shaped as the input, the entries that the maxima come from."""
    return _at_maximum(orig_input, grad, ksize, strides, padding, data_format)


@op("MaxPoolGradGradV2", "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32 -> output: T",
    static=("ksize", "strides"), shape=_pooled_last)  # fmt: skip
def max_pool_grad_grad_v2(
    orig_input: Any, orig_output: Any, grad: Any, ksize: Any, strides: Any, *, padding: Any = REQUIRED,
    data_format: bytes = b"NHWC",
) -> Any:  # fmt: skip
    """`MaxPoolGradGrad` with sizes as inputs."""
    return _at_maximum(orig_input, grad, ksize, strides, padding, data_format)


def _flat_places(argmax: Any, shape: tuple[int, ...], include_batch: bool) -> Any:
    """Places in the flattened batch of images."""
    if include_batch:
        return argmax
    image = int(np.prod(shape[1:]))
    return argmax + lax.broadcasted_iota(argmax.dtype, np.shape(argmax), 0) * image


@op("MaxPoolGradWithArgmax", "input: T, grad: T, argmax: Targmax -> output: T", shape=_like_first(4))
def max_pool_grad_with_argmax(
    input: Any, grad: Any, argmax: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED, padding: Any = REQUIRED,
    include_batch_in_index: bool = False,
) -> Any:  # fmt: skip
    """The gradient of each window at the place of its maximum."""
    places = _flat_places(argmax, np.shape(input), include_batch_in_index)
    flat = jnp.zeros((input.size,), grad.dtype).at[places.reshape(-1)].add(grad.reshape(-1))
    return flat.reshape(np.shape(input))


@op("MaxPoolGradGradWithArgmax", "input: T, grad: T, argmax: Targmax -> output: T",
    shape=lambda x: (windows.ranked(x.shape(2), 4),))  # fmt: skip
def max_pool_grad_grad_with_argmax(
    input: Any, grad: Any, argmax: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED, padding: Any = REQUIRED,
    include_batch_in_index: bool = False,
) -> Any:  # fmt: skip
    """Of `grad`, shaped as the input, the entries at the places of the maxima."""
    return grad.reshape(-1)[_flat_places(argmax, np.shape(input), include_batch_in_index)]


@op("MaxPool3DGrad", "orig_input: TInput, orig_output: TInput, grad: T -> output: T", shape=_like_first(5),
    types={"T": dtypes.float32, "TInput": dtypes.float32})  # fmt: skip
def max_pool3d_grad(
    orig_input: Any, orig_output: Any, grad: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED,
    padding: Any = REQUIRED, data_format: bytes = _NDHWC,
) -> Any:  # fmt: skip
    """Each window's gradient goes to its first largest entry."""
    return jax.vjp(lambda x: pooling._max(x, ksize, strides, padding), orig_input)[1](grad)[0]


@op("AvgPool3DGrad", "orig_input_shape: int32, grad: T -> output: T", static="orig_input_shape", shape=_sizes(0, 5))
def avg_pool3d_grad(
    orig_input_shape: Any, grad: Any, *, ksize: Any = REQUIRED, strides: Any = REQUIRED, padding: Any = REQUIRED,
    data_format: bytes = _NDHWC,
) -> Any:  # fmt: skip
    """Each window's gradient is shared among its entries."""
    like = lax.full(tuple(int(d) for d in orig_input_shape), 0, grad.dtype)
    return jax.vjp(lambda x: pooling._average(x, ksize, strides, padding), like)[1](grad)[0]


# ---- convolutions ---------------------------------------------------------------------------------------------------


def _depthwise(strides: Any, padding: Any, data_format: bytes, dilations: Any) -> Any:
    options = {"strides": strides, "padding": padding, "data_format": data_format, "dilations": dilations}
    return lambda x, kernel: convolution.depthwise_conv2d_native(x, kernel, **options)


@op("DepthwiseConv2dNativeBackpropInput", "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    static="input_sizes", shape=_sizes(0, 4))  # fmt: skip
def depthwise_conv2d_native_backprop_input(
    input_sizes: Any, filter: Any, out_backprop: Any, *, strides: Any = REQUIRED, padding: Any = REQUIRED,
    data_format: bytes = b"NHWC", dilations: Any = convolution._2D,
) -> Any:  # fmt: skip
    """The gradient of a depthwise convolution with respect to its input."""
    forward = _depthwise(strides, padding, data_format, dilations)
    like = lax.full(tuple(int(d) for d in input_sizes), 0, filter.dtype)
    return jax.vjp(lambda x: forward(x, filter), like)[1](out_backprop)[0]


@op("DepthwiseConv2dNativeBackpropFilter", "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    static="filter_sizes", shape=_sizes(1, 4))  # fmt: skip
def depthwise_conv2d_native_backprop_filter(
    input: Any, filter_sizes: Any, out_backprop: Any, *, strides: Any = REQUIRED, padding: Any = REQUIRED,
    data_format: bytes = b"NHWC", dilations: Any = convolution._2D,
) -> Any:  # fmt: skip
    """The gradient of a depthwise convolution with respect to its filter."""
    forward = _depthwise(strides, padding, data_format, dilations)
    like = lax.full(tuple(int(d) for d in filter_sizes), 0, input.dtype)
    return jax.vjp(lambda kernel: forward(input, kernel), like)[1](out_backprop)[0]


def _volumes(strides: Any, padding: Any, data_format: bytes, dilations: Any) -> dict[str, Any]:
    return convolution._chosen(strides, padding, (), data_format, dilations)


@op("Conv3DBackpropFilterV2", "input: T, filter_sizes: int32, out_backprop: T -> output: T", static="filter_sizes",
    shape=_sizes(1, 5))  # fmt: skip
def conv3d_backprop_filter_v2(
    input: Any, filter_sizes: Any, out_backprop: Any, *, strides: Any = REQUIRED, padding: Any = REQUIRED,
    data_format: bytes = _NDHWC, dilations: Any = convolution._3D,
) -> Any:  # fmt: skip
    """The gradient of Conv3D with respect to its filter."""
    attrs = _volumes(strides, padding, data_format, dilations)
    return convolution._backprop_filter(input, tuple(int(d) for d in filter_sizes), out_backprop, attrs)


# ---- batch normalisation of the first releases ----------------------------------------------------------------------


def _globally_normalized(t: Any, m: Any, v: Any, beta: Any, gamma: Any, epsilon: float, scale: bool) -> Any:
    factor = lax.rsqrt(v + np.asarray(epsilon, v.dtype))
    return (t - m) * (factor * gamma if scale else factor) + beta


def _normalized_shape(x: Any) -> Any:
    shape = windows.ranked(x.shape(0), 4)
    channels: Any = (shape[3],)
    for position in range(1, 5):
        channels = shape_rules.shapes.merge(channels, x.shape(position))
    return ((*shape[:3], channels[0]),)


@op("BatchNormWithGlobalNormalization", "t: T, m: T, v: T, beta: T, gamma: T -> result: T", shape=_normalized_shape)
def batch_norm_with_global_normalization(
    t: Any, m: Any, v: Any, beta: Any, gamma: Any, *, variance_epsilon: Any = REQUIRED,
    scale_after_normalization: Any = REQUIRED,
) -> Any:  # fmt: skip
    """(t - m) / sqrt(v + epsilon), times gamma if it scales, plus beta."""
    return _globally_normalized(t, m, v, beta, gamma, variance_epsilon, scale_after_normalization)


@op("BatchNormWithGlobalNormalizationGrad",
    "t: T, m: T, v: T, gamma: T, backprop: T -> dx: T, dm: T, dv: T, db: T, dg: T",
    shape=lambda x: (windows.ranked(x.shape(0), 4), *(((windows.ranked(x.shape(0), 4)[3],),) * 4)))  # fmt: skip
def batch_norm_with_global_normalization_grad(
    t: Any, m: Any, v: Any, gamma: Any, backprop: Any, *, variance_epsilon: Any = REQUIRED,
    scale_after_normalization: Any = REQUIRED,
) -> Any:  # fmt: skip
    """Gradients with respect to t, m, v, beta and gamma."""

    def forward(t: Any, m: Any, v: Any, beta: Any, gamma: Any) -> Any:
        return _globally_normalized(t, m, v, beta, gamma, variance_epsilon, scale_after_normalization)

    return tuple(jax.vjp(forward, t, m, v, lax.full_like(m, 0), gamma)[1](backprop))
