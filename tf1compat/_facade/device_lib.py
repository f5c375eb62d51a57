"""`tensorflow.python.client.device_lib`: the devices of this process."""

from __future__ import annotations

from typing import Any

from tf1compat._runtime import local_devices


def list_local_devices(session_config: Any = None) -> list[Any]:
    """DeviceAttributes messages of the CPU and of all accelerators, named as TF1 names them (`/device:GPU:0`).

    `session_config`: a ConfigProto, whose `device_count` may ask for more than one CPU.
    """
    from tf1compat._formats.protos import DeviceAttributes

    found = [(d.name, d.device_type, d.memory_limit_bytes) for d in local_devices.list_devices()]
    cpus = 1 if session_config is None else session_config.device_count.get("CPU", 1)
    found += [(f"/job:localhost/replica:0/task:0/device:CPU:{i}", "CPU", found[0][2]) for i in range(1, cpus)]
    messages: list[Any] = []
    for name, kind, memory in sorted(found, key=lambda d: d[1] != "CPU"):
        message = DeviceAttributes(
            name="/device:" + name.partition("/device:")[2], device_type=kind, memory_limit=memory, incarnation=1
        )
        if kind != "CPU":
            message.physical_device_desc = f"device: {name.rpartition(':')[2]}, name: {kind}"
        messages.append(message)
    return messages
