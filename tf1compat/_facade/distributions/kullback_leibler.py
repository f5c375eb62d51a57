"""Divergences of Kullback and Leibler, registered for pairs of distributions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, context, logging_ops, math_ops
from tf1compat._facade.framework import control_dependencies, name_scope

_DIVERGENCES = context.DIVERGENCES  # TF's name for the registry


def _registered_kl(type_a: type, type_b: type) -> Callable[..., Any] | None:
    """The function for these kinds, or for the closest kinds that they derive from."""
    best: tuple[int, Callable[..., Any]] | None = None
    for i, a in enumerate(inspect.getmro(type_a)):
        for j, b in enumerate(inspect.getmro(type_b)):
            found = context.DIVERGENCES.get((a, b))
            if found is not None and (best is None or i + j < best[0]):
                best = i + j, found
    return None if best is None else best[1]


def kl_divergence(
    distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: str | None = None
) -> Any:
    """KL(a || b), elementwise over batches.

    Raises:
      NotImplementedError: nobody has registered a function for these kinds of distributions.
    """
    function = _registered_kl(type(distribution_a), type(distribution_b))
    if function is None:
        raise NotImplementedError(
            "No KL(distribution_a || distribution_b) registered for distribution_a type "
            f"{type(distribution_a).__name__} and distribution_b type {type(distribution_b).__name__}"
        )
    with name_scope("KullbackLeibler"):
        found = function(distribution_a, distribution_b, name=name)
        if allow_nan_stats:
            return found
        found = array_ops.identity(found, name="kl")
        text = (
            f"KL calculation between {distribution_a.name} and {distribution_b.name} returned NaN values (and was called "
            "with allow_nan_stats=False). Values:"
        )
        fine = math_ops.logical_not(math_ops.reduce_any(math_ops.is_nan(found)))
        with control_dependencies([logging_ops.Assert(fine, [text, found])]):
            return array_ops.identity(found, name="checked_kl")


def cross_entropy(ref: Any, other: Any, allow_nan_stats: bool = True, name: str | None = None) -> Any:
    """The entropy of `ref` plus its divergence from `other`."""
    with name_scope(name, "cross_entropy"):
        return ref.entropy() + kl_divergence(ref, other, allow_nan_stats=allow_nan_stats)


class RegisterKL:
    """`@RegisterKL(A, B)` registers a function (a, b, name=None) that gives KL(a || b)."""

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._key = (dist_cls_a, dist_cls_b)

    def __call__(self, kl_fn: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(kl_fn):
            raise TypeError(f"kl_fn must be callable, received: {kl_fn}")
        if self._key in context.DIVERGENCES:
            a, b = self._key
            known = context.DIVERGENCES[self._key]
            raise ValueError(f"KL({a.__name__} || {b.__name__}) has already been registered to: {known}")
        context.DIVERGENCES[self._key] = kl_fn
        return kl_fn
