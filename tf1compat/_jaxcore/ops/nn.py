"""Activations, softmax and its cross entropies, bias, top-k and local response normalisation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.ops import nn_refusals
from tf1compat._jaxcore.schema import checks, refusals, rows, shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

# Activations select between branches instead of taking a maximum: the derivative at a kink is then TF's (a maximum
# would give each side half), and NaN passes through. Branches that could overflow see a clamped argument.


def _full(like: Any, value: float) -> Any:
    from jax import lax

    return lax.full_like(like, value)


@op("Relu", "features: T -> activations: T", shape=shape_rules.unchanged, rows=rows.each)
def relu(features: Any) -> Any:
    """max(features, 0)."""
    from jax import lax

    zero = _full(features, 0)
    return lax.select(lax.lt(features, zero), zero, _killed_at_zero(features))


def _killed_at_zero(x: Any) -> Any:
    """`x`, without a derivative where it is zero (TF1: relu(-0.0) is -0.0, its gradient 0)."""
    from jax import lax

    return lax.select(lax.eq(x, _full(x, 0)), lax.stop_gradient(x), x)


@op("Relu6", "features: T -> activations: T", shape=shape_rules.unchanged, rows=rows.each)
def relu6(features: Any) -> Any:
    """min(max(features, 0), 6)."""
    from jax import lax

    six = _full(features, 6)
    return lax.select(lax.ge(features, six), six, relu(features))


@op("Elu", "features: T -> activations: T", shape=shape_rules.unchanged, rows=rows.each)
def elu(features: Any) -> Any:
    """features where positive, else exp(features) - 1."""
    return _exponential_below_zero(features, 1.0, 1.0)


_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_SCALE_ALPHA = 1.7580993408473768599402175208123


@op("Selu", "features: T -> activations: T", shape=shape_rules.unchanged, rows=rows.each)
def selu(features: Any) -> Any:
    """Scaled exponential linear unit (Klambauer et al. 2017)."""
    return _exponential_below_zero(features, _SELU_SCALE, _SELU_SCALE_ALPHA)


def _exponential_below_zero(x: Any, above: float, below: float) -> Any:
    from jax import lax

    zero = _full(x, 0)
    negative = lax.lt(x, zero)
    clamped = lax.select(negative, x, zero)
    # TF1: exp(x) - 1, not expm1: for tiny x the digits that the subtraction loses are lost here too
    falling = lax.sub(lax.exp(clamped), _full(x, 1))
    if above == below == 1.0:
        return lax.select(negative, falling, x)
    return lax.select(negative, lax.mul(falling, _full(x, below)), lax.mul(x, _full(x, above)))


@op(
    "LeakyRelu",
    "features: T -> activations: T",
    shape=shape_rules.unchanged,
    types={"T": dtypes.float32},
    rows=rows.each,
)
def leaky_relu(features: Any, *, alpha: float = float(np.float32(0.2))) -> Any:
    """features where positive, else alpha * features."""
    from jax import lax

    return lax.select(lax.gt(features, _full(features, 0)), features, lax.mul(features, _full(features, alpha)))


@op("Softplus", "features: T -> activations: T", shape=shape_rules.unchanged, rows=rows.each)
def softplus(features: Any) -> Any:
    """log(exp(features) + 1); beyond the precision of the type the linear and the exponential asymptote."""
    from jax import lax

    threshold = math.log(_epsilon(features)) + 2.0
    low, high = _full(features, threshold), _full(features, -threshold)
    large = lax.gt(features, high)
    growth = lax.exp(lax.select(large, high, features))
    return lax.select(large, features, lax.select(lax.lt(features, low), growth, lax.log1p(growth)))


def _epsilon(x: Any) -> float:
    import jax.numpy as jnp

    return float(jnp.finfo(x.dtype).eps)


@op("Softsign", "features: T -> activations: T", shape=shape_rules.unchanged, rows=rows.each)
def softsign(features: Any) -> Any:
    """features / (|features| + 1)."""
    from jax import lax

    return lax.div(features, lax.add(lax.abs(features), _full(features, 1)))


def _at_least_vector(x: Any) -> Any:
    shape = x.shape(0)
    if shape is not None and not shape:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    return (shape,)


_NO_ROW = refusals.at_least(1, "logits must have >= 1 dimension, got ")


@op("Softmax", "logits: T -> softmax: T", shape=_at_least_vector, refusal=_NO_ROW)
def softmax(logits: Any) -> Any:
    """exp(logits) normalised to sum 1 along the last dimension."""
    from jax import lax

    weights = lax.exp(_shifted(logits))
    return lax.div(weights, _spread(_row_sum(weights), logits))


@op("LogSoftmax", "logits: T -> logsoftmax: T", shape=_at_least_vector, refusal=_NO_ROW)
def log_softmax(logits: Any) -> Any:
    """logits - log(sum(exp(logits))) along the last dimension."""
    from jax import lax

    shifted = _shifted(logits)
    return lax.sub(shifted, _spread(lax.log(_row_sum(lax.exp(shifted))), logits))


def _shifted(logits: Any) -> Any:
    """logits minus the largest of each row, which cancels in every use and is no part of the derivative."""
    from jax import lax

    top = lax.stop_gradient(lax.reduce_max(logits, axes=(np.ndim(logits) - 1,)))
    return lax.sub(logits, _spread(top, logits))


def _row_sum(x: Any) -> Any:
    from jax import lax

    return lax.reduce_sum(x, axes=(np.ndim(x) - 1,))


def _spread(rows: Any, like: Any) -> Any:
    """One value per row, repeated along the last dimension of `like`."""
    from jax import lax

    return lax.broadcast_in_dim(rows, np.shape(like), tuple(range(np.ndim(like) - 1)))


def _cross_entropy_shape(x: Any) -> Any:
    from tf1compat._jaxcore.base import shapes

    merged = shapes.broadcast(x.shape(0), x.shape(1))
    merged = shape_rules.with_rank(merged, 2)
    return (merged[:1], merged)


def _cross_entropy_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    """TF's rule: the loss pulls `backprop` back to the features (even where labels do not sum to 1)."""
    from jax import lax

    features, labels = inputs
    d_loss, d_backprop = cotangents
    log_p = log_softmax(features)
    d_features = d_labels = None
    if d_loss is not None:
        d_features = lax.mul(_spread(d_loss, features), outputs[1])
        d_labels = lax.neg(lax.mul(_spread(d_loss, features), log_p))
    if d_backprop is not None:
        p = lax.exp(log_p)
        second = lax.mul(lax.sub(d_backprop, _spread(_row_sum(lax.mul(d_backprop, p)), p)), p)
        d_features = second if d_features is None else lax.add(d_features, second)
    return [d_features, d_labels]


