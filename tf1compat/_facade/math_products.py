"""Products and sums of tensors: `tf.matmul`, `tf.tensordot`, `tf.add_n` and their like."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import conj
from tf1compat._facade.math_ranges import range as tensor_range
from tf1compat._facade.math_reductions import reduce_prod, reduce_sum
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


@dispatched
def matmul(
    a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False,
    adjoint_b: bool = False, a_is_sparse: bool = False, b_is_sparse: bool = False, name: str | None = None,
) -> Tensor:  # fmt: skip
    """The product of matrices, or of batches of them (rank above 2; leading dimensions broadcast).

    Args:
      a, b: tensors of one floating, integer or complex type.
      transpose_a, transpose_b: transpose that operand first.
      adjoint_a, adjoint_b: transpose and conjugate it first.
      a_is_sparse, b_is_sparse: it holds many zeros (float32 and bfloat16 matrices only; the result is the same).

    Raises:
      ValueError: the inner dimensions differ, or one operand is to be both transposed and adjoint.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.matmul(tf.ones([2, 3]), tf.ones([3, 4])).shape.as_list()
    [2, 4]
    """
    with name_scope(name, "MatMul", [a, b]) as scope:
        if transpose_a and adjoint_a:
            raise ValueError("Only one of transpose_a and adjoint_a can be True.")
        if transpose_b and adjoint_b:
            raise ValueError("Only one of transpose_b and adjoint_b can be True.")
        a, b = convert(a, None, "a"), convert(b, None, "b")
        batched = any(x.dims is None or len(x.dims) > 2 for x in (a, b))
        if batched and not a_is_sparse and not b_is_sparse:
            a, b = conj(a) if transpose_a else a, conj(b) if transpose_b else b
            return apply_op(
                "BatchMatMulV2", a, b, name=scope, adj_x=transpose_a or adjoint_a, adj_y=transpose_b or adjoint_b
            )
        a, b = conj(a) if adjoint_a else a, conj(b) if adjoint_b else b
        turns = {"transpose_a": transpose_a or adjoint_a, "transpose_b": transpose_b or adjoint_b}
        if _wants_sparse(a, b, a_is_sparse or b_is_sparse):
            found = apply_op(
                "SparseMatMul", a, b, name=scope, a_is_sparse=a_is_sparse, b_is_sparse=b_is_sparse, **turns
            )
            half = a.dtype.base is dtypes.bfloat16 and b.dtype.base is dtypes.bfloat16
            return cast(found, dtypes.bfloat16) if half else found
        return apply_op("MatMul", a, b, name=scope, **turns)


def _wants_sparse(a: Tensor, b: Tensor, declared: bool) -> bool:
    kinds = (a.dtype.base, b.dtype.base)
    if dtypes.bfloat16 in kinds and kinds[0] is not kinds[1]:
        return True
    return declared and all(k in (dtypes.bfloat16, dtypes.float32) for k in kinds)


@deprecated(None, "Use `tf.linalg.matmul` instead", "tensorflow.python.ops.math_ops")
def sparse_matmul(
    a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, a_is_sparse: bool = False,
    b_is_sparse: bool = False, name: str | None = None,
) -> Tensor:  # fmt: skip
    """The product of two dense matrices that hold many zeros."""
    return apply_op(
        "SparseMatMul", a, b, name=name, transpose_a=transpose_a, transpose_b=transpose_b, a_is_sparse=a_is_sparse,
        b_is_sparse=b_is_sparse,
    )  # fmt: skip


def matvec(
    a: Any, b: Any, transpose_a: bool = False, adjoint_a: bool = False, a_is_sparse: bool = False,
    b_is_sparse: bool = False, name: str | None = None,
) -> Tensor:  # fmt: skip
    """The product of matrices and vectors."""
    with name_scope(name, "MatVec", [a, b]):
        column = array_ops.expand_dims(b, axis=-1)
        found = matmul(
            a, column, transpose_a=transpose_a, adjoint_a=adjoint_a, a_is_sparse=a_is_sparse, b_is_sparse=b_is_sparse
        )
        return array_ops.squeeze(found, axis=-1)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """A scalar times a Tensor or IndexedSlices.

    Raises:
      ValueError: `scalar` is not known to be a scalar.
    """
    scalar = convert(scalar, x.dtype.base, "scalar")
    if scalar.dims != ():
        raise ValueError(f"Only scalar multiply works, got shape {scalar.shape}")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(apply_op("Mul", scalar, x.values, name=name), x.indices, x.dense_shape)
    return apply_op("Mul", scalar, x, name=name)


@dispatched
def add_n(inputs: Any, name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and type.

    Raises:
      ValueError: `inputs` is not a list, or an empty one.
    """
    if not inputs or not isinstance(inputs, (list, tuple)):
        raise ValueError("inputs must be a list of at least one Tensor/IndexedSlices with the same dtype and shape")
    parts = _tensors(inputs)
    if len(parts) == 1:
        return array_ops.identity(parts[0], name=name) if name else parts[0]
    return apply_op("AddN", parts, name=name)


def _tensors(inputs: Any) -> list[Tensor]:
    """TF1: constants that have to be made are called Const."""
    return [convert(x) for x in inputs]


