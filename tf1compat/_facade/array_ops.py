"""Tensors rearranged, joined, split and extended: `tf.reshape`, `tf.concat`, `tf.split`, `tf.transpose`, `tf.pad`…

Also the home of everything that TF1 has in `tensorflow.python.ops.array_ops`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import broadcast_dynamic_shape as broadcast_dynamic_shape
from tf1compat._facade.array_creation import broadcast_static_shape as broadcast_static_shape
from tf1compat._facade.array_creation import eye as eye
from tf1compat._facade.array_creation import fill as fill
from tf1compat._facade.array_creation import one_hot as one_hot
from tf1compat._facade.array_creation import ones as ones
from tf1compat._facade.array_creation import ones_like as ones_like
from tf1compat._facade.array_creation import rank as rank
from tf1compat._facade.array_creation import rank_internal as rank_internal
from tf1compat._facade.array_creation import shape as shape
from tf1compat._facade.array_creation import shape_internal as shape_internal
from tf1compat._facade.array_creation import shape_n as shape_n
from tf1compat._facade.array_creation import size as size
from tf1compat._facade.array_creation import size_internal as size_internal
from tf1compat._facade.array_creation import zeros as zeros
from tf1compat._facade.array_creation import zeros_like as zeros_like
from tf1compat._facade.array_index import batch_gather as batch_gather
from tf1compat._facade.array_index import batch_gather_nd as batch_gather_nd
from tf1compat._facade.array_index import boolean_mask as boolean_mask
from tf1compat._facade.array_index import dynamic_partition as dynamic_partition
from tf1compat._facade.array_index import dynamic_stitch as dynamic_stitch
from tf1compat._facade.array_index import gather as gather
from tf1compat._facade.array_index import gather_nd as gather_nd
from tf1compat._facade.array_index import parallel_stack as parallel_stack
from tf1compat._facade.array_index import repeat as repeat
from tf1compat._facade.array_index import scatter_nd as scatter_nd
from tf1compat._facade.array_index import searchsorted as searchsorted
from tf1compat._facade.array_index import sequence_mask as sequence_mask
from tf1compat._facade.array_index import setdiff1d as setdiff1d
from tf1compat._facade.array_index import tensor_scatter_add as tensor_scatter_add
from tf1compat._facade.array_index import tensor_scatter_sub as tensor_scatter_sub
from tf1compat._facade.array_index import tensor_scatter_update as tensor_scatter_update
from tf1compat._facade.array_index import unique as unique
from tf1compat._facade.array_index import unique_with_counts as unique_with_counts
from tf1compat._facade.array_index import where as where
from tf1compat._facade.array_index import where_v2 as where_v2
from tf1compat._facade.blocks import batch_to_space as batch_to_space
from tf1compat._facade.blocks import batch_to_space_nd as batch_to_space_nd
from tf1compat._facade.blocks import depth_to_space as depth_to_space
from tf1compat._facade.blocks import required_space_to_batch_paddings as required_space_to_batch_paddings
from tf1compat._facade.blocks import space_to_batch as space_to_batch
from tf1compat._facade.blocks import space_to_batch_nd as space_to_batch_nd
from tf1compat._facade.blocks import space_to_depth as space_to_depth
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.framework import placeholder as placeholder
from tf1compat._facade.framework import placeholder_with_default as placeholder_with_default
from tf1compat._facade.slicing import newaxis as newaxis
from tf1compat._facade.slicing import slice as slice
from tf1compat._facade.slicing import strided_slice as strided_slice
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors, shapes

# ---- reshape and transpose ------------------------------------------------------------------------------------------


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """The elements of `tensor` in another shape; one entry may be -1 and follows from the others.

    Raises:
      ValueError: the number of elements is known and does not fit.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.reshape([[1, 2], [3, 4]], [-1]).shape.as_list()
    [4]
    """
    return apply_op("Reshape", tensor, shape, name=name)


@dispatched
def identity(input: Any, name: str | None = None) -> Tensor:
    """A tensor with the value of `input`; a node of its own in the graph."""
    return apply_op("Identity", input, name=name)


def identity_n(input: Any, name: str | None = None) -> list[Tensor]:
    """Tensors with the values of `input`, all of them ready at once."""
    return apply_op("IdentityN", input, name=name)


def stop_gradient(input: Any, name: str | None = None) -> Tensor:
    """A tensor with the value of `input` that gradients do not pass."""
    return apply_op("StopGradient", input, name=name)


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """A tensor with the value of `x` whose shape is checked when it runs, and refined now."""
    return apply_op("EnsureShape", x, name=name, shape=shapes.as_raw(shape))


@dispatched
def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """The input with a dimension of size 1 inserted at `axis` (formerly `dim`).

    Raises:
      ValueError: `axis` is absent or out of range.
    """
    axis = renamed_argument("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return apply_op("ExpandDims", input, axis, name=name)


@dispatched
def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Tensor:
    """The input without its dimensions of size 1, or without those of `axis` (formerly `squeeze_dims`).

    Raises:
      ValueError: a dimension of `axis` does not have size 1.
    """
    axis = renamed_argument("axis", axis, "squeeze_dims", squeeze_dims)
    if np.isscalar(axis):
        axis = [axis]
    return apply_op("Squeeze", input, name=name, squeeze_dims=[] if axis is None else [int(a) for a in axis])


def transpose(a: Any, perm: Any = None, name: str | None = "transpose", conjugate: bool = False) -> Tensor:
    """The tensor with its dimensions in the order `perm`, reversed where that is absent.

    Args:
      a: a tensor.
      perm: int32 or int64 vector, a permutation of the dimensions.
      name: name of the node.
      conjugate: of a complex tensor, conjugate the elements too.
    """
    with name_scope(name, "transpose", [a]) as scope:
        op_type = "ConjugateTranspose" if conjugate and a.dtype.is_complex else "Transpose"
        if perm is not None:
            return apply_op(op_type, a, perm, name=scope)
        a = convert_to_tensor(a, name="a")
        if not a.dims:
            count = apply_op("Rank", a)
            perm = (count - 1) - apply_op("Range", 0, count, 1)
        else:
            perm = (len(a.dims) - 1) - np.arange(len(a.dims))
        result = apply_op(op_type, a, perm, name=scope)
        if a.dims is not None:
            result.set_shape(a.dims[::-1])
        return result


def matrix_transpose(a: Any, name: str | None = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """The last two dimensions of `a` exchanged.

    Raises:
      ValueError: `a` is known to have fewer than two dimensions.
    """
    with name_scope(name, values=[a]):
        a = convert_to_tensor(a, name="a")
        if a.dims is None:
            count = rank(a)
            perm: Any = concat((apply_op("Range", 0, count - 2, 1), [count - 1, count - 2]), 0)
        else:
            n = len(a.dims)
            if n < 2:
                raise ValueError(
                    f"Argument 'a' should be a (batch) matrix, with rank >= 2.  Found: {shapes.to_text(a.dims)}"
                )
            perm = [*range(n - 2), n - 1, n - 2]
        return transpose(a, perm=perm, conjugate=conjugate)


def invert_permutation(x: Any, name: str | None = None) -> Tensor:
    """The inverse of a permutation: `y[x[i]] = i`."""
    return apply_op("InvertPermutation", x, name=name)


# ---- join and split -------------------------------------------------------------------------------------------------


@dispatched
def concat(values: Any, axis: Any, name: str | None = "concat") -> Tensor:
    """The tensors of the list `values` one after the other along `axis`.

    Raises:
      ValueError: other dimensions differ.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.concat([[[1, 2]], [[3, 4]]], axis=1).shape.as_list()
    [1, 4]
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with name_scope(name):  # TF1: the axis is looked at, then not used
            convert_to_tensor(axis, name="concat_dim", dtype=dtypes.int32).shape.assert_has_rank(0)
            return identity(values[0], name=name)
    return apply_op("ConcatV2", values, axis, name=name)


