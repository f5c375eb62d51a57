"""`tf.contrib.opt`: gradients that are all zero, of a task that a batch has not, leave an optimizer's state alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade import array_ops, clip_ops, framework, math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._jaxcore.base import dtypes

_METHODS = ("_apply_dense", "_resource_apply_dense", "_apply_sparse", "_resource_apply_sparse")


class MultitaskOptimizerWrapper:
    """Makes `opt` skip variables whose gradient is all zero in a step; everything else is asked of `opt`.

    Raises:
      TypeError: `opt` is no `tf.train.Optimizer`.
    """

    def __init__(self, opt: Optimizer) -> None:
        if not isinstance(opt, Optimizer):
            raise TypeError("Supplied optimizer must be an instance of tf.train.Optimizer")
        self._opt = opt
        for name in _METHODS:
            setattr(opt, name, _unless_zero(getattr(opt, name)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._opt, name)


def _unless_zero(apply: Callable[..., Any]) -> Callable[..., Any]:
    def wrapped(grad: Any, *args: Any, **kwargs: Any) -> Any:
        def call() -> Any:
            with framework.control_dependencies([apply(grad, *args, **kwargs)]):
                return framework.no_op()

        return cond(_is_all_zeros(grad), framework.no_op, call)

    return wrapped


def _is_all_zeros(grad: Any) -> Tensor:
    return math_ops.equal(math_ops.count_nonzero(grad), 0)


def clip_gradients_by_global_norm(
    gradients_variables: Iterable[tuple[Any, Any]], clip_norm: Any = 20.0
) -> tuple[list[tuple[Any, Any]], Tensor]:
    """Clips pairs (gradient, variable) by their global norm; gradients that are all zero do not count.

    Returns:
      The clipped pairs, and the norm (a scalar).
    """
    pairs = list(gradients_variables)
    gradients = [g for g, _ in pairs]

    def counted(grad: Any) -> Any:
        if grad is None:
            return None
        zero = lambda: array_ops.zeros([], dtype=dtypes.as_dtype(grad.dtype))
        return cond(_is_all_zeros(grad), zero, lambda: grad)

    norm = clip_ops.global_norm([counted(g) for g in gradients])
    clipped, _ = clip_ops.clip_by_global_norm(gradients, clip_norm, use_norm=norm)
    return [(g, v) for g, (_, v) in zip(clipped, pairs)], norm
