"""Feeds batches of arrays, data frames or generators into a queue: what the `*_input_fn` functions stand on."""

from __future__ import annotations

import random
import types
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade import framework, math_casts, math_elementwise, summary
from tf1compat._facade.estimator.feeding_queue_runner import _FeedingQueueRunner
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.queues import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from tf1compat._facade.train.queue_runner import add_queue_runner
from tf1compat._jaxcore.base import dtypes, errors


def _get_integer_indices_for_next_batch(
    batch_indices_start: int,
    batch_size: int,
    epoch_end: int,
    array_length: int,
    current_epoch: int,
    total_epochs: int | None,
) -> tuple[list[int], int]:
    """Indices of the next batch, going round, and the number of epochs finished after it.

    Raises:
      OutOfRangeError: all epochs are over.
    """
    if total_epochs is not None and current_epoch >= total_epochs:
        raise errors.OutOfRangeError(None, None, f"Already emitted {current_epoch} epochs.")
    indices = [i % array_length for i in range(batch_indices_start, batch_indices_start + batch_size)]
    ends = [place for place, i in enumerate(indices) if i == epoch_end]
    current_epoch += len(ends)
    if total_epochs is None or current_epoch < total_epochs:
        return indices, current_epoch
    return indices[: ends[-(current_epoch - total_epochs + 1)] + 1], total_epochs


class _RowFeed:
    """Feeds rows in order, from a random one on if wanted; subclasses say how rows are taken."""

    def __init__(
        self,
        placeholders: Sequence[Any],
        data: Any,
        batch_size: int,
        random_start: bool = False,
        seed: int | None = None,
        num_epochs: int | None = None,
    ) -> None:
        expected = self._columns(data) + 1
        if len(placeholders) != expected:
            raise ValueError(f"Expected {expected} placeholders; got {len(placeholders)}.")
        self._index_placeholder, *self._col_placeholders = placeholders
        self._data = data
        self._max = self._length(data)
        self._batch_size = batch_size
        self._num_epochs = num_epochs
        self._epoch = 0
        random.seed(seed)  # TF1: Python's own generator
        self._trav = random.randrange(self._max) if random_start else 0
        self._epoch_end = (self._trav - 1) % self._max

    def _columns(self, data: Any) -> int:
        return 1

    def _length(self, data: Any) -> int:
        return len(data)

    def _rows(self, indices: list[int]) -> tuple[Any, list[Any]]:
        raise NotImplementedError

    def __call__(self) -> dict[Any, Any]:
        indices, self._epoch = _get_integer_indices_for_next_batch(
            self._trav, self._batch_size, self._epoch_end, self._max, self._epoch, self._num_epochs
        )
        self._trav = (indices[-1] + 1) % self._max
        index, columns = self._rows(indices)
        return {self._index_placeholder: index, **dict(zip(self._col_placeholders, columns))}


class _ArrayFeedFn(_RowFeed):
    """Feeds rows of one array."""

    def _rows(self, indices: list[int]) -> tuple[Any, list[Any]]:
        return indices, [self._data[indices]]


class _OrderedDictNumpyFeedFn(_RowFeed):
    """Feeds rows of several arrays of one length."""

    def _columns(self, data: Any) -> int:
        return len(data)

    def _length(self, data: Any) -> int:
        lengths = {len(column) for column in data.values()}
        if len(lengths) > 1:
            raise ValueError("Array lengths must match.")
        return lengths.pop()

    def _rows(self, indices: list[int]) -> tuple[Any, list[Any]]:
        return indices, [column[indices] for column in self._data.values()]


class _PandasFeedFn(_RowFeed):
    """Feeds rows of a data frame, with its index."""

    def _columns(self, data: Any) -> int:
        return len(data.columns)

    def _rows(self, indices: list[int]) -> tuple[Any, list[Any]]:
        rows = self._data.iloc[indices]
        return rows.index.values, [rows[column].values for column in rows.columns]


