"""LSTM cells with layer normalisation, coupled gates, groups, and phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import where
from tf1compat._facade.array_ops import concat, split, stop_gradient
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.contrib.norm_layers import layer_norm
from tf1compat._facade.contrib.rnn.linear import Linear
from tf1compat._facade.contrib.rnn.sharded import joined_variable
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import exp, log, mod, sigmoid, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add, dropout
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.random_ops import random_uniform
from tf1compat._facade.rnn_cell import LSTMStateTuple
from tf1compat._facade.rnn_cell_base import RNNCell
from tf1compat._facade.slicing import slice as slice_of
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes

SLOW_STATE = "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True."


class SizedCell(RNNCell):
    """Base of LSTM cells: the state has `num_units` of memory and `num_units` or `num_proj` of output."""

    _num_units: int
    _num_proj: int | None = None

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self.output_size)

    @property
    def output_size(self) -> Any:
        return self._num_proj or self._num_units


def known_width(inputs: Any) -> int:
    """The width of a matrix; ValueError if it is not known."""
    width = inputs.shape.with_rank(2).dims[1].value
    if width is None:
        raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
    return width


def normalized(x: Any, scope: str, gain: float, shift: float, dtype: Any = None) -> Tensor:
    """Layer normalisation with the variables `gamma` and `beta` of `scope`."""
    shape = x.shape[-1:]
    gamma, beta = init_ops.constant_initializer(gain), init_ops.constant_initializer(shift)
    with scopes.variable_scope(scope):
        scopes.get_variable("gamma", shape=shape, initializer=gamma, dtype=dtype)
        scopes.get_variable("beta", shape=shape, initializer=beta, dtype=dtype)
    return layer_norm(x, reuse=True, scope=scope)


class CoupledInputForgetGateLSTMCell(SizedCell):
    """An LSTM cell that forgets as much as it takes in (Greff et al., arXiv:1503.04069).

    Args:
      num_units: size of the memory.
      use_peepholes: whether gates see the memory.
      initializer: has no effect in TensorFlow 1.15 either: the variable scope's initializer is used.
      num_proj: size that the output is projected to.
      proj_clip: bound of the projected output's elements.
      num_unit_shards, num_proj_shards: number of variables that the weights are split into.
      forget_bias: added to the forget gate.
      state_is_tuple: whether states are `LSTMStateTuple`s (True) or joined tensors.
      activation: function of candidate and memory.
      reuse: whether to use variables that exist.
      layer_norm: whether gates and memory are normalised, with first gain `norm_gain` and shift `norm_shift`.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int = 1,
        num_proj_shards: int = 1,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Callable[[Any], Any] = tanh,
        reuse: bool | None = None,
        layer_norm: bool = False,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
    ) -> None:
        super().__init__(_reuse=reuse)
        if not state_is_tuple:
            tf_logging.warn(SLOW_STATE, self)
        self._num_units, self._num_proj = num_units, num_proj
        self._use_peepholes = use_peepholes
        self._initializer = initializer
        self._proj_clip = proj_clip
        self._num_unit_shards, self._num_proj_shards = num_unit_shards, num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation
        self._reuse = reuse
        self._layer_norm, self._norm_gain, self._norm_shift = layer_norm, norm_gain, norm_shift

    @property
    def state_size(self) -> Any:
        sizes = super().state_size
        return sizes if self._state_is_tuple else sum(sizes)

    def _norm(self, x: Any, scope: str) -> Any:
        return normalized(x, scope, self._norm_gain, self._norm_shift) if self._layer_norm else x

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        n, width_out = self._num_units, self._num_units if self._num_proj is None else self._num_proj
        if self._state_is_tuple:
            c_prev, m_prev = state
        else:
            c_prev = slice_of(state, [0, 0], [-1, n])
            m_prev = slice_of(state, [0, n], [-1, width_out])
        dtype = inputs.dtype
        kernel = joined_variable("W", [known_width(inputs) + width_out, 3 * n], dtype, self._num_unit_shards)
        b = scopes.get_variable("B", shape=[3 * n], initializer=init_ops.zeros_initializer(), dtype=dtype)
        gates = matmul(concat([inputs, m_prev], 1), kernel)
        if not self._layer_norm:
            gates = bias_add(gates, b)
        j, f, o = split(gates, 3, axis=1)  # candidate, forget gate, output gate
        j, f, o = self._norm(j, "transform"), self._norm(f, "forget"), self._norm(o, "output")
        if self._use_peepholes:
            w_f_diag = scopes.get_variable("W_F_diag", shape=[n], dtype=dtype)
            w_o_diag = scopes.get_variable("W_O_diag", shape=[n], dtype=dtype)
            kept = sigmoid(f + self._forget_bias + w_f_diag * c_prev)
        else:
            kept = sigmoid(f + self._forget_bias)
        c = kept * c_prev + (1 - kept) * self._activation(j)
        c = self._norm(c, "state")
        m = sigmoid(o + w_o_diag * c if self._use_peepholes else o) * self._activation(c)  # pyright: ignore
        if self._num_proj is not None:
            m = matmul(m, joined_variable("W_P", [n, self._num_proj], dtype, self._num_proj_shards))
            if self._proj_clip is not None:
                m = clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else concat([c, m], 1)


