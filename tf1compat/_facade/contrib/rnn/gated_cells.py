"""Cells with gates of their own kind: NAS, UGRNN, intersection, SRU, minimal and chaos-free networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat, split
from tf1compat._facade.contrib.rnn.linear import Linear
from tf1compat._facade.contrib.rnn.lstm_variants import known_width
from tf1compat._facade.layers import named
from tf1compat._facade.layers.base import InputSpec
from tf1compat._facade.math_elementwise import sigmoid, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add, relu
from tf1compat._facade.rnn_cell import LSTMStateTuple
from tf1compat._facade.rnn_cell_base import LayerRNNCell, RNNCell, known_input_depth
from tf1compat._jaxcore.base import shapes

_NAS_BASE = 8


class UnitsCell(RNNCell):
    """Base of cells whose state and output have `num_units`."""

    _num_units: int

    @property
    def state_size(self) -> Any:
        return self._num_units

    @property
    def output_size(self) -> Any:
        return self._num_units


class NASCell(LayerRNNCell):
    """The cell that a search found (Zoph and Le, arXiv:1611.01578).

    Args:
      num_units: size of the memory.
      num_proj: size that the output is projected to.
      use_bias: whether there are biases.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        num_proj: int | None = None,
        use_bias: bool = False,
        reuse: bool | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, **kwargs)
        self._num_units, self._num_proj = num_units, num_proj
        self._use_bias = use_bias
        self._reuse = reuse

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self.output_size)

    @property
    def output_size(self) -> Any:
        return self._num_units if self._num_proj is None else self._num_proj

    def build(self, input_shape: Any) -> None:
        dims = shapes.TensorShape(input_shape).with_rank(2).dims
        assert dims is not None
        depth = dims[1].value
        if depth is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        width = _NAS_BASE * self._num_units
        self.recurrent_kernel = self.add_variable("recurrent_kernel", [self.output_size, width])
        self.kernel = self.add_variable("kernel", [depth, width])
        if self._use_bias:
            self.bias = self.add_variable("bias", shape=[width], initializer=init_ops.zeros_initializer)
        if self._num_proj is not None:
            self.projection_weights = self.add_variable("projection_weights", [self._num_units, self._num_proj])
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        c_prev, m_prev = state
        from_state = matmul(m_prev, self.recurrent_kernel)
        from_inputs = matmul(inputs, self.kernel)
        if self._use_bias:
            from_state = bias_add(from_state, self.bias)
        m = split(from_state, _NAS_BASE, axis=1)
        x = split(from_inputs, _NAS_BASE, axis=1)
        first = [
            sigmoid(x[0] + m[0]),
            relu(x[1] + m[1]),
            sigmoid(x[2] + m[2]),
            relu(x[3] * m[3]),
            tanh(x[4] + m[4]),
            sigmoid(x[5] + m[5]),
            tanh(x[6] + m[6]),
            sigmoid(x[7] + m[7]),
        ]
        second = [
            tanh(first[0] * first[1]),
            tanh(first[2] + first[3]),
            tanh(first[4] * first[5]),
            sigmoid(first[6] + first[7]),
        ]
        new_c = tanh(second[0] + c_prev) * second[1]
        new_m = tanh(new_c * tanh(second[2] + second[3]))
        if self._num_proj is not None:
            new_m = matmul(new_m, self.projection_weights)
        return new_m, LSTMStateTuple(new_c, new_m)


class UGRNNCell(UnitsCell):
    """One gate between the old state and a candidate (Collins et al., arXiv:1611.09913).

    Args:
      num_units: size of the state.
      initializer: of weights.
      forget_bias: added to the gate.
      activation: function of the candidate.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        initializer: Any = None,
        forget_bias: float = 1.0,
        activation: Callable[[Any], Any] = tanh,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._activation = activation
        self._reuse = reuse
        self._linear: Linear | None = None

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        known_width(inputs)
        with scopes.variable_scope(scopes.get_variable_scope(), initializer=self._initializer):
            joined = concat([inputs, state], 1)
            if self._linear is None:
                self._linear = Linear(joined, 2 * self._num_units, True)
            gate, candidate = split(self._linear(joined), 2, axis=1)
            c = self._activation(candidate)
            g = sigmoid(gate + self._forget_bias)
            new_state = g * state + (1.0 - g) * c
        return new_state, new_state


class IntersectionRNNCell(UnitsCell):
    """Gates over time and over depth (Collins et al., arXiv:1611.09913).

    Args:
      num_units: size of the state.
      num_in_proj: set (to `num_units`) to project inputs of another width.
      initializer: of weights.
      forget_bias: added to both gates.
      y_activation: function of the output's candidate.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        num_in_proj: int | None = None,
        initializer: Any = None,
        forget_bias: float = 1.0,
        y_activation: Callable[[Any], Any] = relu,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._num_input_proj = num_in_proj
        self._y_activation = y_activation
        self._reuse = reuse
        self._linear1: Linear | None = None
        self._linear2: Linear | None = None

    def _projected(self, inputs: Any) -> Any:
        if not self._num_input_proj:
            raise ValueError(
                "Must have input size == output size for Intersection RNN. To fix, num_in_proj should be set to "
                "num_units at cell init."
            )
        with scopes.variable_scope("in_projection"):
            if self._linear1 is None:
                self._linear1 = Linear(inputs, self._num_units, True)
            return self._linear1(inputs)

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        width, n = known_width(inputs), self._num_units
        with scopes.variable_scope(scopes.get_variable_scope(), initializer=self._initializer):
            if width != n:
                inputs = self._projected(inputs)
            joined = concat([inputs, state], 1)
            if self._linear2 is None:
                self._linear2 = Linear(joined, 4 * n, True)
            gates = self._linear2(joined)
            gh_act, h_act, gy_act, y_act = (gates[:, k * n : (k + 1) * n] if k else gates[:, :n] for k in range(4))
            h = tanh(h_act)
            y = self._y_activation(y_act)
            gh = sigmoid(gh_act + self._forget_bias)
            gy = sigmoid(gy_act + self._forget_bias)
            new_state = gh * state + (1.0 - gh) * h
            new_y = gy * inputs + (1.0 - gy) * y
        return new_y, new_state


