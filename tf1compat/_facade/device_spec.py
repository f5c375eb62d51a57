"""`tf.DeviceSpec`: a device name with some parts left open."""

from __future__ import annotations

from typing import Any, Self

from tf1compat._jaxcore.base import devices
from tf1compat._jaxcore.base.devices import Device


class DeviceSpecV2:
    """A device name such as `/job:ps/task:1/device:GPU:0`; parts that are None mean "any". It does not change.

    Args:
      job: name of a job.
      replica, task: numbers.
      device_type: `"CPU"`, `"GPU"` …
      device_index: a number.
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
    def from_string(cls, spec: str) -> Self:
        """The device that a string describes.

        Raises:
          ValueError: it is no device name.
        """
        return cls(*_parts(devices.parse(spec or "")))

    def parse_from_string(self, spec: str) -> Self:
        """The device that a string describes; a new one, since this does not change."""
        return self.from_string(spec)

    def make_merged_spec(self, dev: DeviceSpecV2) -> Self:
        """A new one: `dev` where that says something, else this."""
        return type(self)(*_parts(devices.merge(self._spec, _spec_of(dev))))

    def replace(self, **kwargs: Any) -> Self:
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

    @property
    def replica(self) -> int | None:
        return self._spec.replica

    @property
    def task(self) -> int | None:
        return self._spec.task

    @property
    def device_type(self) -> str | None:
        return self._spec.device_type

    @property
    def device_index(self) -> int | None:
        return self._spec.device_index


class DeviceSpec(DeviceSpecV2):
    """A device name such as `/job:ps/task:1/device:GPU:0`; parts that are None mean "any", and can be set.

    Args:
      job: name of a job.
      replica, task: numbers.
      device_type: `"CPU"`, `"GPU"` …
      device_index: a number.

    >>> import tf1compat as tf
    >>> print(tf.DeviceSpec(job="ps", task=1, device_type="CPU").to_string())
    /job:ps/task:1/device:CPU:*
    """

    __slots__ = ()

    def parse_from_string(self, spec: str) -> Self:
        """Become what `spec` describes; returns itself."""
        self._spec = devices.parse(spec or "")
        return self

    def merge_from(self, dev: DeviceSpecV2) -> None:
        """Take over the parts that `dev` has."""
        self._spec = devices.merge(self._spec, _spec_of(dev))

    def _set_job(self, job: Any) -> None:
        self._spec = Device(_or_none(str, job), *_parts(self._spec)[1:])

    def _set_replica(self, replica: Any) -> None:
        parts = _parts(self._spec)
        self._spec = Device(parts[0], _or_none(int, replica), *parts[2:])

    def _set_task(self, task: Any) -> None:
        parts = _parts(self._spec)
        self._spec = Device(*parts[:2], _or_none(int, task), *parts[3:])

    def _set_device_type(self, device_type: Any) -> None:
        self._spec = self.replace(device_type=device_type)._spec

    def _set_device_index(self, device_index: Any) -> None:
        self._spec = Device(*_parts(self._spec)[:4], _or_none(int, device_index))

    job = property(lambda self: self._spec.job, _set_job)
    replica = property(lambda self: self._spec.replica, _set_replica)
    task = property(lambda self: self._spec.task, _set_task)
    device_type = property(lambda self: self._spec.device_type, _set_device_type)
    device_index = property(lambda self: self._spec.device_index, _set_device_index)


DeviceSpecV1 = DeviceSpec


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
