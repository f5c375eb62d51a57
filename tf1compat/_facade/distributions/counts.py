"""`tf.contrib.distributions` of counts: Poisson, Binomial, NegativeBinomial and Geometric; Deterministic."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import NOT_REPARAMETERIZED
from tf1compat._facade.distributions.probabilities import get_logits_and_probs
from tf1compat._facade.distributions.scalar_events import ScalarEvents, arguments, given
from tf1compat._facade.distributions.static_shapes import gen_new_seed, static_value
from tf1compat._facade.distributions.validation import assert_integer_form, embed_check_nonnegative_integer_form
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, constants, math_ops, nn_ops, random_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies


class _Counts(ScalarEvents):
    """Events are whole numbers from 0."""

    def _whole(self, x: Any) -> Any:
        return embed_check_nonnegative_integer_form(x) if self.validate_args else x

    # TF1: they cannot say the shapes of their parameters
    @staticmethod
    def _param_shapes(sample_shape: Any) -> Any:
        raise NotImplementedError("_param_shapes not implemented")


class Poisson(_Counts):
    """Poisson distributions of this `rate`, or of exp(`log_rate`)."""

    _PARAMETERS = ("rate",)
    rate, log_rate = given("rate"), given("log_rate")

    def __init__(
        self,
        rate: Any = None,
        log_rate: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Poisson",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[rate]) as scope:
            if (rate is None) == (log_rate is None):
                raise ValueError("Must specify exactly one of `rate` and `log_rate`.")
            what, own = ("rate", rate) if log_rate is None else ("log_rate", log_rate)
            own = convert(own, None, what)
            if not own.dtype.is_floating:
                raise TypeError(f"{what}.dtype ({own.dtype.name}) is a not a float-type.")
            if log_rate is None:
                with control_dependencies([check_ops.assert_positive(own)] if validate_args else []):
                    self._rate = array_ops.identity(own, name="rate")
                    self._log_rate = math_ops.log(own, name="log_rate")
            else:
                self._rate, self._log_rate = math_ops.exp(own, name="rate"), own
        kind, parents = NOT_REPARAMETERIZED, [self._rate]
        super().__init__(self._rate.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        return random_ops.random_poisson(self.rate, [n], dtype=self.dtype, seed=seed)

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_cdf(self, x: Any) -> Any:
        return math_ops.log(self.cdf(x))

    def _cdf(self, x: Any) -> Any:
        x = self._whole(x)
        return math_ops.igammac(1.0 + x, self.rate)

    def _log_normalization(self) -> Any:
        return self.rate

    def _log_unnormalized_prob(self, x: Any) -> Any:
        x = self._whole(x)
        return x * self.log_rate - math_ops.lgamma(1.0 + x)

    def _mean(self) -> Any:
        return array_ops.identity(self.rate)

    def _variance(self) -> Any:
        return array_ops.identity(self.rate)

    def _mode(self) -> Any:
        return math_ops.floor(self.rate)


class Binomial(_Counts):
    """Successes of `total_count` draws with probability `probs`, or sigmoid(`logits`)."""

    _PARAMETERS = ("total_count", "probs")
    total_count, logits, probs = given("total_count"), given("logits"), given("probs")

    def __init__(
        self,
        total_count: Any,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Binomial",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[total_count, logits, probs]) as scope:
            self._total_count: Any = convert(total_count, None, "total_count")
            if validate_args:
                positive = "total_count must be non-negative."
                whole = "total_count cannot contain fractional components."
                checks = [
                    check_ops.assert_non_negative(self._total_count, message=positive),
                    assert_integer_form(self._total_count, message=whole),
                ]
                self._total_count = with_dependencies(checks, self._total_count)
            self._logits, self._probs = get_logits_and_probs(logits, probs, False, validate_args, scope)
        kind, parents = NOT_REPARAMETERIZED, [self._total_count, self._logits, self._probs]
        super().__init__(self._probs.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _log_prob(self, counts: Any) -> Any:
        return self._log_unnormalized_prob(counts) - self._log_normalization(counts)

    def _prob(self, counts: Any) -> Any:
        return math_ops.exp(self._log_prob(counts))

    def _cdf(self, counts: Any) -> Any:
        counts, probs, n = self._checked(counts), self.probs, self.total_count
        known = counts.shape.is_fully_defined() and probs.shape.is_fully_defined()
        if not (known and counts.shape.is_compatible_with(probs.shape)):
            probs = probs + array_ops.zeros_like(counts)
            counts = counts + array_ops.zeros_like(self.probs)
        ones = array_ops.ones_like(n - counts)
        all_of_them = math_ops.equal(counts, n)
        rest = array_ops.where_v2(all_of_them, ones, n - counts)
        below = math_ops.betainc(a=rest, b=counts + 1, x=1 - probs)
        return array_ops.where_v2(all_of_them, ones, below)

    def _log_unnormalized_prob(self, counts: Any) -> Any:
        counts = self._checked(counts)
        failures = (self.total_count - counts) * math_ops.log1p(-self.probs)
        return counts * math_ops.log(self.probs) + failures

    def _log_normalization(self, counts: Any) -> Any:
        counts, n = self._checked(counts), self.total_count
        orders = math_ops.lgamma(1.0 + n - counts) + math_ops.lgamma(1.0 + counts)
        return orders - math_ops.lgamma(1.0 + n)

    def _mean(self) -> Any:
        return self.total_count * self.probs

    def _variance(self) -> Any:
        return self._mean() * (1.0 - self.probs)

    def _mode(self) -> Any:
        return math_ops.floor((1.0 + self.total_count) * self.probs)

    def _checked(self, counts: Any) -> Any:
        if not self.validate_args:
            return counts
        counts = embed_check_nonnegative_integer_form(counts)
        message = "counts are not less than or equal to n."
        return with_dependencies([check_ops.assert_less_equal(counts, self.total_count, message=message)], counts)


class NegativeBinomial(_Counts):
    """Successes before `total_count` failures."""

    _PARAMETERS = ("total_count", "probs")
    total_count, logits, probs = given("total_count"), given("logits"), given("probs")

    def __init__(
        self,
        total_count: Any,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "NegativeBinomial",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[total_count, logits, probs]) as scope:
            self._logits, self._probs = get_logits_and_probs(logits, probs, False, validate_args, scope)
            with control_dependencies([check_ops.assert_positive(total_count)] if validate_args else []):
                self._total_count = array_ops.identity(total_count)
        kind, parents = NOT_REPARAMETERIZED, [self._total_count, self._probs, self._logits]
        super().__init__(self._probs.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        scale = math_ops.exp(-self.logits)
        rate = random_ops.random_gamma([n], self.total_count, beta=scale, dtype=self.dtype, seed=seed)
        other = gen_new_seed(seed, "negative_binom")
        return random_ops.random_poisson(rate, shape=[], dtype=self.dtype, seed=other)

    def _cdf(self, x: Any) -> Any:
        x = self._whole(x)
        return math_ops.betainc(self.total_count, 1.0 + x, math_ops.sigmoid(-self.logits))

    def _log_prob(self, x: Any) -> Any:
        return self._log_unnormalized_prob(x) - self._log_normalization(x)

    def _log_unnormalized_prob(self, x: Any) -> Any:
        x = self._whole(x)
        failures = self.total_count * math_ops.log_sigmoid(-self.logits)
        return failures + x * math_ops.log_sigmoid(self.logits)

    def _log_normalization(self, x: Any) -> Any:
        x = self._whole(x)
        orders = -math_ops.lgamma(self.total_count + x) + math_ops.lgamma(1.0 + x)
        return orders + math_ops.lgamma(self.total_count)

    def _mean(self) -> Any:
        return self.total_count * math_ops.exp(self.logits)

    def _mode(self) -> Any:
        several = self.total_count > 1.0
        adjusted = array_ops.where_v2(several, self.total_count - 1.0, array_ops.zeros_like(self.total_count))
        return math_ops.floor(adjusted * math_ops.exp(self.logits))

    def _variance(self) -> Any:
        return self._mean() / math_ops.sigmoid(-self.logits)


class Geometric(_Counts):
    """Failures before the first success."""

    _PARAMETERS = ("probs",)
    logits, probs = given("logits"), given("probs")

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Geometric",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[logits, probs]) as scope:
            self._logits, found = get_logits_and_probs(logits, probs, False, validate_args, scope)
            with control_dependencies([check_ops.assert_positive(found)] if validate_args else []):
                self._probs = array_ops.identity(found, name="probs")
        kind, parents = NOT_REPARAMETERIZED, [self._probs, self._logits]
        super().__init__(self._probs.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], array_ops.shape(self._probs)], 0)
        # TF1: above 0, so that the logarithm is finite
        tiny = np.finfo(self.dtype.as_numpy_dtype).tiny
        drawn = random_ops.random_uniform(shape, minval=tiny, maxval=1.0, seed=seed, dtype=self.dtype)
        return math_ops.floor(math_ops.log(drawn) / math_ops.log1p(-self.probs))

    def _broadcast(self, x: Any) -> Any:
        x = embed_check_nonnegative_integer_form(x) if self.validate_args else math_ops.floor(x)
        return x * array_ops.ones_like(self.probs)

    def _cdf(self, x: Any) -> Any:
        x = self._broadcast(x)
        below = -math_ops.expm1((1.0 + x) * math_ops.log1p(-self.probs))
        return array_ops.where(x < 0.0, array_ops.zeros_like(x), below)

    def _log_prob(self, x: Any) -> Any:
        x = self._broadcast(x)
        probs = self.probs * array_ops.ones_like(x)
        usable = array_ops.where(math_ops.equal(x, 0.0), array_ops.zeros_like(probs), probs)
        return x * math_ops.log1p(-usable) + math_ops.log(probs)

    def _entropy(self) -> Any:
        probs = self._probs
        if self.validate_args:
            one, message = constants.constant(1.0, probs.dtype), "Entropy is undefined when logits = inf or probs = 1."
            probs = with_dependencies([check_ops.assert_less(probs, one, message=message)], probs)
        return nn_ops.softplus(self.logits) / probs - self.logits

    def _mean(self) -> Any:
        return math_ops.exp(-self.logits)

    def _variance(self) -> Any:
        return self._mean() / self.probs

    def _mode(self) -> Any:
        return array_ops.zeros(self.batch_shape_tensor(), dtype=self.dtype)


class _BaseDeterministic(ScalarEvents):
    """Events are always `loc`; within `atol + rtol * |loc|` their probability is 1."""

    loc, atol, rtol = given("loc"), given("atol"), given("rtol")

    def __init__(
        self,
        loc: Any,
        atol: Any = None,
        rtol: Any = None,
        is_vector: bool = False,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "_BaseDeterministic",
    ) -> None:
        parameters = {k: v for k, v in arguments(locals()).items() if k != "is_vector"}
        with name_scope(name, values=[loc, atol, rtol]) as scope:
            own: Any = convert(loc, None, "loc")
            if is_vector and validate_args:
                message = "Argument loc must be at least rank 1."
                if own.shape.ndims is None:
                    check = check_shapes.assert_rank_at_least(own, 1, message=message)
                    own = with_dependencies([check], own)
                elif own.shape.ndims < 1:
                    raise ValueError(message)
            self._loc = own
            kind, parents = NOT_REPARAMETERIZED, [own]
            super().__init__(own.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)
            self._atol, self._rtol = self._get_tol(atol), self._get_tol(rtol)
            self._slack = self.atol if rtol is None else self.atol + self.rtol * math_ops.abs(self.loc)

    def _get_tol(self, tol: Any) -> Any:
        if tol is None:
            return convert(0, self.loc.dtype.base)
        tol = convert(tol, self.loc.dtype.base)
        if self.validate_args:
            message = "Argument 'tol' must be non-negative"
            tol = with_dependencies([check_ops.assert_non_negative(tol, message=message)], tol)
        return tol

    def _entropy(self) -> Any:
        return array_ops.zeros(self.batch_shape_tensor(), dtype=self.dtype)

    def _mean(self) -> Any:
        return array_ops.identity(self.loc)

    def _variance(self) -> Any:
        return array_ops.zeros_like(self.loc)

    def _mode(self) -> Any:
        return self.mean()

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        known = static_value(n)
        if known is not None and self.loc.shape.ndims is not None:
            multiples: Any = [known] + [1] * self.loc.shape.ndims
        else:
            multiples = array_ops.concat(([n], array_ops.ones_like(array_ops.shape(self.loc))), axis=0)
        return array_ops.tile(self.loc[None, ...], multiples=multiples)


class Deterministic(_BaseDeterministic):
    """Numbers that are always `loc`."""

    _PARAMETERS = ("loc",)

    def __init__(
        self,
        loc: Any,
        atol: Any = None,
        rtol: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Deterministic",
    ) -> None:
        super().__init__(loc, atol, rtol, False, validate_args, allow_nan_stats, name)

    def _prob(self, x: Any) -> Any:
        return math_ops.cast(math_ops.abs(x - self.loc) <= self._slack, dtype=self.dtype)

    def _cdf(self, x: Any) -> Any:
        return math_ops.cast(x >= self.loc - self._slack, dtype=self.dtype)


class VectorDeterministic(_BaseDeterministic):
    """Vectors that are always `loc`."""

    _PARAMETERS = ("loc",)

    def __init__(
        self,
        loc: Any,
        atol: Any = None,
        rtol: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorDeterministic",
    ) -> None:
        super().__init__(loc, atol, rtol, True, validate_args, allow_nan_stats, name)

    def _batch_shape_tensor(self) -> Any:
        return array_ops.shape(self.loc)[:-1]

    def _batch_shape(self) -> Any:
        return self.loc.shape[:-1]

    def _event_shape_tensor(self) -> Any:
        return array_ops.shape(self.loc)[-1]

    def _event_shape(self) -> Any:
        return self.loc.shape[-1:]

    def _prob(self, x: Any) -> Any:
        if self.validate_args:
            vector = check_shapes.assert_rank_at_least(x, 1)
            message = "Argument 'x' not defined in the same space R^k as this distribution"
            size = array_ops.gather(array_ops.shape(x), array_ops.rank(x) - 1)
            same = check_ops.assert_equal(self.event_shape_tensor(), size, message=message)
            with control_dependencies([vector]):
                with control_dependencies([same]):
                    x = array_ops.identity(x)
        near = math_ops.abs(x - self.loc) <= self._slack
        return math_ops.cast(math_ops.reduce_all(near, axis=-1), dtype=self.dtype)
