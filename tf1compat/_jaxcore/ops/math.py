"""Functions of one number: signs and roundings, powers, exponentials, trigonometry, special functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from jax import lax
from jax.scipy import special

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.ops.broadcast import aligned, apply, only_lax, unbroadcast
from tf1compat._jaxcore.schema import rows, shape_rules
from tf1compat._jaxcore.schema.opdef import op

_UNARY = "x: T -> y: T"


def _unary(type: str, lax_function: Callable[[Any], Any], numpy_function: Any, doc: str, **options: Any) -> Any:
    """Declare an element-wise function; None stands for what NumPy does not have."""
    on_numpy = only_lax(lax_function) if numpy_function is None else numpy_function

    def kernel(x: Any) -> Any:
        return apply(on_numpy, lax_function, x)

    kernel.__doc__ = doc
    kernel.__name__ = type.lower()
    options.setdefault("shape", shape_rules.unchanged)
    options.setdefault("rows", rows.each)
    return op(type, options.pop("signature", _UNARY), **options)(kernel)


def _one_over(x: Any) -> Any:
    return lax.div(np.ones((), x.dtype) if np.shape(x) == () else lax.full_like(x, 1), x)


def _whole(rounding: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Integers are whole already."""
    return lambda x: x if np.dtype(x.dtype).kind in "iu" else rounding(x)


def _sign(x: Any) -> Any:
    # TF1: the sign of NaN is 0
    return np.where(np.isnan(x), np.zeros((), x.dtype), np.sign(x)) if x.dtype.kind == "f" else np.sign(x)


def _lax_sign(x: Any) -> Any:
    found = lax.sign(x)
    return lax.select(lax.ne(x, x), lax.full_like(x, 0), found) if np.dtype(x.dtype).kind == "f" else found


def _lax_abs(x: Any) -> Any:
    return lax.abs(x) if np.dtype(x.dtype).kind != "u" else x


def _abs_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    return [lax.mul(cotangents[0], lax.sign(inputs[0]))]  # 0 at 0, where JAX gives 1


def _flat_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    return [lax.full_like(cotangents[0], 0)]  # TF1: of complex numbers, too


_half_even = lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)
_not_finite = lambda x: lax.bitwise_not(lax.is_finite(x))

_unary("Neg", lax.neg, np.negative, "-x.")
_unary("Abs", _lax_abs, np.abs, "|x|.", grad=_abs_grad)
_unary("Sign", _lax_sign, _sign, "-1, 0 or 1.", grad=_flat_grad)
_unary("Square", lambda x: lax.mul(x, x), np.square, "x * x.")
_unary("Sqrt", lax.sqrt, np.sqrt, "The square root.")
_unary("Rsqrt", lax.rsqrt, lambda x: np.ones((), x.dtype) / np.sqrt(x), "1 / sqrt(x).")
_unary("Reciprocal", _one_over, lambda x: np.ones((), x.dtype) / x, "1 / x.")
_unary("Inv", _one_over, lambda x: np.ones((), x.dtype) / x, "1 / x.")

_unary("Floor", _whole(lax.floor), _whole(np.floor), "Rounded down.", grad="none")
_unary("Ceil", _whole(lax.ceil), _whole(np.ceil), "Rounded up.", grad="none")
_unary("Round", _whole(_half_even), _whole(np.rint), "Rounded to the nearest, halves to even.", grad="none")
_unary("Rint", _half_even, np.rint, "Rounded to the nearest, halves to even.", grad="none")

_unary("Exp", lax.exp, np.exp, "e ** x.")
_unary("Expm1", lax.expm1, np.expm1, "e ** x - 1, exact near 0.")
_unary("Log", lax.log, np.log, "The natural logarithm.")
_unary("Log1p", lax.log1p, np.log1p, "log(1 + x), exact near 0.")
_unary("Sin", lax.sin, np.sin, "The sine.")
_unary("Cos", lax.cos, np.cos, "The cosine.")
_unary("Tan", lax.tan, np.tan, "The tangent.")
_unary("Asin", lax.asin, np.arcsin, "The inverse sine.")
_unary("Acos", lax.acos, np.arccos, "The inverse cosine.")
_unary("Atan", lax.atan, np.arctan, "The inverse tangent.")
_unary("Sinh", lax.sinh, np.sinh, "The hyperbolic sine.")
_unary("Cosh", lax.cosh, np.cosh, "The hyperbolic cosine.")
_unary("Tanh", lax.tanh, np.tanh, "The hyperbolic tangent.")
_unary("Asinh", lax.asinh, np.arcsinh, "The inverse hyperbolic sine.")
_unary("Acosh", lax.acosh, np.arccosh, "The inverse hyperbolic cosine.")
_unary("Atanh", lax.atanh, np.arctanh, "The inverse hyperbolic tangent.")
_unary("Sigmoid", lax.logistic, None, "1 / (1 + e ** -x).")

