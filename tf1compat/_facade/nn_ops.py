"""`tf.nn`: activations, softmax, bias, dropout, top-k and small layers made of them."""

from __future__ import annotations

import logging
import numbers
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops, random_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors, shapes


def relu(features: Any, name: str | None = None) -> Tensor:
    """max(features, 0).

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.nn.relu([-1.0, 2.0]).name
    'Relu:0'
    """
    return apply_op("Relu", features, name=name)


def relu6(features: Any, name: str | None = None) -> Tensor:
    """min(max(features, 0), 6)."""
    with name_scope(name, "Relu6", [features]) as scope:
        return apply_op("Relu6", convert_to_tensor(features, name="features"), name=scope)


def crelu(features: Any, name: str | None = None, axis: int = -1) -> Tensor:
    """relu of the features and of their negative, concatenated along `axis`."""
    with name_scope(name, "CRelu", [features]) as scope:
        features = convert_to_tensor(features, name="features")
        return relu(array_ops.concat([features, -features], axis, name=scope))


def elu(features: Any, name: str | None = None) -> Tensor:
    """exp(features) - 1 where negative, else features."""
    return apply_op("Elu", features, name=name)


def selu(features: Any, name: str | None = None) -> Tensor:
    """The scaled exponential linear unit."""
    return apply_op("Selu", features, name=name)


def swish(features: Any) -> Tensor:
    """features * sigmoid(features) (Ramachandran et al. 2017)."""
    features = convert_to_tensor(features)
    product = features * math_ops.sigmoid(features)
    # TF1: what is left of a custom gradient, which keeps the sigmoid out of the memory between the passes
    array_ops.identity(product)
    return apply_op("IdentityN", [product, features])[0]


def leaky_relu(features: Any, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """alpha * features where negative, else features; integers become float32."""
    with name_scope(name, "LeakyRelu", [features, alpha]) as scope:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = math_ops.cast(features, dtypes.float32)
        slope = alpha.item() if isinstance(alpha, np.ndarray) else alpha
        return apply_op("LeakyRelu", features, name=scope, alpha=float(np.float32(slope)))


def softplus(features: Any, name: str | None = None) -> Tensor:
    """log(exp(features) + 1)."""
    return apply_op("Softplus", features, name=name)


def softsign(features: Any, name: str | None = None) -> Tensor:
    """features / (|features| + 1)."""
    return apply_op("Softsign", features, name=name)


def l2_loss(t: Any, name: str | None = None) -> Tensor:
    """sum(t ** 2) / 2."""
    return apply_op("L2Loss", t, name=name)


def local_response_normalization(
    input: Any, depth_radius: int = 5, bias: float = 1, alpha: float = 1, beta: float = 0.5, name: str | None = None
) -> Tensor:
    """Each entry divided by a power of the sum of squares of its neighbours along the channels."""
    numbers_ = {"bias": bias, "alpha": alpha, "beta": beta}
    attrs = {k: float(np.float32(v)) for k, v in numbers_.items()}
    return apply_op("LRN", input, name=name, depth_radius=depth_radius, **attrs)


def softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """exp(logits) / sum(exp(logits)) along `axis` (the last one by default; `dim` is its old name).

    Raises:
      InvalidArgumentError: `axis` is out of range.
    """
    return _along_axis("Softmax", logits, renamed_argument("axis", axis, "dim", dim), name)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """logits - log(sum(exp(logits))) along `axis` (the last one by default; `dim` is its old name)."""
    return _along_axis("LogSoftmax", logits, renamed_argument("axis", axis, "dim", dim), name)


def _along_axis(kind: str, logits: Any, axis: Any, name: str | None) -> Tensor:
    """Apply an op of the last dimension along `axis`: swap it there and back."""
    if axis is None:
        axis = -1
    logits = convert_to_tensor(logits)
    ndims = logits.shape.ndims
    if not isinstance(axis, Tensor) and (axis == -1 or (ndims is not None and axis == ndims - 1)):
        return apply_op(kind, logits, name=name)
    if ndims is None:
        raise ValueError(f"softmax along axis {axis} needs logits of known rank, got {logits!r}")
    if not isinstance(axis, Tensor) and not -ndims <= axis < ndims:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Dimension ({axis}) must be in the range [{-ndims}, {ndims}) where {ndims} is the number of dimensions in "
            "the input.",
        )
    rank = array_ops.rank(logits)
    if isinstance(axis, Tensor):
        axis = array_ops.where(math_ops.less(axis, 0), axis + rank, axis)
    elif axis < 0:
        axis += rank
    last = array_ops.rank(logits)
    place = axis % ndims
    swapped = _swap(logits, place, math_ops.subtract(last, 1))
    result = _swap(apply_op(kind, swapped), place, math_ops.subtract(last, 1), name)
    result.set_shape(logits.shape)
    return result


