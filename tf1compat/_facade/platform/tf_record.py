"""`tf.python_io`: files of records, plain or compressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tf1compat._facade.deprecation import deprecated
from tf1compat._formats import compression, tfrecord
from tf1compat._formats.faults import FormatFault
from tf1compat._jaxcore.base import errors
from tf1compat._runtime import local_files


class TFRecordCompressionType:
    """How a file of records is compressed."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


class TFRecordOptions:
    """Compression of a file of records: its type, and zlib's settings for writing (None: TensorFlow's defaults).

    Args:
      compression_type: a `TFRecordCompressionType`, or `"GZIP"`, `"ZLIB"`, `""`.
      flush_mode: zlib's flush mode of `TFRecordWriter.flush`.
      input_buffer_size, output_buffer_size: no difference; buffers grow as needed.
      window_bits, compression_level, compression_method, mem_level, compression_strategy: as in zlib's deflateInit2.

    Raises:
      ValueError: an unknown compression type.
    """

    compression_type_map = {
        TFRecordCompressionType.ZLIB: "ZLIB",
        TFRecordCompressionType.GZIP: "GZIP",
        TFRecordCompressionType.NONE: "",
    }

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """`"GZIP"`, `"ZLIB"` or `""` of options, a `TFRecordCompressionType` or one of these strings."""
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if options in cls.compression_type_map:
            return cls.compression_type_map[options]
        if options in cls.compression_type_map.values():
            return options
        raise ValueError(f'Not a valid compression_type: "{options}"')

    def _for_zlib(self) -> compression.Options:
        return compression.Options(
            self.window_bits,
            self.compression_level,
            self.compression_method,
            self.mem_level,
            self.compression_strategy,
            self.flush_mode,
        )


class TFRecordWriter:
    """Writes records to a new file.

    Args:
      path: the file.
      options: a `TFRecordOptions`, or what its `compression_type` may be.

    Raises:
      NotFoundError: the directory does not exist.

    >>> import os, tempfile
    >>> import tf1compat as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "some.tfrecord")
    >>> with tf.python_io.TFRecordWriter(path) as writer:
    ...     writer.write(b"one")
    >>> [len(record) for record in tf.python_io.tf_record_iterator(path)]
    [3]
    """

    def __init__(self, path: Any, options: Any = None) -> None:
        self._file: Any = None
        given = options if isinstance(options, TFRecordOptions) else TFRecordOptions(options)
        kind = TFRecordOptions.get_compression_type_string(given)
        file = local_files.open_file(path, "wb")
        self._file = compression.Deflater(file, kind, given._for_zlib()) if kind else file

    def write(self, record: bytes) -> None:
        """Append one record."""
        if not isinstance(record, bytes):
            raise TypeError(f"expected bytes, {type(record).__name__} found")
        if self._file is None:
            raise errors.FailedPreconditionError(None, None, "Writer not initialized or previously closed")
        self._file.write(tfrecord.frame(record))

    def flush(self) -> None:
        """Hand all records to the operating system."""
        if self._file is None:
            raise errors.FailedPreconditionError(None, None, "Writer not initialized or previously closed")
        self._file.flush()

    def close(self) -> None:
        """Complete the file; closing twice is harmless."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


@deprecated(
    None,
    "Use eager execution and: \n`tf.data.TFRecordDataset(path)`",
    "tensorflow.python.lib.io.tf_record",
)
def tf_record_iterator(path: Any, options: Any = None) -> Iterator[bytes]:
    """The records of a file, one by one.

    Args:
      path: the file.
      options: a `TFRecordOptions`, or what its `compression_type` may be.

    Raises:
      NotFoundError: there is no such file.
      DataLossError: the file is damaged.
    """
    return _records(path, TFRecordOptions.get_compression_type_string(options))


def _records(path: Any, kind: str) -> Iterator[bytes]:
    file = local_files.open_file(path, "rb")
    with file:
        source: Any = compression.Inflater(file, kind) if kind else file
        try:
            yield from tfrecord.read_records(source)
        except FormatFault as e:
            raise errors.exception_from_status(None, None, e.message, e.code) from None
