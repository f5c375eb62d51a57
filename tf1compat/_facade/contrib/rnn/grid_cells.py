"""LSTM cells over time and frequency (Sainath and Li, Interspeech 2016)."""

from __future__ import annotations

import collections
from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_ops import concat, pad, split
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.constants import constant
from tf1compat._facade.contrib.rnn.lstm_variants import SLOW_STATE
from tf1compat._facade.contrib.rnn.sharded import joined_variable
from tf1compat._facade.math_elementwise import sigmoid, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.rnn_cell_base import RNNCell
from tf1compat._facade.slicing import slice as slice_of
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


class TimeFreqLSTMCell(RNNCell):
    """An LSTM cell that runs over windows of the frequencies in each step (Li et al., ASRU 2015).

    Args:
      num_units: size of memory and output.
      use_peepholes: whether gates see the memory.
      cell_clip: bound of the memory's elements.
      initializer: has no effect in TensorFlow 1.15 either: the variable scope's initializer is used.
      num_unit_shards: number of variables that the weights are split into.
      forget_bias: added to the forget gate.
      feature_size: width of a window.
      frequency_skip: step from one window to the next.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: Any = None,
        frequency_skip: int = 1,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = initializer
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size, self._frequency_skip = feature_size, frequency_skip
        self._reuse = reuse

    @property
    def state_size(self) -> Any:
        return 2 * self._num_units

    @property
    def output_size(self) -> Any:
        return self._num_units

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        n, dtype = self._num_units, inputs.dtype
        windows = self._make_tf_features(inputs)
        depth: Any = windows[0].shape.as_list()[1]
        kernel = joined_variable("W", [depth + 2 * n, 4 * n], dtype, self._num_unit_shards)
        b = scopes.get_variable("B", shape=[4 * n], initializer=init_ops.zeros_initializer(), dtype=dtype)
        diagonals: dict[str, Any] = {}
        if self._use_peepholes:
            diagonals = {g: scopes.get_variable(f"W_{g}_diag", shape=[n], dtype=dtype) for g in "FIO"}
        m = zeros([inputs.shape.dims[0].value or inputs.shape[0], n], dtype)
        state_out: Any = None
        m_out: Any = None
        for k, window in enumerate(windows):
            c_prev = slice_of(state, [0, 2 * k * n], [-1, n])
            m_prev = slice_of(state, [0, (2 * k + 1) * n], [-1, n])
            gates = bias_add(matmul(concat([window, m_prev, m], 1), kernel), b)
            c, m = self._memory(gates, c_prev, diagonals)
            state_out = concat([c, m] if k == 0 else [state_out, c, m], 1)
            m_out = m if k == 0 else concat([m_out, m], 1)
        return m_out, state_out

    def _memory(self, gates: Tensor, c_prev: Tensor, diagonals: dict[str, Any]) -> tuple[Tensor, Tensor]:
        i, j, f, o = split(gates, 4, axis=1)
        if diagonals:
            kept = sigmoid(f + self._forget_bias + diagonals["F"] * c_prev) * c_prev
            c = kept + sigmoid(i + diagonals["I"] * c_prev) * tanh(j)
        else:
            c = sigmoid(f + self._forget_bias) * c_prev + sigmoid(i) * tanh(j)
        if self._cell_clip is not None:
            c = clip_by_value(c, -self._cell_clip, self._cell_clip)
        return c, sigmoid(o + diagonals["O"] * c if diagonals else o) * tanh(c)

    def _make_tf_features(self, input_feat: Any) -> list[Tensor]:
        width = _known_width(input_feat)
        count = int((width - self._feature_size) / self._frequency_skip) + 1
        return [slice_of(input_feat, [0, f * self._frequency_skip], [-1, self._feature_size]) for f in range(count)]


def _known_width(x: Any) -> int:
    width = x.shape.with_rank(2).dims[-1].value
    if width is None:
        raise ValueError("Cannot infer input_size from static shape inference.")
    return width


def _state_names(blocks: list[int], prefix: str = "state") -> list[str]:
    return [
        f"{prefix}_f{f:02d}_b{b:02d}_{part}" for b, count in enumerate(blocks) for f in range(count) for part in "cm"
    ]


class GridLSTMCell(RNNCell):
    """An LSTM cell whose memory runs over time and over the frequencies.

    Args:
      num_units: size of memory and output.
      use_peepholes: whether gates see the memory.
      share_time_frequency_weights: whether both directions have the same weights.
      cell_clip: bound of the memory's elements.
      initializer: has no effect in TensorFlow 1.15 either: the variable scope's initializer is used.
      num_unit_shards: number of variables that the weights are split into.
      forget_bias: added to the forget gate.
      feature_size: width of a window of frequencies.
      frequency_skip: step from one window to the next.
      num_frequency_blocks: number of windows in each block.
      start_freqindex_list, end_freqindex_list: where each block begins and ends; one block where absent.
      couple_input_forget_gates: whether the cell forgets as much as it takes in.
      state_is_tuple: whether states are named tuples (True) or joined tensors.
      reuse: whether to use variables that exist.

    Raises:
      ValueError: `num_frequency_blocks` is absent.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        share_time_frequency_weights: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: Any = None,
        frequency_skip: Any = None,
        num_frequency_blocks: Any = None,
        start_freqindex_list: Any = None,
        end_freqindex_list: Any = None,
        couple_input_forget_gates: bool = False,
        state_is_tuple: bool = True,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        if not state_is_tuple:
            tf_logging.warn(SLOW_STATE, self)
        if num_frequency_blocks is None:
            raise ValueError("Must specify num_frequency_blocks")
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._share_time_frequency_weights = share_time_frequency_weights
        self._couple_input_forget_gates = couple_input_forget_gates
        self._state_is_tuple = state_is_tuple
        self._cell_clip = cell_clip
        self._initializer = initializer
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size, self._frequency_skip = feature_size, frequency_skip
        self._num_frequency_blocks = [int(count) for count in num_frequency_blocks]
        self._start_freqindex_list, self._end_freqindex_list = start_freqindex_list, end_freqindex_list
        self._total_blocks = sum(self._num_frequency_blocks)
        self._reuse = reuse
        self._state_tuple_type: Any = None
        self._state_size: Any = num_units * self._total_blocks * 2
        if state_is_tuple:
            self._name_states("GridLSTMStateTuple", _state_names(self._num_frequency_blocks))
        self._output_size = num_units * self._total_blocks * 2

    def _name_states(self, type_name: str, names: list[str]) -> None:
        self._state_tuple_type = collections.namedtuple(type_name, names)
        self._state_size = self._state_tuple_type(*([self._num_units] * len(names)))

    @property
    def output_size(self) -> Any:
        return self._output_size

    @property
    def state_size(self) -> Any:
        return self._state_size

    @property
    def state_tuple_type(self) -> Any:
        """The type of states; None where they are joined tensors."""
        return self._state_tuple_type

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        batch_size = shapes.dimension_value(inputs.shape[0]) or shape_of(inputs)[0]
        outputs: list[Any] = []
        states: list[Any] = []
        for block, windows in enumerate(self._make_tf_features(inputs)):
            out, new = self._compute(windows, block, state, batch_size, state_is_tuple=self._state_is_tuple)
            outputs.extend(out)
            states.extend(new)
        state_out = self._state_tuple_type(*states) if self._state_is_tuple else concat(states, 1)
        return concat(outputs, 1), state_out

    def _compute(
        self,
        freq_inputs: list[Tensor],
        block: int,
        state: Any,
        batch_size: Any,
        state_prefix: str = "state",
        state_is_tuple: bool = True,
    ) -> tuple[list[Any], list[Any]]:
        """(outputs, parts of the new state) of a block, for each window those over time and over frequencies."""
        n, dtype = self._num_units, freq_inputs[0].dtype
        width: Any = freq_inputs[0].shape.as_list()[1]
        weights = self._block_weights(block, width, dtype)
        diagonals = self._block_diagonals(block, dtype) if self._use_peepholes else {}
        m_freq, c_freq = zeros([batch_size, n], dtype), zeros([batch_size, n], dtype)
        outputs: list[Any] = []
        states: list[Any] = []
        for k, window in enumerate(freq_inputs):
            if state_is_tuple:
                name = f"{state_prefix}_f{k:02d}_b{block:02d}"
                c_time, m_time = getattr(state, name + "_c"), getattr(state, name + "_m")
            else:
                c_time = slice_of(state, [0, 2 * k * n], [-1, n])
                m_time = slice_of(state, [0, (2 * k + 1) * n], [-1, n])
            joined = concat([window, m_time, m_freq], 1)
            gates = {kind: self._gates(joined, *weights[kind]) for kind in weights}
            gates.setdefault("time", gates["freq"])
            memory = (c_freq, c_time)
            c_freq = self._memory(gates["freq"], diagonals.get("freq"), memory, c_freq)
            c_time = self._memory(gates["time"], diagonals.get("time"), memory, c_time)
            m_freq = _output(gates["freq"][-1], diagonals.get("freq"), (c_freq, c_time), c_freq)
            m_time = _output(gates["time"][-1], diagonals.get("time"), (c_freq, c_time), c_time)
            states += [c_time, m_time]
            outputs += [m_time, m_freq]
        return outputs, states

    def _block_weights(self, block: int, depth: int, dtype: Any) -> dict[str, tuple[Any, Any]]:
        n = self._num_units
        width = (3 if self._couple_input_forget_gates else 4) * n
        made: dict[str, tuple[Any, Any]] = {}
        for kind in ["freq"] if self._share_time_frequency_weights else ["freq", "time"]:
            kernel = joined_variable(f"W_{kind[0]}_{block}", [depth + 2 * n, width], dtype, self._num_unit_shards)
            zero = init_ops.zeros_initializer()
            b = scopes.get_variable(f"B_{kind[0]}_{block}", shape=[width], initializer=zero, dtype=dtype)
            made[kind] = kernel, b
        return made

    def _block_diagonals(self, block: int, dtype: Any) -> dict[str, dict[str, tuple[Any, Any]]]:
        """For each direction and gate, what the memories over frequencies and over time are multiplied by."""
        made: dict[str, dict[str, tuple[Any, Any]]] = {}

        def variable(gate: str, kind: str, of: str) -> Any:
            return scopes.get_variable(f"W_{gate}_diag_{kind}{of}_{block}", shape=[self._num_units], dtype=dtype)

        for kind in ["freq"] if self._share_time_frequency_weights else ["freq", "time"]:
            gates = "IO" if self._couple_input_forget_gates else "FIO"
            made[kind] = {gate: (variable(gate, kind, "f"), variable(gate, kind, "t")) for gate in gates}
        made.setdefault("time", made["freq"])
        return made

    def _gates(self, joined: Tensor, kernel: Any, b: Any) -> list[Any]:
        """Input gate, candidate, forget gate (None where it is coupled), output gate."""
        gates = bias_add(matmul(joined, kernel), b)
        if self._couple_input_forget_gates:
            i, j, o = split(gates, 3, axis=1)
            return [i, j, None, o]
        return list(split(gates, 4, axis=1))

    def _memory(self, gates: list[Any], diagonals: Any, memory: tuple[Any, Any], c_prev: Any) -> Tensor:
        i, j, f, _ = gates
        i = sigmoid(_seeing(i, diagonals, "I", memory))
        if f is None:
            f = 1.0 - i
        else:
            f = sigmoid(_seeing(f + self._forget_bias, diagonals, "F", memory))
        c = f * c_prev + i * tanh(j)
        return c if self._cell_clip is None else clip_by_value(c, -self._cell_clip, self._cell_clip)

    def _make_tf_features(self, input_feat: Any, slice_offset: int = 0) -> list[list[Tensor]]:
        """For each block its windows of the frequencies."""
        width = _known_width(input_feat)
        if slice_offset:
            added = [0, 0, 0, slice_offset] if slice_offset > 0 else [0, 0, -slice_offset, 0]
            input_feat = pad(input_feat, constant(added, shape=[2, 2], dtype=dtypes.int32), "CONSTANT")
        offset = max(slice_offset, 0)
        starts, ends, blocks = self._start_freqindex_list, self._end_freqindex_list, self._num_frequency_blocks
        if not starts:
            if len(blocks) != 1:
                raise ValueError(f"Length of num_frequency_blocks is not 1, but instead is {len(blocks)}")
            starts, ends = [0], [width]
        if len(starts) != len(ends):
            raise ValueError("Length of start and end freqindex_list does not match %d %d", len(starts), len(ends))
        if len(blocks) != len(starts):
            raise ValueError(
                "Length of num_frequency_blocks is not equal to start_freqindex_list %d %d", len(blocks), len(starts)
            )
        found: list[list[Tensor]] = []
        for start, end, count in zip(starts, ends, blocks):
            windows = int((end - start - self._feature_size) / self._frequency_skip) + 1
            if windows != count:
                raise ValueError(
                    f"Invalid num_frequency_blocks, requires {count} but gets {windows}, please check the input size "
                    "and filter config are correct."
                )
            begins = [start + offset + f * self._frequency_skip for f in range(windows)]
            found.append([slice_of(input_feat, [0, begin], [-1, self._feature_size]) for begin in begins])
        return found


