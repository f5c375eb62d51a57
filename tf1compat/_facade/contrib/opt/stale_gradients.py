"""`tf.contrib.opt.DropStaleGradientOptimizer`: gradients of a worker that is too far behind are dropped."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, framework, init_ops, math_ops, summary, variable_scope
from tf1compat._facade.cond import cond
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import training_util
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._jaxcore.base import dtypes


class DropStaleGradientOptimizer(Optimizer):
    """Applies another optimizer's gradients only if the global step has moved by at most `staleness` since.

    Args:
      opt: the optimizer.
      staleness: number of steps of others that are allowed.
      use_locking, name: of `tf.train.Optimizer`.
    """

    def __init__(self, opt: Any, staleness: int, use_locking: bool = False, name: str = "DropStaleGradient") -> None:
        super().__init__(use_locking, name)
        self._opt = opt
        self._staleness = staleness

    def compute_gradients(self, loss: Any, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer, after the worker has noted the global step."""
        with framework.colocate_with(loss):
            self._local_step = training_util.get_global_step() + 0
        with framework.control_dependencies([self._local_step]):
            loss = array_ops.identity(loss)
            return self._opt.compute_gradients(loss, *args, **kwargs)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's slot."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """An update that counts what it drops in the variable `stale_counter`."""
        pairs = list(grads_and_vars)
        with framework.colocate_with(global_step):
            stale_counter = variable_scope.get_variable(
                "stale_counter", [], initializer=init_ops.zeros_initializer(), trainable=False
            )

        def accept() -> Tensor:
            step = self._opt.apply_gradients(pairs, global_step=global_step, name=name)
            with framework.control_dependencies([step]):
                return array_ops.identity(0.0, name="Identity")

        def drop() -> Tensor:
            return array_ops.identity(1.0, name="Identity")

        gradients = [g if isinstance(g, Tensor) else g.op for g, _ in pairs if g is not None]
        with framework.control_dependencies(gradients), framework.colocate_with(global_step):
            staleness = array_ops.reshape(global_step - self._local_step, shape=())
        dropped = cond(math_ops.less_equal(staleness, self._staleness), accept, drop)
        update = stale_counter.assign_add(dropped)
        steps = math_ops.cast(global_step + 1, dtypes.float32)
        summary.scalar("Gradient staleness percentage", stale_counter / steps)
        return update
