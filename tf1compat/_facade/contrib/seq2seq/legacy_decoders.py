"""`tf.contrib.legacy_seq2seq`: decoders with a piece of graph for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_ops import concat, reshape, stack, stop_gradient
from tf1compat._facade.contrib.rnn.linear import Linear
from tf1compat._facade.convert import convert
from tf1compat._facade.embedding_ops import embedding_lookup
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import tanh
from tf1compat._facade.math_reductions import argmax, reduce_sum
from tf1compat._facade.nn_conv import conv2d
from tf1compat._facade.nn_ops import softmax, xw_plus_b
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest

LoopFunction = Callable[[Any, Any], Any]


def embed_previous(table: Any, output_projection: Any = None, update_embedding: bool = True) -> LoopFunction:
    """A loop function: the row of the symbol that the previous output names.

    Args:
      table: the rows.
      output_projection: None, or (weights, biases) that give symbols from outputs.
      update_embedding: whether gradients reach the table this way.
    """

    def loop_function(prev: Any, _: Any) -> Any:
        if output_projection is not None:
            prev = xw_plus_b(prev, output_projection[0], output_projection[1])
        row = embedding_lookup(table, argmax(prev, 1))
        return row if update_embedding else stop_gradient(row)

    return loop_function


def check_projection(output_projection: Any, num_symbols: int, dtype: Any, weights: bool = True) -> None:
    """Raises ValueError for a projection to another number of symbols."""
    if weights:
        kernel = convert(output_projection[0], dtype)
        kernel.shape.assert_is_compatible_with([None, num_symbols])
    biases = convert(output_projection[1], dtype)
    biases.shape.assert_is_compatible_with([num_symbols])


def rnn_decoder(
    decoder_inputs: Iterable[Any],
    initial_state: Any,
    cell: Any,
    loop_function: LoopFunction | None = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """A cell over the inputs of a decoder.

    Args:
      decoder_inputs: for each step a tensor (batch, input size).
      initial_state: the state to begin with.
      cell: an RNNCell.
      loop_function: function of the previous output and the step's number that gives the step's input; inputs behind
        the first are only counted then.
      scope: variable scope, `rnn_decoder` where absent.

    Returns:
      (outputs, last state).
    """
    with scopes.variable_scope(scope or "rnn_decoder"):
        state, outputs = initial_state, []
        for i, given in enumerate(decoder_inputs):
            if loop_function is not None and outputs:
                with scopes.variable_scope("loop_function", reuse=True):
                    given = loop_function(outputs[-1], i)
            if i > 0:
                scopes.get_variable_scope().reuse_variables()
            output, state = cell(given, state)
            outputs.append(output)
    return outputs, state


def embedding_rnn_decoder(
    decoder_inputs: list[Any],
    initial_state: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """`rnn_decoder` of symbols, which become rows of a table.

    Args:
      decoder_inputs: for each step an int32 vector (batch).
      initial_state: the state to begin with.
      cell: an RNNCell.
      num_symbols, embedding_size: size of the table.
      output_projection: None, or (weights, biases) that give symbols from outputs.
      feed_previous: whether inputs behind the first are the symbols decoded last.
      update_embedding_for_previous: whether gradients reach the table by such symbols.
      scope: variable scope, `embedding_rnn_decoder` where absent.

    Raises:
      ValueError: the projection has another number of symbols.
    """
    with scopes.variable_scope(scope or "embedding_rnn_decoder") as opened:
        if output_projection is not None:
            check_projection(output_projection, num_symbols, opened.dtype)
        table = scopes.get_variable("embedding", [num_symbols, embedding_size])
        loop = embed_previous(table, output_projection, update_embedding_for_previous) if feed_previous else None
        rows = (embedding_lookup(table, i) for i in decoder_inputs)
        return rnn_decoder(rows, initial_state, cell, loop_function=loop)


class _Attention:
    """Weighted sums of the states that an encoder went through, one for each head (Vinyals et al., arXiv:1412.7449)."""

    def __init__(self, states: Tensor, num_heads: int, dtype: Any) -> None:
        dims: Any = states.shape.dims
        length = dims[1].value
        self._length = shape_of(states)[1] if length is None else length
        size = dims[2].value
        self.size, self._dtype = size, dtype
        self._hidden = reshape(states, [-1, self._length, 1, size])
        self._features: list[Any] = []
        self._v: list[Any] = []
        for head in range(num_heads):
            kernel = scopes.get_variable(f"AttnW_{head}", [1, 1, size, size], dtype=dtype)
            self._features.append(conv2d(self._hidden, kernel, [1, 1, 1, 1], "SAME"))
            self._v.append(scopes.get_variable(f"AttnV_{head}", [size], dtype=dtype))

    def __call__(self, query: Any) -> list[Any]:
        if nest.is_nested(query):
            parts = nest.flatten(query)
            for q in parts:
                if q.shape.ndims:
                    assert q.shape.ndims == 2
            query = concat(parts, 1)
        return [self._read(head, query) for head in range(len(self._v))]

    def _read(self, head: int, query: Any) -> Tensor:
        with scopes.variable_scope(f"Attention_{head}"):
            y = reshape(Linear(query, self.size, True)(query), [-1, 1, 1, self.size])
            y = cast(y, self._dtype)
            score = reduce_sum(self._v[head] * tanh(self._features[head] + y), [2, 3])
            weights = cast(softmax(cast(score, dtype=dtypes.float32)), self._dtype)
            read = reduce_sum(reshape(weights, [-1, self._length, 1, 1]) * self._hidden, [1, 2])
            return reshape(read, [-1, self.size])


def attention_decoder(
    decoder_inputs: list[Any],
    initial_state: Any,
    attention_states: Any,
    cell: Any,
    output_size: int | None = None,
    num_heads: int = 1,
    loop_function: LoopFunction | None = None,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """A cell over the inputs of a decoder that sees weighted sums of the encoder's states.

    Args:
      decoder_inputs: for each step a tensor (batch, input size).
      initial_state: the state to begin with.
      attention_states: tensor (batch, steps, size).
      cell: an RNNCell.
      output_size: width of the outputs, the cell's where absent.
      num_heads: number of weighted sums.
      loop_function: as `rnn_decoder`'s.
      dtype: type of the variables, the scope's where absent.
      scope: variable scope, `attention_decoder` where absent.
      initial_state_attention: whether the first step sees sums, too, of the initial state; zeros otherwise.

    Returns:
      (outputs, last state).

    Raises:
      ValueError: no inputs or no heads, or a size that is not known.
    """
    _check_attention(decoder_inputs, num_heads, attention_states)
    output_size = cell.output_size if output_size is None else output_size
    with scopes.variable_scope(scope or "attention_decoder", dtype=dtype) as opened:
        dtype = opened.dtype
        batch_size = shape_of(decoder_inputs[0])[0]
        attention = _Attention(attention_states, num_heads, dtype)
        read = _nothing_read(batch_size, attention.size, num_heads, dtype)
        if initial_state_attention:
            read = attention(initial_state)
        state, outputs = initial_state, []
        for i, given in enumerate(decoder_inputs):
            if i > 0:
                scopes.get_variable_scope().reuse_variables()
            if loop_function is not None and outputs:
                with scopes.variable_scope("loop_function", reuse=True):
                    given = loop_function(outputs[-1], i)
            joined = _cell_input(given, read, dtype)
            output, state = cell(joined, state)
            if i == 0 and initial_state_attention:
                with scopes.variable_scope(scopes.get_variable_scope(), reuse=True):
                    read = attention(state)
            else:
                read = attention(state)
            with scopes.variable_scope("AttnOutputProjection"):
                both = [cast(output, dtype), *read]
                outputs.append(Linear(both, output_size, True)(both))
    return outputs, state


def _check_attention(decoder_inputs: list[Any], num_heads: int, attention_states: Any) -> None:
    if not decoder_inputs:
        raise ValueError("Must provide at least 1 input to attention decoder.")
    if num_heads < 1:
        raise ValueError("With less than 1 heads, use a non-attention decoder.")
    if attention_states.shape.dims[2].value is None:
        raise ValueError(f"Shape[2] of attention_states must be known: {attention_states.shape}")


def _nothing_read(batch_size: Tensor, size: int, num_heads: int, dtype: Any) -> list[Any]:
    shape = stack([batch_size, size])
    made = [zeros(shape, dtype=dtype) for _ in range(num_heads)]
    for part in made:
        part.set_shape([None, size])
    return made


def _cell_input(given: Any, read: list[Any], dtype: Any) -> Tensor:
    width = given.shape.with_rank(2).dims[1]
    if width.value is None:
        raise ValueError(f"Could not infer input size from input: {given.name}")
    parts = [cast(part, dtype) for part in [given, *read]]
    return Linear(parts, width, True)(parts)


def embedding_attention_decoder(
    decoder_inputs: list[Any],
    initial_state: Any,
    attention_states: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_size: int | None = None,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """`attention_decoder` of symbols, which become rows of a table.

    Args: as `attention_decoder`'s and `embedding_rnn_decoder`'s.

    Raises:
      ValueError: the projection has another number of symbols.
    """
    output_size = cell.output_size if output_size is None else output_size
    if output_projection is not None:
        check_projection(output_projection, num_symbols, dtype, weights=False)
    with scopes.variable_scope(scope or "embedding_attention_decoder", dtype=dtype):
        table = scopes.get_variable("embedding", [num_symbols, embedding_size])
        loop = embed_previous(table, output_projection, update_embedding_for_previous) if feed_previous else None
        return attention_decoder(
            [embedding_lookup(table, i) for i in decoder_inputs],
            initial_state,
            attention_states,
            cell,
            output_size=output_size,
            num_heads=num_heads,
            loop_function=loop,
            initial_state_attention=initial_state_attention,
        )
