"""Roots of positive semi-definite matrices by iteration, for Shampoo."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, linalg_ops, math_ops
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes


def matrix_square_root(mat_a: Any, mat_a_size: Any, iter_count: int = 100, ridge_epsilon: float = 1e-4) -> Tensor:
    """The square root of a positive semi-definite matrix.

    Args:
      mat_a: matrix `[n, n]`; mat_a_size: n.
      iter_count: largest number of iterations.
      ridge_epsilon: multiple of the identity that is added first.

    Source: Higham, "Stable Iterations for the Matrix Square Root" (1997), the product form of the Denman-Beavers iteration.
    """

    def goes_on(i: Any, mat_y: Any, old_y: Any, mat_z: Any, old_z: Any, err: Any, old_err: Any) -> Any:
        return math_ops.logical_and(i < iter_count, err < old_err)

    def iterate(i: Any, mat_y: Any, old_y: Any, mat_z: Any, old_z: Any, err: Any, old_err: Any) -> Any:
        factor = 0.5 * (3.0 * identity - math_ops.matmul(mat_z, mat_y))
        new_y = math_ops.matmul(mat_y, factor)
        new_z = math_ops.matmul(factor, mat_z)
        root = new_y * math_ops.sqrt(norm)
        residual = mat_a - math_ops.matmul(root, root)
        new_err = math_ops.sqrt(math_ops.reduce_sum(residual * residual)) / norm
        return i + 1, new_y, mat_y, new_z, mat_z, new_err, err

    identity = array_creation.eye(math_ops.cast(mat_a_size, dtypes.int32))
    mat_a = mat_a + ridge_epsilon * identity
    norm = math_ops.sqrt(math_ops.reduce_sum(mat_a * mat_a))
    start = mat_a / norm
    # the iteration stops once the error grows: the result is the one before the last
    found: Any = while_loop(goes_on, iterate, [0, start, start, identity, identity, norm, norm + 1.0])
    return found[2] * math_ops.sqrt(norm)


def matrix_inverse_pth_root(
    mat_g: Any,
    mat_g_size: Any,
    alpha: float,
    iter_count: int = 100,
    epsilon: float = 1e-6,
    ridge_epsilon: float = 1e-6,
) -> Tensor:
    """`mat_g ** alpha` for `alpha = -1/p`, p a positive integer.

    Args:
      mat_g: matrix `[n, n]`, positive semi-definite; mat_g_size: n.
      iter_count, epsilon: largest number of iterations, and the error that ends them.
      ridge_epsilon: multiple of the identity that is added first.

    Source: Guo and Higham, "A Schur-Newton Method for the Matrix p-th Root and its Inverse" (2006), section 3.
    """
    identity = array_creation.eye(math_ops.cast(mat_g_size, dtypes.int32))

    def goes_on(i: Any, mat_m: Any, mat_x: Any) -> Any:
        error = math_ops.reduce_max(math_ops.abs(mat_m - identity))
        return math_ops.logical_and(i < iter_count, error > epsilon)

    def iterate(i: Any, mat_m: Any, mat_x: Any) -> Any:
        factor = (1 - alpha) * identity + alpha * mat_m
        return i + 1, math_ops.matmul(_power(factor, -1.0 / alpha), mat_m), math_ops.matmul(mat_x, factor)

    if mat_g_size == 1:
        return math_ops.pow(mat_g + ridge_epsilon, alpha)
    damped = mat_g + ridge_epsilon * identity
    z = (1 - 1 / alpha) / (2 * linalg_ops.norm(damped))
    found: Any = while_loop(goes_on, iterate, [0, damped * z, identity * math_ops.pow(z, -alpha)])
    return found[2]


def _power(matrix: Any, p: float) -> Any:
    """`matrix ** p` for a positive integer p, by squaring."""
    if p != int(p) or p <= 0:
        raise AssertionError(f"the exponent {p} is no positive integer")
    power = None
    while p > 0:
        if p % 2 == 1:
            power = matrix if power is None else math_ops.matmul(matrix, power)
        p //= 2
        matrix = math_ops.matmul(matrix, matrix)
    return power
