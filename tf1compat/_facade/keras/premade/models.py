"""`LinearModel` and `WideDeepModel`: ready-made models of `tf.keras.experimental`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import nn_ops
from tf1compat._facade.keras import activations
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.engine.model import Model
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.keras.layers.core import Dense
from tf1compat._facade.keras.serialization import serialize_keras_object

_NAMES = (
    "units",
    "activation",
    "use_bias",
    "kernel_initializer",
    "bias_initializer",
    "kernel_regularizer",
    "bias_regularizer",
)


class LinearModel(Model):
    """The sum of a dense layer for each input, and a bias; arguments as of `Dense`."""

    units: int
    use_bias: bool
    activation: Any
    kernel_initializer: Any
    bias_initializer: Any
    kernel_regularizer: Any
    bias_regularizer: Any

    def __init__(
        self,
        units: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _NAMES}
        super().__init__(**kwargs)
        settings.take(self, given)

    def build(self, input_shape: Any) -> None:
        shapes = input_shape if isinstance(input_shape, list) else [input_shape]
        self.dense_layers = [
            Dense(
                units=self.units,
                use_bias=False,
                kernel_initializer=self.kernel_initializer,
                kernel_regularizer=self.kernel_regularizer,
                input_shape=shape,
            )
            for shape in shapes
        ]
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                dtype=self.dtype,
                trainable=True,
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        inputs = list(inputs) if isinstance(inputs, (tuple, list)) else [inputs]
        if len(inputs) != len(self.dense_layers):
            raise ValueError(f"Expected {len(self.dense_layers)} inputs, but got {len(inputs)} inputs")
        result = self.dense_layers[0](inputs[0])
        for x, layer in zip(inputs[1:], self.dense_layers[1:]):
            result += layer(x)
        if self.use_bias:
            result = nn_ops.bias_add(result, self.bias)
        return result if self.activation is None else self.activation(result)

    def get_config(self) -> dict[str, Any]:
        return {**Layer.get_config(self), **settings.config(self, _NAMES)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        return cls(**config)


class WideDeepModel(Model):
    """The mean of a linear and a deep model, each trained by its own optimizer if `compile` is given two.

    Args:
      linear_model, dnn_model: models; called with the same inputs, or with one of two each.
      activation: of the mean.
    """

    def __init__(self, linear_model: Any, dnn_model: Any, activation: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.linear_model, self.dnn_model = linear_model, dnn_model
        self.activation = activations.get(activation)

    def call(self, inputs: Any) -> Any:
        two = isinstance(inputs, (tuple, list)) and len(inputs) == 2
        wide, deep = inputs if two else (inputs, inputs)
        output = 0.5 * (self.linear_model(wide) + self.dnn_model(deep))
        return self.activation(output) if self.activation else output

    def _training_updates(self) -> list[Any]:
        """One step of each part's optimizer."""
        given = self.optimizer
        wide, deep = given if isinstance(given, (tuple, list)) else (given, given)
        found = list(wide.get_updates(params=self.linear_model.trainable_weights, loss=self.total_loss))
        return found + list(deep.get_updates(params=self.dnn_model.trainable_weights, loss=self.total_loss))

    def get_config(self) -> dict[str, Any]:
        return {
            **Layer.get_config(self),
            "linear_model": serialize_keras_object(self.linear_model),
            "dnn_model": serialize_keras_object(self.dnn_model),
            "activation": activations.serialize(self.activation),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        from tf1compat._facade.keras.layers.serialization import deserialize

        config = dict(config)
        parts = [deserialize(config.pop(name), custom_objects) for name in ("linear_model", "dnn_model")]
        activation = activations.deserialize(config.pop("activation", None), custom_objects=custom_objects)
        return cls(*parts, activation=activation, **config)
