"""`tf.contrib.crf`: linear-chain conditional random fields (Lafferty et al., ICML 2001)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import fill, zeros_like
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import gather, gather_nd, sequence_mask, where
from tf1compat._facade.array_ops import concat, expand_dims, reshape, squeeze, stack
from tf1compat._facade.constants import constant
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import equal, less_equal, maximum
from tf1compat._facade.math_ranges import range as range_of
from tf1compat._facade.math_reductions import argmax, reduce_logsumexp, reduce_max, reduce_sum
from tf1compat._facade.rnn import dynamic_rnn
from tf1compat._facade.rnn_cell_base import RNNCell
from tf1compat._facade.slicing import slice as slice_of
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


def _by_length(inputs: Any, single: Callable[[], Any], several: Callable[[], Any]) -> Any:
    """`single` for sequences of one step, `several` for longer ones."""
    steps = shapes.dimension_value(inputs.shape[1]) or shape_of(inputs)[1]
    return smart_cond(equal(steps, 1), single, several)


def _zero_where_empty(sequence_lengths: Any, values: Any) -> Tensor:
    return where(less_equal(sequence_lengths, 0), zeros_like(values), values)


def _one_less(sequence_lengths: Any) -> Tensor:
    return maximum(constant(0, dtype=sequence_lengths.dtype), sequence_lengths - 1)


def crf_sequence_score(inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Tensor:
    """The score of given tags, not normalised.

    Args:
      inputs: tensor (batch, time, tags), the scores of each tag in each step.
      tag_indices: integer tensor (batch, time).
      sequence_lengths: integer vector (batch).
      transition_params: matrix (tags, tags), the scores from a tag to the next one.

    Returns:
      A vector (batch).
    """

    def single() -> Tensor:
        count = shape_of(inputs, out_type=tag_indices.dtype)[0]
        rows = reshape(range_of(count, dtype=tag_indices.dtype), [-1, 1])
        scores = gather_nd(squeeze(inputs, [1]), concat([rows, tag_indices], axis=1))
        return _zero_where_empty(sequence_lengths, scores)

    def several() -> Tensor:
        unary = crf_unary_score(tag_indices, sequence_lengths, inputs)
        return unary + crf_binary_score(tag_indices, sequence_lengths, transition_params)

    return _by_length(inputs, single, several)


def crf_multitag_sequence_score(inputs: Any, tag_bitmap: Any, sequence_lengths: Any, transition_params: Any) -> Tensor:
    """The score of all sequences of allowed tags, not normalised.

    Args: as `crf_sequence_score`'s;
      tag_bitmap: boolean tensor (batch, time, tags), the tags allowed in each step.
    """

    def allowed() -> Tensor:
        return where(tag_bitmap, inputs, fill(shape_of(inputs), float("-inf")))

    def single() -> Tensor:
        return reduce_logsumexp(allowed(), axis=[1, 2], keepdims=False)

    def several() -> Tensor:
        return crf_log_norm(inputs=allowed(), sequence_lengths=sequence_lengths, transition_params=transition_params)

    return _by_length(inputs, single, several)


def crf_log_norm(inputs: Any, sequence_lengths: Any, transition_params: Any) -> Tensor:
    """The logarithm of the sum over all sequences of tags, which scores are normalised by.

    Args: as `crf_sequence_score`'s.

    Returns:
      A vector (batch).
    """
    first = squeeze(slice_of(inputs, [0, 0, 0], [-1, 1, -1]), [1])

    def single() -> Tensor:
        return _zero_where_empty(sequence_lengths, reduce_logsumexp(first, [1]))

    def several() -> Tensor:
        rest = slice_of(inputs, [0, 1, 0], [-1, -1, -1])
        cell = CrfForwardRnnCell(transition_params)
        _, alphas = dynamic_rnn(
            cell=cell,
            inputs=rest,
            sequence_length=_one_less(sequence_lengths),
            initial_state=first,
            dtype=dtypes.float32,
        )
        return _zero_where_empty(sequence_lengths, reduce_logsumexp(alphas, [1]))

    return _by_length(inputs, single, several)


def crf_log_likelihood(
    inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any = None
) -> tuple[Tensor, Any]:
    """The log likelihood of given tags.

    Args: as `crf_sequence_score`'s; without `transition_params` there is a variable `transitions`.

    Returns:
      (a vector (batch), the scores from a tag to the next one).
    """
    tags = shapes.dimension_value(inputs.shape[2])
    if transition_params is None:
        transition_params = scopes.get_variable("transitions", [tags, tags])
    scores = crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params)
    return scores - crf_log_norm(inputs, sequence_lengths, transition_params), transition_params


def crf_unary_score(tag_indices: Any, sequence_lengths: Any, inputs: Any) -> Tensor:
    """The part of the score of given tags that comes from each step alone.

    Args: as `crf_sequence_score`'s.
    """
    rows, steps, tags = (shape_of(inputs)[i] for i in range(3))
    flat = reshape(inputs, [-1])
    offsets = expand_dims(range_of(rows) * steps * tags, 1)
    offsets += expand_dims(range_of(steps) * tags, 0)
    if tag_indices.dtype == dtypes.int64:
        offsets = cast(offsets, dtypes.int64)
    positions = reshape(offsets + tag_indices, [-1])
    scores = reshape(gather(flat, positions), [rows, steps])
    return reduce_sum(scores * _mask(tag_indices, sequence_lengths), 1)


def _mask(tag_indices: Any, sequence_lengths: Any) -> Tensor:
    return sequence_mask(sequence_lengths, maxlen=shape_of(tag_indices)[1], dtype=dtypes.float32)


def crf_binary_score(tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Tensor:
    """The part of the score of given tags that comes from one tag following another.

    Args: as `crf_sequence_score`'s.
    """
    tags = transition_params.get_shape()[0]
    transitions = shape_of(tag_indices)[1] - 1
    start = slice_of(tag_indices, [0, 0], [-1, transitions])
    end = slice_of(tag_indices, [0, 1], [-1, transitions])
    positions = start * tags + end
    scores = gather(reshape(transition_params, [-1]), positions)
    mask = slice_of(_mask(tag_indices, sequence_lengths), [0, 1], [-1, -1])
    return reduce_sum(scores * mask, 1)


class _TagCell(RNNCell):
    """Base: a cell over the tags."""

    def __init__(self, transition_params: Any) -> None:
        super().__init__()
        self._transition_params = expand_dims(transition_params, 0)
        self._num_tags = shapes.dimension_value(transition_params.shape[0])

    @property
    def state_size(self) -> Any:
        return self._num_tags

    @property
    def output_size(self) -> Any:
        return self._num_tags


class CrfForwardRnnCell(_TagCell):
    """The forward algorithm: from the log sums over all tags before a step to those after it.

    Args:
      transition_params: matrix (tags, tags).
    """

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        scores = expand_dims(state, 2) + self._transition_params
        alphas = inputs + reduce_logsumexp(scores, [1])
        return alphas, alphas


class CrfDecodeForwardRnnCell(_TagCell):
    """The first half of the Viterbi algorithm: best scores, and the tags that they came from.

    Args:
      transition_params: matrix (tags, tags).
    """

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        scores = expand_dims(state, 2) + self._transition_params
        new_state = inputs + reduce_max(scores, [1])
        return cast(argmax(scores, 1), dtype=dtypes.int32), new_state


class CrfDecodeBackwardRnnCell(RNNCell):
    """The second half of the Viterbi algorithm: from the best last tag back to the first one.

    Args:
      num_tags: number of tags.
    """

    def __init__(self, num_tags: int) -> None:
        super().__init__()
        self._num_tags = num_tags

    @property
    def state_size(self) -> Any:
        return 1

    @property
    def output_size(self) -> Any:
        return 1

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        tags = squeeze(state, axis=[1])
        rows = range_of(shape_of(inputs)[0])
        found = apply_op("GatherNd", inputs, stack([rows, tags], axis=1))
        new_tags = expand_dims(found, axis=-1)
        return new_tags, new_tags


def viterbi_decode(score: Any, transition_params: Any) -> tuple[list[Any], Any]:
    """The best sequence of tags of one sequence, in NumPy.

    Args:
      score: array (time, tags).
      transition_params: array (tags, tags).

    Returns:
      (list of tags, score).
    """
    best = np.zeros_like(score)
    came_from = np.zeros_like(score, dtype=np.int32)
    best[0] = score[0]
    for step in range(1, score.shape[0]):
        reached = np.expand_dims(best[step - 1], 1) + transition_params
        best[step] = score[step] + np.max(reached, 0)
        came_from[step] = np.argmax(reached, 0)
    tags: list[Any] = [np.argmax(best[-1])]
    for before in reversed(came_from[1:]):
        tags.append(before[tags[-1]])
    return tags[::-1], np.max(best[-1])


def crf_decode(potentials: Any, transition_params: Any, sequence_length: Any) -> tuple[Tensor, Tensor]:
    """The best sequences of tags.

    Args:
      potentials: tensor (batch, time, tags), the scores of each tag in each step.
      transition_params: matrix (tags, tags), the scores from a tag to the next one.
      sequence_length: integer vector (batch).

    Returns:
      (int32 tensor (batch, time) of tags, vector (batch) of scores).
    """

    def single() -> tuple[Tensor, Tensor]:
        scores = squeeze(potentials, [1])
        tags = expand_dims(argmax(scores, axis=1), 1)
        best = reduce_max(scores, axis=1)
        return cast(tags, dtype=dtypes.int32), best

    def several() -> tuple[Tensor, Tensor]:
        forward = CrfDecodeForwardRnnCell(transition_params)
        first = squeeze(slice_of(potentials, [0, 0, 0], [-1, 1, -1]), axis=[1])
        rest = slice_of(potentials, [0, 1, 0], [-1, -1, -1])
        lengths = _one_less(sequence_length)
        came_from, last = dynamic_rnn(
            forward, inputs=rest, sequence_length=lengths, initial_state=first, time_major=False, dtype=dtypes.int32
        )
        came_from = apply_op("ReverseSequence", came_from, lengths, seq_dim=1)
        backward = CrfDecodeBackwardRnnCell(shapes.dimension_value(potentials.shape[2]))
        final = expand_dims(cast(argmax(last, axis=1), dtype=dtypes.int32), axis=-1)
        tags, _ = dynamic_rnn(
            backward,
            inputs=came_from,
            sequence_length=lengths,
            initial_state=final,
            time_major=False,
            dtype=dtypes.int32,
        )
        tags = concat([final, squeeze(tags, axis=[2])], axis=1)
        tags = apply_op("ReverseSequence", tags, sequence_length, seq_dim=1)
        return tags, reduce_max(last, axis=1)

    return _by_length(potentials, single, several)
