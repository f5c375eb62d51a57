"""The order of a network's layers: from its outputs back to its inputs, by depth."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._jaxcore.base import nest


class NetworkMap(NamedTuple):
    """Keys of the nodes, nodes by depth, layers by depth, in the order in which they are computed."""

    keys: set[str]
    nodes_by_depth: dict[int, list[Any]]
    layers: list[Any]


def node_key(layer_name: str, index: int) -> str:
    """The name of a layer's node."""
    return f"{layer_name}_ib-{index}"


def map_network(inputs: list[Any], outputs: list[Any]) -> NetworkMap:
    """Find all nodes between inputs and outputs.

    Raises:
      ValueError: an output does not depend on the inputs alone, there is a cycle, or two layers share a name.
    """
    search = _Search()
    for x in outputs:
        search.visit(x, *x._keras_history)
    depths, layer_depths = search.depths()
    for x in inputs:
        layer = x._keras_history.layer
        if layer not in layer_depths:
            layer_depths[layer] = 0
            search.order[layer] = -1
            depths[layer._inbound_nodes[0]] = 0
            search.keys.add(node_key(layer.name, 0))
    by_depth: dict[int, list[Any]] = {}
    for node, depth in depths.items():
        by_depth.setdefault(depth, []).append(node)
    layers = sorted(layer_depths, key=lambda layer: (-layer_depths[layer], search.order[layer]))
    _check_connected(inputs, by_depth)
    names = [layer.name for layer in layers]
    for name in names:
        if names.count(name) != 1:
            raise ValueError(
                f'The name "{name}" is used {names.count(name)} times in the model. All layer names should be unique.'
            )
    return NetworkMap(search.keys, by_depth, layers)


class _Search:
    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.order: dict[Any, int] = {}
        self.nodes: list[Any] = []
        self._done: set[Any] = set()
        self._open: set[Any] = set()

    def visit(self, tensor: Any, layer: Any, node_index: int, tensor_index: int) -> None:
        node = layer._inbound_nodes[node_index]
        if node in self._open:
            raise ValueError(f'The tensor {tensor} at layer "{layer.name}" is part of a cycle.')
        if node in self._done:
            return
        self.keys.add(node_key(layer.name, node_index))
        self.order.setdefault(layer, len(self.order))
        self._open.add(node)
        for inner, i, j, x in node.iterate_inbound(include_arguments=True):
            self.visit(x, inner, i, j)
        self._done.add(node)
        self._open.remove(node)
        self.nodes.append(node)

    def depths(self) -> tuple[dict[Any, int], dict[Any, int]]:
        """Distance from the outputs, of nodes and of layers."""
        depths: dict[Any, int] = {}
        of_layer: dict[Any, int] = {}
        for node in reversed(self.nodes):
            depth = max(depths.setdefault(node, 0), of_layer.get(node.outbound_layer, 0))
            of_layer[node.outbound_layer] = depths[node] = depth
            for before in node._get_all_node_dependencies():
                depths[before] = max(depth + 1, depths.get(before, 0))
        return depths, of_layer


def _check_connected(inputs: list[Any], by_depth: dict[int, list[Any]]) -> None:
    known = {id(x) for x in inputs}
    complete: list[str] = []
    for depth in sorted(by_depth, reverse=True):
        for node in by_depth[depth]:
            for x in nest.flatten(node.input_tensors):
                if id(x) not in known:
                    raise ValueError(
                        f"Graph disconnected: cannot obtain value for tensor {x} at layer "
                        f'"{node.outbound_layer.name}". The following previous layers were accessed without issue: '
                        f"{complete}"
                    )
            known.update(id(x) for x in nest.flatten(node.output_tensors))
            complete.append(node.outbound_layer.name)
