"""`tf.contrib.opt.AGNOptimizer`: workers train their copies and apply their summed gradients to the shared variables."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, framework, grouping, state_ops
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.opt import worker_copies
from tf1compat._facade.contrib.opt.worker_copies import GLOBAL_VARIABLE_NAME as GLOBAL_VARIABLE_NAME
from tf1compat._facade.contrib.opt.worker_copies import CopiesHook, CopyingGetter
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.variable_base import variable_creator_scope

GRAD_VARIABLE_NAME = "grad_variable"


class AGNCustomGetter(CopyingGetter):
    """Custom getter of `tf.variable_scope`: the worker's variable, the shared one, and the sum of its gradients.

    Args:
      worker_device: device of the worker's variables; the shared ones go where `tf.device` says.
    """

    _SECOND_NAME = GRAD_VARIABLE_NAME

    @property
    def _grad_map(self) -> dict[Any, Any]:
        return self._second_map

    def __call__(self, getter: Any, name: str, trainable: Any, collections: Any, *args: Any, **kwargs: Any) -> Any:
        if trainable:
            return self._make(getter, name, args, kwargs)
        return getter(name, *args, trainable=trainable, collections=collections, **kwargs)


class AGNOptimizer(Optimizer):
    """Every worker trains its own copies; each `communication_period` steps the mean of its gradients changes the shared
    variables, and the worker takes their values.

    Args:
      optimizer: the optimizer of both.
      num_worker: number of workers.
      custom_getter: the `AGNCustomGetter` that the model was made with.
      communication_period: number of steps between two updates of the shared variables.
      use_locking, name: of `tf.train.Optimizer`.

    Source: Krishnan, Xiao and Saurous, "Neumann Optimizer" (2018), section on large batches; TF 1.15.
    """

    def __init__(
        self,
        optimizer: Any,
        num_worker: int,
        custom_getter: AGNCustomGetter,
        communication_period: int = 10,
        use_locking: bool = True,
        name: str = "AGNOptimizer",
    ) -> None:
        super().__init__(use_locking, name)
        self._opt = optimizer
        self._num_worker = num_worker
        self._period = communication_period
        self._global_map = custom_getter._global_map
        self._grad_map = custom_getter._grad_map
        self._local_step: Any = worker_copies.local_step()
        self._opt._prepare()

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The worker's step, and the shared variables' update in every `communication_period`-th."""
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        local_vars = [v for _, v in pairs]
        with variable_creator_scope(_made_local):
            update_ops = [self._opt.apply_gradients(pairs)]
        grad_vars = [self._grad_map[v] for v in local_vars]
        update_ops += [state_ops.assign_add(sum_, g) for (g, _), sum_ in zip(pairs, grad_vars)]
        local_update = state_ops.assign_add(self._local_step, 1, name="local_step_update").op

        def update_shared() -> Any:
            means = [state_ops.assign(g, g / self._period) for g in grad_vars]
            with framework.control_dependencies(means):
                shared = [self._global_map[v] for v in local_vars]
                applied = self._opt.apply_gradients(list(zip(grad_vars, shared)))
            with framework.control_dependencies([applied]):
                updates = worker_copies.count(global_step)
                updates += [state_ops.assign(v, self._global_map[v].read_value()) for v in local_vars]
                updates += [state_ops.assign(g, array_ops.zeros_like(g)) for g in grad_vars]
                return grouping.group(*updates)

        with framework.control_dependencies([local_update, *update_ops]):
            return worker_copies.every(self._local_step.read_value(), self._period, update_shared)

    def get_init_op(self, task_index: int) -> Any:
        """Gives the worker's copies the values of the shared variables."""
        rows = worker_copies.copies_of(
            [self._global_map, self._grad_map], "local_variables, global_center_variables,grad_center_variables"
        )
        ops: list[Any] = [state_ops.assign(v, shared) for v, shared, _ in rows]
        ops += [state_ops.assign(g, array_ops.zeros_like(g)) for _, _, g in rows]
        return grouping.group(*ops)

    def make_session_run_hook(self, is_chief: bool, task_index: int) -> CopiesHook:
        """A hook of the training session, which initialises the copies."""
        return CopiesHook(self, is_chief, task_index)


def _made_local(next_creator: Any, collections: Any = None, **kwargs: Any) -> Any:
    """The optimizer's slots of a worker's copies are local variables."""
    if not collections:
        collections = [GraphKeys.LOCAL_VARIABLES]
    elif GraphKeys.GLOBAL_VARIABLES in collections:
        collections = [c for c in collections if c != GraphKeys.GLOBAL_VARIABLES] + [GraphKeys.LOCAL_VARIABLES]
    return next_creator(collections=collections, **kwargs)
