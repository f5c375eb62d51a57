"""`tf.train.SyncReplicasOptimizer`: gradients of all workers are averaged before any variable changes.

Every worker puts its gradients into accumulators on the parameter servers and takes a token; the chief's queue runner
takes the averages, applies them, counts the step, and puts a token with the new step there for every worker.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context, framework, grouping, state_ops, variables
from tf1compat._facade.accumulators import ConditionalAccumulator, SparseConditionalAccumulator
from tf1compat._facade.array_creation import fill
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.train import all_reduce, session_manager
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.train.queue_runner import QueueRunner
from tf1compat._facade.train.session_run_hook import SessionRunHook
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes, waiting


class SyncReplicasOptimizer(Optimizer):
    """Synchronous training around another optimizer.

    Args:
      opt: the optimizer that changes the variables.
      replicas_to_aggregate: how many gradients make one step.
      total_num_replicas: number of workers, `replicas_to_aggregate` if absent; where there are more, the slowest
        gradients of each step are dropped (backup workers), where there are fewer, workers compute several.
      variable_averages, variables_to_average: an ExponentialMovingAverage, and what it is applied to after each step.
      use_locking: kept on the update nodes.
      name: name scope of the nodes.

    Run `minimize`'s result on every worker, with the hook of `make_session_run_hook(is_chief)`.
    """

    def __init__(
        self,
        opt: Optimizer,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: Any = None,
        variables_to_average: Sequence[Any] | None = None,
        use_locking: bool = False,
        name: str = "sync_replicas",
    ) -> None:
        if total_num_replicas is None:
            total_num_replicas = replicas_to_aggregate
        super().__init__(use_locking, name)
        tf_logging.info(
            "SyncReplicasV2: replicas_to_aggregate=%s; total_num_replicas=%s", replicas_to_aggregate, total_num_replicas
        )
        self._opt = opt
        self._replicas_to_aggregate = replicas_to_aggregate
        self._gradients_applied = False
        self._variable_averages = variable_averages
        self._variables_to_average = variables_to_average
        self._total_num_replicas = total_num_replicas
        self._tokens_per_step = max(total_num_replicas, replicas_to_aggregate)
        self._global_step: Any = None
        self._sync_token_queue: Any = None
        self._chief_queue_runner: QueueRunner | None = None
        self._accumulator_list: list[tuple[Any, Any]] = []

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """The gradients of this worker, by the optimizer inside."""
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Put the gradients into the accumulators, and take a token.

        Raises:
          ValueError: no gradients, or no `global_step` (old gradients could not be told from new ones).
        """
        if not grads_and_vars:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required to check staleness")
        self._global_step = global_step
        if all_reduce.is_on():
            return self._apply_all_reduced(grads_and_vars, global_step)
        self._make_local_step(global_step)
        graph = context.get_default_graph()
        with framework.name_scope(None, self._name):
            train_ops, aggregated = self._accumulate(grads_and_vars)
            with graph.device(global_step.device), framework.name_scope(""):
                update_op = self._opt.apply_gradients(aggregated, global_step)
            train_op = self._exchange_tokens(train_ops, update_op)
            for accumulator, device in self._accumulator_list:
                with graph.device(device):
                    self._chief_init_ops.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
            self.chief_init_op = grouping.group(*self._chief_init_ops)
            self._gradients_applied = True
            return train_op

    def _apply_all_reduced(self, grads_and_vars: Any, global_step: Any) -> Any:
        """The same step where workers average among themselves; see `all_reduce`."""
        all_reduce.check(self._replicas_to_aggregate, self._total_num_replicas)
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        trained = all_reduce.bring_home([*(v for _, v in pairs), global_step])
        with framework.name_scope(None, self._name):
            means = all_reduce.mean([g for g, _ in pairs])
            with framework.name_scope(""):
                train_op = self._opt.apply_gradients(list(zip(means, [v for _, v in pairs])), global_step)
            all_reduce.bring_home(self._opt.variables())
            if self._variable_averages is not None:
                with framework.control_dependencies([train_op]), framework.name_scope(""):
                    train_op = self._variable_averages.apply(self._variables_to_average)
            kept = dict.fromkeys([*trained, *self._opt.variables()])
            self.chief_init_op = self.local_step_init_op = all_reduce.start_from_first(list(kept))
            self.ready_for_local_init_op = variables.report_uninitialized_variables(variables.global_variables())
            waiting_queue = FIFOQueue(1, dtypes.int32, shapes=(), name="dummy_queue")
            self._chief_queue_runner = QueueRunner(waiting_queue, [waiting_queue.dequeue()])  # there is nothing to do
        self._gradients_applied = True
        return train_op

    def _make_local_step(self, global_step: Any) -> None:
        anchor = framework.no_op()
        with context.get_default_graph().colocate_with(anchor):  # or the device function might send it to a ps
            self._local_step = Variable(
                initial_value=0,
                trainable=False,
                collections=[GraphKeys.LOCAL_VARIABLES],
                dtype=global_step.dtype.base_dtype,
                name="sync_rep_local_step",
            )
        self.local_step_init_op = state_ops.assign(self._local_step, global_step)
        self._chief_init_ops: list[Any] = [self.local_step_init_op]
        self.ready_for_local_init_op = variables.report_uninitialized_variables(variables.global_variables())

    def _accumulate(self, grads_and_vars: Any) -> tuple[list[Operation], list[tuple[Any, Any]]]:
        train_ops: list[Operation] = []
        aggregated: list[tuple[Any, Any]] = []
        for grad, var in grads_and_vars:
            with context.get_default_graph().device(var.device):
                if grad is None:
                    aggregated.append((None, var))
                    continue
                shared_name = f"{var.name}/grad_accum"
                accumulator: Any
                if isinstance(grad, Tensor):
                    accumulator = ConditionalAccumulator(grad.dtype, shape=var.get_shape(), shared_name=shared_name)
                    train_ops.append(accumulator.apply_grad(grad, local_step=self._local_step))
                    aggregated.append((accumulator.take_grad(self._replicas_to_aggregate), var))
                elif isinstance(grad, IndexedSlices):
                    accumulator = SparseConditionalAccumulator(grad.dtype, shape=(), shared_name=shared_name)
                    train_ops.append(accumulator.apply_indexed_slices_grad(grad, local_step=self._local_step))
                    aggregated.append((accumulator.take_indexed_slices_grad(self._replicas_to_aggregate), var))
                else:
                    raise ValueError("Unknown grad type!")
                self._accumulator_list.append((accumulator, var.device))
        return train_ops, aggregated

    def _exchange_tokens(self, train_ops: list[Operation], update_op: Any) -> Any:
        graph, step = context.get_default_graph(), self._global_step
        with graph.device(step.device), framework.name_scope(""):
            queue = FIFOQueue(
                -1, step.dtype.base_dtype, shapes=(), name="sync_token_q", shared_name="sync_token_q"
            )  # fmt: skip
            self._sync_token_queue = queue
            # TF1: the queue runner closes its queue at the end, and the real one must stay open
            dummy = FIFOQueue(1, dtypes.int32, shapes=(), name="dummy_queue", shared_name="dummy_queue")
        with graph.device(step.device), framework.name_scope(""):
            with framework.control_dependencies(train_ops):
                token = queue.dequeue()
            train_op = state_ops.assign(self._local_step, token)
            with framework.control_dependencies([update_op]):
                tokens = fill([self._tokens_per_step], step)
                sync_op = queue.enqueue_many((tokens,))
            if self._variable_averages is not None:
                with framework.control_dependencies([sync_op]), framework.name_scope(""):
                    sync_op = self._variable_averages.apply(self._variables_to_average)
            self._chief_queue_runner = QueueRunner(dummy, [sync_op])
        return train_op

    def get_chief_queue_runner(self) -> QueueRunner:
        """The queue runner of the chief: takes averages, applies them, gives out tokens.

        Raises:
          ValueError: before `apply_gradients`.
        """
        if not self._gradients_applied or self._chief_queue_runner is None:
            raise ValueError("Should be called after apply_gradients().")
        return self._chief_queue_runner

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """A slot of the optimizer inside."""
        return self._opt.get_slot(*args, **kwargs)

    def variables(self) -> list[Any]:
        """The variables of the optimizer inside."""
        return self._opt.variables()

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """The slot names of the optimizer inside."""
        return self._opt.get_slot_names(*args, **kwargs)

    def get_init_tokens_op(self, num_tokens: int = -1) -> Operation:
        """Puts the first tokens there: `replicas_to_aggregate` if `num_tokens` is -1.

        Raises:
          ValueError: before `apply_gradients`, or too few for the first step.
        """
        if not self._gradients_applied:
            raise ValueError("get_init_tokens_op() should be called after apply_gradients().")
        needed = self._replicas_to_aggregate - self._total_num_replicas
        if num_tokens == -1:
            num_tokens = self._replicas_to_aggregate
        elif num_tokens < needed:
            raise ValueError(
                f"Too few tokens to finish the first step: {num_tokens} (given) vs {needed} (needed)"
            )  # fmt: skip
        if num_tokens <= 0 or self._sync_token_queue is None:
            return framework.no_op(name="no_init_tokens")
        with context.get_default_graph().device(self._global_step.device), framework.name_scope(""):
            return self._sync_token_queue.enqueue_many((fill([num_tokens], self._global_step),))

    def make_session_run_hook(self, is_chief: bool, num_tokens: int = -1) -> SessionRunHook:
        """The hook that every worker's session needs; the chief's also runs the queue runner."""
        return _SyncReplicasOptimizerHook(self, is_chief, num_tokens)


