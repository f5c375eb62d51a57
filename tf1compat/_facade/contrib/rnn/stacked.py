"""Stacks of networks that run in both directions."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat
from tf1compat._facade.rnn import bidirectional_dynamic_rnn
from tf1compat._facade.rnn_static import static_bidirectional_rnn


def _check(cells_fw: Any, cells_bw: Any, states_fw: Any, states_bw: Any) -> None:
    for cells, way in ((cells_fw, "fw"), (cells_bw, "bw")):
        if not cells:
            raise ValueError(f"Must specify at least one {way} cell for BidirectionalRNN.")
    for cells, way in ((cells_fw, "fw"), (cells_bw, "bw")):
        if not isinstance(cells, list):
            raise ValueError(f"cells_{way} must be a list of RNNCells (one per layer).")
    if len(cells_fw) != len(cells_bw):
        raise ValueError("Forward and Backward cells must have the same depth.")
    for states, way in ((states_fw, "fw"), (states_bw, "bw")):
        if states is not None and (not isinstance(states, list) or len(states) != len(cells_fw)):
            raise ValueError(f"initial_states_{way} must be a list of state tensors (one per layer).")


def stack_bidirectional_rnn(
    cells_fw: list[Any],
    cells_bw: list[Any],
    inputs: list[Any],
    initial_states_fw: list[Any] | None = None,
    initial_states_bw: list[Any] | None = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Several `static_bidirectional_rnn`, each over the joined outputs of the one below it.

    Args: as `tf.nn.static_bidirectional_rnn`'s, with a list of cells and a list of states for each direction.

    Returns:
      (outputs, tuple of last states forward, tuple of last states backward).

    Raises:
      ValueError: the lists are empty or differ in length.
    """
    _check(cells_fw, cells_bw, initial_states_fw, initial_states_bw)
    forward: list[Any] = []
    backward: list[Any] = []
    with scopes.variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (cell_fw, cell_bw) in enumerate(zip(cells_fw, cells_bw)):
            with scopes.variable_scope(f"cell_{i}") as cell_scope:
                inputs, state_fw, state_bw = static_bidirectional_rnn(
                    cell_fw,
                    cell_bw,
                    inputs,
                    initial_state_fw=initial_states_fw[i] if initial_states_fw else None,
                    initial_state_bw=initial_states_bw[i] if initial_states_bw else None,
                    sequence_length=sequence_length,
                    dtype=dtype,
                    scope=cell_scope,
                )
            forward.append(state_fw)
            backward.append(state_bw)
    return inputs, tuple(forward), tuple(backward)


def stack_bidirectional_dynamic_rnn(
    cells_fw: list[Any],
    cells_bw: list[Any],
    inputs: Any,
    initial_states_fw: list[Any] | None = None,
    initial_states_bw: list[Any] | None = None,
    dtype: Any = None,
    sequence_length: Any = None,
    parallel_iterations: int | None = None,
    time_major: bool = False,
    scope: Any = None,
    swap_memory: bool = False,
) -> tuple[Any, Any, Any]:
    """Several `bidirectional_dynamic_rnn`, each over the joined outputs of the one below it.

    Args: as `tf.nn.bidirectional_dynamic_rnn`'s, with a list of cells and a list of states for each direction.

    Returns:
      (outputs, tuple of last states forward, tuple of last states backward).

    Raises:
      ValueError: the lists are empty or differ in length.
    """
    _check(cells_fw, cells_bw, initial_states_fw, initial_states_bw)
    forward: list[Any] = []
    backward: list[Any] = []
    with scopes.variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (cell_fw, cell_bw) in enumerate(zip(cells_fw, cells_bw)):
            with scopes.variable_scope(f"cell_{i}"):
                outputs, (state_fw, state_bw) = bidirectional_dynamic_rnn(
                    cell_fw,
                    cell_bw,
                    inputs,
                    initial_state_fw=initial_states_fw[i] if initial_states_fw else None,
                    initial_state_bw=initial_states_bw[i] if initial_states_bw else None,
                    sequence_length=sequence_length,
                    parallel_iterations=parallel_iterations,
                    dtype=dtype,
                    swap_memory=swap_memory,
                    time_major=time_major,
                )
                inputs = concat(outputs, 2)
            forward.append(state_fw)
            backward.append(state_bw)
    return inputs, tuple(forward), tuple(backward)
