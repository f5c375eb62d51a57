"""Networks as dictionaries, JSON and YAML, and back."""

from __future__ import annotations

import copy
import json
from typing import Any, cast

import numpy as np

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.mapping import node_key
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest

VERSION = "2.2.4-tf"


def network_config(network: Any) -> dict[str, Any]:
    """Layers, how they are joined, inputs and outputs."""
    kept = _kept_nodes(network)
    layers = []
    for layer in network.layers:
        nodes = [_node_config(node, kept) for i, node in enumerate(layer._inbound_nodes) if _key(layer, i) in kept]
        layers.append(
            {
                "name": layer.name,
                "class_name": type(layer).__name__,
                "config": layer.get_config(),
                "inbound_nodes": [n for n in nodes if n],
            }
        )
    ends = [
        [[layer.name, kept[_key(layer, i)], j] for layer, i, j in where]
        for where in (network._input_coordinates, network._output_coordinates)
    ]
    return copy.deepcopy({"name": network.name, "layers": layers, "input_layers": ends[0], "output_layers": ends[1]})


def _key(layer: Any, index: int) -> str:
    return node_key(layer.name, index)


def _kept_nodes(network: Any) -> dict[str, int]:
    """Number of each node among those of its layer that belong to the network."""
    kept: dict[str, int] = {}
    for layer in network.layers:
        count = 1 if getattr(layer, "_is_graph_network", False) and hasattr(layer, "_nodes_by_depth") else 0
        for i in range(len(layer._inbound_nodes)):
            if _key(layer, i) in network._network_nodes:
                kept[_key(layer, i)] = count
                count += 1
    return kept


def _node_config(node: Any, kept: dict[str, int]) -> list[Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, Tensor) and hasattr(value, "_keras_history"):  # an argument that comes from a layer
            layer, i, j = cast(Any, value)._keras_history
            return [layer.name, kept.get(_key(layer, i), 0), j]
        if isinstance(value, Tensor):
            return K.get_value(value).tolist()
        return value.tolist() if isinstance(value, np.ndarray) else value

    arguments = {k: nest.map_structure(plain, v) for k, v in (node.arguments or {}).items()}
    return [[layer.name, kept.get(_key(layer, i), 0), j, arguments] for layer, i, j, _ in node.iterate_inbound()]


def network_from_config(cls: Any, config: dict[str, Any], custom_objects: Any) -> Any:
    """A network of what `network_config` gave."""
    from tf1compat._facade.keras.layers.serialization import deserialize

    made: dict[str, Any] = {}
    waiting: list[tuple[Any, Any]] = []
    for data in config["layers"]:
        layer = deserialize({"class_name": data["class_name"], "config": data["config"]}, custom_objects)
        made[data["name"]] = layer
        waiting += [(layer, node) for node in data["inbound_nodes"]]
    while waiting:
        later = [(layer, node) for layer, node in waiting if not _call(layer, node, made)]
        if len(later) == len(waiting):
            raise ValueError(f"The configuration joins layers in a cycle: {[layer.name for layer, _ in later]}")
        waiting = later
    ends = [_tensors(config[key], made) for key in ("input_layers", "output_layers")]
    return cls(inputs=ends[0], outputs=ends[1], name=config.get("name"))


def _call(layer: Any, node: Any, made: dict[str, Any]) -> bool:
    """Call the layer if its inputs are there."""
    inputs, arguments = [], {}
    for name, node_index, tensor_index, *further in node:
        before = made[name]
        if len(before._inbound_nodes) <= node_index:
            return False
        inputs.append(nest.flatten(before._inbound_nodes[node_index].output_tensors)[tensor_index])
        arguments = dict(further[0]) if further else {}
    missing: list[str] = []
    arguments = {name: _argument(value, made, missing) for name, value in arguments.items()}
    if missing:
        return False
    layer(inputs[0] if len(inputs) == 1 else inputs, **arguments)
    return True


def _argument(value: Any, made: dict[str, Any], missing: list[str]) -> Any:
    """An argument, in which [layer, node, tensor] stands for a layer's output."""
    if isinstance(value, dict):
        return {key: _argument(part, made, missing) for key, part in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    if (
        len(value) == 3
        and isinstance(value[0], str)
        and value[0] in made
        and all(isinstance(i, int) for i in value[1:])
    ):
        nodes = made[value[0]]._inbound_nodes
        if len(nodes) <= value[1]:
            missing.append(value[0])
            return None
        return nest.flatten(nodes[value[1]].output_tensors)[value[2]]
    return type(value)(_argument(part, made, missing) for part in value)


def _tensors(where: Any, made: dict[str, Any]) -> Any:
    places = [where] if where and isinstance(where[0], str) else where
    found = [nest.flatten(made[name]._inbound_nodes[i].output_tensors)[j] for name, i, j in places]
    return found[0] if len(found) == 1 else found


def model_config(model: Any) -> dict[str, Any]:
    """Class, configuration and versions."""
    return {
        "class_name": type(model).__name__,
        "config": model.get_config(),
        "keras_version": VERSION,
        "backend": K.backend(),
    }


def json_default(value: Any) -> Any:
    """What JSON does not know: arrays, NumPy numbers, shapes, types."""
    if hasattr(value, "get_config"):
        return {"class_name": type(value).__name__, "config": value.get_config()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "as_list"):
        return value.as_list()
    if callable(value) or isinstance(value, type):
        return value.__name__
    raise TypeError("Not JSON Serializable:", value)


def to_json(model: Any, **kwargs: Any) -> str:
    """The model's configuration as JSON; further arguments are those of `json.dumps`."""
    return json.dumps(model_config(model), default=json_default, **kwargs)


def to_yaml(model: Any, **kwargs: Any) -> str:
    """The model's configuration as YAML; needs PyYAML."""
    return _yaml().dump(json.loads(to_json(model)), **kwargs)


def _yaml() -> Any:
    try:
        import yaml
    except ImportError:
        raise ImportError("Requires yaml module installed (`pip install pyyaml`).") from None
    return yaml


def model_from_config(config: Any, custom_objects: Any = None) -> Any:
    """A model of a configuration."""
    from tf1compat._facade.keras.layers.serialization import deserialize

    if isinstance(config, list):
        raise TypeError(
            "`model_from_config` expects a dictionary, not a list. Maybe you meant to use "
            "`Sequential.from_config(config)`?"
        )
    return deserialize(config, custom_objects)


def model_from_json(json_string: str, custom_objects: Any = None) -> Any:
    """A model of what `to_json` gave."""
    return model_from_config(json.loads(json_string), custom_objects)


def model_from_yaml(yaml_string: str, custom_objects: Any = None) -> Any:
    """A model of what `to_yaml` gave; needs PyYAML."""
    return model_from_config(_yaml().safe_load(yaml_string), custom_objects)
