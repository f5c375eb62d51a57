"""`tf.contrib.training`: the operation of one training step, with its gradients clipped, multiplied and summarised."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade import clip_ops, context, framework, grouping, logging_ops, summary, variables
from tf1compat._facade import collections as graph_collections
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import training_util
from tf1compat._facade.train.optimizer import Optimizer

Pairs = Iterable[tuple[Any, Any]]
_USE_GLOBAL_STEP = 0


def clip_gradient_norms(gradients_to_variables: Pairs, max_norm: Any) -> list[tuple[Any, Any]]:
    """Each gradient scaled down to a norm of `max_norm` where it is greater."""
    return [(_clipped(g, max_norm), v) for g, v in gradients_to_variables]


def _clipped(gradient: Any, max_norm: Any) -> Any:
    if isinstance(gradient, IndexedSlices):
        values = clip_ops.clip_by_norm(gradient.values, max_norm)
        return IndexedSlices(values, gradient.indices, gradient.dense_shape)
    return None if gradient is None else clip_ops.clip_by_norm(gradient, max_norm)


def clip_gradient_norms_fn(max_norm: Any) -> Callable[[Pairs], list[tuple[Any, Any]]]:
    """`clip_gradient_norms` for `create_train_op`'s `transform_grads_fn`."""

    def clip_norms(gradients_to_variables: Pairs) -> list[tuple[Any, Any]]:
        return clip_gradient_norms(gradients_to_variables, max_norm)

    return clip_norms


def multiply_gradients(grads_and_vars: Any, gradient_multipliers: Any) -> list[tuple[Any, Any]]:
    """Gradients times the factor of their variable.

    Args:
      grads_and_vars: list of (gradient, variable).
      gradient_multipliers: factors by variable or by its op's name.

    Raises:
      ValueError: an argument of another type, no factors, or a factor for a gradient that is None.
    """
    return multiplied(grads_and_vars, gradient_multipliers, lambda m, dtype: convert_to_tensor(m, dtype=dtype))


def multiplied(
    grads_and_vars: Any, gradient_multipliers: Any, factor: Callable[[Any, Any], Tensor]
) -> list[tuple[Any, Any]]:
    """`multiply_gradients`; `factor` makes a tensor of a number and a dtype."""
    if not isinstance(grads_and_vars, list):
        raise ValueError("`grads_and_vars` must be a list.")
    if not gradient_multipliers:
        raise ValueError("`gradient_multipliers` is empty.")
    if not isinstance(gradient_multipliers, dict):
        raise ValueError("`gradient_multipliers` must be a dict.")
    changed = []
    for grad, var in grads_and_vars:
        key = var if var in gradient_multipliers else var.op.name
        if key in gradient_multipliers:
            if grad is None:
                raise ValueError("Requested multiple of `None` gradient.")
            by = factor(gradient_multipliers[key], grad.dtype)
            if isinstance(grad, IndexedSlices):
                grad = IndexedSlices(grad.values * by, grad.indices, grad.dense_shape)
            else:
                grad *= by
        changed.append((grad, var))
    return changed


def add_gradients_summaries(grads_and_vars: Pairs) -> list[Tensor]:
    """A histogram and the norm of each gradient."""
    return gradients_summaries(grads_and_vars, "_")


def gradients_summaries(grads_and_vars: Pairs, separator: str) -> list[Tensor]:
    """`add_gradients_summaries` with `"_"` or `"/"` between the variable's name and `gradient`."""
    summaries = []
    for grad, var in grads_and_vars:
        if grad is None:
            tf_logging.info("Var %s has no gradient", var.op.name)
            continue
        values = grad.values if isinstance(grad, IndexedSlices) else grad
        name = var.op.name + separator
        summaries.append(summary.histogram(name + "gradient", values))
        summaries.append(summary.scalar(name + "gradient_norm", clip_ops.global_norm([values])))
    return summaries


def create_train_op(
    total_loss: Any,
    optimizer: Any,
    global_step: Any = _USE_GLOBAL_STEP,
    update_ops: Any = None,
    variables_to_train: Any = None,
    transform_grads_fn: Any = None,
    summarize_gradients: bool = False,
    gate_gradients: int = Optimizer.GATE_OP,
    aggregation_method: Any = None,
    colocate_gradients_with_ops: bool = False,
    check_numerics: bool = True,
) -> Tensor:
    """A tensor with the loss that, when it is computed, also makes one training step.

    Args:
      total_loss: scalar to minimise.
      optimizer: a `tf.train.Optimizer`.
      global_step: counter of steps; the graph's by default, None for none.
      update_ops: what to run before, `GraphKeys.UPDATE_OPS` by default.
      variables_to_train: `GraphKeys.TRAINABLE_VARIABLES` by default.
      transform_grads_fn: function of a list of (gradient, variable) that gives another one.
      summarize_gradients: write summaries of the gradients?
      gate_gradients, aggregation_method, colocate_gradients_with_ops: as of `tf.train.Optimizer.compute_gradients`.
      check_numerics: fail if the loss is not finite?
    """
    if global_step is _USE_GLOBAL_STEP:
        global_step = training_util.get_or_create_global_step()
    total_loss = _after_updates(total_loss, update_ops)
    if variables_to_train is None:
        variables_to_train = variables.trainable_variables()
    else:
        for v in variables_to_train:
            assert v.trainable or v in variables.trainable_variables()
    assert variables_to_train
    grads = optimizer.compute_gradients(
        total_loss,
        variables_to_train,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
    )
    if transform_grads_fn:
        grads = transform_grads_fn(grads)
    if summarize_gradients:
        with name_scope("summarize_grads"):
            add_gradients_summaries(grads)
    grad_updates = optimizer.apply_gradients(grads, global_step=global_step)
    with name_scope("train_op"):
        if check_numerics:
            total_loss = logging_ops.check_numerics(total_loss, "LossTensor is inf or nan")
        train_op = grouping.with_dependencies([grad_updates], total_loss)
    train_ops = context.get_default_graph().get_collection_ref(GraphKeys.TRAIN_OP)
    if not any(train_op is other for other in train_ops):
        train_ops.append(train_op)
    return train_op


def _after_updates(total_loss: Any, update_ops: Any) -> Any:
    collected = list(dict.fromkeys(graph_collections.get_collection(GraphKeys.UPDATE_OPS)))
    updates = collected if update_ops is None else list(dict.fromkeys(update_ops))
    if not set(collected) <= set(updates):
        tf_logging.warning("update_ops in create_train_op does not contain all the update_ops in GraphKeys.UPDATE_OPS")
    if not updates:
        return total_loss
    with framework.control_dependencies(updates):
        barrier = framework.no_op(name="update_barrier")
    return grouping.with_dependencies([barrier], total_loss)
