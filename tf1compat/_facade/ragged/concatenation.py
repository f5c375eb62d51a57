"""RaggedTensors concatenated and stacked along any axis."""

from __future__ import annotations

from typing import Any, cast

from tf1compat._facade import array_ops, check_ops, math_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.ragged.arrays import expand_dims
from tf1compat._facade.ragged.partitions import assert_splits_match, lengths_to_splits, positive_axis
from tf1compat._facade.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    match_row_splits_dtypes,
)
from tf1compat._jaxcore.base import shapes


def concat(values: Any, axis: Any, name: str | None = None) -> Any:
    """One tensor after the other along `axis`; as `tf.concat`."""
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    with name_scope(None if name == "concat" else name, "RaggedConcat"):
        return _joined(values, axis, stacked=False)


def stack(values: Any, axis: int = 0, name: str | None = None) -> Any:
    """Tensors of one rank, dense or ragged, along a new dimension `axis`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.ragged.stack([tf.ragged.constant([[1], [2, 3]]), [[4]]])).to_list())
    [[[1], [2, 3]], [[4]]]
    """
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    with name_scope(None if name == "stack" else name, "RaggedConcat"):
        return _joined(values, axis, stacked=True)


def _joined(tensors: Any, axis: Any, stacked: bool) -> Any:
    if not tensors:
        raise ValueError("rt_inputs may not be empty.")
    found = [convert_to_tensor_or_ragged_tensor(t, name="rt_input") for t in tensors]
    dtype, found = match_row_splits_dtypes(*found, return_dtype=True)
    if len(found) == 1:
        return expand_dims(found[0], axis) if stacked else found[0]
    ndims = found[0].shape.ndims
    for t in found:
        if ndims is None:
            ndims = t.shape.ndims
        else:
            t.shape.assert_has_rank(ndims)
    out_ndims = ndims + 1 if ndims is not None and stacked else ndims
    axis = positive_axis(axis, out_ndims)
    innermost = ndims is not None and axis in (ndims if stacked else ndims - 1, ndims - 1)
    if innermost and not any(is_ragged(t) for t in found):
        return array_ops.stack(found, axis) if stacked else array_ops.concat(found, axis)
    found = [t if is_ragged(t) else RaggedTensor.from_tensor(t, row_splits_dtype=dtype) for t in found]
    rank = max(t.ragged_rank for t in found)
    found = [_with_ragged_rank(t, rank, dtype) for t in found]
    if axis == 0:
        return _one_after_the_other(found, stacked)
    if axis == 1:
        return _row_by_row(found, stacked)
    with control_dependencies(assert_splits_match([[t.row_splits] for t in found])):
        inner = _joined([t.values for t in found], axis - 1, stacked)
        return RaggedTensor.from_row_splits(inner, found[0].row_splits, validate=False)


def _with_ragged_rank(t: Any, rank: int, dtype: Any) -> Any:
    if rank <= 0:
        return t
    if not is_ragged(t):
        t = RaggedTensor.from_tensor(t, row_splits_dtype=dtype)
    return t if t.ragged_rank >= rank else t.with_values(_with_ragged_rank(t.values, rank - 1, dtype))


def _one_after_the_other(tensors: list[Any], stacked: bool) -> Any:
    values = array_ops.concat([t.flat_values for t in tensors], axis=0)
    nested = [_joined_splits(list(splits)) for splits in zip(*(t.nested_row_splits for t in tensors))]
    if stacked:
        nested.insert(0, lengths_to_splits(array_ops.stack([t.nrows() for t in tensors])))
    return RaggedTensor.from_nested_row_splits(values, nested, validate=False)


def _joined_splits(splits: list[Any]) -> Any:
    pieces, offset = [splits[0]], splits[0][-1]
    for more in splits[1:]:
        pieces.append(more[1:] + offset)
        offset = offset + more[-1]
    return array_ops.concat(pieces, axis=0)


def _row_by_row(tensors: list[Any], stacked: bool) -> Any:
    """The first rows of all tensors, then the second ones, …"""
    count, rows = len(tensors), tensors[0].nrows()
    message = "Input tensors have incompatible shapes."
    checks = [check_ops.assert_equal(t.nrows(), rows, message=message) for t in tensors[1:]]
    with control_dependencies(checks):
        whole = _one_after_the_other(tensors, stacked=False)
        order = array_ops.transpose(array_ops.reshape(math_ops.range(rows * count), [count, -1]))
        mixed = cast(Any, array_ops.gather(whole, array_ops.reshape(order, [-1])))
        splits = math_ops.range(0, rows * count + 1, count) if stacked else mixed.row_splits[::count]
        for t in tensors:
            n = shapes.dimension_value(t.shape[0])
            if n is not None:
                splits.set_shape([n + 1])
        return RaggedTensor.from_row_splits(mixed if stacked else mixed.values, splits, validate=False)
