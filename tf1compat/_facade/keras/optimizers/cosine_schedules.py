"""`tf.keras.experimental`: learning rates that fall along cosines."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.keras.optimizers.schedules import _KNOWN, _Schedule
from tf1compat._facade.math_elementwise import minimum
from tf1compat._facade.random_ops import random_normal


class CosineDecay(_Schedule):
    """Half a cosine from the initial rate to `alpha` times it, within `decay_steps`."""

    _names = ("initial_learning_rate", "decay_steps", "alpha", "name")

    def __init__(self, initial_learning_rate: Any, decay_steps: Any, alpha: Any = 0.0, name: str | None = None) -> None:
        self.initial_learning_rate, self.decay_steps, self.alpha = initial_learning_rate, decay_steps, alpha
        self.name = name

    def __call__(self, step: Any) -> Any:
        with name_scope(self.name or "CosineDecay"):
            initial = convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            steps = math_ops.cast(self.decay_steps, dtype)
            done = minimum(math_ops.cast(step, dtype), steps) / steps
            fraction = 0.5 * (1.0 + math_ops.cos(math_ops.cast(math.pi, dtype) * done))
            return math_ops.multiply(initial, (1 - self.alpha) * fraction + self.alpha)


class CosineDecayRestarts(_Schedule):
    """Half cosines one after the other (SGDR, Loshchilov and Hutter 2016).

    Args:
      initial_learning_rate: the rate at step 0.
      first_decay_steps: length of the first period.
      t_mul: each period is that many times longer than the one before.
      m_mul: each begins with that many times the rate.
      alpha: the lowest rate, as a fraction of the initial one.
    """

    _names = ("initial_learning_rate", "first_decay_steps", "t_mul", "m_mul", "alpha", "name")

    def __init__(
        self,
        initial_learning_rate: Any,
        first_decay_steps: Any,
        t_mul: Any = 2.0,
        m_mul: Any = 1.0,
        alpha: Any = 0.0,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.first_decay_steps = initial_learning_rate, first_decay_steps
        self._t_mul, self._m_mul, self.alpha, self.name = t_mul, m_mul, alpha, name

    def __call__(self, step: Any) -> Any:
        with name_scope(self.name or "SGDRDecay") as scope:
            initial = convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            first, alpha = math_ops.cast(self.first_decay_steps, dtype), math_ops.cast(self.alpha, dtype)
            longer, higher = math_ops.cast(self._t_mul, dtype), math_ops.cast(self._m_mul, dtype)
            done = math_ops.cast(step, dtype) / first

            def geometric() -> Any:
                count = math_ops.floor(math_ops.log(1.0 - done * (1.0 - longer)) / math_ops.log(longer))
                before = (1.0 - longer**count) / (1.0 - longer)
                return count, (done - before) / longer**count

            def even() -> Any:
                count = math_ops.floor(done)
                return count, done - count

            periods, part = cond(math_ops.equal(longer, 1.0), even, geometric)
            fraction = 0.5 * higher**periods * (1.0 + math_ops.cos(math_ops.cast(math.pi, dtype) * part))
            return math_ops.multiply(initial, (1 - alpha) * fraction + alpha, name=scope)

    def get_config(self) -> dict[str, Any]:
        own = {n: getattr(self, n) for n in ("initial_learning_rate", "first_decay_steps", "alpha", "name")}
        return {**own, "t_mul": self._t_mul, "m_mul": self._m_mul}


class LinearCosineDecay(_Schedule):
    """A line times cosines (Bello et al. 2017): (alpha + line) * cosine + beta, times the initial rate."""

    _names = ("initial_learning_rate", "decay_steps", "num_periods", "alpha", "beta", "name")

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        num_periods: Any = 0.5,
        alpha: Any = 0.0,
        beta: Any = 0.001,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.num_periods = initial_learning_rate, decay_steps, num_periods
        self.alpha, self.beta, self.name = alpha, beta, name

    def _noise(self, now: Any, line: Any) -> Any:
        return line

    def __call__(self, step: Any) -> Any:
        with name_scope(self.name or type(self).__name__) as scope:
            initial = convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            steps, periods = math_ops.cast(self.decay_steps, dtype), math_ops.cast(self.num_periods, dtype)
            alpha, beta = math_ops.cast(self.alpha, dtype), math_ops.cast(self.beta, dtype)
            now = minimum(math_ops.cast(step, dtype), steps)
            line = self._noise(now, (steps - now) / steps)
            turns = math_ops.cast(math.pi * 2.0, dtype) * periods * (now / steps)
            fraction = 0.5 * (1.0 + math_ops.cos(turns))
            return math_ops.multiply(initial, (alpha + line) * fraction + beta, name=scope)


class NoisyLinearCosineDecay(LinearCosineDecay):
    """`LinearCosineDecay` with normal noise of variance initial_variance / (1 + step) ** variance_decay."""

    _names = (
        "initial_learning_rate",
        "decay_steps",
        "initial_variance",
        "variance_decay",
        "num_periods",
        "alpha",
        "beta",
        "name",
    )

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        initial_variance: Any = 1.0,
        variance_decay: Any = 0.55,
        num_periods: Any = 0.5,
        alpha: Any = 0.0,
        beta: Any = 0.001,
        name: str | None = None,
    ) -> None:
        super().__init__(initial_learning_rate, decay_steps, num_periods, alpha, beta, name)
        self.initial_variance, self.variance_decay = initial_variance, variance_decay

    def _noise(self, now: Any, line: Any) -> Any:
        power = math_ops.pow(1.0 + now, math_ops.cast(self.variance_decay, now.dtype))
        deviation = math_ops.sqrt(math_ops.cast(self.initial_variance, now.dtype) / power)
        return line + random_normal(line.shape, stddev=deviation)


_KNOWN.update({c.__name__: c for c in (CosineDecay, CosineDecayRestarts, LinearCosineDecay, NoisyLinearCosineDecay)})
