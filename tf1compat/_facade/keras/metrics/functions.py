"""`tf.keras.metrics`: accuracies as functions, and means of functions as metrics."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, nn_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import losses
from tf1compat._facade.keras.losses_reduction import squeeze_or_expand
from tf1compat._facade.keras.metrics.base import Mean, MeanMetricWrapper
from tf1compat._facade.losses import remove_squeezable_dimensions
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_util import is_tensor


def accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Is each prediction equal to its target?"""
    y_pred.shape.assert_is_compatible_with(y_true.shape)
    if y_true.dtype != y_pred.dtype:
        y_pred = math_ops.cast(y_pred, y_true.dtype)
    return math_ops.cast(math_ops.equal(y_true, y_pred), K.floatx())


def binary_accuracy(y_true: Any, y_pred: Any, threshold: Any = 0.5) -> Tensor:
    """The part of predictions on the right side of the threshold."""
    threshold = math_ops.cast(threshold, y_pred.dtype)
    y_pred = math_ops.cast(y_pred > threshold, y_pred.dtype)
    return K.mean(math_ops.equal(y_true, y_pred), axis=-1)


def categorical_accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Is the most probable class the right one? Targets are distributions."""
    right = math_ops.equal(math_ops.argmax(y_true, axis=-1), math_ops.argmax(y_pred, axis=-1))
    return math_ops.cast(right, K.floatx())


def _class_numbers(y_true: Any, y_pred: Any) -> Any:
    """Targets without a last dimension of one."""
    ranks = convert_to_tensor(y_pred).shape.ndims, convert_to_tensor(y_true).shape.ndims
    return array_ops.squeeze(y_true, [-1]) if None not in ranks and ranks[0] == ranks[1] else y_true


def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Is the most probable class the right one? Targets are class numbers."""
    y_true = _class_numbers(y_true, y_pred)
    found = math_ops.argmax(y_pred, axis=-1)
    if K.dtype(found) != K.dtype(y_true):
        found = math_ops.cast(found, K.dtype(y_true))
    return math_ops.cast(math_ops.equal(y_true, found), K.floatx())


def top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Tensor:
    """Is the right class among the `k` most probable ones?"""
    return math_ops.cast(nn_ops.in_top_k(y_pred, math_ops.argmax(y_true, axis=-1), k), K.floatx())


def sparse_top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Tensor:
    """Is the right class among the `k` most probable ones? Targets are class numbers."""
    y_true = _class_numbers(y_true, y_pred)
    return math_ops.cast(nn_ops.in_top_k(y_pred, math_ops.cast(y_true, "int32"), k), K.floatx())


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """Cosine of the angle between targets and predictions."""
    return losses.cosine_proximity(y_true, y_pred, axis)


