"""`tf.distributions`: Laplace and StudentT; `tf.contrib.distributions`: Cauchy, Logistic, HalfNormal, Gumbel's base."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.quantiles import ndtri
from tf1compat._facade.distributions.scalar_events import ScalarEvents, arguments, given, softplus_of, variant
from tf1compat._facade.distributions.special import erfinv, log_cdf_laplace
from tf1compat._facade.distributions.static_shapes import gen_new_seed
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops, nn_ops, random_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.sorting import lbeta


class LocationScale(ScalarEvents):
    """Distributions of loc + scale * z, each kind with its own z."""

    _PARAMETERS = ("loc", "scale")
    loc, scale = given("loc"), given("scale")

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool, allow_nan_stats: bool, parameters: Any, name: str
    ) -> None:
        with name_scope(name, values=[loc, scale]) as scope:
            with control_dependencies([check_ops.assert_positive(scale)] if validate_args else []):
                self._loc = array_ops.identity(loc, name="loc")
                self._scale = array_ops.identity(scale, name="scale")
                check_shapes.assert_same_float_dtype([self._loc, self._scale])
        dtype, parents = self._scale.dtype, [self._loc, self._scale]
        super().__init__(
            dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, scope
        )  # fmt: skip

    def _sample_shape(self, n: Any) -> Any:
        return array_ops.concat([[n], self.batch_shape_tensor()], 0)

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_unnormalized_prob(self, x: Any) -> Any:
        raise NotImplementedError

    def _log_normalization(self) -> Any:
        raise NotImplementedError

    def _z(self, x: Any) -> Any:
        with name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale


class Laplace(LocationScale):
    """Laplace distributions, of density exp(-|x - loc| / scale) / (2 scale)."""

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Laplace"
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, arguments(locals()), name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape, kind = self._sample_shape(n), self.dtype.as_numpy_dtype
        # TF1: above -1, so that the logarithm is finite
        least = np.nextafter(kind(-1.0), kind(0.0))
        u = random_ops.random_uniform(shape=shape, minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        return self.loc - self.scale * math_ops.sign(u) * math_ops.log1p(-math_ops.abs(u))

    def _prob(self, x: Any) -> Any:
        return math_ops.exp(self._log_prob(x))

    def _log_cdf(self, x: Any) -> Any:
        return log_cdf_laplace(self._z(x))

    def _log_survival_function(self, x: Any) -> Any:
        return log_cdf_laplace(-self._z(x))

    def _cdf(self, x: Any) -> Any:
        z = self._z(x)
        return 0.5 + 0.5 * math_ops.sign(z) * (1.0 - math_ops.exp(-math_ops.abs(z)))

    def _log_unnormalized_prob(self, x: Any) -> Any:
        return -math_ops.abs(self._z(x))

    def _log_normalization(self) -> Any:
        return math.log(2.0) + math_ops.log(self.scale)

    def _entropy(self) -> Any:
        scale = self.scale + array_ops.zeros_like(self.loc)
        return math.log(2.0) + 1.0 + math_ops.log(scale)

    def _mean(self) -> Any:
        return self.loc + array_ops.zeros_like(self.scale)

    def _stddev(self) -> Any:
        return math.sqrt(2.0) * self.scale + array_ops.zeros_like(self.loc)

    def _median(self) -> Any:
        return self._mean()

    def _mode(self) -> Any:
        return self._mean()

    def _z(self, x: Any) -> Any:
        return (x - self.loc) / self.scale


LaplaceWithSoftplusScale = variant(
    Laplace, "LaplaceWithSoftplusScale", "Laplace of softplus(scale).", scale=softplus_of("scale")
)


class StudentT(ScalarEvents):
    """Student's t distributions with `df` degrees of freedom."""

    _PARAMETERS = ("df", "loc", "scale")
    df, loc, scale = given("df"), given("loc"), given("scale")

    def __init__(
        self,
        df: Any,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "StudentT",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[df, loc, scale]) as scope:
            with control_dependencies([check_ops.assert_positive(df)] if validate_args else []):
                self._df = array_ops.identity(df, name="df")
                self._loc = array_ops.identity(loc, name="loc")
                self._scale = array_ops.identity(scale, name="scale")
                parents = [self._df, self._loc, self._scale]
                check_shapes.assert_same_float_dtype(parents)
        kind = FULLY_REPARAMETERIZED
        super().__init__(self._scale.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _ones(self) -> Any:
        return array_ops.ones(self.batch_shape_tensor(), dtype=self.dtype)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], self.batch_shape_tensor()], 0)
        normal = random_ops.random_normal(shape, dtype=self.dtype, seed=seed)
        df = self.df * self._ones()
        other = gen_new_seed(seed, salt="student_t")
        gamma = random_ops.random_gamma([n], 0.5 * df, beta=0.5, dtype=self.dtype, seed=other)
        return normal * math_ops.rsqrt(gamma / df) * self.scale + self.loc

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_unnormalized_prob(self, x: Any) -> Any:
        y = (x - self.loc) / self.scale
        return -0.5 * (self.df + 1.0) * math_ops.log1p(y**2.0 / self.df)

    def _log_normalization(self) -> Any:
        scales = math_ops.log(math_ops.abs(self.scale)) + 0.5 * math_ops.log(self.df) + 0.5 * np.log(np.pi)
        return scales + math_ops.lgamma(0.5 * self.df) - math_ops.lgamma(0.5 * (self.df + 1.0))

    def _cdf(self, x: Any) -> Any:
        y = (x - self.loc) / math_ops.abs(self.scale)
        ratio = self.df / (y**2.0 + self.df)
        below = 0.5 * math_ops.betainc(0.5 * self.df, 0.5, ratio)
        return array_ops.where_v2(math_ops.less(y, 0.0), below, 1.0 - below)

    def _entropy(self) -> Any:
        v = self._ones()[..., None]
        pair = array_ops.concat([v * self.df[..., None], v], -1) / 2.0
        scales = math_ops.log(math_ops.abs(self.scale)) + 0.5 * math_ops.log(self.df) + lbeta(pair)
        slope = math_ops.digamma(0.5 * (self.df + 1.0)) - math_ops.digamma(0.5 * self.df)
        return scales + 0.5 * (self.df + 1.0) * slope

    def _filled(self, value: float, name: str) -> Any:
        return array_ops.fill(self.batch_shape_tensor(), np.array(value, self.dtype.as_numpy_dtype), name=name)

    def _mean(self) -> Any:
        return self._if_df_above_1(self.loc * self._ones(), "mean")

    def _if_df_above_1(self, value: Any, what: str) -> Any:
        if self.allow_nan_stats:
            return array_ops.where_v2(math_ops.greater(self.df, self._ones()), value, self._filled(np.nan, "nan"))
        message = f"{what} not defined for components of df <= 1"
        return with_dependencies([self._less_than(self.df, message)], value)

    def _variance(self) -> Any:
        above = math_ops.greater(self.df, 2.0)
        denominator = array_ops.where_v2(above, self.df - 2.0, array_ops.ones_like(self.df))
        var = self._ones() * math_ops.square(self.scale) * self.df / denominator
        finite = self.df > array_ops.fill(self.batch_shape_tensor(), 2.0)
        return self._if_df_above_1(array_ops.where_v2(finite, var, self._filled(np.inf, "inf")), "variance")

    def _mode(self) -> Any:
        return array_ops.identity(self.loc)


