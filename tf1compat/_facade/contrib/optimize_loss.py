"""`tf.contrib.layers.optimize_loss`: one training step with clipping, noise, multipliers and summaries of gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import (
    array_ops,
    check_shapes,
    clip_ops,
    grouping,
    init_ops,
    math_ops,
    random_ops,
    summary,
    variable_scope,
    variables,
)
from tf1compat._facade import collections as graph_collections
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import training_util
from tf1compat._facade.train.adagrad import AdagradOptimizer
from tf1compat._facade.train.adam import AdamOptimizer
from tf1compat._facade.train.ftrl import FtrlOptimizer
from tf1compat._facade.train.gradient_descent import GradientDescentOptimizer
from tf1compat._facade.train.momentum import MomentumOptimizer
from tf1compat._facade.train.moving_averages import assign_moving_average
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.train.rmsprop import RMSPropOptimizer
from tf1compat._jaxcore.base import dtypes

Pairs = list[tuple[Any, Any]]

OPTIMIZER_CLS_NAMES: dict[str, Callable[..., Optimizer]] = {
    "Adagrad": AdagradOptimizer,
    "Adam": AdamOptimizer,
    "Ftrl": FtrlOptimizer,
    "Momentum": lambda learning_rate: MomentumOptimizer(learning_rate, momentum=0.9),
    "RMSProp": RMSPropOptimizer,
    "SGD": GradientDescentOptimizer,
}
OPTIMIZER_SUMMARIES = ["learning_rate", "loss", "gradients", "gradient_norm", "global_gradient_norm"]


def optimize_loss(
    loss: Any,
    global_step: Any,
    learning_rate: Any,
    optimizer: Any,
    gradient_noise_scale: Any = None,
    gradient_multipliers: Any = None,
    clip_gradients: Any = None,
    learning_rate_decay_fn: Any = None,
    update_ops: Any = None,
    variables: Any = None,
    name: str | None = None,
    summaries: Any = None,
    colocate_gradients_with_ops: bool = False,
    increment_global_step: bool = True,
) -> Tensor:
    """A tensor with the loss that, when it is computed, also makes one training step.

    Args:
      loss: scalar to minimise.
      global_step: counter of steps; None for the graph's, if there is one.
      learning_rate: float (made a variable) or scalar tensor; None for an optimizer that has one.
      optimizer: a name of `OPTIMIZER_CLS_NAMES`, an optimizer, its class, or a function of the learning rate.
      gradient_noise_scale: adds normal noise of this size.
      gradient_multipliers: factors by variable or its name.
      clip_gradients: a float (the greatest global norm), or a function of (gradient, variable) pairs.
      learning_rate_decay_fn: function of (learning rate, global step).
      update_ops: what to run first, `GraphKeys.UPDATE_OPS` by default.
      variables: what to train, `GraphKeys.TRAINABLE_VARIABLES` by default.
      name: scope, `OptimizeLoss` by default.
      summaries: some of `OPTIMIZER_SUMMARIES`; None for loss, learning rate and global norm.
      increment_global_step: count the step?

    Raises:
      ValueError: a learning rate, optimizer, summary, clipping or set of multipliers that does not fit.
    """
    loss = convert_to_tensor(loss)
    check_shapes.assert_scalar(loss)
    if global_step is None:
        global_step = training_util.get_global_step()
    else:
        training_util.assert_global_step(global_step)
    with variable_scope.variable_scope(name, "OptimizeLoss", [loss, global_step]):
        loss = _after_updates(loss, update_ops)
        rate = _learning_rate(learning_rate)
        summaries = _checked_summaries(summaries)
        if learning_rate is not None and learning_rate_decay_fn is not None:
            if global_step is None:
                raise ValueError("global_step is required for learning_rate_decay_fn.")
            rate = learning_rate_decay_fn(rate, global_step)
            if "learning_rate" in summaries:
                summary.scalar("learning_rate", rate)
        opt = _optimizer(optimizer, rate, learning_rate)
        trained = _trainable() if variables is None else variables
        gradients = opt.compute_gradients(loss, trained, colocate_gradients_with_ops=colocate_gradients_with_ops)
        gradients = _changed(gradients, gradient_noise_scale, gradient_multipliers, clip_gradients, summaries)
        _summarize(loss, gradients, clip_gradients is not None, summaries)
        step = global_step if increment_global_step else None
        return grouping.with_dependencies([opt.apply_gradients(gradients, global_step=step, name="train")], loss)


def _trainable() -> list[Any]:
    return variables.trainable_variables()


def _after_updates(loss: Tensor, update_ops: Any) -> Tensor:
    if update_ops is None:
        update_ops = graph_collections.get_collection(GraphKeys.UPDATE_OPS)
    unique = list(dict.fromkeys(update_ops))
    return grouping.with_dependencies(unique, loss) if unique else loss


def _learning_rate(learning_rate: Any) -> Any:
    if learning_rate is None or isinstance(learning_rate, Tensor) and learning_rate.get_shape().ndims == 0:
        return learning_rate
    if isinstance(learning_rate, float):
        if learning_rate < 0.0:
            raise ValueError("Invalid learning_rate %s.", learning_rate)
        initializer = init_ops.constant_initializer(learning_rate)
        return variable_scope.get_variable("learning_rate", [], trainable=False, initializer=initializer)
    raise ValueError(f"Learning rate should be 0d Tensor or float. Got {learning_rate} of type {type(learning_rate)}")


def _checked_summaries(summaries: Any) -> Any:
    if summaries is None:
        return ["loss", "learning_rate", "global_gradient_norm"]
    for wanted in summaries:
        if wanted not in OPTIMIZER_SUMMARIES:
            known = ", ".join(OPTIMIZER_SUMMARIES)
            raise ValueError(f"Summaries should be one of [{known}], you provided {wanted}.")
    return summaries


def _optimizer(given: Any, rate: Any, learning_rate: Any) -> Optimizer:
    if isinstance(given, str):
        if rate is None:
            raise ValueError(f"Learning rate is None, but should be specified if optimizer is string ({given}).")
        if given not in OPTIMIZER_CLS_NAMES:
            known = ", ".join(OPTIMIZER_CLS_NAMES)
            raise ValueError(f"Optimizer name should be one of [{known}], you provided {given}.")
        return OPTIMIZER_CLS_NAMES[given](learning_rate=rate)
    if isinstance(given, type) and issubclass(given, Optimizer):
        if rate is None:
            raise ValueError(f"Learning rate is None, but should be specified if optimizer is class ({given}).")
        return given(learning_rate=rate)  # type: ignore[call-arg]
    if isinstance(given, Optimizer):
        return given
    if not callable(given):
        raise ValueError(
            "Unrecognized optimizer: should be string, subclass of Optimizer, instance of subclass of Optimizer or "
            f"function with one argument. Got {given}."
        )
    made = given() if learning_rate is None else given(rate)
    if not isinstance(made, Optimizer):
        raise ValueError(f"Unrecognized optimizer: function should return subclass of Optimizer. Got {made}.")
    return made


# ---- gradients ------------------------------------------------------------------------------------------------------


def _changed(gradients: Pairs, noise_scale: Any, multipliers: Any, clip: Any, summaries: Any) -> Pairs:
    """The gradients with noise, multiplied and clipped."""
    if noise_scale is not None:
        gradients = [(_noisy(g, noise_scale), v) for g, v in gradients]
    if multipliers is not None:
        gradients = [(_multiplied(g, v, multipliers), v) for g, v in gradients]
        if not gradients:
            raise ValueError(
                "Empty list of (gradient, var) pairs encountered. This is most likely to be caused by an improper "
                "value of gradient_multipliers."
            )
    if "global_gradient_norm" in summaries or "gradient_norm" in summaries:
        summary.scalar("global_norm/gradient_norm", clip_ops.global_norm([g for g, _ in gradients]))
    if isinstance(clip, float):
        clipped, _ = clip_ops.clip_by_global_norm([g for g, _ in gradients], clip)
        return [(g, v) for g, (_, v) in zip(clipped, gradients)]
    if callable(clip):
        return list(clip(gradients))  # type: ignore[call-overload]
    if clip is not None:
        raise ValueError(f"Unknown type {type(clip)} for clip_gradients")
    return gradients


def _summarize(loss: Tensor, gradients: Pairs, clipped: bool, summaries: Any) -> None:
    if "loss" in summaries:
        summary.scalar("loss", loss)
    for gradient, variable in gradients:
        values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        if values is None:
            continue
        name = variable.name.replace(":", "_")
        if "gradients" in summaries:
            summary.histogram(f"gradients/{name}", values)
        if "gradient_norm" in summaries:
            summary.scalar(f"gradient_norm/{name}", clip_ops.global_norm([values]))
    if clipped and ("global_gradient_norm" in summaries or "gradient_norm" in summaries):
        summary.scalar("global_norm/clipped_gradient_norm", clip_ops.global_norm([g for g, _ in gradients]))


def _noisy(gradient: Any, scale: Any) -> Any:
    if gradient is None:
        return None
    shape = gradient.dense_shape if isinstance(gradient, IndexedSlices) else gradient.get_shape()
    return gradient + random_ops.truncated_normal(shape) * scale


def _multiplied(gradient: Any, variable: Any, multipliers: Any) -> Any:
    key = variable if variable in multipliers else variable.name
    if gradient is None or key not in multipliers:
        return gradient
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * multipliers[key], gradient.indices, gradient.dense_shape)
    return gradient * math_ops.cast(multipliers[key], gradient.dtype)


def adaptive_clipping_fn(
    std_factor: float = 2.0,
    decay: Any = 0.95,
    static_max_norm: Any = None,
    global_step: Any = None,
    report_summary: bool = False,
    epsilon: float = 1e-8,
    name: str | None = None,
) -> Callable[[Sequence[Any]], Pairs]:
    """A function for `clip_gradients` that scales down gradients whose norm is unusual.

    Args:
      std_factor: how many standard deviations above the mean of the logarithm are allowed.
      decay: of the moving averages; smaller at first where `global_step` is given.
      static_max_norm: a fixed limit besides.
      report_summary: write a summary of the limit?
    """

    def gradient_clipping(grads_and_vars: Sequence[Any]) -> Pairs:
        grads = [g for g, _ in grads_and_vars]
        norm = clip_ops.global_norm(grads)
        max_norm, log_mean = _adaptive_max_norm(norm, std_factor, decay, global_step, epsilon, name)
        if report_summary:
            summary.scalar("global_norm/adaptive_max_gradient_norm", max_norm)
        within = norm < max_norm
        factor = array_ops.where(within, array_ops.ones_like(norm), math_ops.exp(log_mean) / norm)
        if static_max_norm is not None:
            factor = math_ops.minimum(static_max_norm / norm, factor)
        return [(_scaled(g, factor), v) for g, v in grads_and_vars]

    return gradient_clipping


def _scaled(gradient: Any, factor: Any) -> Any:
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * factor, gradient.indices, gradient.dense_shape)
    return None if gradient is None else gradient * factor


def _adaptive_max_norm(
    norm: Tensor, std_factor: Any, decay: Any, global_step: Any, epsilon: float, name: str | None
) -> tuple[Tensor, Tensor]:
    """The limit, from moving averages of the logarithm of the norm, and the average itself."""

    def average(short: str, value: Tensor) -> Any:
        variable = variable_scope.get_variable(
            short,
            shape=value.get_shape(),
            dtype=value.dtype,
            initializer=init_ops.zeros_initializer(),
            trainable=False,
        )
        return assign_moving_average(variable, value, decay, zero_debias=False)

    with variable_scope.variable_scope(name, "AdaptiveMaxNorm", [norm]):
        log_norm = math_ops.log(norm + epsilon)
        if global_step is not None:
            n = math_ops.cast(global_step, dtypes.float32)
            decay = math_ops.minimum(decay, n / (n + 1.0))
        mean = average("mean", log_norm)
        square_mean = average("sq_mean", math_ops.square(log_norm))
        variance = square_mean - math_ops.square(mean)
        std = math_ops.sqrt(math_ops.maximum(epsilon, variance))
        return math_ops.exp(mean + std_factor * std), mean
