"""`tf.keras.backend`: activations, losses, normalisation and convolutions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import (
    array_ops,
    clip_ops,
    ctc_ops,
    functional_ops,
    math_ops,
    nn_conv,
    nn_conv_transpose,
    nn_loss,
    nn_moments,
    nn_ops,
    nn_pool,
    sparse_ops,
)
from tf1compat._facade.constants import constant
from tf1compat._facade.keras.backend import arrays
from tf1compat._facade.keras.backend.settings import data_format_of, epsilon, floatx
from tf1compat._facade.keras.backend.values import int_shape, like, ndim, ones_like, zeros_like
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes

# ---- activations ----------------------------------------------------------------------------------------------------


def relu(x: Any, alpha: Any = 0.0, max_value: Any = None, threshold: Any = 0) -> Tensor:
    """max(x, 0); `alpha` is the slope below `threshold`, `max_value` an upper limit."""
    negative: Any = None
    if alpha != 0.0:
        if max_value is None and threshold == 0:
            return nn_ops.leaky_relu(x, alpha=alpha)
        negative = nn_ops.relu(-x + threshold) if threshold != 0 else nn_ops.relu(-x)
    limited = max_value is not None
    if threshold != 0:
        x = x * math_ops.cast(math_ops.greater(x, threshold), floatx())
    elif max_value == 6:
        x, limited = nn_ops.relu6(x), False
    else:
        x = nn_ops.relu(x)
    if limited:
        x = _limited(x, max_value)
    if negative is not None:
        x -= like(alpha, x) * negative
    return x


def _limited(x: Any, max_value: Any) -> Tensor:
    high = like(max_value, x)
    return clip_ops.clip_by_value(x, like(0.0, x), high)


def elu(x: Any, alpha: float = 1.0) -> Tensor:
    found = nn_ops.elu(x)
    return found if alpha == 1 else array_ops.where(x > 0, found, alpha * found)


def softmax(x: Any, axis: int = -1) -> Tensor:
    return nn_ops.softmax(x, axis=axis)


def softplus(x: Any) -> Tensor:
    return nn_ops.softplus(x)


def softsign(x: Any) -> Tensor:
    return nn_ops.softsign(x)


def sigmoid(x: Any) -> Tensor:
    return math_ops.sigmoid(x)


def tanh(x: Any) -> Tensor:
    return math_ops.tanh(x)


def hard_sigmoid(x: Any) -> Tensor:
    """0.2 * x + 0.5 within 0 and 1."""
    slope, offset = like(0.2, x), like(0.5, x)
    shifted = math_ops.add(math_ops.multiply(x, slope), offset)
    return clip_ops.clip_by_value(shifted, 0.0, 1.0)


def dropout(x: Any, level: Any, noise_shape: Any = None, seed: int | None = None) -> Tensor:
    """Set a part `level` of the elements to zero and scale the others up."""
    return nn_ops.dropout_v2(
        x, rate=level, noise_shape=noise_shape, seed=np.random.randint(int(10e6)) if seed is None else seed
    )


def l2_normalize(x: Any, axis: Any = None) -> Tensor:
    return nn_ops.l2_normalize(x, axis=axis)


def in_top_k(predictions: Any, targets: Any, k: int) -> Tensor:
    return nn_ops.in_top_k(predictions, targets, k)


# ---- losses ---------------------------------------------------------------------------------------------------------


def _logits(output: Any, activation: str) -> Any:
    """What the activation was applied to, if `output` is its result."""
    if isinstance(output, Variable) or output.op.type != activation:
        return None
    return output.op.inputs[0]


def categorical_crossentropy(target: Any, output: Any, from_logits: bool = False, axis: int = -1) -> Tensor:
    """Cross entropy of distributions over classes."""
    logits = output if from_logits else _logits(output, "Softmax")
    if logits is None:
        output = output / math_ops.reduce_sum(output, axis, True)
        small = like(epsilon(), output)
        output = clip_ops.clip_by_value(output, small, 1.0 - small)
        return -math_ops.reduce_sum(target * math_ops.log(output), axis)
    return nn_loss.softmax_cross_entropy_with_logits_v2(labels=target, logits=logits, axis=axis)


def sparse_categorical_crossentropy(target: Any, output: Any, from_logits: bool = False, axis: int = -1) -> Tensor:
    """Cross entropy with class numbers as targets."""
    logits = output if from_logits else _logits(output, "Softmax")
    if logits is None:
        small = like(epsilon(), output)
        logits = math_ops.log(clip_ops.clip_by_value(output, small, 1 - small))
    rank = logits.shape.ndims
    if rank is not None:
        axis %= rank
        if axis != rank - 1:
            logits = array_ops.transpose(logits, perm=[*range(axis), *range(axis + 1, rank), axis])
    elif axis != -1:
        raise ValueError(
            f"Cannot compute sparse categorical crossentropy with `axis={axis}` on an output tensor with unknown rank"
        )
    target = math_ops.cast(target, "int64")
    sizes = array_ops.shape(logits)
    flat = target.shape.ndims is not None and rank is not None and target.shape.ndims != rank - 1
    if flat:
        target = arrays.flatten(target)
        logits = array_ops.reshape(logits, [-1, sizes[-1]])
    found = nn_loss.sparse_softmax_cross_entropy_with_logits(labels=target, logits=logits)
    return array_ops.reshape(found, sizes[:-1]) if flat and rank is not None and rank >= 3 else found


def binary_crossentropy(target: Any, output: Any, from_logits: bool = False) -> Tensor:
    """Cross entropy of independent probabilities."""
    logits = output if from_logits else _logits(output, "Sigmoid")
    if logits is not None:
        return nn_loss.sigmoid_cross_entropy_with_logits(labels=target, logits=logits)
    small = like(epsilon(), output)
    output = clip_ops.clip_by_value(output, small, 1.0 - small)
    found = target * math_ops.log(output + epsilon())
    found += (1 - target) * math_ops.log(1 - output + epsilon())
    return -found


# ---- normalisation --------------------------------------------------------------------------------------------------


def normalize_batch_in_training(
    x: Any, gamma: Any, beta: Any, reduction_axes: Any, epsilon: float = 1e-3
) -> tuple[Tensor, Tensor, Tensor]:
    """The normalised batch, its mean and its variance."""
    axes, rank = list(reduction_axes), ndim(x)
    if rank == 4 and axes == [0, 1, 2]:
        width = [x.shape[3].value]
        gamma = constant(1.0, dtype=x.dtype, shape=width) if gamma is None else gamma
        beta = constant(0.0, dtype=x.dtype, shape=width) if beta is None else beta
        return nn_moments.fused_batch_norm(x, gamma, beta, epsilon=epsilon, data_format="NHWC")
    mean, variance = nn_moments.moments(x, axes, None, None, False)
    if sorted(axes) == list(range(rank))[:-1]:
        return nn_moments.batch_normalization(x, mean, variance, beta, gamma, epsilon), mean, variance
    wide = array_ops.stack([1 if a in axes else array_ops.shape(x)[a] for a in range(rank)])
    parts = [None if v is None else array_ops.reshape(v, wide) for v in (mean, variance, gamma, beta)]
    return nn_moments.batch_normalization(x, parts[0], parts[1], parts[3], parts[2], epsilon), mean, variance


def batch_normalization(
    x: Any, mean: Any, var: Any, beta: Any, gamma: Any, axis: int = -1, epsilon: float = 1e-3
) -> Tensor:
    """Normalise with the given mean and variance."""
    if ndim(x) == 4 and axis in (1, 3, -1):

        def flat(v: Any) -> Any:
            return array_ops.reshape(v, [-1]) if ndim(v) > 1 else v

        mean, var = flat(mean), flat(var)
        beta = zeros_like(mean) if beta is None else flat(beta)
        gamma = ones_like(mean) if gamma is None else flat(gamma)
        settings: dict[str, Any] = {"mean": mean, "variance": var, "is_training": False}
        settings["data_format"] = "NCHW" if axis == 1 else "NHWC"
        return nn_moments.fused_batch_norm(x, gamma, beta, epsilon=epsilon, **settings)[0]
    return nn_moments.batch_normalization(x, mean, var, beta, gamma, epsilon)


# ---- convolutions ---------------------------------------------------------------------------------------------------
# TF1: on a CPU, images with the channels first are transposed before and after


def _padding(name: str) -> str:
    if name not in ("same", "valid"):
        raise ValueError("Invalid padding: " + str(name))
    return name.upper()


def _channels_last(x: Any, data_format: Any) -> tuple[Any, bool]:
    """`x` with its channels last, and whether they were first."""
    first = data_format_of(data_format) == "channels_first"
    if first:
        rank = ndim(x)
        x = array_ops.transpose(x, (0, *range(2, rank), 1))
    return x, first


def _as_given(x: Any, first: bool) -> Any:
    rank = ndim(x)
    return array_ops.transpose(x, (0, rank - 1, *range(1, rank - 1))) if first else x


def _convolution(x: Any, kernel: Any, strides: Any, padding: str, data_format: Any, rate: Any, layout: str) -> Tensor:
    x, first = _channels_last(x, data_format)
    found = nn_conv.convolution(
        input=x,
        filter=kernel,
        dilation_rate=rate,
        strides=strides,
        padding=_padding(padding),
        data_format=layout,
    )
    return _as_given(found, first)


def conv1d(
    x: Any, kernel: Any, strides: Any = 1, padding: str = "valid", data_format: Any = None, dilation_rate: Any = 1
) -> Tensor:
    """Convolution of sequences; padding `"same"`, `"valid"` or `"causal"`."""
    data_format_of(data_format)
    if padding == "causal":
        x = arrays.temporal_padding(x, (dilation_rate * (kernel.shape.as_list()[0] - 1), 0))
        padding = "valid"
    rate = (dilation_rate,) if isinstance(dilation_rate, int) else dilation_rate
    steps = (strides,) if isinstance(strides, int) else strides
    return _convolution(x, kernel, steps, padding, data_format, rate, "NWC")


def conv2d(
    x: Any,
    kernel: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1),
) -> Tensor:
    """Convolution of images."""
    return _convolution(x, kernel, strides, padding, data_format, dilation_rate, "NHWC")


def conv3d(
    x: Any,
    kernel: Any,
    strides: Any = (1, 1, 1),
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1, 1),
) -> Tensor:
    """Convolution of volumes."""
    return _convolution(x, kernel, strides, padding, data_format, dilation_rate, "NDHWC")


def _transposed_shape(x: Any, output_shape: Any, first: bool) -> Any:
    sizes = tuple(output_shape)
    if first:
        sizes = (sizes[0], *sizes[2:], sizes[1])
    if sizes[0] is None:
        sizes = (array_ops.shape(x)[0], *sizes[1:])
    return array_ops.stack(list(sizes))


def conv2d_transpose(
    x: Any,
    kernel: Any,
    output_shape: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1),
) -> Tensor:
    """The transpose of a convolution of images."""
    x, first = _channels_last(x, data_format)
    if isinstance(output_shape, (tuple, list)):
        output_shape = _transposed_shape(x, output_shape, first)
    if tuple(dilation_rate) == (1, 1):
        found = nn_conv_transpose.conv2d_transpose(
            x, kernel, output_shape, (1, *strides, 1), padding=_padding(padding), data_format="NHWC"
        )
    else:
        found = nn_conv_transpose.atrous_conv2d_transpose(
            x, kernel, output_shape, rate=dilation_rate[0], padding=_padding(padding)
        )
    return _as_given(found, first)


def conv3d_transpose(
    x: Any, kernel: Any, output_shape: Any, strides: Any = (1, 1, 1), padding: str = "valid", data_format: Any = None
) -> Tensor:
    """The transpose of a convolution of volumes."""
    x, first = _channels_last(x, data_format)
    if isinstance(output_shape, (tuple, list)):
        output_shape = _transposed_shape(x, output_shape, first)
    found = nn_conv_transpose.conv3d_transpose(
        x, kernel, output_shape, (1, *strides, 1), padding=_padding(padding), data_format="NDHWC"
    )
    return _as_given(found, first)


def separable_conv1d(
    x: Any,
    depthwise_kernel: Any,
    pointwise_kernel: Any,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Tensor:
    """Separable convolution of sequences."""
    steps = (strides,) if isinstance(strides, int) else tuple(strides)
    rate = (dilation_rate,) if isinstance(dilation_rate, int) else tuple(dilation_rate)
    x, first = _channels_last(x, data_format)
    found = nn_conv.separable_conv2d(
        array_ops.expand_dims(x, 1),
        array_ops.expand_dims(depthwise_kernel, 0),
        array_ops.expand_dims(pointwise_kernel, 0),
        strides=(1, *steps, *steps, 1),
        padding=_padding(padding),
        rate=(1, *rate),
        data_format="NHWC",
    )
    return _as_given(array_ops.squeeze(found, [1]), first)


def separable_conv2d(
    x: Any,
    depthwise_kernel: Any,
    pointwise_kernel: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1),
) -> Tensor:
    """Separable convolution of images."""
    if len(strides) != 2:
        raise ValueError("`strides` must be a tuple of 2 integers.")
    x, first = _channels_last(x, data_format)
    found = nn_conv.separable_conv2d(
        x,
        depthwise_kernel,
        pointwise_kernel,
        strides=(1, *strides, 1),
        padding=_padding(padding),
        rate=dilation_rate,
        data_format="NHWC",
    )
    return _as_given(found, first)


def depthwise_conv2d(
    x: Any,
    depthwise_kernel: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1),
) -> Tensor:
    """Convolution of each channel of images by itself."""
    x, first = _channels_last(x, data_format)
    found = nn_conv.depthwise_conv2d(
        x,
        depthwise_kernel,
        strides=(1, *strides, 1),
        padding=_padding(padding),
        rate=dilation_rate,
        data_format="NHWC",
    )
    return _as_given(found, first)


def pool2d(
    x: Any,
    pool_size: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: Any = None,
    pool_mode: str = "max",
) -> Tensor:
    """Pooling of images: `"max"` or `"avg"`."""
    for name, value in (("pool_size", pool_size), ("strides", strides)):
        if len(value) != 2:
            raise ValueError(f"`{name}` must be a tuple of 2 integers.")
    return _pooled(x, pool_size, strides, padding, data_format, pool_mode, (nn_pool.max_pool, nn_pool.avg_pool))


def pool3d(
    x: Any,
    pool_size: Any,
    strides: Any = (1, 1, 1),
    padding: str = "valid",
    data_format: Any = None,
    pool_mode: str = "max",
) -> Tensor:
    """Pooling of volumes: `"max"` or `"avg"`."""
    return _pooled(x, pool_size, strides, padding, data_format, pool_mode, (nn_pool.max_pool3d, nn_pool.avg_pool3d))


def _pooled(
    x: Any, size: Any, strides: Any, padding: str, data_format: Any, mode: str, functions: tuple[Any, Any]
) -> Tensor:
    x, first = _channels_last(x, data_format)
    if mode not in ("max", "avg"):
        raise ValueError("Invalid pooling mode: " + str(mode))
    layout = "NHWC" if len(size) == 2 else "NDHWC"
    function = functions[0] if mode == "max" else functions[1]
    return _as_given(function(x, (1, *size, 1), (1, *strides, 1), padding=_padding(padding), data_format=layout), first)


def bias_add(x: Any, bias: Any, data_format: Any = None) -> Tensor:
    """Add a bias per channel, or one of the shape of an example."""
    first = data_format_of(data_format) == "channels_first"
    sizes, rank = int_shape(bias), ndim(x)
    if len(sizes) not in (1, rank - 1):
        raise ValueError(f"Unexpected bias dimensions {len(sizes)}, expect to be 1 or {rank} dimensions")
    if rank == 4 and len(sizes) == 1 and not first:
        return nn_ops.bias_add(x, bias, data_format="NHWC")
    if rank not in (3, 4, 5):
        return nn_ops.bias_add(x, bias)
    if len(sizes) == 1:
        wide = (1, sizes[0], *[1] * (rank - 2)) if first else (*[1] * (rank - 1), sizes[0])
    else:
        wide = (1, sizes[-1], *sizes[:-1]) if first else (1, *sizes)
    return x + array_ops.reshape(bias, wide)


# ---- connectionist temporal classification --------------------------------------------------------------------------


def ctc_label_dense_to_sparse(labels: Any, label_lengths: Any) -> SparseTensor:
    """Labels [batch, longest] and their lengths as a SparseTensor."""
    sizes = array_ops.shape(labels)
    batch, longest = array_ops.stack([sizes[0]]), array_ops.stack([sizes[1]])

    def within(before: Any, length: Any) -> Tensor:
        places = array_ops.expand_dims(math_ops.range(array_ops.shape(before)[1]), 0)
        return places < array_ops.fill(longest, length)

    start = math_ops.cast(array_ops.fill([1, sizes[1]], 0), dtypes.bool)
    mask = functional_ops.scan(within, label_lengths, initializer=start, parallel_iterations=1)[:, 0, :]
    places = array_ops.reshape(array_ops.tile(math_ops.range(0, sizes[1]), batch), sizes)
    rows = array_ops.transpose(
        array_ops.reshape(array_ops.tile(math_ops.range(0, sizes[0]), longest), arrays.reverse(sizes, 0))
    )
    found = [array_ops.boolean_mask(rows, mask), array_ops.boolean_mask(places, mask)]
    indices = array_ops.transpose(array_ops.reshape(arrays.concatenate(found, axis=0), [2, -1]))
    values = array_ops.gather_nd(labels, indices)
    return SparseTensor(math_ops.cast(indices, dtypes.int64), values, math_ops.cast(sizes, dtypes.int64))


def ctc_batch_cost(y_true: Any, y_pred: Any, input_length: Any, label_length: Any) -> Tensor:
    """CTC loss [batch, 1] of softmax outputs."""
    labels = math_ops.cast(array_ops.squeeze(label_length, axis=-1), dtypes.int32)
    steps = math_ops.cast(array_ops.squeeze(input_length, axis=-1), dtypes.int32)
    sparse = math_ops.cast(ctc_label_dense_to_sparse(y_true, labels), dtypes.int32)
    logits = math_ops.log(array_ops.transpose(y_pred, perm=[1, 0, 2]) + epsilon())
    return array_ops.expand_dims(ctc_ops.ctc_loss(inputs=logits, labels=sparse, sequence_length=steps), 1)


def ctc_decode(
    y_pred: Any, input_length: Any, greedy: bool = True, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[Tensor], Tensor]:
    """The best paths, padded with -1, and their log probabilities."""
    logits = math_ops.log(array_ops.transpose(y_pred, perm=[1, 0, 2]) + epsilon())
    steps = math_ops.cast(input_length, dtypes.int32)
    if greedy:
        paths, scores = ctc_ops.ctc_greedy_decoder(inputs=logits, sequence_length=steps)
    else:
        paths, scores = ctc_ops.ctc_beam_search_decoder(
            inputs=logits, sequence_length=steps, beam_width=beam_width, top_paths=top_paths
        )
    dense = [sparse_ops.sparse_to_dense(p.indices, p.dense_shape, p.values, default_value=-1) for p in paths]
    return dense, scores
