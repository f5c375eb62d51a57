"""Unicode text: code points of strings, strings of code points, other encodings."""

from __future__ import annotations

import codecs
from typing import Any

import numpy as np

from tf1compat._formats import unicode_scripts
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops.strings import each, texts
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank

_ENCODINGS = {b"UTF-8": "utf-8", b"UTF-16-BE": "utf-16-be", b"UTF-32-BE": "utf-32-be"}
_LAST = 0x10FFFF
# a character and how many bytes of the text it comes from
_Characters = list[tuple[int, int]]


def _codec(encoding: bytes, what: str) -> str:
    name = _ENCODINGS.get(encoding.upper())
    if name is None:
        try:
            name = codecs.lookup(encoding.decode()).name
        except LookupError:
            raise InvalidArgument(f"Could not create converter for {what} encoding: {encoding.decode()}") from None
    return name


def _decoded(text: bytes, codec: str, errors: bytes, replacement: int, replace_control: bool) -> _Characters:
    """The characters of a text; what is no character is replaced, left out, or an error."""
    found: _Characters = []
    at = 0
    if codec in _MARKED:
        codec, at = _by_mark(text, codec)
    while at < len(text):
        try:
            good, bad = text[at:].decode(codec), 0
        except UnicodeDecodeError as e:
            good, bad = text[at : at + e.start].decode(codec), e.end - e.start
            if errors == b"strict":
                raise InvalidArgument("Invalid formatting on input string") from None
        for char in good:
            size = len(char.encode(codec))
            at += size
            if not (replace_control and ord(char) <= 0x1F):
                found.append((ord(char), size))
            elif errors == b"replace":
                found.append((replacement, size))
        if bad:
            if errors == b"replace":
                found.append((replacement, bad))
            elif found:
                found[-1] = (found[-1][0], found[-1][1] + bad)
            at += bad
    return found


# codecs whose texts may begin with a mark of their byte order, and the marks
_MARKED = {
    "utf-16": ((codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF16_LE, "utf-16-le")),
    "utf-32": ((codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF32_LE, "utf-32-le")),
}


def _by_mark(text: bytes, codec: str) -> tuple[str, int]:
    """The codec that the mark says, big-endian where there is none, and where the text begins behind it."""
    for mark, marked in _MARKED[codec]:
        if text.startswith(mark):
            return marked, len(mark)
    return f"{codec}-be", 0


def _encoded(points: Any, codec: str) -> bytes:
    return "".join(chr(p) for p in points).encode(codec, "surrogatepass" if codec == "utf-8" else "replace")


@op("UnicodeTranscode", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def unicode_transcode(
    input: Any,
    *,
    input_encoding: bytes = REQUIRED,
    output_encoding: bytes = REQUIRED,
    errors: bytes = b"replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
) -> Any:
    """Texts in another encoding."""
    source, target = _codec(input_encoding, "input"), _codec(output_encoding, "output")

    def transcoded(text: bytes) -> bytes:
        found = _decoded(text, source, errors, replacement_char, replace_control_characters)
        return _encoded([p for p, _ in found], target)

    return each(transcoded, input)


def _decode_shapes(x: Any) -> Any:
    with_rank(x.shape(0), 1)
    n = x.shape(0)
    rows = None if n is None or n[0] is None else n[0] + 1
    return ((rows,), (None,), (None,))[: x.n_outputs]


@op("UnicodeDecode", "input: string -> row_splits: Tsplits, char_values: int32", host=True, grad="none",
    shape=_decode_shapes, types={"Tsplits": dtypes.int64})  # fmt: skip
def unicode_decode(
    input: Any,
    *,
    input_encoding: bytes = REQUIRED,
    errors: bytes = b"replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    Tsplits: Any = dtypes.int64,
) -> Any:
    """The code points of all texts, and where those of each begin."""
    codec = _codec(input_encoding, "input")
    rows = [
        _decoded(text, codec, errors, replacement_char, replace_control_characters) for text in texts(input).tolist()
    ]
    splits = np.cumsum([0, *map(len, rows)])
    return splits.astype(Tsplits.base.np), np.asarray([p for row in rows for p, _ in row], np.int32)


@op(
    "UnicodeDecodeWithOffsets",
    "input: string -> row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
    host=True,
    grad="none",
    shape=_decode_shapes,
    types={"Tsplits": dtypes.int64},
)
def unicode_decode_with_offsets(
    input: Any,
    *,
    input_encoding: bytes = REQUIRED,
    errors: bytes = b"replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    Tsplits: Any = dtypes.int64,
) -> Any:
    """`UnicodeDecode`, and at which byte each code point begins."""
    codec = _codec(input_encoding, "input")
    rows = [
        _decoded(text, codec, errors, replacement_char, replace_control_characters) for text in texts(input).tolist()
    ]
    splits = np.cumsum([0, *map(len, rows)])
    starts = [int(s) for row in rows for s in np.cumsum([0, *(size for _, size in row)])[:-1]]
    points = np.asarray([p for row in rows for p, _ in row], np.int32)
    return splits.astype(Tsplits.base.np), points, np.asarray(starts, np.int64)


@op("UnicodeEncode", "input_values: int32, input_splits: Tsplits -> output: string", host=True, grad="none",
    types={"Tsplits": dtypes.int64},
    shape=lambda x: ((None if with_rank(x.shape(1), 1)[0] is None else x.shape(1)[0] - 1,),))  # fmt: skip
def unicode_encode(
    input_values: Any,
    input_splits: Any,
    *,
    output_encoding: bytes = REQUIRED,
    errors: bytes = b"replace",
    replacement_char: int = 65533,
) -> Any:
    """Texts of code points; `input_splits` says where those of each begin."""
    codec, splits = _codec(output_encoding, "output"), np.asarray(input_splits).tolist()
    out = np.empty(len(splits) - 1, object)
    for i, (start, end) in enumerate(zip(splits, splits[1:])):
        out[i] = _encoded(_checked(np.asarray(input_values)[start:end].tolist(), errors, replacement_char), codec)
    return out


def _checked(points: list[int], errors: bytes, replacement: int) -> list[int]:
    found: list[int] = []
    for point in points:
        if 0 <= point <= _LAST:
            found.append(0xFFFD if 0xD800 <= point < 0xE000 else point)
        elif errors == b"strict":
            raise InvalidArgument("Code point is out of range for Unicode, or a noncharacter.")
        elif errors == b"replace":
            found.append(replacement)
    return found


@op("UnicodeScript", "input: int32 -> output: int32", host=True, grad="none", shape=shape_rules.unchanged)
def unicode_script(input: Any) -> Any:
    """The script of each code point, by ICU's numbers; -1 for what is no code point."""
    return unicode_scripts.scripts_of(np.asarray(input))
