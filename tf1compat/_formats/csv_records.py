"""Fields of CSV records (RFC 4180), read as `tf.decode_csv` reads them."""

from __future__ import annotations

from tf1compat._formats.faults import InvalidArgument


def fields(record: bytes, delimiter: bytes = b",", quoted: bool = True) -> list[bytes]:
    """The fields of one record.

    Args:
      record: the text, without the end of its line.
      delimiter: one character.
      quoted: whether quotes around a field may hold delimiters and doubled quotes.

    Raises:
      InvalidArgument: a quote is where none may be.

    >>> fields(b'1,"a, b",')
    [b'1', b'a, b', b'']
    """
    if not record:
        return []
    if not quoted or b'"' not in record:
        if quoted and (b"\n" in record or b"\r" in record):
            raise InvalidArgument("Unquoted fields cannot have quotes/CRLFs inside")
        return record.split(delimiter)
    found: list[bytes] = []
    at = 0
    while at <= len(record):
        if record[at : at + 1] == b'"':
            text, at = _quoted(record, at + 1, delimiter)
        else:
            end = record.find(delimiter, at)
            end = len(record) if end < 0 else end
            text, at = record[at:end], end
            if b'"' in text or b"\n" in text or b"\r" in text:
                raise InvalidArgument("Unquoted fields cannot have quotes/CRLFs inside")
        found.append(text)
        at += 1  # the delimiter
    return found


def _quoted(record: bytes, at: int, delimiter: bytes) -> tuple[bytes, int]:
    """The field whose opening quote stands before `at`, and where it ends."""
    parts: list[bytes] = []
    while True:
        end = record.find(b'"', at)
        if end < 0:
            raise InvalidArgument("Quoted field has to end with quote followed by delim or end")
        parts.append(record[at:end])
        after = record[end + 1 : end + 2]
        if after == b'"':
            parts.append(b'"')
            at = end + 2
        elif after in (b"", delimiter):
            return b"".join(parts), end + 1
        else:
            raise InvalidArgument("Quote inside a string has to be escaped by another quote")
