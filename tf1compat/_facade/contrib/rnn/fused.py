"""Whole networks as one object: `FusedRNNCell` and what adapts to it."""

from __future__ import annotations

import abc
from typing import Any

from tf1compat._facade.array_ops import reverse, reverse_sequence, stack, unstack
from tf1compat._facade.rnn import dynamic_rnn
from tf1compat._facade.rnn_static import static_rnn


class FusedRNNCell(abc.ABC):
    """Something that runs over all steps at once, with time in front."""

    @abc.abstractmethod
    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> Any:
        """Run over the inputs.

        Args:
          inputs: a tensor (time, batch, input size), or a list of matrices.
          initial_state: the state to begin with; zeros of type `dtype` where absent.
          dtype: type of state and outputs; needed without `initial_state`.
          sequence_length: None or an integer vector (batch).
          scope: variable scope.

        Returns:
          (outputs like the inputs, last state).
        """


class FusedRNNCellAdaptor(FusedRNNCell):
    """A cell as a FusedRNNCell.

    Args:
      cell: an RNNCell.
      use_dynamic_rnn: whether there is a loop (True) or a piece of graph for each step.
    """

    def __init__(self, cell: Any, use_dynamic_rnn: bool = False) -> None:
        self._cell = cell
        self._use_dynamic_rnn = use_dynamic_rnn

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> Any:
        is_list = isinstance(inputs, list)
        given = {"initial_state": initial_state, "dtype": dtype, "sequence_length": sequence_length, "scope": scope}
        if self._use_dynamic_rnn:
            inputs = stack(inputs) if is_list else inputs
            outputs, state = dynamic_rnn(self._cell, inputs, time_major=True, **given)
            return unstack(outputs) if is_list else outputs, state
        outputs, state = static_rnn(self._cell, inputs if is_list else unstack(inputs), **given)
        return outputs if is_list else stack(outputs), state


class TimeReversedFusedRNN(FusedRNNCell):
    """A FusedRNNCell over the steps in reverse order; its outputs are in the order of the inputs.

    Args:
      cell: a FusedRNNCell.
    """

    def __init__(self, cell: Any) -> None:
        self._cell = cell

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> Any:
        outputs, state = self._cell(
            _reversed(inputs, sequence_length),
            initial_state=initial_state,
            dtype=dtype,
            sequence_length=sequence_length,
            scope=scope,
        )
        return _reversed(outputs, sequence_length), state


def _reversed(x: Any, lengths: Any) -> Any:
    if isinstance(x, list):
        return list(reversed(x))
    if lengths is None:
        return reverse(x, [0])
    return reverse_sequence(x, lengths, 0, 1)