@dispatched
def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Tensor:
    """Tensors of one shape side by side along a new axis; a list of constants is one constant.

    Raises:
      ValueError: shapes differ, or the axis is out of range.
    """
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass  # elements that have to be converted one by one
    first = convert_to_tensor(values[0], name=name).dims
    if first is not None:
        limit = len(first) + 1
        if not -limit <= axis < limit:
            raise ValueError(f"axis = {axis} not in [{-limit}, {limit})")
    return apply_op("Pack", values, name=name, axis=axis)


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack") -> list[Tensor]:
    """The slices of `value` along `axis`, as a list.

    Raises:
      ValueError: their number is neither given nor known, or the axis is out of range.
    """
    if num is None:
        value = convert_to_tensor(value)
        if value.dims is not None:
            n = len(value.dims)
            if not -n <= axis < n:
                raise ValueError(f"axis = {axis} not in [{-n}, {n})")
            num = value.dims[axis]
    if num is None:
        raise ValueError(f"Cannot infer num from shape {value.shape}")
    return apply_op("Unpack", value, name=name, num=int(num), axis=axis)


def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str | None = "split"
) -> list[Tensor]:
    """The tensor cut along `axis` into equal parts (an integer) or parts of given sizes (a vector).

    Args:
      value: a tensor.
      num_or_size_splits: the number of parts, or their sizes, of which one may be -1.
      axis: scalar int32.
      num: the number of parts where it does not follow from the shape of the sizes.
      name: name of the node.

    Raises:
      ValueError: the size does not divide, or `num` cannot be found out.
    """
    sizes = convert_to_tensor(num_or_size_splits)
    if isinstance(num_or_size_splits, (int, shapes.Dimension)):
        return _split_evenly(value, int(num_or_size_splits), axis, name)
    if sizes.dims == ():
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: "
            f"{num_or_size_splits}"
        )
    if num is None:
        num = sizes.dims[0] if sizes.dims else None
        if num is None:
            raise ValueError(f"Cannot infer num from shape {num_or_size_splits}")
    return apply_op("SplitV", value, sizes, axis, name=name, num_split=num)


