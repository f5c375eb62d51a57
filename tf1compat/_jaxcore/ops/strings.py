"""Strings: joined, split, cut, searched, hashed; all of it on the host, on arrays of bytes objects."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._formats import hashes, re2
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.schema import shape_rules, sparse_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank


def texts(x: Any) -> Any:
    """An array of bytes objects."""
    return np.asarray(x, object)


def each(function: Callable[[bytes], Any], x: Any, dtype: Any = object) -> Any:
    """`function` of every element, computed once for equal ones."""
    array = texts(x)
    known: dict[bytes, Any] = {}
    out = np.empty(array.size, dtype)
    for i, text in enumerate(array.ravel().tolist()):
        if text not in known:
            known[text] = function(text)
        out[i] = known[text]
    return out.reshape(array.shape)


# ---- joined ---------------------------------------------------------------------------------------------------------


def _joined_shape(x: Any) -> Any:
    """The shape of the inputs that are no scalars."""
    found = [x.shape(i) for i in range(len(x))]
    if any(s is None for s in found):
        return (None,)
    merged: Any = ()
    for shape in found:
        if shape:
            merged = shapes.merge(merged, shape) if merged else shape
    return (merged,)


@op("StringJoin", "inputs: N*string -> output: string", host=True, grad="none", shape=_joined_shape)
def string_join(inputs: Any, *, separator: bytes = b"") -> Any:
    """The elements at each place, one after the other; scalars go with every place."""
    arrays = [texts(x) for x in inputs]
    sizes = {a.shape for a in arrays if a.ndim}
    if len(sizes) > 1:
        first, second = (
            f"[{','.join(map(str, s))}]" for s in list(dict.fromkeys(a.shape for a in arrays if a.ndim))[:2]
        )
        raise InvalidArgument(f"Input shapes do not match: {first} vs. {second}")
    full = np.broadcast_arrays(*arrays) if len(arrays) > 1 else arrays
    out = np.empty(full[0].shape, object)
    out.ravel()[:] = [separator.join(parts) for parts in zip(*(a.ravel().tolist() for a in full))]
    return out


def _reduced_shape(x: Any) -> Any:
    return shape_rules.reduction(x) if x.value(1) is None or np.size(x.value(1)) else (x.shape(0),)


@op(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    host=True,
    grad="none",
    shape=_reduced_shape,
)
def reduce_join(inputs: Any, reduction_indices: Any, *, keep_dims: bool = False, separator: bytes = b"") -> Any:
    """The elements along some dimensions joined, along the first named one first."""
    array = texts(inputs)
    given = [int(a) for a in np.ravel(reduction_indices)]
    for axis in given:
        if not -array.ndim <= axis < array.ndim:
            raise InvalidArgument(f"Invalid reduction dimension {axis} for input with {array.ndim} dimension(s)")
    axes = [a % array.ndim for a in given]
    for i, axis in enumerate(axes):
        if axis in axes[:i]:
            raise InvalidArgument(f"Duplicate reduction dimension {axis}")
    if not axes:
        return array
    kept = [i for i in range(array.ndim) if i not in axes]
    rows = array.transpose([*kept, *reversed(axes)]).reshape(*(array.shape[i] for i in kept), -1 if array.size else 0)
    out = np.empty(rows.shape[:-1], object)
    for at in np.ndindex(*out.shape):
        out[at] = separator.join(rows[at].tolist())
    return out.reshape([1 if i in axes else d for i, d in enumerate(array.shape)]) if keep_dims else out


# ---- split and cut --------------------------------------------------------------------------------------------------


def _as_sparse(rows: list[list[bytes]]) -> Any:
    """Rows of different lengths as indices, values and dense shape."""
    indices = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    values = np.empty(len(indices), object)
    values[:] = [text for row in rows for text in row]
    longest = max(map(len, rows), default=0)
    return np.asarray(indices, np.int64).reshape(-1, 2), values, np.asarray([len(rows), longest], np.int64)


def _scalar(x: Any, name: str) -> bytes:
    if np.ndim(x):
        raise InvalidArgument(f"{name} must be a scalar, got shape: [{','.join(map(str, np.shape(x)))}]")
    return texts(x).item()


_SPLIT = " -> indices: int64, values: string, shape: int64"


def _split_shapes(x: Any) -> Any:
    with_rank(x.shape(0), 1)
    with_rank(x.shape(1), 0)
    return sparse_shapes.sparse(2)


@op("StringSplit", "input: string, delimiter: string" + _SPLIT, host=True, grad="none", shape=_split_shapes)
def string_split(input: Any, delimiter: Any, *, skip_empty: bool = True) -> Any:
    """Each text cut at every character of `delimiter`, into single bytes where that is empty."""
    cut = _scalar(delimiter, "delimiter")
    pattern = re.compile(b"[" + re.escape(cut) + b"]") if cut else None
    rows: list[list[bytes]] = []
    for text in texts(input).tolist():
        if pattern is None:
            parts = [text[i : i + 1] for i in range(len(text))]
        else:
            parts = pattern.split(text) if text else []
        rows.append([p for p in parts if p] if skip_empty else parts)
    return _as_sparse(rows)


@op("StringSplitV2", "input: string, sep: string" + _SPLIT, host=True, grad="none", shape=_split_shapes)
def string_split_v2(input: Any, sep: Any, *, maxsplit: int = -1) -> Any:
    """Each text split as Python's `bytes.split` does, at spaces where `sep` is empty."""
    cut = _scalar(sep, "sep")
    return _as_sparse([text.split(cut or None, maxsplit) for text in texts(input).tolist()])


