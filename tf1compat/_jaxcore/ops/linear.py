"""Linear algebra: products of matrices, diagonals, bands; factorisations and solvers."""

from __future__ import annotations

from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import is_concrete, namespace
from tf1compat._jaxcore.ops.broadcast import to_shape, where
from tf1compat._jaxcore.schema import refusals, shape_rules
from tf1compat._jaxcore.schema.opdef import op

# float32 products keep float32 precision on every device; on the CPU this makes no difference in speed
PRECISION = lax.Precision.HIGHEST


def product(x: Any, y: Any, transpose_x: bool, transpose_y: bool) -> Any:
    """The matrix product over the last two dimensions; leading ones are equal."""
    if is_concrete(x, y):
        left = np.swapaxes(x, -1, -2) if transpose_x else x
        right = np.swapaxes(y, -1, -2) if transpose_y else y
        return np.matmul(left, right)
    batch = tuple(range(np.ndim(x) - 2))
    n = len(batch)
    dims = (((n if transpose_x else n + 1,), (n + 1 if transpose_y else n,)), (batch, batch))
    integer = np.dtype(x.dtype).kind in "iu"
    return lax.dot_general(x, y, dims, precision=None if integer else PRECISION)


@op("MatMul", "a: T, b: T -> product: T", shape=shape_rules.mat_mul)
def mat_mul(a: Any, b: Any, *, transpose_a: bool = False, transpose_b: bool = False) -> Any:
    """The product of two matrices."""
    rows, columns = np.shape(a)[0 if transpose_a else 1], np.shape(b)[1 if transpose_b else 0]
    if rows != columns:
        sizes = f"In[0]: {list(np.shape(a))}, In[1]: {list(np.shape(b))}".replace(" ", "").replace(",In", ", In")
        raise errors.InvalidArgumentError(None, None, f"Matrix size-incompatible: {sizes.replace(':[', ': [')}")
    return product(a, b, transpose_a, transpose_b)


def _adjoint_operand(x: Any, adjoint: bool) -> Any:
    """The adjoint of a complex matrix is conjugated too."""
    if not adjoint or np.dtype(x.dtype).kind != "c":
        return x
    return np.conj(x) if is_concrete(x) else lax.conj(x)


def _batched(x: Any, y: Any, adj_x: bool, adj_y: bool) -> Any:
    x, y = _adjoint_operand(x, adj_x), _adjoint_operand(y, adj_y)
    batch = np.broadcast_shapes(np.shape(x)[:-2], np.shape(y)[:-2])
    if not is_concrete(x, y):
        x, y = (to_shape(v, (*batch, *np.shape(v)[-2:])) for v in (x, y))
    return product(x, y, adj_x, adj_y)


@op("BatchMatMul", "x: T, y: T -> output: T", shape=shape_rules.batch_mat_mul)
def batch_mat_mul(x: Any, y: Any, *, adj_x: bool = False, adj_y: bool = False) -> Any:
    """Products of matrices in equal batches."""
    return _batched(x, y, adj_x, adj_y)


@op("BatchMatMulV2", "x: T, y: T -> output: T", shape=shape_rules.batch_mat_mul,
    refusal=refusals.batch_mat_mul)  # fmt: skip
def batch_mat_mul_v2(x: Any, y: Any, *, adj_x: bool = False, adj_y: bool = False) -> Any:
    """Products of matrices in batches that broadcast."""
    return _batched(x, y, adj_x, adj_y)


@op(
    "SparseMatMul",
    "a: Ta, b: Tb -> product: float32",
    shape=shape_rules.mat_mul,
    types={"Ta": dtypes.float32, "Tb": dtypes.float32},
    attrs={"a_is_sparse": False, "b_is_sparse": False},
)
def sparse_mat_mul(a: Any, b: Any, *, transpose_a: bool = False, transpose_b: bool = False) -> Any:
    """The product of two dense matrices that may hold many zeros."""
    return mat_mul(_as_float32(a), _as_float32(b), transpose_a=transpose_a, transpose_b=transpose_b)


def _as_float32(x: Any) -> Any:
    return x.astype(np.float32) if is_concrete(x) else lax.convert_element_type(x, np.float32)


def _on_diagonal(diagonal: Any, rows: int, columns: int) -> Any:
    """Matrices of zeros with `diagonal` (its last dimension) on the main diagonal."""
    if is_concrete(diagonal):
        out = np.zeros((*np.shape(diagonal)[:-1], rows, columns), diagonal.dtype)
        along = np.arange(np.shape(diagonal)[-1])
        out[..., along, along] = diagonal
        return out
    shape = (*np.shape(diagonal)[:-1], rows, columns)
    size = np.shape(diagonal)[-1]
    padding = [(0, 0, 0)] * (np.ndim(diagonal) - 1) + [(0, columns - size, 0)]
    across = lax.pad(diagonal, np.zeros((), diagonal.dtype), padding)
    lines = lax.broadcast_in_dim(across, shape, (*range(len(shape) - 2), len(shape) - 1))
    return lax.select(to_shape(np.eye(rows, columns, dtype=bool), shape), lines, lax.full_like(lines, 0))


