"""`tf.keras.losses`: functions of targets and predictions, and objects that reduce them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, nn_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.losses_reduction import Reduction as Reduction
from tf1compat._facade.keras.losses_reduction import compute_weighted_loss
from tf1compat._facade.keras.serialization import deserialize_keras_object, serialize_keras_object
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_util import is_tensor


def _pair(y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
    y_pred = convert_to_tensor(y_pred)
    return math_ops.cast(y_true, y_pred.dtype), y_pred


def mean_squared_error(y_true: Any, y_pred: Any) -> Tensor:
    """Mean of (y_true - y_pred)² over the last dimension."""
    y_true, y_pred = _pair(y_true, y_pred)
    return K.mean(math_ops.squared_difference(y_pred, y_true), axis=-1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Tensor:
    """Mean of abs(y_true - y_pred) over the last dimension."""
    y_true, y_pred = _pair(y_true, y_pred)
    return K.mean(math_ops.abs(y_pred - y_true), axis=-1)


def mean_absolute_percentage_error(y_true: Any, y_pred: Any) -> Tensor:
    """The absolute error in percent of the target."""
    y_true, y_pred = _pair(y_true, y_pred)
    parts = math_ops.abs((y_true - y_pred) / K.clip(math_ops.abs(y_true), K.epsilon(), None))
    return 100.0 * K.mean(parts, axis=-1)


def mean_squared_logarithmic_error(y_true: Any, y_pred: Any) -> Tensor:
    """The squared error of log(x + 1)."""
    y_true, y_pred = _pair(y_true, y_pred)
    first = math_ops.log(K.clip(y_pred, K.epsilon(), None) + 1.0)
    second = math_ops.log(K.clip(y_true, K.epsilon(), None) + 1.0)
    return K.mean(math_ops.squared_difference(first, second), axis=-1)


def _as_signs(y_true: Tensor) -> Any:
    """Targets 0 and 1 become -1 and 1; others stay."""
    zeros, ones = math_ops.equal(y_true, 0), math_ops.equal(y_true, 1)
    binary = math_ops.reduce_all(math_ops.logical_or(zeros, ones))
    return smart_cond(binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)


def squared_hinge(y_true: Any, y_pred: Any) -> Tensor:
    """Mean of max(1 - y_true * y_pred, 0)²."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = _as_signs(y_true)
    return K.mean(math_ops.square(math_ops.maximum(1.0 - y_true * y_pred, 0.0)), axis=-1)


