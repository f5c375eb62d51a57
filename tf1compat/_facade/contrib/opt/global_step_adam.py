"""`tf.contrib.opt`: Adam that reads its powers from the global step, instead of variables of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_ops, grouping, math_ops
from tf1compat._facade.contrib.adam_variants import LazyAdamOptimizer
from tf1compat._facade.train.adam import AdamOptimizer
from tf1compat._jaxcore.base import dtypes


class AdamGSOptimizer(AdamOptimizer):
    """Adam whose bias correction uses `beta ** (global_step + 1)`.

    Args:
      global_step: variable that counts the steps.
      learning_rate, beta1, beta2, epsilon, use_locking, name: of `tf.train.AdamOptimizer`.
    """

    def __init__(
        self,
        global_step: Any = 0,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)
        self._global_step = global_step

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        step = self._global_step_on_worker
        return math_ops.pow(self._beta1_t, step), math_ops.pow(self._beta2_t, step)

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            self._zeros_slot(v, "m", self._name)
            self._zeros_slot(v, "v", self._name)

    def _prepare(self) -> None:
        super()._prepare()
        self._global_step_on_worker = math_ops.cast(array_ops.identity(self._global_step) + 1, dtypes.float32)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        return grouping.group(*update_ops, name=name_scope)


class LazyAdamGSOptimizer(AdamGSOptimizer, LazyAdamOptimizer):
    """`AdamGSOptimizer` whose moments and variables change only in the rows that a sparse gradient has."""