def _split_evenly(value: Any, count: int, axis: Any, name: str | None) -> list[Tensor]:
    if count < 1:
        raise ValueError(f"Attr 'num_split' of 'Split' Op passed {count} less than minimum 1.")
    return apply_op("Split", axis, value, name=name, num_split=count)


def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Coordinate grids from vectors, as `numpy.meshgrid`.

    Args:
      *args: vectors.
      **kwargs: `indexing` ("xy" or "ij"), `name`.

    Raises:
      TypeError, ValueError: other keywords or values.
    """
    indexing = kwargs.pop("indexing", "xy")
    name = kwargs.pop("name", "meshgrid")
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError("indexing parameter must be either 'xy' or 'ij'")
    with name_scope(name, "meshgrid", args):
        n = len(args)
        grids = [reshape(stack(x), (*[1] * i, -1, *[1] * (n - i - 1))) for i, x in enumerate(args)]
        sizes = [size(x) for x in args]
        dtype = convert_to_tensor(args[0]).dtype.base
        if indexing == "xy" and n > 1:
            grids[0] = reshape(grids[0], (1, -1, *[1] * (n - 2)))
            grids[1] = reshape(grids[1], (-1, 1, *[1] * (n - 2)))
            sizes[0], sizes[1] = sizes[1], sizes[0]
        factor = ones(sizes, dtype)
        return [grid * factor for grid in grids]


# ---- extend, repeat, reverse ----------------------------------------------------------------------------------------


def pad(
    tensor: Any, paddings: Any, mode: str = "CONSTANT", name: str | None = None, constant_values: Any = 0
) -> Tensor:
    """The tensor with values around it.

    Args:
      tensor: a tensor of rank n.
      paddings: int32 or int64 matrix [n, 2]: how many values go in front of and behind each dimension.
      mode: "CONSTANT", "REFLECT" or "SYMMETRIC", in any case.
      name: name of the node.
      constant_values: the scalar to pad with.

    Raises:
      ValueError: an unknown mode.
    """
    mode = mode.upper()
    if mode == "CONSTANT":
        if not isinstance(constant_values, Tensor) and constant_values == 0:
            result = apply_op("Pad", tensor, paddings, name=name)
        else:
            result = apply_op("PadV2", tensor, paddings, constant_values, name=name)
    elif mode in ("REFLECT", "SYMMETRIC"):
        result = apply_op("MirrorPad", tensor, paddings, name=name, mode=mode.encode())
    else:
        raise ValueError(f"Unknown padding mode: {mode}")
    return _with_padded_shape(result)


def _with_padded_shape(result: Tensor) -> Tensor:
    """Some paddings may be known although others are not: the op's rule needs all of them."""
    source, paddings = result.node.inputs[:2]
    if source.dims is None or shapes.is_fully_defined(result.dims):
        return result
    node = paddings.node
    if node.type != "Pack" or node.attrs["axis"] != 0 or len(node.inputs) != len(source.dims):
        return result
    from tf1compat._jaxcore.ir import partial

    rows = [partial.constant_shape(row) for row in node.inputs]
    sizes = [
        None if d is None or row is None or None in row else d + sum(r for r in row if r is not None)
        for d, row in zip(source.dims, rows)
    ]
    result.set_shape(sizes)
    return result


