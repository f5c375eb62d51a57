"""What layers with kernels and biases share: their initializers, regularizers and constraints."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import activations, constraints, initializers, regularizers

_GROUPS = {"initializer": initializers, "regularizer": regularizers, "constraint": constraints}


def take(layer: Any, values: dict[str, Any]) -> None:
    """Set `activation`, `kernel_initializer`, `bias_regularizer`… of a layer to what the arguments stand for."""
    for name, value in values.items():
        if name.endswith("activation"):
            setattr(layer, name, activations.get(value))
        elif name.rsplit("_", 1)[-1] in _GROUPS:
            setattr(layer, name, _GROUPS[name.rsplit("_", 1)[-1]].get(value))
        else:
            setattr(layer, name, value)


def config(layer: Any, names: Any) -> dict[str, Any]:
    """The same, as a configuration."""
    found: dict[str, Any] = {}
    for name in names:
        value = getattr(layer, name)
        if name.endswith("activation"):
            value = activations.serialize(value)
        elif name.rsplit("_", 1)[-1] in _GROUPS:
            value = _GROUPS[name.rsplit("_", 1)[-1]].serialize(value)
        found[name] = value
    return found
