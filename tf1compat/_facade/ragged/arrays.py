"""Shapes of RaggedTensors: size, rank, expand_dims, squeeze, tile, one_hot, and rows put into partitions."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, check_ops, grouping, math_ops, sorting
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.ragged.partitions import positive_axis, repeat, to_int
from tf1compat._facade.ragged.tensor import RaggedTensor, convert_to_tensor_or_ragged_tensor, is_ragged
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import partial


def size(input: Any, name: str | None = None, out_type: Any = dtypes.int32) -> Tensor:
    """The number of elements."""
    return array_ops.size(input.flat_values if is_ragged(input) else input, out_type=out_type, name=name)


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of dimensions."""
    with name_scope(name, "RaggedRank"):
        return input.ragged_rank + array_ops.rank(input.flat_values) if is_ragged(input) else array_ops.rank(input)


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:
    """With a further dimension of size 1."""
    axis = renamed_argument("axis", axis, "dim", dim)
    with name_scope(name, "RaggedExpandDims"):
        input = convert_to_tensor_or_ragged_tensor(input, name="input")
        if not is_ragged(input):
            return array_ops.expand_dims(input, axis)
        axis = positive_axis(axis, None if input.shape.ndims is None else input.shape.ndims + 1)
        values, splits = input, input.row_splits
        if axis == 0:
            splits = array_ops.stack([0, input.nrows()])
        elif axis == 1:
            splits = math_ops.range(input.nrows() + 1)
        else:
            values = expand_dims(input.values, axis - 1)
        return RaggedTensor.from_row_splits(values, splits, validate=False)


def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Any:
    """Without the dimensions `axis`, which have size 1.

    Raises:
      ValueError: `axis` is absent.
      tf.errors.InvalidArgumentError: at run time, where a size is not 1.
    """
    axis = renamed_argument("axis", axis, "squeeze_dims", squeeze_dims)
    with name_scope(name, "RaggedSqueeze"):
        input = convert_to_tensor_or_ragged_tensor(input)
        if isinstance(input, Tensor):
            return array_ops.squeeze(input, axis)
        if axis is None:
            raise ValueError("Ragged.squeeze must have an axis argument.")
        if isinstance(axis, int):
            axis = [axis]
        elif not isinstance(axis, (list, tuple)) or not all(isinstance(d, int) for d in axis):
            raise TypeError("Axis must be a list or tuple of integers.")
        return _squeezed(input, [positive_axis(d, input.shape.ndims) for d in axis])


def _squeezed(input: Any, axes: list[int]) -> Any:
    outer = [d for d in axes if d <= input.ragged_rank]
    inner = [d - input.ragged_rank for d in axes if d > input.ragged_rank]
    one, checks = convert(1, input.row_splits.dtype), []
    for i, lengths in enumerate(input.nested_row_lengths(), 1):
        if i in outer:
            good = math_ops.reduce_all(math_ops.equal(lengths, one))
            checks.append(Assert(good, [f"the given axis (axis = {i}) is not squeezable!"]))
    if 0 in outer:
        good = math_ops.equal(array_ops.size(input.row_splits), 2)
        checks.append(Assert(good, ["the given axis (axis = 0) is not squeezable!"]))
    values = grouping.with_dependencies(checks, input.flat_values)
    if inner:
        values = array_ops.squeeze(values, inner)
    nested = [splits for i, splits in enumerate(input.nested_row_splits, 1) if i not in outer]
    if nested and 0 in outer:
        nested = nested[1:]
    result = RaggedTensor.from_nested_row_splits(values, nested)
    return array_ops.squeeze(result, [0]) if set(range(input.ragged_rank + 1)) <= set(outer) else result


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: Any = None,
    dtype: Any = None,
    name: str | None = None,
) -> Any:
    """Each index as a vector; as `tf.one_hot`.

    Raises:
      ValueError: `axis` is a ragged dimension.
    """
    with name_scope(name, "RaggedOneHot"):
        indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
        if axis is not None:
            axis = positive_axis(axis, indices.shape.ndims)
            if axis < indices.ragged_rank:
                raise ValueError("axis may not be less than indices.ragged_rank.")
        return indices.with_flat_values(array_ops.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype))


# ---- tile -----------------------------------------------------------------------------------------------------------


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:
    """Each dimension repeated as often as `multiples` says."""
    with name_scope(name, "RaggedTile"):
        input = convert_to_tensor_or_ragged_tensor(input, name="input")
        if not is_ragged(input):
            return array_ops.tile(input, multiples)
        multiples = to_int(multiples, "multiples", input.row_splits.dtype)
        multiples.shape.assert_has_rank(1)
        return _tiled(input, multiples, partial.constant_value(multiples), 0)


