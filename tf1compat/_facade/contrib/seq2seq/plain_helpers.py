"""`tf.contrib.seq2seq` helpers: what a decoder chooses from its outputs, and what its next inputs are."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import size as size_of
from tf1compat._facade.array_creation import zeros_like
from tf1compat._facade.array_ops import tile
from tf1compat._facade.cond import cond
from tf1compat._facade.contrib.seq2seq.sampling import categorical_sample
from tf1compat._facade.convert import convert
from tf1compat._facade.embedding_ops import embedding_lookup
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import equal
from tf1compat._facade.math_reductions import argmax, reduce_all
from tf1compat._facade.rnn import transpose_batch_time
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import dtypes, shapes


def array_of(x: Any) -> TensorArray:
    """The steps of a tensor whose first dimension is time."""
    return TensorArray(dtype=x.dtype, size=shape_of(x)[0], element_shape=x.shape[1:]).unstack(x)


def embedding_function(embedding: Any) -> Callable[[Any], Any]:
    """A function of ids: `embedding` itself, or a lookup in it."""
    return embedding if callable(embedding) else lambda ids: embedding_lookup(embedding, ids)


class Helper(abc.ABC):
    """Chooses from a decoder's outputs, and says what its next inputs are and which sequences have ended."""

    @property
    @abc.abstractmethod
    def batch_size(self) -> Any:
        """Number of sequences."""
        raise NotImplementedError("batch_size has not been implemented")

    @property
    @abc.abstractmethod
    def sample_ids_shape(self) -> Any:
        """Shape of what is chosen, without the batch size."""
        raise NotImplementedError("sample_ids_shape has not been implemented")

    @property
    @abc.abstractmethod
    def sample_ids_dtype(self) -> Any:
        """Type of what is chosen."""
        raise NotImplementedError("sample_ids_dtype has not been implemented")

    @abc.abstractmethod
    def initialize(self, name: str | None = None) -> Any:
        """(has ended, first inputs)."""

    @abc.abstractmethod
    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        """What is chosen from the outputs."""

    @abc.abstractmethod
    def next_inputs(self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None) -> Any:
        """(has ended, next inputs, next state)."""


class CustomHelper(Helper):
    """A helper made of functions.

    Args:
      initialize_fn: gives (has ended, first inputs).
      sample_fn: of time, outputs and state: what is chosen.
      next_inputs_fn: of time, outputs, state and what was chosen: (has ended, next inputs, next state).
      sample_ids_shape: shape of what is chosen, a scalar where absent.
      sample_ids_dtype: its type, int32 where absent.
    """

    def __init__(
        self,
        initialize_fn: Callable[[], Any],
        sample_fn: Callable[..., Any],
        next_inputs_fn: Callable[..., Any],
        sample_ids_shape: Any = None,
        sample_ids_dtype: Any = None,
    ) -> None:
        self._initialize_fn = initialize_fn
        self._sample_fn = sample_fn
        self._next_inputs_fn = next_inputs_fn
        self._batch_size: Any = None
        self._sample_ids_shape = shapes.TensorShape(sample_ids_shape or [])
        self._sample_ids_dtype = sample_ids_dtype or dtypes.int32

    @property
    def batch_size(self) -> Any:
        if self._batch_size is None:
            raise ValueError("batch_size accessed before initialize was called")
        return self._batch_size

    @property
    def sample_ids_shape(self) -> Any:
        return self._sample_ids_shape

    @property
    def sample_ids_dtype(self) -> Any:
        return self._sample_ids_dtype

    def initialize(self, name: str | None = None) -> Any:
        with name_scope(name, f"{type(self).__name__}Initialize"):
            finished, next_inputs = self._initialize_fn()
            if self._batch_size is None:
                self._batch_size = size_of(finished)
        return finished, next_inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        with name_scope(name, f"{type(self).__name__}Sample", (time, outputs, state)):
            return self._sample_fn(time=time, outputs=outputs, state=state)

    def next_inputs(self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None) -> Any:
        with name_scope(name, f"{type(self).__name__}NextInputs", (time, outputs, state)):
            return self._next_inputs_fn(time=time, outputs=outputs, state=state, sample_ids=sample_ids)


class _OneId(Helper):
    """Base: an int32 number is chosen for each sequence."""

    @property
    def sample_ids_shape(self) -> Any:
        return shapes.TensorShape([])

    @property
    def sample_ids_dtype(self) -> Any:
        return dtypes.int32


