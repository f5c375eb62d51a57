"""The update rules on some rows of a variable: gradients of embeddings.

Each is the dense rule applied to the rows that `indices` choose. Indices must not repeat (the optimizers sum the
gradients of repeated ones first); rows that are not chosen, slots included, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jax import lax

from tf1compat._jaxcore.ops import training
from tf1compat._jaxcore.ops.scatter import put_rows, take_rows
from tf1compat._jaxcore.ops.training import update


def _on_rows(rule: Callable[..., Any], indices: Any, *variables: Any) -> Any:
    """New values of `variables`: `rule` of their chosen rows, put back."""
    rows = rule(*(take_rows(v, indices) for v in variables))
    rows = rows if isinstance(rows, tuple) else (rows,)
    return tuple(put_rows(lax.scatter, v, indices, r) for v, r in zip(variables, rows))


@update("Momentum", "var accum", prefix="SparseApply")
def sparse_apply_momentum(
    var: Any, accum: Any, lr: Any, grad: Any, indices: Any, momentum: Any, *, use_nesterov: bool = False
) -> Any:
    """Momentum on rows."""
    return _on_rows(
        lambda v, a: training.apply_momentum(v, a, lr, grad, momentum, use_nesterov=use_nesterov), indices, var, accum
    )


@update("KerasMomentum", "var accum", ref=False, prefix="SparseApply")
def sparse_apply_keras_momentum(
    var: Any, accum: Any, lr: Any, grad: Any, indices: Any, momentum: Any, *, use_nesterov: bool = False
) -> Any:
    """KerasMomentum on rows."""

    def rule(v: Any, a: Any) -> Any:
        return training.apply_keras_momentum(v, a, lr, grad, momentum, use_nesterov=use_nesterov)

    return _on_rows(rule, indices, var, accum)


@update("Adagrad", "var accum", prefix="SparseApply")
def sparse_apply_adagrad(var: Any, accum: Any, lr: Any, grad: Any, indices: Any, *, update_slots: bool = True) -> Any:
    """Adagrad on rows."""
    return _on_rows(lambda v, a: training.apply_adagrad(v, a, lr, grad, update_slots=update_slots), indices, var, accum)


@update("AdagradV2", "var accum", prefix="SparseApply")
def sparse_apply_adagrad_v2(
    var: Any, accum: Any, lr: Any, epsilon: Any, grad: Any, indices: Any, *, update_slots: bool = True
) -> Any:
    """AdagradV2 on rows."""

    def rule(v: Any, a: Any) -> Any:
        return training.apply_adagrad_v2(v, a, lr, epsilon, grad, update_slots=update_slots)

    return _on_rows(rule, indices, var, accum)


@update("Adadelta", "var accum accum_update", prefix="SparseApply")
def sparse_apply_adadelta(
    var: Any, accum: Any, accum_update: Any, lr: Any, rho: Any, epsilon: Any, grad: Any, indices: Any
) -> Any:
    """Adadelta on rows."""
    return _on_rows(
        lambda v, a, u: training.apply_adadelta(v, a, u, lr, rho, epsilon, grad), indices, var, accum, accum_update
    )


@update("RMSProp", "var ms mom", prefix="SparseApply")
def sparse_apply_rms_prop(
    var: Any, ms: Any, mom: Any, lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Any, indices: Any
) -> Any:
    """RMSProp on rows."""
    return _on_rows(
        lambda v, s, m: training.apply_rms_prop(v, s, m, lr, rho, momentum, epsilon, grad), indices, var, ms, mom
    )


@update("CenteredRMSProp", "var mg ms mom", prefix="SparseApply")
def sparse_apply_centered_rms_prop(
    var: Any, mg: Any, ms: Any, mom: Any, lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Any, indices: Any
) -> Any:
    """CenteredRMSProp on rows."""

    def rule(v: Any, g: Any, s: Any, m: Any) -> Any:
        return training.apply_centered_rms_prop(v, g, s, m, lr, rho, momentum, epsilon, grad)

    return _on_rows(rule, indices, var, mg, ms, mom)


@update("ProximalGradientDescent", "var", prefix="SparseApply")
def sparse_apply_proximal_gradient_descent(var: Any, alpha: Any, l1: Any, l2: Any, grad: Any, indices: Any) -> Any:
    """ProximalGradientDescent on rows."""
    return _on_rows(lambda v: training.apply_proximal_gradient_descent(v, alpha, l1, l2, grad), indices, var)


@update("ProximalAdagrad", "var accum", prefix="SparseApply")
def sparse_apply_proximal_adagrad(var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any, indices: Any) -> Any:
    """ProximalAdagrad on rows."""
    return _on_rows(lambda v, a: training.apply_proximal_adagrad(v, a, lr, l1, l2, grad), indices, var, accum)


@update("AdagradDA", "var gradient_accumulator gradient_squared_accumulator", prefix="SparseApply")
def sparse_apply_adagrad_da(
    var: Any, gradient_accumulator: Any, gradient_squared_accumulator: Any, grad: Any, indices: Any, lr: Any, l1: Any,
    l2: Any, global_step: Any,
) -> Any:  # fmt: skip
    """AdagradDA on rows."""
    return _on_rows(
        lambda v, g, s: training.apply_adagrad_da(v, g, s, grad, lr, l1, l2, global_step),
        indices, var, gradient_accumulator, gradient_squared_accumulator,
    )  # fmt: skip


@update("Ftrl", "var accum linear", prefix="SparseApply")
def sparse_apply_ftrl(
    var: Any, accum: Any, linear: Any, grad: Any, indices: Any, lr: Any, l1: Any, l2: Any, lr_power: Any
) -> Any:
    """Ftrl on rows."""
    return _on_rows(
        lambda v, a, w: training.apply_ftrl(v, a, w, grad, lr, l1, l2, lr_power), indices, var, accum, linear
    )


@update("FtrlV2", "var accum linear", prefix="SparseApply")
def sparse_apply_ftrl_v2(
    var: Any, accum: Any, linear: Any, grad: Any, indices: Any, lr: Any, l1: Any, l2: Any, l2_shrinkage: Any,
    lr_power: Any,
) -> Any:  # fmt: skip
    """FtrlV2 on rows."""

    def rule(v: Any, a: Any, w: Any) -> Any:
        return training.apply_ftrl_v2(v, a, w, grad, lr, l1, l2, l2_shrinkage, lr_power)

    return _on_rows(rule, indices, var, accum, linear)
