"""`tf.contrib.training.bucket` and `bucket_by_sequence_length`: batches of elements that belong together."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade import array_index, constants, grouping, math_ops, summary, tensor_util
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.queues import FIFOQueue, PaddingFIFOQueue
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.train import batching, sparse_batching
from tf1compat._facade.train.queue_runner import QueueRunner, add_queue_runner
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.shapes import TensorShape


def bucket(
    tensors: Any,
    which_bucket: Any,
    batch_size: Any,
    num_buckets: int,
    num_threads: int = 1,
    capacity: int = 32,
    bucket_capacities: Sequence[int] | None = None,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    keep_input: Any = True,
    shared_name: str | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Batches of elements of one bucket each; every bucket is a queue, filled by QueueRunner threads.

    Args:
      tensors: a list or dictionary of tensors, one element.
      which_bucket: int32 scalar, the bucket of the element.
      batch_size: size of a batch, or one for each bucket.
      num_buckets: how many buckets.
      num_threads: how many threads compute `tensors`.
      capacity: batches that the queue of batches holds; elements that a bucket holds.
      bucket_capacities: elements that each bucket holds.
      shapes, dynamic_pad, allow_smaller_final_batch, shared_name, name: as for `tf.train.batch`.
      keep_input: bool scalar: whether the element is used at all.

    Returns:
      The number of the bucket, and a batch in the structure of `tensors`.

    Raises:
      ValueError: a list has not `num_buckets` elements; a shape is not known; there is no tensor.
    """
    sizes = list(batch_size) if isinstance(batch_size, (list, tuple)) else [batch_size] * num_buckets
    if len(sizes) != num_buckets:
        raise ValueError("If batch_size is a list it must have num_buckets elements")
    capacities = [capacity] * num_buckets if bucket_capacities is None else bucket_capacities
    if len(capacities) != num_buckets:
        raise ValueError(
            f"The list bucket_capacities ({capacities}) must have exactly num_buckets ({num_buckets}) elements."
        )
    flat = batching._lists([tensors])[0]
    with name_scope(name, "bucket", flat):
        flat = batching._tensors(flat)
        if not flat:
            raise ValueError("Expected at least one tensor in bucket().")
        keep = batching._keep_input(keep_input, False)
        flat, kept = sparse_batching.store(flat, False, keep)
        sizes = [_static(size) for size in sizes]
        types, shapes = batching._types([flat]), batching._shapes([flat], shapes, False)
        which = convert(which_bucket, dtypes.int32, name="which_bucket")
        buckets = _bucket_queues(dynamic_pad, capacities, types, shapes, shared_name)
        varying = allow_smaller_final_batch or isinstance(batch_size, (list, tuple))
        top = _queue_of_batches(buckets[0], capacity, types, None if varying else sizes[-1], shared_name)
        _fill(buckets, top, which, flat, keep, num_threads, sizes, allow_smaller_final_batch)
        _summarize(buckets, top, capacity)
        number, *taken = top.dequeue(name="dequeue_top")
        found = sparse_batching.restore(taken[0] if len(taken) == 1 else taken, kept)
    return number, batching._like(tensors, found)


