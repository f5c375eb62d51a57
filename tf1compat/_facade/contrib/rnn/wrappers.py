"""Cells around cells: attention over their own outputs, highways, compilation."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat, expand_dims, reshape
from tf1compat._facade.contrib.rnn.linear import Linear
from tf1compat._facade.contrib.rnn.lstm_variants import SLOW_STATE
from tf1compat._facade.math_elementwise import sigmoid, tanh
from tf1compat._facade.math_reductions import reduce_sum
from tf1compat._facade.nn_conv import conv2d
from tf1compat._facade.nn_ops import softmax, xw_plus_b
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.rnn_cell_base import RNNCell, assert_like_rnncell
from tf1compat._facade.rnn_cell_wrappers import CellWrapper
from tf1compat._facade.slicing import slice as slice_of
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest


class AttentionCellWrapper(RNNCell):
    """A cell that attends to its last outputs (Cheng et al., arXiv:1601.06733).

    Args:
      cell: the cell.
      attn_length: how many outputs it sees.
      attn_size: their width, the cell's `output_size` where absent.
      attn_vec_size: size of what queries and outputs are compared in, `attn_size` where absent.
      input_size: width of the cell's inputs, that of the inputs where absent.
      state_is_tuple: whether states are tuples (True) or joined tensors.
      reuse: whether to use variables that exist.

    Raises:
      TypeError: `cell` is no cell.
      ValueError: the cell's states are tuples without `state_is_tuple`, or the length is not positive.
    """

    def __init__(
        self,
        cell: Any,
        attn_length: int,
        attn_size: int | None = None,
        attn_vec_size: int | None = None,
        input_size: int | None = None,
        state_is_tuple: bool = True,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        assert_like_rnncell("cell", cell)
        if nest.is_nested(cell.state_size) and not state_is_tuple:
            raise ValueError(
                f"Cell returns tuple of states, but the flag state_is_tuple is not set. State size is: {cell.state_size}"
            )
        if attn_length <= 0:
            raise ValueError(f"attn_length should be greater than zero, got {attn_length}")
        if not state_is_tuple:
            tf_logging.warn(SLOW_STATE, self)
        attn_size = cell.output_size if attn_size is None else attn_size
        self._state_is_tuple = state_is_tuple
        self._cell = cell
        self._attn_vec_size = attn_size if attn_vec_size is None else attn_vec_size
        self._input_size = input_size
        self._attn_size: Any = attn_size
        self._attn_length = attn_length
        self._reuse = reuse
        self._linear1: Linear | None = None
        self._linear2: Linear | None = None
        self._linear3: Linear | None = None

    @property
    def state_size(self) -> Any:
        sizes = (self._cell.state_size, self._attn_size, self._attn_size * self._attn_length)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        return self._attn_size

    def _parts(self, state: Any) -> Any:
        if self._state_is_tuple:
            return state
        own, size = self._cell.state_size, self._attn_size
        return (
            slice_of(state, [0, 0], [-1, own]),
            slice_of(state, [0, own], [-1, size]),
            slice_of(state, [0, own + size], [-1, size * self._attn_length]),
        )

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        state, read, kept = self._parts(state)
        kept = reshape(kept, [-1, self._attn_length, self._attn_size])
        width = inputs.shape.as_list()[1] if self._input_size is None else self._input_size
        if self._linear1 is None:
            self._linear1 = Linear([inputs, read], width, True)
        output, new_state = self._cell(self._linear1([inputs, read]), state)
        query = concat(nest.flatten(new_state), 1) if self._state_is_tuple else new_state
        new_read, new_kept = self._attention(query, kept)
        with scopes.variable_scope("attn_output_projection"):
            if self._linear2 is None:
                self._linear2 = Linear([output, new_read], self._attn_size, True)
            output = self._linear2([output, new_read])
        new_kept = concat([new_kept, expand_dims(output, 1)], 1)
        new_kept = reshape(new_kept, [-1, self._attn_length * self._attn_size])
        states = (new_state, new_read, new_kept)
        return output, states if self._state_is_tuple else concat(list(states), 1)

    def _attention(self, query: Any, kept: Tensor) -> tuple[Tensor, Tensor]:
        """(weighted sum of the outputs, all of them but the oldest)."""
        size, compared = self._attn_size, self._attn_vec_size
        with scopes.variable_scope("attention"):
            k = scopes.get_variable("attn_w", [1, 1, size, compared])
            v = scopes.get_variable("attn_v", [compared])
            hidden = reshape(kept, [-1, self._attn_length, 1, size])
            features = conv2d(hidden, k, [1, 1, 1, 1], "SAME")
            if self._linear3 is None:
                self._linear3 = Linear(query, compared, True)
            y = reshape(self._linear3(query), [-1, 1, 1, compared])
            weights = softmax(reduce_sum(v * tanh(features + y), [2, 3]))
            read = reduce_sum(reshape(weights, [-1, self._attn_length, 1, 1]) * hidden, [1, 2])
            return reshape(read, [-1, size]), slice_of(kept, [0, 1, 0], [-1, -1, -1])


class HighwayWrapper(CellWrapper):
    """A cell with a highway from inputs to outputs (Srivastava et al., arXiv:1505.00387).

    Args:
      cell: the cell; its outputs are as wide as its inputs.
      couple_carry_transform_gates: whether the gate of the outputs is what the gate of the inputs leaves.
      carry_bias_init: first bias of the inputs' gate; the other one's is its opposite.
    """

    def __init__(self, cell: Any, couple_carry_transform_gates: bool = True, carry_bias_init: float = 1.0) -> None:
        super().__init__(cell)
        self._couple_carry_transform_gates = couple_carry_transform_gates
        self._carry_bias_init = carry_bias_init

    def _gate(self, x: Any, name: str, first: float) -> Tensor:
        width = x.shape.with_rank(2).dims[1].value
        weight = scopes.get_variable(f"{name}_w", [width, width])
        b = scopes.get_variable(f"{name}_b", [width], initializer=init_ops.constant_initializer(first))
        return sigmoid(xw_plus_b(x, weight, b))

    def _highway(self, given: Any, out: Any) -> Tensor:
        carry = self._gate(given, "carry", self._carry_bias_init)
        if self._couple_carry_transform_gates:
            transform = 1 - carry
        else:
            transform = self._gate(given, "transform", -self._carry_bias_init)
        return given * carry + out * transform

    def _step(self, inputs: Any, state: Any, scope: Any) -> Any:
        outputs, new_state = self.cell(inputs, state, scope=scope)
        nest.assert_same_structure(inputs, outputs)
        nest.map_structure(lambda x, out: x.shape.assert_is_compatible_with(out.shape), inputs, outputs)
        return nest.map_structure(self._highway, inputs, outputs), new_state


class CompiledWrapper(CellWrapper):
    """A cell whose ops are marked for compilation; here everything is compiled, marked or not.

    Args:
      cell: the cell.
      compile_stateful: whether stateful ops are marked, too.
    """

    def __init__(self, cell: Any, compile_stateful: bool = False) -> None:
        super().__init__(cell)
        self._compile_stateful = compile_stateful

    def _step(self, inputs: Any, state: Any, scope: Any) -> Any:
        return self.cell(inputs, state, scope=scope)
