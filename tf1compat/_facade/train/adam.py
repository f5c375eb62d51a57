"""Adam."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context, framework, grouping, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer, cast_like


class AdamOptimizer(Optimizer):
    """Adam (Kingma and Ba 2014), with epsilon as in the paper's section 2:

    lr_t = learning_rate * sqrt(1 - beta2^t) / (1 - beta1^t); variable -= lr_t * m / (sqrt(v) + epsilon).

    Args:
      learning_rate, beta1, beta2, epsilon: numbers, tensors, or functions that give them.
      use_locking: kept on the nodes.
      name: name of the operations and slots.

    TF1: with IndexedSlices all rows of the moments decay, and all rows of the variable move.
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        graph = context.get_default_graph()
        return (
            self._get_non_slot_variable("beta1_power", graph=graph),
            self._get_non_slot_variable("beta2_power", graph=graph),
        )

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        # TF1: the powers stand with the variable whose name sorts first
        first = min(var_list, key=lambda v: v.name)
        self._create_non_slot_variable(initial_value=self._beta1, name="beta1_power", colocate_with=first)
        self._create_non_slot_variable(initial_value=self._beta2, name="beta2_power", colocate_with=first)
        for v in var_list:
            self._zeros_slot(v, "m", self._name)
            self._zeros_slot(v, "v", self._name)

    def _prepare(self) -> None:
        lr, beta1, beta2, epsilon = map(self._call_if_callable, (self._lr, self._beta1, self._beta2, self._epsilon))
        self._lr_t = self._hyper(lr, "learning_rate")
        self._beta1_t = self._hyper(beta1, "beta1")
        self._beta2_t = self._hyper(beta2, "beta2")
        self._epsilon_t = self._hyper(epsilon, "epsilon")

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        slots = [self.get_slot(var, "m"), self.get_slot(var, "v")]
        hyper = (*self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        return self._update("ApplyAdam", var, slots, *(cast_like(x, var) for x in hyper), grad)

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        def scatter_add(x: Any, indices: Any, values: Any) -> Any:
            return state_ops.scatter_add(x, indices, values, use_locking=self._use_locking)

        return self._apply_sparse_shared(grad.values, var, grad.indices, scatter_add)

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        def scatter_add(x: Any, indices: Any, values: Any) -> Any:
            with framework.control_dependencies([apply_op("ResourceScatterAdd", x.handle, indices, values)]):
                return x.value()

        return self._apply_sparse_shared(grad, handle, indices, scatter_add)

    def _apply_sparse_shared(self, grad: Any, var: Any, indices: Any, scatter_add: Callable[..., Any]) -> Any:
        from tf1compat._facade import math_ops

        hyper = (*self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        beta1_power, beta2_power, lr_t, beta1, beta2, epsilon = (cast_like(x, var) for x in hyper)
        lr = lr_t * math_ops.sqrt(1 - beta2_power) / (1 - beta1_power)
        m_t = self._decayed(self.get_slot(var, "m"), beta1, grad * (1 - beta1), indices, scatter_add)
        v_t = self._decayed(self.get_slot(var, "v"), beta2, grad * grad * (1 - beta2), indices, scatter_add)
        v_sqrt = math_ops.sqrt(v_t)
        step = lr * m_t / (v_sqrt + epsilon)
        return grouping.group(state_ops.assign_sub(var, step, use_locking=self._use_locking), m_t, v_t)

    def _decayed(self, slot: Any, decay: Any, added: Any, indices: Any, scatter_add: Callable[..., Any]) -> Any:
        """slot = slot * decay, then `added` in the rows `indices`."""
        shrunk = state_ops.assign(slot, slot * decay, use_locking=self._use_locking)
        with framework.control_dependencies([shrunk]):
            return scatter_add(slot, indices, added)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        with framework.control_dependencies(update_ops):
            beta1_power, beta2_power = self._get_beta_accumulators()
            with framework.colocate_with(beta1_power):
                updates = [
                    beta1_power.assign(beta1_power * self._beta1_t, use_locking=self._use_locking),
                    beta2_power.assign(beta2_power * self._beta2_t, use_locking=self._use_locking),
                ]
        return grouping.group(*update_ops, *updates, name=name_scope)
