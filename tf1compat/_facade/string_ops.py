"""`tf.strings`: texts joined, split, cut, searched, hashed, and turned into numbers and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_creation, array_ops, constants, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def as_bytes(text: Any) -> bytes:
    """Text as attrs hold it."""
    return text.encode() if isinstance(text, str) else bytes(text)


def one_of(op_type: str, attr: str, value: str, allowed: str) -> bytes:
    """The value of an attr that takes a few words only."""
    if as_bytes(value).decode() not in allowed.split():
        shown = ", ".join(f'"{word}"' for word in allowed.split())
        raise ValueError(f"Attr '{attr}' of '{op_type}' Op passed string '{value}' not in: {shown}.")
    return as_bytes(value)


_UNITS, ERRORS, OUTPUTS = "BYTE UTF8_CHAR", "strict replace ignore", "UTF-8 UTF-16-BE UTF-32-BE"


# ---- joined and split -----------------------------------------------------------------------------------------------


@dispatched
def string_join(inputs: Any, separator: str = "", name: str | None = None) -> Tensor:
    """The elements of several string tensors joined place by place; scalars go with every place.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.join([["a", "b"], "c"], "-")).tolist())
    [b'a-c', b'b-c']
    """
    return apply_op("StringJoin", inputs, separator=as_bytes(separator), name=name)


@dispatched
def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: Any = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Any = None,
    keepdims: Any = None,
) -> Tensor:
    """The strings along `axis` joined, along the first named one first; along all from the last where none is named.

    Args:
      inputs: a string tensor.
      axis: an int or list of ints (`reduction_indices` is its old name).
      keep_dims: whether joined dimensions stay, with size 1 (`keepdims` is another name).
      separator: what stands between.
      name: name of the node.
      reduction_indices, keepdims: see there.
    """
    keep = renamed_argument("keepdims", keepdims, "keep_dims", keep_dims)
    axis = renamed_argument("axis", axis, "reduction_indices", reduction_indices)
    return reduce_join_v2(inputs, axis, bool(keep), separator, name)


@dispatched
def reduce_join_v2(
    inputs: Any, axis: Any = None, keepdims: bool = False, separator: str = "", name: str | None = None
) -> Tensor:
    """`reduce_join` with its TF2 arguments."""
    with name_scope(None, "ReduceJoin", [inputs, axis]):
        inputs = convert_to_tensor(inputs)
        if axis is None:
            rank = inputs.shape.ndims
            if rank is not None:
                axis = constants.constant(np.arange(rank - 1, -1, -1), dtype=dtypes.int32)
            else:
                axis = math_ops.range(array_creation.rank(inputs) - 1, -1, -1)
        return apply_op("ReduceJoin", inputs, axis, keep_dims=keepdims, separator=as_bytes(separator), name=name)


def string_split(source: Any, sep: Any = None, skip_empty: bool = True, delimiter: Any = None) -> SparseTensor:
    """Each string of a vector cut at every character of `sep`, as rows of a SparseTensor."""
    with name_scope(None, "StringSplit", [source]):
        sep = renamed_argument("sep", sep, "delimiter", delimiter)
        sep = convert(" " if sep is None else sep, dtypes.string)
        source = convert(source, dtypes.string)
        return SparseTensor(*apply_op("StringSplit", source, sep, skip_empty=skip_empty))


def string_split_v2(source: Any, sep: Any = None, maxsplit: int = -1) -> SparseTensor:
    """Each string of a vector split as Python's `str.split` does, as rows of a SparseTensor."""
    sep = convert("" if sep is None else sep, dtypes.string, "sep")
    sep.shape.assert_is_compatible_with([])
    source = convert(source, dtypes.string, "source")
    return SparseTensor(*apply_op("StringSplitV2", source, sep, maxsplit=maxsplit))


# ---- cut and counted ------------------------------------------------------------------------------------------------


