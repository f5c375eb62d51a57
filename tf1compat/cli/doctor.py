"""`tf1compat doctor`: what a bug report needs: versions, devices, the cache folder, and who answers tensorflow."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from importlib import metadata

_PACKAGES = ("jax", "jaxlib", "numpy", "optax", "orbax-checkpoint", "tensorboard", "protobuf")


def doctor(arguments: Sequence[str]) -> int:
    """Prints the report; 1 if JAX has no device or cannot be imported."""
    parser = argparse.ArgumentParser(prog="tf1compat doctor", description="Print what a bug report needs.")
    parser.parse_args(arguments)
    from tf1compat.cli.environment import describe

    devices, healthy = _devices()
    rows = {
        "tf1compat": version(),
        "python": f"{platform.python_version()} ({sys.executable}), {platform.platform()}",
        **{name: _version(name) for name in _PACKAGES},
        "devices": devices,
        "cache folder": _cache_folder(),
        **describe(),
    }
    for key, value in rows.items():
        print(f"{key + ':':<18}{value}")
    return 0 if healthy else 1


def version() -> str:
    """The version of tf1compat."""
    import tf1compat

    return getattr(tf1compat, "__tf1compat_version__", None) or _version("tf1compat", "unknown (not installed)")


def _version(distribution: str, absent: str = "not installed") -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return absent


def _devices() -> tuple[str, bool]:
    try:
        import jax

        found = jax.devices()
    except Exception as error:  # a broken plugin or a missing library: the report says so and goes on
        return f"none: {type(error).__name__}: {error}", False
    return ", ".join(f"{device.platform}:{device.id} {device.device_kind}" for device in found), bool(found)


def _cache_folder() -> str:
    try:
        import jax
    except ImportError:
        return os.environ.get("JAX_COMPILATION_CACHE_DIR", "none")
    return getattr(jax.config, "jax_compilation_cache_dir", None) or "none in this process"
