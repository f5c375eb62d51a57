"""`tf.keras.layers`: activations that have arguments or weights."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.keras import activations as functions
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers import settings
from tf1compat._jaxcore.base.shapes import TensorShape


class _Activation(Layer):
    _names: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, self._names)}


class LeakyReLU(_Activation):
    """x, or alpha * x below zero."""

    def __init__(self, alpha: Any = 0.3, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = K.cast_to_floatx(alpha)

    def call(self, inputs: Any) -> Any:
        return K.relu(inputs, alpha=self.alpha)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "alpha": float(self.alpha)}


class PReLU(_Activation):
    """x, or alpha * x below zero, where the alphas are trained; `shared_axes` have one alpha in common."""

    _names = ("alpha_initializer", "alpha_regularizer", "alpha_constraint", "shared_axes")
    alpha_initializer: Any
    alpha_regularizer: Any
    alpha_constraint: Any

    def __init__(
        self,
        alpha_initializer: Any = "zeros",
        alpha_regularizer: Any = None,
        alpha_constraint: Any = None,
        shared_axes: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in self._names}
        super().__init__(**kwargs)
        settings.take(self, given)
        self.shared_axes = (
            None
            if shared_axes is None
            else list(shared_axes)
            if isinstance(shared_axes, (list, tuple))
            else [shared_axes]
        )

    def build(self, input_shape: Any) -> None:
        sizes = TensorShape(input_shape).as_list()
        shared = self.shared_axes or ()
        self.alpha = self.add_weight(
            shape=[1 if i in shared else n for i, n in enumerate(sizes)][1:],
            name="alpha",
            initializer=self.alpha_initializer,
            regularizer=self.alpha_regularizer,
            constraint=self.alpha_constraint,
        )
        axes = {i: sizes[i] for i in range(1, len(sizes)) if i not in shared} if self.shared_axes else {}
        self.input_spec = InputSpec(ndim=len(sizes), axes=axes)
        self.built = True

    def call(self, inputs: Any) -> Any:
        positive = K.relu(inputs)
        return positive + -self.alpha * K.relu(-inputs)


class ELU(_Activation):
    """x, or alpha * (exp(x) - 1) below zero."""

    def __init__(self, alpha: Any = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = K.cast_to_floatx(alpha)

    def call(self, inputs: Any) -> Any:
        return K.elu(inputs, self.alpha)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "alpha": float(self.alpha)}


class ThresholdedReLU(_Activation):
    """x above `theta`, else zero."""

    def __init__(self, theta: Any = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.theta = K.cast_to_floatx(theta)

    def call(self, inputs: Any) -> Any:
        return inputs * math_ops.cast(math_ops.greater(inputs, self.theta), K.floatx())

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "theta": float(self.theta)}


class Softmax(_Activation):
    """exp(x) over its sum along `axis`."""

    _names = ("axis",)

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: Any) -> Any:
        return functions.softmax(inputs, axis=self.axis)


class ReLU(_Activation):
    """max(x, 0), with a slope below the threshold and an upper limit."""

    def __init__(self, max_value: Any = None, negative_slope: Any = 0, threshold: Any = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if max_value is not None and max_value < 0.0:
            raise ValueError(f"max_value of Relu layer cannot be negative value: {max_value}")
        if negative_slope < 0.0:
            raise ValueError(f"negative_slope of Relu layer cannot be negative value: {negative_slope}")
        self.max_value = None if max_value is None else K.cast_to_floatx(max_value)
        self.negative_slope = K.cast_to_floatx(negative_slope)
        self.threshold = K.cast_to_floatx(threshold)

    def call(self, inputs: Any) -> Any:
        return K.relu(inputs, alpha=self.negative_slope, max_value=self.max_value, threshold=self.threshold)

    def get_config(self) -> dict[str, Any]:
        numbers = {n: getattr(self, n) for n in ("max_value", "negative_slope", "threshold")}
        return {**super().get_config(), **{k: None if v is None else float(v) for k, v in numbers.items()}}
