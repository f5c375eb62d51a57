"""Device names as TF1 writes them: `/job:worker/replica:0/task:1/device:GPU:0`, any part optional."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Device:
    """A (partial) device name; None stands for "any"."""

    job: str | None = None
    replica: int | None = None
    task: int | None = None
    device_type: str | None = None
    device_index: int | None = None

    def to_string(self) -> str:
        parts = ""
        if self.job is not None:
            parts += f"/job:{self.job}"
        if self.replica is not None:
            parts += f"/replica:{self.replica}"
        if self.task is not None:
            parts += f"/task:{self.task}"
        if self.device_type is not None:
            index = "*" if self.device_index is None else str(self.device_index)
            parts += f"/device:{self.device_type}:{index}"
        return parts


def parse(text: str) -> Device:
    """Parse a device string; `/gpu:0` and `/cpu:0` are short for `/device:GPU:0`, `/device:CPU:0`.

    Raises:
      ValueError: `Unknown attribute: …` for a part that is none (TF1's message).
    """
    found = Device()
    for part in text.split("/"):
        key, *rest = part.split(":")
        if key.lower() in ("cpu", "gpu", "tpu", "device") and found.device_type is not None:
            raise ValueError(f"Cannot specify multiple device types: {text}")
        match key.lower(), rest:
            case "", _:
                continue
            case "job", [job]:
                found = replace(found, job=job)
            case "replica", [n]:
                found = replace(found, replica=int(n))
            case "task", [n]:
                found = replace(found, task=int(n))
            case ("cpu" | "gpu" | "tpu") as kind, [n]:
                found = replace(found, device_type=kind.upper(), device_index=None if n == "*" else int(n))
            case ("cpu" | "gpu" | "tpu") as kind, []:
                found = replace(found, device_type=kind.upper())
            case "device", [kind, n]:
                found = replace(found, device_type=kind, device_index=None if n == "*" else int(n))
            case "device", [kind]:
                found = replace(found, device_type=kind)
            case _:
                raise ValueError(f"Unknown attribute: '{key}' in '{text}'")
    return found


def canonical(text: str) -> str:
    return parse(text).to_string() if text else ""


def merge(outer: Device, inner: Device) -> Device:
    """`inner` where it says something, else `outer`."""
    return Device(
        inner.job if inner.job is not None else outer.job,
        inner.replica if inner.replica is not None else outer.replica,
        inner.task if inner.task is not None else outer.task,
        inner.device_type if inner.device_type is not None else outer.device_type,
        inner.device_index if inner.device_index is not None else outer.device_index,
    )
