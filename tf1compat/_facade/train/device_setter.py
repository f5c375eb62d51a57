"""`tf.train.replica_device_setter`: variables on parameter servers, everything else on the worker."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.device_spec import DeviceSpec
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.cluster_spec import ClusterSpec
from tf1compat._jaxcore.base.shapes import TensorShape

STANDARD_PS_OPS = (
    "Variable",
    "VariableV2",
    "AutoReloadVariable",
    "MutableHashTable",
    "MutableHashTableV2",
    "MutableHashTableOfTensors",
    "MutableHashTableOfTensorsV2",
    "MutableDenseHashTable",
    "MutableDenseHashTableV2",
    "VarHandleOp",
    "BoostedTreesEnsembleResourceHandleOp",
    "BoostedTreesQuantileStreamResourceHandleOp",
    "ResourceConditionalAccumulator",
)


def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Any = None,
    ps_strategy: Callable[[Any], Any] | None = None,
) -> Callable[[Any], str] | None:
    """A device function for `tf.device`: variables go to the tasks of `ps_device` in turn, the rest to `worker_device`.

    Args:
      ps_tasks: number of parameter servers; taken from `cluster` if that is given.
      ps_device, worker_device: devices, usually without and with a task.
      merge_devices: fill in what an operation's device leaves open; if False, an operation with a device keeps it.
      cluster: a ClusterSpec, ClusterDef or dictionary.
      ps_ops: types of the operations that go to parameter servers.
      ps_strategy: a function from an operation to the index of a parameter server; in turn if absent.

    Returns:
      The function; None where there are no parameter servers.

    Raises:
      TypeError: `cluster` is of another type, or `ps_strategy` no function.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.device(tf.train.replica_device_setter(ps_tasks=2)):
    ...     a, b = tf.Variable(1.0, name="a"), tf.Variable(2.0, name="b")
    ...     print(a.device, b.device, (a + b).device)
    /job:ps/task:0 /job:ps/task:1 /job:worker
    """
    if cluster is not None:
        jobs = ClusterSpec(cluster).as_dict()
        ps_job = DeviceSpec.from_string(ps_device).job
        if jobs.get(ps_job) is None:  # type: ignore[arg-type]
            return None
        ps_tasks = len(jobs[ps_job])  # type: ignore[index]
    if ps_tasks == 0:
        return None
    if not merge_devices:
        tf_logging.warning("DEPRECATION: It is recommended to set merge_devices=true in replica_device_setter")
    strategy = ps_strategy if ps_strategy is not None else _RoundRobin(ps_tasks)
    if not callable(strategy):
        raise TypeError("ps_strategy must be callable")
    types = frozenset(STANDARD_PS_OPS if ps_ops is None else ps_ops)

    def choose(op: Any) -> str:
        if not merge_devices and op.device:
            return op.device
        current = DeviceSpec.from_string(op.device or "")
        if ps_device and _type_of(op) in types:
            ps = DeviceSpec.from_string(ps_device)
            if ps.job and (not current.job or current.job == ps.job):
                ps = ps.replace(task=strategy(op))
            return ps.make_merged_spec(current).to_string()
        return DeviceSpec.from_string(worker_device or "").make_merged_spec(current).to_string()

    return choose


def _type_of(op: Any) -> str:
    """The type of an operation or of a NodeDef message."""
    kind = getattr(op, "type", None)
    return kind if isinstance(kind, str) else op.op


class _RoundRobin:
    """One task after the other."""

    def __init__(self, num_tasks: int) -> None:
        self._num_tasks = num_tasks
        self._next_task = 0

    def __call__(self, op: Any) -> int:
        task = self._next_task
        self._next_task = (task + 1) % self._num_tasks
        return task


class RandomStrategy:
    """Places an operation by a hash of its name.

    Args:
      num_ps_tasks: number of parameter servers.
      seed: another number, another placement.
    """

    def __init__(self, num_ps_tasks: int, seed: int = 0) -> None:
        self._num_tasks = num_ps_tasks
        self._seed = seed

    def __call__(self, op: Any) -> int:
        """The index of the parameter server for `op`."""
        digest = hashlib.md5(f"{op.name}_{self._seed}".encode(), usedforsecurity=False).hexdigest()
        return int(digest, 16) % self._num_tasks


class GreedyLoadBalancingStrategy:
    """Places an operation where the least load is so far.

    Args:
      num_tasks: number of parameter servers.
      load_fn: a function from an operation to its load, e.g. `byte_size_load_fn`.
    """

    def __init__(self, num_tasks: int, load_fn: Callable[[Any], float]) -> None:
        self._num_tasks = num_tasks
        self._load_fn = load_fn
        self._ps_loads = np.zeros(num_tasks)

    def __call__(self, op: Any) -> Any:
        """The index of the parameter server for `op`."""
        task = np.argmin(self._ps_loads)
        self._ps_loads[task] += self._load_fn(op)
        return task


def byte_size_load_fn(op: Any) -> int:
    """The size in bytes of an operation's one output.

    Raises:
      ValueError: it has not exactly one output, or that has no fully known shape.
    """
    if len(op.outputs) != 1:
        raise ValueError(f"Op {op} must have a single output")
    output = op.outputs[0]
    shape = output.get_shape()
    if not shape.is_fully_defined():
        shape = TensorShape(op.get_attr("shape"))  # TF1: when a scalar variable is placed, its output has no shape yet
    shape.assert_is_fully_defined()
    return shape.num_elements() * output.dtype.size
