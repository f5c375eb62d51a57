"""`tf.strings`: texts joined, split, cut, searched, hashed, and turned into numbers and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_creation, array_ops, constants, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors


def _bytes(text: Any) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


def _one_of(op_type: str, attr: str, value: str, allowed: str) -> bytes:
    """The value of an attr that takes a few words only."""
    if _bytes(value).decode() not in allowed.split():
        shown = ", ".join(f'"{word}"' for word in allowed.split())
        raise ValueError(f"Attr '{attr}' of '{op_type}' Op passed string '{value}' not in: {shown}.")
    return _bytes(value)


_UNITS, _ERRORS, _OUTPUTS = "BYTE UTF8_CHAR", "strict replace ignore", "UTF-8 UTF-16-BE UTF-32-BE"


def no_ragged(function: str) -> Exception:
    """The error where TF's result would be a RaggedTensor."""
    return errors.unsupported(
        f"{function} with a RaggedTensor result", advice="RaggedTensors are not supported; use a SparseTensor result"
    )


# ---- joined and split -----------------------------------------------------------------------------------------------


def string_join(inputs: Any, separator: str = "", name: str | None = None) -> Tensor:
    """The elements of several string tensors joined place by place; scalars go with every place.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.join([["a", "b"], "c"], "-")).tolist())
    [b'a-c', b'b-c']
    """
    return apply_op("StringJoin", inputs, separator=_bytes(separator), name=name)


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
        return apply_op("ReduceJoin", inputs, axis, keep_dims=keepdims, separator=_bytes(separator), name=name)


def _check_result(result_type: str, function: str) -> None:
    if result_type == "RaggedTensor":
        raise no_ragged(function)
    if result_type != "SparseTensor":
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> SparseTensor:
    """Each string cut at every character of `sep`, as rows of a SparseTensor.

    Args:
      source: a string vector.
      sep: characters to cut at, a space where absent; empty: into single bytes (`delimiter` is its old name).
      skip_empty: whether empty pieces are left out.
      delimiter: see there.
      result_type: `"SparseTensor"`.
      name: name scope.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.string_split(["a b", "c"])).values.tolist())
    [b'a', b'b', b'c']
    """
    _check_result(result_type, "tf.string_split")
    with name_scope(name, "StringSplit", [source]):
        sep = renamed_argument("sep", sep, "delimiter", delimiter)
        sep = convert(" " if sep is None else sep, dtypes.string)
        source = convert(source, dtypes.string)
        return SparseTensor(*apply_op("StringSplit", source, sep, skip_empty=skip_empty))


def string_split_v2(source: Any, sep: Any = None, maxsplit: int = -1) -> SparseTensor:
    """Each string of a vector split as Python's `str.split` does, as rows of a SparseTensor."""
    sep = convert("" if sep is None else sep, dtypes.string)
    source = convert(source, dtypes.string)
    return SparseTensor(*apply_op("StringSplitV2", source, sep, maxsplit=maxsplit))


