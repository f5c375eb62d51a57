"""`tensorflow.python.eager.context`: graph mode is on, always; eager mode is an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from tf1compat._facade import context as stacks
from tf1compat._facade.v2_behavior import executing_eagerly as executing_eagerly
from tf1compat._jaxcore.base import errors
from tf1compat._runtime import local_devices

GRAPH_MODE, EAGER_MODE = 0, 1
SYNC, ASYNC = 0, 1
DEVICE_PLACEMENT_EXPLICIT, DEVICE_PLACEMENT_WARN, DEVICE_PLACEMENT_SILENT, DEVICE_PLACEMENT_SILENT_FOR_INT32 = range(4)

default_execution_mode = GRAPH_MODE
in_eager_mode = executing_eagerly


@contextmanager
def graph_mode() -> Iterator[None]:
    """Operations inside the block join a graph, as they do outside."""
    yield


def eager_mode() -> AbstractContextManager[None]:
    """UnsupportedError: there is no eager execution."""
    raise errors.unsupported(
        "eager mode: tf1compat runs TensorFlow 1 graphs in sessions only",
        advice="build a graph and run its tensors in a tf.Session",
    )


def device(name: Any) -> AbstractContextManager[Any]:
    """The device of operations made inside the block, as `tf.device`."""
    return stacks.get_default_graph().device(name)


def shared_name(name: str | None = None) -> str:
    """The `shared_name` of a resource: in a graph the given one, or none."""
    return name or ""


def num_gpus() -> int:
    """How many GPUs this process has."""
    return sum(d.device_type == "GPU" for d in local_devices.list_devices())


def list_devices() -> list[str]:
    """Names of the local devices."""
    return [d.name for d in local_devices.list_devices()]


class Context:
    """The state of eager execution: it is off."""

    def executing_eagerly(self) -> bool:
        """False."""
        return False

    def num_gpus(self) -> int:
        """How many GPUs this process has."""
        return num_gpus()

    def devices(self) -> list[str]:
        """Names of the local devices."""
        return list_devices()

    def device(self, name: Any) -> AbstractContextManager[Any]:
        """The device of operations made inside the block."""
        return device(name)

    def ensure_initialized(self) -> None:
        """Nothing: devices are found when they are used."""


_CONTEXT = Context()


def context() -> Context:
    """The one Context."""
    return _CONTEXT


context_safe = context


def ensure_initialized() -> None:
    """Nothing: devices are found when they are used."""