def _substr_shape(x: Any) -> Any:
    pos, length = x.shape(1), x.shape(2)
    if pos is not None and length is not None:
        if len(pos) != len(length):
            raise ShapeError(f"pos and len must have same rank, but have {len(pos)} and {len(length)}")
        if any(a is not None and b is not None and a != b for a, b in zip(pos, length)):
            raise ShapeError(f"pos and len shapes must match: {shapes.debug_text(pos)} vs. {shapes.debug_text(length)}")
    return (None if x.shape(0) is None or pos is None else shapes.broadcast(x.shape(0), pos),)


@op("Substr", "input: string, pos: T, len: T -> output: string", host=True, grad="none", shape=_substr_shape)
def substr(input: Any, pos: Any, len: Any, *, unit: bytes = b"BYTE") -> Any:
    """From each text the part of that length that begins at `pos`; a negative one counts from the end."""
    array, starts, sizes = np.broadcast_arrays(texts(input), np.asarray(pos), np.asarray(len))
    out = np.empty(array.size, object)
    for i, (text, start, size) in enumerate(
        zip(array.ravel().tolist(), starts.ravel().tolist(), sizes.ravel().tolist())
    ):
        out[i] = _part(text, start, size, i, unit == b"UTF8_CHAR")
    return out.reshape(array.shape)


def _part(text: bytes, start: int, size: int, index: int, in_characters: bool) -> bytes:
    places = _characters(text) if in_characters else range(len(text) + 1)
    n = len(places) - 1
    if not -n <= start <= n:
        shown = "" if in_characters else f" b'{text.decode('utf-8', 'replace')}'"
        raise InvalidArgument(f"pos {start} out of range for string{shown} at index {index}")
    first = start if start >= 0 else n + start
    last = n if size < 0 else min(first + size, n)  # TF1: a negative length is a very large one
    return text[places[first] : places[last]]


def _characters(text: bytes) -> list[int]:
    """Where the characters of UTF-8 text begin, and its end."""
    return [i for i, c in enumerate(text) if c & 0xC0 != 0x80] + [len(text)]


@op("StringLength", "input: string -> output: int32", host=True, grad="none", shape=shape_rules.unchanged)
def string_length(input: Any, *, unit: bytes = b"BYTE") -> Any:
    """The number of bytes, or of UTF-8 characters."""
    count = (lambda text: len(_characters(text)) - 1) if unit == b"UTF8_CHAR" else len
    return each(count, input, np.int32)


