"""`tf.contrib.training.SequenceQueueingStateSaver`: long sequences in segments, whose states go from one to the next.

Every segment of an example is an element of a barrier. All of it but the state is there from the beginning; the state
of the first segment is given, that of the next one is what the step on the segment before saved. So a segment can be
taken when the one before has been computed.
"""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_index, array_ops, check_ops, math_ops
from tf1compat._facade import framework as fw
from tf1compat._facade.barriers import Barrier
from tf1compat._facade.contrib import sequence_inputs
from tf1compat._facade.contrib.sequence_checks import check_dimensions, check_multiple_of, check_shape
from tf1compat._facade.contrib.sequence_segments import inserts, padded_length
from tf1compat._facade.grouping import group
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_reductions import reduce_sum
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes

_FIXED = ("__length", "__total_length", "__next_key", "__sequence", "__sequence_count")


class NextQueuedSequenceBatch:
    """A batch of segments, as `SequenceQueueingStateSaver.next_batch` gives it; all of them are taken at once."""

    def __init__(self, state_saver: SequenceQueueingStateSaver) -> None:
        self._state_saver = state_saver

    @property
    def total_length(self) -> Tensor:
        """Lengths of the whole sequences, an int32 vector."""
        return self._state_saver._received["__total_length"]

    @property
    def length(self) -> Tensor:
        """Lengths of the segments, at most `num_unroll`; an int32 vector."""
        return self._state_saver._received["__length"]

    @property
    def batch_size(self) -> Tensor:
        """How many segments there are, an int32 scalar; at the end less than asked for with `allow_small_batch`."""
        return self._state_saver._received_batch_size

    @property
    def insertion_index(self) -> Tensor:
        """When the example of each segment came, an int64 vector that counts from -2**63."""
        return self._state_saver._received_indices

    @property
    def key(self) -> Tensor:
        """Key of each segment, `"00001_of_00003:key"`; a string vector."""
        return self._state_saver._received_keys

    @property
    def next_key(self) -> Tensor:
        """Key of the segment that follows, or `"STOP:key"`; a string vector."""
        return self._state_saver._received["__next_key"]

    @property
    def sequence(self) -> Tensor:
        """Which segment of its example each one is, from 0; an int32 vector."""
        return self._state_saver._received["__sequence"]

    @property
    def sequence_count(self) -> Tensor:
        """How many segments the example of each one has, an int32 vector."""
        return self._state_saver._received["__sequence_count"]

    @property
    def context(self) -> dict[str, Any]:
        """What holds for the whole example, by name; tensors of shape [batch_size, …]."""
        return self._state_saver._received_context

    @property
    def sequences(self) -> dict[str, Any]:
        """The segments, by name; tensors of shape [batch_size, num_unroll, …]."""
        return self._state_saver._received_sequences

    def state(self, state_name: str) -> Tensor:
        """The state before each segment, of shape [batch_size, …].

        Raises:
          KeyError: there is no state of this name.
        """
        return self._state_saver._received_states[state_name]

    def save_state(self, state_name: str, value: Any, name: str | None = None) -> Operation:
        """An operation that saves the state after each segment; it has to run in the step that takes the batch.

        Args:
          state_name: which state.
          value: a tensor of the shape of `state(state_name)`.
          name: name of the scope of its nodes.

        Raises:
          KeyError: there is no state of this name.
          ValueError: the shape is known to be another one.
        """
        saver = self._state_saver
        if state_name not in saver._received_states:
            raise KeyError(f"state was not declared: {state_name}")
        with (
            fw.name_scope(name, "InputQueueingStateSaver_SaveState", values=[value]),
            fw.colocate_with(saver._capacity_queue.queue_ref),
        ):
            goes_on = math_ops.logical_not(saver._sequence_is_done)
            rows = array_ops.reshape(array_index.where_v2(goes_on), [-1])
            keys = array_index.gather(self.next_key, rows)
            given = array_ops.identity(value, name=f"convert_{state_name}")
            checked = check_shape(given, array_creation.shape(saver._received_states[state_name]))
            return saver._insert(
                f"__state__{state_name}", keys, array_index.gather(checked, rows), f"BarrierInsertState_{state_name}"
            )