_unary("Erf", lax.erf, None, "The Gauss error function.")
_unary("Erfc", lax.erfc, None, "1 - erf(x).")
_unary("Lgamma", lax.lgamma, None, "log |gamma(x)|.")
_unary("Digamma", lax.digamma, None, "The derivative of Lgamma.")
_unary("BesselI0e", lax.bessel_i0e, None, "The modified Bessel function of order 0, times e ** -|x|.")
_unary("BesselI1e", lax.bessel_i1e, None, "The modified Bessel function of order 1, times e ** -|x|.")

_IS = {"signature": "x: T -> y: bool", "grad": "none"}
_unary("IsNan", lambda x: lax.ne(x, x), np.isnan, "Is it NaN?", **_IS)
_unary("IsInf", lambda x: lax.bitwise_and(_not_finite(x), lax.eq(x, x)), np.isinf, "Is it infinite?", **_IS)
_unary("IsFinite", lax.is_finite, np.isfinite, "Is it neither NaN nor infinite?", **_IS)


def _special(lax_function: Callable[..., Any], *operands: Any) -> Any:
    return apply(only_lax(lax_function), lax_function, *operands)


@op("Igamma", "a: T, x: T -> z: T", shape=shape_rules.broadcast)
def igamma(a: Any, x: Any) -> Any:
    """The lower regularised incomplete gamma function."""
    return _special(special.gammainc, a, x)


@op("IgammaGradA", "a: T, x: T -> z: T", shape=shape_rules.broadcast)
def igamma_grad_a(a: Any, x: Any) -> Any:
    """The derivative of `Igamma` by `a`."""
    return _special(lax.igamma_grad_a, *aligned(a, x))


@op("Igammac", "a: T, x: T -> z: T", shape=shape_rules.broadcast)
def igammac(a: Any, x: Any) -> Any:
    """The upper regularised incomplete gamma function."""
    return _special(special.gammaincc, a, x)


def _zeta_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    # TF1: by q only
    x, q = aligned(*inputs)
    slope = lax.mul(lax.neg(x), lax.zeta(lax.add(x, np.ones((), x.dtype)), q))
    return [None, unbroadcast(lax.mul(cotangents[0], slope), np.shape(inputs[1]))]


@op("Zeta", "x: T, q: T -> z: T", shape=shape_rules.broadcast, grad=_zeta_grad)
def zeta(x: Any, q: Any) -> Any:
    """The Hurwitz zeta function."""
    return _special(lax.zeta, x, q)


def _polygamma_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    # TF1: by x only
    a, x = aligned(*inputs)
    slope = lax.polygamma(lax.add(a, np.ones((), a.dtype)), x)
    return [None, unbroadcast(lax.mul(cotangents[0], slope), np.shape(inputs[1]))]


@op("Polygamma", "a: T, x: T -> z: T", shape=shape_rules.broadcast, grad=_polygamma_grad)
def polygamma(a: Any, x: Any) -> Any:
    """The a-th derivative of Digamma."""
    return _special(lax.polygamma, a, x)


def _betainc_grad(inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
    # TF1: by x only
    a, b, x = aligned(*inputs)
    one = np.ones((), x.dtype)
    log_beta = lax.lgamma(a) + lax.lgamma(b) - lax.lgamma(lax.add(a, b))
    slope = lax.exp((b - one) * lax.log1p(lax.neg(x)) + special.xlogy(a - one, x) - log_beta)
    return [None, None, unbroadcast(lax.mul(cotangents[0], slope), np.shape(inputs[2]))]


def _betainc_shape(x: Any) -> Any:
    """All agree, but for scalars."""
    given = [x.shape(i) for i in range(3)]
    found = shapes.UNKNOWN
    for shape in given:
        found = found if shape == () else shapes.merge(found, shape)
    return (() if all(shape == () for shape in given) else found,)


@op("Betainc", "a: T, b: T, x: T -> z: T", shape=_betainc_shape, grad=_betainc_grad)
def betainc(a: Any, b: Any, x: Any) -> Any:
    """The regularised incomplete beta integral."""
    return _special(special.betainc, a, b, x)