@op("StringStrip", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def string_strip(input: Any) -> Any:
    """Without spaces at both ends."""
    return each(bytes.strip, input)


def _check_encoding(encoding: bytes) -> bool:
    if encoding not in (b"", b"utf-8"):
        raise InvalidArgument(f"only utf-8 or '' (no encoding) is supported, received {encoding.decode()}")
    return encoding == b"utf-8"


@op("StringLower", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def string_lower(input: Any, *, encoding: bytes = b"") -> Any:
    """In small letters: of ASCII, or of all of UTF-8."""
    if _check_encoding(encoding):
        return each(lambda text: re2.encoded(re2.decoded(text).lower()), input)
    return each(bytes.lower, input)


@op("StringUpper", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def string_upper(input: Any, *, encoding: bytes = b"") -> Any:
    """In capital letters: of ASCII, or of all of UTF-8."""
    if _check_encoding(encoding):
        return each(lambda text: re2.encoded(re2.decoded(text).upper()), input)
    return each(bytes.upper, input)


# ---- searched -------------------------------------------------------------------------------------------------------


@op("RegexReplace", "input: string, pattern: string, rewrite: string -> output: string", host=True, grad="none",
    shape=shape_rules.unchanged)  # fmt: skip
def regex_replace(input: Any, pattern: Any, rewrite: Any, *, replace_global: bool = True) -> Any:
    """Matches of the pattern replaced; all, or the first in each text."""
    return static_regex_replace(
        input, pattern=texts(pattern).item(), rewrite=texts(rewrite).item(), replace_global=replace_global
    )


@op("StaticRegexReplace", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def static_regex_replace(
    input: Any, *, pattern: bytes = REQUIRED, rewrite: bytes = REQUIRED, replace_global: bool = True
) -> Any:
    """`RegexReplace` with a pattern that is known while building."""
    return each(lambda text: re2.replace(text, pattern, rewrite, replace_global), input)


@op("RegexFullMatch", "input: string, pattern: string -> output: bool", host=True, grad="none",
    shape=shape_rules.unchanged)  # fmt: skip
def regex_full_match(input: Any, pattern: Any) -> Any:
    """Does the pattern match the whole text?"""
    return static_regex_full_match(input, pattern=texts(pattern).item())


@op("StaticRegexFullMatch", "input: string -> output: bool", host=True, grad="none", shape=shape_rules.unchanged)
def static_regex_full_match(input: Any, *, pattern: bytes = REQUIRED) -> Any:
    """`RegexFullMatch` with a pattern that is known while building."""
    return each(lambda text: re2.full_match(text, pattern), input, bool)


# ---- coded and hashed -----------------------------------------------------------------------------------------------


@op("EncodeBase64", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def encode_base64(input: Any, *, pad: bool = False) -> Any:
    """In the web-safe base64 alphabet."""
    return each(lambda t: base64.urlsafe_b64encode(t) if pad else base64.urlsafe_b64encode(t).rstrip(b"="), input)


@op("DecodeBase64", "input: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def decode_base64(input: Any) -> Any:
    """From web-safe base64, padded or not."""
    return each(_from_base64, input)


_BASE64 = re.compile(rb"[0-9A-Za-z_-]*={0,2}")


def _from_base64(text: bytes) -> bytes:
    if _BASE64.fullmatch(text) is None:
        raise InvalidArgument("Invalid character found in base64.")
    bare = text.rstrip(b"=")
    if len(bare) % 4 == 1:
        raise InvalidArgument("Base64 string length cannot be 1 modulo 4.")
    if len(bare) != len(text) and len(text) % 4:
        raise InvalidArgument("Invalid character found in base64.")  # padded in part
    return base64.urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))


@op("StringToHashBucket", "string_tensor: string -> output: int64", host=True, grad="none",
    shape=shape_rules.unchanged)  # fmt: skip
def string_to_hash_bucket(string_tensor: Any, *, num_buckets: int = REQUIRED) -> Any:
    """TensorFlow's old hash of each text, modulo `num_buckets`."""
    return each(lambda text: hashes.old_hash64(text) % num_buckets, string_tensor, np.int64)


@op("StringToHashBucketFast", "input: string -> output: int64", host=True, grad="none", shape=shape_rules.unchanged)
def string_to_hash_bucket_fast(input: Any, *, num_buckets: int = REQUIRED) -> Any:
    """FarmHash's fingerprint of each text, modulo `num_buckets`."""
    return each(lambda text: hashes.fingerprint64(text) % num_buckets, input, np.int64)


@op("StringToHashBucketStrong", "input: string -> output: int64", host=True, grad="none", shape=shape_rules.unchanged)
def string_to_hash_bucket_strong(input: Any, *, num_buckets: int = REQUIRED, key: Any = REQUIRED) -> Any:
    """SipHash of each text under `key`, modulo `num_buckets`."""
    if len(key) != 2:
        raise InvalidArgument(f"Key must have 2 elements, not {len(key)}")
    return each(lambda text: hashes.siphash(text, (key[0], key[1])) % num_buckets, input, np.int64)


def _segments_shape(x: Any) -> Any:
    data, ids, n = x.shape(0), x.shape(1), x.value(2)
    if data is None or ids is None:
        return (None,)
    return ((None if n is None else int(n), *data[len(ids) :]),)


@op(
    "UnsortedSegmentJoin",
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments -> output: string",
    host=True,
    grad="none",
    shape=_segments_shape,
    types={"Tnumsegments": dtypes.int32},
)
def unsorted_segment_join(inputs: Any, segment_ids: Any, num_segments: Any, *, separator: bytes = b"") -> Any:
    """The elements of each group joined, in order."""
    array, ids, n = texts(inputs), np.asarray(segment_ids), int(num_segments)
    rows = array.reshape(ids.size, *array.shape[ids.ndim :])
    groups: list[list[Any]] = [[] for _ in range(n)]
    for i, group in enumerate(ids.ravel().tolist()):
        if group >= n:
            raise InvalidArgument(f"segment_ids[{i}] = {group} is out of range [0, {n})")
        if group >= 0:
            groups[group].append(rows[i])
    out = np.empty((n, *rows.shape[1:]), object)
    for i, members in enumerate(groups):
        for at in np.ndindex(*rows.shape[1:]):
            out[(i, *at)] = separator.join(m[at] if at else m for m in members)
    return out
