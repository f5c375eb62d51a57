"""Element-wise `tf.math` functions: one op each, with TF1's names for function, arguments and node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

# TF1: what these do to a SparseTensor they do to its values
_ON_SPARSE = frozenset({"Neg", "Sign", "Square", "Sqrt", "Erf", "Tanh", "BesselI0e", "BesselI1e"})


def _unary(op_type: str, function: str, doc: str) -> Callable[..., Any]:
    takes_sparse = op_type in _ON_SPARSE

    def apply(x: Any, name: str | None = None) -> Any:
        if takes_sparse and isinstance(x, SparseTensor):
            return SparseTensor(x.indices, apply_op(op_type, x.values, name=name), x.dense_shape)
        return apply_op(op_type, x, name=name)

    return dispatched(_described(apply, function, doc))


def _binary(op_type: str, function: str, doc: str) -> Callable[..., Tensor]:
    def apply(x: Any, y: Any, name: str | None = None) -> Tensor:
        return apply_op(op_type, x, y, name=name)

    return dispatched(_described(apply, function, doc))


def _described(apply: Callable[..., Tensor], function: str, doc: str) -> Callable[..., Tensor]:
    apply.__name__ = apply.__qualname__ = function
    apply.__doc__ = doc
    return apply


acos = _unary("Acos", "acos", "The inverse cosine.")
acosh = _unary("Acosh", "acosh", "The inverse hyperbolic cosine.")
asin = _unary("Asin", "asin", "The inverse sine.")
asinh = _unary("Asinh", "asinh", "The inverse hyperbolic sine.")
atan = _unary("Atan", "atan", "The inverse tangent.")
atanh = _unary("Atanh", "atanh", "The inverse hyperbolic tangent.")
ceil = _unary("Ceil", "ceil", "The smallest whole number that is not below x.")
cos = _unary("Cos", "cos", "The cosine.")
cosh = _unary("Cosh", "cosh", "The hyperbolic cosine.")
digamma = _unary("Digamma", "digamma", "The derivative of lgamma.")
erf = _unary("Erf", "erf", "The Gauss error function.")
erfc = _unary("Erfc", "erfc", "1 - erf(x).")
exp = _unary("Exp", "exp", "e ** x.")
expm1 = _unary("Expm1", "expm1", "e ** x - 1, exact near 0.")
floor = _unary("Floor", "floor", "The largest whole number that is not above x.")
invert = _unary("Invert", "invert", "The bits that are not set in an integer.")
is_finite = _unary("IsFinite", "is_finite", "Is it neither NaN nor infinite?")
is_inf = _unary("IsInf", "is_inf", "Is it infinite?")
is_nan = _unary("IsNan", "is_nan", "Is it NaN?")
lgamma = _unary("Lgamma", "lgamma", "log |gamma(x)|.")
log = _unary("Log", "log", "The natural logarithm.")
log1p = _unary("Log1p", "log1p", "log(1 + x), exact near 0.")
logical_not = _unary("LogicalNot", "logical_not", "not x, of booleans.")
negative = _unary("Neg", "negative", "-x.")
reciprocal = _unary("Reciprocal", "reciprocal", "1 / x.")
rint = _unary("Rint", "rint", "The nearest whole number, halves to even.")
rsqrt = _unary("Rsqrt", "rsqrt", "1 / sqrt(x).")
sign = _unary("Sign", "sign", "-1, 0 or 1; for complex numbers x / |x|.")
sin = _unary("Sin", "sin", "The sine.")
sinh = _unary("Sinh", "sinh", "The hyperbolic sine.")
sqrt = _unary("Sqrt", "sqrt", "The square root.")
square = _unary("Square", "square", "x * x.")
tan = _unary("Tan", "tan", "The tangent.")
tanh = _unary("Tanh", "tanh", "The hyperbolic tangent.")
sigmoid = _unary("Sigmoid", "sigmoid", "1 / (1 + e ** -x).")
bessel_i0e = _unary("BesselI0e", "bessel_i0e", "The modified Bessel function of order 0, times e ** -|x|.")
bessel_i1e = _unary("BesselI1e", "bessel_i1e", "The modified Bessel function of order 1, times e ** -|x|.")

add = _binary("Add", "add", "x + y, broadcast; joins strings.")
bitwise_and = _binary("BitwiseAnd", "bitwise_and", "The bits set in both integers.")
bitwise_or = _binary("BitwiseOr", "bitwise_or", "The bits set in either integer.")
bitwise_xor = _binary("BitwiseXor", "bitwise_xor", "The bits set in exactly one of two integers.")
equal = _binary("Equal", "equal", "x == y, element by element.")
floor_div = _binary("FloorDiv", "floor_div", "x / y rounded down.")
floormod = _binary("FloorMod", "floormod", "x - floor(x / y) * y, with the sign of y.")
greater = _binary("Greater", "greater", "x > y.")
greater_equal = _binary("GreaterEqual", "greater_equal", "x >= y.")
left_shift = _binary("LeftShift", "left_shift", "x * 2 ** y, of integers.")
less = _binary("Less", "less", "x < y.")
less_equal = _binary("LessEqual", "less_equal", "x <= y.")
logical_and = _binary("LogicalAnd", "logical_and", "x and y, of booleans.")
logical_or = _binary("LogicalOr", "logical_or", "x or y, of booleans.")
maximum = _binary("Maximum", "maximum", "The larger one.")
minimum = _binary("Minimum", "minimum", "The smaller one.")
mod = floormod
multiply = _binary("Mul", "multiply", "x * y, broadcast.")
not_equal = _binary("NotEqual", "not_equal", "x != y, element by element.")
realdiv = _binary("RealDiv", "realdiv", "x / y.")
right_shift = _binary("RightShift", "right_shift", "x / 2 ** y rounded down, of integers.")
squared_difference = _binary("SquaredDifference", "squared_difference", "(x - y) ** 2.")
subtract = _binary("Sub", "subtract", "x - y, broadcast.")
truncatediv = _binary("TruncateDiv", "truncatediv", "x / y rounded towards zero, of integers.")
truncatemod = _binary("TruncateMod", "truncatemod", "The remainder of x / y with the sign of x.")
xdivy = _binary("Xdivy", "xdivy", "x / y, and 0 where x is 0.")
xlogy = _binary("Xlogy", "xlogy", "x * log(y), and 0 where x is 0.")
pow = _binary("Pow", "pow", "x ** y.")


@dispatched
def atan2(y: Any, x: Any, name: str | None = None) -> Tensor:
    """The angle of the points (x, y), in (-pi, pi]."""
    return apply_op("Atan2", y, x, name=name)


def igamma(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The lower regularised incomplete gamma function P(a, x)."""
    return apply_op("Igamma", a, x, name=name)