@dispatched
def substr(input: Any, pos: Any, len: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """Of each string the part of length `len` from `pos`, which counts from the end where it is negative.

    Args:
      input: strings.
      pos, len: int32 or int64, of one shape; broadcast with `input`.
      name: name of the node.
      unit: `"BYTE"` or `"UTF8_CHAR"`.

    Raises:
      tf.errors.InvalidArgumentError: at run time, for a position outside of a string.
    """
    return apply_op("Substr", input, pos, len, unit=one_of("Substr", "unit", unit, _UNITS), name=name)


substr_deprecated = deprecated(
    None, "Use `tf.strings.substr` instead of `tf.substr`.", "tensorflow.python.ops.string_ops"
)(substr)


@dispatched
def string_length(input: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """The length of each string, in bytes or (`"UTF8_CHAR"`) characters."""
    return apply_op("StringLength", input, unit=one_of("StringLength", "unit", unit, _UNITS), name=name)


@dispatched
def string_strip(input: Any, name: str | None = None) -> Tensor:
    """Without spaces at both ends."""
    return apply_op("StringStrip", input, name=name)


@dispatched
def string_lower(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """In small letters: of ASCII, or with encoding `"utf-8"` of all alphabets."""
    return apply_op("StringLower", input, encoding=as_bytes(encoding), name=name)


@dispatched
def string_upper(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """In capital letters: of ASCII, or with encoding `"utf-8"` of all alphabets."""
    return apply_op("StringUpper", input, encoding=as_bytes(encoding), name=name)


# ---- searched -------------------------------------------------------------------------------------------------------


@dispatched
def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Does the pattern (RE2's syntax) match the whole string?"""
    if isinstance(pattern, (str, bytes)):
        return apply_op("StaticRegexFullMatch", input, pattern=as_bytes(pattern), name=name)
    return apply_op("RegexFullMatch", input, pattern, name=name)


@dispatched
def regex_replace(
    input: Any, pattern: Any, rewrite: Any, replace_global: bool = True, name: str | None = None
) -> Tensor:
    r"""Matches of a pattern (RE2's syntax) replaced by `rewrite`, in which `\\1` is the first group.

    Args:
      input: strings.
      pattern, rewrite: Python strings or scalar tensors.
      replace_global: every match, or the first in each string.
      name: name of the node.
    """
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        return apply_op(
            "StaticRegexReplace", input, pattern=as_bytes(pattern), rewrite=as_bytes(rewrite),
            replace_global=replace_global, name=name,
        )  # fmt: skip
    return apply_op("RegexReplace", input, pattern, rewrite, replace_global=replace_global, name=name)


# ---- numbers --------------------------------------------------------------------------------------------------------


@dispatched
def string_to_number(
    string_tensor: Any = None, out_type: Any = dtypes.float32, name: str | None = None, input: Any = None
) -> Tensor:
    """Each string as a number of `out_type` (float32, float64, int32 or int64).

    Raises:
      tf.errors.InvalidArgumentError: at run time, for what is no number.
    """
    string_tensor = renamed_argument("string_tensor", string_tensor, "input", input)
    return apply_op("StringToNumber", string_tensor, out_type=dtypes.as_dtype(out_type), name=name)


@dispatched
def as_string(
    input: Any,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Each number as text.

    Args:
      input: numbers or bools.
      precision: digits after the point of floating-point numbers, 6 where negative.
      scientific: as `1.5e+00`.
      shortest: whichever is shorter.
      width: least length, filled up on the left.
      fill: a space, `0`, `+`, `-` (fills on the right) or nothing.
      name: name of the node.
    """
    return apply_op(
        "AsString", input, precision=precision, scientific=scientific, shortest=shortest, width=width,
        fill=as_bytes(fill), name=name,
    )  # fmt: skip


def string_format(
    template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """The template with its placeholders replaced by tensors, shown as NumPy shows arrays.

    Args:
      template: text with one placeholder for each tensor.
      inputs: a tensor or a list of them.
      placeholder: what is replaced.
      summarize: how many outer entries of each dimension are shown; -1 for all.
      name: name of the node.

    Raises:
      ValueError: the numbers of placeholders and tensors differ.
    """
    if isinstance(inputs, Tensor) or hasattr(inputs, "_as_graph_element"):
        inputs = [inputs]
    if template.count(placeholder) != len(inputs):
        raise ValueError(
            f"{template.count(placeholder)} placeholder(s) in template does not match {len(inputs)} tensor(s) provided "
            "as input"
        )
    return apply_op(
        "StringFormat", inputs, template=as_bytes(template), placeholder=as_bytes(placeholder), summarize=summarize,
        name=name,
    )  # fmt: skip


# ---- hashed and coded -----------------------------------------------------------------------------------------------


@dispatched
def string_to_hash_bucket(
    string_tensor: Any = None, num_buckets: Any = None, name: str | None = None, input: Any = None
) -> Tensor:
    """TF's first hash of each string, modulo `num_buckets`; prefer `string_to_hash_bucket_fast`."""
    string_tensor = renamed_argument("string_tensor", string_tensor, "input", input)
    return apply_op("StringToHashBucket", string_tensor, num_buckets=_buckets(num_buckets), name=name)


@dispatched
def string_to_hash_bucket_fast(input: Any, num_buckets: int, name: str | None = None) -> Tensor:
    """FarmHash's fingerprint of each string, modulo `num_buckets`; the same on every machine and in every version.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.to_hash_bucket_fast(["Hello", "TensorFlow"], 3)).tolist())
    [0, 2]
    """
    return apply_op("StringToHashBucketFast", input, num_buckets=_buckets(num_buckets), name=name)


@dispatched
def string_to_hash_bucket_strong(input: Any, num_buckets: int, key: Any, name: str | None = None) -> Tensor:
    """SipHash of each string under a key of two numbers, modulo `num_buckets`."""
    return apply_op(
        "StringToHashBucketStrong", input, num_buckets=_buckets(num_buckets), key=[int(k) for k in key], name=name
    )


def _buckets(num_buckets: Any) -> int:
    if num_buckets is None or int(num_buckets) < 1:
        raise ValueError(f"Value for attr 'num_buckets' of {num_buckets} must be at least minimum 1")
    return int(num_buckets)


@dispatched
def encode_base64(input: Any, pad: bool = False, name: str | None = None) -> Tensor:
    """In the web-safe base64 alphabet, with or without padding."""
    return apply_op("EncodeBase64", input, pad=pad, name=name)


@dispatched
def decode_base64(input: Any, name: str | None = None) -> Tensor:
    """From web-safe base64."""
    return apply_op("DecodeBase64", input, name=name)


def unsorted_segment_join(
    inputs: Any, segment_ids: Any, num_segments: Any, separator: str = "", name: str | None = None
) -> Tensor:
    """The strings of each group joined."""
    return apply_op("UnsortedSegmentJoin", inputs, segment_ids, num_segments, separator=as_bytes(separator), name=name)


# ---- Unicode --------------------------------------------------------------------------------------------------------


def unicode_transcode(
    input: Any,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """Strings in another encoding: UTF-8, UTF-16-BE, UTF-32-BE; from any that Python knows.

    Args:
      input: strings.
      input_encoding, output_encoding: names.
      errors: `"replace"`, `"ignore"` or `"strict"` for what is no valid text.
      replacement_char: code point to replace it by.
      replace_control_characters: whether control characters are replaced, too.
      name: name of the node.
    """
    return apply_op(
        "UnicodeTranscode", input, input_encoding=as_bytes(input_encoding),
        output_encoding=one_of("UnicodeTranscode", "output_encoding", output_encoding, OUTPUTS),
        errors=one_of("UnicodeTranscode", "errors", errors, ERRORS), replacement_char=replacement_char,
        replace_control_characters=replace_control_characters, name=name,
    )  # fmt: skip


def unicode_script(input: Any, name: str | None = None) -> Tensor:
    """The script of each code point, int32, by the numbers of ICU's UScriptCode; -1 for what is no code point.

    Example:
      >>> import tf1compat as tf
      >>> tf.Session().run(tf.strings.unicode_script([ord("a"), ord("б"), -1])).tolist()
      [25, 8, -1]
    """
    return apply_op("UnicodeScript", input, name=name)
