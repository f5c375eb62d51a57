"""What static and dynamic recurrent networks share: sizes, types, and steps behind the end of a sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade import control_queries as queries
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import where
from tf1compat._facade.cond import cond
from tf1compat._facade.deprecation import deprecated as deprecated
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import nest, shapes
from tf1compat._jaxcore.ir.partial import constant_value

MODULE = "tensorflow.python.ops.rnn"


def use_caching_device(scope: Any) -> None:
    """Variables of the cell are read once, not in every step (unless the network itself is part of a loop)."""
    place = context.get_default_graph()._control_flow_context
    if queries.containing_while_context(place) is None and scope.caching_device is None:
        scope.set_caching_device(lambda op: op.device)


def input_batch_size(flat_input: Sequence[Tensor]) -> Any:
    """The second size of the inputs: an int if it is known, else a tensor.

    Raises:
      ValueError: an input is not at least a matrix.
    """
    for tensor in flat_input:
        if tensor.dims is None:
            continue
        if len(tensor.dims) < 2:
            raise ValueError(f"Expected input tensor {tensor} to have rank at least 2")
        if tensor.dims[1] is not None:
            return tensor.dims[1]
    return shape_of(flat_input[0])[1]


def state_dtype(explicit: Any, state: Any) -> Any:
    """`explicit`, or the one type that all tensors of the state have.

    Raises:
      ValueError: the state is empty or has several types.
    """
    if explicit is not None:
        return explicit
    if not nest.is_nested(state):
        return state.dtype
    found = [element.dtype for element in nest.flatten(state)]
    if not found:
        raise ValueError("Unable to infer dtype from empty state.")
    if any(dtype != found[0] for dtype in found):
        raise ValueError(
            "State has tensors of different inferred_dtypes. Unable to infer a single representative dtype."
        )
    return found[0]


def initial_state_of(cell: Any, batch_size: Any, dtype: Any) -> Any:
    """The state that a sequence starts with where none is given."""
    make = getattr(cell, "get_initial_state", None)
    if make is not None:
        return make(inputs=None, batch_size=batch_size, dtype=dtype)
    return cell.zero_state(batch_size, dtype)


def shape_from_size(size: Any) -> Any:
    """A size that is a tensor as the shape it is known to be."""
    if not isinstance(size, Tensor):
        return shapes.as_shape(size)
    known = constant_value(size)
    return shapes.as_shape(None if known is None else known.tolist())


def rnn_step(
    time: Any,
    sequence_length: Tensor,
    min_sequence_length: Tensor,
    max_sequence_length: Tensor,
    zero_output: Any,
    state: Any,
    call_cell: Callable[[], Any],
    skip_conditionals: bool = False,
) -> tuple[Any, Any]:
    """One step in which sequences that have ended give zeros and keep their state: (output, new state).

    Args:
      time: number of the step.
      sequence_length: length of each sequence, with their minimum and maximum.
      zero_output: what ended sequences give.
      state: the state before the step.
      call_cell: makes the step.
      skip_conditionals: whether to call the cell even if all sequences have ended.
    """
    flat_state, flat_zeros = nest.flatten(state), nest.flatten(zero_output)
    ended = time >= sequence_length

    def kept(old: Any, new: Any) -> Any:
        if isinstance(old, TensorArray) or old.shape.ndims == 0:
            return new
        with context.get_default_graph().colocate_with(new):
            return where(ended, old, new)

    def mixed(outputs: list[Any], states: list[Any]) -> list[Any]:
        outputs = [kept(old, new) for old, new in zip(flat_zeros, outputs)]
        return outputs + [kept(old, new) for old, new in zip(flat_state, states)]

    def stepped() -> tuple[list[Any], list[Any]]:
        output, new_state = call_cell()
        nest.assert_same_structure(zero_output, output)
        nest.assert_same_structure(state, new_state)
        return nest.flatten(output), nest.flatten(new_state)

    def step_and_mix() -> Any:
        outputs, states = stepped()
        return cond(time < min_sequence_length, lambda: outputs + states, lambda: mixed(outputs, states))

    if skip_conditionals:
        found = mixed(*stepped())
    else:
        found = cond(time >= max_sequence_length, lambda: flat_zeros + flat_state, step_and_mix)
    outputs, states = found[: len(flat_zeros)], found[len(flat_zeros) :]
    for new, old in zip(outputs, flat_zeros):
        new.set_shape(old.shape)
    for new, old in zip(states, flat_state):
        if not isinstance(new, TensorArray):
            new.set_shape(old.shape)
    return nest.pack_sequence_as(zero_output, outputs), nest.pack_sequence_as(state, states)
