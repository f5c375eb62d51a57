"""`tf.keras.layers`: batch and layer normalisation."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, nn_moments
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.layers import normalization as plain
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.shapes import TensorShape

_NAMES = (
    "axis",
    "momentum",
    "epsilon",
    "center",
    "scale",
    "beta_initializer",
    "gamma_initializer",
    "moving_mean_initializer",
    "moving_variance_initializer",
    "beta_regularizer",
    "gamma_regularizer",
    "beta_constraint",
    "gamma_constraint",
)


class BatchNormalization(Layer):
    """Normalises with the batch's statistics while training, with their moving averages otherwise.

    Args:
      axis: the dimension of the features.
      momentum: of the moving averages.
      epsilon: added to the variance.
      center, scale: add `beta`, multiply with `gamma`?
      Others: names, configurations or functions; `fused`, `virtual_batch_size` as of `tf.layers`.
    """

    def __init__(
        self,
        axis: Any = -1,
        momentum: Any = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        renorm: bool = False,
        renorm_clipping: Any = None,
        renorm_momentum: Any = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Any = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _NAMES}
        super().__init__(name=name, trainable=trainable, **kwargs)
        if renorm:
            raise errors.unsupported("batch renormalisation (renorm=True) is not supported.", advice="Leave it out.")
        if not isinstance(axis, (int, list)):
            raise TypeError(f"axis must be int or list, type given: {type(axis)}")
        settings.take(self, given)
        self.axis = list(axis) if isinstance(axis, list) else axis
        self.virtual_batch_size, self.adjustment = virtual_batch_size, adjustment
        self.supports_masking = True
        self.fused = True if fused is None else fused
        self._scope: Any = None
        self.gamma = self.beta = None

    build = plain.BatchNormalization.build
    _plain = plain.BatchNormalization._plain
    _settle_axes = plain.BatchNormalization._settle_axes
    _parameter_shape = plain.BatchNormalization._parameter_shape
    _parameter_dtype = plain.BatchNormalization._parameter_dtype
    _add_parameters = plain.BatchNormalization._add_parameters
    _statistic = plain.BatchNormalization._statistic
    _fused = plain.BatchNormalization._fused
    _unfused = plain.BatchNormalization._unfused
    _adjusted = plain.BatchNormalization._adjusted
    _batch_statistics = plain.BatchNormalization._batch_statistics
    _update = plain.BatchNormalization._update
    compute_output_shape: Any = plain.BatchNormalization.compute_output_shape

    def call(self, inputs: Any, training: Any = None) -> Any:
        training = K.learning_phase() if training is None else training
        return plain.BatchNormalization.call(self, inputs, training)  # type: ignore[arg-type]

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, _NAMES)}


class LayerNormalization(Layer):
    """Normalises each example over `axis` (Ba et al. 2016)."""

    _names = (
        "axis",
        "epsilon",
        "center",
        "scale",
        "beta_initializer",
        "gamma_initializer",
        "beta_regularizer",
        "gamma_regularizer",
        "beta_constraint",
        "gamma_constraint",
    )
    epsilon: Any
    center: Any
    scale: Any

    def __init__(
        self,
        axis: Any = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in self._names}
        super().__init__(name=name, trainable=trainable, **kwargs)
        settings.take(self, given)
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        sizes = TensorShape(input_shape).as_list()
        axes = [self.axis] if isinstance(self.axis, int) else list(self.axis)
        self.axis = [a % len(sizes) for a in axes]
        shape = [sizes[a] for a in self.axis]
        self.gamma = self.beta = None
        for name, wanted in (("gamma", self.scale), ("beta", self.center)):
            if wanted:
                made = self.add_weight(
                    name=name,
                    shape=shape,
                    initializer=getattr(self, name + "_initializer"),
                    regularizer=getattr(self, name + "_regularizer"),
                    constraint=getattr(self, name + "_constraint"),
                )
                setattr(self, name, made)
        self.built = True

    def call(self, inputs: Any) -> Any:
        rank = len(inputs.shape)
        mean, variance = nn_moments.moments(inputs, self.axis, keep_dims=True)
        wide = [inputs.dims[i] if i in self.axis else 1 for i in range(rank)]

        def broadcast(v: Any) -> Any:
            if v is not None and len(v.shape) != rank and self.axis != [rank - 1]:
                return array_ops.reshape(v, wide)
            return v

        scale, offset = broadcast(self.gamma), broadcast(self.beta)
        outputs = nn_moments.batch_normalization(inputs, mean, variance, offset, scale, self.epsilon)
        outputs.set_shape(inputs.shape)
        return outputs

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, self._names)}