@op(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T -> loss: T, backprop: T",
    shape=_cross_entropy_shape,
    grad=_cross_entropy_grad,
    refusal=nn_refusals.cross_entropy,
)
def softmax_cross_entropy_with_logits(features: Any, labels: Any) -> Any:
    """Per row -sum(labels * log_softmax(features)), and its derivative softmax(features) - labels."""
    from jax import lax

    if np.shape(features) != np.shape(labels):
        import jax.numpy as jnp

        features, labels = jnp.broadcast_arrays(features, labels)
    log_p = log_softmax(features)
    loss = lax.neg(_row_sum(lax.mul(labels, log_p)))
    return loss, lax.sub(lax.exp(log_p), labels)


def _sparse_cross_entropy_shape(x: Any) -> Any:
    features, labels = shape_rules.with_rank(x.shape(0), 2), shape_rules.with_rank(x.shape(1), 1)
    batch = shape_rules.same_dim(features[0], labels[0])
    return ((batch,), (batch, features[1]))


def _sparse_cross_entropy_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    from jax import lax

    # TF1: what arrives at `backprop` is dropped
    d_loss = cotangents[0]
    return [None if d_loss is None else lax.mul(_spread(d_loss, outputs[1]), outputs[1]), None]


@op(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels -> loss: T, backprop: T",
    shape=_sparse_cross_entropy_shape,
    grad=_sparse_cross_entropy_grad,
    check=lambda features, labels: checks.labels(labels, np.shape(features)[1]),
    types={"Tlabels": dtypes.int64},
    refusal=nn_refusals.sparse_cross_entropy,
)
def sparse_softmax_cross_entropy_with_logits(features: Any, labels: Any) -> Any:
    """The cross entropy with class indices for labels; NaN behind a failed check of the labels."""
    from jax import lax

    if np.ndim(labels) != 1:
        text = f"labels must be 1-D, but got shape {list(np.shape(labels))}"
        raise errors.InvalidArgumentError(None, None, text)
    shape = np.shape(features)
    log_p = log_softmax(features)
    classes = lax.broadcasted_iota(labels.dtype, shape, 1)
    hit = lax.eq(classes, _spread(labels, features))
    picked = _row_sum(lax.select(hit, log_p, _full(log_p, 0)))
    inside = lax.bitwise_and(lax.ge(labels, _full(labels, 0)), lax.lt(labels, _full(labels, shape[1])))
    loss = lax.select(inside, lax.neg(picked), _full(picked, math.nan))
    p = lax.exp(log_p)
    backprop = lax.sub(p, lax.convert_element_type(hit, p.dtype))
    return loss, lax.select(_spread(inside, features), backprop, _full(p, math.nan))


