"""`tf.distributions`: Beta and Dirichlet, of probabilities; DirichletMultinomial and Multinomial, of counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED, Distribution
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.probabilities import get_logits_and_probs, log_combinations
from tf1compat._facade.distributions.scalar_events import ScalarEvents, arguments, given, softplus_of, variant
from tf1compat._facade.distributions.static_shapes import gen_new_seed
from tf1compat._facade.distributions.validation import (
    embed_check_categorical_event_shape,
    embed_check_nonnegative_integer_form,
)
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops, nn_ops, random_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.functional_ops import map_fn
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.sorting import lbeta
from tf1compat._jaxcore.base import dtypes

_POSITIVE = "Concentration parameter must be positive."


class Beta(ScalarEvents):
    """Beta distributions, of density proportional to x^(concentration1 - 1) (1 - x)^(concentration0 - 1)."""

    _PARAMETERS = ("concentration1", "concentration0")
    concentration1, concentration0 = given("concentration1"), given("concentration0")
    total_concentration = given("total_concentration")

    def __init__(
        self,
        concentration1: Any = None,
        concentration0: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Beta",
    ) -> None:
        parameters = arguments(locals())

        def checked(x: Any, what: str) -> Any:
            x = convert(x, None, what)
            return with_dependencies([check_ops.assert_positive(x, message=_POSITIVE)], x) if validate_args else x

        with name_scope(name, values=[concentration1, concentration0]) as scope:
            self._concentration1 = checked(concentration1, "concentration1")
            self._concentration0 = checked(concentration0, "concentration0")
            check_shapes.assert_same_float_dtype([self._concentration1, self._concentration0])
            self._total_concentration = self._concentration1 + self._concentration0
        parents = [self._concentration1, self._concentration0, self._total_concentration]
        kind, dtype = FULLY_REPARAMETERIZED, self._total_concentration.dtype
        super().__init__(dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sizes(self) -> list[Any]:
        return [self.total_concentration]

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        first = array_ops.ones_like(self.total_concentration, dtype=self.dtype) * self.concentration1
        second = array_ops.ones_like(self.total_concentration, dtype=self.dtype) * self.concentration0
        one = random_ops.random_gamma([n], first, dtype=self.dtype, seed=seed)
        other = random_ops.random_gamma([n], second, dtype=self.dtype, seed=gen_new_seed(seed, "beta"))
        return one / (one + other)

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _prob(self, x: Any) -> Any:
        return math_ops.exp(self._log_prob(x))

    def _log_cdf(self, x: Any) -> Any:
        return math_ops.log(self._cdf(x))

    def _cdf(self, x: Any) -> Any:
        return math_ops.betainc(self.concentration1, self.concentration0, x)

    def _log_unnormalized_prob(self, x: Any) -> Any:
        x = self._checked_sample(x)
        return math_ops.xlogy(self.concentration1 - 1.0, x) + (self.concentration0 - 1.0) * math_ops.log1p(-x)

    def _log_normalization(self) -> Any:
        a, b, total = self.concentration1, self.concentration0, self.total_concentration
        return math_ops.lgamma(a) + math_ops.lgamma(b) - math_ops.lgamma(total)

    def _entropy(self) -> Any:
        a, b, total = self.concentration1, self.concentration0, self.total_concentration
        less = self._log_normalization() - (a - 1.0) * math_ops.digamma(a) - (b - 1.0) * math_ops.digamma(b)
        return less + (total - 2.0) * math_ops.digamma(total)

    def _mean(self) -> Any:
        return self._concentration1 / self._total_concentration

    def _variance(self) -> Any:
        return self._mean() * (1.0 - self._mean()) / (1.0 + self.total_concentration)

    def _mode(self) -> Any:
        a, b = self.concentration1, self.concentration0
        mode = (a - 1.0) / (self.total_concentration - 2.0)
        message = "Mode undefined for concentration{} <= 1."

        def checks() -> Any:
            return [self._less_than(a, message.format(1)), self._less_than(b, message.format(0))]

        return self._defined(mode, lambda: math_ops.logical_and(a > 1.0, b > 1.0), checks)

    def _checked_sample(self, x: Any) -> Any:
        if not self.validate_args:
            return x
        positive = check_ops.assert_positive(x, message="sample must be positive")
        one = array_ops.ones([], self.dtype)
        return with_dependencies([positive, check_ops.assert_less(x, one, message="sample must be less than `1`.")], x)


BetaWithSoftplusConcentration = variant(
    Beta,
    "BetaWithSoftplusConcentration",
    "Beta of softplus(concentration1) and softplus(concentration0).",
    concentration1=softplus_of("concentration1"),
    concentration0=softplus_of("concentration0"),
)


@RegisterKL(Beta, Beta)
def _kl_beta_beta(a: Any, b: Any, name: str | None = None) -> Any:
    parts = ("concentration1", "concentration0", "total_concentration")
    values = [getattr(d, part) for d in (a, b) for part in parts]
    with name_scope(name, "kl_beta_beta", values=values):
        norm = b._log_normalization
        total = norm() - a._log_normalization()
        for part in parts[:2]:
            slope = math_ops.digamma(getattr(a, part))
            total = total - slope * (getattr(b, part) - getattr(a, part))
        return total + math_ops.digamma(a.total_concentration) * (b.total_concentration - a.total_concentration)


class _Concentrated(Distribution):
    """What Dirichlet and DirichletMultinomial share: the `concentration` of each class."""

    _concentration: Any
    concentration, total_concentration = given("concentration"), given("total_concentration")

    def _batch_shape_tensor(self) -> Any:
        return array_ops.shape(self.total_concentration)

    def _batch_shape(self) -> Any:
        return self.total_concentration.shape

    def _event_shape_tensor(self) -> Any:
        return array_ops.shape(self.concentration)[-1:]

    def _event_shape(self) -> Any:
        return self.concentration.shape.with_rank_at_least(1)[-1:]

    def _prob(self, x: Any) -> Any:
        return math_ops.exp(self._log_prob(x))

    def _variance_scale_term(self) -> Any:
        raise NotImplementedError

    def _covariance(self) -> Any:
        x = self._variance_scale_term() * self._mean()
        outer = -math_ops.matmul(x[..., None], x[..., None, :])
        return array_ops.matrix_set_diag(outer, self._variance())


class Dirichlet(_Concentrated):
    """Dirichlet distributions of probabilities of the last dimension's classes."""

    def __init__(
        self,
        concentration: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Dirichlet",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[concentration]) as scope:
            x = convert(concentration, None, "concentration")
            if validate_args:
                few = "Concentration parameter must have event_size >= 2."
                rank = "Concentration parameter must have >=1 dimensions."
                checks = [
                    check_ops.assert_positive(x, message=_POSITIVE),
                    check_shapes.assert_rank_at_least(x, 1, message=rank),
                    check_ops.assert_less(1, array_ops.shape(x)[-1], message=few),
                ]
                x = with_dependencies(checks, x)
            self._concentration = x
            self._total_concentration = math_ops.reduce_sum(x, -1)
        parents = [self._concentration, self._total_concentration]
        super().__init__(
            self._concentration.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, scope
        )  # fmt: skip

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        drawn = random_ops.random_gamma([n], self.concentration, dtype=self.dtype, seed=seed)
        return drawn / math_ops.reduce_sum(drawn, -1, keepdims=True)

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_unnormalized_prob(self, x: Any) -> Any:
        if self.validate_args:
            positive = check_ops.assert_positive(x, message="samples must be positive")
            one, total = array_ops.ones([], dtype=self.dtype), math_ops.reduce_sum(x, -1)
            near = check_ops.assert_near(one, total, message="sample last-dimension must sum to `1`")
            x = with_dependencies([positive, near], x)
        return math_ops.reduce_sum(math_ops.xlogy(self.concentration - 1.0, x), -1)

    def _log_normalization(self) -> Any:
        return lbeta(self.concentration)

    def _entropy(self) -> Any:
        k = math_ops.cast(self.event_shape_tensor()[0], self.dtype)
        total = self.total_concentration
        first = self._log_normalization() + (total - k) * math_ops.digamma(total)
        slopes = (self.concentration - 1.0) * math_ops.digamma(self.concentration)
        return first - math_ops.reduce_sum(slopes, axis=-1)

    def _mean(self) -> Any:
        return self.concentration / self.total_concentration[..., None]

    def _variance(self) -> Any:
        scale = self._variance_scale_term()
        x = scale * self._mean()
        return x * (scale - x)

    def _variance_scale_term(self) -> Any:
        return math_ops.rsqrt(1.0 + self.total_concentration[..., None])

    def _mode(self) -> Any:
        k = math_ops.cast(self.event_shape_tensor()[0], self.dtype)
        mode = (self.concentration - 1.0) / (self.total_concentration[..., None] - k)
        if self.allow_nan_stats:
            none = np.array(np.nan, dtype=self.dtype.as_numpy_dtype)
            nan = array_ops.fill(array_ops.shape(mode), none, name="nan")
            return array_ops.where_v2(math_ops.reduce_all(self.concentration > 1.0, axis=-1), mode, nan)
        one, message = array_ops.ones([], self.dtype), "Mode undefined when any concentration <= 1"
        return with_dependencies([check_ops.assert_less(one, self.concentration, message=message)], mode)


@RegisterKL(Dirichlet, Dirichlet)
def _kl_dirichlet_dirichlet(a: Any, b: Any, name: str | None = None) -> Any:
    with name_scope(name, "kl_dirichlet_dirichlet", values=[a.concentration, b.concentration]):
        whole = math_ops.digamma(math_ops.reduce_sum(a.concentration, axis=-1, keepdims=True))
        slopes = math_ops.digamma(a.concentration) - whole
        apart = a.concentration - b.concentration
        return math_ops.reduce_sum(apart * slopes, axis=-1) - lbeta(a.concentration) + lbeta(b.concentration)


def _checked_counts(total: Any, counts: Any, message: str) -> Any:
    counts = embed_check_nonnegative_integer_form(counts)
    same = check_ops.assert_equal(total, math_ops.reduce_sum(counts, -1), message=message)
    return with_dependencies([same], counts)


class DirichletMultinomial(_Concentrated):
    """Counts of `total_count` draws with probabilities that a Dirichlet distribution gave."""

    total_count = given("total_count")

    def __init__(
        self,
        total_count: Any,
        concentration: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "DirichletMultinomial",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[total_count, concentration]) as scope:
            self._total_count: Any = convert(total_count, None, "total_count")
            if validate_args:
                self._total_count = embed_check_nonnegative_integer_form(self._total_count)
            x = convert(concentration, None, "concentration")
            if validate_args:
                x = embed_check_categorical_event_shape(x)
                x = with_dependencies([check_ops.assert_positive(x, message=_POSITIVE)], x)
            self._concentration = x
            self._total_concentration = math_ops.reduce_sum(x, -1)
        parents = [self._total_count, self._concentration]
        super().__init__(
            self._concentration.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, scope
        )  # fmt: skip

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        draws = math_ops.cast(self.total_count, dtype=dtypes.int32)
        k = self.event_shape_tensor()[0]
        gamma = random_ops.random_gamma([n], self.concentration, dtype=self.dtype, seed=seed)
        logits = array_ops.reshape(math_ops.log(gamma), shape=[-1, k])
        other = gen_new_seed(seed, salt="dirichlet_multinomial")
        drawn = random_ops.multinomial(logits=logits, num_samples=draws, seed=other)
        x = math_ops.reduce_sum(array_ops.one_hot(drawn, depth=k), -2)
        x = array_ops.reshape(x, array_ops.concat([[n], self.batch_shape_tensor(), [k]], 0))
        return math_ops.cast(x, self.dtype)

    def _log_prob(self, counts: Any) -> Any:
        if self.validate_args:
            message = "counts last-dimension must sum to `self.total_count`"
            counts = _checked_counts(self.total_count, counts, message)
        ordered = lbeta(self.concentration + counts) - lbeta(self.concentration)
        return ordered + log_combinations(self.total_count, counts)

    def _mean(self) -> Any:
        return self.total_count * (self.concentration / self.total_concentration[..., None])

    def _variance(self) -> Any:
        scale = self._variance_scale_term()
        x = scale * self._mean()
        return x * (self.total_count * scale - x)

    def _variance_scale_term(self) -> Any:
        total = self.total_concentration[..., None]
        return math_ops.sqrt((1.0 + total / self.total_count) / (1.0 + total))


class Multinomial(Distribution):
    """Counts of `total_count` draws of the last dimension's classes."""

    total_count, logits, probs = given("total_count"), given("logits"), given("probs")

    def __init__(
        self,
        total_count: Any,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Multinomial",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[total_count, logits, probs]) as scope:
            self._total_count: Any = convert(total_count, None, "total_count")
            if validate_args:
                self._total_count = embed_check_nonnegative_integer_form(self._total_count)
            self._logits, self._probs = get_logits_and_probs(logits, probs, True, validate_args, scope)
            self._mean_val = self._total_count[..., None] * self._probs
        parents = [self._total_count, self._logits, self._probs]
        super().__init__(
            self._probs.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, scope
        )  # fmt: skip

    def _batch_shape_tensor(self) -> Any:
        return array_ops.shape(self._mean_val)[:-1]

    def _batch_shape(self) -> Any:
        return self._mean_val.shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self) -> Any:
        return array_ops.shape(self._mean_val)[-1:]

    def _event_shape(self) -> Any:
        return self._mean_val.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        draws = math_ops.cast(self.total_count, dtype=dtypes.int32)
        k = self.event_shape_tensor()[0]
        draws = array_ops.ones_like(self.logits[..., 0], dtype=draws.dtype) * draws
        logits = array_ops.ones_like(draws[..., None], dtype=self.logits.dtype) * self.logits
        rows, counts = array_ops.reshape(logits, [-1, k]), n * array_ops.reshape(draws, [-1])

        def of_one_row(pair: Any) -> Any:
            drawn = random_ops.multinomial(pair[0][None, ...], pair[1], seed)
            drawn = array_ops.reshape(drawn, shape=[n, -1])
            return math_ops.reduce_sum(array_ops.one_hot(drawn, depth=k), axis=-2)

        x = map_fn(of_one_row, [rows, counts], dtype=self.dtype)
        x = array_ops.transpose(x, perm=[1, 0, 2])
        return array_ops.reshape(x, array_ops.concat([[n], self.batch_shape_tensor(), [k]], 0))

    def _log_prob(self, counts: Any) -> Any:
        return self._log_unnormalized_prob(counts) - self._log_normalization(counts)

    def _log_unnormalized_prob(self, counts: Any) -> Any:
        return math_ops.reduce_sum(self._checked(counts) * nn_ops.log_softmax(self.logits), -1)

    def _log_normalization(self, counts: Any) -> Any:
        return -log_combinations(self.total_count, self._checked(counts))

    def _mean(self) -> Any:
        return array_ops.identity(self._mean_val)

    def _covariance(self) -> Any:
        p = self.probs * array_ops.ones_like(self.total_count)[..., None]
        outer = -math_ops.matmul(self._mean_val[..., None], p[..., None, :])
        return array_ops.matrix_set_diag(outer, self._variance())

    def _variance(self) -> Any:
        p = self.probs * array_ops.ones_like(self.total_count)[..., None]
        return self._mean_val - self._mean_val * p

    def _checked(self, counts: Any) -> Any:
        if not self.validate_args:
            return counts
        return _checked_counts(self.total_count, counts, "counts must sum to `self.total_count`")
