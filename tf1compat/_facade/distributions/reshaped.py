"""`tf.contrib.distributions`: BatchReshape, a batch in another shape; QuantizedDistribution, rounded up to integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import NOT_REPARAMETERIZED, Distribution
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.validation import assert_integer_form
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes, shapes


class BatchReshape(Distribution):
    """A batch of distributions in another shape, one size of which may be -1.

    Raises:
      ValueError: the shape is no vector, or its size is known not to be the batch's.
    """

    distribution = given("distribution")

    def __init__(
        self,
        distribution: Any,
        batch_shape: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = None,
    ) -> None:
        parameters = arguments(locals())
        base = distribution
        with name_scope(name or "BatchReshape" + base.name, values=[batch_shape]) as scope:
            unexpanded = convert(batch_shape, dtypes.int32, "batch_shape")
            validate_init_args_statically(base, unexpanded)
            own = base.batch_shape_tensor()
            found = calculate_reshape(own, unexpanded, validate_args)
            self._batch_shape_unexpanded, self._distribution = unexpanded, base
            self._batch_shape_, self._batch_shape_static, self._runtime_assertions = found
            parents, kind = [unexpanded, *base._graph_parents], base.reparameterization_type
            super().__init__(base.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _batch_shape_tensor(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return array_ops.identity(self._batch_shape_)

    def _batch_shape(self) -> Any:
        return self._batch_shape_static

    def _event_shape_tensor(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return array_ops.identity(self.distribution.event_shape_tensor())

    def _event_shape(self) -> Any:
        return self.distribution.event_shape

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        with control_dependencies(self._runtime_assertions):
            x = self.distribution.sample(sample_shape=n, seed=seed)
            shape = array_ops.concat([[n], self._batch_shape_unexpanded, self.event_shape_tensor()], axis=0)
            return array_ops.reshape(x, shape)

    def _log_prob(self, x: Any) -> Any:
        return self._of_events(self.distribution.log_prob, x)

    def _prob(self, x: Any) -> Any:
        return self._of_events(self.distribution.prob, x)

    def _log_cdf(self, x: Any) -> Any:
        return self._of_events(self.distribution.log_cdf, x)

    def _cdf(self, x: Any) -> Any:
        return self._of_events(self.distribution.cdf, x)

    def _log_survival_function(self, x: Any) -> Any:
        return self._of_events(self.distribution.log_survival_function, x)

    def _survival_function(self, x: Any) -> Any:
        return self._of_events(self.distribution.survival_function, x)

    def _entropy(self) -> Any:
        return self._reshaped(self.distribution.entropy, [], [])

    def _mean(self) -> Any:
        return self._reshaped(self.distribution.mean)

    def _mode(self) -> Any:
        return self._reshaped(self.distribution.mode)

    def _stddev(self) -> Any:
        return self._reshaped(self.distribution.stddev)

    def _variance(self) -> Any:
        return self._reshaped(self.distribution.variance)

    def _covariance(self) -> Any:
        return self._reshaped(self.distribution.covariance, [self.event_shape_tensor()] * 2, [self.event_shape] * 2)

    def _ndims(self, x: Any) -> tuple[Any, Any, Any]:
        """The numbers of dimensions of `x`, of an event and of the batch, as far as known Python's."""
        of_x: Any = array_ops.rank(x) if x.shape.ndims is None else x.shape.ndims
        static = self.event_shape.ndims
        of_event: Any = array_ops.size(self.event_shape_tensor()) if static is None else static
        static = self.batch_shape.ndims
        return of_x, of_event, array_ops.size(self._batch_shape_unexpanded) if static is None else static

    def _sample_shape(self, x: Any) -> tuple[Any, Any]:
        of_x, of_event, of_batch = self._ndims(x)
        rest = of_x - of_batch - of_event
        static = x.shape[:rest] if isinstance(rest, int) else shapes.TensorShape(None)
        if static.is_fully_defined():
            return np.array(static.as_list(), np.int32), static
        return array_ops.shape(x)[:rest], static

    def _of_events(self, function: Callable[[Any], Any], x: Any) -> Any:
        with control_dependencies(self._runtime_assertions + self._validate_sample_arg(x)):
            samples, static = self._sample_shape(x)
            old = [samples, self.distribution.batch_shape_tensor(), self.event_shape_tensor()]
            found = function(array_ops.reshape(x, array_ops.concat(old, axis=0)))
            new = array_ops.concat([samples, self._batch_shape_unexpanded], axis=0)
            found = array_ops.reshape(found, new)
            if static.ndims is not None and self.batch_shape.ndims is not None:
                found.set_shape(found.shape.merge_with(static.concatenate(self.batch_shape)))
            return found

    def _reshaped(self, function: Callable[[], Any], event: Any = None, static_event: Any = None) -> Any:
        with control_dependencies(self._runtime_assertions):
            event = [self._event_shape_tensor()] if event is None else event
            static_event = [self.event_shape] if static_event is None else static_event
            new = array_ops.concat([self._batch_shape_unexpanded, *event], axis=0)
            found = array_ops.reshape(function(), new)
            if self.batch_shape.ndims is not None and self.event_shape.ndims is not None:
                static = self.batch_shape
                for shape in static_event:
                    static = static.concatenate(shape)
                found.set_shape(found.shape.merge_with(static))
            return found

    def _validate_sample_arg(self, x: Any) -> list[Any]:
        """Refuses events that would have to be broadcast; assertions where shapes are not known."""
        text = "Broadcasting is not supported; "
        with name_scope("validate_sample_arg", values=[x]):
            of_x, of_event, of_batch = self._ndims(x)
            least = of_batch + of_event
            checks: list[Any] = []
            if isinstance(of_x, int) and isinstance(least, int):
                if of_x < least:
                    raise NotImplementedError(
                        f"{text}too few batch and event dims (expected at least {least}, saw {of_x})."
                    )
            elif self.validate_args:
                name, message = "assert_batch_and_event_ndims_large_enough", f"{text}too few batch and event dims."
                checks.append(check_ops.assert_greater_equal(of_x, least, message=message, name=name))
            if self.batch_shape.is_fully_defined() and self.event_shape.is_fully_defined():
                expected: Any = np.int32(self.batch_shape.concatenate(self.event_shape).as_list())
            else:
                expected = array_ops.concat([self.batch_shape_tensor(), self.event_shape_tensor()], axis=0)
            rest: Any = of_x - least
            if isinstance(rest, int) and x.shape[max(rest, 0) :].is_fully_defined():
                found: Any = np.int32(x.shape[max(rest, 0) :].as_list())
            else:
                found = array_ops.shape(x)[math_ops.maximum(rest, 0) :]
            if isinstance(expected, np.ndarray) and isinstance(found, np.ndarray):
                if any(expected != found):
                    raise NotImplementedError(
                        f"{text}unexpected batch and event shape (expected {expected}, saw {found})."
                    )
                return checks
            if not self.validate_args:
                return []
            message, name = f"{text}unexpected batch and event shape.", "assert_batch_and_event_shape_same"
            with control_dependencies(checks):
                return [check_ops.assert_equal(expected, found, message=message, name=name)]


