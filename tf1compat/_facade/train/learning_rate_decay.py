"""Learning rates that fall with the global step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tf1compat._facade import cond, context, convert, math_ops, random_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


@contextmanager
def _scope(name: str | None, default: str, learning_rate: Any) -> Iterator[tuple[str, Any]]:
    """The name scope of a schedule, and its initial learning rate as a tensor."""
    with context.get_default_graph().name_scope(name or default) as scope:
        yield scope, convert.convert(learning_rate, name="initial_learning_rate")


def exponential_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """learning_rate * decay_rate ** (global_step / decay_steps), the quotient rounded down if `staircase`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.train.exponential_decay(0.1, tf.Variable(0, trainable=False), 1000, 0.96).name
    'ExponentialDecay:0'
    """
    with _scope(name, "ExponentialDecay", learning_rate) as (scope, initial):
        steps = math_ops.cast(decay_steps, initial.dtype)
        rate = math_ops.cast(decay_rate, initial.dtype)
        p = math_ops.cast(global_step, initial.dtype) / steps
        if staircase:
            p = math_ops.floor(p)
        return math_ops.multiply(initial, math_ops.pow(rate, p), name=scope)


def natural_exp_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """learning_rate * exp(-decay_rate * global_step / decay_steps)."""
    rate = math_ops.exp(math_ops.negative(decay_rate))
    return exponential_decay(learning_rate, global_step, decay_steps, rate, staircase, name)


def inverse_time_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """learning_rate / (1 + decay_rate * global_step / decay_steps)."""
    with _scope(name, "InverseTimeDecay", learning_rate) as (scope, initial):
        steps = math_ops.cast(decay_steps, initial.dtype)
        rate = math_ops.cast(decay_rate, initial.dtype)
        p = math_ops.cast(global_step, initial.dtype) / steps
        if staircase:
            p = math_ops.floor(p)
        one = math_ops.cast(constant(1), initial.dtype)
        return math_ops.divide(initial, math_ops.add(one, math_ops.multiply(rate, p)), name=scope)


def polynomial_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: Any = 0.0001,
    power: Any = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Tensor:
    """From learning_rate to end_learning_rate along (1 - global_step / decay_steps) ** power.

    With `cycle` the decay starts again, over ever more steps, each time the end is reached.
    """
    with _scope(name, "PolynomialDecay", learning_rate) as (scope, initial):
        end = math_ops.cast(end_learning_rate, initial.dtype)
        exponent = math_ops.cast(power, initial.dtype)
        step = math_ops.cast(global_step, initial.dtype)
        steps = math_ops.cast(decay_steps, initial.dtype)
        if cycle:
            times = cond.cond(math_ops.equal(step, 0), lambda: 1.0, lambda: math_ops.ceil(step / decay_steps))
            steps = math_ops.multiply(steps, times)
        else:
            step = math_ops.minimum(step, decay_steps)
        p = math_ops.divide(step, steps)
        return math_ops.add(math_ops.multiply(initial - end, math_ops.pow(1 - p, exponent)), end, name=scope)


def piecewise_constant(x: Any, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None) -> Tensor:
    """values[i] for x up to and including boundaries[i], the last value beyond.

    Raises:
      ValueError: dtypes or lengths do not fit.
    """
    edges = [convert.convert(b) for b in boundaries]
    levels = [convert.convert(v) for v in values]
    dtype = convert.convert(x).dtype.base_dtype
    for i, b in enumerate(edges):
        if b.dtype.base_dtype == dtypes.int32 and dtype == dtypes.int64:
            edges[i] = math_ops.cast(b, dtype)
        elif b.dtype.base_dtype != dtype:
            raise ValueError(f"Boundaries ({b.dtype.base_dtype}) must have the same dtype as x ({dtype}).")
    for v in levels[1:]:
        first = levels[0].dtype.base_dtype
        if v.dtype.base_dtype != first:
            raise ValueError(f"Values must have elements all with the same dtype ({first} vs {v.dtype.base_dtype}).")
    if len(edges) != len(levels) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    with context.get_default_graph().name_scope(name or "PiecewiseConstant"):
        at: Any = convert.convert(x)
        pairs: list[Any] = [(at <= edges[0], lambda: levels[0]), (at > edges[-1], lambda: levels[-1])]
        for low, high, v in zip(edges[:-1], edges[1:], levels[1:-1]):
            pairs.append(((at > low) & (at <= high), lambda v=v: v))
        return cond.case(pairs, lambda: levels[0], exclusive=True)


def cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, alpha: float = 0.0, name: str | None = None
) -> Tensor:
    """From learning_rate to alpha * learning_rate along half a cosine (Loshchilov and Hutter 2016)."""
    with _scope(name, "CosineDecay", learning_rate) as (_, initial):
        steps = math_ops.cast(decay_steps, initial.dtype)
        step = math_ops.minimum(math_ops.cast(global_step, initial.dtype), steps)
        decayed = (1 - alpha) * _half_cosine(step / steps) + alpha
        return math_ops.multiply(initial, decayed)


def _half_cosine(fraction: Any, factor: Any = None) -> Any:
    """(1 + cos(pi * fraction)) / 2, times `factor`."""
    half = 0.5 if factor is None else 0.5 * factor
    return half * (1.0 + math_ops.cos(constant(math.pi) * fraction))


def cosine_decay_restarts(
    learning_rate: Any,
    global_step: Any,
    first_decay_steps: Any,
    t_mul: Any = 2.0,
    m_mul: Any = 1.0,
    alpha: Any = 0.0,
    name: str | None = None,
) -> Tensor:
    """Cosine decay that restarts; each period is `t_mul` times as long and starts `m_mul` times as high."""
    with _scope(name, "SGDRDecay", learning_rate) as (scope, initial):
        given = (first_decay_steps, alpha, t_mul, m_mul, global_step)
        first, floor, longer, lower, step = (math_ops.cast(x, initial.dtype) for x in given)
        done: Any = step / first

        def equal_periods() -> Any:
            restart = math_ops.floor(done)
            return restart, done - restart

        def growing_periods() -> Any:
            restart = math_ops.floor(math_ops.log(1.0 - done * (1.0 - longer)) / math_ops.log(longer))
            passed = (1.0 - longer**restart) / (1.0 - longer)
            return restart, (done - passed) / longer**restart

        restart, fraction = cond.cond(math_ops.equal(longer, 1.0), equal_periods, growing_periods)
        cosine = _half_cosine(fraction, lower**restart)
        return math_ops.multiply(initial, (1 - floor) * cosine + floor, name=scope)


def linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    num_periods: Any = 0.5,
    alpha: Any = 0.0,
    beta: Any = 0.001,
    name: str | None = None,
) -> Tensor:
    """learning_rate * ((alpha + linear decay) * cosine decay + beta) (Bello and others 2017)."""
    with _scope(name, "LinearCosineDecay", learning_rate) as (scope, initial):
        given = (decay_steps, num_periods, alpha, beta, global_step)
        steps, periods, low, high, step = (math_ops.cast(x, initial.dtype) for x in given)
        step = math_ops.minimum(step, steps)
        linear = (steps - step) / steps
        completed = step / steps
        cosine = _half_cosine(2.0 * periods * completed)
        return math_ops.multiply(initial, (low + linear) * cosine + high, name=scope)


def noisy_linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    initial_variance: Any = 1.0,
    variance_decay: Any = 0.55,
    num_periods: Any = 0.5,
    alpha: Any = 0.0,
    beta: Any = 0.001,
    name: str | None = None,
) -> Tensor:
    """`linear_cosine_decay` with normal noise of falling variance in its linear part."""
    with _scope(name, "NoisyLinearCosineDecay", learning_rate) as (scope, initial):
        given = (decay_steps, initial_variance, variance_decay, num_periods, alpha, beta, global_step)
        steps, variance, falling, periods, low, high, step = (math_ops.cast(x, initial.dtype) for x in given)
        step = math_ops.minimum(step, steps)
        linear = (steps - step) / steps
        deviation = math_ops.sqrt(variance / math_ops.pow(1.0 + step, falling))
        noisy = linear + random_ops.random_normal(linear.shape, stddev=deviation)
        completed = step / steps
        cosine = _half_cosine(2.0 * periods * completed)
        return math_ops.multiply(initial, (low + noisy) * cosine + high, name=scope)
