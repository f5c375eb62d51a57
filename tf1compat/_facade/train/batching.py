"""Batches from queues: `tf.train.batch`, `shuffle_batch`, their joins of several sources, and their `maybe_` forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade import summary
from tf1compat._facade.array_index import dynamic_partition
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import maximum
from tf1compat._facade.queues import FIFOQueue, PaddingFIFOQueue, QueueBase, RandomShuffleQueue
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.sparse_tensor import SparseTensor, as_sparse, is_sparse
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import sparse_batching
from tf1compat._facade.train.queue_runner import QueueRunner, add_queue_runner
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.shapes import TensorShape

_MODULE = "tensorflow.python.training.input"
_PADDED = "(or `padded_batch(...)` if `dynamic_pad=True`)"


def _instead(what: str) -> Any:
    return deprecated(None, f"Queue-based input pipelines have been replaced by `tf.data`. Use {what}.", _MODULE)


@_instead(f"`tf.data.Dataset.batch(batch_size)` {_PADDED}")
def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of what `tensors` give when they are computed again and again, by QueueRunner threads.

    Args:
      tensors: a list or dictionary of tensors.
      batch_size: size of a batch, an integer or an int32 scalar tensor.
      num_threads: how many threads compute `tensors`; with more than one the order may vary.
      capacity: elements that the queue holds.
      enqueue_many: whether `tensors` are batches of examples already.
      shapes: shapes of the examples; those of `tensors` if absent.
      dynamic_pad: pad examples that vary in size with zeros.
      allow_smaller_final_batch: whether the last batch may be smaller.
      shared_name, name: of the queue.

    Returns:
      A list or dictionary like `tensors`; a tensor if there is one only.

    Raises:
      ValueError: a shape is not known.
      tf.errors.OutOfRangeError: at run time, when the input is exhausted.
    """
    return _batch([tensors], True, _Options(batch_size, capacity, enqueue_many, shapes, dynamic_pad,
                  allow_smaller_final_batch, shared_name, name), "batch", num_threads)  # fmt: skip