def calculate_reshape(original_shape: Any, new_shape: Any, validate: bool = False, name: str | None = None) -> Any:
    """(the new shape without -1, what is known of it, assertions)."""
    static = tensor_util.constant_value_as_shape(new_shape)
    if static.is_fully_defined():
        return np.array(static.as_list(), np.int32), static, []
    with name_scope(name, "calculate_reshape", [original_shape, new_shape]):
        size = math_ops.reduce_prod(original_shape)
        is_open = math_ops.equal(new_shape, -1)
        rest = size // math_ops.maximum(1, -math_ops.reduce_prod(new_shape))
        filled = array_ops.fill(array_ops.shape(new_shape), rest)
        expanded = array_ops.where_v2(is_open, filled, new_shape)
        if not validate:
            return expanded, static, []
        number = math_ops.count_nonzero(is_open, dtype=dtypes.int32)
        checks = [
            check_shapes.assert_rank(original_shape, 1, message="Original shape must be a vector."),
            check_shapes.assert_rank(new_shape, 1, message="New shape must be a vector."),
            check_ops.assert_less_equal(number, 1, message="At most one dimension can be unknown."),
            check_ops.assert_positive(expanded, message="Shape elements must be >=-1."),
            check_ops.assert_equal(math_ops.reduce_prod(expanded), size, message="Shape sizes do not match."),
        ]
        return expanded, static, checks


def validate_init_args_statically(distribution: Any, batch_shape: Any) -> None:
    """Refuses shapes that are known not to be the batch's."""
    if batch_shape.shape.ndims is not None and batch_shape.shape.ndims != 1:
        raise ValueError(f"`batch_shape` must be a vector (saw rank: {batch_shape.shape.ndims}).")
    static = tensor_util.constant_value_as_shape(batch_shape)
    size, own = static.num_elements(), distribution.batch_shape.num_elements()
    if size is not None and own is not None and size != own:
        raise ValueError(f"`batch_shape` size ({size}) must match `distribution.batch_shape` size ({own}).")
    if static.ndims is not None and any(n is not None and n < 1 for n in static.as_list()):
        raise ValueError("`batch_shape` elements must be >=-1.")


