"""`multi_gpu_model`: a model on a part of the batch on each device, outputs put together."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops
from tf1compat._facade import framework as _framework
from tf1compat._facade.keras import backend as K


def _get_available_devices() -> list[str]:
    return [device.name for device in K.get_session().list_devices()]


def _normalize_device_name(name: str) -> str:
    return "/" + name.lower().split("device:")[1]


def _targets(gpus: Any) -> list[int]:
    listed = isinstance(gpus, (list, tuple))
    count = len(gpus) if listed else gpus
    if count <= 1:
        what = "len(gpus) >= 2" if listed else "gpus >= 2"
        raise ValueError(
            f"For multi-gpu usage to be effective, call `multi_gpu_model` with `{what}`. Received: `gpus={gpus}`"
        )
    found = list(gpus) if listed else list(range(count))
    wanted = ["/cpu:0", *(f"/gpu:{i}" for i in found)]
    available = [_normalize_device_name(name) for name in _get_available_devices()]
    if any(device not in available for device in wanted):
        raise ValueError(
            f"To call `multi_gpu_model` with `gpus={gpus}`, we expect the following devices to be available: {wanted}. "
            f"However this machine only has: {available}. Try reducing `gpus`."
        )
    return found


def _part(data: Any, i: int, parts: int) -> Any:
    """The i-th of `parts` equal parts of a batch; the last one takes the rest."""
    shape = array_ops.shape(data)
    batch, rest = shape[:1], shape[1:]
    step = batch // parts
    size = array_ops.concat([batch - step * i if i == parts - 1 else step, rest], axis=0)
    stride = array_ops.concat([step, rest * 0], axis=0)
    return array_ops.slice(data, stride * i, size)


def multi_gpu_model(model: Any, gpus: Any, cpu_merge: bool = True, cpu_relocation: bool = False) -> Any:
    """A model that runs `model`, with shared weights, on a part of each batch per GPU.

    Args:
      model: the model.
      gpus: how many GPUs, or their numbers.
      cpu_merge: put the outputs together on the CPU, not on the first GPU?
      cpu_relocation: keep the weights on the CPU?

    Raises:
      ValueError: less than two GPUs, or not there.
    """
    from tf1compat._facade.keras.engine.cloning import clone_model
    from tf1compat._facade.keras.engine.model import Model
    from tf1compat._facade.keras.layers.lambda_layer import Lambda
    from tf1compat._facade.keras.layers.merge import concatenate

    targets = _targets(gpus)
    if cpu_relocation:
        with _framework.device("/cpu:0"):
            model = clone_model(model)
    collected: list[list[Any]] = [[] for _ in model.outputs]
    for i, gpu in enumerate(targets):
        with _framework.device(f"/gpu:{gpu}"), K.name_scope(f"replica_{gpu}"):
            inputs = [
                Lambda(_part, output_shape=tuple(x.shape.as_list())[1:], arguments={"i": i, "parts": len(targets)})(x)
                for x in model.inputs
            ]
            outputs = model(inputs)
            for kept, output in zip(collected, outputs if isinstance(outputs, list) else [outputs]):
                kept.append(output)
    with _framework.device("/cpu:0" if cpu_merge else f"/gpu:{targets[0]}"):
        names = _distinct(model.output_names)
        merged = [concatenate(outputs, axis=0, name=name) for name, outputs in zip(names, collected)]
    return Model(model.inputs, merged)


def _distinct(names: list[str]) -> list[str]:
    """Names that occur more than once get numbers."""
    counts: dict[str, int] = {}
    found = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        found.append(name if names.count(name) == 1 else f"{name}_{counts[name]}")
    return found
