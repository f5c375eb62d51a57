"""`tf.distributions`: Gamma, Exponential and Beta; `tf.contrib.distributions`: Chi2 and InverseGamma."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.scalar_events import ScalarEvents, arguments, given, softplus_of, variant
from tf1compat._facade.distributions.static_shapes import gen_new_seed
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, constants, math_ops, random_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies


class _GammaLike(ScalarEvents):
    """What Gamma and InverseGamma share: `concentration` and `rate`."""

    _PARAMETERS = ("concentration", "rate")
    concentration, rate = given("concentration"), given("rate")
    _KIND = FULLY_REPARAMETERIZED

    def __init__(
        self, concentration: Any, rate: Any, validate_args: bool, allow_nan_stats: bool, parameters: Any, name: str
    ) -> None:
        with name_scope(name, values=[concentration, rate]) as scope:
            checks = [check_ops.assert_positive(p) for p in (concentration, rate)] if validate_args else []
            with control_dependencies(checks):
                self._concentration = array_ops.identity(concentration, name="concentration")
                self._rate = array_ops.identity(rate, name="rate")
                check_shapes.assert_same_float_dtype([self._concentration, self._rate])
        dtype, parents = self._concentration.dtype, [self._concentration, self._rate]
        super().__init__(dtype, self._KIND, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sizes(self) -> list[Any]:
        return [self.concentration, self.rate]

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_unnormalized_prob(self, x: Any) -> Any:
        raise NotImplementedError

    def _log_normalization(self) -> Any:
        return math_ops.lgamma(self.concentration) - self.concentration * math_ops.log(self.rate)

    def _maybe_assert_valid_sample(self, x: Any) -> Any:
        check_shapes.assert_same_float_dtype(tensors=[x], dtype=self.dtype)
        return with_dependencies([check_ops.assert_positive(x)], x) if self.validate_args else x


class Gamma(_GammaLike):
    """Gamma distributions with density proportional to x^(concentration - 1) exp(-rate x)."""

    def __init__(
        self,
        concentration: Any,
        rate: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Gamma",
    ) -> None:
        super().__init__(concentration, rate, validate_args, allow_nan_stats, arguments(locals()), name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        return random_ops.random_gamma([n], self.concentration, beta=self.rate, dtype=self.dtype, seed=seed)

    def _cdf(self, x: Any) -> Any:
        x = self._maybe_assert_valid_sample(x)
        return math_ops.igamma(self.concentration, self.rate * x)

    def _log_unnormalized_prob(self, x: Any) -> Any:
        x = self._maybe_assert_valid_sample(x)
        return math_ops.xlogy(self.concentration - 1.0, x) - self.rate * x

    def _entropy(self) -> Any:
        k = self.concentration
        return k - math_ops.log(self.rate) + math_ops.lgamma(k) + (1.0 - k) * math_ops.digamma(k)

    def _mean(self) -> Any:
        return self.concentration / self.rate

    def _variance(self) -> Any:
        return self.concentration / math_ops.square(self.rate)

    def _stddev(self) -> Any:
        return math_ops.sqrt(self.concentration) / self.rate

    def _mode(self) -> Any:
        mode = (self.concentration - 1.0) / self.rate
        message = "mode not defined when any concentration <= 1"
        return self._defined(
            mode, lambda: self.concentration > 1.0, lambda: [self._less_than(self.concentration, message)]
        )


GammaWithSoftplusConcentrationRate = variant(
    Gamma,
    "GammaWithSoftplusConcentrationRate",
    "Gamma of softplus(concentration) and softplus(rate).",
    concentration=softplus_of("concentration"),
    rate=softplus_of("rate"),
)


@RegisterKL(Gamma, Gamma)
def _kl_gamma_gamma(a: Any, b: Any, name: str | None = None) -> Any:
    with name_scope(name, "kl_gamma_gamma", values=[a.concentration, a.rate, b.concentration, b.rate]):
        shapes = (a.concentration - b.concentration) * math_ops.digamma(a.concentration)
        shapes = shapes + math_ops.lgamma(b.concentration) - math_ops.lgamma(a.concentration)
        rates = shapes + b.concentration * math_ops.log(a.rate) - b.concentration * math_ops.log(b.rate)
        return rates + a.concentration * (b.rate / a.rate - 1.0)


class Exponential(Gamma):
    """Exponential distributions with density rate * exp(-rate x)."""

    _PARAMETERS = ("rate",)

    def __init__(
        self, rate: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Exponential"
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[rate]) as scope:
            own = convert(rate, None, "rate")
        one = array_ops.ones([], dtype=own.dtype)
        super().__init__(one, own, validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=scope)
        self._parameters = parameters
        self._graph_parents += [self._rate]

    def _log_survival_function(self, value: Any) -> Any:
        return self._log_prob(value) - math_ops.log(self._rate)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], array_ops.shape(self._rate)], 0)
        # TF1: above 0, so that the logarithm is finite
        tiny = np.finfo(self.dtype.as_numpy_dtype).tiny
        drawn = random_ops.random_uniform(shape, minval=tiny, maxval=1.0, seed=seed, dtype=self.dtype)
        return -math_ops.log(drawn) / self._rate


ExponentialWithSoftplusRate = variant(
    Exponential, "ExponentialWithSoftplusRate", "Exponential of softplus(rate).", rate=softplus_of("rate")
)


class Chi2(Gamma):
    """Chi-square distributions with `df` degrees of freedom."""

    _PARAMETERS = ("df",)
    df = given("df")

    def __init__(self, df: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Chi2") -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[df]) as scope:
            checks = [check_ops.assert_positive(df)] if validate_args else []
            with control_dependencies(checks):
                self._df = array_ops.identity(df, name="df")
            half, rate = 0.5 * self._df, constants.constant(0.5, dtype=self._df.dtype)
            super().__init__(half, rate, validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=scope)
        self._parameters = parameters


Chi2WithAbsDf = variant(
    Chi2,
    "Chi2WithAbsDf",
    "Chi2 of floor(|df|).",
    df=lambda df: math_ops.floor(math_ops.abs(df, name="abs_df"), name="floor_abs_df"),
)


class InverseGamma(_GammaLike):
    """Distributions of 1 / x, where x follows Gamma(concentration, rate)."""

    _KIND = NOT_REPARAMETERIZED

    def __init__(
        self,
        concentration: Any,
        rate: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "InverseGamma",
    ) -> None:
        super().__init__(concentration, rate, validate_args, allow_nan_stats, arguments(locals()), name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        drawn = random_ops.random_gamma([n], self.concentration, beta=self.rate, dtype=self.dtype, seed=seed)
        return 1.0 / drawn

    def _cdf(self, x: Any) -> Any:
        x = self._maybe_assert_valid_sample(x)
        return math_ops.igammac(self.concentration, self.rate / x)

    def _log_unnormalized_prob(self, x: Any) -> Any:
        x = self._maybe_assert_valid_sample(x)
        return -(1.0 + self.concentration) * math_ops.log(x) - self.rate / x

    def _entropy(self) -> Any:
        k = self.concentration
        return k + math_ops.log(self.rate) + math_ops.lgamma(k) - (1.0 + k) * math_ops.digamma(k)

    def _mean(self) -> Any:
        mean = self.rate / (self.concentration - 1.0)
        message = "mean undefined when any concentration <= 1"
        return self._defined(
            mean, lambda: self.concentration > 1.0, lambda: [self._less_than(self.concentration, message)]
        )

    def _variance(self) -> Any:
        k = self.concentration
        var = math_ops.square(self.rate) / math_ops.squared_difference(k, 1.0) / (k - 2.0)
        message = "variance undefined when any concentration <= 2"
        return self._defined(
            var, lambda: k > 2.0, lambda: [self._less_than(k, message, constants.constant(2.0, self.dtype))]
        )

    def _mode(self) -> Any:
        return self.rate / (1.0 + self.concentration)


InverseGammaWithSoftplusConcentrationRate = variant(
    InverseGamma,
    "InverseGammaWithSoftplusConcentrationRate",
    "InverseGamma of softplus(concentration) and softplus(rate).",
    concentration=softplus_of("concentration"),
    rate=softplus_of("rate"),
)
