"""`tf.keras.layers`: recurrent layers."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, state_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import regularizers
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers import recurrent_cells as cells
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.keras.layers.recurrent_cells import StackedRNNCells, zero_state
from tf1compat._jaxcore.base import nest
from tf1compat._jaxcore.base.shapes import TensorShape


class RNN(Layer):
    """Applies a cell to each step of sequences.

    Args:
      cell: a cell, or a list of cells to stack.
      return_sequences: give the outputs of all steps?
      return_state: give the final states, too?
      go_backwards: begin with the last step.
      stateful: begin each batch with the final states of the one before.
      unroll: build every step, instead of a loop.
      time_major: inputs and outputs are [time, batch, …].
    """

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        time_major: bool = False,
        **kwargs: Any,
    ) -> None:
        cell = StackedRNNCells(cell) if isinstance(cell, (list, tuple)) else cell
        if not hasattr(cell, "call"):
            raise ValueError("`cell` should have a `call` method. The RNN was passed:", cell)
        if not hasattr(cell, "state_size"):
            raise ValueError(
                "The RNN cell should have an attribute `state_size` (tuple of integers, one integer per RNN state)."
            )
        self.zero_output_for_mask = kwargs.pop("zero_output_for_mask", False)
        if "input_shape" not in kwargs and ("input_dim" in kwargs or "input_length" in kwargs):
            kwargs["input_shape"] = (kwargs.pop("input_length", None), kwargs.pop("input_dim", None))
        super().__init__(**kwargs)
        self.cell = cell
        self.return_sequences, self.return_state, self.go_backwards = return_sequences, return_state, go_backwards
        self.stateful, self.unroll, self.time_major = stateful, unroll, time_major
        self.supports_masking = True
        self.input_spec = [InputSpec(ndim=3)]
        self.constants_spec: Any = None
        self._states: Any = None
        self._num_constants = 0

    @property
    def states(self) -> Any:
        """The states that a stateful layer keeps; None before it is built."""
        if self._states is None:
            return [None] * len(nest.flatten(self.cell.state_size))
        return self._states

    def _sizes(self) -> list[list[Any]]:
        return [TensorShape(s).as_list() for s in nest.flatten(self.cell.state_size)]

    def build(self, input_shape: Any) -> None:
        shape = nest.flatten(input_shape)[0] if isinstance(input_shape, list) else input_shape
        sizes = TensorShape(shape).as_list()
        batch = sizes[1 if self.time_major else 0]
        spec = [None, None, *sizes[2:]]
        if self.stateful:
            spec[1 if self.time_major else 0] = batch
        self.input_spec = [InputSpec(shape=tuple(spec))]
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell.build(TensorShape([batch, *sizes[2:]]))
            self.cell.built = True
        if self.stateful:
            self.reset_states()
        self.built = True

    def get_initial_state(self, inputs: Any) -> Any:
        """Zeros."""
        batch = array_ops.shape(inputs)[1 if self.time_major else 0]
        make = getattr(self.cell, "get_initial_state", None)
        found = (
            make(inputs=None, batch_size=batch, dtype=inputs.dtype)
            if make
            else zero_state(batch, self.cell.state_size, inputs.dtype)
        )
        return list(found) if isinstance(found, (list, tuple)) else [found]

    def __call__(self, inputs: Any, initial_state: Any = None, constants: Any = None, **kwargs: Any) -> Any:
        """Apply the layer; `initial_state` and `constants` are tensors or lists of them."""
        inputs, states, constants = standardize(inputs, initial_state, constants, self._num_constants)
        if constants:
            kwargs["constants"] = constants
            self._num_constants = len(constants)
        if states is None:
            return super().__call__(inputs, **kwargs)
        further = states + (constants or [])
        if not any(hasattr(x, "_keras_history") for x in further):
            return super().__call__(inputs, initial_state=states, **kwargs)
        plain = self.input_spec
        self.input_spec = [*plain, *(InputSpec(shape=K.int_shape(x)) for x in further)]
        kwargs.pop("constants", None)
        try:
            return super().__call__([inputs, *further], **kwargs)
        finally:
            self.input_spec = self.input_spec[:1]

    def call(
        self, inputs: Any, mask: Any = None, training: Any = None, initial_state: Any = None, constants: Any = None
    ) -> Any:
        inputs, initial_state, constants = self._inputs(inputs, initial_state, constants)
        mask = nest.flatten(mask)[0] if isinstance(mask, list) else mask
        for name in ("reset_dropout_mask", "reset_recurrent_dropout_mask"):
            for cell in getattr(self.cell, "cells", [self.cell]):
                if hasattr(cell, name):
                    getattr(cell, name)()
        steps = K.int_shape(inputs)[0 if self.time_major else 1]
        if self.unroll and steps is None:
            raise ValueError(
                "Cannot unroll a RNN if the time dimension is undefined. \n- If using a Sequential model, specify the "
                "time dimension by passing an `input_shape` or `batch_input_shape` argument to your first layer. If "
                "your first layer is an Embedding, you can also use the `input_length` argument.\n- If using the "
                "functional API, specify the time dimension by passing a `shape` or `batch_shape` argument to your "
                "Input layer."
            )
        last, outputs, states = K.rnn(
            self._step(training, len(constants or ())),
            inputs,
            initial_state,
            constants=constants,
            go_backwards=self.go_backwards,
            mask=mask,
            unroll=self.unroll,
            input_length=None,  # TF1: a bound is given to compilers only
            time_major=self.time_major,
            zero_output_for_mask=self.zero_output_for_mask,
        )
        if self.stateful:
            flat = zip(nest.flatten(self._states), nest.flatten(states))
            self.add_update([state_ops.assign(old, new) for old, new in flat])
        output = outputs if self.return_sequences else last
        return [output, *states] if self.return_state else output

    def _step(self, training: Any, constants: int) -> Any:
        takes_training = "training" in getattr(self.cell, "_call_fn_args", ()) or isinstance(self.cell, StackedRNNCells)
        given = {"training": training} if takes_training else {}
        single = not isinstance(self.cell.state_size, (list, tuple))

        def step(inputs: Any, states: Any) -> Any:
            if constants:
                states, fixed = states[:-constants], states[-constants:]
                more = {**given, "constants": list(fixed)}
            else:
                more = given
            output, new = self.cell.call(inputs, states, **more)
            return output, new if isinstance(new, (list, tuple)) or not single else [new]

        return step

    def _inputs(self, inputs: Any, initial_state: Any, constants: Any) -> tuple[Any, Any, Any]:
        if isinstance(inputs, list):
            if self._num_constants:
                constants, inputs = inputs[-self._num_constants :], inputs[: -self._num_constants]
            if len(inputs) > 1:
                initial_state = nest.pack_sequence_as(_as_list(self.cell.state_size), inputs[1:])
            inputs = inputs[0]
        if initial_state is None:
            initial_state = self._states if self.stateful else self.get_initial_state(inputs)
        wanted = len(_as_list(self.cell.state_size))
        if len(initial_state) != wanted:
            raise ValueError(f"Layer has {wanted} states but was passed {len(initial_state)} initial states.")
        return inputs, initial_state, constants

    def reset_states(self, states: Any = None) -> None:
        """Set the kept states of a stateful layer, to zeros where none are given."""
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        batch = None
        if self.input_spec is not None:
            batch = nest.flatten(self.input_spec)[0].shape[1 if self.time_major else 0]
        if not batch:
            raise ValueError(
                "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: "
                "\n- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to "
                "your first layer.\n- If using the functional API, specify the batch size by passing a `batch_shape` "
                "argument to your Input layer."
            )
        if self._states is None:
            made = [K.zeros([batch, *size]) for size in self._sizes()]
            structure = _as_list(self.cell.state_size)
            self._states = list(nest.pack_sequence_as(structure, made))
            if states is None:
                return
        flat = nest.flatten(self._states)
        values = [np.zeros((batch, *s)) for s in self._sizes()] if states is None else nest.flatten(states)
        if len(values) != len(flat):
            raise ValueError(
                f"Layer {self.name} expects {len(flat)} states, but it received {len(values)} state values. Input "
                f"received: {states}"
            )
        for value, size in zip(values, self._sizes()):
            if value.shape != (batch, *size):
                raise ValueError(
                    f"State is incompatible with layer {self.name}: expected shape={(batch, *size)}, found shape="
                    f"{value.shape}"
                )
        K.batch_set_value(list(zip(flat, values)))

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        mask = nest.flatten(mask)[0] if isinstance(mask, list) else mask
        found = mask if self.return_sequences else None
        return [found, *[None] * len(self._sizes())] if self.return_state else found

    def compute_output_shape(self, input_shape: Any) -> Any:
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        sizes = TensorShape(shape).as_list()
        time, batch = (sizes[0], sizes[1]) if self.time_major else (sizes[1], sizes[0])
        size = getattr(self.cell, "output_size", None)
        width = TensorShape(size).as_list() if size is not None else self._sizes()[0]
        lead = ([time, batch] if self.time_major else [batch, time]) if self.return_sequences else [batch]
        output = TensorShape([*lead, *width])
        return [output, *(TensorShape([batch, *s]) for s in self._sizes())] if self.return_state else output

    _config_names = ("return_sequences", "return_state", "go_backwards", "stateful", "unroll", "time_major")

    def get_config(self) -> dict[str, Any]:
        from tf1compat._facade.keras.layers.serialization import serialize

        own = {n: getattr(self, n) for n in self._config_names}
        if self.zero_output_for_mask:
            own["zero_output_for_mask"] = True
        return {**super().get_config(), **own, "cell": serialize(self.cell)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        from tf1compat._facade.keras.layers.serialization import deserialize

        config = dict(config)
        if "cell" in config:
            return cls(deserialize(config.pop("cell"), custom_objects), **config)
        return cls(**config)


def standardize(inputs: Any, initial_state: Any, constants: Any, num_constants: int) -> tuple[Any, Any, Any]:
    """Inputs, states and constants (lists, or None), which may have come in one list."""
    if isinstance(inputs, (list, tuple)):
        inputs = list(inputs)
        if num_constants:
            constants, inputs = inputs[-num_constants:], inputs[:-num_constants]
        if len(inputs) > 1:
            initial_state, inputs = inputs[1:], inputs[:1]
        inputs = inputs[0]
    return inputs, _listed(initial_state), _listed(constants)


def _listed(x: Any) -> Any:
    return None if x is None else list(x) if isinstance(x, (list, tuple)) else [x]


def _as_list(sizes: Any) -> Any:
    return sizes if isinstance(sizes, (list, tuple)) else [sizes]


class _CellRNN(RNN):
    """A recurrent layer whose arguments are those of its cell and of `RNN`."""

    _cell: Any = None

    def __init__(self, units: int, *args: Any, **kwargs: Any) -> None:
        own = {n: kwargs.pop(n) for n in (*self._config_names, "zero_output_for_mask") if n in kwargs}
        activity = kwargs.pop("activity_regularizer", None)
        known = _parameters(self._cell)
        given = {k: kwargs.pop(k) for k in list(kwargs) if k in known}
        if "dtype" in kwargs:
            given["dtype"] = kwargs["dtype"]
        if "trainable" in kwargs:
            given["trainable"] = kwargs["trainable"]
        super().__init__(self._cell(units, *args, **given), **own, **kwargs)
        self.activity_regularizer = regularizers.get(activity)

    def __getattr__(self, name: str) -> Any:
        cell = self.__dict__.get("cell")
        if cell is not None and name in (*cells.CELL_NAMES, *cell._further):
            return getattr(cell, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def get_config(self) -> dict[str, Any]:
        found = {**super().get_config(), **settings.config(self.cell, (*cells.CELL_NAMES, *self.cell._further))}
        found.pop("cell")
        return {**found, "activity_regularizer": regularizers.serialize(self.activity_regularizer)}


def _parameters(cell: Any) -> set[str]:
    return {n for n in inspect.signature(cell.__init__).parameters if n not in ("self", "kwargs")}


class SimpleRNN(_CellRNN):
    """`SimpleRNNCell` over sequences; arguments of the cell and of `RNN`."""

    _cell = cells.SimpleRNNCell


class GRU(_CellRNN):
    """`GRUCell` over sequences; arguments of the cell and of `RNN`."""

    _cell = cells.GRUCell


class LSTM(_CellRNN):
    """`LSTMCell` over sequences; arguments of the cell and of `RNN`."""

    _cell = cells.LSTMCell


class CuDNNGRU(GRU):
    """`GRU` with `reset_after` and plain sigmoids, on any device."""

    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(units, recurrent_activation="sigmoid", reset_after=True, **kwargs)


class CuDNNLSTM(LSTM):
    """`LSTM` with plain sigmoids, on any device."""

    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(units, recurrent_activation="sigmoid", **kwargs)