def _bias_shape(x: Any) -> Any:
    least = 3 if x.attrs.get("data_format") == b"NCHW" else 2
    shape = x.shape(0)
    if shape is not None and len(shape) < least:
        raise ShapeError(f"Shape must be at least rank {least} but is rank {len(shape)}")
    return shape_rules.bias_add(x)


@op("BiasAdd", "value: T, bias: T -> output: T", shape=_bias_shape, refusal=nn_refusals.bias)
def bias_add(value: Any, bias: Any, *, data_format: bytes = b"NHWC") -> Any:
    """value plus a vector along the channels: the last dimension, or dimension 1 for NCHW."""
    from jax import lax

    axis = 1 if data_format == b"NCHW" else np.ndim(value) - 1
    return lax.add(value, lax.broadcast_in_dim(bias, np.shape(value), (axis,)))


@op("BiasAddV1", "value: T, bias: T -> output: T", shape=_bias_shape)
def bias_add_v1(value: Any, bias: Any) -> Any:
    """value plus a vector along the last dimension."""
    return bias_add(value, bias)


def _in_top_k_shape(x: Any) -> Any:
    predictions, targets = shape_rules.with_rank(x.shape(0), 2), shape_rules.with_rank(x.shape(1), 1)
    return ((shape_rules.same_dim(predictions[0], targets[0]),),)


@op(
    "InTopKV2",
    "predictions: float32, targets: T, k: T -> precision: bool",
    shape=_in_top_k_shape,
    grad="none",
    types={"T": dtypes.int32},
    refusal=nn_refusals.in_top_k,
)
def in_top_k_v2(predictions: Any, targets: Any, k: Any) -> Any:
    """Whether fewer than `k` classes are predicted above the target's; False where anything decisive is not finite."""
    import jax.numpy as jnp

    classes = predictions.shape[1]
    valid = (targets >= 0) & (targets < classes)
    chosen = jnp.take_along_axis(predictions, jnp.clip(targets, 0, classes - 1)[:, None], axis=1)
    better = jnp.sum(predictions > chosen, axis=1)
    return valid & jnp.all(jnp.isfinite(predictions), axis=1) & (better < k)


@op(
    "InTopK",
    "predictions: float32, targets: T -> precision: bool",
    shape=_in_top_k_shape,
    grad="none",
    types={"T": dtypes.int32},
    refusal=nn_refusals.in_top_k,
)
def in_top_k(predictions: Any, targets: Any, *, k: int = REQUIRED) -> Any:
    """`InTopKV2` with a fixed `k`."""
    return in_top_k_v2(predictions, targets, k)


