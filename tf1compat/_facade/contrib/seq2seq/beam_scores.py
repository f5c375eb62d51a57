"""A step of beam search: scores of all continuations, the best of them, and their states."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade.array_creation import fill, one_hot, ones_like
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import where
from tf1compat._facade.array_ops import concat, expand_dims, reshape, tile
from tf1compat._facade.contrib.seq2seq.attention_wrapper import AttentionWrapperState
from tf1compat._facade.contrib.seq2seq.beam_arrays import gather_beams, gather_beams_of, known_size
from tf1compat._facade.convert import convert
from tf1compat._facade.math_casts import cast, to_int64
from tf1compat._facade.math_division import div
from tf1compat._facade.math_elementwise import equal, log, logical_not, logical_or, minimum, mod
from tf1compat._facade.math_reductions import reduce_mean, reduce_sum
from tf1compat._facade.nn_ops import log_softmax, top_k
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest
from tf1compat._jaxcore.ir.partial import constant_value


class BeamSearchDecoderState(NamedTuple):
    """The state of the search: the cell's, and of each beam its log probability, end, length and past attention."""

    cell_state: Any
    log_probs: Any
    finished: Any
    lengths: Any
    accumulated_attention_probs: Any


class BeamSearchDecoderOutput(NamedTuple):
    """Of each beam after a step: its score, its symbol, and the beam that it continues."""

    scores: Any
    predicted_ids: Any
    parent_ids: Any


def beam_search_step(
    time: Any,
    logits: Any,
    next_cell_state: Any,
    beam_state: Any,
    batch_size: Any,
    beam_width: int,
    end_token: Any,
    length_penalty_weight: Any,
    coverage_penalty_weight: Any,
) -> tuple[BeamSearchDecoderOutput, BeamSearchDecoderState]:
    """(the best continuations, the next state).

    Args:
      time: number of the step.
      logits: tensor (batch, beam, symbols).
      next_cell_state: what the cell made of all beams.
      beam_state: `BeamSearchDecoderState` before the step.
      batch_size, beam_width: number of searches, and of beams in each.
      end_token, length_penalty_weight, coverage_penalty_weight: as `BeamSearchDecoder`'s.
    """
    ended = beam_state.finished
    going_on = logical_not(ended)
    log_probs = _mask_probs(log_softmax(logits), end_token, ended)
    total = expand_dims(beam_state.log_probs, 2) + log_probs
    symbols = logits.shape.dims[-1].value or shape_of(logits)[-1]
    lengths = _lengths(beam_state.lengths, going_on, batch_size, beam_width, end_token, symbols)
    attention = get_attention_probs(next_cell_state, coverage_penalty_weight)
    if attention is not None:
        attention *= expand_dims(cast(going_on, dtypes.float32), 2)
        attention = beam_state.accumulated_attention_probs + attention
    scores = _get_scores(total, lengths, length_penalty_weight, coverage_penalty_weight, ended, attention)
    convert(time, None, "time")
    best, positions = _best(scores, batch_size, beam_width)
    new_log_probs = gather_beams(positions, total, batch_size, beam_width * symbols, [-1], name="next_beam_probs")
    words = cast(mod(positions, symbols, name="next_beam_word_ids"), dtypes.int32)
    parents = cast(positions / symbols, dtypes.int32, name="next_beam_parent_ids")
    ended = gather_beams(parents, ended, batch_size, beam_width, [-1])
    finished = logical_or(ended, equal(words, end_token), name="next_beam_finished")
    longer = cast(logical_not(ended), dtypes.int64)
    new_lengths = gather_beams(parents, beam_state.lengths, batch_size, beam_width, [-1])
    new_lengths += longer
    if attention is not None:
        attention = gather_beams(
            parents,
            attention,
            batch_size,
            beam_width,
            [batch_size * beam_width, -1],
            name="next_accumulated_attention_probs",
        )
    cell_state = _cell_states(next_cell_state, parents, batch_size, beam_width)
    state = BeamSearchDecoderState(
        cell_state=cell_state,
        log_probs=new_log_probs,
        lengths=new_lengths,
        finished=finished,
        accumulated_attention_probs=() if attention is None else attention,
    )
    return BeamSearchDecoderOutput(best, words, parents), state