@_instead(f"`tf.data.Dataset.filter(...).batch(batch_size)` {_PADDED}")
def maybe_batch(
    tensors: Any,
    keep_input: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`batch` of those examples for which `keep_input` is true: a bool scalar, or a vector with `enqueue_many`."""
    return _batch([tensors], keep_input, _Options(batch_size, capacity, enqueue_many, shapes, dynamic_pad,
                  allow_smaller_final_batch, shared_name, name), "batch", num_threads)  # fmt: skip


@_instead(f"`tf.data.Dataset.interleave(...).batch(batch_size)` {_PADDED}")
def batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`batch` of several lists of tensors, each computed by a thread of its own."""
    return _batch(tensors_list, True, _Options(batch_size, capacity, enqueue_many, shapes, dynamic_pad,
                  allow_smaller_final_batch, shared_name, name), "batch_join")  # fmt: skip


@_instead(f"`tf.data.Dataset.interleave(...).filter(...).batch(batch_size)` {_PADDED}")
def maybe_batch_join(
    tensors_list: Any,
    keep_input: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`batch_join` of those examples for which `keep_input` is true."""
    return _batch(tensors_list, keep_input, _Options(batch_size, capacity, enqueue_many, shapes, dynamic_pad,
                  allow_smaller_final_batch, shared_name, name), "batch_join")  # fmt: skip


@_instead("`tf.data.Dataset.shuffle(min_after_dequeue).batch(batch_size)`")
def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`batch` in random order.

    Args:
      tensors, batch_size, capacity, num_threads, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name: as
        for `batch`.
      min_after_dequeue: how many examples stay in the queue, so that they are mixed.
      seed: for the order.

    Raises:
      ValueError: `capacity` is not larger than `min_after_dequeue`, or a shape is not known.
    """
    return _batch([tensors], True, _Options(batch_size, capacity, enqueue_many, shapes, False,
                  allow_smaller_final_batch, shared_name, name, min_after_dequeue, seed),
                  "shuffle_batch", num_threads)  # fmt: skip


@_instead("`tf.data.Dataset.filter(...).shuffle(min_after_dequeue).batch(batch_size)`")
def maybe_shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`shuffle_batch` of those examples for which `keep_input` is true."""
    return _batch([tensors], keep_input, _Options(batch_size, capacity, enqueue_many, shapes, False,
                  allow_smaller_final_batch, shared_name, name, min_after_dequeue, seed),
                  "shuffle_batch", num_threads)  # fmt: skip


@_instead("`tf.data.Dataset.interleave(...).shuffle(min_after_dequeue).batch(batch_size)`")
def shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`shuffle_batch` of several lists of tensors, each computed by a thread of its own."""
    return _batch(tensors_list, True, _Options(batch_size, capacity, enqueue_many, shapes, False,
                  allow_smaller_final_batch, shared_name, name, min_after_dequeue, seed),
                  "shuffle_batch_join")  # fmt: skip


@_instead("`tf.data.Dataset.interleave(...).filter(...).shuffle(min_after_dequeue).batch(batch_size)`")
def maybe_shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`shuffle_batch_join` of those examples for which `keep_input` is true."""
    return _batch(tensors_list, keep_input, _Options(batch_size, capacity, enqueue_many, shapes, False,
                  allow_smaller_final_batch, shared_name, name, min_after_dequeue, seed),
                  "shuffle_batch_join")  # fmt: skip


class _Options:
    """The arguments that all these functions share."""

    def __init__(
        self,
        batch_size: Any,
        capacity: int,
        enqueue_many: bool,
        shapes: Any,
        dynamic_pad: bool,
        smaller: bool,
        shared_name: str | None,
        name: str | None,
        min_after_dequeue: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.batch_size = batch_size
        self.capacity = capacity
        self.enqueue_many = enqueue_many
        self.shapes = shapes
        self.dynamic_pad = dynamic_pad
        self.smaller = smaller
        self.shared_name = shared_name
        self.name = name
        self.min_after_dequeue = min_after_dequeue
        self.seed = seed

    def queue(self, types: Any, shapes: Any) -> QueueBase:
        if self.min_after_dequeue is not None:
            return RandomShuffleQueue(
                capacity=self.capacity,
                min_after_dequeue=self.min_after_dequeue,
                seed=self.seed,
                dtypes=types,
                shapes=shapes,
                shared_name=self.shared_name,
            )
        kind: Any = PaddingFIFOQueue if self.dynamic_pad else FIFOQueue
        return kind(capacity=self.capacity, dtypes=types, shapes=shapes, shared_name=self.shared_name)

    def summarize(self, queue: QueueBase) -> None:
        """A scalar summary of how full the queue is."""
        capacity, least = self.capacity, self.min_after_dequeue
        if least is None:
            summary.scalar(f"fraction_of_{capacity}_full", cast(queue.size(), dtypes.float32) * (1.0 / capacity))
            return
        spare = capacity - least
        full = cast(maximum(0, queue.size() - least), dtypes.float32) * (1.0 / spare)
        summary.scalar(f"fraction_over_{least}_of_{spare}_full", full)


def _batch(sources: Any, keep_input: Any, options: _Options, scope: str, num_threads: int | None = None) -> Any:
    """`num_threads`: threads for the one source; None: one thread for each of several."""
    lists = _lists(sources)
    flat = [tensor for found in lists for tensor in found]
    with name_scope(options.name, scope, [*flat, keep_input]) as name:
        least = options.min_after_dequeue
        if least is not None and options.capacity <= least and num_threads is not None:
            raise ValueError(f"capacity {options.capacity} must be bigger than min_after_dequeue {least}.")
        lists = [_tensors(found) for found in lists]
        if num_threads is not None and not lists[0]:
            raise ValueError("Expected at least one tensor in batch().")
        keep = _keep_input(keep_input, options.enqueue_many)
        lists, kept = _stored(lists, options.enqueue_many, keep)
        queue = options.queue(_types(lists), _shapes(lists, options.shapes, options.enqueue_many))
        _enqueue(queue, lists, options.enqueue_many, keep, num_threads)
        options.summarize(queue)
        take = queue.dequeue_up_to if options.smaller else queue.dequeue_many
        taken = sparse_batching.restore(take(options.batch_size, name=name), kept)
    return _like(sources[0], taken)


def _stored(lists: list[list[Any]], enqueue_many: bool, keep: Tensor) -> tuple[list[list[Any]], list[Any]]:
    """Numbers in place of SparseTensors; the same operations keep those of all lists."""
    first, kept = sparse_batching.store(lists[0], enqueue_many, keep)
    stored = [first]
    for found in lists[1:]:
        numbers, other = sparse_batching.store(found, enqueue_many, keep, kept)
        sparse_batching.check_same(kept, other, (lists[0], found))
        stored.append(numbers)
    return stored, kept


def _lists(sources: Any) -> list[list[Any]]:
    if not sources:
        raise ValueError("Expected at least one set of tensors")
    if isinstance(sources[0], Mapping):
        keys = set(sources[0])
        if any(set(s) != keys for s in sources[1:]):
            raise ValueError("All dictionaries in tensors_list must have the same keys")
        return [[s[k] for k in sorted(s, key=str)] for s in sources]
    return [list(s) for s in sources]


def _like(source: Any, taken: Any) -> Any:
    if not isinstance(source, Mapping):
        return taken
    return dict(zip(sorted(source, key=str), [taken] if len(source) == 1 else taken))


def _tensors(values: Sequence[Any]) -> list[Any]:
    found = [as_sparse(v) if is_sparse(v) else v for v in values]
    return [v if isinstance(v, (IndexedSlices, SparseTensor)) else convert(v) for v in found]


def _keep_input(keep_input: Any, enqueue_many: bool) -> Tensor:
    keep = convert(keep_input)
    rank = keep.shape.ndims
    if rank is None:
        raise ValueError("`keep_input` dimensions must be known at graph construction.")
    if not enqueue_many and rank == 1:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    return keep


def _types(lists: list[list[Any]]) -> list[Any]:
    all_types = [[t.dtype for t in found] for found in lists]
    for other in all_types[1:]:
        if other != all_types[0]:
            first, second = (", ".join(t.name for t in types) for types in (all_types[0], other))
            raise TypeError(f"Expected types to be consistent: {first} vs. {second}.")
    return all_types[0]


def _shapes(lists: list[list[Any]], shapes: Any, enqueue_many: bool) -> Any:
    if shapes is not None:
        return shapes
    for found in lists:
        for tensor in found:
            if tensor.shape.ndims is None:
                raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
    return [_merged([found[i].shape for found in lists], enqueue_many) for i in range(len(lists[0]))]


def _merged(found: list[TensorShape], enqueue_many: bool) -> Any:
    if enqueue_many:
        found = [s.with_rank_at_least(1)[1:] for s in found]
    for other in found[1:]:
        found[0].merge_with(other)  # TF1: only checked; the first shape is used
    return found[0].as_list()


def _enqueue(
    queue: QueueBase, lists: list[list[Any]], enqueue_many: bool, keep: Tensor, num_threads: int | None
) -> None:
    put: Callable[[Any], Any] = queue.enqueue_many if enqueue_many else queue.enqueue

    def one(tensors: list[Any]) -> Any:
        if keep.shape.ndims == 1:
            chosen = cast(keep, dtypes.int32)
            return put([dynamic_partition(x, chosen, num_partitions=2)[1] for x in tensors])
        return smart_cond(keep, lambda: put(tensors), no_op)

    ops = [one(found) for found in lists]
    add_queue_runner(QueueRunner(queue, ops * num_threads if num_threads is not None else ops))
