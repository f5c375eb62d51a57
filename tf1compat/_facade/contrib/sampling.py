"""`tf.contrib.training`: batches whose examples are accepted with a probability, or class by class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_creation, array_ops, check_ops, check_shapes, math_ops, random_ops, variable_scope
from tf1compat._facade.array_index import gather, where_v2
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.logging_ops import Assert, Print
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import batching
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes

_TOLERANCE = 1e-6


def rejection_sample(
    tensors: Any,
    accept_prob_fn: Callable[[list[Tensor]], Any],
    batch_size: int,
    queue_threads: int = 1,
    enqueue_many: bool = False,
    prebatch_capacity: int = 16,
    prebatch_threads: int = 1,
    runtime_checks: bool = False,
    name: str | None = None,
) -> list[Tensor]:
    """Batches of examples, each accepted with the probability that `accept_prob_fn` gives for it.

    Args:
      tensors: list of tensors, one example each, or a batch with `enqueue_many`.
      accept_prob_fn: function of the example's tensors that gives a scalar.
      batch_size: number of examples in a batch.
      queue_threads, prebatch_capacity, prebatch_threads: of the queues.
      enqueue_many: the tensors hold a batch of examples.
      runtime_checks: check while running that probabilities lie between 0 and 1.
      name: name of the scope.
    """
    with variable_scope.variable_scope(name, "rejection_sample", tensors):
        values = [convert_to_tensor(t) for t in tensors]
        if enqueue_many:
            values = _same_batch(values)
            batched = batching.batch(
                values, batch_size=1, num_threads=prebatch_threads, capacity=prebatch_capacity, enqueue_many=True
            )
            values = [array_ops.squeeze(x, [0]) for x in _as_list(batched)]
        prob = accept_prob_fn(values)
        if runtime_checks:
            checks = [check_ops.assert_less_equal(0.0, prob), check_ops.assert_less_equal(prob, 1.0)]
            prob = array_ops.identity(with_dependencies(checks, prob), name="prob_with_checks")
        keep = random_ops.random_uniform([]) < prob
        return _as_list(batching.maybe_batch(values, keep_input=keep, batch_size=batch_size, num_threads=queue_threads))


def _as_list(batch: Any) -> list[Tensor]:
    return [batch] if isinstance(batch, Tensor) else batch


def _same_batch(values: list[Tensor]) -> list[Tensor]:
    for value in values:
        value.shape.with_rank_at_least(1)[:1].assert_is_compatible_with(values[0].shape[:1])
    return values


def stratified_sample(
    tensors: Any,
    labels: Any,
    target_probs: Any,
    batch_size: int,
    init_probs: Any = None,
    enqueue_many: bool = False,
    queue_capacity: int = 16,
    threads_per_queue: int = 1,
    name: str | None = None,
) -> tuple[list[Tensor], Tensor]:
    """Batches in which the classes have given shares, by rejecting examples of classes that are too frequent.

    Args:
      tensors: list of tensors, one example each, or a batch with `enqueue_many`.
      labels: the example's class, an integer.
      target_probs: share of each class in the batches.
      batch_size: number of examples in a batch.
      init_probs: share of each class among the examples, estimated from them if absent.
      enqueue_many: the tensors hold a batch of examples.
      queue_capacity, threads_per_queue: of the queues.
      name: name of the scope.

    Returns:
      The tensors' batches, and the labels'.

    Raises:
      ValueError: shapes do not fit, or shares are not known to be as many.
    """
    with name_scope(name, "stratified_sample", [*tensors, labels]):
        values = [convert_to_tensor(t) for t in tensors]
        labels = convert_to_tensor(labels)
        target = convert_to_tensor(target_probs, dtype=dtypes.float32)
        if not enqueue_many:
            values = [array_ops.expand_dims(t, 0) for t in values]
            labels = array_ops.expand_dims(labels, 0)
        if init_probs is None:
            target.shape.assert_is_fully_defined()
            init = _estimate_data_distribution(labels, target.shape.num_elements())
        else:
            init = convert_to_tensor(init_probs, dtype=dtypes.float32)
        values, labels, [init, target] = _verify_input(values, labels, [init, target])
        accept = _acceptance(init, target)
        batched = batching.batch(
            [*values, labels], batch_size=1, num_threads=threads_per_queue, capacity=queue_capacity, enqueue_many=True
        )
        *parts, label = [array_ops.squeeze(x, [0]) for x in batched]
        keep = random_ops.random_uniform([]) < gather(accept, label)
        *found, label = batching.maybe_batch(
            [*parts, label], keep_input=keep, batch_size=batch_size, num_threads=threads_per_queue
        )
        return found, label


def _acceptance(init: Tensor, target: Tensor) -> Tensor:
    """Probability that an example of each class is kept; tells if most are rejected."""
    possible = math_ops.logical_or(math_ops.not_equal(init, 0), math_ops.equal(target, 0))
    text = "All classes with zero initial probability must also have zero target probability: "
    fits = Assert(math_ops.reduce_all(possible), [text, init, target])
    init = with_dependencies([fits], init)
    accept = _calculate_acceptance_probabilities(init, target)
    rejected = math_ops.reduce_sum((1 - accept) * init)
    warning = "Proportion of examples rejected by sampler is high."
    return cond(
        math_ops.less(rejected, 0.5),
        lambda: accept,
        lambda: Print(accept, [accept], message=warning, first_n=10),
    )


def _estimate_data_distribution(labels: Tensor, num_classes: Any, smoothing_constant: int = 10) -> Tensor:
    """Shares of the classes among all labels so far, as if each had been seen `smoothing_constant` times before."""
    if smoothing_constant <= 0:
        raise ValueError("smoothing_constant must be nonzero.")
    counts: Any = Variable(
        initial_value=[smoothing_constant] * num_classes, trainable=False, name="class_count", dtype=dtypes.int64
    )
    hot = array_creation.one_hot(labels, num_classes, dtype=dtypes.int64)
    seen = counts.assign_add(math_ops.reduce_sum(hot, 0))
    seen = seen + 0  # a value of its own: the variable goes on changing
    return math_ops.cast(math_ops.truediv(seen, math_ops.reduce_sum(seen)), dtypes.float32)


def _verify_input(values: Any, labels: Any, probs_list: Any) -> tuple[list[Tensor], Tensor, list[Tensor]]:
    """The same, after checks: shares sum to one, labels are classes, and all have one batch size."""
    checked: list[Tensor] = []
    for probs in probs_list:
        probs.shape.assert_is_fully_defined()
        probs.shape.assert_has_rank(1)
        total = math_ops.reduce_sum(probs)
        checks = [
            check_ops.assert_non_negative(probs),
            check_ops.assert_less(total, 1.0 + _TOLERANCE),
            check_ops.assert_less(1.0 - _TOLERANCE, total),
        ]
        checked.append(with_dependencies(checks, probs))
    classes = checked[0].shape.num_elements()
    if any(p.shape.num_elements() != classes for p in checked):
        raise ValueError("Probability parameters must have the same length.")
    labels.shape.assert_has_rank(1)
    for value in values:
        value.shape.with_rank_at_least(1)[:1].assert_is_compatible_with(labels.shape[:1])
    size = array_ops.shape(labels)[0]
    has_some = check_ops.assert_positive(size)
    labels = with_dependencies([has_some], labels)
    values = [with_dependencies([has_some, check_ops.assert_equal(array_ops.shape(x)[0], size)], x) for x in values]
    checks = [
        check_shapes.assert_integer(labels),
        check_ops.assert_non_negative(labels),
        check_ops.assert_less(labels, math_ops.cast(classes, labels.dtype)),
    ]
    return values, with_dependencies(checks, labels), checked


def _calculate_acceptance_probabilities(init_probs: Any, target_probs: Any) -> Tensor:
    """target / init, scaled so that the largest is 1; a class with neither has 0."""
    ratio = target_probs / init_probs
    ratio = where_v2(math_ops.is_nan(ratio), array_creation.zeros_like(ratio), ratio)
    return ratio / math_ops.reduce_max(ratio)
