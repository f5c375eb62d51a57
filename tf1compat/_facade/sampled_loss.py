"""`tf.nn`: losses over many classes that look at the true ones and a sample of the others."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, nn_loss, nn_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.candidate_sampling_ops import (
    compute_accidental_hits,
    learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler,
)
from tf1compat._facade.embedding_ops import embedding_lookup
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Tensor:
    """The noise-contrastive estimation loss of each example (Gutmann and Hyvärinen 2010).

    Args:
      weights: [num_classes, dim], or a list of its parts.
      biases: [num_classes].
      labels: int64 [batch, num_true], the target classes.
      inputs: [batch, dim].
      num_sampled: how many classes to draw.
      num_classes: number of classes.
      num_true: target classes per example.
      sampled_values: result of a candidate sampler (None: `log_uniform_candidate_sampler` without replacement).
      remove_accidental_hits: leave out sampled classes that are target classes of the example.
      partition_strategy: of `embedding_lookup`, where `weights` has parts.
      name: name scope.

    Returns:
      A tensor [batch].
    """
    logits, targets = _sampled_logits(
        weights=weights,
        biases=biases,
        labels=labels,
        inputs=inputs,
        num_sampled=num_sampled,
        num_classes=num_classes,
        num_true=num_true,
        sampled_values=sampled_values,
        remove_accidental_hits=remove_accidental_hits,
        partition_strategy=partition_strategy,
        name=name,
    )
    losses = nn_loss.sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name="sampled_losses")
    return _sum_rows(losses)


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The softmax cross entropy of each example among its target classes and the sampled ones (Jean and others 2014).

    `seed` is the operation seed of the sampler; the other arguments and the result are those of `nce_loss`.
    """
    logits, targets = _sampled_logits(
        weights=weights,
        biases=biases,
        labels=labels,
        inputs=inputs,
        num_sampled=num_sampled,
        num_classes=num_classes,
        num_true=num_true,
        sampled_values=sampled_values,
        remove_accidental_hits=remove_accidental_hits,
        partition_strategy=partition_strategy,
        name=name,
        seed=seed,
    )
    targets = array_ops.stop_gradient(targets, name="labels_stop_gradient")
    return nn_loss.softmax_cross_entropy_with_logits_v2(labels=targets, logits=logits)


def sampled_sparse_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_sparse_softmax_loss",
) -> Tensor:
    """`sampled_softmax_loss` with one target class per example: `labels` are int64 [batch, 1]."""
    logits, _ = _sampled_logits(
        weights=weights,
        biases=biases,
        labels=labels,
        inputs=inputs,
        num_sampled=num_sampled,
        num_classes=num_classes,
        num_true=1,
        sampled_values=sampled_values,
        remove_accidental_hits=remove_accidental_hits,
        partition_strategy=partition_strategy,
        name=name,
    )
    targets = array_ops.zeros([array_ops.shape(logits)[0], 1], dtype=dtypes.int64)
    return nn_loss.sparse_softmax_cross_entropy_with_logits(labels=array_ops.squeeze(targets), logits=logits)


def rank_sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_resampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    resampling_temperature: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str | None = None,
) -> Tensor:
    """`sampled_softmax_loss` over those `num_resampled` of the sampled classes that the model finds most likely.

    Args:
      resampling_temperature: logits are divided by it before they are summed over the batch; at lower temperatures
        classes close to single examples are preferred.
      sampled_values: result of a candidate sampler (None: `learned_unigram_candidate_sampler` without replacement).

    The other arguments and the result are those of `nce_loss`.

    Raises:
      ValueError: more classes are sampled than there are, or not more than are kept; an unknown strategy.

    Source: Bai, Goldman and Zhang, "TAPAS: Two-pass Approximate Adaptive Sampling for Softmax", arXiv:1707.03073.
    """
    if num_sampled > num_classes:
        raise ValueError(f"num_sampled ({num_sampled}) cannot be greater than num_classes ({num_classes})")
    if num_sampled <= num_resampled:
        raise ValueError(f"num_resampled ({num_resampled}) must be less than num_sampled ({num_sampled})")
    if partition_strategy not in ("div", "mod"):
        raise ValueError(f"unsupported partition_strategy ({partition_strategy})")
    given = [weights, biases, labels, inputs, sampled_values, resampling_temperature]
    with name_scope(name, "rank_sampled_softmax_loss", given) as scope:
        if not sampled_values:
            sampled_values = learned_unigram_candidate_sampler(labels, num_true, num_sampled, True, num_classes)
        kept = _likeliest(
            weights, biases, inputs, sampled_values, num_resampled, resampling_temperature, partition_strategy
        )
        return sampled_softmax_loss(
            weights,
            biases,
            labels,
            inputs,
            num_resampled,
            num_classes,
            num_true,
            kept,
            remove_accidental_hits,
            partition_strategy,
            name=scope,
        )