def _swap(x: Tensor, i: Any, j: Any, name: str | None = None) -> Tensor:
    order = array_ops.concat([math_ops.range(i), [j], math_ops.range(i + 1, j), [i]], 0)
    return array_ops.transpose(x, order, name=name)


def bias_add(value: Any, bias: Any, data_format: str | None = None, name: str | None = None) -> Tensor:
    """`value` plus the vector `bias` along the channels.

    Args:
      value: tensor of rank 2 or more.
      bias: vector of `value`'s dtype, as long as there are channels.
      data_format: `"N...C"` (default: channels last) or `"NC..."`.
      name: name of the node.
    """
    with name_scope(name, "BiasAdd", [value, bias]) as scope:
        layout = b"NHWC"
        if data_format is not None:
            if data_format.startswith("NC"):
                layout = b"NCHW"
            elif not (data_format.startswith("N") and data_format.endswith("C")):
                raise ValueError("data_format must be of the form `N...C` or `NC...`")
        value = convert_to_tensor(value, name="input")
        bias = convert(bias, value.dtype.base, "bias")
        return apply_op("BiasAdd", value, bias, name=scope, data_format=layout)


def bias_add_v1(value: Any, bias: Any, name: str | None = None) -> Tensor:
    """`bias_add` as its oldest op."""
    with name_scope(name, "BiasAddV1", [value, bias]) as scope:
        value = convert_to_tensor(value, name="input")
        bias = convert(bias, value.dtype.base, "bias")
        return apply_op("BiasAddV1", value, bias, name=scope)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """matmul(x, weights) + biases."""
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as scope:
        x, weights, biases = _layer_inputs(x, weights, biases)
        return bias_add(math_ops.matmul(x, weights), biases, name=scope)


def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """relu(matmul(x, weights) + biases)."""
    with name_scope(name, "relu_layer", [x, weights, biases]) as scope:
        x, weights, biases = _layer_inputs(x, weights, biases)
        return relu(bias_add(math_ops.matmul(x, weights), biases), name=scope)


def _layer_inputs(x: Any, weights: Any, biases: Any) -> tuple[Tensor, Tensor, Tensor]:
    x = convert_to_tensor(x, name="x")
    weights = convert_to_tensor(weights, name="weights")
    return x, weights, convert_to_tensor(biases, name="biases")


def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> Tensor:
    """`x` with a random part set to 0 and the rest scaled up so that the expected sum stays.

    Args:
      x: floating point tensor.
      keep_prob: probability of keeping an entry (the old way to say 1 - `rate`).
      noise_shape: shape of the random decisions, broadcast to `x`.
      seed: the op's seed.
      name: name scope of the nodes.
      rate: probability of dropping an entry, in [0, 1).

    Raises:
      ValueError: neither or both of `keep_prob` and `rate`, out of range, or `x` is not floating point.
    """
    try:
        dropped = None if keep_prob is None else 1.0 - keep_prob
    except TypeError:
        raise ValueError(f"keep_prob must be a floating point number or Tensor (got {keep_prob!r})") from None
    rate = renamed_argument("rate", rate, "keep_prob", dropped)
    if rate is None:
        raise ValueError("You must provide a rate to dropout.")
    return dropout_v2(x, rate, noise_shape=noise_shape, seed=seed, name=name)


