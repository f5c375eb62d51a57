"""Adagrad by dual averaging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class AdagradDAOptimizer(RuleOptimizer):
    """Adagrad dual averaging for sparse linear models.

    Args:
      learning_rate: a number or tensor.
      global_step: the variable that counts updates.
      initial_gradient_squared_accumulator_value: positive number.
      l1_regularization_strength, l2_regularization_strength: numbers, at least 0.
      use_locking: kept on the nodes.
      name: name of the operations and slots.

    Raises:
      ValueError: the initial value is not positive.
    """

    def __init__(
        self,
        learning_rate: Any,
        global_step: Any,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        initial = initial_gradient_squared_accumulator_value
        if initial <= 0.0:
            raise ValueError(f"initial_gradient_squared_accumulator_value must be positive: {initial}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_gradient_squared_accumulator_value = initial
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._global_step = global_step

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            dtype, shape = v.dtype.base_dtype, v.get_shape()
            with framework.colocate_with(v):
                total = constant(0.0, shape=shape, dtype=dtype)
                squares = constant(self._initial_gradient_squared_accumulator_value, shape=shape, dtype=dtype)
            self._get_or_make_slot(v, total, "gradient_accumulator", self._name)
            self._get_or_make_slot(v, squares, "gradient_squared_accumulator", self._name)

    def _prepare(self) -> None:
        self._learning_rate_tensor = self._hyper(self._learning_rate, "learning_rate")
        with framework.colocate_with(self._learning_rate_tensor):
            step = apply_op("Identity", convert(self._global_step))
            self._global_step_on_worker = step + 1

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        slots = [self.get_slot(var, "gradient_accumulator"), self.get_slot(var, "gradient_squared_accumulator")]
        with framework.device(var.device):
            step = apply_op("Identity", self._global_step_on_worker)
        hyper = (self._learning_rate_tensor, self._l1_regularization_strength, self._l2_regularization_strength)
        return self._update(prefix + "AdagradDA", var, slots, *gradient, *(cast_like(x, var) for x in hyper), step)