class _GeneratorFeedFn:
    """Feeds batches of the dictionaries that a generator yields.

    TF1: `batch_size` counts values, not dictionaries.
    """

    def __init__(
        self,
        placeholders: Sequence[Any],
        generator: Any,
        batch_size: int,
        random_start: bool = False,
        seed: int | None = None,
        num_epochs: int | None = None,
        pad_value: Any = None,
    ) -> None:
        first = next(generator())
        if len(placeholders) != len(first):
            raise ValueError(f"Expected {len(first)} placeholders; got {len(placeholders)}.")
        self._keys = sorted(first)
        self._col_placeholders = placeholders
        self._generator_function = generator
        self._iterator = generator()
        self._batch_size = batch_size
        self._num_epochs = num_epochs
        self._epoch = 0
        self._pad_value = pad_value
        random.seed(seed)

    def __call__(self) -> dict[Any, Any]:
        if self._num_epochs and self._epoch >= self._num_epochs:
            raise errors.OutOfRangeError(None, None, f"Already emitted {self._epoch} epochs.")
        found: dict[Any, list[Any]] = {}
        size = 0
        while size < self._batch_size:
            try:
                row = next(self._iterator)
            except StopIteration:
                self._epoch += 1
                self._iterator = self._generator_function()
                row = next(self._iterator)
            for placeholder, key in zip(self._col_placeholders, self._keys):
                if key not in row:
                    raise KeyError(
                        f"key mismatch between dicts emitted by GenFun Expected {self._keys} keys; got {row.keys()}"
                    )
                found.setdefault(placeholder, []).append(row[key])
                size += 1
        if self._pad_value is None:
            return {key: np.asarray(items) for key, items in found.items()}
        return {key: np.asarray(_pad_if_needed(items, self._pad_value)) for key, items in found.items()}


def _pad_if_needed(items: list[Any], fillvalue: Any = 0) -> Any:
    """Arrays that differ in their last dimension, padded to the longest; unchanged if they are equal.

    Raises:
      ValueError: they differ elsewhere.
    """
    shapes: list[Any] = [x.shape[:-1] if x.ndim else -1 for x in items]
    if any(s != shapes[0] for s in shapes):
        raise ValueError("Array shapes must match.")
    lengths = [x.shape[-1] if x.ndim else 0 for x in items]
    if len(set(lengths)) == 1:
        return items
    padded = np.full([len(items), *shapes[0], max(lengths)], fillvalue, dtype=items[0].dtype)
    for row, item in zip(padded, items):
        row[..., : item.shape[-1]] = item
    return padded


def _is_data_frame(data: Any) -> bool:
    return hasattr(data, "iloc") and hasattr(data, "columns")


def _columns_of(data: Any) -> tuple[list[Any], list[Any], Any]:
    """Types and shapes of what is enqueued, and the class that feeds it."""
    if isinstance(data, np.ndarray):
        return [dtypes.int64, dtypes.as_dtype(data.dtype)], [(), data.shape[1:]], _ArrayFeedFn
    if isinstance(data, OrderedDict):
        columns = list(data.values())
        types_ = [dtypes.int64, *(dtypes.as_dtype(c.dtype) for c in columns)]
        return types_, [(), *(c.shape[1:] for c in columns)], _OrderedDictNumpyFeedFn
    if isinstance(data, types.FunctionType):
        first = next(data())
        values = [first[key] for key in sorted(first)]
        return [dtypes.as_dtype(v.dtype) for v in values], [v.shape for v in values], _GeneratorFeedFn
    if _is_data_frame(data):
        types_ = [dtypes.as_dtype(t) for t in [data.index.dtype, *data.dtypes]]
        return types_, [() for _ in types_], _PandasFeedFn
    raise TypeError(
        f"data must be either a numpy array or pandas DataFrame if pandas is installed; got {type(data).__name__}"
    )


