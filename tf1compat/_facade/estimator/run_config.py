"""`tf.estimator.RunConfig`: where and how an Estimator runs, and what `TF_CONFIG` says of its cluster."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from tf1compat._facade.estimator import cluster_settings
from tf1compat._facade.estimator.cluster_settings import TaskType as TaskType
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.platform.compat import path_to_str

_USE_DEFAULT: Any = object()
_REPLACEABLE = [
    "model_dir",
    "tf_random_seed",
    "save_summary_steps",
    "save_checkpoints_steps",
    "save_checkpoints_secs",
    "session_config",
    "keep_checkpoint_max",
    "keep_checkpoint_every_n_hours",
    "log_step_count_steps",
    "train_distribute",
    "device_fn",
    "protocol",
    "eval_distribute",
    "experimental_distribute",
    "experimental_max_worker_delay_secs",
    "session_creation_timeout_secs",
]
_BOTH_INTERVALS = "`save_checkpoints_steps` and `save_checkpoints_secs` cannot be both set."


def get_default_session_config() -> Any:
    """The ConfigProto of an Estimator without one: soft placement."""
    from tf1compat._formats import protos

    config = protos.ConfigProto(allow_soft_placement=True)
    config.graph_options.rewrite_options.meta_optimizer_iterations = 1
    return config


class RunConfig:
    """Settings of an Estimator; what concerns the cluster comes from the environment variable `TF_CONFIG`.

    Args:
      model_dir: folder for checkpoints and summaries.
      tf_random_seed: the graph's seed.
      save_summary_steps: how often summaries are written; 0 for never.
      save_checkpoints_steps, save_checkpoints_secs: how often checkpoints are written, one of them; by default every
        600 seconds, None or 0 for never.
      session_config: a ConfigProto.
      keep_checkpoint_max: how many checkpoints are kept; 0 or None for all.
      keep_checkpoint_every_n_hours: keep one for good so often.
      log_step_count_steps: how often loss, step and speed are logged; None for never.
      train_distribute, eval_distribute: a `tf.distribute.Strategy`.
      device_fn: a function of an `op` that gives its device.
      protocol: "grpc" or "grpc+verbs".
      experimental_distribute: settings of the distribute coordinator.
      experimental_max_worker_delay_secs: the longest wait of a worker before it starts.
      session_creation_timeout_secs: how long a worker waits for its session.

    Raises:
      ValueError: a value is out of range, or both intervals of checkpoints are given.
    """

    _session_config: Any
    _cluster_spec: Any
    _task_type: Any
    _task_id: Any
    _device_fn: Any
    _evaluation_master: Any
    _is_chief: Any
    _master: Any
    _num_ps_replicas: Any
    _num_worker_replicas: Any
    _global_id_in_cluster: Any
    _service: Any
    _model_dir: Any
    _tf_random_seed: Any
    _save_summary_steps: Any
    _save_checkpoints_secs: Any
    _save_checkpoints_steps: Any
    _keep_checkpoint_max: Any
    _keep_checkpoint_every_n_hours: Any
    _log_step_count_steps: Any
    _train_distribute: Any
    _eval_distribute: Any
    _protocol: Any
    _experimental_max_worker_delay_secs: Any
    _session_creation_timeout_secs: Any

    def __init__(
        self,
        model_dir: Any = None,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_steps: Any = _USE_DEFAULT,
        save_checkpoints_secs: Any = _USE_DEFAULT,
        session_config: Any = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int | None = 100,
        train_distribute: Any = None,
        device_fn: Callable[..., Any] | None = None,
        protocol: str | None = None,
        eval_distribute: Any = None,
        experimental_distribute: Any = None,
        experimental_max_worker_delay_secs: int | None = None,
        session_creation_timeout_secs: float = 7200,
    ) -> None:
        given = dict(locals())
        steps, secs = save_checkpoints_steps, save_checkpoints_secs
        if steps is _USE_DEFAULT and secs is _USE_DEFAULT:
            steps, secs = None, 600
        steps = None if steps is _USE_DEFAULT else steps
        secs = None if secs is _USE_DEFAULT else secs
        if steps is not None and secs is not None:
            raise ValueError(_BOTH_INTERVALS)
        given.update(save_checkpoints_steps=steps, save_checkpoints_secs=secs)
        environment = cluster_settings.tf_config()
        if environment:
            tf_logging.info("TF_CONFIG environment variable: %s", environment)
        given["model_dir"] = _model_dir(environment, path_to_str(model_dir))
        RunConfig._replace(self, _REPLACEABLE, **{name: given[name] for name in _REPLACEABLE})
        if experimental_distribute:
            raise NotImplementedError(
                "RunConfig(experimental_distribute=…) asks for TensorFlow's distribute coordinator, which tf1compat "
                "has not; use train_distribute and eval_distribute, or a cluster in TF_CONFIG"
            )
        self._init_distributed_setting_from_environment_var(environment)
        self._maybe_overwrite_session_config_for_distributed_training()

    def _init_distributed_setting_from_environment_var(self, tf_config: Mapping[str, Any]) -> None:
        for name, value in cluster_settings.from_tf_config(tf_config).items():
            setattr(self, "_" + name, value)

    def _maybe_overwrite_session_config_for_distributed_training(self) -> None:
        if not self._session_config and self._cluster_spec:
            config = self._get_default_session_config_distributed()
            RunConfig._replace(self, _REPLACEABLE, session_config=config)

    def _get_default_session_config_distributed(self) -> Any:
        """A ConfigProto that makes a task see the parameter servers and itself only; None for an evaluator."""
        filters = cluster_settings.device_filters(self._task_type, self._task_id)
        if filters is None:
            return None
        config = get_default_session_config()
        config.device_filters.extend(filters)
        return config

    def replace(self, **kwargs: Any) -> RunConfig:
        """A copy with other values.

        Raises:
          ValueError: a name that cannot be replaced, a value out of range, or both intervals of checkpoints.
        """
        return RunConfig._replace(copy.deepcopy(self), _REPLACEABLE, **kwargs)

    @staticmethod
    def _replace(config: Any, allowed_properties_list: Any = None, **kwargs: Any) -> Any:
        allowed = allowed_properties_list or []
        for key, value in kwargs.items():
            if key not in allowed:
                raise ValueError(f"Replacing {key} is not supported. Allowed properties are {allowed}.")
            setattr(config, "_" + key, value)
        _check_intervals(config, kwargs)
        _check_values(config)
        return config

    @property
    def cluster_spec(self) -> Any:
        return self._cluster_spec

    @property
    def device_fn(self) -> Any:
        """A function that places operations, instead of the default one."""
        return self._device_fn

    @property
    def evaluation_master(self) -> Any:
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
    def global_id_in_cluster(self) -> int | None:
        """This task's number among all tasks: the chief first, then by type and index, parameter servers last."""
        return self._global_id_in_cluster

    @property
    def task_type(self) -> str:
        return self._task_type

    @property
    def service(self) -> Any:
        """The `service` dictionary of TF_CONFIG."""
        return self._service

    @property
    def model_dir(self) -> Any:
        return self._model_dir

    @property
    def tf_random_seed(self) -> Any:
        return self._tf_random_seed

    @property
    def save_summary_steps(self) -> Any:
        return self._save_summary_steps

    @property
    def save_checkpoints_secs(self) -> Any:
        return self._save_checkpoints_secs

    @property
    def save_checkpoints_steps(self) -> Any:
        return self._save_checkpoints_steps

    @property
    def session_config(self) -> Any:
        return self._session_config

    @property
    def keep_checkpoint_max(self) -> Any:
        return self._keep_checkpoint_max

    @property
    def keep_checkpoint_every_n_hours(self) -> Any:
        return self._keep_checkpoint_every_n_hours

    @property
    def log_step_count_steps(self) -> Any:
        return self._log_step_count_steps

    @property
    def train_distribute(self) -> Any:
        return self._train_distribute

    @property
    def eval_distribute(self) -> Any:
        return self._eval_distribute

    @property
    def protocol(self) -> Any:
        return self._protocol

    @property
    def experimental_max_worker_delay_secs(self) -> Any:
        return self._experimental_max_worker_delay_secs

    @property
    def session_creation_timeout_secs(self) -> Any:
        return self._session_creation_timeout_secs


