"""Cells whose weights cuDNN's networks can be turned into, and what Savers save of such networks."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade.array_ops import concat, identity, split
from tf1compat._facade.contrib import cudnn_formats as formats
from tf1compat._facade.contrib.rnn.block_cells import LSTMBlockCell
from tf1compat._facade.math_elementwise import sigmoid
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add
from tf1compat._facade.rnn_cell import GRUCell
from tf1compat._facade.rnn_cell_base import known_input_depth
from tf1compat._facade.state_ops import assign
from tf1compat._facade.train.saveables import SaveableObject, SaveSpec
from tf1compat._facade.variable_scope import VariableScope


class CudnnCompatibleLSTMCell(LSTMBlockCell):
    """An LSTM cell that computes what `CudnnLSTM` does.

    Args:
      num_units: size of memory and output.
      reuse: whether to use variables that exist.
    """

    def __init__(self, num_units: int, reuse: bool | None = None) -> None:
        super().__init__(
            num_units, forget_bias=0, cell_clip=None, use_peephole=False, reuse=reuse, name="cudnn_compatible_lstm_cell"
        )


class CudnnCompatibleGRUCell(GRUCell):
    """A GRU cell that computes what `CudnnGRU` does: the reset gate comes after the matrix.

    Args:
      num_units: size of the state.
      reuse: whether to use variables that exist.
      kernel_initializer: of weights.
    """

    def __init__(self, num_units: int, reuse: bool | None = None, kernel_initializer: Any = None) -> None:
        super().__init__(num_units, activation=None, reuse=reuse, kernel_initializer=kernel_initializer)

    def build(self, input_shape: Any) -> None:
        depth, n, kernel = known_input_depth(input_shape), self._num_units, self._kernel_initializer
        given = self._bias_initializer
        ones = init_ops.constant_initializer(1.0, dtype=self.dtype) if given is None else given
        zeros = init_ops.zeros_initializer(dtype=self.dtype) if given is None else given
        self._gate_kernel = self.add_variable("gates/kernel", shape=[depth + n, 2 * n], initializer=kernel)
        self._gate_bias = self.add_variable("gates/bias", shape=[2 * n], initializer=ones)
        names = ("candidate/input_projection", "candidate/hidden_projection")
        self._kernels = [
            self.add_variable(f"{name}/kernel", shape=[rows, n], initializer=kernel)
            for name, rows in zip(names, (depth, n))
        ]
        self._biases = [self.add_variable(f"{name}/bias", shape=[n], initializer=zeros) for name in names]
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        gates = bias_add(matmul(concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        r, u = split(sigmoid(gates), 2, axis=1)
        candidate = bias_add(matmul(inputs, self._kernels[0]), self._biases[0])
        candidate += r * bias_add(matmul(state, self._kernels[1]), self._biases[1])
        new_h = (1 - u) * self._activation(candidate) + u * state
        return new_h, new_h


class CudnnOpaqueParamsSaveable(SaveableObject):
    """A network's weights as the variables of TensorFlow's cells, which checkpoints hold.

    Args:
      opaque_params: the variable with the vector of weights.
      num_layers, num_units, input_size: sizes of the network.
      input_mode: `"linear_input"`.
      direction: `"unidirectional"` or `"bidirectional"`.
      scope: variable scope that the names in the checkpoint stand in.
      name: name of the object.
    """

    _converter: type[formats.CudnnParamsFormatConverter]
    _cell: str
    _WEIGHTS: tuple[str, ...] = ("kernel",)
    _BIASES: tuple[str, ...] = ("bias",)

    def __init__(
        self,
        opaque_params: Any,
        num_layers: int,
        num_units: int,
        input_size: int,
        input_mode: str = "linear_input",
        direction: str = formats.UNIDIRECTION,
        scope: Any = None,
        name: str = "cudnn_rnn_saveable",
    ) -> None:
        self._variables = opaque_params
        self.format_converter = self._converter(
            num_layers, num_units, input_size, input_mode=input_mode, direction=direction
        )
        weights, biases = self.format_converter.opaque_to_tf_canonical(opaque_params)
        prefixes = [p for layer in range(num_layers) for p in self._prefixes(layer, direction)]
        names = [f"{prefix}/{part}" for prefix in prefixes for part in self._WEIGHTS]
        names += [f"{prefix}/{part}" for prefix in prefixes for part in self._BIASES]
        within = scope.name if isinstance(scope, VariableScope) else scope
        full = [f"{within}/{own}" if within else own for own in names]
        specs = [SaveSpec(part, "", own) for part, own in zip([*weights, *biases], full)]
        super().__init__(identity(opaque_params), specs, name)

    def _prefixes(self, layer: int, direction: str) -> list[str]:
        if direction == formats.UNIDIRECTION:
            return [f"rnn/multi_rnn_cell/cell_{layer}/{self._cell}"]
        inside = f"stack_bidirectional_rnn/cell_{layer}/bidirectional_rnn"
        return [f"{inside}/{way}/{self._cell}" for way in ("fw", "bw")]

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        """An operation that gives the variable the weights read."""
        params = self.format_converter.tf_canonical_to_opaque(restored_tensors)
        return assign(self._variables, params, validate_shape=False)


class CudnnLSTMSaveable(CudnnOpaqueParamsSaveable):
    """What a Saver saves of `CudnnLSTM`: the variables of `CudnnCompatibleLSTMCell`s."""

    _converter = formats.CudnnParamsFormatConverterLSTM
    _cell = "cudnn_compatible_lstm_cell"


class CudnnGRUSaveable(CudnnOpaqueParamsSaveable):
    """What a Saver saves of `CudnnGRU`: the variables of `CudnnCompatibleGRUCell`s."""

    _converter = formats.CudnnParamsFormatConverterGRU
    _cell = "cudnn_compatible_gru_cell"
    _WEIGHTS = ("gates/kernel", "candidate/input_projection/kernel", "candidate/hidden_projection/kernel")
    _BIASES = ("gates/bias", "candidate/input_projection/bias", "candidate/hidden_projection/bias")


class CudnnRNNTanhSaveable(CudnnOpaqueParamsSaveable):
    """What a Saver saves of `CudnnRNNTanh`: the variables of `BasicRNNCell`s."""

    _converter = formats.CudnnParamsFormatConverterTanh
    _cell = "basic_rnn_cell"


class CudnnRNNReluSaveable(CudnnOpaqueParamsSaveable):
    """What a Saver saves of `CudnnRNNRelu`: the variables of `BasicRNNCell`s."""

    _converter = formats.CudnnParamsFormatConverterRelu
    _cell = "basic_rnn_cell"
