"""`tf.layers`: batch normalisation."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, context, init_ops, math_ops, nn_moments, smart_cond, state_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers import named
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization
from tf1compat._jaxcore.base import dtypes, errors, shapes


class BatchNormalization(Layer):
    """Normalises its inputs with the batch's statistics while training, with their moving averages otherwise.

    The averages are updated by operations of `GraphKeys.UPDATE_OPS`, which a training step must run.

    Args:
      axis: the dimension of the features, or a list of them.
      momentum: of the moving averages.
      epsilon: added to the variance.
      center: add `beta`?
      scale: multiply with `gamma`?
      beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: initializers.
      beta_regularizer, gamma_regularizer: functions whose results are losses.
      beta_constraint, gamma_constraint: projections applied after an update.
      fused: use the fused op (None: where it can be used, i.e. for images with one feature axis).
      trainable: are `beta` and `gamma` trained?
      virtual_batch_size: normalise over parts of the batch of this size.
      adjustment: function of the input's shape giving (scale, bias) to apply while training.
      name: name of the layer.

    Raises:
      UnsupportedError: `renorm` is asked for.
    """

    def __init__(
        self,
        axis: Any = -1,
        momentum: Any = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = init_ops.zeros_initializer(),
        gamma_initializer: Any = init_ops.ones_initializer(),
        moving_mean_initializer: Any = init_ops.zeros_initializer(),
        moving_variance_initializer: Any = init_ops.ones_initializer(),
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
        super().__init__(trainable=trainable, name=name, **kwargs)
        if not isinstance(axis, (int, list)):
            raise TypeError(f"axis must be int or list, type given: {type(axis)}")
        if renorm:
            raise errors.unsupported(
                "batch renormalisation (renorm=True) is not supported.",
                advice="Leave renorm, renorm_clipping and renorm_momentum at their defaults.",
            )
        self.axis: Any = list(axis) if isinstance(axis, list) else axis
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = named.initializer(beta_initializer)
        self.gamma_initializer = named.initializer(gamma_initializer)
        self.moving_mean_initializer = named.initializer(moving_mean_initializer)
        self.moving_variance_initializer = named.initializer(moving_variance_initializer)
        self.beta_regularizer = named.regularizer(beta_regularizer)
        self.gamma_regularizer = named.regularizer(gamma_regularizer)
        self.beta_constraint = named.constraint(beta_constraint)
        self.gamma_constraint = named.constraint(gamma_constraint)
        self.virtual_batch_size = virtual_batch_size
        self.adjustment = adjustment
        # TF1: fused=True only asks; where it cannot be, the plain form is used
        self.fused = True if fused is None else fused
        self.gamma: Any = None
        self.beta: Any = None

    # ---- variables --------------------------------------------------------------------------------------------------

    def build(self, input_shape: Any) -> None:
        shape = shapes.as_shape(input_shape)
        if not shape.ndims:
            raise ValueError("Input has undefined rank:", shape)
        self._settle_axes(shape.ndims)
        if self.fused:
            self.fused = shape.ndims == 4 and len(self.axis) == 1 and self.axis[0] in (1, 3) and self._plain()
        if self.fused:
            self._data_format = "NCHW" if self.axis == [1] else "NHWC"
        sizes = {a: shape[a].value for a in self.axis}
        if None in sizes.values():
            raise ValueError("Input has undefined `axis` dimension. Input shape: ", shape)
        self.input_spec = InputSpec(ndim=shape.ndims, axes=sizes)
        self._add_parameters(self._parameter_shape(sizes, shape.ndims))
        self.built = True

    def _plain(self) -> bool:
        return self.virtual_batch_size is None and self.adjustment is None

    def _settle_axes(self, rank: int) -> None:
        axes = [self.axis] if isinstance(self.axis, int) else list(self.axis)
        self.axis = [a + rank if a < 0 else a for a in axes]
        for a in self.axis:
            if not 0 <= a < rank:
                raise ValueError(f"Invalid axis: {a}")
        if len(set(self.axis)) != len(self.axis):
            raise ValueError(f"Duplicate axis: {self.axis}")
        if self.virtual_batch_size is None:
            return
        if self.virtual_batch_size <= 0:
            raise ValueError(
                "virtual_batch_size must be a positive integer that divides the true batch size of the input Tensor"
            )
        if 0 in self.axis:
            raise ValueError(
                "When using virtual_batch_size, the batch dimension must be 0 and thus axis cannot include 0"
            )
        if self.adjustment is not None:
            raise ValueError("When using virtual_batch_size, adjustment cannot be specified")

    def _parameter_shape(self, sizes: dict[int, Any], rank: int) -> Any:
        if len(sizes) == 1 and self.virtual_batch_size is None:
            return tuple(sizes.values())
        shape = [sizes.get(i, 1) for i in range(rank)]
        if self.virtual_batch_size is not None:
            shape.insert(1, 1)
            self.axis = [a + 1 for a in self.axis]  # of the inputs with the virtual batches in a dimension of their own
        return shape

    @property
    def _parameter_dtype(self) -> Any:
        half = self._dtype in (dtypes.float16, dtypes.bfloat16)
        return dtypes.float32 if half or self._dtype is None else self._dtype

    def _add_parameters(self, shape: Any) -> None:
        dtype = self._parameter_dtype
        if self.scale:
            self.gamma = self.add_weight(
                "gamma",
                shape=shape,
                dtype=dtype,
                initializer=self.gamma_initializer,
                regularizer=self.gamma_regularizer,
                constraint=self.gamma_constraint,
            )
        elif self.fused:
            self._gamma_const = constant(1.0, dtype=dtype, shape=shape)
        if self.center:
            self.beta = self.add_weight(
                "beta",
                shape=shape,
                dtype=dtype,
                initializer=self.beta_initializer,
                regularizer=self.beta_regularizer,
                constraint=self.beta_constraint,
            )
        elif self.fused:
            self._beta_const = constant(0.0, dtype=dtype, shape=shape)
        partitioner = self._scope.partitioner if self._scope else None
        if partitioner:
            self._scope.set_partitioner(None)
        try:
            self.moving_mean = self._statistic("moving_mean", shape, self.moving_mean_initializer)
            self.moving_variance = self._statistic("moving_variance", shape, self.moving_variance_initializer)
        finally:
            if partitioner:
                self._scope.set_partitioner(partitioner)

    def _statistic(self, name: str, shape: Any, initializer: Any) -> Any:
        return self.add_weight(
            name,
            shape=shape,
            dtype=self._parameter_dtype,
            initializer=initializer,
            synchronization=VariableSynchronization.ON_READ,
            trainable=False,
            aggregation=VariableAggregation.MEAN,
        )

    # ---- output -----------------------------------------------------------------------------------------------------

    def call(self, inputs: Any, training: Any = False) -> Any:
        if self.virtual_batch_size is None:
            return self._fused(inputs, training) if self.fused else self._unfused(inputs, training)
        whole = [-1, *inputs.shape.as_list()[1:]]
        parts = array_ops.reshape(inputs, [self.virtual_batch_size, -1, *whole[1:]])
        return array_ops.reshape(self._unfused(parts, training), whole)

    def _fused(self, inputs: Any, training: Any) -> Any:
        gamma = self.gamma if self.scale else self._gamma_const
        beta = self.beta if self.center else self._beta_const
        settings: dict[str, Any] = {"epsilon": self.epsilon, "data_format": self._data_format}

        def with_batch() -> Any:
            return nn_moments.fused_batch_norm(inputs, gamma, beta, **settings)

        def with_averages() -> Any:
            moving = {"mean": self.moving_mean, "variance": self.moving_variance}
            return nn_moments.fused_batch_norm(inputs, gamma, beta, is_training=False, **moving, **settings)

        output, mean, variance = smart_cond.smart_cond(training, with_batch, with_averages)
        known = smart_cond.smart_constant_value(training)
        if known is None:
            momentum = smart_cond.smart_cond(training, lambda: self.momentum, lambda: 1.0)
        else:
            momentum = convert_to_tensor(self.momentum)
        if known is not False:
            self.add_update(lambda: _moving_average(self.moving_mean, mean, momentum))
            self.add_update(lambda: _moving_average(self.moving_variance, variance, momentum))
        return output

    def _unfused(self, inputs: Any, training: Any) -> Any:
        rank = len(inputs.shape)
        axes = [i for i in range(rank) if i not in self.axis]
        if self.virtual_batch_size is not None:
            del axes[1]
        wide = [1] * rank
        wide[self.axis[0]] = inputs.shape[self.axis[0]].value

        def broadcast(v: Any) -> Any:
            if v is not None and len(v.shape) != rank and axes != list(range(rank - 1)):
                return array_ops.reshape(v, wide)
            return v

        scale, offset = broadcast(self.gamma), broadcast(self.beta)
        if smart_cond.smart_constant_value(training) is False:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            scale, offset = self._adjusted(inputs, training, scale, offset)
            mean, variance = self._batch_statistics(inputs, training, axes)
        dtype = inputs.dtype.base
        mean, variance = math_ops.cast(mean, dtype), math_ops.cast(variance, dtype)
        offset = None if offset is None else math_ops.cast(offset, dtype)
        scale = None if scale is None else math_ops.cast(scale, dtype)
        mean, variance = broadcast(mean), broadcast(variance)
        outputs = nn_moments.batch_normalization(inputs, mean, variance, offset, scale, self.epsilon)
        outputs.set_shape(inputs.shape)
        return outputs

    def _adjusted(self, inputs: Any, training: Any, scale: Any, offset: Any) -> tuple[Any, Any]:
        if not self.adjustment:
            return scale, offset
        extra_scale, extra_bias = self.adjustment(array_ops.shape(inputs))
        extra_scale = smart_cond.smart_cond(training, lambda: extra_scale, lambda: array_ops.ones_like(extra_scale))
        extra_bias = smart_cond.smart_cond(training, lambda: extra_bias, lambda: array_ops.zeros_like(extra_bias))
        if scale is not None:
            extra_scale, extra_bias = extra_scale * scale, extra_bias * scale
        return extra_scale, extra_bias if offset is None else extra_bias + offset

    def _batch_statistics(self, inputs: Any, training: Any, axes: list[int]) -> tuple[Tensor, Tensor]:
        keep = self.virtual_batch_size is not None or len(self.axis) > 1
        precise = math_ops.cast(inputs, self._parameter_dtype)
        mean, variance = nn_moments.moments(precise, axes, keep_dims=keep)
        batch_mean, batch_variance = mean, variance
        mean = smart_cond.smart_cond(training, lambda: batch_mean, lambda: convert_to_tensor(self.moving_mean))
        variance = smart_cond.smart_cond(
            training, lambda: batch_variance, lambda: convert_to_tensor(self.moving_variance)
        )
        new_mean, new_variance = mean, variance
        if self.virtual_batch_size is not None:
            new_mean = math_ops.reduce_mean(mean, axis=1, keepdims=True)
            new_variance = math_ops.reduce_mean(variance, axis=1, keepdims=True)
        for variable, value in ((self.moving_mean, new_mean), (self.moving_variance, new_variance)):
            self.add_update(self._update(variable, value, training))
        return mean, variance

    def _update(self, variable: Any, value: Tensor, training: Any) -> Any:
        def update() -> Any:
            return smart_cond.smart_cond(
                training, lambda: _moving_average(variable, value, self.momentum), lambda: variable
            )

        return update

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape


def _moving_average(variable: Any, value: Tensor, momentum: Any) -> Tensor:
    """variable -= (variable - value) * (1 - momentum)."""
    with name_scope("AssignMovingAvg") as scope:
        with context.get_default_graph().colocate_with(variable):
            dtype = variable.dtype.base_dtype
            decay = convert_to_tensor(1.0 - momentum, name="decay")
            if decay.dtype.base is not dtype:
                decay = math_ops.cast(decay, dtype)
            delta = (variable - math_ops.cast(value, dtype)) * decay
            return state_ops.assign_sub(variable, delta, name=scope)


def batch_normalization(
    inputs: Any,
    axis: Any = -1,
    momentum: Any = 0.99,
    epsilon: float = 1e-3,
    center: bool = True,
    scale: bool = True,
    beta_initializer: Any = init_ops.zeros_initializer(),
    gamma_initializer: Any = init_ops.ones_initializer(),
    moving_mean_initializer: Any = init_ops.zeros_initializer(),
    moving_variance_initializer: Any = init_ops.ones_initializer(),
    beta_regularizer: Any = None,
    gamma_regularizer: Any = None,
    beta_constraint: Any = None,
    gamma_constraint: Any = None,
    training: Any = False,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
    renorm: bool = False,
    renorm_clipping: Any = None,
    renorm_momentum: Any = 0.99,
    fused: bool | None = None,
    virtual_batch_size: int | None = None,
    adjustment: Any = None,
) -> Tensor:
    """`BatchNormalization` as a function; `training` is a bool or a tensor that decides in each step."""
    layer = BatchNormalization(
        axis=axis,
        momentum=momentum,
        epsilon=epsilon,
        center=center,
        scale=scale,
        beta_initializer=beta_initializer,
        gamma_initializer=gamma_initializer,
        moving_mean_initializer=moving_mean_initializer,
        moving_variance_initializer=moving_variance_initializer,
        beta_regularizer=beta_regularizer,
        gamma_regularizer=gamma_regularizer,
        beta_constraint=beta_constraint,
        gamma_constraint=gamma_constraint,
        renorm=renorm,
        renorm_clipping=renorm_clipping,
        renorm_momentum=renorm_momentum,
        fused=fused,
        trainable=trainable,
        virtual_batch_size=virtual_batch_size,
        adjustment=adjustment,
        name=name,
        _reuse=reuse,
        _scope=name,
    )
    return layer.apply(inputs, training=training)
