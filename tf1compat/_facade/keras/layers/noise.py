"""`tf.keras.layers`: noise while training."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer


class _Noise(Layer):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape


class GaussianNoise(_Noise):
    """Adds normal draws while training."""

    def __init__(self, stddev: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.stddev = stddev

    def call(self, inputs: Any, training: Any = None) -> Any:
        def noised() -> Any:
            return inputs + K.random_normal(
                shape=array_ops.shape(inputs), mean=0.0, stddev=self.stddev, dtype=inputs.dtype
            )

        return K.in_train_phase(noised, inputs, training=training)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "stddev": self.stddev}


class GaussianDropout(_Noise):
    """Multiplies with normal draws of mean one while training."""

    def __init__(self, rate: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rate = rate

    def call(self, inputs: Any, training: Any = None) -> Any:
        if not 0 < self.rate < 1:
            return inputs

        def noised() -> Any:
            stddev = np.sqrt(self.rate / (1.0 - self.rate))
            return inputs * K.random_normal(shape=array_ops.shape(inputs), mean=1.0, stddev=stddev, dtype=inputs.dtype)

        return K.in_train_phase(noised, inputs, training=training)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate}


class AlphaDropout(_Noise):
    """Dropout that keeps mean and variance of selu's outputs (Klambauer et al. 2017)."""

    def __init__(self, rate: Any, noise_shape: Any = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs: Any, training: Any = None) -> Any:
        if not 0.0 < self.rate < 1.0:
            return inputs
        shape = self.noise_shape if self.noise_shape else array_ops.shape(inputs)
        lowest = -1.6732632423543772848170429916717 * 1.0507009873554804934193349852946

        def dropped() -> Any:
            kept = math_ops.greater_equal(K.random_uniform(shape, seed=self.seed), self.rate)
            kept = math_ops.cast(kept, K.floatx())
            scale = ((1 - self.rate) * (1 + self.rate * lowest**2)) ** -0.5
            offset = -scale * lowest * self.rate
            return scale * (inputs * kept + lowest * (1 - kept)) + offset

        return K.in_train_phase(dropped, inputs, training=training)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate}