def bucket_by_sequence_length(
    input_length: Any,
    tensors: Any,
    batch_size: Any,
    bucket_boundaries: Sequence[int],
    num_threads: int = 1,
    capacity: int = 32,
    bucket_capacities: Sequence[int] | None = None,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    keep_input: Any = True,
    shared_name: str | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """`bucket` where the length of a sequence says which bucket.

    Args:
      input_length: int32 scalar, the length of the element.
      bucket_boundaries: increasing lengths where a new bucket begins; one more bucket is below the first.
      tensors, batch_size, num_threads, capacity, bucket_capacities, shapes, dynamic_pad, allow_smaller_final_batch,
        keep_input, shared_name, name: as for `bucket`.

    Returns:
      The lengths of the sequences of a batch, and the batch in the structure of `tensors`.

    Raises:
      TypeError: `bucket_boundaries` is no list of integers.
      ValueError: it is empty or does not increase; see also `bucket`.
    """
    flat = batching._lists([tensors])[0]
    _check_boundaries(bucket_boundaries)
    with name_scope(name, "bucket_by_sequence_length", [input_length, *flat]):
        length = convert(input_length, dtypes.int32, name="input_length")
        limits = np.iinfo(np.int32)
        at_least = math_ops.less_equal([int(limits.min), *bucket_boundaries], length)
        below = math_ops.less(length, [*bucket_boundaries, int(limits.max)])
        inside = math_ops.logical_and(at_least, below)
        which = math_ops.cast(math_ops.reduce_min(array_index.where_v2(inside)), dtypes.int32)
        _, found = bucket(
            tensors=[length, *flat],
            which_bucket=which,
            batch_size=batch_size,
            num_buckets=len(bucket_boundaries) + 1,
            num_threads=num_threads,
            capacity=capacity,
            bucket_capacities=bucket_capacities,
            shapes=None if shapes is None else [TensorShape([]), *shapes],
            dynamic_pad=dynamic_pad,
            allow_smaller_final_batch=allow_smaller_final_batch,
            keep_input=keep_input,
            shared_name=shared_name,
        )
    lengths, *rest = found
    return lengths, batching._like(tensors, rest[0] if isinstance(tensors, dict) and len(rest) == 1 else rest)


def _check_boundaries(boundaries: Any) -> None:
    if not isinstance(boundaries, (list, tuple)):
        raise TypeError(f"bucket_boundaries must be a list or tuple, but received: {boundaries}")
    if not boundaries:
        raise ValueError("bucket_boundaries must not be empty")
    for start, end in zip(boundaries[:-1], boundaries[1:]):
        if not isinstance(start, int) or not isinstance(end, int):
            raise TypeError(f"bucket boundaries must be integers, but saw: {start} and {end}")
        if start >= end:
            raise ValueError(f"Buckets must contain sequential increasing lengths, but saw: {start} before {end}")


def _static(size: Any) -> Any:
    tensor = convert(size, dtypes.int32, name="batch_size")
    value = tensor_util.constant_value(tensor)
    return tensor if value is None else value


def _bucket_queues(dynamic_pad: bool, capacities: Any, types: Any, shapes: Any, shared_name: str | None) -> list[Any]:
    kind: Any = PaddingFIFOQueue if dynamic_pad else FIFOQueue
    names = [None if shared_name is None else f"{shared_name}_{i}" for i in range(len(capacities))]
    return [
        kind(capacity=c, dtypes=types, shapes=shapes, shared_name=n, name=f"bucket_queue_{i}")
        for i, (c, n) in enumerate(zip(capacities, names))
    ]


def _queue_of_batches(one: Any, capacity: int, types: Any, size: Any, shared_name: str | None) -> Any:
    """Full batches with the number of their bucket; it pads because their first dimension may not be known."""
    size = size if size is None or np.ndim(size) == 0 and not hasattr(size, "op") else None
    shapes = [TensorShape([size]).concatenate(s) for s in one.shapes]
    return PaddingFIFOQueue(
        capacity=capacity,
        dtypes=[dtypes.int32, *types],
        shapes=[TensorShape([]), *shapes],
        shared_name=shared_name,
        name="top_queue",
    )


def _fill(
    buckets: list[Any], top: Any, which: Any, flat: Any, keep: Any, num_threads: int, sizes: list[Any], smaller: bool
) -> None:
    """The QueueRunners: elements into their buckets, full buckets into the queue of batches."""

    def into_buckets() -> Any:
        chosen = [
            cond(math_ops.equal(which, i), functools.partial(queue.enqueue, flat), no_op)
            for i, queue in enumerate(buckets)
        ]
        return grouping.group(*chosen, name="group_enqueues")

    enqueue = smart_cond(keep, into_buckets, no_op)
    to_top = []
    for i, (queue, size) in enumerate(zip(buckets, sizes)):
        number = constants.constant(i)
        take = queue.dequeue_up_to if smaller else queue.dequeue_many
        taken = take(size, name=f"read_bucket_{i}")
        values = taken if isinstance(taken, (list, tuple)) else [taken]
        to_top.append(top.enqueue([number, *values], name=f"enqueue_from_bucket_{i}"))
    ended = (errors.OutOfRangeError, errors.CancelledError)
    close, cancel = top.close(), top.close(cancel_pending_enqueues=True)
    add_queue_runner(
        QueueRunner(buckets[0], to_top, close_op=close, cancel_op=cancel, queue_closed_exception_types=ended)
    )
    close = grouping.group(*[queue.close() for queue in buckets])
    cancel = grouping.group(*[queue.close(cancel_pending_enqueues=True) for queue in buckets])
    runner = QueueRunner(
        top, [enqueue] * num_threads, close_op=close, cancel_op=cancel, queue_closed_exception_types=ended
    )
    add_queue_runner(runner)


def _summarize(buckets: list[Any], top: Any, capacity: int) -> None:
    for queue in buckets:  # TF1: the size of the queue of batches, under the name of each bucket
        summary.scalar(f"bucket/{queue.name}/size", math_ops.cast(top.size(), dtypes.float32))
    full = math_ops.cast(top.size(), dtypes.float32) * (1.0 / capacity)
    summary.scalar(f"bucket/{top.name}/fraction_of_{capacity}_full", full)
