"""`Sequential`: layers one after the other."""

from __future__ import annotations

import copy
import inspect
from typing import Any

from tf1compat._facade.keras.engine.input_layer import Input, InputLayer
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.engine.model import Model
from tf1compat._facade.keras.engine.network import source_inputs
from tf1compat._facade.layers.base import Layer as PlainLayer
from tf1compat._facade.platform import tf_logging as logging
from tf1compat._jaxcore.base import nest


class Sequential(Model):
    """A stack of layers with one input and one output each.

    Args:
      layers: the layers, first one first; `add` adds further ones.
      name: name of the model.

    >>> import numpy as np
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.keras.backend.set_session(tf.Session())
    ...     model = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones", input_shape=(3,))])
    ...     print(model.predict(np.ones((1, 3))))
    [[3. 3.]]
    """

    _collects_layers = False

    def __init__(self, layers: Any = None, name: str | None = None) -> None:
        super().__init__(name=name)
        self.supports_masking = True
        self._build_input_shape: Any = None
        self._compute_output_and_mask_jointly = True
        for layer in [] if layers is None else layers if isinstance(layers, (list, tuple)) else [layers]:
            self.add(layer)

    @property
    def layers(self) -> list[Any]:
        """The layers, without the input."""
        found = list(self._layers)
        return found[1:] if found and isinstance(found[0], InputLayer) else found

    def add(self, layer: Any) -> None:
        """Add a layer at the end.

        Raises:
          TypeError: not a layer, or one with several outputs.
        """
        if hasattr(layer, "_keras_history") and isinstance(layer._keras_history[0], InputLayer):
            layer = layer._keras_history[0]
        if isinstance(layer, PlainLayer):
            raise TypeError(
                "The following are legacy tf.layers.Layers:\n  " + str(layer) + "\nTo use keras as a framework (for "
                "instance using the Network, Model, or Sequential classes), please use the tf.keras.layers "
                "implementation instead. (Or, if writing custom layers, subclass from tf.keras.layers rather than "
                "tf.layers)"
            )
        if not isinstance(layer, Layer):
            raise TypeError("The added layer must be an instance of class Layer. Found: " + str(layer))
        self.built = False
        fresh = False
        outputs = self.outputs
        if not self._layers:
            fresh = isinstance(layer, InputLayer)
            shape, dtype = _first_shape(layer)
            if not fresh and shape:
                layer(Input(batch_shape=shape, dtype=dtype, name=layer.name + "_input"))
                fresh = True
            if fresh:
                outputs = nest.flatten(layer._inbound_nodes[-1].output_tensors)
                if len(outputs) != 1:
                    raise ValueError(
                        "All layers in a Sequential model should have a single output tensor. For multi-output "
                        "layers, use the functional API."
                    )
        elif outputs:
            made = layer(outputs[0])
            if len(nest.flatten(made)) != 1:
                raise TypeError(
                    "All layers in a Sequential model should have a single output tensor. For multi-output layers, use "
                    "the functional API."
                )
            outputs = nest.flatten(made)
        if fresh or self._is_graph_network:
            self._join(outputs)
        else:
            self._layers.append(layer)

    def _join(self, outputs: list[Any]) -> None:
        inputs = source_inputs(outputs[0])
        self._init_graph_network(inputs, outputs, name=self.name)

    def pop(self) -> None:
        """Remove the last layer; TypeError if there is none."""
        if not self.layers:
            raise TypeError("There are no layers in the model.")
        self._layers.pop()
        if not self.layers:
            self.__dict__.update(inputs=None, outputs=None, built=False, _is_graph_network=False)
            self._layers[:] = []
        elif self._is_graph_network:
            self.layers[-1]._outbound_nodes = []
            self._join([self.layers[-1].output])

    def build(self, input_shape: Any = None) -> None:
        """Make the variables for inputs of this shape (with the batch)."""
        if not self._is_graph_network:
            if input_shape is None:
                raise ValueError("You must provide an `input_shape` argument.")
            self._build_input_shape = tuple(input_shape)
            super().build(self._build_input_shape)
        self.built = True

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        if self._is_graph_network:
            return super().call(inputs, training=training, mask=mask)
        outputs = inputs
        for layer in self.layers:
            names = inspect.signature(layer.call).parameters
            given = {k: v for k, v in (("mask", mask), ("training", training)) if k in names}
            outputs = layer(inputs, **given)
            inputs, mask = outputs, outputs._keras_mask
        return outputs

    def compute_output_shape(self, input_shape: Any) -> Any:
        for layer in self.layers:
            input_shape = layer.compute_output_shape(input_shape)
        return input_shape

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return self.call(inputs, mask=mask)._keras_mask

    def predict_proba(self, x: Any, batch_size: int = 32, verbose: int = 0) -> Any:
        """`predict`, with a warning if the results are no probabilities."""
        found = self.predict(x, batch_size, verbose)
        if found.min() < 0.0 or found.max() > 1.0:
            logging.warning(
                "Network returning invalid probability values. The last layer might not normalize predictions into "
                "probabilities (like softmax or sigmoid would)."
            )
        return found

    def predict_classes(self, x: Any, batch_size: int = 32, verbose: int = 0) -> Any:
        """The most probable class of each example."""
        found = self.predict(x, batch_size=batch_size, verbose=verbose)
        return found.argmax(axis=-1) if found.shape[-1] > 1 else (found > 0.5).astype("int32")

    def get_config(self) -> dict[str, Any]:
        """Configurations of the layers."""
        layers = [{"class_name": type(x).__name__, "config": x.get_config()} for x in self.layers]
        if self._is_graph_network and layers and "batch_input_shape" not in layers[0]["config"]:
            layers[0]["config"]["batch_input_shape"] = self._layers[0]._batch_input_shape
        config = {"name": self.name, "layers": copy.deepcopy(layers)}
        if self._build_input_shape:
            config["build_input_shape"] = self._build_input_shape
        return config

    @classmethod
    def from_config(cls, config: Any, custom_objects: Any = None) -> Any:
        """A model from what `get_config` returned."""
        from tf1compat._facade.keras.layers.serialization import deserialize

        named = isinstance(config, dict) and "name" in config
        model = cls(name=config["name"] if named else None)
        for layer in config["layers"] if named else config:
            model.add(deserialize(layer, custom_objects))
        if named and not model.inputs and config.get("build_input_shape"):
            model.build(config["build_input_shape"])
        return model

    @property
    def input_spec(self) -> Any:
        layers = self.layers
        return layers[0].input_spec if layers else None

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        self._input_spec = value


def _first_shape(layer: Any) -> tuple[Any, Any]:
    """Shape and type of the input that the first layer of a model (or of a model inside it) expects."""
    while True:
        if hasattr(layer, "_batch_input_shape") and not isinstance(layer, InputLayer):
            return layer._batch_input_shape, layer.dtype
        inner = getattr(layer, "_layers", None)
        if not (isinstance(layer, Model) and inner):
            return getattr(layer, "_batch_input_shape", None), layer.dtype
        layer = inner[0]
