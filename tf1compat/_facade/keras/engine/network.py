"""`Network`: a layer made of layers, either by joining tensors or by a `call` of its own."""

from __future__ import annotations

import inspect
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine import calls, configuration, op_layers
from tf1compat._facade.keras.engine.input_layer import InputLayer
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.engine.mapping import map_network
from tf1compat._facade.keras.engine.node import Node
from tf1compat._facade.layers.base import Layer as PlainLayer
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.object_graph import Dependency
from tf1compat._jaxcore.base import nest
from tf1compat._jaxcore.base.shapes import TensorShape


class Network(Layer):
    """A directed graph of layers: `Network(inputs, outputs)`, or a subclass with a `call`."""

    inputs: Any
    outputs: Any
    input_names: list[str]
    output_names: list[str]
    optimizer: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if len(args) == 2 or (len(args) == 1 and "outputs" in kwargs) or ("inputs" in kwargs and "outputs" in kwargs):
            self._init_graph_network(*args, **kwargs)
        else:
            self._init_subclassed_network(*args, **kwargs)

    def _init_subclassed_network(self, name: str | None = None, **kwargs: Any) -> None:
        for key in kwargs:
            if key not in ("trainable", "dtype", "dynamic", "autocast"):
                raise TypeError("Keyword argument not understood:", key)
        self._base_init(name, kwargs.get("dtype"), kwargs.get("trainable", True))
        self._is_graph_network = False
        self.__dict__.update(inputs=None, outputs=None)

    def _base_init(self, name: str | None, dtype: Any = None, trainable: bool = True) -> None:
        self._init_state(name, dtype, trainable)
        self._is_compiled = False
        self._graph = context.get_default_graph()
        self.__dict__.setdefault("optimizer", None)

    def _init_graph_network(self, inputs: Any, outputs: Any, name: str | None = None, **kwargs: Any) -> None:
        for key in kwargs:
            if key != "trainable":
                raise TypeError(
                    "Functional models may only specify `name` and `trainable` keyword arguments during "
                    "initialization. Got an unexpected argument:",
                    key,
                )
        self._is_graph_network = False
        inputs = inputs[0] if isinstance(inputs, list) and len(nest.flatten(inputs)) == 1 else inputs
        outputs = outputs[0] if isinstance(outputs, list) and len(nest.flatten(outputs)) == 1 else outputs
        flat_inputs, flat_outputs = nest.flatten(inputs), nest.flatten(outputs)
        _check_inputs(flat_inputs)
        if any(not hasattr(x, "_keras_history") for x in flat_outputs):
            op_layers.create_history(flat_outputs)
        self._base_init(name, trainable=kwargs.get("trainable", True))
        _check_outputs(type(self).__name__, flat_outputs)
        self.built = True
        self._nested_inputs, self._nested_outputs = inputs, outputs
        self.__dict__.update(inputs=flat_inputs, outputs=flat_outputs)
        self._compute_output_and_mask_jointly = True
        self._expects_training_arg = self._expects_mask_arg = True
        self._input_coordinates = [tuple(x._keras_history) for x in flat_inputs]
        self._output_coordinates = [tuple(x._keras_history) for x in flat_outputs]
        self._input_layers = [c[0] for c in self._input_coordinates]
        self._output_layers = [c[0] for c in self._output_coordinates]
        self._network_nodes, self._nodes_by_depth, self._layers = map_network(flat_inputs, flat_outputs)
        Node(self, [], [], [], inputs, outputs)
        self.__dict__["output_names"] = _unique([layer.name for layer in self._output_layers])
        self.__dict__["input_names"] = [layer.name for layer in self._input_layers]
        fed = [layer for layer in self._input_layers if layer.is_placeholder]
        self._feed_input_names = [layer.name for layer in fed]
        self._feed_input_shapes = [layer._batch_input_shape for layer in fed]
        self._feed_inputs = [layer.input for layer in fed]
        self._is_graph_network = True

    # ---- parts ------------------------------------------------------------------------------------------------------

    @property
    def layers(self) -> list[Any]:
        """The layers of the network."""
        return [x for x in self._layers if isinstance(x, (Layer, PlainLayer)) or hasattr(x, "call")]

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """A layer by its name or its number; ValueError if there is none."""
        if index is not None:
            if len(self.layers) <= index:
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has {len(self.layers)} layers."
                )
            return self.layers[index]
        if not name:
            raise ValueError("Provide either a layer name or layer index.")
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError("No such layer: " + name)

    @property
    def stateful(self) -> bool:
        """Does a layer keep state between batches?"""
        return any(getattr(layer, "stateful", False) for layer in self.__dict__.get("_layers", []))

    @stateful.setter
    def stateful(self, value: bool) -> None:
        pass  # it follows from the layers

    @property
    def weights(self) -> list[Any]:
        """All variables, layer by layer, then those of the network itself.

        Raises:
          ValueError: a model with a `build` of its own is not built.
        """
        if not self._is_graph_network and not self.built and "build" in vars(type(self)):
            raise ValueError(
                f"Weights for model {self.name} have not yet been created. Weights are created when the Model is first "
                "called on inputs or `build()` is called with an `input_shape`."
            )
        return self._gather("weights") + self._trainable_weights + self._non_trainable_weights

    def _in_order(self, own: list[Any], parts: list[Any]) -> list[Any]:
        """A network's layers come first."""
        return parts + own

    def reset_states(self) -> None:
        """Forget the state of recurrent layers."""
        for layer in self.layers:
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    @property
    def state_updates(self) -> list[Any]:
        """Updates of layers that keep state, which run at evaluation and prediction, too."""
        return [u for layer in self.layers if getattr(layer, "stateful", False) for u in layer.updates]

    @property
    def input_spec(self) -> Any:
        """What the layers at the inputs demand."""
        if not self._is_graph_network:
            return self.__dict__.get("_input_spec")
        specs: list[Any] = []
        for layer in self._input_layers:
            spec = layer.input_spec
            specs += [spec] if not isinstance(spec, list) else spec
        return None if all(s is None for s in specs) else specs

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        self._input_spec = value

    @property
    def _checkpoint_dependencies(self) -> list[Dependency]:
        weighted, found = 0, []
        for index, layer in enumerate(self._layers):
            if isinstance(layer, (Layer, PlainLayer)):
                if layer.weights:
                    found.append(Dependency(f"layer_with_weights-{weighted}", layer))
                    weighted += 1
                found.append(Dependency(f"layer-{index}", layer))
        named = {d.name for d in found}
        found += [d for d in super()._checkpoint_dependencies if d.name not in named]
        optimizer = self.__dict__.get("optimizer")
        if optimizer is not None:
            found.append(Dependency("optimizer", optimizer))
        return found

    # ---- computing --------------------------------------------------------------------------------------------------

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """The outputs for other inputs."""
        if not self._is_graph_network:
            raise NotImplementedError("When subclassing the `Model` class, you should implement a `call` method.")
        return self._run_internal_graph(inputs, training, mask)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        if not self._is_graph_network:
            return None
        return nest.map_structure(lambda t: t._keras_mask, self._run_internal_graph(inputs, mask=mask))

    def _run_internal_graph(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        flat = nest.flatten(inputs)
        masks = [None] * len(flat) if mask is None else nest.flatten(mask)
        for x, m in zip(flat, masks):
            x._keras_mask = m
        found = {id(old): new for old, new in zip(self.inputs, flat)}

        def moved(t: Any) -> Any:
            return found[id(t)] if isinstance(t, Tensor) and hasattr(t, "_keras_history") else t

        for depth in sorted(self._nodes_by_depth, reverse=True)[1:]:
            for node in self._nodes_by_depth[depth]:
                given = nest.flatten(node.input_tensors)
                if not all(id(x) in found for x in given):
                    continue
                layer = node.outbound_layer
                arguments = dict(node.arguments or {})
                if "training" in inspect.signature(layer.call).parameters:
                    arguments.setdefault("training", training)
                    if K.is_learning_phase(arguments["training"]):
                        arguments["training"] = training
                arguments = {k: nest.map_structure(moved, v) for k, v in arguments.items()}
                results = layer(nest.map_structure(lambda t: found[id(t)], node.input_tensors), **arguments)
                for old, new in zip(nest.flatten(node.output_tensors), nest.flatten(results)):
                    found[id(old)] = new
        return nest.pack_sequence_as(self._nested_outputs, [found[id(x)] for x in self.outputs])

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shapes of the outputs for inputs of these shapes."""
        if not self._is_graph_network:
            return super().compute_output_shape(input_shape)
        given = [input_shape] if len(self.inputs) == 1 else list(input_shape)
        known = {id(x): TensorShape(s) for x, s in zip(self.inputs, given)}
        for depth in sorted(self._nodes_by_depth, reverse=True)[1:]:
            for node in self._nodes_by_depth[depth]:
                shapes = nest.map_structure(lambda t: tuple(known[id(t)].as_list()), node.input_tensors)
                found = node.outbound_layer.compute_output_shape(shapes)
                outputs = nest.flatten(node.output_tensors)
                for x, s in zip(outputs, [found] if len(outputs) == 1 else found):
                    known[id(x)] = TensorShape(s)
        return nest.pack_sequence_as(self._nested_outputs, [known[id(x)] for x in self.outputs])

    def build(self, input_shape: Any) -> None:
        """Make the variables of a subclassed network by calling it on placeholders of these shapes."""
        if self._is_graph_network or self.inputs:
            self.built = True
            return
        if input_shape is None:
            raise ValueError("Input shape must be defined when calling build on a model subclass network.")
        if not isinstance(input_shape, (tuple, list, TensorShape)):
            raise ValueError(
                "Specified input shape is not one of the valid types. Please specify a batch input shape of type "
                f"tuple or list of input shapes. User provided input type: {type(input_shape)}"
            )
        if isinstance(input_shape, list) and all(isinstance(s, (tuple, list, TensorShape)) for s in input_shape):
            given: Any = [K.placeholder(shape=s) for s in input_shape]
        else:
            given = K.placeholder(shape=input_shape)
        further = {"training": False} if _requires_training(self.call) else {}
        self.call(given, **further)
        self.built = True

    # ---- configuration ----------------------------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """Layers and how they are joined; NotImplementedError for a subclass with a `call`."""
        if not self._is_graph_network:
            raise NotImplementedError
        return configuration.network_config(self)

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """A network from what `get_config` returned."""
        return configuration.network_from_config(cls, config, custom_objects)

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON."""
        return configuration.to_json(self, **kwargs)

    def to_yaml(self, **kwargs: Any) -> str:
        """The configuration as YAML."""
        return configuration.to_yaml(self, **kwargs)

    # ---- files ------------------------------------------------------------------------------------------------------

    def save(
        self,
        filepath: Any,
        overwrite: bool = True,
        include_optimizer: bool = True,
        save_format: str | None = None,
        signatures: Any = None,
    ) -> None:
        """Save configuration, weights and optimizer in HDF5; needs h5py."""
        from tf1compat._facade.keras import saving

        saving.save_model(self, filepath, overwrite, include_optimizer, save_format, signatures)

    def save_weights(self, filepath: Any, overwrite: bool = True, save_format: str | None = None) -> None:
        """Save the weights: a checkpoint, or an HDF5 file if the name ends with .h5 or .keras (needs h5py)."""
        from tf1compat._facade.keras import saving

        saving.save_weights(self, filepath, overwrite, save_format)

    def load_weights(self, filepath: Any, by_name: bool = False) -> Any:
        """Load what `save_weights` wrote."""
        from tf1compat._facade.keras import saving

        return saving.load_weights(self, filepath, by_name)

    def summary(self, line_length: int | None = None, positions: Any = None, print_fn: Any = None) -> None:
        """Print the layers, their output shapes and numbers of parameters; ValueError before the model is built."""
        from tf1compat._facade.keras.engine.summary import print_summary

        if not self.built:
            raise ValueError(
                "This model has not yet been built. Build the model first by calling `build()` or calling `fit()` with "
                "some data, or specify an `input_shape` argument in the first layer(s) for automatic build."
            )
        print_summary(self, line_length=line_length, positions=positions, print_fn=print_fn)


def _check_inputs(tensors: list[Any]) -> None:
    if len({id(x) for x in tensors}) != len(tensors):
        raise ValueError(
            f"The list of inputs passed to the model is redundant. All inputs should only appear once. Found: {tensors}"
        )
    for x in tensors:
        if not hasattr(x, "_keras_history"):
            raise ValueError(
                "Input tensors to a Model must come from `tf.keras.Input`. Received: "
                f"{x} (missing previous layer metadata)."
            )


def _check_outputs(kind: str, tensors: list[Any]) -> None:
    for x in tensors:
        if not hasattr(x, "_keras_history"):
            raise ValueError(
                f"Output tensors to a {kind} must be the output of a TensorFlow `Layer` (thus holding past layer "
                f"metadata). Found: {x}"
            )


def _unique(names: list[str]) -> list[str]:
    counts: dict[str, int] = {}
    found = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        found.append(name if counts[name] == 1 else f"{name}_{counts[name] - 1}")
    return found


def _requires_training(call: Any) -> bool:
    parameter = inspect.signature(call).parameters.get("training")
    return parameter is not None and parameter.default is inspect.Parameter.empty


def source_inputs(tensor: Any) -> list[Any]:
    """The tensors from which `tensor` comes, those of `Input`s."""
    layer, index, _ = tensor._keras_history
    node = layer._inbound_nodes[index]
    if not node.inbound_layers:
        return list(nest.flatten(node.input_tensors))
    found: dict[int, Any] = {}
    for x in nest.flatten(node.input_tensors):
        found.update((id(s), s) for s in source_inputs(x))
    return list(found.values())


__all__ = ["InputLayer", "Network", "source_inputs"]