def dropout_v2(x: Any, rate: Any, noise_shape: Any = None, seed: int | None = None, name: str | None = None) -> Tensor:
    """`dropout` by `rate`."""
    with name_scope(name, "dropout", [x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError(
                f"x has to be a floating point tensor since it's going to be scaled. Got a {x.dtype} tensor instead."
            )
        if isinstance(rate, numbers.Real):
            _check_rate(float(rate))
            if rate == 0:
                return x
        rate = convert(rate, x.dtype.base, "rate")
        rate.shape.assert_has_rank(0)
        if rate.op.type == "Const" and rate.op.attrs["value"] == 0:
            return x
        decisions = random_ops.random_uniform(_noise_shape(x, noise_shape), seed=seed, dtype=x.dtype.base)
        scale = 1 / (1 - rate)
        kept = decisions >= rate
        result = x * scale * math_ops.cast(kept, x.dtype.base)
        result.set_shape(x.shape)
        return result


def _check_rate(rate: float) -> None:
    if not 0 <= rate < 1:
        raise ValueError(f"rate must be a scalar tensor or a float in the range [0, 1), got {rate:g}")
    if rate > 0.5:
        logging.getLogger("tensorflow").warning(
            "Large dropout rate: %g (>0.5). In TensorFlow 2.x, dropout() uses dropout rate instead of keep_prob. "
            "Please ensure that this is intended.",
            rate,
        )


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    """The shape of the decisions: unknown entries of `noise_shape` are filled in from `x`."""
    if noise_shape is None:
        return array_ops.shape(x)
    try:
        wanted = shapes.as_raw(noise_shape)
    except (TypeError, ValueError):
        return noise_shape
    if x.dims is not None and wanted is not None and len(x.dims) == len(wanted):
        return shapes.TensorShape([d if w is None else w for w, d in zip(wanted, x.dims)])
    return noise_shape


def top_k(input: Any, k: Any = 1, sorted: bool = True, name: str | None = None) -> Any:
    """The `k` largest entries along the last dimension, as the named tuple (values, indices)."""
    return named_outputs("TopKV2", apply_op("TopKV2", input, k, name=name, sorted=sorted))


def nth_element(input: Any, n: Any, reverse: bool = False, name: str | None = None) -> Tensor:
    """The `n`-th smallest entry (from 0; `reverse`: largest) along the last dimension.

    Args:
      input: of rank 1 or more; its last dimension is larger than `n`.
      n: int32 scalar.

    Returns:
      A tensor of shape `input.shape[:-1]`; entries that are equal to it share its gradient.
    """
    return apply_op("NthElement", input, n, name=name, reverse=reverse)


def named_outputs(kind: str, outputs: list[Tensor]) -> Any:
    """Several outputs as the named tuple that TF1's wrapper of `kind` returns."""
    import collections

    names = [a.name for a in outputs[0].op.opdef.outputs]
    return collections.namedtuple(kind, names)(*outputs)


def in_top_k(predictions: Any, targets: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether each target class is among the `k` best predictions of its row."""
    with name_scope(name, "in_top_k"):
        return apply_op("InTopKV2", predictions, targets, k, name=name)


def l2_normalize(x: Any, axis: Any = None, epsilon: Any = 1e-12, name: str | None = None, dim: Any = None) -> Tensor:
    """`x` / sqrt(max(sum(x ** 2), epsilon)) along `axis` (`dim` is its old name)."""
    axis = renamed_argument("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        squares = math_ops.reduce_sum(math_ops.square(x), axis, keepdims=True)
        factor = math_ops.rsqrt(math_ops.maximum(squares, epsilon))
        return math_ops.multiply(x, factor, name=scope)


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The fraction of zeros in `value`, a float32 scalar."""
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        size = array_ops.size(value, out_type=dtypes.int64)
        nonzero = cond(
            size <= dtypes.int32.max,
            lambda: math_ops.cast(_count_nonzero(value, dtypes.int32), dtypes.int64),
            lambda: _count_nonzero(value, dtypes.int64),
        )
        with name_scope("counts_to_fraction"):
            zeros = math_ops.cast(size - nonzero, dtypes.float32)
            fraction = zeros / math_ops.cast(size, dtypes.float32)
        return array_ops.identity(fraction, "fraction")


def _count_nonzero(value: Tensor, dtype: Any) -> Tensor:
    with name_scope("count_nonzero", values=[value]):
        zero = array_ops.zeros([], dtype=value.dtype.base)
        return math_ops.reduce_sum(math_ops.cast(math_ops.not_equal(value, zero), dtype), name="nonzero_count")