StudentTWithAbsDfSoftplusScale = variant(
    StudentT,
    "StudentTWithAbsDfSoftplusScale",
    "StudentT of floor(|df|) and softplus(scale).",
    df=lambda df: math_ops.floor(math_ops.abs(df)),
    scale=softplus_of("scale"),
)


class Cauchy(LocationScale):
    """Cauchy distributions, of density proportional to 1 / (1 + ((x - loc) / scale)^2)."""

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Cauchy"
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, arguments(locals()), name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = self._sample_shape(n)
        drawn = random_ops.random_uniform(shape=shape, minval=0.0, maxval=1.0, dtype=self.dtype, seed=seed)
        return self._quantile(drawn)

    def _cdf(self, x: Any) -> Any:
        return math_ops.atan(self._z(x)) / np.pi + 0.5

    def _log_cdf(self, x: Any) -> Any:
        return math_ops.log1p(2 / np.pi * math_ops.atan(self._z(x))) - np.log(2)

    def _log_unnormalized_prob(self, x: Any) -> Any:
        return -math_ops.log1p(math_ops.square(self._z(x)))

    def _log_normalization(self) -> Any:
        return np.log(np.pi) + math_ops.log(self.scale)

    def _entropy(self) -> Any:
        return (np.log(4 * np.pi) + math_ops.log(self.scale)) * array_ops.ones_like(self.loc)

    def _quantile(self, p: Any) -> Any:
        return self.loc + self.scale * math_ops.tan(np.pi * (p - 0.5))

    def _mode(self) -> Any:
        return self.loc * array_ops.ones_like(self.scale)

    def _undefined(self, what: str) -> Any:
        if not self.allow_nan_stats:
            raise ValueError(f"`{what}` is undefined for Cauchy distribution.")
        return array_ops.fill(self.batch_shape_tensor(), self.dtype.as_numpy_dtype(np.nan))

    def _mean(self) -> Any:
        return self._undefined("mean")

    def _stddev(self) -> Any:
        return self._undefined("stddev")


