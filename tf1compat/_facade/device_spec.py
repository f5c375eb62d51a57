"""`tf.DeviceSpec`: a device name with some parts left open."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import devices
from tf1compat._jaxcore.base.devices import Device


class DeviceSpec:
    """A device name such as `/job:ps/task:1/device:GPU:0`; parts that are None mean "any".

    Args:
      job: name of a job.
      replica, task: numbers.
      device_type: `"CPU"`, `"GPU"` …
      device_index: a number.

    >>> import tf1compat as tf
    >>> print(tf.DeviceSpec(job="ps", task=1, device_type="CPU").to_string())
    /job:ps/task:1/device:CPU:*
    """

    __slots__ = ("_spec",)

    def __init__(
        self, job: Any = None, replica: Any = None, task: Any = None, device_type: Any = None, device_index: Any = None
    ) -> None:
        if device_type in ("cpu", "gpu"):
            device_type = device_type.upper()  # TF1: other types keep their case
        self._spec = Device(
            _or_none(str, job), _or_none(int, replica), _or_none(int, task), _or_none(str, device_type),
            _or_none(int, device_index),
        )  # fmt: skip

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """The device that a string describes.

        Raises:
          ValueError: it is no device name.
        """
        return cls(*_parts(devices.parse(spec or "")))

    def parse_from_string(self, spec: str) -> DeviceSpec:
        """Become what `spec` describes; returns itself."""
        self._spec = devices.parse(spec or "")
        return self

    def merge_from(self, dev: DeviceSpec) -> None:
        """Take over the parts that `dev` has."""
        self._spec = devices.merge(self._spec, _spec_of(dev))

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """A new one: `dev` where that says something, else this."""
        return type(self)(*_parts(devices.merge(self._spec, _spec_of(dev))))

    def replace(self, **kwargs: Any) -> DeviceSpec:
        """A new one with other values for some parts, named as in the constructor."""
        names = ("job", "replica", "task", "device_type", "device_index")
        return type(self)(**{**dict(zip(names, _parts(self._spec))), **kwargs})

    def to_string(self) -> str:
        """`/job:<name>/replica:<n>/task:<n>/device:<type>:<n>`, without the parts that are open."""
        return self._spec.to_string()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    @property
    def job(self) -> str | None:
        return self._spec.job

    @job.setter
    def job(self, job: Any) -> None:
        self._spec = Device(_or_none(str, job), *_parts(self._spec)[1:])

    @property
    def replica(self) -> int | None:
        return self._spec.replica

    @replica.setter
    def replica(self, replica: Any) -> None:
        parts = _parts(self._spec)
        self._spec = Device(parts[0], _or_none(int, replica), *parts[2:])

    @property
    def task(self) -> int | None:
        return self._spec.task

    @task.setter
    def task(self, task: Any) -> None:
        parts = _parts(self._spec)
        self._spec = Device(*parts[:2], _or_none(int, task), *parts[3:])

    @property
    def device_type(self) -> str | None:
        return self._spec.device_type

    @device_type.setter
    def device_type(self, device_type: Any) -> None:
        self._spec = self.replace(device_type=device_type)._spec

    @property
    def device_index(self) -> int | None:
        return self._spec.device_index

    @device_index.setter
    def device_index(self, device_index: Any) -> None:
        self._spec = Device(*_parts(self._spec)[:4], _or_none(int, device_index))


def _or_none(kind: Any, x: Any) -> Any:
    return None if x is None else kind(x)


def _parts(spec: Device) -> tuple[Any, Any, Any, Any, Any]:
    return spec.job, spec.replica, spec.task, spec.device_type, spec.device_index


def _spec_of(dev: Any) -> Device:
    return Device(dev.job, dev.replica, dev.task, dev.device_type, dev.device_index)


def canonical_name(device: Any) -> str:
    """A device name with all short forms written out; `""` for None."""
    if device is None:
        return ""
    if isinstance(device, str):
        return devices.canonical(device)
    return device.to_string()


def check_valid(spec: str) -> None:
    """Raise ValueError where `spec` is no device name."""
    devices.parse(spec)


def merge_device(spec: Any) -> Any:
    """A device function: `spec` fills in the parts that an operation's device leaves open."""
    outer = DeviceSpec.from_string(spec) if isinstance(spec, str) else spec

    def merge(op: Any) -> str:
        return outer.make_merged_spec(DeviceSpec.from_string(op.device or "")).to_string()

    return merge
