"""`tf.keras.layers`: layers around other layers."""

from __future__ import annotations

import copy
from typing import Any, cast

from tf1compat._facade import array_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers.recurrent import standardize
from tf1compat._facade.keras.serialization import has_arg
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
        self._input_map: dict[int, Any] = {}

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
        # layers without state see all steps at once
        builtin = type(layer).__module__.startswith("tf1compat._facade.keras.")
        self._always_use_reshape = builtin and not getattr(layer, "stateful", False)

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
        if has_arg(self.layer.call, "training"):
            given["training"] = training
        sizes = K.int_shape(inputs)
        if sizes[0] and not self._always_use_reshape:

            def step(x: Any, states: Any) -> Any:
                return self.layer(x, **given), []

            return K.rnn(step, inputs, initial_states=[], input_length=sizes[1], mask=None, unroll=False)[1]
        steps = sizes[1] or array_ops.shape(inputs)[1]
        flat = array_ops.reshape(inputs, (-1, *_rest(inputs, 2)))
        self._input_map[id(inputs)] = flat
        if has_arg(self.layer.call, "mask") and mask is not None:
            given["mask"] = K.reshape(mask, (-1, *_rest(mask, 2)))
        found = self.layer(flat, **given)
        wanted = self.compute_output_shape(sizes).as_list()
        return array_ops.reshape(found, (-1, steps, *_rest(found, 1, wanted[2:])))

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        sizes = K.int_shape(inputs)
        if sizes[0]:
            return mask
        inner = None if mask is None else K.reshape(mask, (-1, *_rest(mask, 2)))
        found = self.layer.compute_mask(self._input_map.get(id(inputs), inputs), inner)
        if found is None:
            if mask is None:
                return None
            for _ in range(2, len(K.int_shape(mask))):
                mask = K.any(mask, axis=-1)
            return mask
        steps = sizes[1] or K.shape(inputs)[1]
        return K.reshape(found, (-1, steps, *_rest(found, 1)))


def _rest(x: Any, start: int, sizes: Any = None) -> tuple[Any, ...]:
    """The sizes of `x` from dimension `start` on; tensors where they are not known."""
    known = K.int_shape(x)[start:] if sizes is None else sizes
    if all(known):
        return tuple(known)
    whole: Any = cast(Any, K.shape(x))
    return tuple(n or whole[start + i] for i, n in enumerate(known))


