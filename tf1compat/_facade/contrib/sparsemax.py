"""`tf.contrib.sparsemax`: a softmax whose small probabilities are zero, and its loss (Martins and Astudillo 2016)."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, math_ops
from tf1compat._facade.array_index import gather_nd, where
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.nn_ops import top_k
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def sparsemax(logits: Any, name: str | None = None) -> Tensor:
    """The point of the probability simplex nearest to each row of `logits`.

    Args:
      logits: floats [batch, classes].
      name: name scope.
    """
    with name_scope(name, "sparsemax", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        rows, classes = array_ops.shape(logits)[0], array_ops.shape(logits)[1]
        ordered, _ = top_k(logits, k=classes)
        sums = math_ops.cumsum(ordered, axis=1)
        k = math_ops.range(1, math_ops.cast(classes, logits.dtype) + 1, dtype=logits.dtype)
        inside = 1 + k * ordered > sums
        support = math_ops.reduce_sum(math_ops.cast(inside, dtypes.int32), axis=1)
        # infinite rows have no support; their result is NaN, as that of a softmax
        last = math_ops.maximum(support, 1) - 1
        total = gather_nd(sums, array_ops.stack([math_ops.range(0, rows), last], axis=1))
        threshold = (total - 1) / math_ops.cast(support, logits.dtype)
        p = math_ops.maximum(math_ops.cast(0, logits.dtype), logits - threshold[:, None])
        invalid = math_ops.logical_or(math_ops.equal(support, 0), math_ops.is_nan(sums[:, -1]))
        nan = array_creation.fill([rows, classes], math_ops.cast(float("nan"), logits.dtype))
        return where(invalid, nan, p)


def sparsemax_loss(logits: Any, sparsemax: Any, labels: Any, name: str | None = None) -> Tensor:
    """The loss whose gradient is `sparsemax - labels`, one number for each row.

    Args:
      logits: floats [batch, classes].
      sparsemax: `sparsemax(logits)`.
      labels: probabilities of the classes.
      name: name scope.
    """
    with name_scope(name, "sparsemax_loss", [logits, sparsemax, labels]):
        logits = convert_to_tensor(logits, name="logits")
        sparsemax = convert_to_tensor(sparsemax, name="sparsemax")
        labels = convert_to_tensor(labels, name="labels")
        supported = math_ops.logical_or(sparsemax > 0, math_ops.is_nan(sparsemax))
        own = where(supported, sparsemax * (logits - 0.5 * sparsemax), array_creation.zeros_like(sparsemax))
        theirs = labels * (0.5 * labels - logits)
        no_cost = math_ops.logical_and(math_ops.equal(labels, 0), math_ops.is_inf(logits))
        theirs = where(no_cost, array_creation.zeros_like(logits), theirs)
        return math_ops.reduce_sum(own + theirs, axis=1)
