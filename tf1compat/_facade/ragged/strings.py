"""Strings split, encoded and decoded, whose results are ragged, and n-grams."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged.arrays import expand_dims
from tf1compat._facade.ragged.tensor import RaggedTensor, convert_to_tensor_or_ragged_tensor, is_ragged
from tf1compat._facade.string_ops import ERRORS, OUTPUTS, as_bytes, one_of
from tf1compat._facade.string_ops import string_split as sparse_split
from tf1compat._facade.string_ops import string_split_v2 as sparse_split_v2
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def _of_sparse(found: Any) -> RaggedTensor:
    """The rows of a sparse matrix."""
    ids, rows = found.indices[:, 0], found.dense_shape[0]
    return RaggedTensor.from_value_rowids(found.values, ids, rows, validate=False)


# ---- split ----------------------------------------------------------------------------------------------------------


def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """Each string cut at every character of `sep`, as rows of a SparseTensor or RaggedTensor.

    Args:
      source: a string vector.
      sep: characters to cut at, a space where absent; empty: into single bytes (`delimiter` is its old name).
      skip_empty: whether empty pieces are left out.
      delimiter: see there.
      result_type: `"SparseTensor"` or `"RaggedTensor"`.
      name: name scope.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.string_split(["a b", "c"])).values.tolist())
    [b'a', b'b', b'c']
    """
    with name_scope(name, "StringSplit", [source]):
        found = sparse_split(source, sep=sep, skip_empty=skip_empty, delimiter=delimiter)
        _check_result(result_type)
        return found if result_type == "SparseTensor" else _of_sparse(found)


def _check_result(result_type: str) -> None:
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


def string_split_v2(input: Any, sep: Any = None, maxsplit: int = -1, name: str | None = None) -> Any:
    """Each string split as Python's `str.split` does, with a further, ragged dimension.

    Args:
      input: strings, dense or ragged.
      sep: what separates; runs of spaces where absent.
      maxsplit: at most so many cuts, where it is not negative.
      name: name scope.
    """
    with name_scope(name, "StringSplit"):
        input = convert_to_tensor_or_ragged_tensor(input, dtypes.string, name="input")
        if is_ragged(input):
            return input.with_flat_values(string_split_v2(input.flat_values, sep, maxsplit))
        rank = input.shape.ndims
        if rank == 0:
            return string_split_v2(array_ops.stack([input]), sep, maxsplit)[0]
        if rank in (1, None):
            return _of_sparse(sparse_split_v2(input, sep, maxsplit))
        return string_split_v2(RaggedTensor.from_tensor(input), sep, maxsplit)


def strings_split_v1(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> Any:
    """`tf.strings.split`: each string split as Python's `str.split` does.

    Args:
      input: strings, dense or ragged (`source` is its old name).
      sep: what separates; runs of spaces where absent.
      maxsplit: at most so many cuts, where it is not negative.
      result_type: `"SparseTensor"` or `"RaggedTensor"`.
      source: see there.
      name: name scope.
    """
    input = renamed_argument("input", input, "source", source)
    with name_scope(name, "StringSplit"):
        input = convert_to_tensor_or_ragged_tensor(input, dtypes.string, name="input")
        if result_type == "SparseTensor" and input.shape.ndims == 1:
            return sparse_split_v2(input, sep, maxsplit)
        found = string_split_v2(input, sep, maxsplit)
        _check_result(result_type)
        return found.to_sparse() if result_type == "SparseTensor" else found


def string_bytes_split(input: Any, name: str | None = None) -> Any:
    """Each string cut into its bytes, with a further, ragged dimension.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.bytes_split(["ab", "c"])).to_list())
    [[b'a', b'b'], [b'c']]
    """
    with name_scope(name, "StringsByteSplit"):
        input = convert_to_tensor_or_ragged_tensor(input, name="input")
        if is_ragged(input):
            return input.with_flat_values(string_bytes_split(input.flat_values))
        rank = input.shape.ndims
        if rank is None:
            raise ValueError("input must have a statically-known rank.")
        if rank == 0:
            return string_bytes_split(array_ops.stack([input]))[0]
        if rank > 1:
            return string_bytes_split(RaggedTensor.from_tensor(input))
        indices, values, shape = apply_op("StringSplit", input, "", skip_empty=False)
        return RaggedTensor.from_value_rowids(values, indices[:, 0], shape[0], validate=False)


# ---- Unicode --------------------------------------------------------------------------------------------------------


def unicode_encode(
    input: Any, output_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """Strings of code points, which stand along the last dimension.

    Args:
      input: int32, dense or ragged.
      output_encoding: `"UTF-8"`, `"UTF-16-BE"` or `"UTF-32-BE"`.
      errors: `"replace"`, `"ignore"` or `"strict"` for what is no code point.
      replacement_char: code point to replace it by.
      name: name scope.
    """
    how = output_encoding, errors, replacement_char
    with name_scope(name, "UnicodeEncode"):
        points = convert_to_tensor_or_ragged_tensor(input)
        rank = points.shape.ndims
        if rank is None:
            raise ValueError("Rank of input_tensor must be statically known.")
        if is_ragged(points):
            if points.flat_values.shape.ndims > 1:
                return points.with_flat_values(unicode_encode(points.flat_values, *how))
            if points.ragged_rank > 1:
                return points.with_values(unicode_encode(points.values, *how))
            return apply_op(
                "UnicodeEncode", points.values, points.row_splits,
                output_encoding=one_of("UnicodeEncode", "output_encoding", output_encoding, OUTPUTS),
                errors=one_of("UnicodeEncode", "errors", errors, ERRORS), replacement_char=replacement_char,
            )  # fmt: skip
        if rank == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        if rank == 1:
            splits = array_ops.stack([0, array_ops.shape(points, out_type=dtypes.int32)[0]])
            row = RaggedTensor.from_row_splits(points, splits, validate=False)
            return array_ops.reshape(unicode_encode(row, *how), [])
        if rank == 2:
            return unicode_encode(RaggedTensor.from_tensor(points), *how)
        sizes = array_ops.shape(points)
        flat = array_ops.reshape(points, array_ops.stack([-1, sizes[-1]]))
        return array_ops.reshape(unicode_encode(flat, *how), sizes[:-1])


def _decoded(op_type: str, input: Any, encoding: str, errors: str, replacement: int, control: bool) -> list[Any]:
    """Code points (and offsets) of strings: of a scalar dense, else with a further, ragged dimension."""
    input = convert_to_tensor_or_ragged_tensor(input, name="input")
    rank = input.shape.ndims
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    if rank > 1:
        if not is_ragged(input):
            input = RaggedTensor.from_tensor(input, ragged_rank=rank - 1)
        elif input.ragged_rank < rank - 1:
            inner = RaggedTensor.from_tensor(input.flat_values, ragged_rank=rank - input.ragged_rank - 1)
            input = input.with_flat_values(inner)
    flat = array_ops.reshape(input.flat_values if is_ragged(input) else input, [-1])
    splits, *found = apply_op(
        op_type, flat, input_encoding=as_bytes(encoding), errors=one_of(op_type, "errors", errors, ERRORS),
        replacement_char=replacement, replace_control_characters=control,
    )  # fmt: skip
    if rank == 0:
        return found
    rows = [RaggedTensor.from_row_splits(values, splits, validate=False) for values in found]
    return [input.with_flat_values(row) for row in rows] if rank > 1 else rows


def unicode_decode(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """The code points of strings: of a scalar a vector, else with a further, ragged dimension.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.unicode_decode(["é", "ab"], "UTF-8")).to_list())
    [[233], [97, 98]]
    """
    with name_scope(name, "UnicodeDecode"):
        return _decoded("UnicodeDecode", input, input_encoding, errors, replacement_char, replace_control_characters)[0]


def unicode_decode_with_offsets(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The code points of strings, and the byte at which each begins."""
    with name_scope(name, "UnicodeDecodeWithOffsets"):
        points, offsets = _decoded(
            "UnicodeDecodeWithOffsets", input, input_encoding, errors, replacement_char, replace_control_characters
        )
        return points, offsets


