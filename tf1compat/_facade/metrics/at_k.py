"""`tf.metrics`: precision, recall and average precision of the k best predictions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, math_ops, sets, sparse_arrange, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import fill
from tf1compat._facade.cond import cond
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.metrics.streaming import collected, metric_variable, result
from tf1compat._facade.nn_ops import top_k
from tf1compat._facade.sparse_tensor import SparseTensor, SparseTensorValue, convert_to_tensor_or_sparse_tensor
from tf1compat._facade.weights_broadcast_ops import assert_broadcastable, broadcast_weights
from tf1compat._jaxcore.base import dtypes

Metric = tuple[Any, Any]


def _combined(a: Any, b: Any, operation: bytes) -> SparseTensor:
    """Rows of different lengths, as the entries of a sparse tensor."""
    if operation == b"intersection":
        return sets.set_intersection(a, b)
    return sets.set_difference(a, b, aminusb=operation == b"a-b")


def _scope_name(name: str, k: int | None, class_id: int | None) -> str:
    name = f"{name}_at_k" if k is None else f"{name}_at_{k:d}"
    return name if class_id is None else f"{name}_class{class_id:d}"


def _expanded(labels: Any, predictions: Any) -> Any:
    """Labels with a last dimension of size 1 where predictions have one more."""
    with name_scope(None, "expand_labels", (labels, predictions)) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            return _expanded_sparse(labels, predictions, scope)
        if labels.dims is not None and predictions.dims is not None:
            if len(predictions.dims) == len(labels.dims):
                return labels
            if len(predictions.dims) == len(labels.dims) + 1:
                return array_ops.expand_dims(labels, -1, name=scope)
            raise ValueError(f"Unexpected labels shape {labels.shape} for predictions shape {predictions.shape}.")
        return cond(
            math_ops.equal(array_ops.rank(predictions), array_ops.rank(labels) + 1),
            lambda: array_ops.expand_dims(labels, -1, name=scope),
            lambda: labels,
        )


def _expanded_sparse(labels: SparseTensor, predictions: Any, name: str | None) -> Any:
    has_more = math_ops.equal(array_ops.rank(predictions), array_ops.size(labels.dense_shape) + 1)

    def expanded() -> SparseTensor:
        shape = array_ops.concat((labels.dense_shape, (1,)), 0)
        return sparse_arrange.sparse_reshape(labels, shape=shape, name=name)

    return cond(has_more, expanded, lambda: labels)


def _of_class(ids: Any, class_id: int) -> SparseTensor:
    """Only `class_id`, in the rows that have it."""
    ids = convert_to_tensor_or_sparse_tensor(ids)
    if isinstance(ids, SparseTensor):
        return sparse_arrange.sparse_retain(ids, math_ops.equal(ids.values, class_id))
    shape = array_ops.shape(ids, out_type=dtypes.int64)
    last = array_ops.size(shape) - 1
    column = _reduced(shape, array_ops.reshape(last, [1]))
    wanted = fill(column, math_ops.cast(class_id, dtypes.int64))
    found = _combined(wanted, ids, b"intersection")
    return SparseTensor(found.indices, found.values, shape)


def _reduced(shape: Any, axes: Any) -> Any:
    """`shape` with ones at `axes`."""
    shape, axes = math_ops.cast(shape, dtypes.int32), math_ops.cast(axes, dtypes.int32)
    rank = array_ops.size(shape)
    axes = (axes + rank) % rank
    count = array_ops.shape(axes)
    return apply_op("DynamicStitch", [math_ops.range(rank), axes], [shape, fill(count, 1)])


def _sizes(
    scope: str, operation: bytes, labels: Any, predictions: Any, class_id: int | None, weights: Any, name: Any = None
) -> Any:
    """How many classes of each example are left after the set operation, times `weights`."""
    with name_scope(name, scope, (predictions, labels, weights)):
        if class_id is not None:
            labels, predictions = _of_class(labels, class_id), _of_class(predictions, class_id)
        sizes = sets.set_size(_combined(predictions, labels, operation))
        sizes = math_ops.cast(sizes, dtypes.float64)
        if weights is not None:
            with control_dependencies((assert_broadcastable(weights, sizes),)):
                weights = math_ops.cast(weights, dtypes.float64)
                sizes = math_ops.multiply(sizes, weights)
        return sizes


_TRUE_POSITIVE = ("true_positive", "true_positives", b"intersection")
_FALSE_NEGATIVE = ("false_negative", "false_negatives", b"b-a")
_FALSE_POSITIVE = ("false_positive", "false_positives", b"a-b")


def _streaming(
    kind: tuple[str, str, bytes], labels: Any, predictions: Any, k: int | None, class_id: int | None, weights: Any
) -> Metric:
    name, scope_of_sizes, operation = kind
    with name_scope(None, _scope_name(name, k, class_id), (predictions, labels, weights)) as scope:
        sizes = _sizes(scope_of_sizes, operation, labels, predictions, class_id, weights)
        total = math_ops.cast(math_ops.reduce_sum(sizes), dtypes.float64)
        variable = metric_variable([], dtypes.float64, name=scope)
        return variable, state_ops.assign_add(variable, total, name="update")


def _ratio_at_top_k(
    name: str | None,
    default_name: str,
    misses: tuple[str, str, bytes],
    labels: Any,
    predictions_idx: Any,
    k: int | None,
    class_id: int | None,
    weights: Any,
    metrics_collections: Any,
    updates_collections: Any,
) -> Metric:
    with name_scope(name, _scope_name(default_name, k, class_id), (predictions_idx, labels, weights)) as scope:
        labels = _expanded(labels, predictions_idx)
        predicted = math_ops.cast(predictions_idx, dtypes.int64)
        hit, hit_update = _streaming(_TRUE_POSITIVE, labels, predicted, k, class_id, weights)
        miss, miss_update = _streaming(misses, labels, predicted, k, class_id, weights)
        value = result(metrics_collections, lambda: math_ops.div(hit, math_ops.add(hit, miss), name=scope))
        update = math_ops.div(hit_update, math_ops.add(hit_update, miss_update), name="update")
        return value, collected(updates_collections, update)


def precision_at_top_k(
    labels: Any,
    predictions_idx: Any,
    k: int | None = None,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The fraction of predicted classes that are labels.

    Args:
      labels: int64 [..., number of labels], or [...] for one label each.
      predictions_idx: integers [..., k], the predicted classes.
      k: shown in names only.
      class_id: look at this class only.
      weights: a scalar, or [...].
      metrics_collections, updates_collections: collections that the two results join.
      name: name scope.

    Returns:
      The fraction so far, and an operation's output that takes this step in and gives the fraction then (float64).
    """
    collections = (metrics_collections, updates_collections)
    return _ratio_at_top_k(
        name, "precision", _FALSE_POSITIVE, labels, predictions_idx, k, class_id, weights, *collections
    )


