"""Cells around cells: embeddings and projections of inputs, projections of outputs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import reshape
from tf1compat._facade.contrib.rnn.linear import Linear
from tf1compat._facade.embedding_ops import embedding_lookup
from tf1compat._facade.framework import device, name_scope
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.rnn_cell_base import RNNCell, assert_like_rnncell


class ScopedWrapper(RNNCell):
    """Base of cells that call another one inside their own variable scope."""

    def __init__(self, cell: Any, reuse: bool | None) -> None:
        super().__init__(_reuse=reuse)
        assert_like_rnncell("cell", cell)
        self._cell = cell

    @property
    def state_size(self) -> Any:
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        return self._cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self._cell.zero_state(batch_size, dtype)


class EmbeddingWrapper(ScopedWrapper):
    """A cell whose inputs are numbers of rows in a table.

    Args:
      cell: the cell that gets the rows.
      embedding_classes: number of rows.
      embedding_size: their width.
      initializer: of the table; the variable scope's, or uniform between -sqrt(3) and sqrt(3) where absent.
      reuse: whether to use variables that exist.

    Raises:
      TypeError: `cell` is no cell.
      ValueError: a size is not positive.
    """

    def __init__(
        self, cell: Any, embedding_classes: int, embedding_size: int, initializer: Any = None, reuse: bool | None = None
    ) -> None:
        super().__init__(cell, reuse)
        if embedding_classes <= 0 or embedding_size <= 0:
            raise ValueError(
                f"Both embedding_classes and embedding_size must be > 0: {embedding_classes}, {embedding_size}."
            )
        self._embedding_classes = embedding_classes
        self._embedding_size = embedding_size
        self._initializer = initializer

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        with device("/cpu:0"):
            bound = math.sqrt(3)  # variance 1
            initializer = self._initializer or scopes.get_variable_scope().initializer
            table = scopes.get_variable(
                "embedding",
                [self._embedding_classes, self._embedding_size],
                initializer=initializer or init_ops.random_uniform_initializer(-bound, bound),
                dtype=state[0].dtype if isinstance(state, tuple) else state.dtype,
            )
            return self._cell(embedding_lookup(table, reshape(inputs, [-1])), state)


class InputProjectionWrapper(ScopedWrapper):
    """A cell whose inputs pass through a matrix first.

    Args:
      cell: the cell.
      num_proj: width of what the cell gets.
      activation: function of the projection, none where absent.
      input_size: deprecated.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        cell: Any,
        num_proj: int,
        activation: Callable[[Any], Any] | None = None,
        input_size: Any = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(cell, reuse)
        if input_size is not None:
            tf_logging.warn("%s: The input_size parameter is deprecated.", self)
        self._num_proj = num_proj
        self._activation = activation
        self._linear: Linear | None = None

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self._linear is None:
            self._linear = Linear(inputs, self._num_proj, True)
        projected = self._linear(inputs)
        return self._cell(self._activation(projected) if self._activation else projected, state)


class OutputProjectionWrapper(ScopedWrapper):
    """A cell whose outputs pass through a matrix.

    Args:
      cell: the cell.
      output_size: width of the projection.
      activation: function of the projection, none where absent.
      reuse: whether to use variables that exist.

    Raises:
      TypeError: `cell` is no cell.
      ValueError: the size is not positive.
    """

    def __init__(
        self,
        cell: Any,
        output_size: int,
        activation: Callable[[Any], Any] | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(cell, reuse)
        if output_size < 1:
            raise ValueError(f"Parameter output_size must be > 0: {output_size}.")
        self._output_size = output_size
        self._activation = activation
        self._linear: Linear | None = None

    @property
    def output_size(self) -> Any:
        return self._output_size

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        output, new_state = self._cell(inputs, state)
        if self._linear is None:
            self._linear = Linear(output, self._output_size, True)
        projected = self._linear(output)
        return (self._activation(projected) if self._activation else projected), new_state
