"""Element-wise functions of RaggedTensors: applied to the innermost values, after the rows are made alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.ragged.partitions import assert_splits_match, lengths_to_splits, repeat
from tf1compat._facade.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    match_row_splits_dtypes,
)
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import partial


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`op` applied to the innermost values of the RaggedTensors among its arguments, which have the same rows.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.ragged.constant([[1, 2], [3]])
    ...     print(sess.run(tf.ragged.map_flat_values(tf.square, x)).to_list())
    [[1, 4], [9]]
    """
    nested: list[Any] = []
    flat_args, flat_kwargs = _flat(args, nested), _flat(kwargs, nested)
    if not nested:
        return op(*args, **kwargs)
    if len({splits[0].dtype for splits in nested}) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert "
            "them to compatible dtypes."
        )
    with control_dependencies(assert_splits_match(nested)):
        return RaggedTensor.from_nested_row_splits(op(*flat_args, **flat_kwargs), nested[0], validate=False)


def _flat(value: Any, nested: list[Any]) -> Any:
    if is_ragged(value):
        value = convert_to_tensor_or_ragged_tensor(value)
        nested.append(value.nested_row_splits)
        return value.flat_values
    if isinstance(value, list):
        return [_flat(v, nested) for v in value]
    if isinstance(value, tuple):
        return tuple(_flat(v, nested) for v in value)
    if isinstance(value, dict):
        return {k: _flat(v, nested) for k, v in value.items()}
    return value


def unary(op: Callable[..., Any], x: Any, *args: Any, **kwargs: Any) -> Any:
    """`op` of each element of one RaggedTensor."""
    x = convert_to_tensor_or_ragged_tensor(x)
    return x.with_flat_values(op(x.flat_values, *args, **kwargs))


def of_list(op: Callable[..., Any], tensors: Any, *args: Any, **kwargs: Any) -> Any:
    """`op` of a list of RaggedTensors with the same rows."""
    tensors = match_row_splits_dtypes(*[convert_to_tensor_or_ragged_tensor(x) for x in tensors])
    nested = [x.nested_row_splits for x in tensors if is_ragged(x)]
    flat = [x.flat_values if is_ragged(x) else x for x in tensors]
    with control_dependencies(assert_splits_match(nested)):
        return RaggedTensor.from_nested_row_splits(op(flat, *args, **kwargs), nested[0], validate=False)