def igammac(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The upper regularised incomplete gamma function Q(a, x)."""
    return apply_op("Igammac", a, x, name=name)


def zeta(x: Any, q: Any, name: str | None = None) -> Tensor:
    """The Hurwitz zeta function."""
    return apply_op("Zeta", x, q, name=name)


def polygamma(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The a-th derivative of digamma."""
    return apply_op("Polygamma", a, x, name=name)


def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Tensor:
    """The regularised incomplete beta integral."""
    return apply_op("Betainc", a, b, x, name=name)


def approximate_equal(x: Any, y: Any, tolerance: float = 1e-05, name: str | None = None) -> Tensor:
    """|x - y| < tolerance."""
    return apply_op("ApproximateEqual", x, y, name=name, tolerance=tolerance)


def cross(a: Any, b: Any, name: str | None = None) -> Tensor:
    """The vector product along the last dimension, which has size 3."""
    return apply_op("Cross", a, b, name=name)


@dispatched
def logical_xor(x: Any, y: Any, name: str = "LogicalXor") -> Tensor:
    """Exactly one of two booleans."""
    either = logical_or(x, y)
    return logical_and(either, logical_not(logical_and(x, y)), name=name)


@dispatched
def abs(x: Any, name: str | None = None) -> Any:
    """|x|; of complex numbers, a real tensor; of a SparseTensor, of its values."""
    if isinstance(x, SparseTensor):
        return SparseTensor(x.indices, abs(x.values, name), x.dense_shape)
    with name_scope(name, "Abs", [x]) as scope:
        x = convert(x, None, "x")
        if x.dtype.is_complex:
            return apply_op("ComplexAbs", x, name=scope, Tout=x.dtype.real_dtype)
        return apply_op("Abs", x, name=scope)


@dispatched
def round(x: Any, name: str | None = None) -> Tensor:
    """The nearest whole numbers, halves to even; integers are returned unchanged."""
    x = convert(x, None, "x")
    return x if x.dtype.is_integer else apply_op("Round", x, name=name)


@dispatched
def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:
    """real + i imag, of float32 or float64.

    Raises:
      TypeError: the types are others, or differ.
    """
    real, imag = convert(real, None, "real"), convert(imag, None, "imag")
    with name_scope(name, "Complex", [real, imag]) as scope:
        kinds = {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}
        wanted = kinds.get(real.dtype.base)
        if wanted is None or imag.dtype.base is not real.dtype.base:
            raise TypeError(f"real and imag have incorrect types: {real.dtype.name} {imag.dtype.name}")
        return apply_op("Complex", real, imag, name=scope, Tout=wanted)


@dispatched
def real(input: Any, name: str | None = None) -> Tensor:
    """The real part; real numbers are returned unchanged."""
    with name_scope(name, "Real", [input]) as scope:
        input = convert(input, None, "input")
        return apply_op("Real", input, name=scope, Tout=input.dtype.real_dtype) if input.dtype.is_complex else input


@dispatched
def imag(input: Any, name: str | None = None) -> Tensor:
    """The imaginary part; zeros for real numbers."""
    return _part("Imag", input, name)


@dispatched
def angle(input: Any, name: str | None = None) -> Tensor:
    """The argument of complex numbers; zeros for real numbers."""
    return _part("Angle", input, name)


def _part(op_type: str, input: Any, name: str | None) -> Tensor:
    with name_scope(name, op_type, [input]) as scope:
        input = convert(input, None, "input")
        if input.dtype.is_complex:
            return apply_op(op_type, input, name=scope, Tout=input.dtype.real_dtype)
        from tf1compat._facade import array_ops

        return array_ops.zeros_like(input)


@dispatched
def conj(x: Any, name: str | None = None) -> Tensor:
    """The complex conjugate; real numbers are returned unchanged.

    Raises:
      TypeError: `x` is not numeric.
    """
    if isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_integer):
        return x
    with name_scope(name, "Conj", [x]) as scope:
        x = convert(x, None, "x")
        if x.dtype.is_complex:
            return apply_op("Conj", x, name=scope)
        if x.dtype.is_floating or x.dtype.is_integer:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")


@dispatched
def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """log(sigmoid(x)), exact for large |x|."""
    with name_scope(name, "LogSigmoid", [x]) as scope:
        x = convert(x, None, "x")
        return apply_op("Neg", apply_op("Softplus", negative(x)), name=scope)


def polyval(coeffs: list[Any], x: Any, name: str | None = None) -> Tensor:
    """The polynomial with these coefficients, the highest power first, at `x`.

    Raises:
      TypeError: `coeffs` is not a list.
    """
    flat = coeffs if isinstance(coeffs, (list, tuple)) else [coeffs]
    with name_scope(name, "polyval", [*flat, x]) as scope:
        x = convert(x, None, "x")
        if len(coeffs) < 1:
            from tf1compat._facade import array_ops

            return array_ops.zeros_like(x, name=scope)
        parts = [convert(c, None, f"coeff_{i}") for i, c in enumerate(coeffs)]
        total = parts[0]
        for part in parts[1:]:
            total = part + total * x  # type: ignore[operator]
        return total
