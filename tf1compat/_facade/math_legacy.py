"""The names that TensorFlow 0.x had for functions of `tf.math`, with what they did then."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.python.ops.math_ops"


@deprecated("2016-12-30", "`tf.mul(x, y)` is deprecated, please use `tf.multiply(x, y)` or `x * y`", _MODULE)
def mul(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x * y: `tf.multiply` since 1.0."""
    return apply_op("Mul", x, y, name=name)


@deprecated("2016-12-30", "`tf.sub(x, y)` is deprecated, please use `tf.subtract(x, y)` or `x - y`", _MODULE)
def sub(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x - y: `tf.subtract` since 1.0."""
    return apply_op("Sub", x, y, name=name)


@deprecated("2016-12-30", "`tf.neg(x)` is deprecated, please use `tf.negative(x)` or `-x`", _MODULE)
def neg(x: Any, name: str | None = None) -> Tensor:
    """-x: `tf.negative` since 1.0."""
    return apply_op("Neg", x, name=name)


def inv(x: Any, name: str | None = None) -> Tensor:
    """1 / x: `tf.reciprocal` since 1.0."""
    return apply_op("Inv", x, name=name)


def select(condition: Any, t: Any, e: Any, name: str | None = None) -> Tensor:
    """Elements of `t` where the condition holds, else of `e`: `tf.where` with three arguments since 1.0."""
    return apply_op("Select", condition, t, e, name=name)


def batch_matmul(
    x: Any, y: Any, adj_x: bool | None = None, adj_y: bool | None = None, name: str | None = None
) -> Tensor:
    """Products of matrices in equal batches: `tf.matmul` since 1.0."""
    return apply_op("BatchMatMul", x, y, name=name, adj_x=bool(adj_x), adj_y=bool(adj_y))


def complex_abs(x: Any, name: str | None = None) -> Tensor:
    """|x| of complex numbers: `tf.abs` since 1.0."""
    wide = getattr(x, "dtype", None) is dtypes.complex128
    return apply_op("ComplexAbs", x, name=name, Tout=dtypes.float64 if wide else dtypes.float32)


def batch_matrix_diag(diagonal: Any, name: str | None = None) -> Tensor:
    """`tf.matrix_diag` since 1.0."""
    return apply_op("MatrixDiag", diagonal, name=name)


def batch_matrix_diag_part(input: Any, name: str | None = None) -> Tensor:
    """`tf.matrix_diag_part` since 1.0."""
    return apply_op("MatrixDiagPart", input, name=name)


def batch_matrix_set_diag(input: Any, diagonal: Any, name: str | None = None) -> Tensor:
    """`tf.matrix_set_diag` since 1.0."""
    return apply_op("MatrixSetDiag", input, diagonal, name=name)


def batch_matrix_band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """`tf.matrix_band_part` since 1.0."""
    return apply_op("MatrixBandPart", input, num_lower, num_upper, name=name)
