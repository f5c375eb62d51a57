"""Readers of files: their handles, and what is done with them; the readers belong to the session's resources."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _text(x: Any) -> str:
    return x.decode() if isinstance(x, bytes) else str(x)


def _string(text: bytes) -> Any:
    out = np.empty((), object)
    out[()] = text
    return out


def _strings(texts: list[bytes]) -> Any:
    out = np.empty(len(texts), object)
    out[:] = texts
    return out


def _reader(kind: str, context: HostContext, shared_name: Any, container: Any, **spec: Any) -> Any:
    node = context.node_name
    return context.resources.find_or_make(kind, node, _text(shared_name), _text(container), node_name=node, **spec)


@op("TFRecordReaderV2", "-> reader_handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def tf_record_reader_v2(
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    compression_type: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A reader of the records of TFRecord files."""
    return _reader("TFRecordReader", context, shared_name, container, compression_type=_text(compression_type))


@op("TextLineReaderV2", "-> reader_handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def text_line_reader_v2(
    *,
    skip_header_lines: int = 0,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A reader of the lines of text files."""
    return _reader("TextLineReader", context, shared_name, container, skip_header_lines=skip_header_lines)


@op("WholeFileReaderV2", "-> reader_handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def whole_file_reader_v2(
    *, container: bytes = b"", shared_name: bytes = b"", context: HostContext = Unattached()
) -> Any:
    """A reader that gives each file as one record."""
    return _reader("WholeFileReader", context, shared_name, container)


@op("IdentityReaderV2", "-> reader_handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def identity_reader_v2(*, container: bytes = b"", shared_name: bytes = b"", context: HostContext = Unattached()) -> Any:
    """A reader that gives what it takes from its queue."""
    return _reader("IdentityReader", context, shared_name, container)


@op("FixedLengthRecordReaderV2", "-> reader_handle: resource", host=True, stateful=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def fixed_length_record_reader_v2(
    *,
    header_bytes: int = 0,
    record_bytes: int = REQUIRED,
    footer_bytes: int = 0,
    hop_bytes: int = 0,
    container: bytes = b"",
    shared_name: bytes = b"",
    encoding: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A reader of records of fixed size."""
    return _reader(
        "FixedLengthRecordReader",
        context,
        shared_name,
        container,
        header_bytes=header_bytes,
        record_bytes=record_bytes,
        footer_bytes=footer_bytes,
        hop_bytes=hop_bytes,
        encoding=_text(encoding),
    )


def _two_scalars(x: Any) -> Any:
    return ((), ())


def _two_vectors(x: Any) -> Any:
    return ((None,), (None,))


@op("ReaderReadV2", "reader_handle: resource, queue_handle: resource -> key: string, value: string", effect="io",
    host=True, waits=True, grad="none", shape=_two_scalars)  # fmt: skip
def reader_read_v2(reader_handle: Any, queue_handle: Any) -> Any:
    """The next record as (key, value); takes work from the queue where it has none."""
    key, value = reader_handle.read(queue_handle)
    return _string(key), _string(value)


@op("ReaderReadUpToV2", "reader_handle: resource, queue_handle: resource, num_records: int64 -> keys: string, "
    "values: string", effect="io", host=True, waits=True, grad="none", shape=_two_vectors)  # fmt: skip
def reader_read_up_to_v2(reader_handle: Any, queue_handle: Any, num_records: Any) -> Any:
    """At most `num_records` records of one piece of work."""
    records = reader_handle.read_up_to(queue_handle, int(num_records))
    return _strings([k for k, _ in records]), _strings([v for _, v in records])


@op("ReaderNumRecordsProducedV2", "reader_handle: resource -> records_produced: int64", effect="io", host=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def reader_num_records_produced_v2(reader_handle: Any) -> Any:
    """How many records the reader has given."""
    return np.int64(reader_handle.num_records_produced())


@op("ReaderNumWorkUnitsCompletedV2", "reader_handle: resource -> units_completed: int64", effect="io", host=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def reader_num_work_units_completed_v2(reader_handle: Any) -> Any:
    """How many pieces of work the reader has finished."""
    return np.int64(reader_handle.num_work_units_completed())


@op("ReaderSerializeStateV2", "reader_handle: resource -> state: string", effect="io", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def reader_serialize_state_v2(reader_handle: Any) -> Any:
    """The reader's state as text."""
    return _string(reader_handle.serialize_state())


def _no_outputs_of_scalar(x: Any) -> Any:
    shape_rules.with_rank(x.shape(1), 0)
    return ()


@op("ReaderRestoreStateV2", "reader_handle: resource, state: string ->", effect="io", host=True, grad="none",
    shape=_no_outputs_of_scalar)  # fmt: skip
def reader_restore_state_v2(reader_handle: Any, state: Any) -> Any:
    """Go on from a state."""
    reader_handle.restore_state(np.asarray(state).item())
    return ()


@op("ReaderResetV2", "reader_handle: resource ->", effect="io", host=True, grad="none", shape=shape_rules.nothing)
def reader_reset_v2(reader_handle: Any) -> Any:
    """Start over."""
    reader_handle.reset()
    return ()