def accumulate_n(inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and type, whose memory need not be held all at once.

    Raises:
      ValueError: `inputs` is not a list of tensors of one shape and type.
      TypeError: `tensor_dtype` is not their type.
    """
    problem = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not inputs or not isinstance(inputs, (list, tuple)):
        raise ValueError(problem)
    parts = _tensors(inputs)
    if any(x.dtype is not parts[0].dtype for x in parts):
        raise ValueError(problem)
    known = shapes.as_raw(shape)
    for x in parts:
        known = shapes.merge(known, x.dims)
    if tensor_dtype is not None and dtypes.as_dtype(tensor_dtype) is not parts[0].dtype:
        raise TypeError(f"tensor_dtype is {tensor_dtype}, but input is of type {parts[0].dtype}")
    if len(parts) == 1:
        return parts[0] if name is None else array_ops.identity(parts[0], name=name)
    return apply_op("AccumulateNV2", parts, name=name, shape=known)


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """The sum of products over `axes`: a number n (the last n of `a`, the first n of `b`) or two lists.

    Raises:
      ValueError: `axes` does not fit.
    """
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a, b = convert(a, None, "a"), convert(b, None, "b")
        a_axes, b_axes = _contracted(a, axes)
        a_matrix, a_free, a_known = _as_matrix(a, a_axes, False)
        b_matrix, b_free, b_known = _as_matrix(b, b_axes, True)
        found = matmul(a_matrix, b_matrix)
        if isinstance(a_free, list) and isinstance(b_free, list):
            return array_ops.reshape(found, a_free + b_free, name=scope)
        free = [convert(f, dtypes.int32) for f in (a_free, b_free)]
        found = array_ops.reshape(found, array_ops.concat(free, 0), name=scope)
        if a_known is not None and b_known is not None:
            found.set_shape(a_known + b_known)
        return found


def _contracted(a: Tensor, axes: Any) -> tuple[Any, Any]:
    if isinstance(axes, (int, np.integer)) and not isinstance(axes, bool):
        if axes < 0:
            raise ValueError("'axes' must be at least 0.")
        if a.dims is not None:
            rank = len(a.dims)
            if axes > rank:
                raise ValueError(f"'axes' must not be larger than the number of dimensions of tensor {a}.")
            return list(range(rank - axes, rank)), list(range(axes))
        rank = array_ops.rank(a)
        return tensor_range(rank - axes, rank, dtype=dtypes.int32), tensor_range(axes, dtype=dtypes.int32)
    if isinstance(axes, (list, tuple)):
        if len(axes) != 2:
            raise ValueError("'axes' must be an integer or have length 2.")
        first: Any = axes[0]
        second: Any = axes[1]
        if isinstance(first, (int, np.integer)) and isinstance(second, (int, np.integer)):
            return [first], [second]
        if len(first) != len(second):  # pyright: ignore[reportArgumentType]
            raise ValueError(
                f"Different number of contraction axes 'a' and 'b', {np.size(first)} != {np.size(second)}."
            )
        return first, second
    both = convert(axes, dtypes.int32, "axes")
    return both[0], both[1]  # type: ignore[index]


def _as_matrix(x: Tensor, axes: Any, flipped: bool) -> tuple[Tensor, Any, list[int | None] | None]:
    """`x` as a matrix with the contracted axes last (or first, if flipped), its free dimensions, and those known."""
    listed = isinstance(axes, (list, tuple))
    if x.dims is not None and None not in x.dims and listed:
        sizes = [d for d in x.dims if d is not None]
        axes = [i % len(sizes) if i < 0 else i for i in axes]
        free = [i for i in range(len(sizes)) if i not in axes]
        sides = [int(np.prod([sizes[i] for i in part])) for part in (free, axes)]
        perm = [*axes, *free] if flipped else [*free, *axes]
        matrix = array_ops.reshape(array_ops.transpose(x, perm), sides[::-1] if flipped else sides)
        free_sizes = [sizes[i] for i in free]
        return matrix, free_sizes, list(free_sizes)
    known: list[int | None] | None = None
    if x.dims is not None and listed:
        axes = [i + len(x.dims) if i < 0 else i for i in axes]
        left = [i for i in range(len(x.dims)) if i not in axes]
        known = [x.dims[i] for i in left]
        axes, free = convert(axes, dtypes.int32, "axes"), convert(left, dtypes.int32, "free")
        shape = array_ops.shape(x)
    else:
        shape, rank = array_ops.shape(x), array_ops.rank(x)
        axes = convert(axes, dtypes.int32, "axes")
        axes = array_ops.where(axes >= 0, axes, axes + rank)
        free, _ = array_ops.setdiff1d(tensor_range(rank), axes)
    free_sizes, axes_sizes = array_ops.gather(shape, free), array_ops.gather(shape, axes)
    sides = [reduce_prod(free_sizes), reduce_prod(axes_sizes)]
    perm = array_ops.concat([axes, free] if flipped else [free, axes], 0)
    matrix_shape = array_ops.stack(sides[::-1] if flipped else sides)
    return array_ops.reshape(array_ops.transpose(x, perm), matrix_shape), free_sizes, known


@dispatched
def trace(x: Any, name: str | None = None) -> Tensor:
    """The sums of the diagonals of matrices."""

    with name_scope(name, "Trace", [x]) as scope:
        x = convert(x, None, "x")
        return reduce_sum(apply_op("MatrixDiagPart", x, name="diag_part"), [-1], name=scope)
