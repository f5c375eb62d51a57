"""`MirroredStrategy`, `OneDeviceStrategy`, `CentralStorageStrategy`, and those that are not there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.distribute import distribute_context
from tf1compat._facade.distribute.strategy import Strategy, StrategyExtended
from tf1compat._runtime import local_devices


class OneDeviceStrategy(Strategy):
    """One replica, on the device that is named.

    Args:
      device: its name, e.g. `"/gpu:0"`.

    >>> import tf1compat as tf
    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     print(tf.distribute.get_strategy().num_replicas_in_sync)
    1
    """

    def __init__(self, device: str) -> None:
        super().__init__(StrategyExtended([device]))
        self._extended._strategy = self


class MirroredStrategy(Strategy):
    """A replica on each device; gradients are summed over them.

    A variable is one variable, which all replicas read. Replicas that are alike are compiled once and spread over the
    devices, as tower loops are.

    Args:
      devices: names of local devices; all GPUs if absent, or else the CPU.
      cross_device_ops: how TensorFlow moves gradients between devices; here XLA decides.
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        self._cross_device_ops = cross_device_ops
        super().__init__(StrategyExtended(devices or _all_devices()))
        self._extended._strategy = self


class ContribMirroredStrategy(MirroredStrategy):
    """`tf.contrib.distribute.MirroredStrategy`: also takes a number of GPUs.

    Args:
      devices: names of local devices.
      num_gpus: number of GPUs, in place of `devices`.
      num_gpus_per_worker: the same.
      cross_device_ops, auto_shard_dataset, cross_tower_ops: how TensorFlow moves gradients and data; here XLA decides.

    Raises:
      ValueError: both devices and a number.
    """

    def __init__(
        self,
        devices: Sequence[str] | None = None,
        num_gpus: int | None = None,
        num_gpus_per_worker: int | None = None,
        cross_device_ops: Any = None,
        auto_shard_dataset: bool = False,
        cross_tower_ops: Any = None,
    ) -> None:
        if num_gpus is not None and num_gpus_per_worker is not None:
            raise ValueError("You cannot specify both `num_gpus` and `num_gpus_per_worker`.")
        number = num_gpus_per_worker if num_gpus is None else num_gpus
        if devices is not None and number is not None:
            raise ValueError("Must only specify one of `devices` or `num_gpus`.")
        if number is not None:
            devices = [f"/device:GPU:{i}" for i in range(number)] or ["/device:CPU:0"]
        super().__init__(devices, cross_device_ops or cross_tower_ops)


class CentralStorageStrategy(Strategy):
    """A replica on each device; variables stand on one of them.

    Args:
      compute_devices: names of local devices; all GPUs if absent, or else the CPU.
      parameter_device: where variables stand; the CPU if there are several compute devices.
    """

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None) -> None:
        devices = list(compute_devices or _all_devices())
        parameter_device = parameter_device or ("/device:CPU:0" if len(devices) > 1 else devices[0])
        super().__init__(StrategyExtended(devices, [parameter_device]))
        self._extended._strategy = self


def _all_devices() -> list[str]:
    found = [d.name for d in local_devices.list_devices() if d.device_type == "GPU"]
    return ["/device:" + name.partition("/device:")[2] for name in found] or ["/device:CPU:0"]


class _Elsewhere(Strategy):
    """A strategy that asks for what is not here."""

    advice = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(f"{type(self).__name__} is not supported: {self.advice}")


class ParameterServerStrategy(_Elsewhere):
    """Variables on parameter servers."""

    advice = "use tf.train.replica_device_setter, or an Estimator with a cluster in TF_CONFIG"


class MultiWorkerMirroredStrategy(_Elsewhere):
    """Replicas on several machines."""

    advice = "use tf.train.SyncReplicasOptimizer; TF1COMPAT_ALLREDUCE lets its workers average by all-reduce"


class CollectiveAllReduceStrategy(MultiWorkerMirroredStrategy):
    """Replicas on several machines, as `tf.contrib` calls it."""


class TPUStrategy(_Elsewhere):
    """Replicas on TPU cores."""

    advice = "use MirroredStrategy; JAX's devices are found by tf.config.experimental.list_logical_devices"


class CrossDeviceOps:
    """How gradients move between devices. XLA decides that here: a strategy takes it and does the same with any.

    Args:
      Others: as TensorFlow has them, kept.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args, self.kwargs = args, kwargs

    def reduce(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """One value for those of all replicas."""
        return distribute_context.get_strategy().extended.reduce_to(reduce_op, per_replica_value, destinations)

    def batch_reduce(self, reduce_op: Any, value_destination_pairs: Any) -> list[Any]:
        """`reduce` for several values."""
        return [self.reduce(reduce_op, value, where) for value, where in value_destination_pairs]

    def broadcast(self, tensor: Any, destinations: Any) -> Any:
        """The tensor: all devices see it."""
        return tensor


class HierarchicalCopyAllReduce(CrossDeviceOps):
    """As `CrossDeviceOps`."""


class NcclAllReduce(CrossDeviceOps):
    """As `CrossDeviceOps`."""


class ReductionToOneDevice(CrossDeviceOps):
    """As `CrossDeviceOps`."""


class AllReduceCrossDeviceOps(CrossDeviceOps):
    """As `CrossDeviceOps`."""
