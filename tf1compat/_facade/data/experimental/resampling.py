"""`rejection_resample`: elements are left out so that classes have wanted frequencies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import array_creation, array_ops, logging_ops, math_casts, math_reductions, tensor_util
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.data.experimental.interleaving import sample_from_datasets
from tf1compat._facade.data.experimental.states import scan
from tf1compat._facade.data.experimental.transformations import unbatch
from tf1compat._facade.data.v1 import DatasetV1
from tf1compat._facade.math_division import truediv
from tf1compat._facade.math_elementwise import add, less
from tf1compat._facade.random_ops import random_uniform
from tf1compat._jaxcore.base import dtypes


def rejection_resample(
    class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: Any = None
) -> Callable[[Any], Any]:
    """Pairs of class and element, in which classes have the frequencies `target_dist`.

    Args:
      class_func: from an element to its class, an int32.
      target_dist: wanted frequency of each class.
      initial_dist: frequency of each class in the dataset; estimated as it is gone through, if absent.
      seed: seed of the draws.
    """

    def apply(dataset: Any) -> Any:
        target = convert_to_tensor(target_dist, name="target_dist")
        classes = dataset.map(class_func)
        if initial_dist is not None:
            initial = convert_to_tensor(initial_dist, name="initial_dist")
            accept, original = _acceptance(initial, target)
            initial_ds = DatasetV1.from_tensors(initial).repeat()
            accept_ds = DatasetV1.from_tensors(accept).repeat()
            original_ds = DatasetV1.from_tensors(original).repeat()
            known = _static_probability(initial, target)
        else:
            initial_ds = _estimated(target, classes)
            both = initial_ds.map(lambda dist: _acceptance(dist, target))
            accept_ds = both.map(lambda accept_prob, _: accept_prob)
            original_ds = both.map(lambda _, prob_original: prob_original)
            known = None
        filtered = _filtered(dataset, accept_ds, initial_ds, classes, seed).prefetch(3)
        if known == 1:
            return DatasetV1.zip((classes, dataset))
        if known == 0:
            return filtered
        weights = original_ds.map(lambda prob: [(prob, 1.0 - prob)])
        return sample_from_datasets([DatasetV1.zip((classes, dataset)), filtered], weights=weights, seed=seed)

    return apply


def _static_probability(initial: Any, target: Any) -> Any:
    one, two = tensor_util.constant_value(initial), tensor_util.constant_value(target)
    return None if one is None or two is None else np.min(two / one)


def _filtered(dataset: Any, accept_ds: Any, initial_ds: Any, classes: Any, seed: Any) -> Any:
    def maybe_warn_on_large_rejection(accept: Any, initial: Any) -> Any:
        rejected = math_reductions.reduce_sum((1 - accept) * initial)
        return cond(
            less(rejected, 0.5),
            lambda: accept,
            lambda: logging_ops.Print(
                accept,
                [rejected, initial, accept],
                message="Proportion of examples rejected by sampler is high: ",
                summarize=100,
                first_n=10,
            ),
        )

    accept_ds = DatasetV1.zip((accept_ds, initial_ds)).map(maybe_warn_on_large_rejection)

    def gather_and_copy(class_value: Any, accept: Any, data: Any) -> Any:
        from tf1compat._facade.array_index import gather

        return class_value, gather(accept, class_value), data

    together = DatasetV1.zip((classes, accept_ds, dataset)).map(gather_and_copy)
    kept = together.filter(lambda _1, p, _2: random_uniform([], seed=seed) < p)
    return kept.map(lambda class_value, _, data: (class_value, data))


def _estimated(target: Any, classes: Any, batch_size: int = 32, smoothing: int = 10) -> Any:
    """For each element the frequencies of the classes seen so far, in batches."""
    number = target.shape[0].value
    first = array_creation.fill(
        [number if number is not None else array_creation.shape(target)[0]], np.int64(smoothing)
    )

    def update_estimate_and_tile(seen: Any, c: Any) -> Any:
        depth = seen.shape[0].value
        one_hot = array_creation.one_hot(c, depth, dtype=dtypes.int64)
        seen = add(seen, math_reductions.reduce_sum(one_hot, 0))
        dist = math_casts.cast(truediv(seen, math_reductions.reduce_sum(seen)), dtypes.float32)
        return seen, array_ops.tile(array_ops.expand_dims(dist, 0), [batch_size, 1])

    return classes.batch(batch_size).apply(scan(first, update_estimate_and_tile)).apply(unbatch())


def _acceptance(initial: Any, target: Any) -> tuple[Any, Any]:
    """Probabilities with which elements of each class are kept, and with which the dataset itself is taken."""
    ratio = target / (initial + np.finfo(initial.dtype.as_numpy_dtype).tiny)
    highest, lowest = math_reductions.reduce_max(ratio), math_reductions.reduce_min(ratio)
    return (ratio - lowest) / (highest - lowest), lowest
