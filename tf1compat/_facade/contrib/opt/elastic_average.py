"""`tf.contrib.opt.ElasticAverageOptimizer`: workers explore around shared variables, bound to them elastically."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, framework, grouping, math_ops, state_ops, variables
from tf1compat._facade.collections import GraphKeys, add_to_collection
from tf1compat._facade.constants import constant
from tf1compat._facade.contrib.opt import worker_copies
from tf1compat._facade.contrib.opt.worker_copies import GLOBAL_VARIABLE_NAME as GLOBAL_VARIABLE_NAME
from tf1compat._facade.contrib.opt.worker_copies import CopiesHook, CopyingGetter
from tf1compat._facade.nn_ops import l2_loss
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.train import saveables
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.train.saver import Saver
from tf1compat._jaxcore.base import dtypes

LOCAL_VARIABLE_NAME = "local_center_variable"
GLOBAL_STEP = "global_step"


class ElasticAverageCustomGetter(CopyingGetter):
    """Custom getter of `tf.variable_scope`: the worker's variable, the shared center, and the worker's copy of it.

    Args:
      worker_device: device of the worker's variables; the centers go where `tf.device` says.
    """

    _SECOND_NAME = LOCAL_VARIABLE_NAME

    @property
    def _local_map(self) -> dict[Any, Any]:
        return self._second_map

    def __call__(self, getter: Any, name: str, trainable: Any, collections: Any, *args: Any, **kwargs: Any) -> Any:
        if trainable:
            return self._make(getter, name, args, kwargs)
        kwargs.update(trainable=trainable, collections=collections)
        return worker_copies.on_its_worker(getter, self._worker_device, name, args, kwargs)


class ElasticAverageOptimizer(Optimizer):
    """Each `communication_period` steps, worker and center move towards each other by `moving_rate` of their distance.

    Args:
      opt: the optimizer of the workers.
      num_worker: number of workers.
      ea_custom_getter: the `ElasticAverageCustomGetter` that the model was made with.
      communication_period: number of steps between two exchanges.
      moving_rate: 0.9 / communication_period / num_worker if absent.
      rho: weight of the distance in the loss, moving_rate / learning rate if absent.
      use_locking, name: of `tf.train.Optimizer`.
      synchronous: workers wait for each other after initialisation.

    Source: Zhang, Choromanska and LeCun, "Deep learning with Elastic Averaging SGD" (2015).
    """

    BETA = 0.9

    def __init__(
        self,
        opt: Any,
        num_worker: int,
        ea_custom_getter: ElasticAverageCustomGetter,
        communication_period: int = 10,
        moving_rate: float | None = None,
        rho: float | None = None,
        use_locking: bool = True,
        synchronous: bool = False,
        name: str = "ElasticAverageOptimizer",
    ) -> None:
        super().__init__(use_locking, name)
        self._opt = opt
        self._num_worker = num_worker
        self._period = communication_period
        self._local_map = ea_custom_getter._local_map
        self._global_map = ea_custom_getter._global_map
        self._synchronous = synchronous
        self._moving_rate = self.BETA / communication_period / num_worker if moving_rate is None else moving_rate
        self._rho = self._moving_rate / opt._learning_rate if rho is None else rho
        self._local_step: Any = worker_copies.local_step()
        self._opt._prepare()

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> Any:
        """Gradients of the loss and of the weighted distance to the center; arguments of `Optimizer`'s."""
        var_list = var_list or variables.trainable_variables()
        centers = [self._local_map[v] for v in var_list]
        distances = [math_ops.subtract(v, c) for v, c in zip(variables.trainable_variables(), centers)]
        total = loss + self._rho * math_ops.add_n([l2_loss(d) for d in distances])
        return self._opt.compute_gradients(
            total, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The worker's step, and the exchange with the center in every `communication_period`-th."""
        pairs = list(grads_and_vars)
        before = {v.op.name for v in variables.global_variables()}
        applied = self._opt.apply_gradients(pairs)
        _make_local({v.op.name for v in variables.global_variables()} - before)
        with framework.control_dependencies([applied]):
            local_update = state_ops.assign_add(self._local_step, 1, name="local_step_update").op
        local_vars = [v for g, v in pairs if g is not None]

        def exchange() -> Any:
            centers = [self._global_map[v] for v in local_vars]
            copies = [self._local_map[v] for v in local_vars]
            fetched = [copy.assign(center) for copy, center in zip(copies, centers)]
            with framework.control_dependencies(fetched):
                return grouping.group(*self._move(local_vars, copies, centers), *worker_copies.count(global_step))

        with framework.control_dependencies([local_update]):
            return worker_copies.every(self._local_step.read_value(), self._period, exchange)

    def _move(self, local_vars: Any, copies: Any, centers: Any) -> list[Any]:
        """Worker and center, each by `moving_rate` of their difference."""
        differences = []
        for v, copy in zip(local_vars, copies):
            with framework.device(v.device):
                differences.append(math_ops.subtract(v, copy))
        updates = []
        for change, changed in ((state_ops.assign_sub, local_vars), (state_ops.assign_add, centers)):
            for v, difference in zip(changed, differences):
                with framework.device(v.device):
                    updates.append(change(v, math_ops.multiply(self._moving_rate, difference)))
        return updates

    def get_init_op(self, task_index: int) -> Any:
        """Gives the worker's variables the values of the centers; with `synchronous`, waits for all workers."""
        rows = worker_copies.copies_of(
            [self._global_map, self._local_map], "local_variables, global_center_variables, local_center_variables"
        )
        done = grouping.group(*(state_ops.assign(x, center) for v, center, copy in rows for x in (v, copy)))
        return self._after_all(done, task_index) if self._synchronous else done

    def _after_all(self, done: Any, task_index: int) -> Any:
        """Tells every other worker, then waits until all of them have told."""
        queues = [
            FIFOQueue(self._num_worker, [dtypes.bool], shapes=[[]], shared_name=f"variable_init_sync_queue{i}")
            for i in range(self._num_worker)
        ]
        token = constant(False)
        with framework.control_dependencies([done]):
            told = [framework.no_op() if i == task_index else q.enqueue(token) for i, q in enumerate(queues)]
        return grouping.group(*told, queues[task_index].dequeue_many(len(queues) - 1))

    def make_session_run_hook(self, is_chief: bool, task_index: int) -> CopiesHook:
        """A hook of the training session, which initialises the copies."""
        return CopiesHook(self, is_chief, task_index)

    def swapping_saver(self, var_list: Any = None, name: str = "swapping_saver", **kwargs: Any) -> Saver:
        """A Saver that writes the centers under the names of the variables.

        Raises:
          RuntimeError: the model was not made with the custom getter.
        """
        if not self._global_map:
            raise RuntimeError(
                "global_center_variable is empty, please make sure this is called after model created and "
                "ElasticAverageCustomGetter is used when declaring you model"
            )
        given = variables.trainable_variables() if var_list is None else var_list
        named = given if isinstance(given, dict) else saveables.op_list_to_dict(given)
        by_name = {v.op.name: self._global_map.get(v, v) for v in variables.trainable_variables()}

        def center(value: Any) -> Any:
            if isinstance(value, list):
                return [self._global_map.get(v, v) for v in value]
            return by_name.get(value.op.name, value)

        return Saver({key: center(value) for key, value in named.items()}, name=name, **kwargs)


def _make_local(names: set[str]) -> None:
    """Global variables of these names become local ones: the slots of a worker's optimizer."""
    collection = context.get_default_graph().get_collection_ref(GraphKeys.GLOBAL_VARIABLES)
    for v in [v for v in collection if v.op.name in names]:
        add_to_collection(GraphKeys.LOCAL_VARIABLES, v)
        collection.remove(v)
