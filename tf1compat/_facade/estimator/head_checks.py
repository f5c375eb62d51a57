"""What heads check: labels, weights and logits, their shapes and ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import (
    array_creation,
    array_ops,
    check_ops,
    check_shapes,
    framework,
    logging_ops,
    math_casts,
    math_elementwise,
    math_reductions,
)
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.feature_column.columns import numeric_column
from tf1compat._facade.feature_column.numeric import NumericColumn, _NumericColumn
from tf1compat._facade.feature_column.raw_features import _LazyBuilder
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.losses import Reduction
from tf1compat._facade.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor


def check_reduction(loss_reduction: Any) -> None:
    """ValueError unless it reduces to a scalar."""
    if loss_reduction not in Reduction.all() or loss_reduction == Reduction.NONE:
        raise ValueError(f"Invalid loss_reduction: {loss_reduction}")


def check_loss_fn(loss_fn: Any) -> None:
    """ValueError unless it takes labels and logits, and at most features besides."""
    found = fn_args(loss_fn)
    for required in ("labels", "logits"):
        if required not in found:
            raise ValueError(f"loss_fn must contain argument: {required}. Given arguments: {found}")
    unknown = [name for name in found if name not in ("labels", "logits", "features")]
    if unknown:
        raise ValueError(f"loss_fn has unexpected args: {unknown}")


def checked_labels(labels: Any, logits: Any, dimension: int) -> Any:
    """Labels of shape [D0, …, DN, dimension] like the logits; the last one may be missing.

    Raises:
      ValueError: there are none, they are sparse, or of another shape.
    """
    if labels is None:
        raise ValueError(
            "You must provide a labels Tensor. Given: None. Suggested troubleshooting steps: Check that your data "
            "contain your label feature. Check that your input_fn properly parses and returns labels."
        )
    with framework.name_scope(None, "labels", (labels, logits)) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            raise ValueError(
                f"SparseTensor labels are not supported. labels must be a Tensor of shape [D0, D1, ..., DN, "
                f"{dimension}], e.g. [batch_size, {dimension}]. Suggested Fix (1): Check the label feature in your "
                f"data. Each example must contain {dimension} value(s). If not, your choice of label was probably "
                "incorrect. Suggested Fix (2): In your input_fn, use tf.sparse_tensor_to_dense() to turn labels into "
                "a Tensor."
            )
        if None not in (labels.shape.ndims, logits.shape.ndims) and labels.shape.ndims == logits.shape.ndims - 1:
            labels = array_ops.expand_dims(labels, -1)
        labels_shape, logits_shape = array_creation.shape(labels), array_creation.shape(logits)
        message = (
            f"labels shape must be [D0, D1, ... DN, {dimension}]. Suggested Fix: check your n_classes argument to the "
            "estimator and/or the shape of your label."
        )
        rank = check_shapes.assert_rank_at_least(labels, 2, message=message)
        with framework.control_dependencies([rank]):
            last = labels.shape[-1].value if labels.shape.ndims is not None else None
            if last is not None and last != dimension:
                raise ValueError(
                    f"Mismatched label shape. Expected labels dimension={dimension}.  Received {last}. Suggested Fix:"
                    "If your classifier expects one-hot encoding label,check your n_classes argument to the estimator "
                    "and/or the shape of your label. Otherwise, check the shape of your label."
                )
            expected = array_ops.concat([logits_shape[:-1], [dimension]], axis=0)
            same = check_ops.assert_equal(
                expected,
                labels_shape,
                message=message,
                data=["expected_labels_shape: ", expected, "labels_shape: ", labels_shape],
            )
            with framework.control_dependencies([same]):
                return array_ops.identity(labels, name=scope)


def checked_weights(features: Any, weight_column: Any, logits: Any, per_logit: bool = False) -> Any:
    """The weights of examples, 1 without a column; of shape [D0, …, DN, 1], or like the logits with `per_logit`.

    Raises:
      TypeError, ValueError: the column is no numeric one, or its feature no number.
    """
    shapes_ = ["[D0, D1, ... DN]", "[D0, D1, ... DN, 1]"]
    message = "weights shape must be " + " or ".join(shapes_)
    if per_logit:
        message = "weights shape must be [D0, D1, ... DN], [D0, D1, ... DN, 1] or [D0, D1, ... DN, logits_dimension]"
    with framework.name_scope(None, "weights", values=(*features.values(), logits)) as scope:
        if weight_column is None:
            return 1.0
        column = numeric_column(weight_column, shape=(1,)) if isinstance(weight_column, str) else weight_column
        if not isinstance(column, (NumericColumn, _NumericColumn)):
            raise TypeError(f"Weight column must be either a string or _NumericColumn. Given type: {type(column)}.")
        weights = column._get_dense_tensor(_LazyBuilder(features))
        if not (weights.dtype.is_floating or weights.dtype.is_integer):
            raise ValueError(f"Weight column should be castable to float. Given dtype: {weights.dtype}")
        weights = math_casts.to_float(weights, name="weights")
        weights_shape = array_creation.shape(weights, name="weights_shape")
        logits_shape = array_creation.shape(logits, name="logits_shape")
        data = ["logits_shape: ", logits_shape, "weights_shape: ", weights_shape]
        if None not in (weights.shape.ndims, logits.shape.ndims) and weights.shape.ndims == logits.shape.ndims - 1:
            same = check_ops.assert_equal(logits_shape[:-1], weights_shape, message=message, data=data)
            with framework.control_dependencies([same]):
                return array_ops.expand_dims(weights, -1, name=scope)
        supported = array_ops.concat([logits_shape[:-1], [1]], axis=0)
        if per_logit:
            fits = math_reductions.reduce_any(
                [
                    math_reductions.reduce_all(math_elementwise.equal(logits_shape, weights_shape)),
                    math_reductions.reduce_all(math_elementwise.equal(supported, weights_shape)),
                ]
            )
            same = logging_ops.Assert(condition=fits, data=[message, *data])
        else:
            same = check_ops.assert_equal(supported, weights_shape, message=message, data=data)
        with framework.control_dependencies([same]):
            return array_ops.identity(weights, name=scope)


def checked_logits(logits: Any, dimension: Any) -> Any:
    """The logits as floats of shape [D0, …, DN, dimension].

    Raises:
      ValueError: the last dimension is another.
    """
    message = "logits shape must be [D0, D1, ... DN, logits_dimension]"
    with framework.name_scope(None, "logits", (logits,)) as scope:
        logits = math_casts.to_float(logits)
        shape = array_creation.shape(logits)
        rank = check_shapes.assert_rank_at_least(logits, 2, data=[shape], message=message)
        with framework.control_dependencies([rank]):
            known = logits.shape
            if known.ndims is not None and known[-1].value is not None:
                if isinstance(dimension, int) and known[-1].value != dimension:
                    raise ValueError(f"{message}, got {known}.")
                return logits
            same = check_ops.assert_equal(dimension, shape[-1], data=[shape], message=message)
            with framework.control_dependencies([same]):
                return array_ops.identity(logits, name=scope)


def checked_classes(n_classes: Any) -> Any:
    """The number of classes; ValueError for less than three."""
    if isinstance(n_classes, int) and n_classes <= 2:
        raise ValueError(f"n_classes must be > 2: {n_classes}.")
    tensor = convert_to_tensor(n_classes)
    more = check_ops.assert_greater(tensor, 2, message="n_classes must be greater than 2")
    with framework.control_dependencies([more]):
        framework.no_op()
    return n_classes


def assert_range(labels: Any, n_classes: Any, message: str | None = None) -> Any:
    """The labels, checked to be of `range(n_classes)`."""
    with framework.name_scope(None, "assert_range", (labels,)):
        last = convert_to_tensor(n_classes - 1, dtype=labels.dtype)
        less = check_ops.assert_less_equal(labels, last, message=message or "Labels must <= n_classes - 1")
        greater = check_ops.assert_non_negative(labels, message=message or "Labels must >= 0")
        with framework.control_dependencies((less, greater)):
            return array_ops.identity(labels)


def call_loss_fn(loss_fn: Callable[..., Any], labels: Any, logits: Any, features: Any, dimension: int = 1) -> Any:
    """What the user's function gives, checked to be of shape [D0, …, DN, dimension]."""
    kwargs = {"features": features} if "features" in fn_args(loss_fn) else {}
    with framework.name_scope(None, "call_loss_fn", values=[labels, logits, *features.values()]):
        loss = loss_fn(labels=labels, logits=logits, **kwargs)
        logits_shape = array_creation.shape(logits, name="logits_shape")
        expected = array_ops.concat([logits_shape[:-1], [dimension]], axis=0, name="expected_loss_shape")
        loss_shape = array_creation.shape(loss, name="loss_shape")
        same = logging_ops.Assert(
            math_reductions.reduce_all(math_elementwise.equal(loss_shape, expected)),
            data=[
                f"loss_fn must return Tensor of shape [D0, D1, ... DN, {dimension}]. ",
                "logits_shape: ",
                logits_shape,
                "loss_shape: ",
                loss_shape,
            ],
            name="check_loss_shape",
        )
        with framework.control_dependencies([same]):
            return array_ops.identity(loss)