def _top_k_shape(x: Any) -> Any:
    shape = x.shape(0)
    k = x.value(1)
    if shape is None:
        return (None, None)
    if not shape:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    if k is not None and shape[-1] is not None and shape[-1] < int(k):
        raise ShapeError(f"input must have last dimension >= k = {int(k)} but is {shape[-1]}")
    out = (*shape[:-1], None if k is None else int(k))
    return (out, out)


@op("TopKV2", "input: T, k: int32 -> values: T, indices: int32", static="k", shape=_top_k_shape,
    refusal=nn_refusals.top_k)  # fmt: skip
def top_k_v2(input: Any, k: Any, *, sorted: bool = True) -> Any:
    """The `k` largest entries along the last dimension and where they stand; of equals the first comes first.

    They come in descending order whether or not `sorted` asks for it.
    """
    from jax import lax

    values, indices = lax.top_k(input, int(k))
    return values, lax.convert_element_type(indices, np.int32)


def _nth_shape(x: Any) -> Any:
    n, shape = x.value(1), x.shape(0)
    if x.shape(1):
        raise ShapeError(f"Input must be scalar but has rank {len(x.shape(1))}")
    if n is not None and int(n) < 0:
        raise ShapeError(f"Dimension size, given by scalar input 1, must be non-negative but is {int(n)}")
    if shape is None:
        return (None,)
    if not shape:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    if n is not None and shape[-1] is not None and shape[-1] <= int(n):
        raise ShapeError(f"Input must have last dimension > n = {int(n)} but is {shape[-1]}")
    return (shape[:-1],)


def _nth_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    """TF1: equal elements share the gradient."""
    import jax.numpy as jnp

    x, same = inputs[0], jnp.equal(outputs[0][..., None], inputs[0])
    share = same.astype(x.dtype)
    return [share / jnp.sum(share, axis=-1, keepdims=True) * cotangents[0][..., None], None]


@op("NthElement", "input: T, n: int32 -> values: T", static="n", shape=_nth_shape, grad=_nth_grad,
    refusal=nn_refusals.nth_element)  # fmt: skip
def nth_element(input: Any, n: Any, *, reverse: bool = False) -> Any:
    """The entry that stands at place `n` once the last dimension is in ascending (`reverse`: descending) order."""
    from jax import lax

    if np.ndim(n) or int(n) < 0:
        raise IndexError(f"n={n}")
    place, columns = int(n), np.shape(input)[-1]
    ordered = lax.sort(input, dimension=-1)
    return lax.index_in_dim(ordered, columns - 1 - place if reverse else place, axis=-1, keepdims=False)


def _image_shape(x: Any) -> Any:
    return (shape_rules.with_rank(x.shape(0), 4),)


@op("LRN", "input: T -> output: T", shape=_image_shape, types={"T": dtypes.float32})
def lrn(input: Any, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5) -> Any:
    """input / (bias + alpha * sum of squares over 2 * depth_radius + 1 neighbouring channels) ** beta."""
    from jax import lax

    if np.ndim(input) != 4:
        raise errors.InvalidArgumentError(None, None, "in must be 4-dimensional")
    window = (1,) * (np.ndim(input) - 1) + (2 * depth_radius + 1,)
    around = ((0, 0),) * (np.ndim(input) - 1) + ((depth_radius, depth_radius),)
    zero = np.zeros((), input.dtype)
    squares = lax.reduce_window(lax.mul(input, input), zero, lax.add, window, (1,) * np.ndim(input), around)
    scale = lax.add(lax.mul(squares, _full(squares, alpha)), _full(squares, bias))
    return lax.mul(input, lax.pow(scale, _full(scale, -beta)))


@op("L2Loss", "t: T -> output: T", shape=shape_rules.scalar)
def l2_loss(t: Any) -> Any:
    """Half the sum of squares."""
    from jax import lax

    total = lax.reduce_sum(lax.mul(t, t), axes=tuple(range(np.ndim(t))))
    return lax.mul(total, _full(total, 0.5))
