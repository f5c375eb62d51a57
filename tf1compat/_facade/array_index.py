"""Elements picked and placed by index or condition: `tf.gather`, `tf.where`, `tf.boolean_mask`, `tf.scatter_nd`…"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade import constants
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import ones, rank, shape, shape_internal, zeros
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape
from tf1compat._jaxcore.ir import partial

_MODULE = "tensorflow.python.ops.array_ops"


def _layout() -> Any:
    from tf1compat._facade import array_ops

    return array_ops


# ---- gather ---------------------------------------------------------------------------------------------------------


@dispatched
def gather(
    params: Any,
    indices: Any,
    validate_indices: bool | None = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: int = 0,
) -> Tensor:
    """The slices of `params` along `axis` at `indices`.

    Args:
      params: tensor or variable of rank at least `axis + 1`.
      indices: int32 or int64 tensor.
      validate_indices: has no effect, as in TF 1.15.
      name: name of the node.
      axis: the dimension gathered from, `batch_dims` where absent.
      batch_dims: so many leading dimensions of both go together.

    Raises:
      InvalidArgumentError: when run on the host, if an index is out of range (on a device the slice is zero).

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.gather([[1, 2], [3, 4], [5, 6]], [0, 2]).shape.as_list()
    [2, 2]
    """
    if axis is None:
        axis = batch_dims
    known = partial.constant_value(axis) if isinstance(axis, Tensor) else axis
    if known is None or known != 0:
        return apply_op("GatherV2", params, indices, axis, name=name, batch_dims=batch_dims)
    read = getattr(params, "sparse_read", None)
    if read is not None:
        return read(indices, name=name)
    return apply_op("GatherV2", params, indices, axis, name=name)


@deprecated(
    "2017-10-25", "`tf.batch_gather` is deprecated, please use `tf.gather` with `batch_dims=-1` instead.", _MODULE
)
@dispatched
def batch_gather(params: Any, indices: Any, name: str | None = None) -> Tensor:
    """The slices at the last dimension of `indices`, all dimensions before it going together.

    Raises:
      ValueError: the rank of `indices` is unknown.
    """
    with name_scope(name, "BatchGather", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if indices.dims is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        return _batch_gather(params, indices, len(indices.dims) - 1)


def _batch_gather(params: Tensor, indices: Tensor, batch_dims: int) -> Tensor:
    """Offsets for each dimension of the batch, then one gather from flattened params."""
    a = _layout()
    n = len(indices.dims or ())
    if params.dims is not None and batch_dims >= len(params.dims):
        raise ValueError(f"batch_dims = {batch_dims} must be less than rank(params) = {len(params.dims)}")
    indices_shape = shape(indices)
    params_shape = shape(params)
    flat_indices = indices
    dtype = indices.dtype.base
    stride = ones((), dtype=dtype)
    cast_shape = apply_op("Cast", params_shape, DstT=dtype)
    for dim in range(batch_dims, 0, -1):
        size = cast_shape[dim - 1]
        stride = stride * cast_shape[dim]
        start = zeros((), dtype=dtype)
        step = ones((), dtype=dtype)
        offsets = apply_op("Range", start, size, step)
        offsets = offsets * stride
        offsets_shape = a.stack([1] * (dim - 1) + [size] + [1] * (n - dim), axis=0)
        flat_indices = flat_indices + a.reshape(offsets, offsets_shape)
    flat_indices = a.reshape(flat_indices, [-1])
    outer_shape = params_shape[batch_dims + 1 :]
    inner_size = apply_op("Prod", params_shape[: batch_dims + 1], [0])
    flat_params = a.reshape(params, a.concat([[inner_size], outer_shape], axis=0))
    result = a.reshape(gather(flat_params, flat_indices), a.concat([indices_shape, outer_shape], axis=0))
    batch = indices.shape[:batch_dims].merge_with(params.shape[:batch_dims])
    rest = TensorShape(indices.shape[batch_dims:])
    result.set_shape(batch.concatenate(rest).concatenate(params.shape[batch_dims + 1 :]))
    return result


@dispatched
def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: Any = 0) -> Tensor:
    """The elements or slices of `params` at the index vectors in the last dimension of `indices`.

    Args:
      params: a tensor or variable.
      indices: int32 or int64 tensor; its last dimension is at most the rank of `params`.
      name: name of the node.
      batch_dims: so many leading dimensions of both go together.
    """
    known = partial.constant_value(batch_dims) if isinstance(batch_dims, Tensor) else batch_dims
    if known is not None and np.ndim(known) == 0:
        batch_dims = int(known)
    if batch_dims == 0:
        read = getattr(params, "gather_nd", None)
        if read is not None:
            return read(indices, name=name)
        return apply_op("GatherNd", params, indices, name=name)
    return batch_gather_nd(params, indices, batch_dims, name)


def batch_gather_nd(params: Any, indices: Any, batch_dims: Any, name: str | None = None) -> Tensor:
    """`gather_nd` for each entry of a batch of `batch_dims` dimensions.

    Raises:
      TypeError, ValueError: `batch_dims` is no integer, negative or too large.
    """
    with name_scope(name, "BatchGatherND", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if not isinstance(batch_dims, int):
            raise TypeError(f"batch_dims must be an int; got {batch_dims!r}")
        if batch_dims < 0:
            raise ValueError("tf.gather_nd does not allow negative batch_dims.")
        for label, tensor in (("indices", indices), ("params", params)):
            if tensor.dims is not None and batch_dims >= len(tensor.dims):
                raise ValueError(f"batch_dims = {batch_dims} must be less than rank({label}) = {len(tensor.dims)}")
        if batch_dims:
            return _gather_nd_in_batches(params, indices, batch_dims)
        a = _layout()
        params, indices = a.expand_dims(params, axis=0), a.expand_dims(indices, axis=0)
        return a.squeeze(_gather_nd_in_batches(params, indices, 1), axis=0)


def _gather_nd_in_batches(params: Tensor, indices: Tensor, batch_dims: int) -> Tensor:
    """Put the coordinates in the batch in front of each index vector."""
    a = _layout()
    params_shape = shape(params)
    indices_shape = shape(indices)
    batch_shape = params_shape[:batch_dims]
    batch_size = apply_op("Prod", batch_shape, [0])
    inner_rank = rank(indices) - batch_dims - 1
    inner_shape = indices_shape[batch_dims:-1]
    sizes = a.unstack(batch_shape, axis=0)
    ranges = [apply_op("Cast", apply_op("Range", 0, x, 1), DstT=indices.dtype) for x in sizes]
    grids = a.meshgrid(*ranges, indexing="ij") if ranges else []
    grid = a.transpose(a.stack([a.reshape(x, shape=(-1,)) for x in grids], axis=0))
    grid_shape = shape(grid)
    inner = [grid_shape[:1], ones(inner_rank, dtype=dtypes.int32), grid_shape[1:]]
    grid = a.reshape(grid, a.concat(inner, axis=0))
    grid = a.tile(grid, multiples=a.concat(((1,), inner_shape, (1,)), axis=0))
    flat_indices = a.reshape(indices, shape=a.concat(([batch_size], indices_shape[batch_dims:]), axis=0))
    out = apply_op("GatherNd", params, a.concat((grid, flat_indices), axis=-1))
    out_shape = shape(out)
    return a.reshape(out, shape=a.concat((batch_shape, out_shape[1:]), axis=0))


# ---- scatter --------------------------------------------------------------------------------------------------------


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Tensor:
    """Zeros of `shape` to which `updates` are added at `indices`; repeated indices add up."""
    return apply_op("ScatterNd", indices, updates, shape, name=name)


def tensor_scatter_update(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """The tensor with `updates` in place of what is at `indices`."""
    return apply_op("TensorScatterUpdate", tensor, indices, updates, name=name)


def tensor_scatter_add(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """The tensor with `updates` added at `indices`."""
    return apply_op("TensorScatterAdd", tensor, indices, updates, name=name)


def tensor_scatter_sub(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """The tensor with `updates` subtracted at `indices`."""
    return apply_op("TensorScatterSub", tensor, indices, updates, name=name)


# ---- by condition ---------------------------------------------------------------------------------------------------


@dispatched
@deprecated(None, "Use tf.where in 2.0, which has the same broadcast rule as np.where", _MODULE)
def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """Elements of `x` where `condition` holds, else of `y`; without both, the indices of true elements.

    Args:
      condition: bool tensor of the shape of `x`, or a vector that chooses rows, or a scalar.
      x, y: tensors of one shape and dtype.
      name: name of the node.

    Raises:
      ValueError: only one of `x` and `y` is given.
    """
    return _where("Select", condition, x, y, name)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """`where`, with all three arguments broadcast as in NumPy."""
    return _where("SelectV2", condition, x, y, name)


def _where(select: str, condition: Any, x: Any, y: Any, name: str | None) -> Tensor:
    if x is None and y is None:
        with name_scope(name, "Where", [condition]) as scope:
            condition = convert_to_tensor(condition, preferred_dtype=dtypes.bool, name="condition")
            return apply_op("Where", condition, name=scope)
    if x is not None and y is not None:
        return apply_op(select, condition, x, y, name=name)
    raise ValueError("x and y must both be non-None or both be None.")


def boolean_mask(tensor: Any, mask: Any, name: str | None = "boolean_mask", axis: int | None = None) -> Tensor:
    """The elements or rows of `tensor` for which `mask` holds, the masked dimensions flattened into one.

    Args:
      tensor: a tensor.
      mask: bool tensor of known rank; its shape is that of `tensor` from `axis` on.
      name: name of the scope.
      axis: the first masked dimension, 0 where absent.

    Raises:
      ValueError: the mask is a scalar, of unknown rank, or does not fit.
    """
    a = _layout()
    with name_scope(name, values=[tensor, mask]):
        tensor = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        if mask.dims is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None.  E.g. shape=[None] is "
                "ok, but shape=None is not."
            )
        n = len(mask.dims)
        if n == 0:
            raise ValueError("mask cannot be scalar.")
        first = 0 if axis is None else axis
        static = tensor.shape
        static[first : first + n].assert_is_compatible_with(mask.shape)
        count = apply_op("Prod", shape(tensor)[first : first + n], [0])
        parts = [shape(tensor)[:first], [count], shape(tensor)[first + n :]]
        tensor = a.reshape(tensor, a.concat(parts, 0))
        masked = static[first : first + n].num_elements()
        tensor.set_shape(static[:first].concatenate([masked]).concatenate(static[first + n :]))
        mask = a.reshape(mask, [-1])
        indices = a.squeeze(where(mask), axis=[1])
        return gather(tensor, indices, axis=first)


def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: str | None = None) -> Tensor:
    """For each length a row that is true in its first so many places.

    Args:
      lengths: integer tensor.
      maxlen: scalar, the size of the new last dimension; the largest length where absent.
      dtype: element type.
      name: name of the scope.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            maxlen = apply_op("Max", lengths, _all_dimensions(lengths))
            maxlen = apply_op("Maximum", constants.constant(0, maxlen.dtype), maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen.dims is not None and len(maxlen.dims) != 0:
            raise ValueError("maxlen must be scalar for sequence_mask")
        start = constants.constant(0, maxlen.dtype)
        step = constants.constant(1, maxlen.dtype)
        row = apply_op("Range", start, maxlen, step)
        column = apply_op("Cast", _layout().expand_dims(lengths, -1), DstT=maxlen.dtype)
        result = row < column
        if wanted is None or result.dtype.base is wanted.base:
            return result
        return apply_op("Cast", result, DstT=wanted)


def _all_dimensions(x: Tensor) -> Tensor:
    if x.dims is not None:
        return constants.constant(np.arange(len(x.dims)), dtype=dtypes.int32)
    return apply_op("Range", 0, rank(x), 1)


# ---- sets and order -------------------------------------------------------------------------------------------------


def unique(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Any:
    """The distinct elements of a vector in order of first appearance, and where each element is among them."""
    return _named("Unique", ("y", "idx"), apply_op("Unique", x, name=name, out_idx=dtypes.as_dtype(out_idx)))


def unique_with_counts(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Any:
    """`unique`, and how often each distinct element appears."""
    outputs = apply_op("UniqueWithCounts", x, name=name, out_idx=dtypes.as_dtype(out_idx))
    return _named("UniqueWithCounts", ("y", "idx", "count"), outputs)


@deprecated(
    "2018-11-30",
    "This op will be removed after the deprecation date. Please switch to tf.sets.difference().",
    _MODULE,
)
def setdiff1d(x: Any, y: Any, index_dtype: Any = dtypes.int32, name: str | None = None) -> Any:
    """The elements of the vector `x` that are not in `y`, and where they are in `x`."""
    outputs = apply_op("ListDiff", x, y, name=name, out_idx=dtypes.as_dtype(index_dtype))
    return _named("ListDiff", ("out", "idx"), outputs)


def _named(op_type: str, fields: tuple[str, ...], outputs: Sequence[Tensor]) -> Any:
    """Several outputs as the named tuple that TF1's wrapper returns."""
    from collections import namedtuple

    found = _OUTPUTS.get(op_type)
    if found is None:
        found = _OUTPUTS[op_type] = namedtuple(op_type, fields)  # type: ignore[misc]
    return found(*outputs)


_OUTPUTS: dict[str, Any] = {}


def searchsorted(
    sorted_sequence: Any, values: Any, side: str = "left", out_type: Any = dtypes.int32, name: str | None = None
) -> Tensor:
    """Where each value would go in the sorted last dimension of `sorted_sequence`.

    Raises:
      ValueError: `side` is neither "left" nor "right".
    """
    a = _layout()
    sequence_size = shape_internal(sorted_sequence)[-1]
    values_size = shape_internal(values)[-1]
    sequence_rows = a.reshape(sorted_sequence, [-1, sequence_size])
    values_rows = a.reshape(values, [-1, values_size])
    if side not in ("left", "right"):
        raise ValueError(f"side must be either 'right' or 'left'.  Saw: {side}.")
    bound = "UpperBound" if side == "right" else "LowerBound"
    output = apply_op(bound, sequence_rows, values_rows, name=name, out_type=dtypes.as_dtype(out_type))
    return a.reshape(output, shape_internal(values))


# ---- partition, stitch, repeat --------------------------------------------------------------------------------------


@dispatched
def dynamic_partition(data: Any, partitions: Any, num_partitions: int, name: str | None = None) -> list[Tensor]:
    """The slices of `data` sorted into `num_partitions` tensors by their entry in `partitions`."""
    return apply_op("DynamicPartition", data, partitions, name=name, num_partitions=num_partitions)


def dynamic_stitch(indices: Any, data: Any, name: str | None = None) -> Tensor:
    """One tensor from pieces: `merged[indices[m][i]] = data[m][i]`.

    Raises:
      ValueError: the lists are empty.
    """
    if isinstance(indices, (list, tuple)) and not indices:
        raise ValueError("List argument 'indices' to 'DynamicStitch' Op with length 0 shorter than minimum length 1.")
    return apply_op("DynamicStitch", indices, data, name=name)


def parallel_stack(values: Any, name: str | None = "parallel_stack") -> Tensor:
    """`stack` along the first axis for tensors of known shape."""
    a = _layout()
    with name_scope(name):
        first = convert_to_tensor(values[0]).dims
        whole = None if first is None else (len(values), *first)
        return apply_op("ParallelConcat", [a.expand_dims(v, 0) for v in values], shape=whole)


def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """Each element (or slice along `axis`) repeated, as `numpy.repeat`.

    Args:
      input: a tensor.
      repeats: integer scalar, or a vector with one number per element.
      axis: integer; the input is flattened where it is absent.
      name: name of the scope.
    """
    if axis is None:
        input = _layout().reshape(input, [-1])
        axis = 0
    return repeat_with_axis(input, repeats, axis, name)


def repeat_with_axis(data: Any, repeats: Any, axis: int, name: str | None = None) -> Tensor:
    """`repeat` along an axis."""
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    a = _layout()
    with name_scope(name, "Repeat", [data, repeats]):
        data = convert_to_tensor(data, name="data")
        repeats = convert_to_tensor(repeats, name="repeats", preferred_dtype=dtypes.int32)
        if not repeats.dtype.is_integer:
            raise TypeError(f"repeats must be an integer tensor; dtype={repeats.dtype!r}")
        repeats = apply_op("Cast", repeats, DstT=dtypes.int32)
        repeats.shape.with_rank_at_most(1)
        data = _with_nonzero_rank(data)
        data_shape = shape(data)
        axis = _positive_axis(axis, data.dims)
        if repeats.dims is not None and len(repeats.dims) == 1 and data.dims is not None:
            data.shape.dims[axis].assert_is_compatible_with(repeats.shape[0])
        if repeats.dims == ():
            tiled = _tile_one_dimension(a.expand_dims(data, axis + 1), axis + 1, repeats)
            return a.reshape(tiled, a.concat([data_shape[:axis], [-1], data_shape[axis + 1 :]], axis=0))
        return _repeat_each(data, data_shape, repeats, axis)


def _repeat_each(data: Tensor, data_shape: Tensor, repeats: Tensor, axis: int) -> Tensor:
    """Repeat everything as often as the most repeated, then mask what is too much."""
    a = _layout()
    if repeats.dims is None or len(repeats.dims) != axis + 1:
        repeats_shape = shape(repeats)
        missing = data_shape[: axis + 1 - rank(repeats)]
        repeats = a.broadcast_to(repeats, a.concat([missing, repeats_shape], axis=0))
        repeats.set_shape([None] * (axis + 1))
    most = apply_op("Maximum", 0, apply_op("Max", repeats, _all_dimensions(repeats)))
    mask = sequence_mask(repeats, most)
    tiled = _tile_one_dimension(a.expand_dims(data, axis + 1), axis + 1, most)
    result = boolean_mask(tiled, mask)
    if axis != 0:
        result = a.reshape(result, a.concat([data_shape[:axis], [-1], data_shape[axis + 1 :]], axis=0))
    if data.dims is not None:
        size = 0 if repeats.dims is not None and repeats.dims[0] == 0 else None
        result.set_shape((*data.dims[:axis], size, *data.dims[axis + 1 :]))
    return result


def _positive_axis(axis: int, dims: Any) -> int:
    if dims is not None:
        n = len(dims)
        if not -n <= axis < n:
            raise ValueError(f"axis={axis} out of bounds: expected {-n}<=axis<{n}")
        return axis % n
    if axis < 0:
        raise ValueError("axis may only be negative if ndims is statically known.")
    return axis


def _tile_one_dimension(data: Tensor, axis: int, multiple: Any) -> Tensor:
    a = _layout()
    if data.dims is not None:
        multiples: Any = [1] * len(data.dims)
        multiples[axis] = multiple
    else:
        once = ones(rank(data), dtypes.int32)
        multiples = a.concat([once[:axis], [multiple], once[axis + 1 :]], axis=0)
    return a.tile(data, multiples)


def _with_nonzero_rank(data: Tensor) -> Tensor:
    a = _layout()
    if data.dims is not None:
        return a.stack([data]) if data.dims == () else data
    data_shape = shape(data)
    data_rank = rank(data)
    return a.reshape(data, a.concat([[1], data_shape], axis=0)[-data_rank:])
