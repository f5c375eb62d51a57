"""`slim.parallel_reader`: several readers that fill one queue of records."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import framework, math_casts, math_ops, queues, summary
from tf1compat._facade.platform import gfile
from tf1compat._facade.readers import ReaderBase
from tf1compat._facade.train import input as producers
from tf1compat._facade.train import queue_runner
from tf1compat._jaxcore.base import dtypes


class ParallelReader(ReaderBase):
    """Several readers of one class; what they read meets in `common_queue`, in no fixed order.

    Args:
      reader_class: a class such as `tf.TFRecordReader`.
      common_queue: a queue of (key, value) strings.
      num_readers: how many readers.
      reader_kwargs: arguments of the class.

    Raises:
      TypeError: the queue's elements are not two strings.
    """

    def __init__(
        self,
        reader_class: Any,
        common_queue: Any,
        num_readers: int = 4,
        reader_kwargs: dict[str, Any] | None = None,
    ) -> None:
        if [d.base_dtype for d in common_queue.dtypes] != [dtypes.string, dtypes.string]:
            raise TypeError("common_queue.dtypes must be [tf.string, tf.string]")
        self._readers = [reader_class(**(reader_kwargs or {})) for _ in range(num_readers)]
        self._common_queue = common_queue

    @property
    def num_readers(self) -> int:
        return len(self._readers)

    @property
    def common_queue(self) -> Any:
        return self._common_queue

    def read(self, queue: Any, name: str | None = None) -> Any:
        """The next record (key, value); `queue` gives the files."""
        self._configure_readers_by(queue)
        return self._common_queue.dequeue(name=name)

    def read_up_to(self, queue: Any, num_records: Any, name: str | None = None) -> Any:
        """At most `num_records` records."""
        self._configure_readers_by(queue)
        return self._common_queue.dequeue_up_to(num_records, name)

    def _configure_readers_by(self, queue: Any) -> None:
        enqueue = [self._common_queue.enqueue(reader.read(queue)) for reader in self._readers]
        queue_runner.add_queue_runner(queue_runner.QueueRunner(self._common_queue, enqueue))

    def num_records_produced(self, name: str | None = None) -> Any:
        """How many records all readers have given."""
        return math_ops.add_n([r.num_records_produced() for r in self._readers], name=name)

    def num_work_units_completed(self, name: str | None = None) -> Any:
        """How many files all readers have finished."""
        return math_ops.add_n([r.num_work_units_completed() for r in self._readers], name=name)


def parallel_read(
    data_sources: Any,
    reader_class: Any,
    num_epochs: int | None = None,
    num_readers: int = 4,
    reader_kwargs: dict[str, Any] | None = None,
    shuffle: bool = True,
    dtypes: Any = None,
    capacity: int = 256,
    min_after_dequeue: int = 128,
    seed: int | None = None,
    scope: str | None = None,
) -> Any:
    """Records (key, value) of all files, read by several readers.

    Args:
      data_sources: files or patterns.
      reader_class: a class such as `tf.TFRecordReader`.
      num_epochs: how often everything is read; for ever if absent.
      num_readers, reader_kwargs: as for `ParallelReader`.
      shuffle: whether files and records come in random order.
      dtypes: types of the record's parts.
      capacity, min_after_dequeue, seed: of the queue.
      scope: name scope.

    Raises:
      ValueError: no file is found.
    """
    files = get_data_files(data_sources)
    with framework.name_scope(scope, "parallel_read"):
        names = producers.string_input_producer(
            files, num_epochs=num_epochs, shuffle=shuffle, seed=seed, name="filenames"
        )
        types = dtypes or _STRINGS
        if shuffle:
            common: Any = queues.RandomShuffleQueue(
                capacity=capacity, min_after_dequeue=min_after_dequeue, dtypes=types, seed=seed, name="common_queue"
            )
        else:
            common = queues.FIFOQueue(capacity=capacity, dtypes=types, name="common_queue")
        fraction = math_casts.cast(common.size(), _FLOAT) * (1.0 / capacity)
        summary.scalar(f"fraction_of_{capacity}_full", fraction)
        return ParallelReader(reader_class, common, num_readers, reader_kwargs).read(names)


_STRINGS, _FLOAT = [dtypes.string, dtypes.string], dtypes.float32


def single_pass_read(
    data_sources: Any, reader_class: Any, reader_kwargs: dict[str, Any] | None = None, scope: str | None = None
) -> Any:
    """Records (key, value) of all files, once and in order."""
    files = get_data_files(data_sources)
    with framework.name_scope(scope, "single_pass_read"):
        names = producers.string_input_producer(files, num_epochs=1, shuffle=False, capacity=1, name="filenames")
        return reader_class(**(reader_kwargs or {})).read(names)


def get_data_files(data_sources: Any) -> list[str]:
    """The files of a file name, a pattern, or a list of them.

    Raises:
      ValueError: there are none.
    """
    if isinstance(data_sources, (list, tuple)):
        files = [name for source in data_sources for name in get_data_files(source)]
    elif any(c in data_sources for c in "*?["):
        files = gfile.Glob(data_sources)
    else:
        files = [data_sources]
    if not files:
        raise ValueError(f"No data files found in {data_sources}")
    return files
