"""The quantiles of normal deviates, by the rational functions of Moshier's Cephes library."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, constants, math_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._jaxcore.base import dtypes

# highest power first: (numerator, denominator) near 1/2, towards 0, and close to 0
_CENTRE = (
    [-5.99633501014107895267e1, 9.80010754185999661536e1, -5.66762857469070293439e1, 1.39312609387279679503e1,
     -1.23916583867381258016],
    [1.0, 1.95448858338141759834, 4.67627912898881538453, 8.63602421390890590575e1, -2.25462687854119370527e2,
     2.00260212380060660359e2, -8.20372256168333339912e1, 1.59056225126211695515e1, -1.18331621121330003142],
)  # fmt: skip
_TAIL = (
    [4.05544892305962419923, 3.15251094599893866154e1, 5.71628192246421288162e1, 4.40805073893200834700e1,
     1.46849561928858024014e1, 2.18663306850790267539, -1.40256079171354495875e-1, -3.50424626827848203418e-2,
     -8.57456785154685413611e-4],
    [1.0, 1.57799883256466749731e1, 4.53907635128879210584e1, 4.13172038254672030440e1, 1.50425385692907503408e1,
     2.50464946208309415979, -1.42182922854787788574e-1, -3.80806407691578277194e-2, -9.33259480895457427372e-4],
)  # fmt: skip
_FAR_TAIL = (
    [3.23774891776946035970, 6.91522889068984211695, 3.93881025292474443415, 1.33303460815807542389,
     2.01485389549179081538e-1, 1.23716634817820021358e-2, 3.01581553508235416007e-4, 2.65806974686737550832e-6,
     6.23974539184983293730e-9],
    [1.0, 6.02427039364742014255, 3.67983563856160859403, 1.37702099489081330271, 2.16236993594496635890e-1,
     1.34204006088543189037e-2, 3.28014464682127739104e-4, 2.89247864745380683936e-6, 6.79019408009981274425e-9],
)  # fmt: skip


def ndtri(p: Any, name: str = "ndtri") -> Any:
    """The `x` up to which a standard normal deviate lies with probability `p`."""
    with name_scope(name, values=[p]):
        p = convert(p, None, "p")
        if p.dtype.base not in (dtypes.float32, dtypes.float64):
            raise TypeError(f"p.dtype={p.dtype!r} is not handled, see docstring for supported types.")
        return _ndtri(p)


def _polynomial(x: Any, coefficients: list[float]) -> Any:
    """Horner's rule, the highest power first."""
    total: Any = array_ops.zeros_like(x)
    for c in np.array(coefficients, x.dtype.as_numpy_dtype):
        total = c + total * x
    return total


def _ndtri(p: Any) -> Any:
    kind = p.dtype.as_numpy_dtype
    lower = array_ops.where_v2(p > -np.expm1(-2.0), 1.0 - p, p)
    none = lower <= 0.0
    half = array_ops.fill(array_ops.shape(p), np.array(0.5, kind))
    usable: Any = array_ops.where_v2(none, half, lower)
    w = usable - 0.5
    squared = w**2
    centre = (w + w * squared * (_polynomial(squared, _CENTRE[0]) / _polynomial(squared, _CENTRE[1]))) * -np.sqrt(
        2.0 * np.pi
    )
    z: Any = math_ops.sqrt(-2.0 * math_ops.log(usable))  # type: ignore[operator]
    start = z - math_ops.log(z) / z  # type: ignore[operator]
    tails = [_polynomial(1.0 / z, pair[0]) / _polynomial(1.0 / z, pair[1]) / z for pair in (_FAR_TAIL, _TAIL)]
    far, near = start - tails[0], start - tails[1]
    x: Any = array_ops.where_v2(usable > np.exp(-2.0), centre, array_ops.where_v2(z >= 8.0, far, near))
    x = array_ops.where_v2(p > 1.0 - np.exp(-2.0), x, -x)
    one = constants.constant(np.inf, dtype=p.dtype)
    infinity: Any = array_ops.fill(array_ops.shape(p), one)
    return array_ops.where_v2(p <= 0.0, -infinity, array_ops.where_v2(p >= 1.0, infinity, x))