def binary(op: Callable[..., Any], x: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
    """`op` of two tensors of which one is ragged at least; they are broadcast as far as the rows go."""
    x = convert_to_tensor_or_ragged_tensor(x, name="x", preferred_dtype=y.dtype if is_ragged(y) else None)
    y = convert_to_tensor_or_ragged_tensor(y, name="y", preferred_dtype=x.dtype)
    x, y = match_row_splits_dtypes(x, y)
    if not _inside_values(x, y) and not _inside_values(y, x):
        x, y = _alike(x, y)
    values = op(_innermost(x), _innermost(y), *args, **kwargs)
    return x.with_flat_values(values) if is_ragged(x) else y.with_flat_values(values)


def _innermost(x: Any) -> Any:
    return x.flat_values if is_ragged(x) else x


def _inside_values(x: Any, y: Any) -> bool:
    """Is `y` dense, with so few dimensions that it only meets the innermost values of `x`?"""
    if is_ragged(y) or not is_ragged(x):
        return False
    mine, others = x.flat_values.shape.ndims, y.shape.ndims
    if mine is None or others is None:
        raise ValueError("Unable to broadcast: unknown rank")
    return mine > others


# ---- broadcasting ---------------------------------------------------------------------------------------------------


def _alike(x: Any, y: Any) -> tuple[Any, Any]:
    """Both with the same rows.

    Raises:
      ValueError: a rank is unknown.
      tf.errors.InvalidArgumentError: at run time, where sizes do not fit.
    """
    if is_ragged(x) and is_ragged(y) and len(x.nested_row_splits) == len(y.nested_row_splits):
        if all(a is b for a, b in zip(x.nested_row_splits, y.nested_row_splits)):
            return x, y
    if x.shape.ndims is None or y.shape.ndims is None:
        raise ValueError("Unable to broadcast: unknown rank")
    rank = max(x.shape.ndims, y.shape.ndims)
    dtype = next(t.row_splits.dtype for t in (x, y) if is_ragged(t))
    x, y = (_with_rank(t, rank, dtype) for t in (x, y))
    x_rows, y_rows = _count(x, dtype), _count(y, dtype)
    n = array_ops.where(math_ops.equal(x_rows, 1), y_rows, x_rows)
    fits = math_ops.equal(x_rows, n) | math_ops.equal(x_rows, 1), math_ops.equal(y_rows, n) | math_ops.equal(y_rows, 1)
    with control_dependencies([_assert_fits(fits[0] & fits[1], 0, x_rows, y_rows)]):
        places = math_ops.range(n)
    x, y = _picked(x, x_rows, places), _picked(y, y_rows, places)
    return _alike_below(x, y, 1, dtype)


def _with_rank(t: Any, rank: int, dtype: Any) -> Any:
    """With further dimensions of size 1 in front."""
    while t.shape.ndims < rank:
        if is_ragged(t):
            t = RaggedTensor.from_row_lengths(t, [t.nrows()], validate=False)
        else:
            t = array_ops.expand_dims(t, 0)
    return t


def _count(t: Any, dtype: Any) -> Any:
    return t.nrows() if is_ragged(t) else array_ops.shape(t, out_type=dtype)[0]


def _picked(t: Any, rows: Any, places: Any) -> Any:
    """The rows at `places`, of a single one always that one."""
    known = partial.constant_value(rows)
    if known is not None and int(known) != 1:
        return t
    places = array_ops.where(math_ops.equal(rows, 1), array_ops.zeros_like(places), places)
    return array_ops.gather(t, places)


def _assert_fits(condition: Any, axis: int, x_size: Any, y_size: Any) -> Any:
    message = [
        "Unable to broadcast: dimension size mismatch in dimension",
        axis,
        "lengths=",
        y_size,
        "dim_size=",
        x_size,
    ]
    return Assert(condition, message, summarize=10)


def _alike_below(x: Any, y: Any, axis: int, dtype: Any) -> tuple[Any, Any]:
    """Two tensors with as many rows: the rows made equally long, then what is in them."""
    if not is_ragged(x) and not is_ragged(y):
        return x, y
    (x_values, x_starts, x_lengths), (y_values, y_starts, y_lengths) = (_rows(t, dtype) for t in (x, y))
    single = [_is_single(x), _is_single(y)]
    if single[0] is not False or single[1] is not False:
        one_x, one_y = (convert(s, dtypes.bool) if isinstance(s, bool) else s for s in single)
        lengths = array_ops.where(array_ops.fill(array_ops.shape(x_lengths), one_x), y_lengths, x_lengths)
        good = one_x | one_y | math_ops.reduce_all(math_ops.equal(x_lengths, y_lengths))
    else:
        one_x = one_y = None
        lengths = x_lengths
        good = math_ops.reduce_all(math_ops.equal(x_lengths, y_lengths))
    if not (is_ragged(x) and is_ragged(y)) and single == [False, False]:
        good = convert(False, dtypes.bool)  # TF1: rows that happen to be of one length do not fit a uniform dimension
    with control_dependencies([_assert_fits(good, axis, x_lengths, y_lengths)]):
        splits = lengths_to_splits(lengths)
    x_values = _stretched(x_values, x_starts, lengths, splits, one_x)
    y_values = _stretched(y_values, y_starts, lengths, splits, one_y)
    x_values, y_values = _alike_below(x_values, y_values, axis + 1, dtype)
    made = RaggedTensor.from_row_splits
    return made(x_values, splits, validate=False), made(y_values, splits, validate=False)


def _is_single(t: Any) -> Any:
    """Is dimension 1 uniform and of size 1? A tensor where only the step can tell."""
    if is_ragged(t):
        return False
    known = t.shape.dims[1].value
    return math_ops.equal(array_ops.shape(t)[1], 1) if known is None else known == 1


def _rows(t: Any, dtype: Any) -> tuple[Any, Any, Any]:
    """The values of all rows, where each row begins, and how long it is."""
    if is_ragged(t):
        return t.values, t.row_splits[:-1], t.row_splits[1:] - t.row_splits[:-1]
    size = array_ops.shape(t, out_type=dtype)
    values = array_ops.reshape(t, array_ops.concat([[size[0] * size[1]], size[2:]], axis=0))
    return values, math_ops.range(size[0]) * size[1], array_ops.fill([math_ops.cast(size[0], dtypes.int32)], size[1])


def _stretched(values: Any, starts: Any, lengths: Any, splits: Any, one: Any) -> Any:
    """The values of rows that have `lengths` now; where `one` is true, each row's only value over and over."""
    if one is None:
        return values
    inside = math_ops.range(splits[-1]) - repeat(splits[:-1], lengths)
    inside = array_ops.where(array_ops.fill(array_ops.shape(inside), one), array_ops.zeros_like(inside), inside)
    return array_ops.gather(values, repeat(starts, lengths) + inside)
