"""`tf.distribute.Strategy`: a model is run once for each device, with the same variables.

    with strategy.scope():
        per_replica = strategy.experimental_run_v2(step_fn, (features, labels))
        loss = strategy.reduce(tf.distribute.ReduceOp.MEAN, per_replica)

All replicas live in this process. Variables are single ones, which every replica reads; gradients of all are summed
before they are applied.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tf1compat._facade import context, framework, grouping
from tf1compat._facade.distribute import distribute_context, reduce_op, replica_threads, values
from tf1compat._facade.distribute.input_lib import InputContext, ReplicatedIterator
from tf1compat._jaxcore.base import devices as device_names


class Strategy:
    """What all strategies can do.

    Args:
      extended: devices and the rarer methods.
    """

    def __init__(self, extended: StrategyExtended) -> None:
        self._extended = extended
        self._scale_loss_for_estimator = False

    @property
    def extended(self) -> StrategyExtended:
        """The rarer methods."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        return len(self._extended.worker_devices)

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Inside, this is the strategy of models and optimizers.

        Raises:
          RuntimeError: the scope of another strategy is open.
        """
        if distribute_context.has_strategy() and distribute_context.get_strategy() is not self:
            raise RuntimeError(
                "Mixing different tf.distribute.Strategy objects: "
                f"{distribute_context.get_strategy()!r} is not {self!r}"
            )
        with distribute_context.entered(self, None):
            yield self

    @contextlib.contextmanager
    def _scale_loss_for_estimator_enabled(self) -> Iterator[None]:
        """Inside, optimizers divide the loss of a replica by their number."""
        self._scale_loss_for_estimator = True
        try:
            yield
        finally:
            self._scale_loss_for_estimator = False

    def experimental_run_v2(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Call `fn` for each replica; what it returns, as values of all replicas."""
        with self.scope():
            return self._extended.call_for_each_replica(fn, args, kwargs)

    def experimental_run(self, fn: Callable[..., Any], input_iterator: Any = None) -> Any:
        """Call `fn` for each replica with the next batch for it."""
        with self.scope():
            args = () if input_iterator is None else (input_iterator.get_next(),)
            return self._extended.call_for_each_replica(fn, args)

    def reduce(self, reduce_op_: Any, value: Any, axis: int | None = None) -> Any:
        """One value for those of all replicas; with `axis`, also reduced over that axis."""
        from tf1compat._facade import math_reductions

        op = reduce_op.of(reduce_op_)
        if axis is None:
            return values.reduced(op, value, self.num_replicas_in_sync)
        reduce: Any = math_reductions.reduce_sum if op is reduce_op.ReduceOp.SUM else math_reductions.reduce_mean
        parts = [reduce(v, axis) for v in values.local(value)]
        return values.reduced(op, values.regroup(parts), self.num_replicas_in_sync)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of all replicas."""
        return values.local(value)

    def unwrap(self, value: Any) -> tuple[Any, ...]:
        """The values of all replicas."""
        return values.local(value)

    def group(self, value: Any, name: str | None = None) -> Any:
        """The operations of all replicas as one."""
        found = values.local(value)
        return found[0] if len(found) == 1 and name is None else grouping.group(*found, name=name)

    def make_dataset_iterator(self, dataset: Any) -> ReplicatedIterator:
        """An iterator that gives each replica its part of every batch.

        Raises:
          ValueError: the batch size is not known, or no multiple of the number of replicas.
        """
        return ReplicatedIterator.of_parts(dataset, self)

    def make_input_fn_iterator(self, input_fn: Callable[..., Any], replication_mode: Any = None) -> ReplicatedIterator:
        """An iterator over the dataset of `input_fn(input_context)`, that gives each replica a batch of its own."""
        return ReplicatedIterator(input_fn(InputContext(1, 0, self.num_replicas_in_sync)), self)

    def experimental_distribute_dataset(self, dataset: Any) -> ReplicatedIterator:
        """The same as `make_dataset_iterator`: in a graph there is nothing else to iterate with."""
        return self.make_dataset_iterator(dataset)

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """A dataset of arrays, which become constants of the graph."""
        from tf1compat._facade.data import Dataset

        return Dataset.from_tensor_slices(numpy_input)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """Variables made inside stand where another stands."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    def configure(
        self, session_config: Any = None, cluster_spec: Any = None, task_type: Any = None, task_id: Any = None
    ) -> None:
        """Nothing is left to configure on one machine.

        Raises:
          NotImplementedError: a cluster.
        """
        if cluster_spec:
            raise NotImplementedError(
                f"{type(self).__name__} works on one machine. For a cluster use tf.train.SyncReplicasOptimizer"
            )

    def update_config_proto(self, config_proto: Any) -> Any:
        """The ConfigProto as it is."""
        return config_proto

    def __deepcopy__(self, memo: Any) -> Strategy:
        return self  # TF1: a RunConfig that is copied keeps its strategy


