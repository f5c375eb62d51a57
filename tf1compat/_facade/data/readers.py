"""Datasets of records in files: `tf.data.TextLineDataset`, `TFRecordDataset`, `FixedLengthRecordDataset`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.array_ops import reshape
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data import sources, structure, transforms
from tf1compat._facade.data.dataset import DatasetV2, NodeDataset, node
from tf1compat._facade.data.v1 import DatasetV1Adapter
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes

_BUFFER_SIZE = 256 * 1024
_STRING = TensorSpec([], dtypes.string)


def optional_tensor(name: str, value: Any, default: Any = 0, dtype: Any = dtypes.int64) -> Any:
    """An argument, or a constant in its place, as a tensor of this name."""
    return constant(default, dtype, name=name) if value is None else convert_to_tensor(value, dtype, name=name)


def filenames_dataset(filenames: Any) -> Any:
    """File names as a dataset.

    Raises:
      TypeError: a dataset of something else.
    """
    if not isinstance(filenames, DatasetV2):
        names = convert_to_tensor(filenames, dtypes.string)
        return sources.from_tensor_slices(reshape(names, [-1], name="flat_filenames"))
    spec = filenames.element_spec
    if structure.legacy_types(spec) != dtypes.string:
        raise TypeError("`filenames` must be a `tf.data.Dataset` of `tf.string` elements.")
    if not structure.legacy_shapes(spec).is_compatible_with([]):
        raise TypeError("`filenames` must be a `tf.data.Dataset` of scalar `tf.string` elements.")
    return filenames


def _of_files(make: Callable[[Any], NodeDataset], filenames: Any, num_parallel_reads: Any) -> NodeDataset:
    def read_one_file(filename: Any) -> NodeDataset:
        return make(convert_to_tensor(filename, dtypes.string, name="filename"))

    if num_parallel_reads is None:
        return transforms.flat_map(filenames, read_one_file)
    if isinstance(num_parallel_reads, int) and num_parallel_reads == transforms.AUTOTUNE:
        return transforms.interleave(filenames, read_one_file, transforms.AUTOTUNE, 1, num_parallel_reads)
    from tf1compat._facade.data.experimental import interleaving

    return interleaving.old_interleave(filenames, read_one_file, num_parallel_reads, 1, False, None, None)


class TextLineDataset(DatasetV1Adapter):
    """The lines of text files, without their ends.

    Args:
      filenames: names, as a tensor or a dataset of strings.
      compression_type: `""`, `"ZLIB"` or `"GZIP"`.
      buffer_size: bytes to read at a time.
      num_parallel_reads: how many files are read by turns; one after the other if absent.
    """

    def __init__(
        self, filenames: Any, compression_type: Any = None, buffer_size: Any = None, num_parallel_reads: Any = None
    ) -> None:
        self._filenames = filenames_dataset(filenames)

        def make(name: Any) -> NodeDataset:
            kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
            size = optional_tensor("buffer_size", buffer_size, _BUFFER_SIZE)
            return node("TextLineDataset", [], name, kind, size, spec=_STRING)

        super().__init__(_of_files(make, self._filenames, num_parallel_reads))

    def _inputs(self) -> list[Any]:
        return []


class TFRecordDataset(DatasetV1Adapter):
    """The records of TFRecord files, as strings; arguments as in `TextLineDataset`."""

    def __init__(
        self, filenames: Any, compression_type: Any = None, buffer_size: Any = None, num_parallel_reads: Any = None
    ) -> None:
        self._filenames = filenames_dataset(filenames)
        self._arguments = compression_type, buffer_size, num_parallel_reads

        def make(name: Any) -> NodeDataset:
            kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
            size = optional_tensor("buffer_size", buffer_size, _BUFFER_SIZE)
            return node("TFRecordDataset", [], name, kind, size, spec=_STRING)

        super().__init__(_of_files(make, self._filenames, num_parallel_reads))

    def _clone(
        self,
        filenames: Any = None,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
    ) -> TFRecordDataset:
        kind, size, parallel = self._arguments
        return TFRecordDataset(
            filenames or self._filenames, compression_type or kind, buffer_size or size, num_parallel_reads or parallel
        )


class FixedLengthRecordDataset(DatasetV1Adapter):
    """Records of `record_bytes` bytes between a header and a footer.

    Args:
      filenames: names, as a tensor or a dataset of strings.
      record_bytes: size of a record.
      header_bytes, footer_bytes: bytes to leave out at the beginning and the end of each file.
      buffer_size, compression_type, num_parallel_reads: as in `TextLineDataset`.
    """

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: Any = None,
    ) -> None:
        self._filenames = filenames_dataset(filenames)

        def make(name: Any) -> NodeDataset:
            record = convert_to_tensor(record_bytes, dtypes.int64, name="record_bytes")
            header = optional_tensor("header_bytes", header_bytes)
            footer = optional_tensor("footer_bytes", footer_bytes)
            size = optional_tensor("buffer_size", buffer_size, _BUFFER_SIZE)
            kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
            return node("FixedLengthRecordDatasetV2", [], name, header, record, footer, size, kind, spec=_STRING)

        super().__init__(_of_files(make, self._filenames, num_parallel_reads))

    def _inputs(self) -> list[Any]:
        return []
