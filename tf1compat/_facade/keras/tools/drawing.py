"""`plot_model` and `model_to_dot`: a picture of a model's layers, drawn by pydot and Graphviz."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._jaxcore.base import nest


def _pydot() -> Any:
    import importlib

    for name in ("pydot_ng", "pydotplus", "pydot"):
        try:
            found = importlib.import_module(name)
            found.Dot.create(found.Dot())
            return found
        except (ImportError, OSError):
            continue
    raise ImportError("Failed to import pydot. You must install pydot and graphviz for `pydotprint` to work.")


def _shown(layer: Any, attribute: str) -> str:
    try:
        return str(getattr(layer, attribute)).replace("None", "?")
    except AttributeError:
        return "?"


def _label(layer: Any, shapes: bool, names: bool) -> str:
    inner = getattr(layer, "layer", None)
    name, kind = layer.name, type(layer).__name__
    if inner is not None:
        name, kind = f"{name}({inner.name})", f"{kind}({type(inner).__name__})"
    label = f"{name}: {kind}" if names else kind
    if not shapes:
        return label
    return f"{label}\n|{{input:|output:}}|{{{{{_shown(layer, 'input_shape')}}}|{{{_shown(layer, 'output_shape')}}}}}"


def model_to_dot(
    model: Any,
    show_shapes: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 96,
    subgraph: bool = False,
) -> Any:
    """The model as a `pydot.Dot`.

    Args:
      model: the model.
      show_shapes, show_layer_names: what the boxes say.
      rankdir: `"TB"` from top to bottom, `"LR"` from left to right.
      expand_nested: draw the layers of models within it, each in a frame.
      dpi: dots per inch.
      subgraph: give a `pydot.Cluster`.

    Raises:
      ImportError: pydot or Graphviz are not installed.
    """
    pydot = _pydot()
    if subgraph:
        dot = pydot.Cluster(style="dashed", graph_name=model.name)
        dot.set("label", model.name)
        dot.set("labeljust", "l")
    else:
        dot = pydot.Dot()
        for key, value in (("rankdir", rankdir), ("concentrate", True), ("dpi", dpi)):
            dot.set(key, value)
        dot.set_node_defaults(shape="record")
    if not model._is_graph_network:
        dot.add_node(pydot.Node(str(id(model)), label=model.name))
        return dot
    options = (show_shapes, show_layer_names, rankdir, expand_nested, dpi)
    ends: dict[int, tuple[str, str]] = {}  # layer -> names of its first and its last box
    for layer in model.layers:
        key = str(id(layer))
        ends[id(layer)] = (key, key)
        if expand_nested and hasattr(layer, "_network_nodes"):
            part = model_to_dot(layer, *options, subgraph=True)
            boxes = part.get_nodes()
            ends[id(layer)] = (boxes[0].get_name(), boxes[-1].get_name())
            dot.add_subgraph(part)
        else:
            dot.add_node(pydot.Node(key, label=_label(layer, show_shapes, show_layer_names)))
    for layer in model.layers:
        for i, node in enumerate(layer._inbound_nodes):
            if f"{layer.name}_ib-{i}" not in model._network_nodes:
                continue
            for before in nest.flatten(node.inbound_layers):
                edge = ends[id(before)][1], ends[id(layer)][0]
                if not dot.get_edge(*edge):
                    dot.add_edge(pydot.Edge(*edge))
    return dot


def plot_model(
    model: Any,
    to_file: str = "model.png",
    show_shapes: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 96,
) -> None:
    """Write a picture of the model to a file; arguments as of `model_to_dot`.

    Raises:
      ImportError: pydot or Graphviz are not installed.
    """
    dot = model_to_dot(model, show_shapes, show_layer_names, rankdir, expand_nested, dpi)
    dot.write(to_file, format=os.path.splitext(to_file)[1][1:] or "png")
