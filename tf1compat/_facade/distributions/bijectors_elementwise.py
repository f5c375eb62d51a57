"""`tf.contrib.distributions.bijectors` of numbers: Exp, Softplus, Sigmoid, Gumbel, Weibull, PowerTransform…"""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.bijectors_affine import ScopedBijector
from tf1compat._facade.distributions.probabilities import softplus_inverse
from tf1compat._facade.distributions.scalar_events import given
from tf1compat._facade.distributions.scales import tensor_or_none
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, constants, math_ops, nn_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies


class _OfNumbers(ScopedBijector):
    """A bijector by element, with checks of its arguments."""

    def _start(self, validate_args: bool, name: str, **others: Any) -> None:
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name, **others)

    def _checked(self, x: Any, *checks: Any) -> Any:
        """`x` after assertions, each `(x) -> operation`, if arguments are to be checked."""
        return with_dependencies([check(x) for check in checks], x) if self.validate_args else x

    def _between_0_and_1(self, y: Any) -> Any:
        above = "Inverse transformation input must be greater than 0."
        below = "Inverse transformation input must be less than or equal to 1."
        return self._checked(
            y,
            lambda y: check_ops.assert_non_negative(y, message=above),
            lambda y: check_ops.assert_less_equal(y, constants.constant(1.0, y.dtype), message=below),
        )


def _positive(x: Any, validate_args: bool, message: str) -> Any:
    return with_dependencies([check_ops.assert_positive(x, message=message)], x) if validate_args else x


