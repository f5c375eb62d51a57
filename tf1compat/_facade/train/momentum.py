"""Gradient descent with momentum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class MomentumOptimizer(RuleOptimizer):
    """accumulation = momentum * accumulation + gradient; variable -= learning_rate * accumulation.

    Args:
      learning_rate, momentum: numbers, tensors, or functions that give them.
      use_locking: kept on the nodes.
      name: name of the operations and slots.
      use_nesterov: look ahead, in TF's approximation (gradient at the current point).
    """

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            self._zeros_slot(v, "momentum", self._name)

    def _prepare(self) -> None:
        self._learning_rate_tensor = self._hyper(self._learning_rate, "learning_rate")
        self._momentum_tensor = self._hyper(self._momentum, "momentum")

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        slots = [self.get_slot(var, "momentum")]
        rate = cast_like(self._learning_rate_tensor, var)
        decay = cast_like(self._momentum_tensor, var)
        nesterov = self._use_nesterov
        return self._update(prefix + "Momentum", var, slots, rate, *gradient, decay, use_nesterov=nesterov)