def _diagonal(x: Any) -> Any:
    return namespace(x).diagonal(x, 0, -2, -1)


def _diag_rule(x: Any) -> Any:
    shape = x.shape(0)
    return (None if shape is None else (*shape, shape[-1]),)


def _diag_part_rule(x: Any) -> Any:
    shape = x.shape(0)
    if shape is None:
        return (None,)
    rows, columns = shape[-2:]
    smaller = None if rows is None or columns is None else min(rows, columns)
    return ((*shape[:-2], smaller),)


@op("MatrixDiag", "diagonal: T -> output: T", shape=_diag_rule)
def matrix_diag(diagonal: Any) -> Any:
    """Square matrices with the given diagonals."""
    size = np.shape(diagonal)[-1]
    return _on_diagonal(diagonal, size, size)


_NO_MATRIX = refusals.at_least(2, "input must be at least 2-dim, received shape: ")


def _set_diag_refusal(x: refusals.Given) -> str:
    return _NO_MATRIX(x) or (
        "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the "
        "longests diagonal in range [lower_diag_index:upper_diag_index]."
    )


def _diag_part_refusal(x: refusals.Given) -> str | None:
    shape, rank = x.shape(0), x.rank(0)
    if rank % 2 or not rank:
        # TF1: its message has these blanks
        return f"The rank of the tensor should be {' ' * 41}even and positive, got shape {x.text(0)}"
    for i, (a, b) in enumerate(zip(shape, shape[rank // 2 :])):
        if a != b:
            return f"Invalid shape {x.text(0)}: dimensions {i} and {i + rank // 2} do not match."
    return None


@op("MatrixDiagPart", "input: T -> diagonal: T", shape=_diag_part_rule, refusal=_NO_MATRIX)
def matrix_diag_part(input: Any) -> Any:
    """The diagonals of matrices."""
    return _diagonal(input)


@op("MatrixSetDiag", "input: T, diagonal: T -> output: T", shape=shape_rules.unchanged, refusal=_set_diag_refusal)
def matrix_set_diag(input: Any, diagonal: Any) -> Any:
    """The matrices with other diagonals."""
    rows, columns = np.shape(input)[-2:]
    return where(np.eye(rows, columns, dtype=bool), _on_diagonal(diagonal, rows, columns), input)


def _tensor_diag_rule(x: Any) -> Any:
    shape = x.shape(0)
    return (None if shape is None else shape + shape,)


def _tensor_diag_part_rule(x: Any) -> Any:
    shape = x.shape(0)
    return (
        None if shape is None else tuple(map(shape_rules.same_dim, shape[: len(shape) // 2], shape[len(shape) // 2 :])),
    )


@op("Diag", "diagonal: T -> output: T", shape=_tensor_diag_rule)
def diag(diagonal: Any) -> Any:
    """A tensor of twice the rank whose diagonal this is."""
    shape = np.shape(diagonal)
    size = int(np.prod(shape))
    flat = np.reshape(diagonal, (size,)) if is_concrete(diagonal) else lax.reshape(diagonal, (size,))
    matrix = _on_diagonal(flat, size, size)
    return np.reshape(matrix, shape + shape) if is_concrete(matrix) else lax.reshape(matrix, shape + shape)


@op("DiagPart", "input: T -> diagonal: T", shape=_tensor_diag_part_rule, refusal=_diag_part_refusal)
def diag_part(input: Any) -> Any:
    """The diagonal of a tensor of even rank."""
    shape = np.shape(input)[: np.ndim(input) // 2]
    size = int(np.prod(shape))
    matrix = np.reshape(input, (size, size)) if is_concrete(input) else lax.reshape(input, (size, size))
    return _diagonal(matrix).reshape(shape)


@op(
    "MatrixBandPart",
    "input: T, num_lower: Tindex, num_upper: Tindex -> band: T",
    shape=shape_rules.unchanged,
    types={"Tindex": dtypes.int64},
    refusal=_NO_MATRIX,
)
def matrix_band_part(input: Any, num_lower: Any, num_upper: Any) -> Any:
    """The matrices with all but a band about the diagonal set to zero; a negative width keeps that whole triangle."""
    rows, columns = np.shape(input)[-2:]
    offset = np.arange(rows)[:, None] - np.arange(columns)[None, :]  # positive below the diagonal
    xp = namespace(num_lower, num_upper)
    inside = ((num_lower < 0) | (xp.asarray(offset) <= num_lower)) & (
        (num_upper < 0) | (xp.asarray(-offset) <= num_upper)
    )
    return where(inside, input, 0)
