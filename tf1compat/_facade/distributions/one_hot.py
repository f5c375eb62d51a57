"""`tf.contrib.distributions`: OneHotCategorical and the continuous relaxations of it and of Bernoulli."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.bijectors_elementwise import Exp, Sigmoid
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED, Distribution
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.probabilities import get_logits_and_probs
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.transformed import TransformedDistribution
from tf1compat._facade.distributions.two_sided import Logistic
from tf1compat._facade.formulas import array_ops, check_ops, math_ops, nn_loss, nn_ops, random_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes


class _Classes(Distribution):
    """What distributions of vectors, an element for each class, share."""

    _logits: Any
    event_size, logits, probs = given("event_size"), given("logits"), given("probs")

    def _measure(self) -> None:
        """Nodes for the rank of the batch and the number of classes."""
        static = self._logits.shape.with_rank_at_least(1)
        if static.ndims is not None:
            self._batch_rank: Any = convert(static.ndims - 1, dtypes.int32, "batch_rank")
        else:
            with name_scope("batch_rank"):
                self._batch_rank = array_ops.rank(self._logits) - 1
        with name_scope("event_size"):
            self._event_size = array_ops.shape(self._logits)[-1]

    def _batch_shape_tensor(self) -> Any:
        return array_ops.shape(self.logits)[:-1]

    def _batch_shape(self) -> Any:
        return self.logits.shape[:-1]

    def _event_shape_tensor(self) -> Any:
        return array_ops.shape(self.logits)[-1:]

    def _event_shape(self) -> Any:
        return self.logits.shape.with_rank_at_least(1)[-1:]

    def _together(self, x: Any) -> tuple[Any, Any]:
        """Events and logits, broadcast against each other."""
        x, logits = self._checked(x), self.logits
        known = x.shape.is_fully_defined() and logits.shape.is_fully_defined()
        if not known or x.shape.as_list() != logits.shape.as_list():
            logits = array_ops.ones_like(x, dtype=logits.dtype) * logits
            x = array_ops.ones_like(logits, dtype=x.dtype) * x
        return x, logits

    def _checked(self, x: Any) -> Any:
        if not self.validate_args:
            return x
        positive = check_ops.assert_non_positive(x)
        zero = array_ops.zeros([], dtype=self.dtype)
        near = check_ops.assert_near(zero, math_ops.reduce_logsumexp(x, axis=[-1]))
        return with_dependencies([positive, near], x)


class OneHotCategorical(_Classes):
    """Vectors of zeros with a 1 at the class drawn."""

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "OneHotCategorical",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[logits, probs]) as scope:
            self._logits, self._probs = get_logits_and_probs(logits, probs, True, validate_args, scope)
            self._measure()
        kind, parents = NOT_REPARAMETERIZED, [self._logits, self._probs]
        dtype = dtypes.as_dtype(dtype)
        super().__init__(dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], array_ops.shape(self.logits)], 0)
        rows = self.logits if self.logits.shape.ndims == 2 else array_ops.reshape(self.logits, [-1, self.event_size])
        drawn = array_ops.transpose(random_ops.multinomial(rows, n, seed=seed))
        return array_ops.reshape(array_ops.one_hot(drawn, self.event_size, dtype=self.dtype), shape)

    def _log_prob(self, x: Any) -> Any:
        x, logits = self._together(x)
        shape = array_ops.shape(math_ops.reduce_sum(logits, -1))
        rows = array_ops.reshape(logits, [-1, self.event_size])
        labels = array_ops.reshape(x, [-1, self.event_size])
        found = -nn_loss.softmax_cross_entropy_with_logits(labels=labels, logits=rows)
        return array_ops.reshape(found, shape)

    def _entropy(self) -> Any:
        return -math_ops.reduce_sum(nn_ops.log_softmax(self.logits) * self.probs, axis=-1)

    def _mode(self) -> Any:
        found = math_ops.argmax(self.logits, axis=self._batch_rank)
        found = array_ops.one_hot(found, self.event_size, dtype=self.dtype)
        found.set_shape(self.logits.shape)
        return found

    def _covariance(self) -> Any:
        p = self.probs
        outer = -math_ops.matmul(p[..., None], p[..., None, :])
        return array_ops.matrix_set_diag(outer, self._variance())

    def _variance(self) -> Any:
        return self.probs * (1.0 - self.probs)


@RegisterKL(OneHotCategorical, OneHotCategorical)
def _kl_categorical_categorical(a: Any, b: Any, name: str | None = None) -> Any:
    with name_scope(name, "kl_categorical_categorical", values=[a.logits, b.logits]):
        weights = nn_ops.softmax(a.logits)
        apart = nn_ops.log_softmax(a.logits) - nn_ops.log_softmax(b.logits)
        return math_ops.reduce_sum(weights * apart, axis=-1)


class ExpRelaxedOneHotCategorical(_Classes):
    """The logarithms of RelaxedOneHotCategorical's vectors (Maddison et al., "The concrete distribution", 2016)."""

    temperature = given("temperature")

    def __init__(
        self,
        temperature: Any,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "ExpRelaxedOneHotCategorical",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[logits, probs, temperature]) as scope:
            self._logits, self._probs = get_logits_and_probs(logits, probs, True, validate_args, scope)
            if dtype is None:
                dtype = self._logits.dtype
                if not validate_args:
                    temperature = math_ops.cast(temperature, dtype)
            with control_dependencies([check_ops.assert_positive(temperature)] if validate_args else []):
                self._temperature = array_ops.identity(temperature, name="temperature")
                self._temperature_2d = array_ops.reshape(temperature, [-1, 1], name="temperature_2d")
            self._measure()
        kind, parents = FULLY_REPARAMETERIZED, [self._logits, self._probs, self._temperature]
        dtype = dtypes.as_dtype(dtype)
        super().__init__(dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], array_ops.shape(self.logits)], 0)
        rows = array_ops.reshape(self.logits * array_ops.ones(shape, dtype=self.dtype), [-1, self.event_size])
        # TF1: above 0, so that both logarithms are finite
        tiny, sizes = np.finfo(self.dtype.as_numpy_dtype).tiny, array_ops.shape(rows)
        u = random_ops.random_uniform(shape=sizes, minval=tiny, maxval=1.0, dtype=self.dtype, seed=seed)
        gumbel = -math_ops.log(-math_ops.log(u))
        noisy = math_ops.div(gumbel + rows, self._temperature_2d)
        return array_ops.reshape(nn_ops.log_softmax(noisy), shape)

    def _log_prob(self, x: Any) -> Any:
        x, logits = self._together(x)
        shape = array_ops.shape(math_ops.reduce_sum(logits, axis=[-1]))
        rows = array_ops.reshape(logits, [-1, self.event_size])
        events = array_ops.reshape(x, [-1, self.event_size])
        k = math_ops.cast(self.event_size, x.dtype)
        norm = math_ops.lgamma(k) + (k - 1.0) * math_ops.log(self.temperature)
        unnormalized = nn_ops.log_softmax(rows - events * self._temperature_2d)
        found = norm + math_ops.reduce_sum(unnormalized, [-1], keepdims=False)
        return array_ops.reshape(found, shape)


