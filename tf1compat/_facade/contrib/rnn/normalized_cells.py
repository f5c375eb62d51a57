"""LSTM cells with peepholes, projection and normalised gates or weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat, split
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.contrib.rnn.linear import checked_matrices
from tf1compat._facade.contrib.rnn.lstm_variants import SizedCell, known_width, normalized
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.math_elementwise import sigmoid, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add, l2_normalize
from tf1compat._facade.rnn_cell import LSTMStateTuple


class _PeepholeCell(SizedCell):
    """Base: an LSTM cell with optional peepholes, bounds and projection."""

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool,
        cell_clip: float | None,
        initializer: Any,
        num_proj: int | None,
        proj_clip: float | None,
        forget_bias: float,
        activation: Callable[[Any], Any] | None,
        reuse: bool | None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units, self._num_proj = num_units, num_proj
        self._use_peepholes = use_peepholes
        self._cell_clip, self._proj_clip = cell_clip, proj_clip
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._activation = activation or tanh

    def _diagonals(self, dtype: Any) -> dict[str, Any]:
        if not self._use_peepholes:
            return {}
        return {gate: scopes.get_variable(f"w_{gate}_diag", shape=[self._num_units], dtype=dtype) for gate in "fio"}


def _clipped(x: Any, bound: float | None) -> Any:
    return x if bound is None else clip_by_value(x, -bound, bound)


def _bias(outer_scope: Any, size: int, dtype: Any) -> Any:
    with scopes.variable_scope(outer_scope) as inner_scope:
        inner_scope.set_partitioner(None)
        zero = init_ops.constant_initializer(0.0, dtype=dtype)
        return scopes.get_variable("bias", [size], dtype=dtype, initializer=zero)


class LayerNormLSTMCell(_PeepholeCell):
    """`LSTMCell` with layer normalisation of gates and memory (arXiv:1607.06450).

    Args:
      num_units: size of the memory.
      use_peepholes: whether gates see the memory.
      cell_clip: bound of the memory's elements.
      initializer: of weights.
      num_proj: size that the output is projected to.
      proj_clip: bound of the projected output's elements.
      forget_bias: added to the forget gate.
      activation: function of candidate and memory, tanh where absent.
      layer_norm: whether to normalise, with first gain `norm_gain` and shift `norm_shift`.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        forget_bias: float = 1.0,
        activation: Callable[[Any], Any] | None = None,
        layer_norm: bool = False,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(
            num_units, use_peepholes, cell_clip, initializer, num_proj, proj_clip, forget_bias, activation, reuse
        )
        self._layer_norm, self._norm_gain, self._norm_shift = layer_norm, norm_gain, norm_shift

    def _norm(self, x: Any, scope: str) -> Any:
        return normalized(x, scope, self._norm_gain, self._norm_shift) if self._layer_norm else x

    def _linear(self, args: Any, width: int, bias: bool) -> Any:
        args, depth = checked_matrices(args)
        dtype = args[0].dtype
        with scopes.variable_scope(scopes.get_variable_scope()) as outer_scope:
            kernel = scopes.get_variable("kernel", [depth, width], dtype=dtype)
            result = matmul(args[0] if len(args) == 1 else concat(args, 1), kernel)
            if not bias:
                return result
            b = _bias(outer_scope, width, dtype)
        return result if self._layer_norm else bias_add(result, b)

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        c_prev, m_prev = state
        known_width(inputs)
        with scopes.variable_scope(scopes.get_variable_scope(), initializer=self._initializer) as unit_scope:
            gates = self._linear([inputs, m_prev], 4 * self._num_units, bias=True)
            i, j, f, o = split(gates, 4, axis=1)
            i, j = self._norm(i, "input"), self._norm(j, "transform")
            f, o = self._norm(f, "forget"), self._norm(o, "output")
            with scopes.variable_scope(unit_scope):
                w = self._diagonals(inputs.dtype)
            if w:
                kept = sigmoid(f + self._forget_bias + w["f"] * c_prev) * c_prev
                c = kept + sigmoid(i + w["i"] * c_prev) * self._activation(j)
            else:
                c = sigmoid(f + self._forget_bias) * c_prev + sigmoid(i) * self._activation(j)
            c = _clipped(self._norm(c, "state"), self._cell_clip)
            m = sigmoid(o + w["o"] * c if w else o) * self._activation(c)
            if self._num_proj is not None:
                with scopes.variable_scope("projection"):
                    m = self._linear(m, self._num_proj, bias=False)
                m = _clipped(m, self._proj_clip)
        return m, LSTMStateTuple(c, m)


class WeightNormLSTMCell(_PeepholeCell):
    """`LSTMCell` whose weights are directions and lengths (Salimans and Kingma, arXiv:1602.07868).

    Args:
      num_units: size of the memory.
      norm: whether to normalise.
      use_peepholes: whether gates see the memory.
      cell_clip: bound of the memory's elements.
      initializer: of weights.
      num_proj: size that the output is projected to.
      proj_clip: bound of the projected output's elements.
      forget_bias: added to the forget gate.
      activation: function of candidate and memory, tanh where absent.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        norm: bool = True,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        forget_bias: float = 1,
        activation: Callable[[Any], Any] | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(
            num_units, use_peepholes, cell_clip, initializer, num_proj, proj_clip, forget_bias, activation, reuse
        )
        self._norm = norm
        self._scope = "wn_lstm_cell"  # TF1: the name of the layer's scope, too

    def _normalize(self, weight: Any, name: str) -> Any:
        lengths = scopes.get_variable(name, [weight.shape.as_list()[1]], dtype=weight.dtype)
        return l2_normalize(weight, axis=0) * lengths

    def _linear(self, args: Any, width: int, bias: bool) -> Any:
        args, depth = checked_matrices(args)
        dtype = args[0].dtype
        with scopes.variable_scope(scopes.get_variable_scope()) as outer_scope:
            kernel = scopes.get_variable("kernel", [depth, width], dtype=dtype)
            if self._norm:
                kernel = self._normalized_kernel(kernel, [a.shape.dims[1].value for a in args])
            result = matmul(args[0] if len(args) == 1 else concat(args, 1), kernel)
            return bias_add(result, _bias(outer_scope, width, dtype)) if bias else result

    def _normalized_kernel(self, kernel: Any, depths: list[int]) -> Any:
        parts: list[Any] = []
        start = 0
        with control_dependencies(None):
            for i, depth in enumerate(depths):
                parts.append(self._normalize(kernel[start : start + depth, :], f"norm_{i}"))
                start += depth
            return concat(parts, axis=0)

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        c, h = state
        known_width(inputs)
        with scopes.variable_scope("wn_lstm_cell", initializer=self._initializer):
            gates = self._linear([inputs, h], 4 * self._num_units, bias=True)
            i, j, f, o = split(gates, 4, axis=1)
            w = self._diagonals(inputs.dtype)
            if w:
                kept = c * sigmoid(f + self._forget_bias + w["f"] * c)
                new_c = kept + sigmoid(i + w["i"] * c) * self._activation(j)
            else:
                new_c = c * sigmoid(f + self._forget_bias) + sigmoid(i) * self._activation(j)
            new_c = _clipped(new_c, self._cell_clip)
            new_h = sigmoid(o + w["o"] * new_c if w else o) * self._activation(new_c)
            if self._num_proj is not None:
                with scopes.variable_scope("projection"):
                    new_h = self._linear(new_h, self._num_proj, bias=False)
                new_h = _clipped(new_h, self._proj_clip)
        return new_h, LSTMStateTuple(new_c, new_h)
