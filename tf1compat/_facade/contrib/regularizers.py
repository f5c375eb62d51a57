"""`tf.contrib.layers`: penalties on the size of weights."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import collections, math_elementwise, math_products, math_reductions, nn_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor

Regularizer = Callable[[Any], Any]


def l1_regularizer(scale: Any, scope: str | None = None) -> Callable[..., Any]:
    """A function of weights: `scale` times the sum of their absolute values; None for a scale of 0.

    Raises:
      ValueError: the scale is negative, or an integer.
    """
    if _is_off(scale, ""):
        return lambda _: None

    def l1(weights: Any, name: str | None = None) -> Tensor:
        with name_scope(scope, "l1_regularizer", [weights]) as name:
            factor = convert_to_tensor(scale, dtype=weights.dtype.base_dtype, name="scale")
            return math_elementwise.multiply(factor, math_reductions.reduce_sum(math_elementwise.abs(weights)), name)

    return l1


def l2_regularizer(scale: Any, scope: str | None = None) -> Regularizer:
    """A function of weights: `scale` times half the sum of their squares; None for a scale of 0.

    Raises:
      ValueError: the scale is negative, or an integer.
    """
    if _is_off(scale, "."):
        return lambda _: None

    def l2(weights: Any) -> Tensor:
        with name_scope(scope, "l2_regularizer", [weights]) as name:
            factor = convert_to_tensor(scale, dtype=weights.dtype.base_dtype, name="scale")
            return math_elementwise.multiply(factor, nn_ops.l2_loss(weights), name)

    return l2


def _is_off(scale: Any, end: str) -> bool:
    _check_not_integer(scale, "scale")
    if not isinstance(scale, numbers.Real):
        return False
    if scale < 0.0:
        raise ValueError(f"Setting a scale less than 0 on a regularizer: {scale:g}{end}")
    if scale == 0.0:
        tf_logging.info("Scale of 0 disables regularizer.")
    return scale == 0.0


def _check_not_integer(scale: Any, name: str) -> None:
    if isinstance(scale, numbers.Integral):
        raise ValueError(f"{name} cannot be an integer: {scale}")


def l1_l2_regularizer(scale_l1: Any = 1.0, scale_l2: Any = 1.0, scope: str | None = None) -> Any:
    """The sum of `l1_regularizer(scale_l1)` and `l2_regularizer(scale_l2)`.

    Raises:
      ValueError: a scale is negative, or an integer.
    """
    _check_not_integer(scale_l1, "scale_l1")
    _check_not_integer(scale_l2, "scale_l2")
    scope = scope or "l1_l2_regularizer"
    if scale_l1 == 0.0:
        return l2_regularizer(scale_l2, scope)
    if scale_l2 == 0.0:
        return l1_regularizer(scale_l1, scope)
    return sum_regularizer([l1_regularizer(scale_l1), l2_regularizer(scale_l2)], scope=scope)


def sum_regularizer(regularizer_list: Sequence[Regularizer | None], scope: str | None = None) -> Regularizer | None:
    """A function of weights: the sum of several penalties; None if there are none."""
    regularizers = [r for r in regularizer_list if r is not None]
    if not regularizers:
        return None

    def total(weights: Any) -> Any:
        with name_scope(scope, "sum_regularizer", [weights]) as name:
            penalties = [p for p in (r(weights) for r in regularizers) if p is not None]
            return math_products.add_n(penalties, name=name) if penalties else None

    return total


def apply_regularization(regularizer: Regularizer, weights_list: Sequence[Any] | None = None) -> Tensor:
    """The summed penalty of weights (default: the collection WEIGHTS), added to REGULARIZATION_LOSSES.

    Raises:
      ValueError: there are no weights, or a penalty is no scalar.
    """
    weights_list = weights_list or collections.get_collection(collections.GraphKeys.WEIGHTS)
    if not weights_list:
        raise ValueError("No weights to regularize.")
    with name_scope("get_regularization_penalty", values=weights_list) as scope:
        penalties = [regularizer(w) for w in weights_list]
        penalties = [constant(0.0) if p is None else p for p in penalties]
        for p in penalties:
            if p.get_shape().ndims != 0:
                rank = p.get_shape().ndims
                raise ValueError(f"regularizer must return a scalar Tensor instead of a Tensor with rank {rank}.")
        total = math_products.add_n(penalties, name=scope)
        collections.add_to_collection(collections.GraphKeys.REGULARIZATION_LOSSES, total)
        return total