def unicode_split(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """The characters of strings: of a scalar a vector, else with a further, ragged dimension."""
    with name_scope(name, "UnicodeSplit"):
        points = _decoded("UnicodeDecode", input, input_encoding, errors, replacement_char, False)[0]
        return unicode_encode(expand_dims(points, -1), input_encoding, errors, replacement_char)


def unicode_split_with_offsets(
    input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> tuple[Any, Any]:
    """The characters of strings, and the byte at which each begins."""
    with name_scope(name, "UnicodeSplitWithOffsets"):
        points, offsets = _decoded("UnicodeDecodeWithOffsets", input, input_encoding, errors, replacement_char, False)
        return unicode_encode(expand_dims(points, -1), input_encoding, errors, replacement_char), offsets


# ---- n-grams --------------------------------------------------------------------------------------------------------


def _pads(pad_values: Any, padding_width: Any) -> tuple[Any, Any, int]:
    """What stands before and behind each row, and how often at most (-1: as often as fits)."""
    both = pad_values if isinstance(pad_values, (list, tuple)) else (pad_values, pad_values)
    if pad_values is not None and not all(isinstance(pad, (str, bytes)) for pad in both[:2]):
        raise TypeError("pad_values must be a string, tuple of strings, or None.")
    if padding_width is not None and padding_width < 1:
        raise ValueError("padding_width must be greater than 0.")
    if pad_values is None:
        if padding_width is not None:
            raise ValueError("pad_values must be provided if padding_width is set.")
        return "", "", 0
    return both[0], both[1], -1 if padding_width is None else padding_width


def ngrams(
    data: Any,
    ngram_width: Any,
    separator: str = " ",
    pad_values: Any = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """The runs of neighbours along the last dimension, joined.

    Args:
      data: strings, dense or ragged.
      ngram_width: length of the runs, or a list of lengths.
      separator: what stands between.
      pad_values: text before and behind each row, or a pair of texts.
      padding_width: how often at most; one less than the length of the run where absent.
      preserve_short_sequences: whether a row that is too short for a run is kept as a whole.
      name: name scope.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.strings.ngrams(["a", "b", "c"], 2)).tolist())
    [b'a b', b'b c']
    """
    left, right, width = _pads(pad_values, padding_width)
    rest = separator, pad_values, padding_width, preserve_short_sequences
    with name_scope(name, "StringNGrams"):
        data = convert_to_tensor_or_ragged_tensor(data, dtypes.string, name="data")
        dense = None
        if isinstance(data, Tensor):
            rank = data.shape.ndims
            if rank is None:
                raise ValueError("Rank of data must be known.")
            if rank == 0:
                raise ValueError("Data must have rank>0")
            if rank == 1:
                return ngrams(RaggedTensor.from_row_starts(data, [0], validate=False), ngram_width, *rest)[0]
            dense = array_ops.concat([array_ops.shape(data)[:-1], [-1]], axis=0)
            data = RaggedTensor.from_tensor(data, ragged_rank=rank - 1)
        if data.ragged_rank > 1:
            output = data.with_values(ngrams(data.values, ngram_width, *rest))
        else:
            widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
            if any(n < 1 for n in widths):
                raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
            values, splits = apply_op(
                "StringNGrams", data.flat_values, data.row_splits, separator=as_bytes(separator), ngram_widths=widths,
                left_pad=as_bytes(left), right_pad=as_bytes(right), pad_width=width,
                preserve_short_sequences=preserve_short_sequences,
            )  # fmt: skip
            output = RaggedTensor.from_row_splits(values, splits, validate=False)
        return output if dense is None else array_ops.reshape(output.flat_values, dense)
