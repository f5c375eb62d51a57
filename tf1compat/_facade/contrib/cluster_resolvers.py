"""Where the tasks of a cluster are: as given, as `TF_CONFIG` says, or several of these together."""

from __future__ import annotations

import abc
import collections
import json
import os
from typing import Any

from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._facade.train.cluster_spec import ClusterSpec


def _url(master: str, rpc_layer: str | None) -> str:
    return f"{rpc_layer}://{master}" if rpc_layer else master


class ClusterResolver(abc.ABC):
    """Gives the tasks of a cluster, and whom a session talks to."""

    task_type: Any = None
    task_id: Any = None
    rpc_layer: Any = None

    @abc.abstractmethod
    def cluster_spec(self) -> Any:
        """The tasks as a ClusterSpec."""
        raise NotImplementedError

    @abc.abstractmethod
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions, a task's if one is named."""
        raise NotImplementedError

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Any:
        """How many devices of each type a task has, asked of a session."""
        with Graph().as_default(), Session(self.master(task_type, task_id), config=config_proto) as session:
            devices = session.list_devices()
        found: dict[str, int] = collections.defaultdict(int)
        for device in devices:
            is_named = task_type is not None and task_id is not None
            if not is_named or (f"/job:{task_type}" in device.name and f"/task:{task_id}" in device.name):
                found[device.device_type] += 1
        return found

    @property
    def environment(self) -> Any:
        """Where it runs, as far as that is known."""
        return ""


class SimpleClusterResolver(ClusterResolver):
    """What it is given.

    Args:
      cluster_spec: a ClusterSpec.
      master: the target of sessions without a named task.
      task_type, task_id, environment, num_accelerators, rpc_layer: given back as they are.

    Raises:
      TypeError: `cluster_spec` or `master` is of another type.
    """

    def __init__(
        self,
        cluster_spec: Any,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: Any = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a ClusterSpec.")
        if not isinstance(master, str):
            raise TypeError("master must be a string.")
        self._cluster_spec, self._master = cluster_spec, master
        self.task_type, self.task_id, self.rpc_layer = task_type, task_id, rpc_layer
        self._environment = environment
        self._num_accelerators = num_accelerators

    def cluster_spec(self) -> Any:
        return self._cluster_spec

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        found = self._master
        if task_type is not None and task_id is not None:
            found = self._cluster_spec.task_address(task_type, task_id)
        return _url(found, rpc_layer or self.rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Any:
        return {} if self._num_accelerators is None else self._num_accelerators

    @property
    def environment(self) -> Any:
        return self._environment


class UnionClusterResolver(ClusterResolver):
    """The tasks of several resolvers; all else is the first one's.

    Raises:
      ValueError: there is none, or an argument is unknown.
      TypeError: one is no ClusterResolver.
      KeyError: two have the same task.
    """

    def __init__(self, *args: ClusterResolver, **kwargs: Any) -> None:
        given = {name: kwargs.pop(name, None) for name in ("rpc_layer", "task_type", "task_id")}
        if kwargs:
            raise ValueError(f"Unexpected kwargs provided {kwargs!r}")
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        if not all(isinstance(resolver, ClusterResolver) for resolver in args):
            raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        self._resolvers = args
        self._own_rpc_layer = given["rpc_layer"]
        for name, value in given.items():
            setattr(self, name, value or getattr(args[0], name))

    def cluster_spec(self) -> Any:
        merged: dict[str, Any] = {}
        specs = [resolver.cluster_spec().as_dict() for resolver in self._resolvers]
        for job in [job for spec in specs for job in spec]:
            parts = [spec[job] for spec in specs if job in spec]
            if all(isinstance(part, list) for part in parts):
                merged[job] = [address for part in parts for address in part]
                continue
            merged[job] = {}
            for part in parts:
                tasks = dict(enumerate(part)) if isinstance(part, list) else part
                twice = set(tasks).intersection(merged[job])
                if twice:
                    raise KeyError(f"Duplicate keys detected when merging two ClusterSpecs: {twice!r}")
                merged[job].update(tasks)
        return ClusterSpec(merged)

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        if task_type is None or task_id is None:
            return self._resolvers[0].master(rpc_layer=rpc_layer)
        # TF1: the first one's rpc_layer counts for its own targets only
        return _url(self.cluster_spec().task_address(task_type, task_id), rpc_layer or self._own_rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Any:
        return self._resolvers[0].num_accelerators(task_type, task_id, config_proto)

    @property
    def environment(self) -> Any:
        return self._resolvers[0].environment


class TFConfigClusterResolver(ClusterResolver):
    """What the environment variable `TF_CONFIG` says, read at each question; arguments come before it."""

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        self._task_type, self._task_id, self._rpc_layer = task_type, task_id, rpc_layer
        self._environment = environment

    @staticmethod
    def _config() -> dict[str, Any]:
        return json.loads(os.environ.get("TF_CONFIG", "{}"))

    @property
    def task_type(self) -> str | None:  # type: ignore[override]
        found = self._config().get("task", {}).get("type") if self._task_type is None else self._task_type
        return None if found is None else str(found)

    @task_type.setter
    def task_type(self, task_type: str | None) -> None:
        self._task_type = task_type

    @property
    def task_id(self) -> int | None:  # type: ignore[override]
        # TF1: the given number counts only beside a given type
        found = self._config().get("task", {}).get("index") if self._task_type is None else self._task_id
        return None if found is None else int(found)

    @task_id.setter
    def task_id(self, task_id: int | None) -> None:
        self._task_id = task_id

    @property
    def rpc_layer(self) -> str | None:  # type: ignore[override]
        return self._config().get("rpc_layer") if self._rpc_layer is None else self._rpc_layer

    @rpc_layer.setter
    def rpc_layer(self, rpc_layer: str | None) -> None:
        self._rpc_layer = rpc_layer

    @property
    def environment(self) -> Any:
        return self._environment

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Any:
        task_type = self.task_type if task_type is None else task_type
        task_id = self.task_id if task_id is None else task_id
        return super().num_accelerators(task_type, task_id, config_proto)

    def cluster_spec(self) -> Any:
        return ClusterSpec(self._config().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        given = self._config().get("session_master")
        if given is not None:
            return given
        cluster = self.cluster_spec()
        if not cluster.jobs or (len(cluster.jobs) == 1 and len(cluster.job_tasks(cluster.jobs[0])) == 1):
            return ""
        task_type = self.task_type if task_type is None else task_type
        task_id = self.task_id if task_id is None else task_id
        # TF1: the argument `rpc_layer` does not count here, the resolver's own does
        return _url(cluster.task_address(task_type, task_id), self.rpc_layer)


def _absent(name: str, what: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            f"tf.contrib.cluster_resolver.{name} is not in tf1compat: it asks {what}; give the tasks to "
            "SimpleClusterResolver, or set TF_CONFIG and use TFConfigClusterResolver"
        )

    return type(name, (), {"__init__": refuse, "__doc__": f"Not in tf1compat: it asks {what}."})


TPUClusterResolver = _absent("TPUClusterResolver", "Google Cloud for TensorFlow's TPU servers")
GCEClusterResolver = _absent("GCEClusterResolver", "Google Compute Engine for instances")
KubernetesClusterResolver = _absent("KubernetesClusterResolver", "Kubernetes for pods")
SlurmClusterResolver = _absent("SlurmClusterResolver", "Slurm for nodes")
