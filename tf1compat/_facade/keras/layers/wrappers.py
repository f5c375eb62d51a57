"""`tf.keras.layers`: layers around other layers."""

from __future__ import annotations

import copy
from typing import Any, cast

from tf1compat._facade import array_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._jaxcore.base import nest
from tf1compat._jaxcore.base.shapes import TensorShape


class Wrapper(Layer):
    """Base of layers around another one, `layer`."""

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(
                f"Please initialize `{type(self).__name__}` layer with a `Layer` instance. You passed: {layer}"
            )
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape: Any = None) -> None:
        if not self.layer.built:
            self.layer.build(input_shape)
            self.layer.built = True
        self.built = True

    @property
    def activity_regularizer(self) -> Any:
        return self.layer.activity_regularizer

    def get_config(self) -> dict[str, Any]:
        inner = {"class_name": type(self.layer).__name__, "config": self.layer.get_config()}
        return {**super().get_config(), "layer": inner}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        from tf1compat._facade.keras.layers.serialization import deserialize

        config = copy.deepcopy(config)
        return cls(deserialize(config.pop("layer"), custom_objects), **config)


class TimeDistributed(Wrapper):
    """The layer on each step of [batch, time, …]."""

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        super().__init__(layer, **kwargs)
        self.supports_masking = True

    def build(self, input_shape: Any = None) -> None:
        sizes = TensorShape(input_shape).as_list()
        if len(sizes) < 3:
            raise ValueError(
                "`TimeDistributed` Layer should be passed an `input_shape ` with at least 3 dimensions, received: "
                f"{sizes}"
            )
        self.input_spec = InputSpec(shape=(None, None, *sizes[2:]))
        super().build(TensorShape([sizes[0], *sizes[2:]]))
        self.built = True

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = TensorShape(input_shape).as_list()
        inner = TensorShape(self.layer.compute_output_shape(TensorShape([sizes[0], *sizes[2:]]))).as_list()
        return TensorShape([inner[0], sizes[1], *inner[1:]])

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        given: dict[str, Any] = {}
        if "training" in self.layer._call_fn_args:
            given["training"] = training
        sizes = K.int_shape(inputs)
        if sizes[0]:
            if "mask" in self.layer._call_fn_args and mask is not None:
                given["mask"] = mask

            def step(x: Any, states: Any) -> Any:
                return self.layer(x, **given), []

            return K.rnn(step, inputs, initial_states=[], input_length=sizes[1], mask=None, unroll=False)[1]
        steps = sizes[1] or array_ops.shape(inputs)[1]
        flat = array_ops.reshape(inputs, (-1, *self._rest(inputs, 2)))
        if "mask" in self.layer._call_fn_args and mask is not None:
            given["mask"] = K.reshape(mask, (-1, *self._rest(mask, 2)))
        found = self.layer(flat, **given)
        wanted = (-1, steps, *self.compute_output_shape(sizes).as_list()[2:])
        return array_ops.reshape(found, tuple(-1 if w is None else w for w in wanted))

    @staticmethod
    def _rest(x: Any, start: int) -> tuple[Any, ...]:
        whole: Any = cast(Any, array_ops.shape(x) if None in K.int_shape(x)[start:] else None)
        return tuple(whole[start + i] if n is None else n for i, n in enumerate(K.int_shape(x)[start:]))

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return mask


class Bidirectional(Wrapper):
    """A recurrent layer forwards and backwards.

    Args:
      layer: the layer.
      merge_mode: `"concat"`, `"sum"`, `"mul"`, `"ave"`, or None for two outputs.
      backward_layer: another layer for the way back.
    """

    def __init__(
        self, layer: Any, merge_mode: Any = "concat", weights: Any = None, backward_layer: Any = None, **kwargs: Any
    ) -> None:
        if merge_mode not in ("sum", "mul", "ave", "concat", None):
            raise ValueError('Invalid merge mode. Merge mode should be one of {"sum", "mul", "ave", "concat", None}')
        super().__init__(layer, **kwargs)
        self._layers.clear()
        self.forward_layer = self._copied(layer, layer.go_backwards, "forward_")
        self.backward_layer = backward_layer or self._copied(layer, not layer.go_backwards, "backward_")
        if backward_layer is not None:
            self.backward_layer._name = "backward_" + backward_layer.name
        self.merge_mode = merge_mode
        self.return_sequences, self.return_state = layer.return_sequences, layer.return_state
        self.stateful = layer.stateful
        self.supports_masking = True
        self._initial_weights = weights
        self.input_spec = layer.input_spec

    @staticmethod
    def _copied(layer: Any, backwards: bool, prefix: str) -> Any:
        config = layer.get_config()
        config["go_backwards"] = backwards
        made = type(layer).from_config(config)
        made._name = prefix + layer.name
        return made

    def build(self, input_shape: Any = None) -> None:
        for layer in (self.forward_layer, self.backward_layer):
            with K.name_scope(layer.name):
                layer.build(input_shape)
                layer.built = True
        self.built = True

    def __call__(self, inputs: Any, initial_state: Any = None, constants: Any = None, **kwargs: Any) -> Any:
        if constants is not None:
            kwargs["constants"] = constants
        if initial_state is not None:
            kwargs["initial_state"] = initial_state
        return super().__call__(inputs, **kwargs)

    def call(
        self, inputs: Any, training: Any = None, mask: Any = None, initial_state: Any = None, constants: Any = None
    ) -> Any:
        given: dict[str, Any] = {"training": training, "mask": mask}
        if constants is not None:
            given["constants"] = constants
        first, second = dict(given), dict(given)
        if initial_state is not None:
            half = len(initial_state) // 2
            first["initial_state"], second["initial_state"] = initial_state[:half], initial_state[half:]
        y = self.forward_layer.call(inputs, **first)
        back = self.backward_layer.call(inputs, **second)
        states: list[Any] = []
        if self.return_state:
            states = [*y[1:], *back[1:]]
            y, back = y[0], back[0]
        if self.return_sequences:
            back = K.reverse(back, 0 if getattr(self.forward_layer, "time_major", False) else 1)
        merges = {
            "concat": lambda: K.concatenate([y, back]),
            "sum": lambda: y + back,
            "ave": lambda: (y + back) / 2,
            "mul": lambda: y * back,
            None: lambda: [y, back],
        }
        output = merges[self.merge_mode]()
        if not self.return_state:
            return output
        return [*output, *states] if self.merge_mode is None else [output, *states]

    def reset_states(self) -> None:
        """Forget the states of both layers."""
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    def compute_output_shape(self, input_shape: Any) -> Any:
        found = self.forward_layer.compute_output_shape(input_shape)
        states: list[Any] = []
        if self.return_state:
            found, states = found[0], found[1:]
        if self.merge_mode is None:
            shapes = [found, copy.copy(found)]
            return [*shapes, *states, *copy.copy(states)] if states else shapes
        if self.merge_mode == "concat":
            sizes = found.as_list()
            found = TensorShape([*sizes[:-1], sizes[-1] * 2])
        return [found, *states, *copy.copy(states)] if states else found

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        mask = nest.flatten(mask)[0] if isinstance(mask, list) else mask
        found: Any = mask if self.return_sequences else None
        if self.merge_mode is None:
            found = [found, found]
        if self.return_state:
            states = [None] * (2 * len(self.forward_layer.states))
            return [*found, *states] if isinstance(found, list) else [found, *states]
        return found

    @property
    def constraints(self) -> dict[str, Any]:
        return {}

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "merge_mode": self.merge_mode}
