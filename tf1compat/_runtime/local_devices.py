"""The devices of this process, as TF1 lists them."""

from __future__ import annotations

from typing import Any, NamedTuple


class DeviceAttributes(NamedTuple):
    """Name, type and memory of one device."""

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int


def list_devices() -> list[Any]:
    """The CPU first, then accelerators, under TF1's names `/job:localhost/replica:0/task:0/device:GPU:0`."""
    import jax

    found = [DeviceAttributes("/job:localhost/replica:0/task:0/device:CPU:0", "CPU", 268435456, 1)]
    for d in jax.local_devices():
        if d.platform != "cpu":
            kind = "GPU" if d.platform in ("gpu", "cuda", "rocm") else d.platform.upper()
            stats = d.memory_stats() or {}
            name = f"/job:localhost/replica:0/task:0/device:{kind}:{d.local_hardware_id or 0}"
            found.append(DeviceAttributes(name, kind, int(stats.get("bytes_limit", 0)), 1))
    return found
