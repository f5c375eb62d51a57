"""Sparse tensors rearranged: order, shape, parts of them, several of them as one."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

from tf1compat._facade import array_creation, array_index, array_ops, constants, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.check_ops import assert_equal, assert_less_equal
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.math_casts import cast
from tf1compat._facade.sparse_tensor import SparseTensor, all_as_sparse, as_sparse
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.ir import partial


def _parts(x: Any) -> tuple[Any, Any, Any]:
    return x.indices, x.values, x.dense_shape


def sparse_reorder(sp_input: Any, name: str | None = None) -> SparseTensor:
    """The same entries in row-major order."""
    sp_input = as_sparse(sp_input)
    indices, values = apply_op("SparseReorder", *_parts(sp_input), name=name)
    static = sp_input.shape
    shape = static.as_list() if static.is_fully_defined() else array_ops.identity(sp_input.dense_shape)
    return SparseTensor(indices, values, shape)


def sparse_reshape(sp_input: Any, shape: Any, name: str | None = None) -> SparseTensor:
    """The same entries in another dense shape, in which one size may be -1.

    Raises:
      ValueError: the numbers of elements differ, as far as they are known, or more than one size is -1.
    """
    sp_input = as_sparse(sp_input)
    shape = cast(shape, dtypes.int64)
    with name_scope(name, "SparseReshape", [sp_input]) as scope:
        indices, new_shape = apply_op("SparseReshape", sp_input.indices, sp_input.dense_shape, shape, name=scope)
        known = _reshaped(sp_input.shape, shape)
        if known is not None:
            new_shape = constants.constant(known, dtypes.int64)
        return SparseTensor(indices, array_ops.identity(sp_input.values), new_shape)


def _reshaped(old: shapes.TensorShape, shape: Tensor) -> list[int] | None:
    """The new shape where all is known."""
    wanted = partial.shape_known_to_tf(shape)
    if wanted is None or not old.is_fully_defined():
        return None
    given = partial.constant_value(shape)
    if given is not None and int(np.sum(np.asarray(given) == -1)) > 1:
        raise ValueError(f"At most one dimension can be inferred (-1). Found: {given}")
    sizes = [size for size in old.as_list() if size is not None]  # all of them
    total = int(np.prod(sizes))
    if wanted.count(None) > 1:
        return None
    rest = int(np.prod([d for d in wanted if d is not None]))
    sizes = [total // rest if d is None else d for d in wanted]
    if int(np.prod(sizes)) != total:
        raise ValueError(
            f"Cannot reshape a tensor with {total} elements to shape {list(wanted)} ({int(np.prod(sizes))} elements)."
        )
    return sizes


def sparse_transpose(sp_input: Any, perm: Any = None, name: str | None = None) -> SparseTensor:
    """The dimensions in the order `perm`, in reverse order where it is absent."""
    with name_scope(name, "SparseTranspose", [sp_input]):
        if perm is None:
            rank = array_creation.rank(sp_input)
            perm = (rank - 1) - math_ops.range(0, rank, 1)
        columns = array_index.gather(array_ops.transpose(sp_input.indices), perm)
        indices = array_ops.transpose(columns)
        known = partial.constant_value(convert_to_tensor(perm))
        static = sp_input.shape
        if known is not None and static.is_fully_defined():
            old = static.as_list()
            shape: Any = [old[int(p)] for p in np.ravel(known)]
        else:
            shape = array_index.gather(sp_input.dense_shape, perm)
        return sparse_reorder(SparseTensor(indices, sp_input.values, shape))


def sparse_expand_dims(sp_input: Any, axis: Any = None, name: str | None = None) -> SparseTensor:
    """A dimension of size 1 more at `axis`, at the end where it is absent.

    Raises:
      TypeError: `axis` is no integer.
    """
    rank = sp_input.dense_shape.shape[0]
    axis = -1 if axis is None else axis
    with name_scope(name, "expand_dims", [sp_input]):
        if isinstance(axis, Integral):
            axis = convert(int(axis), dtypes.int32, "axis")
        elif not isinstance(axis, Tensor):
            raise TypeError("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
        axis = array_index.where_v2(axis >= 0, axis, axis + rank + 1)
        count = array_creation.shape(sp_input.indices)[0]
        new_index = array_creation.zeros([count, 1], dtype=dtypes.int64)
        before = array_ops.slice(sp_input.indices, [0, 0], [-1, axis])
        after = array_ops.slice(sp_input.indices, [0, axis], [-1, -1])
        indices = array_ops.concat([before, new_index, after], axis=1)
        shape_before = array_ops.slice(sp_input.dense_shape, [0], [axis])
        shape_after = array_ops.slice(sp_input.dense_shape, [axis], [-1])
        one = convert([1], dtypes.int64, "new_shape")
        return SparseTensor(indices, sp_input.values, array_ops.concat([shape_before, one, shape_after], axis=0))


def sparse_eye(
    num_rows: Any, num_columns: Any = None, dtype: Any = dtypes.float32, name: str | None = None
) -> SparseTensor:
    """A matrix with ones on its diagonal."""
    with name_scope(name, "eye", [num_rows, num_columns]):
        num_rows = _int64(num_rows, "num_rows")
        num_columns = num_rows if num_columns is None else _int64(num_columns, "num_columns")
        size = math_ops.minimum(num_rows, num_columns)
        along = math_ops.range(size, dtype=dtypes.int64)
        indices = array_ops.stack([along, along], axis=1)
        return SparseTensor(indices, array_creation.ones(size, dtype=dtype), [num_rows, num_columns])


def _int64(value: Any, name: str) -> Tensor:
    if isinstance(value, Integral):
        return convert(int(value), dtypes.int64, name)
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be an integer value")
    return value if value.dtype == dtypes.int64 else cast(value, dtypes.int64)


def sparse_concat(
    axis: Any,
    sp_inputs: Any,
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: Any = None,
    expand_nonconcat_dims: Any = None,
) -> SparseTensor:
    """Sparse tensors one after the other along `axis`.

    Args:
      axis: the dimension (`concat_dim` is its old name).
      sp_inputs: a list of SparseTensors.
      name: name of the node.
      expand_nonconcat_dim: whether the other dimensions may differ, and become as large as the largest.
      concat_dim, expand_nonconcat_dims: other names of these arguments.
    """
    if expand_nonconcat_dims is not None:
        if expand_nonconcat_dim:
            raise ValueError("Cannot specify both 'expand_nonconcat_dims' and 'expand_nonconcat_dim'")
        expand_nonconcat_dim = expand_nonconcat_dims
    axis = renamed_argument("axis", axis, "concat_dim", concat_dim)
    return sparse_concat_v2(axis, sp_inputs, expand_nonconcat_dim, name)


def sparse_concat_v2(
    axis: Any, sp_inputs: Any, expand_nonconcat_dims: bool = False, name: str | None = None
) -> SparseTensor:
    """`sparse_concat` with its TF2 arguments."""
    inputs = all_as_sparse(sp_inputs)
    if len(inputs) == 1:
        return inputs[0]
    sizes: list[Any] = [x.dense_shape for x in inputs]
    if expand_nonconcat_dims:
        rows = array_ops.concat([array_ops.reshape(s, [1, -1]) for s in sizes], 0)
        most = math_ops.reduce_max(rows, 0)
        sizes = [_expanded(most, s, axis) for s in sizes]
    found = apply_op(
        "SparseConcat", [x.indices for x in inputs], [x.values for x in inputs], sizes, concat_dim=axis, name=name
    )
    indices, values, shape = found
    known: list[Any] = [partial.constant_value(s) for s in sizes]
    if all(s is not None for s in known):
        static = np.array(known[0])
        static[axis] = sum(int(s[axis]) for s in known)
        shape = convert_to_tensor(static)
    return SparseTensor(indices, values, shape)


def _expanded(most: Tensor, size: Tensor, axis: int) -> Tensor:
    mine = size[-1:] if axis == -1 else size[axis : axis + 1]
    return array_ops.concat([most[:axis], mine, [] if axis == -1 else most[axis + 1 :]], 0)


class KeywordRequired:
    """Stands for an argument that must be given by keyword."""

    def __repr__(self) -> str:
        return "KeywordRequired()"


def sparse_split(
    keyword_required: Any = KeywordRequired(),
    sp_input: Any = None,
    num_split: Any = None,
    axis: Any = None,
    name: str | None = None,
    split_dim: Any = None,
) -> list[SparseTensor]:
    """`num_split` sparse tensors along `axis`; arguments by keyword only.

    Raises:
      ValueError: an argument is missing, or given by position.
    """
    if not isinstance(keyword_required, KeywordRequired):
        raise ValueError("Keyword arguments are required for this function.")
    axis = renamed_argument("axis", axis, "split_dim", split_dim)
    for what, value in (("sp_input", sp_input), ("num_split", num_split), ("axis", axis)):
        if value is None:
            raise ValueError(f"{what} is required")
    sp_input = as_sparse(sp_input)
    found = apply_op("SparseSplit", axis, *_parts(sp_input), num_split=num_split, name=name)
    return [SparseTensor(found[i], found[num_split + i], found[2 * num_split + i]) for i in range(num_split)]


def sparse_slice(sp_input: Any, start: Any, size: Any, name: str | None = None) -> SparseTensor:
    """The entries in the box of `size` that begins at `start`."""
    sp_input = as_sparse(sp_input)
    start, size = convert(start, dtypes.int64), convert(size, dtypes.int64)
    with name_scope(name, "SparseSlice", [sp_input]) as scope:
        return SparseTensor(*apply_op("SparseSlice", *_parts(sp_input), start, size, name=scope))


def sparse_retain(sp_input: Any, to_retain: Any) -> SparseTensor:
    """The entries for which the bool vector `to_retain` holds."""
    sp_input = as_sparse(sp_input)
    to_retain = convert_to_tensor(to_retain)
    to_retain.shape.assert_has_rank(1)
    count = sp_input.values.shape
    if count.dims is not None:
        count.dims[0].merge_with(to_retain.shape[0])
    chosen = array_ops.reshape(array_index.where_v2(to_retain), [-1])
    indices = array_index.gather(sp_input.indices, chosen)
    values = array_index.gather(sp_input.values, chosen)
    return SparseTensor(indices, values, array_ops.identity(sp_input.dense_shape))


def sparse_reset_shape(sp_input: Any, new_shape: Any = None) -> SparseTensor:
    """The same entries in the least dense shape that holds them, or in `new_shape`, which must not be smaller.

    Raises:
      ValueError: `new_shape` is known to be too small.
    """
    sp_input = as_sparse(sp_input)
    indices, values = array_ops.identity(sp_input.indices), array_ops.identity(sp_input.values)
    old = array_ops.identity(sp_input.dense_shape)
    if new_shape is None:
        last = math_ops.reduce_max(indices, axis=0)
        shape: Any = math_ops.maximum(
            constants.constant(0, dtype=dtypes.int64), math_ops.add(last, array_creation.ones_like(old))
        )
    else:
        shape = _larger(sp_input, old, new_shape)
    return SparseTensor(indices, values, shape)


def _larger(sp_input: SparseTensor, old: Tensor, new_shape: Any) -> Any:
    shape = convert_to_tensor(new_shape)
    shape.shape.assert_has_rank(1)
    shape = cast(shape, dtypes.int64)
    if shape.shape.ndims is not None:
        shape.shape.dims[0].merge_with(old.shape[0])
    known, static = partial.constant_value(shape), sp_input.shape
    if known is not None and static.is_fully_defined():
        before = np.array(static.as_list())
        if not np.all(before <= known):
            raise ValueError(
                "Requested new_shape should have dimension sizes >= sp_input.shape.  "
                f"Found new_shape ({before}), sp_input.shape ({known})."
            )
        return known
    shape = with_dependencies([assert_equal(array_creation.shape(old), array_creation.shape(shape))], shape)
    return with_dependencies([assert_less_equal(old, shape)], shape)


def sparse_fill_empty_rows(sp_input: Any, default_value: Any, name: str | None = None) -> tuple[SparseTensor, Tensor]:
    """A sparse matrix whose empty rows get `default_value` in column 0, and a bool vector of those rows."""
    sp_input = as_sparse(sp_input)
    with name_scope(name, "SparseFillEmptyRows", [sp_input]):
        default_value = convert(default_value, sp_input.values.dtype.base)
        indices, values, empty, _ = apply_op("SparseFillEmptyRows", *_parts(sp_input), default_value)
        return SparseTensor(indices, values, sp_input.dense_shape), empty
