"""What an Estimator is made with: its RunConfig completed, its devices, and that subclasses change no methods."""

from __future__ import annotations

import tempfile
from typing import Any

from tf1compat._facade.estimator import run_config
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.platform.compat import path_to_str

_MAY_OVERRIDE = frozenset({"model_fn", "_create_and_assert_global_step", "_export_all_saved_models"})


def _assert_members_are_not_overridden(cls: type, obj: Any) -> None:
    """TF1: subclasses may add methods to an Estimator, not change them."""
    if type(obj).__name__ == "TPUEstimator":
        return
    members = {name for name in dir(cls) if not name.startswith("__")}
    changed = [
        name
        for name in members & set(vars(type(obj))) - _MAY_OVERRIDE
        if getattr(cls, name) != getattr(type(obj), name)
    ]
    if changed:
        raise ValueError(
            f"Subclasses of Estimator cannot override members of Estimator. {type(obj)} does override {changed}"
        )


def maybe_overwrite_model_dir_and_session_config(config: Any, model_dir: Any) -> Any:
    """The RunConfig with the folder and a ConfigProto in it; a temporary folder if none is named.

    Raises:
      ValueError: it is no RunConfig, or it names another folder.
    """
    if config is None:
        config = run_config.RunConfig()
        tf_logging.info("Using default config.")
    if not isinstance(config, run_config.RunConfig):
        raise ValueError(f"config must be an instance of `RunConfig`, but provided {config}.")
    if config.session_config is None:
        config = run_config.RunConfig.replace(config, session_config=run_config.get_default_session_config())
    model_dir = path_to_str(model_dir)
    if model_dir is not None and config.model_dir not in (None, model_dir):
        raise ValueError(
            "`model_dir` are set both in constructor and `RunConfig`, but with different values. In constructor: "
            f"'{model_dir}', in `RunConfig`: '{config.model_dir}' "
        )
    if model_dir:
        return run_config.RunConfig.replace(config, model_dir=model_dir)
    if config.model_dir is None:
        model_dir = tempfile.mkdtemp()
        tf_logging.warning("Using temporary folder as model directory: %s", model_dir)
        return run_config.RunConfig.replace(config, model_dir=model_dir)
    return config


def _get_replica_device_setter(config: Any) -> Any:
    """What puts variables onto parameter servers; None without any."""
    if config.num_ps_replicas <= 0:
        return None
    from tf1compat.train import replica_device_setter

    worker = f"/job:{config.task_type}/task:{config.task_id}" if config.task_type else "/job:worker"
    return replica_device_setter(
        ps_tasks=config.num_ps_replicas,
        worker_device=worker,
        merge_devices=True,
        cluster=config.cluster_spec,
    )