class _SyncReplicasOptimizerHook(SessionRunHook):
    """Initialises the local step, and on the chief tokens and queue runner."""

    def __init__(self, sync_optimizer: SyncReplicasOptimizer, is_chief: bool, num_tokens: int) -> None:
        self._sync_optimizer = sync_optimizer
        self._is_chief = is_chief
        self._num_tokens = num_tokens
        self._local_init_op: Any = None
        self._q_runner: QueueRunner | None = None
        self._init_tokens_op: Any = None

    def begin(self) -> None:
        """See `SessionRunHook`."""
        optimizer = self._sync_optimizer
        if not optimizer._gradients_applied:
            raise ValueError("SyncReplicasOptimizer.apply_gradient should be called before using the hook.")
        self._ready_for_local_init_op = optimizer.ready_for_local_init_op
        if self._is_chief:
            self._local_init_op = optimizer.chief_init_op
            self._q_runner = optimizer.get_chief_queue_runner()
            self._init_tokens_op = optimizer.get_init_tokens_op(self._num_tokens)
        else:
            self._local_init_op = optimizer.local_step_init_op

    def after_create_session(self, session: Any, coord: Any) -> None:
        """See `SessionRunHook`.

        Raises:
          RuntimeError: variables are not initialised.
        """
        is_ready, message = session_manager._ready(
            self._ready_for_local_init_op, session, "Model is not ready for SyncReplicasOptimizer local init."
        )
        if not is_ready:
            raise RuntimeError(
                "Init operations did not make model ready for SyncReplicasOptimizer local_init. "
                f"Init op: {self._local_init_op.name}, error: {message}"
            )
        session.run(self._local_init_op)
        if self._init_tokens_op is not None:
            session.run(self._init_tokens_op)
        if self._q_runner is not None:
            updates = _Cancellable(session)
            self._q_runner.create_threads(updates, coord=coord, daemon=True, start=True)
            if coord is not None:
                threading.Thread(target=updates.cancel_at_stop, args=(coord,), daemon=True).start()

    def end(self, session: Any) -> None:
        """See `SessionRunHook`."""
        all_reduce.leave()


class _Cancellable:
    """A session whose steps end when the training stops.

    At the end the chief waits for gradients that no worker will compute; TF1 lets it wait for its two minutes of grace.
    """

    def __init__(self, session: Any) -> None:
        self._session = session
        self._cancellation = waiting.Cancellation()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def run(self, *args: Any, **kwargs: Any) -> Any:
        with waiting.cancelled_by(self._cancellation):
            return self._session.run(*args, **kwargs)

    def make_callable(self, *args: Any, **kwargs: Any) -> Any:
        call = self._session.make_callable(*args, **kwargs)

        def cancellable(*values: Any, **options: Any) -> Any:
            with waiting.cancelled_by(self._cancellation):
                return call(*values, **options)

        return cancellable

    def cancel_at_stop(self, coord: Any) -> None:
        coord.wait_for_stop()
        self._cancellation.cancel()
