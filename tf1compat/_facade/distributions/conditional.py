"""`tf.contrib.distributions`: distributions whose functions take further arguments; Autoregressive; SeedStream."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.distributions.distribution import Distribution
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.static_shapes import gen_new_seed
from tf1compat._facade.distributions.transformed import TransformedDistribution
from tf1compat._facade.formulas import array_ops, math_ops
from tf1compat._facade.framework import name_scope


class ConditionalDistribution(Distribution):
    """A distribution whose functions take further arguments, by name."""

    def sample(self, sample_shape: Any = (), seed: Any = None, name: str = "sample", **condition_kwargs: Any) -> Any:
        return self._call_sample_n(sample_shape, seed, name, **condition_kwargs)

    def log_prob(self, value: Any, name: str = "log_prob", **condition_kwargs: Any) -> Any:
        return self._call_log_prob(value, name, **condition_kwargs)

    def prob(self, value: Any, name: str = "prob", **condition_kwargs: Any) -> Any:
        return self._call_prob(value, name, **condition_kwargs)

    def log_cdf(self, value: Any, name: str = "log_cdf", **condition_kwargs: Any) -> Any:
        return self._call_log_cdf(value, name, **condition_kwargs)

    def cdf(self, value: Any, name: str = "cdf", **condition_kwargs: Any) -> Any:
        return self._call_cdf(value, name, **condition_kwargs)

    def log_survival_function(self, value: Any, name: str = "log_survival_function", **condition_kwargs: Any) -> Any:
        return self._call_log_survival_function(value, name, **condition_kwargs)

    def survival_function(self, value: Any, name: str = "survival_function", **condition_kwargs: Any) -> Any:
        return self._call_survival_function(value, name, **condition_kwargs)


class ConditionalTransformedDistribution(ConditionalDistribution, TransformedDistribution):
    """A TransformedDistribution whose functions take `bijector_kwargs` and `distribution_kwargs`, dictionaries."""

    def _sample_n(  # type: ignore[override]
        self, n: Any, seed: Any = None, bijector_kwargs: Any = None, distribution_kwargs: Any = None
    ) -> Any:
        return self._drawn(n, seed, **(distribution_kwargs or {}))

    def _for_bijector(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        return kwargs.get("bijector_kwargs") or {}

    def _log_prob(self, y: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        found = self._on_fibers(y, self._finish_log_prob_for_one_fiber, bijector_kwargs, distribution_kwargs)
        return math_ops.reduce_logsumexp(array_ops.stack(found), axis=0) if isinstance(found, list) else found

    def _prob(self, y: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        found = self._on_fibers(y, self._finish_prob_for_one_fiber, bijector_kwargs, distribution_kwargs)
        return sum(found) if isinstance(found, list) else found

    def _of_inverse(self, what: str, y: Any, bijector_kwargs: Any, distribution_kwargs: Any) -> Any:
        self._scalar_only(what)
        x = self.bijector.inverse(y, **(bijector_kwargs or {}))
        return getattr(self.distribution, what)(x, **(distribution_kwargs or {}))

    def _log_cdf(self, y: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        return self._of_inverse("log_cdf", y, bijector_kwargs, distribution_kwargs)

    def _cdf(self, y: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        return self._of_inverse("cdf", y, bijector_kwargs, distribution_kwargs)

    def _log_survival_function(self, y: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        return self._of_inverse("log_survival_function", y, bijector_kwargs, distribution_kwargs)

    def _survival_function(self, y: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        return self._of_inverse("survival_function", y, bijector_kwargs, distribution_kwargs)

    def _quantile(self, value: Any, bijector_kwargs: Any = None, distribution_kwargs: Any = None) -> Any:
        self._scalar_only("quantile")
        found = self.distribution.quantile(value, **(distribution_kwargs or {}))
        return self.bijector.forward(found, **(bijector_kwargs or {}))


class Autoregressive(Distribution):
    """Events each of whose elements depends on those before it.

    Args:
      distribution_fn: an event -> a distribution, whose element i depends on the event's elements before i only.
      sample0: the event to begin with; by default `distribution_fn` is called without one.
      num_steps: how often it is called for a sample; the number of elements by default.
      validate_args: check arguments as the graph runs.
      allow_nan_stats: statistics that are undefined are NaN, not an error.
      name: prefix of its nodes.
    """

    distribution_fn, sample0 = given("distribution_fn"), given("sample0")
    num_steps, distribution0 = given("num_steps"), given("distribution0")

    def __init__(
        self,
        distribution_fn: Callable[..., Any],
        sample0: Any = None,
        num_steps: int | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Autoregressive",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name) as scope:
            self._distribution_fn, self._sample0 = distribution_fn, sample0
            first = distribution_fn() if sample0 is None else distribution_fn(sample0)
            self._distribution0 = first
            if num_steps is None:
                num_steps = first.event_shape.num_elements()
                if num_steps is None:
                    raise ValueError("distribution_fn must generate a distribution with fully known `event_shape`.")
            if num_steps < 1:
                raise ValueError(f"num_steps ({num_steps}) must be at least 1.")
            self._num_steps = num_steps
        kind, parents = first.reparameterization_type, first._graph_parents
        super().__init__(first.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _batch_shape(self) -> Any:
        return self.distribution0.batch_shape

    def _batch_shape_tensor(self) -> Any:
        return self.distribution0.batch_shape_tensor()

    def _event_shape(self) -> Any:
        return self.distribution0.event_shape

    def _event_shape_tensor(self) -> Any:
        return self.distribution0.event_shape_tensor()

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        if seed is None:  # all steps must draw the same deviates
            seed = gen_new_seed(int(np.random.randint(2**32 - 1)), salt="autoregressive")
        samples = self.distribution0.sample(n, seed=seed)
        for _ in range(self._num_steps):
            samples = self.distribution_fn(samples).sample(seed=seed)
        return samples

    def _log_prob(self, value: Any) -> Any:
        return self.distribution_fn(value).log_prob(value)

    def _prob(self, value: Any) -> Any:
        return self.distribution_fn(value).prob(value)


class SeedStream:
    """Each call gives another seed that follows from this one and a text; None of None."""

    def __init__(self, seed: Any, salt: str) -> None:
        self._seed = seed.original_seed if isinstance(seed, SeedStream) else seed
        self._salt, self._counter = salt, 0

    def __call__(self) -> int | None:
        self._counter += 1
        if self._seed is None:
            return None
        return int(hashlib.sha512(str((self._seed, self._counter, self._salt)).encode()).hexdigest(), 16)

    @property
    def original_seed(self) -> Any:
        return self._seed

    @property
    def salt(self) -> str:
        return self._salt
