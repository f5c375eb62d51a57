"""`tf.contrib.opt`: weights that decay apart from the gradient (Loshchilov and Hutter 2017)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tf1compat._facade import array_index, framework, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.train.adam import AdamOptimizer
from tf1compat._facade.train.momentum import MomentumOptimizer
from tf1compat._facade.train.optimizer import Optimizer

if TYPE_CHECKING:
    _Base = Optimizer
else:
    _Base = object


class DecoupledWeightDecayExtension(_Base):
    """Makes an optimizer subtract `weight_decay * variable` before each update; to be inherited in front of one.

    Args:
      weight_decay: a number, a tensor, or a function that gives one.
      **kwargs: of the optimizer.
    """

    def __init__(self, weight_decay: Any, **kwargs: Any) -> None:
        self._decay_var_list: Any = None
        self._weight_decay = weight_decay
        self._weight_decay_tensor: Any = None
        self._has_decayed = False
        super().__init__(**kwargs)

    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
        decay_var_list: Any = None,
    ) -> Any:
        """`Optimizer.minimize`; only variables of `decay_var_list` decay, all if absent."""
        self._decay_var_list = set(decay_var_list) if decay_var_list else False
        return super().minimize(
            loss,
            global_step=global_step,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            name=name,
            grad_loss=grad_loss,
        )

    def apply_gradients(
        self, grads_and_vars: Any, global_step: Any = None, name: str | None = None, decay_var_list: Any = None
    ) -> Any:
        """`Optimizer.apply_gradients`; TF1: `minimize` comes by here, too, and forgets its `decay_var_list`."""
        self._decay_var_list = set(decay_var_list) if decay_var_list else False
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def _prepare(self) -> None:
        decay = self._weight_decay() if callable(self._weight_decay) else self._weight_decay
        self._weight_decay_tensor = convert_to_tensor(decay, name="weight_decay")
        super()._prepare()

    def _decays(self, var: Any) -> bool:
        return not self._decay_var_list or var in self._decay_var_list

    def _decay_weights_op(self, var: Any) -> Any:
        if not self._decays(var):
            return framework.no_op()
        return var.assign_sub(self._weight_decay * var, self._use_locking)

    def _decay_weights_sparse_op(self, var: Any, indices: Any, scatter_add: Any) -> Any:
        if not self._decays(var):
            return framework.no_op()
        update = -self._weight_decay * array_index.gather(var, indices)
        return scatter_add(var, indices, update, self._use_locking)

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        if self._has_decayed:  # called by the optimizer's own `_resource_apply_dense`
            return super()._apply_dense(grad, var)
        with framework.control_dependencies([self._decay_weights_op(var)]):
            return super()._apply_dense(grad, var)

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        with framework.control_dependencies([self._decay_weights_op(var)]):
            self._has_decayed = True
            try:
                return super()._resource_apply_dense(grad, var)
            finally:
                self._has_decayed = False

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        decay = self._decay_weights_sparse_op(var, grad.indices, state_ops.scatter_add)
        with framework.control_dependencies([decay]):
            return super()._apply_sparse(grad, var)

    def _resource_scatter_add(self, x: Any, i: Any, v: Any, _: Any = None) -> Any:
        with framework.control_dependencies([apply_op("ResourceScatterAdd", x.handle, i, v)]):
            return x.value()

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        decay = self._decay_weights_sparse_op(var, indices, self._resource_scatter_add)
        with framework.control_dependencies([decay]):
            return super()._resource_apply_sparse(grad, var, indices)


def extend_with_decoupled_weight_decay(base_optimizer: type) -> type:
    """A class of optimizers like `base_optimizer` whose first argument is `weight_decay`."""

    class OptimizerWithDecoupledWeightDecay(DecoupledWeightDecayExtension, base_optimizer):
        """An optimizer with weight decay."""

        def __init__(self, weight_decay: Any, *args: Any, **kwargs: Any) -> None:
            super().__init__(weight_decay, *args, **kwargs)

    return OptimizerWithDecoupledWeightDecay


class MomentumWOptimizer(DecoupledWeightDecayExtension, MomentumOptimizer):
    """Momentum with weight decay."""

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "MomentumW",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(
            weight_decay,
            learning_rate=learning_rate,
            momentum=momentum,
            use_locking=use_locking,
            name=name,
            use_nesterov=use_nesterov,
        )


class AdamWOptimizer(DecoupledWeightDecayExtension, AdamOptimizer):
    """Adam with weight decay.

    Args:
      weight_decay: share of each variable that is subtracted.
      learning_rate, beta1, beta2, epsilon, use_locking, name: of Adam.
    """

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdamW",
    ) -> None:
        super().__init__(
            weight_decay,
            learning_rate=learning_rate,
            beta1=beta1,
            beta2=beta2,
            epsilon=epsilon,
            use_locking=use_locking,
            name=name,
        )
