"""Decays of the sign's influence in AddSign and PowerSign, as functions of the global step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.array_index import where
from tf1compat._facade.constants import constant
from tf1compat._jaxcore.base import dtypes

Decay = Callable[[Any], Any]


def get_linear_decay_fn(decay_steps: Any) -> Decay:
    """A function of the step that falls from 1 to 0 in `decay_steps`.

    Raises (the function): ValueError without a step.
    """

    def linear_decay_fn(global_step: Any) -> Any:
        step = _checked(global_step, "linear_decay", decay_steps)
        remaining = math_ops.cast(decay_steps, dtypes.int32) - math_ops.cast(step, dtypes.int32)
        share = math_ops.cast(remaining, dtypes.float32) / math_ops.cast(decay_steps, dtypes.float32)
        return math_ops.maximum(0.0, share)

    return linear_decay_fn


def get_cosine_decay_fn(decay_steps: Any, num_periods: float = 0.5, zero_after: Any = None) -> Decay:
    """A function of the step: 0.5 * (1 + cos(2 pi num_periods step / decay_steps)), 0 after `zero_after` periods."""

    def cosine_decay_fn(global_step: Any) -> Any:
        step = _checked(global_step, "cosine_decay", decay_steps)
        share = math_ops.cast(step, dtypes.float32) / math_ops.cast(decay_steps, dtypes.float32)
        fraction = 2.0 * num_periods * share
        decayed = _cosine(fraction)
        if zero_after is None:
            return decayed
        return where(math_ops.greater_equal(fraction, 2 * zero_after), 0.0, decayed)

    return cosine_decay_fn


def get_restart_decay_fn(decay_steps: Any, num_periods: Any = 1, zero_after: Any = None) -> Decay:
    """A function of the step: cosine decay that starts again after each of `num_periods` periods."""

    def restart_decay_fn(global_step: Any) -> Any:
        step = _checked(global_step, "cosine_decay", decay_steps)  # TF1: this message names the cosine
        within = math_ops.mod(num_periods * math_ops.cast(step, dtypes.float32), decay_steps)
        decayed = _cosine(within / math_ops.cast(decay_steps, dtypes.float32))
        if zero_after is None:
            return decayed
        periods = math_ops.cast(num_periods * step, dtypes.float32) / math_ops.cast(decay_steps, dtypes.float32)
        return where(math_ops.greater_equal(periods, zero_after), 0.0, decayed)

    return restart_decay_fn


def _checked(global_step: Any, name: str, decay_steps: Any) -> Any:
    if global_step is None:
        raise ValueError(f"global_step is required for {name}.")
    return math_ops.minimum(global_step, decay_steps)


def _cosine(fraction: Any) -> Any:
    return 0.5 * (1.0 + math_ops.cos(constant(math.pi) * fraction))
