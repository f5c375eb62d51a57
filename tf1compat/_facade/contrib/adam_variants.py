"""`tf.contrib.opt`: variants of Adam: LazyAdam, Nadam, AdaMax."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context, framework, grouping, math_ops, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_index import gather
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.adam import AdamOptimizer
from tf1compat._facade.train.optimizer import cast_like


class LazyAdamOptimizer(AdamOptimizer):
    """Adam whose moments and variables change only in the rows that a sparse gradient has."""

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        lr, beta1, beta2, epsilon = self._rates(var)
        indices = grad.indices
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        new_m = beta1 * gather(m, indices) + (1 - beta1) * grad.values
        m_t = state_ops.scatter_update(m, indices, new_m, use_locking=self._use_locking)
        new_v = beta2 * gather(v, indices) + (1 - beta2) * math_ops.square(grad.values)
        v_t = state_ops.scatter_update(v, indices, new_v, use_locking=self._use_locking)
        m_rows, v_rows = gather(m_t, indices), gather(v_t, indices)
        denominator = math_ops.sqrt(v_rows) + epsilon
        update = state_ops.scatter_sub(var, indices, lr * m_rows / denominator, use_locking=self._use_locking)
        return grouping.group(update, m_t, v_t)

    def _resource_apply_sparse(self, grad: Tensor, var: Any, indices: Tensor) -> Any:
        lr, beta1, beta2, epsilon = self._rates(var)
        m = self.get_slot(var, "m")
        m_rows = beta1 * gather(m, indices) + (1 - beta1) * grad
        m_update = apply_op("ResourceScatterUpdate", m.handle, indices, m_rows)
        v = self.get_slot(var, "v")
        v_rows = beta2 * gather(v, indices) + (1 - beta2) * math_ops.square(grad)
        v_update = apply_op("ResourceScatterUpdate", v.handle, indices, v_rows)
        step = lr * m_rows / (math_ops.sqrt(v_rows) + epsilon)
        return grouping.group(apply_op("ResourceScatterSub", var.handle, indices, step), m_update, v_update)

    def _rates(self, var: Any) -> tuple[Any, Any, Any, Any]:
        """The step's learning rate, corrected for the bias of the moments, and the other settings."""
        hyper = (*self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        beta1_power, beta2_power, lr_t, beta1, beta2, epsilon = (cast_like(x, var) for x in hyper)
        return lr_t * math_ops.sqrt(1 - beta2_power) / (1 - beta1_power), beta1, beta2, epsilon


class NadamOptimizer(AdamOptimizer):
    """Adam with Nesterov's momentum (Dozat 2016)."""

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        slots = [self.get_slot(var, "m"), self.get_slot(var, "v")]
        hyper = (*self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        return self._update("ApplyAdam", var, slots, *(cast_like(x, var) for x in hyper), grad, use_nesterov=True)

    def _apply_sparse_shared(self, grad: Any, var: Any, indices: Any, scatter_add: Callable[..., Any]) -> Any:
        hyper = (*self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        beta1_power, beta2_power, lr_t, beta1, beta2, epsilon = (cast_like(x, var) for x in hyper)
        lr = lr_t * math_ops.sqrt(1 - beta2_power) / (1 - beta1_power)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        scaled = grad * (1 - beta1)
        m_t = state_ops.assign(m, m * beta1, use_locking=self._use_locking)
        with framework.control_dependencies([m_t]):
            m_t = scatter_add(m, indices, scaled)
            m_bar = scaled + beta1 * gather(m_t, indices)
        v_t = self._decayed(v, beta2, grad * grad * (1 - beta2), indices, scatter_add)
        v_sqrt = math_ops.sqrt(gather(v_t, indices))
        return grouping.group(scatter_add(var, indices, -lr * m_bar / (v_sqrt + epsilon)), m_bar, v_t)


class AdaMaxOptimizer(AdamOptimizer):
    """Adam with the maximum in place of the second moment (Kingma and Ba 2014, section 7.1)."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdaMax",
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)

    def _get_beta_accumulators(self) -> Any:
        return self._get_non_slot_variable("beta1_power", graph=context.get_default_graph())

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = min(var_list, key=lambda v: v.name)
        self._create_non_slot_variable(initial_value=self._beta1, name="beta1_power", colocate_with=first)
        for v in var_list:
            self._zeros_slot(v, "m", self._name)
            self._zeros_slot(v, "v", self._name)

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        slots = [self.get_slot(var, "m"), self.get_slot(var, "v")]
        hyper = (self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        return self._update("ApplyAdaMax", var, slots, *(cast_like(x, var) for x in hyper), grad)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        def add(x: Any, i: Any, v: Any) -> Any:
            return state_ops.scatter_add(x, i, v, use_locking=self._use_locking)

        def update(x: Any, i: Any, v: Any) -> Any:
            return state_ops.scatter_update(x, i, v, use_locking=self._use_locking)

        return self._rows(grad.values, var, grad.indices, add, update)

    def _resource_apply_sparse(self, grad: Tensor, var: Any, indices: Tensor) -> Any:
        def scatter(kind: str) -> Callable[..., Any]:
            def call(x: Any, i: Any, v: Any) -> Any:
                with framework.control_dependencies([apply_op(kind, x.handle, i, v)]):
                    return x.value()

            return call

        return self._rows(grad, var, indices, scatter("ResourceScatterAdd"), scatter("ResourceScatterUpdate"))

    def _rows(self, grad: Any, var: Any, indices: Any, add: Callable[..., Any], update: Callable[..., Any]) -> Any:
        """The update of the rows `indices`."""
        hyper = (self._get_beta_accumulators(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        beta1_power, lr_t, beta1, beta2, epsilon = (cast_like(x, var) for x in hyper)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        m_rows = gather(m, indices) * beta1 + grad * (1 - beta1)
        with framework.control_dependencies([m_rows]):
            m_t = update(m, indices, m_rows)
        v_rows = math_ops.maximum(gather(v, indices) * beta2, math_ops.abs(grad))
        with framework.control_dependencies([v_rows]):
            v_t = update(v, indices, v_rows)
        step = -lr_t / (1 - beta1_power) * (m_rows / (v_rows + epsilon))
        with framework.control_dependencies([step]):
            return grouping.group(add(var, indices, step), m_t, v_t)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        with framework.control_dependencies(update_ops):
            beta1_power = self._get_beta_accumulators()
            with framework.colocate_with(beta1_power):
                update = beta1_power.assign(beta1_power * self._beta1_t, use_locking=self._use_locking)
        return grouping.group(*update_ops, update, name=name_scope)
