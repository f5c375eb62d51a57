"""LSTM cells over images: convolutions in place of matrices (Shi et al., arXiv:1506.04214)."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat, split
from tf1compat._facade.math_elementwise import sigmoid, tanh
from tf1compat._facade.nn_conv import conv1d, conv2d, conv3d
from tf1compat._facade.rnn_cell import LSTMStateTuple
from tf1compat._facade.rnn_cell_base import RNNCell
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes


class ConvLSTMCell(RNNCell):
    """An LSTM cell whose inputs and states have channels last and 1, 2 or 3 dimensions of space.

    Args:
      conv_ndims: number of dimensions of space.
      input_shape: shape of the inputs without the batch size.
      output_channels: channels of memory and output.
      kernel_shape: size of the kernel in each dimension.
      use_bias: whether there is a bias.
      skip_connection: whether inputs are joined to the outputs.
      forget_bias: added to the forget gate.
      initializers: has no effect in TensorFlow 1.15 either: the variable scope's initializer is used.
      name: name of the layer.

    Raises:
      ValueError: the input's shape has another number of dimensions.
    """

    def __init__(
        self,
        conv_ndims: int,
        input_shape: Any,
        output_channels: int,
        kernel_shape: Any,
        use_bias: bool = True,
        skip_connection: bool = False,
        forget_bias: float = 1.0,
        initializers: Any = None,
        name: str = "conv_lstm_cell",
    ) -> None:
        super().__init__(name=name)
        if conv_ndims != len(input_shape) - 1:
            raise ValueError(f"Invalid input_shape {input_shape} for conv_ndims={conv_ndims}.")
        self._conv_ndims = conv_ndims
        self._input_shape = input_shape
        self._output_channels = output_channels
        self._kernel_shape = list(kernel_shape)
        self._use_bias = use_bias
        self._forget_bias = forget_bias
        self._skip_connection = skip_connection
        self._initializers = initializers
        joined = output_channels + (input_shape[-1] if skip_connection else 0)
        size = shapes.TensorShape([*input_shape[:-1], output_channels])
        self._state_size = LSTMStateTuple(size, size)
        self._output_size = shapes.TensorShape([*input_shape[:-1], joined])

    @property
    def output_size(self) -> Any:
        return self._output_size

    @property
    def state_size(self) -> Any:
        return self._state_size

    def call(self, inputs: Any, state: Any, scope: Any = None) -> Any:  # pyright: ignore
        cell, hidden = state
        gates = _convolved([inputs, hidden], self._kernel_shape, 4 * self._output_channels, self._use_bias)
        i, j, f, o = split(gates, 4, axis=self._conv_ndims + 1)
        new_cell = sigmoid(f + self._forget_bias) * cell
        new_cell += sigmoid(i) * tanh(j)
        output = tanh(new_cell) * sigmoid(o)
        if self._skip_connection:
            output = concat([output, inputs], axis=-1)
        return output, LSTMStateTuple(new_cell, output)


class Conv1DLSTMCell(ConvLSTMCell):
    """`ConvLSTMCell` over one dimension of space; takes its other arguments by name."""

    def __init__(self, name: str = "conv_1d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=1, name=name, **kwargs)


class Conv2DLSTMCell(ConvLSTMCell):
    """`ConvLSTMCell` over two dimensions of space; takes its other arguments by name."""

    def __init__(self, name: str = "conv_2d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=2, name=name, **kwargs)


class Conv3DLSTMCell(ConvLSTMCell):
    """`ConvLSTMCell` over three dimensions of space; takes its other arguments by name."""

    def __init__(self, name: str = "conv_3d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=3, name=name, **kwargs)


def _convolved(args: list[Any], filter_size: list[int], num_features: int, bias: bool) -> Tensor:
    """A convolution of the joined channels with the variables `kernel` and `biases`."""
    sizes = [a.shape.as_list() for a in args]
    rank = len(sizes[0])
    for size in sizes:
        if len(size) not in (3, 4, 5):
            raise ValueError(f"Conv Linear expects 3D, 4D or 5D arguments: {sizes}")
        if len(size) != rank:
            raise ValueError(f"Conv Linear expects all args to be of same Dimension: {sizes}")
    channels = sum(size[-1] for size in sizes)
    convolve = {3: conv1d, 4: conv2d, 5: conv3d}[rank]
    strides: Any = 1 if rank == 3 else rank * [1]
    dtype = args[0].dtype
    kernel = scopes.get_variable("kernel", [*filter_size, channels, num_features], dtype=dtype)
    result = convolve(args[0] if len(args) == 1 else concat(args, rank - 1), kernel, strides, padding="SAME")
    if not bias:
        return result
    zero = init_ops.constant_initializer(0.0, dtype=dtype)
    return result + scopes.get_variable("biases", [num_features], dtype=dtype, initializer=zero)