class LayerNormBasicLSTMCell(SizedCell):
    """An LSTM cell with layer normalisation (arXiv:1607.06450) and dropout of the candidate (arXiv:1603.05118).

    Args:
      num_units: size of memory and output.
      forget_bias: added to the forget gate.
      input_size: deprecated.
      activation: function of candidate and memory.
      layer_norm: whether gates and memory are normalised, with first gain `norm_gain` and shift `norm_shift`.
      dropout_keep_prob: float or tensor, the probability of keeping an element of the candidate.
      dropout_prob_seed: seed of the dropout.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        input_size: Any = None,
        activation: Callable[[Any], Any] = tanh,
        layer_norm: bool = True,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        dropout_keep_prob: Any = 1.0,
        dropout_prob_seed: int | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        if input_size is not None:
            tf_logging.warn("%s: The input_size parameter is deprecated.", self)
        self._num_units = num_units
        self._activation = activation
        self._forget_bias = forget_bias
        self._keep_prob, self._seed = dropout_keep_prob, dropout_prob_seed
        self._layer_norm, self._norm_gain, self._norm_shift = layer_norm, norm_gain, norm_shift
        self._reuse = reuse

    def _norm(self, x: Any, scope: str, dtype: Any) -> Any:
        return normalized(x, scope, self._norm_gain, self._norm_shift, dtype) if self._layer_norm else x

    def _linear(self, joined: Any) -> Tensor:
        width = 4 * self._num_units
        kernel = scopes.get_variable("kernel", [joined.shape[-1], width], dtype=joined.dtype)
        out = matmul(joined, kernel)
        if self._layer_norm:
            return out
        return bias_add(out, scopes.get_variable("bias", [width], dtype=joined.dtype))

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        c, h = state
        joined = concat([inputs, h], 1)
        dtype = joined.dtype
        i, j, f, o = split(self._linear(joined), 4, axis=1)
        i, j = self._norm(i, "input", dtype), self._norm(j, "transform", dtype)
        f, o = self._norm(f, "forget", dtype), self._norm(o, "output", dtype)
        g = self._activation(j)
        if not isinstance(self._keep_prob, float) or self._keep_prob < 1:
            g = dropout(g, self._keep_prob, seed=self._seed)
        new_c = c * sigmoid(f + self._forget_bias) + sigmoid(i) * g
        new_c = self._norm(new_c, "state", dtype)
        new_h = self._activation(new_c) * sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)


class GLSTMCell(SizedCell):
    """An LSTM cell whose inputs, memory and output fall into groups (Kuchaiev and Ginsburg, arXiv:1703.10722).

    Args:
      num_units: size of the memory.
      initializer: of weights.
      num_proj: size that the output is projected to.
      number_of_groups: divides all sizes.
      forget_bias: added to the forget gate.
      activation: function of the memory.
      reuse: whether to use variables that exist.

    Raises:
      ValueError: a size is not divisible by the number of groups.
    """

    def __init__(
        self,
        num_units: int,
        initializer: Any = None,
        num_proj: int | None = None,
        number_of_groups: int = 1,
        forget_bias: float = 1.0,
        activation: Callable[[Any], Any] = tanh,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units, self._num_proj = num_units, num_proj
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._activation = activation
        self._number_of_groups = number_of_groups
        if num_units % number_of_groups != 0:
            raise ValueError("num_units must be divisible by number_of_groups")
        if num_proj and num_proj % number_of_groups != 0:
            raise ValueError("num_proj must be divisible by number_of_groups")
        self._group_shape = [(num_proj or num_units) // number_of_groups, num_units // number_of_groups]
        self._linear1: list[Linear | None] = [None] * number_of_groups
        self._linear2: Linear | None = None

    def _get_input_for_group(self, inputs: Any, group_id: int, group_size: int) -> Tensor:
        return slice_of(
            inputs,
            [0, group_id * group_size],
            [self._batch_size, group_size],
            name=f"GLSTM_group{group_id}_input_generation",
        )

    def _group(self, i: int, inputs: Any, m_prev: Any, width: int) -> Any:
        with scopes.variable_scope(f"group{i}"):
            parts = [
                self._get_input_for_group(inputs, i, width),
                self._get_input_for_group(m_prev, i, self._group_shape[0]),
            ]
            joined = concat(parts, axis=1)
            linear = self._linear1[i]
            if linear is None:
                linear = self._linear1[i] = Linear(joined, 4 * self._group_shape[1], False)
            return split(linear(joined), 4, 1)

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        c_prev, m_prev = state
        self._batch_size = shapes.dimension_value(inputs.shape[0]) or shape_of(inputs)[0]
        width = shapes.dimension_value(inputs.shape[1])
        if width is None:
            raise ValueError("input size must be statically known")
        if width % self._number_of_groups != 0:
            raise ValueError(f"input size ({width}) must be divisible by number_of_groups ({self._number_of_groups})")
        dtype, n, groups = inputs.dtype, self._num_units, range(self._number_of_groups)
        with scopes.variable_scope(scopes.get_variable_scope(), initializer=self._initializer):
            parts = [self._group(i, inputs, m_prev, width // self._number_of_groups) for i in groups]
            biases = [
                scopes.get_variable(
                    f"bias_{gate}", shape=[n], dtype=dtype, initializer=init_ops.constant_initializer(0.0, dtype=dtype)
                )
                for gate in "ijfo"
            ]
            i, j, f, o = (bias_add(concat(list(gate), axis=1), b) for gate, b in zip(zip(*parts), biases))
        c = sigmoid(f + self._forget_bias) * c_prev + sigmoid(i) * tanh(j)
        m = sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            with scopes.variable_scope("projection"):
                if self._linear2 is None:
                    self._linear2 = Linear(m, self._num_proj, False)
                m = self._linear2(m)
        return m, LSTMStateTuple(c, m)


def _random_exp_initializer(minval: float, maxval: float) -> Callable[..., Tensor]:
    def initializer(shape: Any, dtype: Any = dtypes.float32, partition_info: Any = None) -> Tensor:
        del partition_info
        return exp(random_uniform(shape, log(minval), log(maxval), dtype))

    return initializer


class PhasedLSTMCell(SizedCell):
    """An LSTM cell that is open during a part of a period of its own (Neil et al., arXiv:1610.09513).

    Its inputs are pairs: times (batch, 1) and features (batch, width).

    Args:
      num_units: size of memory and output.
      use_peepholes: whether gates see the memory.
      leak: how much passes while the cell is closed.
      ratio_on: first part of the period that the cell is open for.
      trainable_ratio_on: whether that part is trained.
      period_init_min, period_init_max: bounds of the first periods.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        leak: float = 0.001,
        ratio_on: float = 0.1,
        trainable_ratio_on: bool = True,
        period_init_min: float = 1.0,
        period_init_max: float = 1000.0,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._leak = leak
        self._ratio_on, self._trainable_ratio_on = ratio_on, trainable_ratio_on
        self._period_init_min, self._period_init_max = period_init_min, period_init_max
        self._reuse = reuse
        self._made: dict[str, Linear] = {}

    def _linear(self, scope: str, parts: list[Any], width: int) -> Tensor:
        if scope not in self._made:
            self._made[scope] = Linear(parts, width, True)
        return self._made[scope](parts)

    def _get_cycle_ratio(self, time: Any, phase: Any, period: Any) -> Tensor:
        phase = cast(phase, dtype=time.dtype)
        period = cast(period, dtype=time.dtype)
        shifted = time - phase
        # the remainder, with the gradient of `shifted` alone
        ratio = (stop_gradient(mod(shifted, period) - shifted) + shifted) / period
        return cast(ratio, dtype=dtypes.float32)

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        c_prev, h_prev = state
        time, x = inputs
        n = self._num_units
        with scopes.variable_scope("mask_gates"):
            parts = [x, h_prev, c_prev] if self._use_peepholes else [x, h_prev]
            taken, kept = split(sigmoid(self._linear("mask_gates", parts, 2 * n)), 2, axis=1)
        with scopes.variable_scope("new_input"):
            candidate = tanh(self._linear("new_input", [x, h_prev], n))
        new_c = c_prev * kept + taken * candidate
        with scopes.variable_scope("output_gate"):
            parts = [x, h_prev, new_c] if self._use_peepholes else [x, h_prev]
            output_gate = sigmoid(self._linear("output_gate", parts, n))
        new_h = tanh(new_c) * output_gate
        k = self._openness(time)
        new_c = k * new_c + (1 - k) * c_prev
        new_h = k * new_h + (1 - k) * h_prev
        return new_h, LSTMStateTuple(new_c, new_h)

    def _openness(self, time: Any) -> Tensor:
        n = self._num_units
        period = scopes.get_variable(
            "period", [n], initializer=_random_exp_initializer(self._period_init_min, self._period_init_max)
        )
        phase = scopes.get_variable(
            "phase", [n], initializer=init_ops.random_uniform_initializer(0.0, period.initial_value)
        )
        ratio_on = scopes.get_variable(
            "ratio_on",
            [n],
            initializer=init_ops.constant_initializer(self._ratio_on),
            trainable=self._trainable_ratio_on,
        )
        cycle_ratio = self._get_cycle_ratio(time, phase, period)
        rising = 2 * cycle_ratio / ratio_on
        falling = 2 - rising
        closed = self._leak * cycle_ratio
        k = where(cycle_ratio < ratio_on, falling, closed)
        return where(cycle_ratio < 0.5 * ratio_on, rising, k)
