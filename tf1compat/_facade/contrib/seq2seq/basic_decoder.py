"""`tf.contrib.seq2seq.BasicDecoder`: a cell, and a helper that chooses its next inputs."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade.contrib.seq2seq.decoder import Decoder
from tf1compat._facade.contrib.seq2seq.plain_helpers import Helper
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers.base import Layer
from tf1compat._facade.rnn_cell_base import assert_like_rnncell
from tf1compat._jaxcore.base import nest, shapes


class BasicDecoderOutput(NamedTuple):
    """Outputs of the cell, and what the helper chose from them."""

    rnn_output: Any
    sample_id: Any


def output_sizes(cell: Any, output_layer: Any) -> Any:
    """Sizes of what a cell gives, through a layer where there is one."""
    size = cell.output_size
    if output_layer is None:
        return size
    with_batch = nest.map_structure(lambda s: shapes.TensorShape([None]).concatenate(s), size)
    return nest.map_structure(lambda s: s[1:], output_layer.compute_output_shape(with_batch))


class BasicDecoder(Decoder):
    """A decoder that calls a cell and asks a helper for what it chooses and for its next inputs.

    Args:
      cell: an RNNCell.
      helper: a `Helper`.
      initial_state: the state to begin with.
      output_layer: a layer that outputs pass through, none where absent.

    Raises:
      TypeError: an argument is not of its type.
    """

    def __init__(self, cell: Any, helper: Any, initial_state: Any, output_layer: Any = None) -> None:
        assert_like_rnncell("cell", cell)
        if not isinstance(helper, Helper):
            raise TypeError(f"helper must be a Helper, received: {type(helper)}")
        if output_layer is not None and not isinstance(output_layer, Layer):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._helper = helper
        self._initial_state = initial_state
        self._output_layer = output_layer

    @property
    def batch_size(self) -> Any:
        return self._helper.batch_size

    def _rnn_output_size(self) -> Any:
        return output_sizes(self._cell, self._output_layer)

    @property
    def output_size(self) -> Any:
        return BasicDecoderOutput(self._rnn_output_size(), self._helper.sample_ids_shape)

    @property
    def output_dtype(self) -> Any:
        dtype = nest.flatten(self._initial_state)[0].dtype
        kinds = nest.map_structure(lambda _: dtype, self._rnn_output_size())
        return BasicDecoderOutput(kinds, self._helper.sample_ids_dtype)

    def initialize(self, name: str | None = None) -> Any:
        return (*self._helper.initialize(), self._initial_state)

    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> Any:
        with name_scope(name, "BasicDecoderStep", (time, inputs, state)):
            outputs, cell_state = self._cell(inputs, state)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            ids = self._helper.sample(time=time, outputs=outputs, state=cell_state)
            finished, next_inputs, next_state = self._helper.next_inputs(
                time=time, outputs=outputs, state=cell_state, sample_ids=ids
            )
        return BasicDecoderOutput(outputs, ids), next_state, next_inputs, finished
