"""The devices of this process, as TF1 lists them."""

from __future__ import annotations

from tf1compat._jaxcore.base import devices


class DeviceAttributes:
    """Name, type and memory (bytes) of one device; `incarnation` is never 0.

    Args:
      name: any way to write the device; kept in TF1's full form.
    """

    def __init__(self, name: str, device_type: str, memory_limit_bytes: int, incarnation: int) -> None:
        self.name = devices.canonical(name)
        self.device_type = device_type
        self.memory_limit_bytes = memory_limit_bytes
        self.incarnation = incarnation

    def __repr__(self) -> str:
        fields = (self.name, self.device_type, self.memory_limit_bytes, self.incarnation)
        return f"_DeviceAttributes({', '.join(map(str, fields))})"


def list_devices(cpus: int = 1) -> list[DeviceAttributes]:
    """CPUs first, then accelerators, under TF1's names `/job:localhost/replica:0/task:0/device:GPU:0`."""
    import jax

    task = "/job:localhost/replica:0/task:0/device"
    found = [DeviceAttributes(f"{task}:CPU:{i}", "CPU", 268435456, 1) for i in range(cpus)]
    for d in jax.local_devices():
        if d.platform != "cpu":
            kind = "GPU" if d.platform in ("gpu", "cuda", "rocm") else d.platform.upper()
            stats = d.memory_stats() or {}
            limit = int(stats.get("bytes_limit", 0))
            found.append(DeviceAttributes(f"{task}:{kind}:{d.local_hardware_id or 0}", kind, limit, 1))
    return found


_DeviceAttributes = DeviceAttributes  # as inner code of TF1 calls it