def _warn_about_threads(shuffle: bool, num_threads: int, num_epochs: int | None) -> None:
    if num_threads > 1 and num_epochs is not None:
        tf_logging.warning(
            "enqueue_data was called with num_epochs and num_threads > 1. num_epochs is applied per thread, so this "
            "will produce more epochs than you probably intend. If you want to limit epochs, use one thread."
        )
        if shuffle:
            tf_logging.warning(
                "enqueue_data was called with shuffle=True, num_threads > 1, and num_epochs. This will create multiple "
                "threads, all reading the array/dataframe in order adding to the same shuffling queue; the results "
                "will likely not be sufficiently shuffled."
            )
    if not shuffle and num_threads > 1:
        tf_logging.warning(
            "enqueue_data was called with shuffle=False and num_threads > 1. This will create multiple threads, all "
            "reading the array/dataframe in order. If you want examples read in order, use one thread; if you want "
            "multiple threads, enable shuffling."
        )


def _enqueue_data(
    data: Any,
    capacity: int,
    shuffle: bool = False,
    min_after_dequeue: Any = None,
    num_threads: int = 1,
    seed: int | None = None,
    name: str = "enqueue_input",
    enqueue_size: int = 1,
    num_epochs: int | None = None,
    pad_value: Any = None,
) -> Any:
    """A queue of the rows of `data`, filled by a QueueRunner.

    Args:
      data: an array, an OrderedDict of arrays, a data frame, or a function that gives a generator of dictionaries.
      capacity: size of the queue.
      shuffle: take rows in random order.
      min_after_dequeue: how many rows a shuffling queue keeps; a quarter of `capacity` if absent.
      num_threads: how many threads fill it.
      seed: of the shuffling and the first row.
      name: of the name scope.
      enqueue_size: rows enqueued at once.
      num_epochs: how often the data are read, per thread; None for ever.
      pad_value: pads the last dimension of what a generator gives.

    Raises:
      TypeError: `data` is none of these.
      NotImplementedError: padding with shuffling, or of other data than a generator's.
    """
    with framework.name_scope(name):
        column_types, shapes, feed_class = _columns_of(data)
        pads = pad_value is not None
        if pads and feed_class is not _GeneratorFeedFn:
            raise NotImplementedError("padding is only available with generator usage")
        if shuffle and pads:
            raise NotImplementedError("padding and shuffling data at the same time is not implemented")
        _warn_about_threads(shuffle, num_threads, num_epochs)
        kept = 0
        if shuffle:
            kept = int(capacity / 4 if min_after_dequeue is None else min_after_dequeue)
            queue: Any = RandomShuffleQueue(capacity, kept, dtypes=column_types, shapes=shapes, seed=seed)
        elif pads:
            open_shapes = [(*s[:-1], None) if len(s) else s for s in shapes]
            queue = PaddingFIFOQueue(capacity, dtypes=column_types, shapes=open_shapes)
        else:
            queue = FIFOQueue(capacity, dtypes=column_types, shapes=shapes)
        enqueue_ops, feed_fns = [], []
        for i in range(num_threads):
            placeholders = [framework.placeholder(t) for t in column_types]
            enqueue_ops.append(queue.enqueue_many(placeholders))
            thread_seed = None if seed is None else (i + 1) * seed
            options = {"pad_value": pad_value} if pads else {}
            feed_fns.append(feed_class(placeholders, data, enqueue_size, shuffle, thread_seed, num_epochs, **options))
        add_queue_runner(_FeedingQueueRunner(queue=queue, enqueue_ops=enqueue_ops, feed_fns=feed_fns))
        above = math_elementwise.maximum(0, queue.size() - kept)
        full = math_casts.cast(above, dtypes.float32) * (1.0 / (capacity - kept))
        summary.scalar(f"queue/{queue.name}fraction_over_{kept}_of_{capacity - kept}_full", full)
        return queue
