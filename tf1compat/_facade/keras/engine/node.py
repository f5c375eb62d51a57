"""`Node`: one call of a layer on tensors of Keras, the edge from the layers before to this one."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade.keras import backend as K
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest


class KerasHistory(NamedTuple):
    """Where a tensor comes from: a layer, which of its nodes, which of the node's outputs."""

    layer: Any
    node_index: int
    tensor_index: int


class Node:
    """Joins the `_inbound_nodes` of the layer that was called and the `_outbound_nodes` of those before it.

    Args:
      outbound_layer: the layer that was called.
      inbound_layers, node_indices, tensor_indices: where each input comes from, in the inputs' structure.
      input_tensors, output_tensors: what went in and came out.
      arguments: further arguments of the call.
    """

    def __init__(
        self,
        outbound_layer: Any,
        inbound_layers: Any,
        node_indices: Any,
        tensor_indices: Any,
        input_tensors: Any,
        output_tensors: Any,
        arguments: Any = None,
    ) -> None:
        if isinstance(outbound_layer, (list, tuple, dict)):
            raise ValueError("`outbound_layer` should be a layer instance, not a list, tuple, or, dict.")
        self.outbound_layer = outbound_layer
        self.inbound_layers, self.node_indices, self.tensor_indices = inbound_layers, node_indices, tensor_indices
        self.input_tensors, self.output_tensors = input_tensors, output_tensors
        self.input_shapes = nest.map_structure(K.int_shape, input_tensors)
        self.output_shapes = nest.map_structure(K.int_shape, output_tensors)
        self.arguments = arguments
        for layer in nest.flatten(inbound_layers):
            if layer is not None:
                layer._outbound_nodes.append(self)
        outbound_layer._inbound_nodes.append(self)

    def _keras_arguments(self) -> list[Any]:
        flat = nest.flatten(self.arguments) if self.arguments else []
        return [x for x in flat if isinstance(x, Tensor) and hasattr(x, "_keras_history")]

    def iterate_inbound(self, include_arguments: bool = False) -> list[tuple[Any, int, int, Any]]:
        """(layer, node index, tensor index, tensor) of each input, and of each argument from a layer."""
        parts = (self.inbound_layers, self.node_indices, self.tensor_indices, self.input_tensors)
        found = list(zip(*map(nest.flatten, parts)))
        if include_arguments:
            found += [(*x._keras_history, x) for x in self._keras_arguments()]
        return found

    def _get_all_node_dependencies(self) -> list[Node]:
        return [layer._inbound_nodes[i] for layer, i, _, _ in self.iterate_inbound(include_arguments=True)]

    def get_config(self) -> dict[str, Any]:
        """The node by the names of its layers."""
        names = nest.map_structure(lambda layer: layer.name if layer else None, self.inbound_layers)
        return {
            "outbound_layer": self.outbound_layer.name,
            "inbound_layers": names,
            "node_indices": self.node_indices,
            "tensor_indices": self.tensor_indices,
        }