class SRUCell(UnitsCell, LayerRNNCell):
    """The simple recurrent unit, whose gates do not see the state (Lei et al., arXiv:1709.02755).

    Args:
      num_units: size of the state.
      activation: function of the state, tanh where absent.
      reuse: whether to use variables that exist.
      name: name of the layer.
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable[[Any], Any] | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, name=name, **kwargs)
        self._num_units = num_units
        self._activation = activation or tanh
        self.input_spec = InputSpec(ndim=2)

    __call__ = LayerRNNCell.__call__

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        self._kernel = self.add_variable("kernel", shape=[depth, 4 * self._num_units])
        self._bias = self.add_variable("bias", shape=[2 * self._num_units], initializer=init_ops.zeros_initializer)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        candidate, f, r, skipped = split(matmul(inputs, self._kernel), 4, axis=1)
        f, r = split(sigmoid(bias_add(concat([f, r], 1), self._bias)), 2, axis=1)
        c = f * state + (1.0 - f) * candidate
        h = r * self._activation(c) + (1.0 - r) * skipped
        return h, c


class MinimalRNNCell(LayerRNNCell):
    """One gate between the old state and a function of the inputs alone (Chen, arXiv:1711.06788).

    Args:
      units: size of the state.
      activation: function, or its name.
      kernel_initializer, bias_initializer: initializers, or their names.
      name: name of the layer.
      dtype: type of the variables.
    """

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "ones",
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.input_spec = InputSpec(ndim=2)
        self.units = units
        self.activation = named.activation(activation)
        self.kernel_initializer = named.initializer(kernel_initializer)
        self.bias_initializer = named.initializer(bias_initializer)

    @property
    def state_size(self) -> Any:
        return self.units

    @property
    def output_size(self) -> Any:
        return self.units

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        self.kernel = self.add_weight(
            name="kernel", shape=[depth + 2 * self.units, self.units], initializer=self.kernel_initializer
        )
        self.bias = self.add_weight(name="bias", shape=[self.units], initializer=self.bias_initializer)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        sizes = [known_width(inputs), 2 * self.units]
        forward, gate = split(self.kernel, sizes, axis=0)
        candidate = self.activation(matmul(inputs, forward))
        u = sigmoid(bias_add(matmul(concat([candidate, state], 1), gate), self.bias))
        new_h = u * state + (1 - u) * candidate
        return new_h, new_h


class CFNCell(MinimalRNNCell):
    """The chaos-free network, whose state decays where inputs end (Laurent and von Brecht, arXiv:1612.06212).

    Args: as `MinimalRNNCell`'s.
    """

    def build(self, input_shape: Any) -> None:
        depth, n = known_input_depth(input_shape), self.units
        self.kernel = self.add_weight(shape=[depth, 3 * n], name="kernel", initializer=self.kernel_initializer)
        self.recurrent_kernel = self.add_weight(
            shape=[n, 2 * n], name="recurrent_kernel", initializer=self.kernel_initializer
        )
        self.bias = self.add_weight(shape=[2 * n], name="bias", initializer=self.bias_initializer)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        known_width(inputs)
        v, w = split(self.kernel, [2 * self.units, self.units], axis=1)
        gates = matmul(state, self.recurrent_kernel) + matmul(inputs, v)
        theta, eta = split(sigmoid(bias_add(gates, self.bias)), 2, axis=1)
        projected = matmul(inputs, w)
        new_h = theta * self.activation(state) + (1 - eta) * self.activation(projected)
        return new_h, new_h
