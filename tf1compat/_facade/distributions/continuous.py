"""`tf.distributions`: Normal and Uniform."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.quantiles import ndtri
from tf1compat._facade.distributions.scalar_events import ScalarEvents, given
from tf1compat._facade.distributions.special import log_ndtr, ndtr
from tf1compat._facade.formulas import (
    array_ops,
    check_ops,
    check_shapes,
    constants,
    math_ops,
    nn_ops,
    random_ops,
)
from tf1compat._facade.framework import control_dependencies, name_scope


class Normal(ScalarEvents):
    """Normal distributions with means `loc` and standard deviations `scale`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(round(float(sess.run(tf.distributions.Normal(0.0, 2.0).prob(0.0))), 4))
    0.1995
    """

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Normal"
    ) -> None:
        parameters = dict(locals())
        with name_scope(name, values=[loc, scale]) as scope:
            with control_dependencies([check_ops.assert_positive(scale)] if validate_args else []):
                self._loc = array_ops.identity(loc, name="loc")
                self._scale = array_ops.identity(scale, name="scale")
                check_shapes.assert_same_float_dtype([self._loc, self._scale])
        super().__init__(
            dtype=self._scale.dtype,
            reparameterization_type=FULLY_REPARAMETERIZED,
            validate_args=validate_args,
            allow_nan_stats=allow_nan_stats,
            parameters=parameters,
            graph_parents=[self._loc, self._scale],
            name=scope,
        )

    _PARAMETERS = ("loc", "scale")
    loc, scale = given("loc"), given("scale")

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], self.batch_shape_tensor()], 0)
        drawn: Any = random_ops.random_normal(shape=shape, mean=0.0, stddev=1.0, dtype=self.loc.dtype, seed=seed)
        return drawn * self.scale + self.loc

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_cdf(self, x: Any) -> Any:
        return log_ndtr(self._z(x))

    def _cdf(self, x: Any) -> Any:
        return ndtr(self._z(x))

    def _log_survival_function(self, x: Any) -> Any:
        return log_ndtr(-self._z(x))

    def _survival_function(self, x: Any) -> Any:
        return ndtr(-self._z(x))

    def _log_unnormalized_prob(self, x: Any) -> Any:
        return -0.5 * math_ops.square(self._z(x))

    def _log_normalization(self) -> Any:
        return 0.5 * math.log(2.0 * math.pi) + math_ops.log(self.scale)

    def _entropy(self) -> Any:
        scale = self.scale * array_ops.ones_like(self.loc)
        return 0.5 * math.log(2.0 * math.pi * math.e) + math_ops.log(scale)

    def _mean(self) -> Any:
        return self.loc * array_ops.ones_like(self.scale)

    def _stddev(self) -> Any:
        return self.scale * array_ops.ones_like(self.loc)

    def _mode(self) -> Any:
        return self._mean()

    def _quantile(self, p: Any) -> Any:
        z = ndtri(p)
        with name_scope("reconstruct", values=[z]):
            return z * self.scale + self.loc

    def _z(self, x: Any) -> Any:
        with name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale


class NormalWithSoftplusScale(Normal):
    """Normal distributions with standard deviations softplus(scale)."""

    def __init__(
        self,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "NormalWithSoftplusScale",
    ) -> None:
        parameters = dict(locals())
        with name_scope(name, values=[scale]) as scope:
            super().__init__(
                loc=loc,
                scale=nn_ops.softplus(scale, name="softplus_scale"),
                validate_args=validate_args,
                allow_nan_stats=allow_nan_stats,
                name=scope,
            )
        self._parameters = {k: v for k, v in parameters.items() if k != "self"}


@RegisterKL(Normal, Normal)
def _kl_normal_normal(a: Any, b: Any, name: str | None = None) -> Any:
    with name_scope(name, "kl_normal_normal", [a.loc, b.loc]):
        one, two, half = (constants.constant(v, dtype=a.dtype) for v in (1, 2, 0.5))
        squared_a: Any = math_ops.square(a.scale)
        squared_b: Any = math_ops.square(b.scale)
        ratio = squared_a / squared_b
        apart: Any = math_ops.squared_difference(a.loc, b.loc)
        return apart / (two * squared_b) + half * (ratio - one - math_ops.log(ratio))


class Uniform(ScalarEvents):
    """Uniform distributions on [low, high)."""

    def __init__(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        parameters = dict(locals())
        with name_scope(name, values=[low, high]) as scope:
            message = "uniform not defined when low >= high."
            checks = [check_ops.assert_less(low, high, message=message)] if validate_args else []
            with control_dependencies(checks):
                self._low = array_ops.identity(low, name="low")
                self._high = array_ops.identity(high, name="high")
                check_shapes.assert_same_float_dtype([self._low, self._high])
        super().__init__(
            dtype=self._low.dtype,
            reparameterization_type=FULLY_REPARAMETERIZED,
            validate_args=validate_args,
            allow_nan_stats=allow_nan_stats,
            parameters=parameters,
            graph_parents=[self._low, self._high],
            name=scope,
        )

    _PARAMETERS = ("low", "high")
    low, high = given("low"), given("high")

    def range(self, name: str = "range") -> Any:
        """`high - low`."""
        with self._name_scope(name):
            return self.high - self.low

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], self.batch_shape_tensor()], 0)
        drawn = random_ops.random_uniform(shape=shape, dtype=self.dtype, seed=seed)
        return self.low + self.range() * drawn

    def _prob(self, x: Any) -> Any:
        x = x * array_ops.ones(self.batch_shape_tensor(), dtype=x.dtype)
        undefined = math_ops.is_nan(x)
        outside = math_ops.logical_or(x < self.low, x >= self.high)
        zeros = array_ops.zeros_like(x)
        inside: Any = array_ops.ones_like(x)
        density = array_ops.where_v2(outside, zeros, inside / self.range())
        return array_ops.where_v2(undefined, x, density)

    def _cdf(self, x: Any) -> Any:
        shape = array_ops.broadcast_dynamic_shape(array_ops.shape(x), self.batch_shape_tensor())
        zeros: Any = array_ops.zeros(shape, dtype=self.dtype)
        ones: Any = array_ops.ones(shape, dtype=self.dtype)
        below = array_ops.where_v2(x < self.low, zeros, (x * ones - self.low) / self.range())
        return array_ops.where_v2(x >= self.high, ones, below)

    def _entropy(self) -> Any:
        return math_ops.log(self.range())

    def _mean(self) -> Any:
        return (self.low + self.high) / 2.0

    def _variance(self) -> Any:
        return math_ops.square(self.range()) / 12.0

    def _stddev(self) -> Any:
        return self.range() / math.sqrt(12.0)
