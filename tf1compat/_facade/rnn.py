"""`tf.nn.dynamic_rnn` and its relatives: a cell repeated over time in a loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context, math_ranges
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import rank as rank_of
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_index import where
from tf1compat._facade.array_ops import concat, identity, reverse, reverse_sequence, stack, transpose
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import equal, logical_not, logical_or, maximum, minimum
from tf1compat._facade.math_reductions import reduce_all, reduce_max, reduce_min
from tf1compat._facade.rnn_cell_base import (
    assert_like_rnncell,
    called_with_states,
    joined_shape,
    joined_static_shape,
)
from tf1compat._facade.rnn_static import static_bidirectional_rnn as static_bidirectional_rnn
from tf1compat._facade.rnn_static import static_rnn as static_rnn
from tf1compat._facade.rnn_static import static_state_saving_rnn as static_state_saving_rnn
from tf1compat._facade.rnn_steps import (
    MODULE,
    deprecated,
    initial_state_of,
    input_batch_size,
    rnn_step,
    shape_from_size,
    state_dtype,
    use_caching_device,
)
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes, nest, shapes

_INSTEAD = "Please use `keras.layers.RNN(cell)`, which is equivalent to this API"
_INSTEAD_OF_BOTH = "Please use `keras.layers.Bidirectional(keras.layers.RNN(cell))`, which is equivalent to this API"


def transpose_batch_time(x: Tensor) -> Tensor:
    """`x` with its first two dimensions (batch and time) exchanged."""
    dims = x.dims
    if dims is not None and len(dims) < 2:
        return x
    rank = rank_of(x)
    swapped = transpose(x, concat(([1, 0], math_ranges.range(2, rank)), axis=0))
    swapped.set_shape(None if dims is None else (dims[1], dims[0], *dims[2:]))
    return swapped


@deprecated(None, _INSTEAD, MODULE)
def dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """The outputs of `cell` over a batch of sequences, and its last state.

    Args:
      cell: an RNNCell.
      inputs: a tensor of shape (batch, time, …), or a structure of them.
      sequence_length: integer vector (batch): behind its end a sequence gives zeros and keeps its state.
      initial_state: the first state; zeros of type `dtype` where absent.
      dtype: type of state and outputs; needed without `initial_state`.
      parallel_iterations: as for `tf.while_loop`, 32 where absent.
      swap_memory: as for `tf.while_loop`.
      time_major: whether inputs and outputs are (time, batch, …).
      scope: variable scope, `rnn` where absent.

    Returns:
      (outputs (batch, time, …), last state).

    Raises:
      TypeError: `cell` is no RNNCell.
      ValueError: neither state nor type is given, or the depth of the inputs is not known.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.nn.rnn_cell.GRUCell(5)
    ...     outputs, state = tf.nn.dynamic_rnn(cell, tf.zeros([2, 7, 3]), dtype=tf.float32)
    ...     print(outputs.shape, state.shape)
    (2, 7, 5) (2, 5)
    """
    assert_like_rnncell("cell", cell)
    with scopes.variable_scope(scope or "rnn") as opened:
        use_caching_device(opened)
        flat = nest.flatten(inputs)
        if not time_major:
            flat = [convert(x) for x in flat]
            flat = [transpose_batch_time(x) for x in flat]
        lengths = None if sequence_length is None else _lengths(sequence_length)
        batch_size = input_batch_size(flat)
        state = initial_state
        if state is None:
            if not dtype:
                raise ValueError("If there is no initial_state, you must give a dtype.")
            state = initial_state_of(cell, batch_size, dtype)
        if lengths is not None:
            with context.get_default_graph().control_dependencies([_has_shape(lengths, [batch_size])]):
                lengths = identity(lengths, name="CheckSeqLen")
        inputs = nest.pack_sequence_as(inputs, flat)
        outputs, final_state = _Loop(cell, inputs, state, lengths, dtype).run(parallel_iterations or 32, swap_memory)
        if not time_major:
            outputs = nest.map_structure(transpose_batch_time, outputs)
    return outputs, final_state


def _lengths(sequence_length: Any) -> Tensor:
    lengths = cast(sequence_length, dtypes.int32)
    if lengths.shape.ndims not in (None, 1):
        raise ValueError(f"sequence_length must be a vector of length batch_size, but saw shape: {lengths.shape}")
    return identity(lengths, name="sequence_length")


def _has_shape(x: Tensor, shape: Sequence[Any]) -> Operation:
    actual, wanted = shape_of(x), stack(shape)
    told = [f"Expected shape for Tensor {x.name} is ", wanted, " but saw shape: ", actual]
    return Assert(reduce_all(equal(actual, wanted)), told)


class _Loop:
    """The loop of `dynamic_rnn`, over inputs with time in front."""

    def __init__(self, cell: Any, inputs: Any, state: Any, lengths: Tensor | None, dtype: Any) -> None:
        self._cell, self._inputs, self._state, self._lengths = cell, inputs, state, lengths
        flat = nest.flatten(inputs)
        self._flat_inputs = flat
        self._sizes = nest.flatten(cell.output_size)
        self._steps = shape_of(flat[0])[0]
        self._batch_size = input_batch_size(flat)
        self._input_shapes = [x.shape.with_rank_at_least(3) for x in flat]
        self._static = self._input_shapes[0].as_list()[:2]
        for shape in self._input_shapes:
            self._check(shape)
        zeros_ = [self._zeros(size, dtype) for size in self._sizes]
        self._zero_output = nest.pack_sequence_as(cell.output_size, zeros_)
        self._max_length: Any = self._steps
        if lengths is not None:
            self._min_length = reduce_min(lengths)
            self._max_length = reduce_max(lengths)
        self._time = constant(0, dtype=dtypes.int32, name="time")
        with name_scope("dynamic_rnn") as scope:
            self._base_name = scope
        self._outputs = [
            self._array(f"output_{i}", self._output_shape(size), state_dtype(dtype, state))
            for i, size in enumerate(self._sizes)
        ]
        arrays = [self._array(f"input_{i}", x.shape[1:], x.dtype) for i, x in enumerate(flat)]
        self._arrays = [array.unstack(x) for array, x in zip(arrays, flat)]

    def _check(self, shape: shapes.TensorShape) -> None:
        if not shape[2:].is_fully_defined():
            raise ValueError("Input size (depth of inputs) must be accessible via shape inference, but saw value None.")
        steps, batch = shape.as_list()[:2]
        if steps != self._static[0]:
            raise ValueError("Time steps is not the same for all the elements in the input in a batch.")
        if batch != self._static[1]:
            raise ValueError("Batch_size is not the same for all the elements in the input.")

    def _zeros(self, size: Any, dtype: Any) -> Tensor:
        return zeros(stack(joined_shape(self._batch_size, size)), state_dtype(dtype, self._state))

    def _output_shape(self, size: Any) -> shapes.TensorShape:
        return shapes.TensorShape([self._static[1]]).concatenate(shape_from_size(size))

    def _array(self, name: str, element_shape: Any, dtype: Any) -> TensorArray:
        full = self._base_name + name
        return TensorArray(dtype, size=self._steps, element_shape=element_shape, tensor_array_name=full)

    def run(self, parallel_iterations: int, swap_memory: bool) -> tuple[Any, Any]:
        """(outputs, last state)."""
        bound = minimum(self._steps, maximum(1, self._max_length))
        _, arrays, final_state = while_loop(
            cond=lambda time, *_: time < bound,
            body=self._step,
            loop_vars=(self._time, tuple(self._outputs), self._state),
            parallel_iterations=parallel_iterations,
            maximum_iterations=self._steps,
            swap_memory=swap_memory,
        )
        outputs = [array.stack() for array in arrays]
        for output, size in zip(outputs, self._sizes):
            output.set_shape(joined_static_shape(self._static, size))
        return nest.pack_sequence_as(self._cell.output_size, outputs), final_state

    def _step(self, time: Tensor, arrays: Sequence[TensorArray], state: Any) -> Any:
        flat = [array.read(time) for array in self._arrays]
        for x, shape in zip(flat, self._input_shapes):
            x.set_shape(shape[1:])
        inputs = nest.pack_sequence_as(self._inputs, flat)

        def call_cell() -> Any:
            return called_with_states(self._cell, lambda states: self._cell(inputs, states), state)

        if self._lengths is None:
            output, new_state = call_cell()
        else:
            output, new_state = rnn_step(
                time,
                self._lengths,
                self._min_length,
                self._max_length,
                self._zero_output,
                state,
                call_cell,
                skip_conditionals=True,
            )
        written = tuple(array.write(time, x) for array, x in zip(arrays, nest.flatten(output)))
        return time + 1, written, new_state


@deprecated(None, _INSTEAD_OF_BOTH, MODULE)
def bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """One cell over sequences as they are, another over the same reversed.

    Args: as `tf.nn.dynamic_rnn`'s, with a cell and a state for each direction.

    Returns:
      ((outputs forward, outputs backward), (last state forward, last state backward)); outputs are in the order of
      the inputs.
    """
    assert_like_rnncell("cell_fw", cell_fw)
    assert_like_rnncell("cell_bw", cell_bw)
    given = {"dtype": dtype, "parallel_iterations": parallel_iterations, "swap_memory": swap_memory}
    given.update(sequence_length=sequence_length, time_major=time_major)
    time_axis, batch_axis = (0, 1) if time_major else (1, 0)

    def reversed_(x: Any) -> Tensor:
        if sequence_length is not None:
            return reverse_sequence(x, sequence_length, seq_axis=time_axis, batch_axis=batch_axis)
        return reverse(x, axis=[time_axis])

    with scopes.variable_scope(scope or "bidirectional_rnn"):
        with scopes.variable_scope("fw") as fw_scope:
            forward, state_fw = dynamic_rnn(cell_fw, inputs, initial_state=initial_state_fw, scope=fw_scope, **given)
        with scopes.variable_scope("bw") as bw_scope:
            inputs = nest.map_structure(reversed_, inputs)
            backward, state_bw = dynamic_rnn(cell_bw, inputs, initial_state=initial_state_bw, scope=bw_scope, **given)
    return (forward, reversed_(backward)), (state_fw, state_bw)


def raw_rnn(
    cell: Any,
    loop_fn: Callable[..., Any],
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """A network whose next input, end and output are decided by a function in every step.

    Args:
      cell: an RNNCell.
      loop_fn: `loop_fn(time, cell_output, cell_state, loop_state)` gives `(elements_finished, next_input,
        next_cell_state, emit_output, next_loop_state)`; in the first call all but `time` are None.
      parallel_iterations: as for `tf.while_loop`, 32 where absent.
      swap_memory: as for `tf.while_loop`.
      scope: variable scope, `rnn` where absent.

    Returns:
      (TensorArrays of what was emitted, last state, last loop state).

    Raises:
      TypeError: `cell` is no RNNCell or `loop_fn` cannot be called.
    """
    assert_like_rnncell("cell", cell)
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    with scopes.variable_scope(scope or "rnn") as opened:
        use_caching_device(opened)
        time = constant(0, dtype=dtypes.int32)
        finished, next_input, state, emit_structure, first_loop_state = loop_fn(time, None, None, None)
        flat_input = nest.flatten(next_input)
        loop_state = first_loop_state if first_loop_state is not None else constant(0, dtype=dtypes.int32)
        static_batch = _static_batch_size(flat_input)
        batch_size = shape_of(flat_input[0])[0] if static_batch is None else static_batch
        nest.assert_same_structure(state, cell.state_size)
        flat_state = [convert(s) for s in nest.flatten(state)]
        state = nest.pack_sequence_as(state, flat_state)
        emitted, zero_emit = _emissions(cell, emit_structure, flat_state, static_batch, batch_size)
        step = _raw_step(cell, loop_fn, zero_emit)
        returned = while_loop(
            lambda _time, finished, *_: logical_not(reduce_all(finished)),
            step,
            loop_vars=[time, finished, next_input, emitted, state, loop_state],
            parallel_iterations=parallel_iterations or 32,
            swap_memory=swap_memory,
        )
        emitted, final_state, final_loop_state = returned[-3:]
    return emitted, final_state, None if first_loop_state is None else final_loop_state


def _static_batch_size(flat_input: Sequence[Tensor]) -> int | None:
    found = shapes.dimension_at_index(flat_input[0].shape, 0)
    for x in flat_input:
        found.merge_with(shapes.dimension_at_index(x.shape, 0))
    return shapes.dimension_value(found)


def _emissions(cell: Any, structure: Any, flat_state: list[Tensor], static_batch: Any, batch_size: Any) -> Any:
    """The arrays that outputs are written to, and what sequences emit that have ended."""
    if structure is not None:
        flat = nest.flatten(structure)
        sizes = [x.shape if x.shape.is_fully_defined() else shape_of(x) for x in flat]
        kinds = [x.dtype for x in flat]
    else:
        structure = cell.output_size
        sizes = nest.flatten(structure)
        kinds = [flat_state[0].dtype] * len(sizes)
    arrays = [
        TensorArray(
            kind,
            dynamic_size=True,
            element_shape=shapes.TensorShape([static_batch]).concatenate(shape_from_size(size)),
            size=0,
            name=f"rnn_output_{i}",
        )
        for i, (kind, size) in enumerate(zip(kinds, sizes))
    ]
    empty = [zeros(joined_shape(batch_size, size), kind) for size, kind in zip(sizes, kinds)]
    return nest.pack_sequence_as(structure, arrays), nest.pack_sequence_as(structure, empty)


def _raw_step(cell: Any, loop_fn: Callable[..., Any], zero_emit: Any) -> Callable[..., Any]:
    def step(time: Any, finished: Any, current_input: Any, emitted: Any, state: Any, loop_state: Any) -> Any:
        next_output, cell_state = cell(current_input, state)
        nest.assert_same_structure(state, cell_state)
        nest.assert_same_structure(cell.output_size, next_output)
        next_time = time + 1
        told = loop_fn(next_time, next_output, cell_state, loop_state)
        next_finished, next_input, next_state, emit_output, next_loop_state = told
        nest.assert_same_structure(state, next_state)
        nest.assert_same_structure(current_input, next_input)
        nest.assert_same_structure(emitted, emit_output)
        loop_state = loop_state if next_loop_state is None else next_loop_state

        def kept(old: Any, new: Any) -> Any:
            if isinstance(old, TensorArray) or old.shape.ndims == 0:
                return new
            with context.get_default_graph().colocate_with(new):
                return where(finished, old, new)

        emit_output = nest.map_structure(kept, zero_emit, emit_output)
        next_state = nest.map_structure(kept, state, next_state)
        emitted = nest.map_structure(lambda array, x: array.write(time, x), emitted, emit_output)
        return next_time, logical_or(finished, next_finished), next_input, emitted, next_state, loop_state

    return step
