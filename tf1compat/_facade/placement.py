"""Whether the devices that operations ask for exist: TF1 refuses a whole graph for one operation that has none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from tf1compat._jaxcore.base import devices, errors
from tf1compat._jaxcore.base.devices import Device
from tf1compat._jaxcore.ir.node import Node


def check_devices(nodes: Iterable[Node], config: Any) -> None:
    """Look at the devices of `nodes`.

    Raises:
      InvalidArgumentError: one asks for a device that is not there (with `allow_soft_placement`: for another task).
    """
    soft = config is not None and config.allow_soft_placement
    known: dict[str, bool] = {"": True}
    available: list[Device] = []
    for node in nodes:
        text = node.device
        if text not in known:
            available = available or _available(config)
            known[text] = _exists(devices.parse(text), available, soft)
        if not known[text]:
            raise _no_such_device(node, available)


def _available(config: Any) -> list[Device]:
    return [devices.parse(name) for name in _local_names(cpu_count(config))]


def cpu_count(config: Any) -> int:
    """How many CPU devices a session has; one, unless `device_count` asks for more. They compute as one."""
    return 1 if config is None else config.device_count.get("CPU", 1)


@cache
def _local_names(cpus: int) -> Sequence[str]:
    from tf1compat._runtime import local_devices

    return tuple(d.name for d in local_devices.list_devices(cpus))


def _exists(wanted: Device, available: Iterable[Device], soft: bool) -> bool:
    """Is there a device that has all parts of `wanted`, or, if `soft`, one in that task?"""
    parts = ("job", "replica", "task") if soft else ("job", "replica", "task", "device_type", "device_index")
    return any(
        all(getattr(wanted, p) is None or getattr(wanted, p) == getattr(device, p) for p in parts)
        for device in available
    )


def _no_such_device(node: Node, available: Iterable[Device]) -> errors.OpError:
    names = ", ".join(d.to_string() for d in available)
    hint = ""
    if devices.parse(node.device).device_type == "GPU":
        hint = " The requested device appears to be a GPU, but JAX has no such GPU here."
    return errors.InvalidArgumentError(
        None,
        node,
        f"Cannot assign a device for operation {node.name}: {errors.describe_node(node).strip('[]')} was explicitly "
        f"assigned to {node.device} but available devices are [ {names} ]. Make sure the device specification refers to "
        f"a valid device.{hint}\n\t [[{node.name}]]",
    )