class QuantizedDistribution(Distribution):
    """The least integers that are not below events of a distribution; those outside [low + 1, high] moved to its ends.

    Args:
      distribution: a scalar distribution of floats.
      low: a whole number; no end by default.
      high: likewise.
      validate_args: check arguments as the graph runs.
      name: prefix of its nodes.
    """

    low, high = given("low"), given("high")

    def __init__(
        self,
        distribution: Any,
        low: Any = None,
        high: Any = None,
        validate_args: bool = False,
        name: str = "QuantizedDistribution",
    ) -> None:
        parameters = arguments(locals())
        self._dist = distribution
        with name_scope(name, values=[*distribution.parameters.values(), low, high]) as scope:
            low = None if low is None else convert(low, None, "low")
            high = None if high is None else convert(high, None, "high")
            check_shapes.assert_same_float_dtype([low, high], distribution.dtype)
            checks = []
            if validate_args and low is not None and high is not None:
                checks.append(check_ops.assert_less(low, high, message="low must be strictly less than high."))
            self._validate_args = validate_args
            with control_dependencies(checks):
                self._low = None if low is None else self._check_integer(low)
                self._high = None if high is None else self._check_integer(high)
        parents = [*distribution._graph_parents, *(end for end in (self._low, self._high) if end is not None)]
        kind, nan = NOT_REPARAMETERIZED, distribution.allow_nan_stats
        super().__init__(distribution.dtype, kind, validate_args, nan, parameters, parents, scope)

    @property
    def distribution(self) -> Any:
        return self._dist

    def _batch_shape_tensor(self) -> Any:
        return self.distribution.batch_shape_tensor()

    def _batch_shape(self) -> Any:
        return self.distribution.batch_shape

    def _event_shape_tensor(self) -> Any:
        return self.distribution.event_shape_tensor()

    def _event_shape(self) -> Any:
        return self.distribution.event_shape

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        with name_scope("transform"):
            drawn = self.distribution.sample(convert(n, None, "n"), seed=seed)
            ones = array_ops.ones_like(drawn)
            found = math_ops.ceil(drawn)
            if self._low is not None:
                found = array_ops.where(found < self._low, self._low * ones, found)
            if self._high is not None:
                found = array_ops.where(found > self._high, self._high * ones, found)
            return found

    def _log_prob(self, y: Any) -> Any:
        y = self._check_integer(y)
        try:
            beyond, beyond_before = self.log_survival_function(y), self.log_survival_function(y - 1)
            below, below_before = self.log_cdf(y), self.log_cdf(y - 1)
            # of the two differences, that of the smaller numbers is the more exact
            big = array_ops.where(beyond < below, beyond_before, below)
            small = array_ops.where(beyond < below, beyond, below_before)
        except NotImplementedError:
            big, small = self.log_cdf(y), self.log_cdf(y - 1)
        with name_scope("logsum_expbig_minus_expsmall", values=[small, big]):
            return math_ops.log(1.0 - math_ops.exp(small - big)) + big

    def _prob(self, y: Any) -> Any:
        y = self._check_integer(y)
        try:
            beyond, beyond_before = self.survival_function(y), self.survival_function(y - 1)
            below, below_before = self.cdf(y), self.cdf(y - 1)
            return array_ops.where(beyond < below, beyond_before - beyond, below - below_before)
        except NotImplementedError:
            return self.cdf(y) - self.cdf(y - 1)

    def _between(self, method: str, j: Any, below_low: Any, above_high: Any) -> Any:
        """The distribution's function at whole numbers, and its values outside the ends."""
        found = getattr(self.distribution, method)(j)
        j = j + array_ops.zeros_like(found)
        if self._low is not None:
            found = array_ops.where(j < self._low, below_low(found), found)
        if self._high is not None:
            found = array_ops.where(j >= self._high, above_high(found), found)
        return found

    def _log_cdf(self, y: Any) -> Any:
        return self._between("log_cdf", math_ops.floor(y), _minus_infinity, array_ops.zeros_like)

    def _cdf(self, y: Any) -> Any:
        return self._between("cdf", math_ops.floor(y), array_ops.zeros_like, array_ops.ones_like)

    def _log_survival_function(self, y: Any) -> Any:
        return self._between("log_survival_function", math_ops.ceil(y), array_ops.zeros_like, _minus_infinity)

    def _survival_function(self, y: Any) -> Any:
        return self._between("survival_function", math_ops.ceil(y), array_ops.ones_like, array_ops.zeros_like)

    def _check_integer(self, value: Any) -> Any:
        with name_scope("check_integer", values=[value]):
            value = convert(value, None, "value")
            if not self.validate_args:
                return value
            message = "value has non-integer components."
            return with_dependencies([assert_integer_form(value, message=message)], value)


def _minus_infinity(x: Any) -> Any:
    return -np.inf * array_ops.ones_like(x)
