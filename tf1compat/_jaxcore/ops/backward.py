"""TensorFlow's own gradient ops, which training graphs written by TensorFlow hold: `ReluGrad`, `MaxPoolGrad`….

Graphs built here have `Gradient` nodes instead; these ops let an imported graph go on training.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops import pooling
from tf1compat._jaxcore.schema import shape_rules, windows
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_SCALE_ALPHA = 1.7580993408473768599402175208123


def _full(x: Any, value: float) -> Any:
    return lax.full_like(x, value)


def _where(condition: Any, x: Any, otherwise: Any) -> Any:
    return lax.select(condition, x, otherwise)


# ---- activations: from the gradient and what went in or came out ------------------------------------------------------


@op("ReluGrad", "gradients: T, features: T -> backprops: T", shape=shape_rules.merged)
def relu_grad(gradients: Any, features: Any) -> Any:
    """The gradient where the feature is positive."""
    return _where(lax.gt(features, _full(features, 0)), gradients, _full(gradients, 0))


@op("Relu6Grad", "gradients: T, features: T -> backprops: T", shape=shape_rules.merged)
def relu6_grad(gradients: Any, features: Any) -> Any:
    """The gradient where the feature lies between 0 and 6."""
    inside = lax.bitwise_and(lax.gt(features, _full(features, 0)), lax.lt(features, _full(features, 6)))
    return _where(inside, gradients, _full(gradients, 0))


@op("LeakyReluGrad", "gradients: T, features: T -> backprops: T", shape=shape_rules.merged,
    types={"T": dtypes.float32})  # fmt: skip
def leaky_relu_grad(gradients: Any, features: Any, *, alpha: float = float(np.float32(0.2))) -> Any:
    """The gradient, times `alpha` where the feature is not positive."""
    return _where(lax.gt(features, _full(features, 0)), gradients, lax.mul(gradients, _full(gradients, alpha)))


@op("EluGrad", "gradients: T, outputs: T -> backprops: T", shape=shape_rules.merged)
def elu_grad(gradients: Any, outputs: Any) -> Any:
    """The gradient, times `outputs + 1` where the output is negative."""
    steep = lax.mul(lax.add(outputs, _full(outputs, 1)), gradients)
    return _where(lax.lt(outputs, _full(outputs, 0)), steep, gradients)


@op("SeluGrad", "gradients: T, outputs: T -> backprops: T", shape=shape_rules.merged)
def selu_grad(gradients: Any, outputs: Any) -> Any:
    """The gradient of Selu in terms of its output."""
    steep = lax.mul(gradients, lax.add(outputs, _full(outputs, _SELU_SCALE_ALPHA)))
    return _where(lax.lt(outputs, _full(outputs, 0)), steep, lax.mul(gradients, _full(gradients, _SELU_SCALE)))


@op("SoftplusGrad", "gradients: T, features: T -> backprops: T", shape=shape_rules.merged)
def softplus_grad(gradients: Any, features: Any) -> Any:
    """gradients / (exp(-features) + 1)."""
    return lax.div(gradients, lax.add(lax.exp(lax.neg(features)), _full(features, 1)))


@op("SoftsignGrad", "gradients: T, features: T -> backprops: T", shape=shape_rules.merged)
def softsign_grad(gradients: Any, features: Any) -> Any:
    """gradients / (1 + |features|)^2."""
    return lax.div(gradients, lax.square(lax.add(lax.abs(features), _full(features, 1))))


@op("TanhGrad", "y: T, dy: T -> z: T", shape=shape_rules.merged)
def tanh_grad(y: Any, dy: Any) -> Any:
    """dy (1 - y^2)."""
    return lax.mul(dy, lax.sub(_full(y, 1), lax.mul(y, y)))


@op("SigmoidGrad", "y: T, dy: T -> z: T", shape=shape_rules.merged)
def sigmoid_grad(y: Any, dy: Any) -> Any:
    """dy y (1 - y)."""
    return lax.mul(lax.mul(dy, y), lax.sub(_full(y, 1), y))


@op("SqrtGrad", "y: T, dy: T -> z: T", shape=shape_rules.merged)
def sqrt_grad(y: Any, dy: Any) -> Any:
    """dy / (2 y)."""
    return lax.div(lax.mul(dy, _full(dy, 0.5)), y)


@op("RsqrtGrad", "y: T, dy: T -> z: T", shape=shape_rules.merged)
def rsqrt_grad(y: Any, dy: Any) -> Any:
    """-dy y^3 / 2."""
    return lax.mul(lax.mul(dy, _full(dy, -0.5)), lax.mul(lax.mul(y, y), y))


@op("ReciprocalGrad", "y: T, dy: T -> z: T", shape=shape_rules.merged)
@op("InvGrad", "y: T, dy: T -> z: T", shape=shape_rules.merged)
def reciprocal_grad(y: Any, dy: Any) -> Any:
    """-dy y^2."""
    return lax.neg(lax.mul(dy, lax.mul(y, y)))


# ---- layers -----------------------------------------------------------------------------------------------------------


def _channels(x: Any) -> Any:
    shape = x.shape(0)
    if shape is None:
        return ((None,),)
    return ((shape[1] if x.attrs["data_format"] == b"NCHW" and len(shape) > 2 else shape[-1],),)


@op("BiasAddGrad", "out_backprop: T -> output: T", shape=_channels)
def bias_add_grad(out_backprop: Any, *, data_format: bytes = b"NHWC") -> Any:
    """The sum over everything but the channels."""
    channel = 1 if data_format == b"NCHW" and np.ndim(out_backprop) > 2 else np.ndim(out_backprop) - 1
    return lax.reduce_sum(out_backprop, axes=tuple(d for d in range(np.ndim(out_backprop)) if d != channel))


@op("MaxPoolGrad", "orig_input: T, orig_output: T, grad: T -> output: T", types={"T": dtypes.float32},
    shape=lambda x: (shape_rules.with_rank(x.shape(0), 4),))  # fmt: skip
def max_pool_grad(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    *,
    ksize: Any = REQUIRED,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NHWC",
) -> Any:
    """Each window's gradient goes to its first largest entry."""
    attrs = {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format}
    return pooling._max_grad([orig_input], [orig_output], [grad], **attrs)[0]