class StrategyExtended:
    """Devices of a strategy and its rarer methods.

    Args:
      devices: one for each replica.
      parameter_devices: where variables stand; the first of `devices` if absent.
    """

    experimental_between_graph = False
    experimental_require_static_shapes = False
    experimental_should_init = True
    should_checkpoint = True
    should_save_summary = True

    def __init__(self, devices: Sequence[str], parameter_devices: Sequence[str] | None = None) -> None:
        self._devices = tuple(device_names.canonical(d) for d in devices)
        self._parameter_devices = tuple(parameter_devices or self._devices[:1])
        self._strategy: Any = None

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The device of each replica."""
        return self._devices

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """Where variables stand."""
        return self._parameter_devices

    @property
    def num_replicas_in_sync(self) -> int:
        return len(self._devices)

    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Call `fn` once for each replica, on its device; what it returns, as values of all replicas."""
        strategy, kwargs = self._strategy, kwargs or {}
        if len(self._devices) > 1:
            return replica_threads.call_for_each(strategy, self._devices, fn, tuple(args), kwargs)
        assert self._devices
        replica = replica_threads.ReplicaContext(strategy, 0)
        with distribute_context.entered(strategy, replica), framework.device(self._devices[0]):
            return fn(*args, **kwargs)

    def reduce_to(self, reduce_op_: Any, value: Any, destinations: Any) -> Any:
        """One value for those of all replicas; all devices see it."""
        return values.reduced(reduce_op.of(reduce_op_), value, len(self._devices))

    def batch_reduce_to(self, reduce_op_: Any, value_destination_pairs: Any) -> list[Any]:
        """`reduce_to` for several values."""
        return [self.reduce_to(reduce_op_, value, where) for value, where in value_destination_pairs]

    def broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        """The tensor: all devices see it."""
        return tensor

    def update(self, var: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """`fn(var, …)`, beside the variable."""
        with framework.colocate_with(var):
            return fn(var, *args, **(kwargs or {}))

    def update_non_slot(
        self, colocate_with: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True
    ) -> Any:
        """`fn(…)`, on the first of the parameters' devices."""
        with framework.device(self._parameter_devices[0]):
            return fn(*args, **(kwargs or {}))

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """Variables made inside stand where another stands."""
        return framework.colocate_with(colocate_with_variable)

    def non_slot_devices(self, var_list: Any) -> Any:
        """Where an optimizer's variables without slots stand: with the first variable."""
        return min(var_list, key=lambda v: v.name)

    def read_var(self, v: Any) -> Any:
        """A variable's value."""
        return v.read_value()

    def value_container(self, value: Any) -> Any:
        """The variable itself: there is one for all replicas."""
        return value

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether the variable is of the graph that the strategy works in."""
        return v.graph is context.get_default_graph()


class DefaultStrategy(Strategy):
    """What is in force outside of all scopes: one replica, wherever operations are placed."""

    def __init__(self) -> None:
        super().__init__(_DefaultExtended([""]))
        self._extended._strategy = self

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Nothing changes.

        Raises:
          RuntimeError: the scope of another strategy is open.
        """
        if distribute_context.has_strategy():
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        yield self


class _DefaultExtended(StrategyExtended):
    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        return fn(*args, **(kwargs or {}))


_DEFAULT = DefaultStrategy()
_DEFAULT_REPLICA = replica_threads.ReplicaContext(_DEFAULT, 0)


def default() -> tuple[Any, Any]:
    """The default strategy and its replica."""
    return _DEFAULT, _DEFAULT_REPLICA