class TrainingHelper(_OneId):
    """Next inputs are read from given sequences; the largest output is chosen.

    Args:
      inputs: tensor (batch, time, …).
      sequence_length: int32 vector (batch).
      time_major: whether inputs are (time, batch, …).
      name: name of the operations.

    Raises:
      ValueError: the lengths are no vector.
    """

    def __init__(self, inputs: Any, sequence_length: Any, time_major: bool = False, name: str | None = None) -> None:
        with name_scope(name, "TrainingHelper", [inputs, sequence_length]):
            inputs = convert(inputs, None, "inputs")
            self._inputs = inputs
            if not time_major:
                inputs = transpose_batch_time(inputs)
            self._input_tas = array_of(inputs)
            self._sequence_length = convert(sequence_length, None, "sequence_length")
            if self._sequence_length.shape.ndims != 1:
                raise ValueError(
                    f"Expected sequence_length to be a vector, but received shape: {self._sequence_length.shape}"
                )
            self._zero_inputs = zeros_like(inputs[0, :])
            self._batch_size = size_of(sequence_length)

    @property
    def inputs(self) -> Any:
        """The sequences as they were given."""
        return self._inputs

    @property
    def sequence_length(self) -> Any:
        """The lengths of the sequences."""
        return self._sequence_length

    @property
    def batch_size(self) -> Any:
        return self._batch_size

    def initialize(self, name: str | None = None) -> Any:
        with name_scope(name, "TrainingHelperInitialize"):
            finished = equal(0, self._sequence_length)
            return finished, self._read_unless(reduce_all(finished), 0)

    def _read_unless(self, all_finished: Any, time: Any) -> Any:
        return cond(all_finished, lambda: self._zero_inputs, lambda: self._input_tas.read(time))

    def sample(self, time: Any, outputs: Any, name: str | None = None, **_unused: Any) -> Any:  # pyright: ignore
        with name_scope(name, "TrainingHelperSample", [time, outputs]):
            return cast(argmax(outputs, axis=-1), dtypes.int32)

    def next_inputs(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, time: Any, outputs: Any, state: Any, name: str | None = None, **_unused: Any
    ) -> Any:
        with name_scope(name, "TrainingHelperNextInputs", [time, outputs, state]):
            next_time = time + 1
            finished = next_time >= self._sequence_length
            return finished, self._read_unless(reduce_all(finished), next_time), state


class GreedyEmbeddingHelper(_OneId):
    """The largest output is chosen; its embedding is the next input.

    Args:
      embedding: a table, or a function of ids.
      start_tokens: int32 vector (batch), the first ids.
      end_token: int32 scalar, the id that ends a sequence.

    Raises:
      ValueError: the ids have another rank.
    """

    def __init__(self, embedding: Any, start_tokens: Any, end_token: Any) -> None:
        self._embedding_fn = embedding_function(embedding)
        self._start_tokens = convert(start_tokens, dtypes.int32, "start_tokens")
        self._end_token = convert(end_token, dtypes.int32, "end_token")
        if self._start_tokens.shape.ndims != 1:
            raise ValueError("start_tokens must be a vector")
        self._batch_size = size_of(start_tokens)
        if self._end_token.shape.ndims != 0:
            raise ValueError("end_token must be a scalar")
        self._start_inputs = self._embedding_fn(self._start_tokens)

    @property
    def batch_size(self) -> Any:
        return self._batch_size

    def initialize(self, name: str | None = None) -> Any:
        return tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        _check_tensor(outputs)
        return argmax(outputs, axis=-1, output_type=dtypes.int32)

    def next_inputs(self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None) -> Any:
        finished = equal(sample_ids, self._end_token)
        # where all have ended, what is returned does not matter
        chosen = cond(reduce_all(finished), lambda: self._start_inputs, lambda: self._embedding_fn(sample_ids))
        return finished, chosen, state


def _check_tensor(outputs: Any) -> None:
    if not isinstance(outputs, Tensor):
        raise TypeError(f"Expected outputs to be a single Tensor, got: {type(outputs)}")


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """Outputs are logits that an id is drawn from; its embedding is the next input.

    Args: as `GreedyEmbeddingHelper`'s;
      softmax_temperature: what logits are divided by, 1 where absent.
      seed: seed of the draws.
    """

    def __init__(
        self,
        embedding: Any,
        start_tokens: Any,
        end_token: Any,
        softmax_temperature: Any = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(embedding, start_tokens, end_token)
        self._softmax_temperature = softmax_temperature
        self._seed = seed

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        _check_tensor(outputs)
        if self._softmax_temperature is not None:
            outputs = outputs / self._softmax_temperature
        return categorical_sample(logits=outputs, seed=self._seed)


class InferenceHelper(Helper):
    """A helper whose choice and end are functions.

    Args:
      sample_fn: function of the outputs: what is chosen.
      sample_shape: its shape, without the batch size.
      sample_dtype: its type.
      start_inputs: the first inputs.
      end_fn: function of what was chosen: has the sequence ended?
      next_inputs_fn: function of what was chosen: the next inputs; what was chosen itself where absent.
    """

    def __init__(
        self,
        sample_fn: Callable[[Any], Any],
        sample_shape: Any,
        sample_dtype: Any,
        start_inputs: Any,
        end_fn: Callable[[Any], Any],
        next_inputs_fn: Callable[[Any], Any] | None = None,
    ) -> None:
        self._sample_fn = sample_fn
        self._end_fn = end_fn
        self._sample_shape = shapes.TensorShape(sample_shape)
        self._sample_dtype = sample_dtype
        self._next_inputs_fn = next_inputs_fn
        self._batch_size = shape_of(start_inputs)[0]
        self._start_inputs = convert(start_inputs, None, "start_inputs")

    @property
    def batch_size(self) -> Any:
        return self._batch_size

    @property
    def sample_ids_shape(self) -> Any:
        return self._sample_shape

    @property
    def sample_ids_dtype(self) -> Any:
        return self._sample_dtype

    def initialize(self, name: str | None = None) -> Any:
        return tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        return self._sample_fn(outputs)

    def next_inputs(self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None) -> Any:
        chosen = sample_ids if self._next_inputs_fn is None else self._next_inputs_fn(sample_ids)
        return self._end_fn(sample_ids), chosen, state