def _likeliest(
    weights: Any, biases: Any, inputs: Any, sampled_values: Any, number: int, temperature: Any, strategy: str
) -> tuple[Tensor, Tensor, Tensor]:
    """Of the sampled classes the `number` with the largest logits, summed over the batch."""
    sampled, true_count, sampled_count = sampled_values
    sampled = math_ops.cast(array_ops.stop_gradient(sampled), dtypes.int64)
    true_count, sampled_count = array_ops.stop_gradient(true_count), array_ops.stop_gradient(sampled_count)
    rows = embedding_lookup(weights, sampled, partition_strategy=strategy)
    products = math_ops.matmul(rows, inputs / temperature, transpose_b=True)
    logits = math_ops.reduce_logsumexp(products, axis=1, keepdims=False)
    offsets = array_ops.reshape(embedding_lookup(biases, sampled, partition_strategy=strategy), [-1])
    logits += offsets / temperature
    _, best = nn_ops.top_k(logits, k=number, sorted=False)
    return array_ops.gather(sampled, best), true_count, array_ops.gather(sampled_count, best)


def _sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Logits and labels [batch, num_true + num_sampled]; expected counts are taken off the logits."""
    parts = list(weights) if isinstance(weights, list) or hasattr(weights, "_variable_list") else [weights]
    with name_scope(name, "compute_sampled_logits", [*parts, biases, inputs, labels]):
        if labels.dtype != dtypes.int64:
            labels = math_ops.cast(labels, dtypes.int64)
        flat = array_ops.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(
                labels, num_true, num_sampled, unique=True, range_max=num_classes, seed=seed
            )
        sampled, true_count, sampled_count = (array_ops.stop_gradient(s) for s in sampled_values)
        sampled = math_ops.cast(sampled, dtypes.int64)
        ids = array_ops.concat([flat, sampled], 0)
        rows = _as(embedding_lookup(parts, ids, partition_strategy=partition_strategy), inputs)
        true_rows = array_ops.slice(rows, [0, 0], array_ops.stack([array_ops.shape(flat)[0], -1]))
        sampled_rows = array_ops.slice(rows, array_ops.stack([array_ops.shape(flat)[0], 0]), [-1, -1])
        sampled_logits = math_ops.matmul(inputs, sampled_rows, transpose_b=True)
        offsets = _as(embedding_lookup(biases, ids, partition_strategy=partition_strategy), inputs)
        true_offsets = array_ops.slice(offsets, [0], array_ops.shape(flat))
        sampled_offsets = array_ops.slice(offsets, array_ops.shape(flat), [-1])
        true_logits = _row_products(inputs, true_rows, num_true)
        true_offsets = array_ops.reshape(true_offsets, [-1, num_true])
        true_logits += true_offsets
        sampled_logits += sampled_offsets
        if remove_accidental_hits:
            sampled_logits += _accidental_hits(labels, sampled, num_true, num_sampled, sampled_logits.dtype)
        # the logarithm of the probability with which a class is in the sample
        true_logits -= math_ops.log(true_count)
        sampled_logits -= math_ops.log(sampled_count)
        logits = array_ops.concat([true_logits, sampled_logits], 1)
        share = array_ops.ones_like(true_logits) / num_true
        targets = array_ops.concat([share, array_ops.zeros_like(sampled_logits)], 1)
        return logits, targets


def _as(rows: Tensor, like: Any) -> Tensor:
    return rows if rows.dtype == like.dtype else math_ops.cast(rows, like.dtype)


def _row_products(inputs: Any, true_rows: Tensor, num_true: int) -> Tensor:
    """The inner product of each example with the rows of its target classes: [batch, num_true]."""
    dim = array_ops.shape(true_rows)[1:2]
    by_example = array_ops.concat([[-1, num_true], dim], 0)
    products = math_ops.multiply(array_ops.expand_dims(inputs, 1), array_ops.reshape(true_rows, by_example))
    matrix = array_ops.reshape(products, array_ops.concat([[-1], dim], 0))
    return array_ops.reshape(_sum_rows(matrix), [-1, num_true])


def _sum_rows(x: Tensor) -> Tensor:
    # TF1: a product with ones, whose gradient was faster than that of a sum
    ones = array_ops.ones(array_ops.stack([array_ops.shape(x)[1], 1]), x.dtype)
    return array_ops.reshape(math_ops.matmul(x, ones), [-1])


def _accidental_hits(labels: Tensor, sampled: Tensor, num_true: int, num_sampled: int, dtype: Any) -> Tensor:
    """[batch, num_sampled]: the lowest number where a sampled class is a target class, else 0."""
    examples, places, lowest = compute_accidental_hits(labels, sampled, num_true=num_true)
    examples = array_ops.reshape(examples, [-1, 1])
    places = array_ops.reshape(math_ops.cast(places, dtypes.int32), [-1, 1])
    indices = array_ops.concat([examples, places], 1, "sparse_indices")
    shape = array_ops.concat([array_ops.shape(labels)[:1], array_ops.expand_dims(num_sampled, 0)], 0)
    if lowest.dtype != dtype:
        lowest = math_ops.cast(lowest, dtype)
    return apply_op("SparseToDense", indices, shape, lowest, 0.0, validate_indices=False)
