"""`tf.contrib.opt`: AddSign and PowerSign, whose step depends on whether gradient and momentum agree in sign."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import grouping, math_ops, state_ops
from tf1compat._facade.array_index import gather
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer, cast_like


class _SignOptimizer(Optimizer):
    """What the two share: the moving average `m` of gradients and the decay of its sign's influence."""

    _RULE: str
    _scale_t: Tensor

    def __init__(
        self,
        learning_rate: Any,
        beta: Any,
        sign_decay_fn: Callable[[Any], Any] | None,
        use_locking: bool,
        name: str,
    ) -> None:
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._beta = beta
        self._sign_decay_fn = sign_decay_fn

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """`Optimizer.apply_gradients`; the sign's decay is a function of `global_step`."""
        if self._sign_decay_fn is not None:
            self._sign_decay_t = convert_to_tensor(self._sign_decay_fn(global_step), name="sign_decay")
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            self._zeros_slot(v, "m", self._name)

    def _prepare(self) -> None:
        self._lr_t = convert_to_tensor(self._lr, name="learning_rate")
        self._beta_t = convert_to_tensor(self._beta, name="beta")
        self._prepare_scale()
        if self._sign_decay_fn is None:
            self._sign_decay_t = convert_to_tensor(1.0, name="sign_decay")

    def _prepare_scale(self) -> None:
        raise NotImplementedError

    def _multiplier(self, scale: Tensor, agreement: Tensor, var: Any) -> Tensor:
        """What the gradient's rows are multiplied by, before the learning rate."""
        raise NotImplementedError

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        hyper = (self._lr_t, self._scale_t, self._sign_decay_t, self._beta_t)
        return self._update(self._RULE, var, [self.get_slot(var, "m")], *(cast_like(x, var) for x in hyper), grad)

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        m = self.get_slot(var, "m")
        lr, scale, beta = (cast_like(x, var) for x in (self._lr_t, self._scale_t, self._beta_t))
        # TF1: all rows of the average decay, not only those of the gradient
        average = state_ops.assign(m, (m * beta) + (grad * (1 - beta)), use_locking=self._use_locking)
        sign = math_ops.sign(grad.values)
        agreement = gather(math_ops.sign(average), grad.indices) * sign
        step = lr * self._multiplier(scale, agreement, var) * grad.values
        update = state_ops.scatter_sub(var, grad.indices, step, use_locking=self._use_locking)
        return grouping.group(update, average)


class AddSignOptimizer(_SignOptimizer):
    """m = beta * m + (1 - beta) * g; variable -= learning_rate * (alpha + decay * sign(g) * sign(m)) * g.

    Args:
      learning_rate, alpha, beta: numbers or tensors.
      sign_decay_fn: function of the global step that gives `decay`, 1 if absent (see `sign_decay`).
      use_locking, name: of `tf.train.Optimizer`.

    Source: Bello et al., "Neural Optimizer Search with Reinforcement Learning" (2017).
    """

    _RULE = "ApplyAddSign"

    def __init__(
        self,
        learning_rate: Any = 0.1,
        alpha: Any = 1.0,
        beta: Any = 0.9,
        sign_decay_fn: Callable[[Any], Any] | None = None,
        use_locking: bool = False,
        name: str = "AddSignOptimizer",
    ) -> None:
        super().__init__(learning_rate, beta, sign_decay_fn, use_locking, name)
        self._alpha = alpha

    def _prepare_scale(self) -> None:
        self._scale_t = convert_to_tensor(self._alpha, name="alpha")

    def _multiplier(self, scale: Tensor, agreement: Tensor, var: Any) -> Tensor:
        return scale + cast_like(self._sign_decay_t, var) * agreement


class PowerSignOptimizer(_SignOptimizer):
    """m = beta * m + (1 - beta) * g; variable -= learning_rate * base ** (decay * sign(g) * sign(m)) * g.

    Args:
      learning_rate, beta: numbers or tensors.
      base: positive number.
      sign_decay_fn: function of the global step that gives `decay`, 1 if absent (see `sign_decay`).
      use_locking, name: of `tf.train.Optimizer`.

    Source: Bello et al., "Neural Optimizer Search with Reinforcement Learning" (2017).
    """

    _RULE = "ApplyPowerSign"

    def __init__(
        self,
        learning_rate: Any = 0.1,
        base: float = math.e,
        beta: Any = 0.9,
        sign_decay_fn: Callable[[Any], Any] | None = None,
        use_locking: bool = False,
        name: str = "PowerSignOptimizer",
    ) -> None:
        super().__init__(learning_rate, beta, sign_decay_fn, use_locking, name)
        self._logbase = math.log(base)

    def _prepare_scale(self) -> None:
        self._scale_t = convert_to_tensor(self._logbase, name="logbase")

    def _multiplier(self, scale: Tensor, agreement: Tensor, var: Any) -> Tensor:
        e = convert_to_tensor(math.e, dtype=var.dtype.base_dtype)
        return math_ops.pow(e, scale * cast_like(self._sign_decay_t, var) * agreement)
