"""`tf.keras.layers`: one step of recurrent layers."""

from __future__ import annotations

from typing import Any, cast

from tf1compat._facade import array_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import initializers
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.layers import settings
from tf1compat._jaxcore.base import nest
from tf1compat._jaxcore.base.shapes import TensorShape

CELL_NAMES = (
    "units",
    "activation",
    "use_bias",
    "kernel_initializer",
    "recurrent_initializer",
    "bias_initializer",
    "kernel_regularizer",
    "recurrent_regularizer",
    "bias_regularizer",
    "kernel_constraint",
    "recurrent_constraint",
    "bias_constraint",
    "dropout",
    "recurrent_dropout",
)


def zero_state(batch_size: Any, state_size: Any, dtype: Any) -> Any:
    """Zeros [batch, size] for each state."""

    def zeros(size: Any) -> Any:
        return array_ops.zeros([batch_size, *TensorShape(size).as_list()], dtype=dtype)

    return nest.map_structure(zeros, state_size) if isinstance(state_size, (list, tuple)) else zeros(state_size)


class _Cell(Layer):
    """Weights and dropout masks that cells have in common."""

    _gates = 1
    _further: tuple[str, ...] = ()
    units: Any
    activation: Any
    use_bias: Any
    kernel_initializer: Any
    recurrent_initializer: Any
    bias_initializer: Any
    kernel_regularizer: Any
    recurrent_regularizer: Any
    bias_regularizer: Any
    kernel_constraint: Any
    recurrent_constraint: Any
    bias_constraint: Any
    recurrent_activation: Any
    unit_forget_bias: Any
    implementation: Any
    reset_after: Any

    def _start(self, given: dict[str, Any]) -> None:
        names = (*CELL_NAMES, *self._further)
        settings.take(self, {k: v for k, v in given.items() if k in names})
        self.dropout = min(1.0, max(0.0, self.dropout))
        self.recurrent_dropout = min(1.0, max(0.0, self.recurrent_dropout))
        self.state_size: Any = self.units
        self.output_size = self.units
        self._masks: dict[str, Any] = {}

    def reset_dropout_mask(self) -> None:
        """The next call draws other inputs to drop."""
        self._masks.pop("inputs", None)

    def reset_recurrent_dropout_mask(self) -> None:
        """The next call draws other states to drop."""
        self._masks.pop("states", None)

    def _mask(self, key: str, x: Any, rate: float, training: Any) -> Any:
        """One mask per gate, made once; None without dropout."""
        if rate == 0:
            return [None] * self._gates
        if key not in self._masks:
            ones = array_ops.ones_like(x)

            def dropped() -> Any:
                return K.dropout(ones, rate)

            self._masks[key] = [K.in_train_phase(dropped, ones, training=training) for _ in range(self._gates)]
        return self._masks[key]

    def _dropped(self, inputs: Any, state: Any, training: Any) -> tuple[list[Any], list[Any]]:
        """Inputs and states as each gate sees them."""
        of_inputs = self._mask("inputs", inputs, self.dropout, training)
        of_states = self._mask("states", state, self.recurrent_dropout, training)
        return (
            [inputs if m is None else inputs * m for m in of_inputs],
            [state if m is None else state * m for m in of_states],
        )

    def _add_kernels(self, input_shape: Any) -> None:
        width = self.units * self._gates
        self.kernel = self.add_weight(
            shape=(TensorShape(input_shape).as_list()[-1], width),
            name="kernel",
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.recurrent_kernel = self.add_weight(
            shape=(self.units, width),
            name="recurrent_kernel",
            initializer=self.recurrent_initializer,
            regularizer=self.recurrent_regularizer,
            constraint=self.recurrent_constraint,
        )

    def _add_bias(self, shape: Any, initializer: Any = None) -> None:
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=shape,
                name="bias",
                initializer=initializer or self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """Zeros."""
        if inputs is not None:
            batch_size, dtype = array_ops.shape(inputs)[0], inputs.dtype
        state = zero_state(batch_size, self.state_size, dtype)
        return list(state) if isinstance(state, (list, tuple)) else state

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, (*CELL_NAMES, *self._further))}