class SequenceQueueingStateSaver:
    """Cuts sequences into segments of `num_unroll` steps and gives batches of them; states go from one to the next.

    `prefetch_op` puts one example in, usually in a QueueRunner's threads; `next_batch` is what comes out.

    Args:
      batch_size: segments in a batch, a number or an int32 scalar.
      num_unroll: steps in a segment.
      input_length: length of the example's sequences without padding, an int32 scalar.
      input_key: its key, a string scalar that no other example has.
      input_sequences: dictionary of tensors [padded length, …], a multiple of `num_unroll`.
      input_context: dictionary of tensors that hold for the whole example.
      initial_states: dictionary of the states before the first segment.
      capacity: how many examples there may be at a time.
      allow_small_batch: at the end batches may be smaller.
      name: name of the scope of its nodes.

    Raises:
      TypeError: an argument is of another type.
      ValueError: shapes are not known, names are not allowed, or `capacity` is less than `batch_size`.
    """

    def __init__(
        self,
        batch_size: Any,
        num_unroll: int,
        input_length: Any,
        input_key: Any,
        input_sequences: dict[str, Any],
        input_context: dict[str, Any],
        initial_states: dict[str, Any],
        capacity: int | None = None,
        allow_small_batch: bool = False,
        name: str | None = None,
    ) -> None:
        input_key = _check_capacity(capacity, batch_size, input_key)
        unbounded = -1 if capacity is None else capacity
        self._capacity_queue = FIFOQueue(capacity=unbounded, dtypes=[dtypes.int32], shapes=[[]])
        self._batch_size = batch_size
        self._num_unroll = num_unroll
        self._allow_small_batch = allow_small_batch
        self._prefetch_op: Any = None
        self._next_batch: NextQueuedSequenceBatch | None = None
        with fw.colocate_with(self._capacity_queue.queue_ref):
            if not isinstance(initial_states, dict):
                raise TypeError("initial_states must be a dictionary")
            if not initial_states:
                raise ValueError(
                    "initial_states may not be empty: at least one state variable is required to properly enqueue "
                    "split sequences to run in separate iterations"
                )
            sequence_inputs.check_names("state name", initial_states)
            values = [input_length, input_key, *input_sequences.values(), *input_context.values()]
            with fw.name_scope(name, "InputQueueingStateSaver", values) as scope:
                self._name = self._scope = scope
                inputs = sequence_inputs.SequenceInputWrapper(input_length, input_key, input_sequences, input_context)
                self._take_inputs(inputs, initial_states)
                self._make_barrier()

    def _take_inputs(self, inputs: sequence_inputs.SequenceInputWrapper, initial_states: dict[str, Any]) -> None:
        length, self._key, self._states, sequences, self._context = sequence_inputs.prepare(inputs, initial_states)
        self._padded_length = check_multiple_of(padded_length(sequences), self._num_unroll)
        self._sequences = {
            k: check_dimensions(v, [0], [self._padded_length], debug_prefix=f"sorted_sequences_{k}")
            for k, v in sequences.items()
        }
        fits = Assert(
            math_ops.less_equal(length, self._padded_length),
            ["Input length should be <= than length from sequences:", length, " vs. ", self._padded_length],
        )
        with fw.control_dependencies([fits]):
            self._length = array_ops.identity(length)

    def _make_barrier(self) -> None:
        named = {
            **{f"__sequence__{k}": v for k, v in self._sequences.items()},
            **{f"__context__{k}": v for k, v in self._context.items()},
            **{f"__state__{k}": v for k, v in self._states.items()},
        }
        self._indices = {name: i for i, name in enumerate([*_FIXED, *named])}
        types = [dtypes.string if n == "__next_key" else dtypes.int32 for n in _FIXED]
        shapes: list[Any] = [()] * len(_FIXED)
        for name, tensor in named.items():
            known = tensor.get_shape().as_list()
            shapes.append([self._num_unroll, *known[1:]] if name.startswith("__sequence__") else known)
            types.append(tensor.dtype)
        self._barrier = Barrier(types=types, shapes=shapes)

    def _insert(self, component: str, keys: Any, values: Any, name: str) -> Operation:
        return self._barrier.insert_many(self._indices[component], keys, values, name=name)

    @property
    def name(self) -> str:
        """Name of the scope of its nodes."""
        return self._name

    @property
    def barrier(self) -> Barrier:
        """The barrier that holds the segments."""
        return self._barrier

    @property
    def batch_size(self) -> Any:
        """Segments in a batch."""
        return self._batch_size

    @property
    def num_unroll(self) -> int:
        """Steps in a segment."""
        return self._num_unroll

    @property
    def prefetch_op(self) -> Operation:
        """The operation that puts one example in, waiting for room; its nodes are made when first asked for."""
        if self._prefetch_op is None:
            with fw.name_scope(None), fw.name_scope(self._scope, values=[self._barrier.barrier_ref]):
                self._prefetch_op = inserts(self)
        return self._prefetch_op

    @property
    def next_batch(self) -> NextQueuedSequenceBatch:
        """The batch that is taken when it is computed; its nodes are made when first asked for."""
        self.prefetch_op  # noqa: B018 - TF1: its nodes come first
        if self._next_batch is None:
            with fw.name_scope(None), fw.name_scope(self._scope, values=[self._barrier.barrier_ref]):
                self._take()
            self._next_batch = NextQueuedSequenceBatch(self)
        return self._next_batch

    def _take(self) -> None:
        taken = self._barrier.take_many(self._batch_size, self._allow_small_batch, name="BarrierTakeMany")
        self._received_indices, self._received_keys, values = taken
        self._received = received = {name: values[i] for name, i in self._indices.items()}
        self._received_context = {k: received[f"__context__{k}"] for k in self._context}
        self._received_sequences = {k: received[f"__sequence__{k}"] for k in self._sequences}
        self._received_batch_size = array_ops.squeeze(array_creation.shape(received["__length"]))
        self._sequence_is_done = received["__sequence"] + 1 >= received["__sequence_count"]
        finished = reduce_sum(cast(self._sequence_is_done, dtypes.int32))
        with fw.control_dependencies([self._capacity_queue.dequeue_many(finished)]):
            self._received_states = {k: array_ops.identity(received[f"__state__{k}"]) for k in self._states}

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """An operation that refuses further examples; segments of those that are in may still be computed.

        `cancel_pending_enqueues`: they may not, and examples that wait for room are dropped.
        """
        with fw.name_scope(name, "SQSSClose", [self._prefetch_op]) as scope:
            return group(
                self._barrier.close(cancel_pending_enqueues, "BarrierClose"),
                self._capacity_queue.close(cancel_pending_enqueues, "FIFOClose"),
                name=scope,
            )


def _check_capacity(capacity: int | None, batch_size: Any, key: Any) -> Any:
    """The key, computed only if the capacity is enough."""
    if capacity is None:
        return key
    if isinstance(batch_size, Tensor):
        enough = check_ops.assert_greater_equal(
            cast(capacity, dtype=dtypes.int64),
            cast(batch_size, dtype=dtypes.int64),
            message="capacity needs to be >= batch_size.",
        )
        with fw.control_dependencies([enough]):
            return array_ops.identity(key)
    if capacity < batch_size:
        raise ValueError(f"capacity {capacity} needs to be >= batch_size {batch_size}")
    return key
