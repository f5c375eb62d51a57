"""`tensorflow.python.client.device_lib`: the devices of this process."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import placement
from tf1compat._runtime import local_devices


def list_local_devices(session_config: Any = None) -> list[Any]:
    """DeviceAttributes messages of the CPU and of all accelerators, named as TF1 names them (`/device:GPU:0`).

    `session_config`: a ConfigProto, whose `device_count` may ask for more than one CPU.
    """
    from tf1compat._formats.protos import DeviceAttributes

    messages: list[Any] = []
    for device in local_devices.list_devices(placement.cpu_count(session_config)):
        name, kind, memory = device.name, device.device_type, device.memory_limit_bytes
        message = DeviceAttributes(
            name="/device:" + name.partition("/device:")[2], device_type=kind, memory_limit=memory, incarnation=1
        )
        if kind != "CPU":
            message.physical_device_desc = f"device: {name.rpartition(':')[2]}, name: {kind}"
        messages.append(message)
    return messages
