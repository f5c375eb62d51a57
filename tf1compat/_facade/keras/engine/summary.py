"""`Model.summary`: a table of layers, output shapes and numbers of parameters."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K


def print_summary(model: Any, line_length: Any = None, positions: Any = None, print_fn: Any = None) -> None:
    """Print the table; of a network with branches, with the layers that each one follows."""
    show = print if print_fn is None else print_fn
    plain = type(model).__name__ == "Sequential" or not model._is_graph_network or _is_chain(model)
    line_length = line_length or (65 if plain else 98)
    positions = positions or ([0.45, 0.85, 1.0] if plain else [0.33, 0.55, 0.67, 1.0])
    ends = [int(line_length * p) if p <= 1 else p for p in positions]
    titles = ["Layer (type)", "Output Shape", "Param #"] + ([] if plain else ["Connected to"])

    def row(fields: list[Any]) -> None:
        line = ""
        for i, (field, end) in enumerate(zip(fields, ends)):
            line = (line[:-1] + " " if i else line) + str(field)
            line = line[:end]
            line += " " * (end - len(line))
        show(line)

    show(f'Model: "{model.name}"')
    show("_" * line_length)
    row(titles)
    show("=" * line_length)
    for i, layer in enumerate(model.layers):
        _print_layer(model, layer, row, plain)
        show(("=" if i == len(model.layers) - 1 else "_") * line_length)
    trainable = _count(model.trainable_weights)
    frozen = _count(model.non_trainable_weights)
    show(f"Total params: {trainable + frozen:,}")
    show(f"Trainable params: {trainable:,}")
    show(f"Non-trainable params: {frozen:,}")
    show("_" * line_length)


def _is_chain(model: Any) -> bool:
    nodes = [node for some in model._nodes_by_depth.values() for node in some]
    if any(len(some) > 1 for some in model._nodes_by_depth.values()):
        return False
    return all(
        sum(node in nodes for node in layer._inbound_nodes) <= 1 and len(node.iterate_inbound()) <= 1
        for layer in model.layers
        for node in layer._inbound_nodes
    )


def _print_layer(model: Any, layer: Any, row: Any, plain: bool) -> None:
    try:
        shape = layer.output_shape
    except (AttributeError, RuntimeError):
        shape = "multiple"
    if isinstance(shape, (tuple, list)) and len(shape) == 1 and isinstance(shape[0], tuple):
        shape = [shape[0]]
    count = layer.count_params() if layer.built else 0
    name = f"{layer.name} ({type(layer).__name__})"
    if plain:
        row([name, shape, count])
        return
    nodes = [node for some in model._nodes_by_depth.values() for node in some]
    before = [
        f"{inner.name}[{i}][{j}]"
        for node in layer._inbound_nodes
        if node in nodes
        for inner, i, j, _ in node.iterate_inbound()
    ]
    row([name, shape, count, before[0] if before else ""])
    for further in before[1:]:
        row(["", "", "", further])


def _count(weights: Any) -> int:
    return int(sum(K.count_params(w) for w in {id(w): w for w in weights}.values()))
