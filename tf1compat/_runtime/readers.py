"""Readers: each takes work (file names, as a rule) from a queue and gives its records as (key, value) one by one."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tf1compat._formats import compression, reader_state, tfrecord
from tf1compat._formats.faults import DataLoss, FormatFault
from tf1compat._formats.reader_state import ReaderState
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._runtime import local_files

Record = tuple[bytes, bytes]
_BUFFER = 256 * 1024
_ESCAPES = {ord(c): "\\" + c for c in "\"'\\"} | {9: "\\t", 10: "\\n", 13: "\\r"}


class Reader:
    """What all readers do: go from one piece of work to the next, count, start over.

    Subclasses give the records of one piece of work.
    """

    kind = ""
    saves_state = False

    def __init__(self, name: str, node_name: str, **spec: Any) -> None:
        self.name = name
        self.node_name = node_name
        self._lock = threading.Lock()
        self._state = ReaderState()  # without the records of now, which are counted below
        self._produced = 0
        self._records: Iterator[Record] | None = None
        self._start(**spec)

    def _start(self) -> None:
        """Take the specification."""

    def records(self, work: bytes) -> Iterator[Record]:
        """The records of one piece of work."""
        raise NotImplementedError

    def read(self, queue: Any) -> Record:
        """The next record.

        Raises:
          OutOfRangeError: the queue is closed and empty.
          NotFoundError, DataLossError: the file is missing or damaged.
        """
        with self._lock:
            while True:
                record = next(self._records or self._current(queue), None)
                if record is None or self.saves_state:  # those that save their state give one record each
                    self._finish()
                if record is not None:
                    self._produced += 1
                    return record

    def read_up_to(self, queue: Any, n: int) -> list[Record]:
        """The next records of one piece of work, at most `n` and at least one; errors as in `read`."""
        found: list[Record] = []
        with self._lock:
            while len(found) < n:
                record = next(self._current(queue), None)
                if record is not None:
                    found.append(record)
                if record is None or self.saves_state:
                    self._finish()
                    if found:
                        break
            self._produced += len(found)
        return found

    def _current(self, queue: Any) -> Iterator[Record]:
        if self._records is None:
            work = _next_work(queue)
            self._state = self._state._replace(current=work)
            records = self._translated(work)
            self._state = self._state._replace(started=self._state.started + 1)
            self._records = records
        return self._records

    def _translated(self, work: bytes) -> Iterator[Record]:
        try:
            yield from self.records(work)
        except FormatFault as e:
            self._records = None  # TF1 would stay where the fault is; the next read goes on with the next file
            self._state = self._state._replace(finished=self._state.started)
            kind: Any = errors.exception_type_from_error_code(e.code)
            raise kind(None, None, f"{e.message} in {work.decode(errors='replace')}") from None
        except errors.OpError:
            self._records = None
            self._state = self._state._replace(started=self._state.started - 1)
            raise

    def _finish(self) -> None:
        self._records = None
        self._state = self._state._replace(finished=self._state.started)

    def num_records_produced(self) -> int:
        return self._produced

    def num_work_units_completed(self) -> int:
        return self._state.finished

    def reset(self) -> None:
        """Start over, without work."""
        with self._lock:
            self._records, self._state, self._produced = None, ReaderState(), 0

    def serialize_state(self) -> bytes:
        """The state as a ReaderBaseState message.

        Raises:
          UnimplementedError: this reader's state cannot be saved.
        """
        if not self.saves_state:
            raise errors.UnimplementedError(None, None, "Reader SerializeState")
        with self._lock:
            return reader_state.serialize(self._state._replace(records=self._produced))

    def restore_state(self, text: bytes) -> None:
        """Go on from `serialize_state`.

        Raises:
          InvalidArgumentError: the text is none, or its counts cannot be.
          UnimplementedError: this reader's state cannot be restored.
        """
        if not self.saves_state:
            raise errors.UnimplementedError(None, None, "Reader RestoreState")
        with self._lock:
            self._records, self._state, self._produced = None, ReaderState(), 0
            self._state = self._checked(text)
            self._produced = self._state.records

    def _checked(self, text: bytes) -> ReaderState:
        name = f"{self.kind} '{self.node_name}'"
        try:
            state = reader_state.parse(text)
        except FormatFault:
            shown = "".join(_ESCAPES.get(c, chr(c) if 32 <= c < 127 else f"\\{c:03o}") for c in text)
            raise errors.InvalidArgumentError(None, None, f"Could not parse state for {name}: {shown}") from None
        if min(state[:3]) < 0:
            problem = "Unexpected negative value when restoring"
        elif state.started > state.finished:
            problem = "Inconsistent work started vs. finished when restoring"
        else:
            return state
        raise errors.InvalidArgumentError(None, None, f"{problem} in {name}: {reader_state.as_text(state)}")

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """A shared reader keeps the specification that it was made with."""

    def cancel(self) -> None:
        """Nothing of its own waits: its queue is cancelled."""


def _next_work(queue: Any) -> bytes:
    if len(queue.types) != 1:
        raise errors.InvalidArgumentError(None, None, "Expected single component queue")
    if queue.types[0] is not dtypes.string:
        raise errors.InvalidArgumentError(None, None, "Expected queue with single string component")
    (work,) = queue.dequeue()
    if np.size(work) != 1:
        raise errors.InvalidArgumentError(None, None, "Expected to dequeue a one-element string tensor")
    return np.ravel(work)[0]


def _open(work: bytes) -> Any:
    return local_files.open_file(work, "rb", _BUFFER)


class TextLineReader(Reader):
    """Lines without their ends; keys are `file:line number`."""

    kind = "TextLineReader"

    def _start(self, skip_header_lines: int) -> None:
        if skip_header_lines < 0:
            raise errors.InvalidArgumentError(None, None, f"skip_header_lines must be >= 0 not {skip_header_lines}")
        self._skip = skip_header_lines

    def records(self, work: bytes) -> Iterator[Record]:
        with _open(work) as file:
            for number, line in enumerate(file, 1):
                if number > self._skip:
                    yield b"%s:%d" % (work, number), line.removesuffix(b"\n").removesuffix(b"\r")


class TFRecordReader(Reader):
    """Records of TFRecord files; keys are `file:offset`."""

    kind = "TFRecordReader"

    def _start(self, compression_type: str) -> None:
        if compression_type not in ("", "ZLIB", "GZIP"):
            raise errors.InvalidArgumentError(None, None, f"Unsupported compression_type:{compression_type}")
        self._compression = compression_type

    def records(self, work: bytes) -> Iterator[Record]:
        with _open(work) as file:
            source: Any = compression.Inflater(file, self._compression) if self._compression else file
            for offset, record in tfrecord.read_framed(source):
                yield b"%s:%d" % (work, offset), record


class WholeFileReader(Reader):
    """Each file is one record, its name the key."""

    kind = "WholeFileReader"
    saves_state = True

    def records(self, work: bytes) -> Iterator[Record]:
        with _open(work) as file:
            yield work, file.read()


class IdentityReader(Reader):
    """Each piece of work is key and value of one record."""

    kind = "IdentityReader"
    saves_state = True

    def records(self, work: bytes) -> Iterator[Record]:
        yield work, work


class FixedLengthRecordReader(Reader):
    """Records of `record_bytes` bytes, `hop_bytes` apart, between a header and a footer; keys are `file:number`."""

    kind = "FixedLengthRecordReader"

    def _start(self, header_bytes: int, record_bytes: int, footer_bytes: int, hop_bytes: int, encoding: str) -> None:
        given = {"header_bytes": header_bytes, "record_bytes": record_bytes, "footer_bytes": footer_bytes}
        for name, value in {**given, "hop_bytes": hop_bytes}.items():
            if value < 0:
                raise errors.InvalidArgumentError(None, None, f"{name} must be >= 0 not {value}")
        if encoding not in ("", "ZLIB", "GZIP"):
            raise errors.InvalidArgumentError(None, None, f"Unsupported encoding: {encoding}")
        self._header, self._size, self._footer = header_bytes, record_bytes, footer_bytes
        self._hop = hop_bytes or record_bytes
        self._encoding = encoding

    def records(self, work: bytes) -> Iterator[Record]:
        with _open(work) as file:
            source: Any = compression.Inflater(file, self._encoding) if self._encoding else file
            if len(source.read(self._header)) < self._header:
                raise DataLoss("a file shorter than its header")
            ready = b""
            for number in itertools.count():
                ready += source.read(self._size + self._footer - len(ready))
                if len(ready) < self._size + self._footer:
                    return
                yield b"%s:%d" % (work, number), ready[: self._size]
                skipped = self._hop - len(ready)
                ready = ready[self._hop :]
                if skipped > 0 and len(source.read(skipped)) < skipped:
                    return


KINDS: dict[str, Callable[..., Any]] = {
    c.kind: c for c in (TextLineReader, TFRecordReader, WholeFileReader, IdentityReader, FixedLengthRecordReader)
}