class MeanRelativeError(Mean):
    """Mean of abs(error) / normalizer."""

    def __init__(self, normalizer: Any, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.normalizer = math_ops.cast(normalizer, self._dtype)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        y_true, y_pred = math_ops.cast(y_true, self._dtype), math_ops.cast(y_pred, self._dtype)
        y_pred, y_true, _ = squeeze_or_expand(y_pred, y_true)
        y_pred, self.normalizer = remove_squeezable_dimensions(y_pred, self.normalizer)
        y_pred.shape.assert_is_compatible_with(y_true.shape)
        errors = math_ops.div_no_nan(math_ops.abs(y_true - y_pred), self.normalizer)
        return super().update_state(errors, sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        given = self.normalizer
        return {**super().get_config(), "normalizer": K.eval(given) if is_tensor(given) else given}


class RootMeanSquaredError(Mean):
    """Root of the mean squared error."""

    def __init__(self, name: str | None = "root_mean_squared_error", dtype: Any = None) -> None:
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        y_true, y_pred = math_ops.cast(y_true, self._dtype), math_ops.cast(y_pred, self._dtype)
        y_pred, y_true, _ = squeeze_or_expand(y_pred, y_true)
        return super().update_state(math_ops.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self) -> Any:
        return math_ops.sqrt(math_ops.div_no_nan(self.total, self.count))


def _of(name: str, fn: Any, default: str, doc: str) -> Any:
    """A metric class that is the mean of a function without further arguments."""

    def __init__(self: Any, name: str | None = default, dtype: Any = None) -> None:
        MeanMetricWrapper.__init__(self, fn, name, dtype=dtype)

    def from_config(cls: Any, config: dict[str, Any]) -> Any:
        return cls(name=config["name"], dtype=config["dtype"])

    body = {"__init__": __init__, "from_config": classmethod(from_config), "__module__": __name__, "__doc__": doc}
    return type(name, (MeanMetricWrapper,), body)


Accuracy = _of("Accuracy", accuracy, "accuracy", "How often predictions equal targets.")
CategoricalAccuracy = _of(
    "CategoricalAccuracy", categorical_accuracy, "categorical_accuracy", "Mean of `categorical_accuracy`."
)
SparseCategoricalAccuracy = _of(
    "SparseCategoricalAccuracy",
    sparse_categorical_accuracy,
    "sparse_categorical_accuracy",
    "Mean of `sparse_categorical_accuracy`.",
)
Hinge = _of("Hinge", losses.hinge, "hinge", "Mean of `hinge`.")
SquaredHinge = _of("SquaredHinge", losses.squared_hinge, "squared_hinge", "Mean of `squared_hinge`.")
CategoricalHinge = _of(
    "CategoricalHinge", losses.categorical_hinge, "categorical_hinge", "Mean of `categorical_hinge`."
)
LogCoshError = _of("LogCoshError", losses.logcosh, "logcosh", "Mean of `logcosh`.")
Poisson = _of("Poisson", losses.poisson, "poisson", "Mean of `poisson`.")
KLDivergence = _of(
    "KLDivergence",
    losses.kullback_leibler_divergence,
    "kullback_leibler_divergence",
    "Mean of `kullback_leibler_divergence`.",
)
MeanAbsoluteError = _of(
    "MeanAbsoluteError", losses.mean_absolute_error, "mean_absolute_error", "Mean of `mean_absolute_error`."
)
MeanAbsolutePercentageError = _of(
    "MeanAbsolutePercentageError",
    losses.mean_absolute_percentage_error,
    "mean_absolute_percentage_error",
    "Mean of `mean_absolute_percentage_error`.",
)
MeanSquaredError = _of(
    "MeanSquaredError", losses.mean_squared_error, "mean_squared_error", "Mean of `mean_squared_error`."
)
MeanSquaredLogarithmicError = _of(
    "MeanSquaredLogarithmicError",
    losses.mean_squared_logarithmic_error,
    "mean_squared_logarithmic_error",
    "Mean of `mean_squared_logarithmic_error`.",
)


class BinaryAccuracy(MeanMetricWrapper):
    """Mean of `binary_accuracy`."""

    def __init__(self, name: str | None = "binary_accuracy", dtype: Any = None, threshold: Any = 0.5) -> None:
        super().__init__(binary_accuracy, name, dtype=dtype, threshold=threshold)


class TopKCategoricalAccuracy(MeanMetricWrapper):
    """Mean of `top_k_categorical_accuracy`."""

    def __init__(self, k: int = 5, name: str | None = "top_k_categorical_accuracy", dtype: Any = None) -> None:
        super().__init__(top_k_categorical_accuracy, name, dtype=dtype, k=k)


class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """Mean of `sparse_top_k_categorical_accuracy`."""

    def __init__(self, k: int = 5, name: str | None = "sparse_top_k_categorical_accuracy", dtype: Any = None) -> None:
        super().__init__(sparse_top_k_categorical_accuracy, name, dtype=dtype, k=k)


class CosineSimilarity(MeanMetricWrapper):
    """Mean of `cosine_proximity`."""

    def __init__(self, name: str | None = "cosine_similarity", dtype: Any = None, axis: int = -1) -> None:
        super().__init__(cosine_proximity, name, dtype=dtype, axis=axis)


class BinaryCrossentropy(MeanMetricWrapper):
    """Mean of `binary_crossentropy`."""

    def __init__(
        self,
        name: str | None = "binary_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        label_smoothing: Any = 0,
    ) -> None:
        super().__init__(
            losses.binary_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing
        )


class CategoricalCrossentropy(MeanMetricWrapper):
    """Mean of `categorical_crossentropy`."""

    def __init__(
        self,
        name: str | None = "categorical_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        label_smoothing: Any = 0,
    ) -> None:
        super().__init__(
            losses.categorical_crossentropy,
            name,
            dtype=dtype,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
        )


class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """Mean of `sparse_categorical_crossentropy`."""

    def __init__(
        self,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(losses.sparse_categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, axis=axis)