class Bidirectional(Wrapper):
    """A recurrent layer forwards and backwards.

    Args:
      layer: the layer.
      merge_mode: `"concat"`, `"sum"`, `"mul"`, `"ave"`, or None for two outputs.
      weights: initial values of the variables, the forward layer's first.
      backward_layer: another layer for the way back.
    """

    def __init__(
        self, layer: Any, merge_mode: Any = "concat", weights: Any = None, backward_layer: Any = None, **kwargs: Any
    ) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `Bidirectional` layer with a `Layer` instance. You passed: {layer}")
        if backward_layer is not None and not isinstance(backward_layer, Layer):
            raise ValueError(f"`backward_layer` need to be a `Layer` instance. You passed: {backward_layer}")
        if merge_mode not in ("sum", "mul", "ave", "concat", None):
            raise ValueError('Invalid merge mode. Merge mode should be one of {"sum", "mul", "ave", "concat", None}')
        super().__init__(layer, **kwargs)
        self._layers.clear()
        self.forward_layer = _copied(layer)
        self._backward_config = None if backward_layer is None else backward_layer.get_config()
        self.backward_layer = _copied(layer, turned=True) if backward_layer is None else cast(Any, backward_layer)
        self.forward_layer._name = "forward_" + self.forward_layer.name
        self.backward_layer._name = "backward_" + self.backward_layer.name
        _check_pair(self.forward_layer, self.backward_layer)
        for one in (self.forward_layer, self.backward_layer):
            if getattr(one, "zero_output_for_mask", None) is not None:
                one.zero_output_for_mask = one.return_sequences
        if weights:
            half = len(weights) // 2
            self.forward_layer._initial_weights = weights[:half]
            self.backward_layer._initial_weights = weights[half:]
        self.merge_mode = merge_mode
        given = cast(Any, layer)
        self.return_sequences, self.return_state, self.stateful = (
            given.return_sequences,
            given.return_state,
            given.stateful,
        )
        self.supports_masking = True
        self._num_constants = 0
        self.input_spec = layer.input_spec

    def build(self, input_shape: Any = None) -> None:
        for layer in (self.forward_layer, self.backward_layer):
            with K.name_scope(layer.name):
                layer.build(input_shape)
                layer.built = True
        self.built = True

    def __call__(self, inputs: Any, initial_state: Any = None, constants: Any = None, **kwargs: Any) -> Any:
        """Apply the layer; `initial_state` holds the states of the forward layer, then those of the other one."""
        inputs, states, constants = standardize(inputs, initial_state, constants, self._num_constants)
        if states is None and constants is None:
            return super().__call__(inputs, **kwargs)
        if states is not None and len(states) % 2:
            raise ValueError(
                "When passing `initial_state` to a Bidirectional RNN, the state should be a list containing the states "
                f"of the underlying RNNs. Found: {states}"
            )
        if constants is not None:
            self._num_constants = len(constants)
            self.forward_layer._num_constants = self.backward_layer._num_constants = self._num_constants
        further = [*(states or ()), *(constants or ())]
        if len({K.is_keras_tensor(x) for x in further}) > 1:
            raise ValueError(
                "The initial state of a Bidirectional layer cannot be specified with a mix of Keras tensors and "
                'non-Keras tensors (a "Keras tensor" is a tensor that was returned by a Keras layer, or by `Input`)'
            )
        if not K.is_keras_tensor(further[0]):
            given = {"initial_state": states, "constants": constants}
            return super().__call__(inputs, **kwargs, **{k: v for k, v in given.items() if v is not None})
        plain = self.input_spec
        specs = [InputSpec(shape=K.int_shape(x)) for x in further]
        self.input_spec = [*(None for _ in nest.flatten(inputs)), *specs]
        try:
            return super().__call__([inputs, *further], **kwargs)
        finally:
            self.input_spec = plain

    def call(
        self, inputs: Any, training: Any = None, mask: Any = None, initial_state: Any = None, constants: Any = None
    ) -> Any:
        available = {"training": training, "mask": mask, "constants": constants}
        given = {k: v for k, v in available.items() if has_arg(self.layer.call, k)}
        ahead, back = dict(given), dict(given)
        first = second = inputs
        if has_arg(self.layer.call, "initial_state"):
            if isinstance(inputs, list) and len(inputs) > 1:
                first, second = self._shared_out(inputs)
                ahead.pop("constants", None)
                back.pop("constants", None)
            elif initial_state is not None:
                half = len(initial_state) // 2
                ahead["initial_state"], back["initial_state"] = initial_state[:half], initial_state[half:]
        return self._merged(self.forward_layer(first, **ahead), self.backward_layer(second, **back))

    def _shared_out(self, inputs: list[Any]) -> tuple[list[Any], list[Any]]:
        """Inputs, states and constants of the forward and of the backward layer."""
        count = self._num_constants
        pivot = (len(inputs) - count) // 2 + 1
        fixed = inputs[len(inputs) - count :]
        return [*inputs[:pivot], *fixed], [inputs[0], *inputs[pivot : len(inputs) - count], *fixed]

    def _merged(self, y: Any, back: Any) -> Any:
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
            found, states = found[0], list(found[1:])
        found = TensorShape(found)
        if self.merge_mode is None:
            shapes = [found, copy.copy(found)]
            return [*shapes, *states, *copy.copy(states)] if states else shapes
        if self.merge_mode == "concat":
            sizes: list[Any] = list(found.as_list())
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
        found = {**super().get_config(), "merge_mode": self.merge_mode}
        if self._num_constants:
            found["num_constants"] = self._num_constants
        if self._backward_config is not None:
            kind = type(self.backward_layer).__name__
            found["backward_layer"] = {"class_name": kind, "config": self._backward_config}
        return found

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        from tf1compat._facade.keras.layers.serialization import deserialize

        config = dict(config)
        constants = config.pop("num_constants", 0)
        if config.get("backward_layer") is not None:
            config["backward_layer"] = deserialize(config["backward_layer"], custom_objects)
        made = super().from_config(config, custom_objects)
        made._num_constants = constants
        return made


def _copied(layer: Any, turned: bool = False) -> Any:
    """A layer of the same configuration; `turned` lets it go the other way."""
    config = layer.get_config()
    if turned:
        config["go_backwards"] = not config["go_backwards"]
    if not has_arg(type(layer).from_config, "custom_objects"):
        return type(layer).from_config(config)
    cell = getattr(layer, "cell", None)
    cells = [] if cell is None else [cell, *getattr(cell, "cells", ())]
    return type(layer).from_config(config, custom_objects={type(c).__name__: type(c) for c in cells})


def _check_pair(ahead: Any, back: Any) -> None:
    if ahead.go_backwards == back.go_backwards:
        raise ValueError("Forward layer and backward layer should have different `go_backwards` value.")
    for name in ("stateful", "return_sequences", "return_state"):
        values = getattr(ahead, name), getattr(back, name)
        if values[0] != values[1]:
            raise ValueError(
                "Forward layer and backward layer are expected to have the same value for attribute "
                f"{name}, got {values[0]} and {values[1]}"
            )