@op("AvgPoolGrad", "orig_input_shape: int32, grad: T -> output: T", static="orig_input_shape",
    shape=lambda x: (shape_rules.with_rank(x.vector(0), 4),))  # fmt: skip
def avg_pool_grad(
    orig_input_shape: Any,
    grad: Any,
    *,
    ksize: Any = REQUIRED,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NHWC",
) -> Any:
    """Each window's gradient is shared among its entries."""
    zeros = lax.full(tuple(int(d) for d in orig_input_shape), 0, grad.dtype)
    _, back = jax.vjp(lambda x: pooling._average(x, ksize, strides, padding), zeros)
    return back(grad)[0]


def _batch_norm_shapes(x: Any) -> Any:
    where = windows.layout(x.attrs["data_format"])
    shape = windows.ranked(x.shape(1), 4)
    channels = (shape[where.channel],)
    # TF1: what the last two are said to be, not what they are
    rest = (0,) if x.attrs["is_training"] else channels
    return [shape, channels, channels, rest, rest]


def _batch_norm_grad(
    y_backprop: Any,
    x: Any,
    scale: Any,
    mean: Any,
    variance: Any,
    epsilon: float,
    data_format: bytes,
    is_training: bool,
) -> Any:
    """TF1: the statistics are those handed in, not computed from the images again."""
    where = windows.layout(data_format)
    axes = tuple(d for d in range(x.ndim) if d != where.channel)
    count = max(int(np.prod([x.shape[d] for d in axes])), 1)

    def spread(v: Any) -> Any:
        return lax.broadcast_in_dim(v, x.shape, (where.channel,))

    g = lax.convert_element_type(y_backprop, scale.dtype)
    centred = lax.sub(lax.convert_element_type(x, scale.dtype), spread(mean))
    inverse = lax.rsqrt(lax.add(variance, _full(variance, epsilon)))
    offset_backprop = lax.reduce_sum(g, axes=axes)
    along = lax.reduce_sum(lax.mul(g, centred), axes=axes)
    if is_training:
        average = lax.mul(offset_backprop, _full(offset_backprop, 1 / count))
        slope = lax.mul(lax.mul(along, _full(along, 1 / count)), lax.mul(inverse, inverse))
        g = lax.sub(lax.sub(g, spread(average)), lax.mul(centred, spread(slope)))
    x_backprop = lax.convert_element_type(lax.mul(g, spread(lax.mul(scale, inverse))), x.dtype)
    nothing = np.zeros((), scale.dtype)
    return x_backprop, lax.mul(along, inverse), offset_backprop, nothing, nothing


_HEAD = "y_backprop: T, x: T, scale: {s}, reserve_space_1: {u}, reserve_space_2: {u}"
_TAIL = " -> x_backprop: T, scale_backprop: {u}, offset_backprop: {u}, reserve_space_{a}: {u}, reserve_space_{b}: {u}"


@op("FusedBatchNormGrad", (_HEAD + _TAIL).format(s="T", u="T", a=3, b=4), shape=_batch_norm_shapes)
@op("FusedBatchNormGradV2", (_HEAD + _TAIL).format(s="float", u="U", a=3, b=4), shape=_batch_norm_shapes)
def fused_batch_norm_grad(
    y_backprop: Any,
    x: Any,
    scale: Any,
    reserve_space_1: Any,
    reserve_space_2: Any,
    *,
    epsilon: float = float(np.float32(1e-4)),
    data_format: bytes = b"NHWC",
    is_training: bool = True,
) -> Any:
    """Gradients of image, scale and offset; two outputs without meaning."""
    rest = (reserve_space_1, reserve_space_2, epsilon, data_format, is_training)
    return _batch_norm_grad(y_backprop, x, scale, *rest)


@op("FusedBatchNormGradV3", (_HEAD + ", reserve_space_3: U" + _TAIL).format(s="float", u="U", a=4, b=5),
    shape=_batch_norm_shapes)  # fmt: skip
def fused_batch_norm_grad_v3(
    y_backprop: Any,
    x: Any,
    scale: Any,
    reserve_space_1: Any,
    reserve_space_2: Any,
    reserve_space_3: Any,
    *,
    epsilon: float = float(np.float32(1e-4)),
    data_format: bytes = b"NHWC",
    is_training: bool = True,
) -> Any:
    """`FusedBatchNormGradV2` with one more input, unused on CPUs."""
    rest = (reserve_space_1, reserve_space_2, epsilon, data_format, is_training)
    return _batch_norm_grad(y_backprop, x, scale, *rest)
