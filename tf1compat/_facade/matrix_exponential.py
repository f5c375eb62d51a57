"""`tf.linalg.expm`: scaling and squaring with Padé approximants (Higham 2005), composed of matrix products."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, constants, math_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.matrices import matrix_solve
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes

_COEFFICIENTS = {
    3: [120.0, 60.0, 12.0],
    5: [30240.0, 15120.0, 3360.0, 420.0, 30.0],
    7: [17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0],
    9: [17643225600.0, 8821612800.0, 2075673600.0, 302702400.0, 30270240.0, 2162160.0, 110880.0, 3960.0, 90.0],
    13: [
        64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
        10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0,
    ],
}  # fmt: skip
# (largest norm after scaling, orders, norms up to which each but the last is used)
_SINGLE = (3.925724783138660, (3, 5, 7), (4.258730016922831e-001, 1.880152677804762e000))
_DOUBLE = (
    5.371920351148152,
    (3, 5, 7, 9, 13),
    (1.495585217958292e-002, 2.539398330063230e-001, 9.504178996162932e-001, 2.097847961257068e000),
)


def matrix_exponential(input: Any, name: str | None = None) -> Tensor:
    """e to the power of matrices [..., n, n], floats or complex.

    Raises:
      ValueError: another dtype.
    """
    with name_scope(name, "matrix_exponential", [input]):
        matrix: Any = convert(input, None, "input")
        if matrix.shape.ndims is not None and matrix.shape.as_list()[-2:] == [0, 0]:
            return matrix
        batch: Any = matrix.shape[:-2]
        if not batch.is_fully_defined():
            sizes: Any = array_ops.shape(matrix)
            batch = sizes[:-2]
        last: Any = array_ops.shape(matrix)
        matrix = array_ops.reshape(matrix, array_ops.concat(([-1], last[-2:]), axis=0))
        sizes_of = math_ops.abs(matrix)
        rank: Any = array_ops.size(array_ops.shape(matrix))
        columns = math_ops.reduce_sum(sizes_of, axis=rank - 2)
        norm = math_ops.reduce_max(columns, axis=-1)
        u, v, squarings = _pade(matrix, norm)
        numerator = u + v
        result = _squared(matrix_solve(-u + v, numerator), norm, squarings)
        tail: Any = array_ops.shape(result) if not matrix.shape.is_fully_defined() else None
        if tail is not None:
            return array_ops.reshape(result, array_ops.concat((batch, tail[-2:]), axis=0))
        return array_ops.reshape(result, batch.concatenate(result.shape[-2:]))


def _pade(matrix: Any, norm: Any) -> tuple[Any, Any, Any]:
    """(u, v, squarings) with e^(matrix / 2^squarings) = (u + v) / (v - u)."""
    kind = matrix.dtype.base
    if kind in (dtypes.float16, dtypes.float32, dtypes.complex64):
        largest, orders, limits = _SINGLE
    elif kind in (dtypes.float64, dtypes.complex128):
        largest, orders, limits = _DOUBLE
    else:
        raise ValueError(f"tf.linalg.expm does not support matrices of type {kind!r}")

    def number(x: float) -> Tensor:
        return constants.constant(x, norm.dtype)

    maximum = number(largest)
    ratio: Any = math_ops.log(norm / maximum)
    steps = math_ops.floor(ratio / math_ops.log(number(2.0)))
    squarings = math_ops.maximum(steps, 0)
    pairs = [_approximant(matrix, order) for order in orders[:-1]]
    power: Any = math_ops.pow(constants.constant(2.0, dtype=kind), math_ops.cast(squarings, kind))
    pairs.append(_approximant(matrix / power[..., None, None], orders[-1]))

    def chosen(cases: list[Any], rest: tuple[float, ...]) -> Any:
        if not rest:
            return cases[0]
        small = math_ops.less(norm, number(rest[0]))
        return array_ops.where(small, cases[0], chosen(cases[1:], rest[1:]))

    return chosen([p[0] for p in pairs], limits), chosen([p[1] for p in pairs], limits), squarings


def _approximant(matrix: Any, order: int) -> tuple[Any, Any]:
    """The odd and the even part of the Padé numerator."""
    b = [constants.constant(x, matrix.dtype) for x in _COEFFICIENTS[order]]
    rows: Any = array_ops.shape(matrix)
    n = rows[-2]
    batch: Any = array_ops.shape(matrix)
    identity: Any = array_creation.eye(n, batch_shape=batch[:-2], dtype=matrix.dtype)
    powers: list[Any] = [math_ops.matmul(matrix, matrix)]
    while len(powers) < (3 if order == 13 else (order - 1) // 2):
        powers.append(math_ops.matmul(powers[-1], powers[0]))
    if order == 13:
        return _approximant_13(matrix, b, identity, powers)
    odd = powers[-1]
    for k in range(len(powers) - 2, -1, -1):
        odd = odd + b[2 * k + 3] * powers[k]
    odd = odd + b[1] * identity
    u = math_ops.matmul(matrix, odd)
    even = b[2 * len(powers)] * powers[-1]
    for k in range(len(powers) - 2, -1, -1):
        even = even + b[2 * k + 2] * powers[k]
    return u, even + b[0] * identity


def _approximant_13(matrix: Any, b: list[Any], identity: Any, powers: list[Any]) -> tuple[Any, Any]:
    two, four, six = powers
    high = math_ops.matmul(six, six + b[11] * four + b[9] * two)
    odd = high + b[7] * six + b[5] * four + b[3] * two + b[1] * identity  # type: ignore[operator]
    u = math_ops.matmul(matrix, odd)
    inner = b[12] * six + b[10] * four + b[8] * two
    even: Any = math_ops.matmul(six, inner)
    return u, even + b[6] * six + b[4] * four + b[2] * two + b[0] * identity


def _squared(result: Any, norm: Any, squarings: Any) -> Any:
    """Each matrix squared as often as it was halved."""
    most = math_ops.reduce_max(squarings)
    start = constants.constant(0.0, norm.dtype)

    def body(i: Any, r: Any) -> tuple[Any, Any]:
        return i + 1, array_ops.where(math_ops.less(i, squarings), math_ops.matmul(r, r), r)

    _, result = while_loop(lambda i, r: math_ops.less(i, most), body, [start, result])
    return result
