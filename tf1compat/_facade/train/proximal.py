"""Gradient descent and Adagrad with proximal l1 and l2 penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.constants import constant
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class ProximalGradientDescentOptimizer(RuleOptimizer):
    """Gradient descent, then the proximal step of the penalties.

    Args:
      learning_rate: a number or tensor.
      l1_regularization_strength, l2_regularization_strength: numbers or tensors, at least 0.
      use_locking: kept on the nodes.
      name: name of the operations.
    """

    _kind = "ProximalGradientDescent"

    def __init__(
        self,
        learning_rate: Any,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _prepare(self) -> None:
        self._hyper_tensors = [
            self._hyper(self._learning_rate, "learning_rate"),
            self._hyper(self._l1_regularization_strength, "l1_regularization_strength"),
            self._hyper(self._l2_regularization_strength, "l2_regularization_strength"),
        ]

    def _variable_slots(self, var: Any) -> list[Any]:
        return []

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        hyper = [cast_like(x, var) for x in self._hyper_tensors]
        return self._update(prefix + self._kind, var, self._variable_slots(var), *hyper, *gradient)


class ProximalAdagradOptimizer(ProximalGradientDescentOptimizer):
    """Adagrad, then the proximal step of the penalties.

    Args:
      learning_rate: a number or tensor.
      initial_accumulator_value: positive number.
      l1_regularization_strength, l2_regularization_strength: numbers or tensors, at least 0.
      use_locking: kept on the nodes.
      name: name of the operations and slots.

    Raises:
      ValueError: the initial value is not positive.
    """

    _kind = "ProximalAdagrad"

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        strengths = l1_regularization_strength, l2_regularization_strength
        super().__init__(learning_rate, *strengths, use_locking=use_locking, name=name)
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            with framework.colocate_with(v):
                value = constant(self._initial_accumulator_value, shape=v.get_shape(), dtype=v.dtype.base_dtype)
            self._get_or_make_slot(v, value, "accumulator", self._name)

    def _variable_slots(self, var: Any) -> list[Any]:
        return [self.get_slot(var, "accumulator")]
