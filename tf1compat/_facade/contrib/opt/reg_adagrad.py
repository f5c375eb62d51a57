"""`tf.contrib.opt.RegAdagradOptimizer`: Adagrad that can leave its slots alone for regularisation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.adagrad import AdagradOptimizer
from tf1compat._facade.train.optimizer import cast_like


class RegAdagradOptimizer(AdagradOptimizer):
    """Adagrad; updates made inside of `avoid_updating_slots()` do not change the accumulators.

    Args: of `tf.train.AdagradOptimizer`.
    """

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "RegAdagrad",
    ) -> None:
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._should_update_slots = True

    @contextmanager
    def avoid_updating_slots(self) -> Iterator[None]:
        """A scope whose updates read the accumulators only."""
        before = self._should_update_slots
        self._should_update_slots = False
        try:
            yield
        finally:
            self._should_update_slots = before

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        slots = [self.get_slot(var, "accumulator")]
        lr = cast_like(self._learning_rate_tensor, var)
        return self._update(prefix + "Adagrad", var, slots, lr, *gradient, update_slots=self._should_update_slots)
