"""Elements from files: lines, TFRecords, records of fixed size, CSV columns, names of files."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._formats import compression, tfrecord
from tf1compat._formats.faults import FormatFault, InvalidArgument
from tf1compat._jaxcore.base import errors
from tf1compat._runtime import local_files
from tf1compat._runtime.datasets.dataset import Dataset, Element, Run, invalid, text


class _Files(Dataset):
    """What datasets of files share: one file after the other, errors in TensorFlow's terms."""

    def __init__(self, filenames: Any, compression_type: str, buffer_size: int) -> None:
        self._names: list[bytes] = np.ravel(np.asarray(filenames, object)).tolist()
        if compression_type not in ("", "ZLIB", "GZIP"):
            raise invalid("Unsupported compression_type.")
        self._compression = compression_type
        self._buffer = max(buffer_size, 1 << 16)

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Chain(map(self._open, self._names))

    def _open(self, name: bytes) -> Iterator[Element]:
        """The elements of one file; the file is opened when the first is asked for."""
        file = local_files.open_file(name, "rb", self._buffer)
        with file:
            source: Any = compression.Inflater(file, self._compression) if self._compression else file
            try:
                yield from self.records(source, name)
            except FormatFault as e:
                kind: Any = errors.exception_type_from_error_code(e.code)
                raise kind(None, None, e.message) from None

    def records(self, file: Any, name: bytes) -> Iterable[Element]:
        """The elements of an open file."""
        raise NotImplementedError


class _Chain:
    """Iterators one after the other; an error ends the one it comes from."""

    def __init__(self, iterators: Iterator[Iterator[Element]]) -> None:
        self._iterators = iterators
        self._current: Iterator[Element] = iter(())

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while True:
            for element in self._current:
                return element
            self._current = next(self._iterators)


class TextLines(_Files):
    """Lines without their ends."""

    def records(self, file: Any, name: bytes) -> Iterable[Element]:
        lines: Iterable[bytes] = file if hasattr(file, "readline") else _lines(file)
        return ((text(line.removesuffix(b"\n").removesuffix(b"\r")),) for line in lines)


def _lines(file: Any) -> Iterator[bytes]:
    rest = b""
    while piece := file.read(1 << 16):
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    if rest:
        yield rest


class TFRecords(_Files):
    """The records of TFRecord files."""

    def records(self, file: Any, name: bytes) -> Iterable[Element]:
        return ((text(record),) for _, record in tfrecord.read_framed(file))


class FixedLengthRecords(_Files):
    """Records of equal size between a header and a footer."""

    def __init__(
        self, filenames: Any, header: int, record: int, footer: int, buffer_size: int, compression_type: str
    ) -> None:
        super().__init__(filenames, compression_type, buffer_size)
        for what, value in (("header_bytes", header), ("footer_bytes", footer), ("buffer_size", buffer_size)):
            if value < 0:
                raise invalid(f"`{what}` must be >= 0")
        if record <= 0:
            raise invalid("`record_bytes` must be > 0")
        self._header, self._size, self._footer = header, record, footer

    def records(self, file: Any, name: bytes) -> Iterable[Element]:
        if self._compression:
            body = b"".join(iter(lambda: file.read(1 << 20), b""))
        else:
            body = file.read()
        inner = len(body) - self._header - self._footer
        if inner < 0 or inner % self._size:
            raise invalid(
                f"Excluding the header ({self._header} bytes) and footer ({self._footer} bytes), input file "
                f'"{name.decode(errors="replace")}" has body length {inner} bytes, which is not an exact multiple of '
                f"the record length ({self._size} bytes)."
            )
        return ((text(body[i : i + self._size]),) for i in range(self._header, self._header + inner, self._size))


class Csv(_Files):
    """The columns of CSV files, each with a type and a default or none."""

    def __init__(
        self,
        filenames: Any,
        compression_type: str,
        buffer_size: int,
        header: bool,
        delimiter: bytes,
        quotes: bool,
        missing: bytes,
        columns: Sequence[int],
        defaults: Sequence[Any],
        decode: Any,
    ) -> None:
        """`decode`: the kernel of DecodeCSV."""
        super().__init__(filenames, compression_type, buffer_size)
        self._header, self._delimiter, self._quotes = header, delimiter, quotes
        self._missing, self._columns, self._defaults, self._decode = missing, list(columns), list(defaults), decode

    def iterate(self, run: Run) -> Iterator[Element]:
        return map(self._values, super().iterate(run))

    def records(self, file: Any, name: bytes) -> Iterable[Element]:
        lines: Iterable[bytes] = file if hasattr(file, "readline") else _lines(file)
        records = _joined(lines) if self._quotes else lines
        wanted = itertools.islice(records, int(self._header), None)
        return ((text(r.removesuffix(b"\n").removesuffix(b"\r")),) for r in wanted)

    def _values(self, element: Element) -> Element:
        (record,) = element
        try:
            return self._decode(
                record,
                self._defaults,
                field_delim=self._delimiter,
                use_quote_delim=self._quotes,
                na_value=self._missing,
                select_cols=self._columns,
            )
        except InvalidArgument as e:  # TF1: of a file's record no number is told, nor how many fields are too many
            words = e.message.replace(" in record 0", " in record")
            found = re.fullmatch(r"(Expect (\d+) fields but have) (\d+) in record", words)
            if found and int(found[3]) > int(found[2]):
                words = f"{found[1]} more in record"
            raise InvalidArgument(words) from None


def _joined(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Records: lines, or several where a quoted field contains line ends."""
    record = b""
    for line in lines:
        record += line
        if record.count(b'"') % 2 == 0:
            yield record
            record = b""
    if record:
        raise InvalidArgument("Reached end of file without closing quoted field in record")


class MatchingFiles(Dataset):
    """The names of the files that match patterns, in order."""

    def __init__(self, patterns: Any) -> None:
        self._patterns: list[bytes] = np.ravel(np.asarray(patterns, object)).tolist()

    def iterate(self, run: Run) -> Iterator[Element]:
        from tf1compat._runtime import whole_files

        found = {name for pattern in self._patterns for name in whole_files.matching(pattern)}
        if not found:
            shown = ", ".join(p.decode(errors="replace") for p in self._patterns)
            raise errors.NotFoundError(None, None, f"No files matched pattern: {shown}")
        return ((text(name),) for name in sorted(found))
