"""`tf.contrib.training.batch_sequences_with_states`: batches of segments, filled by threads."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import summary
from tf1compat._facade.contrib import sequence_padding, sequence_sparse
from tf1compat._facade.contrib.sequence_states import NextQueuedSequenceBatch, SequenceQueueingStateSaver
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.random_ops import random_uniform
from tf1compat._facade.string_ops import as_string, string_join
from tf1compat._facade.train.queue_runner import QueueRunner, add_queue_runner
from tf1compat._jaxcore.base import dtypes, errors


def batch_sequences_with_states(
    input_key: Any,
    input_sequences: dict[str, Any],
    input_context: dict[str, Any],
    input_length: Any,
    initial_states: dict[str, Any],
    num_unroll: int,
    batch_size: Any,
    num_threads: int = 3,
    capacity: int = 1000,
    allow_small_batch: bool = True,
    pad: bool = True,
    make_keys_unique: bool = False,
    make_keys_unique_seed: int | None = None,
    name: str | None = None,
) -> NextQueuedSequenceBatch:
    """Batches of segments of `num_unroll` steps; states go from one segment of an example to the next.

    Args:
      input_key: the example's key, a string scalar that no other example has (or see `make_keys_unique`).
      input_sequences: dictionary of tensors or SparseTensors whose first dimension is time.
      input_context: dictionary of tensors or SparseTensors that hold for the whole example.
      input_length: length of the sequences, an int32 scalar; None with `pad`: as they are.
      initial_states: dictionary of the states before the first segment.
      num_unroll, batch_size: steps in a segment, and segments in a batch.
      num_threads: how many threads compute examples.
      capacity: how many examples there may be at a time.
      allow_small_batch: at the end batches may be smaller.
      pad: lengths become multiples of `num_unroll` by zeros at the end.
      make_keys_unique, make_keys_unique_seed: a random number is added to the key.
      name: name of the scope of its nodes.

    Returns:
      The batch; `save_state` of each of its states has to run in every step that uses it.

    Raises:
      TypeError, ValueError: as `SequenceQueueingStateSaver`.
    """
    given = [*input_sequences.values(), *input_context.values(), *initial_states.values()]
    with name_scope(name, "batch_sequences_with_states", given):
        if pad:
            length, input_sequences = sequence_padding.padded(input_sequences, num_unroll)
            input_length = length if input_length is None else input_length
        elif input_sequences:
            input_sequences = sequence_padding.checked(input_sequences, num_unroll)
        # TF1: takes SparseTensors out of the caller's own `input_context`
        sequence_sparse.move_out_of_context(input_context, input_sequences, num_unroll)
        sequences, sparse_keys, keepers = sequence_sparse.deconstruct(input_sequences)
        if make_keys_unique:
            number = random_uniform((), minval=0, maxval=100000000, dtype=dtypes.int32, seed=make_keys_unique_seed)
            input_key = string_join([input_key, as_string(number)])
        saver = SequenceQueueingStateSaver(
            batch_size, num_unroll, input_length, input_key, sequences, input_context, initial_states,
            capacity=capacity, allow_small_batch=allow_small_batch,
        )  # fmt: skip
        _run_in_threads(saver, num_threads)
        batch = saver.next_batch
        sequence_sparse.reconstruct(batch.sequences, sparse_keys, keepers, batch_size, num_unroll)
        sequence_sparse.move_into_context(batch.context, batch.sequences)
        return batch


def _run_in_threads(saver: SequenceQueueingStateSaver, num_threads: int) -> None:
    """Threads that put examples in; they close the saver at the end."""
    barrier = saver.barrier
    summary.scalar(f"queue/{barrier.name}/ready_segment_batches_", cast(barrier.ready_size(), dtypes.float32))
    ends: Any = (errors.OutOfRangeError, errors.CancelledError)
    add_queue_runner(QueueRunner(saver, [saver.prefetch_op] * num_threads, queue_closed_exception_types=ends))
