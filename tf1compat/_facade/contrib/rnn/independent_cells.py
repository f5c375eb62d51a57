"""Cells whose units see only their own state (Li et al., arXiv:1803.04831)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import split
from tf1compat._facade.constants import constant
from tf1compat._facade.layers.base import InputSpec
from tf1compat._facade.math_elementwise import add, multiply, sigmoid, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add
from tf1compat._facade.rnn_cell import LSTMStateTuple
from tf1compat._facade.rnn_cell_base import LayerRNNCell, known_input_depth
from tf1compat._jaxcore.base import dtypes


class _Independent(LayerRNNCell):
    """Base: variables for inputs (`kernel_w`), for the unit's own state (`kernel_u`), and biases."""

    _kernel_initializer: Any = None
    _bias_initializer: Any = None

    def __init__(
        self,
        num_units: int,
        activation: Callable[[Any], Any] | None,
        reuse: bool | None,
        name: str | None,
        dtype: Any,
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation or tanh

    @property
    def state_size(self) -> Any:
        return self._num_units

    @property
    def output_size(self) -> Any:
        return self._num_units

    def _weights(self, names: tuple[str, str, str], depth: int, width: int, bias: Any = None) -> tuple[Any, Any, Any]:
        w = self.add_variable(names[0], shape=[depth, width], initializer=self._kernel_initializer)
        start = init_ops.random_uniform_initializer(minval=-1, maxval=1, dtype=self.dtype)
        u = self.add_variable(names[1], shape=[1, width], initializer=start)
        first = self._bias_initializer
        if first is None:
            first = init_ops.zeros_initializer(dtype=self.dtype) if bias is None else bias
        return w, u, self.add_variable(names[2], shape=[width], initializer=first)


_NAMES = ("kernel_w", "kernel_u", "bias")


class IndRNNCell(_Independent):
    """output = new state = activation(W * input + u * state + b).

    Args:
      num_units: size of the state.
      activation: function of the new state, tanh where absent.
      reuse: whether to use variables that exist.
      name: name of the layer.
      dtype: type of the variables.
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable[[Any], Any] | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype)

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        self._kernel_w, self._kernel_u, self._bias = self._weights(_NAMES, depth, self._num_units)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        gates = matmul(inputs, self._kernel_w) + state * self._kernel_u
        output = self._activation(bias_add(gates, self._bias))
        return output, output


class IndyGRUCell(_Independent):
    """A GRU cell whose units see only their own state.

    Args:
      num_units: size of the state.
      activation: function of the candidate, tanh where absent.
      reuse: whether to use variables that exist.
      kernel_initializer, bias_initializer: initializers; biases of gates start at 1, of candidates at 0.
      name: name of the layer.
      dtype: type of the variables.
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable[[Any], Any] | None = None,
        reuse: bool | None = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def build(self, input_shape: Any) -> None:
        depth, n = known_input_depth(input_shape), self._num_units
        ones = init_ops.constant_initializer(1.0, dtype=self.dtype)
        self._gates = self._weights(("gates/kernel_w", "gates/kernel_u", "gates/bias"), depth, 2 * n, ones)
        names = ("candidate/kernel", "candidate/kernel_u", "candidate/bias")  # TF1: without _w
        self._candidate = self._weights(names, depth, n)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        w, u, b = self._gates
        gates = matmul(inputs, w) + apply_op("Tile", state, [1, 2]) * u
        r, z = split(sigmoid(bias_add(gates, b)), 2, axis=1)
        reset = r * state
        w, u, b = self._candidate
        c = self._activation(bias_add(matmul(inputs, w) + reset * u, b))
        new_h = z * state + (1 - z) * c
        return new_h, new_h


class IndyLSTMCell(_Independent):
    """An LSTM cell whose units see only their own output.

    Args:
      num_units: size of memory and output.
      forget_bias: added to the forget gate.
      activation: function of candidate and memory, tanh where absent.
      reuse: whether to use variables that exist.
      kernel_initializer, bias_initializer: initializers.
      name: name of the layer.
      dtype: type of the variables.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        activation: Callable[[Any], Any] | None = None,
        reuse: bool | None = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype)
        self._forget_bias = forget_bias
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self._num_units)

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        self._kernel_w, self._kernel_u, self._bias = self._weights(_NAMES, depth, 4 * self._num_units)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        one = constant(1, dtype=dtypes.int32)
        c, h = state
        gates = matmul(inputs, self._kernel_w)
        gates += apply_op("Tile", h, [1, 4]) * self._kernel_u
        i, j, f, o = split(bias_add(gates, self._bias), 4, axis=one)
        forget_bias = constant(self._forget_bias, dtype=f.dtype)
        kept = multiply(c, sigmoid(add(f, forget_bias)))
        new_c = add(kept, multiply(sigmoid(i), self._activation(j)))
        new_h = multiply(self._activation(new_c), sigmoid(o))
        return new_h, LSTMStateTuple(new_c, new_h)
