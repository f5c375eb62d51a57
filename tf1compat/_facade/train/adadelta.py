"""Adadelta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class AdadeltaOptimizer(RuleOptimizer):
    """Adadelta (Zeiler 2012).

    Args:
      learning_rate, rho, epsilon: numbers, tensors, or functions that give them; the paper has learning_rate 1.
      use_locking: kept on the nodes.
      name: name of the operations and slots.
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._rho = rho
        self._epsilon = epsilon

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            self._zeros_slot(v, "accum", self._name)
            self._zeros_slot(v, "accum_update", self._name)

    def _prepare(self) -> None:
        lr, rho, epsilon = map(self._call_if_callable, (self._lr, self._rho, self._epsilon))
        self._hyper_tensors = [self._hyper(lr, "lr"), self._hyper(rho, "rho"), self._hyper(epsilon, "epsilon")]

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        slots = [self.get_slot(var, "accum"), self.get_slot(var, "accum_update")]
        hyper = [cast_like(x, var) for x in self._hyper_tensors]
        return self._update(prefix + "Adadelta", var, slots, *hyper, *gradient)