@dispatched
def tile(input: Any, multiples: Any, name: str | None = None) -> Tensor:
    """The tensor repeated `multiples[i]` times along dimension i."""
    return apply_op("Tile", input, multiples, name=name)


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """The tensor repeated along new dimensions and those of size 1, to `shape`."""
    return apply_op("BroadcastTo", input, shape, name=name)


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """The tensor backwards along the dimensions of the vector `axis`."""
    return apply_op("ReverseV2", tensor, axis, name=name)


reverse_v2 = reverse


def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
    seq_dim: int | None = None,
    batch_dim: int | None = None,
) -> Tensor:
    """For each entry of the batch, the first `seq_lengths` elements along `seq_axis` backwards.

    Args:
      input: a tensor.
      seq_lengths: int32 or int64 vector.
      seq_axis: the dimension reversed (formerly `seq_dim`).
      batch_axis: the dimension of the batch, 0 where absent (formerly `batch_dim`).
      name: name of the node.
      seq_dim, batch_dim: old names.
    """
    seq_axis = renamed_argument("seq_axis", seq_axis, "seq_dim", seq_dim)
    batch_axis = renamed_argument("batch_axis", batch_axis, "batch_dim", batch_dim)
    if seq_axis is None:
        raise TypeError("Expected int for argument 'seq_dim' not None.")
    attrs = {"seq_dim": seq_axis, "batch_dim": 0 if batch_axis is None else batch_axis}
    return apply_op("ReverseSequence", input, seq_lengths, name=name, **attrs)


# ---- diagonals ------------------------------------------------------------------------------------------------------


def diag(diagonal: Any, name: str | None = None) -> Tensor:
    """Zero but for `output[i…, i…] = diagonal[i…]`: of twice the rank."""
    return apply_op("Diag", diagonal, name=name)


def diag_part(input: Any, name: str | None = None) -> Tensor:
    """`output[i…] = input[i…, i…]`: of half the rank."""
    return apply_op("DiagPart", input, name=name)


def matrix_band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """Matrices with zeros outside a band of diagonals; a negative number keeps the whole triangle."""
    return apply_op("MatrixBandPart", input, num_lower, num_upper, name=name)


def matrix_diag(
    diagonal: Any,
    name: str | None = "diag",
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
) -> Tensor:
    """Square matrices with the vectors of the last dimension on their main diagonals."""
    _only_main_diagonal("matrix_diag", k, num_rows=num_rows, num_cols=num_cols, padding_value=padding_value)
    return apply_op("MatrixDiag", diagonal, name=name)


@dispatched
def matrix_diag_part(input: Any, name: str | None = "diag_part", k: Any = 0, padding_value: Any = 0) -> Tensor:
    """The main diagonals of the matrices in the last two dimensions."""
    _only_main_diagonal("matrix_diag_part", k, padding_value=padding_value)
    return apply_op("MatrixDiagPart", input, name=name)


def matrix_set_diag(input: Any, diagonal: Any, name: str | None = "set_diag", k: Any = 0) -> Tensor:
    """The matrices with other main diagonals."""
    _only_main_diagonal("matrix_set_diag", k)
    return apply_op("MatrixSetDiag", input, diagonal, name=name)


def _only_main_diagonal(function: str, k: Any, **more: Any) -> None:
    """TF 1.15 has the arguments, ignores them and gives the main diagonal; that can only be a mistake."""
    given = {"k": k, **more}
    for name, value in given.items():
        if isinstance(value, Tensor) or value not in (0, -1, False) or (name == "k" and value == -1):
            raise errors.unsupported(
                f"tf.linalg.{function.removeprefix('matrix_')} with {name}={value!r}",
                got="TensorFlow 1.15 itself ignores this argument and uses the main diagonal",
                advice=f"leave {name} out",
            )


# ---- other ----------------------------------------------------------------------------------------------------------


def bitcast(input: Any, type: Any, name: str | None = None) -> Tensor:
    """The bits of the tensor read as another type."""
    return apply_op("Bitcast", input, name=name, type=dtypes.as_dtype(type))


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """The tensor shifted cyclically by `shift` along `axis` (scalars or vectors)."""
    return apply_op("Roll", input, shift, axis, name=name)


def unravel_index(indices: Any, dims: Any, name: str | None = None) -> Tensor:
    """The coordinates of flat indices in an array of shape `dims`, one row per dimension."""
    return apply_op("UnravelIndex", indices, dims, name=name)


def concat_offset(concat_dim: Any, shape: Sequence[Any], name: str | None = None) -> list[Tensor]:
    """Where each of several arrays begins in their concatenation."""
    return apply_op("ConcatOffset", concat_dim, shape, name=name)
