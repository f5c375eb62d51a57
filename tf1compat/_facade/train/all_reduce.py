"""Synchronous training without parameter servers: workers keep the trained variables and average gradients among them.

    TF1COMPAT_ALLREDUCE=host:port      a free port of the chief's machine

With it, `SyncReplicasOptimizer` moves what it trains, and the global step, from the parameter servers to each worker.
A step is then one all-reduce. All workers must take part in every step.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from tf1compat._facade import context, framework, grouping, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import devices, errors

_WORKER_JOBS = ("chief", "master", "worker")
_INIT = "tf1compat_variables_of_each_worker"


def join(cluster: Any, job: str, index: int) -> None:
    """Meet the other workers, if `TF1COMPAT_ALLREDUCE` asks for it and this task is one of them."""
    address = os.environ.get("TF1COMPAT_ALLREDUCE")
    tasks = [(j, i) for j in _WORKER_JOBS if j in cluster.jobs for i in cluster.task_indices(j)]
    if not address or (job, index) not in tasks or len(tasks) < 2 or context.WORKERS:
        return
    from tf1compat._runtime.collectives import Group

    context.WORKERS["group"] = Group(address, len(tasks), tasks.index((job, index)), tf_logging.info)
    context.WORKERS["task"] = (job, index)


def is_on() -> bool:
    """Whether this process averages gradients with other workers."""
    return "group" in context.WORKERS


def check(replicas_to_aggregate: int, total_num_replicas: int) -> None:
    """Raise ValueError where not every worker takes part in every step."""
    size = context.WORKERS["group"].size
    if not replicas_to_aggregate == total_num_replicas == size:
        raise ValueError(
            f"TF1COMPAT_ALLREDUCE is set for {size} workers, but SyncReplicasOptimizer aggregates "
            f"{replicas_to_aggregate} gradients of {total_num_replicas} replicas. An all-reduce has no backup workers and "
            "takes one gradient of each: unset it, or make all three numbers equal"
        )


def mean(gradients: Sequence[Any]) -> list[Tensor]:
    """The gradients, averaged over all workers.

    Raises:
      ValueError: one is sparse.
    """
    for gradient in gradients:
        if not isinstance(gradient, Tensor):
            raise ValueError(
                f"TF1COMPAT_ALLREDUCE: the gradient {gradient.values.name} is sparse (tf.gather or an embedding look-up). "
                "Sparse gradients are averaged by the parameter servers only: unset it for this program"
            )
    return apply_op("WorkersMean", list(gradients))


def bring_home(found: Iterable[Any]) -> list[Any]:
    """Let each worker have its own copy of these variables, whatever device they were made for."""
    job, index = context.WORKERS["task"]
    home = devices.Device(job=job, task=index)
    variables = list(dict.fromkeys(found))
    for variable in variables:
        old = variable.op.device
        beside = [c for v in variable.op.outputs for c in v.consumers() if c.device == old]
        for op in (variable.op, *beside):
            op.device = devices.merge(devices.parse(op.device), home).to_string()
    return variables


def start_from_first(variables: Sequence[Any]) -> Operation:
    """An operation that gives all workers the first worker's values; waits for them."""
    graph = context.get_default_graph()
    for variable in variables:
        if not variable.shape.is_fully_defined():
            raise ValueError(f"TF1COMPAT_ALLREDUCE: the variable {variable.name} has no fully known shape")
    with framework.name_scope("workers"):
        own = [state_ops.assign(v, zeros(v.shape, v.dtype.base_dtype)) for v in variables]
        graph.add_to_collection(_INIT, grouping.group(*own, name="own"))
        values = apply_op("FirstWorkers", [v.read_value() for v in variables])
        return grouping.group(*(state_ops.assign(v, x) for v, x in zip(variables, values)), name="start")


def make_local_variables(session: Any) -> None:
    """Before a worker waits for the chief's variables: its own ones, which get their values from the chief later."""
    if is_on():
        for op in session.graph.get_collection(_INIT):
            session.run(op)


def leave() -> None:
    """Wait until all workers have trained to the end, so that none ends before the others."""
    group = context.WORKERS.pop("group", None)
    if group is None:
        return
    try:
        group.leave()
    except Exception as e:  # the others are gone: nobody is left to wait for
        raise errors.UnavailableError(None, None, f"The other workers did not end as this one did: {e}") from None