class RelaxedOneHotCategorical(TransformedDistribution):
    """Vectors of probabilities that become one-hot as the temperature falls to 0."""

    def __init__(
        self,
        temperature: Any,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "RelaxedOneHotCategorical",
    ) -> None:
        logs = ExpRelaxedOneHotCategorical(temperature, logits, probs, dtype, validate_args, allow_nan_stats)
        super().__init__(logs, Exp(), name=name)


class RelaxedBernoulli(TransformedDistribution):
    """Numbers between 0 and 1 that become 0 or 1 as the temperature falls to 0."""

    temperature, logits, probs = given("temperature"), given("logits"), given("probs")

    def __init__(
        self,
        temperature: Any,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "RelaxedBernoulli",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[logits, probs, temperature]) as scope:
            with control_dependencies([check_ops.assert_positive(temperature)] if validate_args else []):
                self._temperature: Any = array_ops.identity(temperature, name="temperature")
            self._logits, self._probs = get_logits_and_probs(logits, probs, validate_args=validate_args)
            base = Logistic(
                self._logits / self._temperature,
                1.0 / self._temperature,
                validate_args=validate_args,
                allow_nan_stats=allow_nan_stats,
                name=scope + "/Logistic",
            )
            sigmoid = Sigmoid(validate_args=validate_args)
            super().__init__(base, sigmoid, validate_args=validate_args, name=scope)
        self._parameters = parameters

    @staticmethod
    def _param_shapes(sample_shape: Any) -> Any:
        return {"logits": convert(sample_shape, dtypes.int32)}
