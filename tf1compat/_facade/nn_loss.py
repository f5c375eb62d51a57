"""`tf.nn`: cross entropies of logits."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade import array_ops, math_ops, nn_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.context import get_default_graph
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_V2_ADVICE = """
Future major versions of TensorFlow will allow gradients to flow
into the labels input on backprop by default.

See `tf.nn.softmax_cross_entropy_with_logits_v2`.
"""


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: Any = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """The cross entropy between rows of `labels` (probabilities) and softmax(logits), along `axis`.

    Args:
      labels: probabilities of each class, of the shape of `logits`; gradients flow into them.
      logits: unscaled log probabilities.
      axis: the dimension of the classes (the last one by default; `dim` is its old name).
      name: name of the node.

    Returns:
      A tensor of the shape of `logits` without `axis`.
    """
    axis = renamed_argument("axis", axis, "dim", dim)
    axis = -1 if axis is None else axis
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits, labels = convert_to_tensor(logits, name="logits"), convert_to_tensor(labels, name="labels")
        half = logits.dtype.base in (dtypes.float16, dtypes.bfloat16)
        precise = math_ops.cast(logits, dtypes.float32) if half else logits
        labels = math_ops.cast(labels, precise.dtype.base)
        rank = array_ops.rank(precise)
        if axis != -1:
            precise, labels = _moved_to_end(precise, axis, rank), _moved_to_end(labels, axis, rank)
        shape = array_ops.shape(precise)
        precise, labels = _flat_rows(precise), _flat_rows(labels)
        cost = apply_op("SoftmaxCrossEntropyWithLogits", precise, labels, name=scope)[0]
        cost = array_ops.reshape(cost, array_ops.slice(shape, [0], [math_ops.subtract(rank, 1)]))
        if logits.dims is not None:
            static = list(logits.dims)
            del static[axis]
            cost.set_shape(static)
        return math_ops.cast(cost, logits.dtype.base) if half else cost


def _moved_to_end(x: Tensor, axis: Any, rank: Tensor) -> Tensor:
    order = array_ops.concat([math_ops.range(axis), math_ops.range(axis + 1, rank), [axis]], 0)
    return array_ops.transpose(x, order)


def _flat_rows(x: Tensor) -> Tensor:
    """`x` as a matrix: all dimensions but the last become one."""
    rank = array_ops.rank(x)
    last = array_ops.slice(array_ops.shape(x), [math_ops.subtract(rank, 1)], [1])
    rows = array_ops.reshape(x, array_ops.concat([[-1], last], 0))
    if x.dims is not None and None not in x.dims[:-1]:
        rows.set_shape([math.prod(d for d in x.dims[:-1] if d is not None), x.dims[-1]])
    return rows


@deprecated(None, _V2_ADVICE, "tensorflow.python.ops.nn_ops")
def softmax_cross_entropy_with_logits(
    _sentinel: Any = None,
    labels: Any = None,
    logits: Any = None,
    dim: Any = -1,
    name: str | None = None,
    axis: Any = None,
) -> Tensor:
    """`softmax_cross_entropy_with_logits_v2` without gradients into the labels; named arguments only."""
    dim = dim if axis is None else axis
    _check_arguments("softmax_cross_entropy_with_logits", _sentinel, labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        labels = array_ops.stop_gradient(labels, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, axis=dim, name=scope)


def _check_arguments(function: str, sentinel: Any, labels: Any, logits: Any) -> None:
    if sentinel is not None:
        raise ValueError(f"Only call `{function}` with named arguments (labels=..., logits=..., ...)")
    if labels is None or logits is None:
        raise ValueError("Both labels and logits must be provided.")


def sparse_softmax_cross_entropy_with_logits(
    _sentinel: Any = None, labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """The cross entropy between class indices `labels` and softmax(logits); named arguments only.

    Args:
      labels: int32 or int64 class indices, of the shape of `logits` without its last dimension.
      logits: unscaled log probabilities [..., classes].
      name: name of the node.

    Raises:
      ValueError: shapes do not fit together.
    """
    _check_arguments("sparse_softmax_cross_entropy_with_logits", _sentinel, labels, logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        half = logits.dtype.base is dtypes.float16
        precise = math_ops.cast(logits, dtypes.float32) if half else logits
        labels_shape = array_ops.shape(labels)
        known = _check_sparse_shapes(labels, logits)
        if logits.dims is not None and len(logits.dims) == 2:
            cost = apply_op("SparseSoftmaxCrossEntropyWithLogits", precise, labels, name=name)[0]
            return math_ops.cast(cost, dtypes.float16) if half else cost
        checks = [] if known else [_equal_shapes(labels, logits)]
        with get_default_graph().control_dependencies(checks):
            classes = array_ops.shape(logits)[array_ops.rank(logits) - 1]
            rows = array_ops.reshape(precise, [-1, classes])
            flat = array_ops.reshape(labels, [-1])
            cost = apply_op("SparseSoftmaxCrossEntropyWithLogits", rows, flat, name=name)[0]
            cost = array_ops.reshape(cost, labels_shape)
            cost.set_shape(labels.shape)
            return math_ops.cast(cost, dtypes.float16) if half else cost


def _equal_shapes(labels: Tensor, logits: Tensor) -> Any:
    from tf1compat._facade import check_ops

    return check_ops.assert_equal(array_ops.shape(labels), array_ops.shape(logits)[:-1])


def _check_sparse_shapes(labels: Tensor, logits: Tensor) -> bool:
    """Raise for shapes that cannot fit; True if they are fully known (up to the number of classes)."""
    label_dims, dims = labels.dims, logits.dims
    if dims is not None and not dims:
        raise ValueError(f"Logits cannot be scalars - received shape {logits.shape}.")
    if dims is not None and label_dims is not None and len(label_dims) != len(dims) - 1:
        raise ValueError(
            f"Rank mismatch: Rank of labels (received {len(label_dims)}) should equal rank of logits minus 1 (received "
            f"{len(dims)})."
        )
    known = label_dims is not None and dims is not None and None not in label_dims and None not in dims[:-1]
    if known and dims is not None and label_dims != dims[:-1]:
        raise ValueError(
            f"Shape mismatch: The shape of labels (received {labels.shape}) should equal the shape of logits except "
            f"for the last dimension (received {logits.shape})."
        )
    return known


def sigmoid_cross_entropy_with_logits(
    _sentinel: Any = None, labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """The cross entropy between `labels` and sigmoid(logits), element by element; named arguments only.

    Computed as max(x, 0) - x * z + log(1 + exp(-|x|)) for logits x and labels z, which cannot overflow.
    """
    _check_arguments("sigmoid_cross_entropy_with_logits", _sentinel, labels, logits)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits, labels = _same_shaped(logits, labels)
        zeros = array_ops.zeros_like(logits, dtype=logits.dtype.base)
        positive = logits >= zeros
        relu_logits = array_ops.where(positive, logits, zeros)
        negative_abs = array_ops.where(positive, -logits, logits)
        linear = relu_logits - logits * labels
        return math_ops.add(linear, math_ops.log1p(math_ops.exp(negative_abs)), name=scope)


def _same_shaped(logits: Any, labels: Any) -> tuple[Tensor, Tensor]:
    logits = convert_to_tensor(logits, name="logits")
    labels = convert_to_tensor(labels, name="labels")
    try:
        labels.shape.merge_with(logits.shape)
    except ValueError:
        raise ValueError(f"logits and labels must have the same shape ({logits.shape} vs {labels.shape})") from None
    return logits, labels


def weighted_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, pos_weight: Any = None, name: str | None = None, targets: Any = None
) -> Tensor:
    """`sigmoid_cross_entropy_with_logits` with the positive term multiplied by `pos_weight`."""
    labels = renamed_argument("labels", labels, "targets", targets)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits, labels = _same_shaped(logits, labels)
        weight = 1 + (pos_weight - 1) * labels
        linear = (1 - labels) * logits
        decay = math_ops.log1p(math_ops.exp(-math_ops.abs(logits)))
        return math_ops.add(linear, weight * (decay + nn_ops.relu(-logits)), name=scope)


def log_poisson_loss(targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None) -> Tensor:
    """The Poisson loss exp(c) - z * c of the log of the rate, c, and counts z; with Stirling's term if asked for."""
    with name_scope(name, "log_poisson_loss", [log_input, targets]):
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, name="targets")
        try:
            targets.shape.merge_with(log_input.shape)
        except ValueError:
            raise ValueError(
                f"log_input and targets must have the same shape ({log_input.shape} vs {targets.shape})"
            ) from None
        result = math_ops.exp(log_input) - log_input * targets
        if compute_full_loss:
            result += _stirling(targets)
        return result


def _stirling(targets: Tensor) -> Tensor:
    """Stirling's approximation of log(targets!), 0 for targets of [0, 1]."""
    dtype = targets.dtype.base
    half = constant(0.5, dtype=dtype)
    two_pi = constant(2 * math.pi, dtype=dtype)
    entropy = targets * math_ops.log(targets)
    approximation = entropy - targets + half * math_ops.log(two_pi * targets)
    zeros, ones = array_ops.zeros_like(targets, dtype=dtype), array_ops.ones_like(targets, dtype=dtype)
    small = math_ops.logical_and(targets >= zeros, targets <= ones)
    return array_ops.where(small, zeros, approximation)
