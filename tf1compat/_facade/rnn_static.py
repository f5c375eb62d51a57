"""`tf.nn.static_rnn` and its relatives: a cell repeated over a list of inputs, a piece of graph for each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_ops import concat, identity, reverse_sequence, stack, unstack
from tf1compat._facade.convert import convert
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_reductions import reduce_max, reduce_min
from tf1compat._facade.rnn_cell_base import (
    assert_like_rnncell,
    called_with_states,
    joined_shape,
    joined_static_shape,
)
from tf1compat._facade.rnn_steps import (
    MODULE,
    deprecated,
    initial_state_of,
    rnn_step,
    state_dtype,
    use_caching_device,
)
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest, shapes


def _instead(layer: str) -> str:
    return f"Please use `{layer}`, which is equivalent to this API"


@deprecated(None, _instead("keras.layers.RNN(cell, unroll=True)"), MODULE)
def static_rnn(
    cell: Any,
    inputs: Sequence[Any],
    initial_state: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """The outputs of `cell` over a list of inputs, and its last state.

    Args:
      cell: an RNNCell.
      inputs: for each step a tensor of shape (batch, input size), or a structure of them.
      initial_state: the first state; zeros of type `dtype` where absent.
      dtype: type of state and outputs; needed without `initial_state`.
      sequence_length: integer vector (batch): behind its end a sequence gives zeros and keeps its state.
      scope: variable scope, `rnn` where absent.

    Raises:
      TypeError: `cell` is no RNNCell, or `inputs` is no list.
      ValueError: no inputs, neither state nor type, or sizes of inputs that are not known.
    """
    assert_like_rnncell("cell", cell)
    _check_inputs(inputs)
    outputs: list[Any] = []
    with scopes.variable_scope(scope or "rnn") as opened:
        use_caching_device(opened)
        static_batch, first = _batch_size(inputs)
        batch_size = static_batch or shape_of(first)[0]
        state = initial_state
        if state is None:
            if not dtype:
                raise ValueError("If no initial_state is provided, dtype must be specified")
            state = initial_state_of(cell, batch_size, dtype)
        lengths: Any = ()
        if sequence_length is not None:
            lengths = _lengths(cell, sequence_length, batch_size, static_batch, state_dtype(dtype, state))
        for time, given in enumerate(inputs):
            if time > 0:
                opened.reuse_variables()
            output, state = _step(cell, time, given, state, lengths)
            outputs.append(output)
    return outputs, state


def _step(cell: Any, time: int, given: Any, state: Any, lengths: Any) -> tuple[Any, Any]:
    def call() -> tuple[Any, Any]:
        return called_with_states(cell, lambda states: cell(given, states), state)

    if not lengths:
        return call()
    sequence_length, shortest, longest, zero_output = lengths
    return rnn_step(time, sequence_length, shortest, longest, zero_output, state, call)


def _check_inputs(inputs: Any) -> None:
    if not nest.is_nested(inputs):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")


def _batch_size(inputs: Any) -> tuple[int | None, Tensor]:
    """The batch size as far as it is known, and the first input."""
    first = inputs
    while nest.is_nested(first):
        first = first[0]
    if first.shape.ndims == 1:
        return first.shape.as_list()[0], first
    fixed = first.shape.with_rank_at_least(2).dims[0]
    for x in nest.flatten(inputs):
        shape = x.shape.with_rank_at_least(2)
        fixed.merge_with(shapes.dimension_at_index(shape, 0))
        for i, size in enumerate(shape[1:].dims):
            if shapes.dimension_value(size) is None:
                raise ValueError(
                    f"Input size (dimension {i} of inputs) must be accessible via shape inference, but saw value None."
                )
    return shapes.dimension_value(fixed), first


def _lengths(cell: Any, sequence_length: Any, batch_size: Any, static_batch: Any, dtype: Any) -> tuple[Any, ...]:
    """(lengths, the shortest, the longest, what ended sequences give)."""
    lengths = convert(sequence_length, None, "sequence_length")
    if lengths.shape.ndims not in (None, 1):
        raise ValueError("sequence_length must be a vector of length batch_size")

    def zero(size: Any) -> Tensor:
        made = zeros(stack(joined_shape(batch_size, size)), dtype)
        made.set_shape(joined_static_shape(static_batch, size))
        return made

    zero_output = nest.map_structure(zero, cell.output_size)
    lengths = cast(lengths, dtypes.int32)
    return lengths, reduce_min(lengths), reduce_max(lengths), zero_output


@deprecated(None, _instead("keras.layers.RNN(cell, stateful=True)"), MODULE)
def static_state_saving_rnn(
    cell: Any, inputs: Sequence[Any], state_saver: Any, state_name: Any, sequence_length: Any = None, scope: Any = None
) -> tuple[list[Any], Any]:
    """`static_rnn` whose state is read from and written to a saver: `state_saver.state(name)`, `.save_state(name, x)`.

    Raises:
      ValueError: `state_name` has not the structure of the cell's state.
    """
    size = cell.state_size
    nested = nest.is_nested(size)
    if nested != nest.is_nested(state_name):
        raise ValueError(
            f"state_name should be the same type as cell.state_size.  state_name: {state_name}, cell.state_size: {size}"
        )
    names = nest.flatten(state_name)
    if len(names) != len(nest.flatten(size)):
        raise ValueError(f"#elems(state_name) != #elems(state_size): {len(names)} vs. {len(nest.flatten(size))}")
    state = nest.pack_sequence_as(size, [state_saver.state(name) for name in names])
    outputs, state = static_rnn(cell, inputs, initial_state=state, sequence_length=sequence_length, scope=scope)
    saved = [state_saver.save_state(name, part) for name, part in zip(names, nest.flatten(state))]
    with context.get_default_graph().control_dependencies(saved):
        outputs[-1] = nest.map_structure(identity, outputs[-1])
        state = nest.map_structure(identity, state)
    return outputs, state


@deprecated(None, _instead("keras.layers.Bidirectional(keras.layers.RNN(cell, unroll=True))"), MODULE)
def static_bidirectional_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Sequence[Any],
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """One cell over the inputs as they are, another over the same reversed; their outputs are joined.

    Args: as `tf.nn.static_rnn`'s, with a cell and a state for each direction.

    Returns:
      (outputs, last state forward, last state backward).
    """
    assert_like_rnncell("cell_fw", cell_fw)
    assert_like_rnncell("cell_bw", cell_bw)
    _check_inputs(inputs)
    with scopes.variable_scope(scope or "bidirectional_rnn"):
        with scopes.variable_scope("fw") as fw_scope:
            forward, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, scope=fw_scope)
        with scopes.variable_scope("bw") as bw_scope:
            turned = _reversed(inputs, sequence_length)
            backward, state_bw = static_rnn(cell_bw, turned, initial_state_bw, dtype, sequence_length, scope=bw_scope)
    backward = _reversed(backward, sequence_length)
    pairs = zip(nest.flatten(forward), nest.flatten(backward))
    joined = [concat([fw, bw], 1) for fw, bw in pairs]
    return nest.pack_sequence_as(forward, joined), state_fw, state_bw


def _reversed(inputs: Sequence[Any], lengths: Any) -> list[Any]:
    """The steps in reverse order, each sequence up to its length."""
    if lengths is None:
        return list(reversed(inputs))
    flat_steps = [nest.flatten(x) for x in inputs]
    results: list[list[Tensor]] = [[] for _ in inputs]
    for sequence in zip(*flat_steps):
        common = shapes.unknown_shape(rank=sequence[0].shape.ndims)
        for x in sequence:
            common.merge_with(x.shape)
            x.set_shape(common)
        turned = unstack(reverse_sequence(stack(sequence), lengths, 0, 1))
        for tensor, result in zip(turned, results):
            tensor.set_shape(common)
            result.append(tensor)
    return [nest.pack_sequence_as(x, result) for x, result in zip(inputs, results)]
