"""`tf.contrib.learn.RunConfig`: where and how an Estimator runs; its cluster comes from `TF_CONFIG`."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import run_config as core_run_config
from tf1compat._facade.estimator.cluster_settings import cluster_spec
from tf1compat._facade.platform import tf_logging

_MODULE = "tensorflow.contrib.learn.python.learn.estimators.run_config"
_DEFAULT_UID_WHITE_LIST = [
    "tf_random_seed",
    "save_summary_steps",
    "save_checkpoints_steps",
    "save_checkpoints_secs",
    "session_config",
    "keep_checkpoint_max",
    "keep_checkpoint_every_n_hours",
    "log_step_count_steps",
]


class Environment:
    """Where a program runs: `TF_CONFIG`'s "environment"."""

    CLOUD = "cloud"
    GOOGLE = "google"
    LOCAL = "local"


class TaskType:
    """The kinds of tasks of a cluster."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"


def _tf_config() -> dict[str, Any]:
    return json.loads(os.environ.get("TF_CONFIG") or "{}")


class ClusterConfig:
    """This task's place in the cluster that `TF_CONFIG` describes.

    Args:
      master: the session's target; by default this task's own server in the cluster, "" without one.
      evaluation_master: the target of evaluations.

    Raises:
      ValueError: the cluster has no such task.
    """

    def __init__(self, master: str | None = None, evaluation_master: str | None = None) -> None:
        config = _tf_config()
        self._task_type = config.get("task", {}).get("type")
        self._task_id = self.get_task_id()
        self._cluster_spec = cluster_spec(config.get("cluster", {}))
        if master is None:
            master = _own_server(self._cluster_spec, self._task_type, self._task_id)
        self._master = master
        jobs = self._cluster_spec.as_dict()
        self._num_ps_replicas = len(jobs.get("ps", []))
        self._num_worker_replicas = len(jobs.get("worker", [])) + len(jobs.get("master", []))
        self._environment = config.get("environment", Environment.LOCAL)
        # TF1: without a cloud the first worker is the chief, and a master is not
        chief_type = TaskType.MASTER if self._environment == Environment.CLOUD else TaskType.WORKER
        self._is_chief = self._task_id == 0 and self._task_type in (None, chief_type)
        self._evaluation_master = evaluation_master or ""

    @property
    def cluster_spec(self) -> Any:
        return self._cluster_spec

    @property
    def environment(self) -> str:
        return self._environment

    @property
    def evaluation_master(self) -> str:
        return self._evaluation_master

    @property
    def is_chief(self) -> bool:
        return self._is_chief

    @property
    def master(self) -> str:
        return self._master

    @property
    def num_ps_replicas(self) -> int:
        return self._num_ps_replicas

    @property
    def num_worker_replicas(self) -> int:
        return self._num_worker_replicas

    @property
    def task_id(self) -> int:
        return self._task_id

    @property
    def task_type(self) -> str | None:
        return self._task_type

    @staticmethod
    def get_task_id() -> int:
        """The index of the task in `TF_CONFIG`, 0 without one."""
        index = _tf_config().get("task", {}).get("index")
        return int(index) if index else 0


def _own_server(cluster: Any, task_type: str | None, task_id: int) -> str:
    if not cluster:
        return ""
    jobs = cluster.jobs
    if len(jobs) == 1 and len(cluster.job_tasks(jobs[0])) == 1:
        return ""  # alone in its cluster
    if not task_type:
        return ""
    note = "Note that these values may be coming from the TF_CONFIG environment variable."
    if task_type not in jobs:
        raise ValueError(f"{task_type} is not a valid task_type in the cluster_spec:\n{cluster}\n\n{note}")
    addresses = cluster.job_tasks(task_type)
    if not 0 <= task_id < len(addresses):
        raise ValueError(
            f"{task_id} is not a valid task_id for task_type {task_type} in the cluster_spec:\n{cluster}\n\n"
            f"{note.replace('values', 'value')}"
        )
    return "grpc://" + addresses[task_id]


class RunConfig(ClusterConfig, core_run_config.RunConfig):
    """Settings of an Estimator of tf.contrib.learn; tf.estimator's take it too.

    Args:
      master, evaluation_master: see ClusterConfig.
      num_cores, log_device_placement, gpu_memory_fraction: fields of `tf_config`, the ConfigProto of servers.
      tf_random_seed, save_summary_steps, keep_checkpoint_max, keep_checkpoint_every_n_hours, log_step_count_steps,
        protocol, session_config, session_creation_timeout_secs: see `tf.estimator.RunConfig`.
      save_checkpoints_secs, save_checkpoints_steps: how often checkpoints are written; every 600 seconds by default.
      model_dir: folder for checkpoints and summaries; `TF_CONFIG` may say the same one.

    Raises:
      ValueError: `model_dir` differs from `TF_CONFIG`'s, or the cluster has no such task.
    """

    _USE_DEFAULT = 0

    @deprecated(None, "When switching to tf.estimator.Estimator, use tf.estimator.RunConfig instead.", _MODULE)
    def __init__(
        self,
        master: str | None = None,
        num_cores: int = 0,
        log_device_placement: bool = False,
        gpu_memory_fraction: float = 1,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_secs: Any = _USE_DEFAULT,
        save_checkpoints_steps: int | None = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int | None = 100,
        protocol: str | None = None,
        evaluation_master: str = "",
        model_dir: str | None = None,
        session_config: Any = None,
        session_creation_timeout_secs: float = 7200,
    ) -> None:
        from tf1compat._formats import protos

        ClusterConfig.__init__(self, master=master, evaluation_master=evaluation_master)
        self._train_distribute = None
        self._eval_distribute = None
        self._experimental_max_worker_delay_secs = None
        self._device_fn = None
        self._tf_config = protos.ConfigProto(
            log_device_placement=log_device_placement,
            inter_op_parallelism_threads=num_cores,
            intra_op_parallelism_threads=num_cores,
            gpu_options=protos.GPUOptions(per_process_gpu_memory_fraction=gpu_memory_fraction),
        )
        self._tf_random_seed = tf_random_seed
        self._save_summary_steps = save_summary_steps
        if save_checkpoints_secs == RunConfig._USE_DEFAULT:
            save_checkpoints_secs = 600 if save_checkpoints_steps is None else None
        self._save_checkpoints_secs = save_checkpoints_secs
        self._save_checkpoints_steps = save_checkpoints_steps
        self._log_step_count_steps = log_step_count_steps
        self._protocol = protocol
        self._session_config = session_config
        self._keep_checkpoint_max = keep_checkpoint_max
        self._keep_checkpoint_every_n_hours = keep_checkpoint_every_n_hours
        self._model_dir = _model_dir(model_dir)
        self._session_creation_timeout_secs = session_creation_timeout_secs

    def uid(self, whitelist: Sequence[str] | None = None) -> str:
        """A text that two configurations share only if they agree in everything that is not in `whitelist`."""
        tf_logging.warning(
            "uid (from %s) is experimental and may change or be removed at any time, and without warning.", _MODULE
        )
        left_out = {"_" + name for name in (_DEFAULT_UID_WHITE_LIST if whitelist is None else whitelist)}
        state = {name: value for name, value in sorted(vars(self).items()) if name not in left_out}
        if "_cluster_spec" in state:
            state["_cluster_spec"] = dict(sorted(state["_cluster_spec"].as_dict().items()))
        return ", ".join(f"{name}={value!r}" for name, value in state.items())

    @property
    def tf_config(self) -> Any:
        """The ConfigProto of servers."""
        return self._tf_config


def _model_dir(model_dir: str | None) -> str | None:
    in_environment = _tf_config().get("model_dir")
    if in_environment is not None:
        if model_dir is not None and in_environment != model_dir:
            raise ValueError(
                "`model_dir` provided in RunConfig construct, if set, must have the same value as the model_dir in "
                f'TF_CONFIG. model_dir: {model_dir}\nTF_CONFIG["model_dir"]: {in_environment}.\n'
            )
        tf_logging.info("Using model_dir in TF_CONFIG: %s", in_environment)
    return model_dir or in_environment