def recall_at_top_k(
    labels: Any,
    predictions_idx: Any,
    k: int | None = None,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The fraction of labels that are predicted; arguments and results as `precision_at_top_k`."""
    collections = (metrics_collections, updates_collections)
    return _ratio_at_top_k(name, "recall", _FALSE_NEGATIVE, labels, predictions_idx, k, class_id, weights, *collections)


def _at_k(name: str, metric: Callable[..., Metric], given: Any, labels: Any, predictions: Any, k: int) -> Metric:
    weights, class_id, scope_name = given["weights"], given["class_id"], given.pop("name")
    with name_scope(scope_name, _scope_name(name, k, class_id), (predictions, labels, weights)) as scope:
        _, best = top_k(predictions, k)
        return metric(labels=labels, predictions_idx=best, k=k, name=scope, **given)


def precision_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`precision_at_top_k` of the `k` classes with the highest logits; `predictions` are float [..., classes]."""
    given = {"class_id": class_id, "weights": weights, "name": name}
    given |= {"metrics_collections": metrics_collections, "updates_collections": updates_collections}
    return _at_k("precision", precision_at_top_k, given, labels, predictions, k)


def recall_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """`recall_at_top_k` of the `k` classes with the highest logits; `predictions` are float [..., classes]."""
    given = {"class_id": class_id, "weights": weights, "name": name}
    given |= {"metrics_collections": metrics_collections, "updates_collections": updates_collections}
    return _at_k("recall", recall_at_top_k, given, labels, predictions, k)


# ---- average precision ----------------------------------------------------------------------------------------------


def average_precision_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean over examples of the average precision of the `k` best predictions.

    Args:
      labels: int64 [..., number of labels], or [...] for one label each.
      predictions: float [..., classes].
      k: how many predictions count.
      weights: a scalar, or [...].
      metrics_collections, updates_collections: collections that the two results join.
      name: name scope.

    Raises:
      ValueError: `k` is not positive.
    """
    if k < 1:
        raise ValueError(f"Invalid k={k}.")
    with name_scope(name, _scope_name("average_precision", k, None), (predictions, labels, weights)) as scope:
        _, best = top_k(predictions, k)
        classes = math_ops.cast(array_ops.shape(predictions)[-1], dtypes.int64)
        labels = _without_unknown(labels, classes)
        return _streaming_average(labels, best, weights, metrics_collections, updates_collections, scope)


def _without_unknown(labels: Any, classes: Any) -> Any:
    """-1 in place of labels that are no classes."""
    is_sparse = isinstance(labels, SparseTensor | SparseTensorValue)
    values = labels.values if is_sparse else labels

    def cleaned() -> Any:
        unknown = math_ops.greater_equal(values, classes)
        known = array_ops.where_v2(unknown, -1 * array_ops.ones_like(values), values)
        return type(labels)(labels.indices, known, labels.dense_shape) if is_sparse else known

    return cond(math_ops.greater_equal(math_ops.reduce_max(values), classes), cleaned, lambda: labels)


def _streaming_average(
    labels: Any, best: Any, weights: Any, metrics_collections: Any, updates_collections: Any, name: str | None
) -> Metric:
    with name_scope(name, "average_precision_at_top_k", (best, labels, weights)) as scope:
        precision = _average_precision(labels, best)
        if weights is not None:
            weights = broadcast_weights(math_ops.cast(weights, dtypes.float64), precision)
            precision = math_ops.multiply(precision, weights)
        with name_scope(None, "max", (precision,)) as inner:
            most = metric_variable([], dtypes.float64, name=inner)
            if weights is None:
                batch_most = math_ops.cast(array_ops.size(precision, name="batch_max"), dtypes.float64)
            else:
                batch_most = math_ops.reduce_sum(weights, name="batch_max")
            most_update = state_ops.assign_add(most, batch_most, name="update")
        with name_scope(None, "total", (precision,)) as inner:
            total = metric_variable([], dtypes.float64, name=inner)
            batch_total = math_ops.reduce_sum(precision, name="batch_total")
            total_update = state_ops.assign_add(total, batch_total, name="update")
        value = result(metrics_collections, lambda: math_ops.div_no_nan(total, most, name="mean"))
        update = math_ops.div_no_nan(total_update, most_update, name=scope)
        return value, collected(updates_collections, update)


def _average_precision(labels: Any, best: Any) -> Any:
    """For each example the mean, over its labels, of the precision down to where the label was predicted."""
    with name_scope(None, "average_precision", (best, labels)) as scope:
        best = math_ops.cast(best, dtypes.int64, name="predictions_idx")
        if best.dims == ():
            raise ValueError("The rank of predictions_idx must be at least 1.")
        k = best.shape.as_list()[-1]
        if k is None:
            raise ValueError("The last dimension of predictions_idx must be set.")
        labels = _expanded(labels, best)
        best_per_k = array_ops.expand_dims(best, -1, name="predictions_idx_per_k")
        labels_per_k = _tiled(labels, k)
        relevant = _sizes("true_positives", b"intersection", labels_per_k, best_per_k, None, None, "relevant_per_k")
        hits = math_ops.cumsum(relevant, axis=-1, name="tp_per_k")
        retrieved = math_ops.cumsum(array_ops.ones_like(relevant), axis=-1, name="retrieved_per_k")
        precision = math_ops.div(
            math_ops.cast(hits, dtypes.float64), math_ops.cast(retrieved, dtypes.float64), name="precision_per_k"
        )
        relevant = math_ops.cast(relevant, dtypes.float64)
        counted = math_ops.multiply(precision, relevant, name="relevant_precision_per_k")
        total = math_ops.reduce_sum(counted, axis=(-1,), name="precision_sum")
        return math_ops.div(total, math_ops.cast(_num_relevant(labels, k), dtypes.float64), name=scope)


def _tiled(labels: Any, k: int) -> Any:
    """Labels [..., n] repeated for each of `k` predictions: [..., k, n]."""
    with name_scope("labels_per_k", "expand_and_tile", (labels, k, -1)) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            return _tiled_sparse(labels, k, scope)
        expanded = array_ops.expand_dims(labels, -2, name="expand")
        if k == 1:
            return expanded
        ones = array_ops.ones_like(array_ops.shape(labels))
        multiples = array_ops.concat((ones[:-1], (k,), ones[-1:]), 0, name="multiples")
        return array_ops.tile(expanded, multiples, name=scope)


def _tiled_sparse(labels: SparseTensor, k: int, name: str | None) -> SparseTensor:
    before = array_ops.reshape(array_ops.size(labels.dense_shape) + -1, [1])
    first = array_ops.slice(labels.dense_shape, [0], before)
    last = array_ops.slice(labels.dense_shape, before, [-1])
    shape = array_ops.concat((first, [1], last), 0, name="expanded_shape")
    expanded = sparse_arrange.sparse_reshape(labels, shape=shape, name="expand")
    return expanded if k == 1 else sparse_arrange.sparse_concat(-2, [expanded] * k, name=name)


def _num_relevant(labels: Any, k: int) -> Any:
    with name_scope(None, "num_relevant", (labels,)) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            return math_ops.minimum(sets.set_size(labels), k, name=scope)
        is_known = math_ops.greater_equal(labels, 0)
        known = array_ops.where_v2(is_known, array_ops.ones_like(labels), array_ops.zeros_like(labels))
        return math_ops.minimum(math_ops.reduce_sum(known, axis=-1), k, name=scope)


@deprecated(None, "Use average_precision_at_k instead", "tensorflow.python.ops.metrics_impl")
def sparse_average_precision_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The old name of `average_precision_at_k`."""
    return average_precision_at_k(labels, predictions, k, weights, metrics_collections, updates_collections, name)


@deprecated(None, "Use precision_at_k instead", "tensorflow.python.ops.metrics_impl")
def sparse_precision_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The old name of `precision_at_k`."""
    return precision_at_k(labels, predictions, k, class_id, weights, metrics_collections, updates_collections, name)
