"""`tf.contrib.tpu.RunConfig`, `TPUConfig` and `InputPipelineConfig`: settings of a `TPUEstimator`."""

from __future__ import annotations

import json
import os
import re
from typing import Any, NamedTuple

from tf1compat._facade.estimator import run_config
from tf1compat._facade.estimator.run_config import TaskType

_LOOP = re.compile(r"^(\d+)([smh])?$")
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_CORES = (1, 2, 4, 8, 16, 32, 64, 128)


class InputPipelineConfig:
    """How TPU hosts get their input; only TPUs make a difference between the ways."""

    PER_SHARD_V1 = 1
    PER_HOST_V1 = 2
    PER_HOST_V2 = 3
    BROADCAST = 4
    SLICED = 5


class Iterations(NamedTuple):
    """Steps (`unit` "count") or seconds (`unit` "seconds") per loop on a TPU."""

    value: int
    unit: str


def parse_iterations_per_loop(given: Any) -> Iterations:
    """A number of steps, or a time such as `3600s`, `60m`, `1h`.

    Raises:
      ValueError: it is neither.
    """
    match = _LOOP.match(str(given))
    if match is None or not int(match[1]):
        raise ValueError(
            "Invalid TPUConfig `iterations_per_loop` value. Value must be positive integer value or time-based value "
            "`<N><s|m|h>` where <N> is anypositive integer and `s`, `m`, `h` are unit of time in seconds, minutes, "
            "hours respectively. Examples of valid values: `3600s`, `60m`, `1h`."
        )
    if match[2] is None:
        return Iterations(int(match[1]), "count")
    return Iterations(int(match[1]) * _SECONDS[match[2]], "seconds")


def check_positive_integer(value: Any, name: str) -> None:
    """Raises TypeError or ValueError where `value` is no positive integer (TF1's words)."""
    if not isinstance(value, int):
        raise TypeError(f"{name} must be int, got {type(value)}")
    if value <= 0:
        raise ValueError(f"{name} must be positive, got {value}")


class _Fields(NamedTuple):
    iterations_per_loop: Any
    num_shards: int | None
    num_cores_per_replica: int | None
    per_host_input_for_training: int
    tpu_job_name: str | None
    initial_infeed_sleep_secs: int | None
    input_partition_dims: Any
    eval_training_input_configuration: int
    experimental_host_call_every_n_steps: int


class TPUConfig(_Fields):
    """Settings for TPUs. Without TPUs `iterations_per_loop` alone matters: it decides how often speed is logged.

    Raises:
      ValueError, TypeError: a value is out of range.
    """

    __slots__ = ()

    def __new__(
        cls,
        iterations_per_loop: Any = 2,
        num_shards: int | None = None,
        num_cores_per_replica: int | None = None,
        per_host_input_for_training: Any = True,
        tpu_job_name: str | None = None,
        initial_infeed_sleep_secs: int | None = None,
        input_partition_dims: Any = None,
        eval_training_input_configuration: int = InputPipelineConfig.PER_HOST_V1,
        experimental_host_call_every_n_steps: int = 1,
    ) -> TPUConfig:
        parse_iterations_per_loop(iterations_per_loop)
        if num_shards is not None:
            check_positive_integer(num_shards, "TPUConfig num_shards")
        _check_partitions(input_partition_dims, per_host_input_for_training, num_cores_per_replica)
        if num_cores_per_replica is not None and num_cores_per_replica not in _CORES:
            raise ValueError(f"num_cores_per_replica must be 1, 2, 4, 8, 16, 32, 64, 128; got {num_cores_per_replica}")
        if eval_training_input_configuration not in (InputPipelineConfig.PER_HOST_V1, InputPipelineConfig.SLICED):
            raise ValueError(
                "eval_training_input_configuration must be PER_HOST_V1 or SLICED; got "
                f"{eval_training_input_configuration}"
            )
        if initial_infeed_sleep_secs:
            check_positive_integer(initial_infeed_sleep_secs, "TPUConfig initial_infeed_sleep_secs")
        legacy = {True: InputPipelineConfig.PER_HOST_V1, False: InputPipelineConfig.PER_SHARD_V1}
        if isinstance(per_host_input_for_training, bool):
            per_host_input_for_training = legacy[per_host_input_for_training]
        return super().__new__(
            cls,
            iterations_per_loop,
            num_shards,
            num_cores_per_replica,
            per_host_input_for_training,
            tpu_job_name or _job_name_of_environment(),
            initial_infeed_sleep_secs,
            input_partition_dims,
            eval_training_input_configuration,
            experimental_host_call_every_n_steps,
        )


def _check_partitions(dims: Any, per_host: Any, cores: int | None) -> None:
    if dims is None:
        return
    if len(dims) not in (1, 2):
        raise ValueError("input_partition_dims must be a list/tuple with one or two elements.")
    if per_host is not InputPipelineConfig.PER_HOST_V2:
        raise ValueError("input_partition_dims is only supported in PER_HOST_V2 mode.")
    if cores is None:
        raise ValueError("input_partition_dims requires setting num_cores_per_replica.")


def _job_name_of_environment() -> str | None:
    found = json.loads(os.environ.get("TF_CONFIG", "{}"))
    return found.get("service", {}).get("tpu_worker_job_name")


class RunConfig(run_config.RunConfig):
    """A `tf.estimator.RunConfig` with `tpu_config`, and the addresses of the masters.

    Args:
      tpu_config: a `TPUConfig`.
      evaluation_master: address for evaluations; `master` if absent.
      master: address for training.
      cluster: a ClusterResolver, which gives `master` and the cluster.
      **kwargs: as in `tf.estimator.RunConfig`.

    Raises:
      ValueError: `master` and `cluster` are both given.
    """

    def __init__(
        self,
        tpu_config: TPUConfig | None = None,
        evaluation_master: str | None = None,
        master: str | None = None,
        cluster: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._tpu_config = tpu_config or TPUConfig()
        self._cluster = cluster
        if master is not None:
            if cluster is not None:
                raise ValueError("Both master and cluster are set.")
            self._master = master
        elif cluster:
            self._master = cluster.master()
        if evaluation_master is not None:
            self._evaluation_master = evaluation_master
        elif not self._evaluation_master and self.task_type != TaskType.EVALUATOR:
            self._evaluation_master = self._master
        if cluster:
            self._cluster_spec = cluster.cluster_spec()

    def _maybe_overwrite_session_config_for_distributed_training(self) -> None:
        """TF1: no device filters here."""

    @property
    def tpu_config(self) -> TPUConfig:
        return self._tpu_config

    @property
    def cluster(self) -> Any:
        return self._cluster

    def replace(self, **kwargs: Any) -> RunConfig:
        """A copy with other values; `tpu_config` may be replaced, too."""
        tpu_config = kwargs.pop("tpu_config", None)
        found: Any = super().replace(**kwargs)
        if tpu_config is not None:
            found._tpu_config = tpu_config
        return found
