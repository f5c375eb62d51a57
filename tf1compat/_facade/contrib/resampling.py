"""`tf.contrib.training`: rows repeated or dropped at random, by rates or weights."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, math_ops, random_ops, variable_scope
from tf1compat._facade.array_index import gather
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.train.moving_averages import assign_moving_average
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes


def _repeat_range(counts: Any, name: str | None = None) -> Tensor:
    """[0, 1, …], each number i repeated `counts[i]` times."""
    with name_scope(name, "repeat_range", [counts]) as scope:
        counts = convert_to_tensor(counts, name="counts")

        def goes_on(output: Any, i: Any) -> Any:
            return i < size

        def repeat(output: Any, i: Any) -> Any:
            value = array_creation.fill(counts[i : i + 1], i)
            return output.write(i, value), i + 1

        size = array_ops.shape(counts)[0]
        empty = TensorArray(dtype=dtypes.int32, size=size, infer_shape=False)
        found, written = while_loop(goes_on, repeat, loop_vars=[empty, 0])
        return cond(written > 0, found.concat, lambda: array_creation.zeros(shape=[0], dtype=dtypes.int32), name=scope)


def resample_at_rate(
    inputs: Any, rates: Any, scope: str | None = None, seed: int | None = None, back_prop: bool = False
) -> list[Tensor]:
    """Rows of `inputs`, each as often as a Poisson draw of its rate says.

    Args:
      inputs: list of tensors with one first dimension.
      rates: rate of each row.
      scope: name scope.
      seed: of the draws.
      back_prop: whether gradients pass the choice.
    """
    with name_scope(scope, default_name="resample_at_rate", values=[*inputs, rates]):
        rates = convert_to_tensor(rates, name="rates")
        counts = math_ops.cast(random_ops.random_poisson(rates, (), rates.dtype, seed=seed), dtypes.int32)
        rows = _repeat_range(counts)
        if not back_prop:
            rows = array_ops.stop_gradient(rows)
        return [gather(x, rows) for x in inputs]


def weighted_resample(
    inputs: Any,
    weights: Any,
    overall_rate: Any,
    scope: str | None = None,
    mean_decay: float = 0.999,
    seed: int | None = None,
) -> tuple[list[Tensor], Tensor]:
    """Rows of `inputs`, about `overall_rate` of them, those of larger weight more often.

    Args:
      inputs: list of tensors with one first dimension.
      weights: weight of each row.
      overall_rate: expected number of rows out for one in.
      scope: name scope.
      mean_decay: of the moving average of the weights.
      seed: of the draws.

    Returns:
      The rows, and the rate with which each was drawn.
    """
    with name_scope(scope, "weighted_resample", inputs) as inner:
        with variable_scope.variable_scope(scope, "estimate_mean", inputs):
            estimated = variable_scope.get_local_variable(
                "estimated_mean", initializer=math_ops.cast(0, weights.dtype), dtype=weights.dtype
            )
            mean = assign_moving_average(estimated, math_ops.reduce_mean(weights), mean_decay)
        rates = weights * overall_rate / mean
        rates_out, *rows = resample_at_rate([rates, *inputs], rates, scope=inner, seed=seed, back_prop=False)
        return rows, rates_out