def strings_split(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> SparseTensor:
    """`tf.strings.split`: each string of a vector split as Python's `str.split` does.

    Args:
      input: a string vector (`source` is its old name).
      sep: what separates; runs of spaces where absent.
      maxsplit: at most so many cuts, where it is not negative.
      result_type: `"SparseTensor"`.
      source: see there.
      name: name scope.
    """
    input = renamed_argument("input", input, "source", source)
    _check_result(result_type, "tf.strings.split")
    with name_scope(name, "StringSplit", [input]):
        input = convert(input, dtypes.string, "input")
        if input.shape.ndims != 1:
            raise no_ragged("tf.strings.split of what is no vector")
        return string_split_v2(input, sep, maxsplit)


# ---- cut and counted ------------------------------------------------------------------------------------------------


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
    return apply_op("Substr", input, pos, len, unit=_one_of("Substr", "unit", unit, _UNITS), name=name)


substr_deprecated = deprecated(
    None, "Use `tf.strings.substr` instead of `tf.substr`.", "tensorflow.python.ops.string_ops"
)(substr)


def string_length(input: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """The length of each string, in bytes or (`"UTF8_CHAR"`) characters."""
    return apply_op("StringLength", input, unit=_one_of("StringLength", "unit", unit, _UNITS), name=name)


def string_strip(input: Any, name: str | None = None) -> Tensor:
    """Without spaces at both ends."""
    return apply_op("StringStrip", input, name=name)


def string_lower(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """In small letters: of ASCII, or with encoding `"utf-8"` of all alphabets."""
    return apply_op("StringLower", input, encoding=_bytes(encoding), name=name)


def string_upper(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """In capital letters: of ASCII, or with encoding `"utf-8"` of all alphabets."""
    return apply_op("StringUpper", input, encoding=_bytes(encoding), name=name)


# ---- searched -------------------------------------------------------------------------------------------------------


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Does the pattern (RE2's syntax) match the whole string?"""
    if isinstance(pattern, (str, bytes)):
        return apply_op("StaticRegexFullMatch", input, pattern=_bytes(pattern), name=name)
    return apply_op("RegexFullMatch", input, pattern, name=name)


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
            "StaticRegexReplace", input, pattern=_bytes(pattern), rewrite=_bytes(rewrite),
            replace_global=replace_global, name=name,
        )  # fmt: skip
    return apply_op("RegexReplace", input, pattern, rewrite, replace_global=replace_global, name=name)


# ---- numbers --------------------------------------------------------------------------------------------------------


def string_to_number(
    string_tensor: Any = None, out_type: Any = dtypes.float32, name: str | None = None, input: Any = None
) -> Tensor:
    """Each string as a number of `out_type` (float32, float64, int32 or int64).

    Raises:
      tf.errors.InvalidArgumentError: at run time, for what is no number.
    """
    string_tensor = renamed_argument("string_tensor", string_tensor, "input", input)
    return apply_op("StringToNumber", string_tensor, out_type=dtypes.as_dtype(out_type), name=name)


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
        fill=_bytes(fill), name=name,
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
        "StringFormat", inputs, template=_bytes(template), placeholder=_bytes(placeholder), summarize=summarize,
        name=name,
    )  # fmt: skip


# ---- hashed and coded -----------------------------------------------------------------------------------------------


def string_to_hash_bucket(
    string_tensor: Any = None, num_buckets: Any = None, name: str | None = None, input: Any = None
) -> Tensor:
    """TF's first hash of each string, modulo `num_buckets`; prefer `string_to_hash_bucket_fast`."""
    string_tensor = renamed_argument("string_tensor", string_tensor, "input", input)
    return apply_op("StringToHashBucket", string_tensor, num_buckets=_buckets(num_buckets), name=name)


def string_to_hash_bucket_fast(input: Any, num_buckets: int, name: str | None = None) -> Tensor:
    """FarmHash's fingerprint of each string, modulo `num_buckets`; the same on every machine and in every version.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.to_hash_bucket_fast(["Hello", "TensorFlow"], 3)).tolist())
    [0, 2]
    """
    return apply_op("StringToHashBucketFast", input, num_buckets=_buckets(num_buckets), name=name)


def string_to_hash_bucket_strong(input: Any, num_buckets: int, key: Any, name: str | None = None) -> Tensor:
    """SipHash of each string under a key of two numbers, modulo `num_buckets`."""
    return apply_op(
        "StringToHashBucketStrong", input, num_buckets=_buckets(num_buckets), key=[int(k) for k in key], name=name
    )


def _buckets(num_buckets: Any) -> int:
    if num_buckets is None or int(num_buckets) < 1:
        raise ValueError(f"Value for attr 'num_buckets' of {num_buckets} must be at least minimum 1")
    return int(num_buckets)


def encode_base64(input: Any, pad: bool = False, name: str | None = None) -> Tensor:
    """In the web-safe base64 alphabet, with or without padding."""
    return apply_op("EncodeBase64", input, pad=pad, name=name)


def decode_base64(input: Any, name: str | None = None) -> Tensor:
    """From web-safe base64."""
    return apply_op("DecodeBase64", input, name=name)


def unsorted_segment_join(
    inputs: Any, segment_ids: Any, num_segments: Any, separator: str = "", name: str | None = None
) -> Tensor:
    """The strings of each group joined."""
    return apply_op("UnsortedSegmentJoin", inputs, segment_ids, num_segments, separator=_bytes(separator), name=name)


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
        "UnicodeTranscode", input, input_encoding=_bytes(input_encoding),
        output_encoding=_one_of("UnicodeTranscode", "output_encoding", output_encoding, _OUTPUTS),
        errors=_one_of("UnicodeTranscode", "errors", errors, _ERRORS), replacement_char=replacement_char,
        replace_control_characters=replace_control_characters, name=name,
    )  # fmt: skip


def unicode_encode(
    input: Any, output_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Tensor:
    """Strings of code points, which stand along the last dimension."""
    with name_scope(name, "UnicodeEncode", [input]):
        points = convert_to_tensor(input)
        if points.shape.ndims is None:
            raise ValueError("Rank of input_tensor must be statically known.")
        if points.shape.ndims == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        size = array_creation.shape(points)
        count = math_ops.reduce_prod(size[:-1])
        splits = math_ops.cast(math_ops.range(count + 1) * size[-1], dtypes.int64)
        found = apply_op(
            "UnicodeEncode", array_ops.reshape(points, [-1]), splits,
            output_encoding=_one_of("UnicodeEncode", "output_encoding", output_encoding, _OUTPUTS),
            errors=_one_of("UnicodeEncode", "errors", errors, _ERRORS), replacement_char=replacement_char,
        )  # fmt: skip
        return array_ops.reshape(found, size[:-1])


def _decode(op_type: str, input: Any, encoding: str, errors: str, replacement: int, control: bool) -> list[Tensor]:
    input = convert(input, dtypes.string, "input")
    if input.shape.ndims is None:
        raise ValueError("Rank of `input` must be statically known.")
    if input.shape.ndims:
        raise no_ragged("decoding Unicode of what is no scalar")
    return apply_op(
        op_type, array_ops.reshape(input, [-1]), input_encoding=_bytes(encoding),
        errors=_one_of(op_type, "errors", errors, _ERRORS), replacement_char=replacement, replace_control_characters=control,
    )  # fmt: skip


def unicode_decode(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """The code points of a scalar string as an int32 vector (of several, TF's result is ragged: not supported)."""
    with name_scope(name, "UnicodeDecode", [input]):
        return _decode("UnicodeDecode", input, input_encoding, errors, replacement_char, replace_control_characters)[1]


def unicode_decode_with_offsets(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The code points of a scalar string, and the byte at which each begins."""
    with name_scope(name, "UnicodeDecodeWithOffsets", [input]):
        found = _decode(
            "UnicodeDecodeWithOffsets", input, input_encoding, errors, replacement_char, replace_control_characters
        )
        return found[1], found[2]


def unicode_split(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Tensor:
    """The characters of a scalar string as a vector of strings."""
    with name_scope(name, "UnicodeSplit", [input]):
        points = _decode("UnicodeDecode", input, input_encoding, errors, replacement_char, False)[1]
        return unicode_encode(array_ops.expand_dims(points, -1), input_encoding, errors, replacement_char)


def unicode_split_with_offsets(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The characters of a scalar string, and the byte at which each begins."""
    with name_scope(name, "UnicodeSplitWithOffsets", [input]):
        found = _decode("UnicodeDecodeWithOffsets", input, input_encoding, errors, replacement_char, False)
        chars = unicode_encode(array_ops.expand_dims(found[1], -1), input_encoding, errors, replacement_char)
        return chars, found[2]