def hinge(y_true: Any, y_pred: Any) -> Tensor:
    """Mean of max(1 - y_true * y_pred, 0)."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = _as_signs(y_true)
    return K.mean(math_ops.maximum(1.0 - y_true * y_pred, 0.0), axis=-1)


def categorical_hinge(y_true: Any, y_pred: Any) -> Tensor:
    """By how much the right class is not better by one than the best wrong one."""
    y_true, y_pred = _pair(y_true, y_pred)
    right = math_ops.reduce_sum(y_true * y_pred, axis=-1)
    wrong = math_ops.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return math_ops.maximum(0.0, wrong - right + 1.0)


def huber_loss(y_true: Any, y_pred: Any, delta: Any = 1.0) -> Tensor:
    """Half the square of errors up to `delta`, linear beyond."""
    y_pred = math_ops.cast(y_pred, dtype=K.floatx())
    y_true = math_ops.cast(y_true, dtype=K.floatx())
    size = math_ops.abs(math_ops.subtract(y_pred, y_true))
    inner = math_ops.minimum(size, delta)
    outer = math_ops.subtract(size, inner)
    half = convert_to_tensor(0.5, dtype=inner.dtype)
    return math_ops.add(math_ops.multiply(half, math_ops.multiply(inner, inner)), math_ops.multiply(delta, outer))


def logcosh(y_true: Any, y_pred: Any) -> Tensor:
    """Mean of log(cosh(y_pred - y_true))."""
    y_true, y_pred = _pair(y_true, y_pred)
    error = y_pred - y_true
    return K.mean(error + nn_ops.softplus(-2.0 * error) - math_ops.log(2.0), axis=-1)


def categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: Any = 0) -> Tensor:
    """Cross entropy of distributions; `label_smoothing` mixes in the uniform one."""
    y_true, y_pred = _pair(y_true, y_pred)
    smoothing = convert_to_tensor(label_smoothing, dtype=K.floatx())

    def smoothed() -> Tensor:
        classes = math_ops.cast(array_ops.shape(y_true)[1], y_pred.dtype)
        return y_true * (1.0 - smoothing) + smoothing / classes

    return K.categorical_crossentropy(smart_cond(smoothing, smoothed, lambda: y_true), y_pred, from_logits=from_logits)


def sparse_categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, axis: int = -1) -> Tensor:
    """Cross entropy with class numbers as targets."""
    return K.sparse_categorical_crossentropy(y_true, y_pred, from_logits=from_logits, axis=axis)


def binary_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: Any = 0) -> Tensor:
    """Mean cross entropy of independent probabilities."""
    y_true, y_pred = _pair(y_true, y_pred)
    smoothing = convert_to_tensor(label_smoothing, dtype=K.floatx())
    y_true = smart_cond(smoothing, lambda: y_true * (1.0 - smoothing) + 0.5 * smoothing, lambda: y_true)
    return K.mean(K.binary_crossentropy(y_true, y_pred, from_logits=from_logits), axis=-1)


def kullback_leibler_divergence(y_true: Any, y_pred: Any) -> Tensor:
    """Sum of y_true * log(y_true / y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true, y_pred = K.clip(y_true, K.epsilon(), 1), K.clip(y_pred, K.epsilon(), 1)
    return math_ops.reduce_sum(y_true * math_ops.log(y_true / y_pred), axis=-1)


def poisson(y_true: Any, y_pred: Any) -> Tensor:
    """Mean of y_pred - y_true * log(y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return K.mean(y_pred - y_true * math_ops.log(y_pred + K.epsilon()), axis=-1)


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """Cosine of the angle between targets and predictions."""
    y_true = nn_ops.l2_normalize(y_true, axis=axis)
    y_pred = nn_ops.l2_normalize(y_pred, axis=axis)
    return math_ops.reduce_sum(y_true * y_pred, axis=axis)


class Loss:
    """Base of losses; subclasses define `call(y_true, y_pred)`, the loss of each sample.

    Args:
      reduction: one of `Reduction`.
      name: name of the scope.
    """

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = None) -> None:
        Reduction.validate(reduction)
        self.reduction = reduction
        self.name = name

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Tensor:
        """The loss, weighted and reduced."""
        scope = "lambda" if self.name == "<lambda>" else self.name
        with K.name_scope(scope or type(self).__name__):
            return compute_weighted_loss(self.call(y_true, y_pred), sample_weight, reduction=self._get_reduction())

    def _get_reduction(self) -> str:
        return Reduction.SUM_OVER_BATCH_SIZE if self.reduction == Reduction.AUTO else self.reduction

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each sample; subclasses define it."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"reduction": self.reduction, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A loss from what `get_config` returned."""
        return cls(**config)


class LossFunctionWrapper(Loss):
    """A loss of a function; further arguments go to it."""

    def __init__(self, fn: Any, reduction: str = Reduction.AUTO, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(reduction=reduction, name=name)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: Any, y_pred: Any) -> Any:
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        further = {k: K.eval(v) if is_tensor(v) else v for k, v in self._fn_kwargs.items()}
        return {**super().get_config(), **further}


class MeanSquaredError(LossFunctionWrapper):
    """`mean_squared_error`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_squared_error") -> None:
        super().__init__(mean_squared_error, reduction, name)


class MeanAbsoluteError(LossFunctionWrapper):
    """`mean_absolute_error`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_absolute_error") -> None:
        super().__init__(mean_absolute_error, reduction, name)


class MeanAbsolutePercentageError(LossFunctionWrapper):
    """`mean_absolute_percentage_error`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_absolute_percentage_error") -> None:
        super().__init__(mean_absolute_percentage_error, reduction, name)


class MeanSquaredLogarithmicError(LossFunctionWrapper):
    """`mean_squared_logarithmic_error`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_squared_logarithmic_error") -> None:
        super().__init__(mean_squared_logarithmic_error, reduction, name)


class BinaryCrossentropy(LossFunctionWrapper):
    """`binary_crossentropy`."""

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: Any = 0,
        reduction: str = Reduction.AUTO,
        name: str | None = "binary_crossentropy",
    ) -> None:
        super().__init__(binary_crossentropy, reduction, name, from_logits=from_logits, label_smoothing=label_smoothing)
        self.from_logits = from_logits


