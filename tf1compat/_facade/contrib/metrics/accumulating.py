"""`tf.contrib.metrics`: all values so far, precision and recall in buckets."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import (
    array_creation,
    array_ops,
    check_ops,
    check_shapes,
    framework,
    grouping,
    math_ops,
    state_ops,
    variable_scope,
)
from tf1compat._facade.collections import add_to_collections
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.metrics import at_k
from tf1compat._facade.metrics.streaming import metric_variable, squeezed
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]


def streaming_sparse_average_precision_at_top_k(
    top_k_predictions: Any,
    labels: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of average precisions, for predictions that are the k best classes.

    Args:
      top_k_predictions: int64 [..., k].
      labels: int64 or a sparse tensor, [..., number of labels].
      weights: of the examples.
      metrics_collections, updates_collections, name: as of all metrics.
    """
    return at_k._streaming_average(labels, top_k_predictions, weights, metrics_collections, updates_collections, name)


def streaming_concat(
    values: Any,
    axis: int = 0,
    max_size: int | None = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """All values so far, one after the other along `axis`.

    Args:
      values: tensor of known rank whose other dimensions are known.
      axis: dimension to concatenate along.
      max_size: how many are kept at most.
      metrics_collections, updates_collections, name: as of all metrics.

    Raises:
      ValueError: unknown shapes, or an axis that is none.
    """
    with variable_scope.variable_scope(name, "streaming_concat", (values,)):
        axis, others = _checked(values, axis)
        start = 0 if max_size is None else max_size
        array = metric_variable([start, *others], values.dtype, validate_shape=False, name="array")
        size = metric_variable([], dtypes.int32, name="size")
        rank = len(others) + 1
        filled = array[:size]
        filled.set_shape([None, *others])
        order = [0 if n == axis else n + 1 if n < axis else n for n in range(rank)]
        value = array_ops.transpose(filled, order, name="concat")
        added = array_ops.shape(values)[axis]
        if max_size is not None:
            added = math_ops.minimum(added, max_size - size)
        in_front = array_ops.transpose(values, [axis, *(n for n in range(rank) if n != axis)])[:added]
        new_size = size + added
        room = array_creation.shape_internal(array, optimize=False)[0]
        grown = cond(new_size > room, lambda: _grow(array, size, new_size, others, values.dtype), framework.no_op)
        with framework.control_dependencies([grown]):
            appended = array[size:new_size].assign(in_front)
        with framework.control_dependencies([appended]):
            update = size.assign(new_size)
        if metrics_collections:
            add_to_collections(metrics_collections, value)
        if updates_collections:
            add_to_collections(updates_collections, update)
        return value, update


def _checked(values: Any, axis: int) -> tuple[int, list[int]]:
    """The axis as a positive number, and the sizes of the other dimensions."""
    if values.shape.dims is None:
        raise ValueError("`values` must have known statically known rank")
    rank = len(values.shape)
    axis = axis + rank if axis < 0 else axis
    if not 0 <= axis < rank:
        raise ValueError(f"axis = {axis!r} not in [0, {rank!r})")
    others = [size for n, size in enumerate(values.shape.as_list()) if n != axis]
    if None in others:
        raise ValueError(
            "all dimensions of `values` other than the dimension to concatenate along must have statically known size"
        )
    return axis, others


def _grow(array: Any, size: Any, new_size: Any, others: list[int], dtype: Any) -> Any:
    """Room for `new_size`, with what was there."""
    shape = array_ops.stack([_next_array_size(new_size), *others])
    empty = array_creation.zeros(shape, dtype=dtype)
    before = array[:size]  # read here: the variable gets another value below
    with framework.control_dependencies([before]):
        replaced = state_ops.assign(array, empty, validate_shape=False)
    with framework.control_dependencies([replaced]):
        copied = array[:size].assign(before)
    with framework.control_dependencies([copied]):
        return framework.no_op()


def _next_array_size(required_size: Any, growth_factor: float = 1.5) -> Any:
    """The smallest power of the factor that is at least as large."""
    base = math_ops.log(math_ops.cast(growth_factor, dtypes.float32))
    exponent = math_ops.ceil(math_ops.log(math_ops.cast(required_size, dtypes.float32)) / base)
    return math_ops.cast(math_ops.ceil(growth_factor**exponent), dtypes.int32)


class PrecisionRecallData(NamedTuple):
    """Counts, precision and recall at each threshold."""

    tp: Any
    fp: Any
    tn: Any
    fn: Any
    precision: Any
    recall: Any
    thresholds: Any


def precision_recall_at_equal_thresholds(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> tuple[PrecisionRecallData, Any]:
    """Counts, precision and recall at thresholds from 0 to 1 with equal distances.

    Args:
      labels: booleans.
      predictions: floats from 0 to 1, of the labels' shape.
      weights: of the examples.
      num_thresholds: 201 if absent.
      use_locking: kept on the nodes (true if absent).
      name: name of the scope.
    """
    count = 201 if num_thresholds is None else num_thresholds
    locking = True if use_locking is None else use_locking
    check_shapes.assert_type(labels, dtypes.bool)
    weights = 1.0 if weights is None else weights
    default_name = "precision_recall_at_equal_thresholds"
    with variable_scope.variable_scope(name, default_name, (labels, predictions, weights)):
        text = "predictions must be in [0, 1]"
        zero, one = (math_ops.cast(x, dtype=predictions.dtype) for x in (0.0, 1.0))
        checks = [
            check_ops.assert_greater_equal(predictions, zero, message=text),
            check_ops.assert_less_equal(predictions, one, message=text),
        ]
        with framework.control_dependencies(checks):
            predictions, labels, weights = squeezed(predictions, labels, weights)
        predictions.shape.assert_is_compatible_with(labels.shape)
        kind = predictions.dtype
        hits = math_ops.cast(labels, dtypes.float64)
        weights = math_ops.cast(weights, dtypes.float64)
        amounts = [array_ops.reshape(x * weights, [-1]) for x in (hits, 1.0 - hits)]
        scaled = array_ops.reshape(predictions, [-1]) * (count - 1)
        buckets = math_ops.cast(math_ops.floor(scaled), dtypes.int32)
        with framework.name_scope("variables"):
            kept = [metric_variable([count], dtypes.float64, name=n) for n in ("tp_buckets", "fp_buckets")]
        with framework.name_scope("update_op"):
            updates = [state_ops.scatter_add(v, buckets, x, use_locking=locking) for v, x in zip(kept, amounts)]
        tp = math_ops.cumsum(kept[0], reverse=True, name="tp")
        fp = math_ops.cumsum(kept[1], reverse=True, name="fp")
        tn, fn = fp[0] - fp, tp[0] - tp
        epsilon = convert_to_tensor(1e-7, dtype=dtypes.float64)
        precision = tp / math_ops.maximum(epsilon, tp + fp)
        recall = tp / math_ops.maximum(epsilon, tp + fn)
        thresholds = math_ops.lin_space(0.0, 1.0, count)
        found = [math_ops.cast(x, kind) for x in (tp, fp, tn, fn, precision, recall, thresholds)]
        return PrecisionRecallData(*found), grouping.group(*updates)
