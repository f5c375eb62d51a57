"""What the environment variable `TF_CONFIG` says of this task and its cluster."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any


class TaskType:
    """Names of the tasks of a cluster."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"
    CHIEF = "chief"
    EVALUATOR = "evaluator"


def tf_config() -> dict[str, Any]:
    """`TF_CONFIG`, parsed; empty if it is not set."""
    return json.loads(os.environ.get("TF_CONFIG") or "{}")


def cluster_spec(jobs: Mapping[str, Any]) -> Any:
    """The `tf.train.ClusterSpec` of these jobs."""
    from tf1compat.train import ClusterSpec

    return ClusterSpec(jobs)


def from_tf_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """The cluster, this task in it, whom to talk to and how many others there are.

    Raises:
      TypeError, ValueError: TF_CONFIG contradicts itself or is incomplete.
    """
    service = config.get("service")
    if service is not None and not isinstance(service, dict):
        raise TypeError(f'If "service" is set in TF_CONFIG, it must be a dict. Given {type(service)}')
    cluster = cluster_spec(config.get("cluster", {}))
    task = config.get("task", {})
    found = {"service": service, "cluster_spec": cluster}
    if not cluster:
        return {**found, **_alone(config, task)}
    has_master = TaskType.MASTER in cluster.jobs
    if has_master and TaskType.CHIEF in cluster.jobs:
        raise ValueError("If `master` node exists in `cluster`, job `chief` is not supported.")
    chief = TaskType.MASTER if has_master else TaskType.CHIEF
    task_type, task_id = _task(cluster, task, chief)
    if task_type == TaskType.EVALUATOR:
        if has_master:
            raise ValueError("If `master` node exists in `cluster`, task_type `evaluator` is not supported.")
        return {**found, **_evaluator(config, task_id)}
    jobs = cluster.as_dict()
    return {
        **found,
        "task_type": task_type,
        "task_id": task_id,
        "global_id_in_cluster": _global_id(cluster, task_type, task_id, chief),
        "master": _session_master(config, cluster, task_type, task_id),
        "evaluation_master": "",
        "is_chief": task_type == chief,
        "num_ps_replicas": len(jobs.get(TaskType.PS, [])),
        "num_worker_replicas": len(jobs.get(TaskType.WORKER, [])) + len(jobs.get(chief, [])),
    }


def _alone(config: Mapping[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
    task_type, task_id = task.get("type", TaskType.WORKER), int(task.get("index", 0))
    if task_type != TaskType.WORKER:
        raise ValueError('If "cluster" is not set in TF_CONFIG, task type must be WORKER.')
    if task_id != 0:
        raise ValueError('If "cluster" is not set in TF_CONFIG, task index must be 0.')
    return {
        "task_type": task_type,
        "task_id": task_id,
        "global_id_in_cluster": 0,
        "master": config.get("session_master", ""),
        "evaluation_master": config.get("eval_session_master", ""),
        "is_chief": True,
        "num_ps_replicas": 0,
        "num_worker_replicas": 1,
    }


def _evaluator(config: Mapping[str, Any], task_id: int) -> dict[str, Any]:
    """TF1: the evaluator is no part of the cluster and sees none."""
    return {
        "cluster_spec": cluster_spec({}),
        "task_type": TaskType.EVALUATOR,
        "task_id": task_id,
        "global_id_in_cluster": None,
        "master": "",
        "evaluation_master": config.get("eval_session_master", ""),
        "is_chief": False,
        "num_ps_replicas": 0,
        "num_worker_replicas": 0,
    }


def _task(cluster: Any, task: Mapping[str, Any], chief: str) -> tuple[str, int]:
    if chief not in cluster.jobs:
        raise ValueError(f'If "cluster" is set in TF_CONFIG, it must have one "{chief}" node.')
    if len(cluster.job_tasks(chief)) > 1:
        raise ValueError(f'The "cluster" in TF_CONFIG must have only one "{chief}" node.')
    task_type, index = task.get("type"), task.get("index")
    if not task_type:
        raise ValueError('If "cluster" is set in TF_CONFIG, task type must be set.')
    if index is None:
        raise ValueError('If "cluster" is set in TF_CONFIG, task index must be set.')
    task_id = int(index)
    if task_id < 0:
        raise ValueError("Task index must be non-negative number.")
    if task_type == TaskType.EVALUATOR:
        return task_type, task_id
    note = "Note that these values may be coming from the TF_CONFIG environment variable."
    if task_type not in cluster.jobs:
        raise ValueError(f"{task_type} is not a valid task_type in the cluster_spec:\n{cluster}\n\n{note}")
    if task_id >= len(cluster.job_tasks(task_type)):
        raise ValueError(
            f"{task_id} is not a valid task_id for task_type {task_type} in the cluster_spec:\n{cluster}\n\n{note}"
        )
    return task_type, task_id


def _session_master(config: Mapping[str, Any], cluster: Any, task_type: str, task_id: int) -> str:
    if "session_master" in config:
        return config["session_master"]
    jobs = cluster.jobs
    if len(jobs) == 1 and len(cluster.job_tasks(jobs[0])) == 1:
        return ""  # alone in its cluster: no server
    return "grpc://" + cluster.job_tasks(task_type)[task_id]


def _global_id(cluster: Any, task_type: str, task_id: int, chief: str) -> int:
    order = [chief, *(t for t in sorted(cluster.jobs) if t not in (chief, TaskType.PS))]
    if TaskType.PS in cluster.jobs:
        order.append(TaskType.PS)
    return sum(len(cluster.job_tasks(t)) for t in order[: order.index(task_type)]) + task_id


def device_filters(task_type: str, task_id: int) -> list[str] | None:
    """The devices that a task needs to see; None for all."""
    own = {
        TaskType.MASTER: ["/job:ps", "/job:master"],
        TaskType.CHIEF: ["/job:ps", "/job:chief"],
        TaskType.WORKER: ["/job:ps", f"/job:worker/task:{task_id}"],
        TaskType.PS: ["/job:ps", "/job:worker", "/job:chief", "/job:master"],
    }
    return own.get(task_type)
