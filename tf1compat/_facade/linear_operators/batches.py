"""Products and solutions of batches of matrices that broadcast against each other; checks of matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops, matrices
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.module import Module
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes, shapes


def is_ref(x: Any) -> bool:
    """Whether `x` is a variable, or a module that stands for a tensor: what is read anew at each use."""
    return isinstance(x, Variable) or (isinstance(x, Module) and hasattr(x, "dtype") and hasattr(x, "shape"))


def base_dtype(dtype: Any) -> Any:
    """The type without reference."""
    return dtypes.as_dtype(dtype).base_dtype


def dtype_name(dtype: Any) -> str:
    """The type's name."""
    return dtypes.as_dtype(dtype).name


def convert_nonref_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Any:
    """A tensor, but variables as they are.

    Raises:
      TypeError: a variable of another type.
    """
    if value is None:
        return None
    if not is_ref(value):
        return convert_to_tensor(value, dtype=dtype, dtype_hint=dtype_hint, name=name)
    if dtype is not None and base_dtype(dtype) != base_dtype(value.dtype):
        wanted, found = dtype_name(base_dtype(dtype)), dtype_name(base_dtype(value.dtype))
        raise TypeError(f'Mutable type must be of dtype "{wanted}" but is "{found}".')
    return value


def assert_not_ref_type(x: Any, arg_name: str) -> None:
    """Refuses variables."""
    if is_ref(x):
        raise TypeError(f"Argument {arg_name} cannot be reference type. Found: {type(x)}")


def assert_no_entries_with_modulus_zero(
    x: Any, message: str | None = None, name: str = "assert_no_entries_with_modulus_zero"
) -> Any:
    """An operation that fails if an entry is zero."""
    with name_scope(name, values=[x]):
        x = convert(x, None, "x")
        modulus = math_ops.abs(x)
        zero = convert(0, x.dtype.base.real_dtype)
        return check_ops.assert_less(zero, modulus, message=message)


def assert_zero_imag_part(x: Any, message: str | None = None, name: str = "assert_zero_imag_part") -> Any:
    """An operation that fails if a number is not real."""
    with name_scope(name, values=[x]):
        x = convert(x, None, "x")
        if x.dtype.is_floating:
            return no_op()
        zero = convert(0, x.dtype.base.real_dtype)
        return check_ops.assert_equal(zero, math_ops.imag(x), message=message)


def assert_compatible_matrix_dimensions(operator: Any, x: Any) -> Any:
    """An operation that fails if the operator cannot be applied to `x`."""
    message = "Dimensions are not compatible.  shape[-2] of argument to be the same as this operator"
    return check_ops.assert_equal(array_ops.shape(x)[-2], operator.domain_dimension_tensor(), message=message)


def assert_is_batch_matrix(tensor: Any) -> None:
    """Refuses tensors known to have less than two dimensions."""
    if tensor.shape.ndims is not None and tensor.shape.ndims < 2:
        raise ValueError(f"Expected [batch] matrix to have at least two dimensions.  Found: {tensor}")


def shape_tensor(shape: Any, name: str | None = None) -> Any:
    """A shape as a vector, int32 if it is empty."""
    empty = isinstance(shape, (tuple, list)) and not shape
    return convert_to_tensor(shape, dtype=dtypes.int32 if empty else None, name=name)


def adjoint_if(x: Any, wanted: bool) -> Any:
    """The conjugate transpose if wanted."""
    return matrices.adjoint(x) if wanted else x


def conj_if(x: Any, wanted: bool) -> Any:
    """The conjugate if wanted."""
    return math_ops.conj(x) if wanted else x


def static_size(x: Any, axis: int) -> int | None:
    """The size of a dimension, None where it is not known."""
    return None if x.shape.ndims is None else shapes.dimension_value(x.shape[axis])


