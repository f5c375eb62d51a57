"""Mathematics under TensorFlow 2's signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.confusion_matrix import confusion_matrix as v1_confusion_matrix
from tf1compat._facade.linalg_ops import norm as v1_norm
from tf1compat._facade.math_products import scalar_mul as v1_scalar_mul
from tf1compat._facade.math_reductions import argmax as v1_argmax
from tf1compat._facade.math_reductions import argmin as v1_argmin
from tf1compat._facade.math_reductions import bincount as v1_bincount
from tf1compat._facade.math_reductions import count_nonzero as v1_count_nonzero
from tf1compat._facade.math_reductions import reduce_all as v1_reduce_all
from tf1compat._facade.math_reductions import reduce_any as v1_reduce_any
from tf1compat._facade.math_reductions import reduce_logsumexp as v1_reduce_logsumexp
from tf1compat._facade.math_reductions import reduce_max as v1_reduce_max
from tf1compat._facade.math_reductions import reduce_mean as v1_reduce_mean
from tf1compat._facade.math_reductions import reduce_min as v1_reduce_min
from tf1compat._facade.math_reductions import reduce_prod as v1_reduce_prod
from tf1compat._facade.math_reductions import reduce_sum as v1_reduce_sum
from tf1compat._facade.nn_ops import in_top_k as v1_nn__in_top_k
from tf1compat._facade.nn_ops import l2_normalize as v1_nn__l2_normalize
from tf1compat._facade.nn_ops import log_softmax as v1_nn__log_softmax
from tf1compat._facade.nn_ops import softmax as v1_nn__softmax
from tf1compat._jaxcore.base import dtypes


def _reduction(v1: Callable[..., Any]) -> Callable[..., Any]:
    def reduce(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
        return v1(input_tensor, axis=axis, keepdims=keepdims, name=name)

    reduce.__name__ = reduce.__qualname__ = v1.__name__
    reduce.__doc__ = v1.__doc__
    return reduce


def argmax(input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None) -> Any:
    """The index of the largest entry along an axis, 0 by default."""
    return v1_argmax(input, axis=0 if axis is None else axis, output_type=output_type, name=name)


def argmin(input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None) -> Any:
    """The index of the smallest entry along an axis, 0 by default."""
    return v1_argmin(input, axis=0 if axis is None else axis, output_type=output_type, name=name)


def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Any:
    """How often each of 0, 1, … occurs, or the sum of its weights."""
    from tf1compat._facade.framework import name_scope

    with name_scope(name or "bincount"):
        return v1_bincount(arr, weights, minlength, maxlength, dtype)


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Any:
    """How often each label (row) is predicted as each class (column)."""
    return v1_confusion_matrix(labels, predictions, num_classes, dtype=dtype, name=name, weights=weights)


def count_nonzero(
    input: Any, axis: Any = None, keepdims: Any = None, dtype: Any = dtypes.int64, name: str | None = None
) -> Any:
    """How many entries are not zero."""
    return v1_count_nonzero(input, axis=axis, keepdims=bool(keepdims), dtype=dtype, name=name)


def in_top_k(targets: Any, predictions: Any, k: Any, name: str | None = None) -> Any:
    """Whether each target is among the `k` largest predictions."""
    return v1_nn__in_top_k(predictions, targets, k, name)


def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None) -> Any:
    """`x` scaled to length 1 along the axes."""
    return v1_nn__l2_normalize(x, axis=axis, epsilon=epsilon, name=name)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None) -> Any:
    """Logarithms of the softmax along an axis, the last by default."""
    return v1_nn__log_softmax(logits, axis=-1 if axis is None else axis, name=name)


def softmax(logits: Any, axis: Any = None, name: str | None = None) -> Any:
    """Probabilities along an axis, the last by default."""
    return v1_nn__softmax(logits, axis=-1 if axis is None else axis, name=name)


def norm(tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: Any = None, name: str | None = None) -> Any:
    """The norm of vectors or matrices."""
    return v1_norm(tensor, ord=ord, axis=axis, keepdims=bool(keepdims), name=name)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """A scalar times a tensor or IndexedSlices."""
    if name is None:
        return v1_scalar_mul(scalar, x)
    return v1_scalar_mul(scalar, x, name)


_REDUCTIONS = {
    v1.__name__: _reduction(v1)
    for v1 in (
        v1_reduce_all,
        v1_reduce_any,
        v1_reduce_logsumexp,
        v1_reduce_max,
        v1_reduce_mean,
        v1_reduce_min,
        v1_reduce_prod,
        v1_reduce_sum,
    )
}
NAMES: dict[str, Any] = {
    **_REDUCTIONS,
    **{f"math.{name}": function for name, function in _REDUCTIONS.items()},
    "argmax": argmax,
    "argmin": argmin,
    "linalg.l2_normalize": l2_normalize,
    "linalg.norm": norm,
    "math.argmax": argmax,
    "math.argmin": argmin,
    "math.bincount": bincount,
    "math.confusion_matrix": confusion_matrix,
    "math.count_nonzero": count_nonzero,
    "math.in_top_k": in_top_k,
    "math.l2_normalize": l2_normalize,
    "math.log_softmax": log_softmax,
    "math.scalar_mul": scalar_mul,
    "math.softmax": softmax,
    "nn.in_top_k": in_top_k,
    "nn.l2_normalize": l2_normalize,
    "nn.log_softmax": log_softmax,
    "nn.softmax": softmax,
    "norm": norm,
    "scalar_mul": scalar_mul,
}
