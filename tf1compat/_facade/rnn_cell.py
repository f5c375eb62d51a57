"""`tf.nn.rnn_cell`: the basic cell, GRU and LSTM cells, and stacks of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._facade import init_ops, variable_scope
from tf1compat._facade.array_ops import concat, split
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.constants import constant
from tf1compat._facade.deprecation import deprecated, warn
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers import named
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.math_elementwise import add, multiply, sigmoid, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add
from tf1compat._facade.partitioned_variables import fixed_size_partitioner
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.rnn_cell_base import LayerRNNCell as LayerRNNCell
from tf1compat._facade.rnn_cell_base import RNNCell as RNNCell
from tf1compat._facade.rnn_cell_base import (
    check_dtype,
    check_input_dtypes,
    joined_shape,
    joined_static_shape,
    known_input_depth,
)
from tf1compat._facade.rnn_cell_base import zero_tensors as _zero_state_tensors  # libraries take it by this name
from tf1compat._facade.slicing import slice as slice_of
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest

_MODULE = "tensorflow.python.ops.rnn_cell_impl"
_SLOW_STATE = "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True."


def _superseded(keras_class: str) -> str:
    return f"This class is equivalent as tf.keras.layers.{keras_class}, and will be replaced by that in Tensorflow 2.0."


class BasicRNNCell(LayerRNNCell):
    """The basic cell: output = new state = activation(W * [input, state] + b).

    Args:
      num_units: size of the state.
      activation: function of the new state, tanh where absent.
      reuse: whether to use variables that exist.
      name: name of the layer.
      dtype: type of the variables.
    """

    @deprecated(None, _superseded("SimpleRNNCell"), _MODULE)
    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_dtype(self.dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = named.activation(activation) if activation else tanh

    @property
    def state_size(self) -> Any:
        return self._num_units

    @property
    def output_size(self) -> Any:
        return self._num_units

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        check_dtype(self.dtype)
        n = self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth + n, n])
        self._bias = self.add_variable("bias", shape=[n], initializer=init_ops.zeros_initializer(dtype=self.dtype))
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        check_input_dtypes([inputs, state])
        gates = bias_add(matmul(concat([inputs, state], 1), self._kernel), self._bias)
        output = self._activation(gates)
        return output, output

    def get_config(self) -> dict[str, Any]:
        own = {"num_units": self._num_units, "activation": self._activation, "reuse": self._reuse}
        return {**super().get_config(), **own}


class GRUCell(LayerRNNCell):
    """A gated recurrent unit (Cho et al., arXiv:1406.1078).

    Args:
      num_units: size of the state.
      activation: function of the candidate, tanh where absent.
      reuse: whether to use variables that exist.
      kernel_initializer, bias_initializer: initializers; biases of gates start at 1, of candidates at 0.
      name: name of the layer.
      dtype: type of the variables.
    """

    @deprecated(None, _superseded("GRUCell"), _MODULE)
    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: bool | None = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_dtype(self.dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = named.activation(activation) if activation else tanh
        self._kernel_initializer = named.initializer(kernel_initializer)
        self._bias_initializer = named.initializer(bias_initializer)

    @property
    def state_size(self) -> Any:
        return self._num_units

    @property
    def output_size(self) -> Any:
        return self._num_units

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        check_dtype(self.dtype)
        n, kernel, bias = self._num_units, self._kernel_initializer, self._bias_initializer
        ones = init_ops.constant_initializer(1.0, dtype=self.dtype) if bias is None else bias
        zeros = init_ops.zeros_initializer(dtype=self.dtype) if bias is None else bias
        self._gate_kernel = self.add_variable("gates/kernel", shape=[depth + n, 2 * n], initializer=kernel)
        self._gate_bias = self.add_variable("gates/bias", shape=[2 * n], initializer=ones)
        self._candidate_kernel = self.add_variable("candidate/kernel", shape=[depth + n, n], initializer=kernel)
        self._candidate_bias = self.add_variable("candidate/bias", shape=[n], initializer=zeros)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        check_input_dtypes([inputs, state])
        gates = bias_add(matmul(concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        r, u = split(sigmoid(gates), 2, axis=1)
        candidate = matmul(concat([inputs, r * state], 1), self._candidate_kernel)
        c = self._activation(bias_add(candidate, self._candidate_bias))
        new_h = u * state + (1 - u) * c
        return new_h, new_h

    def get_config(self) -> dict[str, Any]:
        own = {
            "num_units": self._num_units,
            "kernel_initializer": self._kernel_initializer,
            "bias_initializer": self._bias_initializer,
            "activation": self._activation,
            "reuse": self._reuse,
        }
        return {**super().get_config(), **own}


class _StateTuple(NamedTuple):
    c: Any
    h: Any


class LSTMStateTuple(_StateTuple):
    """The state of LSTM cells: `c`, the memory, and `h`, the output."""

    __slots__ = ()

    @property
    def dtype(self) -> Any:
        """The type of both; TypeError if they differ."""
        c, h = self
        if c.dtype != h.dtype:
            raise TypeError(f"Inconsistent internal state: {c.dtype} vs {h.dtype}")
        return c.dtype


class BasicLSTMCell(LayerRNNCell):
    """An LSTM cell without clipping, projection or peepholes (Zaremba et al., arXiv:1409.2329).

    Args:
      num_units: size of memory and output.
      forget_bias: added to the forget gate.
      state_is_tuple: whether states are `LSTMStateTuple`s (True) or joined tensors.
      activation: function of candidate and memory, tanh where absent.
      reuse: whether to use variables that exist.
      name: name of the layer.
      dtype: type of the variables.
    """

    @deprecated(None, _superseded("LSTMCell"), _MODULE)
    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_dtype(self.dtype)
        if not state_is_tuple:
            tf_logging.warn(_SLOW_STATE, self)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = named.activation(activation) if activation else tanh

    @property
    def state_size(self) -> Any:
        n = self._num_units
        return LSTMStateTuple(n, n) if self._state_is_tuple else 2 * n

    @property
    def output_size(self) -> Any:
        return self._num_units

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        check_dtype(self.dtype)
        n = self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth + n, 4 * n])
        self._bias = self.add_variable("bias", shape=[4 * n], initializer=init_ops.zeros_initializer(dtype=self.dtype))
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        check_input_dtypes([inputs, state])
        one = constant(1, dtype=dtypes.int32)
        c, h = state if self._state_is_tuple else split(state, 2, axis=one)
        gates = bias_add(matmul(concat([inputs, h], 1), self._kernel), self._bias)
        i, j, f, o = split(gates, 4, axis=one)  # input gate, candidate, forget gate, output gate
        forget_bias = constant(self._forget_bias, dtype=f.dtype)
        kept = multiply(c, sigmoid(add(f, forget_bias)))
        new_c = add(kept, multiply(sigmoid(i), self._activation(j)))
        new_h = multiply(self._activation(new_c), sigmoid(o))
        return new_h, LSTMStateTuple(new_c, new_h) if self._state_is_tuple else concat([new_c, new_h], 1)

    def get_config(self) -> dict[str, Any]:
        own = {
            "num_units": self._num_units,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._state_is_tuple,
            "activation": self._activation,
            "reuse": self._reuse,
        }
        return {**super().get_config(), **own}


class LSTMCell(LayerRNNCell):
    """An LSTM cell with optional peepholes, clipping and projection (Sak et al., Interspeech 2014).

    Args:
      num_units: size of the memory.
      use_peepholes: whether gates see the memory.
      cell_clip: bound of the memory's elements.
      initializer: of weights.
      num_proj: size that the output is projected to.
      proj_clip: bound of the projected output's elements.
      num_unit_shards, num_proj_shards: number of variables that the weights are split into (deprecated).
      forget_bias: added to the forget gate.
      state_is_tuple: whether states are `LSTMStateTuple`s (True) or joined tensors.
      activation: function of candidate and memory, tanh where absent.
      reuse: whether to use variables that exist.
      name: name of the layer.
      dtype: type of the variables.
    """

    @deprecated(None, _superseded("LSTMCell"), _MODULE)
    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: Any = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: Any = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_dtype(self.dtype)
        if not state_is_tuple:
            tf_logging.warn(_SLOW_STATE, self)
        self._partitioners = [_partitioner(num_unit_shards, self), _partitioner(num_proj_shards, self)]
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = named.initializer(initializer)
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = named.activation(activation) if activation else tanh
        self._output_size = num_proj or num_units
        sizes = LSTMStateTuple(num_units, self._output_size)
        self._state_size: Any = sizes if state_is_tuple else sum(sizes)

    @property
    def state_size(self) -> Any:
        return self._state_size

    @property
    def output_size(self) -> Any:
        return self._output_size

    def build(self, input_shape: Any) -> None:
        depth = known_input_depth(input_shape)
        check_dtype(self.dtype)
        n, initializer = self._num_units, self._initializer
        height = depth + (n if self._num_proj is None else self._num_proj)
        for_units, for_projection = self._partitioners
        self._kernel = self.add_variable(
            "kernel", shape=[height, 4 * n], initializer=initializer, partitioner=for_units
        )
        zeros = init_ops.zeros_initializer if self.dtype is None else init_ops.zeros_initializer(dtype=self.dtype)
        self._bias = self.add_variable("bias", shape=[4 * n], initializer=zeros)
        if self._use_peepholes:
            self._w_f_diag = self.add_variable("w_f_diag", shape=[n], initializer=initializer)
            self._w_i_diag = self.add_variable("w_i_diag", shape=[n], initializer=initializer)
            self._w_o_diag = self.add_variable("w_o_diag", shape=[n], initializer=initializer)
        if self._num_proj is not None:
            self._proj_kernel = self.add_variable(
                "projection/kernel",
                shape=[n, self._num_proj],
                initializer=initializer,
                partitioner=for_projection,
            )
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        check_input_dtypes([inputs, state])
        n = self._num_units
        if self._state_is_tuple:
            c_prev, m_prev = state
        else:
            c_prev = slice_of(state, [0, 0], [-1, n])
            m_prev = slice_of(state, [0, n], [-1, n if self._num_proj is None else self._num_proj])
        if inputs.shape.with_rank(2).as_list()[1] is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        gates = bias_add(matmul(concat([inputs, m_prev], 1), self._kernel), self._bias)
        i, j, f, o = split(gates, 4, axis=1)  # input gate, candidate, forget gate, output gate
        c = self._memory(i, j, f, c_prev)
        if self._cell_clip is not None:
            c = clip_by_value(c, -self._cell_clip, self._cell_clip)
        m = sigmoid(o + self._w_o_diag * c if self._use_peepholes else o) * self._activation(c)
        if self._num_proj is not None:
            m = matmul(m, self._proj_kernel)
            if self._proj_clip is not None:
                m = clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else concat([c, m], 1)

    def _memory(self, i: Tensor, j: Tensor, f: Tensor, c_prev: Tensor) -> Tensor:
        if not self._use_peepholes:
            return sigmoid(f + self._forget_bias) * c_prev + sigmoid(i) * self._activation(j)
        kept = sigmoid(f + self._forget_bias + self._w_f_diag * c_prev) * c_prev
        return kept + sigmoid(i + self._w_i_diag * c_prev) * self._activation(j)

    def get_config(self) -> dict[str, Any]:
        own = {
            "num_units": self._num_units,
            "use_peepholes": self._use_peepholes,
            "cell_clip": self._cell_clip,
            "initializer": self._initializer,
            "num_proj": self._num_proj,
            "proj_clip": self._proj_clip,
            "num_unit_shards": self._num_unit_shards,
            "num_proj_shards": self._num_proj_shards,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._state_is_tuple,
            "activation": self._activation,
            "reuse": self._reuse,
        }
        return {**super().get_config(), **own}


def _partitioner(shards: int | None, cell: Any) -> Any:
    if shards is None:
        return None
    warn(
        f"{cell}: The num_unit_shards and proj_unit_shards parameters are deprecated and will be removed in Jan 2017.  "
        "Use a variable scope with a partitioner instead."
    )
    return fixed_size_partitioner(shards)


class MultiRNNCell(RNNCell):
    """Cells in a stack: each takes the output of the one below it.

    Args:
      cells: a list of cells, the lowest one first.
      state_is_tuple: whether states are tuples of the cells' states (True) or joined tensors.

    Raises:
      ValueError: no cells, or cells whose states are tuples without `state_is_tuple`.
      TypeError: `cells` is no sequence.
    """

    @deprecated(None, _superseded("StackedRNNCells"), _MODULE)
    def __init__(self, cells: Sequence[Any], state_is_tuple: bool = True) -> None:
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not nest.is_nested(cells):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        if len({id(cell) for cell in cells}) < len(cells):
            warn("At least two cells provided to MultiRNNCell are the same object and will share weights.")
        self._cells = cells
        self._state_is_tuple = state_is_tuple
        if not state_is_tuple and any(nest.is_nested(c.state_size) for c in cells):
            sizes = str([c.state_size for c in cells])
            raise ValueError(
                "Some cells return tuples of states, but the flag state_is_tuple is not set.  State sizes are: " + sizes
            )

    @property
    def state_size(self) -> Any:
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        return self._cells[-1].output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            if self._state_is_tuple:
                return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)
            return super().zero_state(batch_size, dtype)

    @property
    def trainable_weights(self) -> list[Any]:
        if not self.trainable:
            return []
        return [w for cell in self._cells if isinstance(cell, Layer) for w in cell.trainable_weights]

    @property
    def non_trainable_weights(self) -> list[Any]:
        layers = [cell for cell in self._cells if isinstance(cell, Layer)]
        fixed = [w for cell in layers for w in cell.non_trainable_weights]
        return fixed if self.trainable else [w for cell in layers for w in cell.trainable_weights] + fixed

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        position = 0
        new_states: list[Any] = []
        for i, cell in enumerate(self._cells):
            with variable_scope.variable_scope(f"cell_{i}"):
                if self._state_is_tuple:
                    if not nest.is_nested(state):
                        raise ValueError(
                            f"Expected state to be a tuple of length {len(self.state_size)}, but received: {state}"
                        )
                    own = state[i]
                else:
                    own = slice_of(state, [0, position], [-1, cell.state_size])
                    position += cell.state_size
                inputs, new_state = cell(inputs, own)
                new_states.append(new_state)
        return inputs, tuple(new_states) if self._state_is_tuple else concat(new_states, 1)


def _concat(prefix: Any, suffix: Any, static: bool = False) -> Any:  # pyright: ignore (libraries take it by this name)
    """A batch size and the sizes behind it as one shape, known while the graph is built or a tensor."""
    return joined_static_shape(prefix, suffix) if static else joined_shape(prefix, suffix)