def broadcast_matrix_batch_dims(batch_matrices: Iterable[Any], name: str | None = None) -> list[Any]:
    """The matrices with the batch dimensions that all of them broadcast to."""
    with name_scope(name or "broadcast_matrix_batch_dims", values=batch_matrices):
        check_shapes.assert_proper_iterable(batch_matrices)
        found: list[Any] = []
        for mat in batch_matrices:
            found.append(convert(mat))
            assert_is_batch_matrix(found[-1])
        if len(found) < 2:
            return found
        static = found[0].shape[:-2]
        for mat in found[1:]:
            static = array_ops.broadcast_static_shape(static, mat.shape[:-2])
        if static.is_fully_defined():
            wanted = static.as_list()
            for i, mat in enumerate(found):
                if mat.shape[:-2].ndims is None or mat.shape[:-2].as_list() != wanted:
                    shape = array_ops.concat([wanted, array_ops.shape(mat)[-2:]], axis=0)
                    found[i] = array_ops.broadcast_to(mat, shape)
            return found
        dynamic = array_ops.shape(found[0])[:-2]
        for mat in found[1:]:
            dynamic = array_ops.broadcast_dynamic_shape(dynamic, array_ops.shape(mat)[:-2])
        for i, mat in enumerate(found):
            shape = array_ops.concat([dynamic, array_ops.shape(mat)[-2:]], axis=0)
            found[i] = array_ops.broadcast_to(mat, shape)
        return found


def cholesky_solve_with_broadcast(chol: Any, rhs: Any, name: str | None = None) -> Any:
    """`tf.cholesky_solve` with batch dimensions that broadcast."""
    with name_scope(name, "CholeskySolveWithBroadcast", [chol, rhs]):
        return matrices.cholesky_solve(*broadcast_matrix_batch_dims([chol, rhs]))


def matrix_solve_with_broadcast(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """`tf.matrix_solve` with batch dimensions that broadcast."""
    with name_scope(name, "MatrixSolveWithBroadcast", [matrix, rhs]):
        matrix, rhs, back, to_transpose = _few_systems(matrix, rhs, adjoint)
        matrix, rhs = broadcast_matrix_batch_dims([matrix, rhs])
        return back(matrices.matrix_solve(matrix, rhs, adjoint=adjoint and to_transpose))


def matrix_triangular_solve_with_broadcast(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Any:
    """`tf.linalg.triangular_solve` with batch dimensions that broadcast."""
    with name_scope(name, "MatrixTriangularSolve", [matrix, rhs]):
        matrix, rhs, back, to_transpose = _few_systems(matrix, rhs, adjoint)
        lower = lower if to_transpose or not adjoint else not lower
        matrix, rhs = broadcast_matrix_batch_dims([matrix, rhs])
        to_transpose = adjoint and to_transpose
        return back(matrices.matrix_triangular_solve(matrix, rhs, lower=lower, adjoint=to_transpose))


def _few_systems(a: Any, b: Any, adjoint: bool) -> tuple[Any, Any, Callable[[Any], Any], bool]:
    """(a, b, undo, still to be transposed): extra leading dimensions of `b` become columns, if that is cheaper."""
    a = convert(a, None, "matrix")
    b = convert(b, a.dtype.base, "rhs")
    rank_a, rank_b = a.shape.ndims, b.shape.ndims
    if rank_a is None or rank_b is None or rank_a >= rank_b:
        return a, b, lambda y: y, True
    extra = rank_b - rank_a
    _ = array_ops.shape(b)[:extra], array_ops.shape(b)[extra:]  # TF1: makes these nodes whether it needs them or not
    rows, columns = static_size(a, -2 if adjoint else -1), static_size(b, -1)
    many = b.shape[:extra]
    count = int(np.prod(many.as_list())) if many.is_fully_defined() else None
    if rows is not None and columns is not None and count is not None and (count < 2 or rows <= columns):
        return a, b, lambda y: y, True
    a = adjoint_if(a, adjoint)
    lead, main = array_ops.shape(b)[:extra], array_ops.shape(b)[extra:]
    perm = np.concatenate((np.arange(extra, rank_b), np.arange(0, extra)), 0)
    turned = array_ops.transpose(b, perm=perm)
    flat = array_ops.reshape(turned, array_ops.concat((main[:-1], [-1]), 0))

    def back(y: Any) -> Any:
        shape = array_ops.concat((array_ops.shape(y)[:-1], [main[-1]], lead), 0)
        return array_ops.transpose(array_ops.reshape(y, shape), perm=np.argsort(perm))

    return a, flat, back, False
