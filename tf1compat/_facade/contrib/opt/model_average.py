"""`tf.contrib.opt.ModelAverageOptimizer`: workers train alone and average their variables from time to time."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, framework, grouping, state_ops, variables
from tf1compat._facade.accumulators import ConditionalAccumulator
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.constants import constant
from tf1compat._facade.contrib.opt import worker_copies
from tf1compat._facade.contrib.opt.worker_copies import GLOBAL_VARIABLE_NAME as GLOBAL_VARIABLE_NAME
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.train.session_run_hook import SessionRunHook
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes


class ModelAverageCustomGetter:
    """Custom getter of `tf.variable_scope`: makes a local trainable variable and the shared average.

    Args:
      worker_device: device of the worker's variables; the averages go where `tf.device` says.
    """

    def __init__(self, worker_device: str) -> None:
        self._worker_device = worker_device
        self._local_2_global: dict[Any, Any] = {}

    def __call__(self, getter: Any, name: str, trainable: Any, collections: Any, *args: Any, **kwargs: Any) -> Any:
        if not trainable:
            kwargs.update(trainable=trainable, collections=collections)
            return worker_copies.on_its_worker(getter, self._worker_device, name, args, kwargs)
        with framework.device(self._worker_device):
            local_var = getter(name, *args, trainable=True, collections=[GraphKeys.LOCAL_VARIABLES], **kwargs)
        self._local_2_global[local_var] = Variable(
            name=f"{GLOBAL_VARIABLE_NAME}/{name}",
            initial_value=local_var.initialized_value(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES],
        )
        return local_var


class ModelAverageOptimizer(Optimizer):
    """Each `interval_steps` steps, the shared variables become the mean of all workers', and the workers take it.

    Args:
      opt: the optimizer of the workers.
      num_worker: number of workers.
      is_chief: whether this worker computes the averages.
      ma_custom_getter: the `ModelAverageCustomGetter` that the model was made with.
      interval_steps: number of steps between two averages.
      use_locking, name: of `tf.train.Optimizer`.
    """

    def __init__(
        self,
        opt: Any,
        num_worker: int,
        is_chief: bool,
        ma_custom_getter: ModelAverageCustomGetter,
        interval_steps: int = 100,
        use_locking: bool = True,
        name: str = "ModelAverageOptimizer",
    ) -> None:
        super().__init__(use_locking, name)
        self._opt = opt
        self._num_worker = num_worker
        self._is_chief = is_chief
        self._local_2_global = ma_custom_getter._local_2_global
        self._interval_steps = interval_steps
        self._accumulator_list: list[tuple[Any, str]] = []
        self._chief_init_op: Any = None
        self._local_step: Any = worker_copies.local_step()
        self._opt._prepare()

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer."""
        return self._opt.compute_gradients(*args, **kwargs)

    def _local_vars_update(self, var_list: Any) -> Any:
        if not var_list:
            raise ValueError("The list of local_variables should not be empty")
        updates = []
        for local in var_list:
            with framework.device(local.device):
                updates.append(state_ops.assign(local, self._local_2_global[local].read_value()))
        return grouping.group(*updates)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The worker's step, and the average in every `interval_steps`-th.

        Raises:
          ValueError: no pairs, or no global step.
        """
        if not grads_and_vars:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required")
        pairs = list(grads_and_vars)
        applied = self._opt.apply_gradients(pairs)
        with framework.control_dependencies([applied]):
            local_update = state_ops.assign_add(self._local_step, 1, name="local_step_update").op
        local_vars = [v for g, v in pairs if g is not None]
        with framework.control_dependencies([local_update]):
            update = worker_copies.every(
                self._local_step.read_value(), self._interval_steps, lambda: self._average(local_vars, global_step)
            )
        init_ops = []
        for accumulator, device in self._accumulator_list:
            with framework.device(device):
                init_ops.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
        self._chief_init_op = grouping.group(*init_ops)
        return update

    def _average(self, local_vars: Any, global_step: Any) -> Any:
        """Gives the worker's variables in; the chief takes the means, the others wait for it."""
        shared = [self._local_2_global[v] for v in local_vars]
        with framework.colocate_with(global_step):
            sync_queue = FIFOQueue(-1, [dtypes.bool], shapes=[[]], shared_name="sync_queue")
        given, means = self._accumulated(local_vars, shared, global_step)
        if self._is_chief:
            updates = []
            with framework.control_dependencies(given):
                for mean, center in zip(means, shared):
                    with framework.device(center.device):
                        updates.append(state_ops.assign(center, mean))
                with framework.device(global_step.device):
                    updates.append(state_ops.assign_add(global_step, 1))
            with framework.control_dependencies(updates), framework.device(global_step.device):
                tokens = array_creation.fill([self._num_worker - 1], constant(False))
                synced = sync_queue.enqueue_many(tokens)
        else:
            with framework.control_dependencies(given), framework.device(global_step.device):
                synced = sync_queue.dequeue()
        with framework.control_dependencies([synced]):
            return self._local_vars_update(local_vars)

    def _accumulated(self, local_vars: Any, shared: Any, global_step: Any) -> tuple[list[Any], list[Any]]:
        given, means = [], []
        with framework.name_scope(None, self._name + "/global"):
            for local, center in zip(local_vars, shared):
                with framework.device(center.device):
                    value = local._ref()
                    if not isinstance(value, Tensor):
                        raise ValueError("Unknown local variable type!")
                    accumulator = ConditionalAccumulator(
                        local.dtype.base_dtype, shape=local.get_shape(), shared_name=center.name + "/var_accum"
                    )
                    given.append(accumulator.apply_grad(value, local_step=global_step))
                    means.append(accumulator.take_grad(self._num_worker))
                    self._accumulator_list.append((accumulator, center.device))
        return given, means

    def get_init_op(self) -> Any:
        """Gives the worker's variables the values of the shared ones."""
        return self._local_vars_update(variables.trainable_variables())

    def make_session_run_hook(self) -> SessionRunHook:
        """A hook of the training session, which initialises both."""
        return _ModelAverageOptimizerHook(self, self._is_chief)


class _ModelAverageOptimizerHook(SessionRunHook):
    """TF1: the operations are made, and left to who runs them."""

    def __init__(self, optimizer: ModelAverageOptimizer, is_chief: bool) -> None:
        self._ma_optimizer = optimizer
        self._is_chief = is_chief

    def begin(self) -> None:
        self._local_init_op = variables.local_variables_initializer()
        self._global_init_op = None
        if self._is_chief:
            self._global_init_op = variables.global_variables_initializer()
            self._chief_init_op = self._ma_optimizer._chief_init_op
        self._variable_init_op = self._ma_optimizer.get_init_op()