def _check_intervals(config: Any, replaced: Mapping[str, Any]) -> None:
    """Setting one interval of checkpoints takes the other away; both at once is an error."""
    steps, secs = config.save_checkpoints_steps, config.save_checkpoints_secs
    if "save_checkpoints_steps" in replaced and "save_checkpoints_secs" in replaced:
        if steps is not None and secs is not None:
            raise ValueError(_BOTH_INTERVALS)
    elif "save_checkpoints_steps" in replaced and steps is not None:
        config._save_checkpoints_secs = None
    elif "save_checkpoints_secs" in replaced and secs is not None:
        config._save_checkpoints_steps = None


def _check_values(config: Any) -> None:
    from tf1compat._formats import protos

    rules: list[tuple[str, Callable[[Any], Any], str]] = [
        ("model_dir", bool, "model_dir should be non-empty"),
        ("save_summary_steps", lambda x: x >= 0, "save_summary_steps should be >= 0"),
        ("save_checkpoints_steps", lambda x: x >= 0, "save_checkpoints_steps should be >= 0"),
        ("save_checkpoints_secs", lambda x: x >= 0, "save_checkpoints_secs should be >= 0"),
        (
            "session_config",
            lambda x: isinstance(x, protos.ConfigProto),
            "session_config must be instance of ConfigProto",
        ),
        ("keep_checkpoint_max", lambda x: x >= 0, "keep_checkpoint_max should be >= 0"),
        ("keep_checkpoint_every_n_hours", lambda x: x > 0, "keep_checkpoint_every_n_hours should be > 0"),
        ("log_step_count_steps", lambda x: x > 0, "log_step_count_steps should be > 0"),
        ("tf_random_seed", lambda x: isinstance(x, int), "tf_random_seed must be integer."),
        (
            "experimental_max_worker_delay_secs",
            lambda x: isinstance(x, int),
            "experimental_max_worker_delay_secs must be an integer if set.",
        ),
        ("session_creation_timeout_secs", lambda x: x > 0, "session_creation_timeout_secs should be > 0"),
        (
            "device_fn",
            lambda x: callable(x) and set(fn_args(x)) == {"op"},
            'device_fn must be callable with exactly one argument "op".',
        ),
        ("protocol", lambda x: x in ("grpc", "grpc+verbs"), "protocol should be grpc or grpc+verbs"),
    ]
    for name, is_right, message in rules:
        value = getattr(config, name)
        if value is not None and not is_right(value):
            raise ValueError(message)


def _model_dir(tf_config: Mapping[str, Any], model_dir: Any) -> Any:
    if model_dir == "":
        raise ValueError("model_dir should be non-empty.")
    in_environment = tf_config.get("model_dir")
    if in_environment == "":
        raise ValueError("model_dir in TF_CONFIG should be non-empty.")
    if in_environment:
        if model_dir and in_environment != model_dir:
            raise ValueError(
                "`model_dir` provided in RunConfig construct, if set, must have the same value as the model_dir in "
                f'TF_CONFIG. model_dir: {model_dir}\nTF_CONFIG["model_dir"]: {in_environment}.\n'
            )
        tf_logging.info("Using model_dir in TF_CONFIG: %s", in_environment)
    return model_dir or in_environment
