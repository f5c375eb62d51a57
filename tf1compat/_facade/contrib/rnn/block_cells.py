"""LSTM and GRU cells whose step, or whole network, is one op."""

from __future__ import annotations

import abc
from typing import Any

from tf1compat._facade import init_ops, math_ranges
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_index import gather_nd, sequence_mask
from tf1compat._facade.array_ops import concat, expand_dims, stack, tile, transpose, unstack
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import warn
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_reductions import reduce_max
from tf1compat._facade.rnn_cell import LSTMStateTuple
from tf1compat._facade.rnn_cell_base import LayerRNNCell
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


class GRUBlockCell(LayerRNNCell):
    """`GRUCell` as one op, with variables of other names (`w_ru`, `b_ru`, `w_c`, `b_c`).

    Args:
      num_units: size of the state.
      cell_size: deprecated name of `num_units`.
      reuse: whether to use variables that exist.
      name: name of the layer.

    Raises:
      ValueError: not exactly one of the sizes is given.
    """

    _NAMES = ("w_ru", "b_ru", "w_c", "b_c")

    def __init__(
        self,
        num_units: int | None = None,
        cell_size: int | None = None,
        reuse: bool | None = None,
        name: str = "gru_cell",
    ) -> None:
        super().__init__(_reuse=reuse, name=name)
        if (cell_size is None) == (num_units is None):
            raise ValueError("Exactly one of num_units or cell_size must be provided.")
        if cell_size is not None:
            warn("cell_size is deprecated, use num_units instead")
        self._cell_size: Any = cell_size if num_units is None else num_units
        self.input_spec = InputSpec(ndim=2)

    @property
    def state_size(self) -> Any:
        return self._cell_size

    @property
    def output_size(self) -> Any:
        return self._cell_size

    def build(self, input_shape: Any) -> None:
        depth, n = shapes.dimension_value(input_shape[1]), self._cell_size
        if depth is None:
            raise ValueError("Expecting input_size to be set.")
        one, zero = init_ops.constant_initializer(1.0), init_ops.constant_initializer(0.0)
        gates, gates_bias, candidate, candidate_bias = self._NAMES
        self._gate_kernel = self.add_variable(gates, [depth + n, n * 2])
        self._gate_bias = self.add_variable(gates_bias, [n * 2], initializer=one)
        self._candidate_kernel = self.add_variable(candidate, [depth + n, n])
        self._candidate_bias = self.add_variable(candidate_bias, [n], initializer=zero)
        self.built = True

    def call(self, inputs: Any, h_prev: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        width = h_prev.shape.with_rank(2)[1]
        if width != self._cell_size:
            raise ValueError(f"Shape of h_prev[1] incorrect: cell_size {self._cell_size} vs {width}")
        weights = (self._gate_kernel, self._candidate_kernel, self._gate_bias, self._candidate_bias)
        new_h = apply_op("GRUBlockCell", inputs, h_prev, *weights)[3]
        return new_h, new_h


class GRUBlockCellV2(GRUBlockCell):
    """`GRUBlockCell` with the variable names of `GRUCell`."""

    _NAMES = ("gates/kernel", "gates/bias", "candidate/kernel", "candidate/bias")


class _Weights:
    """What `LSTMBlockCell` and `LSTMBlockFusedCell` share: their variables."""

    add_variable: Any
    _num_units: int
    _use_peephole: bool

    def _make_variables(self, depth: int) -> None:
        n = self._num_units
        self._kernel = self.add_variable("kernel", [depth + n, n * 4])
        self._bias = self.add_variable("bias", [n * 4], initializer=init_ops.constant_initializer(0.0))
        if self._use_peephole:
            self._w_i_diag = self.add_variable("w_i_diag", [n])
            self._w_f_diag = self.add_variable("w_f_diag", [n])
            self._w_o_diag = self.add_variable("w_o_diag", [n])

    def _peepholes(self, dtype: Any) -> tuple[Any, Any, Any]:
        """Those of input, forget and output gate."""
        if self._use_peephole:
            return self._w_i_diag, self._w_f_diag, self._w_o_diag
        nothing = zeros([self._num_units], dtype=dtype)
        return nothing, nothing, nothing


class LSTMBlockCell(_Weights, LayerRNNCell):
    """`LSTMCell` as one op.

    Args:
      num_units: size of memory and output.
      forget_bias: added to the forget gate.
      cell_clip: bound of the memory's elements, none where absent.
      use_peephole: whether gates see the memory.
      dtype: type of the variables.
      reuse: whether to use variables that exist.
      name: name of the layer.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        dtype: Any = None,
        reuse: bool | None = None,
        name: str = "lstm_cell",
    ) -> None:
        super().__init__(_reuse=reuse, dtype=dtype, name=name)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._use_peephole = use_peephole
        self._cell_clip = cell_clip if cell_clip is not None else -1
        self.input_spec = InputSpec(ndim=2)

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self._num_units)

    @property
    def output_size(self) -> Any:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        depth = inputs_shape.dims[1].value
        if not depth:
            raise ValueError(f"Expecting inputs_shape[1] to be set: {inputs_shape}")
        self._make_variables(depth)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        if len(state) != 2:
            raise ValueError("Expecting state to be a tuple with length 2.")
        wci, wcf, wco = self._peepholes(self.dtype)
        cs_prev, h_prev = state
        made = apply_op(
            "LSTMBlockCell",
            inputs,
            cs_prev,
            h_prev,
            self._kernel,
            wci,
            wcf,
            wco,
            self._bias,
            forget_bias=float(self._forget_bias),
            cell_clip=float(self._cell_clip),
            use_peephole=self._use_peephole,
        )
        cs, h = made[1], made[6]
        return h, LSTMStateTuple(cs, h)


class LSTMBlockWrapper(Layer, abc.ABC):
    """Base of LSTM networks that are one op; takes what a FusedRNNCell takes."""

    @property
    @abc.abstractmethod
    def num_units(self) -> int:
        """Size of memory and output."""

    @abc.abstractmethod
    def _call_cell(
        self, inputs: Any, initial_cell_state: Any, initial_output: Any, dtype: Any, sequence_length: Any
    ) -> tuple[Tensor, Tensor]:
        """(memory after each step, outputs)."""

    def call(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, inputs: Any, initial_state: Any = None, dtype: Any = None, sequence_length: Any = None
    ) -> Any:
        """Run over the inputs.

        Args:
          inputs: a tensor (time, batch, input size), or a list of matrices.
          initial_state: (memory, output) to begin with; zeros of type `dtype` where absent.
          dtype: type of state and outputs; needed without `initial_state`.
          sequence_length: None or an integer vector (batch): behind its end a sequence gives zeros and keeps its state.

        Returns:
          (outputs like the inputs, last state).

        Raises:
          ValueError: the width of the inputs is not known, neither state nor type is given, or the state is no pair.
        """
        is_list = isinstance(inputs, list)
        inputs = stack(inputs) if is_list else inputs
        shape = inputs.shape.with_rank(3)
        if not shape[2]:
            raise ValueError(f"Expecting inputs_shape[2] to be set: {shape}")
        batch_size = shape.dims[1].value
        batch_size = shape_of(inputs)[1] if batch_size is None else batch_size
        steps = shape.dims[0].value
        steps = shape_of(inputs)[0] if steps is None else steps
        if initial_state is None:
            if dtype is None:
                raise ValueError("Either initial_state or dtype needs to be specified")
            nothing = zeros(stack([batch_size, self.num_units]), dtype=dtype)
            initial_state = (nothing, nothing)
        elif len(initial_state) != 2:
            raise ValueError("Expecting initial_state to be a tuple with length 2 or None")
        dtype = initial_state[0].dtype if dtype is None else dtype
        if sequence_length is not None:
            sequence_length = convert(sequence_length)
        first_memory, first_output = initial_state
        memory, outputs = self._call_cell(inputs, first_memory, first_output, dtype, sequence_length)
        if sequence_length is None:
            last = LSTMStateTuple(memory[-1], outputs[-1])
        else:
            mask = transpose(sequence_mask(sequence_length, steps, dtype=dtype), [1, 0])
            outputs *= tile(expand_dims(mask, [-1]), [1, 1, self.num_units])
            of_each = [
                concat([expand_dims(first, [0]), rest], 0) for first, rest in zip(initial_state, (memory, outputs))
            ]
            last = LSTMStateTuple(*(_at(x, sequence_length, batch_size) for x in of_each))
        return unstack(outputs) if is_list else outputs, last


def _at(sequences: Any, steps: Any, batch_size: Any) -> Tensor:
    """For each sequence its element at its step."""
    return gather_nd(sequences, stack([steps, math_ranges.range(batch_size)], axis=1))


class LSTMBlockFusedCell(_Weights, LSTMBlockWrapper):
    """A whole LSTM network as one op; takes what a FusedRNNCell takes.

    Args:
      num_units: size of memory and output.
      forget_bias: added to the forget gate.
      cell_clip: bound of the memory's elements, none where absent.
      use_peephole: whether gates see the memory.
      reuse: whether to use variables that exist.
      dtype: type of the variables.
      name: name of the layer.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        reuse: bool | None = None,
        dtype: Any = None,
        name: str = "lstm_fused_cell",
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._cell_clip = cell_clip if cell_clip is not None else -1
        self._use_peephole = use_peephole
        self.input_spec = InputSpec(ndim=3)

    @property
    def num_units(self) -> int:
        return self._num_units

    def build(self, input_shape: Any) -> None:
        self._make_variables(input_shape.dims[2].value)
        self.built = True

    def _call_cell(
        self,
        inputs: Any,
        initial_cell_state: Any = None,
        initial_output: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
    ) -> tuple[Tensor, Tensor]:
        steps = inputs.shape.with_rank(3).dims[0].value
        if steps is None:
            steps = shape_of(inputs)[0]
        wci, wcf, wco = self._peepholes(dtype)
        longest = cast(steps if sequence_length is None else reduce_max(sequence_length), dtypes.int64)
        made = apply_op(
            "BlockLSTM",
            longest,
            inputs,
            initial_cell_state,
            initial_output,
            self._kernel,
            wci,
            wcf,
            wco,
            self._bias,
            forget_bias=float(self._forget_bias),
            cell_clip=float(self._cell_clip),
            use_peephole=self._use_peephole,
        )
        return made[1], made[6]
