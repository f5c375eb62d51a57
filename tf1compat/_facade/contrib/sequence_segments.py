"""The nodes that put one example's segments into the barrier of a `SequenceQueueingStateSaver`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, math_ops
from tf1compat._facade.contrib.sequence_checks import check_dimensions
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import group
from tf1compat._facade.math_division import div
from tf1compat._facade.math_ranges import range as number_range
from tf1compat._facade.slicing import slice as slice_
from tf1compat._facade.string_ops import as_string, string_join
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes

_TOKEN = 21051976  # TF1's: one stands for each example that is in, its value does not matter


def padded_length(sequences: dict[str, Tensor]) -> Tensor:
    """The length of the first of `sequences`."""
    first = next(iter(sequences.values()))
    return array_ops.identity(array_creation.shape(first)[0], name="padded_length")


def inserts(saver: Any) -> Operation:
    """An operation that puts one example in."""
    count = div(saver._padded_length, saver._num_unroll)
    count_vector = array_ops.expand_dims(count, 0)
    ones = array_creation.ones(count_vector, dtype=dtypes.int32)
    sequence = number_range(count)
    length = math_ops.maximum(0, saver._length - saver._num_unroll * sequence)
    length = math_ops.minimum(saver._num_unroll, length)
    total_length = saver._length * ones
    counts = count * ones
    keys, next_keys = _keys(saver._key, sequence, count)
    sequences = {k: _segments(k, v, count, saver._num_unroll) for k, v in saver._sequences.items()}
    context = {k: _repeated(k, v, count) for k, v in saver._context.items()}
    first = saver._insert("__sequence", keys, sequence, "BarrierInsertSequence")
    others = [
        saver._insert("__sequence_count", keys, counts, "BarrierInsertSequenceCount"),
        saver._insert("__next_key", keys, next_keys, "BarrierInsertNextKey"),
        saver._insert("__length", keys, length, "BarrierInsertLength"),
        saver._insert("__total_length", keys, total_length, "BarrierInsertTotalLength"),
    ]
    put_context = [saver._insert(f"__context__{k}", keys, v, f"BarrierInsertContext_{k}") for k, v in context.items()]
    put_sequences = [
        saver._insert(f"__sequence__{k}", keys, v, f"BarrierInsertSequences_{k}") for k, v in sequences.items()
    ]
    token = saver._capacity_queue.enqueue((_TOKEN,))
    # what names all keys goes first, so that all segments are of one insertion
    with control_dependencies([first, token]):
        states = [
            saver._insert(
                f"__state__{k}", array_ops.stack([keys[0]]), array_ops.stack([v]), f"BarrierInitialInsertState_{k}"
            )
            for k, v in saver._states.items()
        ]
    return group(token, first, *others, *states, *put_context, *put_sequences, name="StateSaverPrefetchGroup")


def _keys(key: Tensor, sequence: Tensor, count: Tensor) -> tuple[Tensor, Tensor]:
    """Keys of the segments, and of those that follow them."""
    parts = [as_string(sequence, width=5, fill="0"), "_of_", as_string(count, width=5, fill="0"), ":", key]
    keys = string_join(parts, name="StringJoinCurrentKeys")
    later = slice_(keys, [1], [-1])
    stop = array_ops.expand_dims(string_join(["STOP:", key], name="StringJoinStop"), 0)
    return keys, array_ops.concat([later, stop], 0, name="concat_next_keys")


def _segments(name: str, value: Tensor, count: Tensor, num_unroll: int) -> Tensor:
    rest = value.get_shape().as_list()[1:]
    sizes = [array_ops.expand_dims(count, 0), array_ops.expand_dims(num_unroll, 0), rest]
    shape = array_ops.concat(sizes, 0, name=f"concat_sequences_{name}")
    cut = array_ops.reshape(value, shape, name=f"reshape_sequences_{name}")
    return check_dimensions(
        cut, list(range(len(rest) + 2)), [count, num_unroll, *rest], debug_prefix=f"reshaped_sequences_{name}"
    )


def _repeated(name: str, value: Tensor, count: Tensor) -> Tensor:
    sizes = value.get_shape().as_list()
    row = array_ops.expand_dims(value, 0)
    times = array_ops.concat([array_ops.expand_dims(count, 0), [1] * len(sizes)], 0, name=f"concat_context_{name}")
    rows = array_ops.tile(row, times, name=f"tile_context_{name}")
    return check_dimensions(rows, list(range(len(sizes) + 1)), [count, *sizes], debug_prefix=f"expanded_context_{name}")
