"""`tf.contrib.distributions`: posteriors of normal distributions; moving means and variances."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops, state_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.continuous import Normal
from tf1compat._facade.formulas import array_ops, math_ops
from tf1compat._facade.framework import colocate_with, control_dependencies, name_scope


def _posterior(prior: Any, scale: Any, s: Any, n: Any) -> tuple[Any, Any, Any]:
    """(mean, variance, variance of an observation), given the sum and the number of observations."""
    if not isinstance(prior, Normal):
        raise TypeError("Expected prior to be an instance of type Normal")
    if s.dtype != prior.dtype:
        raise TypeError(f"Observation sum s.dtype does not match prior dtype: {s.dtype!r} vs. {prior.dtype!r}")
    n = math_ops.cast(n, prior.dtype)
    before, each = math_ops.square(prior.scale), math_ops.square(scale)
    after = 1.0 / (1 / before + n / each)
    return (prior.loc / before + s / each) * after, after, each


def normal_conjugates_known_scale_posterior(prior: Any, scale: Any, s: Any, n: Any) -> Normal:
    """The distribution of a mean after `n` observations with standard deviation `scale` and sum `s`.

    Raises:
      TypeError: the prior is no Normal, or of another type than `s`.
    """
    mean, variance, _ = _posterior(prior, scale, s, n)
    return Normal(loc=mean, scale=math_ops.sqrt(variance))


def normal_conjugates_known_scale_predictive(prior: Any, scale: Any, s: Any, n: Any) -> Normal:
    """The distribution of the next observation; arguments as for the posterior."""
    mean, variance, each = _posterior(prior, scale, s, n)
    return Normal(loc=mean, scale=math_ops.sqrt(variance + each))


def _floats(dtype: Any, what: str) -> Any:
    if not dtype.base_dtype.is_floating:
        raise TypeError(f"{what}.base_dtype({dtype.base_dtype.name}) does not have float type `dtype`.")
    return dtype.base_dtype


def assign_moving_mean_variance(
    mean_var: Any, variance_var: Any, value: Any, decay: Any, name: str | None = None
) -> tuple[Any, Any]:
    """Moves variables for mean and variance by one value, `decay` of them remaining.

    Raises:
      TypeError: the variables are of no floats, or of two types.
    """
    with name_scope(name, "assign_moving_mean_variance", [variance_var, mean_var, value, decay]):
        with colocate_with(variance_var), colocate_with(mean_var):
            kind = _floats(mean_var.dtype, "mean_var")
            if kind != variance_var.dtype.base_dtype:
                other = variance_var.dtype.base_dtype.name
                raise TypeError(f"mean_var.base_dtype({kind.name}) != variance_var.base_dtype({other})")
            given: Any = convert(value, kind, "value")
            rest: Any = convert(decay, kind, "decay")
            apart = given - mean_var
            with control_dependencies([apart]):
                mean = state_ops.assign_add(mean_var, (1.0 - rest) * apart)
                change = (1.0 - rest) * (variance_var - rest * math_ops.square(apart))
                return mean, state_ops.assign_sub(variance_var, change)


def assign_log_moving_mean_exp(log_mean_exp_var: Any, log_value: Any, decay: Any, name: str | None = None) -> Any:
    """Moves a variable for the logarithm of the mean of exp(values) by one value."""
    with name_scope(name, "assign_log_moving_mean_exp", [log_mean_exp_var, log_value, decay]):
        with colocate_with(log_mean_exp_var):
            kind = _floats(log_mean_exp_var.dtype, "log_mean_exp_var")
            given: Any = convert(log_value, kind, "log_value")
            rest: Any = convert(decay, kind, "decay")
            apart = (given - log_mean_exp_var)[None, ...]
            old = math_ops.log(rest) * array_ops.ones_like(apart)
            parts = array_ops.concat([old, apart + math_ops.log1p(-rest)], axis=0)
            return log_mean_exp_var.assign_add(math_ops.reduce_logsumexp(parts, axis=0))


def moving_mean_variance(value: Any, decay: Any, collections: Any = None, name: str | None = None) -> tuple[Any, Any]:
    """Makes variables `moving_mean` and `moving_variance` and moves them by a value."""
    collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else collections
    with variable_scope.variable_scope(name, "moving_mean_variance", [value, decay]):
        value = convert(value, None, "value")
        rest = convert(decay, _floats(value.dtype, "value"), "decay")

        def variable(name: str) -> Any:
            return variable_scope.get_variable(
                name,
                shape=value.shape,
                dtype=value.dtype,
                initializer=init_ops.zeros_initializer(),
                trainable=False,
                collections=collections,
            )

        variance, mean = variable("moving_variance"), variable("moving_mean")
        return assign_moving_mean_variance(mean, variance, value, rest)
