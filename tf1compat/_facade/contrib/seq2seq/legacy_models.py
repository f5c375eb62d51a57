"""`tf.contrib.legacy_seq2seq`: whole models, an encoder and a decoder over lists of steps."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import concat, reshape
from tf1compat._facade.cond import cond
from tf1compat._facade.contrib.rnn.projections import EmbeddingWrapper, OutputProjectionWrapper
from tf1compat._facade.contrib.seq2seq.legacy_decoders import (
    LoopFunction,
    check_projection,
    embed_previous,
    embedding_attention_decoder,
    embedding_rnn_decoder,
    rnn_decoder,
)
from tf1compat._facade.embedding_ops import embedding_lookup
from tf1compat._facade.rnn_cell_base import RNNCell
from tf1compat._facade.rnn_static import static_rnn
from tf1compat._jaxcore.base import dtypes, nest

Result = tuple[list[Any], Any]


def basic_rnn_seq2seq(
    encoder_inputs: list[Any], decoder_inputs: list[Any], cell: Any, dtype: Any = dtypes.float32, scope: Any = None
) -> Result:
    """An encoder's last state is where a decoder of the same kind, with variables of its own, begins.

    Args:
      encoder_inputs, decoder_inputs: for each step a tensor (batch, input size).
      cell: an RNNCell.
      dtype: type of the encoder's first state.
      scope: variable scope, `basic_rnn_seq2seq` where absent.

    Returns:
      (outputs, last state).
    """
    with scopes.variable_scope(scope or "basic_rnn_seq2seq"):
        _, state = static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


def tied_rnn_seq2seq(
    encoder_inputs: list[Any],
    decoder_inputs: list[Any],
    cell: Any,
    loop_function: LoopFunction | None = None,
    dtype: Any = dtypes.float32,
    scope: Any = None,
) -> Result:
    """`basic_rnn_seq2seq` whose encoder and decoder share their variables.

    Args: as `basic_rnn_seq2seq`'s, with the `loop_function` of `rnn_decoder`.
    """
    with scopes.variable_scope("combined_tied_rnn_seq2seq"):
        scope = scope or "tied_rnn_seq2seq"
        _, state = static_rnn(cell, encoder_inputs, dtype=dtype, scope=scope)
        scopes.get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function=loop_function, scope=scope)


def _chosen(feed_previous: Any, steps: int, decode: Callable[[bool], Result]) -> tuple[list[Any], list[Any]]:
    """(outputs, parts of the state) of a decoder whose `feed_previous` is a tensor: one graph for each value."""

    def branch(feed: bool) -> list[Any]:
        with scopes.variable_scope(scopes.get_variable_scope(), reuse=None if feed else True):
            outputs, state = decode(feed)
            return outputs + nest.flatten(state)

    found = cond(feed_previous, lambda: branch(True), lambda: branch(False))
    return found[:steps], found[steps:]


def _like(structure: Any, flat: list[Any]) -> Any:
    return nest.pack_sequence_as(structure, flat) if nest.is_nested(structure) else flat[0]


def _encoder(cell: Any, symbols: int, size: int) -> EmbeddingWrapper:
    return EmbeddingWrapper(copy.deepcopy(cell), embedding_classes=symbols, embedding_size=size)


def embedding_rnn_seq2seq(
    encoder_inputs: list[Any],
    decoder_inputs: list[Any],
    cell: Any,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> Result:
    """`basic_rnn_seq2seq` of symbols, with a table each for encoder and decoder.

    Args:
      encoder_inputs, decoder_inputs: for each step an int32 vector (batch).
      cell: an RNNCell.
      num_encoder_symbols, num_decoder_symbols, embedding_size: sizes of the tables.
      output_projection: None, or (weights, biases) that give symbols from outputs; without it the outputs have a
        number for each symbol.
      feed_previous: whether the decoder's inputs behind the first are the symbols decoded last; a bool or a tensor.
      dtype: type of the encoder's first state, the scope's where absent.
      scope: variable scope, `embedding_rnn_seq2seq` where absent.
    """
    with scopes.variable_scope(scope or "embedding_rnn_seq2seq") as opened:
        if dtype is not None:
            opened.set_dtype(dtype)
        else:
            dtype = opened.dtype
        _, first = static_rnn(_encoder(cell, num_encoder_symbols, embedding_size), encoder_inputs, dtype=dtype)
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)

        def decode(feed: bool, update: bool = False) -> Result:
            return embedding_rnn_decoder(
                decoder_inputs,
                first,
                cell,
                num_decoder_symbols,
                embedding_size,
                output_projection=output_projection,
                feed_previous=feed,
                update_embedding_for_previous=update,
            )

        if isinstance(feed_previous, bool):
            return decode(feed_previous, update=True)
        outputs, flat = _chosen(feed_previous, len(decoder_inputs), decode)
        return outputs, _like(first, flat)


def embedding_tied_rnn_seq2seq(
    encoder_inputs: list[Any],
    decoder_inputs: list[Any],
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    num_decoder_symbols: int | None = None,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> Result:
    """`tied_rnn_seq2seq` of symbols, with one table for encoder and decoder.

    Args: as `embedding_rnn_seq2seq`'s; `num_symbols` is the size of the table, `num_decoder_symbols` the number of
      symbols in the outputs where it is another.
    """
    with scopes.variable_scope(scope or "embedding_tied_rnn_seq2seq", dtype=dtype) as opened:
        dtype = opened.dtype
        if output_projection is not None:
            check_projection(output_projection, num_symbols, dtype)
        table = scopes.get_variable("embedding", [num_symbols, embedding_size], dtype=dtype)
        rows_in = [embedding_lookup(table, x) for x in encoder_inputs]
        rows_out = [embedding_lookup(table, x) for x in decoder_inputs]
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_symbols if num_decoder_symbols is None else num_decoder_symbols)

        def decode(feed: bool, update: bool = False) -> Result:
            loop = embed_previous(table, output_projection, update) if feed else None
            return tied_rnn_seq2seq(rows_in, rows_out, cell, loop_function=loop, dtype=dtype)

        if isinstance(feed_previous, bool):
            return decode(feed_previous, update=True)
        outputs, flat = _chosen(feed_previous, len(decoder_inputs), decode)
        return outputs, _like(cell.zero_state(_batch_size(encoder_inputs), dtype), flat)


def _batch_size(inputs: list[Any]) -> Any:
    known = inputs[0].shape.dims[0]
    for x in inputs[1:]:
        known.merge_with(x.shape.dims[0])
    return shape_of(inputs[0])[0] if known.value is None else known.value


def embedding_attention_seq2seq(
    encoder_inputs: list[Any],
    decoder_inputs: list[Any],
    cell: Any,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> Result:
    """`embedding_rnn_seq2seq` whose decoder sees weighted sums of all the encoder's outputs.

    Args: as `embedding_rnn_seq2seq`'s and `attention_decoder`'s.
    """
    with scopes.variable_scope(scope or "embedding_attention_seq2seq", dtype=dtype) as opened:
        dtype = opened.dtype
        encoder = _encoder(cell, num_encoder_symbols, embedding_size)
        encoded, first = static_rnn(encoder, encoder_inputs, dtype=dtype)
        attention_states = concat([reshape(e, [-1, 1, cell.output_size]) for e in encoded], 1)
        output_size = None
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)
            output_size = num_decoder_symbols

        def decode(feed: bool, update: bool = False) -> Result:
            return embedding_attention_decoder(
                decoder_inputs,
                first,
                attention_states,
                cell,
                num_decoder_symbols,
                embedding_size,
                num_heads=num_heads,
                output_size=output_size,
                output_projection=output_projection,
                feed_previous=feed,
                update_embedding_for_previous=update,
                initial_state_attention=initial_state_attention,
            )

        if isinstance(feed_previous, bool):
            return decode(feed_previous, update=True)
        outputs, flat = _chosen(feed_previous, len(decoder_inputs), decode)
        return outputs, _like(first, flat)


def one2many_rnn_seq2seq(
    encoder_inputs: list[Any],
    decoder_inputs_dict: dict[Any, list[Any]],
    enc_cell: Any,
    dec_cells_dict: dict[Any, Any],
    num_encoder_symbols: int,
    num_decoder_symbols_dict: dict[Any, int],
    embedding_size: int,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """One encoder and several decoders of symbols (Luong et al., arXiv:1511.06114).

    Args: as `embedding_rnn_seq2seq`'s; what belongs to a decoder stands in dictionaries under its name.

    Returns:
      (outputs of each decoder, last state of each decoder).

    Raises:
      TypeError: a cell is no RNNCell.
      ValueError: the dictionaries have different names.
    """
    if not isinstance(enc_cell, RNNCell):
        raise TypeError(f"enc_cell is not an RNNCell: {type(enc_cell)}")
    if set(dec_cells_dict) != set(decoder_inputs_dict):
        raise ValueError("keys of dec_cells_dict != keys of decodre_inputs_dict")
    for cell in dec_cells_dict.values():
        if not isinstance(cell, RNNCell):
            raise TypeError(f"dec_cell is not an RNNCell: {type(cell)}")
    outputs: dict[Any, Any] = {}
    states: dict[Any, Any] = {}
    with scopes.variable_scope(scope or "one2many_rnn_seq2seq", dtype=dtype) as opened:
        encoder = EmbeddingWrapper(enc_cell, embedding_classes=num_encoder_symbols, embedding_size=embedding_size)
        _, first = static_rnn(encoder, encoder_inputs, dtype=opened.dtype)
        for name, inputs in decoder_inputs_dict.items():
            symbols = num_decoder_symbols_dict[name]
            with scopes.variable_scope(f"one2many_decoder_{name}"):
                cell = OutputProjectionWrapper(dec_cells_dict[name], symbols)
                rest = (first, cell, symbols, embedding_size)
                if isinstance(feed_previous, bool):
                    found = embedding_rnn_decoder(inputs, *rest, feed_previous=feed_previous)
                else:
                    found = _one_of_many(inputs, rest, feed_previous)
            outputs[name], states[name] = found
    return outputs, states


def _one_of_many(inputs: list[Any], rest: tuple[Any, ...], feed_previous: Any) -> Result:
    def decode(feed: bool) -> Result:
        return embedding_rnn_decoder(inputs, *rest, feed_previous=feed)

    outputs, flat = _chosen(feed_previous, len(inputs), decode)
    return outputs, _like(rest[0], flat)
