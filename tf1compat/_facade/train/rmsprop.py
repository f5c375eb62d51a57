"""RMSProp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import cast_like
from tf1compat._facade.train.rule_optimizer import RuleOptimizer


class RMSPropOptimizer(RuleOptimizer):
    """rms = decay * rms + (1 - decay) * gradient²; the step is learning_rate * gradient / sqrt(rms + epsilon), with
    momentum.

    Args:
      learning_rate, decay, momentum, epsilon: numbers, tensors, or functions that give them.
      use_locking: kept on the nodes.
      centered: divide by the variance instead of the mean square.
      name: name of the operations and slots.

    TF1: the mean square starts at one.
    """

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._decay = decay
        self._momentum = momentum
        self._epsilon = epsilon
        self._centered = centered

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        from tf1compat._facade import init_ops

        for v in var_list:
            dtype = v.dtype.base_dtype
            if v.get_shape().is_fully_defined():
                ones = init_ops.ones_initializer(dtype=dtype)
            else:
                from tf1compat._facade import array_ops

                ones = array_ops.ones_like(v)
            self._get_or_make_slot_with_initializer(v, ones, v.get_shape(), dtype, "rms", self._name)
            if self._centered:
                self._zeros_slot(v, "mg", self._name)
            self._zeros_slot(v, "momentum", self._name)

    def _prepare(self) -> None:
        given = (self._learning_rate, self._decay, self._momentum, self._epsilon)
        rate, decay, momentum, epsilon = map(self._call_if_callable, given)
        self._hyper_tensors = [
            self._hyper(rate, "learning_rate"),
            self._hyper(decay, "decay"),
            self._hyper(momentum, "momentum"),
            self._hyper(epsilon, "epsilon"),
        ]

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        names = ("mg", "rms", "momentum") if self._centered else ("rms", "momentum")
        kind = "CenteredRMSProp" if self._centered else "RMSProp"
        hyper = [cast_like(x, var) for x in self._hyper_tensors]
        return self._update(prefix + kind, var, [self.get_slot(var, n) for n in names], *hyper, *gradient)