class Sigmoid(_OfNumbers):
    """y = 1 / (1 + exp(-x))."""

    def __init__(self, validate_args: bool = False, name: str = "sigmoid") -> None:
        self._start(validate_args, name)

    def _forward(self, x: Any) -> Any:
        return math_ops.sigmoid(x)

    def _inverse(self, y: Any) -> Any:
        return math_ops.log(y) - math_ops.log1p(-y)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return -math_ops.log(y) - math_ops.log1p(-y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return -nn_ops.softplus(-x) - nn_ops.softplus(x)


class Softplus(_OfNumbers):
    """y = c log(1 + exp(x / c)), with c the `hinge_softness`, 1 by default."""

    hinge_softness = given("hinge_softness")

    def __init__(self, hinge_softness: Any = None, validate_args: bool = False, name: str = "softplus") -> None:
        with name_scope(name, values=[hinge_softness]):
            softness = tensor_or_none(hinge_softness, "hinge_softness")
            if validate_args and softness is not None:
                zero, message = convert(0, softness.dtype.base), "hinge_softness must be non-zero"
                softness = with_dependencies([check_ops.assert_none_equal(zero, softness, message=message)], softness)
            self._hinge_softness = softness
        self._start(validate_args, name)

    def _softness(self, x: Any) -> Any:
        return math_ops.cast(self.hinge_softness, x.dtype)

    def _forward(self, x: Any) -> Any:
        if self.hinge_softness is None:
            return nn_ops.softplus(x)
        softness = self._softness(x)
        return softness * nn_ops.softplus(x / softness)

    def _inverse(self, y: Any) -> Any:
        if self.hinge_softness is None:
            return softplus_inverse(y)
        softness = self._softness(y)
        return softness * softplus_inverse(y / softness)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        y = y if self.hinge_softness is None else y / self._softness(y)
        return -math_ops.log(-math_ops.expm1(-y))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        x = x if self.hinge_softness is None else x / self._softness(x)
        return -nn_ops.softplus(-x)


class Softsign(_OfNumbers):
    """y = x / (1 + |x|)."""

    def __init__(self, validate_args: bool = False, name: str = "softsign") -> None:
        self._start(validate_args, name)

    def _forward(self, x: Any) -> Any:
        return x / (1.0 + math_ops.abs(x))

    def _inverse(self, y: Any) -> Any:
        y = self._valid(y)
        return y / (1.0 - math_ops.abs(y))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return -2.0 * math_ops.log1p(math_ops.abs(x))

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        y = self._valid(y)
        return -2.0 * math_ops.log1p(-math_ops.abs(y))

    def _valid(self, y: Any) -> Any:
        def bound(value: float) -> Any:
            return math_ops.cast(value, dtype=y.dtype.base_dtype)

        text = "Inverse transformation input must be {}."
        return self._checked(
            y,
            lambda y: check_ops.assert_greater(y, bound(-1.0), message=text.format("greater than -1")),
            lambda y: check_ops.assert_less(y, bound(1.0), message=text.format("less than 1")),
        )


class Square(_OfNumbers):
    """y = x^2, of numbers that are not negative."""

    def __init__(self, validate_args: bool = False, name: str = "square") -> None:
        self._start(validate_args, name)

    def _valid(self, t: Any) -> Any:
        message = "All elements must be non-negative."
        return self._checked(t, lambda t: check_ops.assert_non_negative(t, message=message))

    def _forward(self, x: Any) -> Any:
        return math_ops.square(self._valid(x))

    def _inverse(self, y: Any) -> Any:
        return math_ops.sqrt(self._valid(y))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return np.log(2.0) + math_ops.log(self._valid(x))


class AbsoluteValue(_OfNumbers):
    """y = |x|; two x have one y."""

    def __init__(self, validate_args: bool = False, name: str = "absolute_value") -> None:
        self._begin(name, validate_args)
        with self._name_scope("init"):
            self._start(validate_args, name, is_constant_jacobian=True)

    @property
    def _is_injective(self) -> bool:
        return False

    def _forward(self, x: Any) -> Any:
        return math_ops.abs(x)

    def _inverse(self, y: Any) -> Any:
        message = "Argument y was negative"
        y = self._checked(y, lambda y: check_ops.assert_non_negative(y, message=message))
        return -y, y

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        zeros, message = constants.constant(0.0, dtype=y.dtype), "Argument y was negative"
        zeros = self._checked(zeros, lambda z: check_ops.assert_non_negative(y, message=message))
        return zeros, zeros


class SinhArcsinh(_OfNumbers):
    """y = sinh((arcsinh(x) + skewness) * tailweight)."""

    skewness, tailweight = given("skewness"), given("tailweight")

    def __init__(
        self, skewness: Any = None, tailweight: Any = None, validate_args: bool = False, name: str = "SinhArcsinh"
    ) -> None:
        self._begin(name, validate_args)
        with self._name_scope("init", values=[skewness, tailweight]):
            self._skewness: Any = convert(0.0 if skewness is None else skewness, None, "skewness")
            weight = 1.0 if tailweight is None else tailweight
            weight = convert(weight, self._skewness.dtype.base, "tailweight")
            check_shapes.assert_same_float_dtype([self._skewness, weight])
            self._tailweight: Any = _positive(weight, validate_args, "Argument tailweight was not positive")
        self._start(validate_args, name)

    def _forward(self, x: Any) -> Any:
        return math_ops.sinh((math_ops.asinh(x) + self.skewness) * self.tailweight)

    def _inverse(self, y: Any) -> Any:
        return math_ops.sinh(math_ops.asinh(y) / self.tailweight - self.skewness)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        slope = math_ops.cosh(math_ops.asinh(y) / self.tailweight - self.skewness)
        return math_ops.log(slope / _root_of_square_plus_1(y)) - math_ops.log(self.tailweight)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        slope = math_ops.cosh((math_ops.asinh(x) + self.skewness) * self.tailweight)
        return math_ops.log(slope / _root_of_square_plus_1(x)) + math_ops.log(self.tailweight)


def _root_of_square_plus_1(x: Any) -> Any:
    small = math_ops.abs(x) * np.sqrt(np.finfo(x.dtype.as_numpy_dtype).eps) <= 1.0
    return array_ops.where_v2(small, math_ops.sqrt(x**2.0 + 1.0), math_ops.abs(x))


class PowerTransform(_OfNumbers):
    """y = (1 + power * x)^(1 / power), exp(x) for power 0."""

    power = given("power")

    def __init__(self, power: Any = 0.0, validate_args: bool = False, name: str = "power_transform") -> None:
        self._begin(name, validate_args)
        with self._name_scope("init", values=[power]):
            known = tensor_util.constant_value(convert(power, None, "power"))
        if known is None or known < 0:
            raise ValueError("`power` must be a non-negative TF constant.")
        self._power = known
        self._start(validate_args, name)

    def _forward(self, x: Any) -> Any:
        x = self._valid_x(x)
        if self.power == 0.0:
            return math_ops.exp(x)
        return math_ops.exp(math_ops.log1p(x * self.power) / self.power)

    def _inverse(self, y: Any) -> Any:
        y = self._valid_y(y)
        if self.power == 0.0:
            return math_ops.log(y)
        return math_ops.expm1(math_ops.log(y) * self.power) / self.power

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return (self.power - 1.0) * math_ops.log(self._valid_y(y))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        x = self._valid_x(x)
        if self.power == 0.0:
            return x
        return (1.0 / self.power - 1.0) * math_ops.log1p(x * self.power)

    def _valid_x(self, x: Any) -> Any:
        if self.power == 0.0:
            return x
        message = f"Forward transformation input must be at least {-1.0 / self.power}."
        return self._checked(x, lambda x: check_ops.assert_non_negative(1.0 + self.power * x, message=message))

    def _valid_y(self, y: Any) -> Any:
        message = "Inverse transformation input must be greater than 0."
        return self._checked(y, lambda y: check_ops.assert_positive(y, message=message))


class Exp(PowerTransform):
    """y = exp(x)."""

    def __init__(self, validate_args: bool = False, name: str = "exp") -> None:
        super().__init__(validate_args=validate_args, name=name)


class Gumbel(_OfNumbers):
    """y = exp(-exp(-(x - loc) / scale))."""

    loc, scale = given("loc"), given("scale")

    def __init__(self, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool = False, name: str = "gumbel") -> None:
        self._begin(name, validate_args)
        with self._name_scope("init", values=[loc, scale]):
            self._loc: Any = convert(loc, None, "loc")
            self._scale: Any = convert(scale, None, "scale")
            check_shapes.assert_same_float_dtype([self._loc, self._scale])
            self._scale = _positive(self._scale, validate_args, "Argument scale was not positive")
        self._start(validate_args, name)

    def _forward(self, x: Any) -> Any:
        z = (x - self.loc) / self.scale
        return math_ops.exp(-math_ops.exp(-z))

    def _inverse(self, y: Any) -> Any:
        y = self._between_0_and_1(y)
        return self.loc - self.scale * math_ops.log(-math_ops.log(y))

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        y = self._between_0_and_1(y)
        return math_ops.log(self.scale / (-math_ops.log(y) * y))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        z = (x - self.loc) / self.scale
        return -z - math_ops.exp(-z) - math_ops.log(self.scale)


class Weibull(_OfNumbers):
    """y = 1 - exp(-(x / scale)^concentration)."""

    scale, concentration = given("scale"), given("concentration")

    def __init__(
        self, scale: Any = 1.0, concentration: Any = 1.0, validate_args: bool = False, name: str = "weibull"
    ) -> None:
        self._begin(name, validate_args)
        with self._name_scope("init", values=[scale, concentration]):
            self._scale: Any = convert(scale, None, "scale")
            self._concentration: Any = convert(concentration, None, "concentration")
            check_shapes.assert_same_float_dtype([self._scale, self._concentration])
            self._scale = _positive(self._scale, validate_args, "Argument scale was not positive")
            message = "Argument concentration was not positive"
            self._concentration = _positive(self._concentration, validate_args, message)
        self._start(validate_args, name)

    def _valid_x(self, x: Any) -> Any:
        message = "Forward transformation input must be at least 0."
        return self._checked(x, lambda x: check_ops.assert_non_negative(x, message=message))

    def _forward(self, x: Any) -> Any:
        x = self._valid_x(x)
        return -math_ops.expm1(-((x / self.scale) ** self.concentration))

    def _inverse(self, y: Any) -> Any:
        y = self._between_0_and_1(y)
        return self.scale * (-math_ops.log1p(-y)) ** (1 / self.concentration)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        y = self._between_0_and_1(y)
        hazard = (1 / self.concentration - 1) * math_ops.log(-math_ops.log1p(-y))
        return -math_ops.log1p(-y) + hazard + math_ops.log(self.scale / self.concentration)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        x = self._valid_x(x)
        power = -((x / self.scale) ** self.concentration) + (self.concentration - 1) * math_ops.log(x)
        return power + math_ops.log(self.concentration) + -self.concentration * math_ops.log(self.scale)


class Kumaraswamy(_OfNumbers):
    """y = (1 - (1 - x)^(1 / concentration0))^(1 / concentration1)."""

    concentration1, concentration0 = given("concentration1"), given("concentration0")

    def __init__(
        self,
        concentration1: Any = None,
        concentration0: Any = None,
        validate_args: bool = False,
        name: str = "kumaraswamy",
    ) -> None:
        self._begin(name, validate_args)
        message = "Concentration parameter must be positive."
        with self._name_scope("init", values=[concentration1, concentration0]):
            one, zero = convert(concentration1, None, "concentration1"), concentration0
            self._concentration1: Any = _positive(one, validate_args, message)
            self._concentration0: Any = _positive(convert(zero, None, "concentration0"), validate_args, message)
        self._start(validate_args, name)

    def _forward(self, x: Any) -> Any:
        x = self._valid(x)
        inner = math_ops.log1p(-math_ops.exp(math_ops.log1p(-x) / self.concentration0))
        return math_ops.exp(inner / self.concentration1)

    def _inverse(self, y: Any) -> Any:
        y = self._valid(y)
        return math_ops.exp(math_ops.log1p(-((1 - y**self.concentration1) ** self.concentration0)))

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        y = self._valid(y)
        a, b = self.concentration1, self.concentration0
        constant = math_ops.log(a) + math_ops.log(b)
        return constant + (a - 1) * math_ops.log(y) + (b - 1) * math_ops.log1p(-(y**a))

    def _valid(self, x: Any) -> Any:
        most = "sample must be no larger than `1`."
        kind = self.concentration0.dtype
        return self._checked(
            x,
            lambda x: check_ops.assert_non_negative(x, message="sample must be non-negative"),
            lambda x: check_ops.assert_less_equal(x, array_ops.ones([], kind), message=most),
        )