def _tiled(t: Any, multiples: Tensor, known: Any, axis: int) -> Any:
    """Dimensions `axis` and further repeated."""
    if not is_ragged(t):
        return array_ops.tile(t, multiples[axis:])
    inner = array_ops.concat([[1], multiples[axis + 2 :]], axis=0)
    inner_known = None if known is None else [1, *known[axis + 2 :]]
    if inner_known is None or any(m != 1 for m in inner_known):
        t = t.with_values(_tiled(t.values, inner, inner_known, 0))
    if known is None or known[axis + 1] != 1:
        t = _rows_repeated(t, multiples[axis + 1])
    if known is None or known[axis] != 1:
        rows = array_ops.tile(math_ops.range(t.nrows()), array_ops.expand_dims(multiples[axis], 0))
        t = array_ops.gather(t, rows)
    return t


def _rows_repeated(t: Any, multiple: Tensor) -> Any:
    """What is in each row, `multiple` times."""
    lengths = t.row_splits[1:] - t.row_splits[:-1]
    splits = t.row_splits * multiple
    longer = lengths * multiple
    place = math_ops.range(splits[-1]) - repeat(splits[:-1], longer)
    values = array_ops.gather(t.values, repeat(t.row_splits[:-1], longer) + place % repeat(lengths, longer))
    return RaggedTensor.from_row_splits(values, splits, validate=False)


# ---- partitions -----------------------------------------------------------------------------------------------------


def stack_dynamic_partitions(data: Any, partitions: Any, num_partitions: Any, name: str | None = None) -> Any:
    """A ragged tensor whose row i has the rows of `data` whose partition is i, in order.

    Args:
      data: a tensor, dense or ragged.
      partitions: integers whose shape is a prefix of that of `data`.
      num_partitions: the number of rows.
      name: name scope.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.ragged.stack_dynamic_partitions([10, 20, 30], [1, 0, 1], 3)).to_list())
    [[20], [10, 30], []]
    """
    with name_scope(name, "SegmentStack"):
        data = convert_to_tensor_or_ragged_tensor(data, name="data")
        dtype = data.row_splits.dtype if is_ragged(data) else None
        partitions = convert_to_tensor_or_ragged_tensor(partitions, None, dtype, "partitions")
        count = convert_to_tensor(num_partitions, name="num_partitions", preferred_dtype=partitions.dtype)
        if dtype is not None:
            partitions = math_ops.cast(partitions, dtype)
        count = math_ops.cast(count, partitions.dtype)
        ndims = partitions.shape.ndims
        if ndims is None:
            raise ValueError("partitions must have known rank.")
        count.shape.assert_has_rank(0)
        partitions.shape.assert_is_compatible_with(data.shape[:ndims])
        if ndims == 0:
            one = array_ops.stack([data]), array_ops.stack([partitions])
            return RaggedTensor.from_value_rowids(*one, nrows=count, validate=False)
        if ndims == 1:
            return _partitioned(data, partitions, count)
        if not is_ragged(data):
            data = RaggedTensor.from_tensor(data, row_splits_dtype=partitions.dtype, ragged_rank=1)
        if not is_ragged(partitions):
            partitions = RaggedTensor.from_tensor(
                partitions, row_splits_dtype=partitions.dtype, ragged_rank=max(data.ragged_rank, ndims - 1)
            )
        message = "data and partitions have incompatible ragged shapes"
        with control_dependencies([check_ops.assert_equal(data.row_splits, partitions.row_splits, message=message)]):
            return stack_dynamic_partitions(data.values, partitions.values, num_partitions)


def _partitioned(data: Any, partitions: Tensor, count: Tensor) -> Any:
    order = sorting.argsort(partitions, stable=True)
    ids = array_ops.gather(partitions, order)
    values = array_ops.gather(data, order)
    check = check_ops.assert_less(ids[-1:], count, message="partitions must be less than num_partitions")
    with control_dependencies([check]):
        return RaggedTensor.from_value_rowids(values, ids, nrows=count, validate=False)


def dynamic_partition(data: Any, partitions: Any, num_partitions: int, name: str | None = None) -> list[Any]:
    """The rows of `stack_dynamic_partitions` as a list."""
    if not isinstance(num_partitions, int) or num_partitions < 0:
        raise TypeError("num_partitions must be a non-negative integer")
    result = stack_dynamic_partitions(data, partitions, num_partitions, name)
    return [result[i] for i in range(num_partitions)]
