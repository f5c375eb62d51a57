"""Adagrad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class AdagradOptimizer(RuleOptimizer):
    """accumulator += gradient²; variable -= learning_rate * gradient / sqrt(accumulator).

    Args:
      learning_rate: a number, a tensor, or a function that gives one.
      initial_accumulator_value: positive number.
      use_locking: kept on the nodes.
      name: name of the operations and slots.

    Raises:
      ValueError: the initial value is not positive.
    """

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        from tf1compat._facade import init_ops

        for v in var_list:
            dtype = v.dtype.base_dtype
            if v.get_shape().is_fully_defined():
                init = init_ops.constant_initializer(self._initial_accumulator_value, dtype=dtype)
            else:
                init = self._init_constant_op(v)
            self._get_or_make_slot_with_initializer(v, init, v.get_shape(), dtype, "accumulator", self._name)

    def _init_constant_op(self, v: Any) -> Any:
        """An initializer for a variable whose shape is known only when it has a value."""

        def init() -> Any:
            from tf1compat._facade import array_ops

            return cast_like(apply_op("Fill", array_ops.shape(v), self._initial_accumulator_value), v)

        return init

    def _prepare(self) -> None:
        self._learning_rate_tensor = self._hyper(self._learning_rate, "learning_rate")

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        slots = [self.get_slot(var, "accumulator")]
        return self._update(prefix + "Adagrad", var, slots, cast_like(self._learning_rate_tensor, var), *gradient)
