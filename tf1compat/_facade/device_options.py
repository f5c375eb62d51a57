"""What a ConfigProto says about GPUs, handed to JAX before it starts its backends."""

from __future__ import annotations

import os
import warnings
from typing import Any


def apply(config: Any) -> None:
    """Set JAX's options from `config.gpu_options` and `config.device_count`.

    As in TensorFlow, the first session of a process decides: once JAX has started, its devices and its memory are what
    they are, and other wishes give a warning. What the user set in the environment stays.
    """
    wanted = wishes(config)
    if not wanted:
        return
    if _started():
        missed = sorted(name for name, value in wanted.items() if os.environ.get(name) != value)
        if missed and _has_gpu():
            warnings.warn(f"JAX runs already: this ConfigProto changes nothing about {', '.join(missed)}", stacklevel=4)
        return
    for name, value in wanted.items():
        if name in os.environ:
            continue
        os.environ[name] = value
        if name.startswith("JAX_"):
            import jax

            jax.config.update(name.lower(), value)  # JAX read its own variables when it was imported


def wishes(config: Any) -> dict[str, str]:
    """The environment variables that say the same as `config`."""
    if config is None:
        return {}
    found: dict[str, str] = {}
    options = config.gpu_options
    if options.allow_growth:
        found["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    if options.per_process_gpu_memory_fraction:
        found["XLA_PYTHON_CLIENT_MEM_FRACTION"] = f"{options.per_process_gpu_memory_fraction:g}"
    if options.visible_device_list:
        found["JAX_CUDA_VISIBLE_DEVICES"] = options.visible_device_list
    if config.device_count.get("GPU", 1) == 0:
        found["JAX_PLATFORMS"] = "cpu"
    return found


def _started() -> bool:
    """Has JAX started its backends?"""
    from jax._src import xla_bridge  # JAX has no public way to ask without starting them

    return bool(xla_bridge.backends_are_initialized())


def _has_gpu() -> bool:
    import jax

    return any(d.platform != "cpu" for d in jax.local_devices())
