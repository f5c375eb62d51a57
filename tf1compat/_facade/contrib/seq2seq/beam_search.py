"""`tf.contrib.seq2seq.BeamSearchDecoder`: the likeliest sequences of a decoder."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade.array_creation import one_hot, zeros
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import size as size_of
from tf1compat._facade.array_ops import concat, expand_dims, reshape, tile
from tf1compat._facade.cond import cond
from tf1compat._facade.contrib.seq2seq import beam_arrays, beam_scores
from tf1compat._facade.contrib.seq2seq.basic_decoder import output_sizes
from tf1compat._facade.contrib.seq2seq.beam_scores import BeamSearchDecoderOutput as BeamSearchDecoderOutput
from tf1compat._facade.contrib.seq2seq.beam_scores import BeamSearchDecoderState as BeamSearchDecoderState
from tf1compat._facade.contrib.seq2seq.decoder import Decoder
from tf1compat._facade.contrib.seq2seq.plain_helpers import embedding_function
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.layers.base import Layer
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_reductions import reduce_all, reduce_max
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.rnn_cell_base import assert_like_rnncell
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import dtypes, nest, shapes
from tf1compat._jaxcore.ir.partial import constant_value


class FinalBeamSearchDecoderOutput(NamedTuple):
    """Symbols (time, batch, beam) of the beams found, the best one first, and what the steps gave."""

    predicted_ids: Any
    beam_search_decoder_output: Any


class BeamSearchDecoder(Decoder):
    """A decoder that keeps the `beam_width` likeliest sequences.

    Args:
      cell: an RNNCell.
      embedding: a table, or a function of ids.
      start_tokens: int32 vector (batch), the first ids.
      end_token: int32 scalar, the id that ends a sequence.
      initial_state: state with the batch size batch * beam_width, see `tile_batch`.
      beam_width: number of sequences.
      output_layer: a layer that outputs pass through, none where absent.
      length_penalty_weight: exponent of the length that scores are divided by (Wu et al., arXiv:1609.08144); 0 is off.
      coverage_penalty_weight: weight of the penalty for entries of the memory that were not attended to; 0 is off.
      reorder_tensor_arrays: whether TensorArrays in the cell's state are put in the order of the beams found.

    Raises:
      TypeError: an argument is not of its type.
      ValueError: the ids have another rank, or the state another batch size.
    """

    def __init__(
        self,
        cell: Any,
        embedding: Any,
        start_tokens: Any,
        end_token: Any,
        initial_state: Any,
        beam_width: int,
        output_layer: Any = None,
        length_penalty_weight: Any = 0.0,
        coverage_penalty_weight: Any = 0.0,
        reorder_tensor_arrays: bool = True,
    ) -> None:
        assert_like_rnncell("cell", cell)
        if output_layer is not None and not isinstance(output_layer, Layer):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._output_layer = output_layer
        self._reorder_tensor_arrays = reorder_tensor_arrays
        self._beam_width = beam_width
        self._length_penalty_weight = length_penalty_weight
        self._coverage_penalty_weight = coverage_penalty_weight
        self._embedding_fn = embedding_function(embedding)
        self._start_tokens = convert(start_tokens, dtypes.int32, "start_tokens")
        if self._start_tokens.shape.ndims != 1:
            raise ValueError("start_tokens must be a vector")
        self._end_token = convert(end_token, dtypes.int32, "end_token")
        if self._end_token.shape.ndims != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size = size_of(start_tokens)
        self._initial_cell_state = nest.map_structure(
            self._maybe_split_batch_beams, initial_state, self._cell.state_size
        )
        self._start_tokens = tile(expand_dims(self._start_tokens, 1), [1, beam_width])
        self._start_inputs = self._embedding_fn(self._start_tokens)
        # one beam goes on; the others come from it
        first = zeros([self._batch_size], dtype=dtypes.int32)
        self._finished = one_hot(first, depth=beam_width, on_value=False, off_value=True, dtype=dtypes.bool)

    @property
    def batch_size(self) -> Any:
        return self._batch_size

    @property
    def tracks_own_finished(self) -> bool:
        return True  # beams change places

    @property
    def output_size(self) -> Any:
        return BeamSearchDecoderOutput(*(shapes.TensorShape([self._beam_width]) for _ in range(3)))

    @property
    def _dtype(self) -> Any:
        return nest.flatten(self._initial_cell_state)[0].dtype

    @property
    def output_dtype(self) -> Any:
        dtype, sizes = self._dtype, output_sizes(self._cell, self._output_layer)
        return BeamSearchDecoderOutput(nest.map_structure(lambda _: dtype, sizes), dtypes.int32, dtypes.int32)

    def initialize(self, name: str | None = None) -> Any:
        dtype = self._dtype
        log_probs = one_hot(
            zeros([self._batch_size], dtype=dtypes.int32),
            depth=self._beam_width,
            on_value=convert(0.0, dtype),
            off_value=convert(-np.inf, dtype),
            dtype=dtype,
        )
        attention = beam_scores.get_attention_probs(self._initial_cell_state, self._coverage_penalty_weight)
        state = BeamSearchDecoderState(
            cell_state=self._initial_cell_state,
            log_probs=log_probs,
            finished=self._finished,
            lengths=zeros([self._batch_size, self._beam_width], dtype=dtypes.int64),
            accumulated_attention_probs=() if attention is None else attention,
        )
        return self._finished, self._start_inputs, state

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> Any:
        longest = cast(reduce_max(final_state.lengths, axis=1), dtypes.int32)
        predicted = beam_arrays.gather_tree(
            outputs.predicted_ids, outputs.parent_ids, max_sequence_lengths=longest, end_token=self._end_token
        )
        if self._reorder_tensor_arrays:
            ordered = nest.map_structure(
                lambda t: self._maybe_sort_array_beams(t, outputs.parent_ids, final_state.lengths),
                final_state.cell_state,
            )
            final_state = final_state._replace(cell_state=ordered)
        return FinalBeamSearchDecoderOutput(predicted, outputs), final_state

    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> Any:
        with name_scope(name, "BeamSearchDecoderStep", (time, inputs, state)):
            inputs = nest.map_structure(lambda x: self._merge_batch_beams(x, s=x.shape[2:]), inputs)
            sizes = self._cell.state_size
            cell_state = nest.map_structure(self._maybe_merge_batch_beams, state.cell_state, sizes)
            outputs, next_cell_state = self._cell(inputs, cell_state)
            outputs = nest.map_structure(lambda out: self._split_batch_beams(out, out.shape[1:]), outputs)
            next_cell_state = nest.map_structure(self._maybe_split_batch_beams, next_cell_state, sizes)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            output, next_state = beam_scores.beam_search_step(
                time=time,
                logits=outputs,
                next_cell_state=next_cell_state,
                beam_state=state,
                batch_size=self._batch_size,
                beam_width=self._beam_width,
                end_token=self._end_token,
                length_penalty_weight=self._length_penalty_weight,
                coverage_penalty_weight=self._coverage_penalty_weight,
            )
            next_inputs = cond(
                reduce_all(next_state.finished),
                lambda: self._start_inputs,
                lambda: self._embedding_fn(output.predicted_ids),
            )
        return output, next_state, next_inputs, next_state.finished

    def _merge_batch_beams(self, t: Any, s: Any = None) -> Tensor:
        """(batch, beam, …) as (batch * beam, …)."""
        rest = _static(s)
        shape = shape_of(t)
        known = beam_arrays.known_size(self._batch_size)
        merged = reshape(t, concat(([self._batch_size * self._beam_width], shape[2:]), 0))
        merged.set_shape(shapes.TensorShape([None if known is None else known * self._beam_width]).concatenate(rest))
        return merged

    def _split_batch_beams(self, t: Any, s: Any = None) -> Tensor:
        """(batch * beam, …) as (batch, beam, …)."""
        rest = _static(s)
        shape = shape_of(t)
        split = reshape(t, concat(([self._batch_size, self._beam_width], shape[1:]), 0))
        known = beam_arrays.known_size(self._batch_size)
        expected = shapes.TensorShape([known, self._beam_width]).concatenate(rest)
        if not split.shape.is_compatible_with(expected):
            raise ValueError(
                "Unexpected behavior when reshaping between beam width and batch size.  The reshaped tensor has "
                f"shape: {split.shape}.  We expected it to have shape (batch_size, beam_width, depth) == {expected}.  "
                "Perhaps you forgot to create a zero_state with batch_size=encoder_batch_size * beam_width?"
            )
        split.set_shape(expected)
        return split

    def _maybe_split_batch_beams(self, t: Any, s: Any) -> Any:
        if isinstance(t, TensorArray):
            return t
        beam_arrays.check_ndims(t)
        return self._split_batch_beams(t, s) if t.shape.ndims >= 1 else t

    def _maybe_merge_batch_beams(self, t: Any, s: Any) -> Any:
        if isinstance(t, TensorArray):
            return t
        beam_arrays.check_ndims(t)
        return self._merge_batch_beams(t, s) if t.shape.ndims >= 2 else t

    def _maybe_sort_array_beams(self, t: Any, parent_ids: Any, sequence_length: Any) -> Any:
        if not isinstance(t, TensorArray):
            return t
        ndims = t.element_shape.ndims
        if ndims is None or ndims < 1:
            tf_logging.warn(
                f"The TensorArray {t.handle.name} in the cell state is not amenable to sorting based on the beam search "
                "result. For a TensorArray to be sorted, its elements shape must be defined and have at least a rank "
                f"of 1, but saw shape: {t.element_shape}"
            )
            return t
        known = beam_arrays.known_size(self._batch_size)
        if not beam_arrays.fits_batch_and_beam(t.element_shape, known, self._beam_width):
            return t
        stacked = t.stack()
        check = beam_arrays.check_batch_and_beam(stacked, self._batch_size, self._beam_width)
        with control_dependencies([check]):
            return beam_arrays.gather_tree_from_array(stacked, parent_ids, sequence_length)


def _static(s: Any) -> shapes.TensorShape:
    if isinstance(s, Tensor):
        known = constant_value(s)
        return shapes.as_shape(None if known is None else known.tolist())
    return shapes.TensorShape(s)
