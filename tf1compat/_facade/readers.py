"""Readers of files that take their names from a queue: `tf.TextLineReader`, `tf.TFRecordReader` and their kin."""

from __future__ import annotations

import collections
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform.tf_record import TFRecordOptions
from tf1compat._facade.queues import QueueBase
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import errors

_Record = collections.namedtuple("ReaderRead", ["key", "value"])
_Records = collections.namedtuple("ReaderReadUpTo", ["keys", "values"])
_MODULE = "tensorflow.python.ops.io_ops"


def _instead(what: str) -> Any:
    return deprecated(None, f"Queue-based input pipelines have been replaced by `tf.data`. Use `{what}`.", _MODULE)


class ReaderBase:
    """What all readers can do.

    Args:
      reader_ref: the tensor that refers to the reader.
      supports_serialize: whether its state can be saved.
    """

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Tensor:
        """The tensor that refers to the reader."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether the state of the reader can be saved."""
        return self._supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """The next record as string scalars `key`, `value`.

        Args:
          queue: a queue of file names (or other work), from which the reader takes one when it has none.
          name: name of the node.

        Raises (when it runs):
          tf.errors.OutOfRangeError: the queue is closed and empty.
          tf.errors.NotFoundError, tf.errors.DataLossError: a file is missing or damaged.
        """
        return _Record(*apply_op("ReaderReadV2", self._reader_ref, _handle(queue), name=name))

    def read_up_to(self, queue: Any, num_records: Any, name: str | None = None) -> Any:
        """At most `num_records` records of one file as string vectors `keys`, `values`; errors as `read`."""
        return _Records(*apply_op("ReaderReadUpToV2", self._reader_ref, _handle(queue), num_records, name=name))

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """How many records the reader has given, an int64 scalar."""
        return apply_op("ReaderNumRecordsProducedV2", self._reader_ref, name=name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """How many files the reader has finished, an int64 scalar."""
        return apply_op("ReaderNumWorkUnitsCompletedV2", self._reader_ref, name=name)

    def serialize_state(self, name: str | None = None) -> Tensor:
        """The state of the reader as a string scalar, where it `supports_serialize`."""
        return apply_op("ReaderSerializeStateV2", self._reader_ref, name=name)

    def restore_state(self, state: Any, name: str | None = None) -> Operation:
        """An operation that makes the reader go on from `state`, which `serialize_state` gave."""
        return apply_op("ReaderRestoreStateV2", self._reader_ref, state, name=name)

    def reset(self, name: str | None = None) -> Operation:
        """An operation that makes the reader start over."""
        return apply_op("ReaderResetV2", self._reader_ref, name=name)


def _handle(queue: Any) -> Any:
    return queue.queue_ref if isinstance(queue, QueueBase) else queue


class WholeFileReader(ReaderBase):
    """Gives each file as one record: its name and its contents."""

    @_instead("tf.data.Dataset.map(tf.read_file)")
    def __init__(self, name: str | None = None) -> None:
        super().__init__(apply_op("WholeFileReaderV2", name=name), supports_serialize=True)


class TextLineReader(ReaderBase):
    """Gives the lines of text files without their ends; keys are `file:number`.

    Args:
      skip_header_lines: lines to leave out at the beginning of each file.
      name: name of the node.
    """

    @_instead("tf.data.TextLineDataset")
    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(apply_op("TextLineReaderV2", name=name, skip_header_lines=skip_header_lines or 0))


class FixedLengthRecordReader(ReaderBase):
    """Gives records of `record_bytes` bytes; keys are `file:number`.

    Args:
      record_bytes: size of a record.
      header_bytes, footer_bytes: sizes of what stands in front of and behind the records of a file.
      hop_bytes: distance of the beginnings of two records, `record_bytes` if absent.
      name: name of the node.
      encoding: `"ZLIB"` or `"GZIP"` for compressed files.
    """

    @_instead("tf.data.FixedLengthRecordDataset")
    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        ref = apply_op(
            "FixedLengthRecordReaderV2",
            record_bytes=record_bytes,
            header_bytes=header_bytes or 0,
            footer_bytes=footer_bytes or 0,
            hop_bytes=hop_bytes or 0,
            encoding=(encoding or "").encode(),
            name=name,
        )
        super().__init__(ref)


class TFRecordReader(ReaderBase):
    """Gives the records of TFRecord files; keys are `file:offset`.

    Args:
      name: name of the node.
      options: a `tf.python_io.TFRecordOptions` for compressed files.
    """

    @_instead("tf.data.TFRecordDataset")
    def __init__(self, name: str | None = None, options: Any = None) -> None:
        kind = TFRecordOptions.get_compression_type_string(options)
        super().__init__(apply_op("TFRecordReaderV2", name=name, compression_type=kind.encode()))


class IdentityReader(ReaderBase):
    """Gives what it takes from its queue, as key and as value."""

    @_instead("tf.data.Dataset.map(...)")
    def __init__(self, name: str | None = None) -> None:
        super().__init__(apply_op("IdentityReaderV2", name=name), supports_serialize=True)


class LMDBReader(ReaderBase):
    """Records of LMDB files; not supported."""

    only_a_name = True

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        raise errors.unsupported(
            "tf.LMDBReader is not supported.",
            advice="convert the data base to TFRecord files and read them with tf.TFRecordReader",
        )