def _seeing(gate: Any, diagonals: Any, name: str, memory: tuple[Any, Any]) -> Any:
    if not diagonals:
        return gate
    over_frequency, over_time = diagonals[name]
    return gate + over_frequency * memory[0] + over_time * memory[1]


def _output(gate: Any, diagonals: Any, memory: tuple[Any, Any], c: Any) -> Tensor:
    return sigmoid(_seeing(gate, diagonals, "O", memory)) * tanh(c)


class BidirectionalGridLSTMCell(GridLSTMCell):
    """A `GridLSTMCell` that runs over the frequencies in both directions.

    Args: as `GridLSTMCell`'s, whose states are tuples;
      backward_slice_offset: by how much the windows of the backward direction are shifted.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        share_time_frequency_weights: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: Any = None,
        frequency_skip: Any = None,
        num_frequency_blocks: Any = None,
        start_freqindex_list: Any = None,
        end_freqindex_list: Any = None,
        couple_input_forget_gates: bool = False,
        backward_slice_offset: int = 0,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(
            num_units,
            use_peepholes,
            share_time_frequency_weights,
            cell_clip,
            initializer,
            num_unit_shards,
            forget_bias,
            feature_size,
            frequency_skip,
            num_frequency_blocks,
            start_freqindex_list,
            end_freqindex_list,
            couple_input_forget_gates,
            True,
            reuse,
        )
        self._backward_slice_offset = int(backward_slice_offset)
        blocks = self._num_frequency_blocks
        names = [*_state_names(blocks, "fwd_state"), *_state_names(blocks, "bwd_state")]
        self._name_states("BidirectionalGridLSTMStateTuple", names)
        self._output_size = 2 * num_units * self._total_blocks * 2

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        batch_size = shapes.dimension_value(inputs.shape[0]) or shape_of(inputs)[0]
        forward = self._make_tf_features(inputs)
        backward = forward
        if self._backward_slice_offset:
            backward = self._make_tf_features(inputs, self._backward_slice_offset)
        outputs: list[Any] = []
        states: list[Any] = []
        for way, blocks in (("fwd", forward), ("bwd", [block[::-1] for block in backward])):
            with scopes.variable_scope(way):
                for i, windows in enumerate(blocks):
                    out, new = self._compute(windows, i, state, batch_size, state_prefix=f"{way}_state")
                    outputs.extend(out)
                    states.extend(new)
        return concat(outputs, 1), self._state_tuple_type(*states)
