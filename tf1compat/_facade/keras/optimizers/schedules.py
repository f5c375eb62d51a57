"""`tf.keras.optimizers.schedules`: learning rates as functions of the step."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object
from tf1compat._facade.math_elementwise import minimum


class LearningRateSchedule:
    """Base of schedules; calling one with a step gives the learning rate."""

    def __call__(self, step: Any) -> Any:
        raise NotImplementedError("Learning rate schedule must override __call__")

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        raise NotImplementedError("Learning rate schedule must override get_config")

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A schedule from what `get_config` returned."""
        return cls(**config)


class _Schedule(LearningRateSchedule):
    _names: tuple[str, ...] = ()

    def get_config(self) -> dict[str, Any]:
        return {n: getattr(self, n) for n in self._names}


class ExponentialDecay(_Schedule):
    """initial_learning_rate * decay_rate ^ (step / decay_steps)."""

    _names = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        decay_rate: Any,
        staircase: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.decay_rate = initial_learning_rate, decay_steps, decay_rate
        self.staircase, self.name = staircase, name

    def __call__(self, step: Any) -> Any:
        with name_scope(self.name or "ExponentialDecay") as scope:
            initial = convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            parts = math_ops.cast(step, dtype) / math_ops.cast(self.decay_steps, dtype)
            parts = math_ops.floor(parts) if self.staircase else parts
            power = math_ops.pow(math_ops.cast(self.decay_rate, dtype), parts)
            return math_ops.multiply(initial, power, name=scope)


class PiecewiseConstantDecay(_Schedule):
    """`values[i]` up to `boundaries[i]`, the last value beyond."""

    _names = ("boundaries", "values", "name")

    def __init__(self, boundaries: Any, values: Any, name: str | None = None) -> None:
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values")
        self.boundaries, self.values, self.name = boundaries, values, name

    def __call__(self, step: Any) -> Any:
        from tf1compat._facade.train.learning_rate_decay import piecewise_constant

        return piecewise_constant(step, self.boundaries, self.values, name=self.name or "PiecewiseConstant")


class PolynomialDecay(_Schedule):
    """From the initial rate to the end rate along a polynomial; `cycle` stretches the steps when they are over."""

    _names = ("initial_learning_rate", "decay_steps", "end_learning_rate", "power", "cycle", "name")

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        end_learning_rate: Any = 0.0001,
        power: Any = 1.0,
        cycle: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps = initial_learning_rate, decay_steps
        self.end_learning_rate, self.power, self.cycle, self.name = end_learning_rate, power, cycle, name

    def __call__(self, step: Any) -> Any:
        with name_scope(self.name or "PolynomialDecay") as scope:
            initial = convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            end, power = math_ops.cast(self.end_learning_rate, dtype), math_ops.cast(self.power, dtype)
            now, steps = math_ops.cast(step, dtype), math_ops.cast(self.decay_steps, dtype)
            if self.cycle:
                from tf1compat._facade.array_ops import where

                rounds = math_ops.ceil(now / self.decay_steps)
                steps = math_ops.multiply(steps, where(math_ops.equal(now, 0), math_ops.cast(1.0, dtype), rounds))
            else:
                now = minimum(now, self.decay_steps)
            rest = math_ops.pow(1 - math_ops.div(now, steps), power)
            return math_ops.add(math_ops.multiply(initial - end, rest), end, name=scope)


class InverseTimeDecay(_Schedule):
    """initial_learning_rate / (1 + decay_rate * step / decay_steps)."""

    _names = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        decay_rate: Any,
        staircase: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.decay_rate = initial_learning_rate, decay_steps, decay_rate
        self.staircase, self.name = staircase, name

    def __call__(self, step: Any) -> Any:
        with name_scope(self.name or "InverseTimeDecay") as scope:
            initial = convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            parts = math_ops.cast(step, dtype) / math_ops.cast(self.decay_steps, dtype)
            parts = math_ops.floor(parts) if self.staircase else parts
            one = math_ops.cast(1, dtype)
            divisor = math_ops.add(one, math_ops.multiply(math_ops.cast(self.decay_rate, dtype), parts))
            return math_ops.div(initial, divisor, name=scope)


_KNOWN: dict[str, Any] = {
    c.__name__: c for c in (ExponentialDecay, PiecewiseConstantDecay, PolynomialDecay, InverseTimeDecay)
}


def serialize(learning_rate_schedule: Any) -> Any:
    """The schedule's class and configuration."""
    return serialize_keras_object(learning_rate_schedule)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The schedule of a configuration."""
    return deserialize_keras_object(config, _KNOWN, custom_objects, "decay")