class CategoricalCrossentropy(LossFunctionWrapper):
    """`categorical_crossentropy`."""

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: Any = 0,
        reduction: str = Reduction.AUTO,
        name: str | None = "categorical_crossentropy",
    ) -> None:
        super().__init__(
            categorical_crossentropy, reduction, name, from_logits=from_logits, label_smoothing=label_smoothing
        )


class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """`sparse_categorical_crossentropy`."""

    def __init__(
        self,
        from_logits: bool = False,
        reduction: str = Reduction.AUTO,
        name: str | None = "sparse_categorical_crossentropy",
    ) -> None:
        super().__init__(sparse_categorical_crossentropy, reduction, name, from_logits=from_logits)


class Hinge(LossFunctionWrapper):
    """`hinge`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "hinge") -> None:
        super().__init__(hinge, reduction, name)


class SquaredHinge(LossFunctionWrapper):
    """`squared_hinge`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "squared_hinge") -> None:
        super().__init__(squared_hinge, reduction, name)


class CategoricalHinge(LossFunctionWrapper):
    """`categorical_hinge`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "categorical_hinge") -> None:
        super().__init__(categorical_hinge, reduction, name)


class Poisson(LossFunctionWrapper):
    """`poisson`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "poisson") -> None:
        super().__init__(poisson, reduction, name)


class LogCosh(LossFunctionWrapper):
    """`logcosh`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "logcosh") -> None:
        super().__init__(logcosh, reduction, name)


class KLDivergence(LossFunctionWrapper):
    """`kullback_leibler_divergence`."""

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "kullback_leibler_divergence") -> None:
        super().__init__(kullback_leibler_divergence, reduction, name)


class Huber(LossFunctionWrapper):
    """`huber_loss`."""

    def __init__(self, delta: Any = 1.0, reduction: str = Reduction.AUTO, name: str | None = "huber_loss") -> None:
        super().__init__(huber_loss, reduction, name, delta=delta)


class CosineSimilarity(LossFunctionWrapper):
    """`cosine_similarity`."""

    def __init__(self, axis: int = -1, reduction: str = Reduction.AUTO, name: str | None = "cosine_similarity") -> None:
        super().__init__(cosine_similarity, reduction, name, axis=axis)


mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence
cosine = cosine_similarity = cosine_proximity

# types of the targets' placeholders, where they are not the output's
LABEL_TYPES: dict[Any, str] = {sparse_categorical_crossentropy: "int32"}
_KNOWN = {
    k: v
    for k, v in globals().items()
    if not k.startswith("_") and getattr(v, "__module__", None) == __name__ and callable(v)
}


def is_categorical_crossentropy(loss: Any) -> bool:
    """Does the loss expect targets that are distributions over classes?"""
    return (
        isinstance(loss, LossFunctionWrapper)
        and loss.fn is categorical_crossentropy
        or getattr(loss, "__name__", None) == "categorical_crossentropy"
        or (isinstance(loss, str) and loss == "categorical_crossentropy")
    )


def serialize(loss: Any) -> Any:
    """The loss's name, or class and configuration."""
    return serialize_keras_object(loss)


def deserialize(name: Any, custom_objects: Any = None) -> Any:
    """The loss of a name or a configuration."""
    return deserialize_keras_object(name, _KNOWN, custom_objects, "loss function")


def get(identifier: Any) -> Any:
    """The loss that an argument stands for; None for none.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None:
        return None
    if isinstance(identifier, (str, dict)):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret loss function identifier:", identifier)
