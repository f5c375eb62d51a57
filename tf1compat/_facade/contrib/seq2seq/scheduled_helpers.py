"""Helpers that feed a decoder its own outputs with some probability (Bengio et al., arXiv:1506.03099)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import gather_nd, scatter_nd, where
from tf1compat._facade.array_ops import concat
from tf1compat._facade.cond import cond
from tf1compat._facade.contrib.seq2seq.plain_helpers import TrainingHelper, array_of, embedding_function
from tf1compat._facade.contrib.seq2seq.sampling import bernoulli_sample, categorical_sample
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import logical_not, logical_or
from tf1compat._facade.math_reductions import reduce_all, reduce_any
from tf1compat._facade.rnn import transpose_batch_time
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def _probability(value: Any) -> Tensor:
    probability = convert(value, None, "sampling_probability")
    if probability.shape.ndims not in (0, 1):
        raise ValueError(f"sampling_probability must be either a scalar or a vector. saw shape: {probability.shape}")
    return probability


def _positions(condition: Any) -> Tensor:
    return cast(where(condition), dtypes.int32)


def _merged(base: Any, sampling: Any, sampled: Any, not_sampling: Any, others: Any) -> Tensor:
    """The rows `sampled` and `others` at their positions."""
    shape = shape_of(base)
    chosen = scatter_nd(indices=sampling, updates=sampled, shape=shape)
    return chosen + scatter_nd(indices=not_sampling, updates=others, shape=shape)


class ScheduledEmbeddingTrainingHelper(TrainingHelper):
    """`TrainingHelper` that, with some probability, draws an id from the outputs and feeds its embedding.

    Args: as `TrainingHelper`'s;
      embedding: a table, or a function of ids.
      sampling_probability: scalar or vector (batch).
      seed: seed of the draws from outputs.
      scheduling_seed: seed of the draws that decide.

    Raises:
      ValueError: the probability or the lengths have another rank.
    """

    def __init__(
        self,
        inputs: Any,
        sequence_length: Any,
        embedding: Any,
        sampling_probability: Any,
        time_major: bool = False,
        seed: int | None = None,
        scheduling_seed: int | None = None,
        name: str | None = None,
    ) -> None:
        values = [embedding, sampling_probability]
        with name_scope(name, "ScheduledEmbeddingSamplingWrapper", values):
            self._embedding_fn = embedding_function(embedding)
            self._sampling_probability = _probability(sampling_probability)
            self._seed = seed
            self._scheduling_seed = scheduling_seed
            super().__init__(inputs=inputs, sequence_length=sequence_length, time_major=time_major, name=name)

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:  # pyright: ignore
        with name_scope(name, "ScheduledEmbeddingTrainingHelperSample", [time, outputs, state]):
            chosen = bernoulli_sample(
                probs=self._sampling_probability,
                dtype=dtypes.bool,
                sample_shape=self.batch_size,
                seed=self._scheduling_seed,
            )
            drawn = categorical_sample(logits=outputs, seed=self._seed)
            return where(chosen, drawn, apply_op("Fill", [self.batch_size], -1))

    def next_inputs(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> Any:
        values = [time, outputs, state, sample_ids]
        with name_scope(name, "ScheduledEmbeddingTrainingHelperNextInputs", values):
            finished, base, state = super().next_inputs(time=time, outputs=outputs, state=state, name=name)

            def sampled() -> Tensor:
                here, elsewhere = _positions(sample_ids > -1), _positions(sample_ids <= -1)
                ids, others = gather_nd(sample_ids, here), gather_nd(base, elsewhere)
                return _merged(base, here, self._embedding_fn(ids), elsewhere, others)

            return finished, cond(reduce_all(finished), lambda: base, sampled), state


class ScheduledOutputTrainingHelper(TrainingHelper):
    """`TrainingHelper` that, with some probability, feeds the outputs themselves.

    Args: as `TrainingHelper`'s;
      sampling_probability: scalar or vector (batch).
      seed: seed of the draws.
      next_inputs_fn: function of outputs that gives inputs; the outputs themselves where absent.
      auxiliary_inputs: tensor that is joined to all inputs, of the shape of the inputs but for the last dimension.

    Raises:
      ValueError: the probability or the lengths have another rank.
    """

    def __init__(
        self,
        inputs: Any,
        sequence_length: Any,
        sampling_probability: Any,
        time_major: bool = False,
        seed: int | None = None,
        next_inputs_fn: Callable[[Any], Any] | None = None,
        auxiliary_inputs: Any = None,
        name: str | None = None,
    ) -> None:
        values = [inputs, auxiliary_inputs, sampling_probability]
        with name_scope(name, "ScheduledOutputTrainingHelper", values):
            self._sampling_probability = _probability(sampling_probability)
            self._auxiliary_input_tas = None
            if auxiliary_inputs is not None:
                inputs = convert(inputs, None, "inputs")
                auxiliary_inputs = convert(auxiliary_inputs, None, "auxiliary_inputs")
                inputs = concat((inputs, auxiliary_inputs), -1)
                if not time_major:
                    auxiliary_inputs = transpose_batch_time(auxiliary_inputs)
                self._auxiliary_input_tas = array_of(auxiliary_inputs)
            self._seed = seed
            self._next_inputs_fn = next_inputs_fn
            super().__init__(inputs=inputs, sequence_length=sequence_length, time_major=time_major, name=name)

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:  # pyright: ignore
        with name_scope(name, "ScheduledOutputTrainingHelperSample", [time, outputs, state]):
            return bernoulli_sample(probs=self._sampling_probability, sample_shape=self.batch_size, seed=self._seed)

    def _with_auxiliary(self, outputs: Any, time: Any, indices: Any = None) -> Any:
        if self._auxiliary_input_tas is None:
            return outputs
        next_time = time + 1
        auxiliary = self._auxiliary_input_tas.read(next_time)
        if indices is not None:
            auxiliary = gather_nd(auxiliary, indices)
        return concat((outputs, auxiliary), -1)

    def next_inputs(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> Any:
        values = [time, outputs, state, sample_ids]
        with name_scope(name, "ScheduledOutputTrainingHelperNextInputs", values):
            finished, base, state = super().next_inputs(time=time, outputs=outputs, state=state, name=name)
            chosen = cast(sample_ids, dtypes.bool)

            def sampled() -> Tensor:
                if self._next_inputs_fn is None:
                    return where(chosen, self._with_auxiliary(outputs, time), base)
                here, elsewhere = _positions(chosen), _positions(logical_not(chosen))
                fed, others = gather_nd(outputs, here), gather_nd(base, elsewhere)
                fed = self._with_auxiliary(self._next_inputs_fn(fed), time, here)
                return _merged(base, here, fed, elsewhere, others)

            all_finished = reduce_all(finished)
            none_chosen = logical_not(reduce_any(chosen))
            return finished, cond(logical_or(all_finished, none_chosen), lambda: base, sampled), state
