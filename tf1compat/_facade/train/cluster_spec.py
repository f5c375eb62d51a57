"""`tf.train.ClusterSpec`: the jobs of a cluster, and the addresses of their tasks."""

from __future__ import annotations

from typing import Any

from tf1compat._formats import protos


class ClusterSpec:
    """Jobs with the addresses of their tasks.

    Args:
      cluster: `{job: [address, …]}` or `{job: {task index: address}}`, a ClusterDef message, or another ClusterSpec.

    Raises:
      TypeError: it is of another form.

    >>> import tf1compat as tf
    >>> cluster = tf.train.ClusterSpec({"ps": ["localhost:2222"], "worker": ["localhost:2223", "localhost:2224"]})
    >>> print(cluster.num_tasks("worker"), cluster.task_address("ps", 0))
    2 localhost:2222
    """

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, dict):
            self._cluster_spec = {job: _indexed(job, tasks) for job, tasks in cluster.items()}
            self._cluster_def = _message(self._cluster_spec)
            return
        if isinstance(cluster, ClusterSpec):
            self._cluster_def = protos.ClusterDef()
            self._cluster_def.CopyFrom(cluster.as_cluster_def())
        elif isinstance(cluster, protos.ClusterDef):
            self._cluster_def = cluster
        else:
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a "
                "`ClusterDef` protocol buffer"
            )
        self._cluster_spec = {job.name: dict(job.tasks.items()) for job in self._cluster_def.job}

    def __bool__(self) -> bool:
        return bool(self._cluster_spec)

    def __eq__(self, other: object) -> bool:
        # TF1: compares with the dictionary of dictionaries, or with another ClusterSpec the other way round
        return self._cluster_spec == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        found = self.as_dict()
        return "ClusterSpec({" + ", ".join(f"{job!r}: {found[job]!r}" for job in sorted(found)) + "})"

    def as_dict(self) -> dict[str, Any]:
        """`{job: addresses}`, a list where the task indices have no gap, else a dictionary."""
        found: dict[str, Any] = {}
        for job, tasks in self._cluster_spec.items():
            dense = bool(tasks) and max(tasks) + 1 == len(tasks)
            found[job] = self.job_tasks(job) if dense else {i: tasks[i] for i in sorted(tasks)}
        return found

    def as_cluster_def(self) -> Any:
        """The ClusterDef message."""
        return self._cluster_def

    @property
    def jobs(self) -> list[str]:
        """The names of all jobs."""
        return list(self._cluster_spec)

    def num_tasks(self, job_name: str) -> int:
        """How many tasks a job has; ValueError where there is no such job."""
        return len(self._job(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The indices of the tasks of a job; ValueError where there is no such job."""
        return sorted(self._job(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task; ValueError where there is no such job or task."""
        job = self._job(job_name)
        if task_index not in job:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return job[task_index]

    def job_tasks(self, job_name: str) -> list[Any]:
        """The addresses of a job's tasks by index, None in gaps; ValueError where there is no such job."""
        job = self._job(job_name)
        return [job.get(i) for i in range(max(job) + 1)]

    def _job(self, name: str) -> dict[int, str]:
        if name not in self._cluster_spec:
            raise ValueError(f"No such job in cluster: {name!r}")
        return self._cluster_spec[name]


def _indexed(job: Any, tasks: Any) -> dict[int, Any]:
    if isinstance(tasks, list | tuple):
        return dict(enumerate(tasks))
    if isinstance(tasks, dict):
        return dict(tasks)
    raise TypeError(f"The tasks for job {job!r} must be a list or a dictionary from integers to strings.")


def _message(spec: dict[Any, dict[int, Any]]) -> Any:
    message = protos.ClusterDef()
    for job, tasks in sorted(spec.items()):
        if not isinstance(job, str | bytes):
            raise TypeError(f"Job name {job!r} must be bytes or unicode")
        entry = message.job.add(name=job)
        for i, address in sorted(tasks.items()):
            if not isinstance(address, str | bytes):
                raise TypeError(f"Task address {address!r} must be bytes or unicode")
            entry.tasks[i] = address
    return message
