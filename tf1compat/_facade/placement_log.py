"""What `log_device_placement` prints: the devices of a session, and for each operation where it runs.

    Device mapping: no known devices.
    mul: (Mul): /job:localhost/replica:0/task:0/device:CPU:0

As in TensorFlow the lines go to the standard output, and with time and severity to the log on the standard error.
"""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from tf1compat._jaxcore.base import devices
from tf1compat._jaxcore.base.devices import Device
from tf1compat._jaxcore.ir.node import Node


def log_devices(found: Sequence[Any]) -> None:
    """Print which devices a session has besides the CPU."""
    lines = [
        f"{d.name} -> device: {d.name.rpartition(':')[2]}, name: {d.device_type}"
        for d in found
        if d.device_type != "CPU"
    ]
    text = "\n".join(["Device mapping:", *lines]) if lines else "Device mapping: no known devices."
    print(text, flush=True)
    _log("session", text + "\n")


def log_placement(nodes: Iterable[Node], available: Sequence[Any]) -> None:
    """Print for all `nodes` where they run; sources come last, as TensorFlow places them."""
    known = [devices.parse(d.name) for d in available]
    nodes = list(nodes)
    for node in [*(n for n in nodes if not _is_source(n)), *(n for n in nodes if _is_source(n))]:
        line = f"{node.name}: ({node.type}): {_device(node, known).to_string()}"
        print(line)
        _log("placer", line)
    sys.stdout.flush()


def _is_source(node: Node) -> bool:
    return not node.inputs and len(node.outputs) == 1 and not node.outputs[0].dtype.is_ref


def _device(node: Node, known: Sequence[Device]) -> Device:
    """The first device that has all that the node asks for; else (soft placement) the CPU of its task."""
    wanted = devices.parse(node.device)
    kind = wanted.device_type or ("CPU" if node.opdef.host else _preferred(known))
    for parts in (("job", "replica", "task", "device_index"), ("job", "replica", "task")):
        for device in known:
            asked = all(getattr(wanted, p) in (None, getattr(device, p)) for p in parts)
            if asked and device.device_type in (kind, "CPU" if len(parts) == 3 else kind):
                return device
    return wanted


def _preferred(known: Sequence[Device]) -> str:
    return next((d.device_type for d in known if d.device_type not in (None, "CPU")), "CPU") or "CPU"


def _log(source: str, text: str) -> None:
    if int(os.environ.get("TF_CPP_MIN_LOG_LEVEL", "0") or 0) < 1:
        now = datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S.%f")
        print(f"{now}: I tf1compat/{source}] {text}", file=sys.stderr)