def _cell_states(states: Any, parents: Any, batch_size: Any, beam_width: int) -> Any:
    """The states of the beams that are continued."""
    return nest.map_structure(
        lambda source: gather_beams_of(parents, source, batch_size, beam_width, [batch_size * beam_width, -1]),
        states,
    )


def _lengths(before: Any, going_on: Any, batch_size: Any, beam_width: int, end_token: Any, symbols: Any) -> Tensor:
    """Of each continuation; the symbol that ends a sequence does not count."""
    added = one_hot(
        indices=fill([batch_size, beam_width], end_token),
        depth=symbols,
        on_value=to_int64(0),
        off_value=to_int64(1),
        dtype=dtypes.int64,
    )
    mask = cast(going_on, dtypes.int64)
    added *= expand_dims(mask, 2)
    return added + expand_dims(before, 2)


def _best(scores: Any, batch_size: Any, beam_width: int) -> tuple[Tensor, Tensor]:
    """(the best scores, their positions among all continuations)."""
    flat = reshape(scores, [batch_size, -1])
    count = convert(beam_width, dtypes.int32, "beam_width")
    best, positions = top_k(flat, k=count)
    static = [known_size(batch_size), beam_width]
    best.set_shape(static)
    positions.set_shape(static)
    return best, positions


def get_attention_probs(next_cell_state: Any, coverage_penalty_weight: Any) -> Any:
    """The alignments of the cell, the mean where there are several; None where there is no penalty.

    Raises:
      ValueError: there is a penalty, and no cell attends.
    """
    if coverage_penalty_weight == 0.0:
        return None
    found: list[Any] = []
    if isinstance(next_cell_state, AttentionWrapperState):
        found = [_alignments(next_cell_state)]
    elif isinstance(next_cell_state, tuple):
        found = [_alignments(s) for s in next_cell_state if isinstance(s, AttentionWrapperState)]
    if not found:
        raise ValueError("coverage_penalty_weight must be 0.0 if no cell is attentional.")
    return found[0] if len(found) == 1 else _mean(found)


def _alignments(state: AttentionWrapperState) -> Any:
    return _mean(state.alignments) if isinstance(state.alignments, tuple) else state.alignments


def _mean(parts: Any) -> Tensor:
    return reduce_mean(concat([expand_dims(part, -1) for part in parts], -1), -1)


def _get_scores(
    log_probs: Any,
    lengths: Any,
    length_penalty_weight: Any,
    coverage_penalty_weight: Any,
    finished: Any,
    attention: Any,
) -> Tensor:
    penalty = cast(_length_penalty(lengths, length_penalty_weight), dtype=log_probs.dtype)
    scores = log_probs / penalty
    weight = convert(coverage_penalty_weight, None, "coverage_penalty_weight")
    if weight.shape.ndims != 0:
        raise ValueError(f"coverage_penalty_weight should be a scalar, but saw shape: {weight.shape}")
    if constant_value(weight) == 0.0:
        return scores
    if attention is None:
        raise ValueError("accumulated_attention_probs can be None only if coverage penalty is disabled.")
    # entries that are masked have no attention at all
    attention = where(equal(attention, 0.0), ones_like(attention), attention)
    coverage = reduce_sum(log(minimum(attention, 1.0)), 2)
    coverage *= cast(finished, dtypes.float32)
    return scores + expand_dims(coverage * weight, 2)


def _length_penalty(lengths: Any, factor: Any) -> Any:
    factor = convert(factor, None, "penalty_factor")
    factor.set_shape(())
    known = constant_value(factor)
    if known is not None and known == 0:
        return 1.0
    return div((5.0 + cast(lengths, dtypes.float32)) ** factor, (5.0 + 1.0) ** factor)


def _mask_probs(log_probs: Any, end_token: Any, finished: Any) -> Tensor:
    """Beams that have ended can only go on with the symbol that ended them."""
    symbols = shape_of(log_probs)[2]
    row = one_hot(
        end_token,
        symbols,
        dtype=log_probs.dtype,
        on_value=convert(0.0, log_probs.dtype),
        off_value=log_probs.dtype.min,
    )
    ended = tile(reshape(row, [1, 1, -1]), concat([shape_of(finished), [1]], 0))
    mask = tile(expand_dims(finished, 2), [1, 1, symbols])
    return where(mask, ended, log_probs)


_beam_search_step = beam_search_step  # the name in TensorFlow 1