class _PositiveUniform(LocationScale):
    """What Logistic and Gumbel share: samples of uniform deviates above 0."""

    def _uniform(self, n: Any, seed: int | None) -> Any:
        shape, tiny = self._sample_shape(n), np.finfo(self.dtype.as_numpy_dtype).tiny
        return random_ops.random_uniform(shape=shape, minval=tiny, maxval=1.0, dtype=self.dtype, seed=seed)

    def _log_normalization(self) -> Any:
        return math_ops.log(self.scale)


class Logistic(_PositiveUniform):
    """Logistic distributions, of distribution function sigmoid((x - loc) / scale)."""

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Logistic"
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, arguments(locals()), name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        u = self._uniform(n, seed)
        return (math_ops.log(u) - math_ops.log1p(-1.0 * u)) * self.scale + self.loc

    def _log_cdf(self, x: Any) -> Any:
        return -nn_ops.softplus(-self._z(x))

    def _cdf(self, x: Any) -> Any:
        return math_ops.sigmoid(self._z(x))

    def _log_survival_function(self, x: Any) -> Any:
        return -nn_ops.softplus(self._z(x))

    def _survival_function(self, x: Any) -> Any:
        return math_ops.sigmoid(-self._z(x))

    def _log_unnormalized_prob(self, x: Any) -> Any:
        z = self._z(x)
        return -z - 2.0 * nn_ops.softplus(-z)

    def _entropy(self) -> Any:
        scale = self.scale * array_ops.ones_like(self.loc)
        return 2 + math_ops.log(scale)

    def _mean(self) -> Any:
        return self.loc * array_ops.ones_like(self.scale)

    def _stddev(self) -> Any:
        return self.scale * array_ops.ones_like(self.loc) * math.pi / math.sqrt(3)

    def _mode(self) -> Any:
        return self._mean()


class _Gumbel(_PositiveUniform):
    """Gumbel distributions, of distribution function exp(-exp(-(x - loc) / scale))."""

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Gumbel"
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, arguments(locals()), name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        u = self._uniform(n, seed)
        return -math_ops.log(-math_ops.log(u)) * self.scale + self.loc

    def _log_cdf(self, x: Any) -> Any:
        return -math_ops.exp(-self._z(x))

    def _cdf(self, x: Any) -> Any:
        return math_ops.exp(-math_ops.exp(-self._z(x)))

    def _log_unnormalized_prob(self, x: Any) -> Any:
        z = self._z(x)
        return -z - math_ops.exp(-z)

    def _entropy(self) -> Any:
        scale = self.scale * array_ops.ones_like(self.loc)
        return 1 + math_ops.log(scale) + np.euler_gamma

    def _mean(self) -> Any:
        return self.loc + self.scale * np.euler_gamma

    def _stddev(self) -> Any:
        return self.scale * array_ops.ones_like(self.loc) * math.pi / math.sqrt(6)

    def _mode(self) -> Any:
        return self.loc * array_ops.ones_like(self.scale)


class HalfNormal(ScalarEvents):
    """Distributions of |x|, where x is normal with mean 0 and standard deviation `scale`."""

    _PARAMETERS = ("scale",)
    scale = given("scale")

    def __init__(
        self, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "HalfNormal"
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[scale]) as scope:
            with control_dependencies([check_ops.assert_positive(scale)] if validate_args else []):
                self._scale = array_ops.identity(scale, name="scale")
        kind, parents = FULLY_REPARAMETERIZED, [self._scale]
        super().__init__(self._scale.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], self.batch_shape_tensor()], 0)
        drawn = random_ops.random_normal(shape=shape, mean=0.0, stddev=1.0, dtype=self.dtype, seed=seed)
        return math_ops.abs(drawn * self.scale)

    def _prob(self, x: Any) -> Any:
        factor = np.sqrt(2) / self.scale / np.sqrt(np.pi)
        density = factor * math_ops.exp(-0.5 * (x / self.scale) ** 2)
        return density * math_ops.cast(x >= 0, self.dtype)

    def _cdf(self, x: Any) -> Any:
        positive = nn_ops.relu(x)
        return math_ops.erf(positive / self.scale / np.sqrt(2.0))

    def _entropy(self) -> Any:
        return 0.5 * math_ops.log(np.pi * self.scale**2.0 / 2.0) + 0.5

    def _mean(self) -> Any:
        return self.scale * np.sqrt(2.0) / np.sqrt(np.pi)

    def _quantile(self, p: Any) -> Any:
        return np.sqrt(2.0) * self.scale * erfinv(p)

    def _mode(self) -> Any:
        return array_ops.zeros(self.batch_shape_tensor())

    def _variance(self) -> Any:
        return self.scale**2.0 * (1.0 - 2.0 / np.pi)
