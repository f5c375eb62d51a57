"""Layers and models of their configurations."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.serialization import deserialize_keras_object


def _known() -> dict[str, Any]:
    from tf1compat._facade.keras.engine import input_layer, model, network, sequential
    from tf1compat._facade.keras.layers import catalogue

    modules = (*catalogue.MODULES, input_layer, model, network, sequential)
    return {
        k: v
        for module in modules
        for k, v in vars(module).items()
        if isinstance(v, type) and issubclass(v, Layer) and not k.startswith("_")
    }


def serialize(layer: Any) -> Any:
    """The layer's class and configuration."""
    return {"class_name": type(layer).__name__, "config": layer.get_config()}


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The layer of a configuration."""
    return deserialize_keras_object(config, _known(), custom_objects, "layer")