class SimpleRNNCell(_Cell):
    """activation(inputs @ kernel + state @ recurrent_kernel + bias)."""

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        super().__init__(**kwargs)
        self._start(given)

    def build(self, input_shape: Any) -> None:
        self._add_kernels(input_shape)
        self._add_bias((self.units,))
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> Any:
        (x,), (before,) = self._dropped(inputs, states[0], training)
        h = K.dot(x, self.kernel)
        if self.bias is not None:
            h = K.bias_add(h, self.bias)
        output = h + K.dot(before, self.recurrent_kernel)
        output = self.activation(output) if self.activation is not None else output
        return output, [output]


class GRUCell(_Cell):
    """Gated recurrent unit (Cho et al. 2014); `reset_after` as in cuDNN."""

    _gates = 3
    _further = ("recurrent_activation", "implementation", "reset_after")

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "hard_sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        implementation: int = 1,
        reset_after: bool = False,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        super().__init__(**kwargs)
        self._start(given)

    def build(self, input_shape: Any) -> None:
        self._add_kernels(input_shape)
        self._add_bias((2, 3 * self.units) if self.reset_after else (3 * self.units,))
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> Any:
        before = states[0]
        xs, hs = self._dropped(inputs, before, training)
        own = recurrent = None
        if self.use_bias:
            own, recurrent = array_ops.unstack(self.bias) if self.reset_after else (self.bias, None)
        step = self._by_gates if self.implementation == 1 else self._at_once
        z, candidate = step(xs, hs, own, recurrent)
        output = z * before + (1 - z) * candidate
        return output, [output]

    def _by_gates(self, xs: Any, hs: Any, own: Any, recurrent: Any) -> tuple[Any, Any]:
        n = self.units
        parts = [K.dot(xs[i], self.kernel[:, i * n : (i + 1) * n]) for i in range(3)]
        if own is not None:
            parts = [K.bias_add(p, own[i * n : (i + 1) * n]) for i, p in enumerate(parts)]
        gates = [K.dot(hs[i], self.recurrent_kernel[:, i * n : (i + 1) * n]) for i in range(2)]
        if recurrent is not None:
            gates = [K.bias_add(g, recurrent[i * n : (i + 1) * n]) for i, g in enumerate(gates)]
        z = self.recurrent_activation(parts[0] + gates[0])
        r = self.recurrent_activation(parts[1] + gates[1])
        if self.reset_after:
            inner = K.dot(hs[2], self.recurrent_kernel[:, 2 * n :])
            inner = K.bias_add(inner, recurrent[2 * n :]) if recurrent is not None else inner
            inner = r * inner
        else:
            inner = K.dot(r * hs[2], self.recurrent_kernel[:, 2 * n :])
        return z, self.activation(parts[2] + inner)

    def _at_once(self, xs: Any, hs: Any, own: Any, recurrent: Any) -> tuple[Any, Any]:
        n = self.units
        whole = K.dot(xs[0], self.kernel)
        whole = K.bias_add(whole, own) if own is not None else whole
        parts = [whole[:, i * n : (i + 1) * n] for i in range(3)]
        if self.reset_after:
            inner = K.dot(hs[0], self.recurrent_kernel)
            inner = K.bias_add(inner, recurrent) if recurrent is not None else inner
        else:
            inner = K.dot(hs[0], self.recurrent_kernel[:, : 2 * n])
        z = self.recurrent_activation(parts[0] + inner[:, :n])
        r = self.recurrent_activation(parts[1] + inner[:, n : 2 * n])
        last = r * inner[:, 2 * n :] if self.reset_after else K.dot(r * hs[0], self.recurrent_kernel[:, 2 * n :])
        return z, self.activation(parts[2] + last)


