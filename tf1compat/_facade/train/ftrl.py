"""FTRL-Proximal: follow the regularised leader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.constants import constant
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class FtrlOptimizer(RuleOptimizer):
    """FTRL-Proximal (McMahan and others 2013), with an optional shrinking l2 penalty.

    Args:
      learning_rate: a number or tensor.
      learning_rate_power: at most 0; -0.5 divides by a root.
      initial_accumulator_value: at least 0.
      l1_regularization_strength, l2_regularization_strength: at least 0.
      use_locking: kept on the nodes.
      name: name of the operations and slots.
      accum_name, linear_name: names of the slots.
      l2_shrinkage_regularization_strength: at least 0; above, the penalty is part of the gradient.

    Raises:
      ValueError: an argument is out of range.
    """

    def __init__(
        self,
        learning_rate: Any,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
    ) -> None:
        super().__init__(use_locking, name)
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value {initial_accumulator_value:f} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power:f} needs to be negative or zero")
        for what, strength in (
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength),
        ):
            if strength < 0.0:
                raise ValueError(f"{what} {strength:f} needs to be positive or zero")
        self._learning_rate = learning_rate
        self._learning_rate_power = learning_rate_power
        self._initial_accumulator_value = initial_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
        self._accum_name = accum_name
        self._linear_name = linear_name

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            with framework.colocate_with(v):
                value = constant(self._initial_accumulator_value, dtype=v.dtype, shape=v.get_shape())
                self._get_or_make_slot(v, value, "accum", self._accum_name or self._name)
                self._zeros_slot(v, "linear", self._linear_name or self._name)

    def _prepare(self) -> None:
        self._rate = self._hyper(self._learning_rate, "learning_rate")
        self._l1 = self._hyper(self._l1_regularization_strength, "l1_regularization_strength")
        self._l2 = self._hyper(self._l2_regularization_strength, "l2_regularization_strength")
        shrinkage = self._l2_shrinkage_regularization_strength
        self._shrinkage = self._hyper(shrinkage, "l2_shrinkage_regularization_strength")
        self._power = self._hyper(self._learning_rate_power, "learning_rate_power")

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        slots = [self.get_slot(var, "accum"), self.get_slot(var, "linear")]
        shrinks = self._l2_shrinkage_regularization_strength > 0.0
        hyper = [self._rate, self._l1, self._l2, *([self._shrinkage] if shrinks else []), self._power]
        kind = "FtrlV2" if shrinks else "Ftrl"
        return self._update(prefix + kind, var, slots, *gradient, *(cast_like(x, var) for x in hyper))