class LSTMCell(_Cell):
    """Long short-term memory (Hochreiter and Schmidhuber 1997)."""

    _gates = 4
    _further = ("recurrent_activation", "unit_forget_bias", "implementation")

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "hard_sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        super().__init__(**kwargs)
        self._start(given)
        self.state_size = [self.units, self.units]

    def build(self, input_shape: Any) -> None:
        self._add_kernels(input_shape)
        n = self.units

        def with_open_gate(shape: Any, *args: Any, **kwargs: Any) -> Any:
            parts = [
                self.bias_initializer((n,), *args, **kwargs),
                initializers.Ones()((n,), *args, **kwargs),
                self.bias_initializer((n * 2,), *args, **kwargs),
            ]
            return K.concatenate(parts)

        self._add_bias((n * 4,), with_open_gate if self.unit_forget_bias else None)
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> Any:
        before, carried = states[0], states[1]
        xs, hs = self._dropped(inputs, before, training)
        n = self.units
        if self.implementation == 1:
            parts = [K.dot(x, k) for x, k in zip(xs, array_ops.split(self.kernel, 4, axis=1))]
            if self.use_bias:
                parts = [K.bias_add(p, b) for p, b in zip(parts, array_ops.split(self.bias, 4, axis=0))]
            carry, o = self._by_gates(parts, hs, carried)
        else:
            z = K.dot(xs[0], self.kernel)
            z += K.dot(hs[0], self.recurrent_kernel)
            z = K.bias_add(z, self.bias) if self.use_bias else z
            carry, o = self._at_once([z[:, i * n : (i + 1) * n] for i in range(4)], carried)
        h = o * self.activation(carry)
        return h, [h, carry]

    def _at_once(self, parts: Any, carried: Any) -> tuple[Any, Any]:
        i, f = self.recurrent_activation(parts[0]), self.recurrent_activation(parts[1])
        carry = f * carried + i * self.activation(parts[2])
        return carry, self.recurrent_activation(parts[3])

    def _by_gates(self, parts: Any, hs: Any, carried: Any) -> tuple[Any, Any]:
        n = self.units
        kernel = self.recurrent_kernel
        i = self.recurrent_activation(parts[0] + K.dot(hs[0], kernel[:, :n]))
        f = self.recurrent_activation(parts[1] + K.dot(hs[1], kernel[:, n : n * 2]))
        carry = f * carried + i * self.activation(parts[2] + K.dot(hs[2], kernel[:, n * 2 : n * 3]))
        o = self.recurrent_activation(parts[3] + K.dot(hs[3], kernel[:, n * 3 :]))
        return carry, o


class StackedRNNCells(Layer):
    """Cells on top of each other, as one cell."""

    def __init__(self, cells: Any, **kwargs: Any) -> None:
        for cell in cells:
            for name in ("call", "state_size"):
                if not hasattr(cell, name):
                    raise ValueError(f"All cells must have a `{name}` method. received cells:", cells)
        kwargs.pop("reverse_state_order", None)
        super().__init__(**kwargs)
        self.cells = list(cells)

    @property
    def state_size(self) -> Any:
        return tuple(c.state_size for c in self.cells)

    @property
    def output_size(self) -> Any:
        last = self.cells[-1]
        if getattr(last, "output_size", None) is not None:
            return last.output_size
        size = last.state_size
        return size[0] if isinstance(size, (list, tuple)) else size

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """The initial states of all cells."""
        if inputs is not None:
            batch_size, dtype = array_ops.shape(inputs)[0], inputs.dtype
        return tuple(zero_state(batch_size, c.state_size, dtype) for c in self.cells)

    def build(self, input_shape: Any) -> None:
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                with K.name_scope(cell._name_scope()):
                    cell.build(input_shape)
                    cell.built = True
            size = getattr(cell, "output_size", None)
            if size is None:
                size = cast(Any, cell).state_size
                size = size[0] if isinstance(size, (list, tuple)) else size
            input_shape = (TensorShape(input_shape).as_list()[0], size)
        self.built = True

    def call(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        new = []
        for cell, state in zip(self.cells, states):
            wrapped = isinstance(state, (list, tuple))
            given = {k: v for k, v in kwargs.items() if k in getattr(cell, "_call_fn_args", ())}
            inputs, made = cell.call(inputs, state if wrapped else [state], **given)
            new.append(made if wrapped else made[0])
        return inputs, nest.pack_sequence_as(self.state_size, nest.flatten(new))

    def get_config(self) -> dict[str, Any]:
        from tf1compat._facade.keras.layers.serialization import serialize

        return {**super().get_config(), "cells": [serialize(c) for c in self.cells]}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        from tf1compat._facade.keras.layers.serialization import deserialize

        config = dict(config)
        return cls([deserialize(c, custom_objects) for c in config.pop("cells")], **config)


class AbstractRNNCell(Layer):
    """Base of cells that programs write: `call(inputs, states)`, `state_size`, `output_size`."""

    def call(self, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        raise NotImplementedError("Abstract method")

    @property
    def state_size(self) -> Any:
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        raise NotImplementedError("Abstract method")

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """Zeros."""
        if inputs is not None:
            batch_size, dtype = array_ops.shape(inputs)[0], inputs.dtype
        return zero_state(batch_size, self.state_size, dtype)
